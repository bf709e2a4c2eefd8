"""What the board shows of a charge before it is declared."""

from muster.rulesets.baroque.queries.charge_previews import of_charge
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.scenes import BattleScene, box


def test_a_charge_shows_its_contact_its_impact_the_bonus_and_who_may_answer() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "trotters", 3, type="TR", impetus=3)
    in_front(scene, "croats", 1.6, aside=-2.2, type="CL", weapons=["bow"], impetus=0, heading=150)
    shown = of_charge(scene.state, unit, target)
    assert shown["legal"]
    assert shown["pose"] == (6000, 4200, 0)
    assert shown["notes"] == [
        {"text": "3 BU to Trotters, met on its front.", "rule": "baroque.7.2.1", "tone": "plain"}
    ]
    [bonus] = shown["odds"]
    assert (bonus["piece"], bonus["odds"]["percent"]) == (target, 83.33)
    assert [(p["piece"], p["label"]) for p in shown["provokes"]] == [
        (target, "Countercharge with Trotters"),
        ("croats", "Fire with Croats"),
    ]
    assert all(p["percent"] > 0 for p in shown["provokes"])


def test_a_later_action_shows_its_march_test_and_the_ground_what_it_does() -> None:
    scene = BattleScene()
    unit = charger(scene)
    scene.acting(unit, moves=1, ways=("forward",))
    target = in_front(scene, "foot", 1.5, heading=0)
    scene.terrain("scrub", box(8, 8, 4, 1.5))
    notes = of_charge(scene.state, unit, target)["notes"]
    assert [(n["rule"], n["tone"]) for n in notes] == [
        ("baroque.7.2.3a", "good"),
        ("baroque.3.1.1b", "warn"),  # with that its order is gone, whatever the test of the march says
    ]
    del scene.state.terrain["scrub-1"]
    scene.structure("blue", "Poor", 2)
    scene.leader("blue/1", (10, 12))
    (_, march) = of_charge(scene.state, unit, target)[
        "notes"
    ]  # the test is taken where its leader is not heard
    assert march["rule"] == "baroque.5.1f"
    assert "in good order with 33%" in march["text"]


def test_a_potential_charge_is_shown_as_far_as_it_was_announced() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "croats", 1, type="CL", impetus=0)
    shown = of_charge(scene.state, unit, target, 900)
    assert shown["pose"] == (6000, 5400, 0)
    assert [p["label"] for p in shown["provokes"]] == ["Evade with Croats"]


def test_a_charge_at_nobody_is_refused_with_the_reason() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "foot", 9)
    assert of_charge(scene.state, unit, target) == {
        "legal": False,
        "why": "Horse cannot charge Foot now.",
        "rule": "baroque.5.4a",
    }
