"""Interrupt windows: others are asked, in a stated order, whether they act now."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from muster.engine.game import Game
from muster.engine.ids import Seat

S = TypeVar("S")
H = TypeVar("H")
Offer: TypeAlias = Callable[[H], Awaitable[Any]]


async def window(
    game: Game[S],
    kind: str,
    holders: Callable[[], Iterable[H]],
    *,
    seat_of: Callable[[H], Seat],
    matters: Callable[[H], bool],
    offer: Offer[H],
    anew: bool = False,
) -> None:
    """Offer an interruption to every holder in turn, each at most once.

    With ``anew`` all who are left are asked again after one has acted, as ``offer`` then tells by what it returns: so
    the holders of one player may act in any order.

    ``holders`` is asked again after each answer, because an interruption may put the next holder out of action.
    A seat's standing answer for this ``kind`` decides whether it is asked at all: ``always``, ``relevant`` (the
    default: only where ``matters`` says that it could do something), or ``not_this_turn``. A ruleset uses this
    only for windows whose skipping tells nobody anything that is hidden.
    """
    done: list[H] = []
    while True:
        holder = next((h for h in holders() if h not in done), None)
        if holder is None:
            return
        done.append(holder)
        mode = game.preferences.get((seat_of(holder), kind), "relevant")
        if mode == "always" or (mode == "relevant" and matters(holder)):
            acted = await offer(holder)
            if acted and anew:
                done.clear()
