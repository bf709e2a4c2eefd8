"""How a melee would go: the chances to win it, to draw and to lose."""

from functools import cache
from typing import TypeAlias

from muster.engine.explain import Bar, Odds
from muster.rulesets.baroque.queries.cohesion import Outcome, loss_ways
from muster.rulesets.baroque.queries.fighters import Force, force
from muster.rulesets.baroque.queries.fights import Melee, melees, roles
from muster.rulesets.baroque.queries.hits import Again, hits_of
from muster.rulesets.baroque.queries.melee_dice import loser
from muster.rulesets.baroque.queries.odds import LOW_AGAIN, PLAIN, falls, share
from muster.rulesets.baroque.state import State, UnitId

Faces: TypeAlias = dict[tuple[int, int], int]
"""In how many ways dice show so many 6s and 5s in the end."""


@cache
def faces(dice: int, again: Again) -> Faces:
    """The 6s and 5s of one unit's dice after its own re-rolls (7.6j, seq.combat-rerolls)."""
    second = LOW_AGAIN if again.low else PLAIN
    found: Faces = {}
    if not again.misses:
        return {(s, f): n for s, f, n in falls(dice, second)}
    for sixes, fives, n in falls(dice, PLAIN):
        paired = fives // 2 * 2
        left = dice - sixes - paired
        for more_sixes, more_fives, m in falls(left, second):
            key = sixes + more_sixes, paired + more_fives
            found[key] = found.get(key, 0) + n * m * 36 ** (dice - left)
    return found


def hits_of_side(side: Force) -> dict[int, int]:
    """In how many ways a side makes so many hits, all its dice counted together (R83)."""
    whole: Faces = {(0, 0): 1}
    for (_, dice), again in zip(side.dice.pools, side.again, strict=True):
        joined: Faces = {}
        for (s, f), n in whole.items():
            for (t, g), m in faces(dice, again).items():
                joined[s + t, f + g] = joined.get((s + t, f + g), 0) + n * m
        whole = joined
    found: dict[int, int] = {}
    for (sixes, fives), n in whole.items():
        hits = hits_of((6,) * sixes + (5,) * fives)
        found[hits] = found.get(hits, 0) + n
    return found


def _results(state: State, side: Force, hits: dict[int, int]) -> dict[Outcome, int]:
    """In how many ways a Main Unit's test ends how, after the other side's blows."""
    found: dict[Outcome, int] = {}
    for count, n in hits.items():
        for outcome, m in loss_ways(state, side.main, count, side.cause).items():
            found[outcome] = found.get(outcome, 0) + n * m
    return found


def melee_odds(state: State, melee: Melee, main: UnitId) -> Odds:
    """The chances of one Main Unit in a melee; a bar for each number of losses by which its enemy fails (7.5.2a)."""
    foe = melee.foe(main)
    ours, theirs = force(state, melee, main), force(state, melee, foe)
    own = _results(state, ours, hits_of_side(theirs))
    other = _results(state, theirs, hits_of_side(ours))
    wins = draws = whole = 0
    for a, n in own.items():
        for b, m in other.items():
            spent = state.vbu(main) <= a.losses, state.vbu(foe) <= b.losses
            result = loser(a, b, spent=spent)
            whole += n * m
            wins += n * m if result == "second" else 0
            draws += n * m if result in ("", "both") else 0
    return Odds(
        f"{state.name(main)} against {state.name(foe)}",
        share(wins, whole),
        f"wins; draws {_percent(draws, whole)}, loses {_percent(whole - wins - draws, whole)}",
        _bars(other),
        (ours.dice.total, theirs.dice.total),
        " ".join(r.text for r in roles(state, melee)) if melee.backers else "",
    )


def fight_odds(state: State, unit: UnitId) -> Odds | None:
    """The chances of the melee in which a unit fights, or which it supports; None where it is in none."""
    for melee in melees(state, unit):
        for main in melee.mains:
            if unit in melee.side(main):
                return melee_odds(state, melee, main)
    return None


def _percent(ways: int, of: int) -> str:
    return f"{share(ways, of) / 100:.0f} %"


def _bars(results: dict[Outcome, int]) -> tuple[Bar, ...]:
    """The chances that the enemy's test fails by so much."""
    counts: dict[int, int] = {}
    for outcome, n in results.items():
        counts[outcome.failed_by] = counts.get(outcome.failed_by, 0) + n
    whole = sum(counts.values())
    return tuple(Bar(lost, share(n, whole), lost > 0) for lost, n in sorted(counts.items()))
