"""How the river runs, once both armies stand (3.1.1i); then the first turn begins."""

from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.course import TurnBegan
from muster.rulesets.baroque.events.setup import RiverRolled
from muster.rulesets.baroque.rules.common import Battle


def river_runs(total: int) -> str:
    """Dry, normal or deep by the sum of two dice (3.1.1i)."""
    if not applies("3.1.1i") or 6 <= total <= 9:
        return "normal"
    return "dry" if total < 6 else "deep"


@rule("3.1.1i")
async def roll_river(game: Battle) -> None:
    """Two dice for a river that has no state yet."""
    river = next((t.id for t in game.state.terrain.values() if t.kind == "river" and not t.state), None)
    if river is not None:
        first, second = (await game.roll(2, 6, why="the river")).values
        game.apply(RiverRolled((first, second), river, river_runs(first + second)))
    game.apply(TurnBegan(1))
