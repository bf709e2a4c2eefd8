"""What a Character on Overwatch may do when it interrupts: a Quick Shot, or a step of at most 2 MP (action.10)."""

from collections.abc import Iterator

from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.moving import Step, diagonals_left, special_steps, steps_from
from muster.rulesets.ad1666.queries.shooting import Shot, shots
from muster.rulesets.ad1666.queries.zones import may_leave, own_side, reach_of
from muster.rulesets.ad1666.state import State

MOST_MP = 2
OFF_THE_SPACE = ("climb", "window", "scale", "jump", "leave")
"""The Movement Actions that are single steps, that off the board among them."""


def watch_shots(state: State, who: CharacterId) -> Iterator[Shot]:
    """The Quick Shots of a Character on Overwatch, at any legal target (action.10)."""
    return shots(state, who, "quick")


def watch_steps(state: State, who: CharacterId) -> Iterator[Step]:
    """The single steps of at most 2 MP: climbing, windows and the open edge of the board are, doors, leaps and pushes
    are not (action.10, map.21)."""
    body = state.bodies[who]
    if body.at is None or (state.is_down(who) and applies("action.10")) or not may_leave(state, who):
        return
    plain = steps_from(state, who, body.at, diagonals_left(state, who))
    yield from (s for s in plain if s.cost <= MOST_MP)
    yield from (s for s in special_steps(state, who, MOST_MP) if s.manner in OFF_THE_SPACE)


def can_interrupt(state: State, who: CharacterId) -> bool:
    """Whether a Character has a counter and anything to do with it."""
    if not state.bodies[who].overwatch or not state.in_play(who):
        return False
    return any(True for _ in watch_shots(state, who)) or any(True for _ in watch_steps(state, who))


def concerns(state: State, who: CharacterId, actor: CharacterId) -> bool:
    """Whether an interruption could do something about whoever acts, an enemy: shoot it, or step beside it."""
    at = state.bodies[actor].at
    if at is None or own_side(state, who, actor):
        return False
    if any(s.target == actor for s in watch_shots(state, who)):
        return True
    return any(s.to is not None and at in reach_of(state, s.to) for s in watch_steps(state, who))
