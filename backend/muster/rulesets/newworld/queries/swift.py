"""Swift Attack: two blows, with one weapon or two (action.7, two.1 to two.8)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from muster.engine.explain import Part
from muster.rulesets.newworld.book import applies, part
from muster.rulesets.newworld.queries import hands, standing
from muster.rulesets.newworld.queries.attack import (
    ATTACK_TABLE,
    AttackPlan,
    Manner,
    Sharp,
    melee_plan,
    other_foe_part,
    table_row,
)
from muster.rulesets.newworld.queries.hands import Arm
from muster.rulesets.newworld.queries.shooting import may_be_shot, ranged_plan, sharpshooter_choices
from muster.rulesets.newworld.state import FigureId, State

Hand: TypeAlias = Literal["one", "main", "off"]


@dataclass(frozen=True, slots=True)
class Blow:
    """One blow of a Swift Attack as it could be made now."""

    hand: Hand
    target: FigureId
    arm: Arm
    plan: AttackPlan

    @property
    def key(self) -> str:
        """Names the blow in option keys: its target, its weapon, and how a pistol is fired."""
        sharp = f":{self.plan.manner.sharp}" if self.plan.manner.sharp else ""
        return f"{self.target}:{self.arm.key}{f':shot{sharp}' if self.plan.ranged else ''}"

    @property
    def words(self) -> str:
        """What it is made with."""
        return f"{self.arm.weapon.label}, fired" if self.plan.ranged else self.arm.weapon.label


def penalty(state: State, figure: FigureId, hand: Hand) -> Part | None:
    """What a blow of a Swift Attack costs: -2 with one weapon, -1 and -2 with two (action.7, two.3, two.7, two.8)."""
    card = state.card(figure)
    if hand == "one" or not applies("two.3"):
        return table_row("Swift Attack", "swift", "action.7")
    if hand == "main":
        if card.has("dual-wielder") and applies("two.8"):
            return None
        return table_row("Main hand", "two_weapons_main", "two.3")
    if card.has("ambidextrous") and applies("two.7"):
        return part("Off hand, Ambidextrous", ATTACK_TABLE["two_weapons_off"] + 1, "two.7")
    return table_row("Off hand", "two_weapons_off", "two.3")


def manner(state: State, figure: FigureId, hand: Hand, *, other_foe: bool, sharp: Sharp = "") -> Manner:
    """How the blow is made; only the second can be against another foe (action.7, two.4)."""
    further = other_foe_part("action.7" if hand == "one" else "two.4") if other_foe else None
    return Manner(swift=penalty(state, figure, hand), other_foe=further, sharp=sharp)


def blows(
    state: State, figure: FigureId, hands_left: tuple[Hand, ...], first_target: FigureId | None
) -> Iterator[Blow]:
    """Every blow that could be struck with one of these hands; ``first_target`` is the first blow's foe, if struck.

    A loaded pistol in the off hand may be fired instead of striking with it (two.5).
    """
    pair = hands.two_weapons(state, figure)
    for hand in hands_left:
        arms = hands.melee_arms(state, figure)
        if hand != "one" and pair is not None:
            item = pair[0] if hand == "main" else pair[1]
            arms = tuple(a for a in arms if a.item == item)
            if hand == "off" and state.weapon(item).pistol:
                yield from _pistol(state, figure, Arm(item, state.weapon(item)), first_target)
        for foe in state.foes(figure):
            if not _may_strike(state, figure, foe):
                continue
            how = manner(state, figure, hand, other_foe=first_target not in (None, foe))
            for arm in arms:
                yield Blow(hand, foe, arm, melee_plan(state, figure, foe, arm, how))


def _may_strike(state: State, figure: FigureId, foe: FigureId) -> bool:
    return (
        standing.is_visible_foe(state, figure, foe)
        and standing.in_reach(state, figure, foe)
        and standing.may_attack_at_all(state, figure, foe)
    )


def _pistol(state: State, figure: FigureId, arm: Arm, first_target: FigureId | None) -> Iterator[Blow]:
    """A pistol in the off hand may be fired as the off-hand blow, near or far (two.5)."""
    if all(a.item != arm.item for a in hands.ranged_arms(state, figure)):
        return
    for foe in state.foes(figure):
        if may_be_shot(state, figure, foe, arm.weapon) and applies("two.5"):
            other = first_target not in (None, foe)
            for sharp in sharpshooter_choices(state, figure, foe, arm):
                how = manner(state, figure, "off", other_foe=other, sharp=sharp)
                yield Blow("off", foe, arm, ranged_plan(state, figure, foe, arm, how))


def ways(state: State, figure: FigureId) -> tuple[Hand, ...]:
    """The hands from which a Swift Attack may begin: either of two weapons (two.3, ruling R36), or just the one.

    In a grapple two weapons count only where both are fit for it (grapple.12).
    """
    pair = hands.two_weapons(state, figure)
    if pair is None:
        return ("one",)
    usable = {a.item for a in hands.melee_arms(state, figure)}
    return ("main", "off") if usable.issuperset(pair) else ("one",)


def first_blows(state: State, figure: FigureId) -> tuple[Blow, ...]:
    """How a Swift Attack may begin."""
    return tuple(blows(state, figure, ways(state, figure), None))


def second_blows(state: State, figure: FigureId, first: Blow) -> tuple[Blow, ...]:
    """What is left for the second blow after the first is resolved; empty when it is lost."""
    other: dict[Hand, Hand] = {"one": "one", "main": "off", "off": "main"}
    return tuple(blows(state, figure, (other[first.hand],), first.target))
