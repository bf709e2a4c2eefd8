"""Reading spaces that are no single squares, and what stands on their sides.

`spaces:` of a map joins squares, or gives a space by its corners in quarters of a square:

    spaces:
      - {squares: [[2, 2], [3, 2]]}
      - {at: [4, 1], corners: [[3.5, 2], [4, 1], [5, 1], [5.5, 2]]}
    borders:
      - {id: bay-west, from: [3.5, 2], to: [4, 1], kind: window}

`at` is the square that names a shaped space and says what its ground is: its middle lies inside. Squares that a shaped
space cuts must be covered by such spaces wholly. Where one stands in it is the middle of its area, or its `centre`.
"""

from __future__ import annotations

from muster.geometry.grid.mapnodes import Fields, Node
from muster.geometry.grid.mapreader import Reader
from muster.geometry.grid.partition import Partition, partition
from muster.geometry.grid.polygons import UNIT, Corner, centroid, doubled_area, is_inside, is_simple
from muster.geometry.grid.squaremap import MapBorder, MapEdge, MergedSpace, ShapedSpace, SquareMap
from muster.geometry.grid.squares import Square, edge_squares

MAX_CORNERS = 24
QUARTER = UNIT // 4


class SpaceReader(Reader):
    """Reads spaces and borders, and checks that they part the board."""

    def space(self, fields: Fields, number: int) -> MergedSpace | ShapedSpace | None:
        """Joined squares, or a space by its corners."""
        return self.shaped(fields, number) if "corners" in fields else self.merged(fields, number)

    def merged(self, fields: Fields, number: int) -> MergedSpace | None:
        squares = self.squares(fields.need("squares"), f"space {number}")
        if len(squares) < 2:
            fields.fault(f"space {number} must join at least two squares")
            return None
        reached, queue = {squares[0]}, [squares[0]]
        while queue:
            x, y = queue.pop()
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in squares and beside not in reached:
                    reached.add(beside)
                    queue.append(beside)
        if len(reached) < len(set(squares)):
            fields.fault(
                f"space {number} is in pieces: each of its squares must share a side with another one"
            )
        self.lines[f"space {squares[0]}"] = fields.line
        return MergedSpace(squares)

    def shaped(self, fields: Fields, number: int) -> ShapedSpace | None:
        what = f"space {number}"
        at = fields.need("at")
        names = self.square(at, what) if at is not None else ()
        corners = self.corners(fields.need("corners"), what)
        centre_node = fields.take("centre")
        centre = self.corner(centre_node, what) if centre_node is not None else None
        if len(names) != 1 or not corners:
            return None
        (name,) = names
        if len(corners) > MAX_CORNERS or not is_simple(corners):
            fields.fault(
                f"{what} must have 3 to {MAX_CORNERS} different corners, and sides that do not cross"
            )
            return None
        if doubled_area(corners) < 0:
            corners = tuple(reversed(corners))
        self.lines[f"shape {name}"] = fields.line
        if not is_inside(corners, (name[0] * UNIT + UNIT // 2, name[1] * UNIT + UNIT // 2)):
            fields.fault(f"{what}: the middle of its square {name} must lie inside it")
        stand = centre if centre is not None else centroid(corners)
        if not is_inside(corners, stand):
            fields.fault(f"{what} needs a centre that lies inside it")
        return ShapedSpace(name, corners, stand, centre is not None)

    def corners(self, node: Node | None, what: str) -> tuple[Corner, ...]:
        if node is None:
            return ()
        if not isinstance(node.value, list):
            self.fault(node.line, f"corners of {what} must be a list of points [x, y]")
            return ()
        found = [self.corner(child, what) for child in node.value]
        return tuple(c for c in found if c is not None) if None not in found else ()

    def corner(self, node: Node, what: str) -> Corner | None:
        """A point in squares, to a quarter, on the board; in twelfths."""
        pair = [n.value for n in node.value] if isinstance(node.value, list) else []
        numbers = [n for n in pair if isinstance(n, int | float) and not isinstance(n, bool)]
        if len(pair) == 2 and len(numbers) == 2 and all(n * 4 == int(n * 4) for n in numbers):
            x, y = (int(n * 4) * QUARTER for n in numbers)
            if 0 <= x <= self.width * UNIT and 0 <= y <= self.height * UNIT:
                return (x, y)
        self.fault(node.line, f"a point of {what} must be [x, y] on the board, in quarters of a square")
        return None

    def border(self, fields: Fields, number: int) -> MapBorder | None:
        """Something along the sides of shaped spaces, from point to point."""
        kind_name = fields.text("kind")
        known = self.known(kind_name, self.kinds.edges, "border", fields.line)
        identity = self.identity(fields, default=f"border-{number}")
        self.lines[f"border {identity}"] = fields.line
        ends = [fields.need("from"), fields.need("to")]
        points = [self.corner(node, f"border {identity!r}") for node in ends if node is not None]
        state = fields.optional_text("state")
        lock = self.lock(fields.take("lock"))
        if not known or len(points) != 2 or points[0] is None or points[1] is None:
            return None
        start, end = sorted((points[0], points[1]))
        if start == end:
            fields.fault(f"border {identity!r} has no length")
            return None
        kind = self.kinds.edges[kind_name]
        state = self.state(fields, kind, state)
        self.locked(fields, kind, state, lock)
        return MapBorder(identity, start, end, kind_name, state, lock)

    def merged_apart(self, spaces: tuple[MergedSpace, ...], edges: tuple[MapEdge, ...]) -> None:
        """No square in two spaces, and no border inside one."""
        owner: dict[Square, Square] = {}
        for space in spaces:
            line = self.lines.get(f"space {space.squares[0]}", 0)
            for square in space.squares:
                if square in owner:
                    self.fault(line, f"square {square} lies in two spaces")
                owner[square] = space.squares[0]
        for edge in edges:
            one, other = edge_squares(edge.edge)
            if one in owner and owner[one] == owner.get(other):
                self.fault(
                    self.lines.get(f"border {edge.id}", 0),
                    f"border {edge.id!r} lies inside the space of {one}",
                )

    def parted(self, table: SquareMap) -> None:
        """Whether the spaces of a board with shaped ones part it, and whatever stands between them does so."""
        if not table.shapes:
            for border in table.borders:
                self.misplaced(border)
            return
        names = [s.name for s in table.shapes]
        for name in names:
            line = self.lines.get(f"shape {name}", 0)
            if names.count(name) > 1:
                self.fault(line, f"two spaces are named by the square {name}")
        joined = {square for space in table.spaces for square in space.squares}
        found = partition(table)
        for square, over in found.cut.items():
            if square in joined:
                line = self.lines.get(f"shape {over[0].name}", 0)
                self.fault(line, f"the space of {over[0].name} lies on {square}, which is joined to others")
        if found.loose:
            self.gap(found)
            return
        for thing in found.unused:
            self.misplaced(thing)
        for thing in table.standing:
            between = [part for part in found.parts if part.thing == thing]
            if len(between) > 1 and (thing.state is not None or self.kinds.edges[thing.kind].facts.window):
                self.fault(
                    self.lines.get(f"border {thing.id}", 0),
                    f"{thing.kind} {thing.id!r} must stand between two spaces alone",
                )

    def misplaced(self, thing: MapEdge | MapBorder) -> None:
        line = self.lines.get(f"border {thing.id}", 0)
        self.fault(line, f"border {thing.id!r} does not lie on the sides of spaces, or lies on another one")

    def gap(self, found: Partition) -> None:
        a, b = found.loose[0]
        near = next((s for s in found.cut.values() if s), ())
        line = self.lines.get(f"shape {near[0].name}", 0) if near else 0
        ends = " to ".join(f"({p[0] / UNIT:g}, {p[1] / UNIT:g})" for p in (a, b))
        self.fault(
            line,
            f"from {ends} two spaces overlap or leave a gap: squares that a shaped space cuts "
            "must be covered by shaped spaces wholly",
        )
