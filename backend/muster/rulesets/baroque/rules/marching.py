"""What movement actions cost: the test of a march (5.1b to 5.1d), the Disorder of moving back (5.2.3a)."""

from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.queries.discipline import Test, march_parts
from muster.rulesets.baroque.queries.moving import is_nimble
from muster.rulesets.baroque.rules.common import Battle, discipline_test, disorder
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


def step_back(game: Battle, unit: UnitId, way: str) -> None:
    """Whoever has moved back, even part of the way, is Disordered by it; Mounted, DR and S are not (5.2.3a)."""
    if way == "back" and not is_nimble(game.state, unit) and applies("5.2.3a"):
        disorder(game, unit, "moved back", "5.2.3a")
