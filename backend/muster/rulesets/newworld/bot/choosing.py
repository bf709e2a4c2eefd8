"""Which of the options offered is taken."""

from typing import Any, TypeAlias

from muster.engine.requests import Choose, Option, Request
from muster.rulesets.newworld.bot import ambush
from muster.rulesets.newworld.bot.acting import Acting
from muster.rulesets.newworld.bot.estimates import strike_of
from muster.rulesets.newworld.bot.mind import Mind
from muster.rulesets.newworld.queries import hands, shooting
from muster.rulesets.newworld.queries.attack import melee_plan
from muster.rulesets.newworld.state import FigureId, State

Json: TypeAlias = Any


def choose(known: State, request: Request, spec: Choose) -> Json:
    """The options worth most, or a pass where doing nothing is worth more."""
    figure = request.subject
    if figure is None or known.figures[figure].at is None:
        return first_of(request, spec)
    if not spec.options[0].group:
        return strongest(known, request, spec, figure)
    turn = known.turn
    halves = turn.halves if turn is not None and turn.figure == figure else 0
    delayed = request.window == "delayed"
    mind = Mind(known, figure)
    if request.pass_label is not None and not (mind.foes or mind.lurkers):
        return {"pass": True}
    if ambush.lies_in_wait(mind):
        return {"pass": True} if delayed else ambush.lurk(mind, spec)
    acting = Acting(mind, 1 if delayed else halves, delayed=delayed)
    found = [(value, -n, given) for n, (value, given) in enumerate(map(acting.value_of, spec.options))]
    value, number, given = max(found, key=lambda f: f[:2])
    if request.pass_label is not None and value <= 0:
        return {"pass": True}
    key = spec.options[-number].key
    return {"picks": [{"key": key, "with": given} if given else {"key": key}]}


def first_of(request: Request, spec: Choose) -> Json:
    """A pass, or as many of the options as must be taken."""
    if request.pass_label is not None:
        return {"pass": True}
    return {"picks": [{"key": o.key} for o in spec.options[: spec.minimum]]}


def strongest(known: State, request: Request, spec: Choose, figure: FigureId) -> Json:
    """Free attacks, second blows, directions: what does most, the first offered among equals."""
    best = max(spec.options, key=lambda o: strength(known, figure, o))
    return {"picks": [{"key": best.key}]}


def strength(known: State, figure: FigureId, option: Option) -> float:
    """What a blow named by its target and weapon is worth; what is no blow counts nothing."""
    target, _, rest = option.key.partition(":")
    if target not in known.figures:
        return 0.0
    key, shot, _ = rest.partition(":shot")
    arms = hands.ranged_arms(known, figure) if shot else hands.melee_arms(known, figure)
    arm = next((a for a in arms if a.key == key), arms[0] if arms else None)
    if arm is None:
        return 0.0
    plan = shooting.ranged_plan if shot else melee_plan
    return strike_of(known, plan(known, figure, target, arm)).worth()
