"""`muster simulate`: bots play whole matches of a ruleset in this process, without a server."""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pydantic import ValidationError

from muster.bots.levels import RANDOM, bot_of, levels_of
from muster.commands import Command
from muster.commands.named import ruleset_named
from muster.core.errors import OperatorError
from muster.engine import ENGINE_VERSION
from muster.engine.chance import CONTRIBUTION_BYTES
from muster.engine.ids import Seat
from muster.engine.match import Match
from muster.engine.records import Head
from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset, Bot, Result, ScenarioInfo

MOST_DECISIONS = 20_000


class Stuck(Exception):
    """A match in which nothing is asked any more, or far too much was."""


@dataclass
class Tally:
    """What came of all the games."""

    games: int = 0
    finished: int = 0
    errors: int = 0
    decisions: int = 0
    seconds: float = 0.0
    outcomes: dict[str, dict[str, dict[str, int]]] = field(
        default_factory=dict[str, dict[str, dict[str, int]]]
    )

    def note(self, scenario: str, result: Result) -> None:
        """Count one finished game."""
        self.finished += 1
        by_winner = self.outcomes.setdefault(scenario, {})
        by_reason = by_winner.setdefault(result.winner or "draw", {})
        by_reason[result.reason] = by_reason.get(result.reason, 0) + 1


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("ruleset", help="the game's id, or module:NAME of one that is not in the catalogue")
    parser.add_argument("--games", type=int, default=100, help="how many matches (100)")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the first match; the next ones count up (1)"
    )
    parser.add_argument("--scenario", help="one scenario only; without it all are played in turn")
    parser.add_argument(
        "--bots", default="", help="who plays: red=sensible,blue=random; seats not named are played at random"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the match; may be repeated",
    )
    parser.add_argument(
        "--most-decisions",
        type=int,
        default=MOST_DECISIONS,
        help=f"a longer match is an error ({MOST_DECISIONS})",
    )
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")


def run(arguments: Namespace) -> int:
    ruleset = ruleset_named(arguments.ruleset)
    scenarios = chosen_scenarios(ruleset, arguments.scenario)
    levels = bot_levels(ruleset, scenarios, arguments.bots)
    options = match_options(arguments.option)
    ruleset.book.touched.clear()
    setups = {s.id: setup_of(ruleset, s.id, options) for s in scenarios}
    tally = Tally()
    began = time.perf_counter()
    for number in range(arguments.games):
        scenario, seed = scenarios[number % len(scenarios)].id, arguments.seed + number
        tally.games += 1
        match = Game(ruleset, setups[scenario], seed, levels)
        try:
            tally.note(scenario, match.play(arguments.most_decisions))
        except Exception as error:  # any fault of a ruleset or bot is what this command is there to find
            tally.errors += 1
            print(
                f"match with --scenario {scenario} --seed {seed} failed at row {match.row}: "
                f"{type(error).__name__}: {error}",
                file=sys.stderr,
            )
        tally.decisions += match.decisions
    tally.seconds = time.perf_counter() - began
    tell(tally, sorted(ruleset.book.full_ids()), as_json=arguments.json)
    return 1 if tally.errors else 0


class Game:
    """One match between bots."""

    def __init__(self, ruleset: AnyRuleset, setup: Any, seed: int, levels: Mapping[str, str]) -> None:
        """``seed`` decides every die and every choice of a bot; ``levels`` names the bot of a seat."""
        self.decisions = 0
        self._ruleset = ruleset
        self._head = head_of(ruleset, setup, seed)
        self._bots: dict[str, Bot] = {
            s.id: bot_of(ruleset, levels.get(s.id, RANDOM)) for s in ruleset.seats(setup)
        }
        self._match: Match[Any] | None = None

    @property
    def row(self) -> int:
        """The position of the last row of the journal; -1 before the first."""
        return self._match.rows[-1].position if self._match is not None and self._match.rows else -1

    def play(self, most_decisions: int) -> Result:
        """Play to the end. Raises what the rules or a bot raise, and Stuck."""
        match, _ = Match[Any].start(self._ruleset, self._head)
        self._match = match
        while match.result is None:
            if not match.requests:
                raise Stuck("Nobody is asked anything, but the match is not over.")
            if self.decisions >= most_decisions:
                raise Stuck(f"It is not over after {self.decisions} decisions.")
            request = match.requests[0]
            known = match.play.game.known_to(request.seat)
            purpose = f"bot:{request.seat}:{self.decisions}"
            body = self._bots[request.seat].answer(request, known, match.chance, purpose)
            match.answer(request.seat, request.id, body)
            self.decisions += 1
        return match.result


def head_of(ruleset: AnyRuleset, setup: Any, seed: int) -> Head:
    """The head of a match whose secret and contributions come from a seed."""
    secret = sha256(f"muster simulate {seed}".encode()).digest()
    contributions: dict[str, bytes] = {
        s.id: sha256(f"muster simulate {seed} {s.id}".encode()).digest()[:CONTRIBUTION_BYTES]
        for s in ruleset.seats(setup)
    }
    return Head(ruleset.id, ENGINE_VERSION, ruleset.version, setup, secret, contributions)


def chosen_scenarios(ruleset: AnyRuleset, wanted: str | None) -> Sequence[ScenarioInfo]:
    """One scenario or all. Raises OperatorError naming those there are."""
    scenarios = ruleset.scenarios()
    if wanted is None:
        return scenarios
    found = [s for s in scenarios if s.id == wanted]
    if not found:
        raise OperatorError(
            f"There is no scenario {wanted}. There are: {', '.join(s.id for s in scenarios)}."
        )
    return found


def bot_levels(ruleset: AnyRuleset, scenarios: Sequence[ScenarioInfo], text: str) -> dict[str, str]:
    """The bot of each named seat. Raises OperatorError for an unknown seat or level."""
    seats, levels = {s.id for info in scenarios for s in info.seats}, levels_of(ruleset)
    found: dict[str, str] = {}
    for entry in filter(None, text.split(",")):
        seat, _, level = entry.partition("=")
        if Seat(seat) not in seats or level not in levels:
            raise OperatorError(
                f"--bots {entry} does not fit: write SEAT=LEVEL with a seat of {', '.join(sorted(seats))} "
                f"and a level of {', '.join(levels)}."
            )
        found[seat] = level
    return found


def match_options(entries: Sequence[str]) -> dict[str, Any]:
    """Options by name; a value is read as JSON where it is JSON, else as text. Raises OperatorError."""
    found: dict[str, Any] = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if not equals:
            raise OperatorError(f"--option {entry} does not fit: write NAME=VALUE.")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def setup_of(ruleset: AnyRuleset, scenario: str, options: Mapping[str, Any]) -> Any:
    """The setup of a scenario with its own parties. Raises OperatorError where the options do not fit."""
    try:
        return ruleset.new_setup(ruleset.options.model_validate({**options, "scenario": scenario}), {})
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, f['loc']))}: {f['msg']}" for f in error.errors())
        raise OperatorError(f"These options do not fit: {faults}.") from error
    except Refusal as refusal:
        raise OperatorError(f"This match cannot be set up: {refusal}") from refusal


def tell(tally: Tally, rules_fired: Sequence[str], *, as_json: bool) -> None:
    """Print what came of it."""
    per_second = tally.decisions / tally.seconds if tally.seconds else 0.0
    print(
        f"{tally.finished} of {tally.games} matches finished, {tally.errors} failed; {tally.decisions} decisions "
        f"in {tally.seconds:.1f} s ({per_second:.0f} a second); {len(rules_fired)} rules fired"
    )
    for scenario, by_winner in tally.outcomes.items():
        for winner, reasons in sorted(by_winner.items()):
            told = ", ".join(f"{reason} {n}" for reason, n in sorted(reasons.items()))
            print(f"  {scenario}: {winner}: {told}")
    if as_json:
        print(
            json.dumps(
                {
                    "games": tally.games,
                    "finished": tally.finished,
                    "errors": tally.errors,
                    "decisions": tally.decisions,
                    "seconds": round(tally.seconds, 3),
                    "decisions_per_s": round(per_second, 1),
                    "outcomes": tally.outcomes,
                    "rules_fired": list(rules_fired),
                }
            )
        )


COMMAND = Command(
    words=("simulate",),
    help="let bots play whole matches and tell what came of it",
    arguments=add_arguments,
    run=run,
)
