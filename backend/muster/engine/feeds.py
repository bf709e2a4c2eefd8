"""What goes out to one audience: the whole at first, then only what changed, each with a version of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import orjson

from muster.engine.canonical import Canonical
from muster.engine.events import AnyEvent
from muster.engine.explain import reasons_wire, total_wire
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.match import Grade, Match
from muster.engine.notices import PutBack, Undone
from muster.engine.requests import Request
from muster.engine.views import LogEntry, PendingView, ResultView, View, view_patch, whole_patch

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Frame:
    """One change of what an audience sees: version, patch of the view, log lines from ``log_from`` on, requests."""

    version: int
    patch: dict[str, Json]
    log_from: int
    log: tuple[Json, ...]
    requests: tuple[Json, ...] | None
    undo: str | None
    undo_from: int | None
    hash: str

    def wire(self) -> bytes:
        """The ``step`` message. The same bytes serve everybody of the audience."""
        body: dict[str, Json] = {"t": "step", "version": self.version, "base": self.version - 1}
        if self.patch:
            body["patch"] = self.patch
        if self.log:
            body["log_from"], body["log"] = self.log_from, self.log
        if self.requests is not None:
            body["requests"], body["undo"] = self.requests, self.undo
            if self.undo_from is not None:
                body["undo_from"] = self.undo_from
        body["hash"] = self.hash
        return orjson.dumps(body)


class Feed:
    """Follows a match for one audience. Its version grows only when the audience's own bytes change."""

    def __init__(self, audience: Audience) -> None:
        """Nothing is known yet; the first :meth:`sync` fills it."""
        self.audience = audience
        self.version = 0
        self.view: View | None = None
        self.hash = ""
        self.log: list[Json] = []
        self.requests: tuple[Json, ...] = ()
        self.undo: Grade | None = None
        self.undo_from: int | None = None
        self._written = Canonical()
        self._ids: tuple[tuple[str, bool], ...] = ()
        self._events = 0
        self._undos = 0

    def sync(self, match: Match[Any]) -> Frame | None:
        """Bring the feed up to date; None where this audience has nothing new, or may not notice anything yet."""
        seat = Seat(self.audience)
        if match.held - {seat}:
            return None
        view = project(match, self.audience)
        patch = view_patch(self.view, view) if self.view else whole_patch(view)
        log_from, lines = self._new_lines(match)
        ids = tuple((p.request.id, p.answered) for p in match.play.parts if p.request.seat == seat)
        target = match.undo_target(seat) if self.audience != SPECTATORS else None
        undo = target[1] if target else None
        undo_from = log_from + len(lines) - self._lines_since(match) if undo == "consent" else None
        asked_changed = ids != self._ids or (undo, undo_from) != (self.undo, self.undo_from)
        if not patch and not lines and not asked_changed and self.view is not None:
            return None
        if ids != self._ids or self.view is None:
            self.requests = tuple(r.wire() for r in match.requests if r.seat == seat)
        if patch:
            self._written.update(view, patch)
            self.hash = self._written.hash
        self.view, self._ids, self.undo, self.undo_from = view, ids, undo, undo_from
        self.log[log_from:] = lines
        self.version += 1
        return Frame(
            self.version,
            patch,
            log_from,
            tuple(lines),
            self.requests if asked_changed else None,
            undo,
            undo_from,
            self.hash,
        )

    def _lines_since(self, match: Match[Any]) -> int:
        """How many lines this audience has read since the seat's last decision, from its own on."""
        since = match.since_last_answer(Seat(self.audience))
        return sum(event.log(match.state, self.audience) is not None for event in since)

    def _new_lines(self, match: Match[Any]) -> tuple[int, list[Json]]:
        start, kept = self._events, len(self.log)
        if match.undos != self._undos:
            start, kept, self._undos = 0, 0, match.undos
        lines = [log_wire(entry) for entry in log_of(match, self.audience, start)]
        self._events = len(match.history)
        if kept == 0 and self.log:
            same = 0
            while same < min(len(lines), len(self.log)) and lines[same] == self.log[same]:
                same += 1
            return same, lines[same:]
        return kept, lines

    def whole(self) -> dict[str, Json]:
        """All of it, for somebody who joins or lost the thread."""
        if self.view is None:
            raise RuntimeError("A feed must be synced before it is read.")
        return {
            "version": self.version,
            "hash": self.hash,
            "view": self.view,
            "log": self.log,
            "requests": self.requests,
            "undo": self.undo,
            "undo_from": self.undo_from,
        }


def project(match: Match[Any], audience: Audience) -> View:
    """The ruleset's view with whose decision is pending and how it ended."""
    view = match.ruleset.view(match.state, audience)
    ended = match.result
    result = ResultView(ended.winner, ended.reason, ended.text) if ended else None
    # Sorted, so that the order of entries cannot tell what happened out of sight.
    records = ("pieces", "edges", "items", "areas", "sheets")
    sorted_records: dict[str, Any] = {name: dict(sorted(getattr(view, name).items())) for name in records}
    return replace(view, pending=pending(match, audience), result=result, **sorted_records)


def something_apart(match: Match[Any], seats: Sequence[Seat]) -> bool:
    """Whether one of these seats sees or is asked what another of them may not know."""
    if any(p.request.secret or p.request.sealed for p in match.play.parts):
        return True
    first, *others = (replace(project(match, Audience(s)), audience="", pending={}) for s in seats)
    return any(other != first for other in others)


def pending(match: Match[Any], audience: Audience) -> dict[str, PendingView]:
    """Who has to decide. Of a sealed batch every seat does until it opens, whoever has answered by then."""
    seat = Seat(audience)
    shown: dict[str, PendingView] = {
        r.seat: PendingView(r.seat, _told_others(match, r), r.doing) for r in match.deciding
    }
    own = match.play.part_of(seat)
    if own is not None:
        asked = own.request
        if own.answered:
            others = _labels(match, [r.seat for r in match.deciding if r.seat != seat])
            text, given = f"Your answer is in. Waiting for {others}.", asked.body(own.value)
        else:
            text, given = asked.text, None
        shown[seat] = PendingView(seat, text, asked.doing, given)
    return shown


def _told_others(match: Match[Any], request: Request) -> str:
    if not request.sealed:
        return f"Waiting for {match.seats[request.seat].label}."
    together = [r.seat for r in match.deciding]
    how = {1: "", 2: ", both"}.get(len(together), ", all")
    return f"{_labels(match, together)} are {request.doing}{how} in secret."


def _labels(match: Match[Any], seats: Sequence[Seat]) -> str:
    *most, last = (match.seats[s].label for s in seats)
    return f"{', '.join(most)} and {last}" if most else last


def log_of(match: Match[Any], audience: Audience, start: int = 0) -> list[LogEntry]:
    """What an audience reads of the match's events from the ``start``-th on."""
    lines: list[LogEntry] = []
    for position, event in match.history[start:]:
        entry = event.log(match.state, audience)
        if isinstance(event, Undone) and entry is not None and not isinstance(event, PutBack):
            words = decision_words(match, audience, event.seat, match.taken_back(position))
            entry = replace(entry, text=f"{event.label} took back: {words}") if words else entry
        if entry is not None:
            lines.append(entry)
    return lines


def decision_words(match: Match[Any], audience: Audience, seat: str, since: Sequence[AnyEvent]) -> str:
    """A seat's decision in the words that this audience read of it; empty where it read nothing.

    It is the first line of that seat's among all that came since, whatever questions lay between: where those begin
    and end may be secret.
    """
    lines = (event.log(match.state, audience) for event in since)
    return next(
        (line.text for line in lines if line is not None and line.seat == seat and not line.heading), ""
    )


def log_wire(entry: LogEntry) -> Json:
    """A log line as JSON, empty fields left out."""
    body: dict[str, Json] = {"kind": entry.kind, "text": entry.text}
    if entry.seat is not None:
        body["seat"] = entry.seat
    if entry.tone != "plain":
        body["tone"] = entry.tone
    if entry.heading:
        body["heading"] = True
    if entry.pieces:
        body["pieces"] = entry.pieces
    if entry.dice:
        body["dice"] = [{"value": d.value, "sides": d.sides, "role": d.role} for d in entry.dice]
    if entry.totals:
        body["totals"] = [total_wire(t) for t in entry.totals]
    if entry.outcome:
        body["outcome"] = entry.outcome
    if entry.causes:
        body["causes"] = reasons_wire(entry.causes)
    if entry.rules:
        body["rules"] = entry.rules
    if entry.show is not None:
        show = entry.show
        body["show"] = {
            k: v
            for k, v in (
                ("kind", show.kind),
                ("piece", show.piece),
                ("path", show.path),
                ("poses", show.poses),
                ("from", show.start),
                ("to", show.end),
                ("state", show.state),
            )
            if v not in (None, (), "")
        }
    return orjson.loads(orjson.dumps(body))
