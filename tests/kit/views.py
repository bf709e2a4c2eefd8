"""Views that no game has: anything may be there, change, come and go. For what travels between two of them."""

import hashlib
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias, TypeVar

import orjson

from muster.engine.views import (
    AreaView,
    Bar,
    CardView,
    Chip,
    ContestSideView,
    ContestView,
    ItemView,
    Mark,
    PendingView,
    PhaseView,
    PieceView,
    ResultView,
    SeatView,
    Shape,
    Sheet,
    SheetLine,
    Stat,
    View,
    ZoneView,
)

Json: TypeAlias = Any
T = TypeVar("T")
NAMES = ("ann", "bob", "cat", "dög")


def hash_of(view: View) -> str:
    """16 hex digits over a view as JSON with all keys in order, the long way."""
    data = orjson.dumps(orjson.loads(orjson.dumps(view)), option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(data).hexdigest()[:16]


def some_view(luck: Random) -> View:
    """A position with up to four of everything."""
    seats = {s: SeatView(s, s.title(), s) for s in ("red", "blue")}
    return View(
        audience="red",
        ruleset="none",
        scenario=luck.choice(("one", "two")),
        measuring="free",
        seats=seats,
        pieces={n: _piece(n, luck) for n in _some(luck)},
        edges={n: luck.choice(("open", "closed")) for n in _some(luck)},
        items={
            n: ItemView(n, "sabre", luck.choice(("Sabre", "Säbel")), (1, luck.randrange(3)))
            for n in _some(luck)
        },
        areas={
            n: AreaView(n, "hand", n, luck.randrange(3), None, luck.choice((None, (), ("ace",))))
            for n in _some(luck)
        },
        phase=PhaseView(luck.randrange(3), None, "Turns", luck.choice((None, "ann")), tuple(_some(luck))),
        sheets={n: _sheet(n, luck) for n in _some(luck)},
        zones={
            n: ZoneView(n, "red", "Zone", ((1, luck.randrange(3)),), tuple(_some(luck))) for n in _some(luck)
        },
        contests={n: _contest(n, luck) for n in _some(luck)},
        pending={s: PendingView(s, f"{s} decides.", "deciding") for s in seats if luck.random() < 0.5},
        result=luck.choice((None, None, ResultView(luck.choice((None, "red")), "points", "It is over."))),
    )


def next_view(luck: Random, view: View) -> View:
    """A view behind another one: mostly much stays, now and then everything is new."""
    other = some_view(luck)
    if luck.random() < 0.2:
        return other
    kept: dict[str, Json] = {}
    for name in ("pieces", "items", "areas", "sheets"):
        entries = dict(getattr(view, name))
        for key in NAMES:
            if luck.random() < 0.3:
                entries.pop(key, None)
                if key in getattr(other, name):
                    entries[key] = getattr(other, name)[key]
        kept[name] = dict(sorted(entries.items()))
    phase = replace(view.phase, active=other.phase.active) if luck.random() < 0.5 else view.phase
    return replace(view, **kept, phase=phase, pending=other.pending, result=other.result)


def _some(luck: Random) -> list[str]:
    return sorted(luck.sample(NAMES, luck.randint(0, len(NAMES))))


def _piece(name: str, luck: Random) -> PieceView:
    return PieceView(
        id=name,
        seat=luck.choice(("red", "blue")),
        name=name,
        icon="fist",
        shape=Shape("square", luck.randint(1, 2)),
        at=luck.choice((None, (0, 0), (0, 1))),
        level=0,
        bar=luck.choice((None, Bar(luck.randrange(3), 3, "Wounds"))),
        marks=luck.choice(((), (Mark("aiming", "aims"),))),
        state=luck.choice(("up", "prone")),
        active=luck.random() < 0.5,
        acted=luck.random() < 0.5,
        label=f"{name}.",
        rides=luck.choice((None, "bob")),
    )


def _sheet(name: str, luck: Random) -> Sheet:
    return Sheet(
        name,
        name,
        "",
        ((Stat("Move", str(luck.randrange(3))),),),
        luck.choice(((), (SheetLine("Sabre", "in hand"),))),
        luck.choice(((), (Chip("Prone", "bad", "none.1"),))),
    )


def _contest(name: str, luck: Random) -> ContestView:
    cards = tuple(CardView(luck.choice((None, "cup-6")), luck.random() < 0.5, "hand") for _ in _some(luck))
    side = ContestSideView("red", "red", None, "Red", cards, None)
    return ContestView(
        name, "Initiative", "none.1", (side,), luck.choice((None, 7)), luck.random() < 0.5, "", None
    )
