"""Movement actions as they are made: announced, counted, tested, and what the ground and friends do to them."""

from typing import Any, TypeAlias

import pytest

from muster.engine.answers import Course
from muster.engine.ids import Seat
from muster.engine.requests import Pick
from muster.rulesets.baroque.events.harm import FellIntoDisorder
from muster.rulesets.baroque.events.moves import Announced, FellOut, Moved, MovementMade
from muster.rulesets.baroque.events.tests import DisciplineTested
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.rules.movement import perform
from muster.rulesets.baroque.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.charge.runs import NO_HITS, small
from tests.rulesets.baroque.scenes import BattleScene, box, through

Json: TypeAlias = Any
BLUE = Seat("blue")


def act(scene: BattleScene, unit: str, *dice: int) -> Table[State]:
    """The activation of a unit alone."""
    return scene.run(lambda game: activate_unit(game, unit), dice=dice)


def go(table: Table[State], way: str, length: int, bearing: int | None = None) -> None:
    """One movement action."""
    course = (way, length) if bearing is None else (way, length, bearing)
    table.answer(BLUE, ("move", course))


def keys(table: Table[State]) -> set[str]:
    """What the acting unit is offered."""
    return set(table.offers(BLUE))


def why(table: Table[State]) -> list[tuple[str, str]]:
    """Who fell into Disorder, and by which rule."""
    return [(e.unit, e.rule) for e in table.events(FellIntoDisorder)]


# ------------------------------------------------------------------ marching
@pytest.mark.rule("baroque.5.1b", "baroque.5.1d")
def test_5_1d_a_march_that_fails_its_test_ends_in_disorder_and_nothing_more_is_moved() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 12))
    table = act(scene, foot, 2)
    go(table, "forward", 600)
    go(table, "forward", 600)
    assert table.state.pose(foot)[1] == 7200 - 1200
    assert why(table) == [(foot, "5.1d")]
    assert through(table), "nothing else is left to do"


@pytest.mark.rule("baroque.5.1b", "baroque.5.1c", "baroque.5.1e")
def test_5_1c_each_further_action_is_one_harder_and_there_is_no_limit_to_them() -> None:
    scene = BattleScene((40, 15))
    horse = scene.blue("horse", (5, 7.5), 90, type="TR")
    table = act(scene, horse, 5, 6, 6, 6)
    for _ in range(5):
        go(table, "forward", 1200)
    assert table.state.pose(horse)[0] == 3000 + 5 * 1200
    assert why(table) == []
    assert "move" in keys(table)


@pytest.mark.rule("baroque.5.1c")
def test_5_1c_the_third_action_of_discipline_b_needs_a_five() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (2, 7.5), 90, type="TR")
    table = act(scene, horse, 4, 4)
    for _ in range(3):
        go(table, "forward", 600)
    assert why(table) == [(horse, "5.1d")]


@pytest.mark.rule("baroque.4.1.3g")
def test_4_1_3g_a_movement_is_announced_in_full_before_it_is_made() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 12))
    table = act(scene, foot)
    go(table, "wheel_left", 300)
    order = [type(e) for _, e in table.match.history if isinstance(e, Announced | Moved)]
    assert order == [Announced, Moved]
    assert table.event(Announced).text == "Foot will wheel to the left 0.5 BU."


@pytest.mark.rule("baroque.5.1a")
def test_5_1a_one_action_is_of_one_kind_and_counts_in_full_however_short() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 12))
    table = act(scene, foot, 4)
    go(table, "forward", 1)
    assert table.state.units[foot].moves == 1
    go(table, "wheel_right", 1)
    assert table.state.units[foot].moves == 2


# ------------------------------------------------------------------ aside, back, about
@pytest.mark.rule("baroque.5.2.2b")
def test_5_2_2b_for_foot_a_move_aside_is_the_last_of_its_activation() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 12))
    table = act(scene, foot, 4)
    go(table, "forward", 600)
    go(table, "oblique", 600, 4500)
    assert "move" not in (keys(table) if not through(table) else set())


@pytest.mark.rule("baroque.5.2.3a")
def test_5_2_3a_moving_back_disorders_all_but_mounted_dragoons_and_skirmishers() -> None:
    for kind, shaken in (("P&M", True), ("TR", False), ("DR", False), ("S", False), ("LTE", True)):
        scene = BattleScene()
        unit = scene.blue("unit", (10, 10), type=kind)
        table = act(scene, unit)
        go(table, "back", 600)
        assert why(table) == ([(unit, "5.2.3a")] if shaken else []), kind


@pytest.mark.rule("baroque.5.2.3b")
def test_5_2_3b_a_second_move_back_is_tested_and_failing_it_is_disorder() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 8), type="TR")
    table = act(scene, horse, 3)
    go(table, "back", 600)
    go(table, "back", 600)
    assert why(table) == [(horse, "5.2.3b")]
    assert through(table)


@pytest.mark.rule("baroque.5.2.4a")
def test_5_2_4a_an_about_face_is_tested_and_ends_the_activation() -> None:
    for die, shaken in ((4, False), (3, True)):
        scene = BattleScene()
        foot = scene.blue("foot", (10, 10))
        table = act(scene, foot, die)
        table.answer(BLUE, ("move", ("about", 0)))
        assert table.state.pose(foot) == (6000, 6000, 18_000)
        assert table.state.units[foot].disordered is shaken
        assert through(table)


# ------------------------------------------------------------------ ground
@pytest.mark.rule("baroque.3.1.1d")
def test_3_1_1d_difficult_terrain_disorders_all_but_those_at_home_in_it_and_leaving_it_nobody() -> None:
    for kind, shaken in (
        ("P&M", True),
        ("TR", True),
        ("S", False),
        ("T", False),
        ("WB", False),
        ("DR", False),
    ):
        scene = BattleScene()
        scene.terrain("wood", box(4, 4, 12, 6))
        unit, leaving = scene.blue("unit", (8, 10.4), type=kind), scene.blue("leaving", (12, 4.2), type=kind)
        table = act(scene, unit)
        go(table, "forward", 600)
        assert why(table) == ([(unit, "3.1.1d")] if shaken else []), kind
        table = act(scene, leaving)
        go(table, "forward", 600)
        assert why(table) == [], kind


@pytest.mark.rule("baroque.3.1.1b")
def test_3_1_1b_broken_terrain_does_not_slow_but_disorders() -> None:
    for kind, shaken in (("TR", True), ("DR", False)):
        scene = BattleScene()
        scene.terrain("scrub", box(8, 8, 4, 2))
        unit = scene.blue("unit", (10, 11), type=kind)
        table = act(scene, unit)
        go(table, "forward", 1200)
        assert why(table) == ([(unit, "3.1.1b")] if shaken else []), kind


@pytest.mark.rule("baroque.3.1.1f")
def test_3_1_1f_crossing_a_hedge_disorders_all_but_dragoons_and_skirmishers_and_does_not_slow() -> None:
    for kind, shaken in (("TR", True), ("WB", True), ("DR", False), ("S", False)):
        scene = BattleScene()
        scene.terrain("hedge", ((8, 9.5), (12, 9.5)))
        unit = scene.blue("unit", (10, 10.2), type=kind, move=2)
        table = act(scene, unit)
        go(table, "forward", 1200)
        assert why(table) == ([(unit, "3.1.1f")] if shaken else []), kind


# ------------------------------------------------------------------ friends
@pytest.mark.rule("baroque.5.5.1d")
def test_5_5_1d_who_is_inside_a_friend_goes_on_forward_until_it_is_through() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 10), type="TR")
    scene.blue("other", (10, 8), type="TR")
    table = act(scene, horse, 4)
    go(table, "forward", 1200)
    turning = {"picks": [{"key": "move", "with": {"way": "about"}}]}
    assert "Offered are: forward." in table.refused(BLUE, turning).text
    go(table, "forward", 600)
    assert table.state.pose(horse)[1] == 6000 - 1800
    assert table.state.acting is not None
    assert table.state.acting.passing is None


@pytest.mark.rule("baroque.5.5.1h")
def test_5_5_1h_who_fails_its_test_inside_a_friend_goes_back_to_where_it_entered() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 11.5), type="TR")
    scene.blue("other", (10, 8), type="TR")
    table = act(scene, horse, 2)
    go(table, "forward", 1200)
    go(table, "forward", 700)
    assert why(table) == [(horse, "5.1d")]
    assert table.event(FellOut).unit == horse
    assert table.state.pose(horse)[1] == 4800 + 400
    assert through(table)


@pytest.mark.rule("baroque.5.5.1h")
def test_5_5_1h_who_does_not_go_on_falls_back_out() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 10), type="TR")
    scene.blue("other", (10, 8), type="TR")
    table = act(scene, horse)
    go(table, "forward", 1200)
    table.answer(BLUE, PASS)
    assert through(table)
    assert table.state.pose(horse)[1] == 4800 + 400


@pytest.mark.rule("baroque.6.1.3.3")
def test_6_1_3_3_after_passing_a_friend_a_unit_may_stand_for_a_movement_action() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 10))
    scene.blue("guns", (10, 9.2), type="ART")
    table = act(scene, foot, 4)
    go(table, "forward", 600)
    table.answer(BLUE, ("move", ("stand", 0)))
    assert table.state.units[foot].moves == 2
    assert table.state.acting is None or not table.state.acting.passed


# ------------------------------------------------------------------ guns
@pytest.mark.rule("baroque.5.3a")
def test_5_3a_a_light_gun_turns_without_losing_a_die_but_the_turning_is_an_action() -> None:
    scene = BattleScene()
    gun = scene.blue("gun", (10, 12), type="ART", weapons=["art_c"])
    table = act(scene, gun, 4)
    go(table, "wheel_left", 300)
    assert table.state.units[gun].moves == 0
    go(table, "forward", 300)
    assert table.state.units[gun].moves == 1
    assert table.state.acting is not None
    assert table.state.acting.moves == 2  # so that the second was tested


@pytest.mark.rule("baroque.5.3b")
def test_5_3b_any_other_gun_loses_a_die_by_turning() -> None:
    for weapon in ("art_a", "art_b", "art_d", "art_e"):
        scene = BattleScene()
        gun = scene.blue("gun", (10, 12), type="ART", weapons=[weapon])
        table = act(scene, gun)
        go(table, "wheel_right", 300)
        assert table.state.units[gun].moves == 1, weapon


# ------------------------------------------------------------------ what a movement would mean
def preview(table: Table[State], way: str, length: int, bearing: int = 0) -> Json:
    """What is told of a movement while it is dragged."""
    course = {"way": way, "length": length, "bearing": bearing}
    body = {"picks": [{"key": "move", "with": course}]}
    return table.match.ruleset.preview(table.state, BLUE, table.asked(BLUE), body)


@pytest.mark.rule("baroque.3.1.1d")
def test_a_movement_is_shown_with_its_end_the_ground_it_sweeps_and_what_it_risks() -> None:
    scene = BattleScene()
    scene.terrain("wood", box(8, 8, 4, 3))
    foot = scene.blue("foot", (10, 12))
    table = act(scene, foot)
    shown = preview(table, "forward", 600)
    assert (shown["legal"], shown["pose"]) == (True, (6000, 6600, 0))
    assert sorted(shown["swept"]) == [(5400, 6400), (5400, 7400), (6600, 6400), (6600, 7400)]
    assert shown["notes"] == [
        {"text": "Foot will be Disordered: it moved in Wood.", "rule": "baroque.3.1.1d", "tone": "warn"}
    ]
    too_far = preview(table, "forward", 900)
    assert (too_far["legal"], too_far["rule"], too_far["pose"]) == (False, "baroque.5.1a", (6000, 6600, 0))
    assert preview(table, "about", 0)["pose"] == (6000, 7200, 18_000)
    assert preview(table, "sideways", -4)["legal"] is False


@pytest.mark.rule("baroque.5.1c")
def test_the_test_after_a_further_action_is_told_with_its_chance() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 13), type="TR")
    table = act(scene, horse, 6)
    go(table, "forward", 600)
    (note,) = preview(table, "forward", 600)["notes"]
    assert note["text"] == "Movement action 2: in good order with 50%, else Disordered."
    go(table, "forward", 600)
    (note,) = preview(table, "forward", 600)["notes"]
    assert note["text"] == "Movement action 3: in good order with 33%, else Disordered."


def test_the_test_after_a_movement_is_told_for_where_it_ends() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 13), type="TR")
    scene.structure("blue", "Poor", 2)
    scene.leader("blue/1", (10, 13.5))
    table = act(scene, horse)
    go(table, "forward", 600)
    (near,) = preview(table, "forward", 300)["notes"]
    (far,) = preview(table, "forward", 1200)["notes"]
    assert near["text"] == "Movement action 2: in good order with 50%, else Disordered."
    assert far["text"] == "Movement action 2: in good order with 33%, else Disordered."


def test_a_move_back_through_friends_is_shown_where_it_really_ends() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 9), type="TR")
    scene.blue("second", (10, 10.7), type="TR")
    table = act(scene, horse)
    shown = preview(table, "back", 1200)
    go(table, "back", 1200)
    assert shown["pose"] == table.state.pose(horse)


# ------------------------------------------------------------------ interrupted
@pytest.mark.rule("baroque.5.2.4b")
@pytest.mark.parametrize(("gap", "turned"), [(1.15, False), (1.9, True)])
def test_r25_a_turn_for_which_an_opportunity_charge_leaves_no_room_is_not_made(
    gap: float, turned: bool
) -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 10), type="LTE", massed=True)
    scene.red("foe", (10, 10 - 2 / 3 - gap - 1 / 3))
    dice = (6, 1, 6) if turned else (6, 1)
    table = act(scene, foot, *dice)
    go(table, "face_left", 0)
    table.answer("red", "ocharge:foe")
    table.answer("red", True)  # its bonus is none
    assert through(table)
    assert table.state.pose(foot)[2] == (27_000 if turned else 0)
    assert table.state.units[foot].moves == 1


@pytest.mark.rule("baroque.5.1h")
def test_r80_a_movement_that_an_opportunity_charge_cuts_short_counts_once() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 10), **small())
    scene.red("guard", (13, 9), 270, **small())
    table = act(scene, horse, 5, *NO_HITS)
    go(table, "forward", 1200)
    table.answer("red", ("ocharge:guard", 600))
    assert table.state.units[horse].moves == 1
    assert [m.way for m in table.events(MovementMade) if m.unit == horse] == ["forward"]


@pytest.mark.rule("baroque.5.1h")
def test_r80_a_turn_that_an_opportunity_charge_cuts_short_counts_too() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 10), **small())
    scene.red("guard", (10, 8), **small())
    table = act(scene, horse, 5, *NO_HITS)
    go(table, "about", 0)
    table.answer("red", "ocharge:guard")
    assert table.state.units[horse].moves == 1
    assert table.state.pose(horse)[2] == 0


@pytest.mark.rule("baroque.5.2.3a", "baroque.5.1h")
def test_r80_a_move_back_that_an_opportunity_charge_cuts_short_disorders_as_a_whole_one_does() -> None:
    for kind, blows, disordered in (("P&M", (1, 1), True), ("DR", NO_HITS, False)):
        scene = BattleScene()
        unit = scene.blue("mine", (10, 9), **small(type=kind))
        scene.red("guard", (8, 9.5), 90, **small())
        table = act(scene, unit, 6, *blows)
        go(table, "back", 600)
        table.answer("red", ("ocharge:guard", 300))
        assert why(table) == ([(unit, "5.2.3a")] if disordered else []), kind
        assert table.state.units[unit].moves == 1


@pytest.mark.rule("baroque.5.1h", "baroque.5.1b")
def test_r80_reforming_on_the_spot_takes_its_march_test_too_when_an_opportunity_charge_cuts_it_short() -> (
    None
):
    scene = BattleScene()
    unit = scene.blue("mine", (10, 9), **small())
    scene.red("guard", (8, 9), 90, **small())
    scene.acting(unit, moves=1, did=("move",), ways=("forward",), passed=True)
    pick = Pick("move", Course("stand", 0))
    table = scene.run(lambda game: perform(game, unit, pick), dice=[6, 2, *NO_HITS])
    table.answer("red", "ocharge:guard")
    assert [(t.unit, t.test, t.passed) for t in table.events(DisciplineTested)] == [
        ("guard", "opportunity_charge", True),
        (unit, "march", False),
    ]
    assert why(table) == [(unit, "5.1d")]
    assert table.state.units[unit].moves == 1


@pytest.mark.rule("baroque.5.5.1f")
def test_5_5_1f_a_move_back_through_friends_is_announced_and_told_with_the_length_that_it_has() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 9), type="TR")
    scene.blue("second", (10, 10.7), type="TR")
    table = act(scene, horse)
    go(table, "back", 1200)
    length = table.state.pose(horse)[1] - 5400
    assert length > 1400
    assert table.event(Announced).text == f"Horse will move backward {bu(length)}."
    assert table.event(Announced).poses[-1] == table.state.pose(horse)
    assert f"Horse moved backward {bu(length)}." in [m.text for m in table.events(Moved)]


@pytest.mark.rule("baroque.5.5.1f")
def test_5_5_1f_that_length_is_told_too_after_somebody_tried_to_stop_it() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 9), type="TR")
    scene.blue("second", (10, 10.7), type="TR")
    scene.red("guard", (10, 7.5), type="TR")
    table = act(scene, horse, 1)
    go(table, "back", 1200)
    table.answer("red", ("ocharge:guard", 0))
    length = table.state.pose(horse)[1] - 5400
    assert f"Horse moved backward {bu(length)}." in [m.text for m in table.events(Moved)]
