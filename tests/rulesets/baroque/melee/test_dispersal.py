"""Skirmishers and artillery on contact (7.7, 7.8)."""

import pytest

from muster.rulesets.baroque.rules.close_fire import defensive_fire
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.rules.dispersal import disperse
from muster.rulesets.baroque.rules.pursuit import pursue
from muster.rulesets.baroque.state import State
from tests.kit.table import Table
from tests.rulesets.baroque.melee.lines import DEPTH, rows, stands
from tests.rulesets.baroque.scenes import BattleScene, box, place_of


def met(kind: str, impetus: int = 2, *, wood: bool = False, arrival: str = "charge") -> Table[State]:
    """Blue's foot has just met a red unit; what it disperses is gone."""
    scene = BattleScene()
    scene.blue("foot", (10, 8), impetus=impetus)
    unit = scene.red("light", None, type=kind, weapons=["musket"])
    depth = scene.state.card(unit).depth
    scene.state.change(unit, pose=(6000, 4600 - depth // 2, 18_000))
    if wood:
        scene.terrain("wood", box(8, 5, 4, 3 - DEPTH / 2))
    scene.contact("foot", unit, arrival=arrival)  # type: ignore[arg-type]

    async def rule(game: object) -> None:
        disperse(game, "foot")  # type: ignore[arg-type]

    return scene.run(rule)


@pytest.mark.rule("baroque.7.7a")
@pytest.mark.parametrize("arrival", ["charge", "countercharge", "opportunity", "pursuit"])
def test_7_7a_skirmishers_are_dispersed_by_any_charge_or_pursuit(arrival: str) -> None:
    table = met("S", arrival=arrival)
    assert table.state.units["light"].gone == "dispersed"
    assert not table.state.contacts


def test_7_7a_entirely_in_difficult_terrain_they_fight() -> None:
    table = met("S", wood=True)
    assert not table.state.units["light"].gone
    assert table.state.in_melee("light")


def test_7_7a_who_has_no_impetus_disperses_no_skirmishers_and_nobody_other_foot() -> None:
    assert not met("S", impetus=0).state.units["light"].gone
    assert not met("T").state.units["light"].gone


@pytest.mark.rule("baroque.7.8a")
def test_7_8a_artillery_is_dispersed_by_anybody_in_any_terrain() -> None:
    assert met("ART").state.units["light"].gone == "dispersed"
    assert met("ART", impetus=0, wood=True).state.units["light"].gone == "dispersed"


@pytest.mark.rule("baroque.7.7b")
def test_7_7b_a_pursuer_that_disperses_skirmishers_finishes_the_same_move() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8), type="GA")
    scene.red("guard", None)
    scene.red("light", (10, 7), type="S")
    scene.red("reserve", (10, 5.5), type="T")
    table = scene.run(lambda game: pursue(game, "foot", "guard", defended=None), dice=[4])
    assert table.state.units["light"].gone == "dispersed"
    # 1.58 BU ahead of its front stands the reserve.
    assert stands(table, "foot", (10, 5.5 + 0.25 + DEPTH / 2, 0))
    assert [(c.on, c.arrival) for c in table.state.contacts] == [("reserve", "pursuit")]


@pytest.mark.rule("baroque.7.7b")
def test_7_7b_a_pursuer_that_meets_nobody_else_goes_the_rest_of_its_way() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8), type="GA")
    scene.red("guard", None)
    scene.red("light", (10, 7), type="S")
    table = scene.run(lambda game: pursue(game, "foot", "guard", defended=None), dice=[4])
    assert place_of(table, "foot") == (10, 6, 0)


def fires_first(kind: str, weapon: str, *dice: int) -> Table[State]:
    """Blue's foot has charged a red unit, which tries defensive fire and is dispersed if that does not repulse."""
    scene = BattleScene()
    scene.blue("foot", (10, 8), impetus=2)
    unit = scene.red("light", None, type=kind, weapons=[weapon], used=("volley",))
    depth = scene.state.card(unit).depth
    scene.state.change(unit, pose=(6000, 4600 - depth // 2, 18_000))
    scene.contact("foot", unit, arrival="charge")

    async def rule(game: Battle) -> None:
        await defensive_fire(game, unit, "foot")
        disperse(game, "foot")

    return scene.run(rule, dice=dice)


@pytest.mark.parametrize(
    ("kind", "weapon", "shots"),
    [
        pytest.param("S", "musket", 8, marks=pytest.mark.rule("baroque.7.7c")),
        pytest.param("ART", "art_c", 8, marks=pytest.mark.rule("baroque.7.8b")),
    ],
)
def test_7_7c_7_8b_who_repulses_the_charger_by_defensive_fire_is_not_dispersed(
    kind: str, weapon: str, shots: int
) -> None:
    table = fires_first(kind, weapon, 6, *rows(3, shots), 6)
    table.answer("red", True)
    assert not table.state.units["light"].gone
    assert stands(table, "foot", (10, 9, 0))
    table = fires_first(kind, weapon, 6, *rows(0, shots))
    table.answer("red", True)
    assert table.state.units["light"].gone == "dispersed"
    assert stands(table, "foot", (10, 8, 0))
