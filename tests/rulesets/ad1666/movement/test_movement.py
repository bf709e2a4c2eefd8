"""Steps, Movement Actions, falls and the edge of the board (move.1 to move.17, map.5 to map.8, map.21)."""

import pytest

from muster.rulesets.ad1666.events import Moved, TrialDecided
from muster.rulesets.ad1666.queries.menu import move_options
from muster.rulesets.ad1666.queries.moving import special_steps, steps_from, walks, way_fault
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import fall_prone
from muster.rulesets.ad1666.state import Acting, Space, State
from tests.kit.table import PASS
from tests.rulesets.ad1666.scenes import YardScene

NIMBLE = {"abilities": {"agility": 1}}


def cost(state: State, to: Space, *, mp: int = 4) -> int | None:
    """What a walk of Ann's to a space costs; None if she does not get there."""
    found = [r.cost for r in walks(state, "ann", mp) if r.space == to]
    return min(found) if found else None


def special(state: State, manner: str, *, mp: int = 4) -> list[Space | None]:
    """Where Ann gets by a Movement Action."""
    return [s.to for s in special_steps(state, "ann", mp) if s.manner == manner]


@pytest.mark.rule("ad1666.move.1", "ad1666.map.5")
def test_move_1_and_map_5_a_step_to_an_open_space_costs_one_and_must_be_paid_in_full() -> None:
    scene = YardScene((8, 1), obstacles=[((2, 0), (3, 0))])
    scene.red("ann", (0, 0))
    assert [cost(scene.state, (x, 0)) for x in range(1, 6)] == [1, 2, 4, None, None]
    # Three points do not pay for the hedge.
    assert cost(scene.state, (3, 0), mp=3) is None
    assert way_fault(scene.state, "ann", ((1, 0), (2, 0), (3, 0)), 3) == "that way costs 4 MP, it has 3."


@pytest.mark.rule("ad1666.move.2")
def test_move_2_diagonal_steps_up_to_agility_over_the_whole_phase() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), **NIMBLE)
    assert (cost(scene.state, (2, 2)), cost(scene.state, (3, 3))) == (1, 3)
    scene.state.change("ann", diagonals=1)
    assert cost(scene.state, (2, 2)) == 2


@pytest.mark.rule("ad1666.move.3", "ad1666.map.1", "ad1666.map.6")
def test_move_3_and_map_6_no_way_through_blocked_spaces_or_anybody_not_even_a_prone_enemy() -> None:
    scene = YardScene((5, 1), blocked=[(3, 0)])
    scene.red("ann", (0, 0))
    assert {r.space for r in walks(scene.state, "ann", 4)} == {(1, 0), (2, 0)}
    scene.blue("bob", (2, 0), prone=True)
    assert {r.space for r in walks(scene.state, "ann", 4)} == {(1, 0)}
    scene = YardScene((4, 1), raised=[(1, 0)])
    scene.red("ann", (0, 0))
    assert special(scene.state, "climb") == [(1, 0)]
    scene.blue("bob", (1, 0), prone=True)
    assert special(scene.state, "climb") == []


@pytest.mark.rule("ad1666.move.4")
def test_move_4_a_diagonal_step_is_dear_only_where_each_way_crosses_an_obstacle() -> None:
    for hedges, wanted in (([((0, 0), (1, 0))], 1), ([((0, 0), (1, 0)), ((0, 1), (1, 1))], 2)):
        scene = YardScene((2, 2), obstacles=hedges)
        scene.red("ann", (0, 0), **NIMBLE)
        (step,) = [s for s in steps_from(scene.state, "ann", (0, 0), 1) if s.to == (1, 1)]
        assert step.cost == wanted


@pytest.mark.rule("ad1666.move.6", "ad1666.move.10")
def test_move_6_a_failed_climb_spends_its_points_and_may_be_tried_again() -> None:
    scene = YardScene((4, 1), raised=[(1, 0)])
    scene.red("ann", (0, 0))
    scene.stack("red", deck=["cup-3", "cup-4"])
    table = scene.act("ann")
    table.answer("red", "full-move/climb:1,0")
    assert (table.state.bodies["ann"].at, table.asked("red").text) == ((0, 0), "Ann has 2 MP left.")
    table.answer("red", "full-move/climb:1,0")
    assert table.state.bodies["ann"].at == (1, 0)
    assert table.over


@pytest.mark.rule("ad1666.move.15", "ad1666.move.10")
def test_move_15_falling_prone_ends_the_move_and_leaves_a_partial_action_for_standing_up() -> None:
    scene = YardScene((4, 1), raised=[(1, 0)])
    scene.red("ann", (0, 0))
    scene.stack("red", deck=["black-joker"])
    table = scene.act("ann")
    table.answer("red", "half-move/climb:1,0")
    body = table.state.bodies["ann"]
    assert (body.at, body.prone) == ((0, 0), True)
    assert table.offers("red") == ["stand"]
    # Of a Full Move's four points two would be left.
    table = scene.act("ann")
    table.answer("red", "full-move/climb:1,0")
    assert table.over


@pytest.mark.rule("ad1666.wounds.4")
def test_wounds_4_whoever_falls_prone_counts_as_activated_in_the_phase() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))

    async def rule(game: Match) -> None:
        fall_prone(game, "ann", "is knocked down", "wounds.4")

    body = scene.run(rule).state.bodies["ann"]
    assert (body.prone, body.activated) == (True, True)


@pytest.mark.rule("ad1666.move.11", "ad1666.map.18")
def test_question_a12_and_move_11_a_window_takes_agility_5_and_two_points() -> None:
    scene = YardScene((4, 2), windows=[((0, 0), (1, 0))], walls=[((0, 1), (1, 1))])
    scene.red("ann", (0, 0), **NIMBLE)
    scene.stack("red", deck=["cup-4"])
    # Nobody walks through it, nor aslant.
    assert {r.space for r in walks(scene.state, "ann", 4)} == {(0, 1)}
    table = scene.act("ann")
    table.answer("red", "half-move/window:1,0")
    event = table.event(TrialDecided)
    assert (event.dl, event.total.value, table.state.bodies["ann"].at) == (5, 5, (1, 0))
    assert table.event(Moved).cost == 2


def test_a_way_over_a_window_or_ivy_is_offered_at_its_border_and_any_other_at_its_space() -> None:
    scene = YardScene((3, 2), windows=[((1, 0), (2, 0))], ivy=[((1, 0), (0, 0))], walls=[((0, 1), (1, 1))])
    scene.red("ann", (1, 0), **NIMBLE)
    found = {o.key: o.edge for o in move_options(scene.state, "ann", 4, "full-move", "g", "action.4")}
    names = {e.kind: e.id for e in scene.map.edges}
    assert found["full-move/window:2,0"] == names["window"]
    assert found["full-move/scale:0,0"] == names["ivy"]
    assert found["full-move/leave:off"] is None


@pytest.mark.rule("ad1666.skill.huge")
def test_question_a12_and_skill_huge_the_huge_one_not_at_all() -> None:
    scene = YardScene((4, 1), windows=[((0, 0), (1, 0))])
    scene.red("ann", (0, 0), traits=("huge",), **NIMBLE)
    assert special(scene.state, "window") == []


@pytest.mark.rule("ad1666.move.11", "ad1666.test.6", "ad1666.test.7")
def test_move_11_a_triumph_gives_one_space_more_and_a_misfortune_makes_prone() -> None:
    scene = YardScene((4, 1), windows=[((0, 0), (1, 0))])
    scene.red("ann", (0, 0), abilities={"agility": 2})
    scene.stack("red", deck=["cup-8"])
    table = scene.act("ann")
    table.answer("red", "half-move/window:1,0")
    table.answer("red", "on")
    assert table.state.bodies["ann"].at == (2, 0)
    # Where an enemy's zone stops her at the window there is nothing to take.
    scene.blue("bob", (2, 0))
    table = scene.act("ann")
    table.answer("red", "half-move/window:1,0")
    assert table.state.bodies["ann"].at == (1, 0)
    assert [r.rule for r in table.match.requests] != ["move.11"]
    scene.stack("red", deck=["black-joker"])
    table = scene.act("ann")
    table.answer("red", "half-move/window:1,0")
    assert (table.state.bodies["ann"].at, table.state.bodies["ann"].prone) == ((0, 0), True)


@pytest.mark.rule("ad1666.move.12")
def test_move_12_walls_are_climbed_only_where_the_map_says_so_and_then_like_windows() -> None:
    scene = YardScene((4, 2), walls=[((0, 1), (1, 1))], ivy=[((0, 0), (1, 0))])
    scene.red("ann", (0, 1), **NIMBLE)
    assert special(scene.state, "scale") == []
    scene.state.change("ann", at=(0, 0))
    assert special(scene.state, "scale") == [(1, 0)]
    scene.blue("bob", (1, 1))
    scene.stack("red", deck=["cup-4"])
    table = scene.act("ann")
    table.answer("red", "half-move/scale:1,0")
    assert (table.event(TrialDecided).dl, table.state.bodies["ann"].at) == (5, (1, 0))


# ------------------------------------------------------------------------------------------------ High Terrain
@pytest.mark.rule("ad1666.map.7", "ad1666.scenario.2")
def test_map_7_and_scenario_2_high_terrain_is_entered_by_the_stairs_of_the_map_only() -> None:
    scene = YardScene((3, 2), high=[(1, 0), (2, 0)], stairs=[((1, 1), (1, 0))])
    scene.red("ann", (0, 0))
    assert {r.space for r in walks(scene.state, "ann", 4)} == {(0, 1), (1, 1), (2, 1), (1, 0), (2, 0)}
    assert cost(scene.state, (1, 0)) == 3
    bare = YardScene((3, 2), high=[(1, 0), (2, 0)])
    bare.red("ann", (0, 0))
    assert {r.space for r in walks(bare.state, "ann", 4)} == {(0, 1), (1, 1), (2, 1)}


@pytest.mark.rule("ad1666.move.13")
def test_move_13_a_leap_over_one_ground_space_to_high_terrain_whoever_stands_below() -> None:
    scene = YardScene((5, 1), high=[(0, 0), (2, 0)])
    scene.red("ann", (0, 0), **NIMBLE)
    scene.blue("bob", (1, 0))
    scene.stack("red", deck=["cup-4"])
    table = scene.act("ann")
    table.answer("red", "half-move/leap:2,0:1,0")
    assert (table.event(TrialDecided).dl, table.state.bodies["ann"].at) == (5, (2, 0))
    scene.stack("red", deck=["cup-3"])
    table = scene.act("ann")
    table.answer("red", "half-move/leap:2,0:1,0")
    assert table.state.bodies["ann"].at == (0, 0)
    # Not from the ground, nor to it.
    scene.state.change("ann", at=(3, 0))
    assert special(scene.state, "leap") == []


@pytest.mark.rule("ad1666.move.14", "ad1666.map.8")
def test_move_14_whoever_misses_the_leap_badly_lands_prone_in_the_gap_or_where_the_opponent_says() -> None:
    scene = YardScene((3, 2), high=[(0, 0), (2, 0)])
    scene.red("ann", (0, 0), **NIMBLE)
    scene.stack("red", deck=["black-joker", "cup-6"])
    table = scene.act("ann")
    table.answer("red", "half-move/leap:2,0:1,0")
    body = table.state.bodies["ann"]
    assert (body.at, body.prone, body.wounds) == ((1, 0), True, 0)
    scene.blue("bob", (1, 0))
    table = scene.act("ann")
    table.answer("red", "half-move/leap:2,0:1,0")
    assert set(table.offers("blue")) == {"0,1", "1,1", "2,1"}
    table.answer("blue", "1,1")
    assert (table.state.bodies["ann"].at, table.state.bodies["ann"].prone) == ((1, 1), True)


# ------------------------------------------------------------------------------------------------ others
@pytest.mark.rule("ad1666.move.17")
@pytest.mark.parametrize(
    ("high", "key"), [((), "push:2,1:1,1"), (((0, 1), (2, 1)), "leap:2,1:1,1")], ids=["push", "leap"]
)
def test_move_17_a_push_or_a_leap_is_interrupted_before_and_after_never_within(
    high: tuple[Space, ...], key: str
) -> None:
    scene = YardScene((6, 6), high=high)
    scene.red("ann", (0, 1))
    scene.red("eve", (1, 1))
    scene.blue("bob", (1, 5), overwatch=True, weapons=("pistol",), skills={"pistols": 1})
    scene.stack("red", deck=["cup-8"])
    table = scene.act("ann")
    table.answer("red", f"full-move/{key}")
    seen: list[Space | None] = []
    while table.match.requests[0].rule == "action.10":
        seen.append(table.state.bodies["ann"].at)
        table.answer("blue", PASS)
    assert seen == [(0, 1), (2, 1)]


def test_special_steps_say_where_they_lead_and_stand_apart_from_the_actions_that_begin_with_them() -> None:
    scene = YardScene((4, 2), walls=[((0, 0), (0, 1)), ((1, 0), (1, 1))])
    scene.red("ann", (0, 0))
    scene.red("eve", (1, 0))
    scene.blue("bob", (3, 1))
    options = {o.key: o for o in move_options(scene.state, "ann", 4, "full-move", "Full Actions", "action.4")}
    push = options["full-move/push:2,0:1,0"]
    assert (push.group, push.label, push.detail) == (
        "Special steps",
        "Full Move: push through",
        f"past {scene.state.name('eve')} 2 right",
    )
    assert push.square == (2, 0)


@pytest.mark.rule("ad1666.map.21")
def test_question_a13_and_map_21_who_leaves_over_the_edge_is_out_but_not_killed_and_quiet() -> None:
    scene = YardScene((4, 1))
    scene.red("ann", (0, 0))
    scene.state.alarm = 5
    table = scene.act("ann")
    table.answer("red", "half-move/leave:off")
    body = table.state.bodies["ann"]
    assert (body.at, body.fate, table.state.alarm) == (None, "departed", 5)
    assert table.over


@pytest.mark.rule("ad1666.move.7", "ad1666.map.16", "ad1666.map.17")
def test_map_16_and_17_a_closed_door_is_a_wall_an_open_one_a_way_straight_across() -> None:
    scene = YardScene((4, 2), doors={((0, 0), (1, 0)): "closed"}, walls=[((0, 1), (1, 1))])
    scene.red("ann", (0, 0), **NIMBLE)
    assert {r.space for r in walks(scene.state, "ann", 4)} == {(0, 1)}
    table = scene.act("ann")
    table.answer("red", next(o for o in table.offers("red") if o.startswith("full-move/door:")))
    assert table.asked("red").text == "Ann has 3 MP left."
    assert (1, 0) in table.reach("red", "full-move")
    # Aslant of the door she may close it again, but does not get through it that way.
    state = table.state
    state.change("ann", at=(0, 1))
    state.acting = Acting("ann")
    assert (1, 0) not in {r.space for r in walks(state, "ann", 1)}


@pytest.mark.rule("ad1666.map.11")
def test_map_11_nothing_passes_a_wall() -> None:
    scene = YardScene((2, 1), walls=[((0, 0), (1, 0))])
    scene.red("ann", (0, 0))
    assert walks(scene.state, "ann", 4) == ()


@pytest.mark.rule("ad1666.map.12")
def test_map_12_up_takes_a_climb_and_down_is_a_step_like_any_other() -> None:
    scene = YardScene((3, 1), raised=[(1, 0)])
    scene.red("ann", (0, 0))
    assert cost(scene.state, (1, 0)) is None
    scene.state.change("ann", at=(1, 0))
    assert cost(scene.state, (0, 0)) == 1


def test_a_walk_is_told_with_what_it_has_cost_so_far_and_each_step_of_it_is_shown() -> None:
    scene = YardScene((8, 1))
    scene.red("ann", (0, 0))
    table = scene.act("ann")
    table.answer("red", ("half-move", (2, 0)))
    steps = [(e.text, e.show.path) for e in table.log("blue") if e.kind == "step" and e.show is not None]
    assert steps == [("Ann moves, 1 MP.", ((1, 0),)), ("Ann moves, 2 MP.", ((2, 0),))]


def test_move_13_nobody_leaps_aslant_through_walls() -> None:
    def leaps(*walls: tuple[Space, Space]) -> list[str]:
        scene = YardScene((3, 3), high=[(0, 0), (2, 2)], walls=walls)
        scene.red("mia", (0, 0), abilities={"agility": 2})
        return [s.key for s in special_steps(scene.state, "mia", 4) if s.manner == "leap"]

    west, north, east, south = ((1, 1), (0, 1)), ((1, 1), (1, 0)), ((1, 1), (2, 1)), ((1, 1), (1, 2))
    assert leaps() == leaps(west, south) == ["leap:2,2:1,1"]
    assert leaps(west, north) == leaps(east, south) == []


@pytest.mark.rule("ad1666.move.11")
def test_move_11_a_misfortune_at_a_window_in_the_rim_makes_prone_as_at_any_other() -> None:
    scene = YardScene((3, 1), windows=[((2, 0), (3, 0))], walls=[((2, 0), (2, -1)), ((2, 0), (2, 1))])
    scene.red("ann", (2, 0))
    scene.stack("red", deck=["black-joker"])
    table = scene.act("ann")
    table.answer("red", "half-move/leave:off")
    assert table.state.bodies["ann"].prone
