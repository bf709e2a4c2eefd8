"""Melees: who fights, the blows and tests, who loses, and what follows (7.1, 7.3 to 7.6, 5.7)."""

from collections.abc import Iterable, Sequence

from muster.engine.requests import Choose, Option
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.contacts import PhaseFought
from muster.rulesets.baroque.events.melee import ActivatedByMelee, BlowsStruck, MeleeDecided, MeleeJoined
from muster.rulesets.baroque.events.moves import NoMore
from muster.rulesets.baroque.queries import fights
from muster.rulesets.baroque.queries.discipline import discipline_odds
from muster.rulesets.baroque.queries.disengaging import no_disengagement
from muster.rulesets.baroque.queries.fighters import Force, force
from muster.rulesets.baroque.queries.fights import Melee, Pair
from muster.rulesets.baroque.queries.melee_dice import loser
from muster.rulesets.baroque.queries.melee_odds import fight_odds
from muster.rulesets.baroque.rules.aftermath import aftermath
from muster.rulesets.baroque.rules.breaking_off import break_off
from muster.rulesets.baroque.rules.cohesion import Struck, cohesion_tests
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.rules.dice import Hits, Pool, roll_for_hits
from muster.rulesets.baroque.rules.mains import settle
from muster.rulesets.baroque.state import State, UnitId


@rule("7.1b")
async def fight(game: Battle, unit: UnitId) -> None:
    """Fight the melee that a unit is in, phase after phase, until nobody has to fight again at once.

    A phase: Main and Support Units are found, every melee of the phase is fought with its retreats and pursuits.
    Another follows for who still touches after sliding back (7.5.3b) or is reached by a pursuit (7.5.4g).
    """
    todo = [unit]
    while todo:
        here = todo.pop(0)
        again = await _phase(game, here) if game.state.in_melee(here) else ()
        todo += again if again and applies("7.5.5") else ()


@rule("7.6a")
async def _phase(game: Battle, unit: UnitId) -> tuple[UnitId, ...]:
    """One phase of everything that hangs together with a unit; who has to fight again at once."""
    units = fights.component(game.state, unit)
    if len(units) > 2 and not applies("7.6.1a"):
        units = (unit, fights.foes_met(game.state, unit)[0])
    _end_activations(game, units)
    arrived = [c for c in game.state.contacts if c.by in units and c.arrival]
    pending = await _main_pairs(game, units)
    drawn: list[Pair] = []
    again: list[UnitId] = []
    while pending:
        pair = await _next_melee(game, pending)
        pending.remove(pair)
        if not fights.contacts_of(game.state, *pair.units()):
            continue
        busy = {u for p in (pair, *pending, *drawn) for u in p.units()}
        again += await _melee(game, fights.melee_of(game.state, pair, busy))
        if fights.contacts_of(game.state, *pair.units()):
            drawn.append(pair)
    for contact in arrived:  # whoever touches an enemy of another melee has had its first phase too
        if contact in game.state.contacts:
            game.apply(PhaseFought((contact.by, contact.on)))
    return tuple(dict.fromkeys(u for u in again if game.state.in_melee(u)))


def _end_activations(game: Battle, units: Sequence[UnitId]) -> None:
    """A melee ends the acting unit's activation, and is that of friends of the newcomers' commands (4.1.1h, 7.6.1b).

    Who sacks baggage, too, acts again from its next activation only (7.9b).
    """
    state = game.state
    acting = state.acting
    sacks = any(state.card(u).type == "BAG" for u in units)
    ends = "7.9b" if sacks else "4.1.1h"
    if acting is not None and acting.unit in units and not acting.over and applies(ends):
        game.apply(NoMore(acting.unit))
    new = {c.by for c in state.contacts if c.by in units and c.arrival}
    if acting is not None and acting.unit in units:
        new.add(acting.unit)
    commands = {state.card(u).command for u in new}
    drawn = tuple(
        u
        for u in units
        if u not in new
        and state.card(u).command in commands
        and state.card(u).type != "BAG"
        and not state.units[u].activated
    )
    if drawn and applies("7.6.1b"):
        game.apply(ActivatedByMelee(drawn))


# ------------------------------------------------------------------------------------------------ who fights whom
async def _main_pairs(game: Battle, units: Iterable[UnitId]) -> list[Pair]:
    """The Main Units of every melee of a phase; whoever may is asked where there is a doubt (7.6a, 7.6c, 7.9d)."""
    found, chosen = fights.pairs(game.state, units), list[Pair]()
    while True:
        pair, doubt = fights.next_pair(game.state, found, chosen)
        if doubt is not None:
            pair = await settle(game, doubt)
        if pair is None:
            return chosen
        chosen.append(pair)


async def _next_melee(game: Battle, pending: Sequence[Pair]) -> Pair:
    """The active player says which of several melees is fought next (7.6c)."""
    state = game.state
    left = [p for p in pending if fights.contacts_of(state, *p.units())]
    if len(left) < 2 or not applies("7.6c"):
        return (left or list(pending))[0]
    options = tuple(
        Option(
            p.key,
            f"{state.name(p.active)} against {state.name(p.inactive)}",
            rule="baroque.7.6c",
            act=f"Fight {state.name(p.active)} against {state.name(p.inactive)}",
        )
        for p in left
    )
    picks = await game.ask(
        fights.active_seat(state),
        Choose(options),
        rule="baroque.7.6c",
        text="Which melee is fought next?",
    )
    return next(p for p in left if p.key == picks.one.key)


# ------------------------------------------------------------------------------------------------ blows and tests
@rule("7.5a")
async def _melee(game: Battle, melee: Melee) -> tuple[UnitId, ...]:
    """One melee: the dice of both sides, the tests of both Main Units, and everything that follows (7.5)."""
    first, second = (force(game.state, melee, main) for main in melee.mains)
    game.apply(MeleeJoined(melee, (first.dice.total, second.dice.total)))
    ours = await _blows(game, melee, first)
    theirs = await _blows(game, melee, second)
    tests = await cohesion_tests(
        game,
        (
            Struck(first.main, theirs.hits, first.cause),
            Struck(second.main, ours.hits, second.cause),
        ),
        remove=False,
    )
    a, b = tests
    result = loser(a.outcome, b.outcome, spent=(a.spent, b.spent))
    game.apply(PhaseFought(melee.units))
    game.apply(
        MeleeDecided(
            melee.mains,
            result,
            (a.outcome.failed_by, b.outcome.failed_by),
            _verdict(game.state, melee, result),
            "7.5.2b" if a.spent or b.spent else "7.5.2a",
        )
    )
    return await aftermath(game, melee, result)


async def _blows(game: Battle, melee: Melee, side: Force) -> Hits:
    """Roll the dice of one side."""
    foe = melee.foe(side.main)
    pools = tuple(
        Pool(unit, dice, again) for (unit, dice), again in zip(side.dice.pools, side.again, strict=True)
    )
    found = await roll_for_hits(game, pools, why=f"{game.state.name(side.main)} in melee")
    game.apply(BlowsStruck(side.main, foe, found.throws, found.hits, side.dice.total))
    return found


def _verdict(state: State, melee: Melee, result: str) -> str:
    """The result of a phase in a sentence."""
    first, second = (state.name(u) for u in melee.mains)
    match result:
        case "first":
            return f"{second} beat {first}."
        case "second":
            return f"{first} beat {second}."
        case "both":
            return f"{first} and {second} destroyed each other."
        case _:
            return f"{first} and {second} held: a draw."


# ------------------------------------------------------------------------------------------------ when activated
@rule("4.1.1i")
async def act_in_melee(game: Battle, unit: UnitId) -> None:
    """A unit that is activated in melee fights it, unless it may break off and wants to try (4.1.1i, 5.7)."""
    tries = no_disengagement(game.state, unit) is None and await _tries_to_break_off(game, unit)
    if not tries or not await break_off(game, unit):
        await fight(game, unit)


async def _tries_to_break_off(game: Battle, unit: UnitId) -> bool:
    state = game.known_to(game.state.seat(unit))
    name = state.name(unit)
    picks = await game.ask(
        state.seat(unit),
        Choose(
            (
                Option(
                    "fight",
                    "Fight",
                    "",
                    rule="baroque.4.1.1i",
                    odds_=lambda: fight_odds(state, unit),
                ),
                Option(
                    "break_off",
                    "Break off",
                    "On a passed test it falls back, Disordered; on a failed one it fights.",
                    rule="baroque.5.7a",
                    odds_=lambda: discipline_odds(state, unit),
                ),
            )
        ),
        rule="baroque.4.1.1i",
        text=f"{name} in melee: fight or break off?",
        subject=unit,
    )
    return picks.one.key == "break_off"
