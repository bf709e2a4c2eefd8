"""The rules of a battle without its course, for playing single rules before the ruleset as a whole is there."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeAlias

from pydantic import BaseModel

from muster.engine.driver import Activation
from muster.engine.events import AnyEvent, event_kinds
from muster.engine.game import Game
from muster.engine.ids import Audience, Seat
from muster.engine.refusals import EngineFault
from muster.engine.requests import Request
from muster.engine.rosters import RosterTools
from muster.engine.ruleset import Bot, Result, ScenarioInfo, SeatInfo
from muster.engine.views import PhaseView, SeatView, View
from muster.rulesets.baroque import events
from muster.rulesets.baroque.book import BOOK
from muster.rulesets.baroque.setup import SEATS, Options, new_setup
from muster.rulesets.baroque.state import State

Json: TypeAlias = Any


class Bare:
    """What a match asks of a ruleset, with no flow and an empty view: for :meth:`BattleScene.run` alone."""

    id = "baroque"
    title = "Baroque"
    version = "1"
    book = BOOK
    options: type[BaseModel] = Options
    roster_tools: RosterTools | None = None
    events: Mapping[str, type[AnyEvent]] = event_kinds(
        *(import_module(f"{events.__name__}.{m.name}") for m in iter_modules(events.__path__))
    )

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """None."""
        return ()

    def new_setup(self, options: BaseModel, rosters: Mapping[Seat, Json]) -> Json:
        """As the ruleset makes it."""
        assert isinstance(options, Options)
        return new_setup(options, rosters)

    def new_state(self, setup: Json) -> State:
        """Before anything is on the table."""
        return State.new(setup)

    def dump(self, state: State) -> bytes:
        """What a snapshot holds."""
        return state.to_bytes()

    def load(self, setup: Json, data: bytes) -> State:
        """The state of a snapshot."""
        return State.from_bytes(setup, data)

    def activation(self, game: Game[State]) -> Activation | None:
        """There is no flow."""
        raise EngineFault("Without its course a battle has only single rules: use BattleScene.run.")

    def result(self, state: State) -> Result | None:
        """How the battle ended."""
        end = state.ending
        return Result(Seat(end.winner) if end.winner else None, end.reason, end.text) if end else None

    def seats(self, setup: Json) -> Sequence[SeatInfo]:
        """Blue and red."""
        return tuple(SeatInfo(seat, setup["labels"][seat], seat) for seat in SEATS)

    def asks_in_secret(self, setup: Json) -> bool:
        """Nothing is hidden."""
        return False

    def table(self, setup: Json) -> Json:
        """Nothing to draw."""
        return {}

    def view(self, state: State, audience: Audience) -> View:
        """Nothing but the seats."""
        seats = {str(s): SeatView(s, state.setup.labels[s], s) for s in SEATS}
        phase = PhaseView(state.turn, None, state.phase, None, ())
        return View(audience, self.id, "", "free", seats, {}, {}, {}, {}, phase, {})

    def preview(self, known: State, seat: Seat | None, request: Request | None, body: Json) -> Json:
        """None."""
        raise EngineFault("Without its course a battle has no preview.")

    def measure(self, known: State, start: tuple[int, int], end: tuple[int, int]) -> Json:
        """None."""
        raise EngineFault("Without its course a battle has no measuring.")

    def bot(self, level: str) -> Bot:
        """None."""
        raise EngineFault("Without its course a battle has no bot.")
