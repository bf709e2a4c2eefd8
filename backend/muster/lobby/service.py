"""Making and joining matches. Nothing here commits."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from sqlmodel import Session

from muster.accounts import repository as persons
from muster.engine.ids import SPECTATORS
from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset
from muster.lobby import bringing
from muster.lobby.options import read_options
from muster.lobby.schemas import PlayBot, SeatBot, SeatInvite, SeatMe, SeatWish
from muster.matches import repository
from muster.matches import service as matches
from muster.matches.models import StoredInvite, StoredMatch, StoredSeat
from muster.matches.service import SeatPlan
from muster.matches.summary import invite_token

Json: TypeAlias = Any
Levels: TypeAlias = Callable[[AnyRuleset], tuple[str, ...]]


def make(
    *,
    session: Session,
    ruleset: AnyRuleset,
    options: Mapping[str, Json],
    wishes: Mapping[str, SeatWish],
    levels: Levels,
    creator_id: str | None,
    secret: bytes,
    now: datetime,
    exhibition: bool = False,
    listed: bool = True,
    follows: str | None = None,
    brought: Mapping[str, Json] | None = None,
) -> StoredMatch:
    """A new match with its seats and invitations, and the rosters brought by seat.

    Raises Refusal with what would be right.
    """
    chosen = read_options(ruleset, options)
    setup = bringing.setup_with(ruleset, options, brought or {})
    infos = ruleset.seats(setup)
    if set(wishes) != {str(i.id) for i in infos}:
        names = ", ".join(f"{i.id} ({i.label})" for i in infos)
        raise Refusal("bad_seats", f"Say for each of these seats who sits there, and for no other: {names}.")
    if creator_id is not None and all(isinstance(wish, SeatBot) for wish in wishes.values()):
        _check_bots_alone(session, creator_id)
    offered = levels(ruleset)
    plans: dict[str, SeatPlan] = {}
    for info in infos:
        wish = wishes[info.id]
        if isinstance(wish, SeatBot):
            if wish.level not in offered:
                raise Refusal(
                    "no_such_bot",
                    f"{ruleset.title} has no such bot. There are: {', '.join(offered) or 'none'}.",
                )
            plans[info.id] = SeatPlan(level=wish.level)
        else:
            plans[info.id] = SeatPlan(person_id=creator_id if isinstance(wish, SeatMe) else None)
    dumped = chosen.model_dump(mode="json")
    stored = matches.create(
        session=session,
        ruleset=ruleset,
        options=dumped,
        setup=setup,
        scenario=str(dumped.get("scenario", ruleset.scenarios()[0].id)),
        seats=plans,
        creator_id=creator_id,
        now=now,
        exhibition=exhibition,
        listed=listed,
        follows=follows,
        brought=brought or None,
    )
    session.flush()
    for seat, wish in wishes.items():
        if wish.kind == "invite":
            token = invite_token(secret, stored.id, seat)
            matches.invite(session=session, match_id=stored.id, seat=seat, token=token, now=now)
    return stored


def map_of(ruleset: AnyRuleset, scenario: str) -> Json:
    """The fixed table of a scenario as it is with the usual options; raises Refusal where there is none.

    On an open table terrain belongs to the position, for it may come and go: what lies there at first is under
    ``terrain``.
    """
    if scenario not in {s.id for s in ruleset.scenarios()}:
        raise Refusal("not_found", f"{ruleset.title} has no such scenario.")
    given = {"scenario": scenario} if "scenario" in ruleset.options.model_fields else {}
    setup = ruleset.new_setup(read_options(ruleset, given), {})
    table = ruleset.table(setup)
    if table["form"] != "open":
        return table
    return {**table, "terrain": ruleset.view(ruleset.new_state(setup), SPECTATORS).terrain}


def bot_wishes(ruleset: AnyRuleset, wish: PlayBot) -> dict[str, SeatWish]:
    """The seats of a match against a bot: mine, and bots on all others; raises Refusal."""
    options = read_options(ruleset, wish.options)
    chosen = options.model_dump(mode="json").get("scenario")
    scenarios = ruleset.scenarios()
    scenario = next((s for s in scenarios if s.id == chosen), scenarios[0])
    names = [str(i.id) for i in scenario.seats]
    mine = wish.seat or names[0]
    if mine not in names:
        raise Refusal("bad_seats", f"{scenario.title} has no such seat. There are: {', '.join(names)}.")
    return {
        name: SeatMe(kind="me") if name == mine else SeatBot(kind="bot", level=wish.level) for name in names
    }


def over(*, session: Session, match_id: str, person_id: str) -> StoredMatch:
    """A match that is over and in which this person held a seat; raises Refusal.

    Its seats are locked: of two who want to play it again at the same moment, the second finds what the first made.
    """
    seats = repository.seats_of(session, match_id, lock=True)
    stored = repository.get_match(session, match_id)
    if stored is None:
        raise matches.no_such_match()
    if all(s.person_id != person_id for s in seats):
        raise Refusal("no_seat", "Only those who held a seat in this match can play it again.")
    if stored.status != "finished":
        raise Refusal("not_over", "This match is not over yet.")
    return stored


def join_again(*, session: Session, old: StoredMatch, person_id: str) -> str | None:
    """Take the seat in the match in which somebody else plays ``old`` again, the one held before, or come back to it.

    None where nobody waits: alone or against bots one begins anew.
    """
    found = repository.next_of(session, old.id)
    if found is None:
        return None
    seats = {s.seat: s for s in repository.seats_of(session, found.id, lock=True)}
    if all(s.kind == "bot" or s.person_id == person_id for s in seats.values()):
        return None
    if any(s.person_id == person_id for s in seats.values()):
        return found.id
    before = [s.seat for s in repository.seats_of(session, old.id) if s.person_id == person_id]
    kept = [seats[name] for name in before if seats[name].kind == "person" and seats[name].person_id is None]
    for seat in kept:
        seat.person_id = person_id
        session.add(seat)
    session.flush()
    return found.id if kept else None


def make_again(
    *,
    session: Session,
    ruleset: AnyRuleset,
    old: StoredMatch,
    person_id: str,
    levels: Levels,
    secret: bytes,
    now: datetime,
) -> StoredMatch:
    """``old`` once more: its options, rosters, bots, who may see it; the seats of others are kept for them."""

    def wish(seat: StoredSeat) -> SeatWish:
        if seat.level is not None:
            return SeatBot(kind="bot", level=seat.level)
        return SeatMe(kind="me") if seat.person_id == person_id else SeatInvite(kind="invite")

    return make(
        session=session,
        ruleset=ruleset,
        options=old.options,
        wishes={s.seat: wish(s) for s in repository.seats_of(session, old.id)},
        levels=levels,
        creator_id=person_id,
        secret=secret,
        now=now,
        listed=old.listed,
        follows=old.id,
        brought=old.rosters,
    )


MOST_OF_BOTS = 2
"""Unfinished matches between bots that one person may have: nobody's answers pace them, so each costs all it can."""


MOST_OF_BOTS_HERE = 8
"""The same for the whole house: guests cost nothing, so that a limit for each alone is none."""


def _check_bots_alone(session: Session, person_id: str) -> None:
    here = repository.unfinished_of_bots(session)
    if here >= MOST_OF_BOTS_HERE:
        raise Refusal(
            "too_many_matches",
            f"Bots are playing {here} matches in this house already. Watch one of them, or take a seat yourself.",
            numbers={"unfinished": here, "allowed": MOST_OF_BOTS_HERE},
        )
    running = repository.unfinished_of_bots(session, person_id)
    if running >= MOST_OF_BOTS:
        raise Refusal(
            "too_many_matches",
            f"Bots are playing {running} matches for you already. Wait for the end of one, or take a seat yourself.",
            numbers={"unfinished": running, "allowed": MOST_OF_BOTS},
        )


def check_number(*, session: Session, person_id: str, most: int) -> None:
    """Refuse to make one more match for somebody who leaves too many unfinished."""
    unfinished = repository.unfinished_of(session, person_id)
    if unfinished >= most:
        raise Refusal(
            "too_many_matches",
            f"You have made {unfinished} matches that are not over. Finish one, resign in one or call one off that has "
            "not begun; then you can make another.",
            numbers={"unfinished": unfinished, "allowed": most},
        )


def sit(*, session: Session, match_id: str, person_id: str, entropy: str | None, now: datetime) -> None:
    """Bring the contribution of the person's seats; raises Refusal."""
    if repository.get_match(session, match_id) is None:
        raise matches.no_such_match()
    matches.sit(session=session, match_id=match_id, person_id=person_id, entropy=_bytes(entropy), now=now)


def accept(*, session: Session, token: str, person_id: str, entropy: str | None, now: datetime) -> str:
    """Take the seat of an invitation; returns the match's id. Raises Refusal."""
    seat = matches.accept(session=session, token=token, person_id=person_id, entropy=_bytes(entropy), now=now)
    return seat.match_id


def _bytes(entropy: str | None) -> bytes | None:
    return None if entropy is None else bytes.fromhex(entropy)


def find_invite(*, session: Session, token: str) -> StoredInvite:
    """The invitation of a token; raises Refusal."""
    return matches.find_invite(session=session, token=token)


def check_invite(*, session: Session, token: str, match_id: str) -> None:
    """Refuse an invitation to another match."""
    if matches.find_invite(session=session, token=token).match_id != match_id:
        raise matches.no_such_invite()


def creator_name(*, session: Session, match_id: str) -> str | None:
    """Who made the match."""
    stored = repository.get_match(session, match_id)
    if stored is None or stored.creator_id is None:
        return None
    return persons.names(session, [stored.creator_id]).get(stored.creator_id)
