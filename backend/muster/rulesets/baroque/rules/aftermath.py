"""What follows a phase of a melee: routs, retreats, pursuits, and Mounted that draw back from Foot (7.5.2 to 7.6h)."""

from collections.abc import Sequence

from muster.engine.requests import Arrange, Confirm, Item
from muster.rulesets.baroque.book import all_apply, applies, rule
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.melee import PursuitDeclared
from muster.rulesets.baroque.queries.fights import Melee, foes_met, is_flanked
from muster.rulesets.baroque.queries.melee_dice import Loser
from muster.rulesets.baroque.queries.obstacles import defends
from muster.rulesets.baroque.queries.pursuing import Fate, pursuit, still_engaged
from muster.rulesets.baroque.queries.status import is_spent
from muster.rulesets.baroque.rules import pursuit as pursuits
from muster.rulesets.baroque.rules import retreat as retreats
from muster.rulesets.baroque.rules.common import Battle, disorder
from muster.rulesets.baroque.rules.contacts import part_contacts
from muster.rulesets.baroque.rules.rout import rout
from muster.rulesets.baroque.state import State, UnitId


async def aftermath(game: Battle, melee: Melee, result: Loser) -> tuple[UnitId, ...]:
    """Everything that follows a melee, losers first, then winners, Main Units before Support Units (7.5.4j, R82).

    Who fights another phase at once: whoever still touches after sliding back, and whoever pursued into contact.
    """
    first, second = melee.mains
    match result:
        case "":
            await _draw(game, melee)
            return ()
        case "both":
            for main in melee.mains:
                rout(game, main, "7.5.2b")
            return tuple([u for main in melee.mains for u in await _supports_retreat(game, melee, main)])
        case "first":
            return await _beaten(game, melee, first, second)
        case "second":
            return await _beaten(game, melee, second, first)


@rule("7.5.2a")
async def _beaten(game: Battle, melee: Melee, lost: UnitId, won: UnitId) -> tuple[UnitId, ...]:
    """One side has lost: declared pursuits, the beaten units' retreats, the pursuits (7.5.4j, R82)."""
    state = game.state
    spent, flanked = is_spent(state, lost), is_flanked(state, lost)
    if not spent and _stays(state, lost, flanked=flanked):
        return ()
    fate: Fate = "destroyed" if spent or (flanked and _flank_routs(state, lost)) else "retreats"
    defended = next((c.over for c in state.contacts if c.by == won and defends(state, lost, c)), None)
    goers = await _declare(game, melee, won, lost, fate)
    again: list[UnitId] = []
    if fate == "destroyed":
        rout(game, lost, "7.5.2b" if spent else "7.5.2f")
    else:
        found = await retreats.fall_back(game, lost)
        again += [lost] if found == "held" else []
        if found == "destroyed" and won not in goers:
            goers = await _again_declared(game, won, lost, goers)
    again += await _supports_retreat(game, melee, lost)
    return (*again, *await _pursue(game, goers, won, lost, defended))


def _stays(state: State, lost: UnitId, *, flanked: bool) -> bool:
    """Whether a beaten Main Unit does not retreat: baggage never does (R41), nor an Early Tercio met on flank or rear
    (7.2.3c)."""
    kind = state.card(lost).type
    if kind == "BAG":
        return applies("7.9a")
    return flanked and kind == "ETE" and applies("7.2.3c")


def _flank_routs(state: State, lost: UnitId) -> bool:
    """Whether losing with an enemy on flank or rear is a rout (7.2.3b, 7.5.2f)."""
    return state.card(lost).type != "ETE" and all_apply(("7.5.2f", "7.2.3b"))


# ------------------------------------------------------------------------------------------------ retreats
async def _supports_retreat(game: Battle, melee: Melee, main: UnitId) -> list[UnitId]:
    """The Support Units of a beaten Main Unit are Disordered and fall back too, each on a die of its own (7.6g).

    In the order that their owner wishes (7.5.4j). Who of them still touches what it slid along.
    """
    here = [u for u in melee.helpers(main) if u in game.state.on_table() and game.state.card(u).type != "BAG"]
    if not here or not applies("7.6g"):
        return []
    for unit in here:
        disorder(game, unit, f"{game.state.name(main)}, which it supported, is beaten", "7.6g")
    held: list[UnitId] = []
    for unit in await _in_order(game, here, "Who falls back first?"):
        if game.state.units[unit].pose is not None:
            found = await retreats.fall_back(game, unit)
            held += [unit] if found == "held" else []
    return held


async def _in_order(game: Battle, units: Sequence[UnitId], question: str) -> tuple[UnitId, ...]:
    """Ask the owner of several Support Units for their order (7.5.4j)."""
    if len(units) < 2 or not applies("7.5.4j"):
        return tuple(units)
    state = game.state
    return await game.ask(
        state.seat(units[0]),
        Arrange(tuple(Item(u, state.name(u)) for u in units)),
        rule="baroque.7.5.4j",
        text=question,
    )


# ------------------------------------------------------------------------------------------------ pursuits
async def _declare(game: Battle, melee: Melee, won: UnitId, lost: UnitId, fate: Fate) -> tuple[UnitId, ...]:
    """Who of the winners will pursue, the Main Unit first (7.5.4b, 7.6h)."""
    goers: list[UnitId] = []
    for unit in melee.side(won):
        if game.state.card(unit).type == "BAG":
            continue
        engaged = still_engaged(game.state, melee, unit)
        if engaged is not None:
            game.apply(PursuitDeclared(unit, False, engaged))
            continue
        asked = unit == won or goers[:1] == [won]
        if asked and await pursuits.declare(game, unit, lost, fate, main=unit == won):
            goers.append(unit)
    return tuple(goers)


async def _again_declared(
    game: Battle, won: UnitId, lost: UnitId, goers: tuple[UnitId, ...]
) -> tuple[UnitId, ...]:
    """A retreat that could not start destroyed the unit: who could not pursue it while it was to retreat, now may or
    must (7.5.4c)."""
    before = pursuit(game.state, won, lost, "retreats")
    if before.will != "no" or pursuit(game.state, won, lost, "destroyed").will == "no":
        return goers
    if foes_met(game.state, won):
        return goers
    goes = await pursuits.declare(game, won, lost, "destroyed", main=True)
    return (won, *goers) if goes else goers


async def _pursue(
    game: Battle, goers: Sequence[UnitId], won: UnitId, lost: UnitId, defended: str | None
) -> list[UnitId]:
    """The pursuits, the Main Unit's first; its Support Units go only if it really went (7.6h). Who made contact."""
    made: list[UnitId] = []
    if won not in goers or not _free(game.state, won):
        return made
    moved = await pursuits.pursue(game, won, lost, defended=defended)
    made.append(won)
    if not moved and applies("7.6h"):
        return made
    others = [u for u in goers if u != won and _free(game.state, u)]
    for unit in await _in_order(game, others, "Who pursues first?"):
        if _free(game.state, unit):
            await pursuits.pursue(game, unit, lost, defended=defended)
            made.append(unit)
    return made


def _free(state: State, unit: UnitId) -> bool:
    """Whether a unit stands on the table and in no melee."""
    return state.units[unit].pose is not None and not state.in_melee(unit)


# ------------------------------------------------------------------------------------------------ a draw
@rule("7.5.2c")
async def _draw(game: Battle, melee: Melee) -> None:
    """After a draw with Foot the owner of a Mounted Main Unit may take it back 1 BU (7.5.2c)."""
    for main in melee.mains:
        if not retreats.may_draw_back(game.state, main, melee.foe(main)):
            continue
        name = game.state.name(main)
        goes = await game.ask(
            game.state.seat(main),
            Confirm(f"Take {name} back 1 BU", "Fall back 1 BU", "Stay in contact"),
            rule="baroque.7.5.2c",
            text=f"{name} against {game.state.name(melee.foe(main))}: a draw. Fall back 1 BU?",
            subject=main,
        )
        if goes and retreats.may_draw_back(game.state, main, melee.foe(main)):
            await retreats.go_back(game, main, BU)
    part_contacts(game)
