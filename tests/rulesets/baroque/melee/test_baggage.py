"""Baggage in melee (7.9)."""

import pytest

from muster.engine.explain import Reason
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.events.melee import (
    ActivatedByMelee,
    MeleeDecided,
    PursuitDeclared,
    RetreatRolled,
)
from muster.rulesets.baroque.queries import disengaging, evading
from muster.rulesets.baroque.queries.baggage import no_room_at
from muster.rulesets.baroque.queries.lines import sight_of
from muster.rulesets.baroque.queries.moving import reach
from muster.rulesets.baroque.queries.orders import unit_choices
from muster.rulesets.baroque.queries.retreating import retreat
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.rules.retreat import may_draw_back
from muster.rulesets.baroque.state import UnitId
from tests.rulesets.baroque.melee.fighting import dice_of, fought, mains_of, supports_of
from tests.rulesets.baroque.melee.lines import DEPTH, Json, behind_front, rows
from tests.rulesets.baroque.scenes import BattleScene, place_of, through

EDGE = 8 - 1 - DEPTH / 2
"""Where the baggage stands that touches the front of a blue unit at y = 8."""


def sack(*, fortified: bool = False, lost: int = 0, **numbers: Json) -> tuple[BattleScene, UnitId]:
    """Blue's foot has met red's baggage."""
    scene = BattleScene()
    scene.blue("foot", (10, 8), **numbers)
    baggage = scene.baggage("red", (10, EDGE), fortified=fortified, lost=lost)
    scene.contact("foot", baggage, arrival="charge")
    scene.acting("foot")
    return scene, baggage


@pytest.mark.rule("baroque.7.9a")
def test_7_9a_baggage_fights_with_its_vbu_and_when_it_loses_the_melee_goes_on() -> None:
    scene, baggage = sack()
    table = fought(scene, dice=[*rows(1, 7), *rows(0, 2), 2])
    assert dice_of(table) == [(7, 2)]
    assert table.event(MeleeDecided).loser == "second"
    assert (table.state.vbu(baggage), table.state.units[baggage].disordered) == (1, True)
    assert table.state.in_melee(baggage)
    assert not table.events(RetreatRolled)
    assert not table.events(PursuitDeclared)


@pytest.mark.rule("baroque.2.8d")
def test_2_8d_fortified_baggage_has_four_vbu_and_denies_impetus() -> None:
    scene, _ = sack(fortified=True)
    table = fought(scene, dice=[*rows(0, 6), *rows(0, 4)])
    assert dice_of(table) == [(6, 4)]


@pytest.mark.rule("baroque.7.9a")
def test_7_9a_nobody_pursues_for_baggage_that_is_destroyed() -> None:
    scene, baggage = sack(type="GA", impetus=3)
    table = fought(scene, dice=[*rows(2, 9), *rows(0, 2), 6])
    assert table.state.units[baggage].gone == "routed"
    assert place_of(table, "foot") == (10, 8, 0)
    assert not table.state.in_melee("foot")


@pytest.mark.rule("baroque.7.9b")
def test_7_9b_who_has_sacked_baggage_is_free_from_its_next_activation() -> None:
    scene, _ = sack(impetus=0)
    table = fought(scene, dice=[*rows(2, 6), *rows(0, 2), 6])
    acting = table.state.acting
    assert acting is not None
    assert acting.over
    assert not table.state.in_melee("foot")


def test_7_9a_an_attacker_that_loses_to_baggage_falls_back() -> None:
    scene, _ = sack()
    table = fought(scene, dice=[*rows(0, 7), *rows(2, 2), 6])
    assert place_of(table, "foot") == (10, 9, 0)
    assert not table.state.contacts
    assert not table.events(PursuitDeclared)


def test_7_5_2g_the_rout_of_baggage_shakes_nobody() -> None:
    scene, _ = sack(impetus=0)
    scene.red("friend", (10, EDGE - 1 - 0.5))
    table = fought(scene, dice=[*rows(2, 6), *rows(0, 2), 6])
    assert not table.state.units["friend"].disordered


@pytest.mark.rule("baroque.7.9c")
def test_7_9c_who_comes_to_the_rescue_supports_the_baggage() -> None:
    # The rescuer shares 700 units of front with the attacker, the baggage 300.
    scene, baggage = sack(vbu=4)
    behind_front(scene, "rescue", "foot", -500 / 600)
    scene.state.change(baggage, pose=(6900, scene.state.pose(baggage)[1], 18_000))
    scene.contact("rescue", "foot", arrival="charge")
    table = fought(scene, "rescue", dice=[*rows(0, 5), *rows(0, 2), *rows(0, 4)])
    assert mains_of(table) == [("foot", baggage)]
    assert supports_of(table) == [[("rescue", baggage)]]


@pytest.mark.rule("baroque.7.9d")
def test_7_9d_of_several_attackers_the_owner_of_the_baggage_picks_the_main_unit() -> None:
    scene, baggage = sack()
    scene.blue("horse", (11 + DEPTH / 2, EDGE), heading=270, type="TR")
    scene.contact("horse", baggage)
    table = fought(scene, dice=[*rows(0, 6), *rows(0, 4), *rows(0, 2)])
    assert table.offers("red") == [f"foot:{baggage}", f"horse:{baggage}"]
    table.answer("red", f"horse:{baggage}")
    assert mains_of(table) == [("horse", baggage)]
    assert supports_of(table) == [[("foot", "horse")]]
    assert through(table)


@pytest.mark.rule("baroque.7.9d")
def test_7_9d_three_at_most_attack_it_each_on_a_side_of_its_own() -> None:
    scene, baggage = sack()
    assert no_room_at(scene.state, baggage, (Side.LEFT,)) is None
    taken = no_room_at(scene.state, baggage, (Side.FRONT,))
    assert taken is not None
    assert taken.text == "That side of Baggage is attacked already."
    assert no_room_at(scene.state, baggage, (Side.FRONT, Side.RIGHT)) is None
    for name, x, heading in (("horse", 11 + DEPTH / 2, 270), ("light", 9 - DEPTH / 2, 90)):
        scene.blue(name, (x, EDGE), heading=heading)
        scene.contact(name, baggage)
    full = no_room_at(scene.state, baggage, (Side.REAR,))
    assert full is not None
    assert full.text == "Three units attack Baggage already."


def test_7_9d_other_units_may_be_attacked_by_as_many_as_find_room() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 8))
    assert no_room_at(scene.state, "guard", (Side.FRONT,)) is None


# ------------------------------------------------------------------------------------------------ in the way
@pytest.mark.rule("baroque.2.8f")
def test_2_8f_nobody_moves_or_wheels_through_baggage_not_even_light_horse() -> None:
    for seat in ("blue", "red"):
        scene = BattleScene()
        horse = scene.blue("horse", (10, 10), type="CL")
        scene.baggage(seat, (10, 8))
        # 2 BU less half of both depths: 200 and 600 units; an enemy is not even touched.
        assert reach(scene.state, horse, "forward").length == 400 - (0 if seat == "blue" else 3)
    scene = BattleScene()
    horse = scene.blue("horse", (10, 10), type="CL")
    scene.baggage("blue", (10, 8))
    assert reach(scene.state, horse, "wheel_left").length < 600


@pytest.mark.rule("baroque.2.8f")
def test_2_8f_a_retreat_an_evasion_and_breaking_off_do_not_go_through_baggage() -> None:
    scene = BattleScene()
    horse = scene.red("horse", (10, 8), type="CL")
    scene.baggage("red", (10, 6))
    found = retreat(scene.state, horse, 1200)
    assert (found.length, found.passed) == (400, ())
    for blocked in (evading.fall_back(scene.state, horse), disengaging.fall_back(scene.state, horse)):
        assert isinstance(blocked, Reason)


@pytest.mark.rule("baroque.2.8f")
def test_2_8f_baggage_blocks_a_line_of_sight_like_a_unit() -> None:
    scene = BattleScene()
    scene.blue("gun", (10, 9), weapons=["musket"])
    scene.red("foe", (10, 4))
    scene.baggage("blue", (10, 6.5))
    centre = sight_of(scene.state, "gun", Side.FRONT, "foe").lines[0]
    assert (centre.state, centre.by) == ("blocked", "blue/baggage")


# ------------------------------------------------------------------------------------------------ rulings
@pytest.mark.rule("baroque.7.9b")
def test_r74_who_sacks_baggage_has_been_activated_and_baggage_never_is() -> None:
    scene, baggage = sack(impetus=0)
    assert not unit_choices(scene.state, "red/1")
    table = scene.run(lambda game: activate_unit(game, "foot"), dice=[*rows(0, 6), *rows(0, 2)])
    assert through(table)
    assert table.state.units["foot"].activated
    assert not table.state.units[baggage].activated
    assert not table.events(ActivatedByMelee)


@pytest.mark.rule("baroque.7.9a")
def test_r129_mounted_that_draw_with_baggage_do_not_draw_back() -> None:
    scene, baggage = sack(type="TR", impetus=0)
    assert not may_draw_back(scene.state, "foot", baggage)
    scene = BattleScene()
    horse = scene.blue("horse", (10, 8), type="TR")
    foot = behind_front(scene, "pikes", horse)
    scene.contact(horse, foot)
    assert may_draw_back(scene.state, horse, foot)
