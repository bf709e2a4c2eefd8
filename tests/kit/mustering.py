"""A server that knows Baroque, whether or not it is in the catalogue already."""

from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.catalog import built_in

FURTHER = [
    "tests.kit.practice:RULESET",
    *(["muster.rulesets.baroque.ruleset:RULESET"] if built_in().find(RULESET.id) is None else []),
]
"""For MUSTER_EXTRA_RULESETS."""

__all__ = ["FURTHER", "RULESET"]
