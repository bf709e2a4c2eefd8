"""What a game system gives to the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel

from muster.engine.chance import Chance
from muster.engine.driver import Activation
from muster.engine.events import AnyEvent
from muster.engine.game import Game
from muster.engine.ids import Audience, Seat
from muster.engine.requests import Request
from muster.engine.rosters import RosterTools
from muster.engine.rulebook import Rulebook
from muster.engine.views import View

Json: TypeAlias = Any
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. ``winner`` None is a draw; ``reason`` is a stable word, ``text`` a sentence."""

    winner: Seat | None
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat of a scenario."""

    id: Seat
    label: str
    pattern: str


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """A scenario as lists and forms show it."""

    id: str
    title: str
    summary: str
    seats: tuple[SeatInfo, ...]
    minutes: int


class Bot(Protocol):
    """Answers requests from what a seat knows."""

    def answer(self, request: Request, known: Any, chance: Chance, purpose: str) -> Json:
        """The body of a legal answer; ``purpose`` names the draw for the bot's own chance."""
        ...


class Ruleset(Protocol[S]):
    """A game system. All of it is pure: the same inputs give the same outputs."""

    id: str
    title: str
    version: str
    book: Rulebook
    options: type[BaseModel]
    events: Mapping[str, type[AnyEvent]]
    roster_tools: RosterTools | None
    """For building rosters apart from a match; None where seats bring none."""

    quick: bool
    """Whether its answers, views and previews take a few milliseconds at most, whatever a client asks for."""

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """What can be played."""
        ...

    def new_setup(self, options: BaseModel, rosters: Mapping[Seat, Json]) -> Json:
        """A full copy of all that a match needs (map, cards, weapons, options) as JSON; raises Refusal with reasons."""
        ...

    def new_state(self, setup: Json) -> S:
        """The state before the first activation."""
        ...

    def dump(self, state: S) -> bytes:
        """The state as canonical bytes (without the setup)."""
        ...

    def load(self, setup: Json, data: bytes) -> S:
        """The state that :meth:`dump` wrote."""
        ...

    def activation(self, game: Game[S]) -> Activation | None:
        """The next activation, or None when the match is over."""
        ...

    def result(self, state: S) -> Result | None:
        """How the match ended, if it did."""
        ...

    def seats(self, setup: Json) -> Sequence[SeatInfo]:
        """The seats of this match, in their order."""
        ...

    def asks_in_secret(self, setup: Json) -> bool:
        """Whether in this match a seat may be asked something that others must not notice.

        Of such a match every audience is kept up to date, so that it costs nobody more time to come while that is so.
        """
        ...

    def table(self, setup: Json) -> Json:
        """The fixed table for the board (see the map form)."""
        ...

    def view(self, state: S, audience: Audience) -> View:
        """The position as one audience may see it (``pending`` and ``result`` are filled in by the match)."""
        ...

    def preview(self, known: S, seat: Seat | None, request: Request | None, body: Json) -> Json:
        """What a partial answer would mean, from what the asker knows; raises Refusal."""
        ...

    def measure(self, known: S, start: tuple[int, int], end: tuple[int, int]) -> Json:
        """Distance, sight and cover between two points as the measuring policy allows."""
        ...

    def bot(self, level: str) -> Bot:
        """A bot by its level's name."""
        ...


AnyRuleset: TypeAlias = Ruleset[Any]
