"""What the board marks beside the figures themselves: who holds whom, and where somebody fell."""

import pytest

from tests.rulesets.newworld.scenes import FightScene

AUDIENCES = ["blue", "red", "spectators"]


@pytest.mark.parametrize("audience", AUDIENCES)
def test_everybody_sees_who_holds_whom(audience: str) -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (4, 3))
    scene.grapple("ann", "bob")
    pieces = scene.turn("ann").view(audience).pieces
    assert (pieces["ann"].holds, pieces["bob"].holds) == ("bob", None)


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_cross_stays_where_somebody_was_put_out_of_action(audience: str) -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9)
    scene.red("bob", (4, 3), wounds=1, left=1)
    scene.red("eve", (0, 0))
    table = scene.turn("ann", dice=[6, 6, 1])
    assert table.view(audience).items == {}
    table.answer("blue", "attack:bob:ann/sabre/0")
    view = table.view(audience)
    assert view.pieces["bob"].at is None
    crosses = [i for i in view.items.values() if i.kind == "cross"]
    assert [(c.at, c.label) for c in crosses] == [((4, 3), "Bob fell here")]
