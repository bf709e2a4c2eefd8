"""The words that players read: a sentence a rule, by chapter; one minus sign everywhere."""

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from muster.engine.answers import Course
from muster.engine.feeds import log_of, project
from muster.engine.ids import Audience
from muster.engine.match import Match, Step
from muster.engine.refusals import Refusal
from muster.engine.requests import AnySpec, Manoeuvre
from muster.engine.tables import yaml_of
from muster.engine.views import LogEntry
from muster.lobby.rules import rules_of
from muster.lobby.schemas import RuleItem
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.sheets import TYPES
from tests.kit.bouts import play_out
from tests.kit.sums import wrong_sums
from tests.kit.table import head_of, setup_of
from tests.kit.words import HYPHEN, texts_in

FOLDER: Final = Path(str(files("muster.rulesets.baroque")))
SKIN: Final = Path(__file__).parents[3] / "frontend/src/games/baroque/index.ts"
LEDGER: Final[list[dict[str, Any]]] = yaml_of((FOLDER / "ledger.yaml").read_text(encoding="utf-8"))["rules"]
SHORT: Final = frozenset(TYPES) - {"S", "T", "BAG"} | {"TE", "CN", "SC", "SM", "MM", "ED", "C-in-C"}
"""Abbreviations of the ledger that no page explains to a player."""

COUNTED: Final = "2.4.1a 2.6.1f 2.6.1h 2.6.2a 2.7a 2.8b 3.1.4c 3.3e 3.4c 5.4.2d 5.4.3b 5.6e 6.2b 6.5b 6.6d"
"""Rules whose sentence gives all numbers of their table."""
CHAPTERS: Final = "1 2 3 4 5 6 obstacle 7 8 destiny 9 list army mother seq"
NEIGHBOURS: Final = (
    "1.3 1.3.1 1.3.2",
    "2.3c 2.3d 2.3.1a",
    "2.4.1g 2.4.1h 2.5.1a",
    "5.2.1b 5.2.1c 5.2.2a",
    "8.1.9c 8.1.10 8.2.1",
)
"""Rules that follow each other by number; the ledger has some of them at its end."""


def item(rule: str) -> dict[str, Any]:
    (found,) = (i for i in LEDGER if i["id"] == f"baroque.{rule}")
    return found


def chapter(rule: RuleItem) -> str:
    return rule.id.split(".")[1]


# ------------------------------------------------------------------------------------------------ a rule in a sentence
def test_every_rule_is_said_in_a_sentence_or_two_that_no_other_rule_has() -> None:
    says = [i.get("say", "") for i in LEDGER]
    assert [s for s in says if not 15 <= len(s) <= 185 or not s.endswith(".") or s != s.strip()] == []
    assert len(set(says)) == len(says)


def test_no_sentence_uses_an_abbreviation_or_a_ruling_that_the_reader_does_not_know() -> None:
    words = {i["id"]: set(re.findall(r"[\w&-]+", i["say"])) for i in LEDGER}
    assert {i: w & SHORT for i, w in words.items() if w & SHORT} == {}
    assert [i for i, w in words.items() if any(re.fullmatch(r"R\d+", x) for x in w)] == []


def numbers_in(value: Any) -> set[int]:
    """The numbers in plain data, without sign; 0 is said as "nothing" or "free"."""
    if isinstance(value, dict):
        return set().union(*map(numbers_in, value.values()))
    return {abs(value)} - {0} if isinstance(value, int) else set()


@pytest.mark.parametrize("rule", COUNTED.split())
def test_the_numbers_in_a_sentence_are_those_of_the_rule(rule: str) -> None:
    said = {int(n) for n in re.findall(r"\d+", item(rule)["say"])}
    assert said == numbers_in(item(rule)["data"])


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("2.5.1d", "can still evade", ""),
        ("2.5.3e", "passed Cohesion Test still costs 1", "failed one costs 1"),
        ("2.3.1b", "Howitzers have not", ""),
        ("5.4.1a", "Gallopers have 1 for certain", "up to 2 for Foot"),
        ("5.6c", "uses up no reaction", ""),
        ("6.3.5a", "if you see it fully", "nearest"),
        ("7.5.2g", "Light troops and guns upset nobody", ""),
        ("8.1.1", "unless the die was a 1", ""),
    ],
)
def test_a_sentence_promises_what_the_rule_gives(rule: str, right: str, wrong: str) -> None:
    say = item(rule)["say"]
    assert right in say
    assert not wrong or wrong not in say


# ------------------------------------------------------------------------------------------------ by chapter
def test_the_rules_are_read_by_chapter_and_each_chapter_by_its_numbers() -> None:
    rules = rules_of(RULESET)
    assert sorted(r.id for r in rules) == sorted(i["id"] for i in LEDGER)
    assert [name for name, _ in groupby(rules, key=chapter)] == CHAPTERS.split()
    ids = [r.id.removeprefix("baroque.") for r in rules]
    for three in map(str.split, NEIGHBOURS):
        start = ids.index(three[0])
        assert ids[start : start + 3] == three
    assert [i for i in ids if i.startswith("seq.")] == [
        i["id"].removeprefix("baroque.") for i in LEDGER if i["id"].startswith("baroque.seq.")
    ]


def test_every_chapter_has_a_name_in_the_browser() -> None:
    chapters = SKIN.read_text(encoding="utf-8").partition("chapters: {")[2].partition("}")[0]
    named = {a or b for a, b in re.findall(r"^\s+(?:'(\w+)'|(\w+)): '", chapters, re.MULTILINE)}
    assert named == {chapter(r) for r in rules_of(RULESET)}


# ------------------------------------------------------------------------------------------------ minus signs
@pytest.mark.parametrize("name", sorted(str(p.relative_to(FOLDER)) for p in FOLDER.rglob("*.yaml")))
def test_the_tables_write_a_minus_sign_where_players_read(name: str) -> None:
    body = yaml_of((FOLDER / name).read_text(encoding="utf-8"))
    read = [i["say"] for i in body["rules"]] if name == "ledger.yaml" else body
    assert [t for t in texts_in(read) if HYPHEN.search(t)] == []


def test_a_battle_shows_no_hyphen_for_a_minus_sign_its_sums_add_up_and_its_log_reads_the_same_later() -> None:
    options = {"scenario": "by-the-book", "turns": 2}
    match, first = Match.start(RULESET, head_of(RULESET, setup_of(RULESET, **options), seed=3))
    audience = Audience("blue")
    shown: set[str] = set()
    told: list[LogEntry] = []
    wrong: set[str] = set()
    heard = 0

    def look(match: Match[Any], _: Step) -> None:
        nonlocal heard
        told.extend(log_of(match, audience, heard))
        heard = len(match.history)
        for request in match.requests:
            shown.update(texts_in(request.wire()))
            wrong.update(wrong_sums(request.wire()))
        shown.update(texts_in(project(match, audience)))

    look(match, first)
    play_out(match, seed=3, most=150, seen=look)
    shown.update(texts_in(told))
    wrong.update(wrong_sums(told))
    assert wrong == set()
    assert [a.text for a, b in pairwise(told) if a.text and a.text == b.text] == []
    assert any("First Player: " in t for t in shown)
    assert [t for t in sorted(shown) if HYPHEN.search(t)] == []
    assert log_of(match, audience) == told


# ------------------------------------------------------------------------------------------------ questions
def told_by(spec: AnySpec) -> Iterator[str]:
    """Labels, buttons and parameters of a question, without the sums behind them."""
    yield str(getattr(spec, "label", ""))
    for option in getattr(spec, "options", ()):
        yield from (option.label, option.act, option.detail, option.cost)
        if option.needs is not None:
            yield from told_by(option.needs)


def buttons_of(spec: AnySpec) -> Iterator[str]:
    for option in getattr(spec, "options", ()):
        yield option.act or option.label
        if option.needs is not None:
            yield from buttons_of(option.needs)


def refusals_of(spec: AnySpec) -> Iterator[str]:
    """Why a question does not offer more, and why it refuses a way that is longer than it may be."""
    yield from (reason.text for reason in getattr(spec, "missing", tuple)())
    if isinstance(spec, Manoeuvre):
        for way in spec.ways:
            try:
                spec.check(Course(way.key, way.most + 1, way.bearing))
            except Refusal as refusal:
                yield refusal.text
    for option in getattr(spec, "options", ()):
        if option.needs is not None:
            yield from refusals_of(option.needs)


def test_the_words_of_a_battle_are_right_for_names_of_one_and_of_many_and_every_button_names_a_deed() -> None:
    setup = setup_of(RULESET, scenario="mill-hill", turns=6)
    match, _ = Match.start(RULESET, head_of(RULESET, setup, seed=1))
    names = {card.name for card in match.state.setup.cards.values()} | set(match.state.setup.told.values())
    told: set[str] = set()
    refused: set[str] = set()
    buttons: set[str] = set()

    def look(match: Match[Any], _: Step) -> None:
        for request in match.requests:
            told.update((request.text, request.note, *told_by(request.spec)))
            buttons.update(buttons_of(request.spec))
            refused.update(refusals_of(request.spec))

    play_out(match, seed=1, levels={"blue": "sensible", "red": "sensible"}, most=220, seen=look)
    several = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    wrong = re.compile(rf"\b({several}) (is|was|has|[a-z]+[^s]s)\b|\b([Ii]s|[Dd]oes|[Hh]as) ({several})\b")
    for kind in (": about to move ", "Activate ", "Charge ", ": what now?", "beaten. Pursue with "):
        assert any(kind in t for t in told | buttons), kind
    for kind in (" can go ", ": out of reach", ": hidden by", ": of a type", ": outside the arc"):
        assert any(kind in t for t in refused), kind
    assert sorted(t for t in told | refused if wrong.search(t)) == []
    assert sorted(buttons & names) == []
