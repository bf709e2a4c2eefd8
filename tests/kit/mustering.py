"""Rosters of Baroque before that game itself can be played: the practice game under its name, with its army tools.

As soon as Baroque is in the catalogue it speaks for itself, and nothing here is loaded.
"""

from muster.engine.rosters import RosterTools
from muster.rulesets.baroque.armies.tools import ArmyTools
from muster.rulesets.catalog import built_in
from tests.kit.practice.ruleset import Practice


class Mustering(Practice):
    """The practice game, whose seats are said to bring armies."""

    def __init__(self) -> None:
        """As practice, but for its name and its tools."""
        super().__init__()
        self.id = "baroque"
        self.title = "Baroque"
        self.roster_tools: RosterTools | None = ArmyTools()


RULESET = Mustering()
FURTHER = [
    "tests.kit.practice:RULESET",
    *(["tests.kit.mustering:RULESET"] if built_in().find(RULESET.id) is None else []),
]
"""For MUSTER_EXTRA_RULESETS."""
