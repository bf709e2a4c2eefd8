"""What can be done with stored matches. Nothing here commits; the one who opened the session does."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

import orjson
from sqlmodel import Session

from muster.accounts import repository as persons
from muster.core.security import random_name, token_hash
from muster.engine import ENGINE_VERSION
from muster.engine.chance import CONTRIBUTION_BYTES, SECRET_BYTES, secret_hash
from muster.engine.records import Head, Row, Snapshot
from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset
from muster.matches import repository
from muster.matches.models import MATCH_ID_LENGTH, StoredInvite, StoredMatch, StoredSeat

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit on a seat: a person who is known already, a bot of a level, or (neither) whoever is invited."""

    person_id: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Loaded:
    """All that is stored of a match."""

    head: StoredMatch
    seats: list[StoredSeat]
    names: dict[str, str]
    rows: list[Row]
    snapshots: list[Snapshot]
    finals: dict[str, bytes]
    """What each audience is shown once the match is over."""


def create(
    *,
    session: Session,
    ruleset: AnyRuleset,
    options: Json,
    setup: Json,
    scenario: str,
    seats: Mapping[str, SeatPlan],
    creator_id: str | None,
    now: datetime,
    exhibition: bool = False,
    listed: bool = True,
    follows: str | None = None,
    brought: Json = None,
) -> StoredMatch:
    """A new match with its seats; ``seats`` in the ruleset's order. Bots bring their part of the chance at once.

    ``brought`` are the rosters by seat from which the setup was made, if there are any.
    """
    secret = secrets.token_bytes(SECRET_BYTES)
    stored = StoredMatch(
        id=random_name(MATCH_ID_LENGTH),
        ruleset=ruleset.id,
        ruleset_title=ruleset.title,
        scenario=scenario,
        scenario_title=next((s.title for s in ruleset.scenarios() if s.id == scenario), scenario),
        engine_version=ENGINE_VERSION,
        ruleset_version=ruleset.version,
        setup=setup,
        setup_hash=setup_hash(setup),
        options=options,
        rosters=brought,
        status="open",
        exhibition=exhibition,
        listed=listed,
        follows=follows,
        creator_id=creator_id,
        secret=secret,
        secret_hash=secret_hash(secret),
        created=now,
        updated=now,
    )
    session.add(stored)
    session.flush()
    infos = {str(i.id): i for i in ruleset.seats(setup)}
    for position, (seat, plan) in enumerate(seats.items()):
        bot = plan.level is not None
        session.add(
            StoredSeat(
                match_id=stored.id,
                seat=seat,
                position=position,
                label=infos[seat].label,
                pattern=infos[seat].pattern,
                kind="bot" if bot else "person",
                person_id=plan.person_id,
                level=plan.level,
                contribution=secrets.token_bytes(CONTRIBUTION_BYTES) if bot else None,
            )
        )
    return stored


def setup_hash(setup: Json) -> str:
    """The fingerprint of a setup, as the record of a match has it."""
    return hashlib.sha256(orjson.dumps(setup, option=orjson.OPT_SORT_KEYS)).hexdigest()


def set_up(*, session: Session, stored: StoredMatch, ruleset: AnyRuleset, setup: Json, brought: Json) -> None:
    """Put another setup in place of a match's that has not begun; its seats may be called otherwise then."""
    stored.setup, stored.setup_hash, stored.rosters = setup, setup_hash(setup), brought
    session.add(stored)
    labels = {str(info.id): info.label for info in ruleset.seats(setup)}
    for seat in repository.seats_of(session, stored.id):
        seat.label = labels[seat.seat]
        session.add(seat)


def invite(*, session: Session, match_id: str, seat: str, token: str, now: datetime) -> None:
    """Keep an invitation's hash."""
    session.add(StoredInvite(token_hash=token_hash(token), match_id=match_id, seat=seat, created=now))


def sit(*, session: Session, match_id: str, person_id: str, entropy: bytes | None, now: datetime) -> None:
    """A person brings the contribution of every seat that they hold.

    The first gets ``entropy`` from their client, further ones (hot seat) are drawn here. Doing it again changes
    nothing. Raises Refusal for somebody without a seat.
    """
    held = [s for s in repository.seats_of(session, match_id, lock=True) if s.person_id == person_id]
    if not held:
        raise Refusal("no_seat", "You hold no seat in this match. Ask for an invitation, or watch.")
    _refuse_cancelled(session, match_id)
    repository.note_visits(session, [match_id], now)
    given = entropy
    for seat in held:
        if seat.contribution is None:
            seat.contribution = given if given is not None else secrets.token_bytes(CONTRIBUTION_BYTES)
            given = None
            session.add(seat)


def accept(
    *, session: Session, token: str, person_id: str, entropy: bytes | None, now: datetime
) -> StoredSeat:
    """Take the seat that an invitation is for. Opening one's own invitation again just comes back.

    Raises Refusal where the link is unknown, the seat is taken, or the person sits on the other side.
    """
    found = find_invite(session=session, token=token)
    seats = repository.seats_of(session, found.match_id, lock=True)
    _refuse_cancelled(session, found.match_id)
    seat = next(s for s in seats if s.seat == found.seat)
    if seat.person_id is None:
        if any(s.person_id == person_id for s in seats):
            raise Refusal(
                "own_invite",
                "You hold another seat of this match. Send the link to the person who is to play against you.",
            )
        seat.person_id = person_id
        found.used = now
        session.add(found)
        repository.note_visits(session, [found.match_id], now)
    elif seat.person_id != person_id:
        raise Refusal("seat_taken", "Somebody else has taken this seat. You can still watch the match.")
    if seat.contribution is None:
        seat.contribution = entropy or secrets.token_bytes(CONTRIBUTION_BYTES)
    session.add(seat)
    return seat


def cancel(*, session: Session, match_id: str, person_id: str, now: datetime) -> None:
    """Whoever made a match calls it off while somebody is still awaited. Doing it again changes nothing.

    Its head and invitations stay, so that the link can say what became of it.
    """
    seats = repository.seats_of(session, match_id, lock=True)
    stored = repository.get_match(session, match_id)
    if stored is None:
        raise no_such_match()
    if stored.creator_id != person_id:
        raise Refusal("not_maker", "Only whoever made this match can call it off.")
    if stored.status == "cancelled":
        return
    if stored.status != "open" or all(s.contribution is not None for s in seats):
        raise Refusal("begun", "This match has begun, so it can no longer be called off. You can resign.")
    stored.status, stored.updated = "cancelled", now
    session.add(stored)


def _refuse_cancelled(session: Session, match_id: str) -> None:
    """After the seats were locked: whoever comes at the same moment as the calling off finds one of the two done."""
    if repository.status_of(session, match_id) == "cancelled":
        raise cancelled()


def cancelled() -> Refusal:
    """The refusal for a match that was called off."""
    return Refusal("cancelled", "Whoever made this match called it off before it began.")


def find_invite(*, session: Session, token: str) -> StoredInvite:
    """The invitation of a token; raises Refusal."""
    found = repository.invite_of(session, token_hash(token))
    if found is None:
        raise no_such_invite()
    return found


def no_such_invite() -> Refusal:
    """The refusal for an unknown link."""
    return Refusal(
        "no_such_invite", "This invitation is not known, or its match was removed. Ask for the link again."
    )


def load(*, session: Session, match_id: str) -> Loaded:
    """All that is stored of a match; raises Refusal where there is none."""
    head = repository.get_match(session, match_id)
    if head is None:
        raise no_such_match()
    seats = repository.seats_of(session, match_id)
    names = persons.names(session, [s.person_id for s in seats if s.person_id])
    return Loaded(
        head,
        seats,
        names,
        repository.rows_of(session, match_id),
        repository.snapshots_of(session, match_id),
        repository.finals_of(session, match_id),
    )


def no_such_match() -> Refusal:
    """The refusal for an unknown match."""
    return Refusal(
        "no_such_match",
        "There is no match at this address. Check the link; one that nobody has touched for weeks is removed.",
    )


def engine_head(stored: StoredMatch, seats: Sequence[StoredSeat]) -> Head | None:
    """What the engine needs to begin or resume, or None while a seat's contribution is missing."""
    contributions: dict[str, bytes] = {}
    for seat in seats:
        if seat.contribution is None:
            return None
        contributions[seat.seat] = seat.contribution
    return Head(
        stored.ruleset,
        stored.engine_version,
        stored.ruleset_version,
        stored.setup,
        stored.secret,
        contributions,
    )
