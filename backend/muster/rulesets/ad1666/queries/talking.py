"""Talking skills in the Interaction Phase: who can use them, who takes part, what is added (talking.1 to .6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Odds, Part
from muster.engine.ids import Seat
from muster.rulesets.ad1666.book import applies, part
from muster.rulesets.ad1666.deck import Suit
from muster.rulesets.ad1666.people import Ability, CharacterId
from muster.rulesets.ad1666.queries.chances import duel_odds
from muster.rulesets.ad1666.queries.ground import adjacent
from muster.rulesets.ad1666.queries.trials import on_all_tests
from muster.rulesets.ad1666.queries.zones import is_foe
from muster.rulesets.ad1666.state import State

ATTACK: Final[Ability] = "charisma"
DEFENCE: Final[Ability] = "fortitude"
"""The two Abilities of Seduction, whatever rating a card may show (skill.seduction, ruling R42)."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A Seduction: who uses it on whom, who takes part on either side; ``leaders`` are the two that oppose each other
    once they are named, ``spared`` those who ignore being Crippled in this test."""

    target: CharacterId
    attackers: tuple[CharacterId, ...]
    defenders: tuple[CharacterId, ...]
    leaders: tuple[CharacterId, ...] = ()
    spared: tuple[CharacterId, ...] = ()

    def rival(self, who: CharacterId) -> CharacterId | None:
        """Whom a Character opposes in the test, None while that is open or if it does not."""
        if who not in self.leaders:
            return None
        return next(other for other in self.leaders if other != who)


# ------------------------------------------------------------------------------------------------ who
def near(state: State, who: CharacterId, other: CharacterId) -> bool:
    """Whether two Characters stand on adjacent spaces (map.4)."""
    start, end = state.bodies[who].at, state.bodies[other].at
    return start is not None and end is not None and end in adjacent(state, start)


def seducible(state: State, who: CharacterId) -> tuple[CharacterId, ...]:
    """Whom a Character can try to seduce now (skill.seduction): adjacent enemies of the other gender, once a game.

    In the Interaction Phase alone (talking.6), with the Inconspicuous marker, not activated in it (talking.1). Not a
    Frigid one (skill.frigid.1).
    """
    body, card = state.bodies[who], state.card(who)
    if state.phase != "interaction" and applies("talking.6"):
        return ()
    if not card.has("seduction") or not body.inconspicuous or body.unconscious:
        return ()
    if body.activated and applies("talking.1"):
        return ()
    foes = state.present(state.other(card.seat))
    return tuple(foe for foe in foes if near(state, who, foe) and is_tempted(state, who, foe))


def is_tempted(state: State, who: CharacterId, foe: CharacterId) -> bool:
    """Whether a Character could seduce somebody if it stood beside it (skill.seduction, skill.frigid.1)."""
    if not is_foe(state, who, foe) or not applies("skill.seduction"):
        return False
    if state.card(foe).gender == state.card(who).gender:
        return False
    if state.card(foe).has("frigid") and applies("skill.frigid.1"):
        return False
    return not any(foe in body.seduced for body in state.bodies.values())


def partners(state: State, who: CharacterId, target: CharacterId) -> tuple[CharacterId, ...]:
    """Who may take part on the attacking side: those who could do it themselves (talking.1, ruling R43)."""
    mine = state.present(state.seat(who))
    return tuple(w for w in mine if w != who and target in seducible(state, w))


def bystanders(
    state: State, attackers: tuple[CharacterId, ...], target: CharacterId
) -> tuple[CharacterId, ...]:
    """Who may take part in the defence beside the target: its friends adjacent to it or to an attacker (talking.2)."""
    around = (target, *attackers) if applies("talking.2") else (target,)
    return tuple(
        who
        for who in state.present(state.seat(target))
        if who != target and any(near(state, who, other) for other in around)
    )


def whose_talk(state: State) -> Seat | None:
    """Which seat may use a skill next in the Interaction Phase; None when it is over (turn.20, ruling R69).

    ``up`` is the seat whose turn it is, the first actor's at the start. A pass is not final; two in succession, or
    nobody left who could, end the phase. A seat that has nobody is skipped.
    """
    first = Seat(state.up or state.first_actor)
    order = (first, state.other(first)) if applies("turn.20") else (state.other(first), first)
    for seat in order:
        if seat not in state.passed and any(seducible(state, who) for who in state.present(seat)):
            return seat
    return None


# ------------------------------------------------------------------------------------------------ sums
def talk_parts(state: State, talk: Talk, who: CharacterId, suit: Suit | None) -> tuple[Part, ...]:
    """Everything that is added to a participant's card: its own Ability and modifiers, no support (talking.4)."""
    attacks = who in talk.attackers
    ability = ATTACK if attacks else DEFENCE
    score = part(ability.capitalize(), state.card(who).ability(ability), "talking.4")
    modifiers = (*_modifiers(state, talk, who, suit),)
    return (score, *modifiers) if score is not None else modifiers


def _modifiers(state: State, talk: Talk, who: CharacterId, suit: Suit | None) -> Iterator[Part]:
    """Bonuses and penalties; against a Frigid opponent no bonus counts (skill.frigid.2, ruling R44)."""
    rival = talk.rival(who)
    found = on_all_tests(state, who, fortitude=who not in talk.attackers, spared=who in talk.spared)
    charm = _charm(state, talk, who, suit)
    cold = rival is not None and state.card(rival).has("frigid")
    for modifier in (*found, charm):
        if modifier is None or (cold and modifier.value > 0 and applies("skill.frigid.2")):
            continue
        yield modifier


def _charm(state: State, talk: Talk, who: CharacterId, suit: Suit | None) -> Part | None:
    """Charmer, on the side that uses the skill, against the other gender: Horseshoe 1, Heart 2 (ruling R81)."""
    rival = talk.rival(who)
    if rival is None or not state.card(who).has("charmer"):
        return None
    if state.card(rival).gender == state.card(who).gender:
        return None
    charm = part("Charmer", {"heart": 2, "horseshoe": 1}.get(suit or "", 0), "skill.charmer")
    return charm if who in talk.attackers else None


def seduction_odds(known: State, seat: str, who: CharacterId, target: CharacterId) -> Odds:
    """The chance against the target itself, nobody else taking part."""
    talk = Talk(target, (who,), (target,), (who, target))
    return duel_odds(
        known,
        seat,
        (who, lambda suit: talk_parts(known, talk, who, suit)),
        (target, lambda suit: talk_parts(known, talk, target, suit)),
        name="Seduction",
        effect="Both leave the game, and both count as killed",
    )
