"""The Cohesion Test (6.2, 7.5b): the Critical Number, and what a die costs against it."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Bar, Odds, Part, Total
from muster.rulesets.baroque.book import all_apply, applies, part
from muster.rulesets.baroque.cards import Card
from muster.rulesets.baroque.queries.command import attached_part
from muster.rulesets.baroque.queries.firing_table import BAND_NAMES, Band, range_bonus
from muster.rulesets.baroque.queries.kinds_of_troops import has_flanks, suffers_in_rough_melee
from muster.rulesets.baroque.queries.odds import FACES, share
from muster.rulesets.baroque.state import State, UnitId

By: TypeAlias = Literal["fire", "pistol", "melee"]
Ground: TypeAlias = Literal["", "broken", "difficult"]
LEAST: Final = 1
"""The lowest Critical Number (6.2a)."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What a Cohesion Test is taken for.

    ``band`` is that of the shot; defensive fire and pistols are at point blank (6.2b). The rest counts in melee alone:
    ``feared`` an enemy that it fights is; ``ground`` the worse of what it stands in and what an enemy lies entirely in
    (3.1.4h, 3.1.4i); ``flank`` it was contacted on flank or rear; ``obstacle`` it defends one; ``higher`` it stands
    higher on a gentle hill (3.1.4d).
    """

    by: By
    band: Band = "point_blank"
    feared: bool = False
    ground: Ground = ""
    flank: bool = False
    obstacle: bool = False
    higher: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a die means: ``failed_by`` is die less Critical Number of a failed test (6.2d, R33), ``piled_up`` what a
    unit loses that was Disordered before and passed (2.5.3e)."""

    passed: bool
    failed_by: int
    piled_up: int

    @property
    def losses(self) -> int:
        """All permanent losses."""
        return self.failed_by + self.piled_up


def critical_number(state: State, unit: UnitId, hits: int, cause: Cause) -> Total:
    """Current VBU less hits, with the modifiers of any test and of its cause, 1 at least (6.2a, 6.2b, 7.5b)."""
    total = Total.of(
        f"{state.name(unit)}: Critical Number",
        (
            part("VBU", state.vbu(unit), "6.2a"),
            part("Hits", -hits, "6.2a"),
            _disordered(state, unit),
            attached_part(state, unit, "6.2a"),
            _preachers(state, unit),
            *(_melee_parts(state, unit, cause) if cause.by == "melee" else (_range(cause),)),
        ),
    )
    if total.value < LEAST and applies("6.2a"):
        least = Part(f"Never below {LEAST}", LEAST - total.value, "6.2a")
        return Total(total.label, (*total.parts, least), LEAST)
    return total


def _disordered(state: State, unit: UnitId) -> Part | None:
    if not state.units[unit].disordered or not all_apply(("6.2a", "2.5.3a")):
        return None
    return Part("Disordered", -1, "2.5.3a")


def _preachers(state: State, unit: UnitId) -> Part | None:
    card = state.card(unit)
    command = state.commands.get(card.command)
    if command is None or "agitators" not in card.traits:
        return None
    return part("Preachers", command.cohesion, "8.1.9c")


def _range(cause: Cause) -> Part | None:
    return part(BAND_NAMES[cause.band].capitalize(), range_bonus(cause.band), "6.2b")


def _melee_parts(state: State, unit: UnitId, cause: Cause) -> tuple[Part | None, ...]:
    card = state.card(unit)
    return (
        _flank(card) if cause.flank else None,
        _ground(cause.ground) if suffers_in_rough_melee(card) else None,
        part("Defends an obstacle", 1 if cause.obstacle else 0, "7.5b"),
        part("Higher on a gentle hill", 1 if cause.higher else 0, "3.1.4d"),
    )


def _flank(card: Card) -> Part | None:
    if not has_flanks(card):
        return None
    return Part("Flank or rear", -1, "7.2.3b") if all_apply(("7.2.3b", "7.5b")) else None


def _ground(ground: Ground) -> Part | None:
    if ground == "difficult" and all_apply(("3.1.4h", "7.5b")):
        return Part("Difficult terrain", -2, "3.1.4h")
    if ground == "broken" and all_apply(("3.1.4i", "7.5b")):
        return Part("Broken terrain", -1, "3.1.4i")
    return None


# ------------------------------------------------------------------------------------------------ the die
def passes(critical: int, die: int) -> bool:
    """Whether a die passes: a 1 always does, a 6 never, else it may not be above the Critical Number (6.2c)."""
    if die == 6 and critical >= 6 and applies("6.2c"):
        return False
    return die <= critical and applies("6.2c")


def outcome(critical: int, die: int, *, disordered: bool, by: By) -> Outcome:
    """What a die costs; ``disordered`` before the test (6.2c, 6.2d, 6.2.1, 7.5.1, R5)."""
    if passes(critical, die):
        rule = "7.5.1" if by == "melee" else "6.2.1"
        piled_up = 1 if disordered and all_apply((rule, "2.5.3e")) else 0
        return Outcome(True, 0, piled_up)
    lost = max(1, die - critical) if applies("6.2d") else 0
    return Outcome(False, lost, 0)


def low_again(state: State, unit: UnitId, cause: Cause) -> str:
    """The rule by which a 1 has to be rolled once more, or nothing (8.1.5b, 8.1.6, 8.1.7, R55)."""
    traits = state.card(unit).traits
    if "recruits" in traits and applies("8.1.6"):
        return "8.1.6"
    if "demotivated" in traits and applies("8.1.7"):
        return "8.1.7"
    return "8.1.5b" if cause.feared and cause.by == "melee" and applies("8.1.5b") else ""


def six_again(state: State, unit: UnitId) -> str:
    """The rule by which a 6 may be rolled once more, or nothing (8.1.8)."""
    return "8.1.8" if "hardened" in state.card(unit).traits and applies("8.1.8") else ""


def final_dice(state: State, unit: UnitId, cause: Cause) -> dict[int, int]:
    """In how many of 216 ways the final die shows each face, after the re-rolls of traits (seq.cohesion-rerolls)."""
    low, six = bool(low_again(state, unit, cause)), bool(six_again(state, unit))
    ways: dict[int, int] = dict.fromkeys(FACES, 36)
    if low:
        ways = {die: (0 if die == 1 else n) + 6 for die, n in ways.items()}
    if six:
        spared = ways[6]
        ways = {die: (0 if die == 6 else n) + spared // 6 for die, n in ways.items()}
    return ways


def cohesion_odds(state: State, unit: UnitId, hits: int, cause: Cause) -> Odds:
    """The chance that a unit passes its test after so many hits; the bars say what each face of the die leads to."""
    critical = critical_number(state, unit, hits, cause)
    ways = final_dice(state, unit, cause)
    bars = tuple(Bar(die, share(n, 216), passes(critical.value, die)) for die, n in ways.items())
    chance = share(sum(n for die, n in ways.items() if passes(critical.value, die)), 216)
    return Odds(
        f"Cohesion Test of {state.name(unit)}",
        chance,
        f"needs {min(critical.value, 5)} or less",
        bars,
        (critical,),
        "A failure costs the die less the Critical Number, for good.",
    )


def loss_ways(state: State, unit: UnitId, hits: int, cause: Cause) -> dict[Outcome, int]:
    """In how many of 216 ways a test ends how; no hits, no test (6.1.4a)."""
    if hits == 0:
        return {Outcome(True, 0, 0): 216}
    critical = critical_number(state, unit, hits, cause).value
    disordered = state.units[unit].disordered
    found: dict[Outcome, int] = {}
    for die, n in final_dice(state, unit, cause).items():
        result = outcome(critical, die, disordered=disordered, by=cause.by)
        found[result] = found.get(result, 0) + n
    return found
