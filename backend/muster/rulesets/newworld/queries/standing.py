"""Where figures stand to each other: reach, sight, who is able to fight, who counts, height."""

from collections.abc import Iterable
from dataclasses import dataclass

from muster.engine.explain import Part, SightLine
from muster.engine.memory import remembered
from muster.geometry.grid.kinds import Cover
from muster.geometry.grid.sight import SightVerdict
from muster.geometry.grid.squares import Square, footprint_distance
from muster.rulesets.newworld.book import applies, number, part
from muster.rulesets.newworld.cards import SIZES
from muster.rulesets.newworld.state import FigureId, State

NEAR_SQUARES = 6
"""Near ends here, whatever anyone's Movement (range.2)."""


def distance_between(state: State, a: FigureId, b: FigureId) -> int:
    """Squares between two figures on the table: the smallest between any of theirs (range.1, ruling R28)."""
    return footprint_distance(_at(state, a), state.side(a), _at(state, b), state.side(b))


def is_near(state: State, a: FigureId, b: FigureId) -> bool:
    """At Near or closer, which ends at 6 squares whatever anyone's Movement (range.2)."""
    return _is_near_place(state, a, _at(state, b), state.side(b))


def _is_near_place(state: State, a: FigureId, at: Square, side: int) -> bool:
    paces = footprint_distance(_at(state, a), state.side(a), at, side)
    return paces <= number("range.2", NEAR_SQUARES, off=NEAR_SQUARES + 1)


def _at(state: State, figure: FigureId) -> Square:
    at = state.figures[figure].at
    if at is None:
        raise ValueError(f"{figure} is not on the table")
    return at


def is_seen_on_table(state: State, figure: FigureId) -> bool:
    """Whether the figure has a known place on the table."""
    return state.figures[figure].at is not None


def in_reach(state: State, a: FigureId, b: FigureId) -> bool:
    """Whether two figures are at Melee range: adjacent or on one square, no full feature between (range.3, edge.1)."""
    if state.figures[a].at is None or state.figures[b].at is None:
        return False
    return in_reach_at(state, a, _at(state, a), b)


def in_reach_at(state: State, a: FigureId, at: Square, b: FigureId) -> bool:
    """The same with ``a`` imagined on another square."""
    there = state.figures[b].at
    if there is None:
        return False
    side_a, side_b = state.side(a), state.side(b)
    if footprint_distance(at, side_a, there, side_b) > number("range.3", 1, off=0):
        return False
    if state.grid.in_reach(at, side_a, there, side_b):
        return True
    return not applies("edge.1") and footprint_distance(at, side_a, there, side_b) <= 1


def is_mounted(state: State, figure: FigureId) -> bool:
    """Whether the figure sits on a mount."""
    return state.figures[figure].rides is not None


def is_fighting_fit(state: State, figure: FigureId) -> bool:
    """Able to fight in the sense of outnumbering: not prone, grappled, surprised or out of action (outnumber.2)."""
    body = state.figures[figure]
    if not state.in_fight(figure) or state.card(figure).is_mount:
        return False
    unfit = body.prone or body.grappled or body.surprised
    return not (unfit and applies("outnumber.2"))


def counts_against(state: State, figure: FigureId, target: FigureId) -> bool:
    """Whether a figure counts as an attacker of the target for outnumbering (outnumber.2)."""
    if not state.are_foes(figure, target) or not is_fighting_fit(state, figure):
        return False
    holding = state.figures[figure].holding
    if holding is not None and holding != target and applies("outnumber.2"):
        return False
    return in_reach(state, figure, target)


@remembered
def outnumbering(state: State, attacker: FigureId, target: FigureId) -> Part | None:
    """The bonus for other attackers round the target: 1 for each beyond the first, at most 3 (outnumber.1).

    Of those who lie hidden only the attacker counts, whom the attack reveals (hide.1, ruling R108).
    """
    if not counts_against(state, attacker, target):
        return None
    count = sum(
        counts_against(state, f, target) for f in state.figures if f == attacker or not is_unseen(state, f)
    )
    return outnumbering_part(count)


def outnumbering_part(count: int) -> Part | None:
    """The bonus when so many attackers count."""
    return part(f"Outnumbering, {count} attackers", min(3, max(0, count - 1)), "outnumber.1")


def level_of(state: State, figure: FigureId) -> int:
    """The level on which a figure stands, in paces of height."""
    return state.grid.level(_at(state, figure), state.side(figure))


def height(state: State, attacker: FigureId, target: FigureId) -> Part | None:
    """Higher ground, by the map or from the saddle: +1, never more (height.1 to height.3)."""
    if level_of(state, attacker) > level_of(state, target):
        return part("Higher ground", 1, "height.1")
    if is_mounted(state, attacker) and not no_saddle_bonus(state, target):
        return part("Mounted against a foe on foot", 1, "height.2")
    return None


def no_saddle_bonus(state: State, target: FigureId) -> bool:
    """Against another rider, and against anything Large or bigger, the saddle gives nothing (height.3)."""
    large = SIZES.index(state.card(target).size) >= SIZES.index("large")
    return (large or is_mounted(state, target)) and applies("height.3")


def may_attack_at_all(state: State, figure: FigureId, foe: FigureId) -> bool:
    """What grappling leaves: only the partner may be attacked, by a held figure any of its holders (grapple.12)."""
    body = state.figures[figure]
    if body.held_by:
        return foe in body.held_by or not applies("grapple.4")
    return body.holding is None or foe == body.holding or not applies("grapple.5")


def may_make_free_attack(state: State, figure: FigureId, on: FigureId) -> bool:
    """Who may make a free attack: in the fight, not surprised, not bound to somebody else by a grapple (move.13).

    Prone figures and figures in All Out Defence may.
    """
    if not state.in_fight(figure) or state.card(figure).is_mount or not state.are_foes(figure, on):
        return False
    if state.figures[figure].surprised and applies("surprise.7"):
        return False
    return may_attack_at_all(state, figure, on) and applies("move.13")


def strikers_when_leaving(
    state: State, mover: FigureId, start: Square, end: Square, struck: Iterable[FigureId] = ()
) -> tuple[FigureId, ...]:
    """The foes whose reach a step leaves and who may strike for it, in initiative order (move.11, move.12)."""
    done = set(struck)
    found = [
        foe
        for foe in state.foes(mover)
        if foe not in done
        and in_reach_at(state, mover, start, foe)
        and not in_reach_at(state, mover, end, foe)
        and may_make_free_attack(state, foe, mover)
    ]
    return in_initiative_order(state, found) if found and applies("move.11") else ()


def in_initiative_order(state: State, figures: Iterable[FigureId]) -> tuple[FigureId, ...]:
    """Figures in the fight's normal order."""
    place = {f: i for i, f in enumerate(f for group in state.order for f in group)}
    return tuple(sorted(figures, key=lambda f: (place.get(f, len(place)), f)))


# ------------------------------------------------------------------------------------------------ sight
def sight(state: State, shooter: FigureId, target: FigureId) -> SightVerdict:
    """Sight and cover between two figures (range.15, cover.5): centre to centre, the best pair of squares."""
    return state.grid.sight(_at(state, shooter), _at(state, target), state.side(shooter), state.side(target))


def can_see(state: State, a: FigureId, b: FigureId) -> bool:
    """Whether nothing full lies between two figures (range.15)."""
    return sight(state, a, b).clear or not applies("range.15")


def is_visible_foe(state: State, figure: FigureId, foe: FigureId) -> bool:
    """A legal target of attacks, Feints, Manoeuvres and Disarms: a visible foe still in the fight (action.6)."""
    if not state.are_foes(figure, foe) or not state.in_fight(foe):
        return False
    return not state.figures[foe].hidden


def is_unseen(state: State, figure: FigureId) -> bool:
    """Whether a figure lies hidden, so that nothing that others can see may hang on it (hide.1, ruling R108)."""
    return state.figures[figure].hidden and applies("hide.1")


COVER_WORDS = {
    Cover.NONE: "no cover",
    Cover.LIGHT: "light cover",
    Cover.HEAVY: "heavy cover",
    Cover.FULL: "nothing shows",
}


def sight_line(state: State, verdict: SightVerdict) -> SightLine:
    """The verdict as the board draws it, with the feature that decided named."""
    (ax, ay), (bx, by) = verdict.from_square, verdict.to_square
    witness = verdict.witness
    point = (witness.x / witness.den, witness.y / witness.den) if witness else None
    what = feature_label(state, verdict)
    words = COVER_WORDS[verdict.cover]
    label = f"{what}: {words}" if what else ("clear" if verdict.state == "clear" else words)
    return SightLine((ax + 0.5, ay + 0.5), (bx + 0.5, by + 0.5), verdict.state, point, label)


def feature_label(state: State, verdict: SightVerdict) -> str:
    """What decided a verdict, in the player's words; empty where nothing did."""
    table, name = state.setup.map, verdict.feature
    for feature in table.features:
        if feature.id == name:
            return table.kinds.features[feature.kind].label
    for edge in table.edges:
        if edge.id == name:
            return table.kinds.edges[edge.kind].label
    if verdict.square is not None:
        return table.ground(verdict.square).label
    return "A corner" if verdict.witness is not None and not verdict.clear else ""


@dataclass(frozen=True, slots=True)
class Spotted:
    """A hidden figure that a foe can see now."""

    figure: FigureId
    by: FigureId


def spots(state: State, foe: FigureId, at: Square, side: int = 1) -> bool:
    """Whether a foe would find whoever lay hidden there: near enough, and in its line of sight (hide.1).

    A mount finds only those at Melee range of it (ruling R108).
    """
    if state.card(foe).is_mount:
        return state.grid.in_reach(_at(state, foe), state.side(foe), at, side)
    return (
        _is_near_place(state, foe, at, side)
        and state.grid.sight(_at(state, foe), at, state.side(foe), side).clear
    )


def spotted(state: State) -> tuple[Spotted, ...]:
    """Hidden figures in line of sight of a foe at Near or closer, or beside a foe's mount (hide.1, ruling R108)."""
    found: list[Spotted] = []
    for figure, body in state.figures.items():
        if not body.hidden or body.at is None or body.ridden_by is not None:
            continue
        for foe in state.foes(figure):
            if spots(state, foe, body.at, state.side(figure)):
                found.append(Spotted(figure, foe))
                break
    return tuple(found) if found and applies("hide.1") else ()
