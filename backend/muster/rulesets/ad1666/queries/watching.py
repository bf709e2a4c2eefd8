"""Who is Inconspicuous no longer: seen with a long weapon, or near a watchful Hero (skill.inconspicuous.2, .4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.sight import sees, spaces_apart
from muster.rulesets.ad1666.queries.zones import is_conned
from muster.rulesets.ad1666.state import State

NEAR = 6
"""Spaces within which a Hero notices (skill.inconspicuous.4)."""
LONG = 2
"""The Superiority of a weapon that gives its bearer away (skill.inconspicuous.2)."""


@dataclass(frozen=True, slots=True)
class Found:
    """Who was noticed, in words, by which rule."""

    who: CharacterId
    why: str
    rule: str


def given_away(state: State) -> Iterator[Found]:
    """The Characters that lose the marker as things stand."""
    for who in list(state.present()):
        body, seat = state.bodies[who], state.seat(who)
        if not body.inconspicuous or body.at is None:
            continue
        at = body.at
        watchers = [
            f
            for f in state.present()
            if state.seat(f) != seat and not is_conned(state, f, who) and sees(state, f, at)
        ]
        long = next((i for i in body.equipped if _is_long(state, i)), None)
        if long is not None and watchers and applies("skill.inconspicuous.2"):
            by = state.name(watchers[0])
            label = state.weapon(long).label.lower()
            yield Found(who, f"{by} sees the {label}", "skill.inconspicuous.2")
            continue
        rating = state.card(who).skills.get("inconspicuous", 0)
        for foe in watchers:
            card = state.card(foe)
            sharp = max(card.ability("wits"), card.ability("intelligence")) >= rating
            spaces = spaces_apart(state, state.bodies[foe].at or at, at)
            if state.is_hero(foe) and sharp and spaces <= NEAR and applies("skill.inconspicuous.4"):
                far = "1 space" if spaces == 1 else f"{spaces} spaces"
                yield Found(who, f"{card.name} sees through it from {far} away", "skill.inconspicuous.4")
                break


def _is_long(state: State, item: str) -> bool:
    kind = state.items[item].kind
    weapon = state.setup.weapons.get(kind)
    return weapon is not None and weapon.superiority >= LONG
