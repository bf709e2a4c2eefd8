"""A sensible formation for a command that is deployed: foot in the middle, horse on the wings, guns between the foot.

For whoever does not care, and for bots. It finds a place for everything wherever there is room.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from muster.engine.answers import Pose
from muster.geometry.open.poses import Body, overlaps
from muster.rulesets.baroque.cards import Card
from muster.rulesets.baroque.queries.army import cards_of, commands_of, seat_of
from muster.rulesets.baroque.queries.bodies import body_at
from muster.rulesets.baroque.queries.leaders import base_under, is_impassable
from muster.rulesets.baroque.queries.zones import DOWN, Zone, facing_of, zone_of
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


def formation(
    state: State, command: CommandId, units: Sequence[UnitId], standing: Sequence[Body], barred: Barred
) -> Places | None:
    """Where a command's units (and the baggage, if it is among them) and its leader may be put; None: no room."""
    seat = seat_of(state, command)
    ground = _Ground(zone_of(state, seat), facing_of(state, seat), barred, list(standing))
    middle, width = _lane(state, command, ground.zone.right - ground.zone.left)
    places: dict[str, Pose] = {}
    wanted = [*_line(state, [u for u in units if state.card(u).type != "BAG"], middle, width)]
    wanted += [(u, middle, ground.depth - state.card(u).depth) for u in units if state.card(u).type == "BAG"]
    for unit, across, back in wanted:
        pose = ground.place(state, unit, across, back)
        if pose is None:
            return None
        places[unit] = pose
    point = ground.point(state, middle, LEADER_BACK)
    if point is None:
        return None
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


@dataclass
class _Ground:
    """The zone with what stands in it; places are counted from the army's left and back from the front line."""

    zone: Zone
    facing: int
    barred: Barred
    standing: list[Body] = field(default_factory=list[Body])

    @property
    def depth(self) -> int:
        """How deep the zone is, in units."""
        return self.zone.bottom - self.zone.top

    def at(self, across: float, back: float) -> Point:
        """The place on the table."""
        if self.facing == DOWN:
            return round(self.zone.right - across), round(self.zone.bottom - back)
        return round(self.zone.left + across), round(self.zone.top + back)

    def place(self, state: State, unit: UnitId, across: float, back: float) -> Pose | None:
        """The free place nearest to where a unit's front should have its middle; it stands there from now on."""
        card = state.card(unit)
        half, deep = card.frontage // 2, card.depth // 2
        room = Zone(
            self.zone.left + half, self.zone.top + deep, self.zone.right - half, self.zone.bottom - deep
        )
        for x, y in _nearest(room, self.at(across, back + deep)):
            body = body_at(state, unit, (x, y, self.facing))
            if not self.barred(body) and not any(_meet(body, b) for b in self.standing):
                self.standing.append(body)
                return x, y, self.facing
        return None

    def point(self, state: State, across: float, back: float) -> Point | None:
        """The place for a leader nearest to that: on nobody's base."""
        for x, y in _nearest(self.zone, self.at(across, back)):
            if base_under(self.standing, (x, y)) is None and not is_impassable(state, (x, y)):
                return x, y
        return None


def _nearest(room: Zone, wanted: Point) -> Iterator[Point]:
    """Places in a room, the wanted one first, others on the raster by their distance from it."""
    x = min(max(wanted[0], room.left), room.right)
    y = min(max(wanted[1], room.top), room.bottom)
    yield x, y
    columns = [x, room.right, *range(room.left, room.right + 1, RASTER)]
    rows = [y, room.bottom, *range(room.top, room.bottom + 1, RASTER)]
    places = {(c, r): None for c in columns for r in rows}
    yield from sorted(places, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)


def _meet(a: Body, b: Body) -> bool:
    left, top, right, bottom = a.bounds
    other = b.bounds
    apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
    return not apart and overlaps(a, b)
