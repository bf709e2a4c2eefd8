"""Weapons in and out of hands, reloading, doors and shutters, magic, and what else is free."""

from muster.rulesets.newworld.book import all_apply, applies, rule
from muster.rulesets.newworld.events import (
    Cast,
    Cleared,
    EdgeChanged,
    ItemMoved,
    LetGo,
    MagicSeen,
    Reloaded,
    RuneWoken,
)
from muster.rulesets.newworld.queries import doors, hands, standing
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.rules.common import Fight, at_of, release_if_apart, reveal, reveal_seen
from muster.rulesets.newworld.rules.deeds import deed
from muster.rulesets.newworld.rules.feats import athletics
from muster.rulesets.newworld.state import FigureId, Item, State


# ------------------------------------------------------------------------------------------------ weapons
@deed("draw")
@rule("action.3")
async def draw(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Take a carried weapon or shield in hand (action.3)."""
    _to_hand(game, figure, act, "draws", "action.3")


@deed("take")
@rule("disarm.8")
async def take(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Pick up what lies in the own square; whoever does it in the open is seen (disarm.8)."""
    if act.item is not None and is_public(game.state, game.state.items[act.item]):
        reveal(game, figure, "they pick something up in the open")
    _to_hand(game, figure, act, "picks up", "disarm.8")


def is_public(state: State, item: Item) -> bool:
    """Whether everybody sees a thing on the ground: not what somebody hidden has dropped."""
    owner = item.id.partition("/")[0]
    return owner not in state.figures or not state.figures[owner].hidden


def _to_hand(game: Fight, figure: FigureId, act: Act, verb: str, rule_id: str) -> None:
    state = game.state
    if act.item is None:
        return
    item = state.items[act.item]
    weapon = state.weapon(item)
    where = hands.place_in_hand(state, figure, weapon)
    if where is None:
        return
    text = f"{state.name(figure)} {verb} the {weapon.label.lower()}."
    hidden = state.figures[figure].hidden
    game.apply(ItemMoved(item.id, text, where, figure, figure=figure, rule=rule_id, hidden=hidden))


@deed("put")
@rule("action.3")
async def put_away(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Put what is held away (ruling R44)."""
    if act.item is None:
        return
    state = game.state
    text = f"{state.name(figure)} puts the {state.weapon(state.items[act.item]).label.lower()} away."
    hidden = state.figures[figure].hidden
    game.apply(ItemMoved(act.item, text, "carried", figure, figure=figure, hidden=hidden))


@deed("drop")
@rule("turn.5")
async def drop(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Drop what is held: it lies in the own square."""
    if act.item is None:
        return
    state = game.state
    text = f"{state.name(figure)} drops the {state.weapon(state.items[act.item]).label.lower()}."
    hidden = state.figures[figure].hidden
    game.apply(ItemMoved(act.item, text, "ground", None, at_of(state, figure), figure, "turn.5", hidden))


@deed("reload")
@rule("action.4")
async def reload(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """One round of reloading."""
    if act.item is not None:
        needed = game.state.weapon(game.state.items[act.item]).reload
        game.apply(Reloaded(figure, act.item, needed, game.state.figures[figure].hidden))


@deed("clear")
@rule("fire.2")
async def clear(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Clear a misfired gun."""
    if act.item is not None:
        game.apply(Cleared(figure, act.item, game.state.figures[figure].hidden))


@deed("let_go")
@rule("grapple.6", "turn.5")
async def let_go(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Release the held foe."""
    held = game.state.figures[figure].holding
    if held is not None:
        game.apply(LetGo(figure, held, "let go"))


# ------------------------------------------------------------------------------------------------ doors
@deed("door", "force")
@rule("edge.2")
async def use_door(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Open, close or force a door or shutter beside the figure (edge.2)."""
    door = next(d for d in doors.doors_beside(game.state, figure) if d.edge == act.edge)
    what = f"forcing the {door.label.lower()}"
    if door.roll and not await athletics(
        game, figure, what, "edge.2", who=figure, difficulty=door.difficulty
    ):
        return
    verb = {"open": "opens", "close": "closes", "force": "forces"}[door.verb]
    hidden = game.state.figures[figure].hidden
    game.apply(EdgeChanged(figure, door.edge, door.state, verb, door.label.lower(), hidden))
    reveal_seen(game)
    release_if_apart(game)


# ------------------------------------------------------------------------------------------------ magic
@deed("cast")
@rule("action.2")
async def cast(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """The rune flare: no roll, and it counts as magic (action.2, fire.8)."""
    if act.target is not None and applies("action.2"):
        game.apply(Cast(figure, act.target, "a rune flare", game.state.figures[figure].hidden))
        use_magic(game, figure)


@deed("wake")
@rule("action.3", "fire.8")
async def wake(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Wake a rune, which is magic too (ruling R60)."""
    game.apply(RuneWoken(figure, game.state.figures[figure].hidden))
    use_magic(game, figure)


def use_magic(game: Fight, user: FigureId) -> None:
    """Magic counts for everybody with line of sight to the user at this moment, the user included (fire.8)."""
    state = game.state
    seen = tuple(
        f for f in state.figures if f == user or (state.in_fight(f) and standing.can_see(state, user, f))
    )
    if all_apply(("fire.8",)):
        game.apply(MagicSeen(seen, state.round, state.figures[user].hidden))
