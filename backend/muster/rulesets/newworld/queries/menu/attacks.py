"""Acts against a foe: blows, shots, grapples, Swift and All Out Attacks, Disarms, Charges, Feints, Manoeuvres."""

from collections.abc import Iterator
from functools import partial

from muster.engine.explain import Odds
from muster.engine.memory import remembered
from muster.rulesets.newworld.queries import contests, hands, movement, shooting, standing
from muster.rulesets.newworld.queries.attack import Manner, attack_odds, melee_plan
from muster.rulesets.newworld.queries.charge import charge_odds, charge_runs, charge_spec
from muster.rulesets.newworld.queries.hands import Arm
from muster.rulesets.newworld.queries.menu.acts import Act, make_act, strike_words
from muster.rulesets.newworld.queries.swift import first_blows
from muster.rulesets.newworld.state import FigureId, State


@remembered
def melee_targets(state: State, figure: FigureId) -> tuple[FigureId, ...]:
    """Visible foes at Melee range that a grapple leaves free to attack (action.6, grapple.12)."""
    return tuple(
        foe
        for foe in state.foes(figure)
        if standing.is_visible_foe(state, figure, foe)
        and standing.in_reach(state, figure, foe)
        and standing.may_attack_at_all(state, figure, foe)
    )


def blow_odds(state: State, figure: FigureId, foe: FigureId, arm: Arm) -> Odds:
    """The odds of one plain melee attack."""
    return attack_odds(state, melee_plan(state, figure, foe, arm))


def shot_odds(state: State, figure: FigureId, foe: FigureId, arm: Arm, manner: Manner) -> Odds:
    """The odds of one shot."""
    return attack_odds(state, shooting.ranged_plan(state, figure, foe, arm, manner))


def attacks(state: State, figure: FigureId) -> Iterator[Act]:
    targets = melee_targets(state, figure)
    arms = hands.melee_arms(state, figure)
    for foe in targets:
        for arm in arms:
            yield make_act(
                "standard_attack",
                "strike",
                f"attack:{foe}:{arm.key}",
                f"Attack {state.name(foe)}",
                "Attack",
                "action.6",
                detail=arm.weapon.label,
                target=foe,
                arm=arm,
                odds=partial(blow_odds, state, figure, foe, arm),
            )
    for arm in hands.ranged_arms(state, figure):
        for foe in state.foes(figure):
            if shooting.may_be_shot(state, figure, foe, arm.weapon):
                yield from _shots(state, figure, foe, arm)
    yield from _grapples(state, figure, targets)


def _shots(state: State, figure: FigureId, foe: FigureId, arm: Arm) -> Iterator[Act]:
    choices = shooting.sharpshooter_choices(state, figure, foe, arm)
    for sharp in choices:
        manner = Manner(sharp=sharp)
        words = {"range": ", Sharpshooter on range", "cover": ", Sharpshooter on cover"}.get(sharp, "")
        key = f"shoot:{foe}:{arm.key}" + (f":{sharp}" if len(choices) > 1 else "")
        verb = "Throw at" if arm.weapon.thrown else "Shoot"
        yield make_act(
            "standard_attack",
            f"shoot:{sharp}",
            key,
            f"{verb} {state.name(foe)}",
            "Attack",
            "action.6",
            detail=arm.weapon.label + words,
            target=foe,
            arm=arm,
            warnings=_shot_warnings(state, figure, foe),
            odds=partial(shot_odds, state, figure, foe, arm, manner),
            sights=lambda: (standing.sight_line(state, standing.sight(state, figure, foe)),),
        )


def _shot_warnings(state: State, figure: FigureId, foe: FigureId) -> tuple[str, ...]:
    allies = shooting.allies_in_melee(state, figure, foe)
    if not allies:
        return ()
    return (f"A miss by 3 or more hits {' or '.join(state.name(a) for a in allies)}.",)


def full_attacks(state: State, figure: FigureId) -> Iterator[Act]:
    targets = melee_targets(state, figure)
    if not targets:
        return
    arms = hands.melee_arms(state, figure)
    for blow in first_blows(state, figure):
        yield make_act(
            "swift_attack",
            f"swift:{blow.hand}",
            f"swift:{blow.key}",
            f"Swift Attack on {state.name(blow.target)}",
            "Attack",
            "action.7",
            detail=f"{blow.words} first",
            target=blow.target,
            arm=blow.arm,
            warnings=_shot_warnings(state, figure, blow.target) if blow.plan.ranged else (),
            odds=partial(attack_odds, state, blow.plan),
        )
    for foe in targets:
        for arm in arms:
            plan = melee_plan(state, figure, foe, arm, Manner(all_out=True))
            yield make_act(
                "all_out_attack",
                "all_out",
                f"all-out:{foe}:{arm.key}",
                f"All Out Attack on {state.name(foe)}",
                "Attack",
                "action.9",
                detail=f"{arm.weapon.label}; Defences 2 lower until your next turn",
                target=foe,
                arm=arm,
                odds=partial(attack_odds, state, plan),
            )
        yield from _disarms(state, figure, foe, arms)


def _disarms(state: State, figure: FigureId, foe: FigureId, arms: tuple[Arm, ...]) -> Iterator[Act]:
    for item in contests.disarmable(state, foe):
        for arm in arms:
            yield make_act(
                "disarm",
                "disarm",
                f"disarm:{foe}:{item.id}:{arm.key}",
                f"Disarm {state.name(foe)}",
                "Attack",
                "disarm.1",
                detail=f"their {state.weapon(item).label.lower()}, with {arm.weapon.phrase}",
                target=foe,
                arm=arm,
                item=item.id,
                odds=partial(contests.disarm_odds, state, figure, foe, item, arm),
            )


def _grapples(state: State, figure: FigureId, targets: tuple[FigureId, ...]) -> Iterator[Act]:
    body = state.figures[figure]
    for foe in targets:
        if contests.may_seize(state, figure, foe):
            yield make_act(
                "standard_attack",
                "seize",
                f"seize:{foe}",
                f"Grapple {state.name(foe)}",
                "Attack",
                "grapple.1",
                detail="Brawling against Brawling",
                target=foe,
                odds=partial(contests.grapple_odds, state, figure, foe, "seize"),
            )
    if body.holding is not None and not body.grappled:
        foe = body.holding
        yield make_act(
            "standard_attack",
            "squeeze",
            f"squeeze:{foe}",
            f"Squeeze {state.name(foe)}",
            "Attack",
            "grapple.7",
            target=foe,
            odds=partial(contests.grapple_odds, state, figure, foe, "squeeze"),
        )
    for holder in body.held_by:
        yield make_act(
            "standard_attack",
            "break_free",
            f"break:{holder}",
            f"Break free of {state.name(holder)}",
            "Attack",
            "grapple.9",
            target=holder,
            odds=partial(contests.grapple_odds, state, figure, holder, "break_free"),
        )


def charges(state: State, figure: FigureId) -> Iterator[Act]:
    if not movement.may_walk(state, figure) or movement.is_lame(state, figure):
        return
    for foe in state.foes(figure):
        if not standing.is_visible_foe(state, figure, foe):
            continue
        runs = charge_runs(state, figure, foe)
        if not runs:
            continue
        for arm in hands.melee_arms(state, figure):
            yield make_act(
                "charge",
                "charge",
                f"charge:{foe}:{arm.key}",
                f"Charge {state.name(foe)}",
                "Attack",
                "move.7",
                detail=arm.weapon.label,
                target=foe,
                arm=arm,
                needs=partial(charge_spec, state, figure, foe),
                warnings=_provoke_words(state, figure, foe) if any(run.penalty for run in runs) else (),
                odds=partial(charge_odds, state, figure, foe, arm),
            )


def _provoke_words(state: State, figure: FigureId, target: FigureId) -> tuple[str, ...]:
    foes = {f for r in charge_spec(state, figure, target).reach if r.stop for f in r.provokes}
    return strike_words(state, foes)


def tricks(state: State, figure: FigureId) -> Iterator[Act]:
    free_to_move = not movement.is_held_fast(state, figure)
    for foe in melee_targets(state, figure):
        arm = contests.trick_arm(state, figure, foe)
        yield make_act(
            "feint",
            "feint",
            f"feint:{foe}",
            f"Feint at {state.name(foe)}",
            "Attack",
            "action.13",
            detail=f"{arm.weapon.label}; if won, your next melee attack or grapple on them is at +2",
            target=foe,
            arm=arm,
            odds=partial(contests.trick_odds, state, figure, foe, arm),
        )
        if free_to_move:
            yield make_act(
                "manoeuvre",
                "manoeuvre",
                f"manoeuvre:{foe}",
                f"Manoeuvre {state.name(foe)}",
                "Attack",
                "action.14",
                detail=f"{arm.weapon.label}; if won, push them back or change places",
                target=foe,
                arm=arm,
                odds=partial(contests.trick_odds, state, figure, foe, arm),
            )
