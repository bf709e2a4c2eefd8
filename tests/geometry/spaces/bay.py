"""A board with spaces of other shapes: a bay window, a space cut aslant, a ring round a middle."""

from muster.geometry.grid.kinds import parse_kinds
from muster.geometry.grid.mapfile import load_map
from muster.geometry.grid.squaremap import SquareMap

KINDS = parse_kinds(
    {
        "unit": "pace",
        "squares": {"grass": {"recipe": "meadow", "label": "Grass"}},
        "features": {},
        "edges": {
            "wall": {"recipe": "wall", "label": "Wall", "full": True},
            "window": {"recipe": "window", "label": "Window", "window": True},
            "door": {
                "recipe": "door",
                "label": "Door",
                "states": {"closed": {"full": True}, "open": {}},
            },
        },
        "decor": {},
    }
)
HEAD = """
id: bay
name: Bay
size: [10, 5]
legend: {".": {kind: grass}}
rows: ["..........", "..........", "..........", "..........", ".........."]
"""
SPACES = """
spaces:
  - {at: [2, 1], corners: [[1.5, 2], [2, 1], [3, 1], [3.5, 2]]}
  - {at: [1, 1], corners: [[1, 1], [2, 1], [1.5, 2], [1, 2]]}
  - {at: [3, 1], corners: [[4, 2], [3.5, 2], [3, 1], [4, 1]]}
  - {at: [6, 2], corners: [[6.25, 2], [7.75, 2], [8, 2.25], [8, 3.75], [7.75, 4], [6.25, 4], [6, 3.75], [6, 2.25]]}
  - {at: [5, 2], corners: [[5, 1], [6.5, 1], [6.5, 2], [6.25, 2], [6, 2.25], [6, 3], [5, 3]]}
  - {at: [7, 1], corners: [[6.5, 1], [9, 1], [9, 3], [8, 3], [8, 2.25], [7.75, 2], [6.5, 2]]}
  - {at: [5, 3], corners: [[5, 3], [6, 3], [6, 3.75], [6.25, 4], [6.25, 5], [5, 5]]}
  - {at: [7, 4], corners: [[6.25, 4], [7.75, 4], [8, 3.75], [8, 3], [9, 3], [9, 5], [6.25, 5]]}
  - {squares: [[0, 3], [1, 3]]}
"""
BORDERS = """
edges:
  - {id: front, at: [2, 1], side: n, kind: window}
borders:
  - {id: left, from: [1.5, 2], to: [2, 1], kind: window}
  - {id: right, from: [3.5, 2], to: [3, 1], kind: door, state: closed}
  - {id: wall, from: [3.5, 2], to: [5, 2], kind: wall}
"""


def bay(spaces: str = SPACES, borders: str = BORDERS) -> SquareMap:
    """The board, or one with other spaces and borders."""
    return load_map(HEAD + borders + spaces, KINDS, "bay.yaml")
