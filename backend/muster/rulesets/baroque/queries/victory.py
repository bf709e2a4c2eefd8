"""What is left of armies and commands, and villages in enemy hands (9.1)."""

from typing import Literal

from muster.engine.explain import Part, Total
from muster.rulesets.baroque.armies.build import vdt_of
from muster.rulesets.baroque.book import applies, number, part
from muster.rulesets.baroque.cards import Card
from muster.rulesets.baroque.queries.army import cards_of, command_name
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.queries.villages import villages_lost
from muster.rulesets.baroque.setup import baggage_id
from muster.rulesets.baroque.state import CommandId, State, UnitId

ELIMINATED = ("routed", "dispersed", "left_table")
"""Ways of going that count as eliminated (2.5.2); a unit that withdrew does not (2.5.1.1f)."""

NEVER = 1000
"""More than any army is worth."""


BAGGAGE_LOST = 3
"""What lost baggage takes off (2.8e)."""


def cost(card: Card, how: Literal["exhausted", "lost"]) -> int:
    """What a unit takes off once it is Exhausted, and in all once it is eliminated (9.1b)."""
    return card.vd * (1 if how == "exhausted" else 2)


def deduction(state: State, unit: UnitId) -> Part | None:
    """What a unit takes off: its VD when Exhausted, twice that when eliminated, never three times (9.1b, R9)."""
    body, card = state.units[unit], state.card(unit)
    if body.gone == "withdrawn":
        off = cost(card, "exhausted") if body.exhausted_when_gone else 0
        return part(f"{card.name} withdrew Exhausted", -off, "2.5.1.1f")
    if body.gone in ELIMINATED:
        return part(f"{card.name} eliminated", -cost(card, "lost"), "9.1b")
    if is_exhausted(state, unit):
        return part(f"{card.name} Exhausted", -cost(card, "exhausted"), "9.1b")
    return None


def army_left(state: State, seat: str) -> Total:
    """An army's demoralisation value at this moment, worked out from the table alone (9.1a, 9.1b, 9.1c, R10)."""
    army = state.army(seat)
    villages = len(villages_lost(state, seat))
    return Total.of(
        state.setup.labels[seat],
        (
            *vdt_of(army).parts,
            *(deduction(state, c.id) for c in army.cards),
            part("Baggage lost", -BAGGAGE_LOST if is_baggage_lost(state, seat) else 0, "2.8e"),
            part("Villages in enemy hands", -villages, "9.1c"),
        ),
    )


def is_baggage_lost(state: State, seat: str) -> bool:
    """Whether a side's baggage was captured or destroyed (2.8e)."""
    return state.units[baggage_id(seat)].gone != ""


def command_worth(state: State, command: CommandId) -> int:
    """What the units of a command are worth as long as nothing has happened to them (9.1e)."""
    return sum(state.card(u).vd for u in cards_of(state, command))


def command_left(state: State, command: CommandId) -> Total:
    """A command's VDC: the VD of its units less what they take off (9.1e)."""
    units = cards_of(state, command)
    whole = part("Units", command_worth(state, command), "9.1e")
    return Total.of(command_name(state, command), (whole, *(deduction(state, u) for u in units)))


def must_test_for_break(state: State, command: CommandId) -> bool:
    """Whether a command's units test at this end of turn: VDC 0 or less for the first time (9.1e, R12)."""
    if not state.of_command(command) or command_left(state, command).value > 0:
        return False
    return not state.commands[command].broken and applies("9.1e")


def one_loss_breaks(state: State, command: CommandId) -> bool:
    """Whether a command that has not broken yet would, were one more of its units lost (9.1e)."""
    if state.commands[command].broken or not applies("9.1e"):
        return False
    left = command_left(state, command).value
    return 0 < left <= max((_still_at_stake(state, u) for u in state.of_command(command)), default=0)


def _still_at_stake(state: State, unit: UnitId) -> int:
    """What a unit on the table would take off beside what it has taken off already, were it lost."""
    taken = deduction(state, unit)
    return cost(state.card(unit), "lost") + (taken.value if taken is not None else 0)


def breaking_words(state: State, command: CommandId) -> str:
    """When a command breaks and what that means, or that it is near, or that it has broken (9.1e, R12)."""
    if state.commands[command].broken:
        return "It broke; it does so once in a battle."
    if must_test_for_break(state, command):
        return "It breaks at the end of this turn: each of its units tests its discipline, and who fails is lost."
    near = " One more unit lost may be enough." if one_loss_breaks(state, command) else ""
    return f"At 0 at the end of a turn it breaks: each of its units tests its discipline, and who fails is lost.{near}"


def is_routed(state: State, seat: str) -> bool:
    """Whether an army is routed: nothing left of its VDT, or no unit left on the table (9.1d, R11)."""
    if army_left(state, seat).value <= number("9.1d", 0, off=-NEVER):
        return True
    return not has_units(state, seat)


def has_units(state: State, seat: str) -> bool:
    """Whether an army has a unit on the table, its baggage left out."""
    return any(state.card(u).type != "BAG" for u in state.on_table(seat))


def share_left(state: State, seat: str) -> tuple[int, int]:
    """What is left of an army's VDT and what it was, for comparing shares at the turn limit (R45)."""
    return max(0, army_left(state, seat).value), vdt_of(state.army(seat)).value
