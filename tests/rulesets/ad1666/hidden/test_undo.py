"""Taking back never hides a card again that somebody has seen."""

import pytest

from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.match import Match, Step
from muster.rulesets.ad1666.deck import UNKNOWN
from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.state import State
from tests.kit.bouts import play_out
from tests.kit.scale import quick_or_soak
from tests.kit.scene import positioned
from tests.kit.table import PASS, Table, head_of
from tests.rulesets.ad1666.cards.test_opposed import trying
from tests.rulesets.ad1666.crowd import crowd
from tests.rulesets.ad1666.scenes import YardScene

AUDIENCES = (Audience("red"), Audience("blue"), SPECTATORS)


def grade(table: Table[State], seat: str) -> str | None:
    """What taking the seat's last decision back needs."""
    target = table.match.undo_target(Seat(seat))
    return target[1] if target is not None else None


def test_what_was_turned_over_or_played_from_the_hand_is_not_taken_back() -> None:
    scene = YardScene()
    scene.stack("red", hand=["cup-5", "cup-2"])
    scene.stack("blue", deck=["skull-7"], hand=["heart-2"])
    table, _ = trying(scene)
    table.answer("red", "cup-5")
    # Whence it comes was told: what the other side does about it is not to be tried out.
    assert grade(table, "red") == "judge"
    table.answer("blue", "deck")
    assert (grade(table, "red"), grade(table, "blue")) == ("judge", "judge")
    table.answer("red", PASS)
    assert grade(table, "red") == "judge"


def seen(match: Match[State], audience: Audience) -> set[tuple[str, str]]:
    """The cards whose place an audience knows, each with its deck."""
    view = RULESET.view(match.state, audience)
    return {
        (str(area.seat), face) for area in view.areas.values() for face in area.faces or () if face != UNKNOWN
    }


@pytest.mark.timeout(900)
def test_after_any_undo_that_is_granted_everybody_sees_every_card_that_it_saw_before() -> None:
    undone = sum(_taken_back(number) for number in range(1, quick_or_soak(3, 60) + 1))
    assert undone > 20


def _taken_back(number: int) -> int:
    """Take back whatever may be taken back on the way through a match; how often that was."""
    scene, undone = crowd(number), 0
    ruleset = positioned(RULESET, RULESET.dump(scene.state))

    def take_back(match: Match[State], step: Step) -> None:
        nonlocal undone
        for seat in scene.state.seats:
            target = match.undo_target(seat)
            if target is None or target[1] == "judge":
                continue
            other, _ = Match.resume(ruleset, match.head, match.rows, match.snapshots)
            before = {a: seen(other, a) for a in AUDIENCES}
            other.undo(seat, granted="consent")
            undone += 1
            assert all(before[a] <= seen(other, a) for a in AUDIENCES)

    match, _ = Match.start(ruleset, head_of(RULESET, scene.setup, seed=number))
    play_out(match, seed=number, seen=take_back, most=quick_or_soak(40, 200))
    return undone
