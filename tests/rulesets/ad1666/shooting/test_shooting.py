"""Shots: who may, at whom, how hard, what a miss costs (components.3, ranged.1 to .15, alarm.6, items.11)."""

import pytest

from muster.rulesets.ad1666.events import AlarmRaised, WeaponFired, WoundsTaken
from muster.rulesets.ad1666.queries.shooting import dl_at, shots
from muster.rulesets.ad1666.state import State
from muster.rulesets.ad1666.tables import weapons
from tests.rulesets.ad1666.scenes import YardScene

PISTOL = {"weapons": ("pistol",), "skills": {"pistols": 2}}


def targets(state: State, who: str = "ann") -> list[str]:
    """At whom an Aimed Shot is legal."""
    return [s.target for s in shots(state, who, "aimed")]


def added(scene: YardScene) -> dict[str, int]:
    """What is added to Ann's only Aimed Shot, by rule."""
    (found,) = list(shots(scene.state, "ann", "aimed"))
    return {p.rule: p.value for p in found.trial.parts}


@pytest.mark.rule("ad1666.components.3")
def test_components_3_nobody_attacks_a_friend() -> None:
    scene = YardScene()
    scene.red("ann", (0, 0), **PISTOL)
    scene.red("eve", (2, 2))
    scene.blue("bob", (3, 0))
    scene.blue("dan", (0, 3), inconspicuous=True)
    assert targets(scene.state) == ["bob"]


@pytest.mark.rule("ad1666.ranged.1", "ad1666.items.4", "ad1666.items.12")
def test_ranged_1_a_weapon_in_hand_that_is_ready_an_enemy_in_range_and_sight() -> None:
    scene = YardScene((14, 1))
    scene.red("ann", (0, 0), **PISTOL)
    scene.blue("bob", (3, 0))
    assert targets(scene.state) == ["bob"]
    scene.state.change_item("ann/pistol/0", reload=1)
    assert targets(scene.state) == []
    scene.state.change_item("ann/pistol/0", reload=0)
    scene.state.change("ann", equipped=())
    assert targets(scene.state) == []
    scene.state.change("ann", equipped=("ann/pistol/0",))
    scene.state.change("bob", at=(10, 0))
    assert targets(scene.state) == []


@pytest.mark.rule("ad1666.ranged.3")
def test_ranged_3_the_shortest_band_that_reaches_gives_the_level() -> None:
    pistol = weapons()["pistol"]
    assert [dl_at(pistol, spaces) for spaces in (1, 3, 4, 6, 7, 9, 10)] == [5, 5, 7, 7, 9, 9, None]


@pytest.mark.rule("ad1666.items.8")
def test_items_8_a_weapon_with_bands_is_ranged_one_without_is_for_close_combat() -> None:
    assert [key for key, w in weapons().items() if w.is_ranged] == [
        "pistol",
        "musket",
        "bow",
        "throwing-knives",
    ]


@pytest.mark.rule("ad1666.ranged.12")
def test_ranged_12_a_prone_shooter_has_minus_one() -> None:
    scene = YardScene()
    scene.red("ann", (0, 0), prone=True, **PISTOL)
    scene.blue("bob", (3, 0))
    assert added(scene) == {"stats.2": 2, "ranged.12": -1}


@pytest.mark.rule("ad1666.ranged.13", "ad1666.wounds.5")
def test_ranged_13_a_prone_or_unconscious_target_gives_one() -> None:
    for state in ({"prone": True}, {"unconscious": True}):
        scene = YardScene()
        scene.red("ann", (0, 0), **PISTOL)
        scene.blue("bob", (3, 0), **state)
        assert added(scene) == {"stats.2": 2, "ranged.13": 1}


@pytest.mark.rule("ad1666.skill.elusive-target")
def test_skill_elusive_target_costs_one_unless_it_lies_prone() -> None:
    scene = YardScene()
    scene.red("ann", (0, 0), **PISTOL)
    scene.blue("bob", (3, 0), traits=("elusive-target",))
    assert added(scene) == {"stats.2": 2, "skill.elusive-target": -1}
    scene.state.change("bob", prone=True)
    assert added(scene) == {"stats.2": 2, "ranged.13": 1}


@pytest.mark.rule("ad1666.skill.stealth")
def test_skill_stealth_is_only_a_name() -> None:
    scene = YardScene()
    scene.red("ann", (0, 0), **PISTOL)
    scene.blue("bob", (3, 0), skills={"stealth": 3})
    assert added(scene) == {"stats.2": 2}


@pytest.mark.rule("ad1666.alarm.6", "ad1666.ranged.15", "ad1666.alarm.1")
def test_question_a11_only_the_pistol_brings_the_guard_and_by_a_miss_too() -> None:
    for weapon, skill, left in (
        ("bow", "bow", 5),
        ("throwing-knives", "thrown", 5),
        ("pistol", "pistols", 4),
    ):
        scene = YardScene()
        scene.red("ann", (0, 0), weapons=(weapon,), skills={skill: 0})
        scene.blue("bob", (2, 0))
        scene.state.alarm = 5
        scene.stack("red", deck=["cup-2"])
        table = scene.act("ann")
        table.answer("red", f"aimed:ann/{weapon}/0:bob")
        assert table.state.alarm == left
        assert table.state.bodies["bob"].wounds == 0


@pytest.mark.rule("ad1666.ranged.18")
def test_ranged_18_wounds_first_then_the_counter_on_the_weapon_then_the_alarm() -> None:
    scene = YardScene()
    scene.red("ann", (0, 0), **PISTOL)
    scene.blue("bob", (2, 0))
    scene.state.alarm = 1
    scene.stack("red", deck=["cup-4"])
    table = scene.act("ann")
    table.answer("red", "aimed:ann/pistol/0:bob")
    order = [
        type(e) for _, e in table.match.history if isinstance(e, (WoundsTaken, WeaponFired, AlarmRaised))
    ]
    assert order == [WoundsTaken, WeaponFired, AlarmRaised]
    assert table.state.ending is not None
