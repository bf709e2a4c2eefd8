"""Command range and attached leaders (2.4.1, 2.6)."""

import pytest

from muster.rulesets.baroque.armies.files import Level, Structure
from muster.rulesets.baroque.queries.command import forced_rally_dice, is_in_command, leader_distance
from tests.rulesets.baroque.scenes import BattleScene, units


@pytest.mark.rule("baroque.2.6.2b")
def test_2_6_2b_range_runs_from_the_leaders_point_to_the_nearest_point_of_the_unit_and_includes_its_end() -> (
    None
):
    scene = BattleScene()
    scene.structure("blue", "Average", 6)
    scene.leader("blue/1", (2, 5))
    edge = scene.blue("edge", (9, 5))  # its left side is 1 BU nearer
    beyond = scene.blue("beyond", (9 + 1 / 600, 5))
    assert [leader_distance(scene.state, u) for u in (edge, beyond)] == [3600, 3601]
    assert [is_in_command(scene.state, u) for u in (edge, beyond)] == [True, False]


@pytest.mark.rule("baroque.2.6.1h")
@pytest.mark.parametrize(("sc", "reach", "halved"), [("Good", 10, 5), ("Average", 6, 3), ("Poor", 2, 1)])
def test_2_6_1h_attached_his_range_is_halved_and_runs_from_unit_to_unit(
    sc: Structure, reach: int, halved: int
) -> None:
    scene = BattleScene()
    scene.structure("blue", sc, reach)
    with_him = scene.blue("with-him", (4, 5))
    scene.leader("blue/1", unit=with_him)
    edge = scene.blue("edge", (4 + 2 + halved, 5))
    beyond = scene.blue("beyond", (4 + 2 + halved + 1 / 600, 5))
    assert leader_distance(scene.state, edge) == units(halved)
    assert [is_in_command(scene.state, u) for u in (edge, beyond)] == [True, False]


@pytest.mark.rule("baroque.2.4.1g")
def test_2_4_1g_with_its_own_leader_a_unit_is_in_command_even_if_he_is_heard_by_nobody() -> None:
    scene = BattleScene()
    scene.structure("blue", "Poor", 0)
    foot = scene.blue("foot", (4, 5))
    scene.leader("blue/1", (19, 14), unit=None)
    assert not is_in_command(scene.state, foot)
    scene.leader("blue/1", unit=foot)
    scene.state.change(foot, pose=None)
    assert is_in_command(scene.state, foot)


@pytest.mark.rule("baroque.6.2.2c")
def test_6_2_2c_units_of_a_lost_leader_are_out_of_command() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (4, 5))
    assert is_in_command(scene.state, foot)
    scene.leader("blue/1", (4, 5), lost=True)
    assert not is_in_command(scene.state, foot)


@pytest.mark.rule("baroque.2.6.1j")
def test_2_6_1j_the_commander_in_chief_with_another_commands_unit_does_not_put_it_in_command() -> None:
    scene = BattleScene()
    scene.structure("blue", "Poor", 2)
    foot = scene.blue("foot", (4, 5), command="blue/2")
    scene.leader("blue/2", (15, 5))
    scene.leader("blue/1", unit=foot)
    assert not is_in_command(scene.state, foot)
    assert forced_rally_dice(scene.state, foot) == 0


@pytest.mark.rule("baroque.4.1.2e")
def test_4_1_2e_an_incompetent_or_lost_leader_gives_no_forced_rally() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (4, 5))
    levels: tuple[Level, ...] = ("Charismatic", "Expert", "Reliable", "Poor", "Incompetent")
    dice: list[int] = []
    for level in levels:
        scene.leader("blue/1", (4, 7), level=level)
        dice.append(forced_rally_dice(scene.state, foot))
    assert dice == [4, 3, 2, 1, 0]
    scene.leader("blue/1", (4, 7), level="Expert", lost=True)
    assert forced_rally_dice(scene.state, foot) == 0


def test_baggage_has_no_leader() -> None:
    scene = BattleScene()
    baggage = scene.baggage("blue", (4, 13))
    assert not is_in_command(scene.state, baggage)
