"""`muster verify`: checks the record of a match without a server: every die and shuffle, and every decision.

What is checked, in order: the secret against the hash that was public from the start; the setup against its hash;
the numbering of the journal; each die and shuffle against the keyed generator (``muster.engine.chance`` states the
method, which takes a page in any language); and, where the rules here are those of the record, the setup against what
they make from the options and the rosters brought, and the whole journal by replaying it, branches that were taken
back included. What no record can prove is said every time.
"""

import hashlib
import json
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

import orjson
from pydantic import ValidationError

from muster.commands import Command
from muster.commands.named import known_rulesets, ruleset_named
from muster.commands.record_file import RecordFile, read_record
from muster.core.terminal import plain
from muster.engine import ENGINE_VERSION
from muster.engine.chance import Chance, match_key, secret_hash
from muster.engine.ids import CHANCE, Seat
from muster.engine.match import Match
from muster.engine.records import Head, Row, differing, drawn_number, same_json
from muster.engine.refusals import EngineFault, Refusal, ReplayMismatch
from muster.engine.ruleset import AnyRuleset, Result

MOST_COMPLAINTS = 10
"""How many wrong dice are named one by one."""

HOLDS, FAILS, UNCHECKED = 0, 1, 3

DESCRIPTION: Final = """\
Check the record of a match without a server: every die and shuffle against the keyed generator, and every
decision by replaying the journal under the same rules, branches that were taken back included.

exit code:
  0  The record holds.
  1  The record does not hold: something in it is not as it was, or cannot have been so.
  2  The file is no record, or the rules that were named are not there.
  3  Nothing is wrong, but not all was checked: rules of another version, rules that are not here, a match
     that was put back when its rules were mended, or a secret that is not shown yet. What was left out is
     named under "not checked"; of that, take nothing from the record on trust."""

EPILOG: Final = """\
No record can prove that a person really gave an answer, really agreed to an undo, or really resigned: it holds what
the server says it was told. Nor can it prove that its two hashes are the ones that were public from the start: compare
them with what the match's page showed then. The match's id and the ids of messages are labels that nothing follows
from."""

_FAULTS: Final = (
    ReplayMismatch,
    Refusal,
    EngineFault,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
)
"""What rules may raise where a record feeds them something that no match could."""


@dataclass
class Report:
    """What was checked, in sentences, what failed, what was left out, and what no record can prove.

    ``dice`` and ``decisions`` say whether they were looked at, decisions at least in part.
    """

    checked: list[str] = field(default_factory=list[str])
    failed: list[str] = field(default_factory=list[str])
    skipped: list[str] = field(default_factory=list[str])
    unproven: list[str] = field(default_factory=list[str])
    dice: bool = False
    decisions: bool = False

    def note(self, good: bool, right: str, wrong: str) -> bool:
        """One check: the sentence for either outcome; returns the outcome."""
        (self.checked if good else self.failed).append(right if good else wrong)
        return good

    @property
    def verdict(self) -> str:
        """The last word, in a sentence."""
        if self.failed:
            return "The record does not hold."
        if not self.skipped:
            return "The record holds."
        if not self.dice:
            return "Neither the dice nor the decisions were checked."
        if not self.decisions:
            return "The dice hold; the decisions were not checked."
        return "The dice hold; not all of the decisions were checked."

    @property
    def code(self) -> int:
        """The exit code that goes with the verdict."""
        return FAILS if self.failed else UNCHECKED if self.skipped else HOLDS


def add_arguments(parser: ArgumentParser) -> None:
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.description, parser.epilog = f"{parser.description}. {DESCRIPTION}", EPILOG
    parser.add_argument("file", type=Path, help="a record as `muster export` writes it")
    parser.add_argument("--ruleset", help="module:NAME of rules that are not in the catalogue")
    parser.add_argument("--json", action="store_true", help="print one line of JSON instead of sentences")


def run(arguments: Namespace) -> int:
    record = read_record(arguments.file)
    report = verify(record, rules_of(record, arguments.ruleset))
    if arguments.json:
        told = {
            name: getattr(report, name) for name in ("checked", "failed", "skipped", "unproven", "verdict")
        }
        print(json.dumps(told))
    else:
        print(f"Match {record.id}, {record.ruleset} {record.ruleset_version}, {len(record.rows)} rows.")
        for sentences, word in (
            (report.checked, "right"),
            (report.unproven, "no record can prove"),
            (report.skipped, "not checked"),
            (report.failed, "WRONG"),
        ):
            for sentence in sentences:
                print(f"  {word}: {plain(sentence)}")
        print(report.verdict)
    return report.code


def rules_of(record: RecordFile, name: str | None) -> AnyRuleset | None:
    """The rules to replay the record with, or None where those of its id are not known here."""
    if name is not None:
        return ruleset_named(name)
    try:
        return known_rulesets().get(record.ruleset)
    except Refusal:
        return None


def verify(record: RecordFile, ruleset: AnyRuleset | None) -> Report:
    """Check all that can be checked of a record; ``ruleset`` None leaves the decisions out."""
    report = Report()
    rows = [r.row() for r in record.rows]
    _check_head(record, report)
    numbered = report.note(
        [r.position for r in rows] == list(range(len(rows))),
        f"The journal is numbered without a gap, 0 to {len(rows) - 1}.",
        "The journal is not numbered 0, 1, 2 and so on: rows are missing, doubled or out of order.",
    )
    head = _head(record, report)
    if head is not None:
        _check_chance(head, rows, report)
        if numbered:
            _check_decisions(head, record, rows, ruleset, report)
    _name_unproven(rows, report)
    return report


def _check_head(record: RecordFile, report: Report) -> None:
    try:
        setup = hashlib.sha256(orjson.dumps(record.setup, option=orjson.OPT_SORT_KEYS)).hexdigest()
    except TypeError as error:
        report.failed.append(f"The setup has no hash: {error}.")
        return
    report.note(
        setup == record.setup_hash,
        "The setup (options, map, cards) fits its hash.",
        f"The setup does not fit its hash: it gives {setup}, the record says {record.setup_hash}.",
    )


def _head(record: RecordFile, report: Report) -> Head | None:
    """The engine's head, or None where there is no usable secret."""
    if record.secret is None:
        report.skipped.append(
            "The secret is shown when the match is over; until then neither dice nor decisions."
        )
        if record.result is not None:
            report.failed.append("The record has a result but no secret; a match that is over shows it.")
        return None
    if record.result is None:
        report.failed.append("The secret is shown, so the match was over; but the record has no result.")
    try:
        secret = _bytes_of(record.secret)
        contributions = {seat: _bytes_of(given) for seat, given in record.contributions.items()}
        match_key(secret, contributions)
    except ValueError as error:
        report.failed.append(f"The key cannot be made: {error}.")
        return None
    report.note(
        secret_hash(secret) == record.secret_hash,
        "The secret fits the hash that the record gives as public from the start.",
        f"The secret does not fit its hash: it gives {secret_hash(secret)}, the record says {record.secret_hash}.",
    )
    return Head(
        record.ruleset, record.engine_version, record.ruleset_version, record.setup, secret, contributions
    )


def _name_unproven(rows: Sequence[Row], report: Report) -> None:
    undos = sum(r.kind == "undo" and r.seat != CHANCE for r in rows)
    wishes = sum(r.kind == "prefer" for r in rows)
    report.unproven.append("That each answer was really given by the person on the seat.")
    if wishes:
        report.unproven.append(f"That the {wishes} wishes to be asked or not were the seats' own.")
    if undos:
        report.unproven.append(f"That the others agreed wherever one of the {undos} undos needed it.")
    report.unproven.extend(
        f"That {r.seat} really resigned (row {r.position}), and the match was not cut short there."
        for r in rows
        if r.kind == "close"
    )
    report.unproven.append(
        "That the two hashes were public from the start (compare them with what the match's page showed then), and "
        "that the ids of the match and of messages are its own."
    )


# ------------------------------------------------------------------ chance
def _check_chance(head: Head, rows: Sequence[Row], report: Report) -> None:
    chance = Chance(match_key(head.secret, head.contributions))
    report.dice = True
    drawn = [r for r in rows if r.kind == "chance"]
    wrong: list[str] = []
    dice = shuffles = 0
    for number, row in enumerate(drawn):
        complaint = _wrong_chance(chance, row, number)
        if complaint:
            wrong.append(complaint)
        elif row.asked == "shuffle":
            shuffles += 1
        else:
            dice += len(row.answer["values"])
    report.failed.extend(wrong[:MOST_COMPLAINTS])
    if len(wrong) > MOST_COMPLAINTS:
        report.failed.append(
            f"{len(wrong) - MOST_COMPLAINTS} more dice or shuffles are not those of the generator."
        )
    if not wrong:
        report.checked.append(
            f"All {dice} dice and {shuffles} shuffles in {len(drawn)} draws are those of the keyed generator, "
            "draw numbers 0 upwards, none left out and none used twice."
        )


def _wrong_chance(chance: Chance, row: Row, number: int) -> str:
    """What is wrong with a row of chance, or nothing. Its purpose is compared by the replay only."""
    try:
        asked, count, sides = row.digest.split(":")
        draw, values, why = drawn_number(row), list(row.answer["values"]), row.answer["why"]
        if asked != row.asked:
            return f"Row {row.position} calls itself {row.asked}, its digest {asked}."
        if len(values) != int(count):
            return f"Row {row.position} holds {len(values)} values for {row.digest}."
        if draw != number:
            return f"Row {row.position} uses draw number {row.answer['draw']}; {number} would be next."
        right = (
            chance.shuffle(number, int(count))
            if asked == "shuffle"
            else chance.dice(number, int(count), int(sides))
        )
        whole = {"draw": number, "values": list(right), "sides": int(sides), "why": str(why)}
    except (ValueError, KeyError, TypeError) as error:
        return f"Row {row.position} is no draw that can be checked: {error}."
    if not same_json(values, list(right)):
        return f"Row {row.position} ({why}) says {values}; the generator gives {list(right)}."
    if not same_json(row.answer, whole):
        return f"Row {row.position} is not written as a draw is: draw, values, sides, why, and nothing else."
    return ""


# ------------------------------------------------------------------ decisions
def _check_decisions(
    head: Head, record: RecordFile, rows: Sequence[Row], ruleset: AnyRuleset | None, report: Report
) -> None:
    if ruleset is None:
        report.skipped.append(f"There are no rules called {head.ruleset} here: only the dice were checked.")
        return
    recorded = (head.ruleset, head.engine_version, head.ruleset_version)
    here = (ruleset.id, ENGINE_VERSION, ruleset.version)
    if recorded != here:
        report.skipped.append(
            f"The match was played with engine {recorded[1]} and {recorded[0]} {recorded[2]}, here are {here[1]} and "
            f"{here[0]} {here[2]}: only the dice were checked, not the decisions and not the result."
        )
        return
    report.decisions = True
    if not _check_setup(record, ruleset, report):
        return
    try:
        if not _Branches(ruleset, head, rows).hold(report):
            return
        match, missing = Match[Any].resume(ruleset, head, rows, [])
    except _FAULTS as error:
        report.failed.append(f"The rules do not lead where the record says: {_words(error)}")
        return
    if missing.rows:
        report.failed.append(
            f"The record ends before its last answer was resolved: {len(missing.rows)} rows are missing."
        )
    if set(head.contributions) != set(match.seats):
        report.failed.append("The contributions are not those of the match's seats, one each.")
    hashes = sum(r.rest is not None for r in rows)
    answers = sum(r.kind == "answer" for r in rows)
    report.checked.append(
        f"All {answers} answers were legal and led to the recorded events and to the {hashes} recorded hashes."
        if not report.skipped
        else "The answers that count were legal and led to the recorded events and hashes."
    )
    _check_result(match.result, record.result, report)


class _Branches:
    """Replays what undos left behind. Each branch goes on from the one before: many cost little more than few."""

    def __init__(self, ruleset: AnyRuleset, head: Head, rows: Sequence[Row]) -> None:
        self._ruleset = ruleset
        self._head = head
        self._rows = rows
        self._match: Match[Any] | None = None

    def hold(self, report: Report) -> bool:
        """Whether all of them do; where one does not, the report says so and the others are not looked at."""
        return all(self._holds(undo, report) for undo in self._rows if undo.kind == "undo")

    def _holds(self, undo: Row, report: Report) -> bool:
        """Replay up to an undo, and the undo.

        Where the referee gave rows up because mended rules no longer led there, no replay can judge them.
        """
        at = undo.position
        put_back = next((r for r in self._rows[at:] if _gives_up(r, at)), None)
        try:
            match = self._up_to(at)
            if put_back is None:
                _check_undo(match, undo)
        except _FAULTS as error:
            self._match = None  # it stands anywhere now
            if put_back is None:
                report.failed.append(f"The rules do not lead where the record says: {_words(error)}")
                return False
            fate = "they do not replay under the rules here"
        else:
            fate = "they replay under the rules here, so no need for it shows"
        if put_back is undo:
            report.skipped.append(
                f"The referee put the match back at row {at}, as it does when rules are mended: whether there was "
                f"need, and the rows from {undo.to} on that were given up ({fate})."
            )
        return True

    def _up_to(self, at: int) -> Match[Any]:
        """The match as it stood before the row at a position; the last replay looks at the form of the whole."""
        if self._match is None:
            self._match, missing = Match[Any].resume(self._ruleset, self._head, self._rows[:at], [])
        else:
            missing = self._match.follow(self._rows[len(self._match.rows) : at])
        if missing.rows:
            raise ReplayMismatch(f"Row {at} takes something back before the answer in front was resolved.")
        return self._match


def _gives_up(row: Row, at: int) -> bool:
    """Whether a row is one by which the referee gave up the row at a position, or stands there itself."""
    return row.kind == "undo" and row.seat == CHANCE and row.to is not None and row.to <= at


def _check_undo(match: Match[Any], undo: Row) -> None:
    """Stop unless the seat could take back just that there, with no more than the others' consent."""
    try:
        right = match.undoing(Seat(undo.seat), granted="consent", client_id=undo.client_id)
    except Refusal as refusal:
        raise ReplayMismatch(f"Row {undo.position} takes back what could not be: {refusal}") from refusal
    if differing(right, undo):
        raise ReplayMismatch(
            f"Row {undo.position} is not the undo of {undo.seat} there, which would take everything back from "
            f"row {right.to} on and tell that it did."
        )


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, ReplayMismatch | Refusal) else f"{type(error).__name__}: {error}"


def _bytes_of(text: str) -> bytes:
    """Bytes from lower-case hex digits alone, as a record writes them; raises ValueError."""
    found = bytes.fromhex(text)
    if found.hex() != text:
        raise ValueError("it is not written in lower-case hex digits alone")
    return found


def _check_setup(record: RecordFile, ruleset: AnyRuleset, report: Report) -> bool:
    """Whether the options are whole, and the setup is what these rules make from them, to the last field."""
    try:
        options = ruleset.options.model_validate(record.options)
    except ValidationError as error:
        report.failed.append(f"The options are not options of {ruleset.title}: {error.errors()[0]['msg']}.")
        return False
    try:
        right = orjson.loads(
            orjson.dumps(ruleset.new_setup(options, {Seat(s): r for s, r in record.rosters.items()}))
        )
    except _FAULTS as error:
        report.failed.append(f"The rules make no setup from the options and rosters: {_words(error)}")
        return False
    seats = {info.id for info in ruleset.seats(right)}
    if strange := sorted(set(record.rosters) - seats):
        report.failed.append(f"There is a roster for {strange[0]}, which is no seat of the match.")
        return False
    tools = ruleset.roster_tools
    for seat, roster in sorted(record.rosters.items()):
        if tools is None or not same_json(orjson.loads(orjson.dumps(tools.brought(roster))), roster):
            report.failed.append(f"The roster of {seat} is not written as one that is brought to a match.")
            return False
    whole = same_json(options.model_dump(mode="json"), record.options)
    return report.note(
        whole and same_json(right, record.setup),
        "The setup is the one that these rules make from the options and the rosters brought.",
        "The setup is not the one that these rules make from the options and the rosters brought: "
        f"{_differing(right, record.setup)}."
        if whole
        else "The options are not whole.",
    )


def _differing(right: Any, told: Any) -> str:
    """The fields of a setup that are not as they should be."""
    if not isinstance(right, Mapping) or not isinstance(told, Mapping):
        return "it is something else altogether"
    made, given = cast(Mapping[str, Any], right), cast(Mapping[str, Any], told)
    names = sorted({*made, *given})
    return ", ".join(n for n in names if n not in made or n not in given or not same_json(made[n], given[n]))


def _check_result(found: Result | None, told: Any, report: Report) -> None:
    right = None if found is None else {"winner": found.winner, "reason": found.reason, "text": found.text}
    report.note(
        same_json(told, right),
        f"The result is the recorded one: {found.text if found else 'the match goes on.'}",
        f"The record's result is {told}, but the rules end with {found.text if found else 'no result'}.",
    )


COMMAND = Command(
    words=("verify",),
    help="check a match's record: every die, and every decision",
    arguments=add_arguments,
    run=run,
)
