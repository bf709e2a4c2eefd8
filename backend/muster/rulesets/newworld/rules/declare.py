"""Declaring an action: what it costs, what begins with it, and whether it still stands after an interruption."""

from dataclasses import replace
from typing import Final

from muster.engine.refusals import Refusal
from muster.rulesets.newworld.book import applies
from muster.rulesets.newworld.events import Declared, Withdrawn
from muster.rulesets.newworld.queries import menu
from muster.rulesets.newworld.queries.menu import Act, Allowance
from muster.rulesets.newworld.rules.common import Fight, lesson
from muster.rulesets.newworld.state import FigureId

STANCES: Final = {
    "run": "ran",
    "all_out": "all_out_attack",
    "all_out_defence": "all_out_defence",
    "parry": "parrying_stance",
}
"""Effects that begin with the declaration and end with the next turn (turn.4, ruling R54)."""

WORDS: Final = {
    "run": "starts to run.",
    "all_out": "attacks all out.",
    "all_out_defence": "goes on All Out Defence.",
    "parry": "takes a Parrying Stance.",
    "disengage": "disengages.",
}


def stance_of(act: Act) -> str:
    """The effect until the next turn that an act brings; a Move, or two, brings none (move.6, turn.4)."""
    if act.deed == "move" and not applies("move.6"):
        return STANCES["run"]
    stance = STANCES.get(act.deed, "")
    return stance if stance and applies("turn.4") else ""


def declare(game: Fight, figure: FigureId, act: Act) -> None:
    """Pay for the act and begin what lasts from its declaration on."""
    game.apply(
        Declared(
            figure,
            act.action,
            WORDS.get(act.deed, ""),
            act.cost,
            act.is_attack,
            act.action == "cast",
            stance_of(act),
            game.state.figures[figure].hidden,
            lesson(game.state, figure),
        )
    )


def withdraw(game: Fight, figure: FigureId, act: Act) -> None:
    """Give a declaration that became illegal back unspent (action.12)."""
    game.apply(
        Withdrawn(
            figure,
            act.option.label,
            act.cost,
            act.is_attack,
            act.action == "cast",
            stance_of(act),
            game.state.figures[figure].hidden,
        )
    )


def still_offered(game: Fight, figure: FigureId, act: Act, given: object) -> Act | None:
    """The declared act as it would be offered now to its seat, with the same answer to what it needed; else None.

    It is judged by what the seat knows, as at the declaration: what lies hidden in the way is met, not foreseen.
    """
    seat = game.state.seat(figure)
    known, turn, stance = game.known_to(seat), game.state.turn, stance_of(act)
    body = known.figures[figure]
    undeclared = replace(body, stances=tuple(s for s in body.stances if s != stance))
    known = replace(known, figures={**known.figures, figure: undeclared})
    if turn is None or turn.figure != figure:
        return None
    allowance = Allowance(
        turn.halves + act.cost,
        turn.attacked and not act.is_attack,
        turn.cast and act.action != "cast",
    )
    found = next((a for a in menu.acts_for(known, figure, allowance) if a.option.key == act.option.key), None)
    if found is None or found.option.needs is None:
        return found
    try:
        found.option.needs.read(found.option.needs.write(given))
    except Refusal:
        return None
    return found
