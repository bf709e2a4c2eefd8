"""Riders and their mounts (height.6, height.7)."""

import pytest

from muster.rulesets.newworld.attack_events import AttackRolled
from muster.rulesets.newworld.events import Fell, LetGo, MountChanged, Moved, SetBack, SkillRolled
from tests.kit.table import PASS
from tests.rulesets.newworld.asking import along
from tests.rulesets.newworld.scenes import FightScene, part, rolled


def knight(**more: object) -> FightScene:
    """Bob on horseback beside Ann."""
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9)
    scene.red("bob", (4, 3), **{"mounted": True, "hands": ["sabre"], **more})
    return scene


# ------------------------------------------------------------------------------------------------ two targets
@pytest.mark.rule("newworld.turn.1")
def test_height_6_rider_and_mount_are_two_targets_with_their_own_defences() -> None:
    scene = knight(melee_defence=13)
    table = scene.turn("ann")
    rider = table.option("blue", "attack:bob:ann/sabre/0").odds
    mount = table.option("blue", "attack:bob-horse:ann/sabre/0").odds
    assert rider is not None
    assert mount is not None
    assert (rider.totals[1].value, mount.totals[1].value) == (13, 9)


@pytest.mark.rule("newworld.height.6", "newworld.prone.1")
def test_height_6_when_the_mount_falls_the_rider_lies_in_one_of_its_squares_by_choice() -> None:
    table = knight(mounted={"left": 1}).turn("ann", dice=[4, 5, 4])
    table.answer("blue", "attack:bob-horse:ann/sabre/0")
    assert table.asked("red").rule == "newworld.height.6"
    assert table.offers("red") == ["4,3", "5,3", "4,4", "5,4"]
    table.answer("red", "5,4")
    bob = table.state.figures["bob"]
    assert (bob.at, bob.prone, bob.rides) == ((5, 4), True, None)
    down = next(e for e in table.log("blue") if e.text == "Bob-horse goes down under Bob.")
    assert down.rules == ("newworld.height.6",)
    assert not any("gets down" in e.text for e in table.log("blue"))
    assert table.state.figures["bob-horse"].out
    assert table.state.squares("bob") == ((5, 4),)


@pytest.mark.rule("newworld.height.6")
def test_height_6_a_rider_falls_where_nobody_else_is() -> None:
    scene = knight(mounted={"left": 1})
    scene.red("eve", (5, 3))
    table = scene.turn("ann", dice=[4, 5, 4])
    table.answer("blue", "attack:bob-horse:ann/sabre/0")
    assert table.offers("red") == ["4,3", "4,4", "5,4"]


@pytest.mark.rule("newworld.height.6", "newworld.move.11")
def test_height_6_a_rider_unhorsed_on_the_way_goes_no_further() -> None:
    scene = knight(mounted={"left": 1})
    table = scene.turn("bob", dice=[4, 5, 4])
    table.answer("red", ("move", (8, 3)))
    assert "bob-horse:ann/sabre/0" in table.offers("blue")
    table.play(("blue", "bob-horse:ann/sabre/0"), ("red", "4,3"))
    assert table.state.figures["bob"].at == (4, 3)
    assert table.state.figures["bob"].prone
    assert not [m for m in table.events(Moved) if m.path]
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.height.6", "newworld.move.11")
def test_height_6_a_charge_on_a_mount_that_falls_strikes_nobody() -> None:
    scene = FightScene(size=(14, 4))
    scene.blue("ann", (4, 2), hands=["sabre"], melee=9)
    scene.blue("cat", (9, 0))
    scene.red("bob", (2, 0), mounted={"left": 1}, hands=["lance"])
    table = scene.turn("bob", dice=[4, 5, 4])
    table.answer("red", ("charge:cat:bob/lance/0", (7, 0)))
    table.play(("blue", "bob-horse:ann/sabre/0"), ("red", "5,0"))
    assert [a.figure for a in table.events(AttackRolled)] == ["ann"]


@pytest.mark.parametrize(
    ("lies", "strikes"),
    [
        pytest.param("8,3", True, marks=pytest.mark.rule("newworld.move.14", "newworld.prone.1")),
        ("7,2", False),
    ],
)
def test_move_14_a_rider_unhorsed_after_four_squares_strikes_as_on_foot_if_the_foe_is_in_reach(
    lies: str, strikes: bool
) -> None:
    scene = FightScene(size=(14, 9))
    scene.blue("ann", (6, 1), hands=["sabre"], melee=9)
    scene.blue("cat", (9, 4))
    scene.red("bob", (1, 2), mounted={"left": 1}, hands=["lance"])
    table = scene.turn("bob", dice=[4, 5, 4, *([4, 5, 4] if strikes else [])])
    table.send("red", along("charge:cat:bob/lance/0", *((x, 2) for x in range(2, 9))))
    table.play(("blue", "bob-horse:ann/sabre/0"), ("red", lies))
    assert table.state.figures["bob"].prone
    if strikes:
        blow = rolled(table)
        assert (blow.figure, blow.target, blow.critical) == ("bob", "cat", False)
        assert (part(blow.attack, "move.7"), part(blow.attack, "height.2")) == (1, 0)
    else:
        assert [a.figure for a in table.events(AttackRolled)] == ["ann"]


@pytest.mark.rule("newworld.damage.13")
def test_height_6_the_mount_of_a_fallen_rider_stands_there_riderless_and_fights_no_more() -> None:
    scene = knight(left=1)
    scene.red("eve", (11, 8))
    table = scene.turn("ann", "bob", "eve", dice=[4, 5, 4])
    table.answer("blue", "attack:bob:ann/sabre/0")
    horse = table.state.figures["bob-horse"]
    assert (horse.at, horse.ridden_by, horse.out) == ((4, 3), None, False)
    assert table.reach("blue", "move")[2, 3].provokes == ()
    table.answer("blue", PASS)
    assert table.asked("red").subject == "eve"


@pytest.mark.rule("newworld.move.14")
@pytest.mark.parametrize("others", [True, False])
def test_move_14_the_mount_of_a_rider_struck_down_while_passing_somebody_goes_back_to_the_last_free_square(
    others: bool,
) -> None:
    """Whether the fight goes on or ends with the blow."""
    scene = FightScene(size=(14, 9))
    scene.blue("ann", (2, 1), hands=["sabre"], melee=9)
    scene.blue("cat", (4, 2), prone=True)
    scene.red("bob", (1, 2), left=1, mounted=True)
    if others:
        scene.red("eve", (13, 8))
    table = scene.turn("bob", dice=[4, 5, 4])
    table.send("red", along("move", *((x, 2) for x in range(2, 9))))
    table.answer("blue", "bob:ann/sabre/0")
    assert table.state.figures["bob"].out
    assert table.state.figures["bob-horse"].at == (2, 2)
    assert table.event(SetBack).figure == "bob-horse"


@pytest.mark.rule("newworld.height.6", "newworld.grapple.6")
def test_height_6_the_fall_may_tear_a_grapple_apart() -> None:
    scene = knight(mounted={"left": 1})
    scene.blue("al", (6, 3))
    scene.grapple("al", "bob")
    table = scene.turn("ann", dice=[4, 5, 4])
    table.answer("blue", "attack:bob-horse:ann/sabre/0")
    table.answer("red", "4,4")
    assert table.event(LetGo).holder == "al"
    near = knight(mounted={"left": 1})
    near.blue("al", (6, 3))
    near.grapple("al", "bob")
    kept = near.turn("ann", dice=[4, 5, 4])
    kept.play(("blue", "attack:bob-horse:ann/sabre/0"), ("red", "5,4"))
    assert not kept.events(LetGo)


# ------------------------------------------------------------------------------------------------ what a mount does
@pytest.mark.rule("newworld.height.7")
def test_height_7_jumps_use_the_mounts_might_and_its_athletics() -> None:
    scene = FightScene("......vv...", "......vv...", "###########")
    scene.blue("ann", (0, 0), might=1, athletics=1, mounted=True)
    table = scene.turn("ann")
    free = [k for k in table.offers("blue", "jump") if k.endswith(">8,0")]
    assert len(free) == 1
    assert table.option("blue", "jump", free[0]).odds is None  # Might 4 clears a gap of 2 with a run-up
    standing = FightScene("..vv...", "..vv...", "#######")
    standing.blue("ann", (0, 0), might=1, athletics=1, mounted=True)
    odds = standing.turn("ann").option("blue", "jump", ">4,0").odds
    assert odds is not None
    assert odds.totals[0].value == 4


@pytest.mark.rule("newworld.height.7", "newworld.move.23")
def test_height_7_a_mount_that_jumps_short_stands_in_the_gap_with_its_rider_in_the_saddle() -> None:
    scene = FightScene("..vv...", "..vv...", "#######")
    scene.blue("ann", (0, 0), mounted=True)
    scene.red("bob", (6, 0))
    table = scene.turn("ann", dice=[1, 1])
    table.answer("blue", ("jump", ">4,0"))
    assert not table.event(SkillRolled).passed
    assert not table.events(Fell)
    assert table.state.figures["ann"].at == (1, 0)
    assert table.state.figures["ann"].rides == "ann-horse"


@pytest.mark.rule("newworld.height.7")
def test_height_7_nobody_drops_prone_from_the_saddle() -> None:
    assert "go-prone" not in knight().turn("bob").offers("red")


@pytest.mark.rule("newworld.height.7", "newworld.grapple.12")
def test_height_7_a_grappled_riders_mount_cannot_move() -> None:
    scene = knight()
    scene.grapple("ann", "bob")
    offers = scene.turn("bob").offers("red")
    assert not {"move", "run", "disengage"} & set(offers)


@pytest.mark.rule("newworld.grapple.12")
def test_height_7_nor_can_a_grappled_mount() -> None:
    scene = knight()
    scene.state.change("ann", holding="bob-horse")
    scene.state.change("bob-horse", held_by=("ann",))
    offers = scene.turn("bob").offers("red")
    assert not {"move", "run", "disengage"} & set(offers)
    assert "attack:ann:bob/sabre/0" in offers


@pytest.mark.rule("newworld.action.12", "newworld.grapple.12")
def test_height_7_a_mount_seized_on_the_way_stops() -> None:
    scene = knight()
    scene.state.change("ann", at=(7, 3))
    scene.delay("ann")
    table = scene.turn("bob", dice=[6, 6, 1, 1])
    table.answer("blue", PASS)
    table.answer("red", ("move", [(5, 3), (5, 4), (5, 5), (5, 6)]))
    table.play(("blue", PASS), ("blue", "seize:bob-horse"))
    assert table.state.figures["bob"].at == (5, 3)
    assert table.state.figures["bob-horse"].held_by == ("ann",)


@pytest.mark.rule("newworld.turn.1")
def test_height_7_a_mount_takes_no_turn() -> None:
    scene = knight()
    scene.horse("blue", "nag", (8, 6))
    table = scene.turn("ann", "bob")
    table.play(("blue", PASS), ("red", PASS))
    assert table.state.round == 2
    assert table.asked("blue").subject == "ann"


def test_mounting_ties_rider_and_mount_and_both_move_together() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.horse("blue", "nag", (4, 3))
    scene.red("bob", (11, 8))
    table = scene.turn("ann")
    table.play(("blue", "mount:nag"), ("blue", ("move", (8, 3))))
    assert table.event(MountChanged).on
    assert table.state.figures["nag"].at == table.state.figures["ann"].at == (8, 3)


@pytest.mark.rule("newworld.action.5")
def test_action_5_nobody_mounts_or_dismounts_through_a_window() -> None:
    walls = [{"id": f"w{y}", "at": [3, y], "side": "w", "kind": "wall"} for y in range(6) if y != 2]
    window = {"id": "w2", "at": [3, 2], "side": "w", "kind": "window", "state": "open"}
    for edges, may in ((walls, True), ([*walls, window], False)):
        scene = FightScene(size=(8, 6), edges=edges)
        scene.blue("ann", (2, 2))
        scene.horse("blue", "nag", (3, 2))
        assert ("mount:nag" in scene.turn("ann").offers("blue")) is may
        inside = FightScene(size=(8, 6), edges=edges)
        inside.blue("ann", (3, 2), mounted=True)
        assert ("2,2" in inside.turn("ann").offers("blue", "dismount")) is may


@pytest.mark.rule("newworld.move.19", "newworld.move.33")
def test_move_19_nobody_dismounts_into_water_that_needs_a_roll() -> None:
    riders: list[tuple[str, dict[str, object], bool]] = [
        ("r", {}, False),
        ("~", {}, True),
        ("~", {"armour": {"body": 1}}, False),
        ("r", {"talents": ["river-born"]}, True),
    ]
    for water, ann, may in riders:
        scene = FightScene("...", f"..{water}", "...")
        scene.blue("ann", (0, 0), mounted=True, **ann)
        offers = scene.turn("ann").offers("blue", "dismount")
        assert ("2,1" in offers) is may
        assert "2,0" in offers
