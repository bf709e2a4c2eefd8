"""Models of all that the server says on a match's socket. Types are generated from them, tests hold frames to them."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter

from muster.protocol.explained import Sight
from muster.protocol.log import LogEntry
from muster.protocol.position import View, ViewPatch
from muster.protocol.questions import Req
from muster.protocol.wire import Wire

Json: TypeAlias = Any
UndoGrade: TypeAlias = Literal["free", "consent", "judge"]
MatchStatus: TypeAlias = Literal["open", "running", "finished", "cancelled"]


class SeatPresence(Wire):
    """Who holds a seat, and whether they are here."""

    name: str | None
    kind: Literal["person", "bot"]
    level: str | None
    here: bool
    taken: bool
    agrees: int | None = Field(
        default=None, description="How many times a bot still agrees to an undo; null: a person."
    )


class People(Wire):
    """Who is here."""

    seats: dict[str, SeatPresence]
    spectators: int


class Welcome(Wire):
    """All that this audience may see. ``epoch`` names the counting of its versions."""

    t: Literal["welcome"]
    role: str = Field(description="The seat whose position is shown, or spectators.")
    seats: list[str] = Field(description="The seats that this person holds.")
    people: People
    status: MatchStatus
    version: int
    hash: str = Field(description="16 hex digits over the view as JSON with all keys in order.")
    view: View
    log: list[LogEntry]
    requests: list[Req]
    undo: UndoGrade | None
    undo_from: int | None = Field(
        default=None,
        description="Where consent is needed: the first line of the log that an undo takes with it.",
    )
    epoch: str
    table: Json


class Step(Wire):
    """What changed. ``log`` replaces the log from ``log_from`` on; requests come whole, and only if they changed."""

    t: Literal["step"]
    version: int
    base: int
    patch: ViewPatch = ViewPatch()
    log_from: int = 0
    log: list[LogEntry] = Field(default_factory=list[LogEntry])
    requests: list[Req] = Field(default_factory=list[Req])
    undo: UndoGrade | None = None
    undo_from: int | None = None
    hash: str


class Ack(Wire):
    """What the message wanted is done and stored."""

    t: Literal["ack"]
    id: str
    ok: Literal[True]


class Refused(Wire):
    """The message was not accepted and has changed nothing; ``id`` null: the socket itself was refused."""

    t: Literal["refused"]
    id: str | int | None
    code: str
    text: str
    rule: str = ""
    numbers: dict[str, int | str] = Field(default_factory=dict[str, int | str])


class Told(Wire):
    """The answer to a preview or a measure: what the ruleset has to say about it."""

    model_config = ConfigDict(extra="allow")

    t: Literal["preview"]
    id: int
    sight: Sight | str | None = None


class Presence(Wire):
    """Who is here now."""

    t: Literal["presence"]
    people: People
    status: MatchStatus


class ConsentAsk(Wire):
    """A seat asks to take its last decision back."""

    id: str
    seat: str
    text: str


class ConsentWaiting(Wire):
    """Whose consent is still missing."""

    seats: list[str]
    text: str


class ConsentQuestion(Wire):
    """Asks the other seats (``ask``; null: not any more); tells the one that asks (``asked``; null: settled)."""

    t: Literal["consent"]
    ask: ConsentAsk | None = None
    asked: ConsentWaiting | None = None


class BlindPass(Wire):
    """A question that may be passed without a look at what its seat holds; the pass's word."""

    request: str
    label: str


class Turns(Wire):
    """Hot seat: which of the person's own seats are asked now."""

    t: Literal["turns"]
    seats: list[str]
    apart: bool = Field(description="One of these seats sees or is asked what another may not know.")
    blind: dict[str, BlindPass] = Field(description="By seat; may be passed whichever seat is shown.")


class Cover(Wire):
    """Hot seat: what comes next is not for everybody at this screen; sent before it."""

    t: Literal["cover"]


class Pong(Wire):
    """Here I am."""

    t: Literal["pong"]
    id: int


class Resync(Wire):
    """Steps were left out because this browser reads too slowly: say hello again."""

    t: Literal["resync"]


class PlayedAgain(Wire):
    """This match, which is over, is played again or no longer; its summary says where and by whom."""

    t: Literal["again"]


class Replaced(Wire):
    """A newer tab of the same person has taken the seat's input."""

    t: Literal["replaced"]


ServerMessage: TypeAlias = Annotated[
    Welcome
    | Step
    | Ack
    | Refused
    | Told
    | Presence
    | ConsentQuestion
    | Turns
    | Cover
    | Pong
    | Resync
    | PlayedAgain
    | Replaced,
    Field(discriminator="t"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
