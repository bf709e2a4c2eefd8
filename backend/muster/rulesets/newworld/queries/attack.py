"""The arithmetic of attacks: modifiers, Defences, odds. The same plan is shown, rolled and logged."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Bar, Odds, Part, Total
from muster.geometry.grid.kinds import Cover
from muster.rulesets.newworld.book import BOOK, all_apply, applies, part
from muster.rulesets.newworld.cards import SIZES, Card, Roll, Weapon
from muster.rulesets.newworld.queries.damage import LOCATION_WEIGHTS, harm
from muster.rulesets.newworld.queries.hands import Arm, shield_bonus
from muster.rulesets.newworld.queries.standing import height, outnumbering, sight
from muster.rulesets.newworld.state import FigureId, State

Sharp: TypeAlias = Literal["", "range", "cover"]

ATTACK_TABLE: Final[dict[str, int]] = {
    "fatigue_each": -1,
    "aim": 1,
    "group_lacking": -1,
    "group_lacking_advanced": -2,
    "charge": 1,
    "all_out_attack": 2,
    "feint_won": 2,
    "target_ran_melee": 2,
    "target_ran_ranged": -2,
    "swift": -2,
    "two_weapons_main": -1,
    "two_weapons_off": -2,
    "swift_other_foe": -1,
    "one_band_beyond": -2,
    "foe_in_reach": -2,
    "into_melee": -1,
}
"""Situational modifiers to the attack roll (attack.9); height and outnumbering are worked out in ``standing``."""

DEFENCE_TABLE: Final[dict[str, tuple[int, int]]] = {
    "all_out_attack": (-2, -2),
    "all_out_defence": (2, 2),
    "parrying_stance": (1, 0),
    "prone": (-2, 2),
    "light_cover": (0, 1),
    "heavy_cover": (0, 2),
}
"""Melee and Ranged Defence modifiers of the target (defence.4)."""

DEFENCE_LIMIT: Final = 2
"""Bonuses raise a Defence by no more than this (defence.2)."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How an attack is made: ``own`` in the own turn or a half kept from it.

    ``swift`` and ``other_foe`` are a Swift Attack's penalties, ``sharp`` what a Sharpshooter takes 1 off (cover.6).
    """

    charge: bool = False
    mounted_charge: bool = False
    all_out: bool = False
    swift: Part | None = None
    other_foe: Part | None = None
    own: bool = True
    sharp: Sharp = ""


def table_row(label: str, key: str, rule: str) -> Part | None:
    """A row of the table of attack modifiers (attack.9)."""
    return part(label, ATTACK_TABLE[key], rule) if applies("attack.9") else None


# ------------------------------------------------------------------------------------------------ the roll
def talent_part(state: State, figure: FigureId, *rolls: Roll) -> Part | None:
    """What talents add to such a roll: of several only the best one does (attack.7).

    Talents that lower a penalty or change damage do not use up the allowance (ruling R27), so they are none of these.
    """
    known = state.setup.talents
    found = [t for key in state.card(figure).talents if (t := known.get(key)) is not None and t.roll in rolls]
    if not found:
        return None
    best = max(found, key=lambda t: t.bonus)
    bonus = best.bonus
    if len(found) > 1 and not applies("attack.7"):
        bonus = sum(t.bonus for t in found)
    return part(best.label, bonus, best.rule)


def skill_parts(card: Card, weapon: Weapon, *, ranged: bool) -> list[Part | None]:
    """Skill, rank and Fatigue: what every total with a weapon holds (attack.1, attack.4, attack.5)."""
    skill = card.ranged if ranged else card.melee
    parts: list[Part | None] = [part("Ranged Skill" if ranged else "Melee Skill", skill, "attack.1")]
    rank = card.rank(weapon.group)
    if rank is not None:
        parts.append(part(f"Rank with {weapon.phrase}", rank, "attack.1"))
    elif weapon.advanced:
        parts.append(
            table_row(f"No rank with {weapon.phrase}, advanced", "group_lacking_advanced", "attack.5")
        )
    else:
        parts.append(table_row(f"No rank with {weapon.phrase}", "group_lacking", "attack.5"))
    if card.fatigue:
        parts.append(part("Fatigue", ATTACK_TABLE["fatigue_each"] * card.fatigue, "attack.4"))
    return parts


def aim_part(state: State, attacker: FigureId, *, own: bool) -> Part | None:
    """A pending Aim, if the attack is made in the own turn; outside it, it adds nothing (action.1, action.19)."""
    if not state.figures[attacker].aim or (not own and all_apply(("action.1", "action.19"))):
        return None
    return table_row("Aim", "aim", "action.1")


def feint_part(state: State, attacker: FigureId, target: FigureId) -> Part | None:
    """A Feint won against this foe this turn (action.13)."""
    won = state.figures[attacker].feint == target
    return table_row("Feint won", "feint_won", "action.13") if won else None


def flare_part(state: State, attacker: FigureId) -> Part | None:
    """Dazzled by a rune flare: the next attack is at -1 (the starter spell, action.2)."""
    return part("Dazzled", -1, "action.2") if state.figures[attacker].dazzled else None


def ran_part(state: State, target: FigureId, *, ranged: bool) -> Part | None:
    """Against a runner: a modifier of the attack, not of the Defence (attack.8, move.5).

    A Run in the saddle is the mount's as well (ruling R101).
    """
    who = {target, state.figures[target].ridden_by or target}
    if not any(state.figures[f].has("ran") for f in who):
        return None
    return table_row("Target ran", "target_ran_ranged" if ranged else "target_ran_melee", "attack.8")


def attack_total(base: Iterable[Part | None], situation: Iterable[Part | None]) -> Total:
    """What is added to the two attack dice: skill and rank, and separate modifiers that simply add (attack.6)."""
    modifiers = [p for p in situation if p is not None and p.value]
    if len(modifiers) > 1 and not applies("attack.6"):
        modifiers = modifiers[:1]
    return Total.of("Attack", (*base, *modifiers))


def melee_modifiers(
    state: State, attacker: FigureId, target: FigureId, manner: Manner
) -> tuple[Part | None, ...]:
    """Every situational modifier of a melee attack."""
    return (
        aim_part(state, attacker, own=manner.own),
        flare_part(state, attacker),
        feint_part(state, attacker, target) if manner.own else None,
        table_row("Charge", "charge", "move.7") if manner.charge else None,
        table_row("All Out Attack", "all_out_attack", "action.9") if manner.all_out else None,
        manner.swift,
        manner.other_foe,
        height_part(state, attacker, target, manner),
        outnumbering(state, attacker, target),
        ran_part(state, target, ranged=False),
        size_part(state.card(target)),
    )


def height_part(state: State, attacker: FigureId, target: FigureId, manner: Manner) -> Part | None:
    """Higher ground, in a mounted Charge too, where it adds to the +1 of the Charge (height.1 to height.4)."""
    bonus = height(state, attacker, target)
    if bonus is not None and manner.mounted_charge and not applies("height.4"):
        return None
    return bonus


def other_foe_part(rule: str) -> Part | None:
    """The second blow of a Swift Attack, made against another foe (action.7, two.4)."""
    return table_row("Second blow, another foe", "swift_other_foe", rule)


def size_part(target: Card) -> Part | None:
    """Nothing: a printed Defence already holds the size, so no step away from Medium counts (defence.6)."""
    steps = SIZES.index(target.size) - SIZES.index("medium")
    return Part("Size of the target", steps) if steps and not applies("defence.6") else None


# ------------------------------------------------------------------------------------------------ the Defence
def cover_bonus(cover: Cover, *, sharp: bool) -> Part | None:
    """What cover adds to Ranged Defence, less 1 for a Sharpshooter who uses it so (cover.1, cover.2, cover.6)."""
    if cover not in (Cover.LIGHT, Cover.HEAVY) or not applies("defence.4"):
        return None
    if cover is Cover.HEAVY:
        bonus = part("Heavy cover", DEFENCE_TABLE["heavy_cover"][1], "cover.2")
    else:
        bonus = part("Light cover", DEFENCE_TABLE["light_cover"][1], "cover.1")
    if bonus is None or not (sharp and applies("cover.6")):
        return bonus
    return Part(f"{bonus.label}, Sharpshooter", bonus.value - 1, bonus.rule)


def defence_total(
    state: State, target: FigureId, *, ranged: bool, cover: Cover = Cover.NONE, sharp: bool = False
) -> Total:
    """The target's modified Defence: printed + bonuses up to the limit - all penalties (defence.1 to defence.5)."""
    card, body, column = state.card(target), state.figures[target], 1 if ranged else 0
    printed = card.ranged_defence if ranged else card.melee_defence
    parts = [part("Ranged Defence" if ranged else "Melee Defence", printed, "defence.1")]
    bonuses = [
        part("Shield", shield_bonus(state, target), "setup.3"),
        part("Talents", card.talent_defence, "defence.1"),
        _better(
            _stance(body.has("all_out_defence"), "All Out Defence", "all_out_defence", column, "action.10"),
            _stance(body.has("parrying_stance"), "Parrying Stance", "parrying_stance", column, "action.16"),
            "action.17",
        ),
    ]
    if ranged:
        lying = _stance(body.prone, "Prone", "prone", column, "prone.2")
        bonuses.append(_better(lying, cover_bonus(cover, sharp=sharp), "defence.5"))
    elif cover in (Cover.LIGHT, Cover.HEAVY) and not applies("cover.4"):
        bonuses.append(cover_bonus(cover, sharp=False))
    gained = sum(b.value for b in bonuses if b)
    parts += bonuses
    if gained > DEFENCE_LIMIT:
        parts.append(part(f"Bonuses count up to +{DEFENCE_LIMIT}", DEFENCE_LIMIT - gained, "defence.2"))
    if not ranged:
        parts.append(_penalty(body.prone, "Prone", "prone", column, "prone.2"))
    parts.append(_penalty(body.has("all_out_attack"), "All Out Attack", "all_out_attack", column, "action.9"))
    return Total.of("Ranged Defence" if ranged else "Melee Defence", parts)


def _stance(on: bool, label: str, row: str, column: int, rule: str) -> Part | None:
    value = DEFENCE_TABLE[row][column]
    return part(label, value, rule) if on and value > 0 and applies("defence.4") else None


def _penalty(on: bool, label: str, row: str, column: int, rule: str) -> Part | None:
    value = DEFENCE_TABLE[row][column]
    return part(label, value, rule) if on and value < 0 and all_apply(("defence.4", "defence.3")) else None


def _better(one: Part | None, other: Part | None, rule: str) -> Part | None:
    """Of two bonuses that do not add, the better one."""
    if one is None or other is None:
        return one or other
    best = one if one.value >= other.value else other
    return best if applies(rule) else Part(best.label, one.value + other.value, best.rule)


# ------------------------------------------------------------------------------------------------ plans
@dataclass(frozen=True, slots=True)
class AttackPlan:
    """An attack as it stands before the dice: shown as odds, rolled, and logged from the same numbers."""

    attacker: FigureId
    target: FigureId
    arm: Arm
    ranged: bool
    attack: Total
    defence: Total
    manner: Manner
    always_critical: bool = False
    into_melee: bool = False

    @property
    def needed(self) -> int:
        """What the two attack dice must show at least."""
        return self.defence.value - self.attack.value


def melee_plan(
    state: State, attacker: FigureId, target: FigureId, arm: Arm, manner: Manner | None = None
) -> AttackPlan:
    """A melee attack (attack.1, attack.2, attack.10)."""
    how = manner or Manner()
    base = skill_parts(state.card(attacker), arm.weapon, ranged=False)
    base.append(talent_part(state, attacker, "melee"))
    return AttackPlan(
        attacker,
        target,
        arm,
        False,
        attack_total(base, melee_modifiers(state, attacker, target, how)),
        defence_total(state, target, ranged=False, cover=sight(state, attacker, target).cover),
        how,
        always_critical=arm.weapon.lance and how.mounted_charge,
    )


def is_hit(total: int, defence: int) -> bool:
    """Equal or higher hits; nothing hits or misses by itself (attack.2)."""
    return total >= defence if applies("attack.2") else total > defence


def is_doubles(first: int, second: int, third: int) -> bool:
    """Doubles are two equal attack dice; a location die that equals one of them makes none (dice.2)."""
    return first == second or (third in (first, second) and not applies("dice.2"))


WAYS: Final[dict[int, int]] = {t: 6 - abs(t - 7) for t in range(2, 13)}
"""How many of 36 pairs of dice show each sum."""


def chance_of_at_least(needed: int) -> int:
    """Chance that two dice show so much or more, in hundredths of a per cent."""
    return round(10_000 * sum(w for t, w in WAYS.items() if t >= needed) / 36)


def attack_odds(state: State, plan: AttackPlan) -> Odds:
    """The odds of an attack with every modifier and what a hit would do on average."""
    needed = plan.needed
    bars = tuple(Bar(t, round(10_000 * w / 36), t >= needed) for t, w in WAYS.items())
    words = "hits on anything" if needed <= 2 else "cannot hit" if needed > 12 else f"needs {needed}+"
    return Odds(
        f"{state.name(plan.attacker)} against {state.name(plan.target)}",
        chance_of_at_least(needed),
        words,
        bars,
        (plan.attack, plan.defence),
        effect_words(state, plan),
    )


def mean_wounds(state: State, plan: AttackPlan) -> tuple[float, float]:
    """Mean Wounds lost by a hit, and the chance (0 to 1, given a hit) that it puts the target out of action."""
    left = state.figures[plan.target].wounds
    rows = {critical: bases(state, plan, critical=critical) for critical in (False, True)}
    hits = lost = out = 0
    for first in range(1, 7):
        for second in range(1, 7):
            margin = first + second - plan.needed
            if margin < 0:
                continue
            for base, weight in rows[first == second or plan.always_critical]:
                wounds = max(0, base + margin)
                hits += weight
                lost += weight * wounds
                out += weight * (wounds >= left)
    return (lost / hits, out / hits) if hits else (0.0, 0.0)


_BASES: dict[tuple[object, ...], tuple[tuple[int, int], ...]] = {}
_BASES_KEPT: Final = 4096


def bases(state: State, plan: AttackPlan, *, critical: bool) -> tuple[tuple[int, int], ...]:
    """Damage less reduction at margin 0 for each location with its weight; it hangs on cards and weapon alone."""
    weapon = plan.arm.weapon
    key = (state.setup.digest, plan.attacker, weapon.key, plan.target, critical, BOOK.off)
    found = _BASES.get(key)
    if found is None:
        if len(_BASES) >= _BASES_KEPT:
            _BASES.clear()
        card, target = state.card(plan.attacker), state.card(plan.target)
        harms = (
            (harm(card, weapon, target, margin=0, location=place, critical=critical), weight)
            for place, weight in LOCATION_WEIGHTS
        )
        found = tuple((h.damage.value - h.reduction.value, weight) for h, weight in harms)
        _BASES[key] = found
    return found


def effect_words(state: State, plan: AttackPlan) -> str:
    """One sentence on what a hit does."""
    lost, out = mean_wounds(state, plan)
    name = state.name(plan.target)
    left = state.figures[plan.target].wounds
    if out >= 1:
        return f"Any hit puts {name} out of action: {left} Wounds left."
    tail = f" {round(100 * out)} in 100 hits put {name} out of action." if out > 0 else ""
    if round(lost) > left:
        return f"A hit takes about {round(lost)} Wounds, more than the {left} left.{tail}"
    return f"A hit takes about {round(lost)} of the {left} Wounds left.{tail}"


def expected_wounds(state: State, plan: AttackPlan) -> float:
    """Mean Wounds lost by the attack, misses counted (for bots and for the risk on a path)."""
    return mean_wounds(state, plan)[0] * chance_of_at_least(plan.needed) / 10_000
