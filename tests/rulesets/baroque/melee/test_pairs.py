"""Which enemies in contact are Main Units and which support, as a question about a position (7.6)."""

import pytest

from muster.rulesets.baroque.queries.fights import main_foes, melees, pair_of
from tests.rulesets.baroque.melee.lines import DEPTH, behind_front, two_on_one
from tests.rulesets.baroque.scenes import BattleScene


@pytest.mark.rule("baroque.7.6b")
def test_7_6b_an_angled_front_counts_as_it_is_projected_onto_the_inactive_front() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 7))
    scene.blue("foot", (10, 8), heading=60)
    scene.contact("foot", "guard")
    # Half of 2 BU, since the front stands at 60 degrees.
    assert pair_of(scene.state, "foot", "guard").overlap == 600


@pytest.mark.rule("baroque.7.6d")
def test_7_6d_a_front_that_is_met_at_a_corner_comes_before_a_flank() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 7))
    scene.blue("horse", (11 + 1 / 3, 7), heading=270)
    scene.blue("foot", (12, 7 + DEPTH))  # corner to corner: no front is shared
    scene.contact("horse", "guard", "flank")
    scene.contact("foot", "guard")
    assert melees(scene.state, "guard")[0].mains == ("foot", "guard")


@pytest.mark.rule("baroque.7.6e")
def test_7_6e_a_main_unit_supports_nobody_else() -> None:
    scene = BattleScene()
    left = scene.blue("left", (9, 8))
    behind_front(scene, "one", left, 0.25)
    scene.blue("right", (11, 8))
    behind_front(scene, "two", "right", 0.5)
    scene.contact("left", "one")
    scene.contact("right", "one")
    scene.contact("right", "two")
    scene.acting(left)
    found = melees(scene.state, "left")
    assert [m.mains for m in found] == [("left", "one"), ("right", "two")]
    assert [m.backers for m in found] == [(), ()]


def test_main_foes_are_all_who_may_become_main_units_against_a_unit() -> None:
    assert main_foes(two_on_one().state, "guard") == ("friend",)
    assert main_foes(two_on_one(1).state, "guard") == ("foot", "friend")


def test_units_that_do_not_touch_are_in_no_melee_together() -> None:
    scene = two_on_one()
    scene.blue("far", (4, 8))
    assert melees(scene.state, "far") == ()
