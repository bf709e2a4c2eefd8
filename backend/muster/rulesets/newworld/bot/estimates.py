"""What attacks are worth: the Wounds and falls to be expected, from the same plans that are shown and rolled."""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from muster.engine.memory import remembered
from muster.rulesets.newworld.cards import Weapon
from muster.rulesets.newworld.queries import hands, shooting
from muster.rulesets.newworld.queries.attack import AttackPlan, bases, defence_total, melee_plan
from muster.rulesets.newworld.state import FigureId, State

FALL_BONUS: Final = 6.0
"""What putting a figure out of action is worth beside its last Wounds."""
USUAL_PRICE: Final = 16
"""A figure of this price counts once; dearer ones more, cheaper ones less."""
MOUNT_WEIGHT: Final = 0.35
"""A mount does not strike and does not count in the end; its rider on foot is less."""

Rows: TypeAlias = tuple[tuple[int, int], ...]
"""Damage less reduction at margin 0, with its weight, for each hit location."""


@lru_cache(maxsize=32_768)
def outcome(plain: Rows, critical: Rows, needed: int, left: int) -> tuple[float, float]:
    """Mean Wounds of an attack, misses counted and no more than are left, and the chance that the target falls."""
    wounds = falls = 0
    for total in range(max(2, needed), 13):
        doubles = 1 - total % 2
        for rows, ways in ((plain, 6 - abs(7 - total) - doubles), (critical, doubles)):
            if not ways:
                continue
            for base, weight in rows:
                lost = base + total - needed
                if lost > 0:
                    wounds += ways * weight * min(lost, left)
                    falls += ways * weight * (lost >= left)
    return wounds / 216, falls / 216


class Strike(NamedTuple):
    """An attack on somebody, ready to be weighed at any number needed."""

    weapon: Weapon
    needed: int
    plain: Rows
    critical: Rows
    left: int
    weight: float

    def worth(self, better: int = 0) -> float:
        """Wounds to be expected, a fall counted for more, at so much more on the roll than is needed now."""
        wounds, falls = outcome(self.plain, self.critical, self.needed - better, self.left)
        return (wounds + FALL_BONUS * falls) * self.weight

    def worth_at(self, squares: int, harder: int) -> float:
        """The same for a shot over so many squares, 0 where they are too many, at so much less on the roll."""
        modifier = shooting.range_modifier(self.weapon, max(1, squares))
        return 0.0 if modifier is None else self.worth(modifier - harder)


def weight_of(state: State, figure: FigureId) -> float:
    """How much a Wound of this figure counts."""
    card = state.card(figure)
    if card.is_mount:
        return MOUNT_WEIGHT
    return 0.5 + 0.5 * (card.price or USUAL_PRICE) / USUAL_PRICE


def strike_of(state: State, plan: AttackPlan) -> Strike:
    """An attack as it is planned."""
    critical = bases(state, plan, critical=True)
    plain = critical if plan.always_critical else bases(state, plan, critical=False)
    left = max(1, state.figures[plan.target].wounds)
    return Strike(plan.arm.weapon, plan.needed, plain, critical, left, weight_of(state, plan.target))


@remembered
def blow(state: State, attacker: FigureId, target: FigureId) -> Strike:
    """The plain melee attack that does most of what the attacker has in hand; the two may stand apart."""
    arms = hands.melee_arms(state, attacker)
    strikes = [strike_of(state, melee_plan(state, attacker, target, arm)) for arm in arms]
    return max(strikes, key=Strike.worth)


@remembered
def shots(state: State, shooter: FigureId, target: FigureId) -> tuple[Strike, ...]:
    """What the weapons that are ready could do to a figure in the open, within their range, with nobody near."""
    found: list[Strike] = []
    for arm in hands.ranged_arms(state, shooter):
        plan = shooting.ranged_plan(state, shooter, target, arm)
        attack = sum(p.value for p in plan.attack.parts if p.rule not in _OF_THE_PLACE)
        needed = defence_total(state, target, ranged=True).value - attack
        found.append(strike_of(state, plan)._replace(needed=needed))
    return tuple(found)


_OF_THE_PLACE: Final = frozenset({"newworld.range.8", "newworld.range.12", "newworld.range.13"})
"""What hangs on where the two stand: range, a foe in reach, an ally beside the target."""
