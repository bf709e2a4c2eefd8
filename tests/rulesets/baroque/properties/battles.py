"""Seeded battles, watched step by step."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeAlias

from muster.engine.match import Match, Step
from muster.engine.requests import Deploy
from muster.engine.ruleset import AnyRuleset
from muster.geometry.open.poses import distance_to_point, overlaps
from muster.rulesets.baroque.queries.bodies import bodies, rim
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.state import State
from tests.kit.bouts import Seen, play_out
from tests.kit.table import head_of, setup_of

Json: TypeAlias = Any

REST = frozenset({"initiative", "command", "end", "over"})
"""Phases between whose activations everybody stands somewhere."""


def battle(
    ruleset: AnyRuleset, setup: Json, seed: int, *, seen: Seen | None = None, sensible: tuple[str, ...] = ()
) -> Match[State]:
    """A battle between random bots, some seats sensible."""
    match, step = Match.start(ruleset, head_of(ruleset, setup, seed=seed))
    if seen is not None:
        seen(match, step)
    return play_out(match, seed=seed, levels=dict.fromkeys(sensible, "sensible"), seen=seen)


def field_of(scenario: str, **more: object) -> Json:
    """The setup of a small battle."""
    return setup_of(RULESET, scenario=scenario, **more)


@dataclass
class Watch:
    """Looks at the table after every step: nobody in anybody else, nobody off the table, somebody to decide.

    And every question can be shown, with a deployment that passes where one is asked for.
    """

    rests: int = 0
    problems: list[str] = field(default_factory=list[str])

    def __call__(self, match: Match[State], step: Step) -> None:
        """After a step."""
        state = match.state
        if not match.requests and match.result is None:
            self.problems.append("nobody is asked and the battle is not over")
        for request in match.requests:
            assert request.wire()["spec"]["kind"]
            if isinstance(request.spec, Deploy):
                request.read({"at": {k: list(v) for k, v in request.spec.suggest().items()}})
        if state.acting is not None or state.phase not in REST:
            return
        self.rests += 1
        standing = bodies(state, state.on_table())
        for one, other in combinations(standing, 2):
            if overlaps(one, other):
                self.problems.append(f"{one.id} and {other.id} stand in one another, turn {state.turn}")
        for edge in rim(state):
            self.problems += [
                f"{b.id} stands off the table at {edge.id}" for b in standing if overlaps(b, edge)
            ]
        wide, high = state.setup.size
        for leader in state.leaders.values():
            if leader.at is not None and not (0 <= leader.at[0] <= wide and 0 <= leader.at[1] <= high):
                self.problems.append(f"the leader of {leader.id} is off the table, turn {state.turn}")
        # Beside a base, touching it, he may stand: places are rounded to a unit.
        self.problems += [
            f"the leader of {leader.id} stands under {base.id}, turn {state.turn}"
            for leader in state.leaders.values()
            if leader.at is not None and leader.unit is None
            for base in standing
            if distance_to_point(base, leader.at).length == 0
        ]
        for contact in state.contacts:
            if {contact.by, contact.on} - set(state.on_table()):
                self.problems.append(f"{contact} names somebody who is gone")
