"""Anno Domini 1666: small bands in alleys and taverns, on spaces, with cards in hand."""

from muster.rulesets.ad1666.ruleset import RULESET

__all__ = ["RULESET"]
