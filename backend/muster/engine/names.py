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
    visible = "".join(c if unicodedata.category(c)[0] != "C" and c not in BLANKS else " " for c in text)
    name = " ".join(visible.split())
    if not name and required:
        raise Refusal("bad_name", "A name needs at least one visible character.")
    if len(name) > most:
        raise Refusal(
            "bad_name",
            f"A name may have {most} characters; this one has {len(name)}.",
            numbers={"maximum": most, "given": len(name)},
        )
    if sum(unicodedata.combining(c) > 0 for c in name) > len(name) // 2:
        raise Refusal("bad_name", "A name needs letters under its accents.")
    return name
