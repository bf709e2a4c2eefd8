"""Ranged attacks: bands, penalties, shots into a melee, misfires."""

from dataclasses import replace
from typing import Final

from muster.engine.explain import Part
from muster.geometry.grid.kinds import Cover
from muster.rulesets.newworld.book import applies, number, part
from muster.rulesets.newworld.cards import Range, Weapon
from muster.rulesets.newworld.queries.attack import (
    ATTACK_TABLE,
    AttackPlan,
    Manner,
    Sharp,
    aim_part,
    attack_total,
    defence_total,
    flare_part,
    is_doubles,
    ran_part,
    size_part,
    skill_parts,
    table_row,
    talent_part,
)
from muster.rulesets.newworld.queries.hands import Arm, ranged_arms
from muster.rulesets.newworld.queries.standing import (
    distance_between,
    in_reach,
    is_unseen,
    is_visible_foe,
    may_make_free_attack,
    outnumbering,
    sight,
)
from muster.rulesets.newworld.state import FigureId, State

BANDS: Final[tuple[tuple[Range, int | None], ...]] = (
    ("melee", 1),
    ("near", 6),
    ("far", 24),
    ("long", 60),
    ("sight", None),
)
"""Each band with its last square (range.1)."""


def band_of(squares: int) -> Range:
    """The band of a distance in squares (range.1, range.2)."""
    for name, last in BANDS:
        if last is None:
            return name
        end = number("range.2", last, off=last + 1) if name == "near" else last
        if squares <= end and applies("range.1"):
            return name
    return "sight"


def range_modifier(weapon: Weapon, squares: int) -> int | None:
    """0 within the weapon's band, -2 one band beyond, None where the shot is not allowed (range.7 to range.10)."""
    order = [name for name, _ in BANDS]
    band = band_of(squares)
    if band == "melee":
        return None if applies("range.10") and not weapon.pistol else 0
    beyond = order.index(band) - order.index(weapon.range)
    if beyond <= 0 and applies("range.7"):
        return 0
    if weapon.never_beyond and applies("range.9"):
        return None
    return ATTACK_TABLE["one_band_beyond"] if beyond == 1 and applies("range.8") else None


def foe_in_reach_part(state: State, shooter: FigureId, target: FigureId, weapon: Weapon) -> Part | None:
    """A foe that could strike stands in reach while the target does not: -2, once (range.12, ruling R47)."""
    if weapon.pistol or weapon.thrown or in_reach(state, shooter, target):
        return None
    hindered = any(
        in_reach(state, shooter, foe) and may_make_free_attack(state, foe, shooter)
        for foe in state.foes(shooter)
        if not state.figures[foe].hidden
    )
    return table_row("A foe at the shooter's elbow", "foe_in_reach", "range.12") if hindered else None


def allies_in_melee(state: State, shooter: FigureId, target: FigureId) -> tuple[FigureId, ...]:
    """Allies of the shooter at Melee range of the target and in the fight (range.13, rulings R29, R46).

    Those who lie hidden are left out (hide.1, ruling R108).
    """
    return tuple(
        ally
        for ally in state.fighters(state.card(shooter).seat)
        if ally != shooter
        and not state.figures[ally].surprised
        and in_reach(state, ally, target)
        and not is_unseen(state, ally)
    )


def may_be_shot(state: State, shooter: FigureId, target: FigureId, weapon: Weapon) -> bool:
    """Whether a shot is allowed: a visible foe in sight, not fully covered, within range (range.15, cover.3)."""
    if not is_visible_foe(state, shooter, target):
        return False
    if range_modifier(weapon, distance_between(state, shooter, target)) is None:
        return False
    verdict = sight(state, shooter, target)
    if not verdict.clear:
        return not (applies("range.15") and applies("cover.3"))
    return True


def lying_down_helps(state: State, figure: FigureId) -> bool:
    """Whether a foe could shoot at a figure as things stand, and would find it harder if the figure lay (prone.2)."""
    body = state.figures[figure]
    lying = replace(state, figures={**state.figures, figure: replace(body, prone=True)})

    def defence(known: State, cover: Cover) -> int:
        return defence_total(known, figure, ranged=True, cover=cover).value

    for foe in state.foes(figure):
        if any(may_be_shot(state, foe, figure, arm.weapon) for arm in ranged_arms(state, foe)):
            cover = cover_between(state, foe, figure)
            if defence(lying, cover) > defence(state, cover):
                return True
    return False


def range_part(weapon: Weapon, squares: int, *, sharp: bool) -> Part | None:
    """What the distance takes off a shot, less 1 for a Sharpshooter who uses it so (range.8, cover.6)."""
    if not range_modifier(weapon, squares):
        return None
    if sharp and applies("cover.6"):
        return part("Range, one band beyond, Sharpshooter", ATTACK_TABLE["one_band_beyond"] + 1, "range.8")
    return table_row("Range, one band beyond", "one_band_beyond", "range.8")


def crowd_part(state: State, shooter: FigureId, target: FigureId) -> Part | None:
    """Nothing: numbers do not help a shot, though a pistoleer counts for the others (outnumber.3)."""
    bonus = outnumbering(state, shooter, target)
    return bonus if bonus is not None and not applies("outnumber.3") else None


def ranged_plan(
    state: State, shooter: FigureId, target: FigureId, arm: Arm, manner: Manner | None = None
) -> AttackPlan:
    """A ranged attack: Ranged Skill against Ranged Defence and no melee modifier, at Melee range too (attack.10)."""
    how = manner or Manner()
    weapon, card = arm.weapon, state.card(shooter)
    squares = distance_between(state, shooter, target)
    as_melee = band_of(squares) == "melee" and not applies("attack.10")
    into = bool(allies_in_melee(state, shooter, target))
    base = [*skill_parts(card, weapon, ranged=not as_melee), talent_part(state, shooter, "ranged")]
    modifiers = (
        aim_part(state, shooter, own=how.own),
        flare_part(state, shooter),
        range_part(weapon, squares, sharp=how.sharp == "range"),
        foe_in_reach_part(state, shooter, target, weapon),
        table_row("Shot into a melee with a friend", "into_melee", "range.13") if into else None,
        ran_part(state, target, ranged=True),
        how.swift,
        how.other_foe,
        crowd_part(state, shooter, target),
        size_part(state.card(target)),
    )
    return AttackPlan(
        shooter,
        target,
        arm,
        True,
        attack_total(base, modifiers),
        defence_total(
            state,
            target,
            ranged=not as_melee,
            cover=cover_between(state, shooter, target),
            sharp=how.sharp == "cover",
        ),
        how,
        into_melee=into,
    )


def cover_between(state: State, shooter: FigureId, target: FigureId) -> Cover:
    """What covers the target from the shooter: the best that the line crosses at its square or next to it (cover.5)."""
    cover = sight(state, shooter, target).cover
    return cover if cover is not Cover.NONE and applies("cover.5") else Cover.NONE


def sharpshooter_choices(state: State, shooter: FigureId, target: FigureId, arm: Arm) -> tuple[Sharp, ...]:
    """What a Sharpshooter may take 1 off, the better first, range before cover where both help alike (cover.6)."""
    if not state.card(shooter).has("sharpshooter"):
        return ("",)
    choices: list[Sharp] = []
    if range_modifier(arm.weapon, distance_between(state, shooter, target)):
        choices.append("range")
    if cover_between(state, shooter, target) in (Cover.LIGHT, Cover.HEAVY):
        choices.append("cover")
    if len(choices) < 2:
        return tuple(choices) or ("",)
    needs = {c: ranged_plan(state, shooter, target, arm, Manner(sharp=c)).needed for c in choices}
    return tuple(sorted(choices, key=lambda c: (needs[c], choices.index(c))))


def why_a_one_misfires(state: State, shooter: FigureId) -> str:
    """The rule by which it does: magic within sight this round or the last, or damp powder; else nothing."""
    rounds = (state.magic.get(shooter), state.veiled_magic.get(shooter))
    if any(seen is not None and state.round - seen <= 1 for seen in rounds) and applies("fire.3"):
        return "fire.3"
    return "fire.4" if state.card(shooter).powder == "damp" and applies("fire.4") else ""


def is_misfire(
    state: State, shooter: FigureId, weapon: Weapon, dice: tuple[int, int], third: int, *, hit: bool
) -> bool:
    """A missed shot of a firearm on doubles, or on a 1 where magic or damp is about (fire.2, fire.3, fire.4)."""
    if not weapon.firearm:
        return False
    if is_doubles(*dice, third) and applies("fire.2"):
        return not hit
    return 1 in dice and why_a_one_misfires(state, shooter) != "" and not hit


def misfire_rule(state: State, shooter: FigureId, dice: tuple[int, int], third: int) -> str:
    """The rule by which a shot has misfired."""
    doubles = is_doubles(*dice, third) and applies("fire.2")
    return "fire.2" if doubles else why_a_one_misfires(state, shooter)


STRAYS_AT: Final = 3
"""A shot into a melee that misses by so much hits an ally there (range.14)."""


def strays(missed_by: int, *, into_melee: bool, misfire: bool) -> bool:
    """Whether a missed shot into a melee hits an ally (range.14)."""
    return into_melee and missed_by >= STRAYS_AT and applies("range.14") and not misfire
