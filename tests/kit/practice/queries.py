"""What is legal, what it costs and how likely it is: pure functions of a state, true or as a seat knows it."""

from functools import partial
from heapq import heappop, heappush

from muster.engine.explain import Bar, Odds, Total
from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import (
    Aim,
    Allocate,
    Arrange,
    Choose,
    Item,
    Move,
    Option,
    Path,
    Place,
    Reach,
    Slot,
    ToPlace,
)
from tests.kit.practice.book import applies, number, part
from tests.kit.practice.state import (
    BRUSH,
    GATE,
    HEIGHT,
    ROCK,
    WIDTH,
    ZONES,
    Piece,
    Square,
    State,
    squares_of,
)

REACH_OF_THROW = 4
DRILL = 3
FACES = 6


def zone(seat: Seat) -> tuple[Square, ...]:
    """The squares of a seat's zone."""
    x0, y0, x1, y1 = ZONES[seat]
    return tuple((x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1))


def apart(a: Square, b: Square) -> int:
    """How far apart two squares are: the greater of both differences (throw.1)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def gap(a: Piece, b: Piece) -> int:
    """The least distance between squares of two pieces on the table."""
    assert a.at is not None
    assert b.at is not None
    return min(apart(p, q) for p in squares_of(a.at, a.card.size) for q in squares_of(b.at, b.card.size))


# ------------------------------------------------------------------ moving
def _step_cost(known: State, piece: Piece, start: Square, to: Square) -> int | None:
    """What it costs to shift a piece by one square; None where the ground forbids it (move.2, move.3)."""
    size = piece.card.size
    squares = squares_of(to, size)
    if not (0 <= to[0] <= WIDTH - size and 0 <= to[1] <= HEIGHT - size) or ROCK in squares:
        return None
    if known.gate == "closed" and start[1] == to[1]:
        east, west = (GATE[0], GATE[1]), (GATE[0] - 1, GATE[1])
        if {east, west}.issubset((*squares, *squares_of(start, size))) and applies("move.3"):
            return None
    return 1 if BRUSH.isdisjoint(squares) or not applies("move.2") else 2


def _others(known: State, piece: Piece) -> dict[Square, Piece]:
    return {
        s: p
        for p in known.pieces.values()
        if p.up and p.at is not None and p.id != piece.id
        for s in squares_of(p.at, p.card.size)
    }


def _may_pass(others: dict[Square, Piece], piece: Piece, at: Square) -> bool:
    """One may go through small friends (move.4), through nobody else."""
    met = [others[s] for s in squares_of(at, piece.card.size) if s in others]
    return not met or (all(m.seat == piece.seat and piece.card.size == 1 for m in met) and applies("move.4"))


def _may_stop(others: dict[Square, Piece], piece: Piece, at: Square) -> bool:
    return not any(s in others for s in squares_of(at, piece.card.size))


def reach_of(known: State, piece: Piece, budget: int) -> tuple[Reach, ...]:
    """Every square that a piece can enter within its budget, with the cheapest way (move.1 to move.4)."""
    assert piece.at is not None
    others = _others(known, piece)
    best: dict[Square, int] = {piece.at: 0}
    before: dict[Square, Square] = {}
    queue: list[tuple[int, Square]] = [(0, piece.at)]
    order: list[Square] = []
    done: set[Square] = set()
    while queue:
        cost, at = heappop(queue)
        if at in done:
            continue
        done.add(at)
        order.append(at)
        for to in ((at[0], at[1] - 1), (at[0] + 1, at[1]), (at[0], at[1] + 1), (at[0] - 1, at[1])):
            if to in done:
                continue
            step = _step_cost(known, piece, at, to)
            if step is None or not _may_pass(others, piece, to) or cost + step > budget:
                continue
            if cost + step < best.get(to, budget + 1):
                best[to], before[to] = cost + step, at
                heappush(queue, (cost + step, to))
    squares = [s for s in order if s != piece.at]
    index = {s: i for i, s in enumerate(squares)}
    foes = [p for p in known.foes(piece.seat) if p.at is not None and p.kind == "guard"]
    return tuple(
        Reach(
            s,
            best[s],
            index.get(before[s]),
            provokes=tuple(sorted(f.id for f in foes if f.at is not None and apart(f.at, s) == 1)),
            notes=("brush",) if s in BRUSH else (),
            stop=_may_stop(others, piece, s),
        )
        for s in squares
    )


def check_path(known: State, piece: Piece, budget: int, path: Path) -> None:
    """Refuse a path that the same query would not offer, with the numbers."""
    at, spent = piece.at, 0
    assert at is not None
    others = _others(known, piece)
    for to in path.points:
        if abs(at[0] - to[0]) + abs(at[1] - to[1]) != 1:
            raise Refusal(
                "illegal_move", "Each square of a move must share a side with the one before.", "move.1"
            )
        step = _step_cost(known, piece, at, to)
        if step is None or not _may_pass(others, piece, to):
            raise Refusal("illegal_move", f"{piece.name} cannot enter {to[0]}, {to[1]}.", "move.1")
        at, spent = to, spent + step
    if spent > budget:
        raise Refusal(
            "too_far",
            f"That costs {spent}; {piece.name} has {budget}.",
            "move.1",
            {"cost": spent, "budget": budget},
        )
    if not _may_stop(others, piece, at):
        raise Refusal("occupied", "A move may not end on another piece.", "move.4")


def path_cost(known: State, piece: Piece, points: tuple[Square, ...]) -> int:
    """What a legal path costs."""
    at, spent = piece.at, 0
    for to in points:
        assert at is not None
        spent += _step_cost(known, piece, at, to) or 0
        at = to
    return spent


def move_of(known: State, piece: Piece, budget: int) -> Move:
    """The question where a piece goes."""
    assert piece.at is not None
    return Move(
        piece.id,
        piece.at,
        budget,
        reach_of(known, piece, budget),
        partial(check_path, known, piece, budget),
        label=f"Move {piece.name}",
    )


# ------------------------------------------------------------------ striking
def attack_total(known: State, by: Piece, die: int, *, thrown: bool) -> Total:
    """The sum that a blow or throw is judged by (strike.2)."""
    return Total.of(
        "Attack",
        (
            part("die", die, "strike.1"),
            part("might of the piece", by.card.might, by.card.rule) if not thrown else None,
            part("drill", known.drill[by.seat]["might"], "drill.1") if not thrown else None,
        ),
    )


def needed_against(target: Piece, *, parried: bool, thrown: bool) -> int:
    """What the sum must reach (strike.2, strike.3, throw.2)."""
    base = number("throw.2", 5, off=4) if thrown else number("strike.2", 4, off=3)
    return base + (2 if parried and applies("strike.3") else 0)


def strike_odds(known: State, by: Piece, target: Piece) -> Odds:
    """The chance of a blow before any parry."""
    needed = needed_against(target, parried=False, thrown=False)
    bars = tuple(
        Bar(t.value, 10_000 // FACES, t.value >= needed)
        for t in (attack_total(known, by, die, thrown=False) for die in range(1, FACES + 1))
    )
    hits = sum(b.hit for b in bars)
    return Odds(
        "Strike",
        round(10_000 * hits / FACES),
        f"{needed} or more",
        bars,
        (attack_total(known, by, 0, thrown=False),),
        f"{target.name} loses a step.",
    )


def throw_points(known: State, piece: Piece) -> tuple[Square, ...]:
    """What may be aimed at: all squares where one declares before measuring (throw.1), else foes seen in reach."""
    assert piece.at is not None
    if known.setup.measuring == "declared" and applies("throw.1"):
        return tuple((x, y) for y in range(HEIGHT) for x in range(WIDTH) if (x, y) != piece.at)
    foes = (s for f in known.foes(piece.seat) if f.at is not None for s in squares_of(f.at, f.card.size))
    return tuple(s for s in foes if apart(piece.at, s) <= REACH_OF_THROW)


# ------------------------------------------------------------------ questions
def deploy_spec(known: State, seat: Seat) -> Place:
    """Where a seat's pieces may start (deploy.1)."""
    pieces = tuple(ToPlace(p.id, p.card.size, p.card.label) for p in known.up(seat))
    return Place(pieces, zone(seat), check=lambda _: None, label="Place your pieces")


def banner_spec(seat: Seat) -> Aim:
    """Where a banner may stand (banner.1)."""
    return Aim(zone(seat), label="Raise your banner")


def hand_spec(known: State, seat: Seat) -> Arrange:
    """The hand to be put in order (deal.2)."""
    return Arrange(tuple(Item(f"card-{c}", f"Card {c}") for c in known.hands[seat]), label="Sort your hand")


def drill_spec() -> Allocate:
    """How the drill may be divided (drill.1)."""
    return Allocate((Slot("might", "Might", 2), Slot("guard", "Guard", 2)), DRILL)


def relic_spec(known: State, seat: Seat) -> Choose:
    """Who may bear the relic (relic.1)."""
    return Choose(tuple(Option(p.id, p.card.label, rule="relic.1", piece=p.id) for p in known.up(seat)))


def lurkers(state: State, than: Seat) -> list[Piece]:
    """The others' pieces that still hide; that they hide is public, where is not (hide.2)."""
    return [p for s in state.order if s != than for p in state.up(s) if p.hidden]


def spring_spec(known: State, lurker: Piece, target: Piece) -> Choose:
    """What a hidden piece may do when a foe has moved: always asked, so that a pause tells nothing (hide.2)."""
    stay = Option("stay", "Stay hidden", rule="hide.2")
    near = lurker.at is not None and target.at is not None and gap(lurker, target) == 1 and applies("hide.2")
    spring = Option(
        f"spring:{target.id}",
        f"Spring at {target.name}",
        rule="hide.2",
        piece=target.id,
        warnings=("It is seen.",),
    )
    return Choose((stay, spring) if near else (stay,))


def feint_lines() -> tuple[int, int]:
    """The lines of a feint (feint.1)."""
    return 1, 3


def actions(known: State, seat: Seat) -> Choose:
    """What a seat may do with one of its pieces that has not acted yet, or with its hand (turn.2)."""
    options: list[Option] = []
    for piece in known.up(seat):
        if piece.acted or piece.at is None:
            continue
        options.extend(_piece_actions(known, piece))
    hand = tuple(c for c in known.hands[seat])
    if hand:
        cards = tuple(Option(f"card-{c}", f"Card {c}", rule="play.1") for c in hand)
        needs = Choose(cards, 1, min(2, len(cards)))
        options.append(Option("play", "Play cards", group="Hand", rule="play.1", needs_=needs))
    return Choose(tuple(options))


def _piece_actions(known: State, piece: Piece) -> list[Option]:
    group, made = piece.card.label, []

    def option(verb: str, label: str, rule: str, *, target: Piece | None = None, **more: object) -> None:
        key = f"{verb}:{piece.id}" + (f":{target.id}" if target else "")
        made.append(Option(key, label, group=group, rule=rule, piece=(target or piece).id, **more))  # type: ignore[arg-type]

    budget = number(piece.card.rule, piece.card.budget, off=piece.card.budget + 1)
    move = move_of(known, piece, budget)
    if any(r.stop for r in move.reach):
        option("move", f"Move {group.lower()}", "move.1", cost=f"up to {budget}", needs_=move)
    foes = [f for f in known.foes(piece.seat) if f.at is not None]
    for foe in foes:
        if gap(piece, foe) == 1:
            odds = partial(strike_odds, known, piece, foe)
            option("strike", f"Strike {foe.name}", "strike.1", target=foe, odds_=odds)
            option("feint", f"Feint at {foe.name}", "feint.1", target=foe)
    if piece.kind == "guard":
        points = throw_points(known, piece)
        if points:
            needs = Aim(points, label="Throw at", template="square")
            option("throw", "Throw", "throw.1", needs_=needs, hold=True)
    east, west = (GATE[0], GATE[1]), (GATE[0] - 1, GATE[1])
    if piece.at in (east, west):
        option("gate", "Close the gate" if known.gate == "open" else "Open the gate", "gate.1", edge="gate")
    return made
