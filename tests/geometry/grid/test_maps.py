"""The shipped maps: they load, they are drawn, they are fair, and the starter map is the one of the rulings."""

import re
from pathlib import Path

import pytest

from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.grid import Grid
from muster.geometry.grid.kinds import Cover, recipe_faults
from muster.geometry.grid.mapfile import from_wire, load_map
from muster.geometry.grid.paths import jumps, reach
from muster.geometry.grid.recipes import BOARD_RECIPES
from muster.geometry.grid.squaremap import SquareMap, to_wire
from muster.geometry.grid.squares import Square, footprint_distance
from muster.rulesets.ad1666.tables import kinds
from tests.geometry.grid.tables import KINDS, NEWWORLD

FILES = sorted((NEWWORLD / "maps").glob("*.yaml"))
BOARD = Path(__file__).parents[3] / "frontend" / "src" / "board" / "recipes.ts"

FIGURES = 6
"""Figures a side brings in the starter scenario, one of them on a mount of 2 x 2 squares."""


def load(path: Path) -> SquareMap:
    return load_map(path.read_text(encoding="utf-8"), KINDS, path.name, recipes=BOARD_RECIPES)


def shipped(name: str) -> SquareMap:
    return load(NEWWORLD / "maps" / f"{name}.yaml")


def test_five_maps_are_shipped() -> None:
    assert {p.stem for p in FILES} == {
        "wagon-road",
        "kettle-creek",
        "fort-prosper",
        "anchor-and-hind",
        "halcyon",
    }


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_shipped_map_loads_and_survives_its_own_json(path: Path) -> None:
    table = load(path)
    assert table.id == path.stem
    assert from_wire(to_wire(table)) == table
    assert 20 <= table.width <= 26
    assert 14 <= table.height <= 18
    assert len(table.decor) >= 6


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_both_sides_have_room_to_start_and_equal_ways_to_go(path: Path) -> None:
    table = load(path)
    grid = Grid(table)
    starts: dict[str, list[Square]] = {}
    for seat in ("blue", "red"):
        (zone,) = table.zones_of(seat)
        starts[seat] = [s for s in zone.squares if grid.fits(s)]
        assert len(starts[seat]) >= 4 * FIGURES
        inside = set(starts[seat])
        assert any(
            grid.fits(s, 2) and {(s[0] + 1, s[1]), (s[0], s[1] + 1), (s[0] + 1, s[1] + 1)} <= inside
            for s in inside
        )
    assert not set(starts["blue"]) & set(starts["red"])
    nearest = min(footprint_distance(a, 1, b, 1) for a in starts["blue"] for b in starts["red"])
    assert nearest >= 4
    sizes = [len(squares) for squares in starts.values()]
    assert max(sizes) <= 2 * min(sizes)


def test_some_maps_have_a_place_for_an_ambush() -> None:
    ambushes = {p.stem: load(p).zones_of("red", "ambush") for p in FILES}
    assert {stem for stem, zones in ambushes.items() if zones} >= {"wagon-road", "kettle-creek"}
    for stem, zones in ambushes.items():
        grid = Grid(shipped(stem))
        (start,) = shipped(stem).zones_of("blue")
        for zone in zones:
            far = [
                s
                for s in zone.squares
                if grid.fits(s) and all(footprint_distance(s, 1, b, 1) >= 8 for b in start.squares)
            ]
            assert len(far) >= FIGURES


def test_the_board_draws_exactly_the_recipes_that_the_server_lists() -> None:
    lists = re.findall(r"_RECIPES = \[(.*?)\] as const", BOARD.read_text(encoding="utf-8"), re.DOTALL)
    assert len(lists) == 4
    assert {name for body in lists for name in re.findall(r"'([a-z-]+)'", body)} == BOARD_RECIPES


def test_every_kind_is_drawn_and_every_recipe_used() -> None:
    assert recipe_faults(BOARD_RECIPES, {"newworld": KINDS, "ad1666": kinds()}) == ()


# --- the kinds, by the ledger ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", ["brush", "mud", "snow", "scree", "ford", "ladder", "rigging", "rubble", "thicket"]
)
def test_difficult_ground_is_that_of_the_ledger(kind: str) -> None:
    assert KINDS.squares[kind].difficult


def test_a_tree_is_light_cover_and_only_dense_wood_is_difficult() -> None:
    assert KINDS.squares["wood"].cover is Cover.LIGHT
    assert not KINDS.squares["wood"].difficult
    assert KINDS.squares["thicket"].cover is Cover.LIGHT
    assert KINDS.squares["brush"].cover is Cover.NONE


def test_loopholes_and_windows_are_heavy_cover_and_low_walls_light() -> None:
    assert KINDS.edges["loophole"].facts.cover is Cover.HEAVY
    assert KINDS.edges["window"].in_state("open").cover is Cover.HEAVY
    for kind in ("low-wall", "hedge", "rail"):
        assert KINDS.edges[kind].facts.cover is Cover.LIGHT
        assert KINDS.edges[kind].facts.cross_cost == 2


# --- the starter map, square for square (RULINGS.md, section 4) -----------------------------------------------


def test_the_starter_map_is_that_of_the_rulings() -> None:
    table = shipped("wagon-road")
    grid = Grid(table)
    assert (table.width, table.height) == (24, 16)
    wall = {(11, 5), (12, 5), (11, 4), (12, 4)}
    wagon = {(12, 9), (13, 9)}
    for x in range(24):
        for y in range(16):
            facts = grid.square((x, y))
            in_wall, in_wagon = (x, y) in wall, (x, y) in wagon
            in_brush = 4 <= x <= 19 and (y <= 4 or y >= 11) and not in_wall
            in_ditch = x in (16, 17) and 10 <= y <= 15
            assert facts.full is in_wall
            assert facts.enterable is not in_wall
            assert facts.difficult is in_brush
            assert facts.level == (1 if in_wagon else -1 if in_ditch else 0)
            assert facts.cover is (Cover.FULL if in_wall else Cover.LIGHT if in_wagon else Cover.NONE)
            assert facts.foot_only is in_wagon
            assert facts.gap is in_ditch
    low = {(9, 9), (9, 10), (9, 11), (15, 4), (15, 5), (15, 6)}
    assert {e.edge for e in table.edges} == {(x, y, "w") for x, y in low}
    assert {e.kind for e in table.edges} == {"low-wall"}
    assert set(table.zone("company").squares) == {(x, y) for x in range(4) for y in range(16)}
    assert set(table.zone("raiders").squares) == {(x, y) for x in range(20, 24) for y in range(16)}
    assert table.zone("company").seat == "blue"
    assert table.zone("raiders").seat == "red"
    brush = set(table.zone("brush").squares)
    assert brush == {(x, y) for x in range(24) for y in range(16) if grid.square((x, y)).difficult}


def test_the_ditch_of_the_starter_map_is_walked_or_jumped() -> None:
    grid = Grid(shipped("wagon-road"))
    assert reach(grid, (15, 10), 9).cost((18, 10)) == 3
    (east, *_) = [j for j in jumps(grid, (15, 10), 2, lambda s: grid.square(s).gap) if j.direction == (1, 0)]
    assert (east.length, east.landing) == (2, (18, 10))
    assert grid.step((15, 10), (16, 10)).levels == -1
    assert grid.step((17, 10), (18, 10)).cost == 2


def test_the_wagon_covers_those_behind_it_and_not_those_on_it() -> None:
    grid = Grid(shipped("wagon-road"))
    assert grid.sight((5, 9), (14, 9)).cover is Cover.LIGHT
    assert grid.sight((5, 9), (13, 9)).cover is Cover.NONE
    assert not grid.sight((8, 4), (15, 4)).clear


# --- the other maps: what makes each of them what it is -------------------------------------------------------


def test_kettle_creek_is_waded_at_the_ford_and_swum_elsewhere() -> None:
    grid = Grid(shipped("kettle-creek"))
    waded = reach(grid, (7, 7), 20, bar=StepFlag.CLIMB | StepFlag.SWIM)
    assert waded.cost((11, 7)) == 7
    assert (11, 13) in waded
    swum = reach(grid, (7, 3), 9)
    assert swum.cost((11, 3)) == 7
    # Behind the loophole the bowman has heavy cover from the far bank; the gate stands open.
    assert grid.sight((12, 4), (15, 4)).cover is Cover.HEAVY
    assert not grid.sight((12, 6), (15, 6)).clear
    assert grid.sight((12, 7), (15, 7)).clear
    assert (
        grid.with_edge("gate-1", "closed").with_edge("gate-2", "closed").step((14, 7), (15, 7)).legal is False
    )


def test_fort_prosper_is_entered_by_gate_or_breach() -> None:
    grid = Grid(shipped("fort-prosper"))
    outside = reach(grid, (3, 13), 60)
    assert outside.path((10, 4))[0] != (10, 4)
    assert (3, 6) in outside.path((10, 4)) or (4, 6) in outside.path((10, 4))
    opened = grid.with_edge("gate-1", "open").with_edge("gate-2", "open")
    assert reach(opened, (10, 13), 60).cost((10, 4)) == 9
    # Walkways lie two levels up: by stairs, ladder or breach, else it is a climb.
    assert grid.step((1, 5), (1, 6)).levels == 2
    assert StepFlag.CLIMB in grid.step((1, 5), (1, 6)).flags
    assert reach(grid, (1, 5), 4).cost((1, 6)) == 4
    assert grid.sight((2, 12), (1, 6)).cover is Cover.HEAVY
    assert not grid.reach_open((1, 7), (1, 6))


def test_the_tavern_has_a_way_through_every_door() -> None:
    table = shipped("anchor-and-hind")
    grid = Grid(table)
    doors = [e for e in table.edges if e.kind == "door"]
    assert len(doors) == 7
    # Through open windows there is another way round; by the doors there is none until one is opened.
    by_doors = StepFlag.CLIMB | StepFlag.WINDOW
    assert (16, 10) in reach(grid, (8, 9), 40)
    assert (16, 10) not in reach(grid, (8, 9), 40, bar=by_doors)
    assert (16, 10) in reach(grid.with_edge("parlour-door", "open"), (8, 9), 40, bar=by_doors)
    assert grid.level((9, 3)) == 2
    gallery = reach(grid, (5, 6), 8)
    assert gallery.path((5, 4)) == ((5, 5), (5, 4))
    assert gallery.cost((5, 4)) == 4
    assert grid.sight((8, 14), (6, 12)).clear
    assert grid.sight((6, 15), (6, 12)).cover is Cover.HEAVY
    assert not grid.sight((12, 15), (12, 12)).clear


def test_the_halcyon_is_boarded_by_plank_or_by_a_jump() -> None:
    grid = Grid(shipped("halcyon"))
    dry = StepFlag.CLIMB | StepFlag.SWIM
    boarded = reach(grid, (10, 11), 20, bar=dry)
    assert (14, 10) in boarded.path((10, 9))
    leap = {j.landing for j in jumps(grid, (10, 11), 1, lambda s: grid.square(s).gap)}
    assert (10, 9) in leap
    assert grid.level((3, 6)) == 2
    over_the_hatch = {(j.direction, j.length) for j in jumps(grid, (12, 5), 2, lambda s: grid.square(s).gap)}
    assert ((1, 0), 2) in over_the_hatch
    assert grid.sight((10, 12), (10, 9)).cover is Cover.LIGHT
