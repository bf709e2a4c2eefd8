"""Disarming, and Feints and Manoeuvres, which roll the same way (action.13 to action.15, disarm.1 to disarm.11)."""

import pytest

from muster.rulesets.newworld.attack_events import AttackRolled, ContestRolled
from muster.rulesets.newworld.events import Displaced, FeintWon, ItemMoved, WoundsLost
from muster.rulesets.newworld.queries.contests import disarm_result
from muster.rulesets.newworld.rules.common import Fight, disarm_outright
from muster.rulesets.newworld.rules.tricks import landing
from tests.kit.table import PASS
from tests.rulesets.newworld.scenes import FightScene, part, rolled

DISARM = "disarm:bob:bob/sabre/0:ann/sabre/0"


def fencers(ann: dict[str, object] | None = None, bob: dict[str, object] | None = None) -> FightScene:
    """Ann with a sabre and the talent beside Bob with a sabre."""
    scene = FightScene()
    scene.blue("ann", (3, 3), **{"hands": ["sabre"], "talents": ["disarm"], **(ann or {})})
    scene.red("bob", (4, 3), **{"hands": ["sabre"], **(bob or {})})
    return scene


# ------------------------------------------------------------------------------------------------ the roll
@pytest.mark.rule("newworld.disarm.1", "newworld.action.18")
def test_disarm_1_a_full_action_that_does_no_damage() -> None:
    table = fencers().turn("ann", dice=[3, 3, 2, 3])
    table.answer("blue", DISARM)
    assert table.event(ContestRolled).kind == "disarm"
    assert not table.events(WoundsLost)
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.move.13")
def test_disarm_7_the_odds_tell_of_a_blow_only_where_the_foe_may_strike_it() -> None:
    for bob, strikes in ({}, True), ({"surprised": True}, False):
        odds = fencers(None, dict(bob)).turn("ann").option("blue", DISARM).odds
        assert odds is not None
        assert ("they strike" in odds.effect) is strikes
        assert odds.effect.endswith(".")


@pytest.mark.rule("newworld.disarm.1")
def test_disarm_1_only_foes_with_a_weapon_in_hand_within_reach() -> None:
    bare = fencers(None, {"hands": [], "carried": ["sabre"]})
    assert not any(k.startswith("disarm:") for k in bare.turn("ann").offers("blue"))
    shield = fencers(None, {"hands": ["sabre", "shield"]})
    found = [k for k in shield.turn("ann").offers("blue") if k.startswith("disarm:")]
    assert found == [DISARM, "disarm:bob:bob/sabre/0:fist"]


@pytest.mark.rule("newworld.disarm.2")
def test_disarm_2_untrained_at_minus_three_and_a_lacking_group_adds_to_it() -> None:
    scene = fencers({"talents": [], "ranks": {}})
    table = scene.turn("ann", dice=[3, 4, 3, 4])
    table.answer("blue", DISARM)
    roll = table.event(ContestRolled)
    assert roll.active.value == 4 - 1 - 3 + 7
    assert part(roll.active, "disarm.2") == -3
    assert part(roll.passive, "disarm.2") == 0


@pytest.mark.rule("newworld.disarm.1", "newworld.range.11")
def test_disarm_1_a_ranged_weapon_rolls_as_improvised() -> None:
    scene = fencers(None, {"hands": ["shortbow"], "ranks": {"bows": 3, "brawling": 2}})
    table = scene.turn("ann", dice=[1, 1, 1, 1])
    table.answer("blue", "disarm:bob:bob/shortbow/0:ann/sabre/0")
    assert table.event(ContestRolled).passive.value == 4 + 2 + 2


@pytest.mark.rule("newworld.disarm.11")
def test_disarm_11_the_attacker_names_both_weapons() -> None:
    scene = fencers({"hands": ["sabre", "knife"]}, {"hands": ["sabre", "knife"], "ranks": {"basic": 1}})
    table = scene.turn("ann", dice=[3, 3, 2, 3])
    found = {k for k in table.offers("blue") if k.startswith("disarm:")}
    assert {
        f"disarm:bob:{b}:{a}" for b in ("bob/sabre/0", "bob/knife/1") for a in ("ann/sabre/0", "ann/knife/1")
    } < found
    table.answer("blue", "disarm:bob:bob/knife/1:ann/knife/1")
    assert table.state.items["bob/knife/1"].holder is None
    assert table.state.items["bob/sabre/0"].holder == "bob"


@pytest.mark.rule("newworld.disarm.11")
def test_disarm_11_the_foe_rolls_with_the_weapon_that_is_tried() -> None:
    scene = fencers(None, {"hands": ["sabre", "pistol"], "ranks": {"basic": 3, "brawling": 1}})
    table = scene.turn("ann", dice=[1, 1, 1, 1])
    table.answer("blue", "disarm:bob:bob/pistol/1:ann/sabre/0")
    assert table.event(ContestRolled).passive.value == 4 + 1 + 2


# ------------------------------------------------------------------------------------------------ the table
@pytest.mark.rule("newworld.disarm.3")
def test_disarm_3_the_table_by_the_difference() -> None:
    rows = {d: disarm_result(d, free_hand=True) for d in range(-6, 7)}
    assert [rows[d] for d in (5, 6)] == ["taken"] * 2
    assert [rows[d] for d in (3, 4)] == ["flung"] * 2
    assert [rows[d] for d in (1, 2)] == ["dropped"] * 2
    assert [rows[d] for d in range(-4, 1)] == ["nothing"] * 5
    assert [rows[d] for d in (-5, -6)] == ["free_attack"] * 2


@pytest.mark.rule("newworld.disarm.4")
def test_disarm_4_won_by_five_the_weapon_is_in_the_free_hand() -> None:
    table = fencers().turn("ann", dice=[6, 5, 3, 3])
    table.answer("blue", DISARM)
    item = table.state.items["bob/sabre/0"]
    assert (item.holder, item.where) == ("ann", "off")


@pytest.mark.rule("newworld.disarm.4", "newworld.disarm.5")
@pytest.mark.parametrize("hands", [["sabre", "shield"], ["spear"]])
def test_disarm_4_with_no_free_hand_it_is_flung(hands: list[str]) -> None:
    table = fencers({"hands": hands}).turn("ann", dice=[6, 5, 3, 3, 2])
    table.answer("blue", f"disarm:bob:bob/sabre/0:ann/{hands[0]}/0")
    table.answer("blue", "e")
    assert table.state.items["bob/sabre/0"].at == (6, 3)


@pytest.mark.rule("newworld.disarm.4", "newworld.disarm.5")
def test_disarm_4_one_free_hand_cannot_take_what_needs_two() -> None:
    table = fencers(None, {"hands": ["spear"]}).turn("ann", dice=[6, 5, 3, 3, 1])
    table.play(("blue", "disarm:bob:bob/spear/0:ann/sabre/0"), ("blue", "n"))
    assert table.state.items["bob/spear/0"].at == (4, 2)


@pytest.mark.rule("newworld.disarm.5")
def test_disarm_5_the_direction_is_named_before_the_die() -> None:
    table = fencers().turn("ann", dice=[5, 4, 3, 3, 6])
    table.answer("blue", DISARM)
    assert table.offers("blue") == ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    assert not table.events(ItemMoved)
    table.answer("blue", "se")
    assert table.state.items["bob/sabre/0"].at == (9, 8)  # five squares, then the rim


def test_disarm_5_walls_stop_it_figures_do_not_and_it_lies_where_one_can_stand() -> None:
    mast = {"id": "mast", "kind": "mast", "squares": [[3, 2]]}
    scene = FightScene("......", "...#..", "......", features=[mast])
    scene.blue("ann", (2, 0))
    assert landing(scene.state, (0, 1), (1, 0), 5) == (2, 1)
    assert landing(scene.state, (0, 0), (1, 0), 4) == (4, 0)
    assert landing(scene.state, (1, 2), (1, 0), 2) == (2, 2)
    assert landing(scene.state, (1, 2), (1, 0), 3) == (4, 2)
    wall = FightScene("......", edges=[{"at": [3, 0], "side": "w", "kind": "wall"}])
    assert landing(wall.state, (1, 0), (1, 0), 4) == (2, 0)


@pytest.mark.rule("newworld.disarm.6")
def test_disarm_6_won_by_one_or_two_it_lies_in_the_foes_square() -> None:
    table = fencers().turn("ann", dice=[3, 3, 2, 3])
    table.answer("blue", DISARM)
    assert table.state.lying_at((4, 3))[0].id == "bob/sabre/0"


@pytest.mark.rule("newworld.disarm.7")
def test_disarm_7_lost_by_five_the_foe_strikes() -> None:
    table = fencers().turn("ann", dice=[1, 1, 4, 3, 1, 1, 1])
    table.answer("blue", DISARM)
    assert table.asked("red").rule == "newworld.disarm.7"
    table.answer("red", "ann:bob/sabre/0")
    assert table.event(AttackRolled).figure == "bob"


@pytest.mark.rule("newworld.disarm.3")
def test_disarm_3_a_tie_or_a_loss_by_up_to_four_does_nothing() -> None:
    table = fencers().turn("ann", dice=[1, 1, 3, 3])
    table.answer("blue", DISARM)
    assert table.state.items["bob/sabre/0"].holder == "bob"
    assert not table.events(AttackRolled)


# ------------------------------------------------------------------------------------------------ recovering, others
@pytest.mark.rule("newworld.disarm.8")
@pytest.mark.parametrize("prone", [False, True])
def test_disarm_8_what_lies_in_the_own_square_is_picked_up_with_a_ready_upright_or_prone(prone: bool) -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), prone=prone)
    scene.red("bob", (9, 3))
    sabre = scene.lay("sabre", (3, 3))
    scene.lay("club", (4, 3))
    table = scene.turn("ann")
    assert [k for k in table.offers("blue") if k.startswith("ready:take")] == [f"ready:take:{sabre}"]
    table.answer("blue", f"ready:take:{sabre}")
    assert table.state.items[sabre].holder == "ann"
    assert table.state.turn is not None
    assert table.state.turn.halves == 1


@pytest.mark.rule("newworld.disarm.8", "newworld.action.3")
def test_disarm_8_it_needs_the_hands() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.lay("spear", (3, 3))
    scene.lay("club", (3, 3))
    found = [k for k in scene.turn("ann").offers("blue") if k.startswith("ready:take")]
    assert len(found) == 1
    assert "club" in found[0]


@pytest.mark.rule("newworld.disarm.9")
def test_disarm_9_natural_weapons_cannot_be_disarmed() -> None:
    scene = FightScene()
    scene.forge("claws", natural=True)
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), hands=["claws"])
    assert not any(k.startswith("disarm:") for k in scene.turn("ann").offers("blue"))


@pytest.mark.rule("newworld.disarm.10")
def test_disarm_10_an_effect_that_disarms_without_a_roll_drops_the_weapon() -> None:
    scene = fencers(None, {"hands": ["sabre", "knife"]})

    async def effect(game: Fight) -> None:
        disarm_outright(game, "bob", by="ann")

    table = scene.run(effect)
    assert [i.id for i in table.state.lying_at((4, 3))] == ["bob/sabre/0"]
    assert table.state.items["bob/knife/1"].holder == "bob"


@pytest.mark.parametrize(
    ("dice", "drops"),
    [pytest.param((5, 5), True, marks=pytest.mark.rule("newworld.disarm.10")), ((5, 6), False)],
)
def test_disarm_10_a_master_prizefighter_does_so_with_a_critical_blow(
    dice: tuple[int, int], drops: bool
) -> None:
    scene = fencers({"hands": [], "talents": ["master-prizefighter"]})
    table = scene.turn("ann", dice=[*dice, 4])
    table.answer("blue", "attack:bob:fist")
    assert (table.state.items["bob/sabre/0"].at == (4, 3)) == drops


# ------------------------------------------------------------------------------------------------ Feint
@pytest.mark.rule("newworld.action.13")
def test_action_13_a_feint_won_gives_two_on_the_next_melee_attack_on_that_foe() -> None:
    scene = fencers()
    scene.red("eve", (3, 4))
    table = scene.turn("ann", dice=[5, 4, 3, 4, 3, 4, 1])
    table.answer("blue", "feint:bob")
    assert table.event(FeintWon).foe == "bob"
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert part(rolled(table).attack, "action.13") == 2
    assert table.state.figures["ann"].feint is None


@pytest.mark.rule("newworld.action.13")
def test_action_13_it_helps_against_nobody_else_and_not_in_a_later_turn() -> None:
    scene = fencers()
    scene.red("eve", (3, 4))
    table = scene.turn("ann", "bob", "eve", dice=[5, 4, 3, 4, 3, 4, 1])
    table.answer("blue", "feint:bob")
    table.answer("blue", "attack:eve:ann/sabre/0")
    assert part(rolled(table).attack, "action.13") == 0
    table = scene.turn("ann", "bob", "eve", dice=[5, 4, 3, 4, 3, 4, 1])
    table.play(("blue", "feint:bob"), ("blue", PASS), ("red", PASS), ("red", PASS))
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert part(rolled(table).attack, "action.13") == 0


@pytest.mark.rule("newworld.action.13")
def test_action_13_a_tie_or_loss_does_nothing() -> None:
    table = fencers().turn("ann", dice=[3, 4, 4, 3])
    table.answer("blue", "feint:bob")
    assert not table.events(FeintWon)


# ------------------------------------------------------------------------------------------------ Manoeuvre
@pytest.mark.rule("newworld.action.14", "newworld.action.15")
def test_action_14_a_manoeuvre_won_pushes_back_changes_places_or_nothing() -> None:
    table = fencers().turn("ann", dice=[4, 4, 3, 4])
    table.answer("blue", "manoeuvre:bob")
    assert table.offers("blue") == ["push", "swap"]
    assert table.offers("blue", "push") == ["5,3", "5,2", "5,4"]
    table.answer("blue", ("push", "5,2"))
    assert table.state.figures["bob"].at == (5, 2)
    assert table.state.figures["ann"].at == (3, 3)
    swap = fencers().turn("ann", dice=[4, 4, 3, 4])
    swap.play(("blue", "manoeuvre:bob"), ("blue", "swap"))
    assert (swap.state.figures["ann"].at, swap.state.figures["bob"].at) == ((4, 3), (3, 3))
    none = fencers().turn("ann", dice=[4, 4, 3, 4])
    none.play(("blue", "manoeuvre:bob"), ("blue", PASS))
    assert not none.events(Displaced)


def test_action_14_a_tie_or_loss_does_nothing() -> None:
    table = fencers().turn("ann", dice=[3, 4, 4, 3])
    table.answer("blue", "manoeuvre:bob")
    assert table.asked("blue").rule == "newworld.turn.1"


@pytest.mark.rule("newworld.action.15")
def test_action_15_a_push_goes_to_a_free_enterable_square_at_distance_two_not_through_a_wall() -> None:
    scene = FightScene(
        ".....",
        "...#.",
        ".....",
        edges=[{"at": [3, 2], "side": "w", "kind": "wall"}],
    )
    scene.blue("ann", (1, 1), melee=9)
    scene.red("bob", (2, 1))
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    table.answer("blue", "manoeuvre:bob")
    assert table.offers("blue") == ["swap"]
    open_ground = FightScene(".....", ".....", ".....", edges=[{"at": [3, 2], "side": "w", "kind": "wall"}])
    open_ground.blue("ann", (1, 1), melee=9)
    open_ground.red("bob", (2, 1))
    open_ground.red("eve", (3, 0))
    table = open_ground.turn("ann", dice=[6, 6, 1, 1])
    table.answer("blue", "manoeuvre:bob")
    assert table.offers("blue") == ["push", "swap"]
    assert table.offers("blue", "push") == ["3,1"]


@pytest.mark.rule("newworld.action.15")
def test_action_15_footprints_that_differ_cannot_change_places() -> None:
    scene = FightScene("......", "......", "......")
    scene.blue("ann", (1, 1), melee=9)
    scene.red("bob", (2, 0), mounted=True)
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    table.answer("blue", "manoeuvre:bob")
    assert "swap" not in table.offers("blue")
    table.answer("blue", ("push", "3,0"))
    assert table.state.figures["bob"].at == (3, 0)
    assert table.state.figures["bob-horse"].at == (3, 0)


@pytest.mark.rule("newworld.action.15")
def test_action_15_a_push_costs_nothing_and_gives_nobody_a_free_attack() -> None:
    scene = fencers({"melee": 9})
    scene.blue("al", (4, 2), hands=["sabre"])
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    table.play(("blue", "manoeuvre:bob"), ("blue", ("push", "5,4")))
    assert table.asked("blue").rule == "newworld.turn.1"
    assert not table.events(AttackRolled)


@pytest.mark.rule("newworld.action.15", "newworld.prone.1")
def test_action_15_who_is_pushed_down_two_levels_falls_and_nobody_is_pushed_up_them() -> None:
    scene = FightScene("22.", "###")
    scene.blue("ann", (0, 0), melee=9)
    scene.red("bob", (1, 0))
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    table.answer("blue", "manoeuvre:bob")
    assert table.option("blue", "push", "2,0").detail == "they fall"
    table.answer("blue", ("push", "2,0"))
    assert table.state.figures["bob"].at == (2, 0)
    assert table.state.figures["bob"].prone
    up = FightScene("..2", "###")
    up.blue("ann", (0, 0), melee=9)
    up.red("bob", (1, 0))
    high = up.turn("ann", dice=[6, 6, 1, 1])
    high.answer("blue", "manoeuvre:bob")
    assert high.offers("blue") == ["swap"]


@pytest.mark.rule("newworld.grapple.12", "newworld.action.15")
def test_grapple_12_others_may_push_somebody_out_of_a_hold() -> None:
    scene = fencers({"melee": 9})
    scene.blue("al", (5, 3))
    scene.grapple("al", "bob")
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    table.play(("blue", "manoeuvre:bob"), ("blue", ("push", "5,2")))
    assert table.state.figures["bob"].held_by == ("al",)
    scene = fencers({"melee": 9})
    scene.blue("al", (3, 2))
    scene.grapple("al", "bob")
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    table.play(("blue", "manoeuvre:bob"), ("blue", ("push", "5,4")))
    assert not table.state.figures["bob"].grappled


@pytest.mark.rule("newworld.action.15")
def test_action_15_nobody_changes_places_over_two_levels() -> None:
    for row, may in (("12", True), (".2", False), ("2.", False)):
        scene = FightScene(row + ".", "###")
        scene.blue("ann", (0, 0), melee=9)
        scene.red("bob", (1, 0))
        table = scene.turn("ann", dice=[6, 6, 1, 1])
        table.answer("blue", "manoeuvre:bob")
        assert ("swap" in table.offers("blue")) is may


@pytest.mark.rule("newworld.action.15")
def test_action_15_nobody_changes_places_over_a_parapet() -> None:
    scene = FightScene("..", "##", edges=[{"id": "p", "at": [1, 0], "side": "w", "kind": "parapet"}])
    scene.blue("ann", (0, 0), melee=9)
    scene.red("bob", (1, 0))
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    table.answer("blue", "manoeuvre:bob")
    assert table.asked("blue").rule == "newworld.turn.1"


@pytest.mark.rule("newworld.action.15")
def test_action_15_riders_change_places_over_open_ground() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), melee=9, mounted=True)
    scene.red("bob", (3, 2), mounted=True)
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    table.play(("blue", "manoeuvre:bob"), ("blue", "swap"))
    assert (table.state.figures["ann"].at, table.state.figures["bob"].at) == ((3, 2), (1, 1))


@pytest.mark.rule("newworld.action.20")
@pytest.mark.parametrize("trick", ["feint", "manoeuvre"])
def test_action_20_a_trick_is_rolled_on_both_sides_with_the_weapon_in_hand_that_gives_the_most(
    trick: str,
) -> None:
    scene = FightScene()
    for figure, at, put in (("ann", (3, 3), scene.blue), ("bob", (4, 3), scene.red)):
        put(figure, at, hands=["pistol", "sabre"], ranks={"basic": 2})
    table = scene.turn("ann", dice=[3, 3, 3, 3])
    assert table.option("blue", f"{trick}:bob").detail.startswith("Sabre; ")
    table.answer("blue", f"{trick}:bob")
    event = table.event(ContestRolled)
    assert (part(event.active, "attack.1"), part(event.passive, "attack.1")) == (6, 6)
