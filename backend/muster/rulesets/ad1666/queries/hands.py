"""With what a Character fights: main weapon and the rest of its hands, settled before the cards (combat.24)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.deck import SUITS
from muster.rulesets.ad1666.people import CharacterId, Weapon
from muster.rulesets.ad1666.queries.arms import (
    equipped_close,
    fits_hands,
    heavy_part,
    owned,
    skill_part,
    weapon_of,
)
from muster.rulesets.ad1666.state import ItemId, State

UNARMED = "unarmed"
LONG = 2
"""The Superiority that gives an Inconspicuous bearer away (skill.inconspicuous.2)."""


@dataclass(frozen=True, slots=True)
class Arms:
    """What a Character fights with: its main weapon (None: Unarmed) and all that it has in its hands."""

    main: ItemId | None
    equipped: tuple[ItemId, ...] = ()

    @property
    def key(self) -> str:
        """What names this choice among the others."""
        return "+".join([self.main or UNARMED, *(i for i in self.equipped if i != self.main)])


def main_weapon(state: State, arms: Arms) -> Weapon:
    """The weapon that the blow is struck with; without one the fist (items.18)."""
    if arms.main is not None:
        return state.weapon(arms.main)
    fist = state.setup.weapons[UNARMED]
    return fist if applies("items.18") else replace(fist, damage=dict.fromkeys(SUITS, 0))


def helps_parry(state: State, arms: Arms) -> bool:
    """Whether a parrying weapon is in hand, as the main weapon or beside it (weapon.parrying)."""
    held = (weapon_of(state, item) for item in arms.equipped)
    return any(w is not None and w.parrying for w in held)


def arms_now(state: State, who: CharacterId) -> Arms:
    """What a Character fights with if nothing is changed: of two weapons in hand the one that is worth more in all."""
    held = tuple(i for i in state.bodies[who].equipped)
    close = [item.id for item, _ in equipped_close(state, who)]
    if not close:
        return Arms(None, held)
    return max((Arms(i, held) for i in close), key=lambda a: sum(worth(state, who, a)))


def arms_likely(state: State, who: CharacterId) -> Arms:
    """What a Character will take if its player chooses well: most bonus and Superiority together, then all the rest."""
    return max(
        (arms_now(state, who), *arms_choices(state, who)),
        key=lambda a: (sum(worth(state, who, a)[:2]), sum(worth(state, who, a))),
    )


def arms_choices(state: State, who: CharacterId) -> tuple[Arms, ...]:
    """Every way to fight that a Character can choose before the cards: each main weapon, with and without a second
    one that parries, and Unarmed (combat.24, items.18, items.19).

    With free swapping all that it carries counts, otherwise what it holds (items.6). Beside them stays in hand what was
    there and fits.
    """
    now = state.bodies[who].equipped
    free = state.setup.options.equipment == "free" or not applies("items.6")
    near = tuple(i.id for i in owned(state, who) if free or i.id in now)
    close = [i for i in near if (w := weapon_of(state, i)) is not None and not w.is_ranged]
    rest = tuple(i for i in now if i not in close)
    found: dict[str, Arms] = {}
    for main in close:
        helpers = [
            i for i in close if i != main and state.weapon(i).parrying and fits_hands(state, (main, i))
        ]
        for beside in ((), *((h,) for h in helpers)):
            kept = tuple(i for i in now if i != main and i not in beside)
            arms = Arms(main, _filled(state, (main, *beside), kept) if free else now)
            found.setdefault(arms.key, arms)
        if not applies("items.19"):
            break
    if free or not close:
        arms = Arms(None, rest)
        found.setdefault(arms.key, arms)
    return tuple(found.values())


def _filled(state: State, first: tuple[ItemId, ...], more: Iterable[ItemId]) -> tuple[ItemId, ...]:
    """What fits into the hands beside what must be there."""
    held = first
    for item in more:
        if fits_hands(state, (*held, item)):
            held = (*held, item)
    return held


def worth(state: State, who: CharacterId, arms: Arms) -> tuple[int, ...]:
    """What a choice is good for, each number the better the higher: bonus, Superiority, damage, other rules."""
    weapon = main_weapon(state, arms)
    parts = (skill_part(state, who, weapon), heavy_part(state, who, weapon))
    shown = state.bodies[who].inconspicuous and any(
        (w := weapon_of(state, i)) is not None and w.superiority >= LONG for i in arms.equipped
    )
    return (
        sum(p.value for p in parts if p is not None),
        weapon.superiority,
        *(weapon.damage[s] for s in SUITS),
        int(weapon.armour_piercing),
        int(weapon.mighty_blow),
        int(helps_parry(state, arms)),
        int(not shown),
    )


def worth_asking(state: State, who: CharacterId) -> bool:
    """Whether there is anything to choose: what is better in any respect than what is in hand (ruling R88)."""
    now = arms_now(state, who)
    mine = worth(state, who, now)
    return any(
        a != now and not all(x <= y for x, y in zip(worth(state, who, a), mine, strict=True))
        for a in arms_choices(state, who)
    )


def arms_label(state: State, arms: Arms) -> str:
    """The choice in words."""
    beside = [
        w.label.lower() for i in arms.equipped if i != arms.main and (w := weapon_of(state, i)) is not None
    ]
    main = main_weapon(state, arms).label
    return f"{main}, in the other hand {' and '.join(beside)}" if beside and arms.main else main
