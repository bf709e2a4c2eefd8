"""Whom a charge may be declared against, and how far it goes (5.4, 5.5.4)."""

import pytest

from muster.rulesets.baroque.events.fire import ShotFired
from muster.rulesets.baroque.queries.charging import (
    bonus_odds,
    charge_at,
    charges,
    missing,
    no_charge,
    no_declaration,
)
from muster.rulesets.baroque.queries.contacting import charge_odds
from muster.rulesets.baroque.queries.melee_dice import Fighter, impetus_part
from muster.rulesets.baroque.rules.acting import activate_unit
from tests.rulesets.baroque.charge.places import DEPTH, charger, in_front
from tests.rulesets.baroque.scenes import BattleScene, box, parts, units


def targets(scene: BattleScene, unit: str) -> list[tuple[str, int, int]]:
    """Target, length, and what a bonus has to add, both in units."""
    return [(p.target, p.length, p.lacks) for p in charges(scene.state, unit)]


@pytest.mark.rule("baroque.5.4a")
def test_5_4a_a_charge_goes_straight_forward_at_whoever_it_meets() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "foot", 1.5)
    in_front(scene, "beside", 0.5, aside=2.1)
    assert targets(scene, unit) == [("foot", 900, 0)]


@pytest.mark.rule("baroque.5.4b")
def test_5_4b_a_unit_without_printed_impetus_never_charges() -> None:
    scene = BattleScene()
    unit = charger(scene, impetus=0)
    in_front(scene, "foot", 1)
    assert targets(scene, unit) == []
    found = no_charge(scene.state, unit)
    assert found is not None
    assert found.rule == "baroque.5.4b"


@pytest.mark.rule("baroque.2.5.1f")
def test_2_5_1f_an_exhausted_unit_with_printed_impetus_may_charge() -> None:
    scene = BattleScene()
    unit = charger(scene, lost=4)
    in_front(scene, "foot", 1)
    assert targets(scene, unit) == [("foot", 600, 0)]


@pytest.mark.rule("baroque.5.4c")
def test_5_4c_a_target_hidden_by_a_wood_cannot_be_named() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "foot", 1.9)
    scene.terrain("rocks", box(9.5, 8.2, 1, 0.2))
    assert targets(scene, unit) == []
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "foot", 2.9, vbu=6)
    scene.terrain("orchard", box(8.9, 6.9, 2.2, 2.3))
    hidden = [r for r in missing(scene.state, unit) if r.rule == "baroque.5.4c"]
    assert [r.text for r in hidden] == ["Foot: hidden by terrain."]


@pytest.mark.rule("baroque.5.4d")
def test_5_4d_a_target_is_in_reach_within_m_and_the_highest_bonus_and_not_a_unit_farther() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "foot", 4)
    assert targets(scene, unit) == [("foot", 2400, 1200)]
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "foot", 4 + 2 / 600)
    assert targets(scene, unit) == []
    [why] = missing(scene.state, unit)
    assert (why.rule, why.text) == ("baroque.5.4d", "Foot: out of reach, since a charge covers 4 BU at most.")


@pytest.mark.rule("baroque.5.4e")
def test_5_4e_nobody_behind_the_first_enemy_that_stops_the_charge_is_a_target() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "front", 0.5)
    in_front(scene, "behind", 1.8)
    assert targets(scene, unit) == [("front", 300, 0)]
    assert [(r.rule, r.text) for r in missing(scene.state, unit)] == [
        ("baroque.5.4e", "Behind: Front would be met first.")
    ]


def test_two_enemies_met_at_once_are_both_targets() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "left", 1, aside=-1)
    in_front(scene, "right", 1, aside=1)
    assert targets(scene, unit) == [("left", 600, 0), ("right", 600, 0)]


def test_skirmishers_in_front_do_not_hide_the_formed_unit_behind_them_from_a_charge() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "screen", 0.5, type="S", depth=240)
    in_front(scene, "formed", 1.8)
    in_front(scene, "last", 3)
    assert targets(scene, unit) == [("screen", 300, 0), ("formed", 1080, 0)]


@pytest.mark.rule("baroque.5.5.4")
def test_5_5_4_a_charge_passes_friendly_light_cavalry_skirmishers_and_guns_alone() -> None:
    for kind, passed in (
        ("CL", True),
        ("S", True),
        ("ART", True),
        ("TR", False),
        ("DR", False),
        ("P&M", False),
    ):
        scene = BattleScene()
        unit = charger(scene)
        frontage = 400 if kind == "ART" else 1200
        in_front(scene, "friend", 0.2, seat="blue", heading=0, type=kind, depth=400, frontage=frontage)
        in_front(scene, "foe", 1.5)
        assert bool(targets(scene, unit)) is passed, kind
        barred = [r.text for r in missing(scene.state, unit) if r.rule == "baroque.5.5.4"]
        assert bool(barred) is not passed, kind


def test_a_friend_in_melee_lets_no_charge_through() -> None:
    scene = BattleScene()
    unit = charger(scene)
    friend = in_front(scene, "friend", 0.2, seat="blue", heading=0, type="CL")
    foe = in_front(scene, "foe", 0.2 + DEPTH)
    scene.contact(friend, foe)
    assert targets(scene, unit) == []


def test_a_charge_that_would_leave_a_friend_no_room_behind_it_is_not_offered() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "friend", 0.2, seat="blue", heading=0, type="CL")
    in_front(scene, "foe", 0.5)
    scene.terrain("rocks", box(9, 10.4, 2, 1))
    assert targets(scene, unit) == []


@pytest.mark.rule("baroque.3.1.1l")
def test_3_1_1l_the_limit_of_difficult_terrain_covers_the_bonus_too() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "foot", 1.2)
    scene.terrain("swamp", box(8, 9, 4, 3))
    assert targets(scene, unit) == []
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "foot", 1)
    scene.terrain("swamp", box(8, 9, 4, 3))
    assert targets(scene, unit) == [("foot", 600, 0)]


@pytest.mark.rule("baroque.2.5.3b")
def test_2_5_3b_a_disordered_unit_charges_with_its_only_movement_action() -> None:
    scene = BattleScene()
    unit = charger(scene, disordered=True)
    in_front(scene, "foot", 1)
    assert no_declaration(scene.state, unit) is None
    scene.acting(unit, moves=1, ways=("forward",))
    found = no_declaration(scene.state, unit)
    assert found is not None
    assert found.rule == "baroque.2.5.3b"


@pytest.mark.rule("baroque.6.1.6")
def test_6_1_6_foot_that_has_shot_charges_only_with_salvo() -> None:
    for traits, rule in (((), "baroque.6.1.6"), (("salvo",), None)):
        scene = BattleScene()
        unit = charger(scene, type="P&M", weapons=["musket"], traits=traits)
        scene.acting(unit, did=("shot",), reserved=1)
        found = no_declaration(scene.state, unit)
        assert (found and found.rule) == rule


@pytest.mark.rule("baroque.6.1.3.2b")
@pytest.mark.parametrize(("kind", "traits"), [("P&M", ("salvo",)), ("H&M", ("salvo",)), ("TR", ())])
def test_r49_who_has_shot_charges_only_with_a_movement_action_that_it_kept(
    kind: str, traits: tuple[str, ...]
) -> None:
    scene = BattleScene()
    unit = charger(scene, type=kind, weapons=["musket"], traits=traits)
    for kept, rule in ((0, "baroque.6.1.3.2b"), (1, None)):
        scene.acting(unit, did=("shot",), reserved=kept)
        found = no_declaration(scene.state, unit)
        assert (found and found.rule) == rule
    scene = BattleScene()
    free = charger(scene, type="RE", weapons=["pistol_carbine"])
    scene.acting(free, did=("shot",))
    assert no_declaration(scene.state, free) is None


@pytest.mark.rule("baroque.8.2.4", "baroque.6.1.3.2b", "baroque.6.1.3.2a")
def test_r49_salvo_pays_a_die_for_each_movement_up_to_its_charge_and_then_may_make_it() -> None:
    scene = BattleScene()
    unit = charger(scene, type="P&M", weapons=["musket"], used=("volley",), vbu=4, traits=["salvo"])
    in_front(scene, "foot", 1.5, impetus=0)
    table = scene.run(lambda game: activate_unit(game, unit))
    table.dice.add(1, 1, 1)
    table.answer("blue", ("shoot:foot:front", 2))
    assert parts(table.event(ShotFired).dice) == [("6.1.1a", 4), ("6.1.2", 1), ("6.1.3.2a", -2)]
    table.answer("blue", ("move", ("forward", 600)))
    assert "charge:foot" in table.offers("blue")


@pytest.mark.rule("baroque.5.4.1a", "baroque.2.3d")
def test_5_4_1a_the_odds_of_the_bonus_are_those_of_the_units_column() -> None:
    for kind, pace, lacks, chance in (
        ("GA", "normal", 0.5, 10_000),
        ("GA", "normal", 1.5, 5000),
        ("TR", "normal", 0.5, 8333),
        ("TR", "normal", 1.5, 3333),
        ("TR", "slow", 1.5, 1667),
        ("P&M", "normal", 0.5, 5000),
        ("LTE", "slow", 1.0, 3333),
    ):
        scene = BattleScene()
        unit = charger(scene, type=kind, pace=pace)
        odds = bonus_odds(scene.state, unit, units(lacks), 2400)
        assert odds.chance == chance, (kind, pace, lacks)


@pytest.mark.rule("baroque.7.9d")
def test_7_9d_a_side_of_baggage_that_is_attacked_already_is_no_target() -> None:
    scene = BattleScene()
    unit = charger(scene)
    baggage = scene.baggage("red", (11, 7.4))
    assert targets(scene, unit) == [(baggage, 760, 0)]
    other = scene.blue("other", (11.5, 8.75), 0, frontage=400, depth=420)
    scene.contact(other, baggage)
    assert targets(scene, unit) == []


def test_a_charge_in_reach_of_m_shows_the_odds_of_its_melee_and_one_that_is_swept_aside_none() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "foot", 1, heading=0)
    [plan] = charges(scene.state, unit)
    odds = charge_odds(scene.state, plan)
    assert odds is not None
    assert odds.label == "Horse against Foot"
    assert odds.effect.endswith("If nobody answers the charge.")
    assert odds.of == "to win"
    assert [t.value for t in odds.totals] == [6, 4]
    assert scene.state.contacts == ()
    scene = BattleScene()
    unit = charger(scene, weapons=["point_blank_pistol"])
    in_front(scene, "foot", 1, heading=0)
    odds = charge_odds(scene.state, charges(scene.state, unit)[0])
    assert odds is not None
    assert odds.effect.endswith("If nobody answers the charge, and before its pistols.")
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "screen", 1, type="S", depth=240, heading=0)
    [plan] = charges(scene.state, unit)
    assert charge_odds(scene.state, plan) is None


@pytest.mark.rule("baroque.5.4a", "baroque.7.3c")
def test_r51_foot_may_charge_mounted_in_its_own_activation_and_has_no_impetus() -> None:
    for kind, impetus in (("TR", False), ("P&M", True)):
        scene = BattleScene()
        foot = charger(scene, type="P&M", impetus=2)
        foe = in_front(scene, "foe", 0.9, type=kind)
        assert charge_at(scene.state, foot, foe) is not None
        assert no_declaration(scene.state, foot) is None
        found = impetus_part(scene.state, Fighter(foot, (foe,), "charge"))
        assert (found is not None) is impetus, kind


@pytest.mark.rule("baroque.5.5.4")
def test_5_5_4_no_charge_begins_in_the_midst_of_a_friend() -> None:
    scene = BattleScene()
    horse = charger(scene)
    in_front(scene, "foe", 2)
    scene.blue("friend", (10, 10.3), type="TR")
    scene.acting(horse, did=("move",), moves=1, ways=("forward",), passing="friend")
    reason = no_declaration(scene.state, horse)
    assert reason is not None
    assert reason.rule == "baroque.5.5.4"
    scene.acting(horse, did=("move",), moves=1, ways=("forward",))
    assert no_declaration(scene.state, horse) is None
