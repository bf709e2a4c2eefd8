"""Lines of battle that are in contact, and dice for their melees."""

from collections.abc import Sequence

from muster.rulesets.baroque.events.melee import MeleeJoined
from muster.rulesets.baroque.rules.melee import fight
from muster.rulesets.baroque.state import State, UnitId
from tests.kit.dice import Throw
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene


def fought(scene: BattleScene, unit: UnitId = "foot", *, dice: Sequence[Throw] = ()) -> Table[State]:
    """Fight the melee that a unit is in."""
    return scene.run(lambda game: fight(game, unit), dice=dice)


def nobody_pursues(table: Table[State]) -> Table[State]:
    """Answer that they stay for everybody who is asked whether it pursues."""
    while table.match.requests and table.match.requests[0].rule == "baroque.7.5.4b":
        table.answer(table.match.requests[0].seat, "stay")
    return table


def dice_of(table: Table[State]) -> list[tuple[int, int]]:
    """The dice of the active and the inactive side, melee by melee."""
    return [(e.dice[0].value, e.dice[1].value) for e in table.events(MeleeJoined)]


def mains_of(table: Table[State]) -> list[tuple[UnitId, UnitId]]:
    """The Main Units, melee by melee."""
    return [e.melee.mains for e in table.events(MeleeJoined)]


def supports_of(table: Table[State]) -> list[list[tuple[UnitId, UnitId]]]:
    """Who supports which Main Unit, melee by melee."""
    return [[(b.unit, b.helps) for b in e.melee.backers] for e in table.events(MeleeJoined)]
