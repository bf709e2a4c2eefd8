"""The worked examples of close combat, morale and what belongs to them."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from muster.rulesets.ad1666.deck import SUITS
from muster.rulesets.ad1666.events import FightDecided, ParryTried, StanceTaken, TrialDecided
from muster.rulesets.ad1666.people import Armour, Guard, Weapon
from muster.rulesets.ad1666.queries.combat import support_parts, supporters
from muster.rulesets.ad1666.queries.retreats import is_held, retreats
from muster.rulesets.ad1666.queries.trials import Trial, ability_part
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.combat import fight
from muster.rulesets.ad1666.rules.morale import check_morale
from muster.rulesets.ad1666.rules.trials import unopposed
from muster.rulesets.ad1666.state import State
from tests.kit.examples import Example
from tests.kit.table import PASS, Table
from tests.rulesets.ad1666.example_moves import card, check_trial, square
from tests.rulesets.ad1666.fighting import damage, lay, phase, sums
from tests.rulesets.ad1666.scenes import YardScene

Json: TypeAlias = Any
RULE_OF: Final[dict[str, str]] = {
    "superiority": "items.10",
    "quick_slash": "skill.quick-slash",
    "thrust": "skill.thrust",
    "frenzied": "skill.frenzied-attack",
    "clever_defense": "skill.clever-defense",
    "sweep": "skill.sweeping-attack.2",
    "surprise": "skill.inconspicuous.7",
}
"""What an example calls a modifier, by the rule that gives it; skill and support come from two rules each."""
TRAITS: Final[dict[str, str]] = {
    "Quick Slash": "quick-slash",
    "Thrust to the Heart": "thrust-to-the-heart",
    "Frenzied Attack": "frenzied-attack",
    "Berserker": "berserker",
    "Clever defense": "clever-defense",
    "Jostling": "jostling",
    "Sweeping Attack": "sweeping-attack",
}
SKILL: Final = "cutting"


# ------------------------------------------------------------------------------------------------ building
def blade(
    key: str, superiority: int, hits: Mapping[str, int] | None = None, *, piercing: bool = False
) -> Weapon:
    """A weapon as an example draws it: Superiority, and damage by suit (0 where it says nothing)."""
    given = {k.lower(): (hits or {})[k] for k in hits or {}}
    return Weapon(
        key,
        key.capitalize(),
        SKILL,
        {s: given.get(s, 0) for s in SUITS},
        superiority=superiority,
        armour_piercing=piercing,
    )


def modifiers(found: dict[str, int]) -> dict[str, int]:
    """The lines of a sum in the words of the examples."""
    words = {rule: word for word, rule in RULE_OF.items()}
    words.update({"stats.2": "skill", "stats.3": "skill", "combat.7": "support", "combat.8": "support"})
    told: dict[str, int] = {}
    for rule, value in found.items():
        if rule != "test.11":
            told[words[rule]] = told.get(words[rule], 0) + value
    return told


def check_side(found: dict[str, int], total: int, wanted: Json) -> None:
    """A side of a Combat Test: each modifier by its name, and the total."""
    mods = wanted["mods"]
    assert modifiers(found) == {k: mods[k] for k in mods}
    assert total == wanted["total"]


def check_test(table: Table[State], wanted: Json, active: str = "red") -> None:
    """The last Combat Test as an example tells it."""
    event = table.events(FightDecided)[-1]
    first, second = sums(table)
    other = "blue" if active == "red" else "red"
    check_side(first, event.totals[0].value, wanted[active])
    check_side(second, event.totals[1].value, wanted[other])
    seats = {event.active: active, event.passive: other}
    assert wanted["winner"] == ("tie" if event.winner is None else seats[event.winner])
    assert event.margin == wanted["margin"]


def check_damage(table: Table[State], wanted: Json) -> None:
    """What a blow does, part by part: the weapon's modifier is whatever stands beside margin, skills and armour."""
    location, value, _ = damage(table)
    event = table.events(FightDecided)[-1]
    assert event.damage is not None
    parts = {"margin": 0, "weapon": 0, "thrust": 0, "quick_slash": 0, "armour": 0}
    names = {"skill.thrust": "thrust", "skill.quick-slash": "quick_slash", "items.13": "armour"}
    for line in event.damage.parts:
        word = names.get(line.rule) or ("margin" if line.label.startswith("By how much") else "weapon")
        parts[word] += line.value
    assert (location, value) == (wanted["location"], wanted["wounds"])
    for word in parts:
        if word in wanted:
            assert parts[word] == wanted[word], word


def stacked(scene: YardScene, tests: Json, hands: bool = True) -> None:
    """The Original Cards of all tests on top of the decks, the reinforcing ones in the hands."""
    decks: dict[str, list[str]] = {"red": [], "blue": []}
    held: dict[str, list[str]] = {"red": [], "blue": []}
    for test in tests:
        if test["kind"] == "unopposed":
            seat = test["name"].split(" of ")[-1]
            decks[seat].append(card(test["card"]))
            held[seat] += [card(c) for c in test["reinforce"]]
            continue
        for seat in ("red", "blue"):
            decks[seat].append(card(test[seat]["card"]))
            held[seat] += [card(c) for c in test[seat]["reinforce"]]
    for seat in ("red", "blue"):
        scene.stack(seat, deck=list(dict.fromkeys(decks[seat])), hand=held[seat] if hands else [])


def fighting(scene: YardScene, active: str, passive: str) -> Table[State]:
    """The fight, with both first cards laid; who could also fight with the fist does not."""
    scene.state.phase = "combat"
    table = scene.run(lambda game: fight(game, active, passive))
    armed(table)
    lay(table)
    return table


def armed(table: Table[State]) -> None:
    """Whoever is asked fights with the weapon that the example gives it: an example's blades are often blunt."""
    while table.match.requests and table.match.requests[0].rule == "items.19":
        seat = table.match.requests[0].seat
        table.answer(seat, table.offers(seat)[0])


def reinforce_all(table: Table[State]) -> None:
    """Everybody plays what they hold, then passes."""
    while table.match.requests and table.match.requests[0].rule in ("combat.9", "test.2"):
        request = table.match.requests[0]
        offered = table.offers(request.seat)
        table.answer(request.seat, offered[0] if offered else PASS)


# ------------------------------------------------------------------------------------------------ support
def _placed(given: Json) -> YardScene:
    scene = YardScene()
    for seat, add in (("red", scene.red), ("blue", scene.blue)):
        for name in given[seat]:
            add(name, square(given[seat][name]))
    return scene


def support(example: Example) -> None:
    """Who supports whom, and by how much."""
    state = _placed(example.given).state
    told, values = [], []
    for one, other in example.when["fights"]:
        pair = {"red": (one, other), "blue": (other, one)}
        told.append({s: [w for w, _, _ in supporters(state, *pair[s])] for s in pair})
        values.append({s: sum(p.value for p in support_parts(state, *pair[s])) for s in pair})
    for found, wanted in zip(told, example.then["supporters"], strict=True):
        assert {s: set(found[s]) for s in found} == {s: set(wanted[s]) for s in wanted}
    for value, wanted in zip(values, example.then["support_values"], strict=True):
        assert value == {s: wanted[s] for s in wanted}


def straight_opposite(example: Example) -> None:
    """Support of each of three round one."""
    state = _placed(example.given).state
    wanted = example.then["support"]
    for name in example.when["attackers"]:
        assert sum(p.value for p in support_parts(state, name, "Portos")) == wanted[name]


def jostled(example: Example) -> None:
    """Strength is taken off the enemy's support."""
    given, then = example.given, example.then
    scene = YardScene()
    portos = given["blue"]["Portos"]
    (skill,) = portos["skills"]
    scene.blue(
        "Portos", square(portos["at"]), abilities={"strength": portos["strength"]}, traits=(TRAITS[skill],)
    )
    for name in given["red"]:
        scene.red(name, square(given["red"][name]))
    one, other = example.when["fight"]
    assert sum(value for _, value, _ in supporters(scene.state, one, other)) == then["raw_support_of_A"]
    assert sum(p.value for p in support_parts(scene.state, one, other)) == then["after_jostling"]
    assert sum(p.value for p in support_parts(scene.state, other, one)) == then["portos_support"]


# ------------------------------------------------------------------------------------------------ activations
def _sides(example: Example) -> YardScene:
    """Characters of an example about activations: unarmed, with a board round them."""
    scene = _placed(example.given)
    scene.state.phase, scene.state.initiative = "combat", example.given["init"]
    scene.state.first_actor = example.given.get("first_actor", "red")
    scene.state.up = scene.state.first_actor
    if "activated" in example.given:
        assert list(example.given["activated"]) == []
    return scene


def _names(table: Table[State]) -> list[str]:
    return [who for who, body in table.state.bodies.items() if body.activated]


def dragoon_stands_aside(example: Example) -> None:
    """Longinus beats Portos, whom the Dragoon still holds; then the Dragoon takes a defensive stance."""
    scene, then = _sides(example), example.then
    won, stance = example.when["sequence"]
    assert (won, stance) == (
        "Longinus attacks Portos and wins by 2",
        "Dragoon is activated: defensive stance",
    )
    scene.stack("red", deck=["heart-5"])
    scene.stack("blue", deck=["cup-5"])
    table = phase(scene)
    table.answer("red", "fight:Longinus:Portos")
    lay(table)
    # The Dragoon stands opposite and gives 2.
    assert table.events(FightDecided)[-1].margin == 2
    at = table.state.bodies["Portos"].at
    assert (at != square(example.given["blue"]["Portos"])) is then["portos_retreats"]
    assert set(_names(table)) == set(then["after_first"]["activated"])
    assert then["after_first"]["blue"] == "passes because Portos is activated"
    assert [r.seat for r in table.match.requests] == ["red"]
    table.answer("red", "stance:Dragoon")
    assert table.event(StanceTaken).who == "Dragoon"
    assert set(_names(table)) == set(then["after_second"]["activated"])
    assert table.over is then["after_second"]["phase_over"]


def held_loser(example: Example) -> None:
    """Portos attacks and loses, but Longinus, who is not activated, holds him."""
    scene = _sides(example)
    assert list(example.when["sequence"]) == ["Portos attacks Skrzetuski and loses by 1"]
    scene.stack("red", deck=["cup-4"])
    scene.stack("blue", deck=["heart-5"])
    table = phase(scene)
    table.answer("blue", "fight:Portos:Skrzetuski")
    lay(table)
    assert table.events(FightDecided)[-1].margin == 1
    moved = table.state.bodies["Portos"].at != square(example.given["blue"]["Portos"])
    assert moved is example.then["portos_retreats"]


def free_loser(example: Example) -> None:
    """Longinus attacks, loses and must fall back out of the zone."""
    scene = _sides(example)
    assert list(example.when["sequence"]) == ["Longinus attacks Portos and loses by 1"]
    scene.stack("red", deck=["cup-4"])
    scene.stack("blue", deck=["heart-5"])
    table = phase(scene)
    table.answer("red", "fight:Longinus:Portos")
    lay(table)
    assert is_held(table.state, "Longinus") is not example.then["longinus_retreats"]
    legal = retreats(table.state, "Longinus")
    assert [list(s) for s in legal if s is not None] == [list(s) for s in example.then["legal_spaces"]]
    assert set(table.offers("red")) == {f"{x},{y}" for x, y in example.then["legal_spaces"]}


def activated_defender(example: Example) -> None:
    """Once Longinus has fought Portos, Portos attacks nobody any more, and the Dragoon still may attack him."""
    scene = _sides(example)
    assert list(example.when["sequence"]) == ["Longinus fights Portos first"]
    scene.stack("red", deck=["heart-5"])
    scene.stack("blue", deck=["cup-5"])
    table = phase(scene)
    table.answer("red", "fight:Longinus:Portos")
    lay(table)
    asked = [r.seat for r in table.match.requests]
    assert ("blue" in asked) is example.then["portos_may_still_attack_dragoon"]
    assert ("fight:Dragoon:Portos" in table.offers("red")) is example.then["dragoon_may_still_attack_portos"]


# ------------------------------------------------------------------------------------------------ fights
def superiority(example: Example) -> None:
    """One for the longer weapon."""
    a, b = example.given["A"], example.given["B"]
    scene = YardScene()
    scene.forge({"long": blade("long", a["superiority"])}, {})
    assert b["weapon"] == "Unarmed"
    assert scene.weapons["unarmed"].superiority == b["superiority"]
    scene.red("A", (1, 1), weapons=("long",), skills={SKILL: 0})
    scene.blue("B", (2, 1), skills={"brawl": 0})
    assert example.when["question"] == "superiority modifiers"
    table = fighting(scene, "A", "B")
    found = [s.get("items.10", 0) for s in sums(table)]
    assert found == [example.then["A"], example.then["B"]]


def whole_fight(example: Example) -> None:
    """A saber against a club, reinforced on both sides, into a cuirass."""
    (sword, club), (test,) = (
        (example.given["red"]["Saber"], example.given["blue"]["Club"]),
        example.when["tests"],
    )
    scene = YardScene()
    scene.forge(
        {
            "saber": blade("saber", sword["superiority"], sword["damage"], piercing=sword["armour_piercing"]),
            "club": blade("club", club["superiority"]),
        },
        {"coat": Armour("coat", "Coat", {"body": Guard(*club["armour"]["body"])})},
    )
    scene.state.initiative = example.given["init"]
    for add, name, row, at, more in (
        (scene.red, "saber", sword, (1, 1), {}),
        (scene.blue, "club", club, (2, 1), {"armour": ("coat",)}),
    ):
        add(
            name,
            at,
            weapons=(name,),
            skills={SKILL: row["skill"]},
            wounds=row["wounds"],
            crippled=row["crippled_at"],
            death=row["death_at"],
            parries=row["fencing_unused"],
            **more,
        )
    assert (test["kind"], test["attacker"]) == ("opposed", "red")
    stacked(scene, [test])
    table = fighting(scene, "saber", "club")
    reinforce_all(table)
    check_test(table, example.then["tests"][0])
    check_damage(table, example.then["damage"])
    after = example.then["blue"]
    assert table.state.bodies["club"].wounds == after["wounds"]
    assert table.state.is_crippled("club") is after["crippled"]
    assert (table.asked("blue").rule == "combat.17") is after["must_retreat"]


def parries(example: Example) -> None:
    """A Parry that succeeds, a Riposte, a Parry that fails."""
    given, then = example.given, example.then
    tests = list(example.when["tests"])
    scene = YardScene()
    scene.forge({"saber": blade("saber", given["red"]["superiority"])}, {})
    assert given["red"]["superiority"] == given["blue"]["superiority"]
    scene.state.initiative = given["init"]
    for add, name, row, at in (
        (scene.red, "red", given["red"], (1, 1)),
        (scene.blue, "blue", given["blue"], (2, 1)),
    ):
        add(name, at, weapons=("saber",), skills={SKILL: row["skill"]}, parries=row["parry_unused"])
    stacked(scene, tests)
    assert list(scene.state.hands["blue"]) == [card(c) for c in given["blue"]["hand"]]
    assert [t["kind"] for t in tests] == ["opposed", "unopposed", "opposed", "unopposed"]
    assert (tests[0]["attacker"], tests[2]["attacker"], given["attacker"]) == ("red", "red", "red")
    assert tests[2]["name"] == "riposte"
    table = fighting(scene, "red", "blue")
    # Blue keeps its card for the Parry.
    while table.match.requests[0].rule == "combat.9":
        table.answer(table.match.requests[0].seat, PASS)
    first = table.state.contest
    assert first is not None
    wanted = then["tests"][0]
    for side in first.sides:
        check_side({p.rule: p.value for p in side.parts}, side.total, wanted[side.seat])
    assert (wanted["winner"], wanted["margin"]) == ("red", first.side("red").total - first.side("blue").total)
    table.answer("blue", True)
    reinforce_all(table)
    lay(table)
    table.answer("red", True)
    trials = table.events(TrialDecided)
    for trial, told, asked in zip(
        trials, (then["tests"][1], then["tests"][3]), (tests[1], tests[3]), strict=True
    ):
        check_trial(trial, told)
        assert trial.dl == asked["dl"]
    check_test(table, then["tests"][2])
    loser = table.events(FightDecided)[-1].loser
    assert loser == then["damage"]["loser"]
    check_damage(table, then["damage"])
    tokens = then["tokens"]
    assert {w: table.state.bodies[w].parries for w in ("red", "blue")} == {
        "red": tokens["red_unused"],
        "blue": tokens["blue_unused"],
    }
    assert len(table.events(ParryTried)) == 2


def tied(example: Example) -> None:
    """Equal totals: nobody is hurt, nobody parries, both fall back in order."""
    given, then = example.given, example.then
    board = given["board"]
    width, height = board["width"], board["height"]
    assert (board["edges"], given["others"]) == ("wall", "none")
    rim = [
        *(((x, 0), (x, -1)) for x in range(width)),
        *(((x, height - 1), (x, height)) for x in range(width)),
        *(((0, y), (-1, y)) for y in range(height)),
        *(((width - 1, y), (width, y)) for y in range(height)),
    ]
    scene = YardScene((width, height), walls=rim)
    scene.state.initiative = given["init"]
    scene.red("A", square(given["red"]["A"]), parries=1, skills={"brawl": 4})
    scene.blue("B", square(given["blue"]["B"]), parries=1, skills={"brawl": 4})
    assert example.when["combat"] == "A attacks B; both totals are 9"
    scene.stack("red", deck=["cup-5"])
    scene.stack("blue", deck=["heart-5"])
    table = fighting(scene, "A", "B")
    event = table.events(FightDecided)[-1]
    assert [t.value for t in event.totals] == [9, 9]
    assert sum(b.wounds for b in table.state.bodies.values()) == then["damage"]
    order = [table.match.requests[0].subject]
    assert any(r.rule == "combat.11" for r in table.match.requests) is then["parry_possible"]
    assert set(table.offers("blue")) == {f"{x},{y}" for x, y in then["b_legal"]}
    table.answer("blue", "3,1")
    order.append(table.match.requests[0].subject)
    assert order == list(then["retreat_order"])
    assert (table.asked("red").pass_label is None) is then["a_must_retreat"]
    assert set(table.offers("red")) == {f"{x},{y}" for x, y in then["a_legal_if_b_went_to_3_1"]}


def from_below(example: Example) -> None:
    """A head hit on the higher one is a leg hit, with modifier and armour of the legs."""
    given, when = example.given, example.when
    (step,) = given["elevated"]
    guard = given["B_armour"]
    scene = YardScene(raised=[square(step["high"])])
    scene.forge(
        {"saber": blade("saber", 0, given["A_weapon"]["damage"])},
        {"mail": Armour("mail", "Mail", {"head": Guard(*guard["head"]), "legs": Guard(*guard["legs"])})},
    )
    low, high = given["low_fighter"], given["high_fighter"]
    scene.red(low, square(step["low"]), weapons=("saber",), skills={SKILL: 0})
    scene.blue(high, square(step["high"]), skills={"brawl": 0}, armour=("mail",))
    top = card(when["original_card_of_A"])
    scene.stack("red", deck=[top])
    scene.stack("blue", deck=["cup-4"])
    table = fighting(scene, low, high)
    assert (when["winner"], when["margin"]) == (low, table.events(FightDecided)[-1].margin)
    check_damage(table, example.then["damage"])


def with_a_pistol_only(example: Example) -> None:
    """Whoever holds only a pistol fights Unarmed, here without the skill."""
    given, (test,) = example.given, example.when["tests"]
    fighter, opponent = given["fighter"], given["opponent"]
    assert list(fighter["equipped"]) == ["Pistol"]
    assert fighter["Brawl"] is None
    scene = YardScene()
    scene.forge({"saber": blade("saber", opponent["superiority"])}, {})
    scene.red(example.when["red"], (1, 1), weapons=("pistol",), skills={"pistols": 1})
    scene.blue("opponent", (2, 1), weapons=("saber",), skills={SKILL: opponent["skill"]})
    assert (test["kind"], test["attacker"]) == ("opposed", "red")
    stacked(scene, [test])
    table = fighting(scene, "fighter", "opponent")
    check_test(table, example.then["tests"][0])
    check_damage(table, example.then["damage"])
    assert (table.asked("blue").rule == "combat.17") is example.then["loser_must_retreat"]


def skilled(example: Example) -> None:
    """Three skills of an attacker in one blow."""
    given, (test,) = example.given, example.when["tests"]
    one, other = given["attacker"], given["defender"]
    assert (one["side"], other["side"], test["kind"], test["attacker"]) == ("red", "blue", "opposed", "red")
    scene = YardScene()
    scene.forge(
        {
            "saber": blade("saber", one["superiority"], {"Heart": one["weapon_heart"]}),
            "other": blade("other", other["superiority"]),
        },
        {},
    )
    traits = tuple(TRAITS[s] for s in one["skills"])
    scene.red("attacker", (1, 1), weapons=("saber",), skills={SKILL: one["skill"]}, traits=traits)
    scene.blue("defender", (2, 1), weapons=("other",), skills={SKILL: other["skill"]})
    stacked(scene, [test])
    table = fighting(scene, "attacker", "defender")
    check_test(table, example.then["tests"][0])
    check_damage(table, example.then["damage"])


def berserk(example: Example) -> None:
    """A Berserker who is attacked counts as the Attacker."""
    given, when, then = example.given, example.when, example.then
    (test,) = when["tests"]
    assert test["kind"] == "opposed"
    scene = YardScene()
    scene.forge({"saber": blade("saber", given["red"]["superiority"])}, {})
    assert given["red"]["superiority"] == given["blue"]["superiority"]
    for seat, add, at in (("red", scene.red, (1, 1)), ("blue", scene.blue, (2, 1))):
        row = given[seat]
        traits = tuple(TRAITS[s] for s in row["skills"])
        add(row["name"], at, weapons=("saber",), skills={SKILL: row["skill"]}, traits=traits)
    stacked(scene, [test])
    table = fighting(scene, given[when["active"]]["name"], given[when["attacks"]]["name"])
    assert then["counts_as_attacker"] == test["attacker"] == "red"
    check_test(table, then["tests"][0], active="blue")


def swept(example: Example) -> None:
    """A Sweeping Attack on three: the first dies, the second falls back, the third wins."""
    given, then, tests = example.given, example.then, list(example.when["tests"])
    scene = YardScene((6, 5))
    lead = given["red"]["Longinus"]
    scene.forge({"great": blade("great", lead["superiority"], lead["weapon"])}, {})
    scene.red(
        "Longinus",
        square(lead["at"]),
        weapons=("great",),
        skills={SKILL: lead["skill"]},
        traits=tuple(TRAITS[s] for s in lead["skills"]),
    )
    for name in given["blue"]:
        row = given["blue"][name]
        scene.forge({f"w{name}": blade(f"w{name}", row["superiority"])}, {})
        scene.blue(
            name,
            square(row["at"]),
            weapons=(f"w{name}",),
            skills={SKILL: row["skill"]},
            crippled=row["crippled_at"],
            death=row["death_at"],
            hero=False,
        )
    assert {t["kind"] for t in tests} == {"opposed"}
    assert {t["attacker"] for t in tests} == {"red"}
    stacked(scene, tests)
    table = fighting(scene, "Longinus", "Thug1")
    check_test(table, then["tests"][0])
    assert then["thug1"] == "dead after the first combat"
    assert table.state.bodies["Thug1"].fate == "killed"
    table.answer("red", "Thug2")
    armed(table)
    table.answer("blue", "deck")
    check_test(table, then["tests"][1])
    second = then["thug2"]
    assert table.state.is_crippled("Thug2") is second["crippled"]
    legal = retreats(table.state, "Thug2")
    off = [s for s in legal if s is not None]
    assert {tuple(s) for s in second["retreats_before_third_combat_to_one_of"]} == set(off)
    table.answer("blue", table.offers("blue")[0])
    assert (
        any(w == "Thug2" for w, _, _ in supporters(table.state, "Thug3", "Longinus"))
        is second["supports_thug3"]
    )
    table.answer("red", "Thug3")
    armed(table)
    table.answer("blue", "deck")
    check_test(table, then["tests"][2])
    wounds = then["wounds"]
    assert {w: table.state.bodies[w].wounds for w in wounds} == {w: wounds[w] for w in wounds}
    assert set(_names(table)) == set(then["activated"])


def surprise(example: Example) -> None:
    """An attack from the crowd."""
    given, then, (test,) = example.given, example.then, example.when["tests"]
    thief, guard = given["red"]["Thief"], given["blue"]["Guard"]
    assert (example.when["active"], test["kind"], test["attacker"]) == ("red", "opposed", "red")
    scene = YardScene()
    scene.forge(
        {
            "knife": Weapon(
                "knife",
                "Knife",
                "knives",
                {k.lower(): thief["weapon"][k] for k in thief["weapon"]},
                superiority=thief["superiority"],
            ),
            "pike": blade("pike", guard["superiority"]),
        },
        {},
    )
    scene.red(
        "thief",
        (1, 1),
        weapons=("knife",),
        skills={"knives": thief["Knives"], "inconspicuous": 2},
        inconspicuous=thief["inconspicuous"],
    )
    scene.blue(
        "guard", (2, 1), weapons=("pike",), skills={SKILL: guard["skill"]}, parries=guard["parry_unused"]
    )
    stacked(scene, [test])
    table = fighting(scene, "thief", "guard")
    check_test(table, then["tests"][0])
    asked = any(r.rule == "combat.11" for r in table.match.requests) or bool(table.events(ParryTried))
    assert asked is then["parry_allowed"]
    check_damage(table, then["damage"])
    assert table.state.bodies["thief"].inconspicuous is then["thief"]["inconspicuous"]


# ------------------------------------------------------------------------------------------------ morale, Unswerving
def morale(example: Example) -> None:
    """A failed check: one counter, and a kill."""
    given, then, (test,) = example.given, example.then, example.when["tests"]
    row = given["commoner"]
    scene = YardScene()
    scene.red(
        "commoner",
        (1, 1),
        hero=False,
        abilities={"fortitude": row["fortitude"]},
        wounds=row["wounds"],
        crippled=row["crippled_at"],
        death=row["death_at"],
    )
    assert (test["kind"], list(test["reinforce"]), list(given["hand"])) == ("unopposed", [], [])
    scene.stack("red", deck=[card(test["card"])])
    scene.state.phase, scene.state.alarm = "morale", given["alarm"]
    table = scene.run(check_morale)
    trial = table.event(TrialDecided)
    assert trial.dl == test["dl"]
    check_trial(trial, then["tests"][0])
    body = table.state.bodies["commoner"]
    assert (body.at is None) is then["removed"]
    assert (body.fate in ("killed", "fled")) is then["counts_as_killed"]
    assert table.state.alarm == then["alarm"]


def unswerving(example: Example) -> None:
    """A counter against being Crippled, another one to test anew."""
    given, then = example.given, example.then
    row = given["character"]
    assert given["test"] == "DL 6 Fortitude"
    before, first, again, second = example.when["sequence"]
    assert (before, first) == ("discards 1 counter before the test", "plays Skull 3")
    assert (again, second) == ("discards 1 counter after the failure", "plays Cup 5 (Crippled applies again)")
    scene = YardScene()
    scene.red(
        "ann",
        (1, 1),
        abilities={"fortitude": row["fortitude"]},
        wounds=4 if row["crippled"] else 0,
        unswerving=row["unswerving"],
    )
    scene.stack("red", deck=["skull-3", "cup-5"], hand=list(given["hand"]))

    async def rule(game: Match) -> None:
        parts = ability_part(game.state, "ann", "fortitude")
        await unopposed(game, Trial("ann", "Fortitude Test", 6, "test.1", parts, fortitude=True))

    table = scene.run(rule)
    table.answer("red", True)
    table.answer("red", True)
    trials = table.events(TrialDecided)
    assert [t.total.value for t in trials] == list(then["totals"])
    told = {"failure ignored": False, "success": True}
    assert [t.success for t in trials] == [told[r] for r in then["results"]]
    assert table.state.bodies["ann"].unswerving == then["counters"]


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "ad1666.ex.6": support,
    "ad1666.ex.7": straight_opposite,
    "ad1666.ex.8": dragoon_stands_aside,
    "ad1666.ex.9": held_loser,
    "ad1666.ex.10": free_loser,
    "ad1666.ex.11": superiority,
    "ad1666.ex.23": activated_defender,
    "ad1666.ex.24": whole_fight,
    "ad1666.ex.25": parries,
    "ad1666.ex.26": tied,
    "ad1666.ex.36": morale,
    "ad1666.ex.37": from_below,
    "ad1666.ex.38": with_a_pistol_only,
    "ad1666.ex.39": skilled,
    "ad1666.ex.40": berserk,
    "ad1666.ex.41": jostled,
    "ad1666.ex.42": swept,
    "ad1666.ex.43": surprise,
    "ad1666.ex.53": unswerving,
}
