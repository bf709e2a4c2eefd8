"""The activation of a command: its units one after another (4.1.1f, 4.1.1i, 4.1.1j)."""

import pytest

from muster.rulesets.baroque.events.course import CommandEnded
from muster.rulesets.baroque.events.moves import ActivationBegan
from muster.rulesets.baroque.queries.melee_odds import fight_odds
from muster.rulesets.baroque.rules.command import lead_command
from tests.kit.table import PASS
from tests.rulesets.baroque.melee.fighting import mains_of
from tests.rulesets.baroque.melee.lines import behind_front, rows
from tests.rulesets.baroque.scenes import BattleScene, through


def three() -> BattleScene:
    """Three units of the active command and one of another."""
    scene = BattleScene()
    for name, x in (("ann", 4), ("bea", 8), ("cat", 12)):
        scene.blue(name, (x, 12))
    scene.blue("dan", (16, 12), command="blue/2")
    scene.red("foe", (10, 3))
    return scene


def unit_keys(keys: list[str]) -> list[str]:
    """The units among the options."""
    return [k for k in keys if k.startswith("unit:")]


@pytest.mark.rule("baroque.4.1.1f")
def test_4_1_1f_any_unit_of_the_active_command_may_be_next_and_none_of_another() -> None:
    table = three().run(lead_command)
    assert unit_keys(table.offers("blue")) == ["unit:ann", "unit:bea", "unit:cat"]
    assert table.option("blue", "unit:bea").piece == "bea"
    table.answer("blue", "unit:bea")
    assert table.event(ActivationBegan).unit == "bea"


@pytest.mark.rule("baroque.4.1.1g")
def test_4_1_1g_a_unit_rallies_moves_and_shoots_and_what_it_left_undone_is_gone_when_the_next_begins() -> (
    None
):
    scene = three()
    scene.blue("shot", (4, 12), type="T", weapons=["musket"], disordered=True)
    scene.state.change("ann", pose=None, gone="routed")
    scene.red("near", (4, 9), reacted=True)
    offered: list[set[str]] = []
    table = scene.begin(dice=[6, 6])
    table.answer("blue", "unit:shot")
    for deed in ("rally", ("move", ("wheel_left", 60)), ("move", ("wheel_right", 60))):
        offered.append({k.partition(":")[0] for k in table.offers("blue")} - {"leader"})
        table.answer("blue", deed)
    offered.append({k.partition(":")[0] for k in table.offers("blue")} - {"leader"})
    assert offered == [
        {"rally", "move", "shoot", "withdraw"},
        {"move", "shoot", "withdraw"},
        {"move", "shoot"},
        {"move", "shoot"},
    ]
    table.answer("blue", PASS)
    assert "unit:shot" not in table.offers("blue")
    assert "unit:bea" in table.offers("blue")


@pytest.mark.rule("baroque.4.1.1j")
def test_4_1_1j_a_unit_is_activated_once_a_turn() -> None:
    scene = three()
    scene.state.change("bea", activated=True)
    table = scene.run(lead_command)
    assert unit_keys(table.offers("blue")) == ["unit:ann", "unit:cat"]


@pytest.mark.rule("baroque.4.1.1f")
def test_4_1_1f_units_may_be_left_idle_and_a_hasty_player_is_asked_whether_he_means_it() -> None:
    table = three().run(lead_command)
    assert table.asked("blue").pass_sure == "3 units have not acted yet. End the command all the same?"
    table.answer("blue", PASS)
    assert table.event(CommandEnded) == CommandEnded("blue/1", ("ann", "bea", "cat"))
    assert table.state.commands["blue/1"].done
    assert (table.state.phase, table.state.active) == ("initiative", None)


@pytest.mark.rule("baroque.4.1.1i")
def test_4_1_1i_the_command_cannot_end_while_a_unit_in_melee_has_not_been_activated() -> None:
    scene = three()
    scene.contact("foe", "bea")
    table = scene.run(lead_command)
    assert table.asked("blue").pass_label is None
    assert "Bea" in table.asked("blue").note
    scene.state.change("bea", activated=True)
    assert scene.run(lead_command).asked("blue").pass_label == "End Blue command 1"


def two_melees() -> BattleScene:
    """Blue's foot and its faster horse each fight pikes and muskets of red, front to front, since a turn before."""
    scene = BattleScene()
    scene.blue("foot", (10, 8))
    scene.blue("horse", (4, 8), type="TR")
    for unit in ("foot", "horse"):
        scene.contact(unit, behind_front(scene, f"{unit} foe", unit, type="P&M"))
    return scene


@pytest.mark.rule("baroque.4.1.1i")
def test_4_1_1i_a_unit_that_fights_as_soon_as_it_is_chosen_says_so_and_why_with_its_chances() -> None:
    table = two_melees().run(lead_command, dice=[*rows(0, 6), *rows(0, 6)])
    option = table.option("blue", "unit:foot")
    assert option.detail == (
        "VBU 6 of 6, in melee; fights at once, cannot break off: its kind of unit never may."
    )
    assert (option.act, option.rule) == ("Fight with Foot", "baroque.4.1.1i")
    assert option.odds == fight_odds(table.state, "foot")
    assert option.odds is not None
    table.answer("blue", "unit:foot")
    assert mains_of(table) == [("foot", "foot foe")]


@pytest.mark.rule("baroque.4.1.1i")
def test_4_1_1i_a_unit_that_may_break_off_is_activated_and_asked() -> None:
    table = two_melees().run(lead_command)
    option = table.option("blue", "unit:horse")
    assert (option.act, option.detail, option.odds) == ("Activate Horse", "VBU 6 of 6, in melee", None)
    table.answer("blue", "unit:horse")
    assert table.offers("blue") == ["fight", "break_off"]


def test_a_command_with_nothing_left_to_do_ends_by_itself() -> None:
    scene = three()
    for unit in ("ann", "bea", "cat"):
        scene.state.change(unit, activated=True)
    scene.leader("blue/1", None, lost=True)
    table = scene.run(lead_command)
    assert through(table)
    assert table.event(CommandEnded).idle == ()
