"""Matches between bots that are looked at after every step, as `muster simulate` does not: nobody stands in anybody.

What is looked at is what the property tests of a game look at, in far more matches.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from muster.engine.match import Match
from muster.rulesets import ad1666, baroque, newworld
from muster.rulesets.baroque.battlefields import battlefields
from tests.kit.table import setup_of
from tests.rulesets.ad1666.properties.positions import Watch, skirmish
from tests.rulesets.baroque.properties import battles
from tests.rulesets.newworld.properties import bouts

Json: TypeAlias = Any

SEATS: Final = ((), ("blue",), ("red",), ("blue", "red"))
"""Who plays sensibly, from match to match."""


@dataclass
class Watched:
    """What came of the matches: how many ended, how often everybody was looked at, and what was seen amiss."""

    games: int = 0
    finished: int = 0
    looks: int = 0
    faults: list[str] = field(default_factory=list[str])


Play: TypeAlias = Callable[[int, tuple[str, ...], Watched], Match[Any]]
"""Plays the match of a seed and notes what is seen amiss."""


def _bout(seed: int, sensible: tuple[str, ...], found: Watched) -> Match[Any]:
    starts = tuple(bouts.starts())
    scenario, variant = starts[seed % len(starts)]
    watch = bouts.Watch()
    match = bouts.bout(
        newworld.RULESET, bouts.setup_for(scenario, variant), seed, seen=watch, sensible=sensible
    )
    found.looks += watch.events
    found.faults += [f"{scenario}, {variant}, seed {seed}: {p}" for p in watch.problems[:3]]
    return match


def _battle(points: int) -> Play:
    def play(seed: int, sensible: tuple[str, ...], found: Watched) -> Match[Any]:
        fields = tuple(battlefields())
        scenario, watch = fields[seed % len(fields)], battles.Watch()
        setup = battles.field_of(scenario, points=points)
        match = battles.battle(baroque.RULESET, setup, seed, seen=watch, sensible=sensible)
        found.looks += watch.rests
        found.faults += [f"{scenario}, {points} points, seed {seed}: {p}" for p in watch.problems[:3]]
        return match

    return play


def _skirmish(seed: int, sensible: tuple[str, ...], found: Watched) -> Match[Any]:
    names = [s.id for s in ad1666.RULESET.scenarios()]
    scenario, equipment = names[seed % len(names)], ("free", "restricted")[seed // len(names) % 2]
    watch = Watch()
    setup = setup_of(ad1666.RULESET, scenario=scenario, equipment=equipment)
    match = skirmish(setup, seed, watch, sensible=sensible)
    found.looks += watch.looks
    found.faults += [f"{scenario}, seed {seed}: {p}" for p in watch.problems[:3]]
    return match


PLAYS: Final[Mapping[str, Mapping[str, tuple[Play, int]]]] = {
    "newworld": {"all scenarios": (_bout, 10)},
    "baroque": {"300 points": (_battle(300), 1), "600 points": (_battle(600), 10)},
    "ad1666": {"all scenarios": (_skirmish, 1)},
}
"""By ruleset and title: how a match is played, and of how many matches that are asked for one is."""


def watched(play: Play, games: int, first: int = 1) -> Watched:
    """Play so many matches, the seeds from ``first`` on, random bots and sensible ones in turn."""
    found = Watched()
    for seed in range(first, first + games):
        found.games += 1
        try:
            match = play(seed, SEATS[seed // 5 % len(SEATS)], found)
        except Exception as error:  # any fault of a ruleset or a bot is what this is there to find
            found.faults.append(f"seed {seed}: {type(error).__name__}: {error}")
            continue
        if match.result is None:
            found.faults.append(f"seed {seed}: it does not come to an end")
        else:
            found.finished += 1
    return found
