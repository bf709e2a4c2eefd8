"""A Character's card as the table shows it."""

from muster.engine.ids import Audience
from muster.rulesets.ad1666 import RULESET
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
