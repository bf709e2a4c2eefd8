"""T12 on the practice rules: two worlds that differ only out of sight look the same; and rules that leak are caught."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from muster.engine.game import Game
from muster.engine.ids import Audience, Seat
from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset
from muster.engine.views import View
from tests.kit.practice import RULESET, events, queries
from tests.kit.practice.ruleset import Practice
from tests.kit.practice.state import Piece, State
from tests.kit.practice.worlds import alter, vary
from tests.kit.table import setup_of
from tests.kit.worlds import Leak, Pair, compare, pairs

SETUPS = [
    setup_of(RULESET, scenario=scenario, measuring=measuring, rounds=2)
    for scenario in ("duel", "trio")
    for measuring in ("free", "declared")
]


@pytest.fixture(scope="module")
def worlds() -> list[Pair]:
    """At least 200 pairs, over every scenario, policy of measuring and audience."""
    return list(pairs(RULESET, SETUPS, alter, count=200))


def test_pairs_are_of_many_kinds(worlds: list[Pair]) -> None:
    assert Counter(p.audience for p in worlds).keys() == {"red", "blue", "green", "spectators"}
    assert len({(p.setup["scenario"], p.setup["measuring"]) for p in worlds}) == 4
    stages = Counter(RULESET.load(p.setup, p.first).stage for p in worlds)
    assert stages.keys() >= {"hand", "deploy", "banner", "relic", "drill", "turns"}


@pytest.mark.timeout(400)
def test_nobody_can_tell_two_worlds_apart_that_it_may_not(worlds: list[Pair]) -> None:
    found: Counter[str] = Counter()
    for pair in worlds:
        outcome = compare(RULESET, pair, vary=vary)
        found[outcome.why] += 1
        found["answers"] += outcome.answers
    assert found["answers"] > 5 * len(worlds), found
    assert found["revealed"] > 0


# ------------------------------------------------------------------ leaks, kept so that the test above means something
class ViewOfTheTruth(Practice):
    """Shows hidden pieces to everybody."""

    def view(self, state: State, audience: Audience) -> View:
        view = super().view(state, audience)
        pieces = {i: replace(p, at=state.pieces[i].at) for i, p in view.pieces.items()}
        return replace(view, pieces=pieces)


class CountsWhatIsNear(Practice):
    """Tells in a side note how many hidden pieces stand next to something."""

    def view(self, state: State, audience: Audience) -> View:
        view = super().view(state, audience)
        placed = [p for p in state.pieces.values() if p.up and p.at is not None]
        near = sum(
            p.hidden and any(q.seat != p.seat and queries.gap(p, q) < 3 for q in placed) for p in placed
        )
        return replace(view, phase=replace(view.phase, note=f"{view.phase.note} {'!' * near}"))


def truth_behind(known: State) -> State:
    """What a careless query may have got hold of (see :func:`states_with_the_truth`)."""
    return cast(State, getattr(known, "truth", known))


class MeasuresTheTruth(Practice):
    """Says that sight is blocked where a hidden piece stands."""

    def measure(self, known: State, start: tuple[int, int], end: tuple[int, int]) -> Any:
        told = super().measure(known, start, end)
        blocked = any(p.at in (start, end) for p in truth_behind(known).pieces.values())
        return {**told, "sight": "blocked" if blocked else "clear"}


class PreviewsTheTruth(Practice):
    """Refuses to preview a way that ends where a hidden piece stands."""

    def preview(self, known: State, seat: Seat | None, request: Any, body: Any) -> Any:
        told = super().preview(known, seat, request, body)
        if any(p.at == tuple(told["to"]) for p in truth_behind(known).pieces.values()):
            raise Refusal("occupied", "Somebody stands there.")
        return told


def states_with_the_truth(patch: pytest.MonkeyPatch) -> None:
    honest = State.known_to

    def careless(state: State, seat: Seat) -> State:
        known = honest(state, seat)
        known.truth = state  # type: ignore[attr-defined]
        return known

    patch.setattr(State, "known_to", careless)


def is_caught(ruleset: AnyRuleset, worlds: list[Pair]) -> bool:
    for pair in worlds:
        try:
            compare(ruleset, pair, vary=vary)
        except Leak:
            return True
    return False


@pytest.mark.parametrize("leaky", [ViewOfTheTruth, CountsWhatIsNear, MeasuresTheTruth, PreviewsTheTruth])
def test_a_ruleset_that_leaks_on_purpose_is_caught(
    leaky: type[Practice], worlds: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    states_with_the_truth(monkeypatch)
    assert is_caught(cast(AnyRuleset, leaky()), worlds)


def options_from_the_truth(patch: pytest.MonkeyPatch) -> None:
    def everything(game: Game[State], seat: Seat) -> State:
        return game.state

    patch.setattr(Game, "known_to", everything)


def a_log_of_hidden_ways(patch: pytest.MonkeyPatch) -> None:
    honest = events.Moved.log
    patch.setattr(events.Moved, "log", lambda e, s, a: honest(replace(e, hidden=False), s, a))


def a_log_of_the_bearer(patch: pytest.MonkeyPatch) -> None:
    honest = events.RelicHidden.log
    patch.setattr(events.RelicHidden, "log", lambda e, s, a: honest(e, s, Audience(e.seat)))


def asking_only_who_is_near(patch: pytest.MonkeyPatch) -> None:
    honest = queries.lurkers

    def near(state: State, than: Seat) -> list[Piece]:
        foes = [p for p in state.up(than) if p.at is not None]
        return [p for p in honest(state, than) if p.at and any(queries.gap(p, f) == 1 for f in foes)]

    patch.setattr(queries, "lurkers", near)


def _with_relics(honest: Callable[[State, Seat], State]) -> Callable[[State, Seat], State]:
    return lambda state, seat: replace(honest(state, seat), relics=dict(state.relics))


@pytest.mark.parametrize(
    "leak", [options_from_the_truth, a_log_of_hidden_ways, a_log_of_the_bearer, asking_only_who_is_near]
)
def test_a_leak_in_a_rule_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], worlds: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert is_caught(RULESET, worlds)


def test_altering_what_an_audience_knows_is_a_fault_of_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "known_to", _with_relics(State.known_to))
    with pytest.raises(AssertionError, match="alter changed what"):
        list(pairs(RULESET, SETUPS, alter, count=30))
