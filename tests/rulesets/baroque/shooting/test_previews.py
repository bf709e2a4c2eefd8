"""What a shot would mean before it is announced: lines, dice, odds, answers."""

from muster.geometry.open.poses import Side
from muster.rulesets.baroque.queries.shot_previews import of_shot
from tests.rulesets.baroque.shooting.looking import FRONT_LINE, shooter


def test_a_preview_of_a_shot_has_lines_dice_odds_and_answers_with_the_movement_that_is_kept() -> None:
    scene = shooter(vbu=4, used=("volley",))
    scene.red("foe", (10, FRONT_LINE - 1.5 - 1 / 3), weapons=["musket"], impetus=0)
    scene.acting("gun")
    found = of_shot(scene.state, "gun", Side.FRONT, "foe", 2)
    assert found["legal"]
    assert [line["state"] for line in found["sights"]] == ["clear"] * 3
    assert [note["text"] for note in found["notes"]] == ["3 dice: musket at 1.5 BU, short range."]
    (odds,) = found["odds"]
    assert (odds["piece"], odds["odds"]["totals"][0]["value"]) == ("foe", 3)
    assert [(p["piece"], p["percent"]) for p in found["provokes"]] == [("foe", 50.0)]


def test_a_preview_of_a_shot_says_once_what_stands_in_its_lines() -> None:
    scene = shooter(vbu=4, used=("volley",))
    scene.red("foe", (10, FRONT_LINE - 1.5 - 1 / 3))
    scene.blue("friend", (11.6, FRONT_LINE - 0.6))
    scene.acting("gun")
    found = of_shot(scene.state, "gun", Side.FRONT, "foe")
    assert sorted(line["state"] for line in found["sights"]) == ["blocked", "clear", "clear"]
    assert [(n["text"], n["tone"]) for n in found["notes"][1:]] == [("Friend in the way.", "warn")]


def test_a_preview_of_a_shot_that_may_not_be_made_says_why() -> None:
    scene = shooter()
    scene.red("foe", (10, 3))
    scene.acting("gun")
    found = of_shot(scene.state, "gun", Side.FRONT, "foe")
    assert (found["legal"], found["rule"]) == (False, "baroque.6.1.2")
    assert found["why"] == "Foe: 5.33 BU away, and this musket shoots up to 4 BU."
