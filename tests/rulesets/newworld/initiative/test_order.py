"""Initiative and surprise (init.1, .2, .3, .5, surprise.*)."""

import pytest

from muster.rulesets.newworld.events import OrderFixed, SurpriseRolled
from muster.rulesets.newworld.queries.standing import may_make_free_attack, outnumbering
from muster.rulesets.newworld.rules.delay import Point, holders
from muster.rulesets.newworld.rules.initiative import roll_initiative
from muster.rulesets.newworld.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene, part, rolled


def order(scene: FightScene, dice: tuple[int, ...] = ()) -> OrderFixed:
    """Fix the order of a scene."""
    scene.state.phase = "initiative"
    return scene.run(roll_initiative, dice=dice).event(OrderFixed)


def fight(scene: FightScene, dice: tuple[int, ...] = ()) -> Table[State]:
    """Begin with initiative and play on."""
    scene.state.phase = "initiative"
    return scene.begin(dice=dice)


def rounds(table: Table[State], count: int) -> list[list[str]]:
    """Who was asked in so many rounds, everybody passing."""
    found: list[list[str]] = [[] for _ in range(count)]
    first = table.state.round
    while table.state.round < first + count:
        request = table.match.requests[0]
        found[table.state.round - first].append(str(request.subject))
        table.answer(request.seat, PASS)
    return found


@pytest.mark.rule("newworld.init.1")
def test_init_1_the_order_is_agility_highest_first_and_no_die_is_rolled() -> None:
    scene = FightScene()
    for column, agility in enumerate((2, 5, 3)):
        scene.blue(f"b{agility}", (column, 1), agility=agility, wits=9 - agility)
    scene.red("r4", (9, 1), agility=4)
    fixed = order(scene)
    assert fixed.order == (("b5",), ("r4",), ("b3",), ("b2",))
    assert fixed.numbers == {"b2": 2, "b5": 5, "b3": 3, "r4": 4}


@pytest.mark.rule("newworld.init.2")
def test_init_2_ties_go_to_wits_then_to_player_characters_and_then_act_at_once() -> None:
    scene = FightScene()
    scene.red("dull", (1, 1), wits=1)
    scene.red("even", (2, 1), wits=2)
    scene.blue("hero", (3, 1), wits=2, pc=True)
    scene.red("other", (4, 1), wits=2)
    scene.blue("quick", (5, 1), wits=4)
    assert order(scene).order == (("quick",), ("hero",), ("even", "other"), ("dull",))


@pytest.mark.rule("newworld.init.3")
def test_init_3_the_order_stays_what_it_was_whatever_changes_and_newcomers_join_by_their_own() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), agility=2)
    scene.red("bob", (9, 1), agility=5)
    scene.blue("late", (1, 5), agility=3)
    scene.red("later", (9, 5), agility=2, wits=3)
    scene.state.initiative = {"ann": 4, "bob": 1}  # as it stood when the fight began
    scene.state.order = scene.state.waiting = (("ann",), ("bob",))
    found = rounds(scene.begin(), 2)
    assert found == [["ann", "bob"], ["ann", "late", "later", "bob"]]


@pytest.mark.rule("newworld.init.3")
def test_init_3_a_newcomer_equal_to_another_acts_with_it() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1))
    scene.red("bob", (9, 1))
    scene.state.initiative = {"ann": 3}
    scene.state.order = scene.state.waiting = (("ann",),)
    table = scene.begin(dice=[[1, 0]])
    assert rounds(table, 1) == [["ann"]]
    assert table.state.order == (("ann", "bob"),)
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.init.5")
def test_init_5_combat_reflexes_add_one_to_initiative_and_to_nothing_else() -> None:
    scene = FightScene()
    scene.blue("slow", (1, 1), agility=3, wits=9, hands=["throwing-hatchet"])
    scene.blue("fast", (2, 1), agility=3, wits=1, hands=["throwing-hatchet"], talents=["combat-reflexes"])
    scene.red("bob", (6, 1), agility=1)
    assert order(scene).order == (("fast",), ("slow",), ("bob",))
    table = scene.turn("fast", dice=[3, 4, 1])
    assert max(r.cost for r in table.reach("blue", "move").values()) == 6
    table.answer("blue", "shoot:bob:fast/throwing-hatchet/0")
    assert rolled(table).damage is not None
    assert part(rolled(table).damage, "damage.4") == 3  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ surprise
def ambush(**ann: object) -> FightScene:
    """Ann of the side that may be surprised, and Bob of the other."""
    scene = FightScene(surprised="blue")
    scene.blue("ann", (1, 1), **ann)
    scene.red("bob", (9, 1), agility=2)
    return scene


@pytest.mark.rule("newworld.surprise.1")
def test_surprise_1_who_could_be_caught_takes_a_d6_off_initiative_for_the_first_round() -> None:
    scene = ambush(agility=5)
    fixed = order(scene, (4,))
    assert fixed.first_round == (("bob",), ("ann",))
    assert fixed.order == (("ann",), ("bob",))
    nobody = FightScene(surprised="nobody")
    nobody.blue("ann", (1, 1), agility=5)
    nobody.red("bob", (9, 1), agility=2)
    assert order(nobody).first_round == (("ann",), ("bob",))


@pytest.mark.rule("newworld.surprise.2")
def test_surprise_2_below_nought_is_surprised_and_loses_the_first_turn() -> None:
    table = fight(ambush(agility=3), (4,))
    event = table.event(SurpriseRolled)
    assert (event.number, event.surprised) == (-1, True)
    assert "Order: Ann, Bob. In the first round: Bob." in [line.text for line in table.log("red")]
    assert rounds(table, 2) == [["bob"], ["ann", "bob"]]


@pytest.mark.rule("newworld.surprise.3")
@pytest.mark.parametrize(("die", "number"), [(3, 0), (2, 1), (1, 2)])
def test_surprise_3_nought_or_more_acts_at_that_number_and_ties_are_broken_as_usual(
    die: int, number: int
) -> None:
    scene = ambush(agility=3, wits=5)
    scene.red("cat", (9, 3), agility=1, wits=3)
    table = fight(scene, (die,))
    assert (table.event(SurpriseRolled).number, table.event(SurpriseRolled).surprised) == (number, False)
    expected = {0: ["bob", "cat", "ann"], 1: ["bob", "ann", "cat"], 2: ["ann", "bob", "cat"]}
    assert rounds(table, 1) == [expected[number]]


@pytest.mark.rule("newworld.surprise.3", "newworld.surprise.4")
def test_surprise_3_everybody_sees_the_order_of_the_first_round_and_from_the_second_on_the_usual_one() -> (
    None
):
    scene = ambush(agility=5)
    scene.blue("cat", (1, 3), agility=4)
    scene.red("eve", (9, 3), agility=1)
    table = fight(scene, (5, 6))
    assert table.state.figures["cat"].surprised
    for audience in ("blue", "red", "spectators"):
        assert table.view(audience).phase.order == ("bob", "eve", "ann")
    rounds(table, 1)
    for audience in ("blue", "red", "spectators"):
        assert table.view(audience).phase.order == ("ann", "cat", "bob", "eve")


@pytest.mark.rule("newworld.surprise.4")
def test_surprise_4_from_round_two_on_everybody_acts_at_the_usual_number() -> None:
    scene = ambush(agility=4)
    scene.blue("cat", (1, 3), agility=3)
    table = fight(scene, (4, 6))
    caught = table.state.figures["cat"].surprised
    assert rounds(table, 2) == [["bob", "ann"], ["ann", "cat", "bob"]]
    assert (caught, table.state.figures["cat"].surprised) == (True, False)
    assert table.state.initiative == {"ann": 4, "cat": 3, "bob": 2}


@pytest.mark.rule("newworld.surprise.5")
def test_surprise_5_the_side_that_springs_the_surprise_does_not_roll() -> None:
    table = fight(ambush(agility=5), (1,))
    assert [e.figure for e in table.events(SurpriseRolled)] == ["ann"]


@pytest.mark.rule("newworld.surprise.6")
def test_surprise_6_a_master_woods_runner_never_rolls() -> None:
    fixed = order(ambush(agility=0, talents=["master-woods-runner"]))
    assert fixed.first_round == (("bob",), ("ann",))


@pytest.mark.rule("newworld.init.5", "newworld.surprise.3")
def test_surprise_1_combat_reflexes_count_before_the_die() -> None:
    table = fight(ambush(agility=3, talents=["combat-reflexes"]), (4,))
    assert (table.event(SurpriseRolled).number, table.event(SurpriseRolled).surprised) == (0, False)


@pytest.mark.rule("newworld.surprise.7")
def test_surprise_7_the_surprised_make_no_free_attacks_and_do_not_bar_their_squares() -> None:
    for surprised in (True, False):
        scene = FightScene("...", "###")
        scene.blue("ann", (0, 0))
        scene.red("bob", (1, 0), surprised=surprised)
        assert may_make_free_attack(scene.state, "bob", "ann") is not surprised
        table = scene.turn("ann")
        assert ("move" in table.offers("blue")) is surprised
        if surprised:
            assert table.reach("blue", "move")[(2, 0)].provokes == ()


@pytest.mark.rule("newworld.outnumber.2")
def test_surprise_7_they_count_for_nobody_and_use_no_delayed_action() -> None:
    for surprised in (True, False):
        scene = FightScene()
        scene.blue("ann", (3, 3), surprised=surprised)
        scene.blue("cat", (3, 4))
        scene.red("bob", (4, 3))
        assert (outnumbering(scene.state, "cat", "bob") is None) is surprised
        scene.delay("ann")
        assert holders(scene.state, "bob", Point.DONE) == (() if surprised else ("ann",))


def test_surprise_7_their_defences_stand_and_they_roll_in_opposed_rolls() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), surprised=True, hands=["shield"])
    table = scene.turn("ann", dice=[6, 6, 1, 1, 3, 4, 1])
    table.answer("blue", "feint:bob")
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert rolled(table).defence.value == 11
    assert len(table.dice.asked) == 2
