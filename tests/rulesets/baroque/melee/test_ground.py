"""What ground and obstacles are worth in melee (3.1.4d to 3.1.4i, obstacle.2, 7.3, 7.4)."""

import pytest

from muster.engine.explain import Total
from muster.geometry.open.contact import contacts
from muster.geometry.open.moves import AHEAD, straight
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.cohesion import critical_number
from muster.rulesets.baroque.queries.fighters import fighter, force, is_higher
from muster.rulesets.baroque.queries.fights import Melee, melees
from muster.rulesets.baroque.queries.obstacles import defends, over
from tests.rulesets.baroque.melee.lines import DEPTH, duel
from tests.rulesets.baroque.scenes import BattleScene, box, parts

LINE = 8 - DEPTH / 2
"""Where the fronts of the duel meet."""


def the(scene: BattleScene) -> Melee:
    """The melee of the duel."""
    return melees(scene.state, "foot")[0]


def dice(scene: BattleScene, unit: str) -> int:
    """The dice of a Main Unit."""
    return force(scene.state, the(scene), unit).dice.total.value


def critical(scene: BattleScene, unit: str, hits: int = 0) -> Total:
    """The Critical Number of a Main Unit."""
    return critical_number(scene.state, unit, hits, force(scene.state, the(scene), unit).cause)


@pytest.mark.rule("baroque.3.1.4h", "baroque.7.4d")
def test_3_1_4h_difficult_terrain_harms_who_stands_in_it_and_who_fights_a_unit_entirely_in_it() -> None:
    scene = duel(arrival="", red={"type": "WB"})
    scene.terrain("wood", box(8, 5, 4, LINE - 5))
    assert (dice(scene, "foot"), dice(scene, "guard")) == (4, 6)
    assert parts(critical(scene, "foot")) == [("6.2a", 6), ("3.1.4h", -2)]
    assert parts(critical(scene, "guard")) == [("6.2a", 6)]


def test_3_1_4h_a_unit_that_is_half_in_suffers_and_its_enemy_outside_does_not() -> None:
    scene = duel(arrival="")
    scene.terrain("wood", box(8, 5, 4, LINE - DEPTH / 2 - 5))
    assert (dice(scene, "foot"), dice(scene, "guard")) == (6, 4)


@pytest.mark.rule("baroque.3.1.4i")
def test_3_1_4i_broken_terrain_costs_no_dice_but_one_of_the_critical_number() -> None:
    scene = duel(arrival="")
    scene.terrain("scrub", box(8, 5, 4, LINE - 5))
    assert (dice(scene, "foot"), dice(scene, "guard")) == (6, 6)
    assert parts(critical(scene, "foot")) == [("6.2a", 6), ("3.1.4i", -1)]
    assert parts(critical(scene, "guard")) == [("6.2a", 6), ("3.1.4i", -1)]


def test_3_1_4i_difficult_terrain_counts_before_broken() -> None:
    scene = duel(arrival="")
    scene.terrain("scrub", box(8, 5, 4, 5))
    scene.terrain("wood", box(8, 5, 4, LINE - 5))
    assert parts(critical(scene, "foot")) == [("6.2a", 6), ("3.1.4h", -2)]


@pytest.mark.rule("baroque.7.3g")
def test_7_3g_mounted_that_charged_in_rough_going_have_no_impetus() -> None:
    scene = duel(blue={"type": "TR", "impetus": 3}, red={"type": "TR"})
    assert dice(scene, "foot") == 9
    scene.terrain("scrub", box(8, LINE + 0.01, 4, 2))
    assert dice(scene, "foot") == 6


@pytest.mark.rule("baroque.7.3f")
def test_7_3f_nobody_has_impetus_against_a_unit_entirely_in_difficult_terrain() -> None:
    scene = duel(blue={"type": "WB", "impetus": 3}, red={"type": "WB"})
    assert dice(scene, "foot") == 9
    scene.terrain("wood", box(8, 5, 4, LINE - 5))
    assert dice(scene, "foot") == 6


def behind_a_hedge(kind: str = "T") -> BattleScene:
    """Blue's horse has charged red's guard over the hedge at its front."""
    scene = BattleScene()
    scene.blue("foot", (10, 8), type="TR", impetus=3, disordered=True)
    scene.red("guard", None, type=kind, vbu=4)
    depth = scene.state.card("guard").depth
    scene.state.change("guard", pose=(6000, 4600 - depth // 2, 18_000))
    scene.terrain("hedge", ((9, LINE), (11, LINE)), name="hedge")
    scene.contact("foot", "guard", arrival="charge", over="hedge")
    scene.acting("foot")
    return scene


@pytest.mark.rule("baroque.obstacle.2", "baroque.7.4e", "baroque.7.3f", "baroque.7.5b")
def test_obstacle_2_a_unit_defends_the_obstacle_that_it_touches_and_over_which_the_attack_came() -> None:
    scene = behind_a_hedge()
    assert (dice(scene, "foot"), dice(scene, "guard")) == (3, 4)
    assert critical(scene, "guard", 2).value == 3


@pytest.mark.rule("baroque.3.1.4k")
def test_obstacle_2_who_stands_farther_back_does_not_defend_it() -> None:
    scene = behind_a_hedge()
    scene.state.terrain["hedge"] = scene.state.terrain["hedge"].__class__(
        "hedge", "hedge", "Hedge", ((5400, 5400), (6600, 5400)), False
    )
    contact = scene.state.contacts[0]
    assert not defends(scene.state, "guard", contact)
    assert fighter(scene.state, the(scene), "foot").over
    assert dice(scene, "foot") == 5  # no impetus, but no -2 either


def met_over(y: float) -> str | None:
    """Over what blue's foot, charging from 3 BU away, meets red's guard behind a hedge."""
    scene = BattleScene()
    scene.blue("foot", (10, 11))
    scene.red("guard", (10, 8 - DEPTH))
    scene.terrain("hedge", ((9, y), (11, y)), name="hedge")
    path = straight(body(scene.state, "foot"), AHEAD, 2400)
    (met,) = contacts(path, [body(scene.state, "guard")])
    path = straight(body(scene.state, "foot"), AHEAD, met.length)
    return over(scene.state, path, met.sides, "guard")


@pytest.mark.rule("baroque.obstacle.2")
def test_obstacle_2_an_attack_comes_over_an_obstacle_that_lies_at_the_enemys_front() -> None:
    assert met_over(8 - DEPTH / 2) == "hedge"


def test_obstacle_2_an_attack_comes_over_an_obstacle_that_it_crosses_and_not_over_one_behind_the_enemy() -> (
    None
):
    assert met_over(9) == "hedge"
    assert met_over(8 - 1.5 * DEPTH) is None


def on_a_hill(middle: tuple[float, float], kind: str = "gentle_hill") -> BattleScene:
    """The duel on or beside a hill of 4 by 4 BU with its middle there."""
    scene = duel(arrival="")
    scene.terrain(kind, box(middle[0] - 2, middle[1] - 2, 4, 4))
    return scene


@pytest.mark.rule("baroque.3.1.4d")
def test_3_1_4d_who_fights_from_nearer_the_top_of_a_gentle_hill_has_one_more() -> None:
    scene = on_a_hill((10, 6))
    # Fronts meet: as near as the other, so nobody is higher.
    assert not is_higher(scene.state, "guard", "foot")
    scene = BattleScene()
    scene.blue("foot", (10, 8), heading=0)
    scene.red("guard", (10, 8 - DEPTH), heading=0)
    scene.contact("foot", "guard", "flank")
    scene.terrain("gentle_hill", box(8, 4, 4, 4))
    assert is_higher(scene.state, "guard", "foot")
    assert not is_higher(scene.state, "foot", "guard")
    assert ("3.1.4d", 1) in parts(critical(scene, "guard"))


@pytest.mark.rule("baroque.3.1.4e")
def test_3_1_4e_a_steep_hill_gives_nothing_for_being_higher() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8), heading=0)
    scene.red("guard", (10, 8 - DEPTH), heading=0)
    scene.contact("foot", "guard", "flank")
    scene.terrain("steep_hill", box(8, 4, 4, 4))
    assert not is_higher(scene.state, "guard", "foot")


def test_r37_who_stands_with_less_than_half_its_base_on_the_hill_is_not_higher() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8), heading=0)
    scene.red("guard", (10, 8 - DEPTH), heading=0)
    scene.contact("foot", "guard", "flank")
    scene.terrain("gentle_hill", box(8, 3, 4, 8 - DEPTH - 0.01 - 3))
    assert not is_higher(scene.state, "guard", "foot")


@pytest.mark.rule("baroque.8.1.5c", "baroque.8.1.5a")
def test_8_1_5c_one_die_is_lost_to_all_feared_enemies_together_and_support_counts() -> None:
    scene = duel(arrival="", red={"traits": ["feared"]})
    scene.red("other", (12, 8 - DEPTH), traits=["feared"])
    scene.contact("foot", "other")
    assert dice(scene, "foot") == 5
    assert force(scene.state, the(scene), "foot").cause.feared
