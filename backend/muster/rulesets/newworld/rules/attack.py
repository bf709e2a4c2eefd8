"""Attacks: three dice, Defence, location, damage; stray shots and misfires."""

from muster.engine.explain import Part, Total
from muster.rulesets.newworld.attack_events import AttackRolled, Strayed
from muster.rulesets.newworld.book import applies, number, rule
from muster.rulesets.newworld.cards import Location
from muster.rulesets.newworld.queries import shooting
from muster.rulesets.newworld.queries.attack import AttackPlan, is_doubles, is_hit
from muster.rulesets.newworld.queries.damage import harm, location_of
from muster.rulesets.newworld.rules.common import Fight, at_of, disarm_outright, hurt, is_over, reveal
from muster.rulesets.newworld.state import FigureId


def with_dice(total: Total, dice: tuple[int, int]) -> Total:
    """The total with its two dice in front."""
    first, second = dice
    roll = Part(f"Dice {first} + {second}", first + second, "newworld.dice.1")
    return Total(total.label, (roll, *total.parts), total.value + first + second)


async def attack_dice(game: Fight, plan: AttackPlan) -> tuple[tuple[int, int], int]:
    """Two attack dice and a location die, rolled together (dice.1)."""
    why = f"{game.state.name(plan.attacker)} attacks {game.state.name(plan.target)}"
    values = (await game.roll(number("dice.1", 3, off=2), 6, why=why)).values
    return (values[0], values[1]), values[-1]


@rule("attack.1")
async def resolve_attack(game: Fight, plan: AttackPlan, *, free: bool = False) -> bool:
    """Roll an attack and apply what comes of it (attack.1 to attack.3, damage.1 to damage.11); True for a hit.

    Nothing interrupts between the roll and the end of damage. A hidden attacker is revealed, except by a gun that
    misfires (fire.6, hide.1).
    """
    state = game.state
    attacker, target, weapon = plan.attacker, plan.target, plan.arm.weapon
    dice, third = await attack_dice(game, plan)
    total, defence = plan.attack.value + sum(dice), plan.defence.value
    hit = is_hit(total, defence)
    misfire = plan.ranged and shooting.is_misfire(state, attacker, weapon, dice, third, hit=hit)
    critical = is_critical(plan, dice, third) and hit
    location: Location | None = location_of(third) if hit else None
    blow = (
        harm(
            state.card(attacker),
            weapon,
            state.card(target),
            margin=total - defence,
            location=location,
            critical=critical,
            prone=state.figures[target].prone,
        )
        if location is not None
        else None
    )
    rules = ["attack.2", "loc.1" if hit else "attack.3"]
    if critical:
        rules.append("height.5" if plan.always_critical else "damage.8")
    if misfire:
        rules.append(shooting.misfire_rule(state, attacker, dice, third))
    if not misfire:
        _reveal_attacker(game, plan)
    thrown = plan.ranged and weapon.thrown and applies("range.16")
    empties = (
        plan.ranged and weapon.reload > 0 and (applies("fire.1") if weapon.firearm else applies("action.4"))
    )
    game.apply(
        AttackRolled(
            attacker,
            target,
            weapon.phrase,
            plan.arm.item.id if plan.arm.item else None,
            plan.ranged,
            dice,
            third,
            with_dice(plan.attack, dice),
            plan.defence,
            hit,
            total - defence,
            critical,
            location or "",
            blow.damage if blow else None,
            blow.reduction if blow else None,
            blow.wounds if blow else 0,
            misfire,
            empties and not misfire,
            at_of(state, target) if thrown else None,
            free,
            state.figures[attacker].hidden,
            tuple(rules),
            at_of(state, attacker),
            at_of(state, target),
        )
    )
    if blow is not None:
        await hurt(game, target, blow.wounds, by=attacker)
        if critical and weapon.unarmed and state.card(attacker).has("master-prizefighter"):
            disarm_outright(game, target, by=attacker)
    elif shooting.strays(defence - total, into_melee=plan.into_melee, misfire=misfire):
        await _stray(game, plan, dice, third)
    return hit


def is_critical(plan: AttackPlan, dice: tuple[int, int], third: int) -> bool:
    """Whether a hit is critical: on doubles (damage.8), or with a lance in a mounted Charge (height.5)."""
    if is_doubles(*dice, third) and applies("damage.8"):
        return True
    return plan.always_critical and applies("height.5")


def _reveal_attacker(game: Fight, plan: AttackPlan) -> None:
    if plan.ranged and plan.arm.weapon.firearm:
        reveal(game, plan.attacker, "noise and smoke give them away", "fire.6")
    else:
        reveal(game, plan.attacker, "they attack")


@rule("range.14")
async def _stray(game: Fight, plan: AttackPlan, dice: tuple[int, int], third: int) -> None:
    """A shot into a melee that fails by 3 or more hits an ally there, picked at random, at margin 0 (range.14).

    The location die already rolled counts, and doubles double the weapon's Damage as on any hit (ruling R29).
    """
    state = game.state
    allies = shooting.allies_in_melee(state, plan.attacker, plan.target)
    ally = allies[0]
    if len(allies) > 1:
        ally = allies[(await game.roll(1, len(allies), why="which ally the stray shot hits")).total - 1]
    critical, location = is_critical(plan, dice, third), location_of(third)
    blow = harm(
        state.card(plan.attacker),
        plan.arm.weapon,
        state.card(ally),
        margin=0,
        location=location,
        critical=critical,
        prone=state.figures[ally].prone,
    )
    game.apply(
        Strayed(plan.attacker, ally, critical, third, location, blow.damage, blow.reduction, blow.wounds)
    )
    await hurt(game, ally, blow.wounds, by=plan.attacker)


def may_go_on(game: Fight, figure: FigureId) -> bool:
    """Whether a figure can go on with its action: the fight goes on and so does the figure."""
    return not is_over(game) and game.state.in_fight(figure)
