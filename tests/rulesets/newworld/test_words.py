"""The words that players read: causes in the log, places of a horse, what a sheet says; one minus sign everywhere."""

from importlib.resources import files
from typing import Any

import pytest

from muster.engine.feeds import log_of, project
from muster.engine.ids import Audience
from muster.engine.match import Match, Step
from muster.engine.tables import yaml_of
from muster.engine.views import Sheet
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.cards import tables
from muster.rulesets.newworld.queries.damage import attribute_part
from muster.rulesets.newworld.state import State
from tests.kit.bouts import play_out
from tests.kit.sums import wrong_sums
from tests.kit.table import Table, head_of, setup_of
from tests.kit.words import HYPHEN, texts_in
from tests.rulesets.newworld.scenes import FightScene, part


def causes_of(table: Table[State]) -> list[tuple[str, str]]:
    """The causes that the last attack in the log gives, with their rules."""
    entry = [e for e in table.log("blue") if e.kind == "attack"][-1]
    return [(c.text, c.rule.removeprefix("newworld.")) for c in entry.causes]


# ------------------------------------------------------------------------------------------------ the log
@pytest.mark.rule("newworld.loc.1")
@pytest.mark.parametrize("dice", [(2, 5, 4), (4, 4, 4)])
def test_height_5_the_log_says_that_the_lance_made_it_critical_doubles_or_not(dice: tuple[int, ...]) -> None:
    scene = FightScene(size=(16, 7))
    scene.blue("ann", (1, 2), hands=["lance"], mounted=True)
    scene.red("bob", (8, 3))
    table = scene.turn("ann", dice=dice)
    table.answer("blue", ("charge:bob:ann/lance/0", [(x, 2) for x in range(2, 7)]))
    lance = "A lance that hits in a mounted Charge is always critical: its own Damage is doubled."
    assert causes_of(table) == [("Location die 4: body.", "loc.1"), (lance, "height.5")]


@pytest.mark.rule("newworld.damage.8", "newworld.loc.1")
def test_damage_8_the_log_says_that_doubles_made_it_critical() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3))
    table = scene.turn("ann", dice=[4, 4, 3])
    table.answer("blue", "attack:bob:ann/sabre/0")
    doubles = "Doubles, 4 and 4: a critical hit, the weapon's own Damage is doubled."
    assert causes_of(table) == [("Location die 3: arms.", "loc.1"), (doubles, "damage.8")]


@pytest.mark.parametrize(
    ("rule", "dice", "powder", "words"),
    [
        ("fire.2", (1, 1, 3), "dry", "Doubles on a miss, 1 and 1: the gun misfires."),
        ("fire.2", (1, 1, 3), "damp", "Doubles on a miss, 1 and 1: the gun misfires."),
        ("fire.4", (1, 2, 3), "damp", "A 1 on a miss, with damp powder: the gun misfires."),
    ],
)
def test_fire_2_the_log_says_why_a_gun_misfires(
    rule: str, dice: tuple[int, ...], powder: str, words: str
) -> None:
    scene = FightScene()
    scene.blue("ann", (1, 3), hands=["musket"], powder=powder)
    scene.red("bob", (9, 3))
    table = scene.turn("ann", dice=dice)
    table.answer("blue", "shoot:bob:ann/musket/0")
    assert causes_of(table) == [(words, rule)]


@pytest.mark.rule("newworld.action.13", "newworld.grapple.9")
def test_the_log_gives_both_sums_of_a_contest_and_says_who_wins_a_tie() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), hands=["sabre"])
    table = scene.turn("ann", dice=[3, 4, 4, 3, 6, 4, 2, 1])
    table.play(("blue", "feint:bob"), ("blue", "feint:bob"))
    assert [e.text for e in table.log("red") if e.kind == "contest"] == [
        "Ann feints at Bob, 12 to 12: the foe is not fooled, since a tie goes to the defender.",
        "Ann feints at Bob, 15 to 8: the foe is fooled.",
    ]
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (4, 3))
    scene.grapple("bob", "ann")
    table = scene.turn("ann", dice=[3, 4, 4, 3])
    table.answer("blue", "break:bob")
    text = next(e.text for e in table.log("red") if e.kind == "contest")
    assert text == "Ann struggles against Bob, 12 to 12: still held, since a tie goes to the holder."


@pytest.mark.rule("newworld.damage.4", "newworld.damage.5")
def test_a_sum_says_in_words_what_limits_agility() -> None:
    def labels(weapon: str, **ann: int) -> list[str]:
        scene = FightScene()
        figure = scene.blue("ann", (3, 3), **ann)
        total = attribute_part(scene.state.card(figure), tables().weapons[weapon], critical=False)
        return [f"{total.label} {total.value}"] if total else []

    assert labels("longbow", agility=4) == ["Agility 4"]
    assert labels("longbow", agility=6) == ["Agility 6, but at most the weapon's Damage 4"]
    assert labels("smallsword", agility=5, might=2) == ["Agility 5, but at most the weapon's Damage 3"]
    assert labels("smallsword", agility=5, might=4) == ["Might, more than Agility here (3) 4"]


# ------------------------------------------------------------------------------------------------ horses, bayonets
@pytest.mark.rule("newworld.loc.1", "newworld.damage.12")
@pytest.mark.parametrize(("die", "place"), [(1, "hind legs"), (3, "forelegs"), (4, "body"), (6, "head")])
def test_loc_1_a_horse_is_hit_on_a_horses_places(die: int, place: str) -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), mounted={"armour": {"arms": 1, "legs": 1, "body": 1, "head": 1}})
    table = scene.turn("ann", dice=[4, 5, die])
    table.answer("blue", "attack:bob-horse:ann/sabre/0")
    entry = next(e for e in table.log("blue") if e.kind == "attack")
    assert f"hit to the {place}, " in entry.text
    assert [p.label for p in entry.totals[-1].parts] == ["Endurance", f"Armour on the {place}"]
    sheet = table.view("blue").sheets["bob-horse"]
    assert f"{place.capitalize()} Value" in [s.label for row in sheet.stats for s in row]


@pytest.mark.rule("newworld.range.11")
def test_range_11_a_bayonet_is_called_by_its_name_on_the_sheet_in_options_and_in_the_log() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["musket"], ranks={"basic": 1, "firearms": 1})
    scene.red("bob", (4, 3))
    table = scene.turn("ann", dice=[4, 5, 4])
    lines = {line.label: line.value for line in table.view("blue").sheets["ann"].lines}
    assert lines == {
        "Musket": "Damage 10, Piercing, Far, rank +1, both hands",
        "Bayonet": "Damage 4 + Might, Piercing, melee, rank +1, fixed to the musket",
    }
    assert table.option("blue", "attack:bob:ann/musket/0").detail == "Bayonet"
    table.answer("blue", "attack:bob:ann/musket/0")
    assert table.log("blue")[-1].text.startswith("Ann strikes at Bob with the bayonet: hit")


def test_attack_5_the_sheet_says_what_it_costs_to_have_no_rank() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["hatchet"], carried=["great-axe"], ranks={})
    scene.red("bob", (9, 3))
    lines = {line.label: line.value for line in scene.turn("ann").view("blue").sheets["ann"].lines}
    assert lines == {
        "Hatchet": "Damage 3 + Might, melee, no rank: −1, in hand",
        "Great axe": "Damage 5 + Might, melee, no rank: −2, carried",
    }


def labels_of(sheet: Sheet) -> list[list[str]]:
    return [[s.label for s in row] for row in sheet.stats]


def test_a_horses_sheet_has_only_what_counts_of_a_horse() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), mounted=True)
    scene.red("bob", (9, 3))
    sheets = scene.turn("ann").view("red").sheets
    assert labels_of(sheets["ann-horse"]) == [
        ["Might", "Athletics", "Move"],
        ["Melee Def.", "Ranged Def.", "Endurance"],
        ["Head Value", "Forelegs Value", "Body Value", "Hind legs Value"],
    ]
    assert labels_of(sheets["ann"])[:3] == [
        ["Agility", "Wits", "Might"],
        ["Melee Def.", "Ranged Def.", "Endurance"],
        ["Melee", "Ranged", "Athletics", "Move"],
    ]
    moves = [
        s.value
        for row in (*sheets["ann"].stats, *sheets["ann-horse"].stats)
        for s in row
        if s.label == "Move"
    ]
    assert moves == ["12", "12"]


def test_the_sheet_of_a_brawler_and_of_the_unarmed_lists_bare_hands() -> None:
    def lines(**ann: Any) -> list[tuple[str, str]]:
        scene = FightScene()
        scene.blue("ann", (3, 3), **ann)
        scene.red("bob", (9, 3))
        return [(x.label, x.value) for x in scene.turn("ann").view("blue").sheets["ann"].lines]

    pugilist = [("Bare hands", "Damage 3 + Might, melee, rank +2")]
    assert lines(talents=["pugilist"], ranks={"brawling": 2}) == pugilist
    assert lines(ranks={}) == [("Bare hands", "Damage 1 + Might, melee, no rank: −1")]
    assert [label for label, _ in lines(hands=["sabre"], ranks={"basic": 1})] == ["Sabre"]
    assert [label for label, _ in lines(hands=["sabre"])] == ["Sabre", "Bare hands"]


# ------------------------------------------------------------------------------------------------ odds
@pytest.mark.parametrize(
    ("left", "words"),
    [
        (30, "A hit takes about 7 of the 30 Wounds left."),
        (5, "A hit takes about 7 Wounds, more than the 5 left."),
    ],
)
def test_the_odds_say_where_a_hit_takes_more_than_is_left(left: int, words: str) -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), wounds=30, left=left)
    odds = scene.turn("ann").option("blue", "attack:bob:ann/sabre/0").odds
    assert odds is not None
    assert odds.effect.startswith(words)


# ------------------------------------------------------------------------------------------------ minus signs
FOLDER = files("muster.rulesets.newworld")


@pytest.mark.parametrize(
    "name",
    ["ledger", "tables/weapons", "tables/talents", "tables/figures", "tables/scenarios", "tables/kinds"],
)
def test_the_tables_write_a_minus_sign(name: str) -> None:
    body = yaml_of(FOLDER.joinpath(f"{name}.yaml").read_text(encoding="utf-8"))
    assert [t for t in texts_in(body) if HYPHEN.search(t)] == []


def test_a_played_match_shows_nobody_a_hyphen_for_a_minus_sign_and_its_sums_add_up() -> None:
    options = {"scenario": "wagon-road", "variant": "ambush", "rounds": 2}
    match, _ = Match.start(RULESET, head_of(RULESET, setup_of(RULESET, **options), seed=7))
    seen: set[str] = set()
    wrong: set[str] = set()

    def look(match: Match[Any], _: Step) -> None:
        for request in match.requests:
            seen.update(texts_in(request.wire()))
            wrong.update(wrong_sums(request.wire()))
        seen.update(texts_in(project(match, Audience("blue"))))

    play_out(match, seed=7, seen=look)
    told = log_of(match, Audience("blue"))
    seen.update(texts_in(told))
    wrong.update(wrong_sums(told))
    assert wrong == set()
    assert any("−" in t for t in seen)
    assert [t for t in sorted(seen) if HYPHEN.search(t)] == []


# ------------------------------------------------------------------------------------------------ a rule in a sentence
@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("range.11", "improvised", "club"),
        ("move.23", "stay where height alone asked for it", ""),
        ("party.1", "more than once", "twice"),
        ("action.13", "melee attack or grapple", "next attack"),
    ],
)
def test_a_rule_in_a_sentence_promises_what_the_rule_gives(rule: str, right: str, wrong: str) -> None:
    ledger = yaml_of(FOLDER.joinpath("ledger.yaml").read_text(encoding="utf-8"))["rules"]
    (say,) = (item["say"] for item in ledger if item["id"] == f"newworld.{rule}")
    assert right in say
    assert not wrong or wrong not in say


@pytest.mark.rule("newworld.action.13")
def test_action_13_a_feint_is_offered_for_what_it_helps() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (4, 3))
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    assert "your next melee attack or grapple on them is at +2" in table.option("blue", "feint:bob").detail
    table.answer("blue", "feint:bob")
    odds = table.option("blue", "seize:bob").odds
    assert odds is not None
    assert part(odds.totals[0], "action.13") == 2
