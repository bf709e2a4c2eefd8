"""What a walk or a line would mean, from what the asker knows: shown before anything is committed."""

from typing import Any, TypeAlias

from muster.engine.explain import sight_wire
from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import Request
from muster.rulesets.ad1666.queries.ground import board_of
from muster.rulesets.ad1666.queries.sight import sight, sight_line, spaces_apart
from muster.rulesets.ad1666.state import State

Json: TypeAlias = Any


def preview(known: State, seat: Seat | None, request: Request | None, body: Json) -> Json:
    """Whether a partial answer to the seat's open request would be legal, and why not."""
    if request is None or seat is None or request.seat != seat:
        raise Refusal("no_preview", "There is nothing of yours to preview now.")
    try:
        request.spec.read(body)
    except Refusal as refusal:
        return {"legal": False, "why": {"text": refusal.text, "rule": refusal.rule or ""}}
    return {"legal": True, "why": None}


def measure(known: State, start: tuple[int, int], end: tuple[int, int]) -> Json:
    """The range in spaces between two squares' spaces, and the line of sight from one to the other."""
    board = board_of(known)
    one, other = board.space_of(start), board.space_of(end)
    if one is None or other is None:
        raise Refusal("off_the_table", "Both ends of a measurement must lie on the board.")
    apart = spaces_apart(known, one, other)
    return {
        "text": "the same space" if apart == 0 else "1 space" if apart == 1 else f"{apart} spaces",
        "spaces": apart,
        "sight": sight_wire(sight_line(known, one, other)),
        "rule": f"ad1666.{sight(known, one, other).rule}",
    }
