"""Cohesion Tests (6.2, 7.5b): re-rolls, Roll of Destiny, losses, Disorder, leaders lost and their commands' shock."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from muster.engine.answers import Pose
from muster.engine.explain import Total
from muster.engine.ids import Seat
from muster.engine.requests import Confirm
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.events.harm import LeaderLost
from muster.rulesets.baroque.events.tests import CohesionTested, DieAgain, LeaderRisked
from muster.rulesets.baroque.queries import cohesion
from muster.rulesets.baroque.queries.army import leader_name
from muster.rulesets.baroque.queries.cohesion import Cause, Outcome
from muster.rulesets.baroque.queries.leaders import LOST_IN_MELEE, LOST_TO_FIRE, SHOCK
from muster.rulesets.baroque.queries.odds import FACES
from muster.rulesets.baroque.queries.status import is_spent
from muster.rulesets.baroque.queries.words import count
from muster.rulesets.baroque.rules.common import (
    Battle,
    disorder,
    lose,
    rout_if_spent,
    take_discipline_test,
    wants_again,
)
from muster.rulesets.baroque.state import CommandId, State, UnitId


@dataclass(frozen=True, slots=True)
class Struck:
    """A unit that took so many hits, and of what."""

    unit: UnitId
    hits: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Cohesion:
    """How a test ended. ``spent``: no VBU is left; ``stood`` is where the unit was, since it may be removed by now.

    Without a hit there is no test (6.1.4a): then it was passed at no cost.
    """

    unit: UnitId
    outcome: Outcome
    spent: bool
    stood: Pose


async def cohesion_test(game: Battle, unit: UnitId, hits: int, cause: Cause) -> Cohesion:
    """One unit's test for all its hits (6.1.4a); a unit without VBU is removed at once (2.3c)."""
    (found,) = await cohesion_tests(game, (Struck(unit, hits, cause),))
    return found


async def cohesion_tests(
    game: Battle, struck: Sequence[Struck], *, remove: bool = True
) -> tuple[Cohesion, ...]:
    """Tests that are taken together: all Critical Numbers are those before any of them (7.5b, 6.5d), then come the dice
    in order, then the dice for leaders, then whoever is spent is removed.

    With ``remove=False`` whoever calls removes them, once it has used where they stood (``rout_if_spent``).
    """
    numbers = [_critical(game.state, s) for s in struck]
    tested = [await _test(game, s, critical) for s, critical in zip(struck, numbers, strict=True)]
    before = [game.state.vbu(s.unit) for s in struck]
    for blow, (die, _) in zip(struck, tested, strict=True):
        if die == 6:
            await _leader_at_risk(game, blow, spared=[s.unit for s in struck])
    found = tuple(
        _ended(game.state, s.unit, outcome, shaken=vbu - game.state.vbu(s.unit))
        for s, (_, outcome), vbu in zip(struck, tested, before, strict=True)
    )
    if remove:
        for test in found:
            rout_if_spent(game, test.unit)
    return found


def _ended(state: State, unit: UnitId, outcome: Outcome, *, shaken: int) -> Cohesion:
    """What counts of a test; what the shock of a leader's death cost is not compared, but may rout (7.5.6d, R90)."""
    if shaken and not applies("7.5.6d"):
        outcome = replace(outcome, failed_by=outcome.failed_by + shaken)
    return Cohesion(unit, outcome, is_spent(state, unit), state.pose(unit))


def _critical(state: State, struck: Struck) -> Total | None:
    if struck.hits == 0 and applies("6.1.4a"):
        return None
    return cohesion.critical_number(state, struck.unit, struck.hits, struck.cause)


async def _test(game: Battle, struck: Struck, critical: Total | None) -> tuple[int, Outcome]:
    """The die that counts (0 without a test) and what it costs."""
    if critical is None:
        return 0, Outcome(True, 0, 0)
    unit, by = struck.unit, struck.cause.by
    die = await _final_die(game, struck, critical.value)
    disordered = game.state.units[unit].disordered
    outcome = cohesion.outcome(critical.value, die, disordered=disordered, by=by)
    left = game.state.vbu(unit) - outcome.losses
    disorders = not disordered and applies("6.2e")
    game.apply(CohesionTested(unit, by, struck.hits, die, critical, outcome, left, disorders))
    return die, outcome


async def _final_die(game: Battle, struck: Struck, critical: int) -> int:
    """A 1 again once, then a 6 again once, then Destiny (seq.cohesion-rerolls, R55, R71)."""
    unit = struck.unit
    why = f"Cohesion Test of {game.state.name(unit)}"
    die = (await game.roll(1, 6, why=why)).total
    low = cohesion.low_again(game.state, unit, struck.cause) if die == 1 else ""
    if low:
        game.apply(DieAgain(unit, die, "one", low))
        die = (await game.roll(1, 6, why=f"{why} again")).total
    if die == 6 and (not low or applies("seq.cohesion-rerolls")):
        die = await _six_again(game, unit, die, why)
    return await _destiny(game, struck, critical, die, why)


async def _six_again(game: Battle, unit: UnitId, die: int, why: str) -> int:
    rule = cohesion.six_again(game.state, unit)
    if not rule:
        return die
    name = game.state.name(unit)
    taken = await wants_again(
        game,
        game.state.seat(unit),
        Confirm("Roll the 6 again", "Roll the 6 again", "Keep the 6"),
        rule=f"baroque.{rule}",
        text=f"Cohesion Test of {name}: a 6, which Hardened units may roll again.",
        subject=unit,
    )
    if not taken:
        return die
    game.apply(DieAgain(unit, die, "six", rule))
    return (await game.roll(1, 6, why=f"{why} again")).total


# ------------------------------------------------------------------------------------------------ destiny
async def _destiny(game: Battle, struck: Struck, critical: int, die: int, why: str) -> int:
    """Either side may force the die once more, the owner of the unit asked first; one re-roll a test (R71)."""
    owner = game.state.seat(struck.unit)
    for seat in (owner, game.state.other(owner)):
        if await _uses_destiny(game, seat, struck, critical, die):
            game.apply(DieAgain(struck.unit, die, "destiny" if seat == owner else "foe_destiny", "destiny"))
            return (await game.roll(1, 6, why=f"{why}, by destiny")).total
    return die


async def _uses_destiny(game: Battle, seat: Seat, struck: Struck, critical: int, die: int) -> bool:
    """Ask a seat, if it has a roll left and some other die would serve it better (R151)."""
    state, unit = game.state, struck.unit
    rolls = state.sides[seat].destiny
    if rolls == 0 or not applies("destiny"):
        return False
    own = seat == state.seat(unit)
    harms = {d: _harm(state, struck, critical, d) for d in FACES}
    changes = [x - y for d in FACES for x, y in zip(harms[d], harms[die], strict=True)]
    if not any(change < 0 if own else change > 0 for change in changes):
        return False
    losses = count(harms[die][0], "permanent loss", "permanent losses")
    return await game.ask(
        seat,
        Confirm("Roll of Destiny", "Use a Roll of Destiny", f"Keep the {die}"),
        rule="baroque.destiny",
        text=f"Cohesion Test of {state.name(unit)}: a {die}, {losses}. "
        f"Use one of {count(rolls, 'Roll of Destiny', 'Rolls of Destiny')} to have it rolled again?",
        subject=unit,
    )


def _harm(state: State, struck: Struck, critical: int, die: int) -> tuple[int, int, int]:
    """What a die does: all losses, those of failing (they decide a melee, throw a charger back), a leader at risk."""
    disordered = state.units[struck.unit].disordered
    found = cohesion.outcome(critical, die, disordered=disordered, by=struck.cause.by)
    risk = die == 6 and state.leader_with(struck.unit) is not None
    return found.losses, found.failed_by, int(risk)


# ------------------------------------------------------------------------------------------------ leaders
async def _leader_at_risk(game: Battle, struck: Struck, *, spared: Sequence[UnitId]) -> None:
    """A final 6 puts an attached leader at risk (7.5.6a, 6.2.2a).

    In melee always; by shooting only if the unit is not eliminated by it (6.2.2b).
    """
    unit, leader = struck.unit, game.state.leader_with(struck.unit)
    if leader is None:
        return
    melee = struck.cause.by == "melee"
    rule = "7.5.6a" if melee else "6.2.2a"
    if not applies(rule) or (not melee and is_spent(game.state, unit) and applies("6.2.2b")):
        return
    name = leader_name(game.state, leader.id)
    die = (await game.roll(1, 6, why=f"The fate of {name}")).total
    lost, shock = die >= (LOST_IN_MELEE if melee else LOST_TO_FIRE), melee and die == SHOCK
    game.apply(LeaderRisked(unit, leader.id, name, die, lost, shock, rule))
    if lost:
        game.apply(LeaderLost(leader.id, name, rule))
    if shock:
        await shock_of(game, leader.id, spared=spared)


async def shock_of(game: Battle, command: CommandId, *, spared: Sequence[UnitId] = ()) -> None:
    """Every unit of a command whose leader fell in melee tests its discipline, out of command already (7.5.6b).

    A failure Disorders; who is Disordered already takes a loss. Whoever is spent by it routs at once, but for those
    ``spared``, whose melee goes on to its result.
    """
    for unit in game.state.of_command(command):
        if is_spent(game.state, unit) or not applies("7.5.6b"):
            continue
        if await take_discipline_test(game, unit, "shock", "7.5.6b"):
            continue
        if game.state.units[unit].disordered:
            lose(game, unit, 1, "its leader is lost", "7.5.6b")
        else:
            disorder(game, unit, "its leader is lost", "7.5.6b")
        if unit not in spared:
            rout_if_spent(game, unit)
