"""A unit's activation: one action after another until it is done (4.1.1f to 4.1.1j)."""

from muster.engine.requests import Choose
from muster.rulesets.baroque.book import rule
from muster.rulesets.baroque.events.moves import ActivationBegan, ActivationEnded
from muster.rulesets.baroque.rules import rally
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import UnitId


@rule("4.1.1g")
async def activate_unit(game: Battle, unit: UnitId) -> None:
    """The whole activation of one unit: it acts as long as it may and wants (4.1.1g)."""
    game.apply(ActivationBegan(unit))
    while await _act(game, unit):
        pass
    game.apply(ActivationEnded(unit))


async def _act(game: Battle, unit: UnitId) -> bool:
    """Ask for one action and do it; False when the unit is done."""
    state = game.state
    offered = rally.options(state, unit)
    if state.acting is None or state.acting.over or not offered:
        return False
    picks = await game.ask_or_pass(
        state.seat(unit),
        Choose(offered),
        rule="baroque.4.1.1g",
        text=f"What does {state.name(unit)} do?",
        subject=unit,
        pass_label=f"Done with {state.name(unit)}",
    )
    if picks is None:
        return False
    await rally.perform(game, unit, picks.one)
    return True
