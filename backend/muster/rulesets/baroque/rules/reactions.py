"""Deeds are answered: one question to the inactive player, and the reaction that he chose (4.1.3, 5.4.2, 6.5)."""

from dataclasses import dataclass

from muster.engine.requests import Choose
from muster.geometry.open.moves import Path
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.moves import Moved, NoMore
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import pose_of
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.replies import check_together, replies, reply_of
from muster.rulesets.baroque.queries.silent import silent
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules import leaders
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.rules.pace import reply_charge
from muster.rulesets.baroque.rules.shots import reaction_shot
from muster.rulesets.baroque.rules.strike import run
from muster.rulesets.baroque.rules.trying import (
    NO_REACTION,
    REACTIONS,
    Answer,
    Reaction,
    is_asked,
    try_reaction,
)
from muster.rulesets.baroque.state import State

__all__ = ["Answer", "Interrupted", "Reaction", "answer", "interrupt", "try_reaction"]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """What became of the actor: whether it completes its deed, and how far along its path it stands, in units."""

    goes_on: bool
    length: int = 0


@rule("4.1.3b")
async def answer(game: Battle, deed: Deed) -> Answer:
    """Ask the inactive player, once, who evades from a deed and who reacts to it (4.1.3b to 4.1.3e, 5.6d).

    Not asked is who can do nothing, or does not want to be asked this turn.
    """
    state = game.state
    seat = state.other(state.card(deed.unit).seat)
    offered = replies(state, deed)
    if not offered or not is_asked(game, seat):
        return Answer()
    picks = await game.ask_or_pass(
        seat,
        Choose(
            offered,
            1,
            len(offered),
            missing=lambda: silent(state, deed, offered),
            check=check_together,
        ),
        rule="baroque.4.1.3c",
        text=_question(state, deed),
        note="one unit may react; others may evade where the deed allows it",
        subject=deed.unit,
        pass_label=NO_REACTION,
        window=REACTIONS,
    )
    if picks is None:
        return Answer()
    found = [reply_of(pick) for pick in picks.picks]
    evaders = tuple(unit for word, unit, _ in found if word == "evade")
    reactions = [Reaction(unit, word, at) for word, unit, at in found if word != "evade"]
    return Answer(evaders, reactions[0] if reactions else None)


def _question(state: State, deed: Deed) -> str:
    name = f"{state.name(deed.unit)}: about to"
    on = f" {state.name(deed.target)}" if deed.target is not None else ""
    match deed.kind:
        case "move":
            far = f"move {bu(deed.path.length)}" if deed.path is not None else "turn"
            return f"{name} {far}. Does anybody react?"
        case "charge":
            return f"{name} charge{on}. Does anybody react or evade?"
        case "potential":
            return f"{name} come on at{on}. Does anybody react or evade?"
        case "shot":
            return f"{name} shoot at{on}. Does anybody react or evade?"
        case "withdrawal":
            return f"{name} leave the field. Does anybody react?"


# ------------------------------------------------------------------------------------------------ interruptions
@rule("4.1.3a")
async def interrupt(game: Battle, deed: Deed, reaction: Reaction) -> Interrupted:
    """A reaction that interrupts a deed: its test, and then fire or an opportunity charge at the stopped actor (R25).

    Against a shot an opportunity charge comes after it, and not from a unit that it routed or Exhausted (5.4.2b).
    """
    unit, actor = reaction.unit, deed.unit
    if not _is_able(game.state, deed, reaction) or not await try_reaction(game, deed, reaction):
        return Interrupted(True)
    walked = await _stop(game, deed, reaction)
    length = walked.length if walked is not None else 0
    if reaction.kind == "fire":
        await reaction_shot(game, unit, actor)
        return Interrupted(game.state.units[actor].pose is not None, length)
    charge = reply_charge(game.state, deed, unit, "opportunity")
    charge.stopped = walked
    await run(game, charge)
    if actor in charge.met and applies("5.4.2e"):
        game.apply(NoMore(actor))
        return Interrupted(False, length)
    return Interrupted(game.state.units[actor].pose is not None and not game.state.in_melee(actor), length)


def _is_able(state: State, deed: Deed, reaction: Reaction) -> bool:
    """Whether both are still there, and the shot that it answers has not Exhausted the unit (5.4.2b)."""
    if state.units[reaction.unit].pose is None or state.units[deed.unit].pose is None:
        return False
    if deed.kind != "shot" or not applies("5.4.2b"):
        return True
    return not is_exhausted(state, reaction.unit)


async def _stop(game: Battle, deed: Deed, reaction: Reaction) -> Path | None:
    """Put the actor where the reaction strikes; the way that it has come, None where its deed is no way (6.5c)."""
    if deed.path is None:
        return None
    state, actor = game.state, deed.unit
    walked = ground.shortened(deed.path, reaction.at)
    if reaction.at:
        await leaders.make_way(game, lambda _: walked)  # it was announced and is bound (4.1.3g)
        rule_ = "baroque.6.5c" if reaction.kind == "fire" else "baroque.5.4.2a"
        text = f"{state.name(actor)} had to stop after {bu(reaction.at)}."
        game.apply(Moved(actor, (pose_of(walked.body), pose_of(walked.body_at(reaction.at))), text, rule_))
    return walked
