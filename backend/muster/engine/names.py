"""Names that people give to themselves and to what is theirs: cleaned, limited, never trusted."""

import unicodedata

from muster.engine.refusals import Refusal

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as letters or signs but show nothing."""


def clean_name(given: str, *, most: int, required: bool = True) -> str:
    """One line of visible characters, 1 to ``most``, or none where no name is required; raises Refusal.

    Characters that are invisible or turn the direction of writing are dropped: they let a name pass for another.
    """
    text = unicodedata.normalize("NFKC", given[:1000])
    visible = "".join(" " if _shows_nothing(c) else c for c in text if not _is_selector(c))
    name = " ".join(visible.split())
    if not name and required:
        raise Refusal("bad_name", "A name needs at least one visible character.")
    if len(name) > most:
        raise Refusal(
            "bad_name",
            f"A name may have {most} characters; this one has {len(name)}.",
            numbers={"maximum": most, "given": len(name)},
        )
    if sum(unicodedata.category(c) in ("Mn", "Me") for c in name) > len(name) // 2:
        raise Refusal("bad_name", "A name needs letters under its accents.")
    return name


def _shows_nothing(character: str) -> bool:
    return unicodedata.category(character)[0] == "C" or character in BLANKS


def _is_selector(character: str) -> bool:
    """Whether a character only asks for another drawing of the one before it: two such names would look the same."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
