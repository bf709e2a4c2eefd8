"""Jumps, climbs and swims (move.18, move.19, move.21 to move.23, move.33)."""

from collections.abc import Mapping, Sequence

import pytest

from muster.engine.requests import Choose
from muster.rulesets.newworld.events import Fell, Moved, SkillRolled
from muster.rulesets.newworld.queries.feats import free_jump
from tests.kit.table import PASS
from tests.rulesets.newworld.asking import along, always_asked
from tests.rulesets.newworld.scenes import FightScene


def feat_keys(offers: list[str]) -> list[str]:
    return [k for k in offers if k in ("jump", "climb", "swim")]


# ------------------------------------------------------------------------------------------------ jumps
@pytest.mark.rule("newworld.move.21", "newworld.move.22")
def test_move_21_and_22_the_free_distances_by_might() -> None:
    running = [free_jump(m, running=True) for m in range(1, 8)]
    standing = [free_jump(m, running=False) for m in range(1, 8)]
    assert running == [1, 1, 2, 2, 3, 3, 4]
    assert standing == [1, 1, 1, 1, 2, 2, 2]


@pytest.mark.rule("newworld.move.21")
def test_move_21_a_running_jump_clears_half_might_rounded_up_at_a_pace_a_square() -> None:
    scene = FightScene("...vv..", "#######")
    scene.blue("ann", (0, 0), might=3)
    table = scene.turn("ann")
    assert "no roll" in table.option("blue", "jump", "2,0>5,0").detail
    table.answer("blue", ("jump", "2,0>5,0"))
    table.answer("blue", PASS)
    assert [m.cost for m in table.events(Moved)] == [2, 3]
    assert table.state.figures["ann"].at == (5, 0)


@pytest.mark.rule("newworld.move.22", "newworld.move.23")
def test_move_22_without_a_run_up_only_half_of_that_and_the_rest_needs_a_roll() -> None:
    scene = FightScene(".vv..", "#####")
    scene.blue("ann", (0, 0), might=3)
    table = scene.turn("ann")
    option = table.option("blue", "jump", ">3,0")
    assert "standing" in option.detail
    assert option.odds is not None
    near = FightScene(".v..", "####")
    near.blue("ann", (0, 0), might=3)
    assert "no roll" in near.turn("ann").option("blue", "jump", ">2,0").detail


@pytest.mark.rule("newworld.move.21")
def test_move_21_one_step_or_a_bent_way_is_no_run_up() -> None:
    scene = FightScene("..vv..", "######")
    scene.blue("ann", (0, 0), might=3)
    assert scene.turn("ann").option("blue", "jump", "1,0>4,0").odds is not None


@pytest.mark.rule("newworld.move.21")
def test_move_21_a_longer_way_that_gives_a_run_up_is_found() -> None:
    scene = FightScene("....vv..", "....####", ".#..####")
    scene.blue("ann", (1, 1), might=3)
    table = scene.turn("ann")
    option = table.option("blue", "jump", "3,0>6,0")
    assert "running" in option.detail
    assert option.odds is None
    table.answer("blue", ("jump", "3,0>6,0"))
    assert table.state.figures["ann"].at == (6, 0)


@pytest.mark.rule("newworld.move.23")
def test_move_23_a_longer_jump_rolls_before_take_off_and_equal_is_enough() -> None:
    scene = FightScene(".vv..", "#####")
    scene.blue("ann", (0, 0), might=3, athletics=3)
    table = scene.turn("ann", dice=[4, 2])
    table.answer("blue", ("jump", ">3,0"))
    assert table.event(SkillRolled).total.value == 9
    assert table.event(SkillRolled).difficulty == 9
    assert table.state.figures["ann"].at == (3, 0)
    assert not table.state.figures["ann"].prone


@pytest.mark.rule("newworld.move.23", "newworld.prone.1")
def test_move_23_failed_the_jumper_lies_prone_in_the_first_square_of_the_gap_and_the_action_ends() -> None:
    scene = FightScene(".vv..", "#####")
    scene.blue("ann", (0, 0), might=3, athletics=3)
    scene.red("bob", (4, 0))
    table = scene.turn("ann", dice=[3, 2])
    table.answer("blue", ("jump", ">3,0"))
    assert table.state.figures["ann"].at == (1, 0)
    assert table.state.figures["ann"].prone
    assert table.event(Fell).figure == "ann"
    assert table.asked("blue").rule == "newworld.turn.1"


@pytest.mark.rule("newworld.move.23")
def test_move_23_a_jump_higher_than_a_pace_rolls_and_failed_one_stays_put_on_ones_feet() -> None:
    scene = FightScene(".v2..", "#####")
    scene.blue("ann", (0, 0), might=3, athletics=3)
    scene.red("bob", (4, 0))
    table = scene.turn("ann", dice=[3, 2])
    assert table.option("blue", "jump", ">2,0").odds is not None
    table.answer("blue", ("jump", ">2,0"))
    assert table.state.figures["ann"].at == (0, 0)
    assert not table.state.figures["ann"].prone
    assert table.asked("blue").rule == "newworld.turn.1"


@pytest.mark.rule("newworld.move.36")
def test_move_36_one_pace_up_needs_no_roll_and_costs_like_a_step_up() -> None:
    scene = FightScene(".v1..", "#####")
    scene.blue("ann", (0, 0), might=3)
    option = scene.turn("ann").option("blue", "jump", ">2,0")
    assert option.odds is None
    assert "3 paces" in option.detail


@pytest.mark.rule("newworld.move.17")
def test_move_17_landing_on_difficult_ground_costs_two() -> None:
    scene = FightScene(".vb..", "#####")
    scene.blue("ann", (0, 0), might=3, agility=0)
    assert "3 paces" in scene.turn("ann").option("blue", "jump", ">2,0").detail


@pytest.mark.rule("newworld.move.23")
def test_move_23_nobody_jumps_more_than_twice_the_free_distance() -> None:
    scene = FightScene(".vvv..", "######")
    scene.blue("ann", (0, 0), might=3)
    assert not any(k.endswith(">4,0") for k in scene.turn("ann").offers("blue", "jump"))
    wide = FightScene(".vv..", "#####")
    wide.blue("ann", (0, 0), might=3)
    assert ">3,0" in wide.turn("ann").offers("blue", "jump")


@pytest.mark.rule("newworld.move.4")
def test_move_4_after_a_jump_the_rest_of_the_move_is_walked_at_once_or_lost() -> None:
    scene = FightScene("...v...", "#######")
    scene.blue("ann", (0, 0))
    scene.red("bob", (6, 0))
    table = scene.turn("ann")
    table.answer("blue", ("jump", "2,0>4,0"))
    request = table.asked("blue")
    assert request.rule == "newworld.move.4"
    assert max(r.cost for r in table.reach("blue").values()) == 1
    table.answer("blue", PASS)
    assert max(r.cost for r in table.reach("blue", "move").values()) > 1


@pytest.mark.rule("newworld.move.4", "newworld.move.12")
def test_move_12_a_foe_left_before_the_jump_does_not_strike_again_behind_it() -> None:
    scene = FightScene("....v.....", "##########")
    scene.blue("ann", (1, 0))
    scene.red("bob", (0, 0))
    table = scene.turn("ann")
    table.play(("blue", ("jump", "3,0>5,0")), ("red", PASS))
    assert table.asked("blue").rule == "newworld.move.4"
    assert all(r.provokes == () for r in table.reach("blue").values())


@pytest.mark.rule("newworld.move.11")
def test_move_11_who_jumps_away_from_a_foe_is_struck_before_taking_off() -> None:
    scene = FightScene(".v..", "####", "....")
    scene.blue("ann", (0, 0), left=30, wounds=30)
    scene.red("bob", (0, 0), hands=["sabre"])
    scene.state.change("bob", at=None)
    closer = FightScene("..v..", "#####")
    closer.blue("ann", (1, 0))
    closer.red("bob", (0, 0), hands=["sabre"])
    table = closer.turn("ann", dice=[1, 1, 1])
    table.answer("blue", ("jump", ">3,0"))
    assert table.asked("red").rule == "newworld.move.11"
    assert table.state.figures["ann"].at == (1, 0)
    table.answer("red", "ann:bob/sabre/0")
    assert table.state.figures["ann"].at == (3, 0)


def test_nobody_takes_off_from_or_lands_on_an_occupied_square() -> None:
    scene = FightScene(".v..", "####")
    scene.blue("ann", (0, 0))
    scene.blue("ally", (2, 0))
    assert feat_keys(scene.turn("ann").offers("blue")) == []


@pytest.mark.rule("newworld.action.12")
def test_action_12_a_delayed_action_may_come_between_run_up_and_leap() -> None:
    scene = FightScene("...v...", "#######", ".......")
    scene.blue("ann", (0, 0))
    scene.red("bob", (6, 2))
    scene.delay("bob")
    table = scene.turn("ann")
    always_asked(table, "red")
    table.answer("red", PASS)
    table.answer("blue", ("jump", "2,0>4,0"))
    asked_at: list[tuple[int, int] | None] = []
    while table.match.request_for(table.asked("red").seat) and table.asked("red").window == "delayed":
        asked_at.append(table.state.figures["ann"].at)
        table.answer("red", PASS)
        if not any(r.seat == "red" for r in table.match.requests):
            break
    assert asked_at == [(0, 0), (1, 0), (2, 0)]


DEEP = {"w": {"kind": "water-rough", "level": -2}}
"""Water that is no way to walk."""


@pytest.mark.rule("newworld.move.16", "newworld.move.35")
def test_move_16_a_horse_jumps_past_no_foe_who_could_fight_on_the_ground_beside_the_gap() -> None:
    def places(**bob: object) -> list[str]:
        scene = FightScene("...", "...", ".w.", "...", "...", "...", legend=DEEP)
        scene.blue("ann", (0, 0), mounted=True)
        scene.red("bob", (0, 2), **bob)
        scene.red("eve", (2, 5))
        table = scene.turn("ann")
        return table.offers("blue", "jump") if "jump" in table.offers("blue") else []

    assert ">0,3" not in places()
    assert ">0,3" in places(prone=True)


@pytest.mark.rule("newworld.move.16")
def test_move_16_nobody_jumps_over_a_foe_who_could_fight() -> None:
    def places(**bob: object) -> list[str]:
        scene = FightScene(".v.", "###", "...")
        scene.blue("ann", (0, 0), agility=0)
        scene.red("bob", (1, 0), **bob)
        table = scene.turn("ann")
        return table.offers("blue", "jump") if "jump" in table.offers("blue") else []

    assert places() == []
    assert places(prone=True) == [">2,0"]
    assert places(surprised=True) == [">2,0"]
    friend = FightScene(".v.", "###", "...")
    friend.blue("ann", (0, 0), agility=0)
    friend.blue("ally", (1, 0))
    assert friend.turn("ann").offers("blue", "jump") == [">2,0"]


@pytest.mark.rule("newworld.hide.2")
def test_hide_2_who_would_jump_over_a_hidden_foe_stays_and_the_foe_is_revealed() -> None:
    scene = FightScene(".v.", "###", "...")
    scene.blue("ann", (0, 0), agility=0)
    scene.red("bob", (1, 0), hidden=True)
    table = scene.turn("ann")
    table.answer("blue", ("jump", ">2,0"))
    assert table.state.figures["ann"].at == (0, 0)
    assert not table.state.figures["bob"].hidden


@pytest.mark.rule("newworld.move.2", "newworld.move.35")
def test_move_35_a_horse_pays_a_pace_for_each_square_that_its_corner_moves_in_a_jump() -> None:
    scene = FightScene("......", "......", "wwwwww", "......", "......", legend=DEEP)
    scene.blue("ann", (2, 0), mounted=True)
    table = scene.turn("ann")
    assert table.option("blue", "jump", ">2,3").detail.startswith("3 paces, ")
    table.answer("blue", ("jump", ">2,3"))
    assert table.event(Moved).cost == 3
    assert table.state.figures["ann"].at == (2, 3)


@pytest.mark.rule("newworld.move.22")
@pytest.mark.parametrize(("level", "cost"), [(1, 2), (0, 2), (-1, 3)])
@pytest.mark.parametrize("gap", ["water-rough", "ditch"])
def test_move_22_a_gap_is_jumped_from_higher_ground_onto_lower_too(gap: str, level: int, cost: int) -> None:
    legend = {"w": {"kind": gap, "level": -5}, "h": {"kind": "hill", "level": level}}
    scene = FightScene("hw.", "###", legend=legend)
    scene.blue("ann", (0, 0))
    option = scene.turn("ann").option("blue", "jump", ">2,0")
    assert option.odds is None
    assert option.detail.startswith(f"{cost} paces, ")


@pytest.mark.rule("newworld.move.23")
def test_move_23_a_landing_two_levels_lower_needs_the_roll_and_none_lies_deeper() -> None:
    def places(level: int) -> dict[str, bool]:
        legend = {"w": {"kind": "water-rough", "level": -5}, "h": {"kind": "hill", "level": level}}
        scene = FightScene("hw.", "###", legend=legend)
        scene.blue("ann", (0, 0), athletics=3)
        table = scene.turn("ann")
        spec = table.option("blue", "jump").needs if "jump" in table.offers("blue") else None
        return {o.key: o.odds is not None for o in spec.options} if isinstance(spec, Choose) else {}

    assert places(1) == {">2,0": False}
    assert places(2) == {">2,0": True}
    assert places(3) == {}


@pytest.mark.rule("newworld.move.23")
def test_move_23_who_fails_to_jump_down_two_levels_stays_on_the_edge() -> None:
    scene = FightScene("2w.", "###", legend={"w": {"kind": "water-rough", "level": -5}})
    scene.blue("ann", (0, 0), athletics=3)
    table = scene.turn("ann", dice=[3, 2])
    table.answer("blue", ("jump", ">2,0"))
    assert (table.state.figures["ann"].at, table.state.figures["ann"].prone) == ((0, 0), False)


def test_lower_dry_ground_is_a_gap_only_between_two_higher_ends() -> None:
    step = FightScene("1...", "####")
    step.blue("ann", (0, 0))
    assert feat_keys(step.turn("ann").offers("blue")) == []
    tables = FightScene("1.1.", "####")
    tables.blue("ann", (0, 0), agility=0)
    assert tables.turn("ann").offers("blue", "jump") == [">2,0"]
    down = FightScene("2.1.", "####")
    down.blue("ann", (0, 0), agility=0)
    assert down.turn("ann").offers("blue", "jump") == [">2,0"]


@pytest.mark.rule("newworld.edge.3", "newworld.move.35")
def test_edge_3_no_rider_jumps_through_a_window_or_onto_ground_for_feet() -> None:
    window = {"id": "w", "at": [0, 3], "side": "n", "length": 6, "kind": "window", "state": "open"}

    def places(*, mounted: bool, ground: str = ".", edges: Sequence[Mapping[str, object]] = ()) -> list[str]:
        legend = {**DEEP, "s": {"kind": "stairs"}}
        rows = ("......", "......", "wwwwww", ground * 6, ground * 6)
        scene = FightScene(*rows, legend=legend, edges=edges)
        scene.blue("ann", (2, 0) if mounted else (2, 1), mounted=mounted)
        table = scene.turn("ann")
        found = table.offers("blue", "jump") if "jump" in table.offers("blue") else []
        return [k for k in found if k.startswith(">2,")]

    assert places(mounted=True) == [">2,3"]
    assert places(mounted=True, ground="s") == []
    assert places(mounted=True, edges=[window]) == []
    assert places(mounted=False, ground="s") == [">2,3"]
    assert places(mounted=False, edges=[window]) == [">2,3"]


@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        pytest.param("rail", 3, marks=pytest.mark.rule("newworld.move.17")),
        pytest.param("window", 3, marks=pytest.mark.rule("newworld.edge.3")),
        pytest.param(None, 2, marks=pytest.mark.rule("newworld.move.2")),
    ],
)
def test_move_17_and_edge_3_a_border_that_is_dear_to_step_over_is_dear_in_a_jump(
    kind: str | None, cost: int
) -> None:
    for x in (1, 2):
        edge = {"id": "e", "at": [x, 0], "side": "w", "kind": kind, "state": "open"}
        edges = [{k: v for k, v in edge.items() if k != "state" or kind == "window"}] if kind else []
        scene = FightScene(".w.", "###", legend=DEEP, edges=edges)
        scene.blue("ann", (0, 0))
        table = scene.turn("ann")
        assert table.option("blue", "jump", ">2,0").detail.startswith(f"{cost} paces, ")
        table.answer("blue", ("jump", ">2,0"))
        assert table.event(Moved).cost == cost


@pytest.mark.rule("newworld.move.11")
def test_move_11_of_ways_as_cheap_to_the_take_off_the_one_that_nobody_strikes_on_is_taken() -> None:
    scene = FightScene(*["......v..."] * 6)
    scene.blue("ann", (1, 3))
    scene.red("bob", (2, 0), hands=["sabre"])
    table = scene.turn("ann")
    option = table.option("blue", "jump", "5,0>7,0")
    assert option.warnings == ()
    table.answer("blue", ("jump", "5,0>7,0"))
    assert not any(r.seat == "red" for r in table.match.requests)
    assert table.state.figures["ann"].at == (7, 0)


@pytest.mark.rule("newworld.move.11")
def test_move_11_a_place_says_who_may_strike_on_the_way_there() -> None:
    scene = FightScene("..w..", "#####", legend=DEEP)
    scene.blue("ann", (1, 0))
    scene.red("bob", (0, 0), hands=["sabre"])
    scene.red("eve", (4, 0), hands=["sabre"])
    table = scene.turn("ann")
    assert table.option("blue", "jump", ">3,0").warnings == ("Bob may strike first.",)
    assert table.option("blue", "jump").warnings == ("Bob may strike first.",)
    free = FightScene("..w..", "#####", legend=DEEP)
    free.blue("ann", (1, 0))
    assert free.turn("ann").option("blue", "jump").warnings == ()


# ------------------------------------------------------------------------------------------------ climbs
@pytest.mark.rule("newworld.move.18", "newworld.move.36")
def test_move_18_a_climb_costs_two_a_level_and_one_athletics_roll() -> None:
    scene = FightScene(".2", "##")
    scene.blue("ann", (0, 0), athletics=3)
    table = scene.turn("ann", dice=[4, 2])
    assert "4 paces, needs Athletics" in table.option("blue", "climb", ">1,0").detail
    table.answer("blue", ("climb", ">1,0"))
    assert table.state.figures["ann"].at == (1, 0)
    assert table.event(Moved).cost == 4


@pytest.mark.rule("newworld.move.18")
def test_move_18_failed_no_height_is_gained_and_the_half_action_is_spent() -> None:
    scene = FightScene(".2.", "###")
    scene.blue("ann", (0, 0), athletics=3)
    scene.red("bob", (2, 0))
    table = scene.turn("ann", dice=[3, 2])
    table.answer("blue", ("climb", ">1,0"))
    assert table.state.figures["ann"].at == (0, 0)
    assert not table.state.figures["ann"].prone
    assert table.state.turn is not None
    assert table.state.turn.halves == 1


@pytest.mark.rule("newworld.move.36")
def test_move_36_climbing_down_needs_the_roll_too() -> None:
    scene = FightScene("3.", "##")
    scene.blue("ann", (0, 0))
    assert "6 paces, needs Athletics" in scene.turn("ann").option("blue", "climb", ">1,0").detail


def test_move_18_nobody_climbs_down_into_water_that_needs_a_roll() -> None:
    legend = {"w": {"kind": "water-rough", "level": -2}}
    scene = FightScene(".w", "##", legend=legend)
    scene.blue("ann", (0, 0))
    assert ">1,0" not in scene.turn("ann").offers("blue", "climb")
    swimmer = FightScene(".w", "##", legend=legend)
    swimmer.blue("ann", (0, 0), talents=["strong-swimmer"])
    assert ">1,0" in swimmer.turn("ann").offers("blue", "climb")


@pytest.mark.rule("newworld.move.33")
def test_move_33_scale_sheer_surface_climbs_without_a_roll_at_the_same_cost() -> None:
    scene = FightScene(".2", "##")
    scene.blue("ann", (0, 0), talents=["scale-sheer-surface"])
    table = scene.turn("ann")
    assert "4 paces, no roll" in table.option("blue", "climb", ">1,0").detail
    table.answer("blue", ("climb", ">1,0"))
    assert table.state.figures["ann"].at == (1, 0)


@pytest.mark.rule("newworld.move.18")
def test_move_36_mounts_cannot_climb() -> None:
    scene = FightScene("..22", "..22", "####")
    scene.blue("ann", (0, 0), mounted=True)
    offers = scene.turn("ann").offers("blue")
    assert feat_keys(offers) == []
    assert "move" not in offers
    foot = FightScene(".2", "##")
    foot.blue("ann", (0, 0))
    assert ">1,0" in foot.turn("ann").offers("blue", "climb")


# ------------------------------------------------------------------------------------------------ swimming
@pytest.mark.rule("newworld.move.19")
def test_move_19_swimming_costs_two_a_pace_and_needs_no_roll_unarmoured_in_still_water() -> None:
    scene = FightScene(".~~.", "####")
    scene.blue("ann", (0, 0))
    table = scene.turn("ann")
    table.answer("blue", ("move", [(1, 0), (2, 0)]))
    assert table.event(Moved).cost == 4
    assert not table.events(SkillRolled)


@pytest.mark.rule("newworld.move.19")
def test_move_19_in_armour_it_needs_a_roll_made_at_the_bank() -> None:
    scene = FightScene("..~~.", "#####")
    scene.blue("ann", (0, 0), armour={"body": 1}, athletics=3)
    table = scene.turn("ann", dice=[4, 2])
    assert (2, 0) not in table.reach("blue", "move")
    assert not table.reach("blue", "swim")[1, 0].stop
    assert table.refused("blue", along("swim", (1, 0))).rule == "newworld.move.19"
    table.answer("blue", ("swim", [(1, 0), (2, 0), (3, 0)]))
    assert table.event(SkillRolled).passed
    assert table.state.figures["ann"].at == (3, 0)
    assert [m.cost for m in table.events(Moved)] == [1, 4]


@pytest.mark.rule("newworld.move.19")
def test_move_19_failed_no_progress_is_made_beyond_the_bank_and_the_action_is_spent() -> None:
    scene = FightScene("..~~.", "#####")
    scene.blue("ann", (0, 0), armour={"body": 1}, athletics=3)
    scene.red("bob", (4, 0))
    table = scene.turn("ann", dice=[3, 2])
    table.answer("blue", ("swim", [(1, 0), (2, 0), (3, 0)]))
    assert table.state.figures["ann"].at == (1, 0)
    assert table.state.turn is not None
    assert table.state.turn.halves == 1


@pytest.mark.rule("newworld.move.19")
def test_move_19_who_fails_on_an_allys_bank_stands_back() -> None:
    scene = FightScene("..~~.", "#####")
    scene.blue("ann", (0, 0), armour={"body": 1}, athletics=3)
    scene.blue("ally", (1, 0))
    scene.red("bob", (4, 0))
    table = scene.turn("ann", dice=[3, 2])
    table.answer("blue", ("swim", [(1, 0), (2, 0), (3, 0)]))
    assert table.state.figures["ann"].at == (0, 0)


@pytest.mark.rule("newworld.move.19")
def test_move_19_rough_water_needs_a_roll_of_everybody() -> None:
    scene = FightScene(".r.", "###")
    scene.blue("ann", (0, 0))
    table = scene.turn("ann")
    assert "move" not in table.offers("blue")
    assert table.reach("blue", "swim")[1, 0].stop


@pytest.mark.rule("newworld.move.33")
@pytest.mark.parametrize("talent", ["river-born", "strong-swimmer"])
def test_move_33_swimmers_skip_the_roll_at_the_same_cost(talent: str) -> None:
    scene = FightScene(".rr.", "####")
    scene.blue("ann", (0, 0), talents=[talent], armour={"body": 3})
    table = scene.turn("ann")
    assert "swim" not in table.offers("blue")
    table.answer("blue", ("move", [(1, 0), (2, 0)]))
    assert table.event(Moved).cost == 4


@pytest.mark.rule("newworld.move.19")
def test_move_19_nobody_runs_charges_or_crawls_into_water_that_needs_a_roll() -> None:
    scene = FightScene("..r...", "######")
    scene.blue("ann", (0, 0), hands=["sabre"])
    scene.red("bob", (5, 0))
    table = scene.turn("ann")
    assert set(table.reach("blue", "run")) == {(1, 0)}
    assert "charge:bob:ann/sabre/0" not in table.offers("blue")
    down = FightScene(".r.", "###")
    down.blue("ann", (0, 0), prone=True)
    assert "crawl" not in down.turn("ann").offers("blue")
