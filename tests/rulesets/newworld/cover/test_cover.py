"""Cover on the map, full cover, and the Sharpshooter (cover.*)."""

import pytest

from muster.rulesets.newworld.state import State
from tests.kit.table import Table
from tests.rulesets.newworld.scenes import FightScene, parts, rolled

LOW_WALL = {"at": [6, 1], "side": "w", "kind": "low-wall"}
PARAPET = {"at": [6, 1], "side": "w", "kind": "parapet"}
WAGON = {"id": "wagon", "kind": "wagon", "squares": [[5, 1]], "level": 1}


def shot(
    scene: FightScene, *, distance: int = 5, talents: tuple[str, ...] = (), **bob: object
) -> Table[State]:
    """Ann on (1, 1) shoots Bob with a shortbow."""
    scene.blue("ann", (1, 1), hands=["shortbow"], talents=talents)
    scene.red("bob", (1 + distance, 1), **bob)
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "shoot:bob:ann/shortbow/0")
    return table


def bonus(table: Table[State]) -> list[tuple[str, int]]:
    """What was added to the Ranged Defence."""
    return parts(rolled(table).defence)[1:]


@pytest.mark.rule("newworld.cover.1")
def test_cover_1_light_cover_adds_one_to_ranged_defence() -> None:
    assert bonus(shot(FightScene(edges=[LOW_WALL]))) == [("cover.1", 1)]
    assert bonus(shot(FightScene("..........", "......t...", ".........."))) == [("cover.1", 1)]
    assert bonus(shot(FightScene(features=[WAGON]))) == [("cover.1", 1)]


@pytest.mark.rule("newworld.cover.1")
def test_cover_1_a_doorway_is_light_cover_on_its_far_side_and_a_gateway_is_none() -> None:
    for kind, column, found in (("door", 6, [("cover.1", 1)]), ("door", 5, []), ("gate", 6, [])):
        border = {"at": [column, 1], "side": "w", "kind": kind, "state": "open"}
        assert bonus(shot(FightScene(edges=[border]))) == found


@pytest.mark.rule("newworld.cover.2")
def test_cover_2_heavy_cover_adds_two_to_ranged_defence() -> None:
    assert bonus(shot(FightScene(edges=[PARAPET]))) == [("cover.2", 2)]
    window = {"at": [6, 1], "side": "w", "kind": "window", "state": "open"}
    assert bonus(shot(FightScene(edges=[window]))) == [("cover.2", 2)]


@pytest.mark.rule("newworld.cover.3")
def test_cover_3_a_target_of_which_nothing_shows_cannot_be_shot_at() -> None:
    for row, offered in (("....#.....", False), ("....t.....", True)):
        scene = FightScene("..........", row, "..........")
        scene.blue("ann", (1, 1), hands=["shortbow"])
        scene.red("bob", (6, 1))
        assert ("shoot:bob:ann/shortbow/0" in scene.turn("ann").offers("blue")) is offered


@pytest.mark.rule("newworld.cover.4")
def test_cover_4_cover_does_not_change_melee_defence() -> None:
    scene = FightScene(edges=[PARAPET])
    scene.blue("ann", (5, 1), hands=["sabre"])
    scene.red("bob", (6, 1))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert parts(rolled(table).defence) == [("defence.1", 10)]


@pytest.mark.rule("newworld.cover.5")
def test_cover_5_the_best_of_what_the_line_crosses_at_or_beside_the_target_counts() -> None:
    near_and_far = FightScene("..........", "....t.....", "..........", edges=[PARAPET])
    assert bonus(shot(near_and_far)) == [("cover.2", 2)]
    beside = FightScene("..........", ".....t....", "..........")
    assert bonus(shot(beside)) == [("cover.1", 1)]


def test_cover_5_what_lies_farther_from_the_target_or_is_only_touched_gives_nothing() -> None:
    two_off = FightScene("..........", "....t.....", "..........")
    assert bonus(shot(two_off)) == []
    along = FightScene(edges=[{"at": [2, 1], "side": "n", "kind": "low-wall", "length": 5}])
    assert bonus(shot(along)) == []
    corner = FightScene(edges=[{"at": [6, 2], "side": "w", "kind": "low-wall"}])
    assert bonus(shot(corner)) == []
    scene = FightScene("...#......", "..........", "..........")
    scene.blue("ann", (1, 1), hands=["shortbow"])
    scene.red("bob", (5, 0))  # the line to it passes the wall's corner and no more
    assert "shoot:bob:ann/shortbow/0" not in scene.turn("ann").offers("blue")


def test_cover_5_a_raised_feature_does_not_cover_who_stands_on_it() -> None:
    assert bonus(shot(FightScene(features=[{**WAGON, "squares": [[6, 1]]}]))) == []


@pytest.mark.rule("newworld.cover.6")
def test_cover_6_a_sharpshooter_takes_one_off_cover_before_prone_and_the_limit() -> None:
    sharp = ("sharpshooter",)
    assert bonus(shot(FightScene(edges=[PARAPET]), talents=sharp)) == [("cover.2", 1)]
    assert bonus(shot(FightScene(edges=[LOW_WALL]), talents=sharp)) == []
    prone = shot(FightScene(edges=[PARAPET]), talents=sharp, prone=True)
    assert bonus(prone) == [("prone.2", 2)]
    shielded = shot(FightScene(edges=[PARAPET]), talents=sharp, hands=["shield"])
    assert bonus(shielded) == [("setup.3", 1), ("cover.2", 1)]


@pytest.mark.rule("newworld.cover.6")
def test_cover_6_or_one_off_the_range_penalty_as_the_shooter_chooses() -> None:
    wall = {"at": [26, 1], "side": "w", "kind": "parapet"}
    for choice, attack, defence in (
        ("range", [("range.8", -1)], [("cover.2", 2)]),
        ("cover", [("range.8", -2)], [("cover.2", 1)]),
    ):
        scene = FightScene(size=(30, 3), edges=[wall])
        scene.blue("ann", (1, 1), hands=["shortbow"], talents=["sharpshooter"])
        scene.red("bob", (26, 1))
        table = scene.turn("ann", dice=[3, 4, 1])
        shots = [k for k in table.offers("blue") if k.startswith("shoot:")]
        assert shots == ["shoot:bob:ann/shortbow/0:range", "shoot:bob:ann/shortbow/0:cover"]
        table.answer("blue", f"shoot:bob:ann/shortbow/0:{choice}")
        assert parts(rolled(table).attack)[2:] == attack
        assert bonus(table) == defence


@pytest.mark.rule("newworld.cover.6")
def test_cover_6_where_only_the_range_costs_something_the_talent_is_used_on_it() -> None:
    scene = FightScene(size=(30, 3))
    table = shot(scene, distance=25, talents=("sharpshooter",))
    assert parts(rolled(table).attack)[2:] == [("range.8", -1)]


@pytest.mark.rule("newworld.range.12")
def test_cover_6_it_does_not_touch_the_penalty_for_a_foe_in_reach() -> None:
    scene = FightScene()
    scene.red("cat", (1, 2))
    table = shot(scene, talents=("sharpshooter",))
    assert parts(rolled(table).attack)[2:] == [("range.12", -2)]
