"""The terrain of a battle by the book: the First Player places it, the Second Player changes it (3.3)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from muster.engine.answers import Pose
from muster.engine.ids import Seat
from muster.engine.requests import Area, Body, Choose, Deploy, Option, Pick, Poses
from muster.geometry.open.shapes import rectangle
from muster.rulesets.baroque.battlefields import kinds
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.terrain import (
    CrossingMade,
    GroundSettled,
    TerrainDone,
    TerrainMoved,
    TerrainPlaced,
    TerrainRemoved,
)
from muster.rulesets.baroque.queries.laying import (
    Pieces,
    about_middle,
    check_laid,
    crossings_of,
    fault_of,
    kind_fault,
    least_value,
    most_value,
    moved,
    pieces_of,
    suggested_move,
    suggested_pose,
)
from muster.rulesets.baroque.queries.pieces import (
    STEP_OF_TURNS,
    Template,
    along_roads,
    offered_kinds,
    piece_value,
    placed_value,
    templates,
)
from muster.rulesets.baroque.queries.words import count
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import State, Terrain

DOING = "making terrain"
PIECE = "piece"
"""The id of the body that is put down."""
BACK = "back"


# ------------------------------------------------------------------------------------------------ placing
@rule("3.3d")
async def place_terrain(game: Battle) -> None:
    """The First Player places one piece, or is done once the value is at least that of his die (3.3d, R171)."""
    state = game.state
    seat = Seat(state.first)
    placed = placed_value(state)
    left = [k for k in offered_kinds() if _may_place(state, k)]
    while left:
        kind = await _ask_kind(game, seat, tuple(_kind_option(k) for k in left))
        if kind is None:
            break
        left.remove(kind)
        text = f"Where does it lie: {kinds()[kind].label}?"
        pieces = await _lay(game, seat, _fitting(game.state, kind), text=text, again=bool(left))
        if pieces is not None:
            game.apply(TerrainPlaced(seat, pieces, placed + pieces[0].value))
            return
    game.apply(TerrainDone(seat, placed))


async def _ask_kind(game: Battle, seat: Seat, options: tuple[Option, ...]) -> str | None:
    """Which kind comes next; None: he is done."""
    placed, least = placed_value(game.state), least_value(game.state)
    wanted = f"{least} to {most_value()}" if least < most_value() else f"{least}"
    text = f"Place terrain of value {wanted}: {placed} so far."
    if placed < least:
        return (await game.ask(seat, Choose(options), rule="baroque.3.3d", text=text, doing=DOING)).one.key
    picks = await game.ask_or_pass(
        seat, Choose(options), rule="baroque.3.3d", text=text, pass_label="Done with the terrain"
    )
    return picks.one.key if picks is not None else None


def _may_place(state: State, kind: str) -> bool:
    return kind_fault(state, kind, piece_value(kind)) is None


def _kind_option(kind: str) -> Option:
    row, value = kinds()[kind], piece_value(kind)
    words = row.note or f"{row.going.capitalize()} ground"
    return Option(
        kind, row.label, words, f"Value {value}", "baroque.3.3e", cost=str(value), act=f"Choose: {row.label}"
    )


def _fitting(state: State, kind: str, *, spare: int = 0) -> tuple[Template, ...]:
    """The shapes of a kind that the value and the one larger piece leave (3.3d, 3.2b)."""
    large = any(t.value > kinds()[t.kind].value > 0 for t in state.terrain.values())
    return tuple(
        t
        for t in (*templates(state.setup.size, kind), *along_roads(state, kind))
        if placed_value(state) - spare + t.value <= most_value()
        and not (t.oversize and large and applies("3.2b"))
    )


async def _lay(
    game: Battle, seat: Seat, shapes: Sequence[Template], *, text: str, again: bool
) -> Pieces | None:
    """Ask for a shape and its place; None: something else instead, if there is anything, or no shape has a place."""
    state = game.state
    options = tuple(o for t in shapes for o in _shape_options(state, t))
    if again or not options:
        options += (
            Option(BACK, "Something else", group="Back", rule="baroque.3.3d", act="Choose something else"),
        )
    picks = await game.ask(
        seat,
        Choose(options),
        rule="baroque.3.3g",
        text=text,
        note="wholly on the table, apart from the other pieces",
        doing=DOING,
    )
    if picks.one.key == BACK:
        return None
    template = next(t for t in shapes if t.key == picks.one.key)
    return pieces_of(game.state, template, _pose_in(picks.one))


def _pose_in(pick: Pick) -> Pose:
    """Where a body was put; a piece that has one place lies there."""
    given: Poses | None = pick.given
    return given.at[PIECE] if given is not None else (0, 0, 0)


def _shape_options(state: State, template: Template) -> tuple[Option, ...]:
    """A shape, where there is a place for it."""
    pose = (0, 0, 0) if template.fixed else suggested_pose(state, template)
    if pose is None or (template.fixed and not _fits(state, template)):
        return ()
    label = kinds()[template.kind].label
    return (
        Option(
            template.key,
            template.label,
            group=label,
            rule="baroque.3.2a",
            cost=str(template.value),
            needs_=None if template.fixed else _place_spec(state, template, pose),
            act=f"Place: {label}, {template.label}",
        ),
    )


def _fits(state: State, template: Template) -> bool:
    return fault_of(state, pieces_of(state, template, (0, 0, 0)), template=template, pose=(0, 0, 0)) is None


def _place_spec(state: State, template: Template, pose: Pose) -> Deploy:
    return _deploy_spec(
        state,
        Body(PIECE, kinds()[template.kind].label, template.outline, 0, template.turns),
        pose,
        lambda at: check_laid(state, pieces_of(state, template, at), template=template, pose=at),
    )


def _deploy_spec(state: State, body: Body, pose: Pose, check: Callable[[Pose], None]) -> Deploy:
    wide, high = state.setup.size
    table = tuple((x + wide // 2, y + high // 2) for x, y in rectangle(wide, high))
    return Deploy(
        (body,),
        (Area("The table", table),),
        check=lambda places: check(places[body.id]),
        suggest=lambda: {body.id: pose},
        label=f"Place: {body.label}",
    )


# ------------------------------------------------------------------------------------------------ changing
@rule("3.3f")
async def alter_terrain(game: Battle) -> None:
    """The Second Player moves or takes away one piece, for its value in options, or leaves it at that (3.3f, R57)."""
    state = game.state
    seat = state.other(state.first)
    options = alterations(state, state.sides[seat].die)
    picks = None
    if options:
        left = count(state.sides[seat].die, "option")
        picks = await game.ask_or_pass(
            seat,
            Choose(options),
            rule="baroque.3.3f",
            text=f"Move or take away terrain: {left} left.",
            note="a piece costs its value",
            pass_label="Leave it so",
        )
    if picks is None:
        await settle_ground(game)
        return
    deed, _, name = picks.one.key.partition(":")
    piece = game.state.terrain[name]
    if deed == "remove":
        game.apply(TerrainRemoved(seat, name, piece.label, piece.value))
    elif deed == "move":
        game.apply(TerrainMoved(seat, moved(piece, picks.one.given.at[PIECE]), piece.value))
    else:
        await _lay_anew(game, seat, piece)


def alterations(state: State, options: int) -> tuple[Option, ...]:
    """What the Second Player may do for so many options: waterways may only be taken away (3.3f)."""
    found: list[Option] = []
    for piece in state.terrain.values():
        if not piece.value or (piece.value > options and applies("3.3f")):
            continue
        found.append(_removal(piece))
        if not (piece.kind in ("river", "waterway") and applies("3.3f")):
            found.extend(_moves(state, piece))
    return tuple(found)


def _removal(piece: Terrain) -> Option:
    return Option(
        f"remove:{piece.id}",
        f"Take away: {piece.label}",
        group="Take away",
        rule="baroque.3.3f",
        cost=str(piece.value),
    )


def _moves(state: State, piece: Terrain) -> tuple[Option, ...]:
    """Moving a piece as it is, a road by being laid anew, where there is another place for it."""
    label, cost = f"Move: {piece.label}", str(piece.value)
    if piece.kind == "road":
        return (Option(f"lay:{piece.id}", label, group="Move", rule="baroque.3.3f", cost=cost),)
    pose = suggested_move(state, piece)
    if pose is None:
        return ()
    body = Body(PIECE, piece.label, about_middle(piece), 0, STEP_OF_TURNS)
    spec = _deploy_spec(
        state, body, pose, lambda at: check_laid(state, moved(piece, at), template=None, pose=None)
    )
    return (Option(f"move:{piece.id}", label, group="Move", rule="baroque.3.3f", cost=cost, needs_=spec),)


async def _lay_anew(game: Battle, seat: Seat, road: Terrain) -> None:
    """A road is moved by being laid anew."""
    shapes = _fitting(game.state, road.kind, spare=road.value)
    pieces = await _lay(game, seat, shapes, text="Where does the road lie now?", again=False)
    if pieces is not None:
        game.apply(TerrainMoved(seat, (replace(pieces[0], id=road.id),), road.value))


@rule("3.1.2c")
async def settle_ground(game: Battle) -> None:
    """A die for each place where a road meets the river: odd a ford, even a bridge (3.1.2c)."""
    for name, outline in crossings_of(game.state).items():
        die = (await game.roll(1, 6, why="crossing of road and river")).total
        kind = "ford" if die % 2 and applies("3.1.2c") else "bridge"
        piece = Terrain(name, kind, kinds()[kind].label, outline)
        game.apply(CrossingMade(die, piece))
    game.apply(GroundSettled())
