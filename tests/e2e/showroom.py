"""New World on a made-up table with every kind of terrain in every state: to be looked at, not to be played."""

import hashlib
from collections.abc import Mapping
from typing import Any, TypeAlias

import orjson
import yaml
from pydantic import BaseModel

from muster.engine.ids import Seat
from muster.engine.ruleset import AnyRuleset
from muster.geometry.grid.mapfile import load_map
from muster.geometry.grid.squaremap import to_wire
from muster.rulesets.newworld.cards import read_table
from muster.rulesets.newworld.ruleset import NewWorld
from muster.rulesets.newworld.setup import kinds

Json: TypeAlias = Any

WIDTH = 30
ZONE = 3
_SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def showroom() -> str:
    """The map as YAML: a patch of 3 by 3 squares a kind, a row of features, a row of edges in each state, decor."""
    table = read_table("kinds.yaml")
    legend: dict[str, Json] = {".": {"kind": "grass"}}
    patches = dict(zip(_SIGNS, table["squares"], strict=False))
    legend |= {sign: {"kind": kind} for sign, kind in patches.items()}
    signs = list(patches)
    columns = (WIDTH - 2 * ZONE - 2) // 4
    lines = -(-len(signs) // columns)
    features_at = 1 + 4 * lines
    states = [(k, s) for k, facts in table["edges"].items() for s in (facts.get("states") or {None: 0})]
    edges_at = features_at + 4
    height = edges_at + 3 * (1 + len(states) // 8) + 4
    rows = [["."] * WIDTH for _ in range(height)]
    for number, sign in enumerate(signs):
        x, y = ZONE + 1 + 4 * (number % columns), 1 + 4 * (number // columns)
        for dx in range(3):
            for dy in range(3):
                rows[y + dy][x + dx] = sign
    edges: list[dict[str, Json]] = []
    for number, (kind, state) in enumerate(states):
        at = [ZONE + 1 + 3 * (number % 8), edges_at + 3 * (number // 8)]
        edges.append({"id": f"edge-{number}", "at": at, "side": "n" if number % 2 else "w", "kind": kind})
        if state is not None:
            edges[-1]["state"] = state
            if table["edges"][kind]["states"][state].get("locked"):
                edges[-1]["lock"] = {"difficulty": 9}
    row = [(kind, ZONE + 1 + 3 * n) for n, kind in enumerate(table["features"])]
    features = [
        {"id": f"thing-{x}", "kind": kind, "squares": [[x, features_at], [x + 1, features_at]]}
        for kind, x in row
    ]
    places = [ZONE + 1.5 + 1.5 * n for n in range(len(table["decor"]))]
    lined = ("road",)
    decor = [
        {"kind": kind, "line": [[0, height - 2.5], [WIDTH, height - 2.5]], "width": 2}
        if kind in lined
        else {"kind": kind, "at": [x, height - 2.5]}
        for kind, x in zip(table["decor"], places, strict=True)
    ]
    sides = {"company": ("blue", 0, ZONE - 1), "raiders": ("red", WIDTH - ZONE, WIDTH - 1)}
    zones = [
        {"id": zone, "name": zone, "seat": seat, "squares": {"rect": [left, 0, right, height - 1]}}
        for zone, (seat, left, right) in sides.items()
    ]
    return yaml.safe_dump(
        {
            "id": "showroom",
            "name": "The Showroom",
            "form": "squares",
            "size": [WIDTH, height],
            "legend": legend,
            "rows": ["".join(row) for row in rows],
            "features": features,
            "edges": edges,
            "zones": zones,
            "decor": decor,
        }
    )


class Showroom(NewWorld):
    """New World, on that table."""

    id = "showroom"
    title = "Showroom"

    def new_setup(self, options: BaseModel, rosters: Mapping[Seat, Json]) -> Json:
        """The wagon road's setup, on the other map."""
        setup = {**super().new_setup(options, rosters)}
        del setup["digest"]
        setup["map"] = to_wire(load_map(showroom(), kinds(), "showroom.yaml"))
        digest = hashlib.sha256(orjson.dumps(setup, option=orjson.OPT_SORT_KEYS)).hexdigest()
        return {"digest": digest, **setup}


RULESET: AnyRuleset = Showroom()
"""To be named in the setting `extra_rulesets`."""
