"""Choosing a party within the price limit, each side in secret, before anybody is placed (party.1)."""

from muster.engine.game import Ask
from muster.engine.ids import Seat
from muster.engine.requests import Allocate, Slot, Slots
from muster.rulesets.newworld.book import rule
from muster.rulesets.newworld.cards import FigureType, make_cards
from muster.rulesets.newworld.events import MatchSet, PartyChosen
from muster.rulesets.newworld.queries.movement import score_of
from muster.rulesets.newworld.rules.common import Fight
from muster.rulesets.newworld.setup import Setup, check_party, check_room, party_cards, party_price

MOST_OF_ONE = 9
"""How many of one kind a party may list, where it may list more than one."""


def figures_of(setup: Setup, slots: Slots) -> tuple[str, ...]:
    """The figures of an answer, in the order of the table."""
    return tuple(key for key in setup.figures for _ in range(slots.counts.get(key, 0)))


def paces_of(setup: Setup, entry: FigureType) -> int:
    """How far a figure goes in one Move, on horseback if it comes so."""
    own, *mount = make_cards(entry.body, setup.mounts, entry.key, "", entry.key, entry.label)
    return score_of(mount[0] if mount else own, mounted=bool(mount)).value


def figure_words(entry: FigureType, paces: int) -> str:
    """What a figure brings, in a few words."""
    body = entry.body
    arms = ", ".join(
        k.replace("-", " ") for k in (*body.get("hands", ()), *dict.fromkeys(body.get("carried", ())))
    )
    mounted = "on horseback, " if body.get("mount") else ""
    defences = f"Defence {body['melee_defence']}/{body['ranged_defence']}"
    skills = f"Melee {body['melee']}, Ranged {body['ranged']}"
    return f"{mounted}{arms or 'bare fists'}; {skills}; {defences}; Move {paces}; {body['wounds']} Wounds"


def party_spec(setup: Setup, seat: str) -> Allocate:
    """The question to a seat: how many of each figure, within the limit."""

    def check(slots: Slots) -> None:
        figures = figures_of(setup, slots)
        check_party(figures, setup.options.limit, setup.figures)
        cards = party_cards(setup.figures, setup.mounts, seat, figures, setup.options.powder)
        check_room(setup.scenario, seat, cards)

    slots = tuple(
        Slot(
            key,
            entry.label,
            1 if entry.unique else MOST_OF_ONE,
            entry.price,
            figure_words(entry, paces_of(setup, entry)),
            entry.body["icon"],
        )
        for key, entry in setup.figures.items()
    )
    return Allocate(slots, setup.options.limit, exact=False, unit="price", check=check)


@rule("party.1")
async def choose_parties(game: Fight) -> None:
    """Every side that has no party yet makes one; all are shown together."""
    setup = game.state.setup
    game.apply(MatchSet(match_words(setup)))
    seats = [Seat(s) for s in setup.missing]
    asks = [
        Ask(
            seat,
            party_spec(setup, seat),
            "newworld.party.1",
            f"Choose your party: up to {setup.options.limit} in price.",
            "both sides choose in secret",
            doing="choosing parties",
        )
        for seat in seats
    ]
    chosen = await game.ask_sealed(asks)
    for seat, slots in zip(seats, chosen, strict=True):
        figures = figures_of(setup, slots)
        game.apply(PartyChosen(seat, figures, party_price(figures, setup.figures)))


def match_words(setup: Setup) -> str:
    """The options of the match in one line, as the log names them."""
    parties = " against ".join(setup.labels[s] for s in setup.seats)
    powder = "" if setup.options.powder == "dry" else f" Powder is {setup.options.powder}."
    start = " Ambush." if setup.ambush else ""
    length = f"{setup.rounds} rounds, parties up to {setup.options.limit}."
    return f"{setup.scenario.title}: {parties}, {length}{start}{powder}"
