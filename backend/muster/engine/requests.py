"""A question put to a seat, with everything that a person, a bot and the journal need.

The closed vocabulary of what can be asked is in :mod:`muster.engine.specs`, that of the answers in
:mod:`muster.engine.answers`; rulesets import all of it from here.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from muster.engine.answers import (
    Course,
    Path,
    Pick,
    Picks,
    Placing,
    Point,
    Pose,
    Poses,
    Slots,
    read_mapping,
)
from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.specs import (
    Aim,
    Allocate,
    Along,
    AnySpec,
    Area,
    Arrange,
    Body,
    Choose,
    Confirm,
    Deploy,
    Ground,
    Item,
    Manoeuvre,
    Mark,
    Move,
    Number,
    Option,
    Place,
    Reach,
    Slot,
    Spec,
    ToPlace,
    Way,
)

Json: TypeAlias = Any

DECIDING = "deciding"
"""What a seat is at, where a rule has no better word for it."""

__all__ = [
    "DECIDING",
    "Aim",
    "Allocate",
    "Along",
    "AnySpec",
    "Area",
    "Arrange",
    "Body",
    "Choose",
    "Confirm",
    "Course",
    "Deploy",
    "Ground",
    "Item",
    "Manoeuvre",
    "Mark",
    "Move",
    "Number",
    "Option",
    "Path",
    "Pick",
    "Picks",
    "Place",
    "Placing",
    "Point",
    "Pose",
    "Poses",
    "Reach",
    "Request",
    "Slot",
    "Slots",
    "Spec",
    "ToPlace",
    "Way",
]


@dataclass(frozen=True)
class Request:
    """A spec put to a seat, with everything a person needs to decide.

    ``id`` is unguessable and names the seat's question for the wire; ``rule_path`` is where the rules stand;
    ``pass_label`` is the word for passing, or None where passing is not legal; ``window`` names the interrupt
    window's kind; ``secret`` means that other audiences may not know that anything is asked; ``doing`` is the word by
    which they learn what the seat is at; ``pass_sure`` asks a hasty passer first, where much would be lost; ``blind``:
    that it is put, and may be passed, owes nothing to what the seat alone knows: at a shared screen it may be passed
    without a look at the seat's table.
    """

    id: str
    seat: Seat
    rule: str
    rule_path: str
    text: str
    spec: AnySpec
    note: str = ""
    subject: str | None = None
    pass_label: str | None = None
    sealed: bool = False
    window: str | None = None
    secret: bool = False
    doing: str = DECIDING
    pass_sure: str = ""
    blind: bool = False
    timeout: str = "Nothing happens by itself: there is no clock."

    def read(self, body: Json) -> Any:
        """The typed answer, or None for a legal pass; raises :class:`Refusal`."""
        raw = read_mapping(body, "this question")
        if raw.get("pass") is True:
            if self.pass_label is None:
                raise Refusal("may_not_pass", f"This has to be answered: {self.text}", rule=self.rule)
            return None
        return self.spec.read(raw)

    def body(self, value: Any) -> dict[str, Json]:
        """The answer as the journal keeps it: what :meth:`read` understood of it, and nothing else that was sent."""
        return {"pass": True} if value is None else self.spec.write(value)

    @cached_property
    def digest(self) -> str:
        """What the journal keeps of the options: kind, seat, rule path and option keys, hashed."""
        text = "\x1f".join((self.spec.kind, self.seat, self.rule_path, *self.spec.keys()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _pass(self) -> dict[str, Json] | None:
        if self.pass_label is None:
            return None
        return {"label": self.pass_label} | ({"sure": self.pass_sure} if self.pass_sure else {})

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "id": self.id,
            "seat": self.seat,
            "rule": self.rule,
            "path": self.rule_path,
            "text": self.text,
            "note": self.note,
            "subject": self.subject,
            "spec": self.spec.wire(),
            "pass": self._pass(),
            "sealed": self.sealed,
            "window": self.window,
            "timeout": self.timeout,
        }
