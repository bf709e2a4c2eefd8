"""Breaking off a melee (5.7)."""

from muster.engine.explain import Reason
from muster.geometry.open.moves import BACK, straight
from muster.rulesets.baroque.book import rule
from muster.rulesets.baroque.events.melee import BrokeOff
from muster.rulesets.baroque.events.moves import Moved
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import body, pose_of
from muster.rulesets.baroque.queries.disengaging import fall_back
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules import leaders
from muster.rulesets.baroque.rules.common import Battle, discipline_test, disorder
from muster.rulesets.baroque.rules.contacts import part_contacts
from muster.rulesets.baroque.state import UnitId


@rule("5.7d")
async def break_off(game: Battle, unit: UnitId) -> bool:
    """Try to break off: on a passed test the unit falls back exactly M, Disordered, and nobody pursues or reacts
    (5.7d); a failure costs no order. Whether it did.
    """
    if not await discipline_test(game, unit, "disengagement", "5.7d"):
        return False
    found = fall_back(game.state, unit)
    if isinstance(found, Reason):
        return False
    length = found.length
    path = await leaders.make_way(game, lambda state: straight(body(state, unit), BACK, length))
    start = body(game.state, unit)
    text = f"{game.state.name(unit)} broke off and fell back {bu(length)}."
    game.apply(Moved(unit, (pose_of(start), pose_of(path.body_at(length))), text, found.rule))
    part_contacts(game)
    disorder(game, unit, "it broke off its melee", "5.7d")
    for trouble in ground.disorders(game.state, unit, path):
        disorder(game, unit, f"it {trouble.why}", trouble.rule)
    game.apply(BrokeOff(unit))
    return True
