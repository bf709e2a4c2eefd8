"""Movement: walks step by step, Movement Actions, doors, each of which may be interrupted (move.1 to move.17)."""

from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import applies, rule
from muster.rulesets.ad1666.events import DeedLost, DoorTurned, Moved, PointsGained, PointsSpent
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.moving import special_steps, step_to, workable_doors
from muster.rulesets.ad1666.queries.zones import stopping
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import is_over, look_around
from muster.rulesets.ad1666.rules.overwatch import interrupts
from muster.rulesets.ad1666.rules.steps import perform
from muster.rulesets.ad1666.state import Acting, State


def acting_of(state: State) -> Acting:
    """The activation in progress."""
    if state.acting is None:
        raise ValueError("nobody is acting")
    return state.acting


def lose(game: Match, who: CharacterId, what: str) -> bool:
    """What was announced has become impossible (action.13); whether there is still somebody to tell it of."""
    there = not is_over(game) and game.state.in_play(who)
    if there and applies("action.13"):
        game.apply(DeedLost(who, what))
    return there


def can_go_on(game: Match, who: CharacterId) -> bool:
    """Whether a mover is still there, on its feet, and the match not over (move.15)."""
    body = game.state.bodies[who]
    down = game.state.is_down(who) and applies("move.15")
    return not is_over(game) and body.at is not None and not down


# ------------------------------------------------------------------------------------------------ walking
@rule("move.1")
async def walk(game: Match, who: CharacterId, path: tuple[Space, ...]) -> None:
    """Walk as announced, a step at a time, each of which may be interrupted (action.10, action.13).

    A step that has become impossible is not made and the rest of the way is dropped; so is it after any interruption,
    for the mover may think again.
    """
    so_far = 0
    for to in path:
        before = game.state.bodies[who].at
        # The moment after a step is the one before the next.
        moved = await interrupts(game, who) if so_far == 0 else False
        if moved and not applies("action.13"):
            return
        step = step_to(game.state, who, to, acting_of(game.state).mp) if can_go_on(game, who) else None
        if step is None or game.state.bodies[who].at != before:
            if lose(game, who, "the step"):
                halt_if_held(game, who)
            return
        cause = "move.2" if step.diagonals else "move.1"
        so_far += step.cost
        game.apply(Moved(who, (to,), step.cost, step.diagonals, "walk", cause, so_far))
        look_around(game)
        halt_if_held(game, who)
        moved = await interrupts(game, who) or moved
        if moved or not can_go_on(game, who):
            halt_if_held(game, who)
            return


def halt_if_held(game: Match, who: CharacterId) -> None:
    """Whoever stands in an enemy's zone that stops it loses the rest of its MP (zoc.3)."""
    state = game.state
    at, acting = state.bodies[who].at, state.acting
    if at is None or acting is None or acting.mp == 0:
        return
    by = stopping(state, who, at)
    if by and applies("zoc.3"):
        names = " and ".join(state.name(b) for b in by)
        game.apply(PointsGained(who, 0, f"is stopped by {names}", "zoc.3"))


# ------------------------------------------------------------------------------------------------ special steps
async def take_step(game: Match, who: CharacterId, key: str, mp: int) -> bool:
    """Take a step that is a Movement Action, as announced; whether it was still possible after interruptions.

    Steps over two spaces are one for Overwatch (move.17).
    """
    await interrupts(game, who)
    step = None
    if can_go_on(game, who):
        step = next((s for s in special_steps(game.state, who, mp) if s.key == key), None)
    if step is None:
        lose(game, who, "the step")
        return False
    if step.over and not applies("move.17"):
        await interrupts(game, who)
    await perform(game, who, step)
    if can_go_on(game, who):
        halt_if_held(game, who)
    if not is_over(game) and game.state.in_play(who):
        await interrupts(game, who)  # whoever has fallen Prone is a target as well
    if can_go_on(game, who):
        halt_if_held(game, who)
    return True


# ------------------------------------------------------------------------------------------------ doors
@rule("move.7")
async def turn_door(game: Match, who: CharacterId, door: str) -> bool:
    """Open or close a door for 1 MP (move.7); whether it was still possible after interruptions."""
    await interrupts(game, who)
    found = None
    if can_go_on(game, who):
        found = next(
            (d for d in workable_doors(game.state, who, acting_of(game.state).mp) if d.id == door), None
        )
    if found is None:
        lose(game, who, "the door")
        return False
    game.apply(PointsSpent(who, 1))
    how = "opens a door" if found.then == "open" else "closes a door"
    game.apply(DoorTurned(who, door, found.then, how, "move.7"))
    look_around(game)
    halt_if_held(game, who)
    await interrupts(game, who)
    halt_if_held(game, who)
    return True
