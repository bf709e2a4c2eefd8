"""Where a beaten unit ends: straight back, through friends or pushing them, along a front, off the table (7.5.3).

Everybody whom a retreat pushes goes the same way, so a friend is pushed by as much as whoever pushes it has still to go
when they touch.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from muster.geometry.open.angles import FULL
from muster.geometry.open.contact import Solid, first_contact, overlapping, passages, settled
from muster.geometry.open.moves import BACK, Path, straight
from muster.geometry.open.poses import Body, opposite, touches
from muster.geometry.open.pushing import clear_length, push
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import UnitType
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body, rim
from muster.rulesets.baroque.queries.passing import bars_all
from muster.rulesets.baroque.state import State, UnitId

Fate: TypeAlias = Literal["stands", "left_table", "destroyed"]
PASSERS: Final[frozenset[UnitType]] = frozenset({"S", "T", "DR"})
"""The foot that a retreat takes through friends, as it takes all Mounted (5.5.2a)."""
START: Final = 1
"""A retreat that goes no farther than touching allows has not started."""
ROUNDED: Final = 4
"""By so many units at most a place that was worked out exactly is set back, because poses are whole units."""


@dataclass(frozen=True, slots=True)
class Stop:
    """What ends a retreat after so many units, in a sentence with its rule."""

    length: int
    why: str
    rule: str
    by: UnitId = ""


@dataclass(frozen=True, slots=True)
class Shove:
    """A friend that a retreat pushes: on what way, and where it ends, which rounding may set a unit beside it."""

    path: Path
    end: Body


@dataclass(frozen=True, slots=True)
class Retreat:
    """Where a retreat ends. ``length`` is how far it went, in units; ``stop`` what ended it before the full length.

    ``pushed`` are friends with the way that each is pushed and where it ends (5.5.2b), ``passed`` those it went through
    (5.5.2a). ``slid`` are the enemies along whose fronts it slid, ``held`` those that it still touches (7.5.3b).
    """

    unit: UnitId
    fate: Fate
    end: Body
    length: int
    stop: Stop | None = None
    pushed: tuple[Shove, ...] = ()
    passed: tuple[UnitId, ...] = ()
    slid: tuple[UnitId, ...] = ()
    held: tuple[UnitId, ...] = ()


@dataclass(frozen=True)
class _Scene:
    """What a retreating base meets: blockers stop it, friends are passed or pushed, it slides along fronts."""

    base: Body
    friends: tuple[Body, ...]
    blockers: tuple[Solid, ...]
    rim: tuple[Body, ...]
    slides: tuple[Body, ...]

    @property
    def travel(self) -> int:
        """The heading along which all go."""
        return opposite(self.base.pose.heading)


def goes_through(state: State, unit: UnitId) -> bool:
    """Whether a retreat takes the unit through its friends, instead of pushing them (5.5.2a, 5.5.2b)."""
    card = state.card(unit)
    return (card.mounted or card.type in PASSERS) and applies("5.5.2a")


def retreat(state: State, unit: UnitId, wanted: int) -> Retreat:
    """Where a unit ends that has to go straight back so many units (7.5.2d, 7.5.2e, 7.5.3)."""
    path = straight(body(state, unit), BACK, wanted)
    scene, terrain = _scene(state, path), ground.speed(state, unit, path)
    most, stop = wanted, None
    if terrain is not None and terrain.length < wanted and applies("3.1.1l"):
        most, stop = terrain.length, Stop(terrain.length, terrain.why, terrain.rule)
    if goes_through(state, unit):
        return _through(state, scene, most, stop)
    return _pushing(state, scene, most, stop)


def _scene(state: State, path: Path) -> _Scene:
    """Sort everybody on the table by what a unit does with them that retreats on a path."""
    unit = path.body.id
    friends, blockers = list[UnitId](), list[UnitId]()
    sliding = {c.by for c in state.contacts if c.on == unit and c.impact != "front" and applies("7.5.3a")}
    passes = goes_through(state, unit)
    for other in state.on_table():
        if other == unit or other in sliding:
            continue
        stands = state.are_foes(unit, other) or bars_all(state, other)
        fights = state.in_melee(other) and applies("5.5.2a" if passes else "5.5.2b")
        if stands or fights or not (passes or applies("5.5.2b")):
            blockers.append(other)
        else:
            friends.append(other)
    return _Scene(
        path.body,
        tuple(bodies(state, friends)),
        (*bodies(state, blockers), *ground.blocking(state, path)),
        rim(state),
        tuple(bodies(state, sorted(sliding))),
    )


def _stop(state: State, base: Body, travel: int, length: int, solids: Sequence[Solid]) -> Stop | None:
    """What a base meets first on so much of the way, if anything."""
    met = first_contact(_glide(base, travel, length), solids) if length > 0 else None
    if met is None or met.length >= length:
        return None
    if met.id in state.units:
        fight = "" if state.are_foes(base.id, met.id) or not state.in_melee(met.id) else ", in melee"
        return Stop(met.length, f"In the way: {state.name(met.id)}{fight}.", "baroque.7.5.2e", met.id)
    if met.id in state.terrain:
        return Stop(met.length, f"{state.terrain[met.id].label} cannot be entered.", "baroque.7.5.2e")
    return Stop(met.length, "The edge of the table is there.", "baroque.5.5.2b")


def _glide(base: Body, travel: int, length: int) -> Path:
    """The way of a base along a heading of the table."""
    return straight(base, (travel - base.pose.heading) % FULL, length)


# ------------------------------------------------------------------------------------------------ through friends
def _through(state: State, scene: _Scene, most: int, stop: Stop | None) -> Retreat:
    """The retreat of a unit that passes friends and is put behind those it would end in (5.5.2a)."""
    blocked = _stop(state, scene.base, scene.travel, most, scene.blockers)
    if blocked is not None:
        most, stop = blocked.length, blocked
    length = clear_length(scene.base, scene.travel, most, scene.friends)
    beyond = _stop(state, scene.base, scene.travel, length, scene.blockers) if length > most else None
    if beyond is not None:
        length = _before_friends(scene, most)
        stop = Stop(length, "Behind the friend in its way there is no room.", beyond.rule, beyond.by)
    return _ended(state, scene, length, stop, {})


def _before_friends(scene: _Scene, length: int) -> int:
    """The greatest length up to this one after which the base stands in no friend."""
    while length > 0:
        inside = [
            p.enter for p in passages(straight(scene.base, BACK, length), scene.friends) if p.leave is None
        ]
        if not inside:
            return length
        length = min(length - 1, *inside)
    return 0


# ------------------------------------------------------------------------------------------------ pushing friends
def _pushing(state: State, scene: _Scene, most: int, stop: Stop | None) -> Retreat:
    """The retreat of a unit that pushes the friends it meets (5.5.2b)."""
    gaps = _gaps(scene, most)
    for mover in (scene.base, *(f for f in scene.friends if f.id in gaps)):
        pushed, start = mover is not scene.base, gaps.get(mover.id, 0)
        solids = (*scene.blockers, *scene.rim) if pushed else scene.blockers
        met = _stop(state, mover, scene.travel, most - start, solids)
        if met is not None:
            why = f"{state.name(mover.id)} cannot be pushed farther. {met.why}" if pushed else met.why
            most, stop = start + met.length, Stop(start + met.length, why, met.rule, met.by)
    pushes = {f.id: most - gaps[f.id] for f in scene.friends if f.id in gaps and gaps[f.id] < most}
    return _ended(state, scene, most, stop, pushes)


def _gaps(scene: _Scene, most: int) -> dict[UnitId, int]:
    """How far the retreating base goes before it, or somebody whom it has pushed, begins to push each friend."""
    bases = {b.id: b for b in (scene.base, *scene.friends)}
    reached, done = {scene.base.id: 0}, set[UnitId]()
    while todo := [u for u in reached if u not in done]:
        here = min(todo, key=lambda u: (reached[u], u))
        done.add(here)
        path = _glide(bases[here], scene.travel, most - reached[here])
        for friend in scene.friends:
            met = first_contact(path, [friend]) if friend.id != here else None
            if met is not None and met.length < path.length:
                at = reached[here] + met.length
                reached[friend.id] = min(at, reached.get(friend.id, at))
    return {u: at for u, at in reached.items() if u != scene.base.id}


# ------------------------------------------------------------------------------------------------ where all end
def _ended(
    state: State, scene: _Scene, length: int, stop: Stop | None, pushes: Mapping[UnitId, int]
) -> Retreat:
    """The retreat after so many units, with everybody whom it pushed; shortened until nobody stands in anybody."""
    base = scene.base
    if length <= START and applies("7.5.2e"):
        return Retreat(base.id, "destroyed", base, 0, stop)
    if scene.slides:
        length, stop = _sliding(scene, length, stop, pushes)
        if length <= START:
            return Retreat(base.id, "destroyed", base, 0, stop)
    through = tuple(p.id for p in passages(straight(base, BACK, length), scene.friends) if p.id not in pushes)
    slid = tuple(s.id for s in scene.slides)
    for shorter in range(min(length, ROUNDED)):
        placed = _placed(scene, length - shorter, {u: max(0, n - shorter) for u, n in pushes.items()})
        if placed is None:
            continue
        end, shoves = placed
        if overlapping(end, scene.rim) and applies("5.8a"):
            return Retreat(base.id, "left_table", end, length, stop, shoves, through, slid)
        held = tuple(s.id for s in scene.slides if touches(end, s))
        return Retreat(base.id, "stands", end, length, stop, shoves, through, slid, held)
    raise ValueError(f"{base.id} finds no place to retreat to.")


def _placed(
    scene: _Scene, length: int, pushes: Mapping[UnitId, int]
) -> tuple[Body, tuple[Shove, ...]] | None:
    """Where the retreating base and those whom it pushed stand; None if rounding leaves no room for one of them."""
    stands: list[Solid] = [*scene.blockers, *scene.slides, *(f for f in scene.friends if f.id not in pushes)]
    shoves: list[Shove] = []
    pushed = [f for f in scene.friends if f.id in pushes]
    for friend in sorted(pushed, key=lambda f: (pushes[f.id], f.id)):
        path = _glide(friend, scene.travel, pushes[friend.id])
        there = settled(path.body_at(path.length), stands)
        if there is None:
            return None
        stands.append(there)
        shoves.append(Shove(path, there))
    end = settled(_slid(scene, length), stands)
    return None if end is None else (end, tuple(shoves))


def _slid(scene: _Scene, length: int) -> Body:
    """The base after so many units straight back, set off the fronts along which it slides (7.5.3a)."""
    there = straight(scene.base, BACK, length).body_at(length)
    for front in scene.slides:
        there = push(there, front, front.pose.heading)
    return there


def _sliding(
    scene: _Scene, length: int, stop: Stop | None, pushes: Mapping[UnitId, int]
) -> tuple[int, Stop | None]:
    """How far a base can slide before what sets it aside would set it into somebody."""
    stands = [*scene.blockers, *(f for f in scene.friends if f.id not in pushes)]
    if not overlapping(_slid(scene, length), stands):
        return length, stop
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        free = not overlapping(_slid(scene, middle), stands)
        low, high = (middle, high) if free else (low, middle)
    return low, Stop(low, "The front that it slides along leaves it no room.", "baroque.7.5.3a")
