"""Morale checks: who has to make one, in which order (morale.1, morale.4)."""

from typing import Final

from muster.engine.ids import Seat
from muster.rulesets.ad1666.book import applies, number
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.trials import Trial, ability_part
from muster.rulesets.ad1666.state import State

MORALE_DL: Final = 5


def shaken(state: State, seat: str) -> tuple[CharacterId, ...]:
    """A seat's Crippled Commoners that have not made their check of this turn (morale.1)."""
    return tuple(
        who
        for who in state.present(seat)
        if state.is_crippled(who) and not state.is_hero(who) and f"{who}:morale" not in state.used
    )


def who_checks(state: State) -> Seat | None:
    """Which seat makes its checks now: the first actor all of its own, then the other (morale.4, ruling R51)."""
    first = Seat(state.first_actor)
    order = (first, state.other(first)) if applies("morale.4") else (state.other(first), first)
    return next((seat for seat in order if shaken(state, seat)), None)


def morale_trial(state: State, who: CharacterId) -> Trial:
    """The check: a Fortitude Test, DL 5 (morale.1)."""
    level = number("morale.1", MORALE_DL, off=0)
    return Trial(
        who, "Morale check", level, "morale.1", ability_part(state, who, "fortitude"), fortitude=True
    )
