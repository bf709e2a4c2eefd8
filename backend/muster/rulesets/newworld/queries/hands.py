"""What is in whose hands, and what it can be used for."""

from dataclasses import dataclass

from muster.rulesets.newworld.book import applies, number
from muster.rulesets.newworld.cards import Weapon
from muster.rulesets.newworld.state import FigureId, Item, State, Where

LIGHT_DAMAGE = 3
"""An off-hand melee weapon has this Damage at most (two.2)."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon as it would be used: the item (None for bare hands) and the row of the table that counts."""

    item: Item | None
    weapon: Weapon

    @property
    def key(self) -> str:
        """Names the arm in option keys."""
        return self.item.id if self.item else "fist"


def fist(state: State) -> Arm:
    """Bare hands, feet and head: nobody is ever without (brawl.1)."""
    return Arm(None, state.setup.weapons["fist"])


def melee_form(state: State, item: Item) -> Weapon:
    """What an item counts as in melee: itself, or for a ranged weapon what range.11 says."""
    weapon = state.weapon(item)
    if weapon.is_ranged and applies("range.11"):
        return state.setup.weapons[weapon.melee_as or "improvised"]
    return weapon


def melee_arms(state: State, figure: FigureId) -> tuple[Arm, ...]:
    """Everything the figure could strike with, the weapon in hand first, bare hands last.

    In a grapple only Brawling, a dagger or a knife will do (grapple.12).
    """
    arms = [Arm(i, melee_form(state, i)) for i in state.held(figure) if not state.weapon(i).is_shield]
    arms.append(fist(state))
    if state.figures[figure].in_grapple and applies("grapple.12"):
        return tuple(a for a in arms if a.weapon.group == "brawling" or a.weapon.grapple)
    return tuple(arms)


def best_melee_arm(state: State, figure: FigureId) -> Arm:
    """The weapon in hand, as used by default."""
    return melee_arms(state, figure)[0]


def ranged_arms(state: State, figure: FigureId) -> tuple[Arm, ...]:
    """Held weapons that can be shot or thrown now: loaded, not jammed, powder not soaked (fire.1, fire.2, fire.5)."""
    if state.figures[figure].in_grapple and applies("grapple.12"):
        return ()
    return tuple(
        Arm(item, state.weapon(item))
        for item in state.held(figure)
        if state.weapon(item).is_ranged and may_shoot_now(state, item)
    )


def may_shoot_now(state: State, item: Item) -> bool:
    """Whether nothing about the weapon itself prevents a shot."""
    weapon = state.weapon(item)
    if item.jammed and applies("fire.2"):
        return False
    if not item.loaded and applies("fire.1" if weapon.firearm else "action.4"):
        return False
    powder = state.card(item.holder).powder if item.holder else "dry"
    return not (weapon.firearm and powder == "soaked" and applies("fire.5"))


def free_hands(state: State, figure: FigureId) -> int:
    """Hands with nothing in them: a second weapon takes one (two.6), and so does a grappler's hold (grapple.5)."""
    used = 0
    for item in state.held(figure):
        second = item.where == "off" and not state.weapon(item).is_shield
        used += 2 if item.where == "both" else 0 if second and not applies("two.6") else 1
    if state.figures[figure].holding is not None and applies("grapple.5"):
        used += 1
    return max(0, 2 - used)


def hands_needed(weapon: Weapon) -> int:
    """Hands that holding it takes (ruling R44)."""
    return number("setup.3", 1, off=2) if weapon.is_shield else weapon.hands


def place_in_hand(state: State, figure: FigureId, weapon: Weapon) -> Where | None:
    """Where a weapon would go that is drawn or picked up, or None where the hands are not free (action.3).

    A second one-handed weapon goes to the off hand (two.1); whether it is light matters for a Swift Attack only.
    """
    if hands_needed(weapon) > free_hands(state, figure) and applies("action.3"):
        return None
    if weapon.hands == 2:
        return "both"
    if all(i.where != "main" for i in state.held(figure)):
        return "main"
    return "off" if weapon.is_shield or applies("two.1") else None


def is_light(weapon: Weapon) -> bool:
    """Fit for the off hand: a one-handed melee weapon of Damage 3 or less, or a pistol (two.2).

    A knife or hatchet made for throwing is a melee weapon as well (range.11).
    """
    melee = not weapon.is_ranged or weapon.thrown
    light = weapon.pistol or (melee and weapon.hands == 1 and weapon.damage <= LIGHT_DAMAGE)
    return light or not applies("two.2")


def two_weapons(state: State, figure: FigureId) -> tuple[Item, Item] | None:
    """The main-hand and off-hand weapons of a fighter with two, None for everybody else (two.1, two.2)."""
    held = {i.where: i for i in state.held(figure)}
    main, off = held.get("main"), held.get("off")
    if main is None or off is None or state.weapon(main).is_shield:
        return None
    off_weapon = state.weapon(off)
    return (main, off) if is_light(off_weapon) and not off_weapon.is_shield else None


def shield_bonus(state: State, figure: FigureId) -> int:
    """The bonus of a shield in hand (setup.3)."""
    return max((state.weapon(i).shield for i in state.held(figure)), default=0)
