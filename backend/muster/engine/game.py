"""What a rule is given: a state to read, events to apply, and questions to put to seats and to chance.

Every asking method is ``async def`` itself, so that a forgotten ``await`` is a type error (see ``traps.md``).
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from muster.engine.events import Event
from muster.engine.ids import Seat
from muster.engine.refusals import EngineFault
from muster.engine.requests import DECIDING, AnySpec, Request, Spec
from muster.engine.rulebook import path_text

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class ChanceAsk:
    """A question to chance: ``dice`` (count dice of so many sides) or ``shuffle`` (an order of count things)."""

    kind: Literal["dice", "shuffle"]
    count: int
    sides: int
    why: str
    rule_path: str

    @property
    def digest(self) -> str:
        """What the journal keeps to recognise the question."""
        return f"{self.kind}:{self.count}:{self.sides}"


@dataclass(frozen=True, slots=True)
class Pending:
    """What the rules are waiting for: one request, a sealed batch of them, or chance."""

    requests: tuple[Request, ...] = ()
    sealed: bool = False
    chance: ChanceAsk | None = None


class _Awaiting:
    """The only awaitable that the driver accepts."""

    __slots__ = ("pending",)

    def __init__(self, pending: Pending) -> None:
        self.pending = pending

    def __await__(self) -> Generator[Pending, Any, Any]:
        return (yield self.pending)


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice as they fell."""

    values: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum."""
        return sum(self.values)

    def at_least(self, needed: int) -> int:
        """How many show ``needed`` or more."""
        return sum(v >= needed for v in self.values)


@dataclass(frozen=True, slots=True)
class Ask(Generic[A]):
    """One part of a sealed batch."""

    seat: Seat
    spec: Spec[A]
    rule: str
    text: str
    note: str = ""
    pass_label: str | None = None
    doing: str = DECIDING


class Commitment(Generic[A]):
    """An answer given in order but opened later; see :meth:`Game.commit` and :meth:`Game.reveal`."""

    def __init__(self, seat: Seat, value: A) -> None:
        """``value`` is the answer that stays closed until it is revealed."""
        self.seat = seat
        self.value = value
        self.opened = False


class HasSeats(Protocol):
    """What a state must offer to the engine."""

    def known_to(self, seat: Seat) -> Any:
        """The state as that seat knows it."""
        ...


Listener: TypeAlias = Callable[[Event[Any]], None]


class Game(Generic[S]):
    """The running game as a rule sees it."""

    def __init__(self, state: S, *, listener: Listener) -> None:
        """``listener`` gets every event after it was applied (the journal)."""
        self.state = state
        self.rule_path: list[str] = []
        self.preferences: dict[tuple[str, str], str] = {}
        self._listener = listener
        self._closed: list[Commitment[Any]] = []

    # ------------------------------------------------------------------ state
    def apply(self, event: Event[S]) -> None:
        """Change the state by an event and record it."""
        event.apply(self.state)
        self._listener(event)

    def known_to(self, seat: Seat) -> S:
        """The state as a seat knows it: what its options and odds may be made from."""
        return cast(S, cast(HasSeats, self.state).known_to(seat))

    # ------------------------------------------------------------------ seats
    def _request(
        self,
        seat: Seat,
        spec: AnySpec,
        rule: str,
        text: str,
        *,
        note: str = "",
        subject: str | None = None,
        pass_label: str | None = None,
        sealed: bool = False,
        window: str | None = None,
        secret: bool = False,
        doing: str = DECIDING,
        pass_sure: str = "",
        blind: bool = False,
    ) -> Request:
        path = path_text(self.rule_path) or rule
        return Request(
            "",
            seat,
            rule,
            path,
            text,
            spec,
            note,
            subject,
            pass_label,
            sealed,
            window,
            secret,
            doing,
            pass_sure,
            blind,
        )

    async def ask(
        self,
        seat: Seat,
        spec: Spec[A],
        *,
        rule: str,
        text: str,
        note: str = "",
        subject: str | None = None,
        window: str | None = None,
        secret: bool = False,
        doing: str = DECIDING,
    ) -> A:
        """Put a question that has to be answered."""
        request = self._request(
            seat, spec, rule, text, note=note, subject=subject, window=window, secret=secret, doing=doing
        )
        return cast(A, await _Awaiting(Pending((request,))))

    async def ask_or_pass(
        self,
        seat: Seat,
        spec: Spec[A],
        *,
        rule: str,
        text: str,
        pass_label: str,
        note: str = "",
        subject: str | None = None,
        window: str | None = None,
        secret: bool = False,
        pass_sure: str = "",
        blind: bool = False,
    ) -> A | None:
        """Put a question that may be passed; None is a pass."""
        request = self._request(
            seat,
            spec,
            rule,
            text,
            note=note,
            subject=subject,
            pass_label=pass_label,
            window=window,
            secret=secret,
            pass_sure=pass_sure,
            blind=blind,
        )
        return cast(A | None, await _Awaiting(Pending((request,))))

    async def ask_sealed(self, parts: Sequence[Ask[A]]) -> tuple[A, ...]:
        """Put questions to several seats at once; nobody learns an answer, or that there is one, before all are in.

        The answers come back in the order of ``parts``, whatever the order they were given in.
        """
        if len({p.seat for p in parts}) != len(parts):
            raise EngineFault("A sealed batch may ask each seat only once.")
        if not parts:
            return ()
        requests = tuple(
            self._request(
                p.seat,
                p.spec,
                p.rule,
                p.text,
                note=p.note,
                pass_label=p.pass_label,
                sealed=True,
                doing=p.doing,
            )
            for p in parts
        )
        return cast(tuple[A, ...], await _Awaiting(Pending(requests, sealed=True)))

    async def commit(
        self,
        seat: Seat,
        spec: Spec[A],
        *,
        rule: str,
        text: str,
        committed: Callable[[A], Event[S]],
        note: str = "",
        subject: str | None = None,
    ) -> Commitment[A]:
        """Ask for an answer that stays closed; ``committed`` makes the event with the parts that show at once."""
        value = await self.ask(seat, spec, rule=rule, text=text, note=note, subject=subject)
        closed = Commitment(seat, value)
        self._closed.append(closed)
        self.apply(committed(value))
        return closed

    def reveal(self, commitment: Commitment[A], event: Event[S]) -> A:
        """Open a commitment by the event that shows it to everyone."""
        if commitment.opened:
            raise EngineFault("A commitment was opened twice.")
        commitment.opened = True
        self._closed.remove(commitment)
        self.apply(event)
        return commitment.value

    def check_all_opened(self) -> None:
        """At a rest point nothing may still be closed, for it would be lost with the running code."""
        if self._closed:
            raise EngineFault("An activation ended with an answer still closed.")

    # ------------------------------------------------------------------ chance
    async def roll(self, count: int, sides: int, *, why: str) -> Roll:
        """Roll dice; ``why`` is journalled as their purpose."""
        ask = ChanceAsk("dice", count, sides, why, path_text(self.rule_path))
        return Roll(cast(tuple[int, ...], await _Awaiting(Pending(chance=ask))))

    async def shuffle(self, count: int, *, why: str) -> tuple[int, ...]:
        """A random order of 0 to ``count`` - 1."""
        ask = ChanceAsk("shuffle", count, 0, why, path_text(self.rule_path))
        return cast(tuple[int, ...], await _Awaiting(Pending(chance=ask)))
