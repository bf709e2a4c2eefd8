"""Which side stands at which long edge of the table (3.4f)."""

from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.setup import BattleSet, EdgesDrawn
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.setup import Setup


def battle_words(setup: Setup) -> str:
    """The options of the battle in one line, as the log names them."""
    armies = " against ".join(setup.labels[s] for s in setup.armies)
    length = f"{setup.options.turns} turns" if setup.options.turns else "no limit of turns"
    destiny = " Rolls of Destiny are allowed." if setup.options.destiny else ""
    return f"{setup.field.title}: {armies}, {setup.options.points} points, {length}.{destiny}"


@rule("3.4f")
async def draw_edges(game: Battle) -> None:
    """A die gives the southern edge to the first seat on 1 to 3 and to the second on 4 to 6 (R91)."""
    game.apply(BattleSet(battle_words(game.state.setup)))
    first, second = game.state.seats
    die = (await game.roll(1, 6, why="table edges")).total
    game.apply(EdgesDrawn(die, first if die <= 3 or not applies("3.4f") else second))
