"""A match in a few public words."""

from sqlmodel import Session

from muster.accounts import repository as persons
from muster.core.security import make_token, purpose_key
from muster.matches import repository, service
from muster.matches.models import StoredSeat
from muster.matches.schemas import MatchSummary, NextMatch, SeatSummary


def invite_token(secret: bytes, match_id: str, seat: str) -> str:
    """The token of a seat's invitation. It is not kept: the server's secret makes it again."""
    return make_token(purpose_key(secret, "invite"), match_id, seat)


def summary(*, session: Session, match_id: str, person_id: str | None, secret: bytes) -> MatchSummary:
    """The summary for one caller; raises Refusal where there is no such match. Needs no rules: see StoredMatch."""
    stored = repository.get_match(session, match_id)
    if stored is None:
        raise service.no_such_match()
    seats = repository.seats_of(session, match_id)
    names = persons.names(session, [s.person_id for s in seats if s.person_id])

    mine = person_id is not None and stored.creator_id == person_id

    def seat(s: StoredSeat) -> SeatSummary:
        free = s.kind == "person" and s.person_id is None
        shows_link = free and mine and stored.status == "open"
        return SeatSummary(
            seat=s.seat,
            label=s.label,
            pattern=s.pattern,
            kind="bot" if s.kind == "bot" else "person",
            level=s.level,
            name=names.get(s.person_id) if s.person_id else None,
            taken=not free,
            ready=s.contribution is not None,
            mine=person_id is not None and s.person_id == person_id,
            invite=f"/invite/{invite_token(secret, match_id, s.seat)}" if shows_link else None,
        )

    held = person_id is not None and any(s.person_id == person_id for s in seats)
    return MatchSummary(
        id=stored.id,
        ruleset=stored.ruleset,
        ruleset_title=stored.ruleset_title,
        ruleset_version=stored.ruleset_version,
        scenario=stored.scenario,
        scenario_title=stored.scenario_title,
        options=stored.options,
        status=stored.status,
        exhibition=stored.exhibition,
        listed=stored.listed,
        made_by_me=mine,
        created=stored.created,
        updated=None if stored.status == "running" else stored.updated,
        setup_hash=None if stored.status == "open" else stored.setup_hash,
        secret_hash=stored.secret_hash,
        seats=[seat(s) for s in seats],
        follows=stored.follows,
        again=_again(session, match_id, person_id) if held and stored.status == "finished" else None,
        result=stored.result,
    )


def _again(session: Session, match_id: str, person_id: str | None) -> NextMatch | None:
    found = repository.next_of(session, match_id)
    if found is None:
        return None
    by = persons.names(session, [found.creator_id]).get(found.creator_id) if found.creator_id else None
    mine = any(s.person_id == person_id for s in repository.seats_of(session, found.id))
    return NextMatch(id=found.id, by=by, mine=mine)
