"""The rulebooks by their ruleset's id, found where every ruleset keeps its own."""

from functools import cache
from importlib import import_module

from muster.engine.rulebook import Rulebook

PLACES = ("muster.rulesets.{}.book", "tests.kit.{}.book")


@cache
def book_of(ruleset: str) -> Rulebook:
    """The rulebook of a ruleset. Raises LookupError where there is none of that id."""
    for place in PLACES:
        try:
            module = import_module(place.format(ruleset))
        except ModuleNotFoundError as error:
            if error.name is not None and place.format(ruleset).startswith(error.name):
                continue
            raise
        book: Rulebook = module.BOOK
        return book
    raise LookupError(f"No ruleset {ruleset!r} has a book.py, neither in muster.rulesets nor in tests.kit.")


def split_id(full_id: str) -> tuple[str, str]:
    """``newworld.move.3`` as ruleset and the id within its book."""
    ruleset, _, rest = full_id.partition(".")
    if not rest:
        raise LookupError(f"{full_id!r} is no rule id: it needs its ruleset in front, as in newworld.move.3.")
    return ruleset, rest
