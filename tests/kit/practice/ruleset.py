"""The practice rules as the engine sees them."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from muster.engine.codec import dump, load_fields
from muster.engine.driver import Activation
from muster.engine.events import AnyEvent
from muster.engine.game import Game
from muster.engine.ids import Audience, Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import Choose, Move, Request
from muster.engine.rosters import RosterTools
from muster.engine.rulebook import Rulebook
from muster.engine.ruleset import Bot, Result, ScenarioInfo, SeatInfo
from muster.engine.views import View
from tests.kit.practice import flow, queries
from tests.kit.practice.book import BOOK
from tests.kit.practice.bot import SensibleBot
from tests.kit.practice.events import EVENTS
from tests.kit.practice.state import LABELS, SEATS_OF, Json, Options, State, new_state, parse_setup
from tests.kit.practice.view import table_of, view_of


class Practice:
    """A small game with a question of every kind, for the tests of everything around the rules."""

    def __init__(self) -> None:
        """It has no settings of its own."""
        self.id: str = "practice"
        self.title: str = "Practice"
        self.version: str = "1"
        self.book: Rulebook = BOOK
        self.options: type[BaseModel] = Options
        self.events: Mapping[str, type[AnyEvent]] = EVENTS
        self.roster_tools: RosterTools | None = None
        self.quick = True

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """Two or three seats."""
        titles = {"duel": "Duel", "trio": "Three at once"}
        return [
            ScenarioInfo(s, titles[s], "A bout in the practice yard.", _seats(names), 5)
            for s, names in SEATS_OF.items()
        ]

    def new_setup(self, options: BaseModel, rosters: Mapping[Seat, Json]) -> Json:
        """Everything fixed; rosters there are none."""
        assert isinstance(options, Options)
        if rosters:
            raise Refusal("bad_roster", "Practice has no rosters: leave them out.")
        return {
            "scenario": options.scenario,
            "seats": list(SEATS_OF[options.scenario]),
            "rounds": options.rounds,
            "measuring": options.measuring,
        }

    def new_state(self, setup: Json) -> State:
        """Before the first bid."""
        return new_state(parse_setup(setup))

    def dump(self, state: State) -> bytes:
        """Canonical bytes, the setup left out."""
        return dump(state)

    def load(self, setup: Json, data: bytes) -> State:
        """The state that was dumped."""
        return State(setup=parse_setup(setup), **load_fields(State, data))

    def activation(self, game: Game[State]) -> Activation | None:
        """The next step of the flow."""
        return flow.next_activation(game)

    def result(self, state: State) -> Result | None:
        """How it ended."""
        if not state.reason:
            return None
        text = f"{LABELS[state.winner]} wins." if state.winner else "Nobody wins."
        return Result(state.winner, state.reason, text)

    def seats(self, setup: Json) -> Sequence[SeatInfo]:
        """The seats in the order of the scenario."""
        return _seats(tuple(setup["seats"]))

    def asks_in_secret(self, setup: Json) -> bool:
        """Whoever bears a relic or has somebody hidden decides unseen."""
        return True

    def table(self, setup: Json) -> Json:
        """The yard."""
        return table_of(parse_setup(setup))

    def view(self, state: State, audience: Audience) -> View:
        """The yard as an audience sees it."""
        return view_of(state, audience)

    def preview(self, known: State, seat: Seat | None, request: Request | None, body: Json) -> Json:
        """What a move that is being drawn would cost, or what an action would need."""
        spec = request.spec if request is not None else None
        if isinstance(spec, Choose):
            raw = body.get("picks") if isinstance(body, Mapping) else None
            entry = raw[0] if isinstance(raw, list) and raw and isinstance(raw[0], Mapping) else {}
            option = spec.option(str(entry.get("key")))
            spec, body = (option.needs, entry.get("with")) if option is not None else (None, None)
        if not isinstance(spec, Move):
            raise Refusal("no_preview", "There is nothing to preview here: only moves have one.")
        path = spec.read(body)
        piece = known.pieces[spec.piece]
        return {
            "cost": queries.path_cost(known, piece, path.points),
            "budget": spec.budget,
            "to": list(path.points[-1]),
        }

    def measure(self, known: State, start: tuple[int, int], end: tuple[int, int]) -> Json:
        """The distance between two squares, where measuring is free."""
        if known.setup.measuring == "declared":
            raise Refusal(
                "not_before_declaring", "Here one declares first and measures afterwards.", "throw.1"
            )
        return {"distance": queries.apart(start, end), "sight": "clear"}

    def bot(self, level: str) -> Bot:
        """A bot that likes good odds."""
        if level != "sensible":
            raise Refusal("no_such_bot", "The only bot of these rules is 'sensible'.")
        return SensibleBot()


def _seats(names: tuple[str, ...]) -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo(Seat(s), LABELS[s], s) for s in names)
