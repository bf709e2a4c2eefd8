"""Who meets whom in a melee, as the board draws it: where, as Main or Support Unit, and why (7.6)."""

from collections.abc import Iterator

from muster.engine.explain import Reason
from muster.engine.memory import remembered
from muster.engine.views import TieView
from muster.geometry.open.contact import touching
from muster.rulesets.baroque.queries import fights
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.fights import Melee
from muster.rulesets.baroque.state import State, UnitId


def ties(state: State) -> Iterator[TieView]:
    """All pairs of enemies that fight each other, Main Units before those who support them."""
    for melee in _melees(state):
        main = _id(state, *melee.mains)
        reason = fights.main_role(state, melee, melee.pair.active)
        label = f"{state.name(melee.pair.active)} is {reason.text}."
        yield TieView(main, "main", melee.mains, _where(state, *melee.mains), label, reason.rule)
        for backer in melee.backers:
            reason = fights.support(state, backer)
            yield TieView(
                _id(state, backer.unit, backer.against),
                "support",
                (backer.unit, backer.against),
                _where(state, backer.unit, backer.against),
                f"{state.name(backer.unit)} {reason.text}.",
                reason.rule,
                main,
            )


def roles(state: State) -> dict[UnitId, tuple[Reason, ...]]:
    """What each unit in a melee is there, and why."""
    found: dict[UnitId, tuple[Reason, ...]] = {}
    for melee in _melees(state):
        for main in melee.mains:
            found[main] = (*found.get(main, ()), fights.main_role(state, melee, main))
        for backer in melee.backers:
            found[backer.unit] = (*found.get(backer.unit, ()), fights.support(state, backer))
    return found


def _melees(state: State) -> Iterator[Melee]:
    """Every melee on the table once."""
    seen: set[UnitId] = set()
    for contact in state.contacts:
        if contact.by not in seen:
            seen.update(fights.component(state, contact.by))
            yield from fights.melees(state, contact.by)


def _id(state: State, one: UnitId, other: UnitId) -> str:
    """A name for two units that stays whoever is active."""
    return "+".join(sorted((one, other), key=list(state.units).index))


@remembered
def _where(state: State, one: UnitId, other: UnitId) -> tuple[int, int]:
    """The middle of what two bases share; where they do not touch, the middle between them."""
    ours, theirs = body(state, one), body(state, other)
    met = touching(ours, [theirs])
    (x, y), (u, v) = met[0].ends if met else ((ours.pose.x, ours.pose.y), (theirs.pose.x, theirs.pose.y))
    return (x + u) // 2, (y + v) // 2
