"""Leaders and their units: who is heard, what an attached leader gives, how many dice a forced rally has."""

from typing import Final

from muster.engine.explain import Part
from muster.engine.memory import remembered
from muster.geometry.open.poses import distance, distance_to_point
from muster.rulesets.baroque.armies.build import leadership
from muster.rulesets.baroque.book import all_apply, applies
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.state import CommandId, Leader, State, UnitId

ATTACHED_BONUS: Final = 1
"""What an attached leader adds: dice in melee, to Discipline Tests, to the Critical Number (2.6.1f)."""


def leader_of(state: State, unit: UnitId) -> Leader | None:
    """The leader of a unit's own command; None for baggage, which has none."""
    return state.leaders.get(state.card(unit).command)


def command_range(state: State, command: CommandId) -> int:
    """How far a command's leader is heard, in units; half as far while he is attached (2.6.2a, 2.6.1h)."""
    seat = command.partition("/")[0]
    reach = state.army(seat).command_range
    if state.leaders[command].unit is not None and applies("2.6.1h"):
        return reach * BU // 2
    return reach * BU


def leader_distance(state: State, unit: UnitId) -> int | None:
    """From a unit's own leader to its nearest point, in units; None where he is lost or either is off the table.

    Measured from his point (2.6.2b), from the nearest point of his unit while he is attached (2.6.1h).
    """
    leader = leader_of(state, unit)
    if leader is None or leader.lost or state.units[unit].pose is None:
        return None
    if leader.unit is not None and state.units[leader.unit].pose is not None and applies("2.6.1h"):
        return distance(body(state, leader.unit), body(state, unit)).length
    return None if leader.at is None else distance_to_point(body(state, unit), leader.at).length


@remembered
def is_in_command(state: State, unit: UnitId) -> bool:
    """Whether a unit is within its own leader's command range (2.6.2b); with him it always is (2.4.1g).

    Without him it is not for the rest of the battle (6.2.2c). An attached Commander-in-Chief of another command does
    not count (2.6.1j, R77).
    """
    leader = leader_of(state, unit)
    if leader is None:
        return False
    if leader.lost:
        return not applies("6.2.2c")
    if leader.unit == unit and applies("2.4.1g"):
        return True
    other = state.leader_with(unit)
    if other is not None and other.id != leader.id and not applies("2.6.1j"):
        return True
    away = leader_distance(state, unit)
    return away is not None and away <= command_range(state, leader.id) and applies("2.6.2b")


def attached_part(state: State, unit: UnitId, rule: str) -> Part | None:
    """What an attached leader, also another command's Commander-in-Chief, adds by ``rule`` (2.6.1f, 2.6.1j)."""
    if state.leader_with(unit) is None or not all_apply((rule, "2.6.1f")):
        return None
    return Part("Leader attached", ATTACHED_BONUS, rule)


def forced_rally_dice(state: State, unit: UnitId) -> int:
    """How many dice a forced rally of a unit has: its leader's bonus, within his command range (4.1.2d, 4.1.2e)."""
    leader = leader_of(state, unit)
    if leader is None or not is_in_command(state, unit):
        return 0
    bonus = leadership(leader.level)
    return 1 if bonus == 0 and not applies("4.1.2e") else bonus
