"""The worked examples of set-up, initiative, rally and the end of a turn: each drives the real rule."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, Final, TypeAlias

from muster.rulesets.baroque.armies.build import leadership
from muster.rulesets.baroque.armies.files import Level
from muster.rulesets.baroque.events.course import ArmiesReckoned, Ended, InitiativeRerolled, InitiativeRolled
from muster.rulesets.baroque.events.rally import RallyTried
from muster.rulesets.baroque.queries.army import initiative_total
from muster.rulesets.baroque.queries.command import forced_rally_dice
from muster.rulesets.baroque.queries.discipline import target
from muster.rulesets.baroque.queries.laying import least_value, most_value, pieces_of
from muster.rulesets.baroque.queries.pieces import placed_value, templates
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.rules.exploration import explore
from muster.rulesets.baroque.rules.terrain import alter_terrain, place_terrain
from muster.rulesets.baroque.rules.turn_end import end_turn
from muster.rulesets.baroque.state import State
from tests.kit.examples import Example
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.initiative.rolling import rivals, roll, totals
from tests.rulesets.baroque.scenes import BattleScene, box

Json: TypeAlias = Any
LEVELS: Final[tuple[Level, ...]] = ("Incompetent", "Poor", "Reliable", "Expert", "Charismatic")


# ------------------------------------------------------------------------------------------------ initiative
def _dice(*rolls: Sequence[int]) -> list[int]:
    return [die for dice in rolls for die in dice]


def _nobody_rolls_again(table: Table[State], *, dice: Sequence[int] = ()) -> None:
    """Whoever is offered a re-roll, or to let the enemy go first, declines; these dice follow."""
    table.dice.add(*dice)
    while not table.over:
        request = table.match.requests[0]
        table.answer(request.seat, PASS if request.pass_label is not None else False)


def _final(table: Table[State], *rolls: Sequence[int]) -> list[int]:
    """The totals of blue and red as they are compared, with the levels after any change."""
    pairs = [(first, second) for first, second in rolls]
    return [
        initiative_total(table.state, command, dice).value
        for command, dice in zip(("blue/1", "red/1"), pairs, strict=True)
    ]


def doubles(example: Example) -> None:
    """b3: a double 6 promotes, a double 1 demotes and stops."""
    leaders, dice = example.given["leaders"], example.when["initiative_dice"]
    table = roll(rivals(leaders["first"], leaders["second"]), *_dice(dice["first"], dice["second"]))
    assert table.state.leaders["blue/1"].level == example.then["first"]
    assert table.state.leaders["red/1"].level == example.then["second"]
    assert example.then["second_command"] == "not activated this turn"
    assert table.state.commands["red/1"].done
    assert table.state.active == "blue/1"


def locked(example: Example) -> None:
    """b4: a Charismatic leader who rolled a double 6 is never lowered."""
    found: list[str] = []
    level, fixed = example.given["leader"], False
    for turn in (1, 4):
        scene = rivals(level)
        scene.leader("blue/1", (10, 14), level=level, fixed=fixed)
        scene.state.change_command("red/1", done=True)
        table = roll(scene, *example.when[f"initiative_dice_turn_{turn}"])
        _nobody_rolls_again(table)
        leader = table.state.leaders["blue/1"]
        level, fixed = leader.level, leader.fixed
        found.append(level)
    assert found == [example.then["level_after_turn_1"], example.then["level_after_turn_4"]]


def expert(example: Example) -> None:
    """b12: an Expert who is behind rolled both dice again."""
    when, then = example.when, example.then
    levels = [example.given[who]["leader"] for who in ("andrew", "richard")]
    table = roll(rivals(*levels), *_dice(when["andrew_roll"], when["richard_roll"]))
    first = then["totals_first"]
    assert totals(table) == [{"blue": first["andrew"], "red": first["richard"]}]
    table.dice.add(*when["andrew_rerolls_both"])
    table.answer("blue", "both")
    assert table.event(InitiativeRerolled).total.value == then["totals_final"]["andrew"]
    assert table.event(InitiativeRolled).totals["red"].value == then["totals_final"]["richard"]
    assert (then["active"], table.state.active) == ("andrew", "blue/1")
    assert then["richard_command"] == "still available"
    assert not table.state.commands["red/1"].done


def structures(example: Example) -> None:
    """c38: on equal totals the better command structure wins."""
    a, b = example.given["a"], example.given["b"]
    level: dict[int, Level] = {leadership(x): x for x in LEVELS}
    scene = rivals(level[int(a["bonus"])], level[int(b["bonus"])], structures=(a["SC"], b["SC"]))
    table = roll(scene, *_dice(example.when["a_roll"], example.when["b_roll"]))
    assert example.when["b_rerolls"] is False
    _nobody_rolls_again(table)
    assert list(totals(table)[0].values()) == example.then["totals"]
    assert (example.then["active"], table.state.active) == ("a", "blue/1")


def promoted(example: Example) -> None:
    """c42: the bonus of the new level counts at once."""
    given, when, then = example.given, example.when, example.then
    assert given["SC"] == "Average for both"
    table = roll(rivals(given["a"]["leader"], given["b"]["leader"]), *_dice(when["a_roll"], when["b_roll"]))
    assert when["b_rerolls"] is False
    _nobody_rolls_again(table)
    assert list(totals(table)[0].values()) == then["totals_before_level_change"]
    assert table.state.leaders["blue/1"].level == then["a_level"]
    assert _final(table, when["a_roll"], when["b_roll"]) == then["totals"]
    assert (then["active"], table.state.active) == ("a", "blue/1")
    assert (len(totals(table)) > 1) is then["roll_repeated"]


def repeated(example: Example) -> None:
    """c43: the change stands although the roll is tied by it, and happens once."""
    given, when, then = example.given, example.when, example.then
    assert given["SC"] == "Average for both"
    table = roll(rivals(given["a"]["leader"], given["b"]["leader"]), *_dice(when["a_roll"], when["b_roll"]))
    assert when["b_rerolls"] is False
    _nobody_rolls_again(table, dice=[6, 6, 1, 2])  # a second double 6
    assert _final(table, when["a_roll"], when["b_roll"]) == then["totals"]
    assert (len(totals(table)) > 1) is then["roll_repeated"]
    leader = table.state.leaders["blue/1"]
    assert leader.level == then["a_level_in_repeat"]
    assert leader.fixed is not then["a_may_change_level_again"]


# ------------------------------------------------------------------------------------------------ set-up
def _exploring(**dice: int) -> BattleScene:
    """Andrew is blue and Richard red; their last dice by seat."""
    scene = BattleScene()
    scene.state.phase, scene.state.turn, scene.state.active = "explore", 0, None
    for seat in ("blue", "red"):
        scene.put(seat, f"{seat}1", None, 0)
        scene.state.change_side(seat, exploration=1, die=dice.get(seat, 0))
    return scene


KINDS: Final = {
    "gentle_hill": ("gentle_hill", "3x2.5"),
    "difficult": ("wood", "3x2.5"),
    "river": ("river", "straight-1"),
}
SHORT: Final = {"hill": "gentle_hill", "forest": "wood", "river": "river"}


def first_player(example: Example) -> None:
    """b8: a challenge that fails, and what the First Player may place."""
    then = example.then
    free = example.given["free_ed"]
    scene = _exploring()
    scene.state.change_side("blue", exploration=2)
    table = scene.run(explore, dice=[free["Andrew"], free["Richard"]])
    scene = _exploring(blue=free["Andrew"], red=free["Richard"])
    scene.state.first = table.state.first
    challenged = scene.run(explore, dice=[example.when["andrew_spends_ed"]])
    challenged.answer("blue", True)
    state = challenged.state
    names = {"blue": "Andrew", "red": "Richard"}
    assert names[state.first] == then["first_player"]
    assert names[state.other(state.first)] == then["second_player"]
    assert state.settled
    assert state.sides["blue"].die == then["second_player_options"]
    assert [least_value(state), most_value()] == then["richard_value_allowed"]
    scene.state.phase = "terrain"
    for name in example.when["richard_places"]:
        kind, key = KINDS[name]
        placing = scene.run(place_terrain)
        placing.answer("red", kind)
        placing.answer("red", (key, {}))
        scene.state.terrain.update(placing.state.terrain)
    assert placed_value(scene.state) == then["richard_value_placed"]


def challenger(example: Example) -> None:
    """b10: the new die replaces the old one, even a lower one."""
    scene = _exploring(blue=example.given["challenger_previous_die"], red=example.given["opponent_die"])
    scene.state.first = "red"
    table = scene.run(explore, dice=[example.when["challenger_new_die"]])
    table.answer("blue", True)
    assert table.state.sides["blue"].die == example.then["challenger_final_die"]
    assert table.state.settled is example.then["roles_final"]
    assert table.state.first == "red"


def changes(example: Example) -> None:
    """b9: what the Second Player may do with so many options."""
    scene = _exploring(blue=1, red=example.given["second_player_options"])
    scene.state.phase, scene.state.first = "alter", "blue"
    for n, name in enumerate(example.given["placed"]):
        kind, key = KINDS[name]
        shape = next(t for t in templates(scene.state.setup.size, kind) if t.key == key)
        (piece,) = pieces_of(scene.state, shape, (2400 + 3600 * n, 4500, 0))
        scene.state.terrain[piece.id] = piece
    assert not example.when
    for words in example.then["legal"]:
        assert _can(scene, words), words
    for words in example.then["illegal"]:
        assert not _can(scene, words), words


def _can(scene: BattleScene, words: str) -> bool:
    """Whether all of what the example's words say can be done one after the other."""
    if words == "nothing":
        return scene.run(alter_terrain).asked("red").pass_label is not None
    deeds, _, names = words.rpartition(" or ")[2].partition(" ")
    ways = [deeds, *([words.partition(" ")[0]] if " or " in words else [])]
    return all(_one_after_the_other(scene, way, names.split(" and ")) for way in ways)


def _one_after_the_other(scene: BattleScene, deed: str, names: list[str]) -> bool:
    going = BattleScene()
    going.state = deepcopy(scene.state)
    for name in names:
        table = going.run(alter_terrain)
        key = next((k for k in _offers(table) if k.startswith(f"{deed}:{SHORT[name]}")), None)
        if key is None:
            return False
        table.answer("red", (key, {}) if deed == "move" else key)
        going.state = table.state
    return True


def _offers(table: Table[State]) -> list[str]:
    return [] if table.over else table.offers("red")


def crossing(example: Example) -> None:
    """b11: an odd die is a ford, an even one a bridge."""
    assert example.given["road_crosses_river"]
    placed: list[str] = []
    for die in example.when["d6"]:
        scene = _exploring(blue=1, red=0)
        scene.state.phase, scene.state.first = "alter", "blue"
        scene.terrain("river", box(9, 0, 1, 15))
        scene.terrain("road", box(0, 7, 20, 1))
        table = scene.run(alter_terrain, dice=[die])
        placed += [t.kind for t in table.state.terrain.values() if t.kind in ("ford", "bridge")]
    assert placed == example.then["placed"]


# ------------------------------------------------------------------------------------------------ rally, the end
def forced_rally(example: Example) -> None:
    """b13: a failed rally, and the leader's dice; with a bonus of 2 he is a Reliable one (R64)."""
    given, when, then = example.given, example.when, example.then
    kind, name = given["unit"].split()
    scene = BattleScene()
    level: Level = next(x for x in LEVELS if leadership(x) == given["leader_bonus"])
    unit = scene.blue(name, (5, 9), type=kind, discipline=given["D"], disordered=given["disordered"])
    assert given["in_command_range"]
    scene.leader("blue/1", (5, 11), level=level)
    assert target(scene.state.card(unit)) == then["target"]
    table = scene.run(lambda game: activate_unit(game, unit), dice=[when["rally_die"]])
    table.answer("blue", "rally")
    assert ("failed" if not table.event(RallyTried).rallied else "passed") == then["rally"]
    assert forced_rally_dice(table.state, unit) == then["forced_dice"]
    table.dice.add(*when["forced_rally_dice"])
    table.answer("blue", "rally:forced")
    assert table.state.units[unit].disordered is then["disordered"]
    assert (not table.over) is then["further_actions"]


def deductions(example: Example) -> None:
    """c36: what is left of an army."""
    when, then = example.when, example.then
    gone, tired = list(when["eliminated_vd"]), list(when["exhausted_vd"])
    scene = BattleScene()
    scene.red("raider", (10, 12))
    scene.terrain("village", box(8, 10.5, 4, 3))
    assert when["villages"] == 1
    for n, vd in enumerate(gone):
        scene.blue(f"gone{n}", None, vd=vd)
        scene.state.change(f"gone{n}", gone="routed")
    for n, vd in enumerate(tired):
        scene.blue(f"tired{n}", (3 + 3 * n, 9), vd=vd, lost=4)
    scene.blue("rest", (16, 9), vd=example.given["vdt"] - sum(gone) - sum(tired))
    scene.baggage("blue", (16, 14))
    if when["baggage_lost"]:
        scene.state.change("blue/baggage", pose=None, gone="routed")
    scene.state.phase, scene.state.active = "end", None
    table = scene.run(end_turn)
    left = table.event(ArmiesReckoned).totals["blue"]
    assert left.parts[0].value == example.given["vdt"]
    assert sum(-p.value for p in left.parts[1:]) == then["deductions"]
    assert left.value == then["remaining"]
    assert bool(table.events(Ended)) is then["routed"]


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "baroque.ex.b3": doubles,
    "baroque.ex.b4": locked,
    "baroque.ex.b8": first_player,
    "baroque.ex.b9": changes,
    "baroque.ex.b10": challenger,
    "baroque.ex.b11": crossing,
    "baroque.ex.b12": expert,
    "baroque.ex.b13": forced_rally,
    "baroque.ex.c36": deductions,
    "baroque.ex.c38": structures,
    "baroque.ex.c42": promoted,
    "baroque.ex.c43": repeated,
}
"""Each example of these chapters by its id."""
