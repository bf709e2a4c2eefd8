"""Words for answers and standing answers that many tests of the New World use."""

from typing import Any, TypeAlias

from muster.engine.ids import Seat
from muster.rulesets.newworld.state import State
from tests.kit.table import Plain, Table, body_of

Json: TypeAlias = Any


def along(key: str, *path: tuple[int, int]) -> Json:
    """The body of an answer: an option with a path drawn square by square."""
    return {"picks": [{"key": key, "with": {"path": [list(p) for p in path]}}]}


def planned(table: Table[State], seat: str, plain: Plain) -> Json:
    """What the rules say about an answer before it is given."""
    request = table.asked(seat)
    known = table.state.known_to(Seat(seat))
    return table.match.ruleset.preview(known, Seat(seat), request, body_of(request.spec, plain))


def always_asked(table: Table[State], seat: str, window: str = "delayed") -> None:
    """That seat wants to be asked at every window of a kind, whether it can matter or not."""
    table.match.prefer(Seat(seat), window, "always")
