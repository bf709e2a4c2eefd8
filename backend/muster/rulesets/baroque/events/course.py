"""The course of a battle: turns, initiative, the activation of commands, the end of a turn and of the battle."""

from dataclasses import dataclass

from muster.engine.explain import Total
from muster.engine.views import Die, LogEntry
from muster.rulesets.baroque.armies.files import Level
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.queries.army import command_name, leader_name, seat_of
from muster.rulesets.baroque.queries.victory import command_left, command_worth, one_loss_breaks
from muster.rulesets.baroque.queries.words import added_up, count, listed
from muster.rulesets.baroque.state import CommandId, Ending, State, UnitId

ALL = None
"""For ``tells``: every seat learned something."""


@dataclass(frozen=True)
class TurnBegan(BattleEvent):
    """A turn begins: every command may be activated once (4.1a)."""

    turn: int

    def apply(self, state: State) -> None:
        """On to the first initiative roll."""
        state.turn = self.turn
        state.phase = "initiative"

    def line(self, state: State) -> LogEntry:
        """Which turn."""
        return LogEntry("turn", f"Turn {self.turn}", heading=True, rules=full("4.1a"))


@dataclass(frozen=True)
class CommandsNamed(BattleEvent):
    """Each side has named the command that it tries to activate; both are shown together (4.1.1a, R13)."""

    named: dict[str, CommandId]

    def apply(self, state: State) -> None:
        """Nothing changes before the dice."""

    def line(self, state: State) -> LogEntry:
        """Which commands."""
        words = ", ".join(
            f"{state.setup.labels[seat]} try {command_name(state, command)}"
            for seat, command in self.named.items()
        )
        return LogEntry("initiative", f"{words}.", rules=full("4.1.1a"))

    def tells(self) -> frozenset[str] | None:
        """Both learn what the other chose."""
        return ALL


@dataclass(frozen=True)
class InitiativeRolled(BattleEvent):
    """Initiative dice with their sums (4.1.1b). ``again``: the roll before was tied (4.1.1c)."""

    dice: dict[str, tuple[int, int]]
    totals: dict[str, Total]
    again: bool = False

    def apply(self, state: State) -> None:
        """Nothing changes before re-rolls and changes of level."""

    def line(self, state: State) -> LogEntry:
        """Both rolls."""
        labels = state.setup.labels
        words = ", ".join(
            f"{labels[seat]}: {added_up(self.dice[seat], total)}" for seat, total in self.totals.items()
        )
        head = "Both roll again" if self.again else "Initiative"
        return LogEntry(
            "initiative",
            f"{head}: {words}.",
            dice=tuple(Die(d, role=labels[s]) for s, dice in self.dice.items() for d in dice),
            totals=tuple(self.totals.values()),
            rules=full("4.1.1b", "4.1.1c") if self.again else full("4.1.1b"),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice were shown."""
        return ALL


@dataclass(frozen=True)
class InitiativeRerolled(BattleEvent):
    """A leader rolled one or both of his initiative dice again (2.7.1a, 2.7.2)."""

    seat: str
    command: CommandId
    dice: tuple[int, int]
    again: tuple[bool, bool]
    total: Total
    rule: str

    def apply(self, state: State) -> None:
        """Nothing changes before the dice stand."""

    def line(self, state: State) -> LogEntry:
        """The new dice."""
        which = "both dice" if all(self.again) else "one die"
        return LogEntry(
            "initiative",
            f"{leader_name(state, self.command)} rolled {which} again: {added_up(self.dice, self.total)}.",
            seat=self.seat,
            dice=tuple(
                Die(d, role="Again" if anew else "Kept")
                for d, anew in zip(self.dice, self.again, strict=True)
            ),
            totals=(self.total,),
            rules=full(self.rule),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice were shown."""
        return ALL


@dataclass(frozen=True)
class LevelChanged(BattleEvent):
    """A double 6 or double 1 changed a leader's level, or fixed it where it could not change (2.7.5)."""

    command: CommandId
    before: Level
    after: Level
    rule: str

    def apply(self, state: State) -> None:
        """The level is what it will stay."""
        state.change_leader(self.command, level=self.after, fixed=True)

    def line(self, state: State) -> LogEntry:
        """What he is now."""
        name = leader_name(state, self.command)
        if self.before == self.after:
            text = f"{name} stays {self.after} for the rest of the battle."
        else:
            text = f"{name} is {self.after} now; he was {self.before}."
        return LogEntry(
            "initiative", text, seat=seat_of(state, self.command), rules=full(self.rule, "2.7.5c")
        )


@dataclass(frozen=True)
class CommandStopped(BattleEvent):
    """An Incompetent leader rolled a double: his command is finished for this turn (2.7.4a, R15)."""

    command: CommandId

    def apply(self, state: State) -> None:
        """It has had its turn."""
        state.change_command(self.command, done=True)

    def line(self, state: State) -> LogEntry:
        """Who does not move."""
        name, what = leader_name(state, self.command), command_name(state, self.command)
        text = f"{name} is Incompetent and rolled a double: {what} cannot be activated this turn."
        return LogEntry(
            "initiative",
            text,
            seat=seat_of(state, self.command),
            tone="bad",
            rules=full("2.7.4a", "2.7.4b"),
        )


@dataclass(frozen=True)
class AgitatorsRose(BattleEvent):
    """A double 1 or 2 stirred up the agitators: their units are Disordered, or may not rally (8.1.9a)."""

    command: CommandId
    disordered: tuple[UnitId, ...]
    unruly: tuple[UnitId, ...]

    def apply(self, state: State) -> None:
        """Disorder them; no loss comes of it."""
        for unit in self.disordered:
            state.change(unit, disordered=True)
        for unit in self.unruly:
            state.change(unit, unruly=True)

    def line(self, state: State) -> LogEntry:
        """Whom it struck."""
        parts: list[str] = []
        if self.disordered:
            parts.append(f"Disordered: {', '.join(state.name(u) for u in self.disordered)}")
        if self.unruly:
            parts.append(f"may not rally this turn: {', '.join(state.name(u) for u in self.unruly)}")
        return LogEntry(
            "initiative",
            f"Agitators stir up {command_name(state, self.command)}. {'; '.join(parts)}.",
            seat=seat_of(state, self.command),
            tone="bad",
            pieces=(*self.disordered, *self.unruly),
            rules=full("8.1.9a"),
        )


@dataclass(frozen=True)
class PreachersSpoke(BattleEvent):
    """A double 3 to 6 moved the preachers: their units test better for this turn (8.1.9b, 8.1.9c)."""

    command: CommandId
    discipline: int
    cohesion: int
    rule: str

    def apply(self, state: State) -> None:
        """It lasts until after the tests at the end of the turn; several do not add up."""
        before = state.commands[self.command]
        state.change_command(
            self.command,
            discipline=max(before.discipline, self.discipline),
            cohesion=max(before.cohesion, self.cohesion),
        )

    def line(self, state: State) -> LogEntry:
        """What it is worth."""
        also = f" and {self.cohesion} on their Critical Number" if self.cohesion else ""
        gain = f"+{self.discipline} on Discipline Tests{also} this turn"
        text = f"Preachers lift {command_name(state, self.command)}: {gain}."
        return LogEntry(
            "initiative", text, seat=seat_of(state, self.command), tone="good", rules=full(self.rule)
        )


@dataclass(frozen=True)
class CommandActivated(BattleEvent):
    """A command won its initiative and acts now (4.1.1b); ``why`` is what decided, by ``rule``."""

    command: CommandId
    why: str
    rule: str

    def apply(self, state: State) -> None:
        """Its leader may move and join or leave a unit anew (2.6.1a, 2.6.1e, 2.6.1i)."""
        state.active = self.command
        state.phase = "command"
        state.change_leader(self.command, moved=0, changed_unit=False, barred=False)

    def line(self, state: State) -> LogEntry:
        """Whose turn it is."""
        label = state.setup.labels[seat_of(state, self.command)]
        text = f"{label} activate {command_name(state, self.command)}{self.why}."
        return LogEntry(
            "activation",
            text,
            seat=seat_of(state, self.command),
            heading=True,
            rules=full(self.rule),
        )


@dataclass(frozen=True)
class InitiativePassed(BattleEvent):
    """A Charismatic winner handed the initiative to the enemy (2.7.1b)."""

    command: CommandId

    def apply(self, state: State) -> None:
        """His command may still be named again."""

    def line(self, state: State) -> LogEntry:
        """Who let whom go first."""
        text = f"{leader_name(state, self.command)} won and let the enemy go first."
        return LogEntry("initiative", text, seat=seat_of(state, self.command), rules=full("2.7.1b"))


@dataclass(frozen=True)
class CommandEnded(BattleEvent):
    """A command's activation is over; ``idle`` are its units that did nothing (4.1.1f)."""

    command: CommandId
    idle: tuple[UnitId, ...]

    def apply(self, state: State) -> None:
        """It has had its turn."""
        state.change_command(self.command, done=True)
        state.active = None
        state.acting = None
        state.phase = "initiative"

    def line(self, state: State) -> LogEntry:
        """Who stayed idle."""
        idle = f" Idle: {', '.join(state.name(u) for u in self.idle)}." if self.idle else ""
        return LogEntry(
            "activation",
            f"{command_name(state, self.command)} has finished.{idle}",
            seat=seat_of(state, self.command),
            rules=full("4.1.1f"),
        )


@dataclass(frozen=True)
class TurnClosing(BattleEvent):
    """Every command has been activated or is finished: the end of the turn (4.1a)."""

    def apply(self, state: State) -> None:
        """On to villages, command breaks and armies."""
        state.phase = "end"


@dataclass(frozen=True)
class CommandShaken(BattleEvent):
    """A command's VDC has come down to 0 or less: its units test now, once in the battle (9.1e, R12)."""

    command: CommandId
    total: Total

    def apply(self, state: State) -> None:
        """It tests only this once."""
        state.change_command(self.command, broken=True)

    def line(self, state: State) -> LogEntry:
        """What is left of it."""
        return LogEntry(
            "end",
            f"{command_name(state, self.command)} is shaken: every unit takes a Discipline Test.",
            seat=seat_of(state, self.command),
            tone="bad",
            totals=(self.total,),
            rules=full("9.1e"),
        )


@dataclass(frozen=True)
class ArmiesReckoned(BattleEvent):
    """What is left of both armies at the end of a turn (9.1a, 9.1b, R10)."""

    totals: dict[str, Total]

    def apply(self, state: State) -> None:
        """It is worked out anew each time."""

    def line(self, state: State) -> LogEntry:
        """Both sums."""
        words = ", ".join(f"{state.setup.labels[s]}: {max(0, t.value)}" for s, t in self.totals.items())
        return LogEntry(
            "end",
            f"Left before the rout: {words}.{_near_breaking(state)}",
            totals=tuple(self.totals.values()),
            rules=full("9.1d"),
        )


def _near_breaking(state: State) -> str:
    """The commands that have lost something and that one more unit lost would break (9.1e)."""
    near = [
        f"{command_name(state, c)} ({command_left(state, c).value} left)"
        for c in state.commands
        if one_loss_breaks(state, c) and command_left(state, c).value < command_worth(state, c)
    ]
    return f" One more unit lost may break {listed(near)}." if near else ""


@dataclass(frozen=True)
class GoalReckoned(BattleEvent):
    """Who holds the battlefield's goal at the end of a turn, and for the how manieth time in a row (9.1f, R154)."""

    name: str
    holder: str
    held: int
    needed: int

    def apply(self, state: State) -> None:
        """What counts at the next end of a turn."""
        state.holder, state.held = self.holder, self.held

    def line(self, state: State) -> LogEntry:
        """Who holds it, and what he still lacks."""
        if not self.holder:
            text = f"Nobody holds {self.name}: {count(self.needed, 'turn')} in a row win."
        else:
            turns = f"{self.held} of {count(self.needed, 'turn')} in a row"
            text = f"{state.setup.labels[self.holder]} hold {self.name}: {turns}."
        return LogEntry("end", f"{text}{_near_breaking(state)}", seat=self.holder or None, rules=full("9.1f"))


@dataclass(frozen=True)
class TurnEnded(BattleEvent):
    """Markers of the turn are taken off: reactions, activations, what agitators and preachers did (2.5.4, 8.1.9)."""

    turn: int

    def apply(self, state: State) -> None:
        """Clear what lasts for a turn."""
        for unit in state.units:
            state.change(
                unit,
                reacted=False,
                activated=False,
                moves=0,
                shots=(),
                evasions=0,
                fell_back=False,
                unruly=False,
            )
        for command in state.commands:
            state.change_command(command, done=False, discipline=0, cohesion=0)


@dataclass(frozen=True)
class Ended(BattleEvent):
    """The battle is over (9.1d); ``winner`` None is a draw."""

    winner: str | None
    reason: str
    text: str
    rule: str = "9.1d"

    def apply(self, state: State) -> None:
        """Keep the result."""
        state.ending = Ending(self.winner, self.reason, self.text)
        state.phase = "over"

    def line(self, state: State) -> LogEntry:
        """The result."""
        return LogEntry("result", self.text, seat=self.winner, heading=True, rules=full(self.rule))
