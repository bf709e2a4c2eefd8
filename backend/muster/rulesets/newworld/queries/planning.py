"""Moves as questions: every square in reach, and the verdict on a path that somebody draws."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from muster.engine.refusals import Refusal
from muster.engine.requests import Move, Path, Reach
from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.paths import PathVerdict, anchors, path_cost, reach
from muster.geometry.grid.paths import Reach as Area
from muster.geometry.grid.squares import Square, footprint
from muster.geometry.grid.steps import StepFault
from muster.rulesets.newworld.book import applies
from muster.rulesets.newworld.queries.movement import (
    Ground,
    at_start,
    costs_of,
    ground_for,
    moving_side,
    nearest_foe_distance,
    paces,
    strikers,
    watchers,
)
from muster.rulesets.newworld.queries.standing import in_reach, in_reach_at
from muster.rulesets.newworld.state import FigureId, State

EndTest: TypeAlias = Callable[[Square, int], "Refusal | None"]
"""Why a move may not end on a square at a cost, or None."""


def move_spec(
    state: State,
    figure: FigureId,
    budget: int,
    *,
    label: str,
    bar: StepFlag,
    budget_rule: str = "move.3",
    provokes: bool = True,
    struck: tuple[FigureId, ...] = (),
    may_end: EndTest | None = None,
) -> Move:
    """A free move over squares within a budget in paces, as the seat that knows ``state`` may plan it.

    ``bar`` leaves steps out, ``struck`` are foes that had their free attack in this action already, ``may_end`` asks
    more of the last square.
    """
    start, side, ground = at_start(state, figure), moving_side(state, figure), ground_for(state, figure)
    watch = watchers(state, figure) if provokes else {}
    found = reach(
        state.grid,
        start,
        budget,
        size=side,
        closed=ground.closed,
        held=ground.held,
        bar=bar,
        watch=watch,
    )
    foes = strikers(state, figure) if provokes else ()
    entries: list[Reach] = []
    left: list[int] = []
    for entry in found.entries:
        before = start if entry.via is None else entries[entry.via].to
        leaving = (0 if entry.via is None else left[entry.via]) | (
            watch.get(before, 0) & ~watch.get(entry.to, 0)
        )
        left.append(leaving)
        entries.append(
            Reach(
                entry.to,
                entry.cost,
                entry.via,
                provokes=tuple(f for i, f in enumerate(foes) if leaving >> i & 1 and f not in struck),
                stop=entry.may_stop and (may_end is None or may_end(entry.to, entry.cost) is None),
            )
        )

    def check(path: Path) -> None:
        cost = check_path(state, figure, path, budget, ground=ground, bar=bar, budget_rule=budget_rule)
        why = may_end(path.points[-1], cost) if may_end else None
        if why is not None:
            raise why

    def beyond(to: Square) -> Refusal:
        return why_beyond(state, figure, to, budget, ground=ground, bar=bar, label=label, rule=budget_rule)

    return Move(figure, start, budget, tuple(entries), check, label=label, beyond=beyond)


def area(
    state: State,
    figure: FigureId,
    budget: int,
    bar: StepFlag,
    *,
    watch: Mapping[Square, int] | None = None,
) -> Area:
    """The squares that a figure can come to with a free move; of ways as cheap those that ``watch`` strikes least."""
    start, side, ground = at_start(state, figure), moving_side(state, figure), ground_for(state, figure)
    return reach(
        state.grid, start, budget, size=side, closed=ground.closed, held=ground.held, bar=bar, watch=watch
    )


def can_walk(state: State, figure: FigureId, budget: int, bar: StepFlag) -> bool:
    """Whether a free move has anywhere to end; looks at the next squares before it searches all."""
    start = state.figures[figure].at
    if start is None or budget < 1:
        return False
    side, ground = moving_side(state, figure), ground_for(state, figure)
    facts = state.grid.facts
    taken = anchors(state.grid, ground.closed | ground.held, side)
    if any(c <= budget and j not in taken for j, c, _ in state.grid.moves(side, bar)[facts.index(start)]):
        return True
    return bool(area(state, figure, budget, bar).stops())


def can_end(state: State, figure: FigureId, budget: int, bar: StepFlag, may_end: EndTest) -> bool:
    """Whether a free move has a square to end on that the test lets pass."""
    found = area(state, figure, budget, bar)
    return any(may_end(s, found.cost(s)) is None for s in found.stops())


# ------------------------------------------------------------------------------------------------ verdicts
def check_path(
    state: State,
    figure: FigureId,
    path: Path,
    budget: int,
    *,
    ground: Ground,
    bar: StepFlag,
    budget_rule: str,
) -> int:
    """The cost of a path in paces; raises :class:`Refusal` with the square, the numbers and the rule."""
    start, side = at_start(state, figure), moving_side(state, figure)
    verdict = path_cost(
        state.grid, start, path.points, size=side, closed=ground.closed, held=ground.held, bar=bar
    )
    refuse_fault(state, figure, path.points, verdict, bar)
    cost = sum(costs_of(state, figure, path.points))
    if cost > budget and applies(budget_rule):
        raise Refusal(
            "bad_path",
            f"The path costs {cost} paces; {budget} are left for it.",
            f"newworld.{budget_rule}",
            {"cost": cost, "budget": budget},
        )
    return cost


FAR: Final = 200
"""Paces within which a way is looked for to a square that a move does not reach."""


def why_beyond(
    state: State,
    figure: FigureId,
    to: Square,
    budget: int,
    *,
    ground: Ground,
    bar: StepFlag,
    label: str,
    rule: str,
) -> Refusal:
    """Why a free move does not come to a square: who or what is there, how far it is, or what bars every way."""
    side = moving_side(state, figure)
    if to == state.figures[figure].at:
        return Refusal("bad_end", f"{state.name(figure)} stands there already.", f"newworld.{rule}")
    if not state.grid.on_table(to):
        return Refusal("bad_end", "That is off the table.", "newworld.move.2")
    covered = footprint(to, side)
    barred = [s for s in covered if s in ground.closed]
    if barred:
        who = _stands_on(state, barred[0], figure)
        return Refusal(
            "bad_end", f"{who} stands there, able to fight, and bars the square.", "newworld.move.16"
        )
    if not state.grid.fits(to, side):
        why = "There is no room for all its squares there." if side > 1 else "Nobody can stand there."
        return Refusal("bad_end", why, "newworld.move.35" if side > 1 else "newworld.move.3")
    far = area(state, figure, FAR, bar)
    if to in far:
        text = f"That is {far.cost(to)} paces away; this {label or 'move'} goes {budget}."
        numbers: dict[str, int | str] = {"cost": far.cost(to), "budget": budget}
        return Refusal("out_of_reach", text, f"newworld.{rule}", numbers)
    open_way = area(state, figure, FAR, StepFlag(0))
    if to in open_way:
        try:
            path = Path(open_way.path(to))
            check_path(state, figure, path, FAR, ground=ground, bar=bar, budget_rule=rule)
        except Refusal as refusal:
            return refusal
    return Refusal("no_way", "No way leads there.", "newworld.move.3")


def _stands_on(state: State, square: Square, mover: FigureId) -> str:
    """Who stands on a square, by name; a rider before the mount."""
    there = [f for f in state.figures if f != mover and square in state.squares(f)]
    return state.name(min(there, key=lambda f: state.card(f).is_mount)) if there else "Somebody"


_WET: Final = StepFlag.SWIM | StepFlag.ROUGH

_BARS: Final[tuple[tuple[StepFlag, str], ...]] = (
    (StepFlag.CLIMB, "climb"),
    (_WET, "swim"),
    (StepFlag.FOOT_ONLY, "on foot"),
    (StepFlag.NO_CHARGE, "no Charge"),
)
"""Why a kind of move leaves a step out, the first that fits."""

_FAULTS: Final[dict[str, tuple[str, str]]] = {
    StepFault.OFF_TABLE: ("The path leaves the table{at}.", "move.2"),
    StepFault.NOT_ADJACENT: (
        "Each square of a path must touch the one before it; one does not{at}.",
        "move.2",
    ),
    StepFault.NOT_ENTERABLE: ("Nobody can enter the square{at}.", "move.3"),
    "no room": ("There is no room for all its squares{at}.", "move.35"),
    StepFault.WALL: ("A wall or a closed door is in the way{at}.", "edge.1"),
    "no way": ("That border can be seen over but not crossed{at}.", "move.3"),
    StepFault.ONE_WAY: ("That border can be crossed only the other way{at}.", "move.36"),
    StepFault.CORNER: ("A diagonal step cannot squeeze past a wall{at}.", "move.32"),
    "window": ("Nobody goes through a window mounted or in a Charge{at}.", "edge.3"),
    "climb": ("It takes a climb to get there{at}.", "move.18"),
    "swim": ("It takes a swim with a roll to get there{at}.", "move.19"),
    "on foot": ("Only on foot can one go there{at}.", "move.35"),
    "no Charge": ("No Charge can go there{at}.", "move.7"),
    StepFault.HELD: ("{who}, able to fight, bars the square{at}.", "move.16"),
    StepFault.NO_STOP: ("A move may pass {who}, a friend, but not end there{at}.", "move.15"),
    "over a foe": ("A move may pass over {who}, but not end there{at}.", "move.16"),
}


def refuse_fault(
    state: State, figure: FigureId, path: Sequence[Square], verdict: PathVerdict, bar: StepFlag
) -> None:
    """Turn the first fault of a path into a refusal that names the square and the rule."""
    if verdict.fault is None or verdict.failed is None:
        return
    rest = (at_start(state, figure), *path)[verdict.failed :]
    text, rule = _FAULTS[_why(state, figure, rest, verdict, bar)]
    if applies(rule):
        at = f" at {verdict.at[0]}, {verdict.at[1]}" if verdict.at is not None else ""
        who = _stands_on(state, verdict.at, figure) if verdict.at is not None and len(verdict.at) == 2 else ""
        raise Refusal("bad_path", text.format(at=at, who=who), f"newworld.{rule}", {"cost": verdict.cost})


def _why(state: State, figure: FigureId, path: Sequence[Square], verdict: PathVerdict, bar: StepFlag) -> str:
    """The reason of a fault, as the table of faults has it; ``path`` begins with the square that was not left."""
    fault, at, side = verdict.fault, verdict.at, moving_side(state, figure)
    if fault is StepFault.BARRED:
        flags = state.grid.step(path[0], path[1], side).flags
        if flags & StepFlag.WINDOW and not flags & bar & (StepFlag.CLIMB | _WET):
            return "window"
        return next(why for flag, why in _BARS if flags & bar & flag)
    if fault is StepFault.NO_STOP and any(at in state.squares(f) for f in state.foes(figure)):
        return "over a foe"
    if fault is StepFault.NOT_ENTERABLE and side > 1:
        return "no room"
    if fault is StepFault.WALL and at is not None and len(at) == 3 and not state.grid.border(at).full:
        return "no way"
    return str(fault)


# ------------------------------------------------------------------------------------------------ ends
def disengage_end(state: State, figure: FigureId) -> EndTest:
    """A Disengage must end outside the reach of every foe in whose reach it began (move.10); mounts have none."""
    began = [f for f in state.foes(figure) if not state.card(f).is_mount and in_reach(state, figure, f)]
    farther = farther_end(state, figure, paces(state, figure))

    def test(at: Square, cost: int) -> Refusal | None:
        still = [f for f in began if in_reach_at(state, figure, at, f)]
        if still and applies("move.10"):
            text = f"A Disengage must end out of reach of {state.name(still[0])}."
            return Refusal("bad_end", text, "newworld.move.10")
        return farther(at, cost)

    return test


def farther_end(state: State, figure: FigureId, budget: int) -> EndTest:
    """Paces beyond ``budget`` (Flee!) count only for ending farther from the nearest foe (move.28)."""
    start = state.figures[figure].at

    def test(at: Square, cost: int) -> Refusal | None:
        if cost <= budget or start is None:
            return None
        now, then = nearest_foe_distance(state, figure, start), nearest_foe_distance(state, figure, at)
        if then > now:
            return None
        text = "The extra pace of Flee! needs an end farther from the nearest foe than the start."
        return Refusal("bad_end", text, "newworld.move.28", {"start": now, "end": then})

    return test
