"""Walls, doors, shutters and windows (edge.1 to edge.3)."""

from typing import Any

import pytest

from muster.rulesets.newworld.events import EdgeChanged, LetGo, Moved, SkillRolled
from muster.rulesets.newworld.queries.standing import in_reach
from tests.rulesets.newworld.asking import along
from tests.rulesets.newworld.scenes import FightScene


def edge(kind: str, state: str | None = None, at: tuple[int, int] = (3, 1), **more: Any) -> dict[str, Any]:
    """A border west of a square, with an id of its kind's name."""
    body: dict[str, Any] = {"id": kind, "at": list(at), "side": "w", "kind": kind, **more}
    return body if state is None else {**body, "state": state}


def across(border: dict[str, Any], **ann: object) -> FightScene:
    """Ann and Bob on both sides of a border."""
    scene = FightScene("......", "......", "......", edges=[border])
    scene.blue("ann", (2, 1), **{"hands": ["sabre"], **ann})
    scene.red("bob", (3, 1), hands=["sabre"])
    return scene


# ------------------------------------------------------------------------------------------------ full features
@pytest.mark.rule("newworld.edge.1")
@pytest.mark.parametrize(
    "border",
    [
        edge("wall"),
        edge("door", "closed"),
        edge("gate", "barred", lock={"difficulty": 9}),
        edge("window", "shut"),
    ],
    ids=["wall", "door", "gate", "shutter"],
)
def test_edge_1_a_full_border_stops_steps_blows_and_free_attacks(border: dict[str, Any]) -> None:
    scene = across(border)
    table = scene.turn("ann")
    assert not any(k.startswith(("attack:", "seize:", "feint:", "manoeuvre:")) for k in table.offers("blue"))
    assert "disengage" not in table.offers("blue")
    assert table.reach("blue", "move")[1, 1].provokes == ()
    scene.state.change("bob", at=None)
    free = scene.turn("ann")
    assert free.refused("blue", along("move", (3, 1))).rule == "newworld.edge.1"
    assert free.reach("blue", "move")[3, 1].cost > 1


@pytest.mark.rule("newworld.edge.1")
def test_edge_1_nobody_strikes_round_the_end_of_a_wall() -> None:
    scene = FightScene("....", "....", edges=[edge("wall", at=(2, 0))])
    scene.blue("ann", (1, 0))
    scene.red("bob", (2, 1))
    assert not in_reach(scene.state, "ann", "bob")
    assert scene.state.grid.in_reach((1, 1), 1, (2, 1), 1)


@pytest.mark.rule("newworld.move.32")
def test_edge_1_nor_steps_diagonally_past_it() -> None:
    scene = FightScene("....", "....", edges=[edge("wall", at=(2, 0))])
    scene.blue("ann", (1, 0))
    table = scene.turn("ann")
    assert table.refused("blue", along("move", (2, 1))).rule == "newworld.move.32"
    assert table.reach("blue", "move")[2, 1].cost == 2


@pytest.mark.rule("newworld.edge.1")
def test_edge_1_through_an_open_door_everything_passes() -> None:
    offers = across(edge("door", "open")).turn("ann").offers("blue")
    assert "attack:bob:ann/sabre/0" in offers
    assert "disengage" in offers
    shut = across(edge("door", "closed")).turn("ann").offers("blue")
    assert "attack:bob:ann/sabre/0" not in shut


# ------------------------------------------------------------------------------------------------ doors
@pytest.mark.rule("newworld.edge.2")
def test_edge_2_an_unlocked_door_opens_and_closes_for_a_half_action_without_a_roll() -> None:
    table = across(edge("door", "closed")).turn("ann")
    table.answer("blue", "open:door")
    assert table.state.edges["door"] == "open"
    assert table.state.turn is not None
    assert table.state.turn.halves == 1
    assert "attack:bob:ann/sabre/0" in table.offers("blue")
    table.answer("blue", "close:door")
    assert table.state.edges["door"] == "closed"
    assert [e.state for e in table.events(EdgeChanged)] == ["open", "closed"]
    assert not table.events(SkillRolled)


@pytest.mark.rule("newworld.edge.2", "newworld.action.8")
@pytest.mark.parametrize(("dice", "opened"), [((2, 4), True), ((2, 3), False)])
def test_edge_2_a_barred_one_needs_the_roll_that_the_scenario_names(
    dice: tuple[int, int], opened: bool
) -> None:
    table = across(edge("gate", "barred", lock={"difficulty": 9}), athletics=3).turn("ann", dice=[*dice])
    table.answer("blue", "force:gate")
    assert table.event(SkillRolled).total.value == sum(dice) + 3
    assert (table.state.edges["gate"] == "open") == opened
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.edge.2")
def test_edge_2_a_rider_forces_a_door_with_its_own_strength() -> None:
    scene = FightScene("......", "......", edges=[edge("gate", "barred", lock={"difficulty": 8})])
    scene.blue("ann", (1, 0), mounted={"athletics": 9}, athletics=3)
    scene.red("bob", (5, 0))
    table = scene.turn("ann", dice=[2, 2])
    table.answer("blue", "force:gate")
    assert not table.event(SkillRolled).passed


@pytest.mark.rule("newworld.edge.2")
def test_edge_2_only_who_stands_beside_it() -> None:
    scene = FightScene("......", "......", edges=[edge("door", "closed", at=(3, 0))])
    scene.blue("ann", (1, 0))
    scene.blue("al", (2, 1))
    scene.blue("cat", (3, 0))
    scene.red("bob", (5, 1))
    table = scene.turn("ann", "al", "cat")
    for name, beside in (("ann", False), ("al", False), ("cat", True)):
        assert table.asked("blue").subject == name
        assert ("open:door" in table.offers("blue")) == beside
        table.send("blue", {"pass": True})


@pytest.mark.rule("newworld.edge.2")
def test_edge_2_no_door_closes_on_somebody_astride_it() -> None:
    scene = FightScene("......", "......", edges=[edge("door", "open", at=(3, 0))])
    scene.blue("ann", (2, 0), mounted=True)
    scene.red("bob", (5, 1))
    assert "close:door" not in scene.turn("ann").offers("blue")
    scene.state.change("ann", at=(3, 0))
    scene.state.change("ann-horse", at=(3, 0))
    assert "close:door" in scene.turn("ann").offers("blue")


@pytest.mark.rule("newworld.edge.2", "newworld.grapple.6")
def test_edge_2_a_door_shut_between_them_ends_a_grapple() -> None:
    scene = across(edge("door", "open"), hands=[])
    scene.grapple("bob", "ann")
    table = scene.turn("bob")
    table.answer("red", "close:door")
    assert table.event(LetGo).held == "ann"


@pytest.mark.rule("newworld.edge.2")
def test_edge_2_a_shutter_opens_into_a_window() -> None:
    table = across(edge("window", "shut")).turn("ann")
    table.answer("blue", "open:window")
    assert "attack:bob:ann/sabre/0" in table.offers("blue")
    loophole = across(edge("shutter", "shut")).turn("ann")
    loophole.answer("blue", "open:shutter")
    assert "attack:bob:ann/sabre/0" not in loophole.offers("blue")


# ------------------------------------------------------------------------------------------------ windows
@pytest.mark.rule("newworld.edge.3")
def test_edge_3_climbing_through_an_open_window_costs_two_without_a_roll() -> None:
    scene = FightScene("....", edges=[edge("window", "open", at=(2, 0))])
    scene.blue("ann", (1, 0))
    scene.red("bob", (3, 0), prone=True)
    table = scene.turn("ann")
    table.answer("blue", ("move", (2, 0)))
    assert table.event(Moved).cost == 2
    assert not table.events(SkillRolled)


def test_edge_3_blows_and_reach_pass_it() -> None:
    offers = across(edge("window", "open")).turn("ann").offers("blue")
    assert "attack:bob:ann/sabre/0" in offers
    assert "disengage" in offers
    table = across(edge("window", "open")).turn("ann")
    assert table.reach("blue", "move")[1, 1].provokes == ("bob",)


@pytest.mark.rule("newworld.edge.3")
def test_edge_3_nobody_rides_through_a_window() -> None:
    windows = [edge("window", "open", at=(3, 0)), {**edge("window", "open", at=(3, 1)), "id": "other"}]
    scene = FightScene("......", "......", edges=windows)
    scene.blue("ann", (1, 0), mounted=True)
    table = scene.turn("ann")
    assert (2, 0) not in table.reach("blue", "move")
    assert table.refused("blue", along("move", (2, 0))).rule == "newworld.edge.3"
