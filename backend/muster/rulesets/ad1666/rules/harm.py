"""Harm and its consequences: Wounds, death, falling Prone; the Alarm Track, which can end the match at once."""

from muster.rulesets.ad1666.book import applies, number
from muster.rulesets.ad1666.events import AlarmRaised, Ended, MarkerLost, Posture, Removed, WoundsTaken
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.victory import departure, is_exit, left_behind
from muster.rulesets.ad1666.queries.watching import given_away
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.ending import finish
from muster.rulesets.ad1666.state import Fate


def is_over(game: Match) -> bool:
    """Whether the match has ended; nothing may go on after it (alarm.2)."""
    return game.state.ending is not None


def wound(game: Match, who: CharacterId, wounds: int) -> None:
    """Take Wounds; at the Death Threshold the Character dies at once (wounds.1, wounds.3, ruling R63)."""
    state = game.state
    if wounds <= 0 or not state.in_play(who):
        return
    card, before = state.card(who), state.bodies[who].wounds
    after = number("wounds.1", before + wounds, off=wounds)
    crippled = before < card.crippled <= after
    game.apply(WoundsTaken(who, wounds, crippled and after < card.death, after))
    if after >= card.death and applies("wounds.3"):
        remove(game, who, "killed", "dies", "wounds.3")
        alarm(game, f"{state.name(who)} dies")


def remove(game: Match, who: CharacterId, fate: Fate, how: str, rule: str) -> None:
    """Take a Character off the board; what it gained in play stays on its space (items.2).

    Who leaves by the edge carries all off, but for what the scenario wants carried off elsewhere (ruling R104).
    """
    state = game.state
    at = state.bodies[who].at
    if at is None:
        return
    drops = fate != "departed" and applies("items.2")
    had = (i for i in state.items.values() if i.holder == who)
    gained = tuple(i.id for i in had if i.acquired or not applies("items.1")) if drops else ()
    decided = departure(state, who, at) if fate == "departed" else None
    if fate == "departed" and decided is None:
        gained = left_behind(state, who)
    game.apply(Removed(who, fate, how, rule, at, gained, fate == "departed" and is_exit(state, who, at)))
    if decided is not None and not is_over(game):
        game.apply(Ended(decided.winner, decided.reason, decided.text))
    look_around(game)
    seat = state.seat(who)
    if not is_over(game) and not any(True for _ in state.present(seat)) and not applies("turn.24"):
        finish(game, f"{state.setup.labels[seat]} has nobody left")


def fall_prone(game: Match, who: CharacterId, how: str, rule: str) -> None:
    """A Character goes down, and counts as activated in this phase (wounds.4)."""
    if game.state.in_play(who):
        unconscious = game.state.bodies[who].unconscious
        game.apply(Posture(who, True, unconscious, how, rule, marked=applies("wounds.4")))


def alarm(game: Match, why: str) -> None:
    """Discard an Alarm Counter, if there are any; the last one ends the match at once (alarm.1, alarm.2)."""
    state = game.state
    if not state.alarm or is_over(game) or not applies("alarm.1"):
        return
    game.apply(AlarmRaised(state.alarm - 1, why))
    if state.alarm == 0 and applies("alarm.2"):
        finish(game, "The last Alarm Counter is gone")


def give_away(game: Match, attacker: CharacterId) -> None:
    """An attack gives the attacker away once its first test is resolved (skill.inconspicuous.3, ruling R40)."""
    if game.state.bodies[attacker].inconspicuous and applies("skill.inconspicuous.3"):
        game.apply(MarkerLost(attacker, "it has attacked", "skill.inconspicuous.3"))


def look_around(game: Match) -> None:
    """After every change of places or equipment: who is given away by it (skill.inconspicuous.2, .4)."""
    for found in given_away(game.state):
        game.apply(MarkerLost(found.who, found.why, found.rule))
