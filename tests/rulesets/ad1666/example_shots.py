"""The worked examples of shooting, reloading and Overwatch."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from muster.rulesets.ad1666.deck import SUITS, Location, Suit
from muster.rulesets.ad1666.events import (
    AlarmRaised,
    DeedLost,
    Loaded,
    ShotResolved,
    TrialDecided,
    WoundsTaken,
)
from muster.rulesets.ad1666.people import Armour, Band, Guard, Weapon
from muster.rulesets.ad1666.queries.arms import armour_part, is_ready, skill_part
from muster.rulesets.ad1666.queries.shooting import shots, stray_targets
from muster.rulesets.ad1666.rules.deeds import load, wake_up
from muster.rulesets.ad1666.rules.shooting import shoot
from muster.rulesets.ad1666.state import State
from tests.kit.examples import Example
from tests.kit.table import Table
from tests.rulesets.ad1666.example_moves import card, check_trial, square
from tests.rulesets.ad1666.scenes import YardScene

Json: TypeAlias = Any
LOCATIONS: Final[dict[str, Location]] = {"head": "head", "body": "body", "hands": "hands", "legs": "legs"}


def gun(key: str, row: Json, **more: Any) -> Weapon:
    """A weapon as an example draws it."""
    damage: dict[Suit, int] = {s: row["damage"][s.capitalize()] if "damage" in row else 0 for s in SUITS}
    bands = (
        tuple(Band(*b) for b in row["bands"])
        if "bands" in row
        else (Band(16, row["dl"]),)
        if "dl" in row
        else ()
    )
    return Weapon(
        key,
        key.capitalize(),
        {"pistol": "pistols", "musket": "muskets"}.get(key, key),
        damage,
        bands=bands,
        reload=row.get("reload", 0),
        firearm=True,
        armour_piercing=row.get("armour_piercing", False),
        **more,
    )


def guards(name: str, row: Json) -> Armour:
    """Armour as an example draws it: pairs by location."""
    return Armour(name, name, {LOCATIONS[k]: Guard(*row[k]) for k in row})


def armed(scene: YardScene, *weapons: Weapon, armour: Mapping[str, Armour] | None = None) -> None:
    """Put an example's weapons and armour in the place of the starter set's."""
    scene.forge({w.key: w for w in weapons}, armour or {})


# ------------------------------------------------------------------------------------------------ shots
def quick_shot(example: Example) -> None:
    """A Quick Shot with a pistol, from the test to the alarm."""
    given, then = example.given, example.then
    (test,) = example.when["tests"]
    target = given["target"]
    assert (given["los"], given["terrain"], example.when["action"]) == ("clear", 0, "Quick Shot")
    scene = YardScene((12, 1))
    armed(scene, gun("pistol", given["pistol"]), armour={"hat": guards("hat", target["armour"])})
    scene.red("ann", (0, 0), skills={"pistols": given["shooter"]["Pistols"]}, weapons=("pistol",))
    scene.blue(
        "bob",
        (given["range"], 0),
        wounds=target["wounds"],
        crippled=target["crippled_at"],
        death=target["death_at"],
        armour=("hat",),
    )
    scene.state.alarm = given["alarm"]
    scene.stack("red", deck=[card(test["card"])])
    assert (test["kind"], list(test["reinforce"])) == ("unopposed", [])
    table = scene.act("ann")
    table.answer("red", "quick:ann/pistol/0:bob")
    trial = table.event(TrialDecided)
    assert trial.dl == test["dl"]
    (wanted,) = then["tests"]
    check_trial(trial, wanted)
    check_damage(table, then["damage"])
    assert table.state.bodies["bob"].wounds == then["target"]["wounds"]
    assert table.state.is_crippled("bob") is then["target"]["crippled"]
    assert table.state.items["ann/pistol/0"].reload == then["reload_counter"]
    assert table.state.alarm == then["alarm"]


def check_damage(table: Table[State], wanted: Json) -> None:
    """The damage of the only shot as an example tells it: margin, weapon, armour, Wounds."""
    damage = table.event(ShotResolved).damage
    assert damage is not None
    assert damage.label == f"Damage to the {wanted['location']}"
    by = {p.rule + p.label[:2]: p.value for p in damage.parts}
    margin = by.get("ranged.17By", 0)
    armour = sum(p.value for p in damage.parts if p.rule == "items.13")
    weapon = sum(p.value for p in damage.parts) - margin - armour
    assert (margin, weapon, armour) == (wanted["margin"], wanted["weapon"], wanted["armour"])
    assert damage.value == wanted["wounds"]


def stray(example: Example) -> None:
    """A shot into a fight that fails by one hits whom the opponent names."""
    given, then = example.given, example.then
    (test,) = example.when["tests"]
    assert (given["shooter"]["side"], example.when["action"]) == ("red", "Aimed Shot")
    assert given["target"]["name"] == "Blue Thug"
    assert list(given["target"]["engaged_with"]) == ["Red Dragoon"]
    scene = YardScene((9, 2))
    armed(scene, gun("musket", given["musket"]), armour={"coat": guards("coat", given["dragoon"]["armour"])})
    scene.red("ann", (0, 0), skills={"muskets": given["shooter"]["Muskets"]}, weapons=("musket",))
    scene.red("dragoon", (5, 1), armour=("coat",))
    scene.blue("thug", (5, 0))
    scene.stack("red", deck=[card(test["card"])], hand=[card(c) for c in given["red_hand"]])
    assert (test["kind"], test["dl"], list(test["reinforce"])) == ("unopposed", given["musket"]["dl"], [])
    table = scene.act("ann")
    table.answer("red", "aimed:ann/musket/0:thug")
    assert example.when["blue_choice"] == then["hit"] == "Red Dragoon"
    table.answer("blue", "dragoon")
    (wanted,) = then["tests"]
    trial = table.event(TrialDecided)
    check_trial(trial, wanted)
    assert trial.dl - trial.total.value == then["failed_by"]
    assert table.event(ShotResolved).hit == "dragoon"
    check_damage(table, then["damage"])


def who_may_be_named(example: Example) -> None:
    """The original target does not block the line to another, a blocked space does."""
    given = example.given
    scene = YardScene((8, 4), blocked=[square(s) for s in given["blocked"]])
    scene.red("ann", square(given["shooter"]))
    scene.blue("thug", square(given["target"]["at"]))
    assert given["target"]["name"] == "Blue Thug"
    names = {}
    for name in given["engaged_with_target"]:
        key = name.split()[1].lower()
        names[key] = name
        scene.red(key, square(given["engaged_with_target"][name]))
    assert given["aimed_shot_failed_by"] == 1
    assert example.when["question"] == "which models may Blue name"
    found = stray_targets(scene.state, "ann", "thug")
    assert [names[f] for f in found] == list(example.then["may_name"])


def defensive(example: Example) -> None:
    """A Defensive Shot at whoever has just come up."""
    given, then = example.given, example.then
    (test,) = example.when["tests"]
    pistol = given["pistol"]
    assert (given["target"], example.when["action"]) == ("the engaging Thug", "Defensive Shot")
    assert (given["shooter"]["engaged_since"], given["shooter"]["not_yet_activated"]) == ("this turn", True)
    scene = YardScene((4, 1))
    armed(scene, gun("pistol", {"bands": [[3, pistol["dl_at_range_1"]]]}, hands=pistol["hands"]))
    scene.red("ann", (0, 0), skills={"pistols": given["shooter"]["Pistols"]}, weapons=("pistol",))
    scene.blue("thug", (1, 0))
    scene.stack("red", deck=[card(test["card"])])
    assert is_ready(scene.state, scene.state.items["ann/pistol/0"]) is pistol["ready"]
    table = scene.act("ann")
    table.answer("red", "defensive:ann/pistol/0:thug")
    trial = table.event(TrialDecided)
    assert trial.dl == test["dl"] == then["effective_dl"]
    assert (test["kind"], list(test["reinforce"])) == ("unopposed", [])
    (wanted,) = then["tests"]
    check_trial(trial, wanted)
    damage = table.event(ShotResolved).damage
    assert damage is not None
    assert sum(p.value for p in damage.parts if p.label.startswith("By how")) == then["damage_margin"]


def last_counters(example: Example) -> None:
    """The death takes the last counter but one, the shot the last: the kill counts."""
    given, then = example.given, example.then
    assert (given["shooter"], example.when["shot"]) == ("firearm", "hit for 3 Wounds")
    scene = YardScene((6, 1))
    armed(
        scene,
        gun("pistol", {"bands": [[6, 5]], "damage": {"Skull": 3, "Heart": 0, "Cup": 0, "Horseshoe": 0}}),
    )
    scene.red("ann", (0, 0), skills={"pistols": 0}, weapons=("pistol",))
    scene.blue("bob", (3, 0), wounds=given["target"]["wounds"], death=given["target"]["death_at"])
    scene.state.alarm = given["alarm"]
    scene.stack("red", deck=["skull-5"])
    scene.state.bodies["ann"] = replace(scene.state.bodies["ann"], equipped=("ann/pistol/0",))
    shot = next(iter(shots(scene.state, "ann", "aimed")))
    table = scene.run(lambda game: shoot(game, shot))
    assert table.event(WoundsTaken).wounds == 3
    left = [e.left for e in table.events(AlarmRaised)]
    assert left == [then["alarm_after_death"], then["alarm_after_shot"]]
    assert (table.state.bodies["bob"].fate == "killed") is (then["target"] == "dies")
    assert (table.state.phase == "over") is then["game_over"]
    assert (table.state.ending is not None and table.state.ending.winner == "red") is then["kill_counts"]


# ------------------------------------------------------------------------------------------------ counters
def limited(example: Example) -> None:
    """Each throw takes a counter, whatever it does."""
    given, then = example.given, example.then
    assert given["weapon"] == "Throwing Knives (3)"
    after: list[int | None] = []
    uses: int | None = given["counters"]
    item = "ann/throwing-knives/0"
    for use in example.when["uses"]:
        scene = YardScene((4, 1))
        scene.red("ann", (0, 0), skills={"thrown": 1}, weapons=("throwing-knives",))
        scene.blue("bob", (2, 0), armour=("cuirass",))
        scene.state.items[item] = replace(scene.state.items[item], uses=uses)
        deck = {"miss": "heart-2", "hit for 0 Wounds": "heart-4", "hit for 2 Wounds": "skull-4"}[use]
        scene.stack("red", deck=[deck])
        table = scene.act("ann")
        table.answer("red", f"aimed:{item}:bob")
        assert table.state.bodies["bob"].wounds == (2 if "2 Wounds" in use else 0)
        uses = table.state.items[item].uses
        after.append(uses)
    assert after == list(then["counters_after_each"])
    scene = YardScene((4, 1))
    scene.red("ann", (0, 0), weapons=("throwing-knives",))
    scene.state.items[item] = replace(scene.state.items[item], uses=uses)
    assert is_ready(scene.state, scene.state.items[item]) is then["fourth_use_legal"]


def without_skill(example: Example) -> None:
    """A rating of nought is a skill, none at all costs two."""
    assert example.when["question"] == "skill modifier when firing a musket"
    for name in example.given:
        rating = example.given[name]["Muskets"]
        scene = YardScene()
        scene.red("ann", (0, 0), skills={} if rating is None else {"muskets": rating}, weapons=("musket",))
        found = skill_part(scene.state, "ann", scene.state.setup.weapons["musket"])
        assert (found.value if found is not None else 0) == example.then[name]


def reloading(example: Example) -> None:
    """From two to one to ready."""
    rating = example.given["weapon"]["reload_rating"]
    scene = YardScene((12, 1))
    scene.red("ann", (0, 0), skills={"muskets": 1}, weapons=("musket",))
    assert scene.state.setup.weapons["musket"].reload == rating
    scene.blue("bob", (6, 0))
    scene.stack("red", deck=["cup-2"])
    shot = next(iter(shots(scene.state, "ann", "aimed")))
    sequence = list(example.when["sequence"])
    assert sequence == ["fire", "Reload", "Reload"]

    async def rule(game: Any) -> None:
        await shoot(game, shot)
        seen.append(game.state.items["ann/musket/0"].reload)
        for _ in sequence[1:]:
            await load(game, "ann", "ann/musket/0")
            seen.append(game.state.items["ann/musket/0"].reload)

    seen: list[int] = []
    scene.run(rule)
    assert seen == list(example.then["counter_after_each"])
    assert len(sequence) - 1 == example.then["reload_actions_needed"]


def quick_reload(example: Example) -> None:
    """Quick Reload on either side of the counter."""
    given, then = example.given, example.then
    (test,) = example.when["tests"]
    scene = YardScene((6, 1))
    armed(
        scene,
        replace(
            gun("musket", {"bands": [[9, 5]], "reload": 2}), quick_reload=given["weapon"]["quick_reload_dl"]
        ),
    )
    scene.red(
        "ann",
        (0, 0),
        abilities={"fortitude": given["fortitude"]},
        traits=("quick-reload",),
        weapons=("musket",),
    )
    item = "ann/musket/0"
    scene.state.items[item] = replace(scene.state.items[item], reload=given["weapon"]["counter"])
    scene.blue("bob", (5, 0))
    scene.stack("red", deck=[card(test["card"])])
    assert (test["kind"], example.when["action"], list(test["reinforce"])) == ("unopposed", "Reload", [])
    table = scene.act("ann")
    table.answer("red", f"reload:{item}")
    table.answer("red", True)
    trial = table.event(TrialDecided)
    assert trial.dl == test["dl"]
    (wanted,) = then["tests"]
    check_trial(trial, wanted)
    assert table.event(Loaded).left == then["counter"]
    acting = table.state.acting
    assert acting is not None
    assert acting.mp == then["mp"]
    state = table.state
    state.bodies["ann"] = replace(state.bodies["ann"], equipped=(item,))
    assert bool(list(shots(state, "ann", "aimed"))) is then["may_fire_this_activation"]


def two_guns(example: Example) -> None:
    """Two pistols fire once each, a bow not twice."""
    assert list(example.when["activation"]) == ["Quick Shot", "Quick Shot"]
    given, then = example.given, example.then
    assert given["A"]["pistols_loaded"] == 2
    scene = YardScene((6, 1))
    scene.red("ann", (0, 0), weapons=("pistol", "pistol"), equipped=("ann/pistol/0", "ann/pistol/1"))
    scene.blue("bob", (3, 0), death=99, crippled=98)
    scene.stack("red", deck=["cup-2", "cup-3"])
    table = scene.act("ann")
    table.answer("red", "quick:ann/pistol/0:bob")
    assert "quick:ann/pistol/0:bob" not in table.offers("red")
    table.answer("red", "quick:ann/pistol/1:bob")
    assert then["A"] == "legal when each shot uses another pistol"
    assert given["B"] == {"weapon": "Bow without reload", "count": 1} or given["B"]["count"] == 1
    assert given["B"]["weapon"] == "Bow without reload"
    scene = YardScene((6, 1))
    scene.red("ann", (0, 0), weapons=("bow",), equipped=("ann/bow/0",))
    scene.blue("bob", (3, 0), death=99, crippled=98)
    scene.stack("red", deck=["cup-2"])
    table = scene.act("ann")
    table.answer("red", "quick:ann/bow/0:bob")
    assert then["B"] == "second Quick Shot refused"
    assert not any(k.startswith("quick:") for k in table.offers("red"))


def armour_pairs(example: Example) -> None:
    """The best piece counts, the second value against Armour-Piercing."""
    given = example.given
    pieces = {f"p{i}": guards(f"p{i}", row) for i, row in enumerate(given["armour"])}
    wounds: list[int] = []
    for case in example.when["cases"]:
        scene = YardScene()
        weapon = gun("pistol", {"bands": [[9, 5]], "armour_piercing": case["armour_piercing"]})
        armed(scene, weapon, armour=pieces)
        scene.blue("bob", (1, 1), armour=tuple(pieces))
        found = armour_part(scene.state, "bob", "head", weapon)
        wounds.append(given["damage_before_armour"] + (found.value if found is not None else 0))
    assert wounds == list(example.then["wounds"])


# ------------------------------------------------------------------------------------------------ Overwatch
def shot_before_the_step(example: Example) -> None:
    """Whoever was missed still takes the step that was announced."""
    given, then = example.given, example.then
    assert given["overwatch"] == "Red Musketeer with a loaded musket"
    assert given["mover"] == "Blue Thug about to step out of his line of sight"
    assert (example.when["interrupt"], example.when["shot"]) == ("Quick Shot before the step", "miss")
    scene = YardScene(
        (6, 3),
        walls=[((2, 1), (2, 2)), ((3, 1), (3, 2)), ((1, 1), (1, 2)), ((0, 1), (0, 2)), ((4, 1), (4, 2))],
    )
    scene.red(
        "musketeer",
        (0, 0),
        skills={"muskets": 2},
        weapons=("musket",),
        equipped=("musketeer/musket/0",),
        overwatch=True,
    )
    scene.blue("thug", (5, 1))
    scene.stack("red", deck=["cup-2"])
    table = scene.act("thug")
    table.answer("blue", ("full-move", (5, 2)))
    table.answer("red", "shot:musketeer/musket/0:thug")
    assert then["thug"] == "must still take the announced step"
    assert table.state.bodies["thug"].at == (5, 2)
    watch = then["musketeer"]
    assert table.state.bodies["musketeer"].overwatch is watch["overwatch"]
    assert table.state.items["musketeer/musket/0"].reload == watch["reload_counter"]


def not_against_quick_shots(example: Example) -> None:
    """An Aimed Shot may be interrupted, a Quick Shot may not."""
    given, then = example.given, example.then
    assert given["overwatch"] == "Red Dragoon with a loaded musket equipped"
    assert given["enemy"] == "Blue Musketeer with a loaded musket that wants to shoot at the Dragoon"
    allowed: list[bool] = []
    for case in example.when["cases"]:
        manner = case.split()[0].lower()
        scene = YardScene((8, 2))
        scene.red(
            "dragoon",
            (0, 0),
            skills={"muskets": 1},
            weapons=("musket",),
            equipped=("dragoon/musket/0",),
            overwatch=True,
        )
        scene.blue("musketeer", (5, 0), skills={"muskets": 2}, weapons=("musket",))
        scene.stack("blue", deck=["cup-2"])
        table = scene.act("musketeer")
        table.answer("blue", f"{manner}:musketeer/musket/0:dragoon")
        asked = "red" in {r.seat for r in table.match.requests}
        allowed.append(asked)
        if asked:
            groups = {table.option("red", k).group for k in table.offers("red")}
            assert groups == {"Shoot", "Step"}
            assert list(then["options_in_case_1"]) == ["Quick Shot", "one step of at most 2 MP"]
    assert allowed == list(then["interrupt_allowed"])


def out_of_sight(example: Example) -> None:
    """A target that steps out of sight saves itself; nothing is fired."""
    given, then = example.given, example.then
    foot, musketeer = given["red"]["Footman"], given["blue"]["Musketeer"]
    assert (musketeer["musket"], musketeer["action"]) == ("loaded", "Aimed Shot at Footman")
    scene = YardScene((6, 4), blocked=[square(s) for s in given["blocked"]])
    scene.red("footman", square(foot["at"]), overwatch=foot["overwatch"])
    scene.blue(
        "musketeer",
        square(musketeer["at"]),
        skills={"muskets": 2},
        weapons=("musket",),
        equipped=("musketeer/musket/0",),
    )
    scene.state.alarm = given["alarm"]
    table = scene.act("musketeer")
    table.answer("blue", "aimed:musketeer/musket/0:footman")
    assert example.when["interrupt"] == "Footman steps to [0, 1] before the shot"
    table.answer("red", "step:walk:0,1")
    assert then["line_of_sight"] == "blocked"
    assert bool(table.events(ShotResolved)) is then["shot_made"]
    assert then["musket"] == "still loaded"
    assert table.state.items["musketeer/musket/0"].reload == 0
    assert table.state.alarm == then["alarm"]
    assert bool(table.events(DeedLost)) is then["action_used"]
    assert list(then["legal_now_for_musketeer"]) == ["end activation"]
    assert table.over


def waking(example: Example) -> None:
    """A card of Heart wakes whom nobody helps."""
    given = example.given
    assert (given["unconscious"], given["helper"]) == (True, "none")
    for text, wanted in zip(example.when["cards"], example.then["wakes"], strict=True):
        scene = YardScene()
        scene.red("ann", (1, 1), unconscious=True, prone=True)
        scene.blue("bob", (6, 4))
        scene.stack("red", deck=[card(text)])
        table = scene.run(lambda game: wake_up(game, "ann"))
        if text == "Red Joker":
            assert wanted == "true if the owner names Heart"
            table.answer("red", "heart")
        elif text == "Black Joker":
            assert wanted == "false if the opponent names another suit"
            table.answer("blue", "cup")
        woken = not table.state.bodies["ann"].unconscious
        assert woken is (wanted if isinstance(wanted, bool) else text == "Red Joker")


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "ad1666.ex.12": limited,
    "ad1666.ex.13": without_skill,
    "ad1666.ex.16": shot_before_the_step,
    "ad1666.ex.17": not_against_quick_shots,
    "ad1666.ex.19": two_guns,
    "ad1666.ex.20": reloading,
    "ad1666.ex.27": quick_shot,
    "ad1666.ex.28": stray,
    "ad1666.ex.45": waking,
    "ad1666.ex.50": defensive,
    "ad1666.ex.51": quick_reload,
    "ad1666.ex.52": armour_pairs,
    "ad1666.ex.54": last_counters,
    "ad1666.ex.57": quick_reload,
    "ad1666.ex.58": who_may_be_named,
    "ad1666.ex.61": out_of_sight,
}
