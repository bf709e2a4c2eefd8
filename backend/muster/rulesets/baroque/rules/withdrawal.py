"""Withdrawing from the field by a unit's own will (2.5.1.1)."""

from muster.engine.requests import Option
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.moves import Announced
from muster.rulesets.baroque.events.rally import WithdrawalFailed
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.discipline import discipline_odds
from muster.rulesets.baroque.queries.rally import may_withdraw
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.rules import reactions
from muster.rulesets.baroque.rules.common import Battle, discipline_test, eliminate
from muster.rulesets.baroque.state import Acting, State, UnitId


def options(state: State, unit: UnitId) -> tuple[Option, ...]:
    """The option to withdraw, where the acting unit has it."""
    if not may_withdraw(state, unit, state.acting or Acting(unit)):
        return ()
    return (
        Option(
            "withdraw",
            "Withdraw from the field",
            _words(state, unit),
            "Leave",
            "baroque.2.5.1.1a",
            cost="ends the activation",
            hold=True,
            odds_=lambda: discipline_odds(state, unit),
        ),
    )


def _words(state: State, unit: UnitId) -> str:
    price = f"costs {state.card(unit).vd} VD" if is_exhausted(state, unit) else "costs no VD"
    leader = "; its leader leaves with it" if state.leader_with(unit) is not None else ""
    return f"Success: it is gone for good and {price}{leader}. The enemy may react first."


@rule("2.5.1.1a")
async def withdraw(game: Battle, unit: UnitId) -> None:
    """Announce it, let the enemy react, then test: it leaves, or stays and is done (2.5.1.1b, 2.5.1.1e, R25).

    An opportunity charge that reaches it ends the attempt (R52).
    """
    text = f"{game.state.name(unit)} tried to withdraw from the field."
    game.apply(Announced(unit, text, "baroque.2.5.1.1a"))
    deed = Deed("withdrawal", unit)
    answer = await reactions.answer(game, deed) if applies("2.5.1.1e") else None
    if answer is not None and answer.reaction is not None:
        result = await reactions.interrupt(game, deed, answer.reaction)
        if not result.goes_on:
            return
    passed = await discipline_test(game, unit, "withdrawal", "2.5.1.1b")
    if not passed and applies("2.5.1.1b"):
        game.apply(WithdrawalFailed(unit))
    else:
        eliminate(game, unit, "withdrawn", "2.5.1.1b")
