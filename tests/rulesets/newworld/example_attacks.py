"""The worked examples of attacks: each is played through the whole flow, and the logged event compared."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from muster.rulesets.newworld.attack_events import AttackRolled, Strayed
from muster.rulesets.newworld.cards import Weapon
from muster.rulesets.newworld.state import State
from tests.kit.examples import Example
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene, parts

Json: TypeAlias = Any

ATTRIBUTES: Final = ("damage.3", "damage.4", "damage.5", "damage.6")
BACK: Final = 6
"""The column of a target in melee; shots are fired from column 1."""
RUN: Final = 2
"""Squares that a target runs which did."""


def slugs(names: Sequence[str]) -> list[str]:
    """Talents as the tables call them."""
    return [n.lower().replace(" ", "-") for n in names]


def weapon_of(scene: FightScene, row: Json, *, lacks: str) -> Weapon:
    """The weapon of an example, forged from the row of the table that is most like it."""
    ranged = row["type"] == "ranged"
    if row.get("unarmed"):
        like = "fist"
        assert row["brawling"]
        assert row["name"] == "fist"
    elif row.get("brawling"):
        like = "improvised"
    elif row.get("lance"):
        like = "lance"
    elif row.get("firearm"):
        like = "pistol" if row.get("pistol") else "musket"
    else:
        like = "longbow" if ranged else "sabre"
    table = scene.state.setup.weapons[like]
    return scene.forge(
        "fist" if like == "fist" else row["name"].replace(" ", "-"),
        like,
        damage=row["damage"],
        adds=row["adds"],
        piercing=bool(row.get("piercing", False)),
        range=row["band"] if ranged else "melee",
        advanced=lacks == "advanced" or (table.advanced and lacks != "basic"),
    )


def figure_of(row: Json) -> dict[str, Json]:
    """The numbers that an example gives a figure, as a card's."""
    names = {
        "melee_skill": "melee",
        "ranged_skill": "ranged",
        "might": "might",
        "agility": "agility",
        "fatigue": "fatigue",
        "melee_defence": "melee_defence",
        "ranged_defence": "ranged_defence",
        "endurance": "endurance",
        "talent_defence": "talent_defence",
    }
    found = {name: row[key] for key, name in names.items() if key in row}
    found.setdefault("agility", 3)
    if "armour" in row:
        found["armour"] = {k: row["armour"][k] for k in row["armour"]}
    if "talents" in row:
        found["talents"] = slugs(row["talents"])
    return found


def target_states(row: Json) -> dict[str, Json]:
    """States of the target, and its shield."""
    states = list(row.get("states", []))
    found: dict[str, Json] = {"prone": "prone" in states}
    found["stances"] = tuple(s for s in states if s != "prone")
    if row.get("shield"):
        found["hands"] = ["shield"]
    return found


def attack(example: Example) -> None:
    """Play one attack and compare everything that the example says of it."""
    given, when = example.given, example.when
    situation = given.get("situation", {})
    ranged = given["weapon"]["type"] == "ranged"
    distance = situation.get("distance", 1)
    scene = _table(given, when, distance, ranged=ranged)
    weapon = weapon_of(scene, given["weapon"], lacks=given["attacker"].get("lacks", ""))
    ann = _place_attacker(scene, given, when, weapon, situation)
    interrupted = when.get("delayed_by_the_target")
    there = target_states(given["target"])
    states = there["stances"]
    if interrupted:
        assert states == ("parrying_stance",)
    if interrupted or "ran" in states:  # these are not given, but done
        there["stances"] = ()
    name = _name(given["target"], "bob")
    column = 1 + distance if ranged else BACK
    behind = RUN if "ran" in states else 0
    bob = scene.red(name, (column + behind, 4), **figure_of(given["target"]), **there)
    if there.get("hands"):
        shield = scene.state.setup.weapons["shield"]
        assert shield.shield == given["target"]["shield"]
    if interrupted:
        scene.delay(bob)
    _surround(scene, given, situation, column)
    dice = [*when["attack_dice"], when["location_die"]]
    table = PLAYS[when["action"]](scene, ann, bob, weapon, dice, ran="ran" in states)
    if interrupted:
        table.answer("red", interrupted)
    _compare(example, table, ann, bob)


def _name(row: Json, default: str) -> str:
    name = row.get("name", default)
    return name if " " not in name else default


def _table(given: Json, when: Json, distance: int, *, ranged: bool) -> FightScene:
    cover = given["target"].get("cover", "")
    kind = {"light": "low-wall", "heavy": "parapet"}.get(cover, "")
    column = 1 + distance if ranged else BACK
    edges = [{"at": [column, 4], "side": "w", "kind": kind}] if kind else []
    width = max(12, column + 4)
    rows = ["." * width] * 9
    situation = given.get("situation", {})
    if situation.get("height") and not situation.get("mounted"):
        rows[4] = "." * (BACK - 1) + "1" + "." * (width - BACK)
    return FightScene(*rows, edges=edges)


def _place_attacker(scene: FightScene, given: Json, when: Json, weapon: Weapon, situation: Json) -> str:
    row = given["attacker"]
    numbers = figure_of(row)
    lacks = row.get("lacks")
    numbers["ranks"] = {} if lacks else {weapon.group: row["rank"]}
    assert lacks in (None, "basic", "advanced")
    if not weapon.unarmed:
        numbers["hands"] = [weapon.key]
    if situation.get("aim") or situation.get("aim_pending"):
        numbers["aim"] = "next_turn"
    column = 1 if weapon.is_ranged or when["action"] == "charge" else BACK - 1
    mounted = bool(situation.get("mounted"))
    ann = scene.blue(_name(row, "ann"), (column - mounted, 4), mounted=mounted, **numbers)
    if situation.get("magic"):
        scene.state.magic = {ann: scene.state.round}
    return ann


def _surround(scene: FightScene, given: Json, situation: Json, column: int) -> None:
    """Everybody else that the situation speaks of."""
    if situation.get("foe_in_reach"):
        scene.red("foe", (1, 5))
    if situation.get("into_melee") and "ally" in given:
        scene.blue(_name(given["ally"], "ally"), (column + 1, 4), **figure_of(given["ally"]))
    elif situation.get("into_melee"):
        scene.blue("ally", (column + 1, 4))
    places = [(column + 1, 4), (column + 1, 3), (column, 3), (column, 5)]
    for number in range(situation.get("attackers_counting", 1) - 1):
        scene.blue(f"helper{number}", places[number])


def _standard(
    scene: FightScene, ann: str, bob: str, weapon: Weapon, dice: list[int], *, ran: bool
) -> Table[State]:
    """Attack in the own turn, a target that ran after it has."""
    if ran:
        table = scene.turn(bob, ann, dice=dice)
        x, y = scene.state.figures[bob].at or (0, 0)
        table.answer("red", ("run", [(x - n, y) for n in range(1, RUN + 1)]))
    else:
        table = scene.turn(ann, dice=dice)
    if table.match.requests[0].seat == "red":  # a window that is not the one of the example
        table.answer("red", PASS)
    verb = "shoot" if weapon.is_ranged else "attack"
    table.answer("blue", f"{verb}:{bob}:{_arm(ann, weapon)}")
    return table


def _charge(
    scene: FightScene, ann: str, bob: str, weapon: Weapon, dice: list[int], *, ran: bool
) -> Table[State]:
    """Run at the target in a straight line and strike."""
    assert not ran
    table = scene.turn(ann, dice=dice)
    start = scene.state.figures[ann].at
    assert start is not None
    last = BACK - scene.state.side(ann)
    path = [(x, 4) for x in range(start[0] + 1, last + 1)]
    assert len(path) >= 4
    table.answer("blue", (f"charge:{bob}:{_arm(ann, weapon)}", path))
    return table


def _free(
    scene: FightScene, ann: str, bob: str, weapon: Weapon, dice: list[int], *, ran: bool
) -> Table[State]:
    """The target leaves the attacker's reach in its own turn."""
    assert not ran
    table = scene.turn(bob, dice=dice)
    table.answer("red", ("move", (BACK + 1, 4)))
    table.answer("blue", f"{bob}:{_arm(ann, weapon)}")
    return table


PLAYS: Final = {
    "standard_attack": _standard,
    "charge": _charge,
    "free_attack": _free,
}


def _arm(ann: str, weapon: Weapon) -> str:
    return "fist" if weapon.unarmed else f"{ann}/{weapon.key}/0"


def _compare(example: Example, table: Table[State], ann: str, bob: str) -> None:
    then, situation = example.then, example.given.get("situation", {})
    rolled = table.event(AttackRolled)
    assert rolled.ranged is (example.given["weapon"]["type"] == "ranged")
    assert rolled.free is (example.when["action"] == "free_attack")
    assert (rolled.attack.value, rolled.defence.value, rolled.hit) == (
        then["total"],
        then["defence"],
        then["hit"],
    )
    if rolled.hit:
        _compare_hit(then, rolled)
        assert table.state.figures[bob].wounds == 20 - then["wounds_lost"]
    else:
        assert -rolled.margin == then["missed_by"]
        assert table.state.figures[bob].wounds == 20
    assert rolled.misfire is then.get("misfire", False)
    if "weapon_state" in then:
        item = table.state.items[rolled.item or ""]
        assert ("jammed" if item.jammed else "loaded" if item.loaded else "empty") == then["weapon_state"]
    if then.get("stray", False):
        _compare_stray(then, table)
    else:
        assert table.events(Strayed) == []
    if "aim_pending_after" in then:
        assert situation["own_turn"] is False
        assert bool(table.state.figures[ann].aim) is then["aim_pending_after"]


def _compare_hit(then: Json, rolled: AttackRolled) -> None:
    assert rolled.damage is not None
    assert rolled.reduction is not None
    assert (rolled.margin, rolled.critical, rolled.location) == (
        then["margin"],
        then["critical"],
        then["location"],
    )
    assert (rolled.damage.value, rolled.reduction.value, rolled.wounds) == (
        then["damage"],
        then["reduction"],
        then["wounds_lost"],
    )
    lines = parts(rolled.damage)
    if "attribute_bonus" in then:
        assert sum(v for rule, v in lines if rule in ATTRIBUTES) == then["attribute_bonus"]
    if "doubled_weapon_damage" in then:
        own = [v for rule, v in lines if rule in ("damage.1", "damage.8")]
        assert len(own) == 2
        assert sum(own) == then["doubled_weapon_damage"]


def _compare_stray(then: Json, table: Table[State]) -> None:
    strayed = table.event(Strayed)
    assert strayed.ally == "ally"
    assert strayed.critical is then["stray_critical"]
    assert strayed.damage.value == then["stray_damage_sum"]
    assert strayed.wounds == then["stray_wounds_lost"]
    assert table.state.figures["ally"].wounds == 20 - then["stray_wounds_lost"]
