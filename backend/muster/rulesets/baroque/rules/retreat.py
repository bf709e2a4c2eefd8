"""Beaten units fall back (7.5.2, 7.5.3, 5.5.2, 5.8)."""

from typing import Literal, TypeAlias

from muster.geometry.open.moves import BACK, straight
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.melee import RetreatRolled
from muster.rulesets.baroque.events.moves import Moved
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import body, pose_of
from muster.rulesets.baroque.queries.kinds_of_troops import is_foot
from muster.rulesets.baroque.queries.retreating import Retreat, retreat
from muster.rulesets.baroque.queries.rolled_moves import retreat_length
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules import leaders
from muster.rulesets.baroque.rules.common import Battle, disorder, eliminate
from muster.rulesets.baroque.rules.contacts import part_contacts
from muster.rulesets.baroque.rules.rout import rout
from muster.rulesets.baroque.state import State, UnitId

Fate: TypeAlias = Literal["retreats", "held", "destroyed"]
"""What became of who fell back: it stands farther back, it still touches the front it slid along, or it is gone."""


@rule("7.5.2d")
async def fall_back(game: Battle, unit: UnitId) -> Fate:
    """A beaten unit rolls and goes straight back; foot always goes 1 BU, without a die (7.5.2d, R123)."""
    card = game.state.card(unit)
    die = 0 if is_foot(card) else (await game.roll(1, 6, why=f"Retreat of {card.name}")).total
    length = retreat_length(card, die or 1)
    game.apply(RetreatRolled(unit, die, length))
    return await go_back(game, unit, length)


@rule("7.5.2e")
async def go_back(game: Battle, unit: UnitId, length: int) -> Fate:
    """Go straight back so many units, as far as it goes, with everything that follows (7.5.2e, 7.5.3, 5.5.2, 5.8a)."""
    await clear_way_back(game, unit, length)
    start = body(game.state, unit)
    found = retreat(game.state, unit, length)
    if found.fate == "destroyed":
        rout(game, unit, "7.5.2e")
        return "destroyed"
    put_back(game, found, f"{game.state.name(unit)} fell back", "baroque.7.5.2d")
    if found.fate == "left_table":
        eliminate(game, unit, "left_table", "5.8a")
        part_contacts(game)
        return "destroyed"
    for trouble in ground.disorders(game.state, unit, straight(start, BACK, found.length)):
        disorder(game, unit, f"it {trouble.why}", trouble.rule)
    part_contacts(game)
    return "held" if found.held and applies("7.5.3b") else "retreats"


async def clear_way_back(game: Battle, unit: UnitId, length: int) -> None:
    """Leaders step out of the way of a unit that goes straight back, and of whomever it pushes (2.6.1b)."""
    await leaders.make_way(
        game,
        lambda state: straight(body(state, unit), BACK, length),
        lambda state: [pushed.path for pushed in retreat(state, unit, length).pushed],
    )


def put_back(game: Battle, found: Retreat, goes: str, rule_: str) -> None:
    """A unit goes back as far as it goes, and pushes those who stand there and do not let it through (5.5.2b)."""
    unit, state = found.unit, game.state
    for shove in found.pushed:
        pushed = shove.end.id
        text = f"{state.name(unit)} pushed {state.name(pushed)} back."
        game.apply(Moved(pushed, (pose_of(shove.path.body), pose_of(shove.end)), text, "baroque.5.5.2b"))
        disorder(game, pushed, "a friend was thrown back on it", "5.5.2b")
    game.apply(Moved(unit, (state.pose(unit), pose_of(found.end)), _text(state, found, goes), rule_))


def _text(state: State, found: Retreat, goes: str) -> str:
    """The way back in a sentence, with what ended it before its time."""
    text = f"{goes} {bu(found.length)}"
    if found.passed:
        text += f" through {' and '.join(state.name(u) for u in found.passed)}"
    if found.slid:
        text += f", sliding along {' and '.join(state.name(u) for u in found.slid)}"
    return f"{text}." if found.stop is None else f"{text}. {found.stop.why}"


# ------------------------------------------------------------------------------------------------ after a draw
def may_draw_back(state: State, unit: UnitId, foe: UnitId) -> bool:
    """Whether a Mounted unit that drew with Foot may fall back exactly 1 BU (7.5.2c, R35)."""
    card = state.card(unit)
    theirs = state.card(foe)
    if not card.mounted or not is_foot(theirs) or not applies("7.5.2c"):
        return False
    if theirs.type == "BAG" and applies("7.9a"):
        return False
    found = retreat(state, unit, BU)
    return found.fate == "stands" and found.stop is None and not found.held
