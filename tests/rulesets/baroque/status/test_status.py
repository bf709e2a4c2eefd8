"""Fresh, Exhausted, Routed, Disordered, and who can react at all (2.3, 2.5)."""

import pytest

from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.harm import FellIntoDisorder, LossesTaken, Removed
from muster.rulesets.baroque.queries.status import is_exhausted, is_fresh, no_reaction
from muster.rulesets.baroque.rules.common import Battle, disorder, eliminate, lose, rout_if_spent
from tests.rulesets.baroque.scenes import BattleScene, lines, place_of


@pytest.mark.rule("baroque.2.5.1a")
@pytest.mark.parametrize(
    ("printed", "exhausted_at"), [(8, 3), (7, 3), (6, 2), (5, 2), (4, 1), (3, 1), (2, 0), (1, 0)]
)
def test_2_5_1a_a_unit_is_exhausted_below_half_of_its_printed_vbu(printed: int, exhausted_at: int) -> None:
    scene = BattleScene()
    for left in range(printed + 1):
        unit = scene.blue(f"left{left}", (5, 5), vbu=printed, lost=printed - left)
        assert is_exhausted(scene.state, unit) is (left <= exhausted_at)
        assert is_fresh(scene.state, unit) is not is_exhausted(scene.state, unit)


@pytest.mark.rule("baroque.2.3b", "baroque.2.3c", "baroque.2.5.2")
def test_2_3c_a_unit_without_vbu_is_removed_and_its_printed_vbu_stays() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (5, 5), vbu=6, lost=4)

    async def harm(game: Battle) -> None:
        lose(game, foot, 1, "a test", "7.5.2h")
        assert not rout_if_spent(game, foot)
        lose(game, foot, 1, "a test", "7.5.2h")
        assert rout_if_spent(game, foot)
        assert not rout_if_spent(game, foot)

    table = scene.run(harm)
    assert [e.left for e in table.events(LossesTaken)] == [1, 0]
    assert (table.state.vbu(foot), table.state.card(foot).vbu) == (0, 6)
    assert (place_of(table, foot), table.state.units[foot].gone) == (None, "routed")
    assert lines(table, "fall") == ["Foot routed."]
    assert lines(table, "loss")[0] == "Foot took 1 permanent loss: a test. VBU 1 is left."


@pytest.mark.rule("baroque.2.5.3d")
def test_2_5_3d_disorder_does_not_pile_up() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (5, 5))

    async def harm(game: Battle) -> None:
        disorder(game, foot, "it crossed a wood", "3.1.1d")
        disorder(game, foot, "it crossed a hedge", "3.1.1f")

    table = scene.run(harm)
    assert table.state.units[foot].disordered
    assert table.state.vbu(foot) == 6
    assert len(table.events(FellIntoDisorder)) == 1
    assert lines(table) == ["Foot fell into Disorder: it crossed a wood."]


@pytest.mark.rule("baroque.2.6.1i", "baroque.7.5.6c")
def test_2_6_1i_a_leader_outlives_his_routed_unit_on_the_spot_and_may_not_attach_again_yet() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (5, 5), lost=6)
    scene.leader("blue/1", unit=foot)

    async def harm(game: Battle) -> None:
        rout_if_spent(game, foot)

    leader = scene.run(harm).state.leaders["blue/1"]
    assert (leader.lost, leader.unit, leader.at, leader.barred) == (False, None, (5 * BU, 5 * BU), True)


@pytest.mark.rule("baroque.2.5.1.1d")
def test_2_5_1_1d_a_leader_leaves_with_the_unit_that_withdraws() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (5, 5), lost=4)
    scene.leader("blue/1", unit=foot)

    async def withdraw(game: Battle) -> None:
        eliminate(game, foot, "withdrawn", "2.5.1.1b")

    table = scene.run(withdraw)
    leader = table.state.leaders["blue/1"]
    assert (leader.lost, leader.unit, leader.at) == (True, None, None)
    assert table.event(Removed).exhausted
    assert table.state.units[foot].exhausted_when_gone
    assert lines(table, "leader") == [
        "Blue leader 1 left the battle with his unit. His units are out of command for the rest of the battle."
    ]


@pytest.mark.rule("baroque.2.5.1d", "baroque.2.5.4", "baroque.4.1.3i", "baroque.5.7d", "baroque.2.8c")
def test_2_5_1d_the_exhausted_those_in_melee_those_that_tried_and_baggage_do_not_react() -> None:
    scene = BattleScene()
    ready = scene.red("ready", (1, 1))
    barred = {
        scene.red("tired", (3, 1), lost=4): "2.5.1d",
        scene.red("tried", (5, 1), reacted=True): "2.5.4",
        scene.red("met", (7, 1)): "4.1.3i",
        scene.red("away", (9, 1), type="TR", fell_back=True): "5.7d",
        scene.baggage("red", (12, 2)): "2.8c",
    }
    scene.contact(scene.blue("foe", (7, 2)), "met")
    assert no_reaction(scene.state, ready) is None
    reasons = {unit: no_reaction(scene.state, unit) for unit in barred}
    assert {u: r.rule if r else None for u, r in reasons.items()} == {
        u: f"baroque.{rule}" for u, rule in barred.items()
    }


def test_a_unit_that_is_gone_does_not_react() -> None:
    scene = BattleScene()
    assert no_reaction(scene.state, scene.red("gone")) is not None
