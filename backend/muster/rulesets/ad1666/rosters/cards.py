"""Cards of a player's own: as the rules read them, and what is wrong with their numbers and words."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from muster.engine.explain import number_text
from muster.engine.rosters import RosterProblem
from muster.rulesets.ad1666.deck import SUITS
from muster.rulesets.ad1666.people import (
    ABILITIES,
    ACTIVE_SKILLS,
    CLOSE_SKILLS,
    RANGED_SKILLS,
    SPECIAL_SKILLS,
    Armour,
    Band,
    Character,
    Guard,
    Weapon,
    faction_label,
    skill_label,
)
from muster.rulesets.ad1666.rosters import bounds
from muster.rulesets.ad1666.rosters.bounds import Bound
from muster.rulesets.ad1666.rosters.roster import OwnArmour, OwnCharacter, OwnWeapon, Roster
from muster.rulesets.ad1666.setup import SEATS
from muster.rulesets.ad1666.tables import armour, characters, weapons

Where: TypeAlias = tuple[str | int, ...]
UNARMED = "unarmed"
"""Everybody's fists (items.18): no card to be carried or copied."""


def arms() -> Mapping[str, Weapon]:
    """The shipped weapons that somebody can carry, and so copy."""
    return {key: weapon for key, weapon in weapons().items() if key != UNARMED}


def icons() -> tuple[str, ...]:
    """The signs that a card may bear: those of the shipped Characters."""
    return tuple(dict.fromkeys(c.icon for c in characters().values()))


# ---------------------------------------------------------------------------------------------- as the rules read them
def people_of(roster: Roster, seat: str = "") -> Mapping[str, Character]:
    """All Characters that a band may name, shipped and own, of no side yet.

    With ``seat`` what they carry of the player's own goes by :func:`key_of`.
    """
    own = {key: _character(key, card, seat) for key, card in sorted(roster.characters.items())}
    return {**characters(), **own}


def key_of(key: str, seat: str) -> str:
    """The key of a card in a match: both sides may have one of their own by the same key."""
    return f"{key}-{seat}" if seat and key.startswith("own-") else key


def faction_key(name: str) -> str:
    """A faction as the shipped cards write it, where they know it."""
    known = {faction_label(c.faction): c.faction for c in characters().values()}
    return known.get(faction_label(name), name)


@cache
def _unique_names() -> frozenset[str]:
    """The names at which the asterisk stands: whoever bears one is that Character (setup.5, ruling R98)."""
    return frozenset(c.name.casefold() for c in characters().values() if c.unique)


def _character(key: str, card: OwnCharacter, seat: str) -> Character:
    shipped = characters().get(card.copied)
    fields = card.model_dump(exclude={"copied", "faction", "weapons", "armour"})
    fields["unique"] = card.unique or card.name.casefold() in _unique_names()
    return Character(
        id=key,
        kind=key,
        seat=seat,
        faction=faction_key(card.faction),
        copied=shipped.name if shipped is not None else card.copied,
        weapons=tuple(key_of(w, seat) for w in card.weapons),
        armour=tuple(key_of(a, seat) for a in card.armour),
        **fields,
    )


def weapons_of(roster: Roster, seat: str) -> Mapping[str, Weapon]:
    """The weapons of the player's own, as the match knows them."""
    return {
        key_of(key, seat): Weapon(
            key=key_of(key, seat),
            bands=tuple(Band(b.spaces, b.dl) for b in card.bands),
            copied=weapons()[card.copied].label,
            **card.model_dump(exclude={"copied", "bands"}),
        )
        for key, card in roster.weapons.items()
    }


def armour_of(roster: Roster, seat: str) -> Mapping[str, Armour]:
    """The armour of the player's own, likewise."""
    return {
        key_of(key, seat): Armour(
            key_of(key, seat),
            card.label,
            {place: Guard(g.usual, g.pierced) for place, g in card.guards.items()},
            armour()[card.copied].label,
        )
        for key, card in roster.armour.items()
    }


# --------------------------------------------------------------------------------------------- what is wrong with them
def card_problems(roster: Roster) -> Iterator[RosterProblem]:
    """Every fault of the cards of the player's own, each with its place."""
    for key, card in roster.characters.items():
        yield from _of_character(roster, card, ("characters", key))
    for key, weapon in roster.weapons.items():
        yield from _of_weapon(weapon, ("weapons", key))
    for key, piece in roster.armour.items():
        yield from _of_armour(piece, ("armour", key))


def _problem(code: str, text: str, rule: str, where: Where, **numbers: int | str) -> RosterProblem:
    return RosterProblem(code, text, f"ad1666.{rule}", numbers, where)


def _number(what: str, bound: Bound, value: int, where: Where) -> Iterator[RosterProblem]:
    if not bound.least <= value <= bound.most:
        least = number_text(bound.least)
        yield _problem(
            "number",
            f"{what} {number_text(value)}: a card may have {least} to {bound.most}.",
            bound.rule,
            where,
            given=value,
            least=bound.least,
            most=bound.most,
        )


SIGNS = '.!?:;,"()[]/|'
"""A name with one of these could pass for more than a name in the log."""


@cache
def _taken_words() -> frozenset[str]:
    """What the table itself says: the sides and their factions, the referee."""
    return frozenset(
        {*SEATS, *(faction_label(c.faction).casefold() for c in characters().values()), "muster", "referee"}
    )


def _name(what: str, name: str, where: Where) -> Iterator[RosterProblem]:
    if not name:
        yield _problem(
            "no_name", f"{what} has no name; the log and the board call it by one.", "components.6", where
        )
    elif name[-1].isdigit() or any(sign in name for sign in SIGNS) or name.casefold() in _taken_words():
        text = (
            f"{what} cannot be called {name!r}: a name has no sentence marks and no number at its end, and is not that "
            "of a side. Those of one name are numbered by themselves."
        )
        yield _problem("name", text, "components.6", where)


def _copied(what: str, copied: str, known: Iterable[str], where: Where) -> Iterator[RosterProblem]:
    if copied not in known:
        text = f"{what} is a copy of {copied!r}, which is no card here; copy one of those that ship with the game."
        yield _problem("no_such_card", text, "components.6", (*where, "copied"))


def _of_character(roster: Roster, card: OwnCharacter, where: Where) -> Iterator[RosterProblem]:
    what = card.name or "An own Character"
    yield from _name("A Character of your own", card.name, (*where, "name"))
    yield from _copied(what, card.copied, characters(), where)
    if card.icon not in icons():
        yield _problem("icon", f"{what}: there is no sign {card.icon!r}.", "components.6", (*where, "icon"))
    if not card.faction:
        text = f"{what} is of no faction; name one, or neutral."
        yield _problem("faction", text, "setup.3", (*where, "faction"))
    for key, bound in bounds.CHARACTER.items():
        yield from _number(f"{what}, {bound.label}", bound, getattr(card, key), (*where, key))
    if card.crippled > card.death:
        yield _problem(
            "thresholds",
            f"{what} dies at {card.death} Wounds, before being Crippled at {card.crippled}; Crippled comes first.",
            "wounds.2",
            (*where, "crippled"),
            crippled=card.crippled,
            death=card.death,
        )
    for ability in ABILITIES:
        value = card.abilities.get(ability, 0)
        yield from _number(
            f"{what}, {ability.capitalize()}", bounds.ABILITY, value, (*where, "abilities", ability)
        )
    yield from _skills(card, what, where)
    yield from _carried(roster, card, what, where)


def _skills(card: OwnCharacter, what: str, where: Where) -> Iterator[RosterProblem]:
    """Skills and Special Skills that the rules know, each once, ratings within bounds (stats.2, stats.5, stats.6)."""
    for key, rating in card.skills.items():
        place = (*where, "skills", key)
        combat = key in CLOSE_SKILLS or key in RANGED_SKILLS
        if not combat and key not in ACTIVE_SKILLS:
            known = ", ".join(skill_label(k) for k in (*CLOSE_SKILLS, *RANGED_SKILLS, *ACTIVE_SKILLS))
            text = f"{what}: the rules know no skill {skill_label(key)!r} with a rating. They know {known}."
            yield _problem("no_such_skill", text, "stats.5", place)
            continue
        bound = bounds.RATING if combat else bounds.ACTIVE_RATING
        yield from _number(f"{what}, {skill_label(key)}", bound, rating, place)
    for number, key in enumerate(card.traits):
        place = (*where, "traits", number)
        if key not in SPECIAL_SKILLS:
            known = ", ".join(skill_label(k) for k in SPECIAL_SKILLS)
            text = f"{what}: the rules know no Special Skill {skill_label(key)!r}. They know {known}."
            yield _problem("no_such_skill", text, "stats.6", place)
        elif key in card.traits[:number]:
            text = f"{what} has {skill_label(key)} twice; a Special Skill counts once."
            yield _problem("skill_twice", text, "stats.6", place)


def _carried(roster: Roster, card: OwnCharacter, what: str, where: Where) -> Iterator[RosterProblem]:
    """Weapons and armour that there are, and not too many of them."""
    known = {
        "weapons": ({*arms(), *roster.weapons}, bounds.MOST_WEAPONS, "items.8"),
        "armour": ({*armour(), *roster.armour}, bounds.MOST_ARMOUR, "items.13"),
    }
    for part, (keys, most, rule) in known.items():
        carried: tuple[str, ...] = getattr(card, part)
        for number, key in enumerate(carried):
            if key not in keys:
                text = f"{what}: there is no {'weapon' if part == 'weapons' else 'armour'} {key!r} to be carried."
                yield _problem("no_such_card", text, rule, (*where, part, number))
        if len(carried) > most:
            text = f"{what} carries {len(carried)} of {part}; a Character has at most {most}."
            yield _problem("too_many", text, rule, (*where, part), count=len(carried), most=most)


def _of_weapon(card: OwnWeapon, where: Where) -> Iterator[RosterProblem]:
    """A weapon's numbers, and that what it has goes with its kind (items.8, stats.4)."""
    what = card.label or "An own weapon"
    yield from _name("A weapon of your own", card.label, (*where, "label"))
    yield from _copied(what, card.copied, arms(), where)
    ranged = bool(card.bands)
    skills = RANGED_SKILLS if ranged else CLOSE_SKILLS
    if card.skill not in skills:
        kind = "with range bands shoots" if ranged else "without range bands strikes"
        text = f"{what} {kind}, so its skill is one of {', '.join(skill_label(s) for s in skills)}."
        yield _problem("weapon_skill", text, "stats.4", (*where, "skill"))
    for key, bound in bounds.WEAPON.items():
        yield from _number(f"{what}, {bound.label}", bound, getattr(card, key), (*where, key))
    for suit, value in card.damage.items():
        yield from _number(f"{what}, damage by {suit}", bounds.DAMAGE, value, (*where, "damage", suit))
    if len(card.damage) < len(SUITS):
        lacking = ", ".join(s for s in SUITS if s not in card.damage)
        yield _problem("damage", f"{what} says no damage by {lacking}.", "items.8", (*where, "damage"))
    yield from _ranges(card, what, where)
    others = (
        ("superiority", "parrying", "mighty_blow")
        if ranged
        else ("reload", "quick_reload", "uses", "firearm")
    )
    for key in others:
        if getattr(card, key):
            only = "for close combat has" if ranged else "with range bands has"
            text = f"{what}: only a weapon {only} {key.replace('_', ' ').capitalize()}."
            yield _problem("not_for_kind", text, "items.8", (*where, key))


def _ranges(card: OwnWeapon, what: str, where: Where) -> Iterator[RosterProblem]:
    """Range bands go outwards (ranged.3)."""
    if len(card.bands) > bounds.MOST_RANGES:
        text = f"{what} has {len(card.bands)} range bands, at most {bounds.MOST_RANGES} are read."
        yield _problem("too_many", text, "ranged.3", (*where, "bands"))
    nearer = 0
    for number, band in enumerate(card.bands):
        place = (*where, "bands", number)
        yield from _number(
            f"{what}, range band {number + 1}, spaces", bounds.RANGE, band.spaces, (*place, "spaces")
        )
        yield from _number(f"{what}, range band {number + 1}, DL", bounds.DIFFICULTY, band.dl, (*place, "dl"))
        if band.spaces <= nearer:
            text = f"{what}: range band {number + 1} reaches {band.spaces} spaces; it goes farther than the one before."
            yield _problem("range_order", text, "ranged.3", place, spaces=band.spaces, before=nearer)
        nearer = max(nearer, band.spaces)


def _of_armour(card: OwnArmour, where: Where) -> Iterator[RosterProblem]:
    what = card.label or "An own piece of armour"
    yield from _name("A piece of armour of your own", card.label, (*where, "label"))
    yield from _copied(what, card.copied, armour(), where)
    for place, guard in card.guards.items():
        for key, value in (("usual", guard.usual), ("pierced", guard.pierced)):
            yield from _number(f"{what}, {place}, {key}", bounds.GUARD, value, (*where, "guards", place, key))
    if not card.guards:
        text = f"{what} guards nothing; armour guards at least one place."
        yield _problem("guards", text, "items.13", (*where, "guards"))
