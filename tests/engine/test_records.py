"""States and events to bytes and back."""

from dataclasses import dataclass, field

import orjson
import pytest

from muster.engine.codec import dump, load_fields, state_hash
from muster.engine.events import Event, event_from_json, event_json, event_kinds
from muster.engine.explain import Part, Total
from muster.engine.ids import Seat
from muster.engine.notices import NOTICES, Closed, Undone
from tests.kit.bouts import random_match
from tests.kit.contract import check_events
from tests.kit.practice import RULESET, events
from tests.kit.practice.state import Piece
from tests.kit.table import setup_of


@dataclass
class Toy:
    setup: str = "fixed"
    pieces: dict[str, Piece] = field(default_factory=dict[str, Piece])
    at: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    seen: tuple[str, ...] = ()
    maybe: Seat | None = None


def test_a_state_comes_back_with_its_types_and_the_order_of_its_mappings() -> None:
    pieces = {k: Piece(k, Seat("red"), "guard", 2, (1, 2)) for k in ("zeta", "alpha")}
    toy = Toy(pieces=pieces, at={7: (1, 2), 3: (4, 5)}, seen=("b", "a"), maybe=Seat("red"))
    data = dump(toy)
    again = Toy(setup="other", **load_fields(Toy, data))
    assert again == Toy("other", pieces, {7: (1, 2), 3: (4, 5)}, ("b", "a"), Seat("red"))
    assert list(again.pieces) == ["zeta", "alpha"]
    assert list(again.at) == [7, 3]
    assert dump(again) == data
    assert b"fixed" not in data


def test_the_hash_tells_states_apart_by_content_and_by_order() -> None:
    one, other = {"a": (1, 1), "b": (2, 2)}, {"b": (2, 2), "a": (1, 1)}
    hashes = {state_hash(orjson.dumps(x)) for x in (one, other, {})}
    assert len(hashes) == 3
    assert all(len(h) == 32 for h in hashes)


def test_every_event_and_state_of_a_match_comes_back_the_same() -> None:
    seen: set[type[object]] = set()
    for seed in range(6):
        measuring = "declared" if seed % 2 else "free"
        match = random_match(RULESET, setup_of(RULESET, scenario="trio", rounds=6, measuring=measuring), seed)
        check_events(match)
        seen.update(type(e) for _, e in match.history)
    assert {k.__name__ for k in seen} >= set(RULESET.events) - {"GateTurned"}
    turned = events.GateTurned("red-guard", open=True)
    assert event_from_json(event_json(turned), RULESET.events) == turned


def test_events_with_parts_come_back_typed() -> None:
    struck = events.Struck("a", "b", 4, Total("Attack", (Part("die", 4),), 4), 4, 1)
    again = event_from_json(event_json(struck), RULESET.events)
    assert again == struck
    assert isinstance(again, events.Struck)
    assert isinstance(again.total.parts, tuple)


def test_the_matchs_own_events_come_back_too() -> None:
    for event in (Undone("red", "Red"), Closed(None, "abandoned", "Nobody came back.")):
        assert event_from_json(event_json(event), NOTICES) == event


def test_kinds_are_the_concrete_events_of_modules_by_name() -> None:
    kinds = event_kinds(events)
    assert kinds["Moved"] is events.Moved
    assert "Event" not in kinds
    assert all(issubclass(k, Event) for k in kinds.values())


@pytest.mark.parametrize("data", [{"event": "Moved"}, {"event": "Moved", "piece": 3}])
def test_an_event_of_other_fields_is_not_guessed_at(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        event_from_json(data, RULESET.events)
