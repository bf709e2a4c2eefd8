"""A small ruleset that uses everything the engine offers; see ``ruleset.py``."""

from muster.engine.ruleset import AnyRuleset
from tests.kit.practice.ruleset import Practice

RULESET: AnyRuleset = Practice()
"""The practice rules, to be used like any other ruleset."""

__all__ = ["RULESET"]
