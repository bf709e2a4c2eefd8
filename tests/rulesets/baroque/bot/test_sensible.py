"""The sensible bot: what it does in plain positions, and that it answers whatever is asked."""

from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from muster.engine.chance import Chance
from muster.engine.ids import Seat
from muster.engine.match import Match, Step
from muster.engine.refusals import Refusal
from muster.geometry.open.poses import distance
from muster.rulesets.baroque.armies.files import Level
from muster.rulesets.baroque.battlefields import Goal
from muster.rulesets.baroque.bot import SensibleBot, bot_of
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.holding import holder
from muster.rulesets.baroque.queries.running import ahead
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.rules.close_fire import defensive_fire
from muster.rulesets.baroque.rules.command import lead_command
from muster.rulesets.baroque.rules.initiative import next_command
from muster.rulesets.baroque.rules.reactions import answer
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.state import State
from tests.kit.scale import quick_or_soak
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.properties.battles import battle, field_of
from tests.rulesets.baroque.scenes import BattleScene, box

Json: TypeAlias = Any

CHANCE = Chance(bytes(16))


def thought(table: Table[State], seat: str = "blue") -> Json:
    """What the bot answers now."""
    request = table.asked(seat)
    return SensibleBot().answer(request, table.state.known_to(Seat(seat)), CHANCE, "test")


def picked(table: Table[State], seat: str = "blue") -> list[str]:
    """The keys that the bot picks; none where it passes."""
    found = thought(table, seat)
    return [] if found.get("pass") else [pick["key"] for pick in found["picks"]]


def acting(scene: BattleScene, unit: str) -> Table[State]:
    """The first question of a unit's activation."""
    return scene.run(lambda game: activate_unit(game, unit))


# ------------------------------------------------------------------------------------------------ a unit
def test_a_shaken_unit_rallies_before_anything_else() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 9), weapons=["musket"], disordered=True)
    scene.red("horse", (10, 6.5), type="TR")
    assert picked(acting(scene, foot)) == ["rally"]


def test_musketeers_shoot_at_whom_they_have_in_range() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 9), weapons=["musket"])
    scene.red("other", (10, 6.8))
    assert picked(acting(scene, foot))[0].startswith("shoot:other")


def test_strong_horse_charges_the_weak_and_leaves_the_strong_alone() -> None:
    for vbu, charges in ((2, True), (9, False)):
        scene = BattleScene()
        horse = scene.blue("horse", (10, 9), type="GA", impetus=3, vbu=6)
        scene.red("other", (10, 6.5), type="GA", impetus=3, vbu=vbu, mm=0 if vbu == 2 else 3)
        assert (picked(acting(scene, horse)) == ["charge:other"]) is charges


def test_a_unit_that_reaches_nobody_comes_nearer() -> None:
    scene = BattleScene(size=(20, 20))
    foot = scene.blue("foot", (10, 18), weapons=["musket"])
    other = scene.red("other", (10, 3))
    table = acting(scene, foot)
    before = distance(body(table.state, foot), body(table.state, other)).length
    table.send("blue", thought(table))
    assert distance(body(table.state, foot), body(table.state, other)).length < before


def test_a_unit_turns_to_an_enemy_at_its_side() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (4, 9), weapons=["musket"])
    scene.red("other", (14, 8))
    found = thought(acting(scene, foot))
    assert found["picks"][0]["with"]["way"] == "wheel_right"


def test_a_unit_without_an_enemy_on_the_table_is_done() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 9), weapons=["musket"])
    assert picked(acting(scene, foot)) == []


def test_an_exhausted_unit_leaves_a_field_that_is_nearly_lost_and_no_other() -> None:
    for gone, leaves in (("routed", True), ("", False)):
        scene = BattleScene()
        horse = scene.blue("horse", (10, 12), type="GA", impetus=3, vbu=6, lost=4, discipline="A")
        for number in range(3):
            scene.blue(f"other {number}", None if gone else (3 * number, 14), gone=gone)
        scene.red("enemy", (10, 9), type="GA", impetus=3)
        assert (picked(acting(scene, horse)) == ["withdraw"]) is leaves


# ------------------------------------------------------------------------------------------------ reactions
def charged(scene: BattleScene, by: str, on: str) -> Table[State]:
    """The question to the inactive player after a charge was declared."""
    deed = Deed("charge", by, ahead(body(scene.state, by), 2400), on)
    return scene.run(lambda game: answer(game, deed))


def test_skirmishers_evade_from_a_charge() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 9), type="TR", impetus=3)
    scene.acting(horse)
    scene.red("screen", (10, 6.8), type="S", vbu=2, impetus=0)
    assert picked(charged(scene, horse, "screen"), "red") == ["evade:screen"]


def test_heavy_horse_meets_a_charge_half_way() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 9), type="GA", impetus=3)
    scene.acting(horse)
    scene.red("other", (10, 6.5), type="GA", impetus=3)
    assert picked(charged(scene, horse, "other"), "red") == ["counter:other"]


def test_foot_fires_at_whoever_moves_past_its_front() -> None:
    scene = BattleScene()
    mover = scene.blue("mover", (10, 8))
    scene.acting(mover)
    scene.red("other", (10, 5.5), weapons=["musket"])
    deed = Deed("move", mover, ahead(body(scene.state, mover), 600))
    table = scene.run(lambda game: answer(game, deed))
    assert picked(table, "red") == ["fire:other"]


def test_foot_that_is_charged_gives_defensive_fire() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 9), type="TR", impetus=3)
    foot = scene.red("foot", (10, 9 - 400 / 600), weapons=["musket"])
    scene.contact(horse, foot, arrival="charge")
    table = scene.run(lambda game: defensive_fire(game, foot, horse))
    assert thought(table, "red") == {"yes": True}


# ------------------------------------------------------------------------------------------------ commands
def test_the_command_before_the_enemy_is_named() -> None:
    scene = BattleScene(size=(40, 20))
    for command, x in (("blue/1", 5.0), ("blue/2", 30.0)):
        scene.blue(f"foot of {command}", (x, 15), command=command)
    scene.red("other", (30, 12))
    scene.state.phase, scene.state.active = "initiative", None
    assert picked(scene.run(next_command)) == ["blue/2"]


def test_who_has_an_enemy_in_range_acts_before_who_has_none() -> None:
    scene = BattleScene(size=(40, 20))
    scene.blue("far", (5, 15), weapons=["musket"])
    scene.blue("near", (30, 12), weapons=["musket"])
    scene.red("other", (30, 9))
    assert picked(scene.run(lead_command)) == ["unit:near"]


def test_only_who_is_behind_rolls_his_initiative_again() -> None:
    rolls: list[tuple[Level, int, list[str]]] = [("Reliable", 1, ["both"]), ("Expert", 6, [])]
    for level, mine, again in rolls:
        scene = BattleScene()
        scene.blue("foot", (5, 12))
        scene.red("other", (5, 3))
        scene.leader("blue/1", (5, 15), level="Expert")
        scene.leader("red/1", (5, 1), level=level)  # a foe who could roll again makes it a question
        scene.state.phase, scene.state.active = "initiative", None
        table = scene.run(next_command, dice=[mine, mine - (mine == 6), 3, 4])
        if level == "Expert":
            table.answer("red", PASS)
        assert picked(table) == again


def test_no_other_level_is_known() -> None:
    with pytest.raises(Refusal, match="Known is: sensible"):
        bot_of("clever")


@pytest.mark.rule("baroque.9.1f")
def test_where_the_battlefield_has_a_goal_it_goes_there_and_stays() -> None:
    scene = BattleScene()
    scene.terrain("gentle_hill", box(8, 6, 4, 3), name="hill")
    fixed = scene.state.setup
    scene.state.setup = replace(fixed, field=replace(fixed.field, goal=Goal("hill", 2)))
    unit = scene.blue("horse", (10, 12), type="TR")
    scene.red("foe", (3, 12), 90)
    table = scene.run(lambda game: activate_unit(game, unit))
    table.send(Seat("blue"), thought(table))
    assert table.state.pose(unit)[1] < 12 * 600
    scene.state.change(unit, pose=(6000, 4500, 0))
    scene.state.change("foe", pose=(6000, 900, 18_000))
    there = scene.run(lambda game: activate_unit(game, unit))
    while thought(there) != {"pass": True}:
        there.send(Seat("blue"), thought(there))
    assert holder(there.state, "hill") == "blue"


# ------------------------------------------------------------------------------------------------ whole battles
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seat", ["blue", "red"])
def test_it_beats_the_random_bot(seat: str) -> None:
    """All of a few battles to the end, in soak nearly all of a hundred; a draw is none."""
    games = quick_or_soak(2, 100)
    setup = field_of("mill-hill")
    results = [battle(RULESET, setup, 45 + seed, sensible=(seat,)).result for seed in range(games)]
    won = sum(result is not None and result.winner == seat for result in results)
    assert won >= games * 9 // 10


@pytest.mark.timeout(3600)
def test_the_same_position_gets_the_same_answer() -> None:
    """A battle of two sensible bots, each answer thought twice, by another bot and with other chance."""
    other = Chance(bytes(15) + b"\x01")

    def seen(match: Match[State], step: Step) -> None:
        for request in match.requests:
            known = match.play.game.known_to(request.seat)
            answers = [SensibleBot().answer(request, known, c, "a purpose") for c in (CHANCE, other)]
            assert answers[0] == answers[1]

    battle(RULESET, field_of("mill-hill", turns=2), 7, sensible=("blue", "red"), seen=seen)
