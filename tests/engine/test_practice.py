"""The practice rules themselves: they have to be right for what is tested with them to mean anything."""

from collections import Counter

import pytest

from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from tests.kit.bouts import random_match
from tests.kit.playthrough import check_golden, record
from tests.kit.practice import RULESET, events, flow
from tests.kit.practice.scene import PracticeScene
from tests.kit.table import PASS, setup_of, start

DECK = list(range(12))
RED, BLUE = Seat("red"), Seat("blue")


@pytest.mark.rule("practice.bid.1", "practice.deal.1")
def test_the_higher_bid_begins() -> None:
    table = start(RULESET, setup_of(RULESET), dice=[DECK])
    table.play(("blue", 4), ("red", 3))
    assert table.event(events.BidsOpened).order == ("blue", "red")
    assert table.state.hands == {"blue": [1, 2, 3], "red": [4, 5, 6]}


@pytest.mark.rule("practice.bid.2")
def test_equal_bids_are_sorted_by_chance() -> None:
    table = start(RULESET, setup_of(RULESET), dice=[[1, 0], DECK])
    table.play(("red", 3), ("blue", 3))
    assert table.event(events.BidsOpened).order == ("blue", "red")


@pytest.mark.rule("practice.deal.2")
def test_a_hand_keeps_its_order_and_nobody_else_reads_it() -> None:
    table = start(RULESET, setup_of(RULESET), dice=[DECK])
    table.play(("red", 5), ("blue", 0), ("red", ["card-3", "card-1", "card-2"]))
    assert table.view("red").areas["hand-red"].faces == ("Card 3", "Card 1", "Card 2")
    assert table.view("blue").areas["hand-red"].faces is None
    assert "3, 1, 2" not in " ".join(line.text for line in table.log("blue"))


@pytest.mark.rule("practice.strike.1", "practice.strike.2", "practice.piece.1", "practice.drill.1")
@pytest.mark.parametrize(("die", "hit"), [(2, True), (1, False)])
def test_a_blow_needs_four_with_might_and_drill(die: int, hit: bool) -> None:
    scene = PracticeScene()
    guard, foe = scene.stand("red-guard", (3, 3)), scene.stand("blue-wagon", (2, 4))
    scene.drill("red", might=1)
    table = scene.run(lambda game: flow.strike(game, guard, foe), dice=[die])
    struck = table.event(events.Struck)
    assert [(p.label, p.value) for p in struck.total.parts] == [
        ("die", die),
        ("might of the piece", 1),
        ("drill", 1),
    ]
    assert (struck.needed, struck.loss) == (4, int(hit))
    assert table.state.pieces[foe].steps == 3 - int(hit)
    assert ("blue" in {r.seat for r in table.match.requests}) is hit


@pytest.mark.rule("practice.strike.3")
def test_a_parry_costs_guard_and_makes_two_more_needed() -> None:
    scene = PracticeScene()
    guard, foe = scene.stand("red-guard", (3, 3)), scene.stand("blue-wagon", (2, 4))
    scene.drill("blue", guard=1)
    table = scene.run(lambda game: flow.strike(game, guard, foe), dice=[4])
    table.answer("blue", True)
    assert table.event(events.Struck).needed == 6
    assert table.event(events.Struck).loss == 0
    assert table.state.drill[BLUE]["guard"] == 0
    assert table.over


@pytest.mark.rule("practice.strike.4", "practice.relic.2", "practice.end.1")
def test_the_fall_of_a_bearer_is_worth_two_and_the_last_seat_wins() -> None:
    scene = PracticeScene()
    scene.stand("red-guard", (3, 3))
    scene.stand("blue-guard", (3, 4), steps=1)
    scene.state.relics[BLUE] = "blue-guard"
    table = scene.begin(dice=[6])
    table.play(("red", "strike:red-guard:blue-guard"))
    assert table.event(events.Fell).relic
    assert table.state.points[RED] == 2
    assert table.result is not None
    assert (table.result.winner, table.result.reason) == ("red", "last_standing")


@pytest.mark.rule("practice.hide.1", "practice.move.1")
def test_who_runs_into_a_hidden_foe_stops_before_it() -> None:
    scene = PracticeScene()
    guard = scene.stand("red-guard", (0, 0))
    scene.stand("blue-lurker", (2, 0))
    table = scene.begin()
    assert (2, 0) in table.reach("red", f"move:{guard}")
    table.answer("red", (f"move:{guard}", (3, 0)))
    assert table.event(events.Moved).path == ((1, 0),)
    assert table.event(events.Revealed).piece == "blue-lurker"
    assert table.view("red").pieces["blue-lurker"].at == (2, 0)


@pytest.mark.rule("practice.hide.2", "practice.strike.5", "practice.piece.3")
def test_a_hidden_foe_is_asked_in_secret_and_may_spring() -> None:
    scene = PracticeScene()
    guard = scene.stand("red-guard", (0, 0))
    scene.stand("blue-lurker", (2, 1))
    table = scene.begin(dice=[6])
    table.answer("red", (f"move:{guard}", (1, 0)))
    assert table.asked("blue").secret
    assert "blue" not in table.view("red").pending
    table.answer("blue", f"spring:{guard}")
    assert table.state.pieces[guard].steps == 1
    table.answer("red", (1, 1))
    assert table.state.pieces[guard].at == (1, 1)


@pytest.mark.rule("practice.hide.2")
def test_a_hidden_foe_far_away_is_asked_all_the_same() -> None:
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("blue-lurker", (8, 6))
    table = scene.begin()
    table.answer("red", ("move:red-guard", (1, 0)))
    assert table.offers("blue") == ["stay"]
    scene.stand("blue-lurker", (2, 0))
    table = scene.begin()
    table.answer("red", ("move:red-guard", (1, 0)))
    assert table.offers("blue") == ["stay", "spring:red-guard"]


@pytest.mark.rule("practice.piece.1", "practice.piece.2", "practice.piece.3")
@pytest.mark.parametrize(("kind", "farthest"), [("guard", 3), ("wagon", 2), ("lurker", 4)])
def test_each_kind_has_its_budget(kind: str, farthest: int) -> None:
    scene = PracticeScene()
    scene.stand("blue-guard", (0, 6))
    for other in ("guard", "wagon", "lurker"):
        scene.stand(f"red-{other}", {"guard": (0, 0), "wagon": (1, 1), "lurker": (0, 3)}[other])
    reach = scene.begin().reach("red", f"move:red-{kind}")
    assert max(r.cost for r in reach.values()) == farthest


@pytest.mark.rule("practice.move.2", "practice.move.3", "practice.move.4", "practice.gate.1")
def test_brush_gate_and_friends() -> None:
    scene = PracticeScene()
    guard = scene.stand("red-guard", (3, 1))
    scene.stand("red-wagon", (2, 2))
    scene.stand("blue-guard", (8, 6))
    table = scene.begin()
    reach = table.reach("red", f"move:{guard}")
    assert (4, 1) not in reach or reach[4, 1].cost > 1
    assert not reach[3, 2].stop
    assert reach[3, 2].cost == 1
    table.play(("red", f"gate:{guard}"), ("red", PASS), ("blue", PASS))
    assert table.view("blue").edges == {"gate": "open"}
    reach = table.reach("red", f"move:{guard}")
    assert reach[4, 1].cost == 1
    assert reach[4, 2].cost == 3


@pytest.mark.rule("practice.throw.1")
def test_declared_throws_may_fall_short() -> None:
    scene = PracticeScene(measuring="declared")
    scene.stand("red-guard", (0, 0))
    scene.stand("blue-guard", (5, 0))
    table = scene.begin()
    table.answer("red", ("throw:red-guard", (5, 0)))
    assert table.event(events.FellShort).distance == 5
    with pytest.raises(Refusal, match="measures afterwards"):
        RULESET.measure(table.state, (0, 0), (5, 0))


@pytest.mark.rule("practice.throw.1", "practice.throw.2")
def test_a_throw_in_reach_needs_five() -> None:
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("blue-guard", (4, 0))
    table = scene.begin(dice=[5])
    refusal = table.refused("red", {"picks": [{"key": "throw:red-guard", "with": {"point": [5, 0]}}]})
    assert refusal.code == "not_offered"
    table.answer("red", ("throw:red-guard", (4, 0)))
    assert (table.event(events.Struck).needed, table.event(events.Struck).loss) == (5, 1)


@pytest.mark.rule("practice.feint.1", "practice.feint.2")
@pytest.mark.parametrize(("guess", "points"), [(2, 0), (3, 1)])
def test_a_feint_is_a_closed_line_against_a_guess(guess: int, points: int) -> None:
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("blue-guard", (1, 1))
    table = scene.begin()
    table.play(("red", "feint:red-guard:blue-guard"), ("red", 2))
    assert table.event(events.FeintLaid).target == "blue-guard"
    assert "Line" not in " ".join(line.text for line in table.log("blue"))
    table.answer("blue", guess)
    assert table.state.points[RED] == points


@pytest.mark.rule("practice.play.1", "practice.turn.1", "practice.turn.2")
def test_an_even_sum_is_worth_a_point() -> None:
    for cards, points in (((2, 4), 1), ((2, 3), 0)):
        scene = PracticeScene()
        scene.stand("red-guard", (0, 0))
        scene.stand("blue-guard", (8, 0))
        scene.hand("red", 2, 3, 4)
        table = scene.begin()
        table.answer("red", ("play", [f"card-{c}" for c in cards]))
        assert table.state.points[RED] == points
        assert table.state.waiting == ["red", "blue"]


@pytest.mark.rule("practice.hide.3")
def test_who_strikes_from_hiding_is_seen() -> None:
    scene = PracticeScene()
    scene.stand("red-lurker", (0, 0))
    scene.stand("blue-wagon", (1, 1))
    table = scene.begin(dice=[1])
    assert table.view("blue").pieces["red-lurker"].at is None
    table.answer("red", "strike:red-lurker:blue-wagon")
    assert table.view("blue").pieces["red-lurker"].at == (0, 0)


@pytest.mark.rule("practice.banner.2")
def test_a_banner_is_worth_two_to_a_piece_that_is_seen() -> None:
    for hidden, points in ((True, 0), (False, 2)):
        scene = PracticeScene()
        scene.stand("red-lurker", (4, 0), hidden=hidden)
        scene.stand("blue-wagon", (7, 5))
        scene.state.banners[BLUE] = (7, 0)
        table = scene.begin()
        table.answer("red", ("move:red-lurker", (7, 0)))
        assert table.state.points[RED] == points


@pytest.mark.rule("practice.end.2")
def test_equal_points_after_the_last_round_are_a_draw() -> None:
    scene = PracticeScene(rounds=1)
    scene.stand("red-wagon", (0, 0))
    scene.stand("blue-wagon", (7, 0))
    table = scene.begin()
    table.play(("red", PASS), ("blue", PASS))
    assert table.result is not None
    assert (table.result.winner, table.result.reason) == (None, "level")


@pytest.mark.rule("practice.deploy.1", "practice.banner.1", "practice.relic.1", "practice.drill.1")
def test_preparations() -> None:
    table = start(RULESET, setup_of(RULESET), dice=[DECK])
    hands = {"red": ["card-1", "card-2", "card-3"], "blue": ["card-4", "card-5", "card-6"]}
    table.play(("red", 5), ("blue", 0), *hands.items())
    table.answer("red", {"red-guard": (1, 0), "red-wagon": (1, 1), "red-lurker": (2, 0)})
    overlap = {"at": {"blue-guard": [7, 0], "blue-wagon": [6, 0], "blue-lurker": [7, 6]}}
    assert table.refused("blue", overlap).code == "not_offered"
    table.answer("blue", {"blue-guard": (7, 0), "blue-wagon": (6, 1), "blue-lurker": (7, 6)})
    assert table.view("red").pieces["blue-lurker"].at is None
    assert table.view("blue").pieces["blue-lurker"].at == (7, 6)
    table.play(("red", (1, 6)), ("blue", (7, 0)), ("red", "red-wagon"), ("blue", "blue-lurker"))
    assert table.refused("red", {"slots": {"might": 3}}).numbers["maximum"] == 2
    assert table.refused("red", {"slots": {"might": 2}}).numbers == {"total": 3, "given": 2}
    table.play(("red", {"might": 1, "guard": 2}), ("blue", {"might": 2, "guard": 1}))
    assert table.view("red").sheets["red-wagon"].chips[0].label == "Bears the relic"
    assert table.view("blue").sheets["red-wagon"].chips == ()
    assert [d.counts for d in table.events(events.Drilled)] == [
        {"might": 1, "guard": 2},
        {"might": 2, "guard": 1},
    ]


def test_every_kind_of_question_is_asked_both_alone_and_as_a_need() -> None:
    alone: Counter[str] = Counter()
    needed: Counter[str] = Counter()

    def look(match: object, step: object) -> None:
        for request in match.requests:  # type: ignore[attr-defined]
            alone[request.spec.kind] += 1
            for option in getattr(request.spec, "options", ()):
                needed[option.needs.kind if option.needs else ""] += 1

    for seed in range(6):
        random_match(RULESET, setup_of(RULESET, scenario="trio"), seed, seen=look)
    assert set(alone) == {"choose", "move", "place", "aim", "allocate", "number", "arrange", "confirm"}
    assert set(needed) >= {"", "move", "aim", "choose"}


def test_a_duel_as_everybody_saw_it(request: pytest.FixtureRequest) -> None:
    text = record(RULESET, setup_of(RULESET, rounds=2), seed=5, levels={"red": "sensible"})
    check_golden("practice-duel", text, update=bool(request.config.getoption("--update-golden")))


def test_three_seats_as_everybody_saw_it(request: pytest.FixtureRequest) -> None:
    text = record(RULESET, setup_of(RULESET, scenario="trio", rounds=1, measuring="declared"), seed=8)
    check_golden("practice-trio", text, update=bool(request.config.getoption("--update-golden")))
