"""Who may evade from a charge or a shot, and where it goes (5.6)."""

import pytest

from muster.engine.explain import Reason
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.evading import FallBack, fall_back, no_evasion, threatened
from muster.rulesets.baroque.queries.running import ahead
from tests.rulesets.baroque.charge.places import DEPTH, charger, in_front, rule_of
from tests.rulesets.baroque.scenes import BattleScene, box


def from_charge(scene: BattleScene, unit: str, evader: str, length: int = 600) -> str | None:
    """The rule by which it may not evade from a charge of so many units."""
    return rule_of(no_evasion(scene.state, evader, unit, ahead(body(scene.state, unit), length)))


def from_shot(scene: BattleScene, unit: str, evader: str) -> str | None:
    """The rule by which it may not evade from a shot."""
    return rule_of(no_evasion(scene.state, evader, unit, None))


@pytest.mark.rule("baroque.5.6a")
def test_5_6a_mounted_dragoons_and_skirmishers_may_evade_and_nobody_else() -> None:
    for kind in ("TR", "GA", "RE", "SP", "CL", "H&M", "DR", "S", "P&M", "T", "WB", "LTE", "ETE", "PK", "ART"):
        scene = BattleScene()
        unit = charger(scene, type="P&M")
        evader = in_front(scene, "evader", 1, type=kind)
        able = kind in ("TR", "GA", "RE", "SP", "CL", "H&M", "DR", "S")
        assert from_charge(scene, unit, evader) == (None if able else "5.6a"), kind


@pytest.mark.rule("baroque.5.6b")
def test_5_6b_heavier_horse_evades_from_shots_and_charging_foot_but_not_from_charging_mounted() -> None:
    for kind, by, rule in (
        ("TR", "TR", "5.6b"),
        ("TR", "P&M", None),
        ("CL", "TR", None),
        ("DR", "TR", None),
        ("S", "TR", None),
    ):
        scene = BattleScene()
        unit = charger(scene, type=by)
        evader = in_front(scene, "evader", 1, type=kind)
        assert from_charge(scene, unit, evader) == rule, (kind, by)
        assert from_shot(scene, unit, evader) is None


@pytest.mark.rule("baroque.4.1.3i")
def test_4_1_3i_a_unit_in_melee_does_not_evade() -> None:
    scene = BattleScene()
    unit = charger(scene)
    evader = in_front(scene, "evader", 1, type="CL")
    scene.contact(scene.blue("other", (10, 3), 180), evader)
    assert from_charge(scene, unit, evader) == "4.1.3i"


def test_r8_exhausted_units_and_those_that_have_reacted_may_evade() -> None:
    scene = BattleScene()
    unit = charger(scene)
    evader = in_front(scene, "evader", 1, type="CL", lost=5, reacted=True)
    assert from_charge(scene, unit, evader) is None


@pytest.mark.rule("baroque.5.6i")
def test_5_6i_only_a_threat_from_the_corridor_before_its_front_lets_a_unit_evade() -> None:
    for heading, aside, charge, shot in (
        (180, 0, None, None),
        (180, 1.99, None, None),
        (0, 0, "5.6i", "5.6i"),
        (90, 0.9, "5.6i", "5.6i"),
    ):
        scene = BattleScene()
        unit = charger(scene)
        evader = in_front(scene, "evader", 1, aside=aside, heading=heading, type="CL")
        assert from_charge(scene, unit, evader) == charge, (heading, aside)
        assert from_shot(scene, unit, evader) == shot, (heading, aside)


def test_5_6i_a_shooter_beside_the_corridor_is_no_frontal_threat_but_its_charge_into_the_corridor_is() -> (
    None
):
    scene = BattleScene()
    unit = charger(scene)
    evader = scene.red("evader", (11.2, 6.5), 145, type="CL")
    assert from_shot(scene, unit, evader) == "5.6i"
    assert from_charge(scene, unit, evader, 1500) is None


@pytest.mark.rule("baroque.5.6j")
def test_5_6j_an_evader_goes_exactly_m_straight_back_and_keeps_its_facing() -> None:
    scene = BattleScene()
    unit = charger(scene)
    evader = in_front(scene, "evader", 1, type="CL")
    x, y, heading = scene.state.pose(evader)
    found = fall_back(scene.state, evader)
    assert isinstance(found, FallBack)
    end = found.path.pose_at(found.path.length)
    assert (end.x, end.y, end.heading) == (x, y - 1200, heading)
    assert found.passed == ()
    assert from_charge(scene, unit, evader) is None


@pytest.mark.rule("baroque.5.6k")
def test_5_6k_an_evader_that_does_not_clear_its_friends_is_put_behind_them() -> None:
    scene = BattleScene()
    charger(scene)
    evader = in_front(scene, "evader", 1, type="CL")
    in_front(scene, "friend", 1 + DEPTH + 1.5, type="P&M")
    found = fall_back(scene.state, evader)
    assert isinstance(found, FallBack)
    assert (found.path.length, found.passed) == (round((1.5 + DEPTH + DEPTH) * 600), ("friend",))


@pytest.mark.rule("baroque.5.6l")
def test_5_6l_no_evasion_into_enemies_friends_that_bar_the_way_impassable_ground_or_off_the_table() -> None:
    def barred(**behind: str) -> str:
        scene = BattleScene()
        charger(scene, type="P&M")
        evader = in_front(scene, "evader", 1, type=behind.get("type", "CL"))
        match behind["what"]:
            case "enemy":
                in_front(scene, "enemy", 3, seat="blue", heading=0)
            case "friend":
                in_front(scene, "friend", 3)
            case "melee":
                scene.contact(scene.blue("foe", (10, 3)), in_front(scene, "friend", 3))
            case "rocks":
                scene.terrain("rocks", box(9, 5.5, 2, 1))
            case _:
                scene.state.change(evader, pose=(6000, 1300, 18_000))
        found = fall_back(scene.state, evader)
        return found.text if isinstance(found, Reason) else ""

    assert barred(what="enemy") == "Evader cannot go back: an enemy stands behind it."
    assert (
        barred(what="friend", type="TR")
        == "Evader cannot go back: friends stand that it may not pass behind it."
    )
    assert barred(what="friend", type="CL") == ""
    assert barred(what="melee") == "Evader cannot go back: friends stand that it may not pass behind it."
    assert barred(what="rocks") == "Evader cannot go back: the ground is impassable behind it."
    assert barred(what="edge") == "Evader cannot go back: it would leave the table."


@pytest.mark.rule("baroque.5.6d")
def test_5_6d_everybody_whom_the_charge_could_hit_may_evade_to_the_first_who_has_to_stay() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "first", 0.5, type="CL")
    in_front(scene, "second", 1.6, type="DR")
    in_front(scene, "third", 2.8)
    in_front(scene, "fourth", 3.5, type="CL", aside=0.5)
    path = ahead(body(scene.state, unit), 2400)
    assert threatened(scene.state, path) == ("first", "second")
    assert threatened(scene.state, ahead(body(scene.state, unit), 900)) == ("first",)
