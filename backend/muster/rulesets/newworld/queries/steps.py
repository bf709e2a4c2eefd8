"""What a step costs, reason by reason: the grid's number with the rules behind it (move.2, move.17 to .20, .36)."""

from typing import Final

from muster.engine.explain import Part
from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.steps import Step
from muster.rulesets.newworld.book import applies, number

# Plain numbers: the operators of flags take longer than all the rest of this page, and every square of a path asks.
_SWIM: Final = int(StepFlag.SWIM)
_DIFFICULT: Final = int(StepFlag.DIFFICULT)
_WINDOW: Final = int(StepFlag.WINDOW)
_CROSSING: Final = int(StepFlag.CROSSING)


def reasons(step: Step) -> tuple[Part, ...]:
    """Every reason for which a legal step costs more than 1 pace, each with what it alone would cost."""
    found: list[Part] = []
    flags = int(step.flags)
    if abs(step.levels) >= 2 and applies("move.36"):
        found.append(Part(f"Climb over {abs(step.levels)} levels", 2 * abs(step.levels), "newworld.move.36"))
    if step.levels == 1 and applies("move.36"):
        found.append(Part("One level up", 2, "newworld.move.36"))
    if flags & _SWIM and applies("move.19"):
        found.append(Part("Swimming", 2, "newworld.move.19"))
    if flags & _DIFFICULT and applies("move.17"):
        found.append(Part("Difficult ground", 2, "newworld.move.17"))
    if flags & _WINDOW and applies("edge.3"):
        found.append(Part("Through a window", 2, "newworld.edge.3"))
    elif flags & _CROSSING and not flags & _WINDOW and applies("move.17"):
        found.append(Part("Stepping over", 2, "newworld.move.17"))
    return tuple(found)


def paces_of(step: Step) -> int:
    """What a legal step costs: 1 pace, or as much as its dearest reason; several reasons never add (move.20)."""
    why = reasons(step)
    if not why:
        return number("move.2", 1, off=2)
    if len(why) == 1:
        return why[0].value
    costs = [p.value for p in why]
    return max(costs) if applies("move.20") else sum(costs)
