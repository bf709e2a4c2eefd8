"""The yard: what is fixed about a practice match (its setup) and what changes (its state)."""

from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from muster.engine.ids import Seat
from muster.engine.tables import yaml_of

Json: TypeAlias = Any
Square: TypeAlias = tuple[int, int]
Stage: TypeAlias = Literal["bid", "deal", "hand", "deploy", "banner", "relic", "drill", "turns", "over"]

WIDTH, HEIGHT = 9, 7
HAND = 3
DECK = 12
UNKNOWN = 0
"""A card whose face is not known."""
GATE: tuple[int, int, str] = (4, 1, "w")
ROCK: Square = (4, 3)
BRUSH: frozenset[Square] = frozenset({(4, 2), (2, 3), (6, 3)})
ZONES: dict[str, tuple[int, int, int, int]] = {
    "red": (1, 0, 2, 6),
    "blue": (6, 0, 7, 6),
    "green": (3, 5, 5, 6),
}
LABELS = {"red": "Red", "blue": "Blue", "green": "Green"}
SEATS_OF = {"duel": ("red", "blue"), "trio": ("red", "blue", "green")}


class Options(BaseModel):
    """The options of a practice match."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="Practice")

    scenario: Literal["duel", "trio"] = Field("duel", title="Scenario")
    rounds: int = Field(3, ge=1, le=9, title="Rounds")
    measuring: Literal["free", "declared"] = Field("free", title="Measuring")


@dataclass(frozen=True, slots=True)
class Kind:
    """A line of ``tables/pieces.yaml``. ``budget`` is in squares a move, ``might`` what it adds to a blow."""

    label: str
    icon: str
    size: int
    steps: int
    budget: int
    might: int
    hidden: bool
    rule: str


@cache
def kinds() -> dict[str, Kind]:
    """The table of pieces."""
    data = yaml_of((Path(__file__).parent / "tables" / "pieces.yaml").read_text(encoding="utf-8"))
    return TypeAdapter(dict[str, Kind]).validate_python(data["pieces"])


@dataclass(frozen=True, slots=True)
class Setup:
    """The fixed part of a match."""

    scenario: str
    seats: tuple[Seat, ...]
    rounds: int
    measuring: Literal["free", "declared"]


def parse_setup(setup: Json) -> Setup:
    """The typed form of a stored setup."""
    return TypeAdapter(Setup).validate_python(setup)


@dataclass(frozen=True, slots=True)
class Piece:
    """What changes about a piece. ``at`` is its lowest-coordinate square; None is off the table, or not known."""

    id: str
    seat: Seat
    kind: str
    steps: int
    at: Square | None = None
    hidden: bool = False
    acted: bool = False

    @property
    def card(self) -> Kind:
        """Its line in the table."""
        return kinds()[self.kind]

    @property
    def up(self) -> bool:
        """Still in the fight."""
        return self.steps > 0

    @property
    def name(self) -> str:
        """How it is called in sentences."""
        return f"{LABELS[self.seat]}'s {self.card.label.lower()}"


@dataclass
class State:
    """Everything that changes. ``waiting`` are the seats that have yet to take this stage's step, in order."""

    setup: Setup
    stage: Stage = "bid"
    round: int = 0
    waiting: list[Seat] = field(default_factory=list)
    order: list[Seat] = field(default_factory=list)
    pieces: dict[str, Piece] = field(default_factory=dict)
    deck: list[int] = field(default_factory=list)
    hands: dict[Seat, list[int]] = field(default_factory=dict)
    relics: dict[Seat, str] = field(default_factory=dict)
    shown: list[Seat] = field(default_factory=list)
    banners: dict[Seat, Square] = field(default_factory=dict)
    drill: dict[Seat, dict[str, int]] = field(default_factory=dict)
    points: dict[Seat, int] = field(default_factory=dict)
    gate: Literal["open", "closed"] = "closed"
    winner: Seat | None = None
    reason: str = ""

    def known_to(self, seat: Seat) -> "State":
        """What that seat (or, for ``spectators``, everybody) knows: no foe's hidden square, cards or relic."""
        pieces = {
            i: p if not p.hidden or p.seat == seat else replace(p, at=None) for i, p in self.pieces.items()
        }
        return replace(
            self,
            pieces=pieces,
            deck=[UNKNOWN] * len(self.deck),
            hands={s: list(h) if s == seat else [UNKNOWN] * len(h) for s, h in self.hands.items()},
            relics={s: p if s == seat or s in self.shown else "" for s, p in self.relics.items()},
        )

    def up(self, seat: Seat) -> list[Piece]:
        """A seat's pieces that are still in the fight."""
        return [p for p in self.pieces.values() if p.seat == seat and p.up]

    def foes(self, seat: Seat) -> list[Piece]:
        """The pieces of all others that are still in the fight."""
        return [p for p in self.pieces.values() if p.seat != seat and p.up]


@cache
def squares_of(at: Square, size: int) -> tuple[Square, ...]:
    """The squares under a piece."""
    return tuple((at[0] + i, at[1] + j) for i in range(size) for j in range(size))


def new_state(setup: Setup) -> State:
    """Before the first bid."""
    pieces = {
        f"{seat}-{kind}": Piece(f"{seat}-{kind}", seat, kind, card.steps, hidden=card.hidden)
        for seat in setup.seats
        for kind, card in kinds().items()
    }
    return State(
        setup,
        pieces=pieces,
        drill={s: {"might": 0, "guard": 0} for s in setup.seats},
        points=dict.fromkeys(setup.seats, 0),
    )
