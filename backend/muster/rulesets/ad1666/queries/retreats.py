"""Retreats after a close combat: who has to, and whither (combat.16 to combat.22)."""

from typing import Final

from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.ground import board_of, border
from muster.rulesets.ad1666.queries.moving import is_free, ways_on
from muster.rulesets.ad1666.queries.zones import controls, engaged_by, is_foe
from muster.rulesets.ad1666.state import State

OFF: Final = "off"
"""The key of the way over the edge of the board."""


def key_of(space: Space | None) -> str:
    """What names a space among the ways back."""
    return OFF if space is None else f"{space[0]},{space[1]}"


def is_held(state: State, who: CharacterId) -> bool:
    """Whether a retreat is waived: an enemy that is not activated yet engages the Character (combat.16, R34)."""
    return any(not state.bodies[foe].activated for foe in engaged_by(state, who)) and applies("combat.16")


def retreats(state: State, who: CharacterId) -> tuple[Space | None, ...]:
    """The spaces that a Character may fall back to, None being the way over the edge (combat.17, combat.18).

    One step that needs no test, diagonally whatever the Agility, to a free space outside all enemy zones; off High
    Terrain too, which takes a test after it (combat.19). Prone and Unconscious ones have none (combat.20).
    """
    body = state.bodies[who]
    if body.at is None or (state.is_down(who) and applies("combat.20")):
        return ()
    here = board_of(state).spaces[body.at]
    found: list[Space | None] = []
    for step in ways_on(state, body.at):
        to = step.to
        if to is None or step.manner not in ("walk", "jump") or to in found:
            continue
        if step.manner == "jump" and not applies("combat.19"):
            continue
        climbs = "high" in board_of(state).spaces[to].extras and "high" not in here.extras
        if not is_free(state, to) or (climbs and applies("combat.19")):
            continue
        if is_threatened(state, who, to) and applies("combat.17"):
            continue
        found.append(to)
    found.sort(key=lambda s: (s[1], s[0]) if s is not None else (0, 0))
    if border(state, body.at, None) == "open" and applies("combat.18"):
        found.append(None)
    return tuple(found)


def is_threatened(state: State, who: CharacterId, space: Space) -> bool:
    """Whether a space lies in the zone of an enemy, to whom the Character is one too."""
    return any(
        is_foe(state, who, foe) and is_foe(state, foe, who) and controls(state, foe, space)
        for foe in state.present()
        if foe != who
    )
