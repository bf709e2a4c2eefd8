"""Baroque: battles measured in BU, with oriented rectangles on an open table."""

from muster.rulesets.baroque.ruleset import RULESET

__all__ = ["RULESET"]
