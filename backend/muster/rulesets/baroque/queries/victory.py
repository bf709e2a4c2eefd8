"""What is left of armies and commands, and villages in enemy hands (9.1)."""

from muster.engine.explain import Part, Total
from muster.rulesets.baroque.armies.build import vdt_of
from muster.rulesets.baroque.book import applies, number, part
from muster.rulesets.baroque.queries.army import cards_of, command_name
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.queries.villages import villages_lost
from muster.rulesets.baroque.setup import baggage_id
from muster.rulesets.baroque.state import CommandId, State, UnitId

ELIMINATED = ("routed", "dispersed", "left_table")
"""Ways of going that count as eliminated (2.5.2); a unit that withdrew does not (2.5.1.1f)."""

NEVER = 1000
"""More than any army is worth."""


def deduction(state: State, unit: UnitId) -> Part | None:
    """What a unit takes off: its VD when Exhausted, twice that when eliminated, never three times (9.1b, R9)."""
    body, card = state.units[unit], state.card(unit)
    if body.gone == "withdrawn":
        cost = card.vd if body.exhausted_when_gone else 0
        return part(f"{card.name} withdrew Exhausted", -cost, "2.5.1.1f")
    if body.gone in ELIMINATED:
        return part(f"{card.name} eliminated", -2 * card.vd, "9.1b")
    if is_exhausted(state, unit):
        return part(f"{card.name} Exhausted", -card.vd, "9.1b")
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
            part("Baggage lost", -3 if is_baggage_lost(state, seat) else 0, "2.8e"),
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
