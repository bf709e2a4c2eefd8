"""A match under test: answers in plain words, what followed, what each seat saw."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar, cast

from muster.engine.events import AnyEvent
from muster.engine.feeds import log_of, project
from muster.engine.ids import Audience, Seat
from muster.engine.match import Match, Step
from muster.engine.records import Head
from muster.engine.refusals import Refusal
from muster.engine.requests import (
    Aim,
    Allocate,
    AnySpec,
    Arrange,
    Choose,
    Confirm,
    Deploy,
    Manoeuvre,
    Move,
    Number,
    Option,
    Place,
    Reach,
    Request,
)
from muster.engine.ruleset import AnyRuleset, Result
from muster.engine.views import LogEntry, View
from tests.kit.dice import Dice, Throw

S = TypeVar("S")
E = TypeVar("E", bound=AnyEvent)
Json: TypeAlias = Any
Plain: TypeAlias = Any
"""An answer as a test writes it; see :func:`body_of`."""


class _Pass:
    """The word for passing."""

    def __repr__(self) -> str:
        return "PASS"


PASS = _Pass()


def body_of(spec: AnySpec, plain: Plain) -> Json:
    """The JSON of an answer written plainly. Raises AssertionError, naming what is offered, where it cannot be meant.

    * choose: ``"key"`` (or the option's label); ``("key", plain)`` where it needs more; a list of these for several
    * move: ``(x, y)`` for the default way there, or a list of squares
    * place: ``{"piece": (x, y)}``; aim: ``(x, y)``; allocate: ``{"slot": n}``
    * number: ``n``; arrange: ``["key", ...]``; confirm: ``True`` or ``False``
    * deploy: ``{"body": (x, y, heading)}``, all others as suggested; manoeuvre: ``("way", length)`` or with a bearing
    * any passable request: ``PASS``
    """
    if isinstance(plain, _Pass):
        return {"pass": True}
    match spec:
        case Choose():
            entries = plain if isinstance(plain, list) else [plain]
            return {"picks": [_pick_of(spec, entry) for entry in entries]}
        case Move():
            return {"path": [list(p) for p in _path_of(spec, plain)]}
        case Place():
            return {"at": {k: list(v) for k, v in plain.items()}}
        case Aim():
            return {"point": list(plain)}
        case Allocate():
            return {"slots": dict(plain)}
        case Number():
            return {"value": plain}
        case Arrange():
            return {"order": list(plain)}
        case Confirm():
            return {"yes": plain}
        case Deploy():
            return {"at": {k: list(v) for k, v in {**spec.suggest(), **plain}.items()}}
        case Manoeuvre():
            return dict(zip(("way", "length", "bearing"), plain, strict=False))
        case _:
            raise AssertionError(f"Nothing is known about questions of the kind {spec.kind}.")


def _pick_of(spec: Choose, entry: Plain) -> Json:
    word, given = entry if isinstance(entry, tuple) else (entry, None)
    found = [o for o in spec.options if o.key == word] or [o for o in spec.options if o.label == word]
    if len(found) != 1:
        offered = "\n  ".join(f"{o.key}  {o.label}" for o in spec.options)
        raise AssertionError(
            f"{word!r} is {'ambiguous' if found else 'not offered'}. Offered are:\n  {offered}"
        )
    option = found[0]
    if given is None:
        return {"key": option.key}
    assert option.needs is not None, f"{option.key} needs nothing more."
    return {"key": option.key, "with": body_of(option.needs, given)}


def _path_of(spec: Move, plain: Plain) -> Sequence[tuple[int, int]]:
    if isinstance(plain, list):
        return cast(list[tuple[int, int]], plain)
    found = [i for i, r in enumerate(spec.reach) if r.to == plain]
    index = next((i for i in found if spec.reach[i].stop), found[0] if found else None)
    assert index is not None, f"{plain} is out of reach. In reach: {sorted(r.to for r in spec.reach)}"
    return spec.path_to(index)


class Table(Generic[S]):
    """A match with scripted dice. Everything a rule test needs, and nothing of the machinery behind it."""

    def __init__(self, match: Match[S], first: Step, dice: Dice) -> None:
        """Made by :func:`start` or a :class:`~tests.kit.scene.Scene`."""
        self.match = match
        self.dice = dice
        self.steps: list[Step] = [first]

    # ------------------------------------------------------------------ what is
    @property
    def state(self) -> S:
        """The state, true for everybody."""
        return self.match.state

    @property
    def result(self) -> Result | None:
        """How it ended, or None."""
        return self.match.result

    @property
    def over(self) -> bool:
        """Nothing is asked any more: the match, or the one rule under test, is through."""
        return self.match.result is not None

    def events(self, kind: type[E]) -> list[E]:
        """All events of a kind so far, in order."""
        return [e for _, e in self.match.history if isinstance(e, kind)]

    def event(self, kind: type[E]) -> E:
        """The only event of that kind so far."""
        found = self.events(kind)
        assert len(found) == 1, f"{len(found)} events {kind.__name__}, not one: {found}"
        return found[0]

    def view(self, audience: str) -> View:
        """What an audience sees."""
        return project(self.match, Audience(audience))

    def log(self, audience: str) -> list[LogEntry]:
        """What an audience read so far."""
        return log_of(self.match, Audience(audience))

    # ------------------------------------------------------------------ what is asked
    def asked(self, seat: str) -> Request:
        """What a seat is asked; fails if it is not."""
        request = self.match.request_for(Seat(seat))
        if request is None:
            others = [f"{r.seat}: {r.text}" for r in self.match.requests]
            raise AssertionError(f"{seat} is not asked. Asked are: {others or 'nobody'}")
        return request

    def offers(self, seat: str, of: str | None = None) -> list[str]:
        """The keys of the options that a seat has now; with ``of``, of those that this option lets it choose from."""
        asked = self.asked(seat).spec
        assert isinstance(asked, Choose), f"{seat} is asked to {asked.kind}, not to choose."
        if of is None:
            return [o.key for o in asked.options]
        option = asked.option(of)
        needs = option.needs if option is not None else None
        return [o.key for o in needs.options] if isinstance(needs, Choose) else []

    def option(self, seat: str, *keys: str) -> Option:
        """One of the options that a seat has now, with its odds, warnings and needs; further keys go on within it."""
        spec: AnySpec | None = self.asked(seat).spec
        found = None
        for key in keys:
            found = spec.option(key) if isinstance(spec, Choose) else None
            assert found is not None, f"{key} is not offered to {seat}."
            spec = found.needs
        assert found is not None, "Which option?"
        return found

    def reach(self, seat: str, key: str | None = None) -> dict[tuple[int, int], Reach]:
        """Where the move that a seat is asked for (or that the option of that key needs) can go, by square."""
        spec = self.asked(seat).spec if key is None else self.option(seat, key).needs
        assert isinstance(spec, Move), f"{key or 'the question'} is no move."
        return {r.to: r for r in spec.reach}

    # ------------------------------------------------------------------ answering
    def answer(self, seat: str, plain: Plain) -> list[AnyEvent]:
        """Give a plain answer; the events that followed. Raises Refusal where the rules refuse it."""
        request = self.asked(seat)
        return self.send(seat, body_of(request.spec, plain))

    def send(self, seat: str, body: Json) -> list[AnyEvent]:
        """Give an answer as JSON; the events that followed."""
        before = len(self.match.history)
        request = self.asked(seat)
        self.steps.append(self.match.answer(Seat(seat), request.id, body))
        return [e for _, e in self.match.history[before:]]

    def play(self, *answers: tuple[str, Plain]) -> list[AnyEvent]:
        """Several answers of several seats in order; the events that followed them all."""
        return [event for seat, plain in answers for event in self.answer(seat, plain)]

    def refused(self, seat: str, body: Json) -> Refusal:
        """The refusal of an answer given as JSON; fails if it is accepted or changes anything."""
        before = (len(self.match.rows), self.match.ruleset.dump(self.match.state), self.match.requests)
        try:
            self.match.answer(Seat(seat), self.asked(seat).id, body)
        except Refusal as refusal:
            after = (len(self.match.rows), self.match.ruleset.dump(self.match.state), self.match.requests)
            assert before == after, "A refused answer changed the match."
            return refusal
        raise AssertionError(f"This was accepted: {body}")


def head_of(
    ruleset: AnyRuleset, setup: Json, *, seed: int = 0, contributions: Iterable[str] | None = None
) -> Head:
    """The head of a match for tests: its secret is made from ``seed``."""
    seats = [s.id for s in ruleset.seats(setup)] if contributions is None else contributions
    secret = seed.to_bytes(8, "big") * 4
    return Head(ruleset.id, "1", ruleset.version, setup, secret, dict.fromkeys(seats, secret[:16]))


def setup_of(ruleset: AnyRuleset, rosters: Mapping[Seat, Json] | None = None, /, **options: object) -> Json:
    """A setup from options by name."""
    return ruleset.new_setup(ruleset.options(**options), rosters or {})


def start(ruleset: AnyRuleset, setup: Json, *, dice: Sequence[Throw] = ()) -> Table[Any]:
    """A whole match from its first question, with its dice."""
    script = Dice(*dice)
    match, first = Match.start(ruleset, head_of(ruleset, setup), dice=script)
    return Table(match, first, script)
