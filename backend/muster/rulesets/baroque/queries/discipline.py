"""The Discipline Test (2.4.1): what is added to the die, and what it must show."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Bar, Odds, Part, Total
from muster.rulesets.baroque.book import all_apply, applies, number, part
from muster.rulesets.baroque.cards import Card, Discipline
from muster.rulesets.baroque.queries.command import attached_part, is_in_command
from muster.rulesets.baroque.queries.kinds_of_troops import must_pursue_by_type
from muster.rulesets.baroque.queries.odds import FACES, share
from muster.rulesets.baroque.queries.words import signed
from muster.rulesets.baroque.state import State, UnitId

Test: TypeAlias = Literal[
    "march",
    "about_face",
    "backward",
    "rally",
    "forced_rally",
    "withdrawal",
    "caracole",
    "disengagement",
    "evasion",
    "opportunity_charge",
    "countercharge",
    "opportunity_fire",
    "defensive_fire",
    "shock",
    "command_break",
]
"""What a Discipline Test is taken for."""

DISORDERING: Final[dict[Test, str]] = {"march": "5.1d", "backward": "5.2.3b", "about_face": "5.2.4a"}
"""Tests whose failure makes the unit Disordered, and the rule that says so (2.4.1f); a leader's death has its own."""

TARGETS: Final[dict[Discipline, int]] = {"A": 3, "B": 4, "C": 5}
"""What die and modifiers must reach (2.4.1a)."""

OPPORTUNITY_CHARGE: Final = {"disordered": -1, "mounted": -1, "foot": -2}
COUNTERCHARGE: Final = {"disordered": -1, "GA_or_WB": 2, "other_mounted": 1, "motivated": 1}
OPPORTUNITY_FIRE: Final = {"disordered": -1, "not_answering_fire": -1}
DEFENSIVE_FIRE: Final = {"all": 2, "disordered": -1}
EVASION: Final = {
    "CL": 2,
    "DR": 1,
    "S": 1,
    "charged_by_foot": 1,
    "disordered": -1,
    "massed": -1,
    "each_previous_test": -1,
}

Parts: TypeAlias = tuple[Part | None, ...]


def target(card: Card) -> int:
    """What a unit of that discipline needs: A 3, B 4, C 5 (2.4.1a)."""
    return number("2.4.1a", TARGETS[card.discipline], off=TARGETS[card.discipline] + 1)


# ------------------------------------------------------------------------------------------------ what a test adds
def march_parts(state: State, unit: UnitId, action: int) -> Parts:
    """The test after the ``action``-th movement action, from the second on (5.1c, 5.1.1a, 5.1.1b)."""
    pace = state.card(unit).pace
    return (
        part(f"Movement action {action}", min(0, 2 - action), "5.1c"),
        part("Slow", -1 if pace == "slow" else 0, "5.1.1a"),
        part("Fast", 1 if pace == "fast" else 0, "5.1.1b"),
    )


def disordered_part(state: State, unit: UnitId, value: int, rule: str) -> Part | None:
    """What Disorder costs in a reaction's test, counted once (4.1.3f)."""
    if not state.units[unit].disordered or not all_apply((rule, "4.1.3f")):
        return None
    return Part("Disordered", value, rule)


def opportunity_charge_parts(state: State, unit: UnitId) -> Parts:
    """The test for an opportunity charge (5.4.2d)."""
    table = OPPORTUNITY_CHARGE
    mounted = state.card(unit).mounted
    return (
        disordered_part(state, unit, table["disordered"], "5.4.2d"),
        part("Mounted" if mounted else "Foot", table["mounted" if mounted else "foot"], "5.4.2d"),
    )


def countercharge_parts(state: State, unit: UnitId) -> Parts:
    """The test for a countercharge (5.4.3b, 8.1.4b)."""
    card, table = state.card(unit), COUNTERCHARGE
    eager = None
    if must_pursue_by_type(card):
        eager = part("Gallopers" if card.type == "GA" else "Irregular foot", table["GA_or_WB"], "5.4.3b")
    elif card.mounted:
        eager = part("Mounted", table["other_mounted"], "5.4.3b")
    return (
        disordered_part(state, unit, table["disordered"], "5.4.3b"),
        eager,
        part("Motivated", table["motivated"] if "motivated" in card.traits else 0, "8.1.4b"),
    )


def opportunity_fire_parts(state: State, unit: UnitId, *, answers_fire: bool) -> Parts:
    """The test for opportunity fire; ``answers_fire``: at a unit that shoots (6.5b)."""
    table = OPPORTUNITY_FIRE
    return (
        disordered_part(state, unit, table["disordered"], "6.5b"),
        part("Not in answer to fire", 0 if answers_fire else table["not_answering_fire"], "6.5b"),
    )


def defensive_fire_parts(state: State, unit: UnitId) -> Parts:
    """The test for defensive fire (6.6d)."""
    table = DEFENSIVE_FIRE
    return (
        part("Defensive fire", table["all"], "6.6d"),
        disordered_part(state, unit, table["disordered"], "6.6d"),
    )


def evasion_parts(state: State, unit: UnitId, *, from_foot: bool) -> Parts:
    """The test for an evasion; ``from_foot``: from the charge of a unit of Foot (5.6e)."""
    card, body, table = state.card(unit), state.units[unit], EVASION
    disorder = table["disordered"] if body.disordered else 0
    return (
        part(
            {"CL": "Light cavalry", "DR": "Dragoons"}.get(card.type, "Skirmishers"),
            table.get(card.type, 0),
            "5.6e",
        ),
        part("From charging Foot", table["charged_by_foot"] if from_foot else 0, "5.6e"),
        part("Disordered", disorder, "5.6e"),
        part("Massed", table["massed"] if card.massed else 0, "5.6e"),
        part("Evaded before this turn", table["each_previous_test"] * body.evasions, "5.6e"),
    )


# ------------------------------------------------------------------------------------------------ every test
def preacher_part(state: State, unit: UnitId) -> Part | None:
    """What preachers add this turn after a double of 3 to 6 (8.1.9b, 8.1.9c, 2.4.1h)."""
    card = state.card(unit)
    command = state.commands.get(card.command)
    if command is None or command.discipline == 0 or "agitators" not in card.traits:
        return None
    rule = "8.1.9c" if command.cohesion else "8.1.9b"
    return Part("Preachers", command.discipline, rule) if all_apply((rule, "2.4.1h")) else None


def modifiers(state: State, unit: UnitId, parts: Iterable[Part | None] = ()) -> Total:
    """Everything that is added to the die of a unit's Discipline Test: ``parts`` of the test itself, and what holds for
    all tests (2.4.1c, 2.4.1d, 2.4.1h). They simply add up (2.4.1e, R34).
    """
    out = 0 if is_in_command(state, unit) else -1
    total = Total.of(
        f"{state.name(unit)}: Discipline Test",
        (
            *parts,
            part("Out of command", out, "2.4.1c"),
            attached_part(state, unit, "2.4.1d"),
            preacher_part(state, unit),
        ),
    )
    if len(total.parts) > 1 and not applies("2.4.1e"):
        return Total(total.label, total.parts, max((p.value for p in total.parts), key=abs))
    return total


def passes(card: Card, die: int, modifier: int) -> bool:
    """Whether a die passes: a 1 never does, a 6 always, else the sum must reach the target (2.4.1a, 2.4.1b)."""
    if die in (1, 6) and applies("2.4.1b"):
        return die == 6
    return die + modifier >= target(card)


def must_roll_again(card: Card, die: int) -> bool:
    """Whether a natural 6 has to be rolled once more, before it passes by itself (8.1.7, 2.4.1h, R69)."""
    return die == 6 and "demotivated" in card.traits and all_apply(("8.1.7", "2.4.1h"))


def needed(card: Card, modifier: int) -> int:
    """The least die that passes as it falls; 6 at most, since a 6 always does (2.4.1b)."""
    return next((die for die in FACES if passes(card, die, modifier)), 7)


def may_rally_again(card: Card, die: int) -> bool:
    """Whether Iron Officers may have a failed ordinary rally rolled once more: unless it was a 1 (8.1.1)."""
    return die != 1 and "iron_officers" in card.traits and applies("8.1.1")


def passing_ways(card: Card, modifier: int, *, rally: bool = False) -> int:
    """In how many of 216 ways the test is passed, the re-rolls counted; ``rally``: an ordinary rally (8.1.1)."""
    plain = sum(passes(card, die, modifier) for die in FACES)

    def settled(die: int, ways: int) -> int:
        if passes(card, die, modifier):
            return ways
        return ways // 6 * plain if rally and may_rally_again(card, die) else 0

    return sum(
        sum(settled(again, 6) for again in FACES) if must_roll_again(card, die) else settled(die, 36)
        for die in FACES
    )


def discipline_odds(
    state: State,
    unit: UnitId,
    parts: Sequence[Part | None] = (),
    *,
    effect: str = "",
    dice: int = 1,
    rally: bool = False,
) -> Odds:
    """The chance of passing, with ``dice`` tries of which one is enough (4.1.2d); ``rally``: an ordinary rally."""
    card, total = state.card(unit), modifiers(state, unit, parts)
    ways = passing_ways(card, total.value, rally=rally)
    bars = tuple(Bar(die, share(1, 6), passes(card, die, total.value)) for die in FACES)
    chance = share(216**dice - (216 - ways) ** dice, 216**dice)
    needs = f"needs {needed(card, total.value)}+"
    if total.value:
        needs += f" ({target(card)}+ with {signed(total.value)})"
    return Odds(f"Discipline Test of {state.name(unit)}", chance, needs, bars, (total,), effect)
