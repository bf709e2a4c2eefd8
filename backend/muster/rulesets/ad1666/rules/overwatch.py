"""Overwatch: others may interrupt before and after each step and action (action.9 to action.13)."""

from collections.abc import Iterable

from muster.engine.requests import Choose, Option
from muster.engine.windows import window
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.events import Moved, OverwatchSet
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.moving import Step
from muster.rulesets.ad1666.queries.overwatch import can_interrupt, concerns, watch_shots, watch_steps
from muster.rulesets.ad1666.queries.shooting import shot_option
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import is_over, look_around
from muster.rulesets.ad1666.rules.shooting import shoot
from muster.rulesets.ad1666.rules.steps import perform
from muster.rulesets.ad1666.state import State

WINDOW = "overwatch"


async def interrupts(game: Match, actor: CharacterId, *, deed: bool = False) -> bool:
    """Ask everybody on Overwatch, the other side first, whether it interrupts here; whether anybody did (R27, R28).

    A ``deed`` is an action that is no step: any interruption may matter to it, for instance to get out of sight.
    """
    acted: list[CharacterId] = []

    async def offer(who: CharacterId) -> bool:
        if is_over(game) or not await _interrupt(game, who, actor):
            return False
        acted.append(who)
        return True

    await window(
        game,
        WINDOW,
        lambda: _holders(game.state, actor),
        seat_of=lambda who: game.state.seat(who),
        matters=lambda who: deed or concerns(game.state, who, actor),
        offer=offer,
        anew=True,
    )
    return bool(acted)


def _holders(state: State, actor: CharacterId) -> Iterable[CharacterId]:
    own = state.seat(actor)
    held = [w for w in state.present() if w != actor and can_interrupt(state, w) and applies("action.10")]
    return sorted(held, key=lambda w: state.seat(w) == own)


async def _interrupt(game: Match, who: CharacterId, actor: CharacterId) -> bool:
    """One Character may interrupt: a Quick Shot or one step; whether it did."""
    seat = game.state.seat(who)
    known = game.known_to(seat)
    found = {f"shot:{s.item}:{s.target}": s for s in watch_shots(known, who)}
    steps = {f"step:{s.key}": s for s in watch_steps(known, who)}
    options = (*(shot_option(known, s, "Shoot", key) for key, s in found.items()), *_step_options(who, steps))
    picks = await game.ask_or_pass(
        seat,
        Choose(options),
        rule="action.10",
        text=f"{known.name(who)} is on Overwatch. Interrupt {known.name(actor)}?",
        pass_label="Keep watching",
        subject=who,
        window=WINDOW,
    )
    if picks is None:
        return False
    key = picks.one.key
    game.apply(OverwatchSet(who, False))
    if key in found:
        await shoot(game, found[key])
        return True
    before = game.state.bodies[who].at
    await _step(game, who, steps[key])
    if game.state.bodies[who].at == before and not applies("action.12"):
        game.apply(OverwatchSet(who, True))
    return True


async def _step(game: Match, who: CharacterId, step: Step) -> None:
    if step.manner == "walk" and step.to is not None:
        game.apply(Moved(who, (step.to,), step.cost, step.diagonals, "walk", "action.10"))
        look_around(game)
        return
    await perform(game, who, step)


def _step_options(who: CharacterId, steps: dict[str, Step]) -> Iterable[Option]:
    words = {
        "climb": "Climb",
        "window": "Through the window",
        "scale": "Over the wall",
        "jump": "Jump down",
        "leave": "Leave the board",
    }
    for key, step in steps.items():
        yield Option(
            key,
            words.get(step.manner, "Step"),
            group="Step",
            rule="action.10",
            piece=who,
            square=step.to,
            cost=f"{step.cost} MP",
            hold=step.manner == "leave",
        )
