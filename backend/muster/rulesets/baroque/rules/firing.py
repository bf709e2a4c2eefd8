"""Shooting by the active unit: its shot, what answers it, a caracole (6.1, 6.5d, 6.8)."""

from muster.engine.explain import Odds, Reason
from muster.engine.requests import Number, Option, Pick
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.fire import Occasion
from muster.rulesets.baroque.events.moves import Announced, NoMore
from muster.rulesets.baroque.queries import shooting
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.discipline import discipline_odds
from muster.rulesets.baroque.queries.lines import sight_lines
from muster.rulesets.baroque.queries.shooting import (
    SIDE_NAMES,
    ShotPlan,
    firing_sides,
    offer_words,
    plan,
    plan_odds,
)
from muster.rulesets.baroque.rules import evasion, reactions
from muster.rulesets.baroque.rules.common import Battle, discipline_test
from muster.rulesets.baroque.rules.shots import Shooting, fire
from muster.rulesets.baroque.rules.trying import Answer, try_reaction
from muster.rulesets.baroque.state import State, UnitId


# ------------------------------------------------------------------------------------------------ what is offered
def options(state: State, unit: UnitId) -> tuple[Option, ...]:
    """Every shot that the acting unit may announce now, a caracole after its shot among them."""
    if shooting.may_caracole(state, unit):
        return _shots(state, unit, "caracole")
    return () if shooting.no_shooting(state, unit, "active") is not None else _shots(state, unit, "shoot")


def _shots(state: State, unit: UnitId, word: str) -> tuple[Option, ...]:
    found: list[Option] = []
    for side in firing_sides(state.card(unit)):
        for target in shooting.targets(state, unit, side):
            shot = plan(state, unit, side, target, "active")
            if shot is not None:
                found.append(_option(state, shot, word))
    return tuple(found)


def _option(state: State, shot: ShotPlan, word: str) -> Option:
    unit, target, side = shot.shot.shooter, shot.shot.target, shot.sight.side
    aside = "" if side is Side.FRONT else f" from its {SIDE_NAMES[side]}"
    again = word == "caracole"
    keeps = 0 if again or shooting.moves_freely(state, unit) else shooting.most_kept(state, unit)

    def odds() -> Odds:
        return _caracole_odds(state, shot) if again else plan_odds(state, shot)

    return Option(
        f"{word}:{target}:{side.name.lower()}",
        f"{'Caracole: shoot once more' if again else 'Shoot'} at {state.name(target)}{aside}",
        offer_words(state, shot),
        "Shoot",
        "baroque.6.8a" if again else "baroque.6.1a",
        piece=target,
        cost=f"{shot.dice.value} dice" if shot.dice.value != 1 else "1 die",
        warnings=("If the Discipline Test fails, the activation ends.",) if again else (),
        needs_=(lambda: _keeping(keeps)) if keeps else None,
        odds_=odds,
        sights_=lambda: sight_lines(shot.sight),
    )


def _keeping(most: int) -> Number:
    """How many movement actions to keep for afterwards, at a die each (6.1.3.2b)."""
    return Number(0, most, "Movement actions kept for afterwards, one die less for each")


def _caracole_odds(state: State, shot: ShotPlan) -> Odds:
    """The test for the caracole; what the shot would do stands behind it."""
    then = plan_odds(state, shot)
    odds = discipline_odds(state, shot.shot.shooter)
    return Odds(odds.label, odds.chance, odds.needs, odds.bars, (*odds.totals, *then.totals), then.effect)


def missing(state: State, unit: UnitId) -> tuple[Reason, ...]:
    """Why the acting unit may not shoot, or not at which enemies."""
    if shooting.may_caracole(state, unit):
        return ()
    why = shooting.no_shooting(state, unit, "active")
    if why is not None:
        return (why,)
    found: list[Reason] = []
    for foe in state.foes(unit):
        if state.card(foe).type == "BAG":
            continue
        reasons = [shooting.why_not_target(state, unit, side, foe) for side in firing_sides(state.card(unit))]
        told = [r for r in reasons if r is not None]
        if len(told) == len(reasons):
            found.append(next((r for r in told if r.rule != "baroque.6.3.1a"), told[0]))
    return tuple(found)


# ------------------------------------------------------------------------------------------------ the active unit
async def perform(game: Battle, unit: UnitId, pick: Pick) -> None:
    """Make the shot, or the caracole, that was picked."""
    word, target, name = pick.key.split(":")
    side = Side[name.upper()]
    if word == "caracole":
        await caracole(game, unit, side, target)
    else:
        await shoot(game, unit, side, target, "shot", kept=pick.given or 0)


@rule("6.8a")
async def caracole(game: Battle, unit: UnitId, side: Side, target: UnitId) -> None:
    """A second shot at once after a Discipline Test; a failure ends the activation without it (6.8a, 6.8b)."""
    if await discipline_test(game, unit, "caracole", "6.8a"):
        await shoot(game, unit, side, target, "caracole")
    elif applies("6.8b"):
        game.apply(NoMore(unit))


@rule("6.1a")
async def shoot(
    game: Battle, unit: UnitId, side: Side, target: UnitId, occasion: Occasion, *, kept: int = 0
) -> None:
    """The active unit's shot: announced, answered, rolled (6.1a, seq.reaction).

    Range, lines and the state of both units are those of the announcement, whatever an evasion changes (5.6g), and
    fire that answers is simultaneous (6.5d). An opportunity charge comes after the shot (5.4.2b).
    """
    state = game.state
    aside = "" if side is Side.FRONT else f" from its {SIDE_NAMES[side]}"
    words = f"{state.name(unit)} will shoot{aside} at {state.name(target)}."
    game.apply(Announced(unit, words, "baroque.6.1a"))
    deed = Deed("shot", unit, target=target)
    answer = await reactions.answer(game, deed)
    shots = _plans(game.state, deed, answer, side, occasion, kept)
    await evasion.evade_all(game, deed, answer.evaders)
    if answer.evaders and not applies("5.6g"):
        shots = _plans(game.state, deed, answer, side, occasion, kept)
    reaction = answer.reaction
    replies = reaction is not None and reaction.kind == "fire"
    if reaction is not None and replies and not await try_reaction(game, deed, reaction):
        shots = [shot for shot in shots if shot.plan.role == "active"]
    await fire(game, shots)
    if reaction is not None and not replies:
        await reactions.interrupt(game, deed, reaction)


def _plans(
    state: State, deed: Deed, answer: Answer, side: Side, occasion: Occasion, kept: int
) -> list[Shooting]:
    """The announced shot and the fire that answers it, as things stand at the announcement."""
    found: list[Shooting] = []
    if deed.target is not None:
        evading = deed.target in answer.evaders
        own = plan(state, deed.unit, side, deed.target, "active", kept=kept, evading=evading)
        found += [Shooting(own, occasion, kept)] if own is not None else []
    if answer.reaction is not None and answer.reaction.kind == "fire":
        reply = shooting.reaction_plan(state, answer.reaction.unit, deed.unit)
        found += [Shooting(reply, "answer")] if reply is not None else []
    return found
