"""Getting up, going down, getting on and off a mount."""

from muster.rulesets.newworld.book import applies, rule
from muster.rulesets.newworld.events import MountChanged, StoodUp
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.queries.places import square_picked
from muster.rulesets.newworld.rules.common import Fight, at_of, knock_down, reveal, reveal_seen
from muster.rulesets.newworld.rules.deeds import deed
from muster.rulesets.newworld.state import FigureId


@deed("stand")
@rule("action.5", "move.29")
async def stand(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Up from prone, in the same square; nobody strikes for it (move.29)."""
    if applies("move.29"):
        game.apply(StoodUp(figure, game.state.figures[figure].hidden))


@deed("go_prone")
@rule("prone.4", "turn.5")
async def go_prone(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Down on purpose."""
    if applies("prone.4"):
        await knock_down(game, figure, "goes down on purpose", by=None)


@deed("mount")
@rule("action.5")
async def mount(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Up on a mount beside the figure; it gives nobody a free attack (move.12)."""
    if act.target is None:
        return
    if not game.state.figures[act.target].hidden:
        reveal(game, figure, "they mount in the open")
    hidden = game.state.figures[figure].hidden
    game.apply(MountChanged(figure, act.target, True, at_of(game.state, act.target), hidden))
    reveal_seen(game)


@deed("dismount")
@rule("action.5")
async def dismount(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Down onto a free square beside the mount."""
    beast = game.state.figures[figure].rides
    if beast is not None:
        game.apply(
            MountChanged(figure, beast, False, square_picked(given), game.state.figures[figure].hidden)
        )
        reveal_seen(game)
