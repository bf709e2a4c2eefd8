"""Baroque as the engine sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel

from muster.engine.driver import Activation
from muster.engine.events import AnyEvent, event_kinds
from muster.engine.game import Game
from muster.engine.ids import Audience, Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import Request
from muster.engine.rosters import RosterTools
from muster.engine.ruleset import Bot, Result, ScenarioInfo, SeatInfo
from muster.engine.views import View
from muster.rulesets.baroque import events, flow, preview, setup, table, view
from muster.rulesets.baroque.armies.tools import ArmyTools
from muster.rulesets.baroque.battlefields import battlefields
from muster.rulesets.baroque.book import BOOK
from muster.rulesets.baroque.bot import bot_of
from muster.rulesets.baroque.setup import setup_of
from muster.rulesets.baroque.state import State

Json: TypeAlias = Any


class Baroque:
    """The ruleset (see ``engine.ruleset.Ruleset``)."""

    id = "baroque"
    title = "Baroque"
    version = "1"
    book = BOOK
    options: type[BaseModel] = setup.Options
    events: Mapping[str, type[AnyEvent]] = event_kinds(*events.families())
    roster_tools: RosterTools | None = ArmyTools()
    quick = False

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The battlefields, with the ready armies of the usual first battle."""
        seats = tuple(SeatInfo(seat, setup.usual_label(seat), seat) for seat in setup.SEATS)
        return tuple(
            ScenarioInfo(b.id, b.title, b.summary, seats, b.minutes) for b in battlefields().values()
        )

    def new_setup(self, options: BaseModel, rosters: Mapping[Seat, Json]) -> Json:
        """Everything a match needs, as JSON."""
        if not isinstance(options, setup.Options):
            raise Refusal("bad_options", "These are not the options of Baroque.")
        return setup.new_setup(options, rosters)

    def new_state(self, setup: Json) -> State:
        """The state before anybody stands on the table."""
        return State.new(setup)

    def dump(self, state: State) -> bytes:
        """What a snapshot holds."""
        return state.to_bytes()

    def load(self, setup: Json, data: bytes) -> State:
        """The state of a snapshot."""
        return State.from_bytes(setup, data)

    def activation(self, game: Game[State]) -> Activation | None:
        """What comes next."""
        return flow.activation(game)

    def result(self, state: State) -> Result | None:
        """How the battle ended."""
        end = state.ending
        return Result(Seat(end.winner) if end.winner else None, end.reason, end.text) if end else None

    def seats(self, setup: Json) -> Sequence[SeatInfo]:
        """Blue and red, by their armies' names."""
        return tuple(SeatInfo(Seat(s), setup["labels"][s], s) for s in setup["seats"])

    def asks_in_secret(self, setup: Json) -> bool:
        """Never: sealed answers aside, everybody may know who is asked what."""
        return False

    def table(self, setup: Json) -> Json:
        """The open table for the board."""
        return table.table(setup_of(setup))

    def view(self, state: State, audience: Audience) -> View:
        """The position for one audience."""
        return view.view(state, audience)

    def preview(self, known: State, seat: Seat | None, request: Request | None, body: Json) -> Json:
        """What a partial answer would mean."""
        return preview.preview(known, seat, request, body)

    def measure(self, known: State, start: tuple[int, int], end: tuple[int, int]) -> Json:
        """The distance between two places."""
        return preview.measure(known, start, end)

    def bot(self, level: str) -> Bot:
        """A bot of that level."""
        return bot_of(level)


RULESET = Baroque()
"""The ruleset as the catalogue names it."""
