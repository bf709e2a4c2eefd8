"""Close combats for tests: fighters in a line, cards from the top of both decks, sums as their parts."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from muster.engine.explain import Total
from muster.rulesets.ad1666.deck import CardId
from muster.rulesets.ad1666.events import FightDecided
from muster.rulesets.ad1666.queries.combat import whose_turn
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.combat import fight, take_turn
from muster.rulesets.ad1666.state import State
from tests.kit.dice import Throw
from tests.kit.table import Table
from tests.rulesets.ad1666.scenes import YardScene

Json: TypeAlias = Any
SABRE: Final[dict[str, Json]] = {"weapons": ("sabre",), "skills": {"cutting": 0}}
"""A fighter with a sabre and no rating to speak of: Superiority 2; Skull 2, Heart 1, Cup 1, Horseshoe 0."""


def pair(red: dict[str, Json] | None = None, blue: dict[str, Json] | None = None, **board: Json) -> YardScene:
    """Ann of Red's and Bob of Blue's with sabres, side by side in the middle of a board."""
    scene = YardScene((6, 5), **board)
    scene.red("ann", (2, 2), **{**SABRE, **(red or {})})
    scene.blue("bob", (3, 2), **{**SABRE, **(blue or {})})
    scene.state.phase, scene.state.up = "combat", "red"
    return scene


def fought(
    scene: YardScene,
    red: Sequence[CardId] | CardId,
    blue: Sequence[CardId] | CardId,
    *,
    active: str = "ann",
    passive: str = "bob",
    hands: dict[str, Sequence[CardId]] | None = None,
    dice: Sequence[Throw] = (),
) -> Table[State]:
    """One fights the other, both with the top card of their decks, up to the first decision after these are open."""
    tops = {
        "red": [red] if isinstance(red, str) else list(red),
        "blue": [blue] if isinstance(blue, str) else list(blue),
    }
    for seat, deck in tops.items():
        scene.stack(seat, deck=deck, hand=list((hands or {}).get(seat, ())))
    table = scene.run(lambda game: fight(game, active, passive), dice=dice)
    lay(table)
    return table


def lay(table: Table[State]) -> None:
    """Both lay the top card of their deck, whoever is first."""
    for _ in range(2):
        seat = next((r.seat for r in table.match.requests if r.rule == "test.10"), None)
        if seat is None:
            return
        table.answer(seat, "deck")


def phase(scene: YardScene) -> Table[State]:
    """The whole Combat Phase from here."""

    async def rule(game: Match) -> None:
        while whose_turn(game.state) is not None:
            await take_turn(game)

    return scene.run(rule)


def lines(total: Total) -> dict[str, int]:
    """A sum by the rules of its lines, the card left out."""
    found: dict[str, int] = {}
    for line in total.parts:
        if line.rule != "cards.2":
            found[line.rule] = found.get(line.rule, 0) + line.value
    return found


def decided(table: Table[State]) -> FightDecided:
    """How the last fight came out."""
    return table.events(FightDecided)[-1]


def sums(table: Table[State]) -> tuple[dict[str, int], dict[str, int]]:
    """What was added to the cards of the last fight: the active side first."""
    one, other = decided(table).totals
    return lines(one), lines(other)


def damage(table: Table[State]) -> tuple[str | None, int, dict[str, int]]:
    """Where the last fight hit, for how much, and of what that is made."""
    event = decided(table)
    assert event.damage is not None
    return event.location, event.damage.value, lines(event.damage)
