"""Reloading, misfires, magic, powder, noise and smoke (fire.*)."""

import pytest

from muster.rulesets.newworld.events import Revealed
from muster.rulesets.newworld.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene, end_turn, rolled

PISTOL = "ann/pistol/0"


def gun(weapon: str = "pistol", *, bob: dict[str, object] | None = None, **ann: object) -> FightScene:
    """Ann with a gun, five squares from Bob."""
    scene = FightScene(size=(14, 7))
    scene.blue("ann", (1, 1), hands=[weapon], **ann)
    scene.red("bob", (6, 1), **(bob or {}))
    return scene


def fire(scene: FightScene, dice: list[int], weapon: str = "pistol") -> Table[State]:
    """Ann shoots Bob."""
    table = scene.turn("ann", dice=dice)
    table.answer("blue", f"shoot:bob:ann/{weapon}/0")
    return table


@pytest.mark.rule("newworld.fire.1", "newworld.action.4")
@pytest.mark.parametrize(
    ("weapon", "rounds"), [("pistol", 2), ("blunderbuss", 2), ("musket", 3), ("long-rifle", 4)]
)
def test_fire_1_a_firearm_is_empty_after_a_shot_until_it_had_its_rounds_of_reloading(
    weapon: str, rounds: int
) -> None:
    table = fire(gun(weapon), [3, 4, 1], weapon)
    item = f"ann/{weapon}/0"
    assert not table.state.items[item].loaded
    assert f"shoot:bob:{item}" not in table.offers("blue")
    for _ in range(rounds):
        end_turn(table, "ann")
        end_turn(table, "bob")
        assert f"shoot:bob:{item}" not in table.offers("blue")
        table.answer("blue", f"reload:{item}")
        end_turn(table, "ann")
    end_turn(table, "bob")
    assert table.state.items[item].loaded
    assert f"shoot:bob:{item}" in table.offers("blue")
    assert f"reload:{item}" not in table.offers("blue")


@pytest.mark.rule("newworld.fire.1")
def test_fire_1_a_blow_with_the_gun_does_not_empty_it() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), hands=["musket"])
    scene.red("bob", (2, 1))
    scene.red("cat", (6, 1))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "attack:bob:ann/musket/0")
    assert table.state.items["ann/musket/0"].loaded
    end_turn(table, "ann")
    other = gun()
    other.item(PISTOL, loaded=False)
    assert f"shoot:bob:{PISTOL}" not in other.turn("ann").offers("blue")


@pytest.mark.rule("newworld.fire.2")
def test_fire_2_a_miss_on_doubles_is_a_misfire_and_a_hit_on_doubles_a_critical_hit() -> None:
    for defence, misfire in ((11, False), (12, True)):
        table = fire(gun(bob={"ranged_defence": defence}), [3, 3, 1])
        event, item = rolled(table), table.state.items[PISTOL]
        assert (event.hit, event.critical, event.misfire) == (not misfire, not misfire, misfire)
        assert (item.jammed, item.loaded) == (misfire, False)


@pytest.mark.rule("newworld.fire.2")
def test_fire_2_a_miss_without_doubles_is_none_nor_is_one_where_only_the_location_die_agrees() -> None:
    table = fire(gun(bob={"ranged_defence": 20}), [3, 4, 4])
    assert not rolled(table).misfire
    table = fire(gun(bob={"ranged_defence": 20}), [3, 3, 4])
    assert rolled(table).misfire


@pytest.mark.rule("newworld.fire.2")
def test_fire_2_a_jammed_gun_is_cleared_in_a_full_action_and_then_reloaded_from_the_start() -> None:
    scene = gun()
    scene.item(PISTOL, jammed=True, loaded=False, rounds=1)
    table = scene.turn("ann")
    assert f"reload:{PISTOL}" not in table.offers("blue")
    table.answer("blue", f"clear:{PISTOL}")
    assert table.asked("red").subject == "bob"  # it was a full action
    end_turn(table, "bob")
    item = table.state.items[PISTOL]
    assert (item.jammed, item.loaded, item.rounds) == (False, False, 0)
    assert f"reload:{PISTOL}" in table.offers("blue")
    assert f"clear:{PISTOL}" not in table.offers("blue")


@pytest.mark.rule("newworld.fire.2")
def test_fire_2_a_bow_never_misfires() -> None:
    scene = FightScene(size=(14, 7))
    scene.blue(
        "ann",
        (1, 1),
        hands=[
            "shortbow",
        ],
    )
    scene.blue("cat", (1, 3), hands=["pistol"])
    scene.red("bob", (6, 1), ranged_defence=20)
    table = scene.turn("ann", "cat", dice=[3, 3, 1, 3, 3, 1])
    table.answer("blue", "shoot:bob:ann/shortbow/0")
    assert not rolled(table).misfire
    end_turn(table, "ann")
    table.answer("blue", "shoot:bob:cat/pistol/0")
    assert rolled(table).misfire


@pytest.mark.rule("newworld.fire.3")
def test_fire_3_with_magic_about_a_miss_with_a_one_misfires_and_a_hit_with_a_one_is_a_hit() -> None:
    for dice, defence, misfire in (
        ([1, 4, 2], 11, True),
        ([4, 1, 2], 11, True),
        ([2, 3, 1], 11, False),
        ([1, 4, 2], 10, False),
    ):
        scene = gun(bob={"ranged_defence": defence})
        scene.state.magic = {"ann": 1}
        shot = rolled(fire(scene, dice))
        assert shot.misfire is misfire, (dice, defence)
        assert {"fire.2", "fire.3", "fire.4"}.intersection(shot.rules) == ({"fire.3"} if misfire else set())


@pytest.mark.rule("newworld.fire.3")
def test_fire_3_magic_counts_this_round_and_the_next_and_only_for_who_saw_it() -> None:
    for seen, misfire in (({"ann": 3}, True), ({"ann": 2}, True), ({"ann": 1}, False), ({"bob": 3}, False)):
        scene = gun(bob={"ranged_defence": 12})
        scene.state.magic = seen
        table = scene.turn("ann", dice=[1, 4, 2], number=3)
        table.answer("blue", f"shoot:bob:{PISTOL}")
        assert rolled(table).misfire is misfire, seen


@pytest.mark.rule("newworld.fire.4")
def test_fire_4_damp_powder_misfires_as_if_magic_were_there() -> None:
    for powder, misfire in (("damp", True), ("dry", False)):
        table = fire(gun(bob={"ranged_defence": 12}, powder=powder), [1, 4, 2])
        assert rolled(table).misfire is misfire
        assert {"fire.2", "fire.3", "fire.4"}.intersection(rolled(table).rules) == (
            {"fire.4"} if misfire else set()
        )


@pytest.mark.rule("newworld.fire.5")
def test_fire_5_with_soaked_powder_no_firearm_can_be_fired_and_a_bow_can() -> None:
    for weapon, powder, offered in (
        ("pistol", "soaked", False),
        ("musket", "soaked", False),
        ("pistol", "damp", True),
        ("crossbow", "soaked", True),
    ):
        offers = gun(weapon, powder=powder).turn("ann").offers("blue")
        assert (f"shoot:bob:ann/{weapon}/0" in offers) is offered, (weapon, powder)


@pytest.mark.rule("newworld.fire.6")
def test_fire_6_a_shot_reveals_a_hidden_shooter_and_a_misfire_does_not() -> None:
    for dice, revealed in (([3, 4, 1], True), ([3, 3, 1], False)):
        scene = FightScene(size=(14, 3))
        scene.blue("ann", (1, 1), hands=["pistol"], hidden=True)
        scene.red("bob", (10, 1), ranged_defence=20)
        table = fire(scene, dice)
        assert [(e.figure, e.rule) for e in table.events(Revealed)] == [("ann", "fire.6")] * revealed
        assert table.state.figures["ann"].hidden is not revealed
        assert (table.view("red").pieces["ann"].at == (1, 1)) is revealed
        assert any("Ann" in line.text for line in table.log("red") if line.kind == "attack") is revealed


@pytest.mark.rule("newworld.fire.8", "newworld.fire.3")
def test_fire_8_waking_a_rune_is_magic_for_all_with_line_of_sight_at_that_moment() -> None:
    rows = ["." * 14, "." * 5 + "#" + "." * 8, "." * 14]
    scene = FightScene(*rows)
    scene.blue("chief", (1, 1), spells=["rune-flare"])
    scene.blue("ann", (3, 1), hands=["pistol"])
    scene.red("bob", (3, 2), hands=["pistol"], ranged_defence=20)
    scene.red("behind", (9, 1))
    table = scene.turn("chief", "ann", dice=[1, 4, 2])
    table.play(("blue", "ready:wake"), ("blue", PASS))
    assert sorted(table.state.magic) == ["ann", "bob", "chief"]
    assert set(table.state.magic.values()) == {1}
    table.answer("blue", "shoot:bob:ann/pistol/0")
    assert rolled(table).misfire


@pytest.mark.rule("newworld.fire.8")
def test_fire_8_casting_a_spell_is_magic_too() -> None:
    scene = FightScene(size=(14, 3))
    scene.blue("chief", (1, 1), spells=["rune-flare"], has_rune=True)
    scene.red("bob", (5, 1))
    table = scene.turn("chief", number=2)
    table.answer("blue", "cast:bob")
    assert table.state.magic == {"chief": 2, "bob": 2}


def test_fire_8_an_ease_rune_that_only_rests_on_its_bearer_is_none() -> None:
    scene = gun(bob={"ranged_defence": 20}, ease_runes=1, slowing_armour=1)
    table = fire(scene, [1, 4, 2])
    assert table.state.magic == {}
    assert not rolled(table).misfire
