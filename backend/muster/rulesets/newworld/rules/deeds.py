"""The table of deeds: what is done when an act is carried out. The files that hold the deeds fill it."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from muster.engine.requests import Path
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.rules.common import Fight
from muster.rulesets.newworld.state import FigureId

Deed: TypeAlias = Callable[[Fight, FigureId, Act, object, bool], Awaitable[None]]
"""Game, figure, act, the answer to what the act needed, and whether a delayed half pays for it."""

DEEDS: Final[dict[str, Deed]] = {}


def deed(*names: str) -> Callable[[Deed], Deed]:
    """Enter a rule in the table under the deeds that acts name (``Act.deed`` up to its colon)."""

    def enter(rule: Deed) -> Deed:
        DEEDS.update(dict.fromkeys(names, rule))
        return rule

    return enter


async def carry_out(game: Fight, figure: FigureId, act: Act, given: object, *, delayed: bool) -> None:
    """Do what the act says."""
    name, _, _ = act.deed.partition(":")
    await DEEDS[name](game, figure, act, given, delayed)


def path_of(given: object) -> Path:
    """The answer to an act that needs a path."""
    if not isinstance(given, Path):
        raise TypeError("this act needs a path")
    return given
