"""Reactions that interrupt a deed: opportunity fire and opportunity charges (4.1.3, 5.4.2, 6.5, R25)."""

import pytest

from muster.rulesets.baroque.events.contacts import Met
from muster.rulesets.baroque.events.fire import ShotFired
from muster.rulesets.baroque.events.harm import FellIntoDisorder
from muster.rulesets.baroque.events.tests import DisciplineTested
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.running import ahead
from muster.rulesets.baroque.queries.shooting import reaction_plan
from muster.rulesets.baroque.rules.reactions import Interrupted, Reaction, interrupt
from muster.rulesets.baroque.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.charge.runs import NO_HITS, charging, small
from tests.rulesets.baroque.scenes import BattleScene, parts, place_of, through


def interrupted(
    scene: BattleScene, deed: Deed, reaction: Reaction, *dice: int
) -> tuple[Table[State], list[Interrupted]]:
    """A reaction carried out, and what it left of the deed."""
    found: list[Interrupted] = []

    async def do(game: object) -> None:
        found.append(await interrupt(game, deed, reaction))  # type: ignore[arg-type]

    return scene.run(do, dice=dice), found


def a_move(scene: BattleScene, unit: str, length: int = 1200) -> Deed:
    """A move straight ahead."""
    return Deed("move", unit, ahead(body(scene.state, unit), length), way="forward")


@pytest.mark.rule("baroque.6.5a")
def test_6_5_fire_stops_the_mover_at_the_named_place_and_lets_it_go_on() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "archers", 2.5, weapons=["arquebus"], vbu=2, used=("volley",))
    table, found = interrupted(scene, a_move(scene, unit), Reaction("archers", "fire", 600), 5, 1, 2)
    assert found == [Interrupted(True, 600)]
    assert place_of(table, unit) == (10, 9, 0)
    assert (table.event(ShotFired).unit, table.event(ShotFired).target) == ("archers", unit)
    assert parts(table.event(DisciplineTested).modifiers) == [("6.5b", -1)]


def test_who_fails_its_test_does_not_stop_anybody() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "archers", 2.5, weapons=["arquebus"])
    table, found = interrupted(scene, a_move(scene, unit), Reaction("archers", "fire", 600), 2)
    assert found == [Interrupted(True, 0)]
    assert place_of(table, unit) == (10, 10, 0)


def test_a_mover_that_is_shot_down_goes_no_farther() -> None:
    scene = BattleScene()
    unit = charger(scene, vbu=1)
    in_front(scene, "archers", 1.5, weapons=["arquebus"], vbu=2, used=("volley",))
    table, found = interrupted(
        scene, a_move(scene, unit, 300), Reaction("archers", "fire", 300), 5, 6, 6, 6, 6
    )
    assert found == [Interrupted(False, 300)]
    assert table.state.units[unit].gone == "routed"


@pytest.mark.rule("baroque.5.4.2d", "baroque.5.4.2e")
def test_5_4_2_an_opportunity_charge_stops_the_mover_fights_and_ends_its_activation() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    guard = scene.red("guard", (13, 9), 270, **small())
    table, found = interrupted(scene, a_move(scene, unit), Reaction(guard, "opportunity", 600), 5, *NO_HITS)
    assert through(table)
    assert found == [Interrupted(False, 600)]
    assert place_of(table, unit) == (10, 9, 0)
    assert parts(table.event(DisciplineTested).modifiers) == [("5.4.2d", -1)]
    [contact] = table.event(Met).contacts
    assert (contact.by, contact.on, contact.arrival, contact.impact) == (guard, unit, "opportunity", "side")
    assert table.state.acting is not None
    assert table.state.acting.over


@pytest.mark.rule("baroque.5.1h")
def test_5_1h_a_second_action_that_is_cut_short_counts_and_takes_its_march_test_on_that_contact() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    scene.acting(unit, moves=1, ways=("forward",))
    guard = scene.red("guard", (13, 9), 270, **small())
    deed = a_move(scene, unit)
    table, _ = interrupted(scene, deed, Reaction(guard, "opportunity", 600), 5, 2, *NO_HITS)
    assert [(t.unit, t.test, t.passed) for t in table.events(DisciplineTested)] == [
        (guard, "opportunity_charge", True),
        (unit, "march", False),
    ]
    assert table.state.acting is not None
    assert table.state.acting.moves == 2


@pytest.mark.rule("baroque.5.4.2e")
def test_5_4_2e_an_opportunity_charge_that_falls_short_disorders_its_unit_and_the_mover_goes_on() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    guard = scene.red("guard", (14.5, 9), 270, **small())
    table, found = interrupted(scene, a_move(scene, unit), Reaction(guard, "opportunity", 600), 5, 1)
    table.answer("red", True)
    assert through(table)
    assert found == [Interrupted(True, 600)]
    assert table.event(FellIntoDisorder) == FellIntoDisorder(guard, "its charge met nobody", "5.4.2e")
    assert table.state.contacts == ()


@pytest.mark.rule("baroque.5.4.2f", "baroque.4.1.3h")
def test_5_4_2f_a_charger_that_an_opportunity_charge_stops_has_no_impetus_and_the_other_has() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foot", 1.8, aside=-1.2, **small(type="P&M", impetus=0))
    guard = scene.red("guard", (11.3, 7.4), 180, **small())
    table = charging(scene, unit, target, 5, 1, 1, 1)
    assert table.offers("red") == ["ocharge:guard"]
    table.answer("red", ("ocharge:guard", 300))
    met = [c for m in table.events(Met) for c in m.contacts]
    assert [(c.by, c.on, c.arrival, c.impetus) for c in met] == [
        (guard, unit, "opportunity", True),
        (unit, guard, "charge", False),
    ]


@pytest.mark.rule("baroque.5.4.2b")
def test_5_4_2b_an_opportunity_charge_against_a_shot_comes_after_it_and_not_from_who_was_exhausted_by_it() -> (
    None
):
    for lost, tested in ((0, True), (4, False)):
        scene = BattleScene()
        unit = charger(scene, **small())
        guard = in_front(scene, "guard", 1, **small(vbu=6, lost=lost, disordered=True))
        dice = [1] if tested else []
        table, found = interrupted(
            scene, Deed("shot", unit, target=guard), Reaction(guard, "opportunity"), *dice
        )
        assert found == [Interrupted(True, 0)]
        assert bool(table.events(DisciplineTested)) is tested
        if tested:
            assert parts(table.event(DisciplineTested).modifiers) == [("5.4.2d", -1), ("5.4.2d", -1)]


def test_r25_an_opportunity_charger_that_fell_short_and_stands_in_the_way_is_struck_instead() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foot", 1.8, **small(type="P&M", impetus=0))
    guard = scene.red("guard", (14.5, 9), 270, **small())
    table = charging(scene, unit, target, 5, 6, *NO_HITS)
    table.answer("red", ("ocharge:guard", 0))
    assert table.asked("red").rule == "baroque.5.4.1a"
    table.answer("red", True)
    assert [(c.by, c.on) for c in table.state.contacts] == [(guard, unit)]


def test_a_real_charge_goes_on_after_fire_that_only_disordered_it() -> None:
    scene = BattleScene()
    unit = charger(scene, **small(vbu=6))
    target = in_front(
        scene, "foot", 1.8, weapons=["musket"], used=("volley",), **small(type="P&M", impetus=0)
    )
    table = charging(scene, unit, target, 5, 6, 6, 6, 1, *([1] * 6))
    table.answer("red", ("fire:foot", 600))
    assert [(c.by, c.on) for c in table.state.contacts] == [(unit, target)]
    assert table.state.units[unit].disordered


def test_nobody_reacts_when_the_seat_passes() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foe", 1, **small())
    table = charging(scene, unit, target, *NO_HITS)
    table.answer("red", PASS)
    assert [(c.by, c.on) for c in table.state.contacts] == [(unit, target)]


@pytest.mark.rule("baroque.6.1.3.2a")
def test_r134_charges_in_reaction_are_movement_actions_of_the_turn() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    guard = scene.red("guard", (13, 9), 270, **small())
    table, _ = interrupted(scene, a_move(scene, unit), Reaction(guard, "opportunity", 600), 5, *NO_HITS)
    assert table.state.units[guard].moves == 1
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foe", 2, **small())
    table = charging(scene, unit, target, 3, *NO_HITS, 1)
    table.answer("red", "counter:foe")
    assert table.state.units[target].moves == 1
    scene = BattleScene()
    shooter = scene.blue("shooter", (10, 9), weapons=["musket"], moves=1)
    scene.red("mark", (10, 7.5))
    found = reaction_plan(scene.state, shooter, "mark")
    assert found is not None
    assert ("6.1.3.2a", -1) in parts(found.dice)


@pytest.mark.rule("baroque.5.4.2e")
def test_5_4_2e_whom_an_opportunity_charge_has_met_does_nothing_more_even_if_its_pistols_rout_the_charger() -> (
    None
):
    scene = BattleScene()
    unit = charger(scene, **small(weapons=["point_blank_pistol"]))
    guard = scene.red("guard", (13, 9), 270, **small())
    deed = a_move(scene, unit)
    table, found = interrupted(scene, deed, Reaction(guard, "opportunity", 600), 6, 6, 6, 6, 6)
    assert table.state.units[guard].gone == "routed"
    assert found == [Interrupted(False, 600)]
    assert table.state.acting is not None
    assert table.state.acting.over
