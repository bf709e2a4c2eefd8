"""What an audience of the practice yard may not know, and how to change it."""

from dataclasses import replace

from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.requests import Arrange, Choose, Move, Place, Request
from tests.kit.practice.state import HEIGHT, ROCK, WIDTH, Json, Piece, Square, State, squares_of
from tests.kit.worlds import Pick


def alter(state: State, audience: Audience, pick: Pick) -> None:
    """Put hidden pieces elsewhere, give relics to others, deal other hands."""
    hidden_from = [s for s in state.setup.seats if audience == SPECTATORS or s != Seat(audience)]
    for seat in hidden_from:
        for piece in state.up(seat):
            if piece.hidden and piece.at is not None:
                free = _free_squares(state, piece)
                state.pieces[piece.id] = replace(piece, at=free[pick(len(free))])
        if state.relics.get(seat) and seat not in state.shown:
            bearers = [p.id for p in state.up(seat)] or [state.relics[seat]]
            state.relics[seat] = bearers[pick(len(bearers))]
    _deal_again(state, [s for s in hidden_from if s in state.hands], pick)


def vary(state: State, request: Request, body: Json, audience: Audience, pick: Pick) -> Json:
    """Another order of a hand, another way of a hidden piece, another place for it."""
    spec = request.spec
    if isinstance(spec, Arrange):
        keys = [i.key for i in spec.items]
        return {"order": [keys.pop(pick(len(keys))) for _ in range(len(keys))]}
    if isinstance(spec, Place):
        hidden = next(i for i in body["at"] if state.pieces[i].hidden)
        at = spec.squares[pick(len(spec.squares))]
        return {"at": {**body["at"], hidden: list(at)}}
    if isinstance(spec, Choose) and body.get("picks"):
        key = body["picks"][0]["key"]
        verb, *names = key.split(":")
        option = spec.option(key)
        if verb == "move" and state.pieces[names[0]].hidden and option is not None:
            assert isinstance(option.needs, Move)
            ends = [i for i, r in enumerate(option.needs.reach) if r.stop]
            path = [list(p) for p in option.needs.path_to(ends[pick(len(ends))])]
            return {"picks": [{"key": key, "with": {"path": path}}]}
    return body


def _free_squares(state: State, piece: Piece) -> list[Square]:
    taken = {ROCK} | {
        q
        for p in state.pieces.values()
        if p.up and p.at is not None and p.id != piece.id
        for q in squares_of(p.at, p.card.size)
    }
    return [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if (x, y) not in taken]


def _deal_again(state: State, seats: list[Seat], pick: Pick) -> None:
    """Shuffle the hidden hands and the deck together, sizes kept."""
    cards = [c for s in seats for c in state.hands[s]] + state.deck
    mixed = [cards.pop(pick(len(cards))) for _ in range(len(cards))]
    for seat in seats:
        size = len(state.hands[seat])
        state.hands[seat], mixed = mixed[:size], mixed[size:]
    state.deck = mixed
