"""The end of a match: the scenario's victory conditions are looked at once (alarm.3, alarm.4)."""

from muster.rulesets.ad1666.events import Ended
from muster.rulesets.ad1666.queries.victory import verdict
from muster.rulesets.ad1666.rules.cards import Match


def finish(game: Match, why: str) -> None:
    """End the match and decide who has won (alarm.4)."""
    if game.state.ending is None:
        found = verdict(game.state)
        game.apply(Ended(found.winner, found.reason, f"{why}. {found.text}"))
