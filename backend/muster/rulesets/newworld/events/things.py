"""Grapples, weapons and other things, doors, magic."""

from dataclasses import dataclass

from muster.engine.ids import Audience
from muster.engine.views import LogEntry
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.events.base import ALL, FightEvent, full
from muster.rulesets.newworld.state import (
    FigureId,
    ItemId,
    State,
    Where,
)


@dataclass(frozen=True)
class Seized(FightEvent):
    """A figure is grappled (grapple.2)."""

    holder: FigureId
    held: FigureId

    def apply(self, state: State) -> None:
        """Tie holder and held."""
        state.change(self.holder, holding=self.held)
        state.change(self.held, held_by=(*state.figures[self.held].held_by, self.holder))

    def line(self, state: State) -> LogEntry:
        """Who holds whom."""
        text = f"{state.name(self.holder)} holds {state.name(self.held)}."
        return LogEntry("grapple", text, seat=state.card(self.holder).seat, rules=full("grapple.2"))


@dataclass(frozen=True)
class LetGo(FightEvent):
    """A grapple ends (grapple.6, grapple.8, grapple.9)."""

    holder: FigureId
    held: FigureId
    why: str
    rule: str = "grapple.6"

    def apply(self, state: State) -> None:
        """Untie holder and held."""
        state.change(self.holder, holding=None)
        rest = tuple(h for h in state.figures[self.held].held_by if h != self.holder)
        state.change(self.held, held_by=rest)

    def line(self, state: State) -> LogEntry:
        """Who is free."""
        text = f"{state.name(self.held)} is free of {state.name(self.holder)}: {self.why}."
        return LogEntry("grapple", text, seat=state.card(self.held).seat, rules=full(self.rule))


@dataclass(frozen=True)
class ItemMoved(FightEvent):
    """A weapon or shield changes hands or place: drawn, put away, dropped, picked up, taken, flung."""

    item: ItemId
    text: str
    where: Where
    holder: FigureId | None = None
    at: Square | None = None
    figure: FigureId | None = None
    rule: str = "action.3"
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Put it there."""
        state.change_item(self.item, where=self.where, holder=self.holder, at=self.at)

    def line(self, state: State) -> LogEntry:
        """What happened to it."""
        seat = state.card(self.figure).seat if self.figure else None
        return LogEntry("item", self.text, seat=seat, rules=full(self.rule))


@dataclass(frozen=True)
class Reloaded(FightEvent):
    """One round of reloading (action.4)."""

    figure: FigureId
    item: ItemId
    needed: int
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Count it; loaded when it has had as many as the table says."""
        rounds = state.items[self.item].rounds + 1
        loaded = rounds >= self.needed
        state.change_item(self.item, rounds=0 if loaded else rounds, loaded=loaded)

    def line(self, state: State) -> LogEntry:
        """How far it is."""
        item = state.items[self.item]
        label = state.weapon(item).label.lower()
        done = (
            f"has loaded the {label}" if self.needed == 1 else f"reloads the {label} ({self.needed} rounds)"
        )
        return LogEntry(
            "action",
            f"{state.name(self.figure)} {done}.",
            seat=state.card(self.figure).seat,
            rules=full("action.4"),
        )


@dataclass(frozen=True)
class Cleared(FightEvent):
    """A misfired gun is cleared; it must be reloaded from the start (fire.2)."""

    figure: FigureId
    item: ItemId
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Empty, not jammed."""
        state.change_item(self.item, jammed=False, loaded=False, rounds=0)

    def line(self, state: State) -> LogEntry:
        """Who cleared what."""
        label = state.weapon(state.items[self.item]).label.lower()
        text = f"{state.name(self.figure)} clears the {label}."
        return LogEntry("action", text, seat=state.card(self.figure).seat, rules=full("fire.2"))


@dataclass(frozen=True)
class EdgeChanged(FightEvent):
    """A door or shutter is opened, closed or forced (edge.2)."""

    figure: FigureId
    edge: str
    state: str
    verb: str
    what: str
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Note the edge's state."""
        state.edges = {**state.edges, self.edge: self.state}
        state.grid = state.grid.with_edge(self.edge, self.state)

    def line(self, state: State) -> LogEntry:
        """Who opened or closed what."""
        text = f"{state.name(self.figure)} {self.verb} the {self.what}."
        return LogEntry("action", text, seat=state.card(self.figure).seat, rules=full("edge.2"))

    def log(self, state: State, audience: Audience) -> LogEntry | None:
        """Everybody sees the door move; the other side does not see a hidden hand."""
        if not self.hidden or state.card(self.figure).seat == audience:
            return self.line(state)
        verb = "is forced" if self.verb == "forces" else self.verb
        return LogEntry("action", f"The {self.what} {verb}.", rules=full("edge.2"))

    def tells(self) -> frozenset[str] | None:
        """A door shows something to everybody."""
        return ALL


@dataclass(frozen=True)
class Cast(FightEvent):
    """The starter spell: the target's next attack before the caster's next turn is at -1 (rune flare)."""

    figure: FigureId
    target: FigureId
    spell: str
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Dazzle the target."""
        state.change(self.target, dazzled=self.figure)

    def line(self, state: State) -> LogEntry:
        """Who is dazzled."""
        text = (
            f"{state.name(self.figure)} casts {self.spell}: {state.name(self.target)}'s next attack is at −1."
        )
        return LogEntry("spell", text, seat=state.card(self.figure).seat, rules=full("action.2"))


@dataclass(frozen=True)
class RuneWoken(FightEvent):
    """A rune is awake; waking it counts as magic (action.3, fire.8)."""

    figure: FigureId
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Awake until the end of the fight."""
        state.change(self.figure, has_rune=True)

    def line(self, state: State) -> LogEntry:
        """Whose rune."""
        text = f"{state.name(self.figure)} wakes a rune."
        return LogEntry("action", text, seat=state.card(self.figure).seat, rules=full("action.3"))


@dataclass(frozen=True)
class MagicSeen(FightEvent):
    """Magic was used within sight of these figures; it troubles firearms until the end of the next round (fire.8).

    ``hidden`` says that a hidden figure used it.
    """

    seen_by: tuple[FigureId, ...]
    round: int
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Note the round for each; of what a hidden figure did the other side does not know."""
        seen = dict.fromkeys(self.seen_by, self.round)
        if self.hidden:
            state.veiled_magic = {**state.veiled_magic, **seen}
        else:
            state.magic = {**state.magic, **seen}
