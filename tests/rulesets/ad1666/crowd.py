"""Eight Characters of the starter set thrown together on a small board at the start of a Combat Phase, by a seed."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Final

from muster.engine.ids import Audience
from muster.rulesets.ad1666.deck import DECK, CardId
from muster.rulesets.ad1666.state import State
from muster.rulesets.ad1666.tables import characters
from tests.kit.worlds import Pick, picker
from tests.rulesets.ad1666.scenes import YardScene

SIZE: Final = (5, 4)
OWN: Final = frozenset({"id", "name", "seat"})


def crowd(seed: int, *, alarm: int = 6) -> YardScene:
    """Some are Prone, Unconscious or hurt, some have the Inconspicuous marker; both sides hold five cards."""
    pick = picker(seed, "crowd")
    raised = [(2, 2)] if pick(2) else []
    high = [(0, 0), (1, 0)] if pick(3) == 0 else []
    scene = YardScene(SIZE, high=high, raised=raised)
    spaces = [(x, y) for x in range(SIZE[0]) for y in range(SIZE[1])]
    kinds = tuple(characters().values())
    for number in range(8):
        card = kinds[pick(len(kinds))]
        scene_of = scene.blue if number % 2 else scene.red
        scene_of(
            f"{card.kind}-{number}",
            spaces.pop(pick(len(spaces))),
            **{f.name: getattr(card, f.name) for f in fields(card) if f.name not in OWN},
            wounds=pick(card.death),
            prone=pick(7) == 0,
            unconscious=pick(12) == 0,
            inconspicuous=card.has("inconspicuous"),
            unswerving=3 if card.has("unswerving") else 0,
        )
    for seat in ("red", "blue"):
        cards = shuffled(DECK, pick)
        scene.stack(seat, hand=cards[:5], deck=cards[5:])
    scene.state.phase, scene.state.up, scene.state.alarm = "combat", "red", alarm
    return scene


def shuffled(cards: Sequence[CardId], pick: Pick) -> list[CardId]:
    """The cards in another order."""
    left = list(cards)
    return [left.pop(pick(len(left))) for _ in cards]


def alter(state: State, audience: Audience, pick: Pick) -> None:
    """Deal anew what the audience cannot see: decks, and the hands of others."""
    for seat in state.seats:
        size = 0 if str(seat) == str(audience) else len(state.hands[seat])
        cards = shuffled((*(state.hands[seat] if size else ()), *state.decks[seat]), pick)
        if size:
            state.hands[seat] = tuple(cards[:size])
        state.decks[seat] = tuple(cards[size:])
