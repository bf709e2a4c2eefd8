"""What terrain hides and covers (3.1.4a to c, f, g, j, obstacle.1)."""

import pytest

from muster.rulesets.baroque.queries.visibility import can_see
from tests.rulesets.baroque.scenes import BattleScene, box
from tests.rulesets.baroque.shooting.looking import FRONT_LINE, hidden, shooter, sight, states


def wood(scene: BattleScene, edge: float, kind: str = "wood") -> None:
    """A wood across the shooter's view whose near edge lies at ``edge`` BU from the top of the table."""
    scene.terrain(kind, box(6, edge - 4, 8, 4))


def foe_behind(edge: float, deep: float, kind: str = "wood") -> BattleScene:
    """A shooter and a target in front of it whose front stands so deep behind the near edge of a wood."""
    scene = shooter()
    scene.red("foe", (10, edge - deep - 1 / 3))
    wood(scene, edge, kind)
    return scene


# ------------------------------------------------------------------------------------------------ who is seen
@pytest.mark.rule("baroque.3.1.4a", "baroque.3.1.4b", "baroque.3.1.4c")
def test_3_1_4a_only_what_of_the_line_lies_inside_the_terrain_counts() -> None:
    scene = foe_behind(6, 0.5)
    assert sight(scene, "foe").distance == round((FRONT_LINE - 5.5) * 600)
    assert hidden(scene, "foe") == ""
    scene = foe_behind(8.2, 1.2)
    assert hidden(scene, "foe") == "3.1.4g"


LIMITS = [
    ("wood", 1),
    ("village", 1),
    ("steep_hill", 1),
    ("wooded_hill", 1),
    ("orchard", 2),
    ("broken_field", 2),
]


@pytest.mark.rule("baroque.3.1.4c")
@pytest.mark.parametrize(("kind", "limit"), LIMITS)
def test_3_1_4c_each_kind_has_its_limit_which_is_still_within(kind: str, limit: float) -> None:
    assert hidden(foe_behind(8, limit, kind), "foe") == ""
    assert hidden(foe_behind(8, limit + 0.01, kind), "foe") in ("3.1.4c", "3.1.4g")


@pytest.mark.parametrize(
    "kind", ["scrub", "rocky_ground", "swamp", "dunes", "lake", "field", "enclosed_field"]
)
def test_3_1_4c_other_ground_hides_nobody(kind: str) -> None:
    scene = foe_behind(8.5, 2.5, kind)
    assert states(sight(scene, "foe")) == ("clear",) * 3


@pytest.mark.rule("baroque.3.1.1e")
def test_3_1_1e_rocks_block_the_view_and_a_line_may_touch_them() -> None:
    scene = shooter()
    scene.red("foe", (10, 5))
    scene.terrain("rocks", box(8, 6.5, 1, 1))
    assert states(sight(scene, "foe")) == ("clear", "clear", "clear")
    scene.terrain("rocks", box(9.7, 6.5, 1, 1))
    assert hidden(scene, "foe") == "3.1.1e"


@pytest.mark.rule("baroque.3.1.4c")
def test_3_1_4c_over_the_ridge_of_a_gentle_hill_one_sees_1_bu_and_up_its_slope_2() -> None:
    scene = shooter()
    scene.red("foe", (10, 5))
    hill = scene.terrain("gentle_hill", box(7, 3, 6, 3.9))
    # 1.57 BU of the line lie on the hill, all on this side of its middle.
    assert hidden(scene, "foe") == ""
    scene.state.terrain.pop(hill)
    scene.terrain("gentle_hill", box(7, 5.4, 6, 1.5))
    assert hidden(scene, "foe") == "3.1.4c"
    found = sight(scene, "foe").lines[0]
    assert (found.state, found.at) == ("blocked", (6000, 4140 - 600))


@pytest.mark.rule("baroque.3.1.4b")
def test_3_1_4b_seeing_is_mutual_whichever_way_the_units_face() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 9))
    scene.red("rear", (10, 6), type="LTE", massed=True, heading=0)
    scene.terrain("wood", box(6, 2, 8, 4.7 + 0.9))
    # Its rear stands 0.93 BU inside, its front looks away and lies deeper than 1 BU.
    assert can_see(scene.state, "foot", "rear")
    assert can_see(scene.state, "rear", "foot")
    scene.state.change("rear", pose=(6000, 3500, 0))
    assert not can_see(scene.state, "foot", "rear")
    assert not can_see(scene.state, "rear", "foot")


# ------------------------------------------------------------------------------------------------ edges
@pytest.mark.rule("baroque.3.1.4f")
@pytest.mark.parametrize("kind", ["wood", "village"])
def test_3_1_4f_a_unit_entirely_inside_and_seen_is_covered_by_the_edge(kind: str) -> None:
    scene = foe_behind(7, 0.3, kind)
    found = sight(scene, "foe")
    assert (found.edge, states(found)) == (f"{kind}-1", ("cover",) * 3)
    assert sight(foe_behind(7, -0.01, kind), "foe").edge is None


@pytest.mark.rule("baroque.3.1.4g")
def test_3_1_4g_deeper_than_1_bu_nobody_shoots_in_or_out() -> None:
    assert hidden(foe_behind(7, 1.01), "foe") == "3.1.4g"
    scene = shooter()
    scene.red("foe", (10, 6))
    scene.terrain("wood", box(6, FRONT_LINE - 1, 8, 4))
    assert hidden(scene, "foe") == ""
    scene.state.terrain.clear()
    scene.terrain("wood", box(6, FRONT_LINE - 1.01, 8, 4))
    assert hidden(scene, "foe") == "3.1.4g"


def test_3_1_4f_who_stands_at_the_edge_shoots_out_without_deduction() -> None:
    scene = shooter()
    scene.red("foe", (10, 6))
    scene.terrain("wood", box(6, FRONT_LINE - 0.5, 8, 4))
    assert sight(scene, "foe").edge is None


# ------------------------------------------------------------------------------------------------ obstacles
def behind(hedge: list[tuple[float, float]], kind: str = "hedge") -> str | None:
    """What covers a target whose front stands at y = 6."""
    scene = shooter()
    scene.red("foe", (10, 6 - 1 / 3))
    scene.terrain(kind, hedge)
    return sight(scene, "foe").behind


@pytest.mark.rule("baroque.obstacle.1", "baroque.3.1.4j")
@pytest.mark.parametrize("kind", ["hedge", "wall", "fence"])
def test_obstacle_1_one_line_across_an_obstacle_that_the_target_touches_is_enough(kind: str) -> None:
    """R114: a line that ends there has crossed it."""
    assert behind([(9, 6), (11, 6)], kind) == f"{kind}-1"
    assert behind([(10.5, 6), (12.5, 6)], kind) == f"{kind}-1"


@pytest.mark.rule("baroque.obstacle.1")
def test_obstacle_1_an_obstacle_away_from_the_target_or_not_crossed_covers_nobody() -> None:
    assert behind([(9, 6.5), (11, 6.5)]) is None
    assert behind([(9, 5.3333), (11, 5.3333)]) is None
    assert behind([(11, 5), (11, 5.9)]) is None


@pytest.mark.rule("baroque.obstacle.1")
def test_obstacle_1_the_lines_say_what_covers() -> None:
    scene = shooter()
    scene.red("foe", (10, 6 - 1 / 3))
    scene.terrain("hedge", [(9, 6), (11, 6)])
    assert [line.label for line in sight(scene, "foe").lines] == ["Behind Hedge"] * 3


def test_lines_between_bases_that_touch_have_no_length_and_are_clear() -> None:
    scene = shooter()
    scene.red("foe", (10, 9 - 2 / 3))
    scene.terrain("hedge", [(9, FRONT_LINE), (11, FRONT_LINE)])
    found = sight(scene, "foe")
    assert (found.effect, found.distance, [x.start == x.end for x in found.lines]) == ("full", 0, [True] * 3)
