"""Standard, All Out and free attacks, Aim, and opposed totals (action.1, .6, .9, .19, .20)."""

import pytest

from muster.rulesets.newworld.attack_events import AttackRolled, ContestRolled
from muster.rulesets.newworld.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene, end_turn, part, parts, rolled


def duel(**ann: object) -> FightScene:
    """Ann with a sabre beside Bob."""
    scene = FightScene()
    scene.blue("ann", (3, 3), **{"hands": ["sabre"], **ann})
    scene.red("bob", (4, 3), hands=["sabre"])
    return scene


# ------------------------------------------------------------------------------------------------ Standard Attack
@pytest.mark.rule("newworld.action.6")
def test_action_6_a_standard_attack_is_one_blow_for_half_a_turn_and_the_only_one() -> None:
    table = duel().turn("ann", dice=[3, 4, 1])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert len(table.events(AttackRolled)) == 1
    offers = table.offers("blue")
    assert "move" in offers
    assert "run" not in offers
    assert not any(k.startswith(("attack:", "shoot:", "seize:", "swift:")) for k in offers)


@pytest.mark.rule("newworld.action.6")
def test_action_6_a_shot_is_a_standard_attack_too() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), hands=["sling"])
    scene.red("bob", (5, 1))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "shoot:bob:ann/sling/0")
    assert table.event(AttackRolled).ranged
    assert not any(k.startswith("shoot:") for k in table.offers("blue"))


def test_action_6_only_visible_foes_in_the_fight_are_targets_never_allies() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.blue("ally", (3, 2))
    scene.red("bob", (4, 3))
    scene.red("out", (2, 3), left=0)
    scene.state.change("out", out=True, at=None)
    scene.red("lurker", (4, 4), hidden=True)
    table = scene.turn("ann")
    aimed = {table.option("blue", k).piece for k in table.offers("blue")} - {"ann", None}
    assert aimed == {"bob"}


# ------------------------------------------------------------------------------------------------ Aim
@pytest.mark.rule("newworld.action.1")
def test_action_1_aim_adds_one_to_the_next_attack_of_this_turn_and_is_used_up() -> None:
    table = duel().turn("ann", dice=[3, 4, 1])
    table.answer("blue", "aim")
    assert "aim" not in table.offers("blue")  # two Aims do not add
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert parts(rolled(table).attack)[2:] == [("action.1", 1)]
    assert table.state.figures["ann"].aim == ""


@pytest.mark.rule("newworld.action.1")
def test_action_1_it_holds_through_the_next_turn_and_no_longer() -> None:
    table = duel().turn("ann", dice=[3, 4, 1])
    table.play(("blue", "aim"), ("blue", PASS), ("red", PASS))
    assert table.option("blue", "attack:bob:ann/sabre/0").odds is not None
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert part(rolled(table).attack, "action.1") == 1
    late = duel().turn("ann", dice=[3, 4, 1])
    late.play(("blue", "aim"), ("blue", PASS), ("red", PASS), ("blue", PASS), ("red", PASS))
    late.answer("blue", "attack:bob:ann/sabre/0")
    assert part(rolled(late).attack, "action.1") == 0


@pytest.mark.rule("newworld.action.1")
def test_action_1_it_helps_a_shot_and_the_first_blow_of_a_swift_attack_alone() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), hands=["sling"], aim="this_turn")
    scene.red("bob", (5, 1))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "shoot:bob:ann/sling/0")
    assert part(rolled(table).attack, "action.1") == 1
    table = duel(aim="next_turn").turn("ann", dice=[1, 2, 1, 1, 2, 1])
    table.play(("blue", "swift:bob:ann/sabre/0"), ("blue", "bob:ann/sabre/0"))
    assert [part(e.attack, "action.1") for e in table.events(AttackRolled)] == [1, 0]


@pytest.mark.rule("newworld.action.1")
@pytest.mark.parametrize("key", ["seize:bob", "disarm:bob:bob/sabre/0:ann/sabre/0"])
def test_action_1_a_grapple_or_a_disarm_uses_it(key: str) -> None:
    table = duel(aim="next_turn").turn("ann", dice=[1, 2, 3, 3])
    table.answer("blue", key)
    assert part(table.event(ContestRolled).active, "action.1") == 1
    assert table.state.figures["ann"].aim == ""


@pytest.mark.rule("newworld.action.1", "newworld.action.19")
def test_action_1_a_free_attack_on_anothers_turn_gets_nothing_from_it_and_ends_it() -> None:
    for strikes in (True, False):
        table = duel(aim="next_turn").turn("bob", dice=[3, 4, 1] if strikes else [])
        table.answer("red", ("move", (5, 3)))
        table.answer("blue", "bob:ann/sabre/0" if strikes else PASS)
        assert [part(e.attack, "action.1") for e in table.events(AttackRolled)] == [0] * strikes
        assert table.state.figures["ann"].aim == ("" if strikes else "next_turn")


@pytest.mark.rule("newworld.action.1")
def test_action_1_a_free_attack_in_the_own_turn_has_it() -> None:
    scene = duel(aim="next_turn")
    scene.delay("bob")
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("red", ("move", (5, 3)))
    table.answer("blue", "bob:ann/sabre/0")
    assert (rolled(table).free, part(rolled(table).attack, "action.1")) == (True, 1)


@pytest.mark.rule("newworld.action.1", "newworld.action.11")
def test_action_1_an_aim_with_a_delayed_half_counts_as_taken_in_the_turn_it_was_kept_from() -> None:
    scene = duel()
    scene.delay("ann")
    table = scene.turn("bob", "ann", dice=[])
    table.play(("blue", "aim"), ("red", PASS))
    waiting = table.state.figures["ann"].aim
    table.play(("blue", PASS), ("red", PASS))
    assert (waiting, table.state.figures["ann"].aim) == ("next_turn", "")


# ------------------------------------------------------------------------------------------------ All Out Attack
@pytest.mark.rule("newworld.action.9")
def test_action_9_all_out_attack_strikes_at_plus_two_and_lowers_both_defences_until_the_next_turn() -> None:
    scene = duel()
    scene.red("cat", (9, 3), hands=["sling"])
    table = scene.turn("ann", "bob", "cat", dice=[1, 2, 1] * 4)
    table.answer("blue", "all-out:bob:ann/sabre/0")
    assert part(rolled(table).attack, "action.9") == 2
    assert "move" not in table.offers("blue")  # it was a full action
    end_turn(table, "ann")
    table.answer("red", "attack:ann:bob/sabre/0")
    assert parts(rolled(table).defence) == [("defence.1", 10), ("action.9", -2)]
    end_turn(table, "bob")
    table.answer("red", "shoot:ann:cat/sling/0")
    assert parts(rolled(table).defence) == [("defence.1", 10), ("action.9", -2)]
    end_turn(table, "cat")
    end_turn(table, "ann")
    table.answer("red", "attack:ann:bob/sabre/0")
    assert parts(rolled(table).defence) == [("defence.1", 10)]


# ------------------------------------------------------------------------------------------------ free attacks
def left(*dice: int, **striker: object) -> Table[State]:
    """Bob leaves Ann's reach; blue is asked whether she strikes."""
    scene = FightScene("..1....", ".......", ".......")
    scene.blue("ann", (2, 0), **{"hands": ["sabre"], **striker})
    scene.blue("cat", (3, 2))
    scene.red("bob", (3, 1))
    table = scene.turn("bob", dice=dice)
    table.answer("red", ("run", [(4, 1), (5, 1)]))
    return table


@pytest.mark.rule("newworld.action.19")
def test_action_19_a_free_attack_takes_the_modifiers_that_fit_and_costs_nothing() -> None:
    table = left(2, 3, 1, fatigue=1)
    table.answer("blue", "bob:ann/sabre/0")
    assert rolled(table).free
    assert parts(rolled(table).attack) == [
        ("attack.1", 4),
        ("attack.1", 1),
        ("attack.4", -1),
        ("height.1", 1),
        ("outnumber.1", 1),
        ("attack.8", 2),
    ]
    assert table.state.turn is not None
    assert table.state.turn.figure == "bob"


@pytest.mark.rule("newworld.action.19")
def test_action_19_it_may_be_declined_and_is_made_with_the_weapon_in_hand_or_bare_hands() -> None:
    table = left()
    assert table.offers("blue") == ["bob:ann/sabre/0", "bob:fist"]
    table.answer("blue", PASS)
    assert table.events(AttackRolled) == []


@pytest.mark.rule("newworld.action.19")
def test_action_19_a_pistol_is_not_fired_in_a_free_attack_but_serves_as_a_club() -> None:
    table = left(2, 3, 1, hands=["pistol"])
    table.answer("blue", "bob:ann/pistol/0")
    assert not rolled(table).ranged
    assert rolled(table).weapon == "an improvised weapon"
    assert table.state.items["ann/pistol/0"].loaded


@pytest.mark.rule("newworld.action.19", "newworld.grapple.3")
def test_action_19_there_is_no_limit_to_them_in_a_round_and_none_gives_another() -> None:
    scene = duel()
    scene.blue("cat", (5, 4))
    table = scene.turn("ann", "cat", dice=[1, 1, 6, 6, 1, 2, 1, 1, 1, 6, 6, 1, 2, 1])
    table.play(("blue", "seize:bob"), ("red", "ann:bob/sabre/0"))
    end_turn(table, "ann")
    table.play(("blue", "seize:bob"), ("red", "cat:bob/sabre/0"))
    assert [e.free for e in table.events(AttackRolled)] == [True, True]


@pytest.mark.rule("newworld.action.19")
def test_action_19_where_a_rider_leaves_reach_the_striker_names_rider_or_mount() -> None:
    scene = FightScene(size=(16, 6))
    scene.blue("ann", (1, 1), hands=["sabre"])
    scene.red("bob", (2, 1), mounted=True)
    table = scene.turn("bob", dice=[1, 2, 1])
    table.answer("red", ("move", (9, 1)))
    assert "bob-horse:ann/sabre/0" in table.offers("blue")
    table.answer("blue", "bob:ann/sabre/0")
    assert table.event(AttackRolled).target == "bob"
    assert table.asked("red").subject == "bob"  # one movement, one free attack


@pytest.mark.rule("newworld.action.19", "newworld.disarm.7")
def test_action_19_after_a_badly_lost_disarm_only_the_one_who_lost_is_struck() -> None:
    scene = FightScene(size=(16, 6))
    scene.blue("ann", (1, 1), hands=["sabre"])
    scene.red("bob", (2, 1), mounted=True, hands=["sabre"])
    table = scene.turn("bob", dice=[1, 1, 6, 6])
    table.answer("red", "disarm:ann:ann/sabre/0:bob/sabre/0")
    assert table.offers("blue") == ["bob:ann/sabre/0", "bob:fist"]
    table.answer("blue", PASS)


# ------------------------------------------------------------------------------------------------ opposed totals
@pytest.mark.rule("newworld.action.20")
def test_action_20_opposed_totals_are_what_each_would_roll_in_an_attack_without_any_defence() -> None:
    scene = FightScene(".....", ".1...", ".....")
    scene.blue("ann", (1, 1), melee=5, fatigue=2, hands=["sabre"])
    scene.blue("cat", (2, 2), hands=["sabre"])
    scene.red(
        "bob",
        (2, 1),
        melee=3,
        ranks={},
        hands=["great-axe"],
        prone=False,
        stances=("all_out_defence", "ran"),
        melee_defence=20,
    )
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    table.answer("blue", "feint:bob")
    event = table.event(ContestRolled)
    assert parts(event.active) == [
        ("attack.1", 5),
        ("attack.1", 1),
        ("attack.4", -2),
        ("height.1", 1),
        ("outnumber.1", 1),
    ]
    assert parts(event.passive) == [("attack.1", 3), ("attack.5", -2)]
    assert (event.active.value, event.passive.value) == (12 + 6, 2 + 1)


@pytest.mark.rule("newworld.action.20")
def test_action_20_aim_feint_and_a_runner_count_for_the_active_side_of_a_disarm_alone() -> None:
    scene = duel(aim="next_turn", stances=())
    scene.state.change("bob", stances=("ran",), aim="next_turn")
    table = scene.turn("ann", dice=[3, 3, 3, 3])
    table.answer("blue", "disarm:bob:bob/sabre/0:ann/sabre/0")
    event = table.event(ContestRolled)
    assert parts(event.active)[2:] == [("action.1", 1), ("attack.8", 2), ("disarm.2", -3)]
    assert parts(event.passive) == [("attack.1", 4), ("attack.1", 1)]


@pytest.mark.rule("newworld.action.20")
def test_action_20_the_defender_wins_ties_and_a_hand_without_weapon_uses_brawling() -> None:
    for dice, won in (([3, 4, 3, 4], False), ([3, 5, 3, 4], True)):
        scene = FightScene()
        scene.blue("ann", (3, 3), ranks={"brawling": 2})
        scene.red("bob", (4, 3), hands=["shortbow"], ranks={"brawling": 2, "bows": 3})
        table = scene.turn("ann", dice=dice)
        table.answer("blue", "feint:bob")
        event = table.event(ContestRolled)
        assert parts(event.active) == parts(event.passive) == [("attack.1", 4), ("attack.1", 2)]
        assert (table.state.figures["ann"].feint == "bob") is won


@pytest.mark.rule("newworld.action.2", "newworld.action.20")
def test_action_2_a_rune_flare_weakens_a_disarm_too_and_is_used_up_by_it() -> None:
    scene = duel(dazzled="bob")
    table = scene.turn("ann", dice=[3, 3, 3, 3])
    table.answer("blue", "disarm:bob:bob/sabre/0:ann/sabre/0")
    assert parts(table.event(ContestRolled).active)[2:] == [("action.2", -1), ("disarm.2", -3)]
    assert table.state.figures["ann"].dazzled is None
