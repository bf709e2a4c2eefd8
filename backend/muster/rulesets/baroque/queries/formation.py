"""Where commands can stand that are deployed: sensibly, and close together where room is scarce.

A formation has foot in the middle, horse on the wings, guns between the foot; it is for whoever does not care, and for
bots. A packing only finds room: base beside base, the largest first.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final, TypeAlias

from muster.engine.answers import Pose
from muster.geometry.open.poses import Body, overlaps
from muster.rulesets.baroque.cards import Card
from muster.rulesets.baroque.queries.army import cards_of, commands_of, seat_of
from muster.rulesets.baroque.queries.bodies import body_at
from muster.rulesets.baroque.queries.leaders import base_under, is_impassable, no_attachment
from muster.rulesets.baroque.queries.zones import DOWN, Zone, facing_of
from muster.rulesets.baroque.state import CommandId, Point, State, UnitId

Places: TypeAlias = Mapping[str, Pose]
"""Where units, baggage and the leader (under his command's id) are put."""
Barred: TypeAlias = Callable[[Body], bool]
"""Whether the ground forbids a base to stand there."""

GAP: Final = 60
"""Between neighbours in a line, in units: a tenth of a BU."""
RASTER: Final = 150
"""Other places than the first choice are looked for on a grid of so many units."""
SECOND_LINE: Final = 1260
"""How far the front of a second line lies behind that of the first, in units."""
LEADER_BACK: Final = 1500
"""How far behind the front line a leader is put, in units."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where a side puts bases: its zone, who stands there already, and what ground forbids."""

    zone: Zone
    standing: Sequence[Body]
    barred: Barred

    def with_bases(self, more: Iterable[Body]) -> "Room":
        """The same once these bases stand, too."""
        return Room(self.zone, (*self.standing, *more), self.barred)


def formation(state: State, command: CommandId, units: Sequence[UnitId], room: Room) -> Places | None:
    """Where a command's units (and the baggage, if it is among them) and its leader may be put; None: no room."""
    ground = _Ground(room, facing_of(state, seat_of(state, command)))
    middle, width = _lane(state, command, room.zone.right - room.zone.left)
    places: dict[str, Pose] = {}
    wanted = [*_line(state, [u for u in units if state.card(u).type != "BAG"], middle, width)]
    wanted += [(u, middle, ground.depth - state.card(u).depth) for u in units if state.card(u).type == "BAG"]
    for unit, across, back in wanted:
        pose = ground.place(state, unit, across, back)
        if pose is None:
            return None
        places[unit] = pose
    return _led(state, command, ground, places, middle)


def packing(state: State, commands: Mapping[CommandId, Sequence[UnitId]], room: Room) -> Places | None:
    """Where several commands' units and leaders may be put, close together; None: no room was found."""
    if not commands:
        return {}
    ground = _Ground(room, facing_of(state, seat_of(state, next(iter(commands)))))
    places: dict[str, Pose] = {}
    units = [u for own in commands.values() for u in own]
    for unit in sorted(units, key=lambda u: (state.card(u).depth, state.card(u).frontage), reverse=True):
        pose = ground.pack(state, unit)
        if pose is None:
            return None
        places[unit] = pose
    middle = (room.zone.right - room.zone.left) / 2
    for command, own in commands.items():
        led = _led(state, command, ground, {u: places[u] for u in own}, middle)
        if led is None:
            return None
        places |= led
    return places


def _led(
    state: State, command: CommandId, ground: "_Ground", places: Mapping[str, Pose], middle: float
) -> Places | None:
    """The places with one for the leader: beside the bases, or on a unit that he may be attached to (3.4d)."""
    point = ground.point(state, middle, LEADER_BACK)
    if point is None:
        able = (u for u in places if no_attachment(state, command, u) is None)
        unit = next(able, None)
        if unit is None:
            return None
        point = places[unit][:2]
    return {**places, command: (*point, 0)}


def _lane(state: State, command: CommandId, width: int) -> tuple[float, float]:
    """Middle and width of a command's part of the zone, counted from the army's left; the first has the middle."""
    commands = list(commands_of(state, seat_of(state, command)))
    order = [*commands[2::2][::-1], commands[0], *commands[1::2]] if len(commands) > 2 else commands
    needs = {c: sum(state.card(u).frontage + GAP for u in cards_of(state, c)) for c in order}
    share = width / sum(needs.values())
    before = sum(needs[c] for c in order[: order.index(command)]) * share
    own = needs[command] * share
    return before + own / 2, own


def _line(
    state: State, units: Sequence[UnitId], middle: float, width: float
) -> list[tuple[UnitId, float, int]]:
    """Units in one line about a middle, those that it has no room for in a second: unit, across, back."""
    lines: list[list[UnitId]] = [[], []]
    used = -GAP
    for unit in sorted(units, key=lambda u: _rank(state.card(u))):
        space = state.card(unit).frontage + GAP
        lines[used + space > width].append(unit)
        used += space if used + space <= width else 0
    found: list[tuple[UnitId, float, int]] = []
    for number, line in enumerate(lines):
        across = middle - (sum(state.card(u).frontage + GAP for u in line) - GAP) / 2
        for unit in _in_line({u: state.card(u) for u in line}):
            frontage = state.card(unit).frontage
            found.append((unit, across + frontage / 2, number * SECOND_LINE))
            across += frontage + GAP
    return found


def _rank(card: Card) -> int:
    """Who stands in the first line before others: foot, guns, horse."""
    return 2 if card.mounted else 1 if card.type == "ART" else 0


def _in_line(cards: Mapping[UnitId, Card]) -> list[UnitId]:
    """From left to right: half of the horse, the foot with the guns between them, the other half."""
    horse = [u for u, c in cards.items() if c.mounted]
    guns = [u for u, c in cards.items() if c.type == "ART"]
    foot = [u for u, c in cards.items() if not c.mounted and c.type != "ART"]
    middle: list[UnitId] = []
    for number, unit in enumerate(foot):
        middle.append(unit)
        if guns and number < len(foot) - 1:
            middle.append(guns.pop(0))
    half = (len(horse) + 1) // 2
    return [*horse[:half], *middle, *guns, *horse[half:]]


class _Ground:
    """The zone with what stands in it; places are counted from the army's left and back from the front line."""

    def __init__(self, room: Room, facing: int) -> None:
        self.zone = room.zone
        self.facing = facing
        self.barred = room.barred
        self.standing = list(room.standing)
        self.depth = room.zone.bottom - room.zone.top
        """How deep the zone is, in units."""

    def at(self, across: float, back: float) -> Point:
        """The place on the table."""
        if self.facing == DOWN:
            return round(self.zone.right - across), round(self.zone.bottom - back)
        return round(self.zone.left + across), round(self.zone.top + back)

    def place(self, state: State, unit: UnitId, across: float, back: float) -> Pose | None:
        """The free place nearest to where a unit's front should have its middle; it stands there from now on."""
        room = self._room_of(state.card(unit))
        return self._first(state, unit, _nearest(room, self.at(across, back + state.card(unit).depth // 2)))

    def pack(self, state: State, unit: UnitId) -> Pose | None:
        """The free place next to others that is farthest back, and of those farthest left; it stands there then."""
        room = self._room_of(state.card(unit))
        half, deep = state.card(unit).frontage // 2, state.card(unit).depth // 2
        boxes = [b.bounds for b in self.standing]
        columns = {room.left, *(ceil(b[2]) + half for b in boxes), *(floor(b[0]) - half for b in boxes)}
        rows = {
            room.top,
            room.bottom,
            *(ceil(b[3]) + deep for b in boxes),
            *(floor(b[1]) - deep for b in boxes),
        }
        back = -1 if self.facing == DOWN else 1
        places = sorted(
            ((x, y) for x in columns for y in rows if room.holds(x, y)), key=lambda p: (-back * p[1], p[0])
        )
        return self._first(state, unit, places)

    def point(self, state: State, across: float, back: float) -> Point | None:
        """The place for a leader nearest to that: on nobody's base."""
        for x, y in _nearest(self.zone, self.at(across, back)):
            if base_under(self.standing, (x, y)) is None and not is_impassable(state, (x, y)):
                return x, y
        return None

    def _room_of(self, card: Card) -> Zone:
        """Where the middle of a base may be."""
        half, deep = card.frontage // 2, card.depth // 2
        zone = self.zone
        return Zone(zone.left + half, zone.top + deep, zone.right - half, zone.bottom - deep)

    def _first(self, state: State, unit: UnitId, places: Iterable[Point]) -> Pose | None:
        """The first of some places where a base is free; it stands there from now on."""
        half, deep = state.card(unit).frontage / 2 - 1, state.card(unit).depth / 2 - 1
        square = [b.bounds for b in self.standing if b.pose.heading % 9_000 == 0]
        turned = [b for b in self.standing if b.pose.heading % 9_000]
        for x, y in places:
            left, top, right, bottom = x - half, y - deep, x + half, y + deep
            if any(left < b[2] and b[0] < right and top < b[3] and b[1] < bottom for b in square):
                continue
            body = body_at(state, unit, (x, y, self.facing))
            if not any(overlaps(body, b) for b in turned) and not self.barred(body):
                self.standing.append(body)
                return x, y, self.facing
        return None


def _nearest(room: Zone, wanted: Point) -> Iterator[Point]:
    """Places in a room, the wanted one first, others on the raster by their distance from it; none where it is none."""
    if room.left > room.right or room.top > room.bottom:
        return
    x = min(max(wanted[0], room.left), room.right)
    y = min(max(wanted[1], room.top), room.bottom)
    yield x, y
    columns = [x, room.right, *range(room.left, room.right + 1, RASTER)]
    rows = [y, room.bottom, *range(room.top, room.bottom + 1, RASTER)]
    places = {(c, r): None for c in columns for r in rows}
    yield from sorted(places, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
