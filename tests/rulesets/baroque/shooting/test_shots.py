"""Shots as they are rolled: dice, hits, tests, what is used up, opportunity fire, simultaneous fire (6.1, 6.5)."""

import pytest

from muster.geometry.open.poses import Side
from muster.rulesets.baroque.events.fire import ShotFired
from muster.rulesets.baroque.events.tests import CohesionTested
from muster.rulesets.baroque.queries.shooting import offer_words, plan, plan_odds, plan_words, reaction_plan
from muster.rulesets.baroque.rules.shots import Shooting, fire, reaction_shot
from muster.rulesets.baroque.state import State, with_poses
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene, box, lines, parts
from tests.rulesets.baroque.shooting.looking import FRONT_LINE, shooter


def dice_of(scene: BattleScene, *, kept: int = 0, evading: bool = False) -> list[tuple[str, int]]:
    """The parts of the dice of the shot at ``foe``."""
    found = plan(scene.state, "gun", Side.FRONT, "foe", "active", kept=kept, evading=evading)
    assert found is not None
    return parts(found.dice)


def reacts(scene: BattleScene, dice: list[int]) -> Table[State]:
    """The gun fired in reaction at ``foe``."""
    return scene.run(lambda game: reaction_shot(game, "gun", "foe"), dice=dice)


# ------------------------------------------------------------------------------------------------ dice
def test_6_1_1a_the_plan_says_to_the_dice_what_the_lines_have_found() -> None:
    scene = shooter(vbu=6, sm=-1)
    scene.red("foe", (10, FRONT_LINE - 3 - 1 / 3))
    assert dice_of(scene) == [("6.1.1a", 6), ("6.1.2", -2), ("6.1.3.1", -1)]
    scene.red("screen", (10, FRONT_LINE - 2.3), type="CL", depth=120)
    assert dice_of(scene)[-1] == ("6.9a", -1)
    scene.blue("friend", (9.05, 8), frontage=200, depth=120)
    assert dice_of(scene)[-2:] == [("6.3.3b", -1), ("6.9a", -1)]


@pytest.mark.rule("baroque.3.1.4f", "baroque.6.1.3.6a")
def test_3_1_4f_the_edge_of_a_wood_costs_a_die_but_not_artillery() -> None:
    scene = shooter()
    scene.red("foe", (10, 7))
    scene.terrain("wood", box(8, 5, 4, 2.6))
    assert ("6.1.3.6a", -1) in dice_of(scene)
    scene = shooter(type="ART", weapons=["art_b"])
    scene.red("foe", (10, 7))
    scene.terrain("wood", box(8, 5, 4, 2.6))
    assert ("6.1.3.6a", -1) not in dice_of(scene)


@pytest.mark.rule("baroque.3.1.4j", "baroque.obstacle.1", "baroque.6.1.3.6b")
def test_3_1_4j_a_linear_obstacle_costs_a_die() -> None:
    scene = shooter()
    scene.red("foe", (10, 7))
    scene.terrain("hedge", [(9, 7 + 1 / 3), (11, 7 + 1 / 3)])
    assert ("6.1.3.6b", -1) in dice_of(scene)


@pytest.mark.rule("baroque.6.1.3.2b")
def test_6_1_3_2b_movement_kept_for_afterwards_costs_a_die_for_each_action() -> None:
    scene = shooter(moves=0)
    scene.red("foe", (10, 7))
    assert ("6.1.3.2a", -2) in dice_of(scene, kept=2)


@pytest.mark.rule("baroque.6.1.3.7")
def test_6_1_3_7_a_target_that_evades_costs_a_die() -> None:
    scene = shooter()
    scene.red("foe", (10, 7), type="DR")
    assert ("6.1.3.7", -1) in dice_of(scene, evading=True)


def test_the_words_of_a_shot_name_weapon_range_and_all_that_halves_or_covers() -> None:
    scene = shooter()
    scene.red("foe", (10, FRONT_LINE - 1.5 - 1 / 3))
    scene.blue("friend", (9.05, 8), frontage=200, depth=120)
    found = plan(scene.state, "gun", Side.FRONT, "foe", "active")
    assert found is not None
    assert plan_words(scene.state, found) == "musket at 1.5 BU, short range, limited"
    offered = "musket at 1.5 BU, short range, limited to half the dice as one of three lines is blocked"
    assert offer_words(scene.state, found) == offered


# ------------------------------------------------------------------------------------------------ the shot
@pytest.mark.rule("baroque.6.5a")
def test_6_5a_opportunity_fire_rolls_the_dice_counts_hits_and_tests_the_target() -> None:
    scene = shooter(vbu=4, used=("volley",))
    scene.red("foe", (10, FRONT_LINE - 1 - 1 / 3))
    table = reacts(scene, [6, 5, 5, 1, 2, 3, 3])
    shot = table.event(ShotFired)
    assert (shot.occasion, shot.hits, table.state.units["gun"].shots) == ("opportunity", 2, ("reaction",))
    tested = table.event(CohesionTested)
    assert (tested.unit, tested.hits, tested.critical.value) == ("foe", 2, 4)
    assert table.state.units["foe"].disordered
    assert lines(table, "shot") == ["Gun fired in reaction at Foe (musket at 1 BU, point blank): 2 hits."]


@pytest.mark.rule("baroque.6.1.4a")
def test_6_1_4a_without_hits_nobody_tests() -> None:
    scene = shooter(vbu=1, used=("volley",))
    scene.red("foe", (10, FRONT_LINE - 1 - 1 / 3))
    table = reacts(scene, [1, 2, 5])
    assert table.events(CohesionTested) == []
    assert not table.state.units["foe"].disordered


@pytest.mark.rule("baroque.6.1.5a")
def test_6_1_5a_the_first_volley_is_used_up_by_a_shot_in_reaction_too() -> None:
    scene = shooter(vbu=1)
    scene.red("foe", (10, FRONT_LINE - 1 - 1 / 3))
    table = reacts(scene, [1, 2, 5, 1, 1, 1])
    assert table.state.units["gun"].used == ("volley",)
    assert table.event(ShotFired).thrown.final == (1, 1, 1)


@pytest.mark.rule("baroque.6.5a")
def test_6_5a_reaction_fire_knows_no_priority_and_may_be_limited() -> None:
    scene = shooter()
    scene.red("near", (9.2, 7))
    scene.red("foe", (11.6, 6.9))
    found = reaction_plan(scene.state, "gun", "foe")
    assert found is not None
    scene.blue("friend", (12, 7.9), frontage=200, depth=120)
    found = reaction_plan(scene.state, "gun", "foe")
    assert found is not None
    assert found.sight.effect == "limited"


def test_6_5a_a_tercio_reacts_from_the_side_with_most_dice() -> None:
    """R113."""
    scene = shooter(type="LTE", massed=True)
    scene.red("foe", (13, 9), heading=270)
    found = reaction_plan(scene.state, "gun", "foe")
    assert found is not None
    assert found.sight.side is Side.RIGHT


@pytest.mark.rule("baroque.2.5.1d")
def test_2_5_1d_an_exhausted_unit_reacts_by_no_fire() -> None:
    scene = shooter(vbu=6, lost=4)
    scene.red("foe", (10, 7))
    assert reaction_plan(scene.state, "gun", "foe") is None


# ------------------------------------------------------------------------------------------------ both at once
@pytest.mark.rule("baroque.6.5d")
def test_6_5d_fire_that_answers_fire_has_the_dice_and_numbers_from_before_either_shot() -> None:
    scene = shooter(vbu=2, used=("volley",))
    scene.red("foe", (10, 7), vbu=2, weapons=["musket"], used=("volley",))
    ours = plan(scene.state, "gun", Side.FRONT, "foe", "active")
    theirs = reaction_plan(scene.state, "foe", "gun")
    assert ours is not None
    assert theirs is not None
    table = scene.run(
        lambda game: fire(game, (Shooting(ours, "shot"), Shooting(theirs, "answer"))),
        dice=[6, 6, 6, 6, 6, 6, 6, 6],
    )
    told = [e for _, e in table.match.history if isinstance(e, ShotFired | CohesionTested)]
    assert [type(e) for e in told] == [ShotFired, ShotFired, CohesionTested, CohesionTested]
    assert [e.hits for e in table.events(ShotFired)] == [3, 3]
    assert [e.unit for e in table.events(CohesionTested)] == ["foe", "gun"]
    assert [table.state.units[u].gone for u in ("gun", "foe")] == ["routed", "routed"]


def test_plan_odds_give_hits_disorder_losses_and_rout_in_hundredths_of_a_per_cent() -> None:
    scene = shooter(vbu=1, used=("volley",), weapons=["arquebus"])
    scene.red("foe", (10, FRONT_LINE - 1.5 - 1 / 3), vbu=1)
    found = plan(scene.state, "gun", Side.FRONT, "foe", "active")
    assert found is not None
    odds = plan_odds(scene.state, found)
    assert (odds.chance, [(b.total, b.chance) for b in odds.bars]) == (1667, [(0, 8333), (1, 1667)])
    # One hit: VBU 1, less 1, +1 for the short range, so all but a 1 cost at least one VBU.
    assert odds.effect == "Foe: Disordered 17 %, losses 14 %, routed 14 %."
    assert [t.label for t in odds.totals] == ["Gun: dice", "Foe: Critical Number after one hit"]


@pytest.mark.rule("baroque.6.1.3.2a")
def test_r17_movement_of_earlier_in_the_turn_costs_dice_in_reaction_fire_too() -> None:
    scene = shooter(moves=2)
    scene.red("foe", (10, 7))
    found = reaction_plan(scene.state, "gun", "foe")
    assert found is not None
    assert ("6.1.3.2a", -2) in parts(found.dice)


@pytest.mark.rule("baroque.6.1.2a")
def test_r40_reaction_fire_takes_range_and_arc_where_the_mover_is_stopped() -> None:
    scene = shooter()
    scene.red("foe", (10, FRONT_LINE - 4.2 - 1 / 3))
    assert reaction_plan(scene.state, "gun", "foe") is None
    nearer = with_poses(scene.state, {"foe": (6000, 5200 - 600 - 200, 18_000)})
    found = reaction_plan(nearer, "gun", "foe")
    assert found is not None
    assert found.shot.band == "point_blank"


def test_6_5a_the_shot_for_which_a_unit_has_used_up_its_reaction_is_fired() -> None:
    scene = shooter(vbu=1, used=("volley",), reacted=True)
    scene.red("foe", (10, FRONT_LINE - 1 - 1 / 3))
    assert reaction_plan(scene.state, "gun", "foe") is None
    assert reacts(scene, [1, 2, 3]).event(ShotFired).occasion == "opportunity"
