"""With what one fights: settled after the attack is declared and before the cards (items.18, items.19, combat.24)."""

import pytest

from muster.rulesets.ad1666.queries.hands import arms_choices, arms_now
from muster.rulesets.ad1666.state import State
from tests.kit.table import Table
from tests.rulesets.ad1666.fighting import damage, fought, lay, pair, phase, sums

BOTH = {"weapons": ("rapier", "main-gauche"), "skills": {"thrusting": 1, "knives": 3}}


def labels(table: Table[State], seat: str) -> list[str]:
    return [table.option(seat, key).label for key in table.offers(seat)]


@pytest.mark.rule("ad1666.items.18", "ad1666.stats.3")
def test_items_18_without_a_weapon_for_close_combat_one_fights_unarmed() -> None:
    scene = pair(red={"weapons": ("pistol",), "skills": {"pistols": 3}})
    table = fought(scene, "skull-8", "cup-3")
    assert sums(table) == ({"stats.3": -2}, {"items.10": 1})
    assert damage(table) == ("head", 3, {"combat.15": 3})


@pytest.mark.rule("ad1666.items.19", "ad1666.combat.24")
def test_items_19_and_combat_24_the_main_weapon_openly_the_player_with_initiative_first() -> None:
    scene = pair(
        red={**BOTH, "equipped": ("ann/rapier/0", "ann/main-gauche/1")},
        blue={**BOTH, "equipped": ("bob/rapier/0", "bob/main-gauche/1")},
    )
    scene.state.initiative = "blue"
    table = fought(scene, "heart-6", "cup-5")
    assert [(r.seat, r.rule) for r in table.match.requests] == [("blue", "items.19")]
    assert labels(table, "blue") == [
        "Rapier, in the other hand main gauche",
        "Main gauche, in the other hand rapier",
        "Unarmed",
    ]
    table.answer("blue", "Main gauche, in the other hand rapier")
    assert any("Bob fights with: Main gauche" in e.text for e in table.log("red"))
    table.answer("red", "Rapier, in the other hand main gauche")
    lay(table)
    # The rapier is longer; the skill with the dagger is better.
    assert sums(table) == ({"stats.2": 1, "items.10": 1}, {"stats.2": 3})


@pytest.mark.rule("ad1666.combat.24")
def test_combat_24_what_is_carried_can_be_taken_up_now() -> None:
    scene = pair(red={"weapons": ("musket", "sabre"), "equipped": ("ann/musket/0",)})
    table = fought(scene, "heart-6", "cup-5")
    assert labels(table, "red") == ["Sabre", "Unarmed"]
    table.answer("red", "Sabre")
    assert table.state.bodies["ann"].equipped == ("ann/sabre/1",)
    lay(table)
    assert sums(table) == ({}, {})


@pytest.mark.rule("ad1666.items.6")
def test_items_6_with_restricted_swapping_only_what_is_in_hand_counts() -> None:
    scene = pair(red={"weapons": ("musket", "sabre"), "equipped": ("ann/musket/0",)})
    scene.options = scene.options.model_copy(update={"equipment": "restricted"})
    scene.red("eve", (0, 0))
    assert [a.main for a in arms_choices(scene.state, "ann")] == [None]


def test_nobody_is_asked_where_nothing_is_better_in_any_respect_than_what_is_in_hand() -> None:
    table = fought(pair(), "heart-6", "cup-5")
    assert table.asked("blue").rule == "combat.17"
    strong = pair(red={"skills": {"cutting": 0, "brawl": 3}})
    assert fought(strong, "heart-6", "cup-5").asked("red").rule == "items.19"


def test_of_two_weapons_in_hand_the_one_worth_more_in_all_counts_unless_something_else_is_said() -> None:
    scene = pair(red={**BOTH, "equipped": ("ann/rapier/0", "ann/main-gauche/1")})
    assert arms_now(scene.state, "ann").main == "ann/rapier/0"


@pytest.mark.rule("ad1666.skill.inconspicuous.2")
def test_skill_inconspicuous_2_a_long_weapon_drawn_for_the_fight_gives_the_attacker_away_before_it() -> None:
    scene = pair(
        red={"weapons": ("dagger", "sabre"), "skills": {"cutting": 0, "knives": 0}, "inconspicuous": True}
    )
    table = fought(scene, "heart-6", "cup-5")
    table.answer("red", "Sabre, in the other hand dagger")
    assert not table.state.bodies["ann"].inconspicuous
    lay(table)
    assert sums(table) == ({}, {})


def test_the_chance_of_a_fight_is_reckoned_against_what_the_other_will_take_in_hand() -> None:
    scene = pair(
        red={"skills": {"cutting": 2}}, blue={"weapons": ("musket", "rapier"), "skills": {"thrusting": 3}}
    )
    scene.state.change("bob", equipped=("bob/musket/0",))
    option = phase(scene).option("red", "fight:ann:bob")
    assert option.detail == "Sabre against Rapier"
    assert option.odds is not None
    assert [p.value for p in option.odds.totals[1].parts if p.rule == "stats.2"] == [3]
