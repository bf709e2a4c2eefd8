"""A legal answer to a request, made from nothing but the JSON that a browser gets."""

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias

Json: TypeAlias = Any
TRIES = 200


def answer_to(request: Json, luck: Random) -> Json:
    """The body of an answer; passes now and then where that is legal. Raises LookupError where there is none."""
    if request["pass"] is not None and luck.random() < 0.25:
        return {"pass": True}
    body = _answer(request["spec"], luck)
    if body is not None:
        return body
    if request["pass"] is not None:
        return {"pass": True}
    raise LookupError(f"{request['seat']} can answer nothing to: {request['text']}")


def _answer(spec: Json, luck: Random) -> Json:
    match spec["kind"]:
        case "choose":
            return _choose(spec, luck)
        case "move":
            ends = [i for i, r in enumerate(spec["reach"]) if r["stop"]]
            return {"path": _path(spec["reach"], luck.choice(ends))} if ends else None
        case "place":
            return _place(spec, luck)
        case "aim":
            return {"point": luck.choice(spec["points"])} if spec["points"] else None
        case "allocate":
            return _allocate(spec, luck)
        case "number":
            return {"value": luck.randint(spec["min"], spec["max"])}
        case "arrange":
            return {"order": luck.sample([i["key"] for i in spec["items"]], len(spec["items"]))}
        case "confirm":
            return {"yes": luck.random() < 0.5}
        case "deploy":
            return {"at": spec["suggested"]}
        case "manoeuvre":
            return _manoeuvre(spec, luck)
        case kind:
            raise LookupError(f"a request of the unknown kind {kind}")


def _choose(spec: Json, luck: Random) -> Json:
    if len(spec["options"]) < spec["min"]:
        return None
    options = luck.sample(spec["options"], len(spec["options"]))
    wanted = luck.randint(spec["min"], min(spec["max"], len(options)))
    picks: list[Json] = []
    for option in options:
        if len(picks) == wanted:
            break
        given = None if option["needs"] is None else _answer(option["needs"], luck)
        if option["needs"] is None:
            picks.append({"key": option["key"]})
        elif given is not None:
            picks.append({"key": option["key"], "with": given})
    return {"picks": picks} if len(picks) >= spec["min"] else None


def _path(reach: Json, index: int) -> list[Json]:
    points: list[Json] = []
    at: int | None = index
    while at is not None:
        points.append(reach[at]["to"])
        at = reach[at]["via"]
    return points[::-1]


def _place(spec: Json, luck: Random) -> Json:
    for _ in range(TRIES):
        free = {tuple(s) for s in spec["squares"]}
        at: dict[str, Json] = {}
        for piece in sorted(spec["pieces"], key=lambda p: -p["size"]):
            corners = [s for s in sorted(free) if _covers(s, piece["size"]) <= free]
            if not corners:
                break
            corner = luck.choice(corners)
            at[piece["id"]] = list(corner)
            free -= _covers(corner, piece["size"])
        else:
            return {"at": at}
    return None


def _covers(corner: tuple[int, ...], size: int) -> set[tuple[int, ...]]:
    return {(corner[0] + x, corner[1] + y) for x in range(size) for y in range(size)}


def _allocate(spec: Json, luck: Random) -> Json:
    counts = {s["key"]: 0 for s in spec["slots"]}
    for _ in range(spec["total"]):
        left = [s["key"] for s in spec["slots"] if counts[s["key"]] < s["max"]]
        if not left:
            return None if spec["exact"] else {"slots": counts}
        counts[luck.choice(left)] += 1
    return {"slots": counts}


def _manoeuvre(spec: Json, luck: Random) -> Json:
    if not spec["ways"]:
        return None
    way = luck.choice(spec["ways"])
    body = {"way": way["key"]}
    if way["shape"] != "turn":
        body["length"] = luck.randint(way["least"], way["most"])
    if way["shape"] == "slide":
        body["bearing"] = luck.randint(-way["spread"], way["spread"])
    return body


RECORDS = frozenset(
    {
        "seats",
        "pieces",
        "edges",
        "items",
        "areas",
        "pending",
        "sheets",
        "gauges",
        "terrain",
        "ties",
        "zones",
        "contests",
    }
)


def patched(view: Mapping[str, Json], patch: Mapping[str, Json]) -> dict[str, Json]:
    """A view after a step, as the browser computes it."""
    after = dict(view)
    for key, value in patch.items():
        if key in RECORDS:
            held = after.get(key, {})
            merged = {**held, **{k: _changed(held.get(k), v) for k, v in value.items()}}
            after[key] = {k: v for k, v in merged.items() if v is not None}
        else:
            after[key] = _changed(after.get(key), value)
    return after


def _changed(held: Json, change: Json) -> Json:
    return {**held, **change} if isinstance(held, dict) and isinstance(change, dict) else change
