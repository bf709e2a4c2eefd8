"""New World: the combat chapter of an early-modern fantasy game, on squares."""

from muster.rulesets.newworld.ruleset import RULESET

__all__ = ["RULESET"]
