"""Crowds that stand close and askew: whatever they do, nobody ends in anybody and nothing breaks."""

from random import Random
from typing import Any, Final, TypeAlias

import pytest

from muster.engine.match import Match
from muster.geometry.open.poses import overlaps
from muster.geometry.open.terrain import any_in
from muster.rulesets.baroque.queries.bodies import bodies, body, rim
from muster.rulesets.baroque.queries.ground import impassable
from muster.rulesets.baroque.ruleset import RULESET
from tests.kit.bouts import play_out
from tests.kit.scale import quick_or_soak
from tests.kit.scene import positioned
from tests.kit.table import head_of
from tests.rulesets.baroque.properties.battles import Watch
from tests.rulesets.baroque.scenes import BattleScene, box, stored

Json: TypeAlias = Any

KINDS: Final[dict[str, dict[str, Json]]] = {
    "TR": {"impetus": 3, "weapons": ["point_blank_pistol"]},
    "GA": {"impetus": 4, "weapons": ["lance"]},
    "RE": {"impetus": 1, "vbu": 5, "weapons": ["pistol_carbine", "point_blank_pistol"]},
    "SP": {"impetus": 2, "weapons": ["bow"]},
    "CL": {"impetus": 1, "vbu": 4, "pace": "fast", "weapons": ["pistol_carbine"]},
    "H&M": {"impetus": 2, "pace": "slow", "weapons": ["musket"], "traits": ["salvo"]},
    "P&M": {"impetus": 2, "weapons": ["pike", "musket"], "sm": -2},
    "LTE": {"impetus": 2, "vbu": 7, "massed": True, "mm": 2, "pace": "slow", "weapons": ["pike", "musket"]},
    "ETE": {"impetus": 2, "vbu": 8, "massed": True, "mm": 4, "pace": "slow", "weapons": ["pike", "musket"]},
    "T": {"impetus": 0, "vbu": 4, "weapons": ["musket"]},
    "WB": {"impetus": 1, "vbu": 4, "discipline": "C"},
    "S": {"impetus": 0, "vbu": 3, "weapons": ["musket"]},
    "DR": {"impetus": 1, "vbu": 5, "weapons": ["musket"]},
    "ART": {"impetus": 0, "vbu": 1, "pace": "slow", "weapons": ["art_b"]},
}
GROUND: Final = ("wood", "gentle_hill", "scrub", "village", "rocks", "swamp")
SLANTS: Final = (0, 0, 0, 0, 15, -20, 45, 90, -90, 180)
"""How askew units stand, in degrees; most do not."""
LEVELS: Final[tuple[tuple[str, ...], ...]] = ((), ("blue",), ("blue", "red"))


def crowd(seed: int) -> BattleScene:
    """Up to seven units of each side within a few BU of one another, on ground of a few sorts; whoever finds room."""
    chance = Random(seed)
    scene = BattleScene((14, 12), turns=2)
    for _ in range(chance.randrange(4)):
        x, y = chance.uniform(2, 9), chance.uniform(3, 7)
        scene.terrain(chance.choice(GROUND), box(x, y, chance.uniform(2, 4), chance.uniform(2, 3)))
    if chance.random() < 0.4:
        x, y = chance.uniform(2, 10), chance.uniform(4, 8)
        scene.terrain("hedge", [(x, y), (x + 2, y + chance.uniform(-1, 1))])
    for seat, top, heading in (("blue", 4.5, 0), ("red", 3.0, 180)):
        scene.leader(f"{seat}/2", (chance.uniform(1, 13), 11.5 if seat == "blue" else 0.5))
        for n in range(20):
            kind = chance.choice(list(KINDS))
            unit = scene.put(
                seat,
                f"{seat[0]}{n}",
                (chance.uniform(1.2, 12.8), top + chance.uniform(0, 4.5)),
                heading + chance.choice(SLANTS),
                type=kind,
                command=f"{seat}/{chance.choice((1, 2))}",
                lost=chance.choice((0, 0, 1)) if KINDS[kind].get("vbu", 6) > 1 else 0,
                disordered=chance.random() < 0.2,
                **KINDS[kind],
            )
            if not _has_room(scene, unit) or len(scene.state.on_table(seat)) > 7:
                scene.state.change(unit, pose=None, gone="withdrawn")
    scene.state.phase, scene.state.active = "initiative", None
    return scene


def _has_room(scene: BattleScene, unit: str) -> bool:
    state, base = scene.state, body(scene.state, unit)
    others = [*bodies(state, (u for u in state.on_table() if u != unit)), *rim(state)]
    return not any(overlaps(base, o) for o in others) and not any(any_in(base, a) for a in impassable(state))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("sensible", LEVELS)
def test_whatever_a_crowd_does_nobody_ends_in_anybody(sensible: tuple[str, ...]) -> None:
    for seed in range(quick_or_soak(2, 300)):
        scene = crowd(seed)
        setup = stored(scene.state.setup)
        ruleset = positioned(RULESET, RULESET.dump(scene.state))
        match, _ = Match.start(ruleset, head_of(ruleset, setup, seed=seed))
        watch = Watch()
        play_out(match, seed=seed, levels=dict.fromkeys(sensible, "sensible"), most=700, seen=watch)
        assert watch.problems == [], (seed, watch.problems[:5])
        assert watch.rests, seed
