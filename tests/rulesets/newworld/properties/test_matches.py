"""Whole matches between bots: nothing breaks, nobody stands in a wall, and a record is as good as the match."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from muster.bots.random import RandomBot
from muster.engine.chance import Chance
from muster.engine.feeds import project
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.match import Match, Step
from muster.engine.requests import Choose, Move, Request
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.events import Declared, HalfUsed
from muster.rulesets.newworld.state import State
from tests.kit.bouts import lively_match
from tests.kit.contract import check_cuts, check_events, check_frames, recorded
from tests.kit.scale import quick_or_soak
from tests.kit.views import hash_of
from tests.rulesets.newworld.properties.bouts import Watch, bout, setup_for, starts

STARTS = list(starts())
BEYOND = STARTS if quick_or_soak(0, 1) else [start for start in STARTS if start[1] != "open"]
"""What the catalogue's contract (tests/engine/test_catalog.py) begins otherwise, as it does every scenario once."""


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("scenario", "variant"), STARTS)
def test_matches_end_and_nobody_ever_stands_where_one_cannot(scenario: str, variant: str) -> None:
    setup = setup_for(scenario, variant)
    for seed in range(quick_or_soak(1, 30)):
        watch = Watch()
        sensible = ((), ("blue",), ("red",), ("blue", "red"))[(seed + STARTS.index((scenario, variant))) % 4]
        match = bout(RULESET, setup, seed, seen=watch, sensible=sensible)
        assert match.result is not None, seed
        assert watch.problems == [], (seed, watch.problems[:5])
        assert watch.moves > 5


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("scenario", "variant"), STARTS)
def test_parties_of_every_kind_can_fight_everywhere(scenario: str, variant: str) -> None:
    parties = (
        ["marguerite", "lancer", "chief-with-rune", "brawler", "pistoleer"],
        ["musketeer", "musketeer", "bowman", "ranger", "lancer", "pikeman", "pikeman"],
    )
    for seed in range(quick_or_soak(1, 10)):
        rosters = {
            Seat("blue"): {"figures": parties[seed % 2]},
            Seat("red"): {"figures": parties[1 - seed % 2]},
        }
        setup = RULESET.new_setup(
            RULESET.options.model_validate(
                {"scenario": scenario, "variant": variant, "rounds": 3, "limit": 150}
            ),
            rosters,
        )
        watch = Watch()
        match = bout(RULESET, setup, 700 + seed, seen=watch)
        assert match.result is not None
        assert watch.problems == [], (seed, watch.problems[:5])


# ------------------------------------------------------------------------------------------------ options
def trials(request: Request, known: State, seed: int) -> list[tuple[str, Any]]:
    """Every option with an answer to what it needs: for a move a stop chosen by chance on the way it shows."""
    spec = request.spec
    assert isinstance(spec, Choose)
    bot, chance = RandomBot(), Chance(seed.to_bytes(16, "big"))
    found: list[tuple[str, Any]] = []
    for option in spec.options:
        if option.needs is None:
            found.append((option.key, {"picks": [{"key": option.key}]}))
            continue
        asked = replace(request, spec=option.needs, pass_label=None)
        given = bot.answer(asked, known, chance, option.key)
        found.append((option.key, {"picks": [{"key": option.key, "with": given}]}))
    return found


def ends_of(spec: Move) -> list[Any]:
    return [{"path": [list(p) for p in spec.path_to(i)]} for i, r in enumerate(spec.reach) if r.stop]


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("scenario", "variant"), STARTS)
def test_nothing_that_is_offered_is_refused(scenario: str, variant: str) -> None:
    checked: Counter[str] = Counter()
    every = quick_or_soak(11, 2)

    def seen(match: Match[State], step: Step) -> None:
        for request in match.requests:
            if len(match.rows) % every or not isinstance(request.spec, Choose):
                continue
            for option in request.spec.options:
                kind = option.key.partition(":")[0]
                if option.needs is None:
                    request.read({"picks": [{"key": option.key}]})
                elif isinstance(option.needs, Move):
                    ends = ends_of(option.needs)
                    assert ends, f"{option.key} leads nowhere"
                    for given in ends:
                        request.read({"picks": [{"key": option.key, "with": given}]})
                checked[kind] += 1

    bout(RULESET, setup_for(scenario, variant, rounds=quick_or_soak(2, 9)), 11, seen=seen)
    assert checked["move"] > 0
    assert len(checked) > 8, checked


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("scenario", "variant"), STARTS)
def test_everything_that_is_offered_is_carried_out(scenario: str, variant: str) -> None:
    """Each option of a question is taken once, each time in the same match loaded anew."""
    done: Counter[str] = Counter()
    every, rich = quick_or_soak(12, 4), 0

    def seen(match: Match[State], step: Step) -> None:
        nonlocal rich
        request = next(
            (r for r in match.requests if isinstance(r.spec, Choose) and len(r.spec.options) > 6), None
        )
        rich += request is not None
        if request is None or rich % every:
            return
        known = match.play.game.known_to(request.seat)
        for key, body in trials(request, known, len(match.rows)):
            twin, _ = Match.resume(RULESET, match.head, match.rows, match.snapshots)
            same = twin.request_for(request.seat)
            assert same is not None
            before = len(twin.history)
            twin.answer(request.seat, same.id, body)
            happened = [e for _, e in twin.history[before:]]
            if request.rule in ("newworld.turn.1", "newworld.action.12"):
                assert any(isinstance(e, (Declared, HalfUsed)) for e in happened), key
            assert happened or twin.requests, key
            done[key.partition(":")[0]] += 1

    bout(RULESET, setup_for(scenario, variant, rounds=quick_or_soak(3, 8)), 23, seen=seen)
    assert sum(done.values()) > 20, done


# ------------------------------------------------------------------------------------------------ records
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("scenario", "variant"), BEYOND)
def test_a_match_may_stop_after_every_row_and_go_on_as_if_it_had_not(scenario: str, variant: str) -> None:
    setup = setup_for(scenario, variant, rounds=quick_or_soak(1, 4))
    life = recorded(RULESET, setup, 5, lively_match, most=quick_or_soak(50, 400))
    check_cuts(life, every=quick_or_soak(6, 1), bare=quick_or_soak(0, 1) == 1)


@pytest.mark.timeout(3600)
def test_a_match_may_stop_after_literally_every_row() -> None:
    life = recorded(RULESET, setup_for("anchor-and-hind", "ambush", rounds=1), 8, bout)
    check_cuts(life, every=1, bare=False)
    check_cuts(life, every=quick_or_soak(20, 1), bare=True)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("scenario", "variant"), BEYOND)
def test_frames_add_up_for_everybody(scenario: str, variant: str) -> None:
    setup = setup_for(scenario, variant, rounds=quick_or_soak(1, 4))
    steps = check_frames(
        RULESET, setup, 3, lively_match, most=quick_or_soak(50, 400), reload_every=quick_or_soak(17, 4)
    )
    assert steps > 20


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("scenario", "variant"), STARTS)
def test_events_and_states_come_back_from_their_bytes(scenario: str, variant: str) -> None:
    match = bout(RULESET, setup_for(scenario, variant, rounds=2), 31)
    check_events(match)
    loaded, missing = Match.resume(RULESET, match.head, match.rows, match.snapshots)
    assert missing.rows == ()
    for audience in ("blue", "red", SPECTATORS):
        hashes = {hash_of(project(m, Audience(audience))) for m in (match, loaded)}
        assert len(hashes) == 1
