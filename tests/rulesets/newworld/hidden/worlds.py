"""What an audience of an ambush may not know, how to change it, and small positions to change it in."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from muster.engine.events import AnyEvent
from muster.engine.ids import SPECTATORS, Audience
from muster.engine.requests import Choose, Move, Place, Request
from muster.geometry.grid.squares import footprint, footprint_distance
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.attack_events import AttackRolled, ContestRolled
from muster.rulesets.newworld.events import Moved
from muster.rulesets.newworld.queries.standing import spotted
from muster.rulesets.newworld.state import Figure, FigureId, Half, State
from tests.kit.worlds import Pair, Pick, picker
from tests.rulesets.newworld.scenes import FightScene, stored

Json: TypeAlias = Any

STANCES = ("ran", "all_out_defence", "parrying_stance")


def secrets(state: State, audience: Audience) -> list[FigureId]:
    """The hidden figures that an audience knows by their cards only; riders stand for their mounts."""
    return [
        f
        for f, b in state.figures.items()
        if b.hidden
        and b.at is not None
        and b.ridden_by is None
        and (audience == SPECTATORS or state.card(f).seat != audience)
    ]


def alter(state: State, audience: Audience, pick: Pick) -> None:
    """Put hidden figures elsewhere out of sight, and let them have done other things."""
    for figure in secrets(state, audience):
        elsewhere(state, figure, pick)
        otherwise(state, figure, pick)


def alter_with_delays(state: State, audience: Audience, pick: Pick) -> None:
    """The same, and some of them keep a half action in hand."""
    alter(state, audience, pick)
    for figure in secrets(state, audience):
        halves = tuple(Half(attacked=pick(2) == 0) for _ in range(pick(3)))
        state.change(figure, delayed=halves)


def elsewhere(state: State, figure: FigureId, pick: Pick) -> None:
    """Move a hidden figure (and its mount) to another free square where no foe sees it."""
    side, mount = state.side(figure), state.figures[figure].rides
    own = {figure, mount}
    taken = {s for f in state.figures if f not in own for s in state.squares(f)}
    table = state.setup.map
    start = state.figures[figure].at
    squares = [(x, y) for y in range(table.height) for x in range(table.width)]
    for _ in range(40):
        x, y = squares[pick(len(squares))]
        covered = {(x + i, y + j) for i in range(side) for j in range(side)}
        if not state.grid.fits((x, y), side) or covered & taken:
            continue
        for one in filter(None, own):
            state.change(one, at=(x, y))
        if not any(s.figure in own for s in spotted(state)):
            return
        for one in filter(None, own):
            state.change(one, at=start)


def otherwise(state: State, figure: FigureId, pick: Pick) -> None:
    """Let a hidden figure lie or stand, aim, be in a stance, and have dropped or drawn things."""
    body = state.figures[figure]
    state.change(
        figure,
        prone=body.rides is None and pick(4) == 0,
        aim=("", "this_turn", "next_turn")[pick(3)],
        stances=() if pick(2) else (STANCES[pick(len(STANCES))],),
        has_rune=pick(2) == 0,
    )
    for item in state.held(figure):
        if pick(3) == 0:
            state.change_item(item.id, where="ground", holder=None, at=body.at)
        elif pick(3) == 0:
            state.change_item(item.id, where="carried")
    foes = [f for f in state.figures if state.are_foes(figure, f)]
    state.veiled_magic = {f: state.round for f in foes if pick(3) == 0}


def vary(state: State, request: Request, body: Json, audience: Audience, pick: Pick) -> Json:
    """Another hiding place, another way or another act for somebody out of sight."""
    spec = request.spec
    if isinstance(spec, Place):
        free = list(spec.squares)
        return {
            "at": {p: list(free[pick(len(free))]) if pick(3) == 0 else at for p, at in body["at"].items()}
        }
    subject = request.subject
    if subject is None or not state.figures[subject].hidden or not isinstance(spec, Choose):
        return body
    option = spec.options[pick(len(spec.options))]
    if option.needs is None:
        return {"picks": [{"key": option.key}]}
    if isinstance(option.needs, Move):
        ends = [i for i, r in enumerate(option.needs.reach) if r.stop]
        path = [list(p) for p in option.needs.path_to(ends[pick(len(ends))])]
        return {"picks": [{"key": option.key, "with": {"path": path}}]}
    return body


def opens(event: AnyEvent) -> bool:
    """Whether an event may tell what was hidden (hide.1).

    The dice of attacks and contests fall alike in both worlds, and so do the steps that everybody sees: what they give
    away is revealed by an event of its own. Only a gun may misfire because somebody unseen has used magic (fire.3).
    """
    if isinstance(event, AttackRolled):
        return "fire.3" in event.rules
    return not isinstance(event, ContestRolled | Moved)


# ------------------------------------------------------------------------------------------------ small positions
LETTERS = "........bbt#"
BORDERS: tuple[tuple[str, str | None], ...] = (
    ("wall", None),
    ("door", "closed"),
    ("door", "open"),
    ("window", "open"),
    ("low-wall", None),
)


def small_position(seed: int) -> FightScene:
    """Two figures of each side on a small table with walls, doors and trees; some of the reds lie hidden.

    On every other table a horse of the blues stands without a rider, on many of them a hidden red beside it.
    """
    pick = picker(seed, "small")
    width, height = 16, 9
    rows = ["".join(LETTERS[pick(len(LETTERS))] for _ in range(width)) for _ in range(height)]
    edges: dict[tuple[int, int, str], Json] = {}
    for number in range(8):
        kind, now = BORDERS[pick(len(BORDERS))]
        x, y, side = 1 + pick(width - 2), 1 + pick(height - 2), "wn"[pick(2)]
        if "#" in rows[y][x - 1 : x + 1] + rows[y - 1][x]:
            continue
        body = {"id": f"edge-{number}", "at": [x, y], "side": side, "kind": kind}
        edges[x, y, side] = body if now is None else {**body, "state": now}
    scene = FightScene(*rows, edges=list(edges.values()))
    free = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "#"]

    def square() -> tuple[int, int]:
        return free.pop(pick(len(free)))

    arms: list[Json] = [
        {"hands": ["sabre"], "carried": ["throwing-knife"]},
        {"hands": ["longbow"], "carried": ["knife"]},
        {"hands": ["sabre", "pistol"]},
        {"hands": [], "talents": ["wrestling", "scale-sheer-surface"]},
        {"hands": ["knife"], "spells": ["rune-flare"]},
    ]
    scene.blue("ann", square(), **arms[pick(len(arms))])
    scene.blue("al", square(), **arms[pick(len(arms))])
    for name in ("bob", "eve", "rob")[: 2 + pick(2)]:
        scene.red(name, square(), hidden=name != "rob", **arms[pick(len(arms))])
    if pick(3) == 0:
        scene.delay("ann")
    if pick(2) == 0:
        _leave_a_horse(scene, set(free), pick)
    return scene


def _leave_a_horse(scene: FightScene, free: set[tuple[int, int]], pick: Pick) -> None:
    """A riderless blue horse, and a hidden red beside it where there is room."""
    blocks = [
        (x, y) for x, y in sorted(free) if all((x + i, y + j) in free for i in range(2) for j in range(2))
    ]
    if not blocks:
        return
    corner = blocks[pick(len(blocks))]
    scene.horse("blue", "nag", corner)
    beside = [
        s for s in sorted(free.difference(footprint(corner, 2))) if footprint_distance(s, 1, corner, 2) == 1
    ]
    if beside and pick(4):
        scene.state.change("bob", at=beside[pick(len(beside))])


def small_pairs(count: int, *, delays: bool, seed: int = 1) -> Iterator[Pair]:
    """Pairs of small positions that one audience may not tell apart."""
    made = 0
    for number in range(seed, seed + 40 * count):
        scene = small_position(number)
        pick = picker(number, "pair")
        names = list(scene.state.fighters())
        order = tuple((names.pop(pick(len(names))),) for _ in range(len(names)))
        scene.state.order = scene.state.waiting = order
        for body in scene.state.figures.values():
            _show_if_seen(scene.state, body)
        if not any(b.hidden for b in scene.state.figures.values()):
            continue
        audience = Audience("blue") if number % 3 else SPECTATORS
        setup, first = stored(scene.state.setup), RULESET.dump(scene.state)
        other = RULESET.load(setup, first)
        (alter_with_delays if delays else alter)(other, audience, pick)
        second = RULESET.dump(other)
        if first != second:
            made += 1
            yield Pair(setup, audience, first, second, number)
        if made == count:
            return
    raise AssertionError("too few positions have anything hidden")


def _show_if_seen(state: State, body: Figure) -> None:
    if any(s.figure == body.id for s in spotted(state)):
        state.figures[body.id] = replace(body, hidden=False)
