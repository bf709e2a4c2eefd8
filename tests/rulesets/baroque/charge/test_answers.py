"""One question to the inactive player: who reacts, who evades, what does not go together (4.1.3, 5.4.2, 6.5)."""

import pytest

from muster.engine.requests import Number
from muster.rulesets.baroque.events.charges import ReactionTried
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.replies import replies
from muster.rulesets.baroque.queries.running import ahead
from muster.rulesets.baroque.rules.reactions import Answer, Reaction, answer
from muster.rulesets.baroque.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.scenes import BattleScene, through


def keys(scene: BattleScene, deed: Deed) -> list[str]:
    """What is offered in answer to a deed."""
    return [option.key for option in replies(scene.state, deed)]


def a_charge(scene: BattleScene, unit: str, target: str, length: int = 2400) -> Deed:
    """The deed of a charge of at most so many units."""
    return Deed("charge", unit, ahead(body(scene.state, unit), length), target)


def a_move(scene: BattleScene, unit: str, length: int = 1200) -> Deed:
    """The deed of a move straight ahead."""
    return Deed("move", unit, ahead(body(scene.state, unit), length))


def asking(scene: BattleScene, deed: Deed) -> Table[State]:
    """The question alone."""
    return scene.run(lambda game: answer(game, deed))


@pytest.mark.rule("baroque.4.1.3b")
def test_4_1_3b_which_deed_allows_which_answer() -> None:
    scene = BattleScene()
    unit = charger(scene)
    dragoons = in_front(scene, "dragoons", 1.5, type="DR", weapons=["musket"])
    scene.red("guard", (13, 8), 270, type="TR", impetus=3)
    assert keys(scene, a_charge(scene, unit, dragoons)) == [
        "evade:dragoons",
        "fire:dragoons",
        "ocharge:guard",
    ]
    assert keys(scene, a_move(scene, unit, 800)) == ["fire:dragoons", "ocharge:guard"]
    assert keys(scene, Deed("withdrawal", unit)) == ["fire:dragoons"]
    assert keys(scene, Deed("shot", unit, target=dragoons)) == ["evade:dragoons", "fire:dragoons"]


@pytest.mark.rule("baroque.4.1.3b")
def test_r6_the_targets_of_a_charge_countercharge_and_the_others_charge_by_opportunity() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "target", 1.5, type="TR", impetus=3)
    scene.red("guard", (13, 8), 270, type="TR", impetus=3)
    assert keys(scene, a_charge(scene, unit, target)) == ["counter:target", "ocharge:guard"]


def test_baggage_and_units_that_can_do_nothing_are_not_asked() -> None:
    scene = BattleScene()
    unit = charger(scene)
    scene.baggage("red", (10, 5))
    in_front(scene, "foot", 1.5)
    assert keys(scene, a_move(scene, unit, 600)) == []
    table = asking(scene, a_move(scene, unit, 600))
    assert through(table)


@pytest.mark.rule("baroque.4.1.3c", "baroque.6.5.1", "baroque.5.4.4")
def test_4_1_3c_only_one_unit_reacts_to_one_action() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "left", 2, aside=-1.1, weapons=["musket"])
    in_front(scene, "right", 2, aside=1.1, weapons=["musket"])
    scene.red("guard", (13, 9), 270, type="TR", impetus=3)
    scene.red("watch", (7, 9), 90, type="TR", impetus=3)
    table = asking(scene, a_move(scene, unit, 600))
    for one, other, rule in (
        ("fire:left", "fire:right", "6.5.1"),
        ("ocharge:guard", "ocharge:watch", "5.4.4"),
        ("fire:left", "ocharge:guard", "4.1.3c"),
    ):
        picks = [{"key": key, "with": {"value": 600}} for key in (one, other)]
        refusal = table.refused("red", {"picks": picks})
        assert (refusal.code, refusal.rule) == ("one_reaction", f"baroque.{rule}")
        assert refusal.numbers == {"reactions": 2, "most": 1}


@pytest.mark.rule("baroque.4.1.3e", "baroque.5.6.1")
def test_4_1_3e_one_unit_may_not_react_and_evade_but_another_may_react_while_it_evades() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "dragoons", 1.5, type="DR", weapons=["musket"])
    scene.red("guard", (13, 9), 270, type="TR", impetus=3)
    got: list[Answer] = []
    deed = a_charge(scene, unit, target)

    async def ask(game: object) -> None:
        got.append(await answer(game, deed))  # type: ignore[arg-type]

    table = scene.run(ask)
    both = [{"key": "evade:dragoons"}, {"key": "fire:dragoons", "with": {"value": 300}}]
    refusal = table.refused("red", {"picks": both})
    assert (refusal.code, refusal.rule) == ("react_or_evade", "baroque.5.6.1")
    table.answer("red", ["evade:dragoons", ("ocharge:guard", 600)])
    assert got == [Answer(("dragoons",), Reaction("guard", "opportunity", 600))]


@pytest.mark.rule("baroque.6.5c")
def test_6_5c_the_place_on_the_path_is_checked_where_it_is_named() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "archers", 4.5, weapons=["arquebus"])
    table = asking(scene, a_move(scene, unit, 1800))
    spec = table.option("red", "fire:archers").needs
    assert isinstance(spec, Number)
    assert (spec.minimum, spec.maximum, spec.along and spec.along.piece) == (1499, 1800, unit)
    refusal = table.refused("red", {"picks": [{"key": "fire:archers", "with": {"value": 1498}}]})
    assert refusal.code == "bad_answer"
    table.answer("red", ("fire:archers", 1500))
    assert through(table)


def test_a_place_from_which_nobody_is_met_is_refused_with_the_reason() -> None:
    scene = BattleScene()
    unit = charger(scene)
    scene.red("guard", (13, 8.9), 270, type="TR", impetus=3, frontage=240)
    table = asking(scene, a_move(scene, unit, 1200))
    spec = table.option("red", "ocharge:guard").needs
    assert isinstance(spec, Number)
    assert spec.minimum > 0
    refusal = table.refused("red", {"picks": [{"key": "ocharge:guard", "with": {"value": spec.minimum - 1}}]})
    assert refusal.code == "bad_answer"


@pytest.mark.rule("baroque.2.5.4")
def test_2_5_4_a_reaction_that_failed_is_used_up() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "archers", 1.5, weapons=["musket"])
    deed = a_move(scene, unit, 300)
    from muster.rulesets.baroque.rules.reactions import interrupt

    table = scene.run(lambda game: interrupt(game, deed, Reaction("archers", "fire", 300)), dice=[2])
    assert table.event(ReactionTried) == ReactionTried("archers", unit, "fire")
    assert table.state.units["archers"].reacted
    assert not table.state.units["archers"].disordered
    assert [o.key for o in replies(table.state, deed)] == []


def test_a_seat_that_does_not_want_to_react_this_turn_is_not_asked() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "archers", 1.5, weapons=["musket"])
    deed = a_move(scene, unit, 300)

    async def unasked(game: object) -> None:
        game.preferences[("red", "reaction")] = "not_this_turn"  # type: ignore[attr-defined]
        assert await answer(game, deed) == Answer()  # type: ignore[arg-type]

    assert through(scene.run(unasked))
    table = asking(scene, deed)
    assert table.asked("red").window == "reaction"
    table.answer("red", PASS)
    assert through(table)


@pytest.mark.rule("baroque.6.5e")
def test_6_5e_a_charged_unit_may_fire_along_the_path_instead_of_on_contact() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "foot", 1.5, weapons=["musket"])
    assert keys(scene, a_charge(scene, unit, target)) == ["fire:foot"]
    assert keys(scene, a_charge(scene, unit, target, 1200)) == ["fire:foot"]
