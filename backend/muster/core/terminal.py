"""What may be shown on a terminal: text that somebody else wrote never steers it and never begins a line."""


def plain(text: str) -> str:
    """The text on one line, each character that cannot be seen (line breaks, escapes, marks of direction) spelt out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
