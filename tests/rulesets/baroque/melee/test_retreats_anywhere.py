"""Wherever a unit is beaten: nobody ends in anybody, nobody goes through an enemy (7.5.2e, 7.5.3, 5.5.2)."""

from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.open.contact import overlapping, passages
from muster.geometry.open.moves import AHEAD, BACK, straight
from muster.geometry.open.poses import Body, opposite
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body, rim
from muster.rulesets.baroque.queries.retreating import Retreat, retreat
from muster.rulesets.baroque.state import State
from tests.rulesets.baroque.scenes import BattleScene, box

KINDS = ("P&M", "TR", "S", "LTE", "CL", "WB", "ART")
PLACES = st.tuples(
    st.integers(0, 6000), st.integers(0, 6000), st.sampled_from((0, 90, 180, 270, 17, 43.21, 200.5, 355.04))
)
CROWD = st.lists(st.tuples(PLACES, st.sampled_from(KINDS), st.booleans(), st.booleans()), max_size=9)


def crowded(
    kind: str, heading: float, crowd: list[tuple[tuple[int, int, float], str, bool, bool]], rocks: bool
) -> BattleScene:
    """Red's guard in the middle of a small table, and round it whoever finds room."""
    scene = BattleScene(size=(10, 10))
    if rocks:
        scene.terrain("rocks", box(6, 2, 2, 2))
    scene.red("guard", (5, 5), heading=heading, type=kind)
    for n, ((x, y, turn), other, foe, fights) in enumerate(crowd):
        name = f"u{n}"
        scene.put("blue" if foe else "red", name, (x / 600, y / 600), turn, type=other)
        here = body(scene.state, name)
        taken = [b for b in bodies(scene.state, scene.state.on_table()) if b.id != name]
        if overlapping(here, [*taken, *rim(scene.state), *ground.impassable(scene.state)]):
            del scene.state.units[name]
        elif fights and not foe:
            scene.contact(name, "elsewhere")
    return scene


def after(state: State, found: Retreat) -> list[Body]:
    """Everybody on the table once the retreat is over."""
    moved = {shove.end.id: shove.end for shove in found.pushed}
    if found.fate == "stands":
        moved["guard"] = found.end
    left = [u for u in state.on_table() if u != "guard" or found.fate == "stands"]
    return [moved.get(u, body(state, u)) for u in left]


@given(
    kind=st.sampled_from(("P&M", "TR", "GA", "S", "LTE")),
    heading=st.sampled_from((0, 90, 180, 270, 31.7, 123.45, 299.99)),
    crowd=CROWD,
    rocks=st.booleans(),
    length=st.sampled_from((600, 1200, 1800)),
)
def test_a_retreat_leaves_nobody_in_anybody(
    kind: str,
    heading: float,
    crowd: list[tuple[tuple[int, int, float], str, bool, bool]],
    rocks: bool,
    length: int,
) -> None:
    state = crowded(kind, heading, crowd, rocks).state
    found = retreat(state, "guard", length)
    stands = after(state, found)
    for base in stands:
        assert not overlapping(base, [b for b in stands if b.id != base.id])
        assert not overlapping(base, ground.impassable(state))
        assert not overlapping(base, rim(state))
    foes = bodies(state, state.foes("guard"))
    path = straight(body(state, "guard"), BACK, found.length)
    assert not passages(path, foes)
    assert found.length <= length or found.passed
    for shove in found.pushed:
        assert not state.in_melee(shove.end.id)
        assert shove.end.pose.heading == state.pose(shove.end.id)[2]


@given(
    kind=st.sampled_from(("P&M", "TR")),
    turn=st.integers(-3000, 3000),
    down=st.integers(-600, 600),
    length=st.sampled_from((600, 1200, 1800)),
)
def test_sliding_along_a_front_ends_clear_of_it(
    kind: str,
    turn: int,
    down: int,
    length: int,
) -> None:
    scene = BattleScene(size=(10, 10))
    scene.red("guard", (5, 5), type=kind)
    guard = body(scene.state, "guard")
    # An enemy comes from the right, at an angle, until it touches.
    horse = scene.blue("horse", (9.5, 5 + down / 600), heading=270 + turn / 100)
    way = straight(body(scene.state, horse), AHEAD, 6000)
    near = next((n for n in range(0, 6000, 3) if overlapping(way.body_at(n), [guard])), None)
    if near is None or near < 3:
        return
    pose = way.body_at(near - 3).pose
    scene.state.change(horse, pose=(pose.x, pose.y, pose.heading))
    scene.contact(horse, "guard", "side")
    found = retreat(scene.state, "guard", length)
    stands = after(scene.state, found)
    for base in stands:
        assert not overlapping(base, [b for b in stands if b.id != base.id])
    assert opposite(found.end.pose.heading) == 0


@given(
    kind=st.sampled_from(("P&M", "TR", "GA", "S", "LTE")),
    heading=st.sampled_from((0, 90, 31.7, 123.45)),
    crowd=CROWD,
    length=st.sampled_from((600, 1200, 1800)),
)
def test_a_retreat_goes_as_far_on_a_table_that_is_turned_round(
    kind: str, heading: float, crowd: list[tuple[tuple[int, int, float], str, bool, bool]], length: int
) -> None:
    state = crowded(kind, heading, crowd, rocks=False).state
    turned = crowded(kind, heading, crowd, rocks=False).state
    for unit in turned.on_table():
        x, y, facing = turned.pose(unit)
        turned.change(unit, pose=(6000 - x, 6000 - y, opposite(facing)))
    here, there = retreat(state, "guard", length), retreat(turned, "guard", length)
    assert (here.fate, here.length, here.passed) == (there.fate, there.length, there.passed)
    assert [s.end.id for s in here.pushed] == [s.end.id for s in there.pushed]
