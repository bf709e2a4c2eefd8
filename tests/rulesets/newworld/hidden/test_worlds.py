"""T12: two worlds that differ only in what ambushers do look the same to everybody else; and leaks are caught."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from muster.engine.game import Game
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.ruleset import AnyRuleset
from muster.engine.views import View
from muster.rulesets.newworld import RULESET, events
from muster.rulesets.newworld.queries import shooting, standing
from muster.rulesets.newworld.rules import delay, grapple, turn, walking
from muster.rulesets.newworld.ruleset import NewWorld
from muster.rulesets.newworld.state import State
from tests.kit.scale import quick_or_soak
from tests.kit.table import setup_of
from tests.kit.worlds import Leak, Pair, compare, pairs
from tests.rulesets.newworld.hidden.worlds import alter, alter_with_delays, opens, small_pairs, vary

AMBUSHES = [
    setup_of(RULESET, scenario=scenario, variant="ambush")
    for scenario in ("wagon-road", "kettle-creek", "anchor-and-hind")
]


@pytest.fixture(scope="module")
def worlds() -> list[Pair]:
    """At least 200 pairs of small positions."""
    return list(small_pairs(quick_or_soak(200, 2_000), delays=False))


def test_the_pairs_are_of_many_kinds(worlds: list[Pair]) -> None:
    assert Counter(p.audience for p in worlds).keys() == {"blue", SPECTATORS}
    states = [RULESET.load(p.setup, p.first) for p in worlds]
    assert {sum(b.hidden for b in s.figures.values()) for s in states} >= {1, 2}
    assert sum(s.card(s.order[0][0]).seat == "red" for s in states) > len(worlds) // 5


@pytest.mark.timeout(900)
def test_nobody_can_tell_two_worlds_apart_that_it_may_not(worlds: list[Pair]) -> None:
    found: Counter[str] = Counter()
    for pair in worlds:
        outcome = compare(RULESET, pair, answers=8, vary=vary, opens=opens, pauses=False)
        found[outcome.why] += 1
        found["answers"] += outcome.answers
    assert found["answers"] > 2 * len(worlds), found
    assert found["revealed"] > 0


@pytest.mark.timeout(900)
def test_not_even_where_some_keep_a_half_action_in_hand() -> None:
    for pair in small_pairs(quick_or_soak(60, 1_000), delays=True, seed=100_001):
        compare(RULESET, pair, answers=8, vary=vary, opens=opens, pauses=False)


@pytest.mark.timeout(3600)
def test_nor_anywhere_in_whole_matches() -> None:
    count = quick_or_soak(9, 240)
    for number, pair in enumerate(pairs(RULESET, AMBUSHES, alter, count=count)):
        compare(RULESET, pair, answers=20 if number % 2 else 10, vary=vary, opens=opens, pauses=False)
    if count > 9:
        for pair in pairs(RULESET, AMBUSHES, alter_with_delays, count=count, seed=1_000):
            compare(RULESET, pair, vary=vary, opens=opens, pauses=False)


def horses_notice_nobody(patch: pytest.MonkeyPatch) -> None:
    honest = standing.spots

    def spots(state: State, foe: str, at: tuple[int, int], side: int = 1) -> bool:
        return not state.card(foe).is_mount and honest(state, foe, at, side)

    patch.setattr(standing, "spots", spots)


@pytest.mark.timeout(900)
def test_not_even_where_somebody_acts_unseen_beside_a_riderless_horse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    horses_notice_nobody(monkeypatch)
    for pair in small_pairs(quick_or_soak(120, 1_000), delays=False):
        compare(RULESET, pair, answers=8, vary=vary, opens=opens, pauses=False)


# ------------------------------------------------------------------------------------------------ leaks on purpose
class ViewOfTheTruth(NewWorld):
    """Shows hidden figures to everybody."""

    def view(self, state: State, audience: Audience) -> View:
        view = super().view(state, audience)
        pieces = {i: replace(p, at=state.figures[i].at) for i, p in view.pieces.items()}
        return replace(view, pieces=pieces)


class CountsThingsOnTheGround(NewWorld):
    """Tells how many things lie about, whoever dropped them."""

    def view(self, state: State, audience: Audience) -> View:
        view = super().view(state, audience)
        count = sum(i.where == "ground" for i in state.items.values())
        return replace(view, phase=replace(view.phase, note=f"{view.phase.note} {count}"))


def is_caught(ruleset: AnyRuleset, worlds: list[Pair]) -> bool:
    for pair in worlds:
        try:
            compare(ruleset, pair, answers=8, vary=vary, opens=opens, pauses=False)
        except Leak:
            return True
    return False


@pytest.mark.parametrize("leaky", [ViewOfTheTruth, CountsThingsOnTheGround])
def test_a_view_that_leaks_on_purpose_is_caught(leaky: type[NewWorld], worlds: list[Pair]) -> None:
    assert is_caught(cast(AnyRuleset, leaky()), worlds)


def options_from_the_truth(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Game, "known_to", lambda game, seat: game.state)


def a_log_of_hidden_walks(patch: pytest.MonkeyPatch) -> None:
    honest = events.Moved.log
    patch.setattr(events.Moved, "log", lambda e, s, a: honest(replace(e, hidden=False), s, a))


def a_log_of_hidden_stances(patch: pytest.MonkeyPatch) -> None:
    honest = events.Declared.log
    patch.setattr(events.Declared, "log", lambda e, s, a: honest(replace(e, hidden=False), s, a))


def a_turn_in_the_open(patch: pytest.MonkeyPatch) -> None:
    honest = Game.ask_or_pass

    async def openly(game: Any, *args: Any, **more: Any) -> Any:
        return await honest(game, *args, **{**more, "secret": False})

    patch.setattr(Game, "ask_or_pass", openly)


def a_free_undo_after_every_move(patch: pytest.MonkeyPatch) -> None:
    for module in (walking, turn, delay):
        if hasattr(module, "lesson"):
            patch.setattr(module, "lesson", lambda state, figure: "")
    from muster.rulesets.newworld.rules import declare

    patch.setattr(declare, "lesson", lambda state, figure: "")


@pytest.mark.parametrize(
    "leak",
    [options_from_the_truth, a_log_of_hidden_walks, a_log_of_hidden_stances, a_turn_in_the_open],
)
def test_a_leak_in_a_rule_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], worlds: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert is_caught(RULESET, worlds)


def contests_out_of_sight(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(grapple, "reveal", lambda *_: None)


def hidden_figures_that_count(patch: pytest.MonkeyPatch) -> None:
    for module in (standing, shooting):
        patch.setattr(module, "is_unseen", lambda state, figure: False)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("leak", [contests_out_of_sight, hidden_figures_that_count])
def test_what_hidden_figures_do_beside_a_riderless_horse_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    horses_notice_nobody(monkeypatch)
    leak(monkeypatch)
    assert is_caught(RULESET, list(small_pairs(200, delays=False)))


def test_a_grade_of_undo_that_hangs_on_hidden_holders_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    a_free_undo_after_every_move(monkeypatch)
    assert is_caught(RULESET, list(small_pairs(60, delays=True, seed=100_001)))


def test_what_a_seat_knows_never_holds_the_truth(worlds: list[Pair]) -> None:
    for pair in worlds[:40]:
        state = RULESET.load(pair.setup, pair.first)
        known = state.known_to(Seat("blue"))
        for figure, body in known.figures.items():
            assert body.at is None or not body.hidden, figure
