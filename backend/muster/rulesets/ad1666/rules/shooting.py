"""Shooting: the test, who is hit, what it does, what it costs (ranged.14 to ranged.18)."""

from dataclasses import replace

from muster.engine.requests import Choose, Option
from muster.rulesets.ad1666.book import applies, number, rule
from muster.rulesets.ad1666.events import ShotResolved, WeaponFired
from muster.rulesets.ad1666.people import CharacterId, Weapon
from muster.rulesets.ad1666.queries.shooting import RULES, Shot, shot_damage, stray_targets
from muster.rulesets.ad1666.queries.trials import Outcome
from muster.rulesets.ad1666.queries.zones import is_engaged
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.disarming import disarm
from muster.rulesets.ad1666.rules.harm import alarm, give_away, is_over, wound
from muster.rulesets.ad1666.rules.trials import unopposed


@rule("ranged.14", "ranged.18")
async def shoot(game: Match, shot: Shot) -> None:
    """Resolve a shot that is legal now: test, hit or stray, Wounds, then counters, then the alarm (ranged.18)."""
    weapon = game.state.weapon(shot.item)
    trial = shot.trial if applies("ranged.14") else replace(shot.trial, parts=())
    outcome = await unopposed(game, trial)
    give_away(game, shot.shooter)
    if not applies("ranged.18"):
        _make_noise(game, shot.shooter, weapon)
    hit, margin = await _who_is_hit(game, shot, outcome)
    harmed = _strike(game, shot, weapon, hit, margin, outcome)
    if harmed is not None and outcome.suit == "cup":
        await disarm(game, shot.shooter, harmed)
    if hit is not None or applies("ranged.15"):
        _count(game, shot, weapon)
    if applies("ranged.18"):
        _make_noise(game, shot.shooter, weapon)


def _make_noise(game: Match, shooter: CharacterId, weapon: Weapon) -> None:
    """A shot with a firearm costs an Alarm Counter, one with anything else does not (alarm.1, alarm.6)."""
    if not is_over(game) and (weapon.firearm or not applies("alarm.6")):
        alarm(game, f"{game.state.name(shooter)} has shot with the {weapon.label.lower()}")


async def _who_is_hit(game: Match, shot: Shot, outcome: Outcome) -> tuple[CharacterId | None, int]:
    """The target, or whoever fights with it where the shot failed by exactly 1, or nobody (ranged.15, ranged.16)."""
    if outcome.success:
        return shot.target, outcome.margin
    state = game.state
    if not outcome.strays or not is_engaged(state, shot.target) or not applies("ranged.16"):
        return None, 0
    near = stray_targets(state, shot.shooter, shot.target)
    if not near:
        return None, 0
    seat = state.other(state.seat(shot.shooter))
    picks = await game.ask_or_pass(
        seat,
        Choose(tuple(Option(w, state.name(w), rule="ranged.16", piece=w) for w in near)),
        rule="ranged.16",
        text=f"The shot at {state.name(shot.target)} fails by 1. Whom does it hit instead?",
        pass_label="Nobody",
        note="As if it had hit by nought.",
        subject=shot.target,
    )
    return (picks.one.key, 0) if picks is not None else (None, 0)


def _strike(
    game: Match, shot: Shot, weapon: Weapon, hit: CharacterId | None, margin: int, outcome: Outcome
) -> CharacterId | None:
    """Whoever is hit takes the damage; who has taken Wounds by it."""
    state = game.state
    start, end = state.bodies[shot.shooter].at, state.bodies[hit or shot.target].at
    if start is None or end is None:
        return None
    damage = None
    if hit is not None and outcome.suit is not None:
        damage = shot_damage(state, weapon, hit, margin, outcome.suit)
    label = weapon.label.lower()
    game.apply(ShotResolved(shot.shooter, label, shot.target, hit, start, end, damage, RULES[shot.manner]))
    if hit is None or damage is None or damage.value == 0:
        return None
    wound(game, hit, damage.value)
    return hit


def _count(game: Match, shot: Shot, weapon: Weapon) -> None:
    """A miss counts as fired like a hit (ranged.15, items.11, items.12)."""
    item = game.state.items[shot.item]
    left = item.uses - 1 if item.uses is not None and applies("items.11") else item.uses
    game.apply(WeaponFired(shot.item, number("items.12", weapon.reload, off=0), left))
