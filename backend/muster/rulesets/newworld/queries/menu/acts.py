"""What an act is: an action with its cost, its target and the option that offers it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Odds, SightLine
from muster.engine.requests import Choose, Move, Option
from muster.rulesets.newworld.book import applies
from muster.rulesets.newworld.queries.feats import Feat
from muster.rulesets.newworld.queries.hands import Arm
from muster.rulesets.newworld.state import FigureId, ItemId, State

FULL: Final = 2
HALF: Final = 1
FREE: Final = 0

ACTION_TABLE: Final[dict[str, tuple[int, bool]]] = {
    "aim": (HALF, False),
    "cast": (HALF, False),
    "charge": (FULL, True),
    "crawl": (HALF, False),
    "disengage": (FULL, False),
    "move": (HALF, False),
    "ready": (HALF, False),
    "reload": (FULL, False),
    "stand_or_mount": (HALF, False),
    "standard_attack": (HALF, True),
    "swift_attack": (FULL, True),
    "use_skill_quick": (HALF, False),
    "use_skill_careful": (FULL, False),
    "all_out_attack": (FULL, True),
    "all_out_defence": (FULL, False),
    "delay": (HALF, False),
    "disarm": (FULL, True),
    "feint": (HALF, False),
    "manoeuvre": (HALF, False),
    "parrying_stance": (HALF, False),
    "run": (FULL, False),
    "clear_misfire": (FULL, False),
    "free": (FREE, False),
}
"""Half actions that each action costs, and whether it is an attack action (action.18, turn.2)."""

COST_WORDS: Final = {FULL: "whole turn", HALF: "half action", FREE: "free"}


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the figure may still spend: halves of its turn, or one kept half used out of turn (``delayed``)."""

    halves: int
    attacked: bool = False
    cast: bool = False
    delayed: bool = False


@dataclass(frozen=True)
class Act:
    """A legal action as the rules carry it out, with the option that offers it."""

    action: str
    deed: str
    option: Option
    target: FigureId | None = None
    arm: Arm | None = None
    item: ItemId | None = None
    edge: str | None = None
    feats: tuple[Feat, ...] = ()

    @property
    def cost(self) -> int:
        """Half actions."""
        return ACTION_TABLE[self.action][0]

    @property
    def is_attack(self) -> bool:
        """One of the attack actions of which a turn has one (turn.2)."""
        return ACTION_TABLE[self.action][1]


def may_spend(action: str, allowance: Allowance) -> bool:
    """Whether the turn still holds what the action costs (turn.1, turn.2, turn.3, action.11, action.18)."""
    cost, attack = ACTION_TABLE[action]
    if cost > allowance.halves and applies("turn.1") and applies("action.18"):
        return False
    if attack and allowance.attacked and applies("turn.2"):
        return False
    if action == "cast" and allowance.cast and applies("turn.3"):
        return False
    if allowance.delayed and (cost == FULL or action in ("delay", "free")):
        return not applies("action.11")
    return True


def strike_words(state: State, foes: Iterable[FigureId]) -> tuple[str, ...]:
    """The warnings of an option on which these foes may strike first, as reach is left (move.11)."""
    return tuple(f"{state.name(f)} may strike first." for f in sorted(foes))


def make_act(
    action: str,
    deed: str,
    key: str,
    label: str,
    group: str,
    rule: str,
    *,
    detail: str = "",
    target: FigureId | None = None,
    arm: Arm | None = None,
    item: ItemId | None = None,
    edge: str | None = None,
    feats: tuple[Feat, ...] = (),
    piece: str | None = None,
    warnings: tuple[str, ...] = (),
    needs: Move | Callable[[], Move] | Choose | None = None,
    odds: Callable[[], Odds | None] | None = None,
    sights: Callable[[], tuple[SightLine, ...]] = tuple,
) -> Act:
    option = Option(
        key,
        label,
        detail,
        group,
        f"newworld.{rule}",
        piece or target,
        edge=edge,
        cost=COST_WORDS[ACTION_TABLE[action][0]],
        warnings=warnings,
        needs_=needs,
        odds_=odds,
        sights_=sights,
    )
    return Act(action, deed, option, target, arm, item, edge, feats)
