"""Rosters that people bring to a match. What its rules do not allow is refused; nothing here commits."""

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

import orjson
from sqlmodel import Session

from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset
from muster.lobby.options import read_options
from muster.matches import repository
from muster.matches import service as matches
from muster.rosters import service as rosters
from muster.rulesets.catalog import Catalog

Json: TypeAlias = Any


def setup_with(ruleset: AnyRuleset, options: Mapping[str, Json], brought: Mapping[str, Json]) -> Json:
    """The setup of a match in which these seats bring these rosters; raises Refusal with every fault of one."""
    made = ruleset.new_setup(read_options(ruleset, options), {Seat(s): body for s, body in brought.items()})
    setup = orjson.loads(orjson.dumps(made))
    seats = [str(info.id) for info in ruleset.seats(setup)]
    if strange := [seat for seat in brought if seat not in seats]:
        raise Refusal(
            "bad_seats", f"There is no seat {strange[0]!r} to bring a roster. There are: {', '.join(seats)}."
        )
    return setup


def own(
    *,
    session: Session,
    person_id: str,
    ruleset: AnyRuleset,
    named: Mapping[str, str],
    invited: Collection[str] = (),
) -> dict[str, Json]:
    """The rosters that a person names by seat, as they are now.

    Raises Refusal for one that is not theirs, and for one for an invited seat: whoever comes chooses for himself.
    """
    if others := [seat for seat in named if seat in invited]:
        raise Refusal(
            "not_your_seat",
            f"Whoever accepts the invitation to {others[0]} brings a roster of their own, or the ready one.",
        )
    found: dict[str, Json] = {}
    for seat, roster_id in named.items():
        stored = rosters.load(session=session, owner_id=person_id, roster_id=roster_id)
        if stored.ruleset != ruleset.id:
            raise Refusal("other_game", f"{stored.name} is not a roster of {ruleset.title}.")
        found[seat] = rosters.tools_of(ruleset).brought(stored.body)
    return found


def bring(*, session: Session, catalog: Catalog, token: str, person_id: str, roster_id: str) -> None:
    """Whoever takes an invitation's seat brings a roster of theirs, in place of what was there.

    Raises Refusal where the seat has been taken: from then on it is fixed what it brings.
    """
    found = matches.find_invite(session=session, token=token)
    seat = next(s for s in repository.seats_of(session, found.match_id, lock=True) if s.seat == found.seat)
    stored = repository.get_match(session, found.match_id)
    if stored is None:
        raise matches.no_such_match()
    if seat.contribution is not None:
        raise Refusal("begun", "This seat has been taken already; what it brings can no longer be changed.")
    ruleset = catalog.get(stored.ruleset)
    mine = own(session=session, person_id=person_id, ruleset=ruleset, named={seat.seat: roster_id})
    there: dict[str, Json] = stored.rosters or {}
    brought = {**there, **mine}
    matches.set_up(
        session=session,
        stored=stored,
        ruleset=ruleset,
        setup=setup_with(ruleset, stored.options, brought),
        brought=brought,
    )
