"""A Character's card as the table shows it."""

from muster.engine.ids import Audience
from muster.rulesets.ad1666 import RULESET
from tests.kit.table import PASS
from tests.rulesets.ad1666.scenes import YardScene


def test_a_skill_leads_to_its_own_rule() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), traits=("cunning-as-a-fox", "huge"), skills={"inconspicuous": 2, "cutting": 1})
    sheet = RULESET.view(scene.state, Audience("red")).sheets["ann"]
    assert [(chip.label, chip.rule) for chip in sheet.chips] == [
        ("Inconspicuous 2", "ad1666.skill.inconspicuous.1"),
        ("Cunning as a fox", "ad1666.skill.cunning.1"),
        ("Huge", "ad1666.skill.huge"),
    ]


def test_who_acts_has_not_had_its_turn_yet() -> None:
    scene = YardScene((4, 2))
    scene.red("ann", (0, 0))
    scene.red("eve", (1, 0))
    table = scene.act("ann")
    ann = table.view("spectators").pieces["ann"]
    assert (ann.active, ann.acted) == (True, False)
    table.answer("red", PASS)
    ann = table.view("spectators").pieces["ann"]
    assert (ann.active, ann.acted) == (False, True)


def test_a_sheet_says_all_that_a_weapon_does() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), weapons=("sabre", "musket"))
    lines = RULESET.view(scene.state, Audience("blue")).sheets["ann"].lines
    assert [line.note for line in lines] == [
        "Superiority 2, damage head 2 body 1 hands 1 legs 0",
        "up to 4 spaces DL 5; up to 10 spaces DL 6; up to 16 spaces DL 8, damage head 3 body 3 hands 2 legs 2, "
        "Armour-Piercing, firearm, Reload 2, Quick Reload DL 7",
    ]


def test_who_is_out_for_good_bears_no_mark_but_how() -> None:
    scene = YardScene((4, 2))
    scene.red("ann", (0, 0))
    scene.red("eve", (1, 0))
    scene.state.change("ann", wounds=scene.state.card("ann").death, prone=True, at=None, fate="killed")
    pieces = RULESET.view(scene.state, Audience("red")).pieces
    assert [m.label for m in pieces["ann"].marks] == ["killed"]
    assert pieces["eve"].marks == ()
