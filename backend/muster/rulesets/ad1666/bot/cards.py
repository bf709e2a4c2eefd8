"""What the bot plays from its hand, and what it says yes to."""

from typing import Any, TypeAlias

from muster.engine.requests import Choose, Request
from muster.rulesets.ad1666.deck import BLACK_JOKER, JOKERS, SUITS, CardId, value_of
from muster.rulesets.ad1666.queries.trials import reinforcements
from muster.rulesets.ad1666.state import State

Json: TypeAlias = Any
GOOD = 6
"""A card worth this much is better than what the deck gives on average (5)."""


def picked(*keys: str) -> Json:
    """The body of an answer that picks these."""
    return {"picks": [{"key": key} for key in keys]}


def says_yes(known: State, request: Request) -> bool:
    """Counters and abilities are spent where they come up; a weapon is loaded before one moves."""
    return True


def choose(known: State, request: Request, spec: Choose) -> Json | None:
    """The answer to a question about cards; None where it is about something else."""
    match request.rule:
        case "test.10" | "talking.3":
            return _commit(spec)
        case "test.2" | "test.11" | "turn.8" | "combat.9":
            return _reinforce(known, request, spec)
        case "turn.6":
            worst = sorted((o.key for o in spec.options), key=_worth)
            return picked(*worst[: spec.minimum])
        case "cards.6" | "cards.7":
            return _suit(known, request, spec)
        case "skill.cunning.3":
            best = max((o.key for o in spec.options), key=value_of)
            return picked(best) if value_of(best) >= GOOD else {"pass": True}
        case _:
            return None


def _commit(spec: Choose) -> Json:
    """A good card of the hand, else the top of the deck."""
    hand = [o.key for o in spec.options if o.key != "deck"]
    best = max(hand, key=_worth, default="")
    if best and (_worth(best) >= GOOD or all(o.key != "deck" for o in spec.options)):
        return picked(best)
    return picked("deck")


def _worth(card: CardId) -> int:
    return value_of(card) if card in JOKERS or "-" in card else -1


def _reinforce(known: State, request: Request, spec: Choose) -> Json:
    """Play what turns the test, the smallest card that does; add to a lead only by two."""
    contest = known.contest
    if contest is None or not spec.options:
        return {"pass": True}
    own = next((s for s in contest.sides if s.seat == request.seat and s.card), None)
    if own is None:
        return {"pass": True}
    added = {a.card: a for a in reinforcements(own, [o.key for o in spec.options], dl=contest.dl)}
    bonus = {o.key: added[o.key].bonus for o in spec.options if o.key in added}
    if not bonus:
        return {"pass": True}
    if contest.dl is not None:
        lacking = contest.dl - own.total
        if lacking > sum(sorted(bonus.values(), reverse=True)):
            return {"pass": True}
        return picked(_smallest(bonus, lacking))
    other = next((s for s in contest.sides if s.seat != request.seat), None)
    behind = other.total - own.total if other is not None and other.card not in ("", "?") else 0
    if 0 <= behind < sum(bonus.values()):
        return picked(_smallest(bonus, behind + 1))
    best = max(bonus, key=lambda k: (bonus[k], -_worth(k)))
    return picked(best) if behind < 0 and bonus[best] == 2 and _worth(best) < GOOD else {"pass": True}


def _smallest(bonus: dict[CardId, int], wanted: int) -> CardId:
    enough = [k for k in bonus if bonus[k] >= wanted]
    pool = enough or [k for k in bonus if bonus[k] == max(bonus.values())]
    return min(pool, key=lambda k: (bonus[k], _worth(k)))


def _suit(known: State, request: Request, spec: Choose) -> Json:
    """Of the own Joker the head, of the other's the legs: where weapons hurt most and least."""
    contest = known.contest
    joker = next((s for s in contest.sides if s.card in JOKERS and s.suit is None), None) if contest else None
    own = joker is not None and joker.seat == request.seat and joker.card != BLACK_JOKER
    wanted = SUITS[0] if own else SUITS[3]
    keys = [o.key for o in spec.options]
    if request.rule == "cards.6" and contest is not None and contest.rule == "action.15":
        wanted = SUITS[1]
    return picked(wanted if wanted in keys else keys[0])
