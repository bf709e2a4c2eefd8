"""What is added to a card in close combat, and what a blow does (combat.4 to .8, .15, items.9 to .18, skills)."""

import pytest

from muster.engine.views import Show
from muster.rulesets.ad1666.deck import SUITS
from muster.rulesets.ad1666.people import Armour, Guard
from muster.rulesets.ad1666.queries.combat import support_parts
from tests.rulesets.ad1666.fighting import SABRE, damage, decided, fought, pair, sums
from tests.rulesets.ad1666.scenes import YardScene


@pytest.mark.rule("ad1666.combat.6", "ad1666.stats.2", "ad1666.stats.3")
def test_combat_6_skill_or_minus_two_without_it_and_minus_one_for_the_prone() -> None:
    scene = pair(red={"skills": {"cutting": 3}}, blue={"skills": {}, "prone": True})
    assert sums(fought(scene, "cup-4", "skull-5")) == ({"stats.2": 3}, {"stats.3": -2, "combat.6": -1})


@pytest.mark.rule("ad1666.items.10")
def test_items_10_the_longer_weapon_adds_one_however_much_longer_it_is() -> None:
    scene = pair(blue={"weapons": (), "skills": {"brawl": 0}})
    assert sums(fought(scene, "cup-4", "skull-5")) == ({"items.10": 1}, {})
    assert sums(fought(pair(), "cup-4", "skull-5")) == ({}, {})


@pytest.mark.rule("ad1666.items.17")
def test_items_17_a_heavy_weapon_costs_the_weak_one() -> None:
    great = {"weapons": ("great-sword",), "skills": {"great-weapons": 0}}
    scene = pair(red={**great, "abilities": {"strength": 2}}, blue={**great, "abilities": {"strength": 3}})
    assert sums(fought(scene, "cup-4", "skull-5")) == ({"items.17": -1}, {})


@pytest.mark.rule("ad1666.test.15", "ad1666.skill.call-me-uncle")
def test_skill_call_me_uncle_and_being_crippled_count_in_combat() -> None:
    scene = pair(red={"wounds": 4}, blue={"uncle": "zagloba"})
    assert sums(fought(scene, "cup-8", "skull-8")) == ({"test.15": -1}, {"skill.call-me-uncle": -1})


@pytest.mark.rule("ad1666.skill.unswerving.2")
def test_skill_unswerving_2_spares_a_crippled_fighter_in_one_test() -> None:
    scene = pair(red={"wounds": 4, "unswerving": 1})
    table = fought(scene, "cup-4", "skull-5")
    assert table.asked("red").rule == "skill.unswerving.2"
    table.answer("red", True)
    table.answer("red", "deck")
    table.answer("blue", "deck")
    assert sums(table) == ({}, {})
    assert table.state.bodies["ann"].unswerving == 0


# ------------------------------------------------------------------------------------------------ support
@pytest.mark.rule("ad1666.combat.7")
def test_combat_7_friends_beside_the_enemy_support_unless_another_one_engages_them() -> None:
    scene = pair()
    scene.red("eve", (4, 3), activated=True)
    scene.red("kay", (4, 1))
    scene.blue("dan", (5, 0))
    assert [(p.label, p.value) for p in support_parts(scene.state, "ann", "bob")] == [("Support of Eve", 1)]


@pytest.mark.rule("ad1666.zoc.8")
def test_zoc_8_neither_prone_nor_unconscious_ones_support() -> None:
    scene = pair()
    scene.red("eve", (4, 3), prone=True)
    scene.red("kay", (4, 1), unconscious=True)
    assert support_parts(scene.state, "ann", "bob") == ()


@pytest.mark.rule("ad1666.combat.8")
def test_combat_8_two_from_straight_opposite() -> None:
    scene = pair()
    scene.red("eve", (4, 2))
    scene.red("kay", (4, 1))
    assert sorted((p.rule, p.value) for p in support_parts(scene.state, "ann", "bob")) == [
        ("combat.7", 1),
        ("combat.8", 2),
    ]


@pytest.mark.rule("ad1666.skill.inconspicuous.6")
def test_skill_inconspicuous_6_no_support_with_the_marker() -> None:
    scene = pair()
    scene.red("eve", (4, 3), inconspicuous=True)
    assert support_parts(scene.state, "ann", "bob") == ()


@pytest.mark.rule("ad1666.skill.jostling")
@pytest.mark.parametrize(("strength", "left"), [(1, 2), (3, 0), (5, 0)])
def test_skill_jostling_takes_the_strength_off_the_enemys_support_but_no_more(
    strength: int, left: int
) -> None:
    scene = pair(blue={"traits": ("jostling",), "abilities": {"strength": strength}})
    scene.red("eve", (4, 2))
    scene.red("kay", (4, 1))
    assert sum(p.value for p in support_parts(scene.state, "ann", "bob")) == left


def test_support_of_a_model_that_counts_as_friendly_is_not_given_by_the_other_side() -> None:
    scene = YardScene()
    scene.red("zagloba", (2, 2), traits=("call-me-uncle",))
    scene.blue("bob", (3, 2))
    scene.blue("conned", (4, 2), uncle="zagloba")
    assert support_parts(scene.state, "zagloba", "bob") == ()
    assert [p.value for p in support_parts(scene.state, "bob", "zagloba")] == []


# ------------------------------------------------------------------------------------------------ damage
@pytest.mark.rule("ad1666.combat.15", "ad1666.items.9")
@pytest.mark.parametrize(
    ("card", "place", "value"),
    [("skull-8", "head", 5), ("heart-8", "body", 4), ("cup-8", "hands", 4), ("horseshoe-8", "legs", 3)],
)
def test_combat_15_the_margin_and_the_weapon_at_the_place_that_the_suit_names(
    card: str, place: str, value: int
) -> None:
    table = fought(pair(), card, "cup-5")
    assert damage(table)[:2] == (place, value)
    assert table.state.bodies["bob"].wounds == value


@pytest.mark.rule("ad1666.items.13", "ad1666.items.15")
def test_items_13_and_15_armour_takes_off_less_against_a_piercing_weapon() -> None:
    plain = pair(blue={"armour": ("cuirass",)})
    assert damage(fought(plain, "heart-8", "cup-5"))[2]["items.13"] == -2
    piercing = {"weapons": ("partisan",), "skills": {"polearms": 0}}
    scene = pair(red=piercing, blue={"armour": ("cuirass",)})
    assert damage(fought(scene, "heart-8", "cup-5"))[2]["items.13"] == -1


@pytest.mark.rule("ad1666.items.14")
def test_items_14_the_better_piece_counts_alone() -> None:
    scene = pair(blue={"armour": ("cuirass", "buff-coat")})
    assert damage(fought(scene, "heart-8", "cup-5"))[2]["items.13"] == -2


@pytest.mark.rule("ad1666.items.13")
def test_question_a7_the_loser_falls_back_without_a_wound_too() -> None:
    scene = YardScene()
    scene.forge({}, {"plate": Armour("plate", "Plate", {"body": Guard(9, 9)})})
    scene.red("ann", (2, 2), **SABRE)
    scene.blue("bob", (3, 2), armour=("plate",), **SABRE)
    scene.state.phase, scene.state.up = "combat", "red"
    table = fought(scene, "heart-6", "cup-5")
    assert damage(table)[1] == 0
    assert table.asked("blue").rule == "combat.17"


@pytest.mark.rule("ad1666.map.13")
def test_map_13_no_head_is_hit_upwards_and_no_legs_downwards() -> None:
    up, down = pair(raised=[(3, 2)]), pair(raised=[(2, 2)])
    assert damage(fought(up, "skull-8", "cup-5"))[:2] == ("legs", 3)
    assert damage(fought(down, "horseshoe-8", "cup-5"))[:2] == ("head", 5)
    assert damage(fought(up, "horseshoe-8", "cup-5"))[:2] == ("legs", 3)


# ------------------------------------------------------------------------------------------------ skills
@pytest.mark.rule("ad1666.combat.4", "ad1666.skill.quick-slash")
def test_combat_4_the_active_one_attacks_and_a_quick_slash_is_its_own_alone() -> None:
    both = {"traits": ("quick-slash",)}
    table = fought(pair(red=both, blue=both), "heart-8", "cup-5")
    assert sums(table) == ({"skill.quick-slash": 1}, {})
    assert damage(table)[1:] == (4, {"combat.15": 5, "skill.quick-slash": -1})


@pytest.mark.rule("ad1666.skill.berserker")
def test_skill_berserker_counts_as_the_attacker_and_two_of_them_cancel_out() -> None:
    slash = ("quick-slash",)
    attacked = fought(pair(red={"traits": slash}, blue={"traits": (*slash, "berserker")}), "heart-8", "cup-5")
    assert sums(attacked) == ({}, {"skill.quick-slash": 1})
    both = {"traits": (*slash, "berserker")}
    assert sums(fought(pair(red=both, blue=both), "heart-8", "cup-5")) == ({"skill.quick-slash": 1}, {})


@pytest.mark.rule("ad1666.skill.thrust")
def test_skill_thrust_adds_to_the_total_and_to_the_damage_with_a_heart() -> None:
    scene = pair(red={"traits": ("thrust-to-the-heart",)})
    table = fought(scene, "heart-8", "cup-5")
    assert sums(table) == ({"skill.thrust": 1}, {})
    assert damage(table)[2] == {"combat.15": 5, "skill.thrust": 1}
    assert sums(fought(pair(red={"traits": ("thrust-to-the-heart",)}), "cup-8", "cup-5")) == ({}, {})


@pytest.mark.rule("ad1666.skill.frenzied-attack")
def test_skill_frenzied_attack_with_a_heart_or_horseshoe_as_attacker() -> None:
    both = {"traits": ("frenzied-attack",)}
    found = {suit: sums(fought(pair(red=both, blue=both), f"{suit}-8", "heart-5")) for suit in SUITS}
    bonus: tuple[dict[str, int], dict[str, int]] = ({"skill.frenzied-attack": 1}, {})
    assert found == {"heart": bonus, "horseshoe": bonus, "skull": ({}, {}), "cup": ({}, {})}


@pytest.mark.rule("ad1666.skill.clever-defense")
def test_skill_clever_defense_with_a_black_card_as_defender() -> None:
    both = {"traits": ("clever-defense",)}
    found = {suit: sums(fought(pair(red=both, blue=both), "skull-8", f"{suit}-5")) for suit in SUITS}
    bonus: tuple[dict[str, int], dict[str, int]] = ({}, {"skill.clever-defense": 1})
    assert found == {"skull": bonus, "cup": bonus, "heart": ({}, {}), "horseshoe": ({}, {})}


@pytest.mark.rule("ad1666.skill.disarm")
def test_skill_disarm_a_commoner_hurt_in_the_hands_tests_agility_or_gives_up() -> None:
    scene = pair(red={"traits": ("disarm",)}, blue={"hero": False})
    scene.state.alarm = 5
    table = fought(scene, "cup-6", ["heart-5", "heart-4"])
    assert table.state.bodies["bob"].fate == "killed"
    assert table.state.bodies["bob"].wounds == 2
    assert table.state.alarm == 4
    assert any(e.text == "Bob is disarmed and gives up." for e in table.log("blue"))


@pytest.mark.rule("ad1666.skill.disarm")
def test_skill_disarm_is_passed_with_six_and_asked_of_commoners_hands_alone() -> None:
    cases = (
        ({"hero": False, "abilities": {"agility": 2}}, "cup-6", True),
        ({"hero": True}, "cup-6", False),
        ({"hero": False, "supernatural": True}, "cup-6", False),
        ({"hero": False}, "heart-6", False),
    )
    for blue, card, tested in cases:
        table = fought(pair(red={"traits": ("disarm",)}, blue=blue), card, ["heart-5", "heart-4"])
        assert table.state.in_play("bob")
        assert ("heart-4" in table.state.discards["blue"]) == tested


def test_the_log_tells_a_fight_in_one_line_with_its_parts_behind() -> None:
    table = fought(pair(red={"skills": {"cutting": 3}}), "heart-6", "cup-5")
    (line,) = [e for e in table.log("spectators") if e.kind == "fight" and e.totals]
    assert line.text == "Ann against Bob: 9 to 5. Ann hits Bob on the body, damage 5."
    assert line.show == Show("blow", "ann", start=(2, 2), end=(3, 2))
    assert [t.value for t in line.totals] == [9, 5, 5]
    assert decided(table).margin == 4
