"""What a browser may say on a match's socket."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MessageId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
AskId: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]
Coordinate: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
SeatName: TypeAlias = Annotated[str, Field(min_length=1, max_length=32)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(_Message):
    """First message on a socket, and again after a gap: what the browser holds already."""

    t: Literal["hello"]
    have: Annotated[int, Field(ge=0)] | None = None
    epoch: Annotated[str, Field(max_length=64)] | None = None
    seat: SeatName | None = None


class Answer(_Message):
    """The answer to a request."""

    t: Literal["answer"]
    id: MessageId
    request: Annotated[str, Field(max_length=64)]
    body: dict[str, Any]


class Preview(_Message):
    """What would this mean? Never stored; of several only the newest is answered."""

    t: Literal["preview"]
    id: AskId
    request: Annotated[str, Field(max_length=64)] | None = None
    body: Any = None


class Measure(_Message):
    """Distance, sight and cover between two points."""

    t: Literal["measure"]
    id: AskId
    from_: Annotated[tuple[Coordinate, Coordinate], Field(alias="from", strict=False)]
    to: Annotated[tuple[Coordinate, Coordinate], Field(strict=False)]


class Undo(_Message):
    """Take my last decision back."""

    t: Literal["undo"]
    id: MessageId


class Consent(_Message):
    """Whether the other side may take its decision back; ``ask`` names the question (left out: the open one)."""

    t: Literal["consent"]
    id: MessageId
    yes: bool
    ask: Annotated[str, Field(max_length=64)] | None = None


class Prefer(_Message):
    """A standing answer to a kind of interrupt window."""

    t: Literal["prefer"]
    id: MessageId
    window: Annotated[str, Field(min_length=1, max_length=40)]
    mode: Literal["always", "relevant", "not_this_turn"]


class Handover(_Message):
    """Hot seat: from now on this seat's position is shown; ``null``: only what everybody may see."""

    t: Literal["handover"]
    id: MessageId
    seat: SeatName | None


class Resign(_Message):
    """Give the match up."""

    t: Literal["resign"]
    id: MessageId


class Ping(_Message):
    """Are you there?"""

    t: Literal["ping"]
    id: AskId


ClientMessage: TypeAlias = Annotated[
    Hello | Answer | Preview | Measure | Undo | Consent | Prefer | Handover | Resign | Ping,
    Field(discriminator="t"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
