"""The Morale Phase: Crippled Commoners stand or flee (morale.1 to morale.4)."""

from muster.engine.ids import Seat
from muster.engine.requests import Choose, Option
from muster.rulesets.ad1666.book import applies, rule
from muster.rulesets.ad1666.events import MoraleChecked
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.morale import morale_trial, shaken, who_checks
from muster.rulesets.ad1666.queries.trials import trial_odds
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import alarm, remove
from muster.rulesets.ad1666.rules.trials import unopposed
from muster.rulesets.ad1666.state import State


@rule("morale.1")
async def check_morale(game: Match) -> None:
    """One check of the Morale Phase: the owner picks whose (morale.4); who fails flees, which counts as killed and
    costs one Alarm Counter (morale.2). Who passes stays, and tests again in the next turn if still Crippled (morale.3).
    """
    state = game.state
    seat = who_checks(state)
    if seat is None:
        return
    due = shaken(state, seat)
    who = due[0]
    if len(due) > 1:
        known = game.known_to(seat)
        options = tuple(_option(known, seat, w) for w in due)
        picks = await game.ask(seat, Choose(options), rule="morale.4", text="Whose morale is checked next?")
        who = picks.one.key
    outcome = await unopposed(game, morale_trial(state, who))
    stands = outcome.success and applies("morale.3")
    game.apply(MoraleChecked(who, stands))
    if not stands and applies("morale.2"):
        remove(game, who, "fled", "gives up and flees", "morale.2")
        alarm(game, f"{state.name(who)} flees")


def _option(known: State, seat: Seat, who: CharacterId) -> Option:
    trial = morale_trial(known, who)
    return Option(
        who,
        known.name(who),
        rule="morale.4",
        piece=who,
        odds_=lambda: trial_odds(known, seat, trial, "It stays"),
    )
