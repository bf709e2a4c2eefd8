"""T12 on Baroque: what others name in secret shows in nothing before all have named; and rules that leak are caught.

The whole position is open; the one secret is the command that a side names for the initiative (4.1.1a) while the other
side has not named its own yet: which one, whether it was changed, and whether any was named at all.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

import pytest

from muster.engine import feeds
from muster.engine.events import AnyEvent
from muster.engine.game import Ask
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.match import Match
from muster.engine.play import Play
from muster.engine.ruleset import AnyRuleset
from muster.engine.views import PendingView, View
from muster.rulesets.baroque.battlefields import battlefields
from muster.rulesets.baroque.events.course import CommandsNamed
from muster.rulesets.baroque.queries.army import candidates
from muster.rulesets.baroque.rules import initiative
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.ruleset import RULESET, Baroque
from muster.rulesets.baroque.state import CommandId, State
from tests.kit.table import setup_of
from tests.kit.worlds import Leak, Pair, Way, compare, no_event, picker, random_positions

Json: TypeAlias = Any

AUDIENCES = (Audience("blue"), Audience("red"), SPECTATORS)
KINDS = ("another", "changed", "none yet")
"""How the two worlds differ: another command is named, one is changed for the other, one has not named any yet."""


@dataclass(frozen=True)
class Secret:
    """Two worlds, and what the others did in each of them behind closed doors."""

    pair: Pair
    kind: str
    ways: tuple[Way, Way]


def is_naming(state: State) -> bool:
    """Whether both sides are about to name one of several commands."""
    waits = state.phase == "initiative" and state.active is None and state.ending is None
    return waits and all(len(candidates(state, s)) > 1 for s in state.seats)


def named(command: CommandId) -> Json:
    """The answer that names a command."""
    return {"picks": [{"key": command}]}


def secrets(count: int) -> Iterator[Secret]:
    """So many pairs, from battles of random bots on every field, for every audience and of every kind."""
    made, number = 0, 0
    while made < count:
        number += 1
        fields = tuple(battlefields())
        setup = setup_of(RULESET, scenario=fields[number % len(fields)], points=600, turns=2)
        pick = picker(number, "secrets")
        for data in random_positions(RULESET, setup, number):
            state = RULESET.load(setup, data)
            if not is_naming(state):
                continue
            for audience in AUDIENCES:
                kind = KINDS[(made + made // len(AUDIENCES)) % len(KINDS)]
                yield _secret(setup, data, state, audience, kind, number * 1000 + made, pick)
                made += 1


def _secret(
    setup: Json,
    data: bytes,
    state: State,
    audience: Audience,
    kind: str,
    seed: int,
    pick: Callable[[int], int],
) -> Secret:
    others = [s for s in state.seats if str(s) != str(audience)]
    seat = others[pick(len(others))]
    own = list(candidates(state, seat))
    one, other = own.pop(pick(len(own))), own.pop(pick(len(own)))
    ways: Mapping[str, tuple[Way, Way]] = {
        "another": ([(seat, named(one))], [(seat, named(other))]),
        "changed": ([(seat, named(one))], [(seat, named(other)), (seat, None), (seat, named(one))]),
        "none yet": ([], [(seat, named(other))]),
    }
    return Secret(Pair(setup, audience, data, data, seed), kind, ways[kind])


def look(ruleset: AnyRuleset, secret: Secret) -> str:
    """Compare the two worlds as far as they may not be told apart; why no further. Raises Leak."""
    changed = secret.kind == "changed"

    def opens(event: AnyEvent) -> bool:
        return isinstance(event, CommandsNamed)

    return compare(
        ruleset,
        secret.pair,
        answers=0 if secret.kind == "none yet" else 6,
        ways=secret.ways,
        opens=no_event if changed else opens,
    ).why


@pytest.fixture(scope="module")
def worlds() -> list[Secret]:
    """At least 200 pairs."""
    return list(secrets(200))


def test_pairs_are_of_many_kinds(worlds: list[Secret]) -> None:
    assert {(s.pair.audience, s.kind) for s in worlds} == {(a, k) for a in AUDIENCES for k in KINDS}
    assert len({s.pair.setup["options"]["scenario"] for s in worlds}) > 1
    assert len({s.pair.first for s in worlds}) > 20


@pytest.mark.timeout(600)
def test_nobody_can_tell_what_the_others_have_named_before_all_have(worlds: list[Secret]) -> None:
    found = Counter((s.kind, look(RULESET, s)) for s in worlds)
    assert {kind for kind, _ in found} == set(KINDS)
    assert found["another", "revealed"] > 50, "after all have named, it shows who named what"
    assert found["changed", "enough"] > 50, "who ends with the same command has done nothing that ever shows"


# ------------------------------------------------------------------ leaks, kept so that the test above means something
class Gossip(Baroque):
    """A view that tells everybody what was last said behind closed doors."""

    def view(self, state: State, audience: Audience) -> View:
        view = super().view(state, audience)
        return replace(
            view, phase=replace(view.phase, note=f"{view.phase.note} {vars(state).get('said', '')}")
        )


def said_to_the_state(patch: pytest.MonkeyPatch) -> None:
    """Answers are noted where a careless view finds them."""
    honest = Play.answer

    def careless(
        play: Play[State], part: Any, value: object, body: Json, client_id: str | None = None
    ) -> None:
        vars(play.state)["said"] = f"{body}"
        honest(play, part, value, body, client_id)

    patch.setattr(Play, "answer", careless)


def is_caught(ruleset: AnyRuleset, worlds: list[Secret]) -> bool:
    for secret in worlds:
        try:
            look(ruleset, secret)
        except Leak:
            return True
    return False


def test_a_view_that_leaks_on_purpose_is_caught(
    worlds: list[Secret], monkeypatch: pytest.MonkeyPatch
) -> None:
    said_to_the_state(monkeypatch)
    assert is_caught(cast(AnyRuleset, Gossip()), worlds[:30])


def naming_in_the_open(patch: pytest.MonkeyPatch) -> None:
    """Sides name their commands one after another, and each is told at once."""

    async def openly(game: Battle, sides: list[Seat]) -> dict[Seat, CommandId]:
        found: dict[Seat, CommandId] = {}
        for seat in reversed(sides):
            ask: Ask[Any] = initiative._naming(game.state, seat)
            picks = await game.ask(seat, ask.spec, rule=ask.rule, text=ask.text)
            found[seat] = picks.one.key
            game.apply(CommandsNamed({str(seat): picks.one.key}))
        return found

    patch.setattr(initiative, "name_commands", openly)


def telling_what_was_answered(patch: pytest.MonkeyPatch) -> None:
    """The closed answer is shown to everybody, as it is to the one who gave it."""
    honest = feeds.pending

    def all_given(match: Match[Any], audience: Audience) -> dict[str, PendingView]:
        own = {str(p.request.seat): p for p in match.play.parts if p.answered}
        shown = honest(match, audience)
        return {
            s: replace(v, given=own[s].request.body(own[s].value)) if s in own else v
            for s, v in shown.items()
        }

    patch.setattr(feeds, "pending", all_given)


def waiting_for_who_is_left(patch: pytest.MonkeyPatch) -> None:
    """Only those are shown as deciding who have not answered yet."""
    honest = feeds.pending

    def only_open(match: Match[Any], audience: Audience) -> dict[str, PendingView]:
        waits = {str(p.request.seat) for p in match.play.parts if not p.answered}
        return {s: v for s, v in honest(match, audience).items() if s in waits}

    patch.setattr(feeds, "pending", only_open)


@pytest.mark.parametrize(
    "leak", [naming_in_the_open, telling_what_was_answered, waiting_for_who_is_left], ids=lambda f: f.__name__
)
def test_a_leak_in_a_rule_or_in_what_is_shown_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], worlds: list[Secret], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert is_caught(RULESET, worlds[:30])
