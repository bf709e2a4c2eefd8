"""Seeded matches of the New World, watched step by step."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from muster.engine.events import AnyEvent
from muster.engine.match import Match, Step
from muster.engine.requests import AnySpec, Choose
from muster.engine.ruleset import AnyRuleset
from muster.geometry.grid.grid import Grid
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.events import Deployed, Displaced, EdgeChanged, Moved
from muster.rulesets.newworld.setup import scenarios
from muster.rulesets.newworld.state import State
from tests.kit.bouts import Seen, play_out
from tests.kit.table import head_of, setup_of

Json: TypeAlias = Any


def starts() -> Iterator[tuple[str, str]]:
    """Every scenario with every way in which it may begin."""
    for name, scenario in scenarios().items():
        yield name, "open"
        if scenario.ambush is not None:
            yield name, "ambush"


def setup_for(scenario: str, variant: str, **more: Any) -> Json:
    """The setup of a match."""
    return setup_of(RULESET, scenario=scenario, variant=variant, **more)


def bout(
    ruleset: AnyRuleset, setup: Json, seed: int, *, seen: Seen | None = None, sensible: Sequence[str] = ()
) -> Match[State]:
    """A match between random bots, some seats sensible."""
    match, step = Match.start(ruleset, head_of(ruleset, setup, seed=seed))
    if seen is not None:
        seen(match, step)
    return play_out(match, seed=seed, levels=dict.fromkeys(sensible, "sensible"), seen=seen)


NUMBERED_SQUARE = re.compile(r"\d, ?\d")
"""Two numbers as a square: the board shows no such numbers, so no question may speak of them."""


def texts_of(spec: AnySpec) -> Iterator[str]:
    """What the options say, those within options included as far as they have been worked out."""
    if not isinstance(spec, Choose):
        return
    for option in spec.options:
        yield from (option.label, option.detail)
        if isinstance(option.needs_, Choose):
            yield from texts_of(option.needs_)


@dataclass
class Watch:
    """Looks at every step of a match: where everybody stands, and how they came there."""

    grid: Grid | None = None
    events: int = 0
    requests: int = 0
    moves: int = 0
    problems: list[str] = field(default_factory=list[str])

    def __call__(self, match: Match[State], step: Step) -> None:
        """After a step: its events against the table as it was, then the position."""
        state = match.state
        if self.grid is None:
            self.grid = Grid(state.setup.map, state.setup.map.start_states())
        history = [e for _, e in match.history]
        for event in history[self.events :]:
            self._look_at(event, state)
        self.events = len(history)
        self.requests += len(match.requests)
        for request in match.requests:
            texts = [request.text, request.note, *texts_of(request.spec)]
            self.problems += [f"a square by its numbers: {t}" for t in texts if NUMBERED_SQUARE.search(t)]
        if all(r.rule in ("newworld.turn.1", "newworld.setup.4") for r in match.requests):
            self._stand(state)
        if not match.requests and match.result is None:
            self.problems.append("nobody is asked and the match is not over")

    def _look_at(self, event: AnyEvent, state: State) -> None:
        assert self.grid is not None
        if isinstance(event, EdgeChanged):
            self.grid = self.grid.with_edge(event.edge, event.state)
        if isinstance(event, Moved) and event.told and len(event.told) == len(event.path):
            self.moves += 1
            side = max(1, state.side(event.figure))
            here = event.start
            for square in event.told:
                steps = {
                    size
                    for size in {1, 2, side}
                    if self.grid.step(here, square, size).legal or self.grid.flight(here, square, size).legal
                }
                if not steps:
                    self.problems.append(f"{event.figure} went from {here} to {square}")
                here = square
        if isinstance(event, (Deployed, Displaced)):
            self.moves += 1

    def _stand(self, state: State) -> None:
        """Nobody on another's square, nobody inside a wall; riders and mounts together."""
        taken: dict[tuple[int, int], str] = {}
        for figure, body in state.figures.items():
            if body.at is None:
                continue
            if not state.grid.fits(body.at, state.side(figure)):
                self.problems.append(f"{figure} cannot stand at {body.at}")
            if body.rides is not None:
                mount = state.figures[body.rides]
                if mount.at != body.at or mount.ridden_by != figure:
                    self.problems.append(f"{figure} has lost the mount under it")
                continue
            for square in state.squares(figure):
                if square in taken:
                    self.problems.append(f"{figure} and {taken[square]} share {square}")
                taken[square] = figure
            for holder in body.held_by:
                if state.figures[holder].holding != figure:
                    self.problems.append(f"{holder} does not know that it holds {figure}")
        for item in state.items.values():
            lies = item.where == "ground"
            if lies != (item.at is not None) or lies != (item.holder is None):
                self.problems.append(f"{item} is nowhere")
        for figure in state.figures:
            held = state.held(figure)
            hands = sum(2 if i.where == "both" else 1 for i in held)
            if hands > 2 or len({i.where for i in held}) != len(held):
                self.problems.append(f"{figure} has too much in its hands: {held}")
