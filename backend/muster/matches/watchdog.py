"""Finds requests that nobody can answer."""

from muster.engine.requests import Aim, Allocate, Arrange, Choose, Move, Number, Place, Request
from muster.engine.specs import AnySpec


def without_legal_answer(request: Request) -> str:
    """Why the request has no legal answer, or nothing if it has one. Looks only at what is cheap to look at."""
    return "" if request.pass_label is not None else _why(request.spec)


def _why(spec: AnySpec) -> str:
    match spec:
        case Choose():
            if len(spec.options) < spec.minimum:
                return f"{spec.minimum} to be picked of {len(spec.options)} options"
            if spec.maximum < spec.minimum:
                return "the most that may be picked is less than the least"
        case Move():
            if not any(r.stop for r in spec.reach):
                return "no square in reach"
        case Place():
            if len(spec.squares) < len(spec.pieces):
                return f"{len(spec.pieces)} pieces on {len(spec.squares)} squares"
        case Aim():
            if not spec.points:
                return "no point to aim at"
        case Allocate():
            if spec.exact and sum(s.maximum for s in spec.slots) < spec.total:
                return f"{spec.total} into slots that take less"
        case Number():
            if spec.maximum < spec.minimum:
                return f"a number from {spec.minimum} to {spec.maximum}"
        case Arrange():
            if len({i.key for i in spec.items}) < len(spec.items):
                return "two things of one name"
        case _:
            return ""
    return ""
