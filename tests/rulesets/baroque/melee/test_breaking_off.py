"""Breaking off a melee (5.7)."""

from collections.abc import Mapping

import pytest

from muster.rulesets.baroque.events.moves import Moved
from muster.rulesets.baroque.queries.disengaging import no_disengagement
from muster.rulesets.baroque.rules.melee import act_in_melee
from muster.rulesets.baroque.state import State
from tests.kit.dice import Throw
from tests.kit.table import Table
from tests.rulesets.baroque.melee.fighting import dice_of
from tests.rulesets.baroque.melee.lines import DEPTH, Json, duel, rows
from tests.rulesets.baroque.scenes import BattleScene, box, place_of, through


def engaged(**red: Json) -> BattleScene:
    """Blue's horse is engaged by red's foot, front to front."""
    return duel(arrival="", blue={"type": "TR"}, red={"type": "P&M", **red})


def act(scene: BattleScene, *dice: Throw) -> Table[State]:
    """Activate the horse."""
    return scene.run(lambda game: act_in_melee(game, "foot"), dice=dice)


def why_not(scene: BattleScene) -> str:
    """The rule that keeps the horse in its melee; empty where it may try to break off."""
    found = no_disengagement(scene.state, "foot")
    return "" if found is None else found.rule.removeprefix("baroque.")


@pytest.mark.rule("baroque.5.7d")
def test_5_7d_on_a_passed_test_it_falls_back_exactly_m_disordered_and_does_nothing_else() -> None:
    table = act(engaged(), 4)
    assert table.offers("blue") == ["fight", "break_off"]
    table.answer("blue", "break_off")
    assert place_of(table, "foot") == (10, 10, 0)
    unit, acting = table.state.units["foot"], table.state.acting
    assert (unit.disordered, unit.fell_back) == (True, True)
    assert acting is not None
    assert acting.over
    assert not table.state.contacts
    assert through(table)


@pytest.mark.rule("baroque.5.7d")
def test_5_7d_on_a_failed_test_it_fights_without_disorder() -> None:
    table = act(engaged(), 3, *rows(0, 6), *rows(0, 6))
    table.answer("blue", "break_off")
    assert dice_of(table) == [(6, 6)]
    table.answer("blue", False)  # Mounted that drew with Foot
    assert not table.state.units["foot"].disordered
    assert not table.state.units["foot"].fell_back


def test_5_7a_a_disordered_unit_may_try_too() -> None:
    scene = engaged()
    scene.state.change("foot", disordered=True)
    assert why_not(scene) == ""


@pytest.mark.rule("baroque.5.7a")
def test_5_7a_it_must_be_engaged_on_its_front_alone() -> None:
    scene = engaged()
    scene.red("second", (11 + DEPTH / 2, 8), heading=270)
    scene.contact("second", "foot", "flank")
    assert why_not(scene) == "5.7a"


def speeds(own: Mapping[str, Json], enemy: Mapping[str, Json]) -> str:
    """Why light horse with these numbers may not break off from shooters with those."""
    return why_not(duel(arrival="", blue={"type": "CL", **own}, red={"type": "T", **enemy}))


def test_5_7b_it_must_be_faster_by_m_or_by_its_pace() -> None:
    assert speeds({"move": 2, "pace": "fast"}, {"move": 1}) == ""
    assert speeds({"move": 2, "pace": "fast"}, {"move": 2}) == ""
    assert speeds({"move": 2, "pace": "slow"}, {"move": 1}) == ""


@pytest.mark.rule("baroque.5.7b")
def test_5_7b_as_fast_is_not_enough_and_every_enemy_in_contact_counts() -> None:
    assert speeds({"move": 2, "pace": "slow"}, {"move": 2}) == "5.7b"
    assert speeds({"move": 2}, {"move": 2}) == "5.7b"
    scene = engaged()
    scene.red("quick", (12, 8 - DEPTH), type="TR")
    scene.contact("foot", "quick")
    assert why_not(scene) == "5.7b"


@pytest.mark.rule("baroque.5.7c")
@pytest.mark.parametrize("kind", ["P&M", "PK", "ETE", "LTE"])
def test_5_7c_heavy_foot_never_breaks_off(kind: str) -> None:
    scene = duel(arrival="", blue={"type": kind, "move": 2}, red={"type": "T", "move": 1})
    assert why_not(scene) == "5.7c"


@pytest.mark.rule("baroque.5.7c")
def test_5_7c_nobody_breaks_off_from_baggage() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8), type="TR")
    baggage = scene.baggage("red", (10, 8 - DEPTH / 2 - 1))
    scene.contact("foot", baggage)
    assert why_not(scene) == "5.7c"


@pytest.mark.rule("baroque.5.7a")
@pytest.mark.parametrize("what", ["enemy", "friend", "rocks", "edge"])
def test_r35_it_is_not_offered_where_the_whole_fall_back_is_blocked(what: str) -> None:
    scene = engaged()
    match what:
        case "enemy":
            scene.red("enemy", (10, 10))
        case "friend":
            scene.blue("friend", (10, 10))
        case "rocks":
            scene.terrain("rocks", box(9, 9.9, 2, 1))
        case _:
            scene.state.change("foot", pose=(6000, 9000 - 1200 - 199, 0))
    assert why_not(scene) == "5.7a"


@pytest.mark.rule("baroque.5.5.2c")
def test_5_5_2c_breaking_off_passes_friends_by_the_voluntary_rules_only() -> None:
    scene = engaged()
    scene.blue("friend", (10, 9))
    assert why_not(scene) == "5.7a"


@pytest.mark.rule("baroque.5.7d")
def test_5_5_1f_it_is_put_behind_a_friend_that_it_would_end_in() -> None:
    scene = engaged()
    scene.blue("friend", (10, 10), type="CL")
    table = act(scene, 4)
    table.answer("blue", "break_off")
    assert place_of(table, "foot") == (10, 10 + DEPTH, 0)
    assert table.events(Moved)[-1].text == "Foot broke off and fell back 2.67 BU."


def test_r120_in_difficult_terrain_a_whole_action_is_one_bu() -> None:
    scene = engaged()
    scene.terrain("wood", box(8, 7, 4, 6))
    table = act(scene, 4)
    table.answer("blue", "break_off")
    assert place_of(table, "foot") == (10, 9, 0)


def test_the_choice_shows_both_chances() -> None:
    table = act(engaged())
    fight, leave = table.option("blue", "fight").odds, table.option("blue", "break_off").odds
    assert fight is not None
    assert leave is not None
    assert leave.chance == 5000
    assert 0 < fight.chance < 10_000
    assert [t.value for t in fight.totals] == [6, 6]
