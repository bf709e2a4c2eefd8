"""Who fights whom in a melee: Main Units, Support Units, smaller melees (7.6).

A pair of enemies in contact is named by its active and its inactive unit. The pair that shares most front comes first;
what is left is paired in the same way, so that in the end whoever is no Main Unit touches only Main Units.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Reason
from muster.engine.ids import Seat
from muster.geometry.open.poses import opposite
from muster.geometry.open.zones import front_overlap
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import Contact, State, UnitId

SAME: Final = 1
"""Overlaps that differ by no more count as equal, as all lengths do."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two enemies in contact. ``overlap``: so much of the inactive unit's front the active one's covers, in units
    (7.6i). ``frontal``: neither met the other on flank or rear (7.6d). ``baggage``: one of them is. ``named``: in a
    doubt they have been named before (7.6c)."""

    active: UnitId
    inactive: UnitId
    overlap: int
    frontal: bool
    baggage: bool
    named: bool = False

    def units(self) -> tuple[UnitId, UnitId]:
        """Both of them."""
        return self.active, self.inactive

    @property
    def key(self) -> str:
        """Its name among the choices."""
        return f"{self.active}:{self.inactive}"


@dataclass(frozen=True, slots=True)
class Backer:
    """A Support Unit of a melee: for which Main Unit, against which, and the overlap of their fronts in units."""

    unit: UnitId
    helps: UnitId
    against: UnitId
    overlap: int
    frontal: bool


@dataclass(frozen=True, slots=True)
class Melee:
    """A melee with its two Main Units and all who support them (7.6a)."""

    pair: Pair
    backers: tuple[Backer, ...] = ()

    @property
    def mains(self) -> tuple[UnitId, UnitId]:
        """The active Main Unit and the inactive one."""
        return self.pair.units()

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Everybody in it, Main Units first."""
        return (*self.mains, *(b.unit for b in self.backers))

    def foe(self, main: UnitId) -> UnitId:
        """The other Main Unit."""
        return self.pair.inactive if main == self.pair.active else self.pair.active

    def helpers(self, main: UnitId) -> tuple[UnitId, ...]:
        """The Support Units of a Main Unit."""
        return tuple(b.unit for b in self.backers if b.helps == main)

    def side(self, main: UnitId) -> tuple[UnitId, ...]:
        """A Main Unit and its Support Units."""
        return main, *self.helpers(main)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Several pairs could be the Main Units: who decides, among which, and by which rule (7.6c, 7.9d)."""

    seat: Seat
    pairs: tuple[Pair, ...]
    rule: str


def active_seat(state: State) -> Seat:
    """The seat whose command is active; where none is, the first seat."""
    command = state.active
    return state.seats[0] if command is None else Seat(command.partition("/")[0])


# ------------------------------------------------------------------------------------------------ contact
def component(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """Everybody who is in one melee with a unit, itself included, in the armies' order; empty if it is in none."""
    found: set[UnitId] = set()
    todo = [unit] if state.in_melee(unit) else []
    while todo:
        here = todo.pop()
        found.add(here)
        met = {u for c in state.met_by(here) for u in (c.by, c.on)}
        todo += sorted(met - found)
    return tuple(u for u in state.units if u in found)


def foes_met(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """The enemies that a unit is in contact with."""
    met = {u for c in state.met_by(unit) for u in (c.by, c.on) if u != unit}
    return tuple(u for u in state.units if u in met)


def contacts_of(state: State, a: UnitId, b: UnitId) -> tuple[Contact, ...]:
    """How two units have met, each the other or only one of them."""
    return tuple(c for c in state.contacts if {c.by, c.on} == {a, b})


def is_flanked(state: State, unit: UnitId) -> bool:
    """Whether an enemy in contact, Main or Support Unit, met it on flank or rear (7.2.3b, R67)."""
    return any(c.on == unit and c.impact == "flank" for c in state.contacts)


# ------------------------------------------------------------------------------------------------ pairs
def pair_of(state: State, active: UnitId, inactive: UnitId) -> Pair:
    """Two enemies in contact, with the front that they share (7.6b, 7.6i)."""
    contacts = contacts_of(state, active, inactive)
    on_front = any(c.by == inactive or c.impact == "front" for c in contacts)
    return Pair(
        active,
        inactive,
        _overlap(state, active, inactive) if on_front else 0,
        all(c.impact != "flank" for c in contacts),
        "BAG" in (state.card(active).type, state.card(inactive).type),
        any(c.main for c in contacts),
    )


def _overlap(state: State, active: UnitId, inactive: UnitId) -> int:
    """How much of the inactive front the active one covers, projected onto it where they stand at an angle."""
    ours, theirs = body(state, active), body(state, inactive)
    slanted = ours.pose.heading != opposite(theirs.pose.heading)
    if slanted and not applies("7.6b"):
        return 0
    return front_overlap(theirs, ours).length


def pairs(state: State, units: Iterable[UnitId]) -> tuple[Pair, ...]:
    """Every pair of enemies in contact among these units, in the armies' order."""
    ours = active_seat(state)
    mine = [u for u in units if state.seat(u) == ours]
    return tuple(pair_of(state, unit, foe) for unit in mine for foe in foes_met(state, unit))


def _rank(pair: Pair) -> tuple[bool, bool, int]:
    """What makes a pair Main Units before another: baggage, then a frontal contact, then the shared front."""
    baggage = pair.baggage and applies("7.9c")
    frontal = pair.frontal or not applies("7.6d")
    return baggage, frontal, pair.overlap if pair.overlap and applies("7.6i") else 0


def _best(free: Sequence[Pair]) -> tuple[Pair, ...]:
    """The pairs that come first, which are several only where they are equal."""
    if len(free) < 2:
        return tuple(free)
    ranks = {pair: _rank(pair) for pair in free}
    baggage, frontal, overlap = max(ranks.values())
    if baggage and applies("7.9d"):
        return tuple(p for p in free if ranks[p][0])
    alike = [p for p in free if ranks[p][:2] == (baggage, frontal)]
    return tuple(p for p in alike if overlap - ranks[p][2] <= SAME)


def next_pair(
    state: State, free: Sequence[Pair], chosen: Sequence[Pair] = ()
) -> tuple[Pair | None, Doubt | None]:
    """Among pairs not yet decided the one whose units are Main Units, or the doubt about it; (None, None): no more.

    ``chosen`` are those decided before: none of their units can be a Main Unit again (7.6e).
    """
    taken = {u for p in chosen for u in p.units()}
    left = [p for p in free if not taken.intersection(p.units())]
    if not left or (chosen and not applies("7.6c")):
        return None, None
    equal = _best(left)
    best = tuple(p for p in equal if p.named) or equal
    sure = [p for p in best if not any(_clash(p, q) for q in best)]
    if sure:
        return sure[0], None
    if all(p.baggage for p in best) and applies("7.9d"):
        owner = next(u for u in best[0].units() if state.card(u).type == "BAG")
        return None, Doubt(state.seat(owner), best, "7.9d")
    if not applies("7.6c"):
        return best[0], None
    return None, Doubt(active_seat(state), best, "7.6c")


def _clash(a: Pair, b: Pair) -> bool:
    """Whether two different pairs want the same unit."""
    return a is not b and bool(set(a.units()) & set(b.units()))


# ------------------------------------------------------------------------------------------------ melees
def main_pairs(state: State, units: Iterable[UnitId]) -> tuple[Pair, ...]:
    """The Main Units of all melees among these units; where there is a doubt the first of the equal pairs."""
    return _settled(state, units)[0]


def _settled(state: State, units: Iterable[UnitId]) -> tuple[tuple[Pair, ...], tuple[Doubt, ...]]:
    """The Main Units, doubts settled for the first of the equal pairs, and those doubts."""
    found, chosen, doubts = pairs(state, units), list[Pair](), list[Doubt]()
    while True:
        pair, doubt = next_pair(state, found, chosen)
        if doubt is not None:
            doubts.append(doubt)
            pair = doubt.pairs[0]
        if pair is None:
            return tuple(chosen), tuple(doubts)
        chosen.append(pair)


def melee_of(state: State, pair: Pair, busy: Iterable[UnitId]) -> Melee:
    """The melee of two Main Units with everybody who supports one of them (7.6a, 7.6e).

    ``busy`` are units that are Main Units of any melee now: they take no other role.
    """
    backers: list[Backer] = []
    mains = set(busy)
    for main, foe in (pair.units(), pair.units()[::-1]):
        for unit in foes_met(state, foe):
            if unit in pair.units() or (unit in mains and applies("7.6e")):
                continue
            two = (unit, foe) if main == pair.active else (foe, unit)
            shared = pair_of(state, *two)
            backers.append(Backer(unit, main, foe, shared.overlap, shared.frontal))
    return Melee(pair, tuple(backers) if backers and applies("7.6a") else ())


def melees(state: State, unit: UnitId) -> tuple[Melee, ...]:
    """The melees that a unit's fight falls into now, doubts settled for the first of the equal pairs."""
    mains = main_pairs(state, component(state, unit))
    busy = [u for p in mains for u in p.units()]
    return tuple(melee_of(state, pair, busy) for pair in mains)


def main_foes(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """The enemies in contact with a unit that are Main Units against its side; several where that is in doubt."""
    chosen, doubts = _settled(state, component(state, unit))
    mains = {u for p in (*chosen, *(p for d in doubts for p in d.pairs)) for u in p.units()}
    return tuple(u for u in foes_met(state, unit) if u in mains)


def doubts(state: State, unit: UnitId) -> tuple[Doubt, ...]:
    """The doubts about who are Main Units where a unit fights, in the order in which they come up."""
    return _settled(state, component(state, unit))[1]


# ------------------------------------------------------------------------------------------------ in words
def roles(state: State, melee: Melee) -> tuple[Reason, ...]:
    """Who are the Main Units of a melee, who supports them, and why, with the front that they share."""
    pair = melee.pair
    mains = f"Main Units are {state.name(pair.active)} and {state.name(pair.inactive)}: {_shared(pair)}."
    found = [Reason(mains, _rule_of(pair))]
    for backer in melee.backers:
        reason = support(state, backer)
        found.append(Reason(f"{state.name(backer.unit)} {reason.text}.", reason.rule))
    return tuple(found)


def main_role(state: State, melee: Melee, main: UnitId) -> Reason:
    """What makes a Main Unit one, and who will choose where another pair has the same right (7.6c, 7.9d)."""
    doubt = next((d for d in doubts(state, main) if melee.pair in d.pairs), None)
    text = f"Main Unit against {state.name(melee.foe(main))}: {_shared(melee.pair)}"
    if doubt is None:
        return Reason(text, _rule_of(melee.pair))
    return Reason(
        f"{text}; {state.setup.labels[doubt.seat]} may choose another pair", f"baroque.{doubt.rule}"
    )


def support(state: State, backer: Backer) -> Reason:
    """What a Support Unit does, and how much of the enemy's front it covers."""
    how = f"with {bu(backer.overlap)} of front" if backer.overlap else "not on its front"
    if not backer.frontal:
        how = "on flank or rear"
    whom, foe = state.name(backer.helps), state.name(backer.against)
    rule = "baroque.7.6i" if backer.frontal else "baroque.7.6d"
    return Reason(f"supports {whom} against {foe}, {how}", rule)


def _shared(pair: Pair) -> str:
    return f"they share {bu(pair.overlap)} of front" if pair.overlap else "no fronts meet"


def _rule_of(pair: Pair) -> str:
    return "baroque.7.9c" if pair.baggage else "baroque.7.6i"
