"""Initiative and surprise: the order of the fight (init.1 to init.3, init.5, surprise.1 to surprise.6)."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from muster.rulesets.newworld.book import applies, number, rule
from muster.rulesets.newworld.cards import Card
from muster.rulesets.newworld.events import OrderFixed, RoundBegan, SurpriseRolled
from muster.rulesets.newworld.rules.common import Fight
from muster.rulesets.newworld.state import FigureId, State


def initiative_of(card: Card) -> int:
    """Agility, and 1 more with Combat Reflexes (init.1, init.5)."""
    base = number("init.1", card.agility, off=0)
    return base + 1 if card.has("combat-reflexes") and applies("init.5") else base


Order: TypeAlias = tuple[tuple[FigureId, ...], ...]
"""Groups of figures that act at once, in the order of a round."""

Standing: TypeAlias = tuple[int, int, int]
"""What is compared, lowest first: number, Wits and player character, each taken negative."""


def standing_of(card: Card, number: int) -> Standing:
    """What decides a figure's place: its number, then Wits, then player characters (init.1, init.2)."""
    return (-number, -card.wits, -int(card.pc))


def turn_order(
    cards: Mapping[FigureId, Card], numbers: Mapping[FigureId, int], who: Iterable[FigureId]
) -> Order:
    """Highest first; ties by Wits, then player characters; who is still tied acts simultaneously (init.1, init.2)."""
    figures = list(who)
    tied = len({numbers[f] for f in figures}) < len(figures)
    broken = tied and applies("init.2")
    groups: dict[Standing, list[FigureId]] = {}
    for figure in figures:
        place = standing_of(cards[figure], numbers[figure]) if broken else (-numbers[figure], 0, 0)
        groups.setdefault(place, []).append(figure)
    return tuple(tuple(groups[k]) for k in sorted(groups))


def with_newcomers(state: State) -> tuple[Order, dict[FigureId, int]]:
    """The order of the next round, and the numbers of those who are new in it (init.3, ruling R7).

    The order stays what it was at the start, whatever has changed since. Who joined the fight after that is put in by
    its own initiative.
    """
    known = {f for group in state.order for f in group}
    joined = {f: initiative_of(state.card(f)) for f in state.fighters() if f not in known}
    order = list(state.order)
    for figure, own in joined.items():
        if not applies("init.3"):
            break
        mine = standing_of(state.card(figure), own)
        numbers = {**state.initiative, **joined}
        places = [standing_of(state.card(g[0]), numbers.get(g[0], 0)) for g in order]
        index = next((i for i, place in enumerate(places) if place >= mine), len(order))
        if index < len(order) and places[index] == mine:
            order[index] = (*order[index], figure)
        else:
            order.insert(index, (figure,))
    return tuple(order), joined


def must_roll(card: Card, surprised_seat: str | None) -> bool:
    """Whether a figure could be caught: of the side named, no Master Woods Runner (surprise.1, .5, .6)."""
    if surprised_seat is None or not applies("surprise.1"):
        return False
    if card.seat != surprised_seat and applies("surprise.5"):
        return False
    return not (card.has("master-woods-runner") and applies("surprise.6"))


@rule("init.1")
async def roll_initiative(game: Fight) -> None:
    """Surprise dice, then the order for the whole fight and that of the first round (init.3, surprise.4)."""
    state = game.state
    cards = {c.id: c for c in state.setup.cards.values() if not c.is_mount}
    normal = {f: initiative_of(c) for f, c in cards.items()}
    first = dict(normal)
    surprised: set[FigureId] = set()
    for figure, card in cards.items():
        if not must_roll(card, state.setup.surprised_seat):
            continue
        die = (await game.roll(1, 6, why=f"surprise of {card.name}")).total
        first[figure] = normal[figure] - die
        caught = first[figure] < 0 and applies("surprise.2")
        if not caught and not applies("surprise.3"):
            first[figure] = normal[figure]
        if caught:
            surprised.add(figure)
        game.apply(SurpriseRolled(figure, die, normal[figure], first[figure], caught))
    order = turn_order(cards, normal, cards)
    opening = turn_order(cards, first, [f for f in cards if f not in surprised])
    lasting = order if opening == order or applies("surprise.4") else opening
    game.apply(OrderFixed(lasting, opening, normal))
    game.apply(RoundBegan(1))
