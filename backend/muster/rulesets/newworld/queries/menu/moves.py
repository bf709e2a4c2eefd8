"""Acts of movement: Moves, Runs, Disengages, Crawls, swims, jumps, climbs, getting up, on and off."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from muster.engine.explain import Odds
from muster.engine.memory import remembered
from muster.engine.refusals import Refusal
from muster.engine.requests import Choose, Move, Option, Path, Reach
from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.squares import Square, distance, footprint_distance, neighbours
from muster.rulesets.newworld.book import applies
from muster.rulesets.newworld.queries import contests, movement, planning, standing
from muster.rulesets.newworld.queries.feats import Feat, FeatKind, athlete, feats, struck_by, water
from muster.rulesets.newworld.queries.menu.acts import Act, make_act, strike_words
from muster.rulesets.newworld.queries.places import count_of, square_options
from muster.rulesets.newworld.state import FigureId, State


def _has_stop(spec: Move) -> bool:
    return any(r.stop for r in spec.reach)


def walk_spec(
    state: State, figure: FigureId, budget: int, label: str, *, struck: tuple[FigureId, ...] = ()
) -> Move:
    """The walk of a Move, or of what is left of it; ``struck`` had their free attack in it already."""
    bar = movement.barred_flags(state, figure)
    return planning.move_spec(state, figure, budget, label=label, bar=bar, struck=struck)


def run_budget(paces: int) -> int:
    """Twice Movement, the pace of Flee! doubled with it (move.5, move.28)."""
    return (2 if applies("move.5") else 1) * paces


def run_spec(state: State, figure: FigureId) -> Move:
    """Up to twice Movement as one budget; Flee! may add to it (move.5, move.28)."""
    plain, fleeing = movement.paces(state, figure), movement.fleeing_paces(state, figure)
    return planning.move_spec(
        state,
        figure,
        run_budget(fleeing),
        label="Run",
        bar=movement.barred_flags(state, figure),
        budget_rule="move.5",
        may_end=planning.farther_end(state, figure, run_budget(plain)) if fleeing > plain else None,
    )


def can_disengage(state: State, figure: FigureId) -> bool:
    """Whether there is anywhere to disengage to from those in whose reach the figure is (move.10)."""
    if not any(standing.in_reach(state, figure, f) for f in state.foes(figure) if not state.card(f).is_mount):
        return False
    budget, bar = movement.fleeing_paces(state, figure), movement.barred_flags(state, figure)
    return planning.can_end(state, figure, budget, bar, planning.disengage_end(state, figure))


def disengage_spec(state: State, figure: FigureId) -> Move:
    """Up to Movement, with the pace of Flee!, nobody strikes, out of reach of all at the end (move.10, move.28)."""
    return planning.move_spec(
        state,
        figure,
        movement.fleeing_paces(state, figure),
        label="Disengage",
        bar=movement.barred_flags(state, figure),
        budget_rule="move.10",
        provokes=not applies("move.10"),
        may_end=planning.disengage_end(state, figure),
    )


def can_swim(state: State, figure: FigureId) -> bool:
    """Whether a Move could enter water that needs a roll and end (move.19); looks whether any is near first."""
    flags, start = movement.swim_flags(state, figure), movement.at_start(state, figure)
    budget, side = movement.paces(state, figure), state.side(figure)
    wet = water(state.grid.table, int(flags)) if flags else frozenset[Square]()
    if all(footprint_distance(start, side, s, 1) > budget for s in wet):
        return False
    if side == 1 and start not in wet:
        bar = movement.barred_flags(state, figure, swim=True)
        reached = planning.area(state, figure, budget, bar)
        if not wet.isdisjoint(reached.stops()):
            return True
        if not any(s in reached for s in wet):
            return False
    return _has_stop(
        swim_spec(state, figure)
    )  # a large figure, or one already in the water or passing through it


@remembered
def swim_spec(state: State, figure: FigureId) -> Move:
    """A Move that enters water which needs a roll (move.19)."""
    bar = movement.barred_flags(state, figure, swim=True)
    plain = planning.move_spec(state, figure, movement.paces(state, figure), label="Swim", bar=bar)

    def check(path: Path) -> None:
        plain.check(path)
        if movement.squares_before_water(state, figure, path.points) == len(path.points):
            raise Refusal("bad_path", "A swim has to enter water that needs a roll.", "newworld.move.19")

    wet: list[bool] = []
    for entry in plain.reach:
        before = plain.start if entry.via is None else plain.reach[entry.via].to
        swum = entry.via is not None and wet[entry.via]
        wet.append(swum or movement.enters_water(state, figure, before, entry.to))
    ends = tuple(
        e if is_wet or not e.stop else replace(e, stop=False)
        for e, is_wet in zip(plain.reach, wet, strict=True)
    )
    return Move(figure, plain.start, plain.budget, ends, check, label="Swim", beyond=plain.beyond)


@remembered
def crawl_squares(state: State, figure: FigureId) -> tuple[Square, ...]:
    """The free squares beside a figure onto which it could crawl: no climb, no water that needs a roll (move.30)."""
    facts, ground = state.grid.facts, movement.ground_for(state, figure)
    moves = state.grid.moves(1, StepFlag.CLIMB | movement.swim_flags(state, figure))
    beside = (facts.squares[i] for i, _, _ in moves[facts.index(movement.at_start(state, figure))])
    free = tuple(s for s in beside if s not in ground.closed and s not in ground.held)
    return free if free and applies("move.30") else ()


def crawl_spec(state: State, figure: FigureId) -> Move:
    """Exactly 1 pace, difficult ground or not (move.30, ruling R16)."""
    start = state.figures[figure].at
    if start is None:
        raise ValueError("a figure off the table cannot crawl")
    squares = crawl_squares(state, figure)
    entries = [Reach(s, 1, None, standing.strikers_when_leaving(state, figure, start, s)) for s in squares]

    def beyond(to: Square) -> Refusal:
        return Refusal("bad_path", "A Crawl is exactly one pace, onto a free square.", "newworld.move.30")

    def check(path: Path) -> None:
        if len(path.points) != 1 or path.points[0] not in squares:
            raise beyond(start)

    return Move(figure, start, 1, tuple(entries), check, label="Crawl", beyond=beyond)


def halves_of_movement(state: State, figure: FigureId) -> Iterator[Act]:
    body = state.figures[figure]
    if body.prone:
        yield make_act("stand_or_mount", "stand", "stand", "Stand up", "Move", "move.29")
        if not (body.in_grapple and applies("grapple.12")) and crawl_squares(state, figure):
            needs = partial(crawl_spec, state, figure)
            yield make_act(
                "crawl",
                "crawl",
                "crawl",
                "Crawl",
                "Move",
                "move.30",
                detail="1 pace, still prone",
                needs=needs,
            )
    if movement.may_walk(state, figure):
        yield from _walks(state, figure)
    yield from _mounting(state, figure)


def _walks(state: State, figure: FigureId) -> Iterator[Act]:
    score = movement.paces(state, figure)
    if planning.can_walk(state, figure, score, movement.barred_flags(state, figure)):
        yield make_act(
            "move",
            "move",
            "move",
            "Move",
            "Move",
            "move.3",
            detail=f"up to {score} paces",
            needs=partial(walk_spec, state, figure, score, "Move"),
        )
    if can_swim(state, figure):
        yield make_act(
            "move",
            "swim",
            "swim",
            "Swim",
            "Move",
            "move.19",
            detail="needs Athletics",
            needs=partial(swim_spec, state, figure),
            odds=partial(contests.athletics_odds, state, athlete(state, figure)),
        )
    found = feats(state, figure, score)
    for kind in FEAT_WORDS:
        of_kind = tuple(f for f in found if f.kind == kind)
        if of_kind:
            yield _feat_act(state, figure, kind, of_kind)


def full_moves(state: State, figure: FigureId) -> Iterator[Act]:
    if not movement.may_walk(state, figure):
        return
    plain, fleeing = movement.paces(state, figure), movement.fleeing_paces(state, figure)
    can_run = planning.can_walk(state, figure, run_budget(plain), movement.barred_flags(state, figure))
    if can_run and not movement.is_lame(state, figure):
        yield make_act(
            "run",
            "run",
            "run",
            "Run",
            "Move",
            "move.5",
            detail=f"{_how_far(run_budget(plain), run_budget(fleeing))}; easier to hit in melee, harder to shoot",
            needs=partial(run_spec, state, figure),
        )
    if can_disengage(state, figure):
        yield make_act(
            "disengage",
            "disengage",
            "disengage",
            "Disengage",
            "Move",
            "move.10",
            detail=f"{_how_far(plain, fleeing)}; nobody strikes",
            needs=partial(disengage_spec, state, figure),
        )


def _how_far(plain: int, fleeing: int) -> str:
    """So many paces, or more where a way leads out of danger (move.28)."""
    return f"up to {plain} paces" + (f", {fleeing} away from the nearest foe" if fleeing > plain else "")


FEAT_WORDS: Final[dict[FeatKind, str]] = {"jump": "Jump", "climb": "Climb"}


def _feat_act(state: State, figure: FigureId, kind: FeatKind, found: tuple[Feat, ...]) -> Act:
    """All jumps, or all climbs, as one act: which of them is said by its place on the board."""
    odds = partial(contests.athletics_odds, state, athlete(state, figure))
    least, most = min(f.cost for f in found), max(f.cost for f in found)
    span = f"{most} paces" if least == most else f"{least} to {most} paces"
    rolls = {f.roll for f in found}
    strikers = [set(struck_by(state, figure, f)) for f in found]
    roll = "some need Athletics" if len(rolls) > 1 else _roll_words(found[0])
    return make_act(
        "move",
        kind,
        kind,
        FEAT_WORDS[kind],
        "Move",
        "move.21" if kind == "jump" else "move.18",
        detail=f"{count_of(found)}, {span}, {roll}",
        feats=found,
        warnings=strike_words(state, set[FigureId].intersection(*strikers)),
        needs=Choose(tuple(_feat_option(state, figure, f, odds) for f in found)),
        odds=odds if rolls == {True} else None,
    )


def _feat_option(state: State, figure: FigureId, feat: Feat, odds: Callable[[], Odds]) -> Option:
    """The place to which one jump or climb leads, and who may strike on the way there."""
    rule = "move.18" if feat.kind == "climb" else "move.23" if feat.roll else "move.21"
    manner = ("running jump, " if feat.running else "standing jump, ") if feat.kind == "jump" else ""
    return Option(
        feat.key,
        f"{FEAT_WORDS[feat.kind]} here",
        f"{feat.cost} paces, {manner}{_roll_words(feat)}",
        rule=f"newworld.{rule}",
        piece=figure,
        square=feat.landing,
        warnings=strike_words(state, struck_by(state, figure, feat)),
        odds_=odds if feat.roll else None,
    )


def _roll_words(feat: Feat) -> str:
    return "needs Athletics" if feat.roll else "no roll"


def _mounting(state: State, figure: FigureId) -> Iterator[Act]:
    body = state.figures[figure]
    if body.in_grapple and applies("grapple.12"):
        return
    if body.rides:
        squares = dismount_squares(state, figure)
        if squares:
            yield make_act(
                "stand_or_mount",
                "dismount",
                "dismount",
                "Dismount",
                "Move",
                "action.5",
                detail=count_of(squares),
                needs=Choose(square_options("Dismount here", "action.5", figure, squares)),
            )
        return
    if body.prone:
        return
    for other, beast in state.figures.items():
        card = state.card(other)
        willing = card.is_mount and card.seat == state.card(figure).seat and beast.ridden_by is None
        if (
            willing
            and state.in_fight(other)
            and standing.in_reach(state, figure, other)
            and _may_swing_up(state, figure, other)
            and applies("action.5")
        ):
            yield make_act(
                "stand_or_mount",
                "mount",
                f"mount:{other}",
                f"Mount {card.name}",
                "Move",
                "action.5",
                piece=other,
                target=other,
            )


def _may_swing_up(state: State, figure: FigureId, mount: FigureId) -> bool:
    """Whether a step leads from a figure to one of a mount's squares: no climb, through no window (ruling R103)."""
    (start,) = state.squares(figure)
    steps = (state.grid.step(start, s) for s in state.squares(mount) if distance(start, s) == 1)
    return any(step.legal and not step.flags & _NO_MOUNTING for step in steps)


_NO_MOUNTING: Final = StepFlag.CLIMB | StepFlag.WINDOW


def dismount_squares(state: State, figure: FigureId) -> tuple[Square, ...]:
    """Free squares beside the mount onto which its rider may get down: one step away, no climb, through no window, and
    into no water that would need a roll (action.5, ruling R103).
    """
    bar = _NO_MOUNTING | movement.water_flags(state.card(figure))
    taken = {s for f in state.figures for s in state.squares(f)}
    found: set[Square] = set()
    for own in state.squares(figure):
        for square in neighbours(own):
            if square in taken or not state.grid.on_table(square):
                continue
            step = state.grid.step(own, square)
            if step.legal and not step.flags & bar:
                found.add(square)
    return tuple(sorted(found, key=lambda s: (s[1], s[0])))
