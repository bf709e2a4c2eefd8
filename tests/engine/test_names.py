"""Names that people give: one visible line, and none that passes for another."""

import pytest

from muster.engine.names import clean_name
from muster.engine.refusals import Refusal


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  The   Old\nGuard ", "The Old Guard"),
        ("\u202eydaer\u202c", "ydaer"),
        ("A\ufe0f", "A"),
        ("\U000e0101B", "B"),
        ("\u0915\u093f\u0924\u093e\u092c", "\u0915\u093f\u0924\u093e\u092c"),
    ],
)
def test_what_shows_nothing_is_dropped_and_what_is_written_stays(given: str, kept: str) -> None:
    assert clean_name(given, most=20) == kept


@pytest.mark.parametrize("given", ["a" + "\u20dd" * 3, "\u0915" + "\u0941" * 5, "e" + "\u0301" * 4])
def test_marks_need_letters_under_them(given: str) -> None:
    with pytest.raises(Refusal, match="letters under its accents"):
        clean_name(given, most=20)


def test_a_name_may_be_left_out_where_none_is_required() -> None:
    assert clean_name("\u200b", most=20, required=False) == ""
    with pytest.raises(Refusal, match="at least one visible character"):
        clean_name("\u200b", most=20)
