"""The worked examples of terrain, movement and passing through friends: each drives the real rules and queries."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from muster.engine.answers import Course
from muster.geometry.open.contact import overlapping
from muster.geometry.open.poses import Pose, Side
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.tests import DisciplineTested
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.moving import check_course, keys_of, landing, reach
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.state import Acting, State, UnitId
from tests.kit.examples import Example
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.scenes import BattleScene, box, place_of, through

Json: TypeAlias = Any
START: Final = (4.0, 8.0)
"""Where the unit of an example stands that goes to the right of the table, in BU."""
RIGHT: Final = 90


def _going(scene: BattleScene, unit: UnitId, *dice: int) -> Table[State]:
    return scene.run(lambda game: activate_unit(game, unit), dice=dice)


def _moved(table: Table[State], unit: UnitId) -> float:
    """How far to the right of the start a unit stands, in BU."""
    place = place_of(table, unit)
    assert place is not None
    return place[0] - START[0]


def _offers(table: Table[State]) -> list[str]:
    return [] if through(table) else [key.partition(":")[0] for key in table.offers("blue")]


# ------------------------------------------------------------------------------------------------ terrain
def shares(example: Example) -> None:
    """b7: with half its base a unit is in, with all of it entirely in."""
    assert not example.when
    inside: dict[str, bool] = {}
    entirely: dict[str, bool] = {}
    for name in "ABC":
        scene = BattleScene()
        scene.terrain("wood", box(4, 4, 4, 4))
        unit = scene.blue("unit", None)
        within = round(example.given["unit_share_inside"][name] * scene.state.card(unit).depth)
        scene.state.change(unit, pose=(3600, 4800 + scene.state.card(unit).depth // 2 - within, 0))
        inside[name] = ground.stands_in(scene.state, unit, "difficult")
        entirely[name] = ground.stands_entirely_in(scene.state, unit, "difficult")
    assert inside == {name: example.then["in_terrain"][name] for name in "ABC"}
    assert entirely == {name: example.then["entirely"][name] for name in "ABC"}


# ------------------------------------------------------------------------------------------------ marching
def _marching(example: Example) -> tuple[BattleScene, UnitId]:
    scene = BattleScene()
    given = example.given
    return scene, scene.blue("unit", START, RIGHT, type=given["unit"], move=given["M"], discipline=given["D"])


def failed_march(example: Example) -> None:
    """b15: foot marches and fails its test."""
    scene, unit = _marching(example)
    table = _going(scene, unit, example.when["test_die"])
    for _ in range(example.when["actions"]):
        table.answer("blue", ("move", ("forward", example.given["M"] * BU)))
    assert _moved(table, unit) == example.then["distance"]
    assert table.state.units[unit].disordered == example.then["disordered"]
    assert ("move" in _offers(table)) == example.then["more_movement"]


def passed_marches(example: Example) -> None:
    """b16: horse marches twice in good order; each test is harder."""
    scene, unit = _marching(example)
    table = _going(scene, unit, *example.when["test_dice"])
    for _ in range(example.when["actions"]):
        table.answer("blue", ("move", ("forward", example.given["M"] * BU)))
    assert _moved(table, unit) == example.then["distance"]
    assert table.state.units[unit].disordered == example.then["disordered"]
    table.dice.add(1)
    table.answer("blue", ("move", ("forward", BU)))
    needed = [e.target - e.modifiers.value for e in table.events(DisciplineTested)]
    assert needed == [*example.then["targets"], example.then["target_for_4th_action_test"]]


def moved_aside(example: Example) -> None:
    """b17: foot that moves at an angle in a second action tests, moves no more, and may shoot."""
    scene = BattleScene()
    given = example.given
    unit = scene.blue("unit", (10, 12), type=given["unit"], move=given["M"], weapons=["musket"])
    scene.red("foe", (10.7, 8), reacted=True)
    table = _going(scene, unit, 6)
    for words in example.when["actions"]:
        way, length = words.split()
        table.answer("blue", ("move", (way, int(length) * BU, *([4500] if way == "oblique" else []))))
    assert bool(table.events(DisciplineTested)) == example.then["discipline_test"]
    assert ("move" in _offers(table)) == example.then["may_move_again"]
    assert ("shoot" in _offers(table)) == example.then["may_shoot"]
    scene.state.change(unit, disordered=True)
    assert not {"oblique", "left", "right"} & set(keys_of(scene.state, unit, Acting(unit)))


def facing(example: Example) -> None:
    """b47: a tercio faces its right; its new front has its middle where that side had it."""
    given, middle = example.given, (10, 8)
    scene = BattleScene()
    unit = scene.blue(
        "unit",
        middle,
        given["facing"],
        type=given["unit"],
        frontage=given["frontage"] * BU,
        depth=given["depth"] * BU,
    )
    assert given["centre"] == [0, 0]

    def from_the_middle(state: State, side: Side) -> list[float]:
        x, y = body(state, unit).middle(side)
        return [x / BU - middle[0], middle[1] - y / BU]

    assert from_the_middle(scene.state, Side.RIGHT) == example.then["old_side_midpoint"]
    table = _going(scene, unit, 6)
    assert example.when["action"] == "face right"
    table.answer("blue", ("move", ("face_right", 0)))
    assert from_the_middle(table.state, Side.FRONT) == example.then["centre_of_new_front"]
    assert bool(table.events(DisciplineTested)) == example.then["discipline_test"]


def widest_wheel(example: Example) -> None:
    """c33: how far foot wheels in one action; whoever could go farther turns by a right angle at most."""
    assert not example.when
    for move, degrees in ((example.given["M"], example.then["max_degrees"]), (4, 90)):
        scene = BattleScene()
        unit = scene.blue("unit", (10, 8), move=move, frontage=example.given["frontage"] * BU)
        most = reach(scene.state, unit, "wheel_right").length
        end = landing(scene.state, unit, Acting(unit), Course("wheel_right", most))
        assert end.base.pose.heading / 100 == degrees


# ------------------------------------------------------------------------------------------------ through friends
def half_way_through(example: Example) -> None:
    """b20: horse that would end inside other horse stops before it or comes through in a second action."""
    given, first = example.given, round(example.when["first_action"] * BU)
    before = round(given["passed_in_the_way_after"] * BU)
    scene = BattleScene()
    horse = scene.blue("horse", (10, 12), type=given["mover"], move=given["M"])
    other = scene.blue("other", None, type=given["passed"])
    scene.state.change(other, pose=(6000, 7200 - 400 - before, 0))

    def is_inside(table: Table[State]) -> bool:
        return bool(overlapping(body(table.state, horse), [body(table.state, other)]))

    assert example.then["options"] == ["stop before entering", "second action to complete"]
    stopping = _going(scene, horse)
    stopping.answer("blue", ("move", ("forward", before)))
    assert not is_inside(stopping)
    assert "move" in _offers(stopping)
    going = _going(scene, horse, 6)
    going.answer("blue", ("move", ("forward", first)))
    assert is_inside(going)
    going.answer("blue", ("move", ("forward", before + 800 - first)))
    assert not is_inside(going)
    assert going.state.pose(horse)[1] == 7200 - before - 800
    assert example.then["illegal"] == "end inside"
    staying = _going(scene, horse)
    staying.answer("blue", ("move", ("forward", first)))
    staying.answer("blue", PASS)
    assert not is_inside(staying)
    assert staying.state.pose(horse)[1] == 7200 - before


def put_behind(example: Example) -> None:
    """b21: dragoons on whom foot would end are put behind it."""
    given = example.given
    scene = BattleScene()
    foot = scene.blue("foot", (10, 12), type=given["mover"], move=given["M"])
    dragoons = scene.blue("dragoons", (10, 11), type=given["passed"])
    length = round(example.when["first_action"] * BU)
    check_course(scene.state, foot, Acting(foot), Course("forward", length))
    table = _going(scene, foot)
    ahead = body(scene.state, foot).at(Pose(6000, 7200 - length, 0))
    assert bool(overlapping(ahead, [body(scene.state, dragoons)])) == example.when["overlap_at_end"]
    table.answer("blue", ("move", ("forward", length)))
    behind = body(table.state, foot).middle(Side.REAR), body(table.state, dragoons).middle(Side.FRONT)
    assert (behind[0] == behind[1]) == (example.then["DR"] == "placed directly behind the P&M")
    apart = not overlapping(body(table.state, foot), [body(table.state, dragoons)])
    assert apart != example.then["overlap_at_end"]


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "baroque.ex.b7": shares,
    "baroque.ex.b15": failed_march,
    "baroque.ex.b16": passed_marches,
    "baroque.ex.b17": moved_aside,
    "baroque.ex.b20": half_way_through,
    "baroque.ex.b21": put_behind,
    "baroque.ex.b47": facing,
    "baroque.ex.c33": widest_wheel,
}
"""Each example of these chapters by its id."""
