"""The kit: a test that cheats, or that proves less than it says, has to fail."""

import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from muster.engine.game import ChanceAsk
from muster.engine.refusals import Refusal
from tests.kit.books import book_of, split_id
from tests.kit.dice import Dice, DiceFault
from tests.kit.examples import Example, example_params, load_examples
from tests.kit.house import ROOT
from tests.kit.practice import RULESET, events, flow
from tests.kit.practice.book import BOOK
from tests.kit.practice.scene import PracticeScene
from tests.kit.table import PASS, setup_of, start

D6 = ChanceAsk("dice", 2, 6, "to hit", "strike.1")
ORDER = ChanceAsk("shuffle", 3, 0, "deck", "deal.1")


# ------------------------------------------------------------------ dice
def test_dice_come_in_their_order() -> None:
    dice = Dice(4, 5, [2, 0, 1])
    assert dice(D6, 0) == (4, 5)
    assert dice(ORDER, 1) == (2, 0, 1)
    assert [a.why for a in dice.asked] == ["to hit", "deck"]
    dice.add(1, 1)
    assert dice(D6, 2) == (1, 1)
    dice.finish()


@pytest.mark.parametrize(
    ("throws", "ask", "told"),
    [
        ((4,), D6, "holds no die for dice:2:6 for 'to hit'"),
        ((), ORDER, "holds no die"),
        ((4, 7), D6, "the test holds 7"),
        ((4, 0), D6, "the test holds 0"),
        ((4, [0, 1]), D6, r"the test holds \[0, 1\]"),
        ((3,), ORDER, "The rules shuffle"),
        (([0, 1, 1],), ORDER, "The rules shuffle"),
    ],
)
def test_dice_that_do_not_fit_fail_at_once(
    throws: tuple[int | list[int], ...], ask: ChanceAsk, told: str
) -> None:
    dice = Dice(*throws)
    with pytest.raises(DiceFault, match=told):
        dice(ask, 0)
    dice._left.clear()


def test_a_die_left_over_is_a_fault() -> None:
    dice = Dice(1)
    with pytest.raises(DiceFault, match="did not ask"):
        dice.finish()


# ------------------------------------------------------------------ tables and scenes
def test_plain_answers_name_what_is_offered_where_they_miss() -> None:
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("blue-guard", (8, 6))
    table = scene.begin()
    with pytest.raises(AssertionError, match=r"not offered(.|\n)*move:red-guard  Move guard"):
        table.answer("red", "fly")
    with pytest.raises(AssertionError, match="out of reach"):
        table.answer("red", ("move:red-guard", (8, 6)))
    with pytest.raises(AssertionError, match=r"blue is not asked\. Asked are:.*red"):
        table.answer("blue", PASS)
    table.answer("red", ("Move guard", [(1, 0), (1, 1)]))
    assert table.event(events.Moved).path == ((1, 0), (1, 1))


def test_an_answer_that_is_accepted_was_not_refused() -> None:
    table = start(RULESET, setup_of(RULESET))
    with pytest.raises(AssertionError, match="was accepted"):
        table.refused("red", {"value": 3})
    with pytest.raises(Refusal):
        table.answer("blue", 6)


def test_one_rule_is_played_alone_and_the_table_is_through() -> None:
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("blue-guard", (1, 0), steps=1)
    table = scene.run(lambda game: flow.strike(game, "red-guard", "blue-guard"), dice=[6])
    assert table.over
    assert table.event(events.Fell).piece == "blue-guard"
    assert scene.state.pieces["blue-guard"].steps == 1


def test_a_test_may_switch_a_rule_off() -> None:
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("blue-guard", (1, 0), steps=1)
    BOOK.off = frozenset({"strike.4"})
    try:
        table = scene.run(lambda game: flow.strike(game, "red-guard", "blue-guard"), dice=[6])
    finally:
        BOOK.off = frozenset()
    assert table.events(events.Fell) == []


# ------------------------------------------------------------------ books
def test_books_are_found_by_their_rulesets_id() -> None:
    assert book_of("practice") is BOOK
    assert split_id("newworld.move.3") == ("newworld", "move.3")
    with pytest.raises(LookupError, match="No ruleset 'chess'"):
        book_of("chess")
    with pytest.raises(LookupError, match="needs its ruleset in front"):
        split_id("move")


# ------------------------------------------------------------------ examples
EXAMPLES = """
ruleset: practice
examples:
- id: practice.ex.1
  from: book
  note: apart
  rules: [practice.strike.2]
  given: {attacker: {might: 1, name: Ann}, foes: [{might: 2}, {might: 3}]}
  when: {die: 4}
  then: {hit: true, why: because}
"""


def example(tmp_path: Path) -> Example:
    path = tmp_path / "examples.yaml"
    path.write_text(EXAMPLES, encoding="utf-8")
    (found,) = load_examples(path)
    return found


def test_an_example_is_read_to_the_last_key(tmp_path: Path) -> None:
    found = example(tmp_path)
    assert found.rules == ("practice.strike.2",)
    with pytest.raises(
        AssertionError, match=r"ex\.1\.given\.attacker, .*ex\.1\.given\.foes, .*ex\.1\.when\.die"
    ):
        found.check_read()
    assert found.given["attacker"]["might"] == 1
    assert found.when["die"] == 4
    assert found.then["hit"] is True
    with pytest.raises(AssertionError) as caught:
        found.check_read()
    assert str(caught.value) == (
        "The test never read: practice.ex.1.given.attacker.name, practice.ex.1.given.foes"
    )
    assert [f["might"] for f in found.given["foes"]] == [2, 3]
    assert "name" in found.given["attacker"]
    with pytest.raises(AssertionError, match=r"given\.attacker\.name"):
        found.check_read()
    assert dict(found.given["attacker"]) == {"might": 1, "name": "Ann"}
    found.check_read()


def test_two_examples_of_one_id_are_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "examples.yaml"
    entry = EXAMPLES.split("examples:\n")[1]
    path.write_text(f"examples:\n{entry}{entry}", encoding="utf-8")
    with pytest.raises(ValueError, match="more than once"):
        load_examples(path)


def test_examples_become_marked_parameters(tmp_path: Path) -> None:
    example(tmp_path)
    (param,) = example_params(tmp_path / "examples.yaml")
    assert param.id == "practice.ex.1"
    assert [m.args for m in param.marks] == [("practice.strike.2",)]


# ------------------------------------------------------------------ the plugin, in a run of its own
SUITE = """
import pytest
from pathlib import Path
from tests.kit.dice import Dice
from tests.kit.examples import example_params
from tests.kit.practice.book import applies

HERE = Path(__file__).parent / "examples.yaml"

@pytest.mark.rule("practice.bid.1", "practice.bid.2")
def test_touches_what_it_says():
    assert applies("bid.1") and applies("bid.2")

@pytest.fixture
def touched():
    applies("bid.1")

@pytest.mark.rule("practice.bid.1")
def test_touches_in_its_fixture(touched):
    pass

@pytest.mark.rule("practice.bid.1", "practice.bid.2")
def test_touches_half():
    applies("bid.1")

@pytest.mark.rule("practice.bid.1")
def test_trusts_another_test():
    pass

def test_leaves_a_die():
    Dice(6)

@pytest.mark.parametrize("example", example_params(HERE))
def test_reads_half(example):
    applies("strike.2")
    example.when["die"], example.then["hit"]

@pytest.mark.rule("practice.bid.1")
def test_is_wrong():
    applies("bid.1")
    assert False
"""


SHARING = """
    import pytest

    @pytest.fixture(scope="module")
    def shared():
        return object()

    @pytest.mark.parametrize("number", range(6))
    def test_it(shared, number):
        assert shared
"""


def run_suite(tmp_path: Path, source: str, *more: str) -> tuple[str, int]:
    (tmp_path / "examples.yaml").write_text(EXAMPLES, encoding="utf-8")
    (tmp_path / "test_suite.py").write_text(dedent(source), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.kit.plugin",
        "-p",
        "tests.kit.spread",
        "-q",
        "-c",
        str(ROOT / "pyproject.toml"),
    ]
    command += [f"--rootdir={tmp_path}", str(tmp_path / "test_suite.py"), *more]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return told.stdout + told.stderr, told.returncode


def test_a_file_that_shares_a_fixture_is_run_by_one_of_several_processes(tmp_path: Path) -> None:
    told, _ = run_suite(tmp_path, SHARING, "-vv", "-n2", "--dist=loadgroup")
    workers = [line.split()[0] for line in told.splitlines() if " PASSED " in line]
    assert len(workers) == 6
    assert len(set(workers)) == 1


def test_marked_tests_fail_unless_they_come_by_their_rules(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    told, _ = run_suite(tmp_path, SUITE, "--rules-record", str(record))
    failed = {line.split("::")[1].split(" ")[0] for line in told.splitlines() if line.startswith("FAILED")}
    assert failed == {
        "test_touches_half",
        "test_trusts_another_test",
        "test_leaves_a_die",
        "test_reads_half[practice.ex.1]",
        "test_is_wrong",
    }, told
    assert "does not come by the rules that it is marked with: practice.bid.2" in told
    assert "The test never read: practice.ex.1.given" in told
    tests = {k.split("::")[1]: v for k, v in json.loads(record.read_text(encoding="utf-8"))["tests"].items()}
    assert tests["test_touches_what_it_says"] == {
        "marked": ["practice.bid.1", "practice.bid.2"],
        "touched": ["practice.bid.1", "practice.bid.2"],
        "passed": True,
    }
    assert tests["test_touches_half"]["passed"] is False
    assert tests["test_is_wrong"] == {
        "marked": ["practice.bid.1"],
        "touched": ["practice.bid.1"],
        "passed": False,
    }
    assert tests["test_trusts_another_test"]["touched"] == []
    assert "test_leaves_a_die" not in tests


@pytest.mark.parametrize(
    ("mark", "told"),
    [
        ('"chess.move.1"', "No ruleset 'chess'"),
        ('"bid"', "needs its ruleset in front"),
        ("3", "takes rule ids"),
        ("", "takes rule ids"),
    ],
)
def test_a_mark_that_names_no_rule_stops_the_run(mark: str, told: str, tmp_path: Path) -> None:
    source = f"import pytest\n@pytest.mark.rule({mark})\ndef test_a(): pass\n"
    output, code = run_suite(tmp_path, source)
    assert told in output
    assert code == pytest.ExitCode.USAGE_ERROR


def test_a_rule_is_switched_off_for_a_whole_run(tmp_path: Path) -> None:
    source = """
        import pytest
        from tests.kit.practice.book import applies
        @pytest.mark.rule("practice.bid.1")
        def test_misses_it():
            assert applies("bid.1")
        @pytest.mark.rule("practice.bid.2")
        def test_has_it():
            assert applies("bid.2")
    """
    told, _ = run_suite(tmp_path, source, "--rules-off", "practice.bid.1", "--rules-off", "practice.bid.9")
    failed = [line.split("::")[1].split(" ")[0] for line in told.splitlines() if line.startswith("FAILED")]
    assert failed == ["test_misses_it"], told
    told, code = run_suite(tmp_path, source, "--rules-off", "bid.1")
    assert "--rules-off" in told
    assert code == pytest.ExitCode.USAGE_ERROR


def test_only_a_full_run_writes_the_record_of_the_checkout(tmp_path: Path) -> None:
    record = ROOT / ".rules-record.json"
    before = record.read_bytes() if record.exists() else None
    run_suite(tmp_path, SUITE)
    assert (record.read_bytes() if record.exists() else None) == before
