"""Lines of the log, as they stand on the wire."""

from typing import Annotated, Literal

from pydantic import Field

from muster.engine.explain import Tone
from muster.protocol.explained import Reason, Total
from muster.protocol.wire import Pose, Square, Wire


class Die(Wire):
    """A die as the log shows it."""

    value: int
    sides: int
    role: str


class Show(Wire):
    """What the board plays for a log entry."""

    kind: Literal["move", "plan", "shot", "blow", "fall", "reveal"]
    piece: str | None = None
    path: list[Square] = []
    from_: Annotated[Square | None, Field(alias="from")] = None
    to: Square | None = None
    state: str = ""
    poses: list[Pose] = []


class LogEntry(Wire):
    """A line of the log; its number is its place in the list. Empty fields are left out."""

    kind: str
    text: str
    seat: str = ""
    tone: Tone = "plain"
    heading: bool = False
    pieces: list[str] = []
    dice: list[Die] = []
    totals: list[Total] = []
    outcome: str = ""
    causes: list[Reason] = []
    rules: list[str] = []
    show: Show | None = None
