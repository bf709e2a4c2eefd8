"""Placing the figures: both in secret, or with an ambush the ambushed side first (setup.4, hide.1)."""

from muster.engine.game import Ask
from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import Ground, Place, Placing, ToPlace
from muster.geometry.grid.squares import Square, footprint, footprint_distance
from muster.rulesets.newworld.book import applies, rule
from muster.rulesets.newworld.events import Deployed, MatchSet, PlacingDone
from muster.rulesets.newworld.queries import standing
from muster.rulesets.newworld.rules.common import Fight, reveal_seen
from muster.rulesets.newworld.rules.parties import match_words
from muster.rulesets.newworld.setup import Ambush
from muster.rulesets.newworld.state import FigureId, State


def to_place(state: State, seat: str) -> tuple[FigureId, ...]:
    """A seat's figures, riders standing for their mounts."""
    return tuple(
        c.id
        for c in state.setup.cards.values()
        if c.seat == seat and not (c.is_mount and state.figures[c.id].ridden_by)
    )


def start_squares(state: State, seat: str) -> tuple[Square, ...]:
    """The squares of the seat's start zone that can be entered (setup.4)."""
    table = state.setup.map
    everywhere = ((x, y) for y in range(table.height) for x in range(table.width))
    zone = table.zone(state.setup.scenario.zones[seat]).squares if applies("setup.4") else everywhere
    return tuple(s for s in zone if state.grid.fits(s))


def ambush_squares(state: State, ambush: Ambush) -> tuple[Square, ...]:
    """Squares in which ambushers may hide: in the zone, far enough from every foe placed (rulings R50, R59)."""
    foes = [
        (b.at, state.side(f))
        for f, b in state.figures.items()
        if b.at is not None and state.card(f).seat != ambush.seat
    ]
    return tuple(
        s
        for s in state.setup.map.zone(ambush.zone).squares
        if state.grid.fits(s)
        and all(footprint_distance(s, 1, at, side) >= ambush.distance for at, side in foes)
    )


def ambush_ground(state: State, ambush: Ambush, hideouts: tuple[Square, ...]) -> tuple[Ground, ...]:
    """What of the ambush zone hides: whoever lies in sight of a foe close by would be found at once (hide.1)."""
    foes = [f for f, b in state.figures.items() if b.at is not None and state.card(f).seat != ambush.seat]
    unseen = tuple(s for s in hideouts if not any(standing.spots(state, f, s) for f in foes))
    return (Ground("Ambush: hidden here", "hidden", unseen),) if unseen and applies("hide.1") else ()


def placing_fault(state: State, seat: str, placing: Placing, squares: frozenset[Square]) -> str | None:
    """Why a placing is not allowed, in a sentence; None where it is."""
    taken: dict[Square, FigureId] = {
        s: f for f, b in state.figures.items() if b.at is not None for s in state.squares(f)
    }
    for figure, at in placing.at.items():
        side = state.side(figure)
        if not state.grid.fits(at, side):
            return f"{state.name(figure)} does not fit where it was put: nobody can stand there."
        for square in footprint(at, side):
            if square not in squares:
                return f"{state.name(figure)} does not stand wholly in the zone."
            other = taken.get(square)
            if other is not None:
                return f"{state.name(figure)} and {state.name(other)} would share a square."
            taken[square] = figure
    return None


def place_spec(
    state: State, seat: Seat, squares: tuple[Square, ...], grounds: tuple[Ground, ...] = ()
) -> Place:
    """The question to a seat: every figure on a square of its own."""
    allowed = frozenset(squares)

    def check(placing: Placing) -> None:
        fault = placing_fault(state, seat, placing, allowed)
        if fault is not None:
            raise Refusal("bad_placing", fault, "newworld.setup.4")

    pieces = tuple(ToPlace(f, state.side(f), state.name(f)) for f in to_place(state, seat))
    return Place(pieces, squares, check, "Deploy", grounds)


_TEXT = "Place your figures in your zone."
_DOING = "placing"


@rule("setup.4")
async def place_figures(game: Fight) -> None:
    """Everybody takes their places."""
    state = game.state
    ambush = state.setup.ambush
    if not state.parties:
        game.apply(MatchSet(match_words(state.setup)))
    if ambush is None:
        asks = [
            Ask(
                s,
                place_spec(state, s, start_squares(state, s)),
                "newworld.setup.4",
                _TEXT,
                "both sides place in secret",
                doing=_DOING,
            )
            for s in state.seats
        ]
        placed = await game.ask_sealed(asks)
        for seat, placing in zip(state.seats, placed, strict=True):
            game.apply(Deployed(seat, dict(placing.at)))
    else:
        await _place_with_ambush(game, ambush)
    game.apply(PlacingDone())
    reveal_seen(game)


async def _place_with_ambush(game: Fight, ambush: Ambush) -> None:
    """The side that can be surprised places first and openly, then the other in secret (ruling R59)."""
    for seat in game.state.other_seats(ambush.seat):
        spec = place_spec(game.state, seat, start_squares(game.state, seat))
        placing = await game.ask(
            seat,
            spec,
            rule="newworld.setup.4",
            text=_TEXT,
            note="in the open: an ambush waits",
            doing=_DOING,
        )
        game.apply(Deployed(seat, dict(placing.at)))
    state = game.state
    seat = Seat(ambush.seat)
    hideouts = ambush_squares(state, ambush)
    squares = tuple(sorted({*hideouts, *start_squares(state, seat)}, key=lambda s: (s[1], s[0])))
    grounds = ambush_ground(state, ambush, hideouts)
    hiding = Ask(
        seat,
        place_spec(state, seat, squares, grounds),
        "newworld.hide.1",
        "Place your figures. Those wholly in the ambush zone lie hidden.",
        "nobody sees where",
        doing=_DOING,
    )
    # Sealed, although nobody else is asked: what is put down meanwhile is not for the eyes of the other side.
    (placing,) = await game.ask_sealed((hiding,))
    ground = frozenset(ambush_squares(game.state, ambush))
    hidden = tuple(
        f
        for f, at in placing.at.items()
        if ground.issuperset(footprint(at, game.state.side(f))) and applies("hide.1")
    )
    game.apply(Deployed(seat, dict(placing.at), hidden))
