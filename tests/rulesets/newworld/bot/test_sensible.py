"""The sensible bot: what it does in plain positions, and that it can answer whatever is asked."""

from dataclasses import replace

import pytest

from muster.engine.chance import Chance
from muster.engine.ids import Seat
from muster.engine.match import Match, Step
from muster.engine.requests import Choose, Move, Number
from muster.geometry.grid.kinds import Cover
from muster.geometry.grid.squares import distance
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.bot import SensibleBot
from muster.rulesets.newworld.cards import tables
from muster.rulesets.newworld.setup import scenarios
from muster.rulesets.newworld.state import State
from tests.kit.scale import quick_or_soak
from tests.kit.table import setup_of, start
from tests.rulesets.newworld.bot.thinking import CHANCE, at, chosen, play_turn, thought
from tests.rulesets.newworld.properties.bouts import Watch, bout, setup_for, starts
from tests.rulesets.newworld.scenes import FightScene


# ------------------------------------------------------------------------------------------------ fighting
def test_a_fighter_closes_with_a_foe_who_is_far_away() -> None:
    scene = FightScene(size=(24, 5))
    scene.blue("ann", (1, 2), hands=["sabre"])
    scene.red("bob", (22, 2), hands=["sabre"])
    table = scene.turn("ann", number=6)
    play_turn(table, "ann")
    assert distance(at(table, "ann"), (22, 2)) <= 15


def test_a_fighter_strikes_the_foe_beside_it() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), hands=["sabre"])
    assert chosen(scene.turn("ann")).partition(":")[0] in {"attack", "swift", "all-out", "aim", "feint"}


def test_of_two_foes_the_one_is_struck_who_would_fall() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), hands=["sabre"])
    scene.red("eve", (2, 3), hands=["sabre"], left=1)
    assert ":eve:" in chosen(scene.turn("ann"))


def test_nobody_walks_past_a_spear_for_nothing() -> None:
    """Between two pikemen and with nobody else to go to, no move is taken that they would strike at."""
    scene = FightScene(size=(16, 7))
    scene.blue("ann", (8, 3), hands=["hatchet"], left=6)
    scene.red("bob", (7, 3), hands=["spear"], melee=6)
    scene.red("eve", (9, 3), hands=["spear"], melee=6)
    table = scene.turn("ann")
    body = thought(table)
    picked = body["picks"][0]
    spec = table.asked("blue").spec
    assert isinstance(spec, Choose)
    option = spec.option(picked["key"])
    assert option is not None
    if isinstance(option.needs, Move) and not picked["key"].startswith("disengage"):
        end = tuple(picked["with"]["path"][-1])
        assert [r.provokes for r in option.needs.reach if r.to == end] == [()]


def test_a_way_round_a_spear_is_taken_where_there_is_one() -> None:
    scene = FightScene(size=(14, 9))
    scene.blue("ann", (2, 4), hands=["sabre"])
    scene.red("bob", (5, 4), hands=["spear"], melee=7, wounds=40)
    scene.red("eve", (7, 6), hands=["shortbow"], left=2)
    table = scene.turn("ann", number=6)
    spec = table.asked("blue").spec
    assert isinstance(spec, Choose)
    picked = thought(table)["picks"][0]
    option = spec.option(picked["key"])
    assert option is not None
    if isinstance(option.needs, Move):
        end = tuple(picked["with"]["path"][-1])
        assert [r.provokes for r in option.needs.reach if r.to == end] == [()]


def test_nobody_strikes_at_a_horse_without_its_rider() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.horse("red", "nag", (4, 3))
    scene.red("bob", (11, 8), hands=["longbow"], wounds=40)
    keys = play_turn(scene.turn("ann"), "ann")
    assert keys
    assert not any("nag" in k for k in keys)


def test_with_nobody_left_to_fight_a_turn_is_ended_at_once() -> None:
    """As for who still has its turn when the last foe falls to another of a group that acts at once."""
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["longbow"])
    scene.red("bob", (9, 3), hands=["sabre"], left=1)
    scene.horse("red", "nag", (8, 6))
    table = scene.turn("ann")
    request, known = table.match.requests[0], table.state
    known.change("bob", out=True, at=None)
    assert SensibleBot().answer(request, known, CHANCE, "bot") == {"pass": True}


# ------------------------------------------------------------------------------------------------ shooting
def test_a_bowman_shoots_at_who_is_in_sight() -> None:
    scene = FightScene(size=(16, 5))
    scene.blue("ann", (1, 2), hands=["shortbow"])
    scene.red("bob", (11, 2), hands=["sabre"])
    assert "shoot:bob:ann/shortbow/0" in play_turn(scene.turn("ann", dice=[1, 2, 1]), "ann")


def test_a_bowman_steps_behind_a_wall_to_shoot_over_it_at_another() -> None:
    wall = {"at": [4, 1], "side": "e", "length": 3, "kind": "parapet"}
    scene = FightScene(size=(18, 5), edges=[wall])
    scene.blue("ann", (2, 2), hands=["shortbow"])
    scene.red("bob", (14, 2), hands=["longbow"], ranged=6)
    scene.red("eve", (14, 3), hands=["longbow"], ranged=6)
    table = scene.turn("ann", dice=[1, 2, 1])
    keys = play_turn(table, "ann")
    assert any(k.startswith("shoot:") for k in keys), keys
    assert table.state.grid.sight((14, 2), at(table, "ann")).cover >= Cover.HEAVY


def test_a_crossbow_is_reloaded_where_nobody_can_come() -> None:
    scene = FightScene(size=(20, 5))
    scene.blue("ann", (1, 2), hands=["crossbow"])
    scene.item("ann/crossbow/0", loaded=False)
    scene.red("bob", (16, 2), hands=["sabre"])
    assert "reload:ann/crossbow/0" in play_turn(scene.turn("ann"), "ann")


# ------------------------------------------------------------------------------------------------ goals
YARD = [{"id": "yard", "name": "Yard", "role": "objective", "squares": {"rect": [9, 3, 10, 4]}}]


def test_in_the_last_round_the_ground_is_worth_more_than_a_blow() -> None:
    scene = FightScene(size=(14, 8), zones=YARD, scenario={"rounds": 3, "hold": {"zone": "yard"}})
    scene.blue("ann", (6, 3), hands=["sabre"])
    scene.red("bob", (2, 3), hands=["sabre"])
    table = scene.turn("ann", number=3)
    play_turn(table, "ann")
    assert at(table, "ann") in table.state.setup.map.zone("yard").squares


def test_who_has_to_break_through_goes_there_and_does_not_chase() -> None:
    through = {"seat": "blue", "zone": "yard", "count": 1}
    scene = FightScene(size=(14, 8), zones=YARD, scenario={"rounds": 8, "breakthrough": through})
    scene.blue("ann", (5, 3), hands=["sabre"])
    scene.red("bob", (0, 7), hands=["sabre"])
    table = scene.turn("ann", number=2)
    play_turn(table, "ann")
    assert at(table, "ann") in table.state.setup.map.zone("yard").squares


# ------------------------------------------------------------------------------------------------ before the fight
@pytest.mark.parametrize("limit", [20, 45, 100, 137, 200])
@pytest.mark.parametrize("scenario", ["wagon-road", "halcyon"])
def test_a_party_is_chosen_within_the_limit_and_uses_it(scenario: str, limit: int) -> None:
    table = start(RULESET, setup_of(RULESET, parties="choose", scenario=scenario, limit=limit))
    prices = {key: entry.price for key, entry in tables().figures.items()}
    for request in table.match.requests:
        known = table.match.play.game.known_to(request.seat)
        body = SensibleBot().answer(request, known, CHANCE, "bot")
        request.read(body)
        price = sum(prices[key] * count for key, count in body["slots"].items())
        assert limit - min(prices.values()) < price <= limit


def test_the_starter_party_is_chosen_where_the_limit_is_its_price() -> None:
    table = start(RULESET, setup_of(RULESET, parties="choose", limit=100))
    for request in table.match.requests:
        known = table.match.play.game.known_to(request.seat)
        body = SensibleBot().answer(request, known, CHANCE, "bot")
        ready = tables().parties[known.setup.scenario.parties[str(request.seat)]][1]
        taken = [key for key, count in body["slots"].items() for _ in range(count)]
        assert sorted(taken) == sorted(ready)


# ------------------------------------------------------------------------------------------------ whole matches
@pytest.mark.parametrize("scenario", [s.id for s in scenarios().values() if s.ambush is not None])
@pytest.mark.rule("newworld.hide.1")
def test_an_ambusher_hides_nearly_everybody_in_every_scenario_with_an_ambush(scenario: str) -> None:
    for number in range(5):
        chance = Chance(bytes([number] * 16))
        table = start(RULESET, setup_of(RULESET, scenario=scenario, variant="ambush"), dice=[1] * 5)
        for seat in ("blue", "red"):
            request = table.asked(seat)
            known = table.match.play.game.known_to(request.seat)
            table.send(seat, SensibleBot().answer(request, known, chance, "bot"))
        side = [b for f, b in table.state.figures.items() if table.state.card(f).seat == "red"]
        assert sum(b.hidden for b in side) * 4 >= len(side) * 3


def test_it_says_so_when_something_is_asked_that_new_world_never_asks() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (6, 3))
    table = scene.turn("ann")
    request = table.asked("blue")
    other = replace(request, spec=Number(0, 3))
    with pytest.raises(TypeError, match="number"):
        SensibleBot().answer(other, table.state, CHANCE, "bot")


@pytest.mark.timeout(3600)
def test_it_answers_every_question_of_whole_matches() -> None:
    asked: set[str] = set()

    def seen(match: Match[State], step: Step) -> None:
        watch(match, step)
        asked.update(f"{r.spec.kind} {r.rule}" for r in match.requests)

    for number, (scenario, variant) in enumerate(starts()):
        for seed in range(quick_or_soak(1, 10)):
            watch = Watch()
            setup = setup_for(scenario, variant, parties="choose" if number % 2 else "ready")
            match = bout(RULESET, setup, 40 + seed, seen=seen, sensible=("blue", "red"))
            assert match.result is not None
            assert watch.problems == []
    assert {"allocate newworld.party.1", "place newworld.setup.4", "choose newworld.turn.1"} <= asked


@pytest.mark.timeout(3600)
def test_it_beats_a_bot_that_plays_by_chance_from_either_side() -> None:
    wins = 0
    matches = quick_or_soak(3, 20)
    for seat in ("blue", "red"):
        for seed in range(matches):
            match = bout(RULESET, setup_for("wagon-road", "open"), 300 + seed, sensible=(seat,))
            wins += match.result is not None and match.result.winner == Seat(seat)
    assert wins >= 2 * matches * 0.9 - 1
