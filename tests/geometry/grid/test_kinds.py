"""The kinds table is closed: what it does not know, it refuses, and says why."""

from typing import Any

import pytest

from muster.geometry.grid.kinds import Cover, KindsError, parse_kinds, recipe_faults
from tests.geometry.grid.tables import KINDS

GRASS: dict[str, Any] = {"grass": {"recipe": "meadow", "label": "Grass"}}


def faults(table: object) -> str:
    with pytest.raises(KindsError) as caught:
        parse_kinds(table)
    return str(caught.value)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ([], "a kinds table is a mapping"),
        ({}, "at least one kind of square"),
        ({"squares": GRASS, "walls": {}}, "unknown section 'walls'"),
        ({"squares": GRASS, "unit": 5}, "unit must be a word"),
        ({"squares": []}, "squares must map the name of each kind"),
        ({"squares": {"mud": "deep"}}, "squares.mud must be a mapping of facts"),
        ({"squares": {"mud": {"label": "Mud"}}}, "squares.mud: needs a recipe"),
        ({"squares": {"mud": {"recipe": "mud"}}}, "squares.mud: needs a label"),
        (
            {"squares": {"mud": {"recipe": "mud", "label": "Mud", "depth": 3}}},
            "squares.mud: unknown fact 'depth'",
        ),
        ({"squares": {"mud": {"recipe": "mud", "label": "Mud", "raised": True}}}, "unknown fact 'raised'"),
        (
            {"squares": {"mud": {"recipe": "mud", "label": "Mud", "swim": 1}}},
            "swim must be true or false, not 1",
        ),
        (
            {"squares": {"fog": {"recipe": "fog", "label": "Fog", "cover": "thick"}}},
            "cover must be none, light",
        ),
        (
            {"squares": {"fog": {"recipe": "fog", "label": "Fog", "cover": "full"}}},
            "cover: full needs enter: false",
        ),
        (
            {"squares": {"rock": {"recipe": "r", "label": "Rock", "full": True, "enter": True}}},
            "full and enter: true contradict each other",
        ),
        (
            {"squares": GRASS, "edges": {"fence": {"recipe": "f", "label": "Fence", "cross_cost": 0}}},
            "cross_cost must be a whole number of paces from 1 to 9, not 0",
        ),
        (
            {"squares": GRASS, "edges": {"door": {"recipe": "d", "label": "Door", "states": {"open": {}}}}},
            "states must map at least two states",
        ),
        (
            {
                "squares": GRASS,
                "edges": {
                    "door": {"recipe": "d", "label": "Door", "states": {"open": {"ajar": True}, "shut": {}}}
                },
            },
            "edges.door.states.open: unknown fact 'ajar'",
        ),
        (
            {"squares": GRASS, "edges": {"w": {"recipe": "w", "label": "W", "locked": True}}},
            "unknown fact 'locked'",
        ),
    ],
)
def test_a_fault_in_the_table_is_named(table: object, said: str) -> None:
    assert said in faults(table)


def test_every_fault_is_reported_at_once() -> None:
    said = faults({"squares": {"a": {"label": "A"}, "b": {"recipe": "b"}}, "roads": {}})
    assert said.count(";") == 2


def test_a_wall_that_fills_a_square_is_the_same_by_either_name() -> None:
    by_cover = {"recipe": "masonry", "label": "Wall", "enter": False, "cover": "full"}
    by_full = {"recipe": "masonry", "label": "Wall", "full": True}
    kinds = parse_kinds({"squares": {"wall": by_cover, "other": by_full}})
    for kind in kinds.squares.values():
        assert kind.full
        assert not kind.enter
        assert kind.cover is Cover.FULL


def test_a_state_adds_to_the_facts_of_its_kind() -> None:
    window = KINDS.edges["window"]
    shut, opened = window.in_state("shut"), window.in_state("open")
    assert shut.barred
    assert shut.stops_reach
    assert not opened.barred
    assert opened.cover is Cover.HEAVY
    assert opened.cross_cost == 2
    with pytest.raises(KeyError):
        window.in_state("broken")
    with pytest.raises(KeyError):
        window.in_state(None)


def test_a_ruleset_may_name_facts_of_its_own() -> None:
    table = {"squares": {"pond": {"recipe": "water", "label": "Pond", "holy": True}}}
    assert parse_kinds(table, extra=frozenset({"holy"})).squares["pond"].extras == {"holy"}
    assert "unknown fact 'holy'" in faults(table)


def test_the_table_survives_its_own_json() -> None:
    again = parse_kinds({**KINDS.to_wire(), "unit": KINDS.unit})
    assert again == KINDS


def test_recipes_are_compared_both_ways() -> None:
    kinds = parse_kinds({"squares": GRASS})
    assert recipe_faults(["meadow"], {"game": kinds}) == ()
    (missing,) = recipe_faults([], {"game": kinds})
    assert "kind 'grass' asks for the recipe 'meadow'" in missing
    (idle,) = recipe_faults(["meadow", "lava"], {"game": kinds})
    assert "recipe 'lava' is drawn by the board but used by no kind" in idle
