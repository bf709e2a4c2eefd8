"""A battlefield with a goal of its own: who holds it long enough wins, whatever the armies have lost (9.1f, R154)."""

from dataclasses import replace
from typing import Any

import pytest

from muster.geometry.open.terrain import is_entirely_in
from muster.rulesets.baroque.armies.build import depth_of, frontage_of
from muster.rulesets.baroque.battlefields import Goal, battlefields
from muster.rulesets.baroque.events.course import ArmiesReckoned, Ended, GoalReckoned
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.ground import areas
from muster.rulesets.baroque.rules.turn_end import end_turn
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.state import State
from tests.kit.table import Table, setup_of
from tests.rulesets.baroque.beginning import SOUTH_BLUE, battle, settle
from tests.rulesets.baroque.scenes import BattleScene, box

GOALS = sorted(key for key, field in battlefields().items() if field.goal is not None)


def contested(*, needed: int = 2, **options: Any) -> BattleScene:
    """A hill in the middle that is the goal, a unit of each side far from it, at the end of the first turn."""
    scene = BattleScene(**options)
    scene.terrain("gentle_hill", box(8, 6, 4, 3), name="hill")
    scene.state.setup = replace(
        scene.state.setup, field=replace(scene.state.setup.field, goal=Goal("hill", needed))
    )
    scene.blue("ours", (4, 12), vd=3)
    scene.red("theirs", (4, 3), vd=3)
    scene.state.phase, scene.state.active = "end", None
    return scene


def ended(scene: BattleScene) -> Table[State]:
    """The end of the turn."""
    return scene.run(end_turn)


@pytest.mark.rule("baroque.9.1f")
def test_9_1f_who_holds_the_goal_at_enough_ends_of_turns_in_a_row_wins() -> None:
    scene = contested()
    scene.blue("holder", (10, 7.5))
    first = ended(scene)
    assert first.event(GoalReckoned) == GoalReckoned("Gentle hill", "blue", 1, 2)
    assert first.events(Ended) == []
    scene.state.holder, scene.state.held = "blue", 1
    end = ended(scene).event(Ended)
    assert (end.winner, end.reason) == ("blue", "goal_held")


@pytest.mark.rule("baroque.9.1f")
def test_9_1f_the_count_begins_anew_with_another_holder_and_with_nobody() -> None:
    scene = contested()
    scene.state.holder, scene.state.held = "blue", 1
    assert ended(scene).event(GoalReckoned) == GoalReckoned("Gentle hill", "", 0, 2)
    scene.red("holder", (10, 7.5))
    assert ended(scene).event(GoalReckoned) == GoalReckoned("Gentle hill", "red", 1, 2)


@pytest.mark.rule("baroque.9.1f")
def test_9_1f_nobody_holds_a_goal_with_an_enemy_in_any_part_of_it_or_from_its_rim() -> None:
    scene = contested(needed=1)
    scene.blue("holder", (10, 7.5))
    scene.red("intruder", (10, 5.8))
    table = ended(scene)
    assert table.event(GoalReckoned).holder == ""
    assert table.events(Ended) == []
    rim = contested(needed=1)
    rim.blue("holder", (10, 9))
    assert ended(rim).event(GoalReckoned).holder == ""


@pytest.mark.rule("baroque.9.1f")
def test_9_1f_an_army_that_has_nothing_left_of_its_vdt_fights_on_for_the_goal() -> None:
    scene = contested()
    scene.red("lost", vd=3)
    scene.state.change("lost", gone="routed")
    scene.state.change_command("red/1", broken=True)
    table = ended(scene)
    assert table.events(ArmiesReckoned) == []
    assert table.events(Ended) == []


@pytest.mark.rule("baroque.9.1f")
@pytest.mark.parametrize(
    ("holder", "winner", "reason"), [("blue", "blue", "goal_held"), ("", None, "goal_open")]
)
def test_r154_when_time_is_up_the_goal_alone_decides(holder: str, winner: str | None, reason: str) -> None:
    scene = contested(needed=4, turns=1)
    if holder:
        scene.put(holder, "holder", (10, 7.5), 0)
    scene.red("more", (14, 3), vd=3)
    scene.state.change("theirs", lost=4)  # by shares blue would win
    end = ended(scene).event(Ended)
    assert (end.winner, end.reason) == (winner, reason)


@pytest.mark.rule("baroque.9.1f")
def test_r154_an_army_without_a_unit_on_the_table_loses_also_where_there_is_a_goal() -> None:
    scene = contested()
    scene.state.change("theirs", pose=None, gone="withdrawn")
    end = ended(scene).event(Ended)
    assert (end.winner, end.reason) == ("blue", "army_gone")
    scene.state.change("ours", pose=None, gone="withdrawn")
    assert ended(scene).event(Ended).reason == "both_gone"


# ------------------------------------------------------------------------------------------------ prepared fields
def test_some_prepared_battlefield_has_a_goal() -> None:
    assert GOALS


@pytest.mark.parametrize("field", GOALS)
@pytest.mark.parametrize("points", [300, 600, 1000])
def test_9_1f_every_unit_of_the_usual_frontage_can_stand_on_a_goal(field: str, points: int) -> None:
    battlefield = battlefields()[field].for_points(points)
    scene = BattleScene(tuple(n / 600 for n in battlefield.size))  # type: ignore[arg-type]
    assert battlefield.goal is not None
    piece = next(t for t in battlefield.terrain if t.id == battlefield.goal.piece)
    scene.terrain(piece.kind, [(x / 600, y / 600) for x, y in piece.outline], name=piece.id)
    xs, ys = ([p[i] for p in piece.outline] for i in (0, 1))
    middle = (min(xs) + max(xs)) / 1200, (min(ys) + max(ys)) / 1200
    for kind in ("P&M", "LTE", "TR", "S"):
        scene.blue(kind, middle, type=kind, frontage=frontage_of(kind), depth=depth_of(kind, massed=False))
        assert is_entirely_in(body(scene.state, kind.lower()), areas(scene.state)[piece.id])


@pytest.mark.parametrize("field", GOALS)
def test_9_1f_the_goal_stands_on_the_board_in_the_score_and_in_the_summary(field: str) -> None:
    drawn = RULESET.table(setup_of(RULESET, scenario=field))
    (zone,) = [z for z in drawn["zones"] if z["id"] in drawn["goals"]]
    assert zone["name"] == "Beacon Hill: hold it 2 turns in a row"
    view = settle(battle(SOUTH_BLUE, 2, 5, scenario=field), 6, 5, 1, 2).view("red")
    gauge = view.gauges["army/blue"]
    assert (gauge.label, gauge.value, gauge.max, gauge.rule) == ("Turns", 2, 2, "baroque.9.1f")
    assert gauge.note.startswith("Then Beacon Hill is lost: ")
    assert "two turns in a row" in battlefields()[field].summary


def test_a_battlefield_without_a_goal_has_none_on_its_board() -> None:
    drawn = RULESET.table(setup_of(RULESET, scenario="mill-hill"))
    assert drawn["goals"] == []
    assert {z["id"] for z in drawn["zones"]} == {"north", "south"}
