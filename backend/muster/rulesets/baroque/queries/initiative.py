"""The initiative roll: who may roll again, what doubles do, who wins (4.1.1, 2.7, 8.1.9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Odds, Total
from muster.engine.ids import Seat
from muster.rulesets.baroque.armies.files import Level
from muster.rulesets.baroque.book import applies, number
from muster.rulesets.baroque.queries.army import (
    LEVELS,
    initiative_total,
    is_cinc,
    is_led,
    leadership,
    level_bonus,
    structure_rank,
)
from muster.rulesets.baroque.queries.odds import share
from muster.rulesets.baroque.state import CommandId, State, UnitId

Dice: TypeAlias = tuple[int, int]
Again: TypeAlias = Literal["both", "first", "second"]
"""Which of the two initiative dice are rolled again."""
FACES: Final = range(1, 7)


@dataclass(frozen=True, slots=True)
class Try:
    """One side's part in an initiative roll: its command, the dice as they lie, whether it has rolled again."""

    seat: Seat
    command: CommandId
    dice: Dice
    rerolled: bool = False

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same."""
        return self.dice[0] == self.dice[1]

    def with_dice(self, dice: Dice) -> "Try":
        """After its re-roll."""
        return replace(self, dice=dice, rerolled=True)


def total_of(state: State, one: Try) -> Total:
    """What is compared (4.1.1b)."""
    return initiative_total(state, one.command, one.dice)


# ------------------------------------------------------------------------------------------------ re-rolls
def rerolls(state: State, one: Try) -> tuple[Again, ...]:
    """Which dice a side may still roll again: an Expert both together, a Charismatic any (2.7.1a, 2.7.2, R13, R16)."""
    if one.rerolled or not is_led(state, one.command):
        return ()
    level = state.leaders[one.command].level
    if level == "Charismatic" and applies("2.7.1a"):
        return ("both", "first", "second")
    if level == "Expert" and applies("2.7.2"):
        return ("both",)
    return ()


def reroll_rule(state: State, one: Try) -> str:
    """The rule that gives a side its re-roll."""
    return "2.7.1a" if state.leaders[one.command].level == "Charismatic" else "2.7.2"


def offer_order(state: State, tries: Sequence[Try]) -> tuple[Try, ...]:
    """In which order re-rolls are offered: who is behind first; nobody where all is equal (R13)."""
    if len(tries) < 2:
        return tuple(tries)
    ranks = {t.seat: (total_of(state, t).value, structure_rank(state, t.seat)) for t in tries}
    if len(set(ranks.values())) < len(tries) and applies("4.1.1c"):
        return ()
    return tuple(sorted(tries, key=lambda t: ranks[t.seat]))


def next_offer(state: State, tries: Sequence[Try], declined: frozenset[Seat]) -> Try | None:
    """Who is offered a re-roll now: of those who still have one and have not declined since the last dice (R13)."""
    order = offer_order(state, tries)
    return next((t for t in order if t.seat not in declined and rerolls(state, t)), None)


def is_plain(state: State, one: Try, other: Try | None) -> bool:
    """Whether a re-roll can be left out unasked (R13, R174).

    Its dice win for certain, as the enemy has none left, or it rolls alone; and no double that lies or could fall
    speaks for rolling: none that lies harms, and who rolls alone can change nothing at all.
    """
    if other is None:
        return not _doubles(state, one)
    mine, theirs = ((_settled(state, t), structure_rank(state, t.seat)) for t in (one, other))
    return mine > theirs and not rerolls(state, other) and not _harms(state, one)


def _settled(state: State, one: Try) -> int:
    """The total that is compared if the dice stay: with the level that a double makes of the leader's (R14)."""
    change, before = level_change(state, one), leadership(state, one.command)
    return total_of(state, one).value + (level_bonus(change.level) - before if change is not None else 0)


def _harms(state: State, one: Try) -> bool:
    """Whether the dice as they lie lower the leader's level or stir up agitators."""
    change = level_change(state, one)
    lowers = change is not None and LEVELS.index(change.level) < LEVELS.index(
        state.leaders[one.command].level
    )
    return lowers or any(agitated(state, one))


def new_dice(one: Try, which: Again, rolled: Sequence[int]) -> Dice:
    """The dice after a re-roll."""
    if which == "both":
        return rolled[0], rolled[1]
    return (rolled[0], one.dice[1]) if which == "first" else (one.dice[0], rolled[0])


def reroll_odds(state: State, one: Try, other: Try | None, which: Again) -> Odds | None:
    """The chance that the side is ahead after a re-roll, by dice alone; changes of level are left out."""
    if other is None:
        return alone_odds(state, one, which)
    wanted = total_of(state, other).value
    better = structure_rank(state, one.seat) > structure_rank(state, other.seat)
    least = wanted if better and applies("4.1.1c") else wanted + 1
    rolls = list(product(FACES, repeat=2 if which == "both" else 1))
    ahead = sum(total_of(state, one.with_dice(new_dice(one, which, r))).value >= least for r in rolls)
    totals = (total_of(state, one), total_of(state, other))
    return Odds("Ahead after it", share(ahead, len(rolls)), f"a total of {least} or more", totals=totals)


# ------------------------------------------------------------------------------------------------ doubles
@dataclass(frozen=True, slots=True)
class Change:
    """What a double makes of a leader's level: the level after it, which is fixed then, and the rule."""

    level: Level
    rule: str


def level_change(state: State, one: Try) -> Change | None:
    """What a final double 6 or double 1 does to a leader (2.7.5); None where it does nothing."""
    leader = state.leaders[one.command]
    if one.dice not in ((6, 6), (1, 1)) or not is_led(state, one.command):
        return None
    if leader.fixed and applies("2.7.5c"):
        return None
    place = LEVELS.index(leader.level)
    if one.dice == (6, 6):
        return _promotion(state, one.command, place)
    if place == 0:
        return None if applies("2.7.5e") else Change(leader.level, "2.7.5e")
    return Change(LEVELS[place - 1], "2.7.5b") if applies("2.7.5b") else None


def _promotion(state: State, command: CommandId, place: int) -> Change | None:
    """One level up; a Charismatic leader and a subordinate Expert are fixed where they are (2.7.5a, 2.7.5d)."""
    level = LEVELS[place]
    is_top = level == "Charismatic" or (level == "Expert" and not is_cinc(state, command))
    if is_top and applies("2.7.5d"):
        return Change(level, "2.7.5d")
    if level == "Charismatic" or not applies("2.7.5a"):
        return None
    return Change(LEVELS[place + 1], "2.7.5a")


def is_stopped(state: State, one: Try) -> bool:
    """Whether a command cannot be activated: its leader, by now, is Incompetent and rolled a double (2.7.4a, R15)."""
    incompetent = is_led(state, one.command) and state.leaders[one.command].level == "Incompetent"
    return incompetent and one.is_double and applies("2.7.4a")


def agitated(state: State, one: Try) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """Whom a double 1 or 2 disorders, and who may not rally as it was Disordered already (8.1.9a, R75)."""
    if one.dice not in ((1, 1), (2, 2)):
        return (), ()
    units = _with_agitators(state, one.command)
    if not units or not applies("8.1.9a"):
        return (), ()
    fresh = tuple(u for u in units if not state.units[u].disordered)
    return fresh, tuple(u for u in units if u not in fresh and not state.units[u].unruly)


@dataclass(frozen=True, slots=True)
class Sermon:
    """What preachers give their units for this turn: on Discipline Tests, on the Critical Number; and the rule."""

    discipline: int
    cohesion: int
    rule: str


def sermon(state: State, one: Try) -> Sermon | None:
    """What a double 3 to 6 gives to units with preachers (8.1.9b, 8.1.9c, R75)."""
    if not one.is_double or one.dice[0] < 3 or not _with_agitators(state, one.command):
        return None
    rule, cohesion = ("8.1.9b", 0) if one.dice[0] in (3, 4) else ("8.1.9c", 1)
    discipline, cohesion = number(rule, 1, off=0), number(rule, cohesion, off=0)
    before = state.commands[one.command]
    if discipline <= before.discipline and cohesion <= before.cohesion:
        return None
    return Sermon(discipline, cohesion, rule)


def _with_agitators(state: State, command: CommandId) -> tuple[UnitId, ...]:
    return tuple(u for u in state.of_command(command) if "agitators" in state.card(u).traits)


def alone_words(state: State, one: Try) -> str:
    """What a roll without an opponent is for: the doubles that would change something (4.1.1e, 2.7.5, 8.1.9)."""
    found = _doubles(state, one)
    return f"only doubles count: {', '.join(found)}" if found else "no double would change anything"


def alone_odds(state: State, one: Try, which: Again) -> Odds | None:
    """The chances of a double 6 and of a double 1 for who rolls alone and whose level they would change (2.7.5)."""
    changes = {face: level_change(state, one.with_dice((face, face))) for face in (6, 1)}
    found = {face: change for face, change in changes.items() if change is not None}
    if not found:
        return None
    rolls = list(product(FACES, repeat=2 if which == "both" else 1))
    after = [new_dice(one, which, r) for r in rolls]
    chance = {face: share(after.count((face, face)), len(rolls)) for face in found}
    words = {face: f"double {face} {_becomes(state, one, change)}" for face, change in found.items()}
    best, *others = found
    rest = "; ".join(f"{words[face]} with {chance[face] / 100:.0f}%" for face in others)
    return Odds(f"Double {best}", chance[best], words[best], effect=f"But {rest}." if rest else "")


def _becomes(state: State, one: Try, change: Change) -> str:
    same = change.level == state.leaders[one.command].level
    return f"{'fixes him as' if same else 'makes him'} {change.level}"


def _doubles(state: State, one: Try) -> list[str]:
    """Each double that would change something, in words."""
    found: list[str] = []
    for face in (6, 1):
        change = level_change(state, one.with_dice((face, face)))
        if change is not None:
            found.append(f"double {face} {_becomes(state, one, change)}")
    if any(agitated(state, one.with_dice((2, 2)))):
        found.append("double 1 or 2 stirs up the agitators")
    if sermon(state, one.with_dice((6, 6))) is not None:
        found.append("double 3 to 6 lets the preachers speak")
    return found


# ------------------------------------------------------------------------------------------------ who wins
@dataclass(frozen=True, slots=True)
class Won:
    """Who won an initiative roll, in words for the log, and the rule that decided."""

    one: Try
    why: str
    rule: str


def won_by(state: State, tries: Sequence[Try], stopped: Mapping[Seat, bool]) -> Won | None:
    """Who wins among those whose command may be activated; None: all is equal, everybody rolls again (4.1.1b, c).

    There is somebody. A side whose command was stopped has lost whatever its total (2.7.4b, R15).
    """
    standing = [t for t in tries if not (stopped[t.seat] and applies("2.7.4b"))]
    if len(standing) == 1:
        alone = len(tries) == 1
        return (
            Won(standing[0], "", "4.1.1e")
            if alone
            else Won(standing[0], ", the enemy being stopped", "2.7.4b")
        )
    totals = {t.seat: total_of(state, t).value for t in standing}
    best = max(totals.values())
    ahead = [t for t in standing if totals[t.seat] == best]
    if len(ahead) == 1:
        return Won(ahead[0], f" with {best} against {min(totals.values())}", "4.1.1b")
    ranks = {t.seat: structure_rank(state, t.seat) for t in ahead}
    if len(set(ranks.values())) > 1 and applies("2.6.2c") and applies("4.1.1c"):
        first = max(ahead, key=lambda t: ranks[t.seat])
        return Won(first, f" with {best} on both sides, by the better command structure", "2.6.2c")
    return None if applies("4.1.1c") else Won(ahead[0], "", "4.1.1b")
