"""Before the first turn: places, what is in hand, who falls for Zagloba, the cards (setup.1 to setup.12)."""

from itertools import combinations

from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import Choose, Option, Picks, Place, ToPlace
from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import applies, rule
from muster.rulesets.ad1666.events import ArmsChosen, Conned, PartTaken, PhaseBegun, Placed
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.arms import fits_hands, hands_for, item_label, owned, weapon_of
from muster.rulesets.ad1666.queries.ground import board_of
from muster.rulesets.ad1666.queries.hands import LONG
from muster.rulesets.ad1666.queries.moving import is_free
from muster.rulesets.ad1666.rules.bands import name_latecomers
from muster.rulesets.ad1666.rules.cards import Match, deal
from muster.rulesets.ad1666.rules.harm import look_around
from muster.rulesets.ad1666.state import ItemId, State

NOTHING = "nothing"
"""The key of holding nothing at the beginning."""
UNCLES = 2
"""So many Commoners fall for Zagloba, or one Hero (skill.call-me-uncle)."""


def spaces_in(state: State, zone: str) -> tuple[Space, ...]:
    """The free spaces of a zone of the board, each once."""
    board = board_of(state)
    owners = dict.fromkeys(board.space_of(s) for s in state.setup.map.zone(zone).squares)
    return tuple(s for s in owners if s is not None and is_free(state, s))


def place_spec(state: State, seat: Seat, who: tuple[CharacterId, ...], zone: str) -> Place:
    """The question for places: every Character on a free space of its own in the zone."""
    everywhere = tuple(s for s in board_of(state).spaces if is_free(state, s))
    free = spaces_in(state, zone) if applies("setup.1") else everywhere

    # That each takes a free space of its own is asked of every such question.
    return Place(tuple(ToPlace(w, 1, state.name(w)) for w in who), free, lambda _: None, "Deploy")


def latecomers(state: State, seat: str) -> dict[CharacterId, int]:
    """A seat's Characters that come during play, with their turns (turn.2).

    Of a kind the last ones of the scenario's own band; of a chosen band those whom its owner has named.
    """
    if state.setup.options.bands == "chosen":
        return {who: turn for who, turn in state.late.items() if state.seat(who) == seat}
    found: dict[CharacterId, int] = {}
    for arrival in state.setup.scenario.arrivals:
        for kind in arrival.characters if arrival.seat == seat else ():
            of_kind = [w for w, c in state.setup.characters.items() if (c.seat, c.kind) == (seat, kind)]
            who = next((w for w in reversed(of_kind) if w not in found), None)
            if who is not None:
                found[who] = arrival.turn
    return found


@rule("turn.2")
async def arrive(game: Match) -> None:
    """Red, then Blue places those who come in this turn, as far as there are free spaces: the others wait (turn.2)."""
    for arrival in sorted(
        game.state.setup.scenario.arrivals, key=lambda a: game.state.setup.seats.index(a.seat)
    ):
        state = game.state
        seat = Seat(arrival.seat)
        if arrival.turn > state.turn or not applies("turn.2"):
            continue
        free = spaces_in(state, arrival.zone)
        late = latecomers(state, seat)
        waiting = (w for w, turn in late.items() if turn == arrival.turn)
        coming = [w for w in waiting if state.bodies[w].fate == "reserve"]
        coming = coming[: len(free)]
        if coming:
            spec = place_spec(state, seat, tuple(coming), arrival.zone)
            placing = await game.ask(
                seat, spec, rule="turn.2", text="They arrive: place them.", doing="placing"
            )
            game.apply(Placed(seat, dict(placing.at), "turn.2"))
            await choose_arms(game, seat, tuple(coming))
            look_around(game)


@rule("setup.1")
async def place_band(game: Match) -> None:
    """Red, then Blue puts its Characters into its zone, and says what they hold; then the cards are dealt (setup.2)."""
    state = game.state
    seat = Seat(state.waiting[0])
    if state.setup.options.bands == "chosen":
        await name_latecomers(game, seat)
    state = game.state
    late = latecomers(state, seat)
    waiting = tuple(w for w in state.bodies if state.card(w).seat == seat and w not in late)
    spec = place_spec(state, seat, waiting, state.setup.scenario.zones[seat])
    placing = await game.ask(seat, spec, rule="setup.1", text="Place your Characters.", doing="placing")
    game.apply(Placed(seat, dict(placing.at), "setup.1"))
    await choose_arms(game, seat, waiting)
    game.apply(PartTaken(seat))
    if not game.state.waiting:
        await call_uncles(game)
        look_around(game)
        await deal(game)
        game.apply(PhaseBegun("start", "", ""))


# ------------------------------------------------------------------------------------------------ arms
def fullest_sets(state: State, who: CharacterId) -> tuple[tuple[ItemId, ...], ...]:
    """What a Character can hold at most: sets of things to which nothing more can be added (items.3).

    Who would be noticed by what it holds may begin with nothing in hand (skill.inconspicuous.2).
    """
    items = [i.id for i in owned(state, who) if weapon_of(state, i.id) is not None and hands_for(state, i.id)]
    sets = [s for size in (2, 1) for s in combinations(items, size) if fits_hands(state, s)]
    fullest = tuple(s for s in sets if not any(set(s) < set(other) for other in sets))
    long = any((w := weapon_of(state, i)) is not None and w.superiority >= LONG for i in items)
    return (*fullest, ()) if long and state.bodies[who].inconspicuous else fullest


async def choose_arms(game: Match, seat: Seat, of: tuple[CharacterId, ...]) -> None:
    """What is in hand at the beginning; asked only where not everything can be held at once (items.5, ruling R84)."""
    held: dict[CharacterId, tuple[ItemId, ...]] = {}
    for who in of:
        state = game.state
        sets = fullest_sets(state, who)
        if len(sets) < 2:
            held[who] = sets[0] if sets else ()
            continue
        options = tuple(
            Option(
                "+".join(s) or NOTHING,
                f"Hold {' and '.join(item_label(state, i) for i in s) or 'nothing'}",
                rule="items.5",
                piece=who,
            )
            for s in sets
        )
        picks = await game.ask(
            seat,
            Choose(options),
            rule="items.5",
            text=f"What does {state.name(who)} hold?",
            subject=who,
            doing="arming",
        )
        held[who] = () if picks.one.key == NOTHING else tuple(picks.one.key.split("+"))
    game.apply(ArmsChosen(seat, held))


# ------------------------------------------------------------------------------------------------ Call me uncle
async def call_uncles(game: Match) -> None:
    """The opponent of Zagloba's player names two Commoners or one Hero of his own (skill.call-me-uncle)."""
    for who in list(game.state.bodies):
        if game.state.card(who).has("call-me-uncle") and applies("skill.call-me-uncle"):
            await _call_uncle(game, who)


async def _call_uncle(game: Match, by: CharacterId) -> None:
    state = game.state
    seat = state.other(state.seat(by))
    band = [w for w in state.bodies if state.seat(w) == seat]  # those who come later too
    heroes = [w for w in band if state.is_hero(w)]
    commoners = [w for w in band if not state.is_hero(w)]
    if not heroes and len(commoners) < UNCLES and applies("skill.call-me-uncle.3"):
        if commoners:
            game.apply(Conned(by, tuple(commoners)))
        return
    if len(commoners) < UNCLES:
        commoners = []
    most = UNCLES if commoners else 1

    def check(picks: Picks) -> None:
        """One Hero, or two Commoners."""
        picked = [p.key for p in picks.picks]
        kinds = {state.is_hero(w) for w in picked}
        right = (kinds == {True} and len(picked) == 1) or (kinds == {False} and len(picked) == UNCLES)
        if not right:
            raise Refusal("bad_answer", "Name one Hero, or two Commoners.", "ad1666.skill.call-me-uncle")

    picks = await game.ask(
        seat,
        Choose(
            tuple(
                Option(w, state.name(w), "a Hero" if state.is_hero(w) else "a Commoner", piece=w)
                for w in (*commoners, *heroes)
            ),
            1 if heroes else UNCLES,
            most,
            check=check,
        ),
        rule="skill.call-me-uncle",
        text=f"{state.name(by)} makes friends: name one Hero or two Commoners of yours.",
        note="They have −1 on all tests but Fortitude, and are no enemies to him.",
        subject=by,
    )
    game.apply(Conned(by, tuple(p.key for p in picks.picks)))
