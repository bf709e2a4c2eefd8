"""The yard as one audience may see it."""

from muster.engine.ids import Audience, Seat
from muster.engine.views import (
    AreaView,
    Bar,
    Chip,
    ItemView,
    Mark,
    PhaseView,
    PieceView,
    SeatView,
    Shape,
    Sheet,
    SheetLine,
    Stat,
    View,
)
from tests.kit.practice.queries import zone
from tests.kit.practice.state import (
    BRUSH,
    GATE,
    HEIGHT,
    LABELS,
    ROCK,
    UNKNOWN,
    WIDTH,
    Json,
    Piece,
    Setup,
    State,
)

_STAGE_LABELS = {
    "bid": "Bidding",
    "deal": "Dealing",
    "hand": "Sorting hands",
    "deploy": "Deployment",
    "banner": "Raising banners",
    "relic": "Hiding relics",
    "drill": "Drill",
    "turns": "Turns",
    "over": "Over",
}


def table_of(setup: Setup) -> Json:
    """The fixed table for the board."""
    rows = ["".join(_letter(x, y) for x in range(WIDTH)) for y in range(HEIGHT)]
    return {
        "form": "squares",
        "id": "practice-yard",
        "name": "The practice yard",
        "size": [WIDTH, HEIGHT],
        "unit": "pace",
        "legend": {".": {"kind": "grass"}, "b": {"kind": "brush"}, "r": {"kind": "rock"}},
        "rows": rows,
        "features": [],
        "edges": [
            {"id": "gate", "at": [GATE[0], GATE[1]], "side": GATE[2], "kind": "door", "state": "closed"}
        ],
        "zones": [
            {"id": s, "name": f"{LABELS[s]}'s zone", "seat": s, "squares": [list(q) for q in zone(s)]}
            for s in setup.seats
        ],
        "decor": [{"kind": "campfire", "at": [2.5, 1.5]}],
        "kinds": {
            "squares": {
                "grass": {"recipe": "meadow", "label": "Open ground"},
                "brush": {"recipe": "brush", "label": "Brush", "difficult": True},
                "rock": {"recipe": "masonry-block", "label": "Rock", "enter": False},
            },
            "features": {},
            "edges": {
                "door": {"recipe": "door", "label": "Gate", "states": {"closed": {"full": True}, "open": {}}}
            },
        },
    }


def _letter(x: int, y: int) -> str:
    return "r" if (x, y) == ROCK else "b" if (x, y) in BRUSH else "."


def view_of(state: State, audience: Audience) -> View:
    """Cut the state down to what the audience knows, then draw that."""
    known = state.known_to(Seat(audience))
    active = known.waiting[0] if known.waiting else None
    return View(
        audience=audience,
        ruleset="practice",
        scenario=known.setup.scenario,
        measuring=known.setup.measuring,
        seats={s: SeatView(s, LABELS[s], s) for s in known.setup.seats},
        pieces={p.id: _piece(p, active) for p in known.pieces.values()},
        edges={"gate": known.gate},
        items={
            f"banner-{s}": ItemView(f"banner-{s}", "banner", f"{LABELS[s]}'s banner", at)
            for s, at in sorted(known.banners.items())
        },
        areas={
            "deck": AreaView("deck", "deck", "Deck", len(known.deck)),
            **{f"hand-{s}": _hand(known, s) for s in known.setup.seats if s in known.hands},
        },
        phase=PhaseView(
            known.round,
            known.setup.rounds,
            _STAGE_LABELS[known.stage],
            active,
            tuple(known.order),
            ", ".join(f"{LABELS[s]} {n}" for s, n in known.points.items()),
        ),
        sheets={p.id: _sheet(known, p) for p in known.pieces.values()},
    )


def _hand(known: State, seat: Seat) -> AreaView:
    cards = known.hands[seat]
    faces = tuple(f"Card {c}" for c in cards) if UNKNOWN not in cards else None
    return AreaView(f"hand-{seat}", "hand", f"{LABELS[seat]}'s hand", len(cards), seat, faces)


def _piece(piece: Piece, active: str | None) -> PieceView:
    where = f"at {piece.at[0]}, {piece.at[1]}" if piece.at else "not on the table"
    unseen = piece.hidden and piece.at is None
    return PieceView(
        id=piece.id,
        seat=piece.seat,
        name=piece.card.label,
        icon=piece.card.icon,
        shape=Shape("square", piece.card.size),
        at=piece.at,
        level=0,
        bar=Bar(piece.steps, piece.card.steps, "Steps"),
        marks=(Mark("hidden", "Hidden"),) if piece.hidden else (),
        state="up" if piece.up else "fallen",
        active=piece.seat == active and piece.up,
        acted=piece.acted,
        label=f"{piece.name}, {'hidden' if unseen else where}, {piece.steps} of {piece.card.steps} steps",
    )


def _sheet(known: State, piece: Piece) -> Sheet:
    drill = known.drill[piece.seat]
    bears = known.relics.get(piece.seat) == piece.id
    return Sheet(
        piece.id,
        piece.name,
        piece.card.label,
        ((Stat("Steps", str(piece.steps)), Stat("Budget", str(piece.card.budget), "practice.move.1")),),
        (SheetLine("Might", str(piece.card.might + drill["might"]), "broadsword", "practice.strike.2"),),
        (Chip("Bears the relic", "good", "practice.relic.1"),) if bears else (),
    )
