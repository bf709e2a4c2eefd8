"""The drawing recipes of the board, by name: what a kind of terrain may ask for.

The client draws them (`frontend/src/board/recipes.ts`); a test compares the two lists. No drawing is known here.
"""

from __future__ import annotations

from typing import Final

BOARD_RECIPES: Final = frozenset(
    {
        # grounds
        "meadow", "planks", "flags", "road", "brush", "wood", "rubble", "water", "ford", "hill", "masonry-block",
        "deck", "ditch", "scree", "snow", "mud", "tiles", "rampart", "gallery",
        # things
        "stairs", "ladder", "wagon", "table", "crates", "mast", "pillar",
        # borders
        "palisade", "wall", "low-wall", "hedge", "door", "window", "shutter", "rail", "rigging", "ivy", "steps",
        # seen, never asked by a rule
        "wash", "rug", "campfire", "barrels", "rock", "rocks", "sign", "tree", "reeds", "bench", "lantern", "rope",
    }
)  # fmt: skip
