"""Defensive fire, chargers thrown back, point-blank pistols (6.6, 6.7)."""

from dataclasses import replace
from typing import Any

import pytest

from muster.engine.requests import Confirm
from muster.rulesets.baroque.events.fire import PistolsFired, ShotFired
from muster.rulesets.baroque.events.tests import CohesionTested, DisciplineTested
from muster.rulesets.baroque.queries.close_fire import defensive_plan, no_defensive_fire, pistol_targets
from muster.rulesets.baroque.rules.close_fire import defensive_fire, pistols
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import Arrival, Impact, State
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene, box, lines, parts, through


def charged(impact: Impact = "front", arrival: Arrival = "charge", **numbers: Any) -> BattleScene:
    """Blue horse has charged into contact with a red unit of muskets and stands at its front."""
    scene = BattleScene()
    given: dict[str, Any] = {"weapons": ["musket"], "used": ("volley",), **numbers}
    scene.red("foot", (10, 7), **given)
    scene.blue("horse", (10, 7 + 2 / 3), type="TR")
    scene.contact("horse", "foot", impact, arrival)
    return scene


def barred(scene: BattleScene) -> str:
    """The rule by which there is no defensive fire; empty: there may be."""
    found = no_defensive_fire(scene.state, "foot", "horse")
    return found.rule.removeprefix("baroque.") if found else ""


def defends(scene: BattleScene, dice: list[int]) -> Table[State]:
    """The foot uses its defensive fire."""
    table = scene.run(lambda game: defensive_fire(game, "foot", "horse"), dice=dice)
    table.answer("red", True)
    return table


# ------------------------------------------------------------------------------------------------ who may
@pytest.mark.rule("baroque.6.6a")
def test_6_6a_defensive_fire_is_for_foot_with_missiles_skirmishers_tercios_and_cannons() -> None:
    kinds = ("P&M", "T", "S", "DR", "WB", "PK", "RE", "CL")
    assert [kind for kind in kinds if not barred(charged(type=kind))] == ["P&M", "T", "S"]
    assert barred(charged(type="ART", weapons=["art_c"])) == ""
    assert barred(charged(type="ART", weapons=["art_d"])) == "6.6a"


def test_6_6a_not_for_who_is_exhausted_has_reacted_or_is_unarmed() -> None:
    assert barred(charged(lost=4)) == "2.5.1d"
    assert barred(charged(reacted=True)) == "2.5.4"
    assert barred(charged(weapons=["pike"])) == "6.1c"


@pytest.mark.rule("baroque.6.6a")
def test_6_6a_not_for_who_is_in_melee_with_another() -> None:
    scene = charged()
    scene.blue("other", (12, 7), heading=270)
    scene.contact("other", "foot", "side")
    assert barred(scene) == "6.1a"
    assert barred(charged(impact="side")) == "6.6a"


@pytest.mark.rule("baroque.6.6b")
def test_6_6b_late_tercios_may_when_charged_on_the_side_and_early_ones_on_flank_and_rear_too() -> None:
    impacts: tuple[Impact, ...] = ("front", "side", "flank")
    late = [barred(charged(impact, type="LTE", massed=True, depth=400)) for impact in impacts]
    early = [barred(charged(impact, type="ETE", massed=True, depth=400)) for impact in impacts]
    assert (late, early) == (["", "", "6.6b"], ["", "", ""])


@pytest.mark.rule("baroque.6.6f")
def test_6_6f_of_two_units_that_a_charge_meets_only_the_main_unit_may() -> None:
    scene = charged()
    scene.red("next", (11.9, 7), weapons=["musket"])
    scene.state.change("horse", pose=(6500, 4600, 0))
    scene.contact("horse", "next", "front", "charge")
    assert barred(scene) == ""
    assert no_defensive_fire(scene.state, "next", "horse") is not None
    scene.state.change("horse", pose=(6700, 4600, 0))
    assert barred(scene) == "6.6f"


@pytest.mark.rule("baroque.6.6g")
def test_6_6g_not_against_who_arrives_by_pursuit() -> None:
    assert barred(charged(arrival="pursuit")) == "6.6g"


# ------------------------------------------------------------------------------------------------ how
@pytest.mark.rule("baroque.6.6a")
def test_6_6a_the_owner_decides_with_the_odds_of_test_and_shot_before_it() -> None:
    scene = charged()
    table = scene.run(lambda game: defensive_fire(game, "foot", "horse"))
    asked = table.asked("red")
    spec = asked.spec
    assert asked.window == "reaction", "the question says which standing answer is about it"
    assert isinstance(spec, Confirm)
    assert spec.odds is not None
    assert (spec.odds.chance, spec.odds.needs) == (8333, "needs 2+ (4+ with +2)")
    table.answer("red", False)
    assert not table.state.units["foot"].reacted


def test_6_6_who_wants_no_questions_about_reactions_this_turn_is_not_asked() -> None:
    async def not_now(game: Battle) -> None:
        game.preferences[game.state.seat("foot"), "reaction"] = "not_this_turn"
        assert await defensive_fire(game, "foot", "horse") == "held"

    assert through(charged().run(not_now))


@pytest.mark.rule("baroque.6.6c", "baroque.6.6d")
def test_6_6c_it_is_fired_at_point_blank_after_a_test_with_plus_2() -> None:
    table = defends(charged(vbu=2, disordered=True), [3, 1, 1, 1])
    assert parts(table.event(DisciplineTested).modifiers) == [("6.6d", 2), ("6.6d", -1)]
    shot = table.event(ShotFired)
    assert parts(shot.dice) == [("6.1.1a", 2), ("6.1.2", 2), ("6.1.3.4", -1)]
    assert shot.occasion == "defensive"
    assert table.state.units["foot"].reacted


def test_6_6d_a_failed_test_uses_up_the_reaction_and_nothing_is_fired() -> None:
    table = defends(charged(), [1])
    assert table.events(ShotFired) == []
    assert table.state.units["foot"].reacted
    assert table.state.contacts


@pytest.mark.rule("baroque.6.6e")
def test_6_6e_a_charger_that_loses_vbu_by_failing_is_thrown_back_1_bu_and_contact_is_over() -> None:
    table = defends(charged(vbu=1), [6, 6, 6, 1, 5])
    assert table.event(CohesionTested).outcome.failed_by == 1
    assert table.state.contacts == ()
    assert table.state.units["horse"].pose == (6000, 4600 + 600, 0)
    assert lines(table, "move") == ["Horse recoiled 1 BU."]


def test_6_6e_losses_by_accumulation_do_not_throw_back() -> None:
    scene = charged(vbu=1)
    scene.state.change("horse", disordered=True)
    table = defends(scene, [6, 6, 1, 1, 1])
    tested = table.event(CohesionTested).outcome
    assert (tested.failed_by, tested.piled_up) == (0, 1)
    assert table.state.contacts


def behind(kind: str, **numbers: Any) -> Table[State]:
    """The charger is thrown back, with a friend a third of a BU behind it."""
    scene = charged(vbu=1)
    scene.blue("reserve", (10, 8.67), type=kind, depth=400, **numbers)
    return defends(scene, [6, 6, 6, 1, 5])


@pytest.mark.rule("baroque.6.6e", "baroque.5.5.2a", "baroque.5.5.2b")
def test_r53_a_charger_is_thrown_back_through_friends_or_pushes_them_as_a_retreat_does() -> None:
    through_it = behind("P&M")  # its charger is Mounted, and goes on until it is clear
    assert through_it.state.pose("horse")[1] == 5602
    assert through_it.state.pose("reserve")[1] == 5202
    scene = charged(vbu=1)
    scene.state.setup.cards["horse"] = replace(scene.state.card("horse"), type="P&M")  # type: ignore[index]
    scene.blue("reserve", (10, 8.67))
    pushed = defends(scene, [6, 6, 6, 1, 5])
    assert pushed.state.pose("horse")[1] == 5200
    assert pushed.state.pose("reserve")[1] == 5600
    assert pushed.state.units["reserve"].disordered


@pytest.mark.rule("baroque.6.6e")
def test_r53_what_cannot_be_passed_shortens_the_way_back_and_there_is_no_melee_even_without_room() -> None:
    scene = charged(vbu=1)
    scene.terrain("rocks", box(9, 8.4, 2, 2))
    table = defends(scene, [6, 6, 6, 1, 5])
    assert table.state.pose("horse")[1] == 4840
    tight = charged(vbu=1)
    tight.terrain("rocks", box(9, 8, 2, 2))
    held = defends(tight, [6, 6, 6, 1, 5])
    assert held.state.pose("horse")[1] == 4600
    assert held.state.contacts == ()


@pytest.mark.rule("baroque.6.6e")
def test_r53_nobody_is_thrown_off_the_table() -> None:
    scene = BattleScene((20, 8.5))
    scene.red("foot", (10, 7), weapons=["musket"], used=("volley",), vbu=1)
    scene.blue("horse", (10, 7 + 2 / 3), type="TR")
    scene.contact("horse", "foot", "front", "charge")
    table = defends(scene, [6, 6, 6, 1, 5])
    assert table.state.pose("horse")[1] == 4900
    assert table.state.contacts == ()


def test_6_6e_a_routed_charger_is_gone_and_contact_with_it() -> None:
    scene = charged(vbu=1)
    scene.state.change("horse", lost=5)
    table = defends(scene, [6, 6, 6, 1, 6])
    assert (table.state.units["horse"].gone, table.state.contacts) == ("routed", ())


# ------------------------------------------------------------------------------------------------ pistols
def met(arrival: Arrival = "charge", **numbers: Any) -> BattleScene:
    """Blue horse with pistols has charged red horse with pistols, front to front."""
    scene = BattleScene()
    scene.red("reds", (10, 7), type="TR", weapons=["point_blank_pistol"], **numbers)
    scene.blue("blues", (10, 7 + 2 / 3), type="TR", weapons=["point_blank_pistol"])
    scene.contact("blues", "reds", "front", arrival)
    return scene


def fires(scene: BattleScene, dice: list[int]) -> Table[State]:
    """The pistols of the new contact."""
    return scene.run(lambda game: pistols(game, "blues"), dice=dice)


@pytest.mark.rule("baroque.6.7a", "baroque.6.7b")
def test_6_7a_both_sides_fire_three_dice_at_once_and_only_once_in_the_battle() -> None:
    table = fires(met(), [1, 2, 3, 6, 1, 1, 4])
    assert [(e.unit, e.hits) for e in table.events(PistolsFired)] == [("reds", 0), ("blues", 1)]
    assert [e.unit for e in table.events(CohesionTested)] == ["reds"]
    assert [table.state.units[u].used for u in ("reds", "blues")] == [("pistol",), ("pistol",)]


@pytest.mark.rule("baroque.6.7c")
def test_6_7c_hits_call_for_a_test_at_point_blank_and_a_rout_ends_the_contact() -> None:
    table = fires(met(lost=5), [1, 2, 3, 6, 6, 6, 4])
    tested = table.event(CohesionTested)
    assert (tested.by, parts(tested.critical)) == ("pistol", [("6.2a", 1), ("6.2a", -3), ("6.2a", 3)])
    assert (table.state.units["reds"].gone, table.state.contacts) == ("routed", ())


@pytest.mark.rule("baroque.6.7d")
def test_6_7d_who_was_in_melee_before_does_not_fire_and_is_fired_at() -> None:
    scene = met()
    scene.blue("first", (12, 7), heading=270)
    scene.contact("first", "reds", "side")
    assert pistol_targets(scene.state, "reds", "blues") == ()
    assert pistol_targets(scene.state, "blues", "blues") == ("reds",)


@pytest.mark.rule("baroque.6.7e")
def test_6_7e_a_contact_by_pursuit_only_uses_them_up() -> None:
    table = fires(met("pursuit"), [])
    assert table.events(PistolsFired) == []
    assert [table.state.units[u].used for u in ("reds", "blues")] == [("pistol",), ("pistol",)]
    assert lines(table, "used")[0] == "Reds came too fast to use the point-blank pistols."


@pytest.mark.rule("baroque.6.7f")
def test_6_7f_of_several_enemies_the_main_unit_is_fired_at_otherwise_the_owner_picks() -> None:
    scene = met()
    scene.state.change("reds", used=("pistol",))
    scene.red("more", (11.9, 7), type="TR")
    scene.state.change("blues", pose=(6200, 4600, 0))
    scene.contact("blues", "more", "front", "charge")
    assert pistol_targets(scene.state, "blues", "blues") == ("reds",)
    scene.state.change("blues", pose=(6570, 4600, 0))
    table = fires(scene, [1, 1, 1])
    assert table.offers("blue") == ["reds", "more"]
    table.answer("blue", "more")
    assert table.event(PistolsFired).target == "more"


def test_r24_baggage_is_not_worth_a_pistol() -> None:
    scene = BattleScene()
    scene.baggage("red", (10, 6))
    scene.blue("blues", (10, 7 + 1 / 3), type="TR", weapons=["point_blank_pistol"])
    scene.contact("blues", "red/baggage", "front", "charge")
    table = fires(scene, [])
    assert table.state.units["blues"].used == ()
    scene.contact("blues", "red/baggage", "front", "pursuit")
    assert fires(scene, []).state.units["blues"].used == ()


@pytest.mark.rule("baroque.6.7c")
def test_r116_pistols_of_two_enemies_call_for_one_test_with_all_their_hits() -> None:
    scene = met()
    scene.red("more", (11.9, 7), type="TR", weapons=["point_blank_pistol"])
    scene.state.change("blues", pose=(6200, 4600, 0), used=("pistol",))
    scene.contact("blues", "more", "front", "charge")
    table = fires(scene, [6, 1, 1, 6, 1, 1, 1])
    assert [(e.unit, e.hits) for e in table.events(PistolsFired)] == [("reds", 1), ("more", 1)]
    tested = table.event(CohesionTested)
    assert (tested.unit, tested.hits, tested.critical.value) == ("blues", 2, 4)


@pytest.mark.rule("baroque.6.6c")
def test_r115_neither_cover_nor_screens_nor_lines_change_defensive_fire() -> None:
    plain = defensive_plan(charged().state, "foot", "horse")
    scene = charged()
    scene.terrain("wood", box(8, 7 + 1 / 3, 4, 2))
    scene.terrain("hedge", ((9, 7 + 1 / 3), (11, 7 + 1 / 3)))
    scene.blue("screen", (10.9, 6.9), frontage=100, depth=100, type="S")
    covered = defensive_plan(scene.state, "foot", "horse")
    assert plain is not None
    assert covered is not None
    assert covered.dice == plain.dice
    assert parts(plain.dice) == [("6.1.1a", 6), ("6.1.2", 2)]
