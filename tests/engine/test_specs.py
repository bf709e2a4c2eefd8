"""Reading answers: what was offered is understood, everything else is refused, whatever it is."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.engine.answers import Course, Path, Pick, Picks, Placing, Pose, Poses, Slots
from muster.engine.explain import Bar, Odds, Part, SightLine, Total
from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import (
    Aim,
    Allocate,
    Along,
    AnySpec,
    Area,
    Arrange,
    Body,
    Choose,
    Confirm,
    Deploy,
    Item,
    Manoeuvre,
    Mark,
    Move,
    Number,
    Option,
    Place,
    Reach,
    Request,
    Slot,
    ToPlace,
    Way,
)

Json: TypeAlias = Any
RED = Seat("red")


def only_east(path: Path) -> None:
    if any(y != 0 for _, y in path.points):
        raise Refusal("illegal_move", "Only to the east.", "move.1")


MOVE = Move("a", (0, 0), 2, (Reach((1, 0), 1, None), Reach((2, 0), 2, 0, stop=False)), only_east)
PLACE = Place(
    (ToPlace("a", 1, "A"), ToPlace("b", 2, "B")),
    tuple((x, y) for x in range(3) for y in range(3)),
    check=lambda placing: None,
)


def not_far_aside(course: Course) -> None:
    if course.bearing > 4000 and course.length > 300:
        raise Refusal("illegal_move", "A wood is in the way.", "move.2")


MANOEUVRE = Manoeuvre(
    "a",
    (3000, 3000, 9000),
    1200,
    400,
    (
        Way(
            "forward",
            "Forward",
            "line",
            600,
            "move.1",
            marks=(Mark(450, "enters the wood", "wood.1", "warn"),),
        ),
        Way("oblique", "At an angle", "slide", 600, "move.2", spread=8999),
        Way("wheel_left", "Wheel left", "arc", 500, "move.3", pivot="left", limits="An enemy is in the way."),
        Way("about", "About-face", "turn", 0, "move.4", turn=18000, end=(3000, 3000, 27000)),
    ),
    not_far_aside,
)


def on_the_table(poses: Mapping[str, Pose]) -> None:
    if any(y < 0 for _, y, _ in poses.values()):
        raise Refusal("off_the_table", "Only on the table.", "deploy.1")


DEPLOY = Deploy(
    (Body("a", "A", ((-600, -200), (600, -200), (600, 200), (-600, 200)), 0, 100), Body("b", "B", ())),
    (Area("zone", ((0, 0), (6000, 0), (6000, 2400), (0, 2400))),),
    on_the_table,
    lambda: {"a": (900, 300, 0), "b": (300, 300, 0)},
)
ALLOCATE = Allocate((Slot("x", "X", 2), Slot("y", "Y", 3)), 4)
CHOOSE = Choose(
    (
        Option("stay", "Stay"),
        Option("go", "Go", needs_=MOVE),
        Option("say", "Say", needs_=lambda: Number(1, 6)),
    )
)
SOME = Choose((Option("a", "A"), Option("b", "B"), Option("c", "C")), 0, 2)


def not_both(slots: Slots) -> None:
    if all(slots.counts.values()):
        raise Refusal("not_both", "Not some of both.", "party.1")


PRICED = Allocate(
    (Slot("x", "X", 3, cost=5), Slot("y", "Y", 9, cost=2)), 11, exact=False, unit="points", check=not_both
)


def one_reaction(picks: Picks) -> None:
    if {"a", "b"} <= {p.key for p in picks.picks}:
        raise Refusal("one_reaction", "A and B do not go together.", "react.1")


TOGETHER = Choose((Option("a", "A"), Option("b", "B"), Option("d", "D")), 1, 3, check=one_reaction)


def only_half(length: int) -> None:
    if length > 300:
        raise Refusal("out_of_range", "Too far by then.", "fire.1")


SPECS: dict[str, AnySpec] = {
    "choose": CHOOSE,
    "some": SOME,
    "together": TOGETHER,
    "move": MOVE,
    "place": PLACE,
    "aim": Aim(((1, 1), (2, 2))),
    "allocate": ALLOCATE,
    "spare": Allocate((Slot("x", "X", 2),), 4, exact=False),
    "priced": PRICED,
    "manoeuvre": MANOEUVRE,
    "deploy": DEPLOY,
    "number": Number(-3, 6),
    "along": Number(
        0, 600, "Where", 300, Along("a", ((0, (0, 0, 0)), (600, (0, -600, 0)))), check=lambda n: only_half(n)
    ),
    "arrange": Arrange((Item("a", "A"), Item("b", "B"))),
    "confirm": Confirm("Sure?"),
}

LEGAL: list[tuple[str, Json, Any]] = [
    ("choose", {"picks": [{"key": "stay"}]}, Picks((Pick("stay"),))),
    ("choose", {"picks": [{"key": "stay", "with": None}]}, Picks((Pick("stay"),))),
    ("choose", {"picks": [{"key": "go", "with": {"path": [[1, 0]]}}]}, Picks((Pick("go", Path(((1, 0),))),))),
    ("choose", {"picks": [{"key": "say", "with": {"value": 6}}]}, Picks((Pick("say", 6),))),
    ("some", {"picks": []}, Picks(())),
    ("some", {"picks": [{"key": "c"}, {"key": "a"}]}, Picks((Pick("c"), Pick("a")))),
    ("together", {"picks": [{"key": "d"}, {"key": "a"}]}, Picks((Pick("d"), Pick("a")))),
    ("move", {"path": [[1, 0], [2, 0]]}, Path(((1, 0), (2, 0)))),
    ("place", {"at": {"b": [0, 0], "a": [2, 2]}}, Placing({"a": (2, 2), "b": (0, 0)})),
    ("aim", {"point": [2, 2]}, (2, 2)),
    ("allocate", {"slots": {"x": 1, "y": 3}}, Slots({"x": 1, "y": 3})),
    ("spare", {"slots": {}}, Slots({"x": 0})),
    ("priced", {"slots": {"x": 2}}, Slots({"x": 2, "y": 0})),
    ("priced", {"slots": {"y": 5}}, Slots({"x": 0, "y": 5})),
    ("manoeuvre", {"way": "forward", "length": 600}, Course("forward", 600)),
    ("manoeuvre", {"way": "forward", "length": 6, "bearing": 5}, Course("forward", 6)),
    ("manoeuvre", {"way": "oblique", "length": 300, "bearing": -8999}, Course("oblique", 300, -8999)),
    ("manoeuvre", {"way": "about", "length": 9}, Course("about", 0)),
    ("deploy", {"at": {"b": [1, 2, 0], "a": [3, 4, 35999]}}, Poses({"a": (3, 4, 35999), "b": (1, 2, 0)})),
    ("number", {"value": -3}, -3),
    ("along", {"value": 300}, 300),
    ("arrange", {"order": ["b", "a"]}, ("b", "a")),
    ("confirm", {"yes": False}, False),
]

ILLEGAL: list[tuple[str, Json, str]] = [
    ("together", {"picks": [{"key": "b"}, {"key": "a"}]}, "do not go together"),
    ("manoeuvre", {"way": "fly", "length": 1}, "Offered are: forward, oblique, wheel_left, about"),
    ("manoeuvre", {"way": ["forward"], "length": 1}, "Offered are"),
    ("manoeuvre", {"way": "forward", "length": 601}, "1 to 600 units long here, not 601"),
    ("manoeuvre", {"way": "forward", "length": 0}, "1 to 600 units"),
    ("manoeuvre", {"way": "forward", "length": 1.5}, "whole number"),
    ("manoeuvre", {"way": "wheel_left", "length": 501}, "An enemy is in the way"),
    ("manoeuvre", {"way": "oblique", "length": 1}, "whole number"),
    ("manoeuvre", {"way": "oblique", "length": 1, "bearing": 9000}, "at most 8999"),
    ("manoeuvre", {"way": "oblique", "length": 301, "bearing": 4001}, "A wood is in the way"),
    ("deploy", {"at": {"a": [0, 0, 0]}}, "Still to be placed: B"),
    ("deploy", {"at": {"a": [0, 0, 0], "b": [0, 0, 0], "c": [0, 0, 0]}}, "not asked for"),
    ("deploy", {"at": {"a": [0, 0], "b": [0, 0, 0]}}, "[x, y, heading]"),
    ("deploy", {"at": {"a": [0, 0, 36000], "b": [0, 0, 0]}}, "0 to 35999"),
    ("deploy", {"at": {"a": [0, 0, 0], "b": [0, 0, 9000]}}, "B cannot be turned"),
    ("deploy", {"at": {"a": [0, -1, 0], "b": [0, 0, 0]}}, "Only on the table"),
    ("along", {"value": 301}, "Too far by then"),
    ("choose", {"picks": [{"key": "fly"}]}, "Offered are: stay, go, say"),
    ("choose", {"picks": []}, "Pick 1, not 0"),
    ("choose", {"picks": [{"key": "stay"}, {"key": "go"}]}, "Pick 1, not 2"),
    ("choose", {"picks": [{"key": "go"}]}, "needs more"),
    ("choose", {"picks": [{"key": "stay", "with": {}}]}, "needs nothing more"),
    ("choose", {"picks": [{"key": "go", "with": {"path": [[0, 1]]}}]}, "Only to the east"),
    ("choose", {"picks": [{"key": ["stay"]}]}, "not offered"),
    ("choose", {"picks": ["stay"]}, "must be an object"),
    ("choose", {"picks": "stay"}, "as a list"),
    ("choose", {"pick": "stay"}, "as a list"),
    ("some", {"picks": [{"key": "a"}] * 2}, "picked twice"),
    ("some", {"picks": [{"key": "a"}, {"key": "b"}, {"key": "c"}]}, "Pick 0 to 2, not 3"),
    ("move", {"path": []}, "in order"),
    ("move", {"path": [[1, 0]] * 201}, "in order"),
    ("move", {"path": [[1, 0, 0]]}, "pair"),
    ("move", {"path": ["10"]}, "pair"),
    ("move", {"path": [[1, 0.0]]}, "whole number"),
    ("move", {"path": [[1, True]]}, "whole number"),
    ("move", {"path": [[1, 10**30]]}, "whole number"),
    ("place", {"at": {"a": [0, 0]}}, "Still to be placed: B"),
    ("place", {"at": {"a": [0, 0], "b": [1, 1], "c": [2, 2]}}, "was not asked for"),
    ("place", {"at": {"a": [0, 0], "b": [0, 0]}}, "every square under it"),
    ("place", {"at": {"a": [0, 0], "b": [2, 2]}}, "every square under it"),
    ("place", {"at": {"a": [-1, 0], "b": [1, 1]}}, "every square under it"),
    ("aim", {"point": [1, 2]}, "cannot be aimed at"),
    ("aim", {"point": None}, "pair"),
    ("allocate", {"slots": {"x": 3, "y": 1}}, "takes 0 to 2"),
    ("allocate", {"slots": {"x": 1, "y": 1}}, "exactly 4"),
    ("allocate", {"slots": {"x": -1, "y": 3}}, "takes 0 to 2"),
    ("allocate", {"slots": {"z": 4}}, "Only these"),
    ("allocate", {"slots": [4]}, "must be an object"),
    ("priced", {"slots": {"x": 3}}, "at most 11; this is 15"),
    ("priced", {"slots": {"y": 6}}, "at most 11; this is 12"),
    ("priced", {"slots": {"x": 1, "y": 1}}, "Not some of both"),
    ("number", {"value": 7}, "from -3 to 6"),
    ("number", {"value": "3"}, "whole number"),
    ("number", {"value": 3.0}, "whole number"),
    ("number", {"value": True}, "whole number"),
    ("number", {"value": None}, "whole number"),
    ("arrange", {"order": ["a"]}, "each of these once"),
    ("arrange", {"order": ["a", "a"]}, "each of these once"),
    ("arrange", {"order": ["a", "b", 1]}, "each of these once"),
    ("arrange", {"order": "ab"}, "as a list"),
    ("confirm", {"yes": 1}, "yes: true"),
    ("confirm", {}, "yes: true"),
]


def asked(spec: AnySpec, *, pass_label: str | None = None) -> Request:
    return Request("q1", RED, "move.1", "turn.1/move.1", "What now?", spec, pass_label=pass_label)


@pytest.mark.parametrize(("name", "body", "value"), LEGAL)
def test_what_is_offered_is_understood_and_written_back_clean(name: str, body: Json, value: Any) -> None:
    request = asked(SPECS[name])
    assert request.read(body) == value
    kept = request.body(value)
    assert request.read(kept) == value
    assert json.loads(json.dumps(kept)) == kept


@pytest.mark.parametrize(("name", "body", "told"), ILLEGAL)
def test_what_is_not_offered_is_refused_with_a_reason(name: str, body: Json, told: str) -> None:
    with pytest.raises(Refusal) as caught:
        asked(SPECS[name]).read(body)
    assert told in caught.value.text


def test_two_options_of_one_key_cannot_be_offered() -> None:
    with pytest.raises(ValueError, match="Options of one key: a"):
        Choose((Option("a", "This"), Option("b", "B"), Option("a", "That")))


def test_what_was_sent_along_is_not_kept() -> None:
    request = asked(CHOOSE)
    body = {"picks": [{"key": "stay", "junk": "x" * 99}], "value": 10**30, "order": ["y"] * 99}
    assert request.body(request.read(body)) == {"picks": [{"key": "stay"}]}


def test_passing_is_legal_only_where_it_is_offered() -> None:
    for spec in SPECS.values():
        assert asked(spec, pass_label="Wait").read({"pass": True}) is None
        with pytest.raises(Refusal) as caught:
            asked(spec).read({"pass": True})
        assert (caught.value.code, caught.value.rule) == ("may_not_pass", "move.1")
    assert asked(MOVE, pass_label="Wait").body(None) == {"pass": True}


@pytest.mark.parametrize("body", [None, 1, "x", [], [{}], True])
def test_an_answer_is_an_object(body: Json) -> None:
    for spec in SPECS.values():
        with pytest.raises(Refusal):
            asked(spec, pass_label="Wait").read(body)


# ------------------------------------------------------------------ hostile
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**18, -(10**18), 2**63, 2**64, 10**40, 0, 1, -1]),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["stay", "go", "say", "a", "b", "x", "y", "\ud800", "\x00", "é" * 500]),
)
KEYS = st.sampled_from(
    [
        "picks",
        "key",
        "with",
        "path",
        "at",
        "point",
        "slots",
        "value",
        "order",
        "yes",
        "pass",
        "a",
        "b",
        "x",
        "y",
    ]
)
ANYTHING: st.SearchStrategy[Json] = st.recursive(
    ODD,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=30,
)


def near_misses(good: Json) -> st.SearchStrategy[Json]:
    """A good answer in which one part is something else."""

    def spoil(value: Json, odd: Json, steps: list[int]) -> Json:
        if not steps or not isinstance(value, dict | list) or not value:
            return odd
        if isinstance(value, dict):
            key = sorted(value)[steps[0] % len(value)]
            return {**value, key: spoil(value[key], odd, steps[1:])}
        index = steps[0] % len(value)
        return [*value[:index], spoil(value[index], odd, steps[1:]), *value[index + 1 :]]

    return st.builds(spoil, st.just(good), ANYTHING, st.lists(st.integers(0, 5), min_size=1, max_size=5))


HOSTILE = st.one_of(ANYTHING, *(near_misses(body) for _, body, _ in LEGAL))


@given(body=HOSTILE)
def test_nothing_that_json_can_say_does_anything_but_answer_or_be_refused(body: Json) -> None:
    for spec in SPECS.values():
        for request in (asked(spec), asked(spec, pass_label="Wait")):
            try:
                value = request.read(body)
            except Refusal as refusal:
                orjson.dumps([refusal.code, refusal.text, refusal.rule, dict(refusal.numbers)])
            else:
                kept = orjson.loads(orjson.dumps(request.body(value)))
                assert request.read(kept) == value


def deep(wrap: Callable[[Json], Json], depth: int = 900) -> Json:
    value: Json = 1
    for _ in range(depth):
        value = wrap(value)
    return value


@pytest.mark.parametrize("key", ["picks", "path", "at", "point", "slots", "value", "order", "yes"])
def test_neither_depth_nor_length_breaks_the_reading(key: str) -> None:
    nested = [
        deep(lambda v: [v]),
        deep(lambda v: {key: v}),
        [deep(lambda v: [v])],
        {"a": deep(lambda v: [v])},
        [{"key": "go", "with": deep(lambda v: {"picks": [v]})}],
        [1] * 100_000,
        ["a"] * 100_000,
        {str(i): i for i in range(20_000)},
        "x" * 1_000_000,
    ]
    for spec in SPECS.values():
        for value in nested:
            with pytest.raises(Refusal) as caught:
                asked(spec).read({key: value})
            assert len(caught.value.text) < 300


# ------------------------------------------------------------------ digests and the wire
def test_the_digest_names_kind_seat_path_and_options_but_no_words_or_odds() -> None:
    odds = Odds("Hit", 5000, "4 or more")
    one = asked(Choose((Option("a", "A"), Option("b", "B"))))
    same = asked(Choose((Option("b", "Bee", odds_=odds, cost="3"), Option("a", "Ay", warnings=("!",)))))
    assert one.digest == same.digest
    others = [
        asked(Choose((Option("a", "A"), Option("c", "C")))),
        asked(Choose((Option("a", "A"),))),
        Request("q1", Seat("blue"), "move.1", "turn.1/move.1", "", one.spec),
        Request("q1", RED, "move.1", "turn.2", "", one.spec),
    ]
    assert len({one.digest, *(o.digest for o in others)}) == 5
    assert len({asked(s).digest for s in SPECS.values()}) == len(SPECS)


def test_needs_odds_and_sight_are_worked_out_once_and_only_when_looked_at() -> None:
    looked: list[str] = []

    def odds() -> Odds:
        looked.append("odds")
        return Odds("Hit", 7222, "5 or more", (Bar(7, 1667, True),), (Total.of("Attack", [Part("die", 0)]),))

    def needs() -> AnySpec:
        looked.append("needs")
        return Number(1, 2)

    def sights() -> tuple[SightLine, ...]:
        looked.append("sights")
        return (SightLine((1, 1), (3, 4), "cover", (2, 2), "over the wall"),)

    option = Option("a", "A", needs_=needs, odds_=odds, sights_=sights)
    request = asked(Choose((option, Option("b", "B"))))
    request.read({"picks": [{"key": "b"}]})
    assert looked == []
    wire = [request.wire() for _ in range(2)][1]
    assert sorted(looked) == ["needs", "odds", "sights"]
    told = json.loads(orjson.dumps(wire))["spec"]["options"][0]
    assert told["odds"] == {
        "label": "Hit",
        "percent": 72.22,
        "needs": "5 or more",
        "effect": "",
        "bars": [{"total": 7, "percent": 16.67, "hit": True}],
        "of": "",
        "totals": [{"label": "Attack", "value": 0, "parts": []}],
    }
    assert told["needs"] == {"kind": "number", "min": 1, "max": 2, "label": "", "step": 1, "along": None}
    assert [s["state"] for s in told["sights"]] == ["cover"]


def test_the_wire_of_every_kind() -> None:
    wires = {name: json.loads(orjson.dumps(asked(spec).wire())) for name, spec in SPECS.items()}
    assert {w["spec"]["kind"] for w in wires.values()} == {
        "choose",
        "move",
        "place",
        "aim",
        "manoeuvre",
        "deploy",
        "allocate",
        "number",
        "arrange",
        "confirm",
    }
    assert wires["move"]["spec"] == {
        "kind": "move",
        "piece": "a",
        "from": [0, 0],
        "budget": 2,
        "straight": False,
        "label": "",
        "reach": [
            {"to": [1, 0], "cost": 1, "via": None, "provokes": [], "notes": [], "stop": True},
            {"to": [2, 0], "cost": 2, "via": 0, "provokes": [], "notes": [], "stop": False},
        ],
    }
    assert wires["manoeuvre"]["spec"]["pose"] == [3000, 3000, 9000]
    assert wires["manoeuvre"]["spec"]["ways"][0]["marks"] == [
        {"at": 450, "label": "enters the wood", "rule": "wood.1", "tone": "warn"}
    ]
    assert wires["manoeuvre"]["spec"]["ways"][3]["end"] == [3000, 3000, 27000]
    assert wires["deploy"]["spec"]["suggested"] == {"a": [900, 300, 0], "b": [300, 300, 0]}
    assert wires["along"]["spec"]["along"] == {"piece": "a", "poses": [[0, 0, 0, 0], [600, 0, -600, 0]]}
    assert wires["some"]["spec"]["min"] == 0
    assert wires["allocate"]["spec"]["slots"][1] == {
        "key": "y",
        "label": "Y",
        "max": 3,
        "cost": 1,
        "detail": "",
        "icon": "",
    }
    assert wires["confirm"]["pass"] is None
    assert asked(MOVE, pass_label="Stand").wire()["pass"] == {"label": "Stand"}


def test_the_default_way_follows_via() -> None:
    assert MOVE.path_to(1) == ((1, 0), (2, 0))
