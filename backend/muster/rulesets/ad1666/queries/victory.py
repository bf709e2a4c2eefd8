"""Who wins: the Gold of killed enemies, or what the scenario asks for instead (alarm.4, alarm.5)."""

from collections.abc import Iterator
from dataclasses import dataclass

from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import State


@dataclass(frozen=True, slots=True)
class Verdict:
    """How it ends; ``winner`` None is a draw."""

    winner: str | None
    reason: str
    text: str


def killed(state: State, seat: str) -> Iterator[CharacterId]:
    """A seat's Characters that count as killed; who left by the edge does not (alarm.5, scenario.3)."""
    counted = {"killed", "fled"} if applies("alarm.5") else {"killed", "fled", "departed"}
    for who, body in state.bodies.items():
        if state.card(who).seat == seat and body.fate in counted:
            yield who


def gold_killed(state: State, seat: str) -> int:
    """The Gold worth of the enemies that a seat has killed."""
    return sum(state.card(who).gold for who in killed(state, state.other(seat)))


def verdict(state: State) -> Verdict:
    """Who wins if the match ends now (alarm.4)."""
    worth = {seat: gold_killed(state, seat) for seat in state.seats}
    words = " to ".join(f"{state.setup.labels[s]} {worth[s]}" for s in state.seats)
    best = max(worth.values())
    winners = [s for s in state.seats if worth[s] == best]
    if len(winners) > 1:
        return Verdict(None, "equal_gold", f"A draw: enemies killed are worth the same, {words} Gold.")
    label = state.setup.labels[winners[0]]
    return Verdict(winners[0], "more_gold", f"{label} wins: enemies killed in Gold, {words}.")
