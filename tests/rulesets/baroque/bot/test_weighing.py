"""What the sensible bot weighs: turns and losses, what a deed leaves open, the leader's place, order and time."""

from typing import Any, TypeAlias

import pytest

from muster.engine.chance import Chance
from muster.engine.ids import Seat
from muster.geometry.open.poses import Body, Footprint, Pose, distance
from muster.rulesets.baroque.bot import SensibleBot
from muster.rulesets.baroque.bot.mood import mood_of
from muster.rulesets.baroque.bot.nearness import gap, run_at
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.moves import ActivationEnded, Moved
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.rules.command import lead_command
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.state import State
from tests.kit.scale import quick_or_soak
from tests.kit.table import Table
from tests.rulesets.baroque.properties.battles import battle, field_of
from tests.rulesets.baroque.scenes import BattleScene

Json: TypeAlias = Any

CHANCE = Chance(bytes(16))


def thought(table: Table[State], seat: str = "blue") -> Json:
    """What the bot answers now."""
    return SensibleBot().answer(table.asked(seat), table.state.known_to(Seat(seat)), CHANCE, "test")


def pick(table: Table[State], seat: str = "blue") -> Json:
    """What the bot picks; None where it passes."""
    found = thought(table, seat)
    return None if found.get("pass") else found["picks"][0]


def acting(scene: BattleScene, unit: str) -> Table[State]:
    """The first question of a unit's activation."""
    return scene.run(lambda game: activate_unit(game, unit))


# ------------------------------------------------------------------------------------------------ mood
def battle_at(turn: int, *, lost: str = "") -> State:
    """A battle of ten turns in which one unit is lost, or none."""
    state = RULESET.new_state(field_of("mill-hill", turns=10))
    state.turn = turn
    if lost:
        state.change(lost, gone="routed", pose=None)
    return state


def test_whoever_is_ahead_takes_care_as_turns_run_out_and_whoever_is_not_ventures_more() -> None:
    ahead, level = battle_at(10, lost="red/u1"), battle_at(10)
    assert mood_of(ahead, "blue").care == 1.5
    assert mood_of(ahead, "red").care == 0.5
    assert [mood_of(level, seat).care for seat in ("blue", "red")] == [0.5, 0.5]
    assert [mood_of(battle_at(turn), "blue").care for turn in (1, 6, 8)] == [1.0, 1.0, 0.75]


def test_nobody_is_in_a_hurry_while_there_is_time_or_no_limit() -> None:
    assert [mood_of(battle_at(turn), "blue").presses for turn in (1, 4, 5, 10)] == [False, False, True, True]
    assert mood_of(battle_at(10, lost="red/u1"), "blue").presses is False
    endless = RULESET.new_state(field_of("mill-hill", turns=0))
    endless.turn = 30
    assert (mood_of(endless, "blue").care, mood_of(endless, "blue").presses) == (1.0, False)


def test_horse_waits_for_good_odds_while_there_is_time_and_not_in_the_last_turn() -> None:
    for turn, charges in ((1, False), (10, True)):
        scene = BattleScene()
        horse = scene.blue("horse", (10, 9), type="GA", impetus=3, vbu=6)
        scene.red("other", (10, 6.5), type="GA", impetus=3, vbu=6)
        scene.state.turn = turn
        found = pick(acting(scene, horse))
        assert (found is not None and found["key"] == "charge:other") is charges, turn


# ------------------------------------------------------------------------------------------------ what follows
def test_foot_with_salvo_keeps_the_action_that_its_charge_after_the_shot_needs() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 9), weapons=["musket"], traits=["salvo"], impetus=3, vbu=6)
    scene.red("other", (10, 7.5), vbu=6, lost=4, disordered=True)
    found = pick(acting(scene, foot))
    assert found["key"].startswith("shoot:other")
    assert found["with"]["value"] == 1


def test_foot_that_would_not_charge_after_its_shot_keeps_nothing() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 9), weapons=["musket"], traits=["salvo"], vbu=6)
    scene.red("other", (10, 7.5), vbu=9, impetus=0)
    found = pick(acting(scene, foot))
    assert found["key"].startswith("shoot:other")
    assert found["with"]["value"] == 0


def test_a_unit_moves_to_where_it_can_shoot_at_once() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 9.8), weapons=["musket"])
    scene.red("other", (10, 7), impetus=0)
    table = acting(scene, foot)
    found = pick(table)
    assert found["key"] == "move"
    table.send("blue", thought(table))
    assert pick(table)["key"].startswith("shoot:other")


def test_a_gun_comes_within_its_range_and_stays_out_of_reach() -> None:
    scene = BattleScene(size=(20, 20))
    gun = scene.blue("gun", (10, 16), type="ART", vbu=1, impetus=0, weapons=["art_b"])
    scene.red("other", (10, 10.5))
    table = acting(scene, gun)
    table.send("blue", thought(table))
    away = distance(body(table.state, gun), body(table.state, "other")).length
    assert away > 2 * BU
    assert away < 5 * BU


# ------------------------------------------------------------------------------------------------ order and time
def test_a_hedge_stops_nobody_far_from_the_enemy_but_one_right_before_him_does() -> None:
    for enemy, crosses in ((2.5, True), (7.5, False)):
        scene = BattleScene(size=(20, 20))
        foot = scene.blue("foot", (10, 12), weapons=["musket"])
        scene.red("other", (10, enemy), type="GA", impetus=4, vbu=6)
        scene.terrain("hedge", ((2, 11.3), (18, 11.3)))
        table = acting(scene, foot)
        found = pick(table)
        ahead = found is not None and found["key"] == "move" and found["with"]["way"] == "forward"
        assert ahead is crosses, enemy


@pytest.mark.timeout(3600)
def test_nobody_goes_to_and_fro() -> None:
    """No unit of the bot comes back to where it was two activations before."""
    for seed in range(11, quick_or_soak(12, 40)):
        match = battle(RULESET, field_of("mill-hill"), seed, sensible=("blue",))
        stood: dict[str, list[tuple[int, int, int]]] = {}
        now: dict[str, tuple[int, int, int]] = {}
        for _, event in match.history:
            if isinstance(event, Moved):
                now[event.unit] = event.poses[-1]
            if isinstance(event, ActivationEnded) and event.unit in now and event.unit.startswith("blue"):
                stood.setdefault(event.unit, []).append(now[event.unit])
        assert sum(len(places) for places in stood.values()) > 15
        for unit, places in stood.items():
            for before, between, after in zip(places, places[1:], places[2:], strict=False):
                went = max(abs(before[0] - between[0]), abs(before[1] - between[1])) > BU // 3
                back = max(abs(before[0] - after[0]), abs(before[1] - after[1])) < BU // 4
                assert not (went and back), (seed, unit, places)


# ------------------------------------------------------------------------------------------------ leaders
def test_a_leader_joins_who_fights_and_not_who_has_nobody_near() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 9), type="GA", impetus=3)
    scene.blue("far", (4, 13))
    other = scene.red("other", (10, 9 - 400 / 600))
    scene.contact(horse, other)
    scene.leader("blue/1", (9, 12))
    found = pick(scene.run(lead_command))
    assert found == {"key": "leader:join", "with": {"picks": [{"key": horse}]}}


def test_a_leader_leaves_who_has_nobody_near() -> None:
    scene = BattleScene(size=(30, 30))
    horse = scene.blue("horse", (6, 28), type="GA", impetus=3)
    scene.blue("foot", (14, 27))
    scene.blue("other foot", (17, 27))
    scene.red("other", (15, 3))
    scene.structure("blue", "Average", 6)
    scene.leader("blue/1", unit=horse)
    assert pick(scene.run(lead_command))["key"] == "leader:leave"


# ------------------------------------------------------------------------------------------------ nearness
@pytest.mark.parametrize("heading", [0, 3000, 9000, 21_500])
def test_the_rough_gap_is_the_exact_one_of_bases_apart(heading: int) -> None:
    one = Body("one", Footprint(1200, 400), Pose(5000, 5000, 1200))
    for x, y in ((8000, 5200), (5100, 1000), (2000, 9000), (6500, 4400)):
        other = Body("other", Footprint(400, 800), Pose(x, y, heading))
        assert gap(one, other) == pytest.approx(distance(one, other).length, abs=1)


def test_a_run_meets_what_stands_before_the_front_and_nothing_beside_or_behind() -> None:
    one = Body("one", Footprint(1200, 400), Pose(5000, 5000, 0))
    before, beside, behind = (
        Body("other", Footprint(1200, 400), Pose(x, y, 18_000))
        for x, y in ((5500, 3000), (6300, 3000), (5000, 8000))
    )
    assert run_at(one, before) == pytest.approx(1600)
    assert run_at(one, beside) is None
    assert run_at(one, behind) is None
