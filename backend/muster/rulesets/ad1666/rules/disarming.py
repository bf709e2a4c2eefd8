"""Disarm: a Commoner who was hurt in the hands may give up (skill.disarm); after blows and shots alike."""

from muster.rulesets.ad1666.book import applies, rule
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.trials import Trial, ability_part
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import alarm, is_over, remove
from muster.rulesets.ad1666.rules.trials import unopposed

DISARM_DL = 6


@rule("skill.disarm")
async def disarm(game: Match, by: CharacterId, target: CharacterId) -> None:
    """``by`` has just inflicted Wounds with a Cup: a Commoner that lives and is not supernatural tests Agility, DL 6,
    or gives up, which counts as killed (skill.disarm, ruling R83). Does nothing where ``by`` has not got the skill.
    """
    state = game.state
    card = state.card(target)
    if is_over(game) or not state.in_play(target) or state.is_hero(target) or card.supernatural:
        return
    if not state.card(by).has("disarm") or not applies("skill.disarm"):
        return
    parts = ability_part(state, target, "agility")
    outcome = await unopposed(game, Trial(target, "Disarm, Agility Test", DISARM_DL, "skill.disarm", parts))
    if not outcome.success:
        remove(game, target, "killed", "is disarmed and gives up", "skill.disarm")
        alarm(game, f"{state.name(target)} gives up")
