"""The test of a march: what a second and each later movement action costs (5.1b to 5.1d)."""

from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.queries.discipline import Test, march_parts
from muster.rulesets.baroque.rules.common import Battle, discipline_test
from muster.rulesets.baroque.state import UnitId


@rule("5.1b")
async def march_test(game: Battle, unit: UnitId) -> bool:
    """The test after the acting unit's second and each later movement action; whether it keeps its order.

    Failing it is Disorder (5.1d; after a move back 5.2.3b), which ``discipline_test`` sees to.
    """
    acting = game.state.acting
    if acting is None or acting.unit != unit or acting.moves < 2 or not applies("5.1b"):
        return True
    backward = acting.ways[-1:] == ("back",) and applies("5.2.3b")
    test: Test = "backward" if backward else "march"
    rule_id = "5.2.3b" if backward else "5.1b"
    return await discipline_test(game, unit, test, rule_id, march_parts(game.state, unit, acting.moves))
