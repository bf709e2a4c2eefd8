"""Falling back after a fight (combat.16 to combat.22)."""

import pytest

from muster.rulesets.ad1666.events import RetreatSettled
from muster.rulesets.ad1666.queries.retreats import retreats
from tests.kit.table import PASS
from tests.rulesets.ad1666.fighting import SABRE, fought, pair
from tests.rulesets.ad1666.scenes import YardScene


@pytest.mark.rule("ad1666.combat.16")
def test_combat_16_who_is_engaged_by_somebody_not_yet_activated_stays() -> None:
    for activated in (False, True):
        scene = pair()
        scene.red("eve", (4, 1), activated=activated, **SABRE)
        table = fought(scene, "heart-6", "cup-5")
        # Between the zones of Ann and Eve only 4,3 is left.
        assert table.state.bodies["bob"].at == ((4, 3) if activated else (3, 2))
        assert [e.rule for e in table.events(RetreatSettled)] == ([] if activated else ["combat.16"])


@pytest.mark.rule("ad1666.combat.17")
def test_combat_17_one_space_outside_zones_diagonally_too_over_what_needs_no_test() -> None:
    scene = YardScene(
        (6, 5),
        walls=[((3, 2), (3, 1))],
        obstacles=[((3, 2), (4, 2))],
        windows=[((3, 2), (3, 3))],
        raised=[(4, 3)],
    )
    scene.red("ann", (2, 2))
    scene.blue("bob", (3, 2))
    scene.blue("dan", (4, 1))
    # Ann's zone holds 3,1 and 3,3; 4,1 is taken and 4,3 a climb.
    assert retreats(scene.state, "bob") == ((4, 2),)


@pytest.mark.rule("ad1666.combat.17")
def test_combat_17_down_from_a_height_and_straight_through_an_open_door() -> None:
    scene = YardScene(
        (5, 3),
        raised=[(2, 1)],
        doors={((2, 1), (3, 1)): "open"},
        walls=[((2, 0), (3, 0)), ((2, 2), (3, 2))],
    )
    scene.red("ann", (1, 1))
    scene.blue("bob", (2, 1))
    assert retreats(scene.state, "bob") == ((3, 1),)


@pytest.mark.rule("ad1666.combat.18")
def test_combat_18_over_an_open_edge_which_is_no_death() -> None:
    scene = YardScene((3, 1), walls=[((0, 0), (-1, 0))])
    scene.red("ann", (1, 0), **SABRE)
    scene.blue("bob", (2, 0), **SABRE)
    scene.state.alarm = 3
    table = fought(scene, "heart-6", "cup-5")
    assert table.state.bodies["bob"].fate == "departed"
    assert table.state.alarm == 3


@pytest.mark.rule("ad1666.combat.19", "ad1666.map.8")
def test_combat_19_off_high_terrain_with_the_test_of_a_jump_but_never_onto_it() -> None:
    scene = YardScene((7, 5), high=[(2, 2), (3, 2)])
    scene.red("ann", (2, 2), **SABRE)
    scene.blue("bob", (3, 2), **SABRE)
    table = fought(scene, "heart-6", ["cup-5", "skull-3"])
    assert table.offers("blue") == ["3,1", "4,2", "3,3"]
    table.answer("blue", "4,2")
    bob = table.state.bodies["bob"]
    # 2 Wounds of the blow, 3 of the fall, for 3 against 6.
    assert (bob.at, bob.wounds, bob.prone) == ((4, 2), 5, True)


@pytest.mark.rule("ad1666.combat.19")
def test_combat_19_from_the_ground_no_stairs_lead_back_up() -> None:
    scene = YardScene((4, 1), high=[(3, 0)], stairs=[((2, 0), (3, 0))])
    scene.red("ann", (1, 0))
    scene.blue("bob", (2, 0))
    assert (3, 0) not in retreats(scene.state, "bob")


@pytest.mark.rule("ad1666.combat.20")
def test_combat_20_a_prone_loser_stays_and_the_winner_may_go() -> None:
    scene = pair(blue={"prone": True})
    table = fought(scene, "heart-6", "cup-5")
    assert table.event(RetreatSettled).rule == "combat.20"
    assert table.asked("red").pass_label == "Stay"
    assert "1,2" in table.offers("red")
    table.answer("red", "1,2")
    assert table.state.bodies["ann"].at == (1, 2)
    again = fought(pair(blue={"prone": True}), "heart-6", "cup-5")
    again.answer("red", PASS)
    assert again.state.bodies["ann"].at == (2, 2)


@pytest.mark.rule("ad1666.combat.21", "ad1666.wounds.3")
def test_combat_21_nobody_goes_anywhere_after_a_death() -> None:
    scene = pair(blue={"wounds": 7})
    scene.state.alarm = 3
    table = fought(scene, "heart-6", "cup-5")
    assert table.over
    assert table.state.bodies["bob"].fate == "killed"
    assert table.state.alarm == 2


@pytest.mark.rule("ad1666.alarm.2")
def test_alarm_2_the_last_counter_ends_the_match_before_any_retreat() -> None:
    scene = pair(blue={"wounds": 7})
    scene.red("eve", (4, 1))
    scene.blue("dan", (5, 2))
    scene.state.alarm = 1
    table = fought(scene, "heart-6", "cup-5")
    assert table.state.ending is not None


@pytest.mark.rule("ad1666.combat.22")
def test_combat_22_the_second_of_a_tie_looks_at_the_zones_after_the_first_has_gone() -> None:
    table = fought(pair(), "heart-6", "cup-6")
    table.answer("blue", "4,2")
    # Bob's zone has left the spaces beside Ann; before it held all but the three behind her.
    assert table.offers("red") == ["1,1", "2,1", "1,2", "1,3", "2,3"]
