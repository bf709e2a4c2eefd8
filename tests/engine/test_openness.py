"""What is shown to others while somebody is asked in secret: the match as it was before, found without a search."""

from typing import Any

import pytest

from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.match import Match, Step
from tests.kit.bouts import lively_match, random_match
from tests.kit.practice import RULESET
from tests.kit.table import setup_of


def is_open(match: Match[Any], audience: Audience) -> bool:
    return not match.held - {Seat(audience)}


class Earlier:
    """The same by looking at every earlier moment, from the last back; each is made once for all audiences."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._made: dict[int, Match[Any]] = {}

    def searched(self, audience: Audience) -> Match[Any] | None:
        for count in range(len(self._match.rows) - 1, 0, -1):
            if count not in self._made:
                self._made[count] = self._at(count)
            if is_open(self._made[count], audience):
                return self._made[count]
        return None

    def _at(self, count: int) -> Match[Any]:
        match = self._match
        snapshots = [s for s in match.snapshots if s.position < count]
        return Match[Any].resume(match.ruleset, match.head, match.rows[:count], snapshots)[0]


def shown(match: Match[Any] | None) -> tuple[bytes, list[str], int] | None:
    """What an audience's feed is made of."""
    if match is None:
        return None
    return match.ruleset.dump(match.state), [r.id for r in match.requests], match.undos


@pytest.mark.parametrize("lively", [False, True])
def test_it_is_the_last_moment_at_which_nobody_else_was_asked_in_secret(*, lively: bool) -> None:
    """In play and after a restart, with undos, withdrawals and standing answers as well."""
    setup = setup_of(RULESET, scenario="trio", rounds=1)
    compared = 0

    def look(match: Match[Any], step: Step) -> None:
        nonlocal compared
        del step
        if not match.held:
            return
        again, _ = Match[Any].resume(match.ruleset, match.head, match.rows, match.snapshots)
        bare, _ = Match[Any].resume(match.ruleset, match.head, match.rows, [])
        earlier = Earlier(match)
        for audience in (*(Audience(s) for s in match.seats), SPECTATORS):
            if is_open(match, audience):
                assert match.open_rows.of(audience) == len(match.rows)
                continue
            expected = shown(earlier.searched(audience))
            assert [shown(m.before_secret(audience)) for m in (match, again, bare)] == [expected] * 3
            compared += 1

    for seed in range(12):
        if lively:
            lively_match(RULESET, setup, seed, most=80, granted="consent", seen=look)
        else:
            random_match(RULESET, setup, seed, most=60, seen=look)
    assert compared > 20


def test_where_a_rest_point_leads_straight_to_a_secret_question_the_moment_before_it_is_found() -> None:
    """With only the newest snapshot at hand nothing that may be shown is played on the way."""
    setup = setup_of(RULESET, scenario="trio", rounds=2)
    found = 0

    def look(match: Match[Any], step: Step) -> None:
        nonlocal found
        del step
        rests = [s for s in match.snapshots if s.position == len(match.rows) - 1]
        if not match.held or not rests:
            return
        again, _ = Match[Any].resume(match.ruleset, match.head, match.rows, rests)
        earlier = Earlier(match)
        for audience in (*(Audience(s) for s in match.seats), SPECTATORS):
            if not is_open(match, audience):
                assert again.open_rows.of(audience) is None
                assert shown(again.before_secret(audience)) == shown(earlier.searched(audience))
                found += 1

    for seed in range(20):
        random_match(RULESET, setup, seed, seen=look)
    assert found > 0
