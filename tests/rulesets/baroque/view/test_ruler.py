"""The ruler and the lines of fire that anybody may lay on the table at any time (1.4a, 6.3)."""

from typing import Any, TypeAlias

import pytest

from muster.geometry.open.poses import Side, distance
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.lines import sight_of
from muster.rulesets.baroque.ruleset import RULESET
from tests.rulesets.baroque.scenes import BattleScene, box, units

Json: TypeAlias = Any


def ruler(scene: BattleScene, start: tuple[float, float], end: tuple[float, float]) -> Json:
    """What the ruler says between two places in BU."""
    (x, y), (u, v) = start, end
    return RULESET.measure(scene.state, (units(x), units(y)), (units(u), units(v)))


def test_a_ruler_between_bases_says_the_number_by_which_the_rules_go_wherever_it_is_laid_on_them() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 10), weapons=["musket"])
    scene.red("horse", (12, 7), type="TR")
    told = ruler(scene, (9.2, 10.2), (12.9, 7))
    # From edge to edge: 0 BU aside, 3 less half a depth of each.
    between = distance(body(scene.state, "foot"), body(scene.state, "horse"))
    assert (told["distance"], told["from"], told["to"]) == (between.length, between.start, between.end)
    assert told["distance"] == 3 * 600 - 400
    assert told["text"] == "2.33 BU"


def test_from_a_base_to_a_place_it_begins_at_the_nearest_edge_and_within_one_base_it_measures_from_its_edge() -> (
    None
):
    scene = BattleScene()
    scene.blue("foot", (10, 10))
    assert ruler(scene, (10, 10), (10, 8))["text"] == "1.67 BU"
    assert ruler(scene, (10, 8), (10, 10))["to"] == (6000, 5800)
    assert "sights" not in ruler(scene, (10, 10), (10, 8))
    assert ruler(scene, (9.5, 10), (10.5, 10))["distance"] == 0


@pytest.mark.rule("baroque.6.3.2")
def test_6_3_2_the_lines_of_fire_of_any_unit_come_with_their_range_and_what_they_come_to() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 10), weapons=["musket"])
    horse = scene.red("horse", (10, 7), type="TR")
    told = ruler(scene, (10, 10), (10, 7))
    sight = sight_of(scene.state, foot, Side.FRONT, horse)
    assert [(line["from"], line["to"], line["state"]) for line in told["sights"]] == [
        (line.start, line.end, "clear") for line in sight.lines
    ]
    assert (told["fire"], told["why"]) == ("Line of fire, range 2.33 BU", "")
    # From the middle of the firing side, which is farther than from edge to edge.
    scene.state.change(horse, pose=(8400, 4200, 18_000))
    told = ruler(scene, (10, 10), (14, 7))
    assert told["fire"] == "Line of fire, range 3.8 BU"
    assert told["text"] == "3.07 BU"


@pytest.mark.rule("baroque.6.3.3c")
def test_6_3_3_what_blocks_the_lines_is_said() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 10), weapons=["musket"])
    scene.red("horse", (10, 6), type="TR")
    scene.terrain("wood", box(8, 6.8, 4, 2.4))
    told = ruler(scene, (10, 10), (10, 6))
    assert told["fire"].startswith("No line of fire")
    assert {line["state"] for line in told["sights"]} == {"blocked"}
    assert "Wood" in told["why"]


@pytest.mark.rule("baroque.6.3.1b")
def test_6_3_1b_a_tercio_looks_out_of_the_side_that_sees_best() -> None:
    scene = BattleScene()
    scene.blue("tercio", (10, 10), type="LTE", weapons=["musket"])
    scene.red("horse", (14, 10), heading=270, type="TR")
    told = ruler(scene, (10, 10), (14, 10))
    assert told["fire"].startswith("Line of fire")
    assert all(line["from"][0] == 10 * 600 + 600 for line in told["sights"])
