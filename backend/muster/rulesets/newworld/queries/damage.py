"""Hit locations and damage: what a hit does to whom it hits (loc.1, damage.1 to damage.11, brawl.1 to brawl.4)."""

from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Part, Total
from muster.rulesets.newworld.book import applies, part
from muster.rulesets.newworld.cards import Card, Location, Weapon

LOCATIONS: Final[dict[int, Location]] = {1: "legs", 2: "legs", 3: "arms", 4: "body", 5: "body", 6: "head"}
"""Hit location by the third die (loc.1)."""

LOCATION_WEIGHTS: Final[tuple[tuple[Location, int], ...]] = (
    ("legs", 2),
    ("arms", 1),
    ("body", 2),
    ("head", 1),
)
"""How many faces of the location die lead to each place."""

PUGILIST_DAMAGE: Final = 3
"""Damage of a Pugilist's bare hands (brawl.3)."""

PIERCED: Final = 2
"""Points of armour that a Piercing weapon ignores (damage.11)."""


@dataclass(frozen=True, slots=True)
class Harm:
    """What a hit does: the sum before and what comes off, and the Wounds lost (damage.1, damage.2)."""

    damage: Total
    reduction: Total
    wounds: int


def location_of(die: int) -> Location:
    """Where a hit lands (loc.1)."""
    return LOCATIONS[die] if applies("loc.1") else "body"


def agility_bonus(card: Card, weapon: Weapon, *, critical: bool) -> int:
    """Agility, but no more than the weapon's printed Damage, on a critical hit too (damage.4, damage.5, damage.9)."""
    limit = weapon.damage if not critical or applies("damage.9") else 2 * weapon.damage
    return min(card.agility, limit)


def attribute_part(card: Card, weapon: Weapon, *, critical: bool) -> Part | None:
    """Might without limit, limited Agility or nothing, by weapon (damage.3 to damage.7).

    A melee weapon marked Agility adds the larger of Might and limited Agility (ruling R2); a ranged one marked Might
    adds Might alone (ruling R3).
    """
    if weapon.adds == "none":
        return None if applies("damage.7") else Part("Might", card.might)
    if weapon.adds == "might":
        return part("Might", card.might, "damage.6" if weapon.is_ranged else "damage.3")
    limited = agility_bonus(card, weapon, critical=critical)
    label = "Agility"
    if limited < card.agility:
        label = f"Agility {card.agility}, but at most the weapon's Damage"
    if weapon.is_ranged:
        return part(label, limited, "damage.4")
    if limited >= card.might:
        return part(label, limited, "damage.5")
    return part(f"Might, more than Agility here ({limited})", card.might, "damage.5")


def weapon_damage(card: Card, weapon: Weapon) -> Part | None:
    """The weapon's own Damage; a Pugilist's bare fist has 3 (brawl.1 to brawl.3)."""
    if weapon.unarmed and card.has("pugilist") and applies("brawl.3"):
        return part("Bare hands, Pugilist", PUGILIST_DAMAGE, "brawl.3")
    rule = "brawl.1" if weapon.unarmed else "brawl.2" if weapon.group == "brawling" else "damage.1"
    return part(weapon.label, weapon.damage, rule)


def harm(
    card: Card,
    weapon: Weapon,
    target: Card,
    *,
    margin: int,
    location: Location,
    critical: bool,
    prone: bool = False,
) -> Harm:
    """Damage less Endurance and armour at the location hit (damage.1, damage.2, damage.8, damage.10, damage.11).

    Only the weapon's own Damage is doubled by a critical hit. That the target is ``prone`` adds nothing by itself,
    since the margin already holds it (prone.3).
    """
    own = weapon_damage(card, weapon)
    doubled = part("Critical: doubled", own.value, "damage.8") if own and critical else None
    street = card.has("street-fighting") and weapon.group == "brawling"
    damage = Total.of(
        "Damage",
        (
            own,
            doubled,
            attribute_part(card, weapon, critical=critical),
            part("Street Fighting", 1, "brawl.4") if street else None,
            part("Margin", margin, "attack.3"),
            Part("Prone", 2) if prone and not applies("prone.3") else None,
        ),
    )
    armour = target.armour.at(location)
    pierced = min(PIERCED, armour) if weapon.piercing else 0
    reduction = Total.of(
        "Endurance and armour",
        (
            part("Endurance", target.endurance, "damage.10" if critical else "damage.1"),
            part(f"Armour on the {target.place(location)}", armour, "damage.10" if critical else "damage.1"),
            part("Piercing", -pierced, "damage.11"),
        ),
    )
    lost = damage.value - reduction.value
    return Harm(damage, reduction, max(0, lost) if lost >= 0 or applies("damage.2") else lost)
