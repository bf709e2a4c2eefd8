"""Opposed rolls: grapples, Disarm, Feint, Manoeuvre; and plain skill rolls."""

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Bar, Odds, Part, Total
from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.squares import Square, footprint, footprint_distance, neighbours
from muster.rulesets.newworld.book import all_apply, applies, part
from muster.rulesets.newworld.cards import SIZES, Roll
from muster.rulesets.newworld.queries import feats, hands, standing
from muster.rulesets.newworld.queries.attack import (
    WAYS,
    aim_part,
    chance_of_at_least,
    feint_part,
    flare_part,
    ran_part,
    skill_parts,
    talent_part,
)
from muster.rulesets.newworld.queries.hands import Arm
from muster.rulesets.newworld.state import FigureId, Item, State

GrappleRoll: TypeAlias = Literal["seize", "squeeze", "break_free"]
DisarmResult: TypeAlias = Literal["taken", "flung", "dropped", "nothing", "free_attack"]

BADLY: Final = 5
"""A seizing, squeezing or Disarm roll lost by so much gives a free attack (grapple.3, grapple.8, disarm.7)."""

DISARM_TABLE: Final[tuple[tuple[int, DisarmResult], ...]] = (
    (5, "taken"),
    (3, "flung"),
    (1, "dropped"),
    (-4, "nothing"),
)
"""Difference of the totals and the result (disarm.3); below the last row the foe strikes."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Both sides' totals before the dice."""

    active: Total
    passive: Total


# ------------------------------------------------------------------------------------------------ totals
def _common(state: State, figure: FigureId, other: FigureId, arm: Arm, *rolls: Roll) -> list[Part | None]:
    """What both sides count: skill, rank, talent, Fatigue, height, outnumbering; never Defence (action.20, R22)."""
    if not applies("action.20"):
        return [part("Melee Skill", state.card(figure).melee, "attack.1")]
    return [
        *skill_parts(state.card(figure), arm.weapon, ranged=False),
        talent_part(state, figure, "melee", *rolls),
        standing.height(state, figure, other),
        standing.outnumbering(state, figure, other),
    ]


def _active_extras(state: State, figure: FigureId, foe: FigureId, *, own: bool) -> list[Part | None]:
    """Aim, a won Feint and the +2 against a runner: the active side of a grapple or Disarm only.

    So is a rune flare, since these rolls are attacks and use it up.
    """
    return [
        aim_part(state, figure, own=own),
        flare_part(state, figure),
        feint_part(state, figure, foe) if own else None,
        ran_part(state, foe, ranged=False),
    ]


def trick_arm(state: State, figure: FigureId, other: FigureId) -> Arm:
    """What a Feint or Manoeuvre is rolled with: of the weapons in hand the one that gives the most (ruling R102).

    Bare hands are for those who hold none.
    """
    arms = hands.melee_arms(state, figure)
    armed = [a for a in arms if a.item is not None]
    return max(armed or arms, key=lambda arm: Total.of("", _common(state, figure, other, arm)).value)


def trick_contest(state: State, figure: FigureId, foe: FigureId, arm: Arm) -> Contest:
    """Feint and Manoeuvre: melee attack totals against each other (action.13, action.14)."""
    theirs = trick_arm(state, foe, figure)
    return Contest(
        Total.of(state.name(figure), _common(state, figure, foe, arm)),
        Total.of(state.name(foe), _common(state, foe, figure, theirs)),
    )


def grapple_contest(state: State, figure: FigureId, foe: FigureId, *, own: bool = True) -> Contest:
    """Brawling totals on both sides, whatever they hold; Wrestling helps either (grapple.2, grapple.10)."""
    bare = hands.fist(state)

    def side(who: FigureId, other: FigureId) -> list[Part | None]:
        arm = bare if applies("grapple.2") else hands.best_melee_arm(state, who)
        return _common(state, who, other, arm, "grapple")

    return Contest(
        Total.of(state.name(figure), [*side(figure, foe), *_active_extras(state, figure, foe, own=own)]),
        Total.of(state.name(foe), side(foe, figure)),
    )


def disarm_contest(
    state: State, figure: FigureId, foe: FigureId, item: Item, arm: Arm, *, own: bool = True
) -> Contest:
    """Each with the weapon named; without the talent the attacker rolls at -3 (disarm.1, disarm.2, disarm.11)."""
    theirs = (
        Arm(item, hands.melee_form(state, item)) if applies("disarm.11") else hands.best_melee_arm(state, foe)
    )
    untrained = (
        None if state.card(figure).has("disarm") else part("Disarm without the talent", -3, "disarm.2")
    )
    return Contest(
        Total.of(
            state.name(figure),
            [
                *_common(state, figure, foe, arm),
                *_active_extras(state, figure, foe, own=own),
                untrained,
            ],
        ),
        Total.of(state.name(foe), _common(state, foe, figure, theirs)),
    )


# ------------------------------------------------------------------------------------------------ results
def wins(difference: int) -> bool:
    """The active side wins only with more; ties are the defender's (action.13, grapple.2, disarm.3, ruling R23)."""
    return difference > 0


def disarm_result(difference: int, *, free_hand: bool) -> DisarmResult:
    """The row of the table; with no free hand what would be taken is flung (disarm.3, disarm.4)."""
    for least, result in DISARM_TABLE:
        if difference >= least and applies("disarm.3"):
            return "flung" if result == "taken" and not free_hand and applies("disarm.4") else result
    return "free_attack" if all_apply(("disarm.3", "disarm.7")) else "nothing"


def squeeze_wounds(state: State, figure: FigureId, foe: FigureId, difference: int) -> Total:
    """Might + difference - Endurance, armour ignored, never below 0 (grapple.7, grapple.11)."""
    card = state.card(figure)
    street = part("Street Fighting", 1, "grapple.11") if card.has("street-fighting") else None
    lost = Total.of(
        "Wounds",
        (
            part("Might", card.might, "grapple.7"),
            part("Won by", difference, "grapple.7"),
            street,
            part("Endurance", -state.card(foe).endurance, "grapple.7"),
        ),
    )
    if lost.value >= 0:
        return lost
    return Total(lost.label, (*lost.parts, Part("Never below 0", -lost.value, "grapple.7")), 0)


# ------------------------------------------------------------------------------------------------ legality
def may_seize(state: State, figure: FigureId, foe: FigureId) -> bool:
    """A free hand, at most one size larger, nobody held yet, not held oneself (grapple.1, two.6)."""
    body = state.figures[figure]
    if body.holding is not None or body.grappled or figure in state.figures[foe].held_by:
        return False
    if hands.free_hands(state, figure) < 1 and applies("grapple.1"):
        return False
    larger = SIZES.index(state.card(foe).size) - SIZES.index(state.card(figure).size)
    return not (larger > 1 and applies("grapple.1"))


def disarmable(state: State, foe: FigureId) -> tuple[Item, ...]:
    """Weapons in a foe's hands; natural weapons and shields cannot be taken so (disarm.1, disarm.9)."""
    found = [
        i
        for i in state.held(foe)
        if not state.weapon(i).is_shield and not (state.weapon(i).natural and applies("disarm.9"))
    ]
    return tuple(found) if found and applies("disarm.1") else ()


def push_squares(state: State, figure: FigureId, foe: FigureId) -> tuple[Square, ...]:
    """Where a won Manoeuvre may push: free, enterable, next to the foe, at distance 2 from the actor (action.15).

    Nobody is pushed up a climb, and no mount where only feet go.
    """
    at, mine = state.figures[foe].at, state.figures[figure].at
    if at is None or mine is None:
        return ()
    side = state.side(foe)
    pair = {foe, state.figures[foe].rides, state.figures[foe].ridden_by}
    taken = {s for f in state.figures if f not in pair for s in state.squares(f)}
    mounted = state.card(foe).is_mount or state.figures[foe].rides is not None
    found: list[Square] = []
    for square in neighbours(at):
        if not all(state.grid.on_table(s) for s in footprint(square, side)):
            continue
        step = state.grid.step(at, square, side)
        if not step.legal or step.levels >= 2 or (mounted and step.flags & StepFlag.FOOT_ONLY):
            continue
        far = footprint_distance(square, side, mine, state.side(figure))
        if far == 2 and taken.isdisjoint(footprint(square, side)) and applies("action.15"):
            found.append(square)
    return tuple(found)


def _could_step(state: State, figure: FigureId, other: FigureId) -> bool:
    """Whether nothing on the map but a climb lies between a figure and where another stands: no wall, no parapet."""
    here, there = state.figures[figure].at, state.figures[other].at
    if here is None or there is None:
        return False
    side, mounted = state.side(figure), state.figures[figure].rides is not None
    if abs(state.grid.level(here, side) - state.grid.level(there, state.side(other))) >= 2:
        return False
    bar = StepFlag.CLIMB | (StepFlag.FOOT_ONLY if mounted else StepFlag(0))
    while here != there:
        after = (here[0] + _sign(there[0] - here[0]), here[1] + _sign(there[1] - here[1]))
        step = state.grid.step(here, after, side)
        if not step.legal or step.flags & bar:
            return False
        here = after
    return True


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def may_swap(state: State, figure: FigureId, foe: FigureId) -> bool:
    """A change of places needs equal footprints, and nobody else on either's squares (action.15).

    Nobody is carried over two levels, or where a step could not go (ruling R85).
    """
    parted = not _could_step(state, figure, foe) or not _could_step(state, foe, figure)
    if parted and applies("action.15"):
        return False
    if state.side(figure) != state.side(foe) and applies("action.15"):
        return False
    pairs = {x for f in (figure, foe) for x in (f, state.figures[f].rides, state.figures[f].ridden_by)}
    taken = {s for f in state.figures if f not in pairs for s in state.squares(f)}
    return taken.isdisjoint((*state.squares(figure), *state.squares(foe)))


# ------------------------------------------------------------------------------------------------ odds
def contest_chance(contest: Contest, least: int) -> int:
    """Chance that active - passive is at least so much, in hundredths of a per cent."""
    lead = contest.active.value - contest.passive.value
    ways = sum(a * b for x, a in WAYS.items() for y, b in WAYS.items() if x - y + lead >= least)
    return round(10_000 * ways / 1296)


def contest_odds(contest: Contest, label: str, effect: str) -> Odds:
    """The odds of an opposed roll, by the difference of the totals."""
    lead = contest.active.value - contest.passive.value
    spread: dict[int, int] = {}
    for x, a in WAYS.items():
        for y, b in WAYS.items():
            spread[x - y] = spread.get(x - y, 0) + a * b
    bars = tuple(Bar(d + lead, round(10_000 * w / 1296), d + lead > 0) for d, w in sorted(spread.items()))
    than = "their roll" if lead == 0 else f"their roll {'less' if lead > 0 else 'plus'} {abs(lead)}"
    need = f"needs more than {than}"
    return Odds(label, contest_chance(contest, 1), need, bars, (contest.active, contest.passive), effect)


def trick_odds(state: State, figure: FigureId, foe: FigureId, arm: Arm) -> Odds:
    """Feint or Manoeuvre."""
    return contest_odds(
        trick_contest(state, figure, foe, arm),
        f"{state.name(figure)} against {state.name(foe)}",
        "A tie is the defender's.",
    )


def grapple_odds(state: State, figure: FigureId, foe: FigureId, roll: GrappleRoll) -> Odds:
    """A grapple roll, with the chance that a bad loss gives a blow away."""
    contest = grapple_contest(state, figure, foe)
    badly = 10_000 - contest_chance(contest, 1 - BADLY)
    tie = "A tie is theirs."
    worst = f"Lost by {BADLY} or more ({round(badly / 100)} in 100): "
    effect = {
        "seize": f"{worst}they strike at once. {tie}" if may_strike_back(state, figure, foe) else tie,
        "squeeze": f"{worst}{_hold_lost(state, figure, foe)} {tie}",
        "break_free": "A tie keeps you held.",
    }[roll]
    return contest_odds(contest, f"{state.name(figure)} against {state.name(foe)}", effect)


def may_strike_back(state: State, figure: FigureId, foe: FigureId) -> bool:
    """Whether a roll lost badly gives the foe a blow: no mount, not surprised, bound to nobody else (move.13)."""
    return standing.may_make_free_attack(state, foe, figure)


def _hold_lost(state: State, figure: FigureId, foe: FigureId) -> str:
    """What comes of a squeeze lost badly; another holder keeps the foe from striking, and from going (grapple.8)."""
    mine, theirs = state.figures[figure], state.figures[foe]
    others = tuple(h for h in theirs.held_by if h != figure)
    after = {figure: replace(mine, holding=None), foe: replace(theirs, held_by=others)}
    if may_strike_back(replace(state, figures={**state.figures, **after}), figure, foe):
        return "they are free and strike."
    return "your hold is lost." if others else "they are free."


def disarm_odds(state: State, figure: FigureId, foe: FigureId, item: Item, arm: Arm) -> Odds:
    """A Disarm, with the chances of its results."""
    contest = disarm_contest(state, figure, foe, item, arm)
    taken, flung = contest_chance(contest, 5), contest_chance(contest, 3)
    badly = 10_000 - contest_chance(contest, 1 - BADLY)
    effect = (
        f"Won by 5 or more ({round(taken / 100)} in 100), it is yours if a hand is free; by 3 or more "
        f"({round(flung / 100)}), it flies off; by less, it drops. A tie is theirs."
    )
    if may_strike_back(state, figure, foe):
        effect += f" Lost by {BADLY} or more ({round(badly / 100)}): they strike."
    return contest_odds(contest, f"{state.name(figure)} disarms {state.name(foe)}", effect)


def athletics_odds(state: State, who: FigureId, difficulty: int | None = None) -> Odds:
    """2d6 + Athletics of a figure or mount against the difficulty; equal or higher succeeds (ruling R18)."""
    total = feats.athletics_total(state, who)
    target = feats.difficulty(state) if difficulty is None else difficulty
    needed = target - total.value
    bars = tuple(Bar(t, round(10_000 * w / 36), t >= needed) for t, w in WAYS.items())
    return Odds(
        "Athletics",
        chance_of_at_least(needed),
        f"needs {max(2, needed)}+",
        bars,
        (total, Total("Difficulty", (), target)),
    )
