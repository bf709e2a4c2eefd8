"""Terrain that the players make before the battle: placed, moved, removed; crossings of roads and river."""

from dataclasses import dataclass

from muster.engine.views import Die, LogEntry
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.state import State, Terrain


@dataclass(frozen=True)
class TerrainPlaced(BattleEvent):
    """The First Player has put a piece on the table, with the hedge that belongs to it (3.3d, 3.3e)."""

    seat: str
    pieces: tuple[Terrain, ...]
    total: int

    def apply(self, state: State) -> None:
        """It lies there."""
        for piece in self.pieces:
            state.terrain[piece.id] = piece

    def line(self, state: State) -> LogEntry:
        """What it counts, and what all count."""
        piece = self.pieces[0]
        text = (
            f"{state.setup.labels[self.seat]} place: {piece.label}, value {piece.value}; {self.total} in all."
        )
        return LogEntry("terrain", text, seat=self.seat, rules=full("3.3d", "3.3e"))


@dataclass(frozen=True)
class TerrainDone(BattleEvent):
    """The First Player has placed all that he wants; the other may change it (3.3d, 3.3f)."""

    seat: str
    total: int

    def apply(self, state: State) -> None:
        """Go on."""
        state.phase = "alter"

    def line(self, state: State) -> LogEntry:
        """What all count."""
        text = f"{state.setup.labels[self.seat]} have placed terrain of value {self.total}."
        return LogEntry("terrain", text, seat=self.seat, rules=full("3.3d"))


@dataclass(frozen=True)
class TerrainMoved(BattleEvent):
    """The Second Player has moved a piece, which used up so many of his options (3.3f, R57)."""

    seat: str
    pieces: tuple[Terrain, ...]
    cost: int

    def apply(self, state: State) -> None:
        """It lies elsewhere."""
        for piece in self.pieces:
            state.terrain[piece.id] = piece
        state.change_side(self.seat, die=state.sides[self.seat].die - self.cost)

    def line(self, state: State) -> LogEntry:
        """What was moved."""
        text = f"{state.setup.labels[self.seat]} move: {self.pieces[0].label}, {self.cost} of their options."
        return LogEntry("terrain", text, seat=self.seat, rules=full("3.3f"))


@dataclass(frozen=True)
class TerrainRemoved(BattleEvent):
    """The Second Player has taken a piece away, which used up so many of his options (3.3f, R57)."""

    seat: str
    piece: str
    label: str
    cost: int

    def apply(self, state: State) -> None:
        """It is gone, and what belongs to it."""
        gone = [t for t in state.terrain if t == self.piece or t.startswith(f"{self.piece}/")]
        for piece in gone:
            del state.terrain[piece]
        state.change_side(self.seat, die=state.sides[self.seat].die - self.cost)

    def line(self, state: State) -> LogEntry:
        """What was removed."""
        text = f"{state.setup.labels[self.seat]} take away: {self.label}, {self.cost} of their options."
        return LogEntry("terrain", text, seat=self.seat, rules=full("3.3f"))


@dataclass(frozen=True)
class CrossingMade(BattleEvent):
    """A die gave the place where a road meets the river a ford or a bridge (3.1.2c)."""

    die: int
    piece: Terrain

    def apply(self, state: State) -> None:
        """It lies over the river."""
        state.terrain[self.piece.id] = self.piece

    def line(self, state: State) -> LogEntry:
        """What is there."""
        text = f"Where the road meets the river there is a {self.piece.kind}."
        return LogEntry("terrain", text, dice=(Die(self.die, role="Crossing"),), rules=full("3.1.2c"))

    def tells(self) -> frozenset[str] | None:
        """A die was shown."""
        return None


@dataclass(frozen=True)
class GroundSettled(BattleEvent):
    """The terrain is as it stays; the order of deployment comes next."""

    def apply(self, state: State) -> None:
        """Go on."""
        state.phase = "order"
