"""Rows that take something back: what they may point at, how they are written, and the form of a whole journal.

Live play writes its undo rows from here, and a stored journal is held to the same; so a row of that kind that somebody
else wrote, or changed, does not replay.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from muster.engine.events import event_json
from muster.engine.ids import CHANCE, Seat
from muster.engine.notices import REFEREE, PutBack, Undone
from muster.engine.records import Row, differing, drawn_number
from muster.engine.refusals import Refusal, ReplayMismatch
from muster.engine.ruleset import SeatInfo

MOST_UNDOS = 100
"""How often a seat may take decisions back in one match: each time much is worked out anew, and it costs rows."""


def check_number(rows: Sequence[Row], seat: Seat) -> None:
    """Refuse where a seat has taken back too much already. A stored journal may hold more: it was played before."""
    taken = sum(r.kind == "undo" and r.seat == seat for r in rows)
    if taken >= MOST_UNDOS:
        raise Refusal(
            "undone_enough",
            f"You have taken back {taken} decisions in this match already; from now on they stand.",
            numbers={"taken_back": taken, "allowed": MOST_UNDOS},
        )


def undo_row(position: int, seat: SeatInfo, to: int, client_id: str | None) -> Row:
    """The row by which a seat takes everything from position ``to`` on back."""
    notice = event_json(Undone(seat.id, seat.label))
    return Row(position, "undo", seat.id, "", "", "", None, None, client_id, (notice,), None, to)


def put_back_row(position: int, to: int) -> Row:
    """The row by which the referee gives up everything from position ``to`` on, which lies behind a rest point."""
    notice = event_json(PutBack(CHANCE, REFEREE))
    return Row(position, "undo", CHANCE, "", "", "", None, events=(notice,), to=to)


def last_answer(kept: Sequence[Row], seat: Seat) -> tuple[Row, list[Row]] | None:
    """A seat's last answer among the rows that count, and all that counts since, from the end back to it.

    Answers that were withdrawn are no decisions any more; standing answers are none either.
    """
    withdrawn: Counter[str] = Counter()
    since: list[Row] = []
    for row in reversed(kept):
        if row.kind == "withdraw":
            withdrawn[row.seat] += 1
        elif row.kind == "answer" and withdrawn[row.seat]:
            withdrawn[row.seat] -= 1
        elif row.kind != "prefer":
            since.append(row)
            if row.kind == "answer" and row.seat == seat:
                return row, since
    return None


def first_of_batch(kept: Sequence[Row], row: Row) -> int:
    """The position from which rows no longer count when an answer is taken back: in a sealed batch, its first row."""
    if row.batch is None:
        return row.position
    return min(r.position for r in kept if r.batch == row.batch)


def check_form(rows: Sequence[Row], seats: Mapping[Seat, SeatInfo]) -> None:
    """Hold a whole journal to what can be seen without replaying it; raises :class:`ReplayMismatch`.

    Rows are numbered from 0 and draws too, each once; every undo row is the one that its seat's undo would have
    written there, or puts the match back to behind a rest point. Whether it was granted rightly is not looked at.
    """
    kept: list[Row] = []
    draws = 0
    for place, row in enumerate(rows):
        if type(row.position) is not int or row.position != place:
            raise ReplayMismatch(f"Row {row.position} stands at place {place}: rows are numbered from 0.")
        if row.kind == "chance":
            if drawn_number(row) != draws:
                raise ReplayMismatch(f"Row {place} does not use draw number {draws}, which is next.")
            draws += 1
        if row.kind != "undo":
            kept.append(row)
            continue
        to = _check_undo(row, kept, seats)
        kept = [r for r in kept if r.position < to or r.kind == "prefer"]


def _check_undo(row: Row, kept: Sequence[Row], seats: Mapping[Seat, SeatInfo]) -> int:
    """The position that an undo row rightly points at."""
    to, seat = row.to, Seat(row.seat)
    if type(to) is not int:
        raise ReplayMismatch(f"Row {row.position} takes something back without saying what.")
    if seat == CHANCE:
        before = next((r for r in kept if r.position == to - 1), None)
        if before is None or before.rest is None:
            raise ReplayMismatch(
                f"Row {row.position} puts the match back to {to}, not to behind a rest point."
            )
        right = put_back_row(row.position, to)
    else:
        found = last_answer(kept, seat)
        if found is None or seat not in seats or any(r.kind == "close" for r in kept):
            raise ReplayMismatch(f"Row {row.position}: {row.seat} has nothing to take back.")
        target = first_of_batch(kept, found[0])
        if to != target:
            raise ReplayMismatch(
                f"Row {row.position} takes everything back from row {to} on; what {row.seat} decided last would "
                f"be taken back from row {target} on."
            )
        right = undo_row(row.position, seats[seat], target, row.client_id)
    if wrong := differing(row, right):
        raise ReplayMismatch(
            f"Row {row.position} is not written as taking back is: other {', '.join(wrong)}."
        )
    return to
