"""Who loses a phase of a melee, and what that means at once (7.5.2, 7.2.3, 7.5.6)."""

import pytest

from muster.rulesets.baroque.events.harm import Removed
from muster.rulesets.baroque.events.melee import MeleeDecided, RetreatRolled
from tests.rulesets.baroque.melee.fighting import dice_of, fought, nobody_pursues
from tests.rulesets.baroque.melee.lines import behind_front, duel, rows
from tests.rulesets.baroque.scenes import BattleScene, place_of, through


@pytest.mark.rule("baroque.7.1b", "baroque.7.5.2a")
def test_7_5_2a_who_fails_its_test_by_more_loses_and_falls_back() -> None:
    table = nobody_pursues(fought(duel(), dice=[*rows(3, 7), *rows(0, 6), 5]))
    assert dice_of(table) == [(7, 6)]
    assert table.event(MeleeDecided).loser == "second"
    assert table.state.vbu("guard") == 4
    assert table.state.units["guard"].disordered
    assert place_of(table, "guard") == (10, 8 - 2 / 3 - 1, 180)
    assert not table.state.contacts


@pytest.mark.rule("baroque.7.1a")
def test_7_5_2a_equal_losses_are_a_draw_and_the_contact_goes_on() -> None:
    table = fought(duel(), dice=[*rows(3, 7), *rows(3, 6), 5, 5])
    assert table.event(MeleeDecided).loser == ""
    assert (table.state.vbu("foot"), table.state.vbu("guard")) == (4, 4)
    assert table.state.in_melee("guard")
    assert [c.arrival for c in table.state.contacts] == [""]


@pytest.mark.rule("baroque.7.5.2a")
def test_7_5_2a_the_loss_of_a_passed_test_is_not_compared() -> None:
    scene = duel(blue={"disordered": True})
    table = fought(scene, dice=[*rows(1, 6), *rows(1, 6), 4, 6])
    decided = table.event(MeleeDecided)
    assert (decided.loser, decided.losses) == ("second", (0, 1))
    assert (table.state.vbu("foot"), table.state.vbu("guard")) == (5, 5)


@pytest.mark.rule("baroque.7.5.2b")
def test_7_5_2b_a_unit_without_vbu_has_lost_whatever_the_losses() -> None:
    scene = duel(blue={"lost": 5, "vbu": 6, "disordered": True}, red={"lost": 1})
    # Exhausted blue has 0 dice after Disorder and rolls 1; red fails by more, but blue is gone.
    table = nobody_pursues(fought(scene, dice=[6, *rows(0, 5), 6]))
    assert table.event(MeleeDecided).loser == "second"
    scene = duel(blue={"lost": 4}, red={"vbu": 6})
    table = nobody_pursues(fought(scene, dice=[*rows(2, 2), *rows(1, 6), 3, 5]))
    # Blue: CN 1, die 3, fails by 2 and has 2 left, so it is gone; red: CN 4, die 5, fails by 1.
    assert table.event(MeleeDecided).loser == "first"
    assert table.state.units["foot"].gone == "routed"


@pytest.mark.rule("baroque.7.5.2b")
def test_7_5_2b_two_that_rout_each_other_have_no_winner_and_nobody_pursues() -> None:
    scene = duel(blue={"lost": 4, "type": "GA", "impetus": 3}, red={"lost": 4})
    table = fought(scene, dice=[*rows(1, 2), *rows(1, 2), 6, 6])
    assert table.event(MeleeDecided).loser == "both"
    assert [e.unit for e in table.events(Removed)] == ["foot", "guard"]
    assert through(table)


@pytest.mark.rule("baroque.7.5.2f", "baroque.7.2.3b")
def test_7_5_2f_who_loses_with_an_enemy_on_its_flank_is_routed() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 8), type="P&M")
    scene.red("guard", (10, 8 - 2 / 3), heading=0)
    scene.contact(foot, "guard", "flank", "charge")
    scene.acting(foot)
    table = nobody_pursues(fought(scene, dice=[*rows(1, 7), *rows(0, 5), 6]))
    assert dice_of(table) == [(7, 5)]
    assert table.state.units["guard"].gone == "routed"
    assert table.state.vbu("guard") == 4  # 6 - 1 hit - 1 flank = 4, die 6


@pytest.mark.rule("baroque.7.5.2f")
def test_7_5_2f_a_support_unit_on_the_flank_is_enough() -> None:
    scene = duel()
    scene.blue("horse", (11 + 1 / 3, 8 - 2 / 3), heading=270, type="TR")
    scene.contact("horse", "guard", "flank")
    table = nobody_pursues(fought(scene, dice=[*rows(1, 7), *rows(0, 3), *rows(0, 5), 6]))
    assert table.state.units["guard"].gone == "routed"


@pytest.mark.rule("baroque.7.2.3c")
def test_7_2_3c_an_early_tercio_beaten_from_the_flank_stays_and_the_phase_is_over() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 8))
    scene.red("tercio", (10, 8 - 1 / 3 - 1), heading=0, type="ETE", vbu=8, mm=4)
    scene.contact(foot, "tercio", "flank", "charge")
    scene.acting(foot)
    table = nobody_pursues(fought(scene, dice=[*rows(3, 7), *rows(0, 12), 6]))
    assert dice_of(table) == [(7, 12)]
    assert table.state.vbu("tercio") == 7  # CN 5, die 6
    assert table.event(MeleeDecided).loser == "second"
    assert table.state.in_melee("tercio")
    assert not table.events(RetreatRolled)


@pytest.mark.rule("baroque.7.5.2c")
def test_7_5_2c_after_a_draw_with_foot_mounted_may_fall_back_exactly_one_bu() -> None:
    scene = duel(blue={"type": "TR"}, red={"type": "T"})
    table = fought(scene, dice=[*rows(0, 7), *rows(0, 6)])
    table.answer("blue", True)
    assert place_of(table, "foot") == (10, 9, 0)
    assert not table.state.contacts
    assert through(table)


@pytest.mark.rule("baroque.7.5.2c")
def test_7_5_2c_staying_in_contact_is_as_good_and_mounted_against_mounted_are_not_asked() -> None:
    table = fought(duel(blue={"type": "TR"}, red={"type": "T"}), dice=[*rows(0, 7), *rows(0, 6)])
    table.answer("blue", False)
    assert table.state.in_melee("foot")
    table = fought(duel(blue={"type": "TR"}, red={"type": "TR"}), dice=[*rows(0, 7), *rows(0, 6)])
    assert through(table)


@pytest.mark.rule("baroque.7.5.2c")
def test_7_5_2c_who_has_no_room_for_a_whole_bu_is_not_asked() -> None:
    scene = duel(blue={"type": "TR"}, red={"type": "T"})
    scene.terrain("rocks", ((9, 9), (11, 9), (11, 10), (9, 10)))
    table = fought(scene, dice=[*rows(0, 7), *rows(0, 6)])
    assert through(table)
    assert table.state.in_melee("foot")


@pytest.mark.rule("baroque.7.5.6c")
def test_7_5_6c_the_leader_of_a_routed_unit_stays_and_may_not_join_again_this_turn() -> None:
    scene = duel(red={"lost": 4})
    scene.leader("red/1", unit="guard")
    table = nobody_pursues(fought(scene, dice=[*rows(1, 7), *rows(0, 3), 5]))
    assert table.state.units["guard"].gone == "routed"
    leader = table.state.leaders["red/1"]
    assert (leader.unit, leader.lost, leader.barred, leader.bereft) == (None, False, True, 1)
    assert leader.at == (6000, 4400)


def test_a_second_enemy_does_not_change_who_is_compared() -> None:
    scene = duel()
    behind_front(scene, "second", "foot", 1.5)
    scene.contact("foot", "second")
    table = fought(scene, dice=[*rows(0, 7), *rows(0, 6), *rows(0, 3)])
    assert table.event(MeleeDecided).pair == ("foot", "guard")
