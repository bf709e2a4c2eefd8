"""A match: play with a journal from which it can be rebuilt, taken back and checked."""

import hmac
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from muster.engine.chance import Chance, match_key
from muster.engine.events import AnyEvent, event_from_json, event_json
from muster.engine.game import ChanceAsk
from muster.engine.ids import Audience, Seat
from muster.engine.notices import NOTICES, Closed, Undone
from muster.engine.openness import OpenRows
from muster.engine.play import Play, Tick
from muster.engine.records import (
    Head,
    Row,
    Snapshot,
    draws_used,
    effective,
    last_valid,
    same_json,
    without,
)
from muster.engine.refusals import Refusal, ReplayMismatch
from muster.engine.replaying import chance_answer, check_preference, compare, compare_rest, is_possible
from muster.engine.requests import Request
from muster.engine.ruleset import Result, Ruleset
from muster.engine.undoing import check_form, check_number, first_of_batch, last_answer, undo_row

S = TypeVar("S")
Json: TypeAlias = Any
DiceSource: TypeAlias = Callable[[ChanceAsk, int], tuple[int, ...]]
Grade: TypeAlias = Literal["free", "consent", "judge"]

KEPT_SNAPSHOTS = 4

MOST_WITHDRAWALS = 50
"""How often a seat may take back its part of one sealed batch: each time costs two rows of the journal."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one accepted message led to: rows and snapshots to be stored in one transaction, in order."""

    rows: tuple[Row, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()


class Match(Generic[S]):
    """One match in memory. It never touches a database: callers store each :class:`Step` before they answer.

    After any exception but :class:`Refusal` the object is broken; rebuild the match with :meth:`resume`.
    """

    def __init__(self, ruleset: Ruleset[S], head: Head, *, dice: DiceSource | None = None) -> None:
        """Use :meth:`start` or :meth:`resume`. ``dice(ask, draw)`` replaces the generator in tests."""
        self.ruleset = ruleset
        self.head = head
        self.chance = Chance(match_key(head.secret, head.contributions))
        self.seats = {info.id: info for info in ruleset.seats(head.setup)}
        self.rows: list[Row] = []
        self.snapshots: list[Snapshot] = []
        self.history: list[tuple[int, AnyEvent]] = []
        self.undos = 0
        self.open_rows = OpenRows(self.seats)
        self._dice = dice or self._generate
        self._draws = 0
        self._recorded: list[Row] = []
        self._said: Counter[str] = Counter()
        self._kept: list[Row] = []
        self._closed: Result | None = None
        self.play = self._new_play(ruleset.new_state(head.setup), {})

    @classmethod
    def start(
        cls, ruleset: Ruleset[S], head: Head, *, dice: DiceSource | None = None
    ) -> tuple["Match[S]", Step]:
        """A new match at its first question, and what has to be stored."""
        match = cls(ruleset, head, dice=dice)
        match.play.begin()
        return match, match._collect()

    @classmethod
    def resume(
        cls,
        ruleset: Ruleset[S],
        head: Head,
        rows: Sequence[Row],
        snapshots: Sequence[Snapshot],
        *,
        dice: DiceSource | None = None,
    ) -> tuple["Match[S]", Step]:
        """Rebuild a match: the newest snapshot that still counts, then the rows after it, compared one by one.

        The step holds what was still missing (dice that the last stored answer asks for). Raises
        :class:`ReplayMismatch` where a row does not fit what the rules ask or lead to, or could not have been written
        by this class at all.
        """
        match = cls(ruleset, head, dice=dice)
        match.rows, match.snapshots = list(rows), list(snapshots)
        check_form(match.rows, match.seats)
        match._kept = effective(match.rows)
        for row in match.rows:
            match.history = match._told_with(match.history, row)
        return match, match._rebuild()

    # ------------------------------------------------------------------ reading
    @property
    def state(self) -> S:
        """The state as it is now."""
        return self.play.state

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        return self._closed or self.play.result

    @property
    def requests(self) -> tuple[Request, ...]:
        """The requests that still want an answer."""
        return tuple(p.request for p in self.play.parts if not p.answered)

    def request_for(self, seat: Seat) -> Request | None:
        """What a seat is asked now."""
        return next((r for r in self.requests if r.seat == seat), None)

    @property
    def deciding(self) -> tuple[Request, ...]:
        """Whose decision is pending for others to know: in a sealed batch everybody's until it opens."""
        return tuple(p.request for p in self.play.parts if not p.request.secret)

    @property
    def held(self) -> frozenset[Seat]:
        """The seats that are asked in secret; nobody else may notice anything until they have answered."""
        return frozenset(p.request.seat for p in self.play.parts if p.request.secret)

    def before_secret(self, audience: Audience) -> "Match[S] | None":
        """The match when the audience could last be shown all of it; None if that never was.

        It is played back from the snapshots, so callers keep what they made of it.
        """
        latest: Match[S] = self
        while (count := latest.open_rows.of(audience)) is None:
            if not latest.snapshots:
                return None
            latest = self._after(latest.snapshots[-1].position)
        return self._after(count)

    def _after(self, count: int) -> "Match[S]":
        snapshots = [s for s in self.snapshots if s.position < count]
        return self.resume(self.ruleset, self.head, self.rows[:count], snapshots)[0]

    # ------------------------------------------------------------------ input
    def answer(self, seat: Seat, request_id: str, body: Json, client_id: str | None = None) -> Step:
        """Accept an answer; raises :class:`Refusal` (and changes nothing) for a stale, foreign or illegal one."""
        part = self.play.part_of(seat)
        if self.result is not None:
            raise Refusal("over", "This match is over.")
        if part is None or part.answered or part.request.id != request_id:
            raise Refusal("stale", "That question is no longer open; the table shows what is asked now.")
        value = part.request.read(body)
        self.play.answer(part, value, part.request.body(value), client_id)
        return self._collect()

    def withdraw(self, seat: Seat, client_id: str | None = None) -> Step:
        """Take back the own part of a sealed batch that is not open yet."""
        part = self.play.part_of(seat)
        if part is None or not part.answered:
            raise Refusal("nothing_to_undo", "There is no closed answer of yours to take back.")
        taken = sum(r.kind == "withdraw" and r.seat == seat and r.batch == part.batch for r in self._kept)
        if taken >= MOST_WITHDRAWALS:
            raise Refusal(
                "withdrawn_enough",
                f"This answer was taken back {taken} times already; now it stands.",
                numbers={"taken_back": taken, "allowed": MOST_WITHDRAWALS},
            )
        self.play.withdraw(part, client_id)
        part.request = replace(part.request, id="")
        return self._collect()

    def prefer(self, seat: Seat, window: str, mode: str, client_id: str | None = None) -> Step:
        """Set a standing answer to a kind of interrupt window."""
        if self.result is not None:
            raise Refusal("over", "This match is over.")
        check_preference(window, mode)
        self.play.prefer(seat, window, mode, client_id)
        return self._collect()

    def resign(self, seat: Seat, client_id: str | None = None) -> Step:
        """Give the match up; with two seats the other one wins."""
        if self.result is not None:
            raise Refusal("over", "This match is over.")
        self._close(seat, client_id)
        return self._collect()

    # ------------------------------------------------------------------ taking back
    def undo_target(self, seat: Seat) -> tuple[Row, Grade] | None:
        """The seat's last answer and what taking it back would need; None where there is none.

        Free: the same seat's answers only since then, nothing learned, no window opened, the same activation.
        By consent: less than two rest points ago. Only a judge: everything older, and what uncovered something.
        """
        if self.result is not None:
            return None
        part = self.play.part_of(seat)
        if part is not None and part.answered:
            return next(r for r in reversed(self._kept) if r.kind == "answer" and r.seat == seat), "free"
        found = last_answer(self._kept, seat)
        return (found[0], self._grade(seat, *found)) if found is not None else None

    def _grade(self, seat: Seat, target: Row, since: Sequence[Row]) -> Grade:
        rests = sum(r.rest is not None for r in since)
        own = all(r.kind == "answer" and r.seat == seat and r.batch is None for r in since)
        alone = all(p.request.seat == seat for p in self.play.parts)
        if own and alone and not rests and not self._told_since(seat, target.position):
            return "free"
        since_then = takewhile(lambda told: told[0] >= target.position, reversed(self.history))
        return "consent" if rests < 2 and not any(event.uncovers() for _, event in since_then) else "judge"

    def taken_back(self, position: int) -> list[AnyEvent]:
        """What had happened since the decision that the undo row at this position took back, from the decision on."""
        row = self.rows[position]
        before = effective(self.rows[:position])
        return [event for r in before if r.position >= (row.to or 0) for event in self._events_of(r)]

    def since_last_answer(self, seat: Seat) -> list[AnyEvent]:
        """What has happened since a seat's last decision, from the decision on."""
        target = self.undo_target(seat)
        if target is None:
            return []
        first = first_of_batch(self._kept, target[0])
        return [event for position, event in self.history if position >= first]

    def _told_since(self, seat: Seat, position: int) -> bool:
        """Whether an event at or after a row told that seat something new."""
        for at, event in reversed(self.history):
            if at < position:
                return False
            seats = event.tells()
            if seats is None or seat in seats:
                return True
        return False

    def undo(self, seat: Seat, *, granted: Grade = "free", client_id: str | None = None) -> Step:
        """Take the seat's last answer back, if what was ``granted`` suffices.

        A part of a sealed batch that has opened takes the whole batch with it: everybody answers again, so that
        nobody chooses anew with the others' choices before their eyes.
        """
        part = self.play.part_of(seat)
        if part is not None and part.answered:
            return self.withdraw(seat, client_id)
        undone = self.undoing(seat, granted=granted, client_id=client_id)
        missing = self.follow([undone])
        return Step((undone, *missing.rows), missing.snapshots)

    def undoing(self, seat: Seat, *, granted: Grade, client_id: str | None = None) -> Row:
        """The row with which :meth:`undo` would take the seat's last answer back, or its refusal; changes nothing."""
        part = self.play.part_of(seat)
        target = self.undo_target(seat)
        if target is None or (part is not None and part.answered):
            raise Refusal("nothing_to_undo", "There is no decision of yours to take back.")
        check_number(self.rows, seat)
        row, grade = target
        order = ("free", "consent", "judge")
        if order.index(granted) < order.index(grade):
            word = "the other side's consent" if grade == "consent" else "a judge"
            raise Refusal(
                "undo_needs_" + grade, f"Taking this back needs {word}, because something was learned since."
            )
        return undo_row(self._next_position, self.seats[seat], first_of_batch(self._kept, row), client_id)

    # ------------------------------------------------------------------ inside
    @property
    def _next_position(self) -> int:
        return self.rows[-1].position + 1 if self.rows else 0

    def _new_play(self, state: S, preferences: dict[tuple[str, str], str]) -> Play[S]:
        return Play(self.ruleset, state, self._answer_chance, preferences=preferences)

    def _generate(self, ask: ChanceAsk, draw: int) -> tuple[int, ...]:
        if ask.kind == "shuffle":
            return self.chance.shuffle(draw, ask.count)
        return self.chance.dice(draw, ask.count, ask.sides)

    def _answer_chance(self, ask: ChanceAsk) -> Json:
        if self._recorded:
            row = self._recorded.pop(0)
            if row.kind != "chance" or row.digest != ask.digest:
                raise ReplayMismatch(f"Row {row.position} is not the {ask.digest} that the rules ask for.")
            values = row.answer.get("values")
            if not is_possible(ask, values):
                raise ReplayMismatch(f"Row {row.position} holds what {ask.digest} cannot give.")
            return chance_answer(ask, row.answer["draw"], values)
        draw, self._draws = self._draws, self._draws + 1
        return chance_answer(ask, draw, self._dice(ask, draw))

    def _collect(self) -> Step:
        """Turn the ticks of live play into rows, and name what is asked now."""
        rows: list[Row] = []
        snapshots: list[Snapshot] = []
        for tick in self.play.ticks:
            row = self._row(tick, self._next_position)
            rows.append(row)
            self.rows.append(row)
            self._kept.append(row)
            self._said[row.seat] += row.kind in _SAYING
            self.history.extend((row.position, e) for e in tick.events)
            if tick.snapshot is not None and tick.rest is not None:
                snapshots.append(Snapshot(row.position, tick.snapshot, tick.rest))
        self.play.ticks.clear()
        self.snapshots = [*self.snapshots, *snapshots][-KEPT_SNAPSHOTS:]
        self._name_requests()
        self.open_rows.note(self.held, len(self.rows))
        return Step(tuple(rows), tuple(snapshots))

    def _row(self, tick: Tick, position: int) -> Row:
        return Row(
            position,
            tick.kind,
            tick.seat,
            tick.asked,
            tick.rule_path,
            tick.digest,
            tick.answer,
            tick.batch,
            tick.client_id,
            tuple(map(event_json, tick.events)),
            tick.rest,
        )

    def _name_requests(self) -> None:
        """Give new requests their ids, which grow with what that seat said and with undos.

        So nobody can guess one, none is used twice, a rebuilt match names its open questions as before, and an id
        tells nothing about what other seats were asked.
        """
        asked = self._asked_before(self._next_position)
        for part in self.play.parts:
            if self.play.sealed and part.batch is None:
                part.batch = asked
            if not part.request.id:
                seat = part.request.seat
                text = f"muster/request:{seat}:{self._said[seat]}:{self.undos}".encode()
                name = "q" + hmac.digest(self.head.secret, text, "sha256").hex()[:20]
                part.request = replace(part.request, id=name)

    def _asked_before(self, position: int) -> int:
        """The number of a sealed batch whose first answer stands at ``position``."""
        return next((r.position for r in reversed(self.rows[:position]) if r.kind in _ASKING), -1) + 1

    def _close(self, seat: Seat, client_id: str | None) -> None:
        others = [s for s in self.seats if s != seat]
        winner = others[0] if len(others) == 1 else None
        reason, text = "resigned", f"{self.seats[seat].label} resigned."
        self._closed = Result(winner, reason, text)
        self.play.stop()
        tick = Tick("close", seat, answer={"winner": winner, "reason": reason, "text": text})
        tick.client_id, tick.events = client_id, [Closed(winner, reason, text)]
        self.play.ticks.append(tick)

    # ------------------------------------------------------------------ replay
    def follow(self, rows: Sequence[Row]) -> Step:
        """Take in rows that come after those here (an undo in front, if any), without looking at all before again.

        As :meth:`resume` with all of them, but the form of the journal is not looked at.
        """
        for row in rows:
            self.rows.append(row)
            if row.kind == "undo":
                self._kept = without(self._kept, row)
            else:
                self._kept.append(row)
            self.history = self._told_with(self.history, row)
        return self._rebuild()

    def _rebuild(self) -> Step:
        """Play from the newest snapshot that counts; ``_kept`` and ``history`` are right already.

        Of the snapshots only those that count are kept, with those passed on the way: else many undos in a row would
        leave none, and each would be played from the start.
        """
        self.play.stop()
        kept = self._kept
        alive = {r.position for r in kept}
        self.snapshots = [s for s in self.snapshots if s.position in alive]
        snapshot = last_valid(self.snapshots, kept)
        position = snapshot.position if snapshot else -1
        setup = self.head.setup
        state = self.ruleset.load(setup, snapshot.state) if snapshot else self.ruleset.new_state(setup)
        self._draws = draws_used(self.rows)
        self._said = Counter(r.seat for r in self.rows if r.kind in _SAYING)
        self.undos = sum(r.kind == "undo" for r in self.rows)
        self._closed = None
        standing = {
            (r.seat, r.answer["window"]): r.answer["mode"]
            for r in kept
            if r.position <= position and r.kind == "prefer" and r.answer["mode"] != "not_this_turn"
        }
        self.play = self._new_play(state, standing)
        rows = [r for r in kept if r.position > position]
        self._recorded = list(rows)
        if snapshot is None and rows and self._recorded.pop(0).kind != "begin":
            raise ReplayMismatch("A journal must begin with its begin row.")
        self.play.begin()
        if snapshot is not None:
            first = self.play.ticks.pop(0)  # stands for the row before: its events are told already
            compare_rest(next(r for r in kept if r.position == position), first, snapshot)
        while self._recorded:
            # Between two rows that count lie none or some that were taken back, with the rows that did so.
            self.open_rows.note(self.held, self._recorded[0].position)
            self._replay(self._recorded.pop(0))
        ticks, self.play.ticks = self.play.ticks[: len(rows)], self.play.ticks[len(rows) :]
        for row, tick in zip(rows, ticks, strict=True):
            compare(row, self._row(tick, row.position))
            if tick.snapshot is not None and tick.rest is not None:
                self.snapshots.append(Snapshot(row.position, tick.snapshot, tick.rest))
        return self._collect()

    def _told_with(self, told: list[tuple[int, AnyEvent]], row: Row) -> list[tuple[int, AnyEvent]]:
        """What has been told once a row has come to it."""
        if row.kind == "undo":
            told = [(p, e) for p, e in told if p < (row.to or 0) or isinstance(e, Undone)]
        told.extend((row.position, event) for event in self._events_of(row))
        return told

    def _events_of(self, row: Row) -> list[AnyEvent]:
        kinds = {**NOTICES, **self.ruleset.events}
        try:
            return [event_from_json(e, kinds) for e in row.events]
        except (KeyError, ValueError) as error:
            raise ReplayMismatch(
                f"Row {row.position} holds an event that these rules do not know."
            ) from error

    def _replay(self, row: Row) -> None:
        seat = Seat(row.seat)
        if row.kind in ("prefer", "close"):
            if seat not in self.seats or self.result is not None:
                raise ReplayMismatch(
                    f"Row {row.position} ({row.kind} of {row.seat}) fits no seat that still plays."
                )
            if row.kind == "prefer":
                self._replay_preference(row, seat)
            else:
                self._replay_close(row, seat)
            return
        part = self.play.part_of(seat)
        if (
            part is None
            or part.request.digest != row.digest
            or (row.kind, part.answered) not in (("answer", False), ("withdraw", True))
        ):
            asked = ", ".join(f"{p.request.seat} {p.request.rule_path}" for p in self.play.parts) or "nothing"
            raise ReplayMismatch(
                f"Row {row.position} ({row.kind} of {row.seat}, {row.rule_path}) does not fit: the rules ask {asked}."
            )
        if row.kind == "withdraw":
            self.play.withdraw(part, row.client_id)
            return
        if self.play.sealed and part.batch is None:
            batch = self._asked_before(row.position)
            for open_part in self.play.parts:
                open_part.batch = batch
        try:
            value = part.request.read(row.answer)
        except Refusal as refusal:
            raise ReplayMismatch(f"Row {row.position} is no longer legal: {refusal}") from refusal
        self.play.answer(part, value, part.request.body(value), row.client_id)

    def _replay_preference(self, row: Row, seat: Seat) -> None:
        try:
            window, mode = row.answer["window"], row.answer["mode"]
            check_preference(window, mode)
        except (KeyError, TypeError, Refusal) as error:
            raise ReplayMismatch(f"Row {row.position} is no preference: {error}") from error
        self.play.prefer(seat, window, mode, row.client_id)

    def _replay_close(self, row: Row, seat: Seat) -> None:
        self._close(seat, row.client_id)
        if not same_json(row.answer, self.play.ticks[-1].answer):
            raise ReplayMismatch(
                f"Row {row.position} does not close the match as a resignation of {row.seat} does, and nothing else "
                "closes one."
            )


_ASKING = ("begin", "answer", "chance", "undo")
_SAYING = ("answer", "withdraw")
