"""Move, Run, Crawl and what lies in their way (move.2 to move.6, move.15 to move.17, move.20, move.29 to move.36)."""

import pytest

from muster.geometry.grid.facts import StepFlag
from muster.rulesets.newworld.events import Moved, StoodUp
from muster.rulesets.newworld.queries.movement import costs_of
from muster.rulesets.newworld.queries.planning import move_spec
from muster.rulesets.newworld.queries.steps import paces_of
from tests.kit.table import PASS
from tests.rulesets.newworld.asking import Json, along
from tests.rulesets.newworld.scenes import FightScene


# ------------------------------------------------------------------------------------------------ Move and Run
@pytest.mark.rule("newworld.move.2", "newworld.move.3")
def test_move_2_a_diagonal_step_is_one_pace_like_any_other() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1))
    table = scene.turn("ann")
    reach = table.reach("blue", "move")
    assert reach[5, 5].cost == 4
    assert reach[7, 3].cost == 6
    table.answer("blue", ("move", (5, 5)))
    assert table.event(Moved).cost == 4
    assert table.state.figures["ann"].at == (5, 5)


@pytest.mark.rule("newworld.move.2")
def test_move_2_the_squares_of_a_path_must_touch() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1))
    table = scene.turn("ann")
    assert table.refused("blue", along("move", (3, 1))).rule == "newworld.move.2"


@pytest.mark.rule("newworld.move.3")
def test_move_3_a_move_may_cost_up_to_movement_and_not_a_pace_more() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), agility=3)
    table = scene.turn("ann")
    assert table.reach("blue", "move")[7, 1].stop
    assert (8, 1) not in table.reach("blue", "move")
    refusal = table.refused("blue", along("move", *[(x, 1) for x in range(2, 9)]))
    assert refusal.rule == "newworld.move.3"
    assert refusal.numbers == {"cost": 7, "budget": 6}


@pytest.mark.rule("newworld.move.3", "newworld.turn.1")
def test_move_3_two_moves_have_each_its_own_budget_and_leftover_paces_are_lost() -> None:
    scene = FightScene(size=(20, 3))
    scene.blue("ann", (1, 1))
    scene.red("bob", (19, 2))
    table = scene.turn("ann")
    table.answer("blue", ("move", (3, 1)))
    reach = table.reach("blue", "move")
    assert max(r.cost for r in reach.values()) == 6
    table.answer("blue", ("move", (9, 1)))
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.move.5", "newworld.turn.4")
def test_move_5_a_run_is_one_budget_of_twice_movement_for_the_whole_turn() -> None:
    scene = FightScene(size=(20, 3))
    scene.blue("ann", (1, 1))
    scene.red("bob", (19, 2))
    table = scene.turn("ann")
    assert table.reach("blue", "run")[13, 1].cost == 12
    assert (14, 1) not in table.reach("blue", "run")
    refusal = table.refused("blue", along("run", *[(x, 1) for x in range(2, 15)]))
    assert refusal.rule == "newworld.move.5"
    table.answer("blue", ("run", (13, 1)))
    assert table.state.figures["ann"].has("ran")
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.move.5")
def test_move_5_a_run_wastes_no_pace_where_two_moves_would() -> None:
    scene = FightScene("bbbbbbb", "bbbbbbb")
    scene.blue("ann", (0, 0), agility=0)
    table = scene.turn("ann")
    assert max(x for x, _ in table.reach("blue", "move")) == 1
    assert max(x for x, _ in table.reach("blue", "run")) == 3


@pytest.mark.rule("newworld.move.5")
def test_move_5_who_can_only_run_into_the_next_square_is_offered_the_run() -> None:
    scene = FightScene("bbb")
    scene.blue("ann", (0, 0), agility=0, overloaded=True)
    offers = scene.turn("ann").offers("blue")
    assert "move" not in offers
    assert "run" in offers


@pytest.mark.rule("newworld.move.6")
def test_move_6_two_moves_make_nobody_a_runner() -> None:
    scene = FightScene(size=(20, 3))
    scene.blue("ann", (1, 1))
    scene.red("bob", (19, 2))
    table = scene.turn("ann")
    table.play(("blue", ("move", (7, 1))), ("blue", ("move", (13, 1))))
    assert table.state.figures["ann"].stances == ()


# ------------------------------------------------------------------------------------------------ others in the way
@pytest.mark.rule("newworld.move.15")
def test_move_15_a_mover_passes_allies_but_does_not_end_among_them() -> None:
    scene = FightScene(".....")
    scene.blue("ann", (0, 0))
    scene.blue("ally", (1, 0))
    table = scene.turn("ann")
    reach = table.reach("blue", "move")
    assert not reach[1, 0].stop
    assert reach[2, 0].stop
    assert table.refused("blue", along("move", (1, 0))).rule == "newworld.move.15"
    table.answer("blue", ("move", (2, 0)))
    assert table.state.figures["ann"].at == (2, 0)


@pytest.mark.rule("newworld.move.16")
def test_move_16_an_upright_foe_closes_its_square() -> None:
    scene = FightScene(".....")
    scene.blue("ann", (0, 0))
    scene.red("bob", (2, 0))
    table = scene.turn("ann")
    assert set(table.reach("blue", "move")) == {(1, 0)}
    assert table.refused("blue", along("move", (1, 0), (2, 0))).rule == "newworld.move.16"


@pytest.mark.rule("newworld.move.16")
@pytest.mark.parametrize("state", ["prone", "grappled"])
def test_move_16_a_foe_who_is_down_or_held_may_be_passed_but_not_stood_upon(state: str) -> None:
    scene = FightScene(".....", "#####")
    scene.blue("ann", (0, 0))
    scene.red("bob", (2, 0), prone=state == "prone")
    if state == "grappled":
        scene.blue("cat", None)
        scene.grapple("cat", "bob")
    reach = scene.turn("ann").reach("blue", "move")
    assert reach[3, 0].stop
    assert not reach[2, 0].stop


@pytest.mark.rule("newworld.surprise.7")
def test_move_16_a_surprised_foe_may_be_passed_on_horseback_too() -> None:
    scene = FightScene("......", "......")
    scene.blue("ann", (0, 0))
    scene.red("bob", (2, 0), surprised=True, mounted=True)
    reach = scene.turn("ann").reach("blue", "move")
    assert reach[4, 0].stop
    assert not reach[2, 0].stop
    assert not reach[3, 1].stop


@pytest.mark.rule("newworld.move.16")
def test_move_16_a_grappler_still_bars_its_square() -> None:
    scene = FightScene("....", "####")
    scene.blue("ann", (0, 0))
    scene.red("bob", (2, 0))
    scene.blue("cat", (3, 0))
    scene.grapple("bob", "cat")
    assert set(scene.turn("ann").reach("blue", "move")) == {(1, 0)}


@pytest.mark.rule("newworld.damage.13")
def test_move_16_who_is_out_of_action_lies_in_nobodys_way() -> None:
    scene = FightScene("....")
    scene.blue("ann", (0, 0), hands=["sabre"], melee=9)
    scene.red("bob", (1, 0), left=1)
    scene.red("eve", (3, 0))
    table = scene.turn("ann", dice=[5, 4, 4])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert table.state.figures["bob"].out
    assert table.reach("blue", "move")[1, 0].stop


# ------------------------------------------------------------------------------------------------ the ground
@pytest.mark.rule("newworld.move.17")
def test_move_17_each_step_into_difficult_ground_costs_two_and_must_be_paid_in_full() -> None:
    scene = FightScene(".b.b.")
    scene.blue("ann", (0, 0), agility=1)
    table = scene.turn("ann")
    reach = table.reach("blue", "move")
    assert (reach[1, 0].cost, reach[2, 0].cost) == (2, 3)
    assert (3, 0) not in reach
    table.answer("blue", ("move", (2, 0)))
    assert table.event(Moved).cost == 3


@pytest.mark.rule("newworld.move.17")
def test_move_17_stepping_over_a_low_wall_costs_two() -> None:
    scene = FightScene("...", edges=[{"at": [1, 0], "side": "w", "kind": "low-wall"}])
    scene.blue("ann", (0, 0))
    table = scene.turn("ann")
    table.answer("blue", ("move", (2, 0)))
    assert table.event(Moved).cost == 3


@pytest.mark.rule("newworld.move.20", "newworld.move.17", "newworld.move.36")
def test_move_20_a_step_that_is_dear_for_three_reasons_still_costs_two() -> None:
    scene = FightScene(
        ".x.",
        legend={"x": {"kind": "brush", "level": 1}},
        edges=[{"at": [1, 0], "side": "w", "kind": "low-wall"}],
    )
    scene.blue("ann", (0, 0))
    table = scene.turn("ann")
    assert table.reach("blue", "move")[1, 0].cost == 2
    table.answer("blue", ("move", (1, 0)))
    assert table.event(Moved).cost == 2


@pytest.mark.rule("newworld.move.36")
def test_move_36_one_level_up_costs_two_one_down_nothing_more() -> None:
    scene = FightScene(".1.")
    scene.blue("ann", (0, 0))
    table = scene.turn("ann")
    table.answer("blue", ("move", (2, 0)))
    assert table.event(Moved).cost == 3


@pytest.mark.rule("newworld.move.18")
def test_move_36_nobody_walks_over_two_levels() -> None:
    scene = FightScene("..2")
    scene.blue("ann", (0, 0))
    table = scene.turn("ann")
    assert set(table.reach("blue", "move")) == {(1, 0)}
    assert table.refused("blue", along("move", (1, 0), (2, 0))).rule == "newworld.move.18"
    assert "1,0>2,0" in table.offers("blue", "climb")


@pytest.mark.rule("newworld.move.32")
def test_move_32_no_diagonal_step_past_a_wall_but_past_figures() -> None:
    scene = FightScene("..#", "...")
    scene.blue("ann", (1, 0))
    table = scene.turn("ann")
    assert table.reach("blue", "move")[2, 1].cost == 2
    assert table.refused("blue", along("move", (2, 1))).rule == "newworld.move.32"
    crowd = FightScene("..", "..")
    crowd.blue("ann", (0, 0))
    crowd.red("bob", (1, 0))
    crowd.red("rob", (0, 1))
    assert crowd.turn("ann").reach("blue", "move")[1, 1].cost == 1


@pytest.mark.rule("newworld.move.35")
def test_move_35_a_large_figure_needs_room_for_all_of_it() -> None:
    scene = FightScene("....", "....", "#...")
    scene.blue("ann", (0, 0), mounted=True)
    table = scene.turn("ann")
    reach = table.reach("blue", "move")
    assert set(reach) == {(1, 0), (2, 0), (1, 1), (2, 1)}
    assert table.refused("blue", along("move", (0, 1))).rule == "newworld.move.35"
    table.answer("blue", ("move", (2, 1)))
    assert table.state.squares("ann") == ((2, 1), (3, 1), (2, 2), (3, 2))
    assert table.state.figures["ann-horse"].at == (2, 1)


@pytest.mark.rule("newworld.move.35", "newworld.move.17")
def test_move_35_one_difficult_square_under_it_makes_the_step_dear() -> None:
    scene = FightScene("....", "..b.")
    scene.blue("ann", (0, 0), mounted=True)
    table = scene.turn("ann")
    table.answer("blue", ("move", [(1, 0), (2, 0)]))
    assert table.event(Moved).cost == 3


def test_what_a_step_costs_is_the_same_on_the_grid_and_in_the_rules() -> None:
    rows = ("..b1", ".2m.", "~r.v", "3.1b")
    edges: list[Json] = [
        {"at": [1, 0], "side": "w", "kind": "low-wall", "length": 2},
        {"at": [2, 2], "side": "n", "kind": "window", "state": "open"},
    ]
    scene = FightScene(*rows, edges=edges)
    grid = scene.state.grid
    checked = 0
    for side in (1, 2):
        for x in range(4):
            for y in range(4):
                for there in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                    step = grid.step((x, y), there, side)
                    if step.legal:
                        checked += 1
                        assert paces_of(step) == step.cost, step
    assert checked > 80


# ------------------------------------------------------------------------------------------------ prone
@pytest.mark.rule("newworld.move.29")
def test_move_29_standing_up_is_a_half_action_in_place_and_gives_no_free_attack() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), prone=True)
    scene.red("bob", (4, 3))
    table = scene.turn("ann")
    table.answer("blue", "stand")
    assert table.event(StoodUp).figure == "ann"
    assert not table.state.figures["ann"].prone
    assert table.state.turn is not None
    assert table.state.turn.halves == 1
    assert table.asked("blue").rule == "newworld.turn.1"


@pytest.mark.rule("newworld.move.30")
def test_move_30_a_crawl_is_exactly_one_pace_in_mud_too_and_leaves_one_prone() -> None:
    scene = FightScene("mmm", "mmm")
    scene.blue("ann", (0, 0), prone=True, agility=0, overloaded=True)
    table = scene.turn("ann")
    assert {s: r.cost for s, r in table.reach("blue", "crawl").items()} == {(1, 0): 1, (0, 1): 1, (1, 1): 1}
    assert table.refused("blue", along("crawl", (1, 0), (2, 0))).rule == "newworld.move.30"
    table.answer("blue", ("crawl", (1, 1)))
    assert table.state.figures["ann"].prone
    assert table.event(Moved).cost == 1


@pytest.mark.rule("newworld.move.15")
def test_move_30_a_crawl_does_not_end_on_somebody() -> None:
    scene = FightScene("...")
    scene.blue("ann", (1, 0), prone=True)
    scene.blue("ally", (0, 0))
    scene.red("bob", (2, 0), prone=True)
    assert "crawl" not in scene.turn("ann").offers("blue")


@pytest.mark.rule("newworld.move.30", "newworld.move.11")
def test_move_30_crawling_out_of_reach_gives_a_free_attack() -> None:
    scene = FightScene(".....")
    scene.blue("ann", (1, 0), prone=True)
    scene.red("bob", (2, 0), hands=["sabre"])
    table = scene.turn("ann", dice=[1, 1, 1])
    assert table.reach("blue", "crawl")[0, 0].provokes == ("bob",)
    table.answer("blue", ("crawl", (0, 0)))
    table.answer("red", "ann:bob/sabre/0")
    assert table.state.figures["ann"].at == (0, 0)


@pytest.mark.rule("newworld.move.31")
def test_move_31_prone_one_only_crawls_and_stands() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), prone=True, hands=["sabre"])
    scene.red("bob", (4, 3))
    scene.red("eve", (9, 3))
    offers = scene.turn("ann").offers("blue")
    assert {"stand", "crawl"} <= set(offers)
    assert not {"move", "run", "disengage", "charge:eve:ann/sabre/0"} & set(offers)


def test_a_move_costs_what_the_ruler_said() -> None:
    scene = FightScene(".b1m.", "..b..")
    scene.blue("ann", (0, 0))
    state = scene.state
    spec = move_spec(state, "ann", 9, label="Move", bar=StepFlag.CLIMB)
    for index, entry in enumerate(spec.reach):
        assert sum(costs_of(state, "ann", spec.path_to(index))) == entry.cost


@pytest.mark.rule("newworld.turn.1")
def test_turn_1_a_turn_may_be_ended_early() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1))
    scene.red("bob", (9, 8))
    table = scene.turn("ann", "bob")
    table.answer("blue", PASS)
    assert table.asked("red").subject == "bob"


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        pytest.param([(1, 2)], "move.16", id="onto a prone foe"),
        pytest.param([(0, 0)], "move.16", id="onto a foe"),
        pytest.param([(1, 2), (1, 3)], "move.15", id="onto a friend"),
        pytest.param([(2, 1)], "move.19", id="into rough water"),
        pytest.param([(2, 2), (3, 3)], "move.3", id="into a mast"),
        pytest.param([(2, 2), (3, 2), (4, 2)], "move.3", id="through a loophole"),
        pytest.param([(2, 2), (3, 1), (4, 1)], "edge.1", id="through a wall"),
        pytest.param([(0, 1), (0, 2)], "move.18", id="up a climb"),
    ],
)
def test_a_refused_path_names_the_rule_that_bars_it(path: list[tuple[int, int]], rule: str) -> None:
    scene = FightScene(
        "......",
        "..r...",
        "2.....",
        "......",
        features=[{"id": "m", "kind": "mast", "squares": [[3, 3]]}],
        edges=[
            {"id": "l", "at": [4, 2], "side": "w", "kind": "loophole"},
            {"id": "w", "at": [4, 1], "side": "w", "kind": "wall"},
        ],
    )
    scene.blue("ann", (1, 1))
    scene.blue("kim", (1, 3))
    scene.red("bob", (1, 2), prone=True)
    scene.red("cat", (0, 0))
    table = scene.turn("ann")
    assert table.refused("blue", along("move", *path)).rule == f"newworld.{rule}"


@pytest.mark.parametrize(
    ("kind", "corner", "rule"),
    [("stairs", (0, 1), "move.35"), ("stone", (0, 1), "move.35"), ("water-rough", (0, 1), "move.19")],
)
def test_a_refused_ride_names_the_rule_that_bars_it(kind: str, corner: tuple[int, int], rule: str) -> None:
    scene = FightScene("......", "......", "s.....", "......", legend={"s": {"kind": kind}})
    scene.blue("ann", (0, 0), mounted=True)
    assert scene.turn("ann").refused("blue", along("move", corner)).rule == f"newworld.{rule}"
