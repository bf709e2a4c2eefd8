"""Who are the Main Units where that is in doubt: somebody is asked, in the melee or before it (7.6c, 7.9d)."""

from collections.abc import Sequence

from muster.engine.requests import Choose, Option
from muster.rulesets.baroque.book import rule
from muster.rulesets.baroque.events.contacts import MainsNamed
from muster.rulesets.baroque.queries.close_fire import doubt_about_fire
from muster.rulesets.baroque.queries.fights import Doubt, Pair
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import UnitId


async def settle(
    game: Battle,
    doubt: Doubt,
    text: str = "Which are the Main Units of this melee?",
    note: str = "the others in contact with them support",
) -> Pair:
    """Ask which of several pairs are the Main Units."""
    state = game.state
    options = tuple(
        Option(
            pair.key,
            f"{state.name(pair.active)} against {state.name(pair.inactive)}",
            f"{bu(pair.overlap)} of front" if pair.overlap else "",
            rule=f"baroque.{doubt.rule}",
            act="Make them the Main Units",
        )
        for pair in doubt.pairs
    )
    picks = await game.ask(
        doubt.seat,
        Choose(options),
        rule=f"baroque.{doubt.rule}",
        text=text,
        note=note,
    )
    return next(pair for pair in doubt.pairs if pair.key == picks.one.key)


@rule("7.6c")
async def name_mains(game: Battle, charger: UnitId, defenders: Sequence[UnitId]) -> None:
    """Settle who will be the Main Unit where only that one may use defensive fire at a charger (6.6f, R172).

    Asked whether or not its owner wants to be asked about reactions, which is nobody else's business.
    """
    while (doubt := doubt_about_fire(game.state, charger, defenders)) is not None:
        text = f"{game.state.name(charger)} has met several at once. Who are the Main Units?"
        pair = await settle(game, doubt, text, "only the Main Unit may use defensive fire")
        game.apply(MainsNamed(*pair.units(), doubt.rule))
