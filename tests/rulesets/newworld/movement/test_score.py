"""How far a figure moves: the Movement score and what changes it (move.1, move.24 to move.28, move.34)."""

from typing import Any

import pytest

from muster.rulesets.newworld.queries.movement import movement_score, paces
from tests.rulesets.newworld.scenes import FightScene, parts


def score(**card: object) -> int:
    """The Movement of one figure on open ground."""
    scene = FightScene()
    scene.blue("ann", (3, 3), **card)
    return paces(scene.state, "ann")


@pytest.mark.rule("newworld.move.1")
def test_move_1_a_character_moves_three_plus_agility_a_halfling_two_plus_agility() -> None:
    assert score(agility=4) == 7
    assert score(agility=4, halfling=True) == 6
    assert score(agility=0) == 3


@pytest.mark.rule("newworld.move.1")
def test_move_1_a_creature_moves_what_its_profile_says() -> None:
    assert score(agility=4, movement=9) == 9


@pytest.mark.rule("newworld.move.24")
def test_move_24_each_slowing_piece_of_armour_takes_one_and_a_load_two() -> None:
    assert score(agility=3, slowing_armour=2) == 4
    assert score(agility=3, overloaded=True) == 4
    assert score(agility=3, slowing_armour=1, overloaded=True) == 3


@pytest.mark.rule("newworld.move.24")
def test_move_24_movement_never_falls_below_one() -> None:
    assert score(agility=0, slowing_armour=2, overloaded=True) == 1


@pytest.mark.rule("newworld.move.25")
def test_move_25_sturdy_and_ease_runes_cancel_armour_but_never_the_load() -> None:
    assert score(agility=3, slowing_armour=2, talents=["sturdy"]) == 5
    assert score(agility=3, slowing_armour=2, talents=["sturdy"], ease_runes=1) == 6
    assert score(agility=3, slowing_armour=1, talents=["sturdy"], ease_runes=3) == 6
    assert score(agility=3, overloaded=True, talents=["sturdy"], ease_runes=2) == 4


@pytest.mark.rule("newworld.move.26")
def test_move_26_a_wound_halves_last_of_all_and_rounds_up() -> None:
    assert score(agility=4, halved=True) == 4
    assert score(agility=4, overloaded=True, halved=True) == 3
    assert score(agility=0, overloaded=True, halved=True) == 1


@pytest.mark.rule("newworld.move.27")
def test_move_27_fleet_footed_adds_one() -> None:
    assert score(agility=3, talents=["fleet-footed"]) == 7


@pytest.mark.rule("newworld.move.34")
def test_move_34_a_rider_has_the_mounts_movement_whatever_its_own_talents_armour_and_wounds() -> None:
    assert score(agility=3, mounted=True, talents=["fleet-footed"], slowing_armour=2, halved=True) == 12


@pytest.mark.rule("newworld.move.34", "newworld.move.26")
def test_move_34_a_lamed_mount_slows_its_rider() -> None:
    assert score(agility=3, mounted={"movement": 9, "halved": True}) == 5


@pytest.mark.rule("newworld.move.24", "newworld.move.25", "newworld.move.26", "newworld.move.27")
def test_movement_is_explained_line_by_line() -> None:
    scene = FightScene()
    talents = ["fleet-footed", "sturdy"]
    scene.blue("ann", (3, 3), agility=4, slowing_armour=2, overloaded=True, halved=True, talents=talents)
    lines = parts(movement_score(scene.state, "ann"))
    assert lines == [
        ("move.1", 7),
        ("move.27", 1),
        ("move.24", -2),
        ("move.25", 1),
        ("move.24", -2),
        ("move.26", -2),
    ]


@pytest.mark.rule("newworld.move.26")
def test_move_26_a_wound_may_forbid_run_and_charge_and_a_riders_own_does_not() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 4), no_run=True)
    scene.blue("rider", (1, 6), no_run=True, mounted=True)
    scene.red("bob", (7, 4))
    table = scene.turn("ann", "rider")
    offers = table.offers("blue")
    assert "move" in offers
    assert "run" not in offers
    assert "charge:bob:fist" not in offers
    table.answer("blue", ("move", (1, 3)))
    table.send("blue", {"pass": True})
    assert "run" in table.offers("blue")
    assert "charge:bob:fist" in table.offers("blue")


@pytest.mark.rule("newworld.move.28")
def test_move_28_flee_adds_a_pace_to_a_disengage_that_ends_farther_from_the_nearest_foe() -> None:
    scene = FightScene(size=(16, 3))
    scene.blue("ann", (4, 1), talents=["flee"])
    scene.red("bob", (3, 1))
    reach = scene.turn("ann").reach("blue", "disengage")
    assert reach[11, 1].cost == 7
    assert reach[11, 1].stop
    assert (12, 1) not in reach


@pytest.mark.rule("newworld.move.28")
def test_move_28_a_run_then_covers_twice_movement_plus_one_but_only_away_from_danger() -> None:
    scene = FightScene(size=(24, 1))
    scene.blue("ann", (5, 0), talents=["flee"])
    scene.red("bob", (3, 0))
    table = scene.turn("ann")
    reach = table.reach("blue", "run")
    assert reach[19, 0].cost == 14
    assert reach[19, 0].stop
    there_and_back = [(x, 0) for x in range(6, 12)] + [(x, 0) for x in range(10, 3, -1)]
    assert len(there_and_back) == 13
    refusal = table.refused("blue", {"picks": [{"key": "run", "with": {"path": there_and_back}}]})
    assert refusal.rule == "newworld.move.28"
    assert refusal.numbers == {"start": 2, "end": 1}


@pytest.mark.rule("newworld.move.28")
@pytest.mark.parametrize(
    ("numbers", "run", "disengage"),
    [
        pytest.param({"agility": 4, "halved": True}, 8, 4, marks=pytest.mark.rule("newworld.move.26")),
        pytest.param({"agility": 3, "halved": True}, 8, 4, marks=pytest.mark.rule("newworld.move.26")),
        pytest.param(
            {"agility": 0, "halfling": True, "overloaded": True},
            2,
            1,
            marks=pytest.mark.rule("newworld.move.24"),
        ),
    ],
)
def test_move_28_the_pace_of_flee_is_added_before_anything_is_taken_off_or_halved(
    numbers: dict[str, Any], run: int, disengage: int
) -> None:
    scene = FightScene(size=(30, 3))
    scene.blue("ann", (10, 1), talents=["flee"], **numbers)
    scene.red("bob", (9, 1))
    table = scene.turn("ann")
    assert max(r.cost for r in table.reach("blue", "run").values() if r.stop) == run
    assert max(r.cost for r in table.reach("blue", "disengage").values() if r.stop) == disengage


@pytest.mark.rule("newworld.move.28")
def test_move_28_the_option_says_how_far_one_gets_and_how_far_away_from_the_nearest_foe() -> None:
    for talents, halved, run, disengage in (
        (
            ["flee"],
            False,
            "up to 14 paces, 16 away from the nearest foe;",
            "up to 7 paces, 8 away from the nearest foe;",
        ),
        (["flee"], True, "up to 8 paces;", "up to 4 paces;"),
        ([], False, "up to 14 paces;", "up to 7 paces;"),
    ):
        scene = FightScene(size=(30, 3))
        scene.blue("ann", (10, 1), talents=talents, agility=4, halved=halved)
        scene.red("bob", (9, 1))
        table = scene.turn("ann")
        assert table.option("blue", "run").detail.startswith(run)
        assert table.option("blue", "disengage").detail.startswith(disengage)


@pytest.mark.rule("newworld.move.34")
def test_move_28_a_rider_cannot_use_its_own_flee() -> None:
    scene = FightScene(size=(30, 3))
    scene.blue("ann", (2, 0), talents=["flee"], mounted=True)
    scene.red("bob", (0, 0))
    reach = scene.turn("ann").reach("blue", "run")
    assert max(r.cost for r in reach.values()) == 24
