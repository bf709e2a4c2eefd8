"""Leaders: moving, joining, leaving, stepping aside (2.6.1a to 2.6.1e, 2.6.1g, 2.6.1i, 3.1.3)."""

from typing import Any

import pytest

from muster.engine.refusals import Refusal
from muster.geometry.open.moves import straight
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.leaders import LeaderDisplaced, LeaderJoined, LeaderMoved
from muster.rulesets.baroque.events.tests import DisciplineTested
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.leaders import in_the_way, joinable, no_attachment, reach_left
from muster.rulesets.baroque.queries.orders import step_spec
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.rules.command import lead_command
from muster.rulesets.baroque.rules.initiative import next_command
from muster.rulesets.baroque.rules.leaders import make_way
from muster.rulesets.baroque.state import State
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene, box, parts, through


def led(at: tuple[float, float] | None = (10, 14), **states: Any) -> BattleScene:
    """A unit of foot, a gun, and a unit of another command with its leader; their own leader behind them."""
    scene = BattleScene()
    scene.blue("foot", (10, 11))
    scene.blue("gun", (13, 11), type="ART", weapons=["art_b"])
    scene.blue("horse", (16, 11), type="TR", command="blue/2")
    scene.red("foe", (10, 3))
    scene.leader("blue/1", at, **states)
    scene.leader("blue/2", (16, 14))
    return scene


def point(x: float, y: float) -> tuple[int, int, int]:
    """A leader's place in BU."""
    return round(x * BU), round(y * BU), 0


def go(table: Table[State], x: float, y: float) -> None:
    """Blue's leader goes there."""
    table.answer("blue", ("leader:go", {"blue/1": point(x, y)}))


def cannot_go(table: Table[State], x: float, y: float) -> Refusal:
    """Why he cannot."""
    places = {"at": {"blue/1": list(point(x, y))}}
    return table.refused("blue", {"picks": [{"key": "leader:go", "with": places}]})


# ------------------------------------------------------------------------------------------------ moving
@pytest.mark.rule("baroque.2.6.1a")
def test_2_6_1a_a_leader_goes_up_to_4_bu_in_an_activation_in_parts_and_any_direction() -> None:
    """R142: straight from where he is."""
    table = led((10, 14)).run(lead_command)
    go(table, 12.5, 14)
    assert table.event(LeaderMoved).length == 1500
    assert reach_left(table.state, "blue/1") == 900
    again = led((12.5, 14), moved=1500).run(lead_command)
    refusal = cannot_go(again, 14.01, 14)
    assert (refusal.code, refusal.rule) == ("out_of_reach", "baroque.2.6.1a")
    go(again, 14, 14)
    assert again.state.leaders["blue/1"].moved == 2400


@pytest.mark.rule("baroque.2.6.1a")
def test_2_6_1a_with_his_4_bu_used_up_he_is_offered_nothing_more() -> None:
    table = led((10, 14), moved=2400).run(lead_command)
    assert [k for k in table.offers("blue") if k.startswith("leader")] == []


def test_a_new_activation_of_his_command_gives_a_leader_his_4_bu_again() -> None:
    scene = led((10, 14), moved=2400, changed_unit=True, barred=True)
    scene.state.phase, scene.state.active = "initiative", None
    for command in ("red/1", "blue/2"):
        scene.state.change_command(command, done=True)
    leader = scene.run(next_command, dice=[3, 4]).state.leaders["blue/1"]
    assert (leader.moved, leader.changed_unit, leader.barred) == (0, False, False)


def test_difficult_ground_does_not_hinder_a_leader() -> None:
    scene = led((10, 14))
    scene.terrain("wood", box(11, 12, 3, 3))
    table = scene.run(lead_command)
    go(table, 13, 14)
    assert table.state.leaders["blue/1"].at == (7800, 8400)


@pytest.mark.rule("baroque.3.1.3")
def test_3_1_3_a_leader_does_not_stand_in_impassable_ground() -> None:
    scene = led((10, 14))
    scene.terrain("rocks", box(11, 12, 3, 3))
    assert cannot_go(scene.run(lead_command), 12, 14).rule == "baroque.3.1.3"


@pytest.mark.rule("baroque.3.1.3")
def test_3_1_3_a_leader_rides_through_no_impassable_ground_and_joins_nobody_beyond_it() -> None:
    scene = led((10, 14))
    scene.terrain("lake", box(9.5, 12.5, 1, 0.5))
    table = scene.run(lead_command)
    refusal = cannot_go(table, 10, 12.2)
    assert (refusal.rule, "on the way" in refusal.text) == ("baroque.3.1.3", True)
    assert "leader:join" not in table.offers("blue")
    go(table, 10.8, 13.2)  # round it, in parts
    assert joinable(table.state, "blue/1") == ("foot",)


@pytest.mark.rule("baroque.3.1.3", "baroque.3.1.2b")
def test_3_1_3_over_a_river_a_leader_keeps_to_its_bridge() -> None:
    scene = led((10, 14))
    scene.terrain("river", box(0, 12.8, 20, 0.4), state="deep")
    scene.terrain("bridge", box(9.5, 12.3, 1, 1.4))
    table = scene.run(lead_command)
    assert cannot_go(table, 12, 12).rule == "baroque.3.1.3"
    go(table, 10, 12)
    assert table.event(LeaderMoved).length == 1200


def test_a_leader_does_not_stop_on_a_base_without_joining_it_nor_leave_the_table() -> None:
    """R142."""
    table = led((10, 14)).run(lead_command)
    assert "that is on Foot" in cannot_go(table, 10, 11.2).text
    assert "off the table" in cannot_go(table, 10, 15.1).text


@pytest.mark.rule("baroque.2.6.1a")
def test_2_6_1a_a_leader_goes_between_two_actions_of_a_unit_and_the_unit_goes_on() -> None:
    table = led((10, 14)).run(lambda game: activate_unit(game, "foot"), dice=[4])
    table.answer("blue", ("move", ("forward", 600)))
    go(table, 12, 14)
    assert table.state.leaders["blue/1"].moved == 1200
    table.answer("blue", ("move", ("forward", 600)))
    assert table.state.pose("foot")[1] == 6600 - 1200
    go(table, 14, 14)
    assert [k for k in table.offers("blue") if k.startswith("leader")] == []


@pytest.mark.rule("baroque.2.6.1a", "baroque.2.6.1d", "baroque.2.4.1d")
def test_2_5_1_1c_a_leader_joins_a_unit_that_has_rallied_before_it_withdraws() -> None:
    scene = led((10, 13))
    scene.state.change("foot", disordered=True)
    table = scene.run(lambda game: activate_unit(game, "foot"), dice=[4, 3])
    table.answer("blue", "rally")
    told = table.option("blue", "leader:join").detail
    assert "under fire he falls on 5 or more, in melee on 4 or more" in told
    assert "out of command to the end, and on a 6 in melee each of them tests its discipline." in told
    table.answer("blue", ("leader:join", "foot"))
    table.answer("blue", "withdraw")
    assert ("2.4.1d", 1) in parts(table.events(DisciplineTested)[1].modifiers)
    assert table.state.units["foot"].gone == "withdrawn"


@pytest.mark.rule("baroque.2.6.1a")
def test_2_6_1a_of_a_unit_that_has_nothing_left_to_do_no_leader_s_deed_is_asked() -> None:
    table = led((10, 14)).run(lambda game: activate_unit(game, "foot"))
    table.answer("blue", ("move", ("left", 300)))  # no movement follows, and it has nothing to shoot with
    assert through(table)


# ------------------------------------------------------------------------------------------------ joining, leaving
@pytest.mark.rule("baroque.2.6.1d")
def test_2_6_1d_he_joins_a_unit_of_his_command_but_no_artillery() -> None:
    table = led((13, 13)).run(lead_command)
    assert table.offers("blue", "leader:join") == ["foot", "horse"]  # he is the Commander-in-Chief
    table.answer("blue", ("leader:join", "foot"))
    joined = table.event(LeaderJoined)
    assert (joined.unit, joined.start) == ("foot", (7800, 7800))
    leader = table.state.leaders["blue/1"]
    assert (leader.unit, leader.at) == ("foot", (6000, 6600))


@pytest.mark.rule("baroque.2.6.1d")
def test_2_6_1d_only_the_commander_in_chief_joins_units_of_other_commands() -> None:
    state = led().state
    assert no_attachment(state, "blue/1", "horse") is None
    reason = no_attachment(state, "blue/2", "foot")
    assert reason is not None
    assert "own command" in reason.text
    assert no_attachment(state, "blue/1", "foe") is not None


def test_r39_his_move_has_to_reach_the_unit_s_base_and_is_used_for_it() -> None:
    # The rear edge of the base is 2 2/3 BU away.
    assert joinable(led((10, 14), moved=801).state, "blue/1") == ()
    table = led((10, 14), moved=800).run(lead_command)
    table.answer("blue", ("leader:join", "foot"))
    assert table.event(LeaderJoined).length == 1600
    assert table.state.leaders["blue/1"].moved == 2400


@pytest.mark.rule("baroque.2.6.1e")
def test_2_6_1e_in_one_activation_he_joins_or_leaves_a_unit_and_not_both() -> None:
    scene = led(None, unit="foot")
    table = scene.run(lead_command)
    table.answer("blue", ("leader:leave", {"blue/1": point(12, 13)}))
    assert table.event(LeaderMoved).left_unit == "foot"
    leader = table.state.leaders["blue/1"]
    assert (leader.unit, leader.changed_unit) == (None, True)
    assert joinable(table.state, "blue/1") == ()
    joined = led(None, unit="foot", changed_unit=True).run(lead_command)
    assert "leader:leave" not in joined.offers("blue")


@pytest.mark.rule("baroque.2.6.1g")
def test_2_6_1g_he_does_not_move_by_himself_while_attached() -> None:
    table = led(None, unit="foot").run(lead_command)
    assert "leader:go" not in table.offers("blue")
    table.answer("blue", ("leader:leave", {"blue/1": point(10, 14.9)}))
    assert table.state.leaders["blue/1"].moved == 2340


@pytest.mark.rule("baroque.2.6.1g")
def test_2_6_1g_he_goes_along_with_his_unit_which_costs_him_nothing() -> None:
    scene = led(None, unit="foot", moved=2300)
    table = scene.run(lead_command)
    assert not {"leader:go", "leader:join"} & set(table.offers("blue"))
    table.answer("blue", "unit:foot")
    table.answer("blue", ("move", ("forward", 600)))
    leader = table.state.leaders["blue/1"]
    assert (leader.at, leader.unit, leader.moved) == ((6000, 6000), "foot", 2300)


@pytest.mark.rule("baroque.2.6.1i")
def test_2_6_1i_after_his_unit_was_destroyed_he_may_move_but_join_nobody() -> None:
    table = led((10, 13), barred=True).run(lead_command)
    assert "leader:go" in table.offers("blue")
    assert "leader:join" not in table.offers("blue")


@pytest.mark.rule("baroque.7.5.6c")
def test_7_5_6c_after_a_rout_in_melee_he_joins_nobody_in_this_turn_even_in_a_new_activation() -> None:
    scene = led((10, 13), bereft=1)
    assert joinable(scene.state, "blue/1") == ()
    scene.state.turn = 2
    assert joinable(scene.state, "blue/1") == ("foot",)


def test_a_unit_has_one_leader_at_most() -> None:
    scene = led((15, 13))
    scene.leader("blue/2", unit="horse")
    assert "horse" not in joinable(scene.state, "blue/1")


# ------------------------------------------------------------------------------------------------ stepping aside
@pytest.mark.rule("baroque.2.6.1b")
@pytest.mark.parametrize("seat", ["blue", "red"])
def test_2_6_1b_a_leader_in_the_path_steps_aside_where_his_owner_says_at_no_cost(seat: str) -> None:
    scene = led((10, 14))
    scene.leader(f"{seat}/1", (10, 9))
    path = straight(body(scene.state, "foot"), 0, 1800)
    table = scene.run(lambda game: make_way(game, lambda _: path))
    assert table.asked(seat).subject == f"{seat}/1"
    far = table.refused(
        seat, {"at": {f"{seat}/1": list(point(16, 9))}}
    )  # R143: he gets out of the way, no more
    assert "steps 2." in far.text
    table.answer(seat, {f"{seat}/1": point(12, 9)})
    assert table.event(LeaderDisplaced).to == (7200, 5400)
    assert table.state.leaders[f"{seat}/1"].moved == 0
    assert through(table)


@pytest.mark.rule("baroque.2.6.1a")
def test_2_6_1a_who_goes_nowhere_is_not_counted_as_going() -> None:
    scene = led((10, 14))
    spec = step_spec(scene.state, "blue/1")
    at = scene.state.leaders["blue/1"].at
    assert at is not None
    with pytest.raises(Refusal, match=r"goes at least 0\.1 BU"):
        spec.check({"blue/1": (at[0] + 59, at[1], 0)})
    spec.check({"blue/1": (at[0] + 60, at[1], 0)})
    spec.check(spec.suggest())


@pytest.mark.rule("baroque.2.6.1b")
def test_2_6_1b_he_ends_out_of_the_way_and_at_least_1_bu_from_every_enemy_unit() -> None:
    scene = led((10, 9))
    path = straight(body(scene.state, "foot"), 0, 1800)
    table = scene.run(lambda game: make_way(game, lambda _: path))
    still = table.refused("blue", {"at": {"blue/1": list(point(10.5, 9))}})
    assert (still.rule, "still in the way" in still.text) == ("baroque.2.6.1b", True)
    near = table.refused("blue", {"at": {"blue/1": list(point(10, 4.3))}})
    assert "less than 1 BU from Foe" in near.text
    table.answer("blue", {})  # what is suggested passes
    assert through(table)


@pytest.mark.rule("baroque.1.3.2")
@pytest.mark.parametrize(("x", "met"), [(11.01, False), (10.99, True)])
def test_1_3_2_a_leader_is_a_point_who_is_met_only_where_a_base_passes_over_it(x: float, met: bool) -> None:
    scene = led((x, 9))
    path = straight(body(scene.state, "foot"), 0, 1800)
    assert in_the_way(scene.state, [path]) == (("blue/1",) if met else ())


def test_leaders_beside_the_path_and_those_attached_stay_where_they_are() -> None:
    scene = led(None, unit="foot")
    scene.leader("red/1", (12, 9))
    path = straight(body(scene.state, "foot"), 0, 1800)
    assert through(scene.run(lambda game: make_way(game, lambda _: path)))


@pytest.mark.rule("baroque.2.6.1b")
def test_r143_a_leader_steps_aside_no_farther_than_he_has_to_or_stays_where_there_is_no_place() -> None:
    scene = led((10, 9))
    path = straight(body(scene.state, "foot"), 0, 1800)
    table = scene.run(lambda game: make_way(game, lambda _: path))
    far = table.refused("blue", {"at": {"blue/1": list(point(0.5, 14.5))}})
    assert far.text.endswith("he steps 2.25 BU aside at the most.")
    table.answer("blue", {"blue/1": point(12, 9)})
    assert table.event(LeaderDisplaced).to == (7200, 5400)
    scene = led((10, 9))
    scene.terrain("rocks", box(0, 0, 20, 15))
    table = scene.run(lambda game: make_way(game, lambda _: path))
    assert through(table)
    assert table.state.leaders["blue/1"].at == (6000, 5400)
