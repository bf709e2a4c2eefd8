"""Movement: walking, being pushed, falling, getting up, mounting, being seen."""

from dataclasses import dataclass

from muster.engine.explain import Total
from muster.engine.views import Die, LogEntry, Show
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.events.base import ALL, FightEvent, full
from muster.rulesets.newworld.state import (
    FigureId,
    State,
)


@dataclass(frozen=True)
class Moved(FightEvent):
    """Squares entered; the mount goes along.

    ``path`` is what the state did not know yet, ``told`` what no line has told yet (empty: no line now), ``start`` the
    square before ``told`` and ``cost`` its paces. ``teaches`` is the mover's seat where it learns by the move that no
    foe lies hidden there.
    """

    figure: FigureId
    start: Square
    path: tuple[Square, ...]
    told: tuple[Square, ...]
    cost: int
    manner: str = "moves"
    hidden: bool = False
    teaches: str = ""

    def apply(self, state: State) -> None:
        """Stand on the last square."""
        if not self.path:
            return
        state.change(self.figure, at=self.path[-1])
        mount = state.figures[self.figure].rides
        if mount:
            state.change(mount, at=self.path[-1])

    def line(self, state: State) -> LogEntry | None:
        """How far."""
        if not self.told:
            return None
        paces = "1 pace" if self.cost == 1 else f"{self.cost} paces"
        return LogEntry(
            "move",
            f"{state.name(self.figure)} {self.manner} {paces}.",
            seat=state.card(self.figure).seat,
            pieces=(self.figure,),
            rules=full("move.2"),
            show=Show("move", piece=self.figure, path=(self.start, *self.told)),
        )

    def tells(self) -> frozenset[str] | None:
        """Its own side, where foes lie hidden."""
        return frozenset({self.teaches} - {""})


@dataclass(frozen=True)
class SetBack(FightEvent):
    """A move ended where somebody else stands: the mover goes back to the last free square (move.14)."""

    figure: FigureId
    to: Square
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Stand there."""
        state.change(self.figure, at=self.to)
        mount = state.figures[self.figure].rides
        if mount:
            state.change(mount, at=self.to)

    def line(self, state: State) -> LogEntry:
        """Who stands back."""
        text = f"{state.name(self.figure)} stands back to the last free square."
        return LogEntry("move", text, seat=state.card(self.figure).seat, rules=full("move.14"))


@dataclass(frozen=True)
class Displaced(FightEvent):
    """A push or a change of places (action.15): no cost, no free attacks."""

    figure: FigureId
    by: FigureId
    to: Square
    swap: bool

    def apply(self, state: State) -> None:
        """Move one or both."""
        old = state.figures[self.figure].at
        for figure, square in ((self.figure, self.to), *(((self.by, old),) if self.swap else ())):
            state.change(figure, at=square)
            mount = state.figures[figure].rides
            if mount:
                state.change(mount, at=square)

    def line(self, state: State) -> LogEntry:
        """Who goes where."""
        verb = "changes places with" if self.swap else "pushes back"
        text = f"{state.name(self.by)} {verb} {state.name(self.figure)}."
        return LogEntry(
            "move",
            text,
            seat=state.card(self.by).seat,
            pieces=(self.figure, self.by),
            rules=full("action.15"),
        )


@dataclass(frozen=True)
class SkillRolled(FightEvent):
    """An Athletics roll, or another skill roll that the scenario names (move.18, move.19, move.23, edge.2)."""

    figure: FigureId
    what: str
    dice: tuple[int, ...]
    total: Total
    difficulty: int
    passed: bool
    rule: str
    hidden: bool = False

    def apply(self, state: State) -> None:
        """What follows is an event of its own."""

    def line(self, state: State) -> LogEntry:
        """The roll."""
        word = "succeeds" if self.passed else "fails"
        return LogEntry(
            "test",
            f"{state.name(self.figure)} {word}: {self.what}.",
            seat=state.card(self.figure).seat,
            tone="good" if self.passed else "bad",
            dice=tuple(Die(d, 6, "test") for d in self.dice),
            totals=(self.total, Total("Difficulty", (), self.difficulty)),
            rules=full(self.rule),
            pieces=(self.figure,),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody, unless they fell out of sight."""
        return frozenset() if self.hidden else ALL


@dataclass(frozen=True)
class Fell(FightEvent):
    """A figure is prone: knocked down, fallen or gone down on purpose (prone.1, prone.4)."""

    figure: FigureId
    how: str
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Lie down."""
        state.change(self.figure, prone=True)

    def line(self, state: State) -> LogEntry:
        """Who lies."""
        text = f"{state.name(self.figure)} {self.how}."
        return LogEntry(
            "prone", text, seat=state.card(self.figure).seat, pieces=(self.figure,), rules=full("prone.1")
        )


@dataclass(frozen=True)
class StoodUp(FightEvent):
    """Up from prone (move.29)."""

    figure: FigureId
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Stand."""
        state.change(self.figure, prone=False)

    def line(self, state: State) -> LogEntry:
        """Who stands."""
        text = f"{state.name(self.figure)} stands up."
        return LogEntry("action", text, seat=state.card(self.figure).seat, rules=full("move.29"))


@dataclass(frozen=True)
class MountChanged(FightEvent):
    """A figure got on (``on``) or off its mount (action.5), or the mount ``fell`` under it (height.6)."""

    figure: FigureId
    mount: FigureId
    on: bool
    at: Square
    hidden: bool = False
    fell: bool = False

    def apply(self, state: State) -> None:
        """Tie or untie rider and mount."""
        state.change(self.figure, rides=self.mount if self.on else None, at=self.at)
        state.change(self.mount, ridden_by=self.figure if self.on else None)

    def line(self, state: State) -> LogEntry:
        """On, off or down with it."""
        rider, mount, seat = state.name(self.figure), state.name(self.mount), state.card(self.figure).seat
        if self.fell:
            return LogEntry("fall", f"{mount} goes down under {rider}.", seat=seat, rules=full("height.6"))
        verb = "mounts" if self.on else "gets down from"
        return LogEntry("action", f"{rider} {verb} {mount}.", seat=seat, rules=full("action.5"))


@dataclass(frozen=True)
class Revealed(FightEvent):
    """A hidden figure is seen (hide.1, fire.6, hide.2)."""

    figure: FigureId
    why: str
    rule: str = "hide.1"

    def apply(self, state: State) -> None:
        """Everybody sees it and its mount."""
        state.change(self.figure, hidden=False)
        mount = state.figures[self.figure].rides
        if mount:
            state.change(mount, hidden=False)

    def line(self, state: State) -> LogEntry:
        """Who is seen, and why."""
        return LogEntry(
            "reveal",
            f"{state.name(self.figure)} is revealed: {self.why}.",
            seat=state.card(self.figure).seat,
            pieces=(self.figure,),
            rules=full(self.rule),
            show=Show("reveal", piece=self.figure),
        )

    def tells(self) -> frozenset[str] | None:
        """Everybody learns it."""
        return ALL
