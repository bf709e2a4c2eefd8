"""Off High Terrain: the test of whoever jumps, is driven off, or misses a leap (map.8, combat.19, move.14)."""

from muster.rulesets.ad1666.book import number, rule
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.trials import Trial, ability_part
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import fall_prone, wound
from muster.rulesets.ad1666.rules.trials import unopposed
from muster.rulesets.ad1666.state import State

LANDING_DL = 6


def landing_trial(state: State, who: CharacterId) -> Trial:
    """The Agility Test of whoever lands on the ground (map.8)."""
    level = number("map.8", LANDING_DL, off=0)
    return Trial(who, "landing, Agility Test", level, "map.8", ability_part(state, who, "agility"))


@rule("map.8")
async def land(game: Match, who: CharacterId, *, prone: bool = False) -> None:
    """A Character has come down from High Terrain and stands where it landed (map.8).

    A failed Agility Test, DL 6, costs as many Wounds as it failed by, at least 1, whatever the armour, and leaves it
    Prone; ``prone``: it is so in any case (move.14).
    """
    outcome = await unopposed(game, landing_trial(game.state, who))
    if not outcome.success:
        wound(game, who, max(1, outcome.short))
    if prone or not outcome.success:
        fall_prone(game, who, "lies Prone after the fall", "map.8")
