"""Initiative rolls for tests: a command with one unit on either side."""

from muster.rulesets.baroque.armies.files import Level, Structure
from muster.rulesets.baroque.events.course import InitiativeRolled
from muster.rulesets.baroque.rules.initiative import next_command
from muster.rulesets.baroque.state import State
from tests.kit.dice import Throw
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene


def rivals(
    blue: Level = "Reliable",
    red: Level = "Reliable",
    *,
    structures: tuple[Structure, Structure] | None = None,
) -> BattleScene:
    """A command with one unit on each side, before an initiative roll; the command structures of blue and red."""
    scene = BattleScene()
    scene.blue("ann", (10, 13))
    scene.red("bob", (10, 2))
    scene.leader("blue/1", (10, 14), level=blue)
    scene.leader("red/1", (10, 1), level=red)
    for seat, sc in zip(("blue", "red"), structures or (), strict=False):
        scene.structure(seat, sc, 6)
    scene.state.phase, scene.state.active = "initiative", None
    return scene


def two_commands() -> BattleScene:
    """Two commands on either side."""
    scene = rivals()
    scene.blue("cat", (5, 13), command="blue/2")
    scene.red("dan", (5, 2), command="red/2")
    return scene


def roll(scene: BattleScene, *dice: Throw) -> Table[State]:
    """One initiative roll: blue's dice first."""
    return scene.run(next_command, dice=dice)


def totals(table: Table[State]) -> list[dict[str, int]]:
    """The totals of each roll so far, before re-rolls."""
    return [{seat: t.value for seat, t in e.totals.items()} for e in table.events(InitiativeRolled)]
