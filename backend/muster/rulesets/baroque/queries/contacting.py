"""The contacts that a charge makes, and how the melee would stand that follows at once (7.1a, 7.2, 7.2.3b)."""

from collections.abc import Sequence
from dataclasses import replace

from muster.engine.explain import Odds
from muster.geometry.open.contact import touching
from muster.geometry.open.moves import Path
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import body, pose_of
from muster.rulesets.baroque.queries.charging import Plan, bonus_odds, impact
from muster.rulesets.baroque.queries.close_fire import has_pistols
from muster.rulesets.baroque.queries.kinds_of_troops import has_flanks
from muster.rulesets.baroque.queries.melee_odds import fight_odds
from muster.rulesets.baroque.queries.obstacles import costs_order, over
from muster.rulesets.baroque.state import Arrival, Contact, State, UnitId, with_poses


def contacts_of(
    state: State,
    path: Path,
    on: Sequence[UnitId],
    arrival: Arrival,
    *,
    impetus: bool = True,
    before: State | None = None,
) -> tuple[Contact, ...]:
    """The contacts that a base makes that has come along ``path`` and stands at its end (7.1a, 7.2, obstacle.2).

    ``before``: the position in which both began to move, where the enemy has moved too (R54).
    """
    unit = path.body.id
    found: list[Contact] = []
    for target in on:
        sides = {s for met in touching(body(state, unit), (body(state, target),)) for s in met.sides}
        struck = impact(state, path.body, target, before)
        across = over(state, path, sides, target)
        found.append(Contact(unit, target, struck, arrival, across, path.length > 0, impetus))
    return tuple(found)


def on_contact(state: State, plan: Plan) -> State | None:
    """The position if a charge met everybody where they stand, nobody answering it; None where no melee follows.

    With the Disorder that flank and ground bring (seq.contact), and without the march test, fire and pistols.
    """
    met = [h.unit for h in plan.hits if h.length == plan.length and h.stops]
    if plan.target not in met:
        return None
    path = ground.shortened(plan.path, plan.length)
    there = with_poses(state, {plan.unit: pose_of(path.body_at(plan.length))})
    contacts = contacts_of(there, path, met, "charge")
    there.contacts = (*there.contacts, *contacts)
    for contact in contacts:
        if contact.impact == "flank" and has_flanks(state.card(contact.on)):
            there.change(contact.on, disordered=True)
    if ground.disorders(state, plan.unit, path) or any(costs_order(state, c) for c in contacts):
        there.change(plan.unit, disordered=True)
    return there


def charge_odds(state: State, plan: Plan) -> Odds | None:
    """What a charge is decided by first: the bonus, where it needs one, else the melee it makes; None for neither."""
    if plan.lacks:
        reach = bonus_odds(state, plan.unit, plan.lacks, plan.path.length - plan.plain)
        return replace(reach, of="to reach")
    there = on_contact(state, plan)
    found = None if there is None else fight_odds(there, plan.unit)
    if there is None or found is None:
        return None
    armed = any(has_pistols(there, u) for c in there.met_by(plan.unit) for u in (c.by, c.on) if c.arrival)
    pistols = ", and before its pistols" if armed else ""
    return replace(
        found, effect=f"{found.effect} If nobody answers the charge{pistols}.".strip(), of="to win"
    )
