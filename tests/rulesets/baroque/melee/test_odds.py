"""The chances that stand behind a choice to fight or to pursue."""

from itertools import product

import pytest

from muster.rulesets.baroque.queries.fighters import force
from muster.rulesets.baroque.queries.fights import melees
from muster.rulesets.baroque.queries.hits import Again, hits_of, low, missed, with_dice
from muster.rulesets.baroque.queries.melee_odds import faces, fight_odds, hits_of_side, melee_odds
from muster.rulesets.baroque.queries.pursuing import catch_odds
from tests.rulesets.baroque.melee.lines import duel, two_on_one
from tests.rulesets.baroque.scenes import BattleScene


def counted(dice: int, again: Again) -> dict[tuple[int, int], float]:
    """By trying every fall and every second roll: the chances of so many 6s and 5s."""
    found: dict[tuple[int, int], float] = {}
    for fell in product(range(1, 7), repeat=dice):
        places = missed(fell) if again.misses else ()
        for second in product(range(1, 7), repeat=len(places)):
            rolled = with_dice(fell, places, second)
            lows = low(rolled) if again.low else ()
            for third in product(range(1, 7), repeat=len(lows)):
                final = with_dice(rolled, lows, third)
                key = final.count(6), final.count(5)
                weight = 1 / 6 ** (dice + len(places) + len(lows))
                found[key] = found.get(key, 0) + weight
    return found


@pytest.mark.parametrize("again", [Again(), Again("8.2.2"), Again("", "8.1.4a"), Again("8.2.2", "8.1.4a")])
def test_the_faces_after_re_rolls_are_those_of_all_ways_in_which_dice_can_fall(again: Again) -> None:
    ways = faces(2, again)
    whole = sum(ways.values())
    for key, chance in counted(2, again).items():
        assert ways[key] / whole == pytest.approx(chance)


@pytest.mark.rule("baroque.6.1.4")
def test_the_fives_of_several_units_pair() -> None:
    scene = two_on_one()
    scene.state.change("foot", lost=5)  # its one die of support
    side = force(scene.state, melees(scene.state, "guard")[0], "friend")
    assert [dice for _, dice in side.dice.pools] == [6, 1]
    ways = hits_of_side(side)
    whole = sum(ways.values())
    tried = [hits_of(fell) for fell in product(range(1, 7), repeat=7)]
    for hits, n in ways.items():
        assert n / whole == pytest.approx(tried.count(hits) / len(tried))


def test_equal_units_win_and_lose_alike() -> None:
    scene = duel(arrival="")
    (melee,) = melees(scene.state, "foot")
    ours, theirs = (melee_odds(scene.state, melee, unit) for unit in melee.mains)
    assert ours.chance == theirs.chance
    assert ours.needs == theirs.needs
    assert 0 < 2 * ours.chance < 10_000
    assert abs(sum(bar.chance for bar in ours.bars) - 10_000) <= len(ours.bars)


def test_a_side_that_cannot_be_hurt_enough_never_loses() -> None:
    scene = duel(arrival="", blue={"vbu": 8}, red={"vbu": 1})
    odds = fight_odds(scene.state, "foot")
    assert odds is not None
    # One die makes one hit at most: Critical Number 7, and a 6 costs 1; the guard is then spent or not.
    assert odds.chance > 7000


def test_a_support_unit_sees_the_chances_of_its_main_unit_and_why() -> None:
    scene = two_on_one()
    odds = fight_odds(scene.state, "foot")
    assert odds is not None
    assert odds.label == "Friend against Guard"
    assert odds.effect == (
        "Main Units are Friend and Guard: they share 1.25 BU of front. "
        "Foot supports Friend against Guard, with 0.75 BU of front."
    )


def test_a_unit_in_no_melee_has_no_chances() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8))
    assert fight_odds(scene.state, "foot") is None


@pytest.mark.rule("baroque.7.5.4d", "baroque.7.5.2d")
def test_the_chance_to_catch_a_beaten_enemy_compares_both_tables() -> None:
    scene = duel(blue={"type": "GA"}, red={"type": "TR"})
    # Pursuit 1 1 1 2 2 2 against retreat 1 2 2 2 3 3: half of the dice reach 1 of 6, half reach 4 of 6.
    odds = catch_odds(scene.state, "foot", "guard", "retreats")
    assert odds.chance == round(10_000 * (3 * 1 + 3 * 4) / 36)
    assert abs(sum(bar.chance for bar in odds.bars if bar.hit) - odds.chance) <= len(odds.bars)
    assert abs(sum(bar.chance for bar in odds.bars) - 10_000) <= len(odds.bars)
    assert catch_odds(scene.state, "foot", "guard", "destroyed").chance == 10_000
