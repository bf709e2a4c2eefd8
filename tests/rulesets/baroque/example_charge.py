"""The worked examples of charges, evasions and reactions: each drives the real rules and queries."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from muster.rulesets.baroque.events.contacts import Met
from muster.rulesets.baroque.events.fire import ShotFired
from muster.rulesets.baroque.events.tests import DisciplineTested
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.charging import charge_at, no_declaration, plan_impact, reaches
from muster.rulesets.baroque.queries.countering import no_countercharge
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.discipline import target as target_number
from muster.rulesets.baroque.queries.evading import no_evasion
from muster.rulesets.baroque.queries.reacting import charge_stretch
from muster.rulesets.baroque.queries.replies import replies
from muster.rulesets.baroque.queries.running import ahead
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.rules.charge import options
from muster.rulesets.baroque.rules.reactions import Reaction, interrupt
from muster.rulesets.baroque.state import State
from tests.kit.examples import Example
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.charge.places import charger, in_front, rule_of
from tests.rulesets.baroque.charge.runs import NO_HITS, charging, small, still
from tests.rulesets.baroque.scenes import BattleScene, place_of, through

Json: TypeAlias = Any


# ------------------------------------------------------------------------------------------------ answers
def _charge_on_dragoons(kind: str, gap: float, *, others: bool) -> tuple[BattleScene, Deed]:
    scene = BattleScene()
    unit = charger(scene, type=kind)
    in_front(scene, "dragoons", gap, type="DR", weapons=["musket"], impetus=0)
    if others:
        in_front(scene, "shooters", 2.2, aside=-2.2, type="T", weapons=["musket"])
        scene.red("guard", (13, 9.4), 270, type="TR", impetus=3)
    most = reaches(scene.state, unit)[1]
    return scene, Deed("charge", unit, ahead(body(scene.state, unit), most), "dragoons")


WORDS: Final = {
    "evade:dragoons": "DR evade",
    "fire:dragoons": "DR opportunity fire",
    "fire:shooters": "one other unit opportunity fire",
    "ocharge:guard": "one other unit opportunity charge",
}


def one_reaction(example: Example) -> None:
    """b14: who may answer a charge on dragoons, and what goes together."""
    assert (example.given["actor"], example.given["declares"]) == ("Cuirassiers", "charge on DR")
    assert not example.when
    scene, deed = _charge_on_dragoons("TR", 1.5, others=True)
    offered = [o.key for o in replies(scene.state, deed)]
    assert sorted(WORDS[key] for key in offered) == sorted(example.then["options"])
    asked = charging(scene, deed.unit, "dragoons")
    evade, fire = {"key": "evade:dragoons"}, {"key": "fire:dragoons", "with": {"value": 300}}
    other = {"key": "fire:shooters", "with": {"value": 300}}
    assert example.then["illegal"] == "DR reacts and evades"
    assert asked.refused("red", {"picks": [evade, fire]}).code == "react_or_evade"
    assert asked.refused("red", {"picks": [other, fire]}).code == "one_reaction"
    assert example.then["combination"] == "another unit reacts and DR evades is legal"
    asked.asked("red").read({"picks": [evade, other]})


def dragoons(example: Example) -> None:
    """b24: dragoons charged by foot may fire or evade, and not both."""
    assert example.given["declares"] == "charge on DR"
    scene, deed = _charge_on_dragoons(example.given["actor"], example.given["distance"], others=False)
    assert not example.when
    assert [WORDS[o.key] for o in replies(scene.state, deed)] == sorted(example.then["legal"])
    asked = charging(scene, deed.unit, "dragoons")
    both = [{"key": "evade:dragoons"}, {"key": "fire:dragoons", "with": {"value": 300}}]
    assert asked.refused("red", {"picks": both}).code == "react_or_evade"


def late_test(example: Example) -> None:
    """b18: a tercio that a shot has Disordered tests for its opportunity charge after it."""
    passes: list[bool] = []
    for die in example.when["opportunity_charge_die"]:
        scene = BattleScene()
        unit = charger(scene, type="P&M", vbu=1)
        numbers: dict[str, Json] = {
            "type": example.given["unit"],
            "discipline": example.given["D"],
            "vbu": 1,
            "impetus": 1,
        }
        tercio = in_front(
            scene,
            "tercio",
            1,
            depth=800,
            disordered=example.given["disordered_by_shot"],
            **numbers,
        )
        deed, dice = Deed("shot", unit, target=tercio), [die, *([1] * 2 if die == 6 else [])]
        reaction = Reaction(tercio, "opportunity")
        table = scene.run(partial(interrupt, deed=deed, reaction=reaction), dice=dice)
        tested = table.event(DisciplineTested)
        passes.append(tested.passed)
        assert target_number(scene.state.card(tercio)) - tested.modifiers.value == example.then["needed"]
    assert passes == example.then["passes"]


# ------------------------------------------------------------------------------------------------ countercharges
def half_way(example: Example) -> None:
    """b19: charger and countercharger meet in the middle."""
    assert example.when["countercharge"] == "passed"
    scene = BattleScene()
    unit = charger(scene, **small(type=example.given["charger"]))
    foe = in_front(scene, "foe", example.given["gap"], **small(type=example.given["countercharger"]))
    table = charging(scene, unit, foe, 6, *NO_HITS, 1)
    table.answer("red", f"counter:{foe}")
    where = place_of(table, unit)
    assert where is not None
    assert 10 - where[1] == example.then["meeting_point_from_charger"]


def who_counters(example: Example) -> None:
    """b44: only those whom the charge would contact may countercharge."""
    counter, strike = example.then["countercharge"], example.then["opportunity_charge"]
    assert example.given["X"] == "charge path would contact A and B"
    scene = BattleScene()
    unit = charger(scene)
    path = ahead(body(scene.state, unit), 2400)
    pair = {
        "A": in_front(scene, "a", 1.5, aside=-1, type="TR", impetus=3),
        "B": in_front(scene, "b", 1.5, aside=1, type="TR", impetus=3),
    }
    found = {name: no_countercharge(scene.state, u, path) is None for name, u in pair.items()}
    assert example.given["Y"] == "charge path would contact D, not C"
    scene = BattleScene()
    unit = charger(scene)
    path = ahead(body(scene.state, unit), 2400)
    first = in_front(scene, "d", 1.2, aside=-1, type="TR", impetus=3)
    other = in_front(scene, "c", 2, aside=1.2, type="TR", impetus=3)
    found |= {
        name: no_countercharge(scene.state, u, path) is None for name, u in (("C", other), ("D", first))
    }
    assert found == {name: counter[name] for name in "ABCD"}
    assert (charge_stretch(scene.state, other, unit, path, 600) is not None) == strike["C"]


# ------------------------------------------------------------------------------------------------ evasions
def _two_dragoons(example: Example, a: int, b: int) -> tuple[Table[State], str]:
    scene = BattleScene()
    unit = charger(scene, **small(type=example.given["actor"], move=example.given["M"]))
    for name, aside in (("a", -0.7), ("b", 0.7)):
        in_front(scene, name, 1.2, aside=aside, **still(type="DR", frontage=600))
    assert example.when["potential_charge"]
    assert "potential:a" in [o.key for o in options(scene.state, unit)]
    fights = NO_HITS if b == 1 else ()
    table = charging(scene, unit, "a", a, b, *fights, potential=1200)
    table.answer("red", ["evade:a", "evade:b"])
    return table, unit


def potential_move(example: Example) -> None:
    """b22: both dragoons evade, so that the potential charge was a move."""
    assert example.given["targets"] == ["DR", "DR"]
    assert [example.when["evasion"][k] for k in "AB"] == ["pass", "pass"]
    table, unit = _two_dragoons(example, 6, 6)
    assert through(table)
    assert example.then["status"] == "normal move"
    acting = table.state.acting
    assert acting is not None
    assert (acting.did, acting.moves, table.state.contacts) == (("move",), 1, ())
    assert (no_declaration(table.state, unit) is None and not acting.over) == example.then[
        "further_movement_actions"
    ]


def potential_contact(example: Example) -> None:
    """b23: one fails its evasion, so that it is a charge."""
    assert [example.when["evasion"][k] for k in "AB"] == ["pass", "fail"]
    table, unit = _two_dragoons(example, 6, 1)
    [contact] = table.event(Met).contacts
    assert (contact.by, contact.on) == (unit, example.then["contact_with"].lower())
    assert contact.impetus == example.then["impetus"]


def real_after_potential(example: Example) -> None:
    """b26: a move after an evasion, then a real charge with its bonus; the next evasion is harder."""
    assert example.when["sequence"] == ["potential charge", "CL evades: passed", "real charge with bonus"]
    scene = BattleScene()
    unit = charger(scene, type=example.given["actor"], move=example.given["M"])
    croats = in_front(scene, "croats", 1.9, type=example.given["target"])
    table = charging(scene, unit, croats, 6, potential=1200)
    table.answer("red", f"evade:{croats}")
    acting = table.state.acting
    assert acting is not None
    moved = (acting.did, acting.over) == (("move",), False)
    calm = not table.state.units[unit].disordered
    assert example.then["after_first"] == "normal move, no Disorder"
    assert moved
    assert calm
    scene.state.change(unit, pose=table.state.pose(unit), moves=1)
    scene.state.change(croats, pose=table.state.pose(croats), evasions=1)
    scene.acting(unit, did=acting.did, moves=acting.moves, ways=acting.ways)
    second = charging(scene, unit, croats, 6, 3, 3)
    second.answer("red", f"evade:{croats}")
    extra = [p.value for p in second.event(DisciplineTested).modifiers.parts if "before" in p.label]
    assert extra == [example.then["second_evasion_extra_modifier"]]
    assert (second.asked("blue").rule == "baroque.5.4.1a") == example.then["charge_bonus_allowed"]
    second.answer("blue", True)
    assert through(second)


def evaded_after_all(example: Example) -> None:
    """b25: sipahis shoot and charge light horse, which has answered their fire and evades all the same (R8, R62)."""
    given = example.given
    shots, answered, charges, evaded = example.when["sequence"]
    assert (shots, answered) == ("SP shoots", "CL answers with opportunity fire, no hits")
    assert (charges, evaded) == ("SP declares a real charge", "CL evades: passed")
    scene = BattleScene()
    unit = charger(scene, type=given["actor"], weapons=["bow"], vbu=1)
    light = in_front(
        scene, "light", given["distance"], type=given["target"], weapons=["bow"], vbu=1, used=("volley",)
    )
    table = scene.run(lambda game: activate_unit(game, unit), dice=[6, 1, 1])
    table.answer("blue", f"shoot:{light}:front")
    both = {"picks": [{"key": f"evade:{light}"}, {"key": f"fire:{light}"}]}
    assert table.refused("red", both).code == "react_or_evade"
    table.answer("red", f"fire:{light}")
    fired = table.events(ShotFired)
    assert {(e.unit, e.hits) for e in fired} == {(unit, 0), (light, 0)}
    taken = [-p.value for e in fired if e.unit == unit for p in e.dice.parts if "6.1.3.2" in p.rule]
    assert sum(taken) == example.then["SP_movement_die_penalty"]
    table.dice.add(6)
    table.answer("blue", f"charge:{light}")
    assert (f"evade:{light}" in table.offers("red")) == example.then["CL_may_evade"]
    table.answer("red", f"evade:{light}")
    table.answer("blue", False)
    assert example.then["SP"] == "Disordered, activation ended"
    assert table.state.units[unit].disordered
    assert through(table)


def frontal_threat(example: Example) -> None:
    """b42: from whom a unit may evade, by where the threat comes from."""
    where = {"X": (13, 8.6, 320), "Y": (10, 9, 0), "Z": (13.5, 6.2, 270)}
    places = example.given["enemy"]
    words = {
        "X": "shooter outside corridor, charge path enters it",
        "Y": "inside corridor",
        "Z": "outside, path never enters",
    }
    assert not example.when
    charge, shot = example.then["may_evade_charge"], example.then["may_evade_shooting"]
    for key, (x, y, heading) in where.items():
        assert places[key] == words[key]
        scene = BattleScene()
        evader = scene.red("evader", (10, 6), 180, type="CL")
        by = scene.blue("by", (x, y), heading)
        path = ahead(body(scene.state, by), 1200)
        assert (no_evasion(scene.state, evader, by, path) is None) == charge[key], key
        assert (no_evasion(scene.state, evader, by, None) is None) == shot[key], key


# ------------------------------------------------------------------------------------------------ contact, bonus
KINDS: Final = {"frontal": "front", "side": "side", "flank": "flank", "rear": "flank"}


def impacts(example: Example) -> None:
    """b43: front, side, flank and rear."""
    stands = {"Y": (180, 0, 1), "X": (90, 0.2, 2), "Z": (90, 0.8, 2), "W": (0, 0, 1)}
    words = {
        "Y": "front edge",
        "X": "side, started partly ahead of the front line",
        "Z": "side, started entirely behind the front line",
        "W": "rear, started entirely behind the front line",
    }
    assert not example.when
    for key, (heading, aside, gap) in stands.items():
        assert example.given["contact"][key] == words[key]
        scene = BattleScene()
        unit = charger(scene)
        foot = in_front(scene, "foot", gap, heading=heading, aside=aside)
        plan = charge_at(scene.state, unit, foot)
        assert plan is not None
        assert plan_impact(scene.state, plan) == KINDS[example.then["type"][key]], key


def bonus(example: Example) -> None:
    """c27, c28: what a die adds to a charge, by column."""
    kind, move = example.given["charger"].split()
    scene = BattleScene()
    numbers = small(type=kind, move=int(move[0]), pace="slow")
    unit = charger(scene, **numbers)
    foe = in_front(scene, "foe", example.given["distance"], **still(type="P&M" if kind == "LTE" else "TR"))
    fights = NO_HITS if example.then["contact"] else ()
    table = charging(scene, unit, foe, example.when["bonus_die"], *fights)
    table.answer("blue", True)
    where = place_of(table, unit)
    assert where is not None
    assert round(10 - where[1], 2) == example.then["moved"]
    assert bool(table.state.contacts) == example.then["contact"]
    if "disordered" in example.then:
        assert table.state.units[unit].disordered == example.then["disordered"]


def dispersal(example: Example) -> None:
    """b39: skirmishers fire before they are swept aside; the foot that swept them does nothing more."""
    assert example.when["sequence"] == [
        "first action contacts S",
        "S does not evade",
        "S defensive fire: 1 hit, test passed",
    ]
    scene = BattleScene()
    unit = charger(scene, type="P&M", impetus=2, vbu=6, move=example.given["P_and_M"]["M"])
    screen = in_front(
        scene,
        "screen",
        example.given["S_distance"],
        type="S",
        depth=240,
        weapons=["musket"],
        used=("volley",),
    )
    in_front(scene, "janissaries", example.given["T_distance"], type="T")
    dice = [6, *([6] + [1] * 7), 1]
    table = charging(scene, unit, screen, *dice)
    table.answer("red", PASS)
    assert table.asked("red").rule == "baroque.6.6a"
    table.answer("red", True)
    table.answer("blue", 0)
    assert through(table)
    assert table.state.units[screen].gone == example.then["S"]
    assert table.state.units[unit].disordered == example.then["P_and_M_disordered"]
    acting = table.state.acting
    assert acting is not None
    again = no_declaration(table.state, unit)
    assert rule_of(again) == "2.5.3b"
    assert (not acting.over and again is None) == example.then["second_action"]


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "baroque.ex.b14": one_reaction,
    "baroque.ex.b18": late_test,
    "baroque.ex.b19": half_way,
    "baroque.ex.b22": potential_move,
    "baroque.ex.b23": potential_contact,
    "baroque.ex.b24": dragoons,
    "baroque.ex.b25": evaded_after_all,
    "baroque.ex.b26": real_after_potential,
    "baroque.ex.b39": dispersal,
    "baroque.ex.b42": frontal_threat,
    "baroque.ex.b43": impacts,
    "baroque.ex.b44": who_counters,
    "baroque.ex.c27": bonus,
    "baroque.ex.c28": bonus,
}
