"""The active unit's shot from option to effect: keeping movement, answers, caracole (5.6g, 6.1, 6.5, 6.8)."""

from typing import Any

import pytest

from muster.engine.requests import Choose, Number
from muster.rulesets.baroque.events.fire import ShotFired
from muster.rulesets.baroque.events.tests import CohesionTested, DisciplineTested
from muster.rulesets.baroque.rules import firing
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.scenes import BattleScene, lines, parts
from tests.rulesets.baroque.shooting.looking import FRONT_LINE, shooter


async def once(game: Battle) -> None:
    """One choice among what the acting unit may shoot, and that."""
    offered = firing.options(game.state, "gun")
    spec = Choose(offered, missing=lambda: firing.missing(game.state, "gun"))
    picks = await game.ask(game.state.seat("gun"), spec, rule="baroque.4.1.1g", text="What does it do?")
    await firing.perform(game, "gun", picks.one)


def scene_of(**numbers: Any) -> BattleScene:
    """The gun is acting; a foe stands 1.5 BU in front of it."""
    scene = shooter(**{"used": ("volley",), "vbu": 2, **numbers})
    scene.red("foe", (10, FRONT_LINE - 1.5 - 1 / 3), weapons=["musket"], used=("volley",), vbu=4)
    scene.acting("gun")
    return scene


def shoots(scene: BattleScene, answer: Any, dice: list[int]) -> Table[State]:
    """The gun makes the answer's shot and nobody reacts."""
    table = scene.run(once, dice=dice)
    table.answer("blue", answer)
    table.answer("red", PASS)
    return table


# ------------------------------------------------------------------------------------------------ options
def test_6_1a_an_option_carries_its_dice_odds_and_the_three_lines() -> None:
    table = scene_of(type="RE", weapons=["arquebus"]).run(once)
    option = table.option("blue", "shoot:foe:front")
    assert (option.label, option.detail, option.cost) == (
        "Shoot at Foe",
        "arquebus at 1.5 BU, short range",
        "2 dice",
    )
    assert option.odds is not None
    assert option.odds.chance == 3333
    assert [line.state for line in option.sights] == ["clear"] * 3


@pytest.mark.rule("baroque.6.3.1b")
def test_6_3_1b_a_tercio_has_an_option_for_each_side_that_sees_a_target() -> None:
    scene = scene_of(type="ETE", massed=True, depth=400)
    scene.red("behind", (10, 11), heading=0)
    scene.red("beside", (13, 9), heading=270)
    table = scene.run(once)
    assert table.offers("blue") == ["shoot:foe:front", "shoot:beside:right", "shoot:behind:rear"]
    assert table.option("blue", "shoot:beside:right").label == "Shoot at Beside from its right side"


def test_6_1_reasons_are_given_for_who_is_no_target() -> None:
    scene = scene_of()
    scene.red("aside", (12.2, 6.9))
    scene.red("away", (10, 2))
    scene.red("back", (10, 13))
    scene.baggage("red", (4, 2))
    spec = scene.run(once).asked("blue").spec
    assert isinstance(spec, Choose)
    assert [r.rule for r in spec.missing()] == ["baroque.6.3.5a", "baroque.6.1.2", "baroque.6.3.1a"]
    scene.state.change("gun", shots=("active",))
    assert [r.rule for r in firing.missing(scene.state, "gun")] == ["baroque.6.1b"]
    assert firing.options(scene.state, "gun") == ()


# ------------------------------------------------------------------------------------------------ movement
@pytest.mark.rule("baroque.6.1.3.2b")
def test_6_1_3_2b_who_shoots_first_says_how_many_movement_actions_it_keeps_a_die_each() -> None:
    scene = scene_of(vbu=4)
    table = scene.run(once, dice=[1, 1, 1])
    needs = table.option("blue", "shoot:foe:front").needs
    assert isinstance(needs, Number)
    assert (needs.minimum, needs.maximum) == (0, 6)
    table.answer("blue", ("shoot:foe:front", 2))
    table.answer("red", PASS)
    assert parts(table.event(ShotFired).dice) == [("6.1.1a", 4), ("6.1.2", 1), ("6.1.3.2a", -2)]
    assert table.state.acting is not None
    assert (table.state.acting.reserved, table.state.acting.did) == (2, ("shot",))
    assert table.state.units["gun"].shots == ("active",)


@pytest.mark.rule("baroque.6.1.3.2c")
def test_6_1_3_2c_free_movers_keep_all_their_movement_for_nothing() -> None:
    table = shoots(scene_of(type="S"), "shoot:foe:front", [1, 1, 1])
    assert table.state.acting is not None
    assert table.state.acting.reserved is None


@pytest.mark.rule("baroque.6.1a")
def test_6_1a_others_shoot_between_no_two_movement_actions() -> None:
    scene = scene_of(moves=1)
    scene.acting("gun", did=("move",), moves=1, ways=("forward",))
    table = shoots(scene, "shoot:foe:front", [1, 1])
    assert table.state.acting is not None
    assert table.state.acting.reserved == 0
    assert parts(table.event(ShotFired).dice)[-1] == ("6.1.3.2a", -1)


# ------------------------------------------------------------------------------------------------ answers
@pytest.mark.rule("baroque.5.6g")
def test_5_6g_against_who_evades_range_and_lines_are_those_of_before_and_a_die_is_lost() -> None:
    scene = scene_of(vbu=4)
    scene.red("dragoons", (10, FRONT_LINE - 1 - 0.3), type="DR")
    scene.state.change("foe", pose=None)
    table = scene.run(once, dice=[6, 1, 1, 1, 1, 1])
    table.answer("blue", ("shoot:dragoons:front", 0))
    table.answer("red", "evade:dragoons")
    shot = table.event(ShotFired)
    assert parts(shot.dice) == [("6.1.1a", 4), ("6.1.2", 2), ("6.1.3.7", -1)]
    assert shot.words.startswith("musket at 1 BU,")


def test_6_5d_fire_in_answer_is_rolled_with_the_state_of_before_the_shot() -> None:
    table = scene_of().run(once, dice=[5, 6, 6, 6, 1, 1, 1, 1, 6, 4, 3])
    table.answer("blue", ("shoot:foe:front", 0))
    table.answer("red", "fire:foe")
    assert [(e.unit, e.occasion, len(e.thrown.fell), e.hits) for e in table.events(ShotFired)] == [
        ("gun", "shot", 3, 3),
        ("foe", "answer", 5, 1),
    ]
    assert [e.unit for e in table.events(CohesionTested)] == ["foe", "gun"]
    assert table.state.units["foe"].shots == ("reaction",)


def test_6_5_a_reaction_that_fails_its_test_leaves_the_shot_alone() -> None:
    table = scene_of().run(once, dice=[2, 1, 1, 1])
    table.answer("blue", ("shoot:foe:front", 0))
    table.answer("red", "fire:foe")
    assert [e.unit for e in table.events(ShotFired)] == ["gun"]


# ------------------------------------------------------------------------------------------------ caracole
def reiters(**numbers: Any) -> BattleScene:
    """Massed Reiters that have just shot."""
    scene = scene_of(type="RE", massed=True, weapons=["pistol_carbine"], vbu=5, shots=("active",), **numbers)
    scene.state.change("foe", pose=(6000, 5000 - 600 - 200, 18_000))
    scene.acting("gun", did=("shot",))
    return scene


@pytest.mark.rule("baroque.6.8a")
def test_6_8a_massed_reiters_shoot_once_more_after_a_passed_test_and_the_enemy_may_answer_again() -> None:
    scene = reiters()
    table = scene.run(once, dice=[4, 1, 1, 1, 1])
    assert table.offers("blue") == ["caracole:foe:front"]
    table.answer("blue", "caracole:foe:front")
    table.answer("red", PASS)
    assert table.event(DisciplineTested).test == "caracole"
    assert table.event(ShotFired).occasion == "caracole"
    assert table.state.acting is not None
    assert (table.state.acting.did, table.state.acting.over) == (("shot", "caracole"), False)


def test_6_8a_only_massed_reiters_in_order_and_at_once_after_the_shot() -> None:
    for numbers in ({"disordered": True}, {"massed": False}, {"type": "TR"}):
        scene = scene_of(
            **{"type": "RE", "massed": True, "weapons": ["pistol_carbine"], "shots": ("active",), **numbers}
        )
        scene.acting("gun", did=("shot",))
        assert firing.options(scene.state, "gun") == ()
    scene = reiters()
    scene.acting("gun", did=("shot", "move"))
    assert firing.options(scene.state, "gun") == ()


@pytest.mark.rule("baroque.6.8b")
def test_6_8b_a_failed_caracole_ends_the_activation_without_a_second_shot() -> None:
    table = reiters().run(once, dice=[3])
    table.answer("blue", "caracole:foe:front")
    assert table.events(ShotFired) == []
    assert table.state.acting is not None
    assert table.state.acting.over


def test_the_log_tells_announcement_and_shot_in_short_sentences() -> None:
    table = shoots(scene_of(), ("shoot:foe:front", 0), [6, 1, 2, 4])
    assert lines(table, "announce") == ["Gun will shoot at Foe."]
    assert lines(table, "shot") == ["Gun shot at Foe (musket at 1.5 BU, short range): 1 hit."]
