"""Who is activated in the Combat Phase, and for what (combat.1 to combat.5, combat.23, combat.25)."""

import pytest

from muster.rulesets.ad1666.events import FightBegun, StanceTaken
from muster.rulesets.ad1666.queries.combat import deeds, may_fight, whose_turn
from muster.rulesets.ad1666.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.ad1666.fighting import SABRE, lay, pair, phase
from tests.rulesets.ad1666.scenes import YardScene


def keys(state: State, seat: str) -> list[str]:
    return [d.key for d in deeds(state, seat)]


def activated(table: Table[State]) -> set[str]:
    return {who for who, body in table.state.bodies.items() if body.activated}


@pytest.mark.rule("ad1666.combat.1")
def test_combat_1_activations_alternate_and_whoever_stands_over_a_prone_enemy_is_activated_too() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.red("eve", (5, 1))
    scene.blue("bob", (2, 1), prone=True)
    scene.blue("dan", (6, 1))
    scene.state.phase, scene.state.up = "combat", "blue"
    table = phase(scene)
    table.answer("blue", "stance:dan")
    # Nobody engages Ann: she stands over Bob, and is activated for that.
    assert table.offers("red") == ["fight:ann:bob", "stance:ann", "fight:eve:dan", "stance:eve"]
    table.answer("red", "stance:eve")
    table.answer("blue", "stance:bob")
    table.answer("red", "stance:ann")
    assert [e.who for e in table.events(StanceTaken)] == ["dan", "eve", "bob", "ann"]
    assert table.over


@pytest.mark.rule("ad1666.combat.2", "ad1666.combat.3")
def test_combat_2_and_3_a_fight_activates_both_and_an_activated_one_may_be_attacked_again() -> None:
    scene = pair()
    scene.red("eve", (4, 2), **SABRE)
    scene.stack("red", deck=["cup-6", "cup-5"])
    scene.stack("blue", deck=["skull-5", "skull-6"])
    table = phase(scene)
    assert table.offers("red") == ["fight:ann:bob", "stance:ann", "fight:eve:bob", "stance:eve"]
    table.answer("red", "fight:ann:bob")
    lay(table)
    assert activated(table) == {"ann", "bob"}
    # Bob is through; Red goes on, and may have him attacked once more.
    assert table.offers("red") == ["fight:eve:bob", "stance:eve"]
    table.answer("red", "fight:eve:bob")
    lay(table)
    assert [e.marked for e in table.events(FightBegun)] == [("ann", "bob"), ("eve", "bob")]


@pytest.mark.rule("ad1666.combat.2")
def test_combat_2_a_defensive_stance_is_all_that_happens_and_the_enemy_may_still_attack() -> None:
    table = phase(pair())
    table.answer("red", "stance:ann")
    assert activated(table) == {"ann"}
    assert table.offers("blue") == ["fight:bob:ann", "stance:bob"]


@pytest.mark.rule("ad1666.combat.1", "ad1666.skill.inconspicuous.8")
def test_combat_1_with_the_marker_one_may_attack_but_need_not() -> None:
    scene = pair(red={"weapons": (), "inconspicuous": True})
    scene.red("eve", (1, 4), **SABRE)
    scene.blue("dan", (2, 4), **SABRE)
    table = phase(scene)
    assert table.offers("red") == ["fight:ann:bob", "fight:eve:dan", "stance:eve", "drop-marker:ann"]
    table.answer("red", "stance:eve")
    table.answer("blue", "stance:dan")
    assert table.asked("red").pass_label == "Attack nobody"
    assert table.offers("red") == ["fight:ann:bob", "drop-marker:ann"]
    table.answer("red", PASS)
    assert table.over
    assert activated(table) == {"eve", "dan"}


@pytest.mark.rule("ad1666.combat.5", "ad1666.map.10")
def test_combat_5_diagonally_over_obstacles_and_heights_but_not_over_doors_walls_or_the_cliff() -> None:
    scene = YardScene(
        (8, 6),
        raised=[(1, 1)],
        high=[(5, 1)],
        walls=[((1, 4), (2, 4)), ((4, 3), (5, 3))],
        doors={((4, 4), (5, 4)): "open"},
        obstacles=[((1, 2), (2, 2))],
    )
    scene.red("ann", (1, 1))
    scene.blue("low", (2, 2))
    scene.red("kay", (5, 1))
    scene.blue("cliff", (6, 1))
    scene.red("wall", (1, 4))
    scene.blue("wallfoe", (2, 4))
    scene.red("door", (4, 4))
    scene.blue("straight", (5, 4))
    scene.blue("aslant", (5, 3))
    may = {
        (a, b): may_fight(scene.state, a, b)
        for a, b in (
            ("ann", "low"),
            ("kay", "cliff"),
            ("wall", "wallfoe"),
            ("door", "straight"),
            ("door", "aslant"),
        )
    }
    assert may == {
        ("ann", "low"): True,
        ("kay", "cliff"): False,
        ("wall", "wallfoe"): False,
        ("door", "straight"): True,
        ("door", "aslant"): False,
    }


@pytest.mark.rule("ad1666.combat.25")
def test_combat_25_a_prone_one_fights_only_who_engages_it_and_two_prone_ones_do_not_fight() -> None:
    scene = pair(red={"prone": True})
    assert keys(scene.state, "red") == ["fight:ann:bob", "stance:ann"]
    scene.state.change("bob", prone=True)
    assert not may_fight(scene.state, "ann", "bob")
    assert whose_turn(scene.state) is None


@pytest.mark.rule("ad1666.combat.23")
def test_combat_23_an_unconscious_one_starts_no_fight_and_plays_a_card_at_minus_one() -> None:
    scene = pair(red={"unconscious": True})
    assert keys(scene.state, "red") == ["stance:ann"]
    scene.state.up = "blue"
    scene.stack("red", deck=["cup-6"])
    scene.stack("blue", deck=["skull-4"])
    table = phase(scene)
    table.answer("blue", "fight:bob:ann")
    lay(table)
    assert any(
        line.text == "Bob against Ann: 4 to 5. Ann hits Bob on the hands, damage 2."
        for line in table.log("red")
    )


@pytest.mark.rule("ad1666.skill.berserker")
def test_skill_berserker_takes_no_defensive_stance() -> None:
    scene = pair(red={"traits": ("berserker",)})
    assert keys(scene.state, "red") == ["fight:ann:bob"]


@pytest.mark.rule("ad1666.combat.2", "ad1666.turn.15")
def test_question_a5_nobody_is_paired_before_the_combat_phase_and_nobody_fights() -> None:
    scene = pair()
    scene.state.phase = "action"
    assert whose_turn(scene.state) is None
    scene.state.phase = "combat"
    scene.red("eve", (3, 3), **SABRE)
    scene.red("kay", (4, 1), **SABRE)
    # All three are engaged by Bob, and each may be the one to fight him.
    assert [k for k in keys(scene.state, "red") if k.startswith("fight")] == [
        "fight:ann:bob",
        "fight:eve:bob",
        "fight:kay:bob",
    ]
    assert keys(scene.state, "blue") == ["fight:bob:ann", "fight:bob:eve", "fight:bob:kay", "stance:bob"]
