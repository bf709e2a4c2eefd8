"""Friends and enemies, Zones of Control, who engages whom, who may leave (components.2, zoc.1 to zoc.8)."""

from muster.engine.memory import remembered
from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import all_apply, applies
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.ground import adjacent, board_of, border, diagonal, on_ground, orthogonal
from muster.rulesets.ad1666.state import State


def own_side(state: State, who: CharacterId, other: CharacterId) -> bool:
    """Whether two Characters belong to one player, which never changes (components.2)."""
    return state.card(who).seat == state.card(other).seat


def is_foe(state: State, who: CharacterId, other: CharacterId) -> bool:
    """Whether ``who`` counts ``other`` as an enemy at this moment (components.2).

    Not one with the Inconspicuous marker, who in turn sees enemies as enemies (skill.inconspicuous.8, ruling R39); not
    Zagloba and whoever he has conned (skill.call-me-uncle).
    """
    if own_side(state, who, other) and applies("components.2"):
        return False
    if state.bodies[other].inconspicuous and applies("skill.inconspicuous.8"):
        return False
    return not is_conned(state, who, other)


def is_conned(state: State, who: CharacterId, other: CharacterId) -> bool:
    """Whether one of two Characters has conned the other, so that each is a friend to the other."""
    pairs = ((who, other), (other, who))
    return any(state.bodies[a].uncle == b for a, b in pairs) and applies("skill.call-me-uncle")


# ------------------------------------------------------------------------------------------------ zones
def has_zone(state: State, who: CharacterId) -> bool:
    """Whether a Character controls the spaces round it: on its feet, and noticed (zoc.1, zoc.8)."""
    body = state.bodies[who]
    if body.at is None or (body.inconspicuous and applies("skill.inconspicuous.8")):
        return False
    return not (state.is_down(who) and applies("zoc.8"))


@on_ground
def reach_of(state: State, space: Space) -> frozenset[Space]:
    """The spaces that somebody on a space controls and can fight into (zoc.1, zoc.2, combat.5).

    Over windows and open doors only straight across, and never between High Terrain and ground (map.10, map.19).
    """
    board = board_of(state)
    high = "high" in board.spaces[space].extras
    found = set(adjacent(state, space) if applies("zoc.1") else orthogonal(state, space))
    if not applies("zoc.2"):
        found.update(
            s for s in board.across_corner(space) for o in orthogonal(state, space) if s in board.beside(o)
        )
    return frozenset(
        s
        for s in found
        if (("high" in board.spaces[s].extras) == high or not applies("map.10"))
        and (border(state, space, s) != "window" or applies("map.19"))
    )


def controls(state: State, who: CharacterId, space: Space) -> bool:
    """Whether a space lies in a Character's Zone of Control (zoc.1)."""
    at = state.bodies[who].at
    return at is not None and has_zone(state, who) and space in reach_of(state, at)


@remembered
def engages(state: State, who: CharacterId, other: CharacterId) -> bool:
    """Whether ``other`` stands in the Zone of Control of ``who``, an enemy (zoc.6)."""
    at = state.bodies[other].at
    return (
        at is not None
        and is_foe(state, who, other)
        and not (state.bodies[other].inconspicuous and applies("skill.inconspicuous.8"))
        and is_foe(state, other, who)
        and controls(state, who, at)
        and (applies("zoc.7") or not _is_busy(state, who, other))
        and applies("zoc.6")
    )


def _is_busy(state: State, who: CharacterId, other: CharacterId) -> bool:
    """Whether somebody else of the other's side has ``who`` in its zone, which takes nothing off its own (zoc.7)."""
    at = state.bodies[who].at
    return at is not None and any(
        f != other and own_side(state, f, other) and controls(state, f, at) for f in state.present()
    )


def engaged_by(state: State, who: CharacterId) -> tuple[CharacterId, ...]:
    """The enemies that engage a Character, in the cards' order (zoc.6)."""
    return tuple(o for o in state.present() if o != who and engages(state, o, who))


def is_engaged(state: State, who: CharacterId) -> bool:
    """Whether any enemy engages a Character (zoc.6)."""
    return any(o != who and engages(state, o, who) for o in state.present())


# ------------------------------------------------------------------------------------------------ moving in zones
def is_held_up(state: State, foe: CharacterId, mover: CharacterId) -> bool:
    """Whether an enemy is engaged by another of the mover's friends, so that its zone may be ignored (zoc.5).

    Never that of a Living Barricade (skill.living-barricade).
    """
    if state.card(foe).has("living-barricade") and applies("skill.living-barricade"):
        return False
    return any(
        f != mover and own_side(state, f, mover) and engages(state, f, foe) for f in state.present()
    ) and applies("zoc.5")


def stopping(state: State, mover: CharacterId, space: Space) -> tuple[CharacterId, ...]:
    """The enemies whose zone would stop the mover on a space, or holds it there (zoc.3, zoc.4, zoc.5)."""
    if state.bodies[mover].inconspicuous and applies("skill.inconspicuous.8"):
        return ()
    return tuple(
        foe
        for foe in state.present()
        if is_foe(state, mover, foe)
        and is_foe(state, foe, mover)
        and controls(state, foe, space)
        and not is_held_up(state, foe, mover)
    )


def may_leave(state: State, mover: CharacterId) -> bool:
    """Whether a Character may leave its space by its own movement: nobody holds it (zoc.4, turn.18)."""
    at = state.bodies[mover].at
    return at is not None and not (stopping(state, mover, at) and all_apply(("zoc.4", "turn.18")))


def mirrors(state: State, fighter: Space, foe: Space) -> Space | None:
    """The space exactly opposite the fighter, with the foe's in the middle (combat.8, ruling R103)."""
    return board_of(state).straight_beyond(fighter, foe)


def is_diagonal(state: State, one: Space, other: Space) -> bool:
    """Whether a step between two adjacent spaces is a diagonal one (move.2)."""
    return border(state, one, other) is None and other in diagonal(state, one)
