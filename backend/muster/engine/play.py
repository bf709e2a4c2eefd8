"""The rules in motion: from a state to the next question, with a tick for everything that came in.

This is the part of a match that live play and replay share. It knows neither row numbers nor undo.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from muster.engine.codec import state_hash
from muster.engine.driver import Driver
from muster.engine.events import AnyEvent, Event
from muster.engine.game import ChanceAsk, Game, Pending
from muster.engine.ids import CHANCE, Seat
from muster.engine.records import RowKind
from muster.engine.refusals import EngineFault
from muster.engine.requests import Request
from muster.engine.ruleset import Result, Ruleset

S = TypeVar("S")
Json: TypeAlias = Any
ChanceSource: TypeAlias = Callable[[ChanceAsk], Json]


@dataclass
class Tick:
    """Something that came in, the events it led to, and the rest point behind it if there was one."""

    kind: RowKind
    seat: Seat
    asked: str = ""
    rule_path: str = ""
    digest: str = ""
    answer: Json = None
    client_id: str | None = None
    batch: int | None = None
    events: list[AnyEvent] = field(default_factory=list[AnyEvent])
    rest: str | None = None
    snapshot: bytes | None = None


@dataclass
class Part:
    """An open request; in a sealed batch (numbered ``batch``) it may be answered already while others are not."""

    request: Request
    answered: bool = False
    value: object = None
    batch: int | None = None


class Play(Generic[S]):
    """A state with the activation that is running on it."""

    def __init__(
        self,
        ruleset: Ruleset[S],
        state: S,
        chance: ChanceSource,
        *,
        preferences: Mapping[tuple[str, str], str] | None = None,
    ) -> None:
        """``chance`` answers dice and shuffles with ``{"draw", "values", "sides", "why"}``."""
        self.ruleset = ruleset
        self.game: Game[S] = Game(state, listener=self._hear)
        self.game.preferences.update(preferences or {})
        self._standing = dict(self.game.preferences)
        self.ticks: list[Tick] = []
        self.parts: list[Part] = []
        self.sealed = False
        self.result: Result | None = None
        self._chance = chance
        self._driver: Driver | None = None

    @property
    def state(self) -> S:
        """The state as it is now."""
        return self.game.state

    def _hear(self, event: Event[Any]) -> None:
        self.ticks[-1].events.append(event)

    # ------------------------------------------------------------------ input
    def begin(self) -> None:
        """Run to the first question."""
        self.ticks.append(Tick("begin", CHANCE))
        self._rest()
        self._run()

    def answer(self, part: Part, value: object, body: Json, client_id: str | None = None) -> None:
        """Give a checked answer to an open request and go on as far as possible."""
        request = part.request
        part.answered, part.value = True, value
        self.ticks.append(
            Tick(
                "answer",
                request.seat,
                request.spec.kind,
                request.rule_path,
                request.digest,
                body,
                client_id,
                batch=part.batch,
            )
        )
        if all(p.answered for p in self.parts):
            values = tuple(p.value for p in self.parts)
            sealed, self.parts = self.sealed, []
            self._run(values if sealed else values[0])

    def withdraw(self, part: Part, client_id: str | None = None) -> None:
        """Take the answer to a part of a sealed batch back before the batch opens."""
        request = part.request
        part.answered, part.value = False, None
        self.ticks.append(
            Tick(
                "withdraw",
                request.seat,
                request.spec.kind,
                request.rule_path,
                request.digest,
                None,
                client_id,
                batch=part.batch,
            )
        )

    def prefer(self, seat: Seat, window: str, mode: str, client_id: str | None = None) -> None:
        """Note a standing answer to a kind of interrupt window; ``not_this_turn`` covers the others until a rest."""
        if mode != "not_this_turn":
            self._standing[seat, window] = mode
        self.game.preferences[seat, window] = mode
        self.ticks.append(Tick("prefer", seat, answer={"window": window, "mode": mode}, client_id=client_id))

    def part_of(self, seat: Seat) -> Part | None:
        """The open request of a seat."""
        return next((p for p in self.parts if p.request.seat == seat), None)

    def stop(self) -> None:
        """Drop the running activation."""
        if self._driver is not None:
            self._driver.close()
            self._driver = None
        self.parts = []

    # ------------------------------------------------------------------ running
    def _run(self, value: object = None) -> None:
        while True:
            if self._driver is None:
                activation = self.ruleset.activation(self.game)
                if activation is None:
                    self.result = self.ruleset.result(self.state)
                    if self.result is None:
                        raise EngineFault("The rules have nothing more to do, but the match has no result.")
                    return
                self._driver, value = Driver(activation), None
            pending = self._driver.go_on(value)
            if pending is None:
                self._driver = None
                self.game.check_all_opened()
                self._rest()
            elif pending.chance is not None:
                value = self._roll(pending.chance)
            else:
                self._open(pending)
                return

    def _open(self, pending: Pending) -> None:
        self.parts = [Part(r) for r in pending.requests]
        self.sealed = pending.sealed

    def _roll(self, ask: ChanceAsk) -> tuple[int, ...]:
        answer = self._chance(ask)
        self.ticks.append(Tick("chance", CHANCE, ask.kind, ask.rule_path, ask.digest, answer))
        return tuple(int(v) for v in answer["values"])

    def _rest(self) -> None:
        """Note the rest point; standing answers that were for one activation end with it."""
        self.game.preferences = dict(self._standing)
        data = self.ruleset.dump(self.state)
        self.ticks[-1].snapshot, self.ticks[-1].rest = data, state_hash(data)
