"""Ready, Reload, Cast, Use a skill, Stand or mount (action.2 to action.5, action.8)."""

import pytest

from muster.rulesets.newworld.events import Cast, Cleared, EdgeChanged, Reloaded, RuneWoken, SkillRolled
from tests.kit.table import PASS
from tests.rulesets.newworld.asking import Json
from tests.rulesets.newworld.scenes import FightScene, part, rolled


def alone(**ann: object) -> FightScene:
    """Ann, with Bob far off."""
    scene = FightScene()
    scene.blue("ann", (1, 1), **ann)
    scene.red("bob", (10, 7))
    return scene


# ------------------------------------------------------------------------------------------------ Ready
@pytest.mark.rule("newworld.action.3")
def test_action_3_drawing_and_putting_away_are_a_half_action_each() -> None:
    table = alone(hands=["sabre"], carried=["spear"]).turn("ann")
    assert "ready:draw:ann/spear/1" not in table.offers("blue")  # one hand is full
    table.answer("blue", "ready:put:ann/sabre/0")
    assert table.state.items["ann/sabre/0"].where == "carried"
    table.answer("blue", "ready:draw:ann/spear/1")
    assert table.state.items["ann/spear/1"].where == "both"
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.action.3")
def test_action_3_the_second_thing_goes_into_the_other_hand() -> None:
    table = alone(hands=["sabre"], carried=["knife", "shield"]).turn("ann")
    table.answer("blue", "ready:draw:ann/shield/2")
    assert table.state.items["ann/shield/2"].where == "off"
    assert "ready:draw:ann/knife/1" not in table.offers("blue")


@pytest.mark.rule("newworld.action.3")
def test_action_3_a_rune_is_woken_before_its_spell_can_be_cast() -> None:
    scene = alone(spells=["rune-flare"])
    scene.state.change("bob", at=(4, 1))
    table = scene.turn("ann")
    assert "cast:bob" not in table.offers("blue")
    table.answer("blue", "ready:wake")
    assert table.event(RuneWoken).figure == "ann"
    assert "ready:wake" not in table.offers("blue")
    assert "cast:bob" in table.offers("blue")


# ------------------------------------------------------------------------------------------------ Reload
@pytest.mark.rule("newworld.action.4")
def test_action_4_a_round_of_reloading_takes_a_full_action_and_they_need_not_follow_each_other() -> None:
    scene = alone(hands=["pistol"])
    scene.item("ann/pistol/0", loaded=False)
    table = scene.turn("ann", "bob")
    table.answer("blue", "reload:ann/pistol/0")
    assert table.state.items["ann/pistol/0"].rounds == 1
    table.play(("red", PASS), ("blue", "parry"), ("blue", PASS), ("red", PASS))
    table.answer("blue", "reload:ann/pistol/0")
    assert table.state.items["ann/pistol/0"].loaded
    assert len(table.events(Reloaded)) == 2


@pytest.mark.rule("newworld.action.4")
def test_action_4_a_crossbow_is_empty_after_each_shot_too() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), hands=["crossbow"])
    scene.red("bob", (6, 1))
    table = scene.turn("ann", "bob", dice=[3, 4, 1])
    table.answer("blue", "shoot:bob:ann/crossbow/0")
    assert not table.state.items["ann/crossbow/0"].loaded
    table.play(("blue", PASS), ("red", PASS))
    assert not any(k.startswith("shoot:") for k in table.offers("blue"))
    table.answer("blue", "reload:ann/crossbow/0")
    assert table.state.items["ann/crossbow/0"].loaded


@pytest.mark.rule("newworld.fire.2", "newworld.action.18")
def test_action_18_clearing_a_misfire_is_a_full_action_and_starts_the_reloading_anew() -> None:
    scene = alone(hands=["pistol"])
    scene.item("ann/pistol/0", loaded=False, jammed=True, rounds=1)
    table = scene.turn("ann")
    assert "reload:ann/pistol/0" not in table.offers("blue")
    table.answer("blue", "clear:ann/pistol/0")
    assert table.event(Cleared).figure == "ann"
    assert (table.state.items["ann/pistol/0"].jammed, table.state.items["ann/pistol/0"].rounds) == (False, 0)
    assert table.asked("red").subject == "bob"


# ------------------------------------------------------------------------------------------------ Cast
@pytest.mark.rule("newworld.action.2")
def test_action_2_a_rune_flare_takes_one_off_the_next_attack_of_a_foe_near_and_in_sight() -> None:
    scene = FightScene(size=(12, 3))
    scene.blue("ann", (1, 1), spells=["rune-flare"], has_rune=True)
    scene.red("bob", (2, 1), hands=["sabre"])
    scene.red("eve", (9, 1))
    table = scene.turn("ann", "bob", dice=[3, 4, 1])
    assert "cast:eve" not in table.offers("blue")
    table.play(("blue", "cast:bob"), ("blue", PASS))
    assert table.event(Cast).target == "bob"
    table.answer("red", "attack:ann:bob/sabre/0")
    assert part(rolled(table).attack, "action.2") == -1
    assert table.state.figures["bob"].dazzled is None


@pytest.mark.rule("newworld.action.2")
def test_action_2_the_flare_is_over_when_the_casters_next_turn_begins_or_the_caster_is_out() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), spells=["rune-flare"], has_rune=True)
    scene.red("bob", (4, 1))
    table = scene.turn("ann", "bob")
    table.play(("blue", "cast:bob"), ("blue", PASS))
    assert [m.sign for m in table.view("red").pieces["bob"].marks] == ["dazzled"]
    table.answer("red", PASS)
    assert table.state.figures["bob"].dazzled is None
    scene = FightScene()
    scene.blue("ann", (1, 1), spells=["rune-flare"], has_rune=True, left=1)
    scene.blue("al", (0, 8))
    scene.red("bob", (4, 1))
    scene.red("eve", (2, 1), melee=9)
    table = scene.turn("ann", "eve", dice=[4, 5, 4])
    table.play(("blue", "cast:bob"), ("blue", PASS), ("red", "attack:ann:fist"))
    assert table.state.figures["ann"].out
    assert table.state.figures["bob"].dazzled is None


# ------------------------------------------------------------------------------------------------ Use a skill
@pytest.mark.rule("newworld.action.8", "newworld.edge.2")
def test_action_8_something_quick_is_a_half_action_something_careful_a_full_one() -> None:
    edges: list[Json] = [
        {"id": "door", "at": [2, 1], "side": "w", "kind": "door", "state": "closed"},
        {
            "id": "gate",
            "at": [1, 1],
            "side": "n",
            "kind": "gate",
            "state": "barred",
            "lock": {"difficulty": 8},
        },
    ]
    scene = FightScene(edges=edges)
    scene.blue("ann", (1, 1), athletics=3)
    scene.red("bob", (10, 7))
    table = scene.turn("ann", dice=[2, 3])
    assert table.option("blue", "open:door").cost == "half action"
    assert table.option("blue", "force:gate").cost == "whole turn"
    table.answer("blue", "force:gate")
    assert table.event(SkillRolled).difficulty == 8
    assert table.event(EdgeChanged).state == "open"
    assert table.asked("red").subject == "bob"


# ------------------------------------------------------------------------------------------------ Stand or mount
@pytest.mark.rule("newworld.action.5")
def test_action_5_getting_on_and_off_a_mount_beside_one_is_a_half_action() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.horse("blue", "nag", (4, 3))
    scene.horse("blue", "far", (8, 3))
    scene.horse("red", "theirs", (1, 3))
    scene.red("bob", (10, 7))
    table = scene.turn("ann")
    assert [k for k in table.offers("blue") if k.startswith("mount:")] == ["mount:nag"]
    table.answer("blue", "mount:nag")
    assert table.view("blue").pieces["ann"].rides == "nag"
    assert table.view("blue").pieces["nag"].ridden_by == "ann"
    assert table.state.squares("ann") == table.state.squares("nag")
    assert table.reach("blue", "move")[4, 5].cost == 2
    table.answer("blue", ("dismount", "3,3"))
    assert table.state.figures["ann"].rides is None
    assert table.state.figures["ann"].at == (3, 3)
    assert table.state.figures["nag"].at == (4, 3)


@pytest.mark.rule("newworld.action.5")
def test_action_5_a_mount_that_carries_somebody_is_not_free_and_prone_figures_stand_up_first() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), prone=True)
    scene.horse("blue", "nag", (4, 3))
    scene.blue("al", (6, 3), mounted=True)
    scene.blue("cat", (8, 3))
    scene.red("bob", (10, 7))
    table = scene.turn("ann", "cat")
    assert not any(k.startswith("mount:") for k in table.offers("blue"))
    table.answer("blue", "stand")
    assert "mount:nag" in table.offers("blue")
    table.answer("blue", PASS)
    assert not any(k.startswith("mount:") for k in table.offers("blue"))


def test_action_5_one_gets_down_onto_a_free_square_a_step_away() -> None:
    scene = FightScene("#....", "...2.", ".....", ".....")
    scene.blue("ann", (1, 1), mounted=True)
    scene.blue("al", (3, 2))
    table = scene.turn("ann")
    assert table.option("blue", "dismount").detail == "9 places"
    squares = set(table.offers("blue", "dismount"))
    assert squares == {"1,0", "2,0", "3,0", "0,1", "0,2", "0,3", "1,3", "2,3", "3,3"}


@pytest.mark.rule("newworld.action.5")
def test_action_5_getting_on_or_off_gives_nobody_a_free_attack() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.horse("blue", "nag", (4, 3))
    scene.red("bob", (2, 3), hands=["sabre"])
    table = scene.turn("ann")
    table.answer("blue", "mount:nag")
    assert table.asked("blue").rule == "newworld.turn.1"
