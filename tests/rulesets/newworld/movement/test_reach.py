"""Leaving reach, Disengage, and moves that are cut short (move.10 to move.14)."""

import pytest

from muster.rulesets.newworld.attack_events import AttackRolled
from muster.rulesets.newworld.events import Moved, SetBack
from muster.rulesets.newworld.rules.common import Fight
from muster.rulesets.newworld.rules.walking import begin_walk, step_back_if_shared
from tests.kit.table import PASS
from tests.rulesets.newworld.asking import along, always_asked
from tests.rulesets.newworld.scenes import FightScene, part, rolled


# ------------------------------------------------------------------------------------------------ leaving reach
@pytest.mark.rule("newworld.move.11")
def test_move_11_a_foe_strikes_before_the_step_that_leaves_its_reach_in_the_square_being_left() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("bob", (6, 5), hands=["sabre"])
    table = scene.turn("ann", dice=[1, 2, 1])
    table.answer("blue", ("move", [(5, 6), (4, 6)]))
    assert table.asked("red").rule == "newworld.move.11"
    assert table.state.figures["ann"].at == (5, 6)
    table.answer("red", "ann:bob/sabre/0")
    assert table.event(AttackRolled).end == (5, 6)
    assert table.state.figures["ann"].at == (4, 6)


@pytest.mark.rule("newworld.move.11")
def test_move_11_moving_about_within_a_foes_reach_gives_nothing() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("bob", (6, 5), hands=["sabre"])
    table = scene.turn("ann")
    assert table.reach("blue", "move")[6, 6].provokes == ()
    table.answer("blue", ("move", [(5, 6), (6, 6), (7, 6), (7, 5), (7, 4)]))
    assert table.asked("blue").subject == "ann"
    assert table.state.figures["ann"].at == (7, 4)


@pytest.mark.rule("newworld.move.11")
def test_move_11_the_foes_side_may_let_it_go_and_chooses_weapon_or_fist() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("bob", (6, 5), hands=["sabre"])
    table = scene.turn("ann")
    table.answer("blue", ("move", (3, 5)))
    assert table.offers("red") == ["ann:bob/sabre/0", "ann:fist"]
    table.answer("red", PASS)
    assert table.state.figures["ann"].at == (3, 5)


@pytest.mark.rule("newworld.move.11", "newworld.move.5", "newworld.attack.8")
def test_move_11_a_runner_is_easier_to_hit_as_it_leaves() -> None:
    scene = FightScene(size=(16, 9))
    scene.blue("ann", (5, 5))
    scene.red("bob", (6, 5), hands=["sabre"])
    table = scene.turn("ann", dice=[1, 2, 1])
    table.play(("blue", ("run", (3, 5))), ("red", "ann:bob/sabre/0"))
    assert part(rolled(table).attack, "attack.8") == 2


@pytest.mark.rule("newworld.move.12")
def test_move_12_a_foe_strikes_once_for_an_action_however_often_it_is_left() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("bob", (6, 5), hands=["sabre"])
    table = scene.turn("ann", dice=[1, 2, 1])
    table.answer("blue", ("move", [(4, 5), (5, 5), (4, 5), (5, 6), (4, 6)]))
    table.answer("red", "ann:bob/sabre/0")
    assert table.state.figures["ann"].at == (4, 6)
    assert len(table.events(AttackRolled)) == 1


@pytest.mark.rule("newworld.move.12", "newworld.move.11")
def test_move_12_the_next_action_gives_another_and_several_foes_strike_in_initiative_order() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("slow", (6, 4), hands=["sabre"], agility=2)
    scene.red("bob", (6, 5), hands=["sabre"], agility=4)
    table = scene.turn("ann", "bob", "slow")
    table.answer("blue", ("move", (4, 5)))
    assert table.asked("red").subject == "bob"
    table.answer("red", PASS)
    assert table.asked("red").subject == "slow"
    table.answer("red", PASS)
    table.answer("blue", ("move", [(5, 5), (4, 5)]))
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.move.12")
def test_move_12_a_push_gives_no_free_attack() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5), melee=9)
    scene.blue("ally", (6, 4), hands=["sabre"])
    scene.red("bob", (6, 5), prone=True)
    scene.red("eve", (6, 6))
    table = scene.turn("ann", dice=[6, 5, 1, 1])
    table.play(("blue", "manoeuvre:bob"), ("blue", ("push", "7,6")))
    assert table.state.figures["bob"].at == (7, 6)
    assert table.asked("blue").subject == "ann"
    walk = FightScene()
    walk.blue("ann", (5, 5))
    walk.red("bob", (6, 5))
    assert walk.turn("ann").reach("blue", "move")[4, 5].provokes == ("bob",)
    moved = walk.turn("ann")
    moved.answer("blue", ("move", (4, 5)))
    assert moved.asked("red").subject == "bob"


@pytest.mark.rule("newworld.move.13")
def test_move_13_prone_foes_and_foes_in_all_out_defence_strike() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("bob", (6, 5), prone=True)
    scene.red("eve", (6, 4), stances=("all_out_defence",))
    table = scene.turn("ann")
    assert set(table.reach("blue", "move")[4, 5].provokes) == {"bob", "eve"}


@pytest.mark.rule("newworld.surprise.7")
def test_move_13_the_surprised_do_not_strike() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("bob", (6, 5), surprised=True)
    table = scene.turn("ann")
    assert table.reach("blue", "move")[4, 5].provokes == ()
    table.answer("blue", ("move", (4, 5)))
    assert table.asked("blue").subject == "ann"


@pytest.mark.rule("newworld.grapple.4")
def test_move_13_a_grappled_foe_strikes_only_its_holder() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.blue("cat", (7, 5))
    scene.red("bob", (6, 5))
    scene.grapple("cat", "bob")
    assert scene.turn("ann").reach("blue", "move")[4, 5].provokes == ()


# ------------------------------------------------------------------------------------------------ Disengage
@pytest.mark.rule("newworld.move.10")
def test_move_10_nobody_strikes_at_a_disengage_not_even_foes_met_on_the_way() -> None:
    scene = FightScene(size=(12, 3))
    scene.blue("ann", (5, 1))
    scene.red("bob", (6, 1))
    scene.red("eve", (2, 0))
    table = scene.turn("ann")
    reach = table.reach("blue", "disengage")
    assert all(r.provokes == () for r in reach.values())
    table.answer("blue", ("disengage", [(4, 1), (3, 1), (2, 1), (1, 1), (0, 2)]))
    assert table.state.figures["ann"].at == (0, 2)
    assert table.asked("red").rule == "newworld.turn.1"


@pytest.mark.rule("newworld.move.10")
def test_move_10_it_must_end_out_of_reach_of_every_foe_that_it_began_beside() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("bob", (6, 5))
    scene.red("eve", (2, 5))
    table = scene.turn("ann")
    reach = table.reach("blue", "disengage")
    assert not reach[5, 6].stop
    assert reach[3, 5].stop  # beside Eve, beside whom it did not begin
    refusal = table.refused("blue", along("disengage", (5, 6)))
    assert refusal.rule == "newworld.move.10"
    assert "Bob" in refusal.text


@pytest.mark.rule("newworld.move.10")
def test_move_10_it_goes_up_to_movement() -> None:
    scene = FightScene(size=(16, 3))
    scene.blue("ann", (5, 1))
    scene.red("bob", (4, 1))
    table = scene.turn("ann")
    assert max(x for x, _ in table.reach("blue", "disengage")) == 11
    refusal = table.refused("blue", along("disengage", *[(x, 1) for x in range(6, 13)]))
    assert refusal.numbers == {"cost": 7, "budget": 6}
    assert refusal.rule == "newworld.move.10"


def test_move_10_without_a_foe_in_reach_there_is_nothing_to_disengage_from() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("bob", (9, 5))
    scene.horse("red", "nag", (6, 5))
    assert "disengage" not in scene.turn("ann").offers("blue")


# ------------------------------------------------------------------------------------------------ cut short
@pytest.mark.rule("newworld.move.11")
def test_move_14_who_is_taken_out_stays_in_the_square_being_left() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5), left=1)
    scene.blue("ally", (0, 0))
    scene.red("bob", (6, 5), hands=["sabre"], melee=9)
    table = scene.turn("ann", dice=[4, 5, 4])
    table.play(("blue", ("move", (2, 5))), ("red", "ann:bob/sabre/0"))
    assert table.state.figures["ann"].out
    assert not table.events(Moved)
    assert table.state.lying_at((5, 5)) == ()


@pytest.mark.rule("newworld.move.11")
def test_move_14_otherwise_the_move_goes_on_wounds_or_not() -> None:
    scene = FightScene()
    scene.blue("ann", (5, 5))
    scene.red("bob", (6, 5), hands=["sabre"], melee=9)
    table = scene.turn("ann", dice=[4, 5, 4])
    table.play(("blue", ("move", (2, 5))), ("red", "ann:bob/sabre/0"))
    assert table.state.figures["ann"].wounds < 20
    assert table.state.figures["ann"].at == (2, 5)


@pytest.mark.rule("newworld.move.14")
def test_move_14_a_move_cut_short_on_an_allys_square_goes_back_to_the_last_free_one() -> None:
    scene = FightScene("......", "######")
    scene.blue("ann", (0, 0))
    scene.blue("ally", (2, 0))
    scene.red("bob", (5, 0))
    scene.delay("bob")
    table = scene.turn("ann")
    always_asked(table, "red")
    table.answer("red", PASS)  # as the turn begins
    table.answer("blue", ("move", [(1, 0), (2, 0), (3, 0)]))
    table.play(("red", PASS), ("red", PASS))  # before the Move and after its first step
    table.answer("red", ("move", (3, 0)))  # Ann stands on her ally's square and finds the next one taken
    assert table.state.figures["ann"].at == (1, 0)
    assert table.event(SetBack).to == (1, 0)


@pytest.mark.parametrize(
    ("squares", "strikes"),
    [pytest.param(4, True, marks=pytest.mark.rule("newworld.move.14")), (3, False)],
)
def test_move_14_a_charge_stopped_short_strikes_only_after_four_squares(squares: int, strikes: bool) -> None:
    scene = FightScene(size=(12, 2))
    scene.blue("ann", (4 - squares, 0), hands=["sabre"])
    scene.red("bob", (5, 1))
    scene.red("eve", (6, 0))
    scene.delay("eve")
    table = scene.turn("ann", dice=[3, 4, 1] if strikes else [])
    always_asked(table, "red")
    table.answer("red", PASS)
    path = [(x, 0) for x in range(5 - squares, 6)]
    table.answer("blue", ("charge:bob:ann/sabre/0", path))
    while table.state.figures["ann"].at != (4, 0):
        table.answer("red", PASS)
    table.answer("red", ("move", (5, 0)))
    assert table.state.figures["ann"].at == (4, 0)
    assert len(table.events(AttackRolled)) == strikes


@pytest.mark.rule("newworld.move.14")
def test_move_14_where_every_square_behind_is_taken_too_the_nearest_free_one_serves() -> None:
    scene = FightScene("...", "##.")
    scene.blue("ann", (0, 0))
    scene.blue("ally", (1, 0))
    scene.blue("pal", (2, 1))
    scene.red("bob", None)
    state = scene.state
    walk = begin_walk(state, "ann", "moves")
    walk.trail.append((1, 0))
    state.change("ann", at=(1, 0))
    scene.blue("late", (0, 0))

    async def stop(game: Fight) -> None:
        step_back_if_shared(game, walk)

    table = scene.run(stop)
    assert table.state.figures["ann"].at == (2, 0)
