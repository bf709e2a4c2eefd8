"""Bands that the sides bring: opened together, a clash settled, who comes later named (setup.4, setup.12)."""

from muster.engine.ids import Seat
from muster.engine.requests import Choose, Option, Picks
from muster.rulesets.ad1666.book import applies, rule
from muster.rulesets.ad1666.events import BandChanged, BandOpened, LateNamed, PhaseBegun
from muster.rulesets.ad1666.people import Character, CharacterId
from muster.rulesets.ad1666.queries.bands import comrades, replacements
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.state import State

NOBODY = "nobody"


@rule("setup.4", "setup.12")
async def open_bands(game: Match) -> None:
    """Both bands open together; then Blue changes those whom Red has as well (setup.12, ruling R99)."""
    state = game.state
    for seat in state.seats:
        who = tuple(w for w in state.setup.characters if w in state.bodies and state.seat(w) == seat)
        game.apply(BandOpened(seat, who, own_cards(state, seat)))
    for gone in state.setup.clashes:
        if applies("setup.12"):
            await _change(game, gone)
    game.apply(PhaseBegun("placing", "", "", state.waiting))


def own_cards(state: State, seat: str) -> tuple[str, ...]:
    """The cards of a side that do not ship with the game, each with the one that it began as."""
    found: dict[str, None] = {}
    cards = [state.card(who) for who in state.bodies if state.seat(who) == seat]
    for card in cards:
        # Of several each has a number, which is no part of the card's name.
        several = sum(other.kind == card.kind for other in cards) > 1
        name = card.name.rpartition(" ")[0] if several else card.name
        arms = [state.setup.weapons[key] for key in card.weapons]
        worn = [state.setup.armour[key] for key in card.armour]
        copies = [
            (name, card.copied),
            *((c.label, c.copied) for c in arms),
            *((c.label, c.copied) for c in worn),
        ]
        found.update((f"{name} (after {copied})", None) for name, copied in copies if copied)
    return tuple(found)


async def _change(game: Match, gone: CharacterId) -> None:
    state = game.state
    seat = state.seat(gone)
    options = [
        Option(w, state.name(w), words_of(state.card(w)), rule="setup.12") for w in replacements(state, gone)
    ]
    if comrades(state, gone):
        options.append(Option(NOBODY, "Nobody", "The band is smaller by one.", rule="setup.12"))
    picks: Picks = await game.ask(
        seat,
        Choose(tuple(options)),
        rule="setup.12",
        text=f"{state.name(gone)} is of Red's band. Whom do you take instead?",
        note="Red keeps somebody unique whom both have.",
        doing="changing the band",
    )
    key = picks.one.key
    game.apply(BandChanged(seat, gone, None if key == NOBODY else key))


def words_of(card: Character) -> str:
    """What a Character costs and is."""
    return f"{'Hero' if card.hero else 'Commoner'}, {card.gold} Gold"


async def name_latecomers(game: Match, seat: Seat) -> None:
    """The owner of a chosen band says who of it comes later: as many as the scenario names, but not all (setup.4,
    ruling R100)."""
    for arrival in game.state.setup.scenario.arrivals:
        state = game.state
        here = tuple(w for w in state.bodies if state.seat(w) == seat and w not in state.late)
        count = min(len(arrival.characters), len(here) - 1)
        if arrival.seat != seat or count < 1 or not applies("setup.4"):
            continue
        options = tuple(
            Option(w, state.name(w), words_of(state.card(w)), rule="setup.4", piece=w) for w in here
        )
        picks: Picks = await game.ask(
            seat,
            Choose(options, count, count),
            rule="setup.4",
            text=f"Who comes in turn {arrival.turn}? Name {count}.",
            note="They are of your band and wait outside until then.",
            doing="naming who comes later",
        )
        game.apply(LateNamed(seat, arrival.turn, tuple(p.key for p in picks.picks)))
