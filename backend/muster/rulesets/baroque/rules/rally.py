"""Rally and forced rally (4.1.2)."""

from muster.engine.requests import Option, Pick
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.rally import RallyTried
from muster.rulesets.baroque.queries.command import forced_rally_dice
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.discipline import discipline_odds
from muster.rulesets.baroque.queries.rally import may_force_rally, may_rally
from muster.rulesets.baroque.queries.words import count
from muster.rulesets.baroque.rules import reactions
from muster.rulesets.baroque.rules.common import Battle, discipline_test, take_discipline_test
from muster.rulesets.baroque.state import Acting, State, UnitId

RALLY, FORCED = "rally", "rally:forced"
"""Keys of the options."""


def options(state: State, unit: UnitId) -> tuple[Option, ...]:
    """What of this the acting unit may do next."""
    acting = state.acting or Acting(unit)
    found: list[Option] = []
    if may_rally(state, unit, acting):
        found.append(
            Option(
                RALLY,
                "Rally",
                "Success: in order again, and it acts as usual. No reaction can be made to it.",
                "Order",
                "baroque.4.1.2a",
                odds_=lambda: discipline_odds(state, unit, rally=True),
            )
        )
    if may_force_rally(state, unit, acting):
        dice = forced_rally_dice(state, unit)
        found.append(
            Option(
                FORCED,
                "Forced rally",
                f"{count(dice, 'die', 'dice')}, one success is enough. Then it does nothing else.",
                "Order",
                "baroque.4.1.2d",
                cost="ends the activation",
                odds_=lambda: discipline_odds(state, unit, dice=dice),
            )
        )
    return tuple(found)


async def perform(game: Battle, unit: UnitId, pick: Pick) -> None:
    """Do what was picked of :func:`options`."""
    if pick.key == RALLY:
        await rally(game, unit)
    else:
        await force_rally(game, unit)


@rule("4.1.2a")
async def rally(game: Battle, unit: UnitId) -> bool:
    """One Discipline Test; success takes the Disorder away. Nobody may react to it (4.1.2b)."""
    if not applies("4.1.2b"):
        await reactions.answer(game, Deed("move", unit))
    passed = await discipline_test(game, unit, "rally", "4.1.2a")
    game.apply(RallyTried(unit, forced=False, rallied=passed, over=False))
    return passed


@rule("4.1.2d")
async def force_rally(game: Battle, unit: UnitId) -> bool:
    """So many tests as the leader's bonus, one success is enough; the unit does nothing else then (4.1.2d)."""
    dice = forced_rally_dice(game.state, unit)
    passed = await take_discipline_test(game, unit, "forced_rally", "4.1.2d", dice=dice)
    game.apply(RallyTried(unit, forced=True, rallied=passed, over=applies("4.1.2d")))
    return passed
