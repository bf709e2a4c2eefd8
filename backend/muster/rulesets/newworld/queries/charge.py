"""Charges: the straight runs at a foe, and the odds of the blow at their end (move.7 to move.9, height.4)."""

from muster.engine.explain import Odds
from muster.engine.memory import remembered
from muster.engine.refusals import Refusal
from muster.engine.requests import Move, Path, Reach
from muster.geometry.grid.paths import StraightPath, is_straight, straight_lines, straight_reach
from muster.geometry.grid.squares import Square, distance, footprint_distance
from muster.rulesets.newworld.book import applies, number
from muster.rulesets.newworld.queries import standing
from muster.rulesets.newworld.queries.attack import Manner, attack_odds, melee_plan
from muster.rulesets.newworld.queries.hands import Arm
from muster.rulesets.newworld.queries.movement import (
    CHARGE_MINIMUM,
    at_square,
    at_start,
    barred_flags,
    costs_of,
    ground_for,
    left_by,
    moving_side,
    paces,
    reach_corners,
    strikers,
    watchers,
)
from muster.rulesets.newworld.queries.planning import check_path
from muster.rulesets.newworld.queries.standing import in_reach_at
from muster.rulesets.newworld.state import FigureId, State


def charge_manner(state: State, figure: FigureId) -> Manner:
    """A Charge, mounted or not (move.7, height.4, height.5)."""
    return Manner(charge=True, mounted_charge=standing.is_mounted(state, figure))


def charge_odds(state: State, figure: FigureId, foe: FigureId, arm: Arm) -> Odds | None:
    """The blow at the end of the cheapest run."""
    ends = [r for r in charge_spec(state, figure, foe).reach if r.stop]
    best = min(ends, key=lambda r: (len(r.provokes), r.cost), default=None)
    if best is None:
        return None
    there = at_square(state, figure, best.to)
    return attack_odds(there, melee_plan(there, figure, foe, arm, charge_manner(state, figure)))


@remembered
def charge_runs(state: State, figure: FigureId, target: FigureId) -> tuple[StraightPath, ...]:
    """The straight runs of a Charge at a foe, one to each square it may end on (move.7 to move.9)."""
    start = state.figures[figure].at
    there = state.figures[target].at
    budget = paces(state, figure)
    minimum = number("move.9", CHARGE_MINIMUM, off=CHARGE_MINIMUM - 1)
    if start is None or there is None or budget < minimum:
        return ()
    side = moving_side(state, figure)
    if footprint_distance(start, side, there, state.side(target)) > budget + 1:
        return ()  # most foes are too far off: no need to look at the squares round them
    ends = [
        s
        for s in reach_corners(state, figure, target, side)
        if minimum <= distance(start, s) <= budget and s != start
    ]
    if not ends:
        return ()
    ground = ground_for(state, figure)
    found = straight_reach(
        state.grid,
        start,
        budget,
        size=side,
        closed=ground.closed,
        held=ground.held,
        bar=barred_flags(state, figure, charge=True),
        watch=watchers(state, figure),
        ends=ends,
    )
    return tuple(found.values())


@remembered
def charge_spec(state: State, figure: FigureId, target: FigureId) -> Move:
    """The question for a Charge at a foe at whom there is a run (move.7 to move.9)."""
    start, budget, ground = at_start(state, figure), paces(state, figure), ground_for(state, figure)
    minimum = number("move.9", CHARGE_MINIMUM, off=CHARGE_MINIMUM - 1)
    bar = barred_flags(state, figure, charge=True)
    reach = _reach_of(state, figure, start, [run.path for run in charge_runs(state, figure, target)])

    def check(path: Path) -> None:
        check_path(state, figure, path, budget, ground=ground, bar=bar, budget_rule="move.9")
        if not is_straight(start, path.points) and applies("move.8"):
            raise Refusal("not_straight", "The path of a Charge must be straight.", "newworld.move.8")
        if len(path.points) < minimum:
            raise Refusal(
                "too_short",
                f"A Charge needs a run of at least {minimum} squares; this is {len(path.points)}.",
                "newworld.move.9",
                {"squares": len(path.points), "minimum": minimum},
            )
        if not in_reach_at(state, figure, path.points[-1], target) and applies("move.7"):
            raise Refusal(
                "out_of_reach", f"The Charge must end with {state.name(target)} in reach.", "newworld.move.7"
            )

    def beyond(to: Square) -> Refusal:
        line = next(straight_lines(start, to), ())
        try:
            check(Path(line))
        except Refusal as refusal:
            return refusal
        return Refusal("not_straight", "No straight run leads there.", "newworld.move.8")

    label = f"Charge {state.name(target)}"
    return Move(figure, start, budget, reach, check, straight=True, label=label, beyond=beyond)


def _reach_of(
    state: State, figure: FigureId, start: Square, paths: list[tuple[Square, ...]]
) -> tuple[Reach, ...]:
    """The squares of all runs: first those on the way, then the ends, so that of one square's entries the end is last.

    Two runs may cross one square by different ways, and the square where one ends may lie on another's way.
    """
    entries: list[Reach] = []
    index: dict[tuple[Square, ...], int] = {}
    foes, watch = strikers(state, figure), watchers(state, figure)

    def enter(stem: tuple[Square, ...], *, stop: bool) -> None:
        via = index[stem[:-1]] if len(stem) > 1 else None
        cost = sum(costs_of(state, figure, stem))
        left = left_by(watch, (start, *stem))
        struck = tuple(f for i, f in enumerate(foes) if left >> i & 1)
        index.setdefault(stem, len(entries))
        entries.append(Reach(stem[len(stem) - 1], cost, via, struck, stop=stop))

    for path in paths:
        for n in range(1, len(path)):
            if path[:n] not in index:
                enter(path[:n], stop=False)
    for path in paths:
        enter(path, stop=True)
    return tuple(entries)
