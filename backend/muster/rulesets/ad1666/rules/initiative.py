"""The Initiative Phase: a card from each player, reinforced in turn, until one total is higher (turn.7 to turn.10)."""

from muster.engine.explain import Part
from muster.engine.ids import Seat
from muster.engine.requests import Confirm
from muster.rulesets.ad1666.book import applies, part, rule
from muster.rulesets.ad1666.contest import Side
from muster.rulesets.ad1666.events import InitiativeTaken, InitiativeTied, PhaseBegun, StrikeDeclared
from muster.rulesets.ad1666.rules.cards import Match, clear
from muster.rulesets.ad1666.rules.trials import Duel, opposed
from muster.rulesets.ad1666.state import State

STRIKE = "strike"
"""What ``used`` holds of a seat that has called Strike now, after the seat's name."""


@rule("turn.7", "turn.10")
async def take_initiative(game: Match) -> None:
    """Both play a card for Initiative; equal totals repeat the whole procedure (turn.7, turn.9)."""
    state = game.state
    for seat in state.seats:
        await _strike_now(game, seat)
    # Whoever held Initiative announces first; on turn 1 that is Red (turn.7).
    first = Seat(state.initiative or state.seats[0])
    order = (first, state.other(first)) if applies("turn.7") else (state.other(first), first)
    again = False
    while True:
        sides = tuple(Side(seat, seat) for seat in state.seats)
        duel = Duel("Initiative", "turn.7", (sides[0], sides[1]), order, _sums, follows=again)
        contest = await opposed(game, duel, reinforced_by="turn.8")
        one, other = contest.sides
        totals = tuple(s.sum_of(state.setup.labels[s.seat]) for s in contest.sides)
        if one.total != other.total or not applies("turn.9"):
            winner = one if (one.total > other.total) is applies("turn.10") else other
            game.apply(InitiativeTaken(winner.seat, totals))
            await clear(game)
            game.apply(PhaseBegun("action", "Action Phase", ""))
            return
        game.apply(InitiativeTied(totals))
        await clear(game)
        again = True


def _sums(state: State, side: Side) -> tuple[Part, ...]:
    """Strike now is all that is added to an Initiative card (skill.cunning.4, ruling R56)."""
    called = part("Strike now", 2, "skill.cunning.4") if f"{side.seat}:{STRIKE}" in state.used else None
    return (called,) if called is not None else ()


async def _strike_now(game: Match, seat: Seat) -> None:
    """Whether Zagloba's player adds 2, before any card is played; it stays for repeats (skill.cunning.4)."""
    state = game.state
    who = cunning(state, seat)
    if who is None or not applies("skill.cunning.4"):
        return
    if await game.ask(
        seat,
        Confirm("Strike now", "+2 on Initiative", "Keep it for later"),
        rule="skill.cunning.4",
        text=f"{state.name(who)}, Cunning As a Fox: strike now?",
        note="2 more on your Initiative card, after a tie as well. A turn has one of its three uses.",
        subject=who,
    ):
        game.apply(StrikeDeclared(seat, who))


def cunning(state: State, seat: str) -> str | None:
    """Who may use one of the three abilities of Cunning As a Fox: in play, none used this turn (skill.cunning.1)."""
    if f"{seat}:cunning" in state.used and applies("skill.cunning.1"):
        return None
    return next((w for w in state.present(seat) if state.card(w).has("cunning-as-a-fox")), None)
