"""The worked examples of shooting: sight, arc, lines, priority, screens, fire over friends, cover, defensive fire."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from muster.geometry.open.poses import Side
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.fire import ShotFired
from muster.rulesets.baroque.events.tests import CohesionTested, DisciplineTested
from muster.rulesets.baroque.queries.discipline import modifiers, needed, opportunity_fire_parts
from muster.rulesets.baroque.queries.firing_table import band_of
from muster.rulesets.baroque.queries.lines import range_of, sight_of
from muster.rulesets.baroque.queries.shooting import ShotPlan, no_shot, plan, targets
from muster.rulesets.baroque.queries.visibility import can_see
from muster.rulesets.baroque.rules.close_fire import defensive_fire
from muster.rulesets.baroque.rules.common import discipline_test
from muster.rulesets.baroque.rules.shots import Shooting, fire
from tests.kit.examples import Example
from tests.rulesets.baroque.scenes import BattleScene, box, parts

Json: TypeAlias = Any

FRONT: Final = 9 - 1 / 3
"""Where the front of the shooter stands, in BU."""


def _scene(kind: str = "P&M", weapon: str = "musket", **numbers: Json) -> BattleScene:
    scene = BattleScene()
    given: dict[str, Json] = {"type": kind, "weapons": [weapon], "depth": 400, **numbers}
    scene.blue("gun", (10, 9), **given)
    return scene


def _ahead(
    scene: BattleScene, name: str, away: float, kind: str = "P&M", *, x: float = 10, **more: Json
) -> str:
    """An enemy whose front stands so many BU in front of the shooter's."""
    unit = scene.red(name, (1, 1), type=kind, **more)
    depth = scene.state.card(unit).depth / BU
    scene.state.change(unit, pose=(round(x * BU), round((FRONT - away - depth / 2) * BU), 18_000))
    return unit


def _plan(scene: BattleScene, target: str) -> ShotPlan | None:
    return plan(scene.state, "gun", Side.FRONT, target, "active")


def wood(example: Example) -> None:
    """Who stands at the edge of a wood is seen, who stands deeper than its visibility is not."""
    limit = example.given["wood_visibility"]
    visible: list[bool] = []
    for row in example.when["targets"]:
        scene = _scene()
        foe = _ahead(scene, "foe", row["distance"])
        edge = FRONT - row["distance"] + row["depth_inside_wood"]
        scene.terrain("wood", box(6, edge - 5, 8, 5))
        seen = can_see(scene.state, "gun", foe)
        assert seen == (row["depth_inside_wood"] <= limit)
        assert (no_shot(scene.state, "gun", Side.FRONT, foe) is None) == seen
        visible.append(seen)
        assert (sight_of(scene.state, "gun", Side.FRONT, foe).edge is not None) is True
    assert visible == example.then["visible"]


def simultaneous(example: Example) -> None:
    """Fire that answers fire: the test has no modifier, and both shots fall together."""
    assert example.given["imperial"] == "P&M shoots"
    scene = _scene("P&M", vbu=2, used=("volley",))
    foe = _ahead(
        scene,
        "danes",
        1.5,
        example.given["danish"],
        discipline=example.given["D"],
        vbu=2,
        weapons=["musket"],
        used=("volley",),
    )
    answers = opportunity_fire_parts(scene.state, foe, answers_fire=True)
    else_ = opportunity_fire_parts(scene.state, foe, answers_fire=False)
    assert modifiers(scene.state, foe, answers).value == example.then["modifier"]
    assert modifiers(scene.state, foe, else_).value == example.then["modifier"] - 1
    table = scene.run(
        lambda game: discipline_test(game, foe, "opportunity_fire", "6.5b", answers),
        dice=[example.when["opportunity_fire_die"]],
    )
    assert table.event(DisciplineTested).passed is example.then["passed"]
    ours, theirs = _plan(scene, foe), plan(scene.state, foe, Side.FRONT, "gun", "reaction")
    assert ours is not None
    assert theirs is not None
    both = (Shooting(ours, "shot"), Shooting(theirs, "answer"))
    table = scene.run(lambda game: fire(game, both), dice=[6, 6, 6, 6, 6, 6, 5, 5])
    assert example.then["resolution"] == "simultaneous"
    assert [type(e).__name__ for e in table.events(ShotFired)] == ["ShotFired", "ShotFired"]
    assert {table.state.units[u].gone for u in (foe, "gun")} == {"routed"}


def defensive(example: Example) -> None:
    """Defensive fire of a unit with losses in Disorder, and what it does to the charger."""
    given, then = example.given, example.then
    defender, charger = given["imperial"], given["french"]
    losses = int(defender["losses"])
    for die, result in zip(example.when["french_die"], then["results"], strict=True):
        scene = BattleScene()
        scene.red(
            "imperial",
            (10, 7),
            vbu=defender["vbu_printed"],
            lost=losses,
            disordered=defender["disordered"],
            discipline=defender["D"],
            sm=defender["SM"],
            weapons=["musket"],
            used=("volley",),
        )
        scene.blue("french", (10, 7 + 2 / 3), vbu=charger["vbu"], discipline=charger["D"])
        scene.contact("french", "imperial", "front", "charge")
        shots, hits = example.when["shots"], example.when["hits"]
        fell = [6] * hits + [1] * (shots - hits)
        table = scene.run(
            lambda game: defensive_fire(game, "imperial", "french"),
            dice=[example.when["defensive_test_die"], *fell, die],
        )
        table.answer("red", True)
        tested = table.event(DisciplineTested)
        assert needed(scene.state.card("imperial"), tested.modifiers.value) == then["test_needed"]
        assert table.event(ShotFired).dice.value == then["dice"]
        cohesion = table.event(CohesionTested)
        assert cohesion.critical.value == then["critical_number"]
        assert cohesion.outcome.losses == result["losses"]
        assert bool(table.state.contacts) is result["melee"]
        assert table.state.units["french"].disordered is result["disordered"]
        back = (table.state.pose("french")[1] - scene.state.pose("french")[1]) / BU
        assert back == (0 if result["melee"] else result["thrown_back"])


def through_light_troops(example: Example) -> None:
    """Skirmishing shooters at a target behind a screen: half the dice."""
    given = example.given
    scene = _scene(given["shooter"], given["weapon"], vbu=given["vbu"])
    foe = _ahead(scene, "foe", given["distance"], "TR")
    assert given["screen"] == "CL over 2 BU"
    screen = _ahead(scene, "screen", 2.5, "CL")
    found = _plan(scene, foe)
    assert not example.when
    assert found is not None
    assert found.sight.through == (screen,)
    assert found.dice.value == example.then["dice"]


def screens(example: Example) -> None:
    """Artillery is no screen; light troops are one beyond 2 BU, and stand in the way nearer by."""
    put: dict[str, tuple[tuple[str, float], ...]] = {
        "ART screen at 3": (("ART", 3.0),),
        "two CL screens over 2": (("CL", 2.1), ("CL", 2.9)),
        "CL screen at 1.5": (("CL", 1.5),),
    }
    assert example.when["target"] == "P&M behind"
    allowed: list[bool] = []
    halved: list[bool | None] = []
    for case in example.given["cases"]:
        scene = _scene("P&M")
        for number, (kind, away) in enumerate(put[case]):
            _ahead(scene, f"screen{number}", away, kind)
        foe = _ahead(scene, "foe", 3.9)
        found = _plan(scene, foe)
        offered = targets(scene.state, "gun", Side.FRONT)
        assert (foe in offered) == (found is not None)
        allowed.append(found is not None)
        halved.append(None if found is None else ("6.9a" in [rule for rule, _ in parts(found.dice)]))
    assert allowed == example.then["allowed"]
    assert halved == example.then["halved"]


def over_friends(example: Example) -> None:
    """A cannon on a hill over a friend nearer to it than to the target."""
    given = example.given
    assert given["gun"] == "cannon on hill"
    for name, away in given["target_distances_from_friend"].items():
        scene = _scene("ART", "art_a")
        scene.terrain("gentle_hill", box(9.2, 8.6, 1.6, 1.6))
        scene.blue("friend", (10, FRONT - given["friend_to_gun"] - 1 / 3))
        foe = _ahead(scene, "foe", given["friend_to_gun"] + 2 / 3 + away)
        found = _plan(scene, foe)
        assert (found is not None) is example.then["can_fire"][name]
        if found is not None:
            assert ("6.4a", example.then["penalty"]) in parts(found.dice)
    assert not example.when


def priority(example: Example) -> None:
    """The target most to the front comes first only if it is a full one."""
    given = example.given
    assert given["A"] == "within 2 BU, most to the front, limited by X"
    assert given["B"] == "within 2 BU, full"
    scene = _scene()
    _ahead(scene, "a", 1.5)
    _ahead(scene, "b", 1.5, x=12.2)
    assert targets(scene.state, "gun", Side.FRONT) == ("a",)
    assert example.then["without_X"] == "A only"
    scene.blue("x", (9.1, 8), frontage=200, depth=120)
    assert sight_of(scene.state, "gun", Side.FRONT, "a").effect == "limited"
    assert not example.when
    assert [u.upper() for u in targets(scene.state, "gun", Side.FRONT)] == example.then["may_fire_at"]


def effects(example: Example) -> None:
    """Three lines, two, one: full, half, none."""
    dice: list[int | str] = []
    for row in example.given["lines"]:
        scene = _scene(vbu=example.when["dice_before"] - 1)
        foe = _ahead(scene, "foe", 1.5)
        for side in range(2 - row["corners"]):
            scene.blue(f"friend{side}", (9.05 + 1.9 * side, 8), frontage=200, depth=120)
        sight = sight_of(scene.state, "gun", Side.FRONT, foe)
        assert (sight.lines[0].state != "blocked") is row["centre"]
        assert sum(line.state != "blocked" for line in sight.lines[1:]) == row["corners"]
        found = _plan(scene, foe)
        dice.append("not allowed" if found is None else found.dice.value)
    assert dice == example.then["dice"]


def hedge(example: Example) -> None:
    """Cover by an obstacle that a line crosses and the target touches."""
    given, front = example.given["shooters"], FRONT - 1.5
    hedges: dict[tuple[int, bool], list[tuple[float, float]]] = {
        (0, True): [(9, front - 2 / 3), (11, front - 2 / 3)],
        (1, True): [(10.5, front), (12.5, front)],
        (2, True): [(9.8, front), (12.5, front)],
        (3, False): [(8.5, front + 0.5), (11.5, front + 0.5)],
    }
    assert not example.when
    for name, row in given.items():
        scene = _scene()
        foe = _ahead(scene, "foe", 1.5)
        scene.terrain("hedge", hedges[row["lines_crossing"], row["target_touches"]])
        found = _plan(scene, foe)
        assert found is not None
        worth = dict(parts(found.dice)).get("6.1.3.6b", 0)
        assert worth == example.then["penalty"][name]


def arc(example: Example) -> None:
    """Any part of a base in the arc is enough."""
    places = {0.3: 12.8, 1.0: 10.0, 0.0: 15.0}
    assert not example.when
    for name, share in example.given["target_part_in_arc"].items():
        scene = _scene("ART", "art_a", frontage=1200)
        foe = _ahead(scene, "foe", 1, x=places[share])
        found = no_shot(scene.state, "gun", Side.FRONT, foe)
        assert (found is None) is example.then["may_be_target"][name]


def bands(example: Example) -> None:
    """Upper limits belong to their bands."""
    found: list[str] = []
    assert not example.when
    for away in example.given["distances"]:
        scene = BattleScene((20, 20))
        scene.blue("gun", (10, 19))
        scene.red("foe", (10, 19 - 1 / 3 - away - 1 / 3))
        scene.state.change("foe", pose=(6000, round((19 - 1 / 3 - away - 1 / 3) * BU), 18_000))
        found.append(band_of(range_of(scene.state, "gun", Side.FRONT, "foe").length) or "none")
    assert found == example.then["bands"]


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "baroque.ex.b6": wood,
    "baroque.ex.b31": simultaneous,
    "baroque.ex.b32": defensive,
    "baroque.ex.b33": through_light_troops,
    "baroque.ex.b34": screens,
    "baroque.ex.b35": over_friends,
    "baroque.ex.b36": priority,
    "baroque.ex.b37": effects,
    "baroque.ex.b40": hedge,
    "baroque.ex.b45": arc,
    "baroque.ex.c34": bands,
}
