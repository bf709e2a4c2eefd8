"""Which rules were at work: the one place through which a ruleset names its rule ids.

``applies`` stands at the end of a condition, so an id counts as touched only where its rule decided something::

    if weapon.soaked and applies("fire.5"):
        return None

The same call lets a test switch one rule off and prove that some other test notices (``quality.md``).
"""

from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from muster.engine.explain import Part

P = ParamSpec("P")
R = TypeVar("R")


class HasPath(Protocol):
    """What an async rule is given first: the game, which keeps the path of rules being resolved."""

    rule_path: list[str]


G = TypeVar("G", bound=HasPath)
AsyncRule: TypeAlias = Callable[Concatenate[G, P], Coroutine[Any, Any, R]]


class Rulebook:
    """The rule ids of one ruleset (without its prefix): what was touched, and what a test switched off."""

    books: ClassVar[list["Rulebook"]] = []
    """All that were made, for those who ask what was touched."""

    def __init__(self, ruleset: str) -> None:
        """``ruleset`` is the catalogue id, used as prefix of the full ids."""
        self.ruleset = ruleset
        self.touched: set[str] = set()
        self.off: frozenset[str] = frozenset()
        Rulebook.books.append(self)

    def applies(self, rule_id: str) -> bool:
        """Note that the rule decides here; False only where a test has switched it off."""
        self.touched.add(rule_id)
        return rule_id not in self.off

    def all_apply(self, rule_ids: Iterable[str]) -> bool:
        """Like :meth:`applies` for a place that several items describe together."""
        ids = tuple(rule_ids)
        self.touched.update(ids)
        return not any(i in self.off for i in ids)

    def part(self, label: str, value: int, rule_id: str) -> Part | None:
        """A line of a sum, or None where it is worth nothing (then the rule did not decide anything)."""
        if value == 0 or not self.applies(rule_id):
            return None
        return Part(label, value, rule_id)

    def number(self, rule_id: str, value: int, *, off: int) -> int:
        """A number that a rule's table gives; ``off`` is its neighbour, used when a test switches the rule off."""
        self.touched.add(
            rule_id
        )  # as `applies` does; written out because this is asked for every pair of figures
        return off if rule_id in self.off else value

    def full_ids(self) -> frozenset[str]:
        """Every touched id with the ruleset's prefix, as the ledger writes it."""
        return frozenset(f"{self.ruleset}.{i}" for i in self.touched)

    def rule(self, *rule_ids: str) -> Callable[[AsyncRule[G, P, R]], AsyncRule[G, P, R]]:
        """Mark an ``async def`` rule: its first id joins the game's rule path while it runs."""

        def mark(function: AsyncRule[G, P, R]) -> AsyncRule[G, P, R]:
            @wraps(function)
            async def run(game: G, /, *args: P.args, **kwargs: P.kwargs) -> R:
                self.touched.update(rule_ids)
                game.rule_path.append(rule_ids[0])
                try:
                    return await function(game, *args, **kwargs)
                finally:
                    game.rule_path.pop()

            return run

        return mark


def path_text(path: list[str]) -> str:
    """A rule path as the journal writes it: ``turn.1/action.6``."""
    return "/".join(path)


__all__ = ["Rulebook", "path_text"]
