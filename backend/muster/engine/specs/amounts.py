"""Numbers, orders, yes or no."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from muster.engine.answers import (
    Pose,
    Slots,
    bad,
    read_int,
    read_mapping,
)
from muster.engine.explain import Odds, odds_wire
from muster.engine.refusals import Refusal
from muster.engine.specs.base import Json, Spec


@dataclass(frozen=True, slots=True)
class Slot:
    """A place to allocate to: the most it takes, and what each one put there uses up of the total."""

    key: str
    label: str
    maximum: int
    cost: int = 1
    detail: str = ""
    icon: str = ""


@dataclass(frozen=True)
class Allocate(Spec[Slots]):
    """Divide ``total`` among slots, all of it where ``exact``; ``unit`` is the word for what is divided.

    ``check`` may refuse what the slots alone do not say, with reasons.
    """

    slots: tuple[Slot, ...]
    total: int
    exact: bool = True
    unit: str = ""
    check: Callable[[Slots], None] | None = field(default=None, compare=False, repr=False)
    kind: str = field(default="allocate", init=False)

    def read(self, body: Json) -> Slots:
        """Read ``{"slots": {"key": n}}``; slots left out get 0."""
        raw = read_mapping(read_mapping(body, "an allocation").get("slots"), "an allocation")
        limits = {s.key: s for s in self.slots}
        counts = {s.key: 0 for s in self.slots}
        for key, value in raw.items():
            if key not in limits:
                names = ", ".join(limits)
                raise Refusal("not_offered", f"Only these can be given something: {names}.")
            count = read_int(value, f"The number for {limits[key].label}")
            if not 0 <= count <= limits[key].maximum:
                raise bad(
                    f"{limits[key].label} takes 0 to {limits[key].maximum}.",
                    given=count,
                    maximum=limits[key].maximum,
                )
            counts[key] = count
        used = sum(count * limits[key].cost for key, count in counts.items())
        if used > self.total or (self.exact and used != self.total):
            word = "exactly" if self.exact else "at most"
            raise bad(f"Allocate {word} {self.total}; this is {used}.", total=self.total, given=used)
        slots = Slots(counts)
        if self.check is not None:
            self.check(slots)
        return slots

    def write(self, value: Slots) -> dict[str, Json]:
        """Write every slot's number."""
        return {"slots": dict(value.counts)}

    def keys(self) -> tuple[str, ...]:
        """Slots with their limits, and the total."""
        return (*sorted(f"{s.key}:{s.maximum}:{s.cost}" for s in self.slots), str(self.total))

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "kind": self.kind,
            "slots": [
                {
                    "key": s.key,
                    "label": s.label,
                    "max": s.maximum,
                    "cost": s.cost,
                    "detail": s.detail,
                    "icon": s.icon,
                }
                for s in self.slots
            ],
            "total": self.total,
            "exact": self.exact,
            "unit": self.unit,
        }


@dataclass(frozen=True, slots=True)
class Along:
    """The way of another piece's announced movement: its poses by length, from its start to its end, in units."""

    piece: str
    poses: tuple[tuple[int, Pose], ...]


@dataclass(frozen=True)
class Number(Spec[int]):
    """A number to announce, both limits included. Where it is a length along a movement, ``along`` draws that.

    ``check`` may refuse some of the numbers between the limits, with reasons; ``step`` is that of the keys.
    """

    minimum: int
    maximum: int
    label: str = ""
    step: int = 1
    along: Along | None = None
    check: Callable[[int], None] | None = field(default=None, compare=False, repr=False)
    kind: str = field(default="number", init=False)

    def read(self, body: Json) -> int:
        """Read ``{"value": n}``."""
        value = read_int(read_mapping(body, "a number").get("value"), "The value")
        if not self.minimum <= value <= self.maximum:
            raise bad(
                f"Say a number from {self.minimum} to {self.maximum}.",
                given=value,
                minimum=self.minimum,
                maximum=self.maximum,
            )
        if self.check is not None:
            self.check(value)
        return value

    def write(self, value: int) -> dict[str, Json]:
        """Write the number."""
        return {"value": value}

    def keys(self) -> tuple[str, ...]:
        """Both limits."""
        return (str(self.minimum), str(self.maximum))

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        along = self.along
        return {
            "kind": self.kind,
            "min": self.minimum,
            "max": self.maximum,
            "label": self.label,
            "step": self.step,
            "along": {"piece": along.piece, "poses": [[length, *pose] for length, pose in along.poses]}
            if along is not None
            else None,
        }


@dataclass(frozen=True, slots=True)
class Item:
    """Something to put in order."""

    key: str
    label: str


@dataclass(frozen=True)
class Arrange(Spec[tuple[str, ...]]):
    """Put all the items in an order."""

    items: tuple[Item, ...]
    label: str = ""
    kind: str = field(default="arrange", init=False)

    def read(self, body: Json) -> tuple[str, ...]:
        """Read ``{"order": ["key", ...]}``."""
        raw = read_mapping(body, "an order").get("order")
        if not isinstance(raw, Sequence) or isinstance(raw, str):
            raise bad("Give the order as a list under 'order'.")
        given: list[Json] = list(raw)  # pyright: ignore[reportUnknownArgumentType]
        order = tuple(k for k in given if isinstance(k, str))
        if len(order) != len(given) or sorted(order) != sorted(i.key for i in self.items):
            raise bad("The order must name each of these once: " + ", ".join(i.key for i in self.items) + ".")
        return order

    def write(self, value: tuple[str, ...]) -> dict[str, Json]:
        """Write the order."""
        return {"order": list(value)}

    def keys(self) -> tuple[str, ...]:
        """The items in canonical order."""
        return tuple(sorted(i.key for i in self.items))

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "kind": self.kind,
            "items": [{"key": i.key, "label": i.label} for i in self.items],
            "label": self.label,
        }


@dataclass(frozen=True)
class Confirm(Spec[bool]):
    """Yes or no."""

    label: str
    yes: str = "Yes"
    no: str = "No"
    odds: Odds | None = None
    kind: str = field(default="confirm", init=False)

    def read(self, body: Json) -> bool:
        """Read ``{"yes": true}``."""
        value = read_mapping(body, "this question").get("yes")
        if not isinstance(value, bool):
            raise bad("Answer with yes: true or yes: false.")
        return value

    def write(self, value: bool) -> dict[str, Json]:
        """Write yes or no."""
        return {"yes": value}

    def keys(self) -> tuple[str, ...]:
        """Always the same two."""
        return ("no", "yes")

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "kind": self.kind,
            "label": self.label,
            "yes": self.yes,
            "no": self.no,
            "odds": odds_wire(self.odds) if self.odds else None,
        }
