"""Main Units, Support Units and smaller melees (7.6)."""

import pytest

from muster.rulesets.baroque.events.melee import MeleeJoined
from tests.rulesets.baroque.melee.fighting import dice_of, fought, mains_of, supports_of
from tests.rulesets.baroque.melee.lines import DEPTH, behind_front, rows, two_on_one
from tests.rulesets.baroque.scenes import BattleScene, through


@pytest.mark.rule("baroque.7.6a", "baroque.7.6i", "baroque.7.6f")
def test_7_6i_the_pair_that_shares_most_front_are_the_main_units_and_the_other_supports() -> None:
    table = fought(two_on_one(), dice=[*rows(0, 6), *rows(0, 4), *rows(0, 6)])
    # foot covers 0.75 BU of the guard's front, friend 1.25.
    assert mains_of(table) == [("friend", "guard")]
    assert supports_of(table) == [[("foot", "friend")]]
    assert dice_of(table) == [(6 + 4, 6)]
    joined = table.event(MeleeJoined)
    assert joined.melee.pair.overlap == 750
    assert [b.overlap for b in joined.melee.backers] == [450]


def test_7_6a_the_log_says_who_is_main_who_supports_and_why() -> None:
    table = fought(two_on_one(), dice=[*rows(0, 6), *rows(0, 4), *rows(0, 6)])
    entry = next(e for e in table.log("blue") if e.causes)
    assert entry.text == "Friend fought Guard."
    assert [c.text for c in entry.causes] == [
        "Main Units are Friend and Guard: they share 1.25 BU of front.",
        "Foot supports Friend against Guard, with 0.75 BU of front.",
    ]


@pytest.mark.rule("baroque.7.6c")
def test_7_6c_where_the_fronts_are_equal_the_active_player_decides() -> None:
    table = fought(two_on_one(1), dice=[*rows(0, 7), *rows(0, 3), *rows(0, 6)])
    assert table.offers("blue") == ["foot:guard", "friend:guard"]
    table.answer("blue", "foot:guard")
    assert mains_of(table) == [("foot", "guard")]
    assert supports_of(table) == [[("friend", "foot")]]
    assert through(table)


@pytest.mark.rule("baroque.7.6b", "baroque.7.6i")
def test_7_6b_who_stands_at_an_angle_may_still_cover_more_than_who_is_square() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 7))
    scene.blue("square", (11.5, 7 + DEPTH))
    scene.blue("slant", (9.5, 8), heading=30)
    scene.contact("square", "guard")
    scene.contact("slant", "guard")
    table = fought(scene, "slant", dice=[*rows(0, 6), *rows(0, 3), *rows(0, 6)])
    assert mains_of(table) == [("slant", "guard")]


@pytest.mark.rule("baroque.7.6d")
def test_7_6d_the_enemy_on_the_front_is_the_main_unit_even_if_little_of_it_is_engaged() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 7))
    scene.blue("foot", (11.9, 7 + DEPTH))
    scene.blue("horse", (11 + 1 / 3, 7), heading=270, type="TR")
    scene.contact("foot", "guard")
    scene.contact("horse", "guard", "flank", "charge")
    scene.acting("horse")
    table = fought(scene, "horse", dice=[*rows(0, 6), *rows(0, 3), *rows(0, 5)])
    assert mains_of(table) == [("foot", "guard")]
    assert supports_of(table) == [[("horse", "foot")]]
    # The flank costs the guard a die although the horse only supports.
    assert dice_of(table) == [(6 + 3, 5)]


@pytest.mark.rule("baroque.7.6c")
def test_7_6e_two_melees_side_by_side_and_a_unit_that_supports_in_both() -> None:
    """R128."""
    scene = BattleScene()
    first = scene.blue("first", (9, 8))
    behind_front(scene, "one", first)
    third = scene.blue("third", (13, 8))
    behind_front(scene, "two", third)
    # The helper reaches both enemies with its corners only, through the gap between its friends.
    scene.blue("helper", (11, 8), vbu=4)
    scene.contact("first", "one")
    scene.contact("third", "two")
    scene.contact("helper", "one")
    scene.contact("helper", "two")
    scene.acting("helper")
    dice = [*rows(0, 6), *rows(0, 2), *rows(0, 6), *rows(0, 6), *rows(0, 2), *rows(0, 6)]
    table = fought(scene, "helper", dice=dice)
    assert table.offers("blue") == ["first:one", "third:two"]
    table.answer("blue", "third:two")
    assert mains_of(table) == [("third", "two"), ("first", "one")]
    assert supports_of(table) == [[("helper", "third")], [("helper", "first")]]


@pytest.mark.rule("baroque.7.6e")
def test_7_6e_a_main_unit_that_has_beaten_its_enemy_may_support_in_a_melee_still_to_come() -> None:
    """R128."""
    scene = BattleScene()
    left = scene.blue("left", (9, 8), impetus=0)
    behind_front(scene, "one", left, -0.5, vbu=1)
    scene.blue("right", (11, 8))
    behind_front(scene, "two", "right", -0.4)
    scene.contact("left", "one")
    scene.contact("left", "two")
    scene.contact("right", "two")
    scene.acting(left)
    dice = [*rows(1, 6), *rows(0, 1), 6, *rows(0, 6), *rows(0, 3), *rows(0, 6)]
    table = fought(scene, "left", dice=dice)
    table.answer("blue", "left:one")
    assert mains_of(table) == [("left", "one"), ("right", "two")]
    assert supports_of(table) == [[], [("left", "right")]]
