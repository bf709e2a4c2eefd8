"""What a Character holds: equipped things, hands, ready weapons, armour (items.1 to items.20)."""

from collections.abc import Iterator

from muster.engine.explain import Part
from muster.rulesets.ad1666.book import applies, part
from muster.rulesets.ad1666.deck import Location
from muster.rulesets.ad1666.people import CharacterId, Weapon, skill_label
from muster.rulesets.ad1666.state import Item, ItemId, State

HANDS = 2


def owned(state: State, who: CharacterId) -> tuple[Item, ...]:
    """Everything that a Character carries, held or not."""
    return tuple(i for i in state.items.values() if i.holder == who)


def weapon_of(state: State, item: ItemId) -> Weapon | None:
    """The weapon's card, None for a thing that is none."""
    return state.setup.weapons.get(state.items[item].kind)


def hands_for(state: State, item: ItemId) -> int:
    """The hands that a thing takes: two where its card shows two, otherwise one (items.3)."""
    weapon = weapon_of(state, item)
    return weapon.hands if weapon is not None and applies("items.3") else 1


def fits_hands(state: State, items: tuple[ItemId, ...]) -> bool:
    """Whether all of these can be equipped together: one two-handed thing or two one-handed ones (items.3)."""
    return sum(hands_for(state, i) for i in items) <= HANDS


def equipped_ranged(state: State, who: CharacterId) -> Iterator[tuple[Item, Weapon]]:
    """The ranged weapons in hand: what is to be used must be equipped (items.4)."""
    for item in owned(state, who):
        weapon = weapon_of(state, item.id)
        held = item.id in state.bodies[who].equipped or not applies("items.4")
        if weapon is not None and weapon.is_ranged and held:
            yield item, weapon


def equipped_close(state: State, who: CharacterId) -> Iterator[tuple[Item, Weapon]]:
    """The close combat weapons in hand."""
    for item in owned(state, who):
        weapon = weapon_of(state, item.id)
        if weapon is not None and not weapon.is_ranged and item.id in state.bodies[who].equipped:
            yield item, weapon


def is_ready(state: State, item: Item) -> bool:
    """Whether a ranged weapon can be fired: no Reload counter, uses left, not fired this turn, nor just loaded.

    (ranged.1, items.11, items.12, items.16, action.8)
    """
    if item.reload and applies("items.12"):
        return False
    if item.uses == 0 and applies("items.11"):
        return False
    if item.fired and applies("items.16"):
        return False
    loaded_now = state.acting is not None and item.id in state.acting.reloaded
    return not (loaded_now and applies("action.8"))


def skill_part(state: State, who: CharacterId, weapon: Weapon) -> Part | None:
    """The rating of the weapon's skill, 0 counting as having it; −2 for those who lack it (stats.2, stats.3)."""
    rating = state.card(who).skills.get(weapon.skill)
    if rating is None or (rating == 0 and not applies("stats.2")):
        return part(f"No skill with the {weapon.label}", -2, "stats.3")
    return part(skill_label(weapon.skill), rating, "stats.2")


def heavy_part(state: State, who: CharacterId, weapon: Weapon) -> Part | None:
    """A weapon too heavy for the user's Strength (items.17)."""
    weak = weapon.heavy > 0 and state.card(who).ability("strength") < weapon.heavy
    return part(f"Heavy, wants Strength {weapon.heavy}", -1, "items.17") if weak else None


def armour_part(state: State, who: CharacterId, location: Location, weapon: Weapon) -> Part | None:
    """What armour takes off at a location: the best piece, less against Armour-Piercing (items.13 to items.15)."""
    values: list[tuple[int, str]] = []
    for key in state.card(who).armour:
        piece = state.setup.armour[key]
        guard = piece.guards.get(location)
        if guard is not None:
            pierced = weapon.armour_piercing and applies("items.15")
            values.append((guard.pierced if pierced else guard.usual, piece.label))
    if not values:
        return None
    best, label = max(values) if applies("items.14") else (sum(v for v, _ in values), "Armour")
    return part(label, -best, "items.13")


def item_label(state: State, item: ItemId) -> str:
    """What a thing is called in a sentence."""
    weapon = weapon_of(state, item)
    return f"the {weapon.label.lower()}" if weapon is not None else f"the {state.items[item].kind}"
