"""Matches in the database: heads, seats, invitations, rows, snapshots and what is shown at the end."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Table, case, exists, false, func, or_
from sqlalchemy import select as sa_select
from sqlmodel import Session, SQLModel, col, desc, select

from muster.engine.records import Row, Snapshot
from muster.matches.models import StoredFinal, StoredInvite, StoredMatch, StoredSeat, StoredSnapshot
from muster.rosters.models import StoredRoster

_TABLES = SQLModel.metadata.tables
ROWS: Table = _TABLES["journal"]
SNAPSHOTS: Table = _TABLES["snapshots"]
MATCHES: Table = _TABLES["matches"]
SEATS: Table = _TABLES["seats"]
INVITES: Table = _TABLES["invites"]
FINALS: Table = _TABLES["finals"]
PERSONS: Table = _TABLES["persons"]

_ROW_COLUMNS = [
    ROWS.c[name] for name in ("position", "kind", "seat", "asked", "rule_path", "digest", "answer")
] + [ROWS.c[name] for name in ("batch", "client_id", "events", "rest", "undo_to")]


def get_match(session: Session, match_id: str) -> StoredMatch | None:
    """The head of that match. What cannot be an id is asked of no database: some refuse to compare it."""
    return session.get(StoredMatch, match_id) if match_id.isascii() and match_id.isalnum() else None


def status_of(session: Session, match_id: str) -> str | None:
    """How far the match is, as it is stored at this moment, whatever the session has read of it before."""
    return session.exec(select(StoredMatch.status).where(StoredMatch.id == match_id)).first()


def seats_of(session: Session, match_id: str, *, lock: bool = False) -> list[StoredSeat]:
    """The seats of a match in their order; with ``lock`` nobody else changes them before this transaction ends.

    SQLite has one writer at a time anyway.
    """
    asked = select(StoredSeat).where(StoredSeat.match_id == match_id).order_by(col(StoredSeat.position))
    return list(session.exec(asked.with_for_update() if lock else asked))


def rows_of(session: Session, match_id: str) -> list[Row]:
    """The journal of a match in order."""
    asked = (
        ROWS.select()
        .with_only_columns(*_ROW_COLUMNS)
        .where(ROWS.c.match_id == match_id)
        .order_by(ROWS.c.position)
    )
    return [_row(tuple(values)) for values in session.connection().execute(asked)]


def snapshots_of(session: Session, match_id: str) -> list[Snapshot]:
    """The kept snapshots of a match in order."""
    asked = (
        select(StoredSnapshot)
        .where(StoredSnapshot.match_id == match_id)
        .order_by(col(StoredSnapshot.position))
    )
    return [Snapshot(s.position, s.state, s.hash) for s in session.exec(asked)]


def finals_of(session: Session, match_id: str) -> dict[str, bytes]:
    """What each audience is shown of a match that is over, unpacked; nothing while it goes on."""
    asked = select(StoredFinal).where(StoredFinal.match_id == match_id)
    return {f.audience: zlib.decompress(f.shown) for f in session.exec(asked)}


def final_of(session: Session, match_id: str, audience: str) -> bytes | None:
    """What one audience is shown of a match that is over, unpacked."""
    found = session.get(StoredFinal, (match_id, audience))
    return None if found is None else zlib.decompress(found.shown)


def final_values(match_id: str, audience: str, shown: bytes) -> dict[str, Any]:
    """What is shown at the end, as the table takes it."""
    return {"match_id": match_id, "audience": audience, "shown": zlib.compress(shown)}


def invite_of(session: Session, token_hash: str) -> StoredInvite | None:
    """The invitation of that token."""
    return session.get(StoredInvite, token_hash)


def invites_to(session: Session, match_id: str) -> list[StoredInvite]:
    """All invitations to a match."""
    return list(session.exec(select(StoredInvite).where(StoredInvite.match_id == match_id)))


def next_of(session: Session, match_id: str) -> StoredMatch | None:
    """The match in which that one is played again, if it is not over or called off."""
    asked = (
        select(StoredMatch)
        .where(StoredMatch.follows == match_id, col(StoredMatch.status).in_(("open", "running")))
        .order_by(desc(MATCHES.c.created))
        .limit(1)
    )
    return session.exec(asked).first()


_LISTED_BY = case((MATCHES.c.status == "running", MATCHES.c.created), else_=MATCHES.c.updated)
"""What lists sort by. When a running match has changed would tell that somebody has answered in secret."""


def matches_of_person(session: Session, person_id: str, limit: int) -> list[StoredMatch]:
    """The matches in which a person holds a seat or that they made, the latest first (see ``_LISTED_BY``)."""
    seats = select(StoredSeat.match_id).where(StoredSeat.person_id == person_id)
    asked = (
        select(StoredMatch)
        .where(
            (col(StoredMatch.id).in_(seats)) | (StoredMatch.creator_id == person_id),
            StoredMatch.status != "cancelled",
        )
        .order_by(desc(_LISTED_BY))
        .limit(limit)
    )
    return list(session.exec(asked))


def latest(session: Session, *, status: Iterable[str], exhibition: bool, limit: int) -> list[StoredMatch]:
    """The matches in one of these states, the latest first (see ``_LISTED_BY``)."""
    asked = (
        select(StoredMatch)
        .where(col(StoredMatch.status).in_(list(status)), StoredMatch.exhibition == exhibition)
        .order_by(desc(_LISTED_BY))
        .limit(limit)
    )
    return list(session.exec(asked))


def played(session: Session, *, since: datetime, present: Iterable[str], limit: int) -> list[StoredMatch]:
    """The running matches that may be shown to everybody, those with the latest public step first.

    Those in which nobody has done anything ``since`` then are left out, unless somebody is ``present``.
    """
    asked = (
        select(StoredMatch)
        .where(
            StoredMatch.status == "running",
            col(StoredMatch.listed).is_(True),
            col(StoredMatch.exhibition).is_(False),
            (col(StoredMatch.updated) >= since) | col(StoredMatch.id).in_(list(present)),
        )
        .order_by(desc(MATCHES.c.updated))
        .limit(limit)
    )
    return list(session.exec(asked))


def ended(session: Session, limit: int) -> list[str]:
    """The matches that are over and may be shown to everybody, the latest first."""
    asked = (
        select(StoredMatch.id)
        .where(
            StoredMatch.status == "finished",
            col(StoredMatch.listed).is_(True),
            col(StoredMatch.exhibition).is_(False),
        )
        .order_by(desc(MATCHES.c.updated))
        .limit(limit)
    )
    return list(session.exec(asked))


def forget(session: Session, match_id: str) -> None:
    """Remove a match with everything that belongs to it."""
    for table in (ROWS, SNAPSHOTS, SEATS, INVITES, FINALS):
        session.connection().execute(table.delete().where(table.c.match_id == match_id))
    session.connection().execute(MATCHES.delete().where(MATCHES.c.id == match_id))


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """Since when a match may be untouched, by how far it is; None: it is kept for ever."""

    waiting: datetime | None
    running: datetime | None
    finished: datetime | None


def untouched(
    session: Session, cutoffs: Cutoffs, *, after: str = "", only: str | None = None, limit: int = 1
) -> list[str]:
    """The ids (in order, those after ``after``) of matches in which nothing happened and which nobody visited.

    Exhibitions are none of them: whoever makes the next one removes the last.
    """
    kinds = (
        (("open", "cancelled"), cutoffs.waiting),
        (("running",), cutoffs.running),
        (("finished",), cutoffs.finished),
    )
    old = [
        MATCHES.c.status.in_(status)
        & (MATCHES.c.updated < before)
        & (MATCHES.c.visited.is_(None) | (MATCHES.c.visited < before))
        for status, before in kinds
        if before is not None
    ]
    asked = (
        sa_select(MATCHES.c.id)
        .where(or_(false(), *old), MATCHES.c.exhibition.is_(False))
        .where(MATCHES.c.id > after if only is None else MATCHES.c.id == only)
        .order_by(MATCHES.c.id)
        .limit(limit)
    )
    return [str(match_id) for (match_id,) in session.connection().execute(asked)]


def note_visits(session: Session, match_ids: Iterable[str] | None, now: datetime) -> None:
    """Somebody had these matches open; None: all of them count as visited now."""
    noted = MATCHES.update().values(visited=now)
    if match_ids is not None:
        noted = noted.where(MATCHES.c.id.in_(list(match_ids)))
    session.connection().execute(noted)


def last_sign_of_life(session: Session) -> datetime | None:
    """The latest time at which anybody is known to have been here; None in a database without anybody."""
    columns = (PERSONS.c.seen, MATCHES.c.updated, MATCHES.c.visited)
    times = [session.connection().execute(sa_select(func.max(c))).scalar_one() for c in columns]
    return max((t for t in times if t is not None), default=None)


def forget_guests(session: Session, *, before: datetime, limit: int) -> int:
    """Remove guests not seen since ``before`` to whom no seat, match or roster points; how many there were."""
    lonely = (
        sa_select(PERSONS.c.id)
        .where(
            PERSONS.c.kind == "guest",
            PERSONS.c.seen < before,
            ~exists().where(SEATS.c.person_id == PERSONS.c.id),
            ~exists().where(MATCHES.c.creator_id == PERSONS.c.id),
            ~exists().where(col(StoredRoster.owner_id) == PERSONS.c.id),
        )
        .limit(limit)
    )
    found = [person_id for (person_id,) in session.connection().execute(lonely)]
    session.connection().execute(PERSONS.delete().where(PERSONS.c.id.in_(found)))
    return len(found)


def unfinished_of(session: Session, creator_id: str) -> int:
    """How many matches a person has made that are not over."""
    asked = sa_select(func.count()).where(
        MATCHES.c.creator_id == creator_id, MATCHES.c.status.in_(("open", "running"))
    )
    return int(session.connection().execute(asked).scalar_one())


def unfinished_of_bots(session: Session, creator_id: str | None = None) -> int:
    """How many matches a person (None: anybody) has made that are not over and in which bots alone play."""
    persons = exists().where(SEATS.c.match_id == MATCHES.c.id, SEATS.c.kind == "person")
    asked = sa_select(func.count()).where(
        MATCHES.c.creator_id.is_not(None), MATCHES.c.status.in_(("open", "running")), ~persons
    )
    if creator_id is not None:
        asked = asked.where(MATCHES.c.creator_id == creator_id)
    return int(session.connection().execute(asked).scalar_one())


def _row(values: tuple[Any, ...]) -> Row:
    position, kind, seat, asked, rule_path, digest, answer, batch, client_id, events, rest, to = values
    return Row(
        position, kind, seat, asked, rule_path, digest, answer, batch, client_id, tuple(events), rest, to
    )


def row_values(match_id: str, row: Row, at: Any) -> dict[str, Any]:
    """A journal row as the table takes it."""
    return {
        "match_id": match_id,
        "position": row.position,
        "kind": row.kind,
        "seat": row.seat,
        "asked": row.asked,
        "rule_path": row.rule_path,
        "digest": row.digest,
        "answer": row.answer,
        "batch": row.batch,
        "client_id": row.client_id,
        "events": row.events,
        "rest": row.rest,
        "undo_to": row.to,
        "at": at,
    }
