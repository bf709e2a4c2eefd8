"""Whole melees of crowded lines, played by chance: they end, and leave a position that can be (7.5.2 to 7.6.1)."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from muster.engine.match import Match
from muster.geometry.open.contact import overlapping, touching
from muster.geometry.open.poses import Side, touches
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body, rim
from muster.rulesets.baroque.queries.fights import component
from muster.rulesets.baroque.rules.melee import act_in_melee
from muster.rulesets.baroque.state import Impact, State, UnitId
from tests.kit.bouts import play_out
from tests.kit.scene import positioned
from tests.kit.table import head_of
from tests.rulesets.baroque.scenes import BattleScene, box, stored

KINDS = ("P&M", "TR", "GA", "RE", "WB", "LTE", "ETE", "T", "CL", "DR")


@dataclass(frozen=True)
class Soldier:
    """A unit as it is drawn: its type, what it has lost, whether it is Disordered, and so many BU aside."""

    kind: str
    lost: int
    disordered: bool
    aside: float


SOLDIERS = st.builds(
    Soldier,
    st.sampled_from(KINDS),
    st.integers(0, 5),
    st.booleans(),
    st.sampled_from((0, 0.25, 0.5, 1, 1.5)),
)


def lines_in_contact(
    blue: list[Soldier], red: list[Soldier], behind: list[Soldier], flanker: Soldier | None, terrain: str
) -> BattleScene:
    """Two lines front to front, reserves close behind both, perhaps somebody on a flank; whoever fits."""
    scene = BattleScene(size=(16, 12))
    if terrain:
        scene.terrain(terrain, box(5, 2, 4, 3.4))
    for n, soldier in enumerate(blue):
        _add(scene, "blue", f"b{n}", soldier, 2 + 2 * n + soldier.aside, 6, 0)
    for n, soldier in enumerate(red):
        _add(scene, "red", f"r{n}", soldier, 2 + 2 * n + soldier.aside, 6, 180)
    for n, soldier in enumerate(behind):
        seat, heading, row = ("red", 180, 3.4) if n % 2 else ("blue", 0, 8.6)
        _add(scene, seat, f"x{n}", soldier, 3 + 1.5 * n + soldier.aside, row, heading)
    if flanker is not None:
        _add(scene, "blue", "flanker", flanker, 2 + 2 * len(red) + 1.5, 5.5, 270)
    return scene


def _add(scene: BattleScene, seat: str, name: str, soldier: Soldier, x: float, y: float, turn: float) -> None:
    unit = scene.put(
        seat,
        name,
        (x, y),
        turn,
        type=soldier.kind,
        impetus=2,
        massed=soldier.kind in ("ETE", "LTE"),
        lost=soldier.lost,
        disordered=soldier.disordered,
    )
    state = scene.state
    if y == 6:  # the fronts meet on this line
        half = state.card(unit).depth // 2
        state.change(
            unit, pose=(round(x * 600), 3600 + (half if seat == "blue" else -half), round(turn * 100))
        )
    others = [b for b in bodies(state, state.on_table()) if b.id != unit]
    if overlapping(body(state, unit), [*others, *rim(state), *ground.impassable(state)]):
        del state.units[unit]


def meet(scene: BattleScene) -> None:
    """Everybody in blue whose front touches an enemy has just met it."""
    state = scene.state
    for unit in state.on_table("blue"):
        for met in touching(body(state, unit), bodies(state, state.foes(unit))):
            if Side.FRONT in met.own:
                impact: Impact = "front" if Side.FRONT in met.sides else "flank"
                scene.contact(unit, met.id, impact, "charge")


@given(
    blue=st.lists(SOLDIERS, min_size=1, max_size=4),
    red=st.lists(SOLDIERS, min_size=1, max_size=4),
    behind=st.lists(SOLDIERS, max_size=6),
    flanker=st.none() | SOLDIERS,
    terrain=st.sampled_from(("", "wood", "scrub", "gentle_hill")),
    seed=st.integers(0, 1000),
)
def test_a_melee_always_ends_in_a_position_that_can_be(
    blue: list[Soldier],
    red: list[Soldier],
    behind: list[Soldier],
    flanker: Soldier | None,
    terrain: str,
    seed: int,
) -> None:
    scene = lines_in_contact(blue, red, behind, flanker, terrain)
    meet(scene)
    if not scene.state.in_melee("b0"):
        return
    scene.acting("b0")
    ruleset = positioned(
        scene.ruleset, scene.ruleset.dump(scene.state), lambda game: act_in_melee(game, "b0")
    )
    match, _ = Match.start(ruleset, head_of(ruleset, stored(scene.state.setup), seed=seed))
    play_out(match, seed=seed, most=300)
    assert match.result is not None
    _check(match.play.game.state, component(scene.state, "b0"))


def _check(state: State, fought: tuple[UnitId, ...]) -> None:
    """Nobody stands in anybody, everybody in contact touches, nobody without VBU is left."""
    stands = bodies(state, state.on_table())
    for base in stands:
        assert not overlapping(base, [b for b in stands if b.id != base.id])
        assert not overlapping(base, [*rim(state), *ground.impassable(state)])
        assert state.vbu(base.id) > 0
    for contact in state.contacts:
        assert touches(body(state, contact.by), body(state, contact.on))
        broke_off = state.units["b0"].fell_back  # then nobody has fought
        assert contact.arrival == "" or broke_off or contact.by not in fought
