"""Deployment: who deploys what next, where it may stand, and a formation that passes (3.4)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from muster.engine.memory import remembered
from muster.engine.refusals import EngineFault, Refusal
from muster.geometry.open.poses import Body, overlaps
from muster.geometry.open.terrain import any_in
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.army import army_command, cards_of, commands_of, leader_name, seat_of
from muster.rulesets.baroque.queries.bodies import bodies, body_at
from muster.rulesets.baroque.queries.formation import Places, Room, formation, packing
from muster.rulesets.baroque.queries.leaders import base_under, is_impassable, no_attachment
from muster.rulesets.baroque.queries.zones import Zone, zone_of
from muster.rulesets.baroque.setup import baggage_id
from muster.rulesets.baroque.state import CommandId, State, UnitId


# ------------------------------------------------------------------------------------------------ who and what
def value_of(state: State, command: CommandId) -> int:
    """What decides which command is the largest: the VD of all its units (3.4a)."""
    return sum(c.vd for c in state.setup.cards.values() if c.command == command)


def left_to_deploy(state: State, seat: str) -> tuple[CommandId, ...]:
    """The commands that a side has not deployed yet."""
    return tuple(c for c in commands_of(state, seat) if c not in state.sides[seat].deployed)


def command_choices(state: State, seat: str) -> tuple[CommandId, ...]:
    """The commands of which a side may deploy one now: at first the largest, or one of those (3.4a)."""
    left = left_to_deploy(state, seat)
    if state.sides[seat].deployed or not applies("3.4a"):
        return left
    most = max(value_of(state, c) for c in left)
    return tuple(c for c in left if value_of(state, c) == most)


def next_to_deploy(state: State, seat: str, command: CommandId) -> str:
    """Whose turn it is after a side has deployed a command; empty: everybody has deployed (3.4a)."""
    other = state.other(seat)
    if left_to_deploy(state, other):
        return other
    return seat if any(c != command for c in left_to_deploy(state, seat)) else ""


def units_to_deploy(state: State, command: CommandId) -> tuple[UnitId, ...]:
    """The units of a command, and the baggage with the first one that a side deploys (3.4a, 2.8f)."""
    seat = seat_of(state, command)
    units = cards_of(state, command)
    return units if state.sides[seat].deployed else (*units, baggage_id(seat))


# ------------------------------------------------------------------------------------------------ where
def is_barred(state: State, body: Body) -> bool:
    """Whether a base reaches into ground where nobody may start: rivers are Impassable here (3.4e)."""
    return any(any_in(body, a) and applies("3.4e") for a in ground.of_going(state, "impassable"))


def attachment(state: State, command: CommandId, places: Places) -> UnitId | None:
    """The unit that a leader was put on, who is attached to it then (3.4d)."""
    x, y, _ = places[command]
    base = base_under((*_put(state, command, places), *bodies(state, state.on_table())), (x, y))
    return base.id if base is not None else None


def check_places(state: State, command: CommandId, places: Places) -> None:
    """Refuse a deployment that is not allowed, with the reasons of everything that is wrong."""
    faults = faults_of(state, command, places)
    if faults:
        first = next(iter(faults.values()))
        raise Refusal(first.code, " ".join(f.text for f in faults.values()), first.rule, first.numbers)
    best = proposal(state, command)
    if not best.leaves_room or dict(places) == dict(best.places):
        return
    standing = (*bodies(state, state.on_table()), *_put(state, command, places))
    crowded = without_room(state, _after(state, command), Room(best.zone, standing, _barred(state)))
    if crowded is not None:
        raise Refusal(
            "no_room",
            f"{army_command(state, crowded).label} would find no room in the zone any more. Leave some.",
            "baroque.3.4c",
        )


def faults_of(state: State, command: CommandId, places: Places) -> dict[str, Refusal]:
    """What is wrong with a deployment, or with the part of it that is given, by the id of what stands wrong."""
    zone, found = proposal(state, command).zone, dict[str, Refusal]()
    put = _put(state, command, places)
    others = bodies(state, state.on_table())
    for body in put:
        fault = _unit_fault(state, zone, body, [*others, *(b for b in put if b is not body)])
        if fault is not None:
            found[body.id] = fault
    fault = _leader_fault(state, command, zone, places) if command in places else None
    if fault is not None:
        found[command] = fault
    return found


def _put(state: State, command: CommandId, places: Places) -> list[Body]:
    return [body_at(state, u, places[u]) for u in units_to_deploy(state, command) if u in places]


def _unit_fault(state: State, zone: Zone, body: Body, others: Sequence[Body]) -> Refusal | None:
    name = state.name(body.id)
    if not all(zone.holds(x, y) for x, y in body.corners):
        return _out_of_zone(name)
    other = next((b for b in others if overlaps(body, b)), None)
    if other is not None:
        return Refusal("overlap", f"{name} cannot stand on {state.name(other.id)}.", "baroque.3.4c")
    if is_barred(state, body):
        return Refusal("impassable", f"{name} may not start in impassable ground.", "baroque.3.4e")
    return None


def _out_of_zone(name: str) -> Refusal:
    return Refusal(
        "out_of_zone",
        f"{name} must stand wholly within 4 BU of your own edge and 2 BU off the short edges.",
        "baroque.3.4c",
        {"depth": "4 BU", "margin": "2 BU"},
    )


def _leader_fault(state: State, command: CommandId, zone: Zone, places: Places) -> Refusal | None:
    x, y, _ = places[command]
    name = leader_name(state, command)
    if not zone.holds(x, y):
        return _out_of_zone(name) if applies("3.4d") else None
    if is_impassable(state, (x, y)):
        return Refusal("impassable", f"{name} may not stand in impassable ground.", "baroque.3.1.3")
    unit = attachment(state, command, places)
    if unit is None:
        return None
    reason = no_attachment(state, command, unit)
    return (
        Refusal("attachment", f"{name} stands on {state.name(unit)}: {reason}", "baroque.2.6.1d")
        if reason
        else None
    )


# ------------------------------------------------------------------------------------------------ room
@dataclass(frozen=True, slots=True)
class Proposal:
    """How a command may be deployed: where, in which zone, and whether the others of its side find room after it."""

    zone: Zone
    places: Places
    leaves_room: bool


def proposal(state: State, command: CommandId) -> Proposal:
    """A deployment of a command that is always allowed (R170).

    In the zone of 3.4c, sensibly where that leaves room for the others, else close together. A command that finds no
    room there may use the ground off its sides, then ever deeper ground, so that a battle can always begin.
    """
    zone = zone_of(state, seat_of(state, command))
    return _proposal(state, command, units_to_deploy(state, command), _after(state, command), zone)


@remembered
def _proposal(
    state: State, command: CommandId, units: tuple[UnitId, ...], others: tuple[CommandId, ...], usual: Zone
) -> Proposal:
    for zone in _zones(usual, state.setup.size):
        room = Room(zone, bodies(state, state.on_table()), _barred(state))
        alone = formation(state, command, units, room)
        if alone is not None and without_room(state, others, _with(state, room, units, alone)) is None:
            return Proposal(zone, alone, leaves_room=True)
        together = packing(state, {command: units, **{c: cards_of(state, c) for c in others}}, room)
        if together is not None:
            return Proposal(zone, {k: together[k] for k in (*units, command)}, leaves_room=True)
        if alone is None:
            alone = packing(state, {command: units}, room)
        if alone is not None:
            return Proposal(zone, alone, leaves_room=False)
    raise EngineFault(f"{command} finds no room on the whole table.")


def room_for_all(state: State, seat: str) -> bool:
    """Whether a side would find room for its baggage and all its commands on the table as it is."""
    room = Room(zone_of(state, seat), (), _barred(state))
    first, *others = commands_of(state, seat)
    units = (*cards_of(state, first), baggage_id(seat))
    alone = formation(state, first, units, room)
    if alone is not None and without_room(state, others, _with(state, room, units, alone)) is None:
        return True
    return packing(state, {first: units, **{c: cards_of(state, c) for c in others}}, room) is not None


def without_room(state: State, commands: Sequence[CommandId], room: Room) -> CommandId | None:
    """The first of some commands that would find no room; None where all do, sensibly or close together."""
    left = room
    for command in commands:
        units = cards_of(state, command)
        found = formation(state, command, units, left)
        if found is None:
            close = packing(state, {c: cards_of(state, c) for c in commands}, room)
            return command if close is None else None
        left = _with(state, left, units, found)
    return None


def _with(state: State, room: Room, units: Sequence[UnitId], places: Places) -> Room:
    return room.with_bases(body_at(state, u, places[u]) for u in units)


def _after(state: State, command: CommandId) -> tuple[CommandId, ...]:
    """The commands of its side that are still to be deployed after this one."""
    return tuple(c for c in left_to_deploy(state, seat_of(state, command)) if c != command)


def _barred(state: State) -> Callable[[Body], bool]:
    return lambda body: is_barred(state, body)


def _zones(zone: Zone, size: tuple[int, int]) -> Iterator[Zone]:
    """The ground of 3.4c, then up to the short edges, then ever deeper."""
    wide, high = size
    yield zone
    while True:
        zone = replace(zone, left=0, right=wide)
        yield zone
        if zone.top == 0 and zone.bottom == high:
            return
        zone = replace(
            zone,
            top=zone.top if zone.top == 0 else max(0, zone.top - BU),
            bottom=zone.bottom if zone.bottom == high else min(high, zone.bottom + BU),
        )
