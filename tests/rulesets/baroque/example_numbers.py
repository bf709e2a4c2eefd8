"""The worked examples of status, Discipline and Cohesion Tests: each drives the real query or rule."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from muster.engine.explain import Part
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.tests import CohesionTested, DieAgain, LeaderRisked
from muster.rulesets.baroque.queries import discipline as disciplines
from muster.rulesets.baroque.queries.cohesion import Cause
from muster.rulesets.baroque.queries.command import is_in_command
from muster.rulesets.baroque.queries.discipline import modifiers, target
from muster.rulesets.baroque.queries.firing_table import Band, band_of
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.rules.cohesion import Cohesion, cohesion_test
from muster.rulesets.baroque.rules.common import Battle, take_discipline_test
from muster.rulesets.baroque.rules.rally import rally
from muster.rulesets.baroque.state import State
from tests.kit.examples import Example
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene

Json: TypeAlias = Any


# ------------------------------------------------------------------------------------------------ status
def exhausted(example: Example) -> None:
    """b1: current VBU and status after so many losses."""
    printed = example.given["printed_vbu"]
    scene = BattleScene()
    units = [scene.blue(f"lost{n}", (5, 5), vbu=printed, lost=n) for n in example.when["permanent_losses"]]
    assert [scene.state.vbu(u) for u in units] == example.then["vbu"]
    status = ["exhausted" if is_exhausted(scene.state, u) else "fresh" for u in units]
    assert status == example.then["status"]


def halved_range(example: Example) -> None:
    """c37: an attached leader is heard half as far."""
    assert example.given["SC"] == "Average"
    assert example.given["leader_attached"]
    assert not example.when
    found: list[bool] = []
    for distance in example.given["distances"]:
        scene = BattleScene()
        scene.structure("blue", "Average", 6)
        scene.leader("blue/1", unit=scene.blue("his", (5, 5)))
        found.append(is_in_command(scene.state, scene.blue("unit", (7 + distance, 5))))
    assert found == example.then["in_range"]


# ------------------------------------------------------------------------------------------------ discipline
def _disciplined(scene: BattleScene, unit: str, die: int, parts: Sequence[Part | None]) -> bool:
    passed: list[bool] = []

    async def take(game: Battle) -> None:
        passed.append(await take_discipline_test(game, unit, "evasion", "5.6e", parts))

    scene.run(take, dice=[die])
    return passed[0]


def _needed(scene: BattleScene, unit: str, parts: Sequence[Part | None]) -> tuple[int, int]:
    """The sum of the modifiers, and what the die needs by the sum alone."""
    modifier = modifiers(scene.state, unit, parts).value
    return modifier, target(scene.state.card(unit)) - modifier


def evading(example: Example) -> None:
    """c29: a massed, Disordered unit that has evaded before."""
    given = example.given
    kind, massed = given["unit"].split()
    scene = BattleScene()
    unit = scene.red(
        "unit",
        (5, 5),
        type=kind,
        massed=massed == "massed",
        discipline=given["D"],
        disordered=given["disordered"],
        evasions=given["previous_evasions"],
    )
    parts = disciplines.evasion_parts(scene.state, unit, from_foot=False)
    assert _needed(scene, unit, parts) == (example.then["modifier"], example.then["needed"])
    passes = [_disciplined(scene, unit, die, parts) for die in example.when["die"]]
    assert passes == example.then["passes"]


def countercharging(example: Example) -> None:
    """c30: Gallopers, Motivated and Disordered."""
    given = example.given
    scene = BattleScene()
    unit = scene.red(
        "unit",
        (5, 5),
        type=given["unit"],
        discipline=given["D"],
        traits=["motivated"] if given["motivated"] else [],
        disordered=given["disordered"],
    )
    parts = disciplines.countercharge_parts(scene.state, unit)
    assert _needed(scene, unit, parts)[0] == example.then["modifier"]
    assert _disciplined(scene, unit, example.when["die"], parts) is example.then["passes"]


def defending(example: Example) -> None:
    """c31: a natural 1 in a test for defensive fire, whatever the modifiers."""
    given = example.given
    scene = BattleScene()
    unit = scene.red("unit", (5, 5), type=given["unit"], discipline=given["D"])
    if given["leader"]:
        scene.leader("red/1", unit=unit)
    parts = disciplines.defensive_fire_parts(scene.state, unit)
    assert _needed(scene, unit, parts)[0] == example.then["modifier"]
    assert _disciplined(scene, unit, example.when["defensive_die"], parts) is example.then["passes"]


def marching(example: Example) -> None:
    """c32: the third movement action of a fast unit out of command."""
    given = example.given
    kind, move = given["unit"].split()
    scene = BattleScene()
    fast = "fast" if move.endswith("F") else "normal"
    unit = scene.blue("unit", (5, 5), type=kind, pace=fast, move=int(move[0]), discipline=given["D"])
    if given["out_of_range"]:
        scene.structure("blue", "Poor", 0)
    parts = disciplines.march_parts(scene.state, unit, 3)
    assert _needed(scene, unit, parts) == (example.then["modifier"], example.then["needed"])
    assert _disciplined(scene, unit, example.when["third_action_die"], parts) is example.then["passes"]


def iron_officers(example: Example) -> None:
    """c40: a failed rally is rolled once more, unless it was a 1."""
    given = example.given
    traits = ["iron_officers"] if given["iron_officers"] else []
    found: list[str] = []
    for dice in example.when["rally_dice"]:
        scene = BattleScene()
        unit = scene.blue("unit", (5, 5), discipline=given["D"], traits=traits, disordered=True)
        passed: list[bool] = []

        async def rallying(game: Battle, unit: str = unit, passed: list[bool] = passed) -> None:
            passed.append(await rally(game, unit))

        table = scene.run(rallying, dice=dice)
        again = table.events(DieAgain)
        found.append("pass" if passed[0] else "fail" if again else "fail, no re-roll")
        assert len(again) == len(dice) - 1
    assert found == example.then["result"]


# ------------------------------------------------------------------------------------------------ cohesion
def _tested(
    scene: BattleScene, unit: str, dice: Sequence[int], *, hits: int, cause: Cause
) -> tuple[Cohesion, Table[State]]:
    found: list[Cohesion] = []

    async def take(game: Battle) -> None:
        found.append(await cohesion_test(game, unit, hits, cause))

    table = scene.run(take, dice=dice)
    return found[0], table


def band_at(distance: float) -> Band:
    """The band of a distance in BU."""
    band = band_of(round(distance * BU))
    assert band is not None
    return band


def disordered_by_a_wood(example: Example) -> None:
    """b2: shot at while Disordered, the test passed."""
    given = example.given
    assert example.when["shot_by"] == "DR"
    assert example.when["cohesion_test"] == "passed"
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), type=given["unit"], vbu=given["vbu"], disordered=given["disordered"])
    _, table = _tested(scene, unit, [1], hits=1, cause=Cause("fire"))
    body = table.state.units[unit]
    assert body.lost == example.then["permanent_losses"]
    assert table.state.vbu(unit) == example.then["vbu"]
    assert body.disordered is example.then["disordered"]


def shot_at(example: Example) -> None:
    """b28, b29, b30, c12, c13, c14, c50: a test after shooting, and whatever the example names of it."""
    given, when = example.given, example.when
    dice: list[int] = when["die"] if isinstance(when["die"], list) else [when["die"]]
    hits = when.get("shot_hits") or given["hits"]
    band: Band = when.get("range") or band_at(given.get("distance", 1))
    if "critical_number" in given:
        band = "short"  # the number is that of the example before, which is of a shot at short range
    for row, die in enumerate(dice):
        scene = BattleScene()
        unit = scene.blue(
            "unit",
            (5, 5),
            type=given.get("unit", "P&M"),
            vbu=given.get("printed_vbu") or given["vbu"],
            disordered=given.get("disordered", False),
        )
        if given.get("leader_attached"):
            scene.leader("blue/1", unit=unit)
        rolls = [die, when["leader_die"]] if "leader_die" in when else [die]
        result, table = _tested(scene, unit, rolls, hits=hits, cause=Cause("fire", band))
        critical = table.event(CohesionTested).critical.value
        assert given.get("critical_number", critical) == critical
        _compare_test(example, row, result, table, unit)


def _compare_test(example: Example, row: int, result: Cohesion, table: Table[State], unit: str) -> None:
    then = example.then
    seen: dict[str, Json] = {
        "critical_number": table.event(CohesionTested).critical.value,
        "cn": table.event(CohesionTested).critical.value,
        "result": "pass" if result.outcome.passed else "fail",
        "test": "pass" if result.outcome.passed else "fail",
        "passes": result.outcome.passed,
        "permanent_losses": result.outcome.losses,
        "losses": result.outcome.losses,
        "accumulation_losses": result.outcome.piled_up,
        "vbu": table.state.vbu(unit),
        "status": table.state.units[unit].gone,
        "disordered": table.state.units[unit].disordered,
        "leader": "dead" if table.state.leaders["blue/1"].lost else "alive",
    }
    for key in then:
        if key != "note":
            told = then[key]
            assert seen[key] == (told[row] if isinstance(told, list) else told), key


def re_rolled(example: Example) -> None:
    """c39: a 1 again by the Recruits, then a 6 again by the Hardened."""
    given = example.given
    scene = BattleScene()
    traits = [trait for trait in ("recruits", "hardened") if given[trait]]
    unit = scene.blue("unit", (5, 5), vbu=given["critical_number"] + 1, traits=traits)
    result, table = _tested(scene, unit, example.when["dice"], hits=1, cause=Cause("fire"))
    tested = table.event(CohesionTested)
    assert (tested.critical.value, tested.die) == (given["critical_number"], example.then["final"])
    assert result.outcome.losses == example.then["permanent_losses"]


def fate_of_the_leader(example: Example) -> None:
    """c44: the same 6 in melee and by shooting, where the unit is routed by it."""
    given, when, then = example.given, example.when, example.then
    band = band_at(given["distance_if_shot"])
    fates: list[str] = []
    for cause in when["cause"]:
        scene = BattleScene()
        unit = scene.blue(
            "unit", (5, 5), type=given["unit"], vbu=given["vbu"], disordered=given["disordered"]
        )
        assert given["leader_attached"]
        scene.leader("blue/1", unit=unit)
        melee = cause == "melee"
        why = Cause("melee") if melee else Cause("fire", band)
        dice = [when["cohesion_die"], *([when["leader_die"]] if melee else [])]
        result, table = _tested(scene, unit, dice, hits=given["hits"], cause=why)
        assert table.event(CohesionTested).critical.value == then["critical_number"]
        assert result.outcome.losses == then["permanent_losses"]
        assert table.state.units[unit].gone == then["unit"]
        lost, rolled = table.state.leaders["blue/1"].lost, table.events(LeaderRisked)
        fates.append("lost" if lost else "unharmed" if rolled else "unharmed, no die rolled")
    assert fates == then["leader"]


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    f"baroque.ex.{key}": adapter
    for key, adapter in {
        "b1": exhausted,
        "b2": disordered_by_a_wood,
        **dict.fromkeys(("b28", "b29", "b30", "c12", "c13", "c14", "c50"), shot_at),
        "c29": evading,
        "c30": countercharging,
        "c31": defending,
        "c32": marching,
        "c37": halved_range,
        "c39": re_rolled,
        "c40": iron_officers,
        "c44": fate_of_the_leader,
    }.items()
}
"""By the example's id; the common test of the examples merges this with the other tables."""
