"""Choosing a party at the table: within the limit, in secret, shown together (party.1)."""

import pytest

from muster.bots.random import RandomBot
from muster.engine.chance import Chance
from muster.engine.feeds import Feed
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.match import Match
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.events import PartyChosen
from muster.rulesets.newworld.state import State
from tests.kit.table import Table, setup_of, start

BLUE, RED = Seat("blue"), Seat("red")


def choosing(**options: object) -> Table[State]:
    """A match that begins with the choice of both parties."""
    return start(RULESET, setup_of(RULESET, parties="choose", **options))


def lines(table: Table[State], audience: str) -> list[str]:
    """What an audience read of the parties."""
    return [entry.text for entry in table.log(audience) if entry.kind == "party"]


@pytest.mark.rule("newworld.party.1")
def test_party_1_the_question_names_price_and_most_of_each_figure_and_the_limit() -> None:
    spec = choosing(limit=45).asked("blue").spec.wire()
    offered = {s["key"]: (s["cost"], s["max"]) for s in spec["slots"]}
    assert (spec["total"], spec["exact"], spec["unit"]) == (45, False, "price")
    assert len(offered) == 12
    assert offered["pikeman"] == (9, 9)
    assert offered["raider"] == (12, 9)
    assert offered["musketeer"] == (13, 9)
    assert offered["sergeant"] == (18, 1)
    assert offered["chief-with-rune"] == (22, 1)


@pytest.mark.rule("newworld.party.1")
def test_party_1_the_limit_itself_is_allowed_and_one_more_is_not() -> None:
    # Pikeman 9, pikeman 9, sergeant 18: 36.
    slots = {"slots": {"pikeman": 2, "sergeant": 1}}
    fault = choosing(limit=35).refused("blue", slots)
    assert fault.numbers == {"total": 35, "given": 36}
    table = choosing(limit=36)
    table.send("blue", slots)
    table.send("red", {"slots": {"raider": 2}})
    chosen = {e.seat: (e.party, e.price) for e in table.events(PartyChosen)}
    assert chosen == {
        "blue": (("sergeant", "pikeman", "pikeman"), 36),
        "red": (("raider", "raider"), 24),
    }


@pytest.mark.rule("newworld.party.1")
def test_party_1_a_party_need_not_use_up_its_limit_but_may_not_be_empty() -> None:
    table = choosing()
    assert table.refused("red", {"slots": {"raider": 0}}).code == "empty_party"
    table.send("red", {"slots": {"pikeman": 1}})
    table.send("blue", {"slots": {"musketeer": 1}})
    assert sorted(table.state.figures) == ["blue-musketeer", "red-pikeman"]


@pytest.mark.rule("newworld.party.1")
@pytest.mark.parametrize("key", ["sergeant", "marguerite", "lancer", "chief", "bowman"])
def test_party_1_a_figure_with_a_name_or_a_post_comes_once(key: str) -> None:
    fault = choosing().refused("blue", {"slots": {key: 2}})
    assert fault.numbers == {"given": 2, "maximum": 1}


@pytest.mark.rule("newworld.party.1")
def test_party_1_the_chief_comes_with_the_rune_or_without_but_not_both() -> None:
    table = choosing()
    assert table.refused("red", {"slots": {"chief": 1, "chief-with-rune": 1}}).code == "taken_twice"
    table.send("red", {"slots": {"chief-with-rune": 1}})


@pytest.mark.rule("newworld.party.1")
def test_party_1_a_party_that_its_start_zone_cannot_hold_is_refused_at_the_table() -> None:
    setup = setup_of(RULESET, parties="choose", scenario="fort-prosper", limit=300)
    scenario = setup["scenario"]
    narrow = {**scenario, "zones": {**scenario["zones"], "blue": scenario["hold"]["zone"]}}
    table = start(RULESET, {**setup, "scenario": narrow, "digest": "a narrow start"})
    room = len(table.state.setup.map.zone(scenario["hold"]["zone"]).squares)
    fault = table.refused("blue", {"slots": {"pikeman": 9, "raider": 9}})
    assert (fault.code, fault.rule) == ("no_room", "newworld.setup.4")
    assert fault.numbers == {"figures": 18, "squares": room}
    table.send("blue", {"slots": {"pikeman": 3}})


@pytest.mark.rule("newworld.party.1")
def test_party_1_nobody_learns_a_party_nor_that_it_is_made_before_both_are() -> None:
    table = choosing()
    feeds = {name: Feed(Audience(name)) for name in ("red", SPECTATORS)}
    for feed in feeds.values():
        assert feed.sync(table.match) is not None
    table.send("blue", {"slots": {"pikeman": 2, "sergeant": 1}})
    for name, feed in feeds.items():
        assert feed.sync(table.match) is None, name
        assert lines(table, name) == []
    table.send("red", {"slots": {"raider": 3}})
    for name, feed in feeds.items():
        assert feed.sync(table.match) is not None, name
        assert lines(table, name) == [
            "Company: Sergeant, 2 × Pikeman; price 36.",
            "Raiders: 3 × Raider; price 36.",
        ]


@pytest.mark.rule("newworld.party.1")
def test_party_1_who_has_chosen_may_choose_again_until_both_have() -> None:
    table = choosing()
    table.send("blue", {"slots": {"pikeman": 2}})
    table.match.withdraw(BLUE)
    table.send("blue", {"slots": {"lancer": 1}})
    table.send("red", {"slots": {"raider": 1}})
    assert sorted(table.state.figures) == ["blue-lancer", "blue-lancer-mount", "red-raider"]
    assert [e.party for e in table.events(PartyChosen)] == [("lancer",), ("raider",)]


@pytest.mark.rule("newworld.party.1")
def test_party_1_only_a_side_without_a_party_is_asked() -> None:
    setup = setup_of(RULESET, {RED: {"figures": ["raider", "brawler"]}}, parties="choose")
    table = start(RULESET, setup)
    assert [r.seat for r in table.match.requests] == ["blue"]
    table.send("blue", {"slots": {"ranger": 1}})
    assert sorted(table.state.figures) == ["blue-ranger", "red-brawler", "red-raider"]


@pytest.mark.rule("newworld.party.1")
def test_party_1_a_match_that_is_loaded_again_has_the_parties_that_were_chosen() -> None:
    table = choosing(powder="damp")
    table.send("blue", {"slots": {"musketeer": 2}})
    match = table.match
    half, _ = Match[State].resume(match.ruleset, match.head, match.rows, match.snapshots)
    assert [r.seat for r in half.requests] == ["red"]
    table.send("red", {"slots": {"pistoleer": 1}})
    again, _ = Match[State].resume(match.ruleset, match.head, match.rows, match.snapshots)
    assert sorted(again.state.figures) == ["blue-musketeer-1", "blue-musketeer-2", "red-pistoleer"]
    assert {c.powder for c in again.state.setup.cards.values()} == {"damp"}
    assert match.ruleset.dump(again.state) == match.ruleset.dump(match.state)


@pytest.mark.rule("newworld.party.1")
def test_party_1_a_bot_that_plays_by_chance_always_finds_a_party() -> None:
    table = choosing(limit=30)
    request, chance = table.asked("blue"), Chance(b"luck" * 4)
    chosen = [RandomBot().answer(request, table.state, chance, f"try/{n}") for n in range(150)]
    assert all(request.read(body) for body in chosen)
    assert len({tuple(body["slots"].items()) for body in chosen}) > 10
