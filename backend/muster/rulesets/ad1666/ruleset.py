"""Anno Domini 1666 as the engine sees it."""

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
from muster.geometry.spaces.drawn import drawn_spaces
from muster.rulesets.ad1666 import aims, events, flow, making, preview, setup, view
from muster.rulesets.ad1666.book import BOOK
from muster.rulesets.ad1666.bot import SensibleBot
from muster.rulesets.ad1666.rosters.tools import BandTools
from muster.rulesets.ad1666.setup import setup_of
from muster.rulesets.ad1666.state import State

Json: TypeAlias = Any


class Ad1666:
    """The ruleset (see ``engine.ruleset.Ruleset``)."""

    id = "ad1666"
    title = "Anno Domini 1666"
    version = "1"
    book = BOOK
    options: type[BaseModel] = setup.Options
    events: Mapping[str, type[AnyEvent]] = event_kinds(events)
    roster_tools: RosterTools | None = BandTools()
    quick = True

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The scenarios of the table."""
        return tuple(
            ScenarioInfo(
                s.id,
                s.title,
                s.summary,
                tuple(SeatInfo(seat, seat.capitalize(), seat) for seat in setup.SEATS),
                s.minutes,
            )
            for s in setup.scenarios().values()
        )

    def new_setup(self, options: BaseModel, rosters: Mapping[Seat, Json]) -> Json:
        """Everything a match needs, as JSON."""
        if not isinstance(options, setup.Options):
            raise Refusal("bad_options", "These are not the options of Anno Domini 1666.")
        return making.new_setup(options, rosters)

    def new_state(self, setup: Json) -> State:
        """The state before anybody is placed."""
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
        """How the match ended."""
        end = state.ending
        return Result(Seat(end.winner) if end.winner else None, end.reason, end.text) if end else None

    def seats(self, setup: Json) -> Sequence[SeatInfo]:
        """Red and blue, by what the sides are called."""
        return tuple(SeatInfo(Seat(s), setup["labels"][s], s) for s in setup["seats"])

    def asks_in_secret(self, setup: Json) -> bool:
        """Nobody is asked anything whose being asked is a secret."""
        return False

    def table(self, setup: Json) -> Json:
        """The board with what is played for on it, and shape and centre of every space that is more than a square."""
        parsed = setup_of(setup)
        return {**setup["map"], "spaces": drawn_spaces(parsed.map), **aims.brief(parsed)}

    def view(self, state: State, audience: Audience) -> View:
        """The position for one audience."""
        return view.view(state, audience)

    def preview(self, known: State, seat: Seat | None, request: Request | None, body: Json) -> Json:
        """What a partial answer would mean."""
        return preview.preview(known, seat, request, body)

    def measure(self, known: State, start: tuple[int, int], end: tuple[int, int]) -> Json:
        """Range, sight and cover."""
        return preview.measure(known, start, end)

    def bot(self, level: str) -> Bot:
        """The bot that plays sensibly."""
        if level != "sensible":
            raise Refusal(
                "unknown_bot", f"There is no {level!r} bot for Anno Domini 1666. Known is: sensible."
            )
        return SensibleBot()


RULESET = Ad1666()
