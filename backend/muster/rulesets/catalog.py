"""The game systems that this server knows, by id."""

from collections.abc import Iterable
from importlib import import_module

from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset
from muster.rulesets.ad1666 import RULESET as AD1666
from muster.rulesets.baroque import RULESET as BAROQUE
from muster.rulesets.newworld import RULESET as NEWWORLD


class Catalog:
    """Rulesets in the order in which lists show them."""

    def __init__(self, rulesets: Iterable[AnyRuleset] = ()) -> None:
        """Empty, or with these."""
        self._rulesets: dict[str, AnyRuleset] = {}
        for ruleset in rulesets:
            self.add(ruleset)

    def add(self, ruleset: AnyRuleset) -> None:
        """Add one more; raises ValueError for an id that is there already."""
        if ruleset.id in self._rulesets:
            raise ValueError(f"There are two rulesets of the id {ruleset.id}.")
        self._rulesets[ruleset.id] = ruleset

    def add_named(self, name: str) -> None:
        """Add the ruleset that a setting names as ``module:NAME``; raises ValueError with a sentence."""
        module, _, attribute = name.partition(":")
        try:
            ruleset: AnyRuleset = getattr(import_module(module), attribute)
        except (ImportError, AttributeError, ValueError) as error:
            raise ValueError(f"The ruleset {name} cannot be found: {error}.") from error
        self.add(ruleset)

    def all(self) -> tuple[AnyRuleset, ...]:
        """All of them."""
        return tuple(self._rulesets.values())

    def find(self, ruleset_id: str) -> AnyRuleset | None:
        """The ruleset of that id, or None where it is not here (any more)."""
        return self._rulesets.get(ruleset_id)

    def get(self, ruleset_id: str) -> AnyRuleset:
        """The ruleset of that id; raises Refusal."""
        if ruleset_id not in self._rulesets:
            known = ", ".join(self._rulesets) or "none"
            raise Refusal("no_such_ruleset", f"There is no game of that name here. There are: {known}.")
        return self._rulesets[ruleset_id]


def built_in() -> Catalog:
    """Our own rulesets."""
    return Catalog([NEWWORLD, BAROQUE, AD1666])
