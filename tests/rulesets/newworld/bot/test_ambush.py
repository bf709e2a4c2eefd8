"""The sensible bot in an ambush: those who spring it, and those who walk into it."""

import pytest

from muster.geometry.grid.squares import Square, distance
from muster.rulesets.newworld.bot.ambush import CLOSE, WAITS_ROUNDS
from muster.rulesets.newworld.bot.mind import HOLDS_ROUNDS
from muster.rulesets.newworld.bot.unseen import suspected
from muster.rulesets.newworld.queries.standing import NEAR_SQUARES
from muster.rulesets.newworld.state import State
from tests.kit.table import Table
from tests.rulesets.newworld.bot.thinking import at, chosen, play_turn
from tests.rulesets.newworld.scenes import FightScene

STRIKES = {"attack", "swift", "charge", "all-out", "move", "run"}


def ambush(*reds: Square, blue: Square = (1, 3), left: int | None = None) -> FightScene:
    """Ann, and raiders hidden about her: the first of them is bob."""
    scene = FightScene(size=(26, 7))
    scene.blue("ann", blue, hands=["sabre"], wounds=14, left=left)
    for name, place in zip(("bob", "eve", "kit"), reds, strict=False):
        scene.red(name, place, hands=["hatchet"], hidden=True)
    return scene


def verbs(keys: list[str]) -> set[str]:
    """What was done, whoever was meant."""
    return {k.partition(":")[0] for k in keys}


# ------------------------------------------------------------------------------------------------ lying in wait
def test_an_ambusher_steals_up_to_where_it_can_strike_and_is_not_found() -> None:
    table = ambush((15, 3), (24, 1), (24, 5)).turn("bob")
    keys = play_turn(table, "bob")
    assert keys[0] == "move"
    assert table.state.figures["bob"].hidden
    assert NEAR_SQUARES < distance(at(table, "bob"), (1, 3)) <= NEAR_SQUARES + 1


def test_it_waits_there_for_its_friends_aiming_and_with_a_half_in_hand() -> None:
    table = ambush((8, 3), (24, 1), (24, 5)).turn("bob")
    assert play_turn(table, "bob")[:2] == ["aim", "delay"]
    assert table.state.figures["bob"].hidden


def test_it_does_not_use_the_half_that_it_kept_before_the_ambush_is_sprung() -> None:
    scene = ambush((8, 3), (24, 1), (24, 5))
    scene.delay("bob")
    table = scene.turn("ann")
    assert table.asked("red").subject == "bob"
    assert chosen(table) == "pass"


def test_all_strike_as_soon_as_enough_of_them_can() -> None:
    table = ambush((8, 3), (8, 1), (24, 5)).turn("bob", dice=[1, 2, 1])
    assert verbs(play_turn(table, "bob")) & STRIKES
    assert distance(at(table, "bob"), (1, 3)) == 1


def test_a_figure_for_itself_cannot_spring_it_from_afar() -> None:
    """The others being ready, who is still too far off steals up all the same."""
    table = ambush((15, 3), (8, 1), (8, 5)).turn("bob")
    play_turn(table, "bob")
    assert table.state.figures["bob"].hidden


def test_those_whose_turn_is_over_do_not_count_as_ready() -> None:
    scene = ambush((8, 3), (8, 1), (8, 5))
    for friend in ("eve", "kit"):
        scene.state.change(friend, acted=True)
    assert chosen(scene.turn("bob")) == "aim"


@pytest.mark.parametrize("struck", ["a foe is wounded", "a friend stands near a foe", "time is up"])
def test_nobody_waits_any_longer_when(struck: str) -> None:
    scene = ambush((8, 3), (24, 1), (24, 5), left=9 if "wounded" in struck else None)
    if "friend" in struck:
        scene.red("ned", (1 + CLOSE, 6), hands=["hatchet"])
    table = scene.turn("bob", number=WAITS_ROUNDS + 1 if "time" in struck else 1)
    assert chosen(table).partition(":")[0] in STRIKES


def test_it_steals_past_no_foes_horse_that_would_notice_it() -> None:
    """A riderless horse notices whoever is beside it (R108)."""
    scene = ambush((15, 3), (24, 1), (24, 5))
    open_way = scene.turn("bob")
    play_turn(open_way, "bob")
    end = at(open_way, "bob")
    shy = ambush((15, 3), (24, 1), (24, 5))
    shy.horse("blue", "nag", (end[0] - 2, end[1]))
    table = shy.turn("bob")
    play_turn(table, "bob")
    assert table.state.figures["bob"].hidden
    assert at(table, "bob") != end


# ------------------------------------------------------------------------------------------------ walking into it
def watched_scene(*, bow: bool = False) -> FightScene:
    """Ann, and a foe lying hidden somewhere in the wood at the far end."""
    scene = FightScene(
        size=(24, 5),
        zones=[{"id": "wood", "name": "Wood", "role": "ambush", "squares": {"rect": [16, 0, 23, 4]}}],
        scenario={"ambush": {"seat": "red", "zone": "wood", "distance": 8}},
        variant="ambush",
    )
    scene.blue("ann", (2, 2), hands=["longbow" if bow else "sabre"])
    scene.red("bob", (22, 2), hidden=True)
    return scene


def watched(number: int, *, bow: bool = False) -> Table[State]:
    """Her turn there."""
    return watched_scene(bow=bow).turn("ann", number=number)


@pytest.mark.parametrize(("bow", "done"), [(False, ["delay", "parry"]), (True, ["delay", "aim"])])
def test_who_sees_nobody_but_knows_that_somebody_hides_makes_ready_for_them(
    bow: bool, done: list[str]
) -> None:
    table = watched(1, bow=bow)
    assert play_turn(table, "ann")[:2] == done
    assert at(table, "ann") == (2, 2)


def test_after_a_while_it_goes_to_look_for_them() -> None:
    table = watched(HOLDS_ROUNDS + 1)
    play_turn(table, "ann")
    assert at(table, "ann")[0] >= 8


def test_nobody_is_suspected_beside_an_own_horse() -> None:
    """It would have noticed them (R108)."""
    alone = suspected(watched(1).state, "blue")
    scene = watched_scene()
    scene.horse("blue", "nag", (18, 1))
    beside = {(x, y) for x in range(17, 21) for y in range(4)}
    assert set(suspected(scene.turn("ann").state, "blue")) == set(alone) - beside
