"""The worked examples of movement: distances, paths, costs, who may be passed."""

from typing import Any, Final, TypeAlias

from muster.engine.refusals import Refusal
from muster.geometry.grid.squares import Square, distance
from muster.rulesets.newworld.attack_events import AttackRolled
from muster.rulesets.newworld.events import Moved, SkillRolled
from muster.rulesets.newworld.queries.movement import movement_score
from muster.rulesets.newworld.queries.shooting import band_of
from muster.rulesets.newworld.state import State
from tests.kit.examples import Example
from tests.kit.table import Table
from tests.rulesets.newworld.scenes import FightScene, part

Json: TypeAlias = Any

FROM_AGILITY: Final = 3
"""Movement is so much more than Agility (move.1)."""


def square(pair: Json) -> Square:
    """A square as the examples write it."""
    x, y = pair
    return (x, y)


def move(example: Example) -> None:
    """A Move over open ground, and the end of Near."""
    scene = FightScene()
    start, end = square(example.when["from"]), square(example.when["to"])
    scene.blue("ann", start, agility=example.given["movement"] - FROM_AGILITY)
    scene.red("bob", (11, 8))
    table = scene.turn("ann")
    assert distance(start, end) == example.then["distance"]
    reach = table.reach("blue", "move")
    assert (end in reach and reach[end].stop) is example.then["legal"]
    assert reach[end].cost == example.then["distance"]
    table.answer("blue", ("move", end))
    assert table.event(Moved).cost == example.then["distance"]
    near = example.then["near_ends_at"]
    assert (band_of(near), band_of(near + 1)) == ("near", "far")


def leaving_reach(example: Example) -> None:
    """One free attack, at the step that leaves reach, from the square being left."""
    found: list[Square | None] = []
    for deed in ("move", "run"):
        scene = FightScene()
        scene.blue("ann", square(example.given["mover"]))
        scene.red("bob", square(example.given["foe"]))
        table = scene.turn("ann", dice=[1, 2, 3])
        path = [square(s) for s in example.when["path"]]
        assert example.when["action"] == "move"
        table.answer("blue", (deed, path))
        asked = 0
        while table.match.requests[0].window == "free_attack":
            asked += 1
            found.append(table.state.figures["ann"].at)
            table.answer("red", "ann:fist")
        assert asked == example.then["free_attacks"]
        added = part(table.event(AttackRolled).attack, "attack.8")
        ran = example.then["if_the_mover_ran_instead"]["free_attack_modifier"]
        assert added == (ran if deed == "run" else 0)
    assert found == [square(example.then["mover_square_at_attack"])] * 2


def charge_paths(example: Example) -> None:
    """Which paths are a Charge."""
    start = square(example.given["start"])
    legal: dict[str, bool] = {}
    for name in example.when["paths"]:
        path = [square(s) for s in example.when["paths"][name]]
        assert path[0] == start
        end = path[-1]
        scene = FightScene()
        scene.blue("ann", start, agility=example.given["movement"] - FROM_AGILITY)
        scene.red("bob", (end[0] + 1, end[1]))
        legal[name] = _charges(scene.turn("ann"), path[1:])
    assert legal == {k: example.then["legal"][k] for k in example.then["legal"]}


def _charges(table: Table[State], path: list[Square]) -> bool:
    """Whether the path is accepted as a Charge; if so it is run, and the blow struck."""
    if "charge:bob:fist" not in table.offers("blue"):
        return False
    needs = table.option("blue", "charge:bob:fist").needs
    assert needs is not None
    try:
        needs.read({"path": [list(p) for p in path]})
    except Refusal:
        return False
    table.dice.add(1, 2, 3)
    table.answer("blue", ("charge:bob:fist", path))
    assert table.state.figures["ann"].at == path[-1]
    return len(table.events(AttackRolled)) == 1


def _paces(scene: FightScene, path: list[Square]) -> int:
    """What the path costs whoever walks far enough."""
    swift = FightScene(*scene.state.setup.map.rows)
    swift.blue("ann", (0, 0), agility=9)
    swift.red("away", None)
    table = swift.turn("ann")
    table.answer("blue", ("move", path))
    return table.event(Moved).cost


def charge_cost(example: Example) -> None:
    """The minimum counts squares, the maximum Movement spent."""
    costs: list[int] = []
    legal: list[bool] = []
    squares = example.given["squares_entered"]
    path = tuple((x, 0) for x in range(1, squares + 1))
    for case in example.when["cases"]:
        difficult = case["difficult"]
        scene = FightScene("." + "b" * difficult + "." * (squares - difficult + 1))
        scene.blue("ann", (0, 0), agility=case["movement"] - FROM_AGILITY)
        scene.red("bob", (squares + 1, 0))
        costs.append(_paces(scene, list(path)))
        legal.append(_charges(scene.turn("ann"), list(path)))
    assert costs == example.then["cost"]
    assert legal == example.then["legal"]


def squares_covered(example: Example) -> None:
    """How far one Move, two Moves and a Run get where every square is difficult."""
    assert example.given["every_square"] == "difficult"
    row = "b" * 14

    def table() -> Table[State]:
        scene = FightScene(row)
        scene.blue("ann", (0, 0), agility=example.given["movement"] - FROM_AGILITY)
        scene.red("bob", (13, 0))
        return scene.turn("ann")

    moving = table()
    one = max(x for x, _ in moving.reach("blue", "move"))
    moving.answer("blue", ("move", (one, 0)))
    assert one == example.then["one_move"]
    assert max(x for x, _ in moving.reach("blue", "move")) == example.then["two_moves"]
    assert max(x for x, _ in table().reach("blue", "run")) == example.then["run"]


def score(example: Example) -> None:
    """The order in which talents, armour, load and wounds change Movement."""
    given, scene = example.given, FightScene()
    assert given["fleet_footed"] == given["sturdy_cancels"] == 1
    scene.blue(
        "ann",
        (1, 1),
        agility=given["agility"],
        talents=["fleet-footed", "sturdy"],
        slowing_armour=given["slowing_armour"],
        overloaded=given["overloaded"],
        halved=given["halved"],
    )
    scene.blue("halfling", (2, 1), agility=given["agility"], halfling=True)
    total = movement_score(scene.state, "ann")
    assert total.value - part(total, "move.26") == example.then["before_halving"]
    assert total.value == example.then["movement"]
    assert movement_score(scene.state, "halfling").value == example.then["halfling_without_any"]


def pass_through(example: Example) -> None:
    """Whether a mover may pass through the square of a foe in each state; it may never stop there."""
    allowed: dict[str, bool] = {}
    for state in example.given["foe_states"]:
        scene = FightScene("...", "#.#")
        scene.blue("ann", (0, 0))
        scene.red("bob", (1, 0), prone=state == "prone", surprised=state == "surprised")
        scene.red("away", None)
        if state in ("grappled", "grappling"):
            scene.blue("cat", (1, 1))
            pair = ("cat", "bob") if state == "grappled" else ("bob", "cat")
            scene.grapple(*pair)
        if state == "out_of_action":
            scene.state.change("bob", out=True, at=None)
        table = scene.turn("ann")
        reach = table.reach("blue", "move") if "move" in table.offers("blue") else {}
        allowed[state] = (2, 0) in reach and reach[(2, 0)].stop
        here = reach.get((1, 0))
        assert (here is not None and here.stop) is (state == "out_of_action")
    assert allowed == {k: example.then["allowed"][k] for k in example.then["allowed"]}


GROUND: Final = {0: ".", 1: "1", 2: "2", 3: "3"}
"""How a drawing writes a level."""
LOW: Final = {"B": {"kind": "brush", "level": 1}}


def level_step(example: Example) -> None:
    """What one step between levels costs, and whether it is a climb with a roll."""
    for name in example.given["steps"]:
        low, high = example.given["steps"][name]
        last = "B" if name.endswith("brush") else GROUND[high]
        scene = FightScene(f"{GROUND[low]}{last}", legend=LOW)
        scene.blue("ann", (0, 0), agility=6)
        scene.red("away", None)
        table = scene.turn("ann")
        climbs = table.offers("blue", "climb")
        assert bool(climbs) is example.then["roll"][name], name
        if climbs:
            table.dice.add(6, 6)
            table.answer("blue", ("climb", climbs[0]))
            assert len(table.events(SkillRolled)) == 1
        else:
            table.answer("blue", ("move", (1, 0)))
        assert table.event(Moved).cost == example.then["cost"][name], name


def big_step(example: Example) -> None:
    """One diagonal step of a figure of several squares."""
    side = example.given["footprint"][0]
    assert example.given["footprint"] == [side, side]
    size = {2: "large", 3: "huge"}[side]
    legal: list[bool] = []
    cost: list[int | None] = []
    for case in example.when["cases"]:
        rows = [["."] * 12 for _ in range(10)]
        assert case.get("open", "all") == "all"
        for letter, key in (("b", "difficult"), ("#", "wall")):
            for x, y in case.get(key, []):
                rows[y][x] = letter
        scene = FightScene(*("".join(r) for r in rows))
        scene.blue("ann", square(example.given["corner"]), size=size)
        scene.red("bob", (0, 0))
        table = scene.turn("ann")
        try:
            table.answer("blue", ("move", [square(example.when["to"])]))
        except Refusal:
            legal.append(False)
            cost.append(None)
        else:
            legal.append(True)
            cost.append(table.event(Moved).cost)
    assert legal == example.then["legal"]
    assert cost == example.then["cost"]
