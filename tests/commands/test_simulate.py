"""`muster simulate`: whole matches between bots, counted as they ended."""

import json
from typing import Any, TypeAlias

import pytest

from muster.cli import main
from muster.commands.simulate import Game, setup_of
from muster.engine.ids import Seat
from tests.kit.practice import RULESET, flow

Json: TypeAlias = Any
PRACTICE = "tests.kit.practice:RULESET"


def simulated(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, Json, str]:
    code = main(["simulate", PRACTICE, "--json", *more])
    told = capsys.readouterr()
    return code, json.loads(told.out.splitlines()[-1]), told.err


def test_all_scenarios_are_played_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    code, told, err = simulated(capsys, "--games", "5", "--seed", "7", "--option", "rounds=1")
    assert (code, err) == (0, "")
    assert list(told) == [
        "games",
        "finished",
        "errors",
        "decisions",
        "seconds",
        "decisions_per_s",
        "outcomes",
        "rules_fired",
    ]
    assert (told["games"], told["finished"], told["errors"]) == (5, 5, 0)
    ended = {s: sum(n for r in w.values() for n in r.values()) for s, w in told["outcomes"].items()}
    assert ended == {"duel": 3, "trio": 2}
    assert "practice.bid.1" in told["rules_fired"]
    assert told["rules_fired"] == sorted(told["rules_fired"])


def test_one_scenario_alone(capsys: pytest.CaptureFixture[str]) -> None:
    _, told, _ = simulated(capsys, "--games", "3", "--scenario", "trio", "--option", "rounds=1")
    assert list(told["outcomes"]) == ["trio"]


def test_the_same_seed_plays_the_same_and_the_next_match_takes_the_next_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = simulated(capsys, "--games", "4", "--seed", "3", "--scenario", "duel")[1]
    again = simulated(capsys, "--games", "4", "--seed", "3", "--scenario", "duel")[1]
    parts = [
        simulated(capsys, "--games", "1", "--seed", str(s), "--scenario", "duel")[1] for s in range(3, 7)
    ]
    assert (one["decisions"], one["outcomes"]) == (again["decisions"], again["outcomes"])
    assert sum(p["decisions"] for p in parts) == one["decisions"]


def test_decisions_are_the_seats_answers_and_not_those_of_chance() -> None:
    game = Game(RULESET, setup_of(RULESET, "duel", {"rounds": 2}), 5, {"red": "sensible"})
    game.play(1000)
    assert game._match is not None
    rows = game._match.rows
    assert game.decisions == sum(r.kind == "answer" for r in rows)
    assert any(r.kind == "chance" for r in rows)
    assert game.row == rows[-1].position


def test_the_named_bots_play() -> None:
    levels = {}
    for red in ("sensible", "random"):
        game = Game(RULESET, setup_of(RULESET, "duel", {}), 5, {"red": red})
        levels[red] = {s: type(b).__name__ for s, b in game._bots.items()}
    assert levels == {
        "sensible": {Seat("red"): "SensibleBot", Seat("blue"): "RandomBot"},
        "random": {Seat("red"): "RandomBot", Seat("blue"): "RandomBot"},
    }


def test_a_match_that_fails_is_counted_and_says_how_to_see_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("no dice")

    monkeypatch.setattr(flow, "resolve_blow", broken)
    code, told, err = simulated(capsys, "--games", "6", "--seed", "20", "--scenario", "duel")
    assert code == 1
    assert told["errors"] > 0
    assert told["finished"] == 6 - told["errors"]
    lines = err.splitlines()
    assert len(lines) == told["errors"]
    assert all("--scenario duel --seed 2" in line and "ZeroDivisionError: no dice" in line for line in lines)
    seed = lines[0].split("--seed ")[1].split()[0]
    _, alone, err = simulated(capsys, "--games", "1", "--seed", seed, "--scenario", "duel")
    assert alone["errors"] == 1
    assert err.splitlines() == lines[:1]


def test_a_match_without_end_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    code, told, err = simulated(capsys, "--games", "2", "--most-decisions", "9")
    assert (code, told["errors"], told["decisions"]) == (1, 2, 18)
    assert err.count("It is not over after 9 decisions.") == 2


def test_without_json_it_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", PRACTICE, "--games", "2", "--option", "rounds=1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2 of 2 matches finished, 0 failed; ")
    assert all(line.startswith(("  duel: ", "  trio: ")) for line in lines[1:])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "no game of that name"),
        (["tests.kit.nothing:RULESET"], "cannot be found"),
        ([PRACTICE, "--scenario", "siege"], "There are: duel, trio"),
        ([PRACTICE, "--bots", "red=clever"], "a level of sensible, random"),
        ([PRACTICE, "--bots", "white=random"], "a seat of blue, green, red"),
        ([PRACTICE, "--option", "rounds"], "NAME=VALUE"),
        ([PRACTICE, "--option", "rounds=99"], "rounds: Input should be less than or equal to 9"),
        ([PRACTICE, "--option", "colour=red"], "colour"),
    ],
)
def test_what_cannot_begin_says_what_would_be_right(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith("muster: ")
    assert told in err
