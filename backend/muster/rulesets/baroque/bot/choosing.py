"""One answer to any question of a battle."""

from typing import Any, Final, TypeAlias

from muster.engine.chance import Chance
from muster.engine.requests import Arrange, Choose, Confirm, Deploy, Number, Option, Request
from muster.rulesets.baroque.bot import acting, leading, replying
from muster.rulesets.baroque.queries.odds import CERTAIN
from muster.rulesets.baroque.state import State

Json: TypeAlias = Any

ALWAYS: Final = frozenset({"baroque.6.6a", "baroque.7.5.2c", "baroque.destiny", "baroque.3.4b"})
"""Questions to which the answer is yes: defensive fire, back from a draw with Foot, a Roll of Destiny, an Exploration
Die."""
NEVER: Final = frozenset({"baroque.2.7.1b"})
"""Questions to which it is no: letting the enemy go first."""
LIKELY: Final = 3_300
"""A throw is worth it from this chance on, in hundredths of a per cent."""


class SensibleBot:
    """One answer at a time, by what is won and lost on the average."""

    def answer(self, request: Request, known: State, chance: Chance, purpose: str) -> Json:
        """The body of a legal answer. Raises TypeError for a kind of question that Baroque never asks."""
        match request.spec:
            case Choose() as spec:
                return choose(known, request, spec, chance, purpose)
            case Deploy() as spec:
                return {"at": {body: list(pose) for body, pose in spec.suggest().items()}}
            case Confirm() as spec:
                return {"yes": _wants(request, spec)}
            case Number() as spec:
                return {"value": spec.minimum}
            case Arrange() as spec:
                return {"order": [item.key for item in spec.items]}
            case spec:
                raise TypeError(f"Baroque asks nothing of the kind {spec.kind}.")


def _wants(request: Request, spec: Confirm) -> bool:
    """Yes or no, by the odds where it has any."""
    if request.rule in ALWAYS:
        return True
    if request.rule in NEVER:
        return False
    return spec.odds is None or spec.odds.chance >= LIKELY


def choose(known: State, request: Request, spec: Choose, chance: Chance, purpose: str) -> Json:
    """Some of the options, by what they are about."""
    rule = request.rule.removeprefix("baroque.")
    if rule == "4.1.1g":
        return acting.act(known, request, spec)
    if rule in ("4.1.3c", "seq.reaction"):
        return replying.reply(known, request, spec)
    if spec.option("break_off") is not None:
        return acting.fight_or_break_off(known, request.subject or "", spec)
    if rule == "4.1.1a":
        return leading.name_command(known, spec)
    if any(o.key.startswith(("unit:", "leader:")) for o in spec.options):
        return leading.next_unit(known, request, spec)
    if rule in ("2.7.1a", "2.7.2"):
        return leading.reroll(spec)
    if any(o.odds is not None for o in spec.options):
        return by_odds(request, spec)
    if request.pass_label is not None:
        return {"pass": True}
    return _any(spec, chance, purpose)


def by_odds(request: Request, spec: Choose) -> Json:
    """The likeliest of the options that have odds, if it is likely enough; else another, or none."""
    throws = [o for o in spec.options if o.odds is not None]
    best = max(throws, key=lambda o: o.odds.chance if o.odds is not None else 0)
    if best.odds is not None and best.odds.chance >= (LIKELY if request.pass_label is None else CERTAIN // 2):
        return {"picks": [{"key": best.key}]}
    if request.pass_label is not None:
        return {"pass": True}
    other = next((o for o in spec.options if o.odds is None), best)
    return {"picks": [{"key": other.key}]}


def _any(spec: Choose, chance: Chance, purpose: str) -> Json:
    """The first of the options that can be answered, for what makes no difference; of terrain one by chance."""
    first = chance.pick(purpose, len(spec.options)) if spec.options[-1].key == "back" else 0
    order = (*spec.options[first:], *spec.options[:first])
    return next(body for option in order if (body := _plain(option)) is not None)


def _plain(option: Option) -> Json:
    """The simplest answer that takes an option."""
    needs = option.needs
    if needs is None:
        return {"picks": [{"key": option.key}]}
    if isinstance(needs, Deploy):
        places = {body: list(pose) for body, pose in needs.suggest().items()}
        return {"picks": [{"key": option.key, "with": {"at": places}}]} if places else None
    return None
