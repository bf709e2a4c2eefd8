"""The worked examples of tables: bonuses, opposed rolls, order, range, penalties, reloading."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from muster.rulesets.newworld.attack_events import AttackRolled, ContestRolled
from muster.rulesets.newworld.events import OrderFixed, SurpriseRolled
from muster.rulesets.newworld.queries import standing
from muster.rulesets.newworld.queries.damage import attribute_part
from muster.rulesets.newworld.queries.shooting import range_modifier
from muster.rulesets.newworld.rules.initiative import roll_initiative
from muster.rulesets.newworld.state import State
from tests.kit.examples import Example
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.example_attacks import slugs
from tests.rulesets.newworld.scenes import FightScene, parts

Json: TypeAlias = Any

AROUND: Final = ((2, 2), (3, 2), (4, 2), (2, 3), (4, 3), (2, 4), (3, 4), (4, 4))
"""The eight squares round (3, 3)."""


def agility(example: Example) -> None:
    """Agility adds no more than the weapon's own Damage, critical or not."""
    scene = FightScene()
    scene.blue("ann", (1, 1), agility=example.given["agility"], might=0)
    card, weapons = scene.state.card("ann"), scene.state.setup.weapons
    found: dict[bool, dict[str, int]] = {}
    for critical in example.when["critical"]:
        found[critical] = {}
        for name in example.given["weapons"]:
            assert weapons[name].damage == example.given["weapons"][name]
            bonus = attribute_part(card, weapons[name], critical=critical)
            found[critical][name] = bonus.value if bonus else 0
    assert (found[False] == found[True]) is example.then["unchanged_by_critical"]
    assert found[False] == {name: example.then[name] for name in example.given["weapons"]}


def outnumbering(example: Example) -> None:
    """The bonus of each of so many attackers round one target."""
    bonuses: list[int] = []
    for count in example.given["foes_counting_in_melee_range"]:
        scene = FightScene()
        scene.red("bob", (3, 3))
        for number in range(count):
            scene.blue(f"b{number}", AROUND[number])
        each = {_value(scene.state, f"b{number}") for number in range(count)}
        assert len(each) == 1
        bonuses.append(each.pop())
    assert bonuses == example.then["bonus_each"]


def _value(state: State, attacker: str) -> int:
    bonus = standing.outnumbering(state, attacker, "bob")
    return bonus.value if bonus else 0


# ------------------------------------------------------------------------------------------------ opposed rolls
def _fighter(row: Json, **more: Json) -> dict[str, Json]:
    found: dict[str, Json] = {"melee": row["melee_skill"], "ranks": {}, **more}
    if "lacks" in row:
        assert row["lacks"] == "basic"
    else:
        found["ranks"] = {"brawling": row["rank"], "basic": row["rank"]}
    for key in ("might", "endurance"):
        if key in row:
            found[key] = row[key]
    if "armour" in row:
        found["armour"] = {k: row["armour"][k] for k in row["armour"]}
    if "talents" in row:
        found["talents"] = slugs(row["talents"])
    return found


def contest(example: Example) -> None:
    """A grapple roll or a Disarm of the active figure against the passive one."""
    active, passive, kind = example.given["active"], example.given["passive"], example.when["action"]
    scene = FightScene()
    hands: tuple[str, ...] = ()
    if kind == "disarm":
        hands = ("sabre",) if active["free_hand"] else ("sabre", "knife")
    scene.blue("ann", (3, 3), **_fighter(active, hands=hands))
    scene.red("bob", (4, 3), **_fighter(passive, hands=("sabre",) if kind == "disarm" else ()))
    if kind == "squeeze":
        scene.grapple("ann", "bob")
    elif kind == "break_free":
        scene.grapple("bob", "ann")
    table = scene.turn("ann", dice=[*example.when["active_dice"], *example.when["passive_dice"]])
    key = {
        "seize": "seize:bob",
        "squeeze": "squeeze:bob",
        "break_free": "break:bob",
        "disarm": "disarm:bob:bob/sabre/0:ann/sabre/0",
    }[kind]
    table.answer("blue", key)
    rolled = table.event(ContestRolled)
    assert rolled.active.value == example.then["active_total"]
    assert rolled.passive.value == example.then["passive_total"]
    assert rolled.active.value - rolled.passive.value == example.then["difference"]
    assert _result(table, kind) == example.then["result"]
    if "wounds_lost" in example.then:
        assert table.state.figures["bob"].wounds == 20 - example.then["wounds_lost"]


def _result(table: Table[State], kind: str) -> str:
    ann, bob = table.state.figures["ann"], table.state.figures["bob"]
    if kind == "seize":
        return "seized" if bob.held_by else "nothing"
    if kind == "squeeze":
        return "squeezed" if bob.wounds < 20 else "nothing"
    if kind == "break_free":
        return "still_grappled" if ann.held_by else "free"
    if table.match.requests[0].rule == "newworld.disarm.5":
        table.dice.add(3)
        table.answer("blue", "e")
    item = table.state.items["bob/sabre/0"]
    if item.where != "ground":
        return {"ann": "taken", "bob": "nothing"}[str(item.holder)]
    return "dropped" if item.at == bob.at else "flung"


# ------------------------------------------------------------------------------------------------ order
def _combatant(row: Json) -> dict[str, Json]:
    quick = bool(row.get("combat_reflexes", False))
    talents = (["combat-reflexes"] if quick else []) + (
        ["master-woods-runner"] if row.get("master_woods_runner", False) else []
    )
    number = row["agility"] if "agility" in row else row["initiative"] - quick
    return {"agility": number, "wits": row["wits"], "pc": row.get("pc", False), "talents": talents}


def initiative_order(example: Example) -> None:
    """The order of the fight, ties broken, the rest at once."""
    scene = FightScene()
    for column, row in enumerate(example.given["combatants"]):
        scene.blue(row["name"], (column, 1), **_combatant(row))
    scene.red("foe", (9, 8), agility=0)
    scene.state.phase = "initiative"
    table = scene.begin(dice=[[1, 0]])
    assert _named(table.event(OrderFixed).order)[:-1] == example.then["order"]
    turns: list[str] = []
    while table.match.requests[0].seat == "blue":
        turns.append(str(table.asked("blue").subject).upper())
        table.answer("blue", PASS)
    *alone, pair = example.then["order"]
    assert turns == [*alone, *reversed(pair)]  # one after another, in the order drawn


def _named(order: tuple[tuple[str, ...], ...]) -> list[Json]:
    names = [[f.upper() for f in group] for group in order]
    return [group if len(group) > 1 else group[0] for group in names]


def surprise_order(example: Example) -> None:
    """Surprise dice, the order of the first round and that of the second."""
    scene = FightScene(surprised="blue")
    dice: list[int] = []
    for column, row in enumerate(example.given["combatants"]):
        seat = "red" if row.get("ambusher", False) else "blue"
        scene.put(seat, row["name"], (column, 1), **_combatant(row))
        if "d6" in row:
            dice.append(row["d6"])
    scene.state.phase = "initiative"
    table = scene.run(roll_initiative, dice=dice)
    fixed = table.event(OrderFixed)
    rolled = {e.figure.upper(): e for e in table.events(SurpriseRolled)}
    normal = {f.upper(): n for f, n in fixed.numbers.items()}
    first, second = example.then["round_1"], example.then["round_2"]
    assert {f: rolled[f].number if f in rolled else n for f, n in normal.items()} == _plain(first["numbers"])
    assert _named(fixed.first_round) == first["order"]
    assert [f for f, e in rolled.items() if e.surprised] == first["surprised"]
    assert normal == _plain(second["numbers"])
    assert _named(fixed.order) == second["order"]


def _plain(row: Json) -> dict[str, Json]:
    return {k: row[k] for k in row}


# ------------------------------------------------------------------------------------------------ shooting
def range_table(example: Example) -> None:
    """The modifier at each distance, None where the shot is not allowed."""
    weapons = FightScene().state.setup.weapons
    for name in example.given["weapons"]:
        weapon = weapons["throwing-knife" if name == "thrown knife" else name]
        assert weapon.range == example.given["weapons"][name]
        for squares in example.then[name]:
            assert range_modifier(weapon, squares) == example.then[name][squares], (name, squares)


def reload_timeline(example: Example) -> None:
    """When a gun can shoot again after a shot and after a misfire."""
    dice = {"shot": [1, 2, 1], "misfire": [1, 1, 1]}
    for case in example.when["cases"]:
        rounds = dict(_busy_rounds(example, dice[case]))
        then = example.then[case]
        if "clear_round" in then:
            assert rounds["clear"] == [then["clear_round"]]
        assert rounds["reload"] == then["reload_rounds"]
        assert rounds["shoot"] == [then["earliest_next_shot"]]


def _busy_rounds(example: Example, dice: list[int]) -> Iterator[tuple[str, list[int]]]:
    """In which rounds the shooter cleared and reloaded, and the first in which it could shoot again."""
    weapon = example.given["weapon"]
    scene = FightScene()
    scene.blue("ann", (1, 1), hands=[weapon])
    scene.red("bob", (5, 1), ranged_defence=20)
    assert scene.state.setup.weapons[weapon].reload == example.given["reload_rounds"]
    table = scene.turn("ann", dice=dice, number=example.given["round"])
    item = f"ann/{weapon}/0"
    table.play(("blue", f"shoot:bob:{item}"), ("blue", PASS), ("red", PASS))
    found: dict[str, list[int]] = {"clear": [], "reload": [], "shoot": []}
    while not found["shoot"]:
        offered = [k for k in found if f"{k}:{item}" in table.offers("blue")]
        if f"shoot:bob:{item}" in table.offers("blue"):
            offered = ["shoot"]
        assert len(offered) == 1
        found[offered[0]].append(table.state.round)
        if offered != ["shoot"]:
            table.answer("blue", f"{offered[0]}:{item}")
            if table.match.requests[0].seat == "blue":
                table.answer("blue", PASS)
            table.answer("red", PASS)
    yield from found.items()


def swift_penalties(example: Example) -> None:
    """The penalties of both blows of a Swift Attack."""
    found: list[list[int]] = []
    for case in example.given["cases"]:
        scene = FightScene()
        talents = slugs(case.get("talents", []))
        hands = ["sabre", "knife"] if case["weapons"] == 2 else ["sabre"]
        scene.blue("ann", (3, 3), hands=hands, talents=talents)
        scene.red("bob", (4, 3), melee_defence=30)
        scene.red("cat", (4, 4), melee_defence=30)
        table = scene.turn("ann", dice=[1, 2, 3, 1, 2, 3])
        order = ["ann/sabre/0", "ann/knife/1"] if case["weapons"] == 2 else ["ann/sabre/0"] * 2
        if case.get("first", "main") == "off":
            order.reverse()
        table.answer("blue", f"swift:bob:{order[0]}")
        table.answer("blue", f"{'bob' if case['foes'] == 1 else 'cat'}:{order[1]}")
        found.append([_penalty(e) for e in table.events(AttackRolled)])
    assert found == example.then["penalties"]


def _penalty(rolled: AttackRolled) -> int:
    return sum(value for rule, value in parts(rolled.attack) if rule.startswith(("action.7", "two.")))
