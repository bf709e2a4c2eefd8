"""Line of sight: what a line between two spaces meets, and what the rules make of it (ranged.4 to ranged.10)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from muster.engine.explain import Part, SightLine
from muster.geometry.spaces.board import UNIT, Segment, Space
from muster.geometry.spaces.lines import Crossing, Exact, Line, Touch
from muster.rulesets.ad1666.book import applies, number, part
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.ground import board_of, kind_of, on_ground
from muster.rulesets.ad1666.state import State

TOO_MANY = 3
"""So many obstacle boundaries block (map.15)."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A verdict: whether the line is free, what terrain takes off a shot along it, what decided and where.

    ``text`` says what, for a player; ``at`` is that point in twelfths of a square; ``covered`` says that a boundary or
    a wall's corner covers the target even where no penalty follows (action.2).
    """

    clear: bool
    parts: tuple[Part, ...]
    text: str
    rule: str
    at: Exact | None = None
    covered: bool = False

    @property
    def terrain(self) -> int:
        """The terrain penalty, 0 or less."""
        return sum(p.value for p in self.parts)


@dataclass(frozen=True, slots=True)
class Toll:
    """What terrain takes off a shot, and where on the line it does."""

    part: Part
    at: Exact


def spaces_apart(state: State, one: Space, other: Space) -> int:
    """The range in spaces: the target's counts, the shooter's does not, borders do not matter (ranged.2, ruling R5)."""
    apart = board_of(state).steps_apart(one, other)
    return number("ranged.2", apart, off=apart + 1)


def sees(state: State, who: CharacterId, space: Space) -> bool:
    """Whether a Character has line of sight to a space, for whatever asks (ranged.19)."""
    at = state.bodies[who].at
    return at is not None and (sight(state, at, space).clear or not applies("ranged.19"))


def sight(state: State, start: Space, end: Space, through: frozenset[CharacterId] = frozenset()) -> Sight:
    """The line of sight from the centre of one space to that of another (ranged.4); ``through`` blocks nobody.

    Directional: windows and the corners at either end count differently for shooter and target.
    """
    found = past_terrain(state, start, end)
    if not found.clear or found.rule == "map.9":
        return found
    return _bodies(state, start, end, through) or found


def sight_line(state: State, start: Space, end: Space) -> SightLine:
    """The verdict on a line as the board draws it, in squares."""
    found, board = sight(state, start, end), board_of(state)
    (x0, y0), (x1, y1) = board.spaces[start].centre, board.spaces[end].centre
    witness = (float(found.at[0]) / UNIT, float(found.at[1]) / UNIT) if found.at is not None else None
    verdict = "blocked" if not found.clear else "cover" if found.terrain else "clear"
    return SightLine((x0 / UNIT, y0 / UNIT), (x1 / UNIT, y1 / UNIT), verdict, witness, found.text)


@on_ground
def past_terrain(state: State, start: Space, end: Space) -> Sight:
    """The line of sight as if nobody stood on the board."""
    if start == end:
        return Sight(True, (), "the same space", "ranged.4")
    board = board_of(state)
    high = ("high" in board.spaces[start].extras, "high" in board.spaces[end].extras)
    if all(high) and applies("map.9"):
        return Sight(True, (), "both stand on High Terrain", "map.9")
    line = Line(board, start, end)
    found = _walls(state, line)
    if found is not None:
        return found
    windows = _windows(state, line)
    if isinstance(windows, Sight):
        return windows
    touched = line.touches(_solid(state, line))
    corner = _corners(touched)
    if isinstance(corner, Sight):
        return corner
    met = _obstacles(state, line, windows)
    if isinstance(met, Sight):
        return met
    obstacle, edge, covered = met
    tolls = [t for t in (corner, obstacle, edge) if t is not None]
    parts = tuple(t.part for t in tolls)
    words = ", ".join(f"{p.label.lower()} \u2212{-p.value}" for p in parts)
    at = max((t.at for t in tolls), key=line.way_to, default=None)
    if sum(p.value for p in parts) <= -2 and applies("ranged.10"):
        return Sight(False, parts, f"blocked by two penalties: {words}", "ranged.10", at, covered=True)
    rule = parts[-1].rule if parts else "ranged.4"
    return Sight(True, parts, words or "clear", rule, at, covered=covered or bool(touched))


@on_ground
def crossed(state: State, start: Space, end: Space) -> tuple[Space, ...]:
    """The spaces whose inside the line between two others crosses."""
    return Line(board_of(state), start, end).spaces()


# ------------------------------------------------------------------------------------------------ walls
def _is_wall(state: State, line: Line, segment: Segment) -> str:
    """The rule by which a border stops this line: walls, closed doors, blocked spaces, High Terrain between."""
    board = line.board
    inside = next((s for s in segment.spaces if s is not None), None)
    if inside is None:
        return ""
    for space in segment.spaces:
        if space is None or space in (line.start, line.end):
            continue
        facts = board.spaces[space]
        if facts.full and applies("map.6"):
            return "map.6"
        if "high" in facts.extras and applies("map.9"):
            return "map.9"
    kind = kind_of(state, segment, inside)
    if kind in ("up", "down") and not applies("map.22"):
        return "map.22"
    return "ranged.4" if segment.facts.full and kind == "wall" else ""


def _solid(state: State, line: Line) -> tuple[Segment, ...]:
    """What stops this line. High Terrain stops it except where it begins or ends (map.9)."""
    return tuple(s for s in _perhaps_solid(state) if _is_wall(state, line, s))


@on_ground
def _perhaps_solid(state: State) -> tuple[Segment, ...]:
    """The borders that may stop a line at all."""
    board = board_of(state)

    def notable(segment: Segment) -> bool:
        spaces = [board.spaces[s] for s in segment.spaces if s is not None]
        ground = any(s.full or "high" in s.extras for s in spaces) or len({s.level for s in spaces}) > 1
        return ground or segment.facts.full

    return tuple(s for s in board.segments if notable(s))


def _word_for(state: State, line: Line, segment: Segment, rule: str) -> str:
    """What stops a line, by the rule that says so."""
    kinds, board = state.setup.map.kinds, line.board
    if rule == "map.6":
        between = [s for s in segment.spaces if s is not None and s not in (line.start, line.end)]
        kind = next(board.spaces[s].kind for s in between if board.spaces[s].full)
        return (kinds.features.get(kind) or kinds.squares[kind]).label.lower()
    if rule in ("map.9", "map.22"):
        return "High Terrain between" if rule == "map.9" else "a step up"
    if segment.edge is None:
        return "a wall"
    words = f"{segment.state or ''} {kinds.edges[segment.edge.kind].label.lower()}".strip()
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _walls(state: State, line: Line) -> Sight | None:
    """A line that crosses a wall is blocked (ranged.4, map.6, map.9)."""
    first = next(iter(line.crossings(_solid(state, line))), None)
    if first is None or not applies("ranged.4"):
        return None
    rule = _is_wall(state, line, first.segment)
    return Sight(False, (), f"blocked by {_word_for(state, line, first.segment, rule)}", rule, first.at)


def _corners(touched: Sequence[Touch]) -> Toll | Sight | None:
    """Wall corners exactly on the line: what they cost at the target, and whether they block (ranged.5 to ranged.8)."""
    squeezed = next((t for t in touched if t.both), None)
    if squeezed is not None and applies("ranged.7"):
        return _at(False, "blocked between two walls that meet the line in one point", "ranged.7", squeezed)
    counted = [t for t in touched if not (t.of_start and applies("ranged.5"))]
    away = [t for t in counted if not t.of_end]
    if away and not applies("ranged.6"):
        return _at(False, "blocked by the corner of a wall", "ranged.6", away[0])
    if any(t.left for t in counted) and any(t.right for t in counted) and applies("ranged.7"):
        return _at(False, "blocked by corners of walls on both sides of the line", "ranged.7", counted[-1])
    at_target = next((t for t in counted if t.of_end and not t.of_start), None)
    if at_target is None:
        return None
    corner = part("Wall corner at the target", -1, "ranged.8")
    return Toll(corner, _exact(at_target)) if corner is not None else None


def _at(clear: bool, text: str, rule: str, touch: Touch) -> Sight:
    return Sight(clear, (), text, rule, _exact(touch), covered=True)


# ------------------------------------------------------------------------------------------------ windows
def _windows(state: State, line: Line) -> tuple[Crossing, ...] | Sight:
    """The windows that the line goes through; blocked where one may not be looked through at that slant (map.20)."""
    windows = tuple(s for s in line.board.segments if s.facts.window)
    met = list(line.crossings(windows))
    for touch in line.touches((*windows, *_solid(state, line))):
        met += [Crossing(_exact(touch), s) for s in touch.segments if s.facts.window and touch.both]
    for crossing in met:
        across, along = line.slant(crossing.segment)
        if line.start in crossing.segment.spaces:
            if along > across and applies("map.20"):
                return Sight(False, (), "blocked: too far aside from the window", "map.20", crossing.at)
        elif along and applies("map.20"):
            return Sight(
                False,
                (),
                "blocked: aslant through a window that one does not stand at",
                "map.20",
                crossing.at,
            )
    return tuple(met)


def _exact(touch: Touch) -> Exact:
    return (Fraction(touch.at[0]), Fraction(touch.at[1]))


# ------------------------------------------------------------------------------------------------ obstacles
def _obstacles(
    state: State, line: Line, windows: Iterable[Crossing]
) -> tuple[Toll | None, Toll | None, bool] | Sight:
    """Obstacle boundaries crossed and their ends met (map.15, ranged.9): both penalties, and whether there is cover."""
    low = tuple(s for s in line.board.segments if _is_obstacle(state, s))
    touched = line.touches(low)
    crossed: dict[tuple[object, object], Exact] = {}
    for c in chain(line.crossings(low), windows):
        crossed.setdefault(_pair(c.segment), c.at)
    ends = [t for t in touched if not (t.both and applies("ranged.9"))]
    between = [t for t in touched if t.both and applies("ranged.9")]
    # Where two pieces of a boundary meet the line crosses it; it is the own one if a piece borders the shooter's space.
    own_ends = {(t.at, t.at) for t in between if any(line.start in s.spaces for s in t.segments)}
    crossed.update(((t.at, t.at), _exact(t)) for t in between)
    count = len(crossed)
    last = max(crossed.values(), key=line.way_to, default=None)
    if count >= number("map.15", TOO_MANY, off=TOO_MANY + 1):
        return Sight(False, (), f"blocked by {count} obstacles", "map.15", last, covered=True)
    own = [p for p in crossed if line.start in p or p in own_ends]
    sole = count == 1 and len(own) == 1 and not any(not t.of_start for t in ends)
    at_target = next((t for t in ends if t.of_end and not t.of_start), None)
    obstacle = None if last is None or (sole and applies("map.15")) else part("Obstacle", -1, "map.15")
    edge = part("End of an obstacle at the target", -1, "ranged.9") if at_target is not None else None
    return (
        Toll(obstacle, last) if obstacle is not None and last is not None else None,
        Toll(edge, _exact(at_target)) if edge is not None and at_target is not None else None,
        bool(crossed),
    )


def _is_obstacle(state: State, segment: Segment) -> bool:
    inside = next((s for s in segment.spaces if s is not None), None)
    return "obstacle" in segment.facts.extras and inside is not None and not segment.facts.full


def _pair(segment: Segment) -> tuple[object, object]:
    """The two spaces of a border: however many sides of squares it has, it is one boundary."""
    return segment.spaces


# ------------------------------------------------------------------------------------------------ Characters
def _bodies(state: State, start: Space, end: Space, through: frozenset[CharacterId]) -> Sight | None:
    """A Character in a space that the line crosses blocks it; touching its corner does not (ranged.4, ruling R6)."""
    standing = {b.at: who for who, b in state.bodies.items() if b.at is not None}
    for space in crossed(state, start, end):
        who = standing.get(space)
        if who is not None and who not in through and applies("ranged.4"):
            x, y = board_of(state).spaces[space].centre
            return Sight(
                False, (), f"blocked by {state.name(who)} in between", "ranged.4", (Fraction(x), Fraction(y))
            )
    return None
