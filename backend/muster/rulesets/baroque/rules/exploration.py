"""Exploration Dice: who is First Player, and who has to deploy first (2.9b, 3.3b, 3.3c, 3.4b)."""

from muster.engine.ids import Seat
from muster.engine.requests import Confirm
from muster.rulesets.baroque.book import applies, number, rule
from muster.rulesets.baroque.events.setup import (
    FirstPlayerRolled,
    OrderChallenged,
    OrderSettled,
    RoleChallenged,
    RolesSettled,
)
from muster.rulesets.baroque.queries.exploration import beats_odds
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import State


def spent_die() -> int:
    """How many Exploration Dice a roll of one uses up (2.9b)."""
    return number("2.9b", 1, off=0)


# ------------------------------------------------------------------------------------------------ First Player
async def explore(game: Battle) -> None:
    """One step on the way to the roles: the free dice, a challenge, or the end of it."""
    state = game.state
    if not state.first:
        await roll_free_dice(game)
        return
    second = state.other(state.first)
    if not state.settled and state.sides[second].exploration and await challenge_roles(game, second):
        return
    game.apply(_roles(game.state))


def _roles(state: State) -> RolesSettled:
    """The roles as they stand, with the dice that made them."""
    first, second = state.first, state.other(state.first)
    phase = "terrain" if state.setup.field.procedure else "order"
    return RolesSettled(phase, first, (state.sides[first].die, state.sides[second].die))


@rule("3.3b")
async def roll_free_dice(game: Battle) -> None:
    """Both roll their free die until the dice differ; the higher is First Player (3.3b)."""
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        first, second = (await game.roll(2, 6, why="First Player")).values
        rolls.append((first, second))
    higher, lower = sorted(game.state.seats, key=lambda s: -rolls[-1][game.state.seats.index(s)])
    game.apply(FirstPlayerRolled(tuple(rolls), higher if applies("3.3b") else lower, spent_die()))


@rule("3.3c")
async def challenge_roles(game: Battle, seat: Seat) -> bool:
    """The Second Player may roll one more die to beat the First Player's; False: he leaves it (3.3c)."""
    state = game.state
    against = state.sides[state.other(seat)].die
    left = state.sides[seat].exploration
    wants = await game.ask(
        seat,
        Confirm(
            f"Roll an Exploration Die against the {against}?",
            "Roll a die",
            "Leave it",
            beats_odds("Become First Player", against),
        ),
        rule="baroque.3.3c",
        text="You are Second Player. Roll one more Exploration Die to become First Player?",
        note=f"{left} left; the new die replaces your {state.sides[seat].die}, even if it is lower",
    )
    if not wants:
        return False
    die = (await game.roll(1, 6, why="challenge of the First Player")).total
    game.apply(RoleChallenged(seat, die, against, die > against and applies("3.3c"), spent_die()))
    return True


# ------------------------------------------------------------------------------------------------ order of deployment
@rule("3.4b")
async def contest_order(game: Battle) -> None:
    """Who has to deploy first may roll a die against one of the enemy's, again and again (3.4b)."""
    state = game.state
    seat = Seat(state.to_deploy)
    other = state.other(seat)
    if not state.sides[seat].exploration or not applies("3.4b") or not await _wants_to_challenge(game, seat):
        game.apply(OrderSettled(game.state.to_deploy))
        return
    die = (await game.roll(1, 6, why="order of deployment")).total
    answers = game.state.sides[other].exploration > 0 and await _wants_to_answer(game, other, die)
    answer = (await game.roll(1, 6, why="order of deployment")).total if answers else None
    swapped = answer is None or die > answer
    game.apply(OrderChallenged(seat, die, answer, swapped, spent_die()))


async def _wants_to_challenge(game: Battle, seat: Seat) -> bool:
    left = game.state.sides[seat].exploration
    return await game.ask(
        seat,
        Confirm("Roll an Exploration Die so that the enemy deploys first?", "Roll a die", "Deploy first"),
        rule="baroque.3.4b",
        text="You have to deploy first. Roll an Exploration Die to turn the order round?",
        note=f"{left} left; the enemy may put a die against it",
    )


async def _wants_to_answer(game: Battle, seat: Seat, die: int) -> bool:
    left = game.state.sides[seat].exploration
    return await game.ask(
        seat,
        Confirm(
            f"Put an Exploration Die against the {die}?",
            "Roll a die",
            "Deploy first",
            beats_odds("Keep the order", die - 1),
        ),
        rule="baroque.3.4b",
        text=f"The enemy rolled a {die}: without a die of yours against it you have to deploy first.",
        note=f"{left} left; a tie leaves the order as it is",
    )
