"""What is carried, held and dropped (items.1 to items.7), with the variant that swaps only on activation (items.6)."""

from typing import Any

import pytest

from muster.rulesets.ad1666.queries.victory import verdict
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import wound
from muster.rulesets.ad1666.rules.placing import fullest_sets
from muster.rulesets.ad1666.setup import Carry
from tests.kit.table import PASS
from tests.rulesets.ad1666.scenes import YardScene


def bearer(**more: Any) -> YardScene:
    """Ann with sabre, musket and a letter that she has picked up."""
    scene = YardScene()
    scene.red("ann", (1, 1), weapons=("sabre", "musket"), **more)
    scene.thing("letter", (1, 1))
    scene.state.change_item("letter/0", holder="ann", at=None, acquired=True)
    return scene


@pytest.mark.rule("ad1666.items.1", "ad1666.items.2", "ad1666.wounds.3")
def test_items_1_and_2_what_was_gained_is_dropped_on_death_what_was_brought_is_gone() -> None:
    scene = bearer()

    async def rule(game: Match) -> None:
        wound(game, "ann", 8)

    state = scene.run(rule).state
    assert {i.id: (i.holder, i.at) for i in state.items.values()} == {
        "ann/sabre/0": ("ann", None),
        "ann/musket/1": ("ann", None),
        "letter/0": (None, (1, 1)),
    }


@pytest.mark.rule("ad1666.items.3")
def test_items_3_two_hands_hold_one_two_handed_thing_or_two_others() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), weapons=("rapier", "main-gauche", "pistol", "musket"))
    assert fullest_sets(scene.state, "ann") == (
        ("ann/rapier/0", "ann/main-gauche/1"),
        ("ann/rapier/0", "ann/pistol/2"),
        ("ann/main-gauche/1", "ann/pistol/2"),
        ("ann/musket/3",),
    )


@pytest.mark.rule("ad1666.items.5")
def test_items_5_what_is_carried_is_taken_in_hand_at_any_time_between_steps_too() -> None:
    scene = bearer()
    table = scene.act("ann")
    table.answer("red", "equip:ann/musket/1")
    assert table.state.bodies["ann"].equipped == ("ann/musket/1",)
    table.answer("red", ("full-move", (2, 1)))
    assert table.asked("red").text == "Ann has 3 MP left."
    table.answer("red", "equip:ann/sabre/0")
    assert table.state.bodies["ann"].equipped == ("ann/sabre/0",)
    # It has cost nothing, and the move goes on.
    assert table.asked("red").text == "Ann has 3 MP left."


@pytest.mark.rule("ad1666.items.6")
def test_items_6_restricted_swapping_is_for_the_beginning_of_an_activation_alone() -> None:
    scene = bearer()
    scene.agree(equipment="restricted")
    table = scene.act("ann")
    assert table.asked("red").rule == "items.6"
    assert table.offers("red") == ["equip:ann/musket/1", "stow:ann"]
    table.answer("red", "equip:ann/musket/1")
    assert not [o for o in table.offers("red") if o.startswith("equip")]
    table.answer("red", ("full-move", (2, 1)))
    assert not [o for o in table.offers("red") if o.startswith("equip")]
    table = scene.act("ann")
    table.answer("red", PASS)
    assert table.state.bodies["ann"].equipped == ("ann/sabre/0",)


@pytest.mark.rule("ad1666.items.6")
def test_items_6_restricted_picking_up_takes_a_free_hand() -> None:
    for held, may in ((("ann/rapier/0",), True), (("ann/rapier/0", "ann/pistol/1"), False)):
        scene = YardScene()
        scene.red("ann", (1, 1), weapons=("rapier", "pistol"))
        scene.state.change("ann", equipped=held)
        scene.thing("letter", (1, 1))
        scene.agree(equipment="restricted")
        table = scene.act("ann")
        table.answer("red", PASS)
        assert ("pick:letter/0" in table.offers("red")) is may


@pytest.mark.rule("ad1666.items.7")
def test_items_7_a_thing_of_the_scenario_is_only_carried() -> None:
    table = bearer().act("ann")
    assert [o for o in table.offers("red") if o.startswith("equip")] == ["equip:ann/musket/1"]


@pytest.mark.rule("ad1666.scenario.4")
def test_scenario_4_a_thing_leaves_the_board_with_its_bearer_who_wins_by_it() -> None:
    scene = YardScene((4, 1), zones={"west": [(0, 0)], "east": [(3, 0)]})
    scene.red("ann", (0, 0))
    scene.thing("letter", (0, 0))
    scene.state.change_item("letter/0", holder="ann", at=None, acquired=True)
    scene.tell(carry=Carry("letter", {"red": "west", "blue": "east"}))
    table = scene.act("ann")
    table.answer("red", "half-move/leave:off")
    assert (table.state.items["letter/0"].holder, table.state.items["letter/0"].at) == ("ann", None)
    assert table.state.ending is not None
    assert (table.state.ending.winner, table.state.ending.reason) == ("red", "carried_off")


@pytest.mark.rule("ad1666.wounds.1")
def test_wounds_1_wounds_add_up() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))

    async def rule(game: Match) -> None:
        for _ in range(3):
            wound(game, "ann", 2)

    assert scene.run(rule).state.bodies["ann"].wounds == 6


@pytest.mark.rule("ad1666.items.5", "ad1666.action.19")
def test_a_two_handed_weapon_is_put_away_for_a_thing_that_lies_there() -> None:
    scene = YardScene()
    scene.red("lon", (1, 1), weapons=("great-sword",))
    scene.thing("letter", (1, 1))
    table = scene.act("lon")
    assert "pick:letter/0" not in table.offers("red")
    table.answer("red", "stow:lon")
    assert table.state.bodies["lon"].equipped == ()
    table.answer("red", "pick:letter/0")
    assert table.state.items["letter/0"].holder == "lon"
    # Nothing is in hand any more: there is nothing to put away.
    assert "stow:lon" not in table.offers("red")


@pytest.mark.rule("ad1666.scenario.4")
def test_a_thing_stays_where_its_bearer_leaves_by_another_way_than_the_exit() -> None:
    scene = YardScene((4, 2), zones={"west": [(0, 0)], "east": [(3, 0)]})
    scene.red("ann", (1, 0))
    scene.blue("bob", (3, 1))
    scene.thing("letter", (1, 0))
    scene.state.change_item("letter/0", holder="ann", at=None, acquired=True)
    scene.tell(carry=Carry("letter", {"red": "west", "blue": "east"}, "blue"))
    table = scene.act("ann")
    table.answer("red", "half-move/leave:off")
    assert (table.state.items["letter/0"].holder, table.state.items["letter/0"].at) == (None, (1, 0))
    assert table.state.ending is None
    assert (verdict(table.state).winner, verdict(table.state).reason) == ("blue", "kept_safe")


@pytest.mark.rule("ad1666.items.5")
def test_between_two_actions_nothing_is_taken_up_again_that_was_put_away() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), weapons=("sabre", "pistol"))
    scene.state.change("ann", equipped=("ann/sabre/0",))
    table = scene.act("ann")
    taken = 0
    while swaps := [o for o in table.offers("red") if o.startswith(("equip", "stow"))]:
        table.answer("red", swaps[0])
        taken += 1
    # Sabre, pistol, both and nothing: each once, so it ends.
    assert taken == 3
    table.answer("red", ("half-move", (2, 1)))
    assert [o for o in table.offers("red") if o.startswith("equip")]
