"""Grappling: seizing, holding, squeezing, breaking free (grapple.1 to grapple.12)."""

import pytest

from muster.rulesets.newworld.attack_events import AttackRolled, ContestRolled
from muster.rulesets.newworld.events import LetGo, Seized, WoundsLost
from tests.kit.table import PASS
from tests.rulesets.newworld.scenes import FightScene, part


def wrestlers(ann: dict[str, object] | None = None, bob: dict[str, object] | None = None) -> FightScene:
    """Ann and Bob beside each other with empty hands."""
    scene = FightScene()
    scene.blue("ann", (3, 3), **(ann or {}))
    scene.red("bob", (4, 3), **(bob or {}))
    return scene


def held(ann: dict[str, object] | None = None, bob: dict[str, object] | None = None) -> FightScene:
    """Ann holds Bob."""
    scene = wrestlers(ann, bob)
    scene.grapple("ann", "bob")
    return scene


# ------------------------------------------------------------------------------------------------ seizing
@pytest.mark.rule("newworld.grapple.1")
def test_grapple_1_it_needs_a_free_hand() -> None:
    full = wrestlers({"hands": ["sabre", "shield"]})
    assert "seize:bob" not in full.turn("ann").offers("blue")
    assert "seize:bob" in wrestlers({"hands": ["sabre"]}).turn("ann").offers("blue")
    both = wrestlers({"hands": ["spear"]})
    assert "seize:bob" not in both.turn("ann").offers("blue")


@pytest.mark.parametrize(
    ("size", "offered"),
    [("large", True), pytest.param("huge", False, marks=pytest.mark.rule("newworld.grapple.1"))],
)
def test_grapple_1_the_target_is_at_most_one_size_larger(size: str, offered: bool) -> None:
    scene = wrestlers(None, {"size": size})
    assert ("seize:bob" in scene.turn("ann").offers("blue")) == offered


def test_grapple_1_only_at_melee_range_and_only_one_foe_at_a_time() -> None:
    far = FightScene()
    far.blue("ann", (3, 3))
    far.red("bob", (5, 3))
    assert "seize:bob" not in far.turn("ann").offers("blue")
    busy = held()
    busy.red("eve", (3, 4))
    assert "seize:eve" not in busy.turn("ann").offers("blue")


@pytest.mark.rule("newworld.grapple.2")
def test_grapple_2_both_roll_brawling_whatever_they_hold_and_the_winner_holds() -> None:
    scene = wrestlers(
        {"hands": ["sabre"], "ranks": {"brawling": 1}}, {"hands": ["sabre"], "ranks": {"basic": 3}}
    )
    table = scene.turn("ann", dice=[3, 4, 3, 4])
    table.answer("blue", "seize:bob")
    roll = table.event(ContestRolled)
    assert (roll.active.value, roll.passive.value) == (4 + 1 + 7, 4 - 1 + 7)
    assert table.event(Seized).held == "bob"
    assert table.state.figures["bob"].held_by == ("ann",)


@pytest.mark.rule("newworld.grapple.2")
def test_grapple_2_a_tie_is_the_defenders() -> None:
    table = wrestlers().turn("ann", dice=[3, 4, 4, 3])
    table.answer("blue", "seize:bob")
    assert not table.events(Seized)


@pytest.mark.parametrize(
    ("theirs", "strikes"),
    [((6, 1), False), pytest.param((6, 2), True, marks=pytest.mark.rule("newworld.grapple.3"))],
)
def test_grapple_3_lost_by_five_or_more_the_foe_strikes_at_once(
    theirs: tuple[int, int], strikes: bool
) -> None:
    scene = wrestlers(None, {"hands": ["sabre"]})
    table = scene.turn("ann", dice=[1, 2, *theirs, *([1, 1, 1] if strikes else [])])
    table.answer("blue", "seize:bob")
    if strikes:
        assert table.asked("red").rule == "newworld.grapple.3"
        table.answer("red", "ann:bob/sabre/0")
    assert len(table.events(AttackRolled)) == strikes
    assert table.asked("blue").rule == "newworld.turn.1"


# ------------------------------------------------------------------------------------------------ held and holding
@pytest.mark.rule("newworld.grapple.12", "newworld.grapple.4")
def test_grapple_12_what_is_left_to_a_held_figure() -> None:
    scene = held(None, {"hands": ["sabre"], "carried": ["knife"]})
    scene.blue("al", (5, 3))
    scene.blue("far", (9, 3))
    offers = scene.turn("bob").offers("red")
    kinds = {k.partition(":")[0] for k in offers}
    assert kinds == {
        "attack",
        "break",
        "swift",
        "all-out",
        "parry",
        "all-out-defence",
        "aim",
        "delay",
        "feint",
        "ready",
        "drop",
        "go-prone",
    }
    assert [k for k in offers if k.startswith("attack:")] == ["attack:ann:fist"]
    assert "break:ann" in offers


@pytest.mark.rule("newworld.grapple.12", "newworld.grapple.5")
def test_grapple_12_and_to_its_holder() -> None:
    scene = held({"hands": ["knife"]})
    scene.red("eve", (3, 4))
    offers = scene.turn("ann").offers("blue")
    assert "squeeze:bob" in offers
    assert "let-go" in offers
    assert [k for k in offers if k.startswith("attack:")] == ["attack:bob:ann/knife/0", "attack:bob:fist"]
    kinds = {k.partition(":")[0] for k in offers}
    assert not {"move", "run", "disengage", "charge", "crawl", "manoeuvre", "mount", "shoot"} & kinds


@pytest.mark.rule("newworld.grapple.12")
def test_grapple_12_a_prone_figure_in_a_grapple_may_stand_but_not_crawl() -> None:
    scene = held(None, {"prone": True})
    offers = scene.turn("bob").offers("red")
    assert "stand" in offers
    assert "crawl" not in offers


@pytest.mark.rule("newworld.grapple.12")
def test_grapple_12_nobody_in_a_grapple_shoots_or_gets_on_or_off_a_horse() -> None:
    scene = wrestlers(None, {"hands": ["pistol"]})
    scene.grapple("ann", "bob")
    scene.horse("red", "nag", (5, 3))
    offers = scene.turn("bob").offers("red")
    assert not any(k.startswith(("shoot:", "mount:")) for k in offers)
    rider = FightScene()
    rider.blue("ann", (3, 3))
    rider.red("bob", (4, 3), mounted=True)
    rider.grapple("ann", "bob")
    assert "dismount" not in rider.turn("bob").offers("red")


@pytest.mark.rule("newworld.grapple.12", "newworld.height.7")
@pytest.mark.parametrize("seized", ["bob", "bob-horse"])
def test_grapple_12_neither_a_held_rider_nor_the_rider_of_a_held_horse_changes_places(seized: str) -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.blue("cat", (6, 3), mounted=True)
    scene.red("bob", (4, 3), mounted=True)
    assert "manoeuvre:cat" in scene.turn("bob").offers("red")
    scene.grapple("ann", seized)
    assert not {"manoeuvre:ann", "manoeuvre:cat", "move"}.intersection(scene.turn("bob").offers("red"))


def test_grapple_4_of_several_holders_any_may_be_struck_and_broken_from() -> None:
    scene = held()
    scene.blue("al", (5, 3))
    scene.grapple("al", "bob")
    offers = scene.turn("bob").offers("red")
    assert {"attack:ann:fist", "attack:al:fist", "break:ann", "break:al"} <= set(offers)


@pytest.mark.rule("newworld.grapple.4")
def test_grapple_12_a_holder_who_is_held_itself_strikes_its_holders_and_breaks_free_first() -> None:
    scene = held()
    scene.red("eve", (3, 4))
    scene.grapple("eve", "ann")
    offers = scene.turn("ann").offers("blue")
    assert "attack:eve:fist" in offers
    assert "attack:bob:fist" not in offers
    assert "break:eve" in offers
    assert "squeeze:bob" not in offers


@pytest.mark.rule("newworld.grapple.5")
def test_grapple_5_the_hold_takes_a_hand() -> None:
    scene = held({"hands": ["knife"], "carried": ["hatchet"]})
    assert not any(k.startswith("ready:draw") for k in scene.turn("ann").offers("blue"))
    free = wrestlers({"hands": ["knife"], "carried": ["hatchet"]})
    assert "ready:draw:ann/hatchet/1" in free.turn("ann").offers("blue")


# ------------------------------------------------------------------------------------------------ ending it
@pytest.mark.rule("newworld.grapple.6")
def test_grapple_6_it_ends_when_somebody_pushes_them_apart() -> None:
    scene = held()
    scene.red("eve", (2, 3), melee=9)
    table = scene.turn("eve", dice=[6, 6, 1, 1])
    table.play(("red", "manoeuvre:ann"), ("red", ("push", "4,2")))
    assert table.state.figures["bob"].held_by == ("ann",)
    scene = held()
    scene.red("eve", (4, 4), melee=9)
    table = scene.turn("eve", dice=[6, 6, 1, 1])
    table.play(("red", "manoeuvre:ann"), ("red", ("push", "2,2")))
    assert table.event(LetGo).held == "bob"
    assert not table.state.figures["bob"].grappled
    assert table.state.figures["ann"].holding is None


@pytest.mark.rule("newworld.damage.13")
def test_grapple_6_it_ends_when_either_is_out_of_action() -> None:
    scene = held({"melee": 9}, {"left": 1})
    scene.red("eve", (9, 8))
    table = scene.turn("ann", dice=[4, 5, 4])
    table.answer("blue", "attack:bob:fist")
    assert table.state.figures["bob"].out
    assert table.state.figures["ann"].holding is None
    other = held({"left": 1}, {"melee": 9})
    other.blue("al", (0, 0))
    table = other.turn("bob", dice=[4, 5, 4])
    table.answer("red", "attack:ann:fist")
    assert not table.state.figures["bob"].grappled


# ------------------------------------------------------------------------------------------------ squeezing
@pytest.mark.rule("newworld.grapple.7")
def test_grapple_7_won_a_squeeze_takes_might_and_difference_less_endurance_and_no_armour() -> None:
    scene = held({"might": 4}, {"endurance": 3, "armour": {"body": 5}})
    table = scene.turn("ann", dice=[5, 4, 2, 4])
    table.answer("blue", "squeeze:bob")
    assert table.event(WoundsLost).amount == 4 + 3 - 3
    assert table.state.figures["bob"].wounds == 16
    assert table.state.figures["bob"].grappled


@pytest.mark.rule("newworld.grapple.7")
def test_grapple_7_a_squeeze_never_heals() -> None:
    scene = held({"might": 1}, {"endurance": 9})
    table = scene.turn("ann", dice=[3, 4, 3, 3])
    table.answer("blue", "squeeze:bob")
    assert not table.events(WoundsLost)


@pytest.mark.rule("newworld.grapple.11")
def test_grapple_11_street_fighting_adds_one_to_the_squeeze() -> None:
    scene = held({"might": 4, "talents": ["street-fighting"]}, {"endurance": 3})
    table = scene.turn("ann", dice=[5, 4, 2, 4])
    table.answer("blue", "squeeze:bob")
    assert table.event(WoundsLost).amount == 5


@pytest.mark.rule("newworld.grapple.8")
def test_grapple_8_lost_by_five_the_foe_is_free_and_strikes() -> None:
    scene = held(None, {"hands": ["sabre"]})
    table = scene.turn("ann", dice=[1, 2, 6, 2, 3, 4, 1])
    table.answer("blue", "squeeze:bob")
    assert not table.state.figures["bob"].grappled
    assert table.asked("red").rule == "newworld.grapple.8"
    table.answer("red", "ann:bob/sabre/0")
    assert table.event(AttackRolled).target == "ann"


@pytest.mark.rule("newworld.grapple.7")
def test_grapple_8_lost_by_less_or_tied_nothing_changes() -> None:
    table = held().turn("ann", dice=[1, 2, 6, 1])
    table.answer("blue", "squeeze:bob")
    assert table.state.figures["bob"].grappled
    assert table.asked("blue").rule == "newworld.turn.1"


# ------------------------------------------------------------------------------------------------ breaking free
@pytest.mark.rule("newworld.move.13")
def test_grapple_3_and_8_the_odds_tell_of_a_blow_only_where_the_foe_may_strike_it() -> None:
    def effect(scene: FightScene, key: str) -> str:
        odds = scene.turn("ann").option("blue", key).odds
        assert odds is not None
        return odds.effect

    assert "strike at once" in effect(wrestlers(), "seize:bob")
    assert effect(wrestlers(None, {"surprised": True}), "seize:bob") == "A tie is theirs."
    assert "free and strike" in effect(held(), "squeeze:bob")
    assert effect(held(None, {"surprised": True}), "squeeze:bob").endswith(
        ": they are free. A tie is theirs."
    )
    for scene, key, words in ((wrestlers(), "seize:bob", ""), (held(), "squeeze:bob", "your hold is lost. ")):
        scene.blue("al", (5, 3))
        scene.grapple("al", "bob")
        assert effect(scene, key).endswith(f"{words}A tie is theirs.")
        assert "strike" not in effect(scene, key)
    horse = wrestlers()
    horse.horse("red", "nag", (2, 4))
    assert effect(horse, "seize:nag") == "A tie is theirs."
    horse.grapple("ann", "nag")
    assert effect(horse, "squeeze:nag").endswith(": they are free. A tie is theirs.")


@pytest.mark.rule("newworld.grapple.9")
def test_grapple_9_won_the_held_figure_is_free_of_the_one_it_named() -> None:
    scene = held()
    scene.blue("al", (5, 3))
    scene.grapple("al", "bob")
    table = scene.turn("bob", dice=[6, 5, 1, 1])
    table.answer("red", "break:al")
    assert table.state.figures["bob"].held_by == ("ann",)
    assert table.state.figures["al"].holding is None


@pytest.mark.rule("newworld.grapple.2")
@pytest.mark.parametrize("dice", [[3, 4, 4, 3], [1, 1, 6, 6]])
def test_grapple_9_a_tie_is_the_grapplers_and_losing_badly_has_no_further_effect(dice: list[int]) -> None:
    table = held().turn("bob", dice=dice)
    table.answer("red", "break:ann")
    assert table.state.figures["bob"].grappled
    assert table.asked("red").rule == "newworld.turn.1"


@pytest.mark.rule("newworld.grapple.10")
def test_grapple_10_wrestling_adds_one_to_every_grapple_roll_of_its_owner() -> None:
    scene = wrestlers(None, {"talents": ["wrestling"]})
    resists = scene.turn("ann", dice=[3, 4, 3, 4])
    resists.answer("blue", "seize:bob")
    roll = resists.event(ContestRolled)
    assert part(roll.passive, "grapple.10") == 1
    assert part(roll.active, "grapple.10") == 0
    for key, seat in (("squeeze:bob", "ann"), ("break:ann", "bob")):
        both = held({"talents": ["wrestling"]}, {"talents": ["wrestling"]})
        table = both.turn(seat, dice=[3, 4, 3, 4])
        table.answer("blue" if seat == "ann" else "red", key)
        last = table.event(ContestRolled)
        assert (part(last.active, "grapple.10"), part(last.passive, "grapple.10")) == (1, 1)


@pytest.mark.rule("newworld.turn.2", "newworld.grapple.2")
def test_grapple_7_squeezing_is_for_a_later_turn() -> None:
    scene = wrestlers()
    table = scene.turn("ann", "bob", dice=[6, 6, 1, 1])
    table.answer("blue", "seize:bob")
    assert "squeeze:bob" not in table.offers("blue")
    table.play(("blue", PASS), ("red", PASS))
    assert "squeeze:bob" in table.offers("blue")
