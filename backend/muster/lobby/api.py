"""Routes of making, joining and looking around."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Depends
from sqlmodel import Session
from starlette.requests import HTTPConnection

from muster.accounts.api import ByPerson, Caller, InContext
from muster.core.context import Context, limited_as
from muster.lobby import bringing, service
from muster.lobby.lounge import Lounge
from muster.lobby.rules import rules_of
from muster.lobby.schemas import (
    Accept,
    InviteSummary,
    Join,
    MyMatch,
    NewMatch,
    PlayAgain,
    PlayBot,
    RuleItem,
    RulesetOffer,
    ScenarioOffer,
    SeatOffer,
    Tables,
)
from muster.matches import repository
from muster.matches import service as matches
from muster.matches.api import WithHub
from muster.matches.schemas import MatchSummary
from muster.matches.summary import summary
from muster.protocol.edge import WithCatalog
from muster.protocol.problems import too_fast

router = APIRouter(prefix="/api", tags=["lobby"])

MOST_LISTED = 30


def lounge_of(connection: HTTPConnection) -> Lounge:
    """What the home page shows."""
    lounge: Lounge = connection.app.state.lounge
    return lounge


WithLounge: TypeAlias = Annotated[Lounge, Depends(lounge_of)]


def _change(context: Context, work: Callable[[Session], str]) -> str:
    """Do it in one transaction; returns the match's id."""
    with context.database.write() as session:
        match_id = work(session)
        session.commit()
    return match_id


async def _changed(
    context: Context, hub: WithHub, person_id: str, work: Callable[[Session], str]
) -> MatchSummary:
    """Change a match's seats, let it begin if all have come, and say what it looks like now."""
    match_id = await asyncio.to_thread(_change, context, work)
    await hub.refresh(match_id)

    def read() -> MatchSummary:
        with context.database.read() as session:
            return summary(
                session=session,
                match_id=match_id,
                person_id=person_id,
                secret=context.secret,
            )

    return await asyncio.to_thread(read)


def may_make(connection: HTTPConnection, me: ByPerson, context: InContext) -> None:
    """Refuse somebody who makes matches too quickly."""
    wait = context.new_matches.take(me.id)
    if wait > 0:
        raise too_fast(wait, "You have made many matches just now.")
    wait = context.address_matches.take(limited_as(connection))
    if wait > 0:
        raise too_fast(wait, "Too many new matches from this address.")


# ------------------------------------------------------------------ games
@router.get("/rulesets")
def get_rulesets(catalog: WithCatalog, lounge: WithLounge) -> list[RulesetOffer]:
    """The games that can be played here, with what their forms need."""
    return [
        RulesetOffer(
            id=ruleset.id,
            title=ruleset.title,
            version=ruleset.version,
            scenarios=[
                ScenarioOffer(
                    id=s.id,
                    title=s.title,
                    summary=s.summary,
                    minutes=s.minutes,
                    seats=[SeatOffer(seat=i.id, label=i.label, pattern=i.pattern) for i in s.seats],
                )
                for s in ruleset.scenarios()
            ],
            options=ruleset.options.model_json_schema(),
            bots=list(lounge.levels(ruleset)),
            rosters=ruleset.roster_tools is not None,
        )
        for ruleset in catalog.all()
    ]


@router.get("/rulesets/{ruleset_id}/maps/{scenario}")
async def get_map(ruleset_id: str, scenario: str, catalog: WithCatalog) -> Any:
    """The fixed table of a scenario, for those who choose one."""
    ruleset = catalog.get(ruleset_id)
    return await asyncio.to_thread(service.map_of, ruleset, scenario)


@router.get("/rules/{ruleset_id}")
def get_rules(ruleset_id: str, catalog: WithCatalog) -> list[RuleItem]:
    """The rules of a game in a player's words."""
    return list(rules_of(catalog.get(ruleset_id)))


@router.get("/tables")
async def get_tables(lounge: WithLounge) -> Tables:
    """What is being played, for the home page. Asking keeps the exhibition match going."""
    return await lounge.look()


# ------------------------------------------------------------------ making
@router.post("/matches", status_code=201, dependencies=[Depends(may_make)])
async def post_match(
    body: NewMatch, me: ByPerson, context: InContext, hub: WithHub, catalog: WithCatalog, lounge: WithLounge
) -> MatchSummary:
    """Make a match. With ``entropy`` the caller sits down on their seats at once."""
    ruleset = catalog.get(body.ruleset)

    def work(session: Session) -> str:
        service.check_number(session=session, person_id=me.id, most=context.settings.matches_per_person)
        made = service.make(
            session=session,
            ruleset=ruleset,
            options=body.options,
            wishes=body.seats,
            levels=lounge.levels,
            creator_id=me.id,
            secret=context.secret,
            now=context.clock.now(),
            listed=body.listed,
            brought=bringing.own(
                session=session,
                person_id=me.id,
                ruleset=ruleset,
                named=body.rosters,
                invited=[seat for seat, wish in body.seats.items() if wish.kind == "invite"],
            ),
        )
        if body.entropy is not None and any(w.kind == "me" for w in body.seats.values()):
            _sit(session, context, made.id, me.id, body.entropy)
        return made.id

    return await _changed(context, hub, me.id, work)


@router.post("/play-bot", status_code=201, dependencies=[Depends(may_make)])
async def post_play_bot(
    body: PlayBot, me: ByPerson, context: InContext, hub: WithHub, catalog: WithCatalog, lounge: WithLounge
) -> MatchSummary:
    """Make a match against a bot, sit down and begin, in one call."""
    ruleset = catalog.get(body.ruleset)

    def work(session: Session) -> str:
        service.check_number(session=session, person_id=me.id, most=context.settings.matches_per_person)
        made = service.make(
            session=session,
            ruleset=ruleset,
            options=body.options,
            wishes=service.bot_wishes(ruleset, body),
            levels=lounge.levels,
            creator_id=me.id,
            secret=context.secret,
            now=context.clock.now(),
            listed=body.listed,
            brought=bringing.own(session=session, person_id=me.id, ruleset=ruleset, named=body.rosters),
        )
        _sit(session, context, made.id, me.id, body.entropy)
        return made.id

    return await _changed(context, hub, me.id, work)


# ------------------------------------------------------------------ joining
def _sit(session: Session, context: Context, match_id: str, person_id: str, entropy: str | None) -> None:
    service.sit(
        session=session,
        match_id=match_id,
        person_id=person_id,
        entropy=entropy,
        now=context.clock.now(),
    )


def _accept(session: Session, context: Context, token: str, person_id: str, entropy: str | None) -> str:
    return service.accept(
        session=session, token=token, person_id=person_id, entropy=entropy, now=context.clock.now()
    )


@router.post("/matches/{match_id}/join")
async def post_join(
    match_id: str, body: Join, me: ByPerson, context: InContext, hub: WithHub
) -> MatchSummary:
    """Sit down, on the invited seat or on those that are mine already. Doing it again changes nothing."""

    def work(session: Session) -> str:
        if body.token is None:
            _sit(session, context, match_id, me.id, body.entropy)
            return match_id
        service.check_invite(session=session, token=body.token, match_id=match_id)
        return _accept(session, context, body.token, me.id, body.entropy)

    return await _changed(context, hub, me.id, work)


@router.post("/matches/{match_id}/again", status_code=201, dependencies=[Depends(may_make)])
async def post_again(
    match_id: str,
    body: PlayAgain,
    me: ByPerson,
    context: InContext,
    hub: WithHub,
    catalog: WithCatalog,
    lounge: WithLounge,
) -> MatchSummary:
    """Play a match that is over again as it was, with everybody on their side; whoever comes second joins the first."""

    def work(session: Session) -> str:
        old = service.over(session=session, match_id=match_id, person_id=me.id)
        found = service.join_again(session=session, old=old, person_id=me.id)
        if found is None:
            service.check_number(session=session, person_id=me.id, most=context.settings.matches_per_person)
            found = service.make_again(
                session=session,
                ruleset=catalog.get(old.ruleset),
                old=old,
                person_id=me.id,
                levels=lounge.levels,
                secret=context.secret,
                now=context.clock.now(),
            ).id
        _sit(session, context, found, me.id, body.entropy)
        return found

    made = await _changed(context, hub, me.id, work)
    hub.say_again(match_id)
    return made


@router.post("/matches/{match_id}/cancel")
async def post_cancel(match_id: str, me: ByPerson, context: InContext, hub: WithHub) -> MatchSummary:
    """Call a match off that has not begun; only its maker may."""

    def work(session: Session) -> str:
        matches.cancel(session=session, match_id=match_id, person_id=me.id, now=context.clock.now())
        return match_id

    called_off = await _changed(context, hub, me.id, work)
    if called_off.follows is not None:
        hub.say_again(called_off.follows)
    return called_off


@router.post("/invites/{token}")
async def post_invite(
    token: str, body: Accept, me: ByPerson, context: InContext, hub: WithHub, catalog: WithCatalog
) -> MatchSummary:
    """Take the seat of an invitation, or come back to it."""

    def work(session: Session) -> str:
        if body.roster is not None:
            bringing.bring(
                session=session, catalog=catalog, token=token, person_id=me.id, roster_id=body.roster
            )
        return _accept(session, context, token, me.id, body.entropy)

    return await _changed(context, hub, me.id, work)


@router.get("/invites/{token}")
def get_invite(token: str, context: InContext, me: Caller) -> InviteSummary:
    """What an invitation is for. Looking takes nothing."""
    with context.database.read() as session:
        invite = service.find_invite(session=session, token=token)
        match = summary(session=session, match_id=invite.match_id, person_id=me, secret=context.secret)
        return InviteSummary(
            match=match, seat=invite.seat, from_name=service.creator_name(session=session, match_id=match.id)
        )


@router.get("/me/matches")
async def get_my_matches(me: Caller, context: InContext, hub: WithHub) -> list[MyMatch]:
    """The matches of the caller, the latest first."""
    if me is None:
        return []

    def read() -> list[MatchSummary]:
        with context.database.read() as session:
            return [
                summary(session=session, match_id=m.id, person_id=me, secret=context.secret)
                for m in repository.matches_of_person(session, me, MOST_LISTED)
            ]

    found = await asyncio.to_thread(read)
    return [MyMatch(match=m, my_turn=hub.asks(m.id, me)) for m in found]
