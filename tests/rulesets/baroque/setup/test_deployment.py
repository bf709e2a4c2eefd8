"""Deployment: which command, where, its leader, and the river at the end (2.8f, 3.1.1i, 3.4)."""

import pytest

from muster.engine.refusals import Refusal
from muster.engine.requests import Deploy
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.setup import CommandDeployed
from muster.rulesets.baroque.rules.deployment import deploy_command
from muster.rulesets.baroque.rules.river import roll_river
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.state import State, Terrain
from tests.kit.table import Table, body_of
from tests.rulesets.baroque.beginning import SOUTH_BLUE, SOUTH_RED, battle, deploy, settle
from tests.rulesets.baroque.scenes import BattleScene, box

BLUE_FIRST = (SOUTH_BLUE, 2, 5)
"""Blue in the south has to deploy first, and has no die to change that at 300 points."""


def put(table: Table[State], **at: tuple[float, float, float]) -> Refusal:
    """The refusal of a deployment of the only command, these bodies at places in BU and degrees."""
    request = table.match.requests[0]
    poses = {
        k.replace("_", "/"): (round(x * BU), round(y * BU), round(h * 100)) for k, (x, y, h) in at.items()
    }
    return table.refused(request.seat, body_of(request.spec, poses))


@pytest.mark.rule("baroque.3.4a")
def test_3_4a_the_second_player_begins_with_his_largest_command_and_the_baggage_then_the_other() -> None:
    table = battle(SOUTH_BLUE, 2, 5, points=600)
    table.answer("blue", False)
    table.answer("blue", False)
    assert table.asked("blue").spec.kind == "deploy"  # the Centre alone is the largest
    first, second = deploy(table), deploy(table)
    assert (first, second) == ("blue", "red")
    events = table.events(CommandDeployed)
    assert [e.command for e in events] == ["blue/1", "red/1"]
    assert [("blue/baggage" in e.at, "red/baggage" in e.at) for e in events] == [(True, False), (False, True)]


@pytest.mark.rule("baroque.3.4a")
def test_3_4a_after_that_commands_are_deployed_in_turn_and_each_picks_which() -> None:
    table = battle(SOUTH_BLUE, 2, 5, points=600)
    table.answer("blue", False)
    table.answer("blue", False)
    deploy(table)
    deploy(table)
    assert table.offers("blue") == ["blue/2", "blue/3"]
    table.answer("blue", ("blue/3", {}))
    assert table.offers("red") == ["red/2", "red/3"]
    deploy(table)
    assert table.asked("blue").spec.kind == "deploy"
    deploy(table)
    deploy(table)
    order = [(e.seat, e.command) for e in table.events(CommandDeployed)][2:]
    assert order == [("blue", "blue/3"), ("red", "red/2"), ("blue", "blue/2"), ("red", "red/3")]
    assert table.state.phase == "initiative"


@pytest.mark.rule("baroque.3.4a")
def test_3_4a_who_has_none_left_is_skipped() -> None:
    table = battle(SOUTH_BLUE, 2, 5, points=600)
    table.answer("blue", False)
    table.answer("blue", False)
    state = table.state
    state.change_side("red", deployed=("red/2", "red/3"))
    deploy(table)
    deploy(table)
    assert [r.seat for r in table.match.requests] == ["blue"]
    deploy(table)
    assert [r.seat for r in table.match.requests] == ["blue"]


@pytest.mark.rule("baroque.3.4c")
@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [
        (6000, 7000, True),  # its front 4 BU from the edge: a tercio is 1 1/3 BU deep
        (6000, 6999, False),
        (6000, 8600, True),
        (6000, 8601, False),  # off the table
        (1800, 8000, True),  # its side 2 BU off the short edge
        (1799, 8000, False),
        (10_200, 8000, True),
        (10_201, 8000, False),
    ],
)
def test_3_4c_a_unit_stands_wholly_within_4_bu_of_its_edge_and_2_bu_off_the_short_ones(
    x: int, y: int, legal: bool
) -> None:
    table = battle(*BLUE_FIRST)
    request = table.asked("blue")
    told = RULESET.preview(table.state, request.seat, request, {"at": {"blue/u4": [x, y, 0]}})
    verdict = told["bodies"]["blue/u4"]
    assert (verdict["legal"], verdict["rule"]) == (legal, "" if legal else "baroque.3.4c")


@pytest.mark.rule("baroque.3.4c")
def test_3_4c_the_northern_army_stands_at_the_other_edge_and_looks_south() -> None:
    table = settle(battle(SOUTH_RED, 2, 5), 1, 2, 3, 4)
    pose = table.state.pose("blue/u3")
    assert pose[2] == 18_000
    assert pose[1] < 4 * BU


def test_bases_may_not_overlap_when_they_are_deployed() -> None:
    table = battle(*BLUE_FIRST)
    refusal = put(table, blue_u3=(10, 12, 0), blue_u4=(10.5, 12.5, 0))
    assert refusal.code == "overlap"
    assert "Foot 2 cannot stand on Foot 1." in refusal.text


@pytest.mark.rule("baroque.3.4d")
def test_3_4d_a_leader_is_placed_in_the_zone_and_put_on_a_unit_he_is_attached_to_it() -> None:
    table = battle(*BLUE_FIRST)
    assert put(table, blue_1=(10, 10, 0)).rule == "baroque.3.4c"
    spec = table.asked("blue").spec
    assert isinstance(spec, Deploy)
    x, y, _ = spec.suggest()["blue/u3"]
    table.answer("blue", {"blue/1": (x + 100, y, 0)})
    leader = table.state.leaders["blue/1"]
    assert (leader.unit, leader.at) == ("blue/u3", (x + 100, y))


@pytest.mark.rule("baroque.2.6.1d")
def test_2_6_1d_a_leader_is_not_deployed_on_artillery_nor_on_the_baggage() -> None:
    table = battle(*BLUE_FIRST)
    spec = table.asked("blue").spec
    assert isinstance(spec, Deploy)
    suggested = spec.suggest()
    for body, word in (("blue/u5", "artillery"), ("blue/baggage", "no unit")):
        x, y, _ = suggested[body]
        refusal = table.refused("blue", body_of(spec, {"blue/1": (x, y, 0)}))
        assert refusal.rule == "baroque.2.6.1d"
        assert word in refusal.text


def deploy_over(kind: str) -> tuple[str, list[str]]:
    """Over a piece of terrain in the middle of the zone: the rule that refuses a unit there, and who is suggested."""
    table = battle(*BLUE_FIRST)
    outline = ((5000, 6000), (7000, 6000), (7000, 9000), (5000, 9000))
    table.state.terrain["piece"] = Terrain("piece", kind, kind, outline)
    request = table.asked("blue")
    told = RULESET.preview(table.state, request.seat, request, {"at": {"blue/u3": [6000, 8000, 0]}})
    assert isinstance(request.spec, Deploy)
    places = request.spec.suggest()
    table.answer("blue", places)
    assert not any(table.state.units[u].disordered for u in table.state.on_table())
    return told["bodies"]["blue/u3"]["rule"], [u for u, (x, _, _) in places.items() if 5000 < x < 7000]


@pytest.mark.rule("baroque.3.4e")
@pytest.mark.parametrize("kind", ["rocks", "river"])
def test_3_4e_nobody_starts_in_impassable_ground_nor_in_a_river_whatever_its_state_will_be(kind: str) -> None:
    assert deploy_over(kind) == ("baroque.3.4e", [])


@pytest.mark.parametrize("kind", ["wood", "field"])
def test_3_4e_deployment_in_broken_and_difficult_ground_is_allowed_and_costs_no_order(kind: str) -> None:
    rule, there = deploy_over(kind)
    assert rule == ""
    assert there


def test_a_deployment_that_leaves_no_room_for_the_next_command_is_refused() -> None:
    scene = BattleScene()
    scene.state.phase, scene.state.to_deploy, scene.state.active = "deploy", "blue", None
    scene.blue("first", vd=4)
    scene.blue("second", command="blue/2")
    scene.terrain("rocks", box(5, 10, 15, 5))  # of the zone 3 by 4 BU are left
    table = scene.run(deploy_command)
    spec = table.asked("blue").spec
    in_the_way = {"blue/baggage": (1800, 8400, 0), "first": (2100, 7200, 9000), "blue/1": (2900, 8900, 0)}
    refusal = table.refused("blue", body_of(spec, in_the_way))
    assert (refusal.code, refusal.rule) == ("no_room", "baroque.3.4c")
    assert "Blue command 2" in refusal.text
    table.answer("blue", {**in_the_way, "first": (2400, 6800, 0)})
    assert table.state.sides["blue"].deployed == ("blue/1",)


def test_everything_suggested_is_accepted_foot_in_the_middle_and_horse_on_the_wings() -> None:
    table = settle(battle(SOUTH_BLUE, 2, 5, points=600))
    across = {u: table.state.pose(u)[0] for u in table.state.on_table("blue")}
    tercios = [across[u] for u in ("blue/u1", "blue/u2", "blue/u3")]
    horse = [x for u, x in across.items() if table.state.card(u).mounted]
    assert min(tercios) > min(horse)
    assert max(tercios) < max(horse)
    fronts = {
        u: y - table.state.card(u).depth // 2
        for u in table.state.on_table("blue")
        for _, y, _ in [table.state.pose(u)]
    }
    guns = [u for u in across if table.state.card(u).type == "ART"]
    assert {fronts[u] for u in guns} == {fronts["blue/u1"]} == {11 * BU}
    assert any(min(tercios) < across[u] < max(tercios) for u in guns)


@pytest.mark.rule("baroque.3.1.1i")
@pytest.mark.parametrize(
    ("dice", "runs"),
    [
        ((1, 1), "dry"),
        ((2, 3), "dry"),
        ((3, 3), "normal"),
        ((4, 5), "normal"),
        ((4, 6), "deep"),
        ((6, 6), "deep"),
    ],
)
def test_3_1_1i_two_dice_decide_how_the_river_runs(dice: tuple[int, int], runs: str) -> None:
    scene = BattleScene()
    scene.state.phase, scene.state.turn = "river", 0
    river = scene.terrain("river", box(9, 0, 1, 15))
    table = scene.run(roll_river, dice=dice)
    assert table.state.terrain[river].state == runs
    assert (table.state.phase, table.state.turn) == ("initiative", 1)


def test_without_a_river_no_dice_are_rolled_for_it() -> None:
    scene = BattleScene()
    scene.state.phase, scene.state.turn = "river", 0
    assert scene.run(roll_river).state.turn == 1


@pytest.mark.rule("baroque.3.4c")
@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [(1800, 8000, True), (1799, 8000, False), (6000, 7200, True), (6000, 7199, False)],
)
def test_r65_baggage_stands_in_the_zone_like_a_unit_and_a_leader_is_placed_with_his_command(
    x: int, y: int, legal: bool
) -> None:
    table = battle(*BLUE_FIRST)
    request = table.asked("blue")
    told = RULESET.preview(table.state, request.seat, request, {"at": {"blue/baggage": [x, y, 0]}})
    assert told["bodies"]["blue/baggage"]["legal"] is legal
    assert isinstance(request.spec, Deploy)
    assert {"blue/1", "blue/baggage", "blue/u3"} <= set(request.spec.suggest())
