"""Commands: whose, their names, which of them may still be activated, and what their leaders are worth (2.1, 2.7)."""

from muster.engine.explain import Part, Total
from muster.engine.ids import Seat
from muster.engine.memory import remembered
from muster.rulesets.baroque.armies import build
from muster.rulesets.baroque.armies.files import Level, Structure
from muster.rulesets.baroque.book import applies, number, part
from muster.rulesets.baroque.queries.memory import remembered_of_ground
from muster.rulesets.baroque.state import CommandId, State, UnitId

LEVELS: tuple[Level, ...] = ("Incompetent", "Poor", "Reliable", "Expert", "Charismatic")
"""The ladder of levels, from the bottom (2.7a)."""
STRUCTURES: tuple[Structure, ...] = ("Poor", "Average", "Good")
"""Command structures, the better the later (2.6.2c)."""


@remembered_of_ground
def army_command(state: State, command: CommandId) -> build.Command:
    """A command as its army was built."""
    return next(c for a in state.setup.armies.values() for c in a.commands if c.id == command)


def command_name(state: State, command: CommandId) -> str:
    """A command as the log names it: its label and its leader."""
    found = army_command(state, command)
    return f"{found.label} under {leader_name(state, command)}"


def leader_name(state: State, command: CommandId) -> str:
    """The name of a command's leader, with his side's word where the enemy has one of that name."""
    return state.setup.told.get(command) or army_command(state, command).leader


def seat_of(state: State, command: CommandId) -> Seat:
    """Whose command it is."""
    return next(Seat(s) for s, a in state.setup.armies.items() if any(c.id == command for c in a.commands))


def commands_of(state: State, seat: str) -> tuple[CommandId, ...]:
    """A side's commands, in the order of its army."""
    return tuple(c.id for c in state.army(seat).commands)


@remembered
def cards_of(state: State, command: CommandId) -> tuple[UnitId, ...]:
    """Every unit that a command was built with, on the table or not."""
    return tuple(c.id for c in state.setup.cards.values() if c.command == command)


def is_finished(state: State, command: CommandId) -> bool:
    """Whether a command has been activated or stopped this turn, or has no unit left on the table (2.1d, R76)."""
    if state.commands[command].done and applies("4.1a"):
        return True
    return not state.of_command(command) and applies("2.1d")


def candidates(state: State, seat: str) -> tuple[CommandId, ...]:
    """The commands that a side may name for the next initiative roll (4.1.1a)."""
    return tuple(c for c in commands_of(state, seat) if not is_finished(state, c))


def is_led(state: State, command: CommandId) -> bool:
    """Whether a command still has its leader (R48)."""
    return not state.leaders[command].lost


def is_cinc(state: State, command: CommandId) -> bool:
    """Whether a command's leader is the Commander-in-Chief (2.1c)."""
    return army_command(state, command).cinc


def level_bonus(level: Level) -> int:
    """The leadership bonus of a level (2.7a); Reliable 2 and Poor 1, without anything else (2.7.3)."""
    bonus = build.leadership(level)
    return number("2.7.3", bonus, off=0) if level in ("Reliable", "Poor") else bonus


def leadership(state: State, command: CommandId) -> int:
    """What a command's leader adds: his level's bonus, nothing once he is lost (2.7a, R48)."""
    return level_bonus(state.leaders[command].level) if is_led(state, command) else 0


def initiative_total(state: State, command: CommandId, dice: tuple[int, int]) -> Total:
    """Two dice and the leadership bonus of the command's leader (4.1.1b)."""
    dice_part = Part(f"Dice {dice[0]} + {dice[1]}", sum(dice), "4.1.1b")
    bonus = part("Leadership", leadership(state, command), "4.1.1b")
    return Total.of(command_name(state, command), (dice_part, bonus))


def structure_rank(state: State, seat: str) -> int:
    """How good a side's command structure is, to be compared (2.6.2c)."""
    return STRUCTURES.index(state.army(seat).sc)
