"""Leaders step out from under every base that comes to stand on them, not from its way alone (2.6.1b)."""

from typing import Any

import pytest

from muster.rulesets.baroque.events.leaders import LeaderDisplaced
from muster.rulesets.baroque.queries.bodies import bodies
from muster.rulesets.baroque.queries.leaders import base_under
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.rules.pursuit import pursue
from muster.rulesets.baroque.rules.retreat import go_back
from muster.rulesets.baroque.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.charge.runs import NO_HITS, charging, small, still
from tests.rulesets.baroque.scenes import BattleScene, through

pytestmark = pytest.mark.rule("baroque.2.6.1b")


def act(scene: BattleScene, unit: str, *dice: int) -> Table[State]:
    """The activation of a unit alone."""
    return scene.run(lambda game: activate_unit(game, unit), dice=dice)


def aside(table: Table[State], mover: str, seat: str = "blue") -> None:
    """His owner is asked for ``mover`` and takes what is suggested; he stands under nobody then."""
    command = f"{seat}/1"
    assert table.asked(seat).subject == command
    table.answer(seat, {})
    stepped = table.event(LeaderDisplaced)
    assert (stepped.command, stepped.unit) == (command, mover)
    assert base_under(bodies(table.state, table.state.on_table()), stepped.to) is None


def course(way: str, length: int = 0) -> tuple[str, tuple[Any, ...]]:
    """One movement action."""
    return ("move", (way, length))


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_2_6_1b_a_leader_steps_aside_for_light_troops_who_are_put_behind_a_mover(seat: str) -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 10))
    scene.blue("dragoons", (10, 9), type="DR")
    scene.leader(
        f"{seat}/1", (10.5, 10.38)
    )  # behind the foot, to whose rear the dragoons reach farther than it did
    table = act(scene, foot)
    table.answer("blue", course("forward", 300))
    aside(table, "dragoons", seat)
    assert table.state.pose("dragoons")[1] == 6080


def test_2_6_1b_a_leader_steps_aside_for_friends_whom_a_charger_leaves_behind() -> None:
    scene = BattleScene()
    horse = charger(scene, **small())
    in_front(scene, "light", 0.1, aside=1.5, type="CL", heading=0, seat="blue")
    in_front(scene, "guard", 0.3, aside=-1, **still())
    scene.leader("blue/1", (10, 10.5))
    table = charging(scene, horse, "guard", *NO_HITS)
    aside(table, "light")
    assert through(table)


@pytest.mark.parametrize("way", ["face_left", "face_right"])
def test_2_6_1b_a_leader_steps_aside_for_a_tercio_that_faces_a_side(way: str) -> None:
    scene = BattleScene()
    tercio = scene.blue("tercio", (5, 10), type="LTE", massed=True)
    scene.leader("blue/1", (5, 9.2))
    table = act(scene, tercio, 6)
    table.answer("blue", course(way))
    aside(table, tercio)
    assert table.state.pose(tercio)[2] == (27_000 if way == "face_left" else 9_000)


def test_2_6_1b_a_leader_steps_aside_for_a_pursuer_that_turns() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8), type="TR")
    scene.red("guard", (11, 4.4), type="TR")
    scene.leader("red/1", (10.7, 8.5))  # right behind it, where its rear swings to
    scene.acting("foot")
    table = scene.run(lambda game: pursue(game, "foot", "guard", defended=None), dice=[4])
    table.answer("blue", "turn")
    aside(table, "foot", "red")


def test_2_6_1b_a_leader_steps_aside_for_who_falls_back_out_of_a_friend() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 10), type="TR")
    scene.blue("other", (10, 8), type="TR")
    scene.leader("blue/1", (13, 9))
    table = act(scene, horse)
    table.answer("blue", course("forward", 1200))
    table.answer("blue", ("leader:go", {"blue/1": (6000, 5340, 0)}))
    table.answer("blue", PASS)
    aside(table, horse)
    assert table.state.pose(horse)[1] == 5200


def test_2_6_1b_out_of_the_way_is_out_of_that_of_everybody_who_goes_at_once() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8))
    scene.blue("behind", (10, 9))
    scene.leader("blue/1", (10, 8.5))
    table = scene.run(lambda game: go_back(game, "foot", 600))
    pushed = table.refused("blue", {"at": {"blue/1": [6000, 5880, 0]}})
    assert "still in the way" in pushed.text
    aside(table, "foot")
