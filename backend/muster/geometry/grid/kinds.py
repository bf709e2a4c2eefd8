"""Kinds of terrain: the closed table in which a ruleset says what every square, feature and border is.

A kind is a set of facts about movement and sight, and the name of a drawing recipe. Rules read facts, the board draws
recipes; nobody reads a picture. The table is closed: an unknown section, an unknown fact or a fact of the wrong type
is an error that says what would be right.

Facts (all optional):

| fact | of | meaning |
|---|---|---|
| enter | all | may be entered or crossed (default true) |
| difficult | squares, features | entering is difficult ground |
| swim, rough | squares | entering is swimming; in rough water |
| climb | squares, features | entering is a climb that needs a roll |
| gap | squares | a gap that can be jumped |
| full | all | a wall: stops movement, sight and reach |
| cover | all | light, heavy or full; full is the same as `full: true` and stands with `enter: false` |
| cross_cost | edges | paces of the step that crosses it (default 1) |
| foot_only | all | not for the mounted |
| no_charge | all | not in a charge |
| no_reach | edges | blows do not pass although it is not full (a loophole) |
| raised | features | gives no cover to whoever stands on it |
| one_way | edges | passable only in the direction that the map gives |
| window | edges | a window |
| locked | states | must be forced before it opens |

A ruleset may name further facts of its own (`extra`): they are carried in `extras` and mean nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias, TypeVar, cast


class Cover(IntEnum):
    """How much of a figure a feature hides."""

    NONE = 0
    LIGHT = 1
    HEAVY = 2
    FULL = 3


COVER_NAMES: Final[dict[str, Cover]] = {cover.name.lower(): cover for cover in Cover}

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"


class KindsError(ValueError):
    """A kinds table that cannot be used; `faults` lists everything wrong with it."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


@dataclass(frozen=True, slots=True)
class SquareKind:
    """What a square is made of. `full` implies that it cannot be entered."""

    name: str
    recipe: str
    label: str
    enter: bool = True
    difficult: bool = False
    swim: bool = False
    rough: bool = False
    climb: bool = False
    gap: bool = False
    full: bool = False
    cover: Cover = Cover.NONE
    foot_only: bool = False
    no_charge: bool = False
    extras: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """A thing that fills squares and adds to what they are made of (a wagon, a table, a mast)."""

    name: str
    recipe: str
    label: str
    enter: bool = True
    difficult: bool = False
    climb: bool = False
    full: bool = False
    cover: Cover = Cover.NONE
    foot_only: bool = False
    no_charge: bool = False
    raised: bool = False
    extras: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class EdgeFacts:
    """What a border does in one of its states. `cross_cost` is in paces."""

    enter: bool = True
    full: bool = False
    cover: Cover = Cover.NONE
    cross_cost: int = 1
    foot_only: bool = False
    no_charge: bool = False
    no_reach: bool = False
    one_way: bool = False
    window: bool = False
    locked: bool = False
    extras: frozenset[str] = frozenset()

    @property
    def barred(self) -> bool:
        """Nobody steps across, in either direction."""
        return self.full or not self.enter

    @property
    def stops_reach(self) -> bool:
        """Blows do not pass (ruling R61)."""
        return self.full or self.no_reach


@dataclass(frozen=True, slots=True)
class EdgeKind:
    """A kind of border. `states` is empty for one that never changes, else it holds the facts of each state."""

    name: str
    recipe: str
    label: str
    facts: EdgeFacts = EdgeFacts()
    states: tuple[tuple[str, EdgeFacts], ...] = ()

    def in_state(self, state: str | None) -> EdgeFacts:
        """The facts in `state`. Raises KeyError for a state that this kind does not have."""
        if not self.states and state is None:
            return self.facts
        for name, facts in self.states:
            if name == state:
                return facts
        raise KeyError(state)

    @property
    def state_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.states)


@dataclass(frozen=True, slots=True)
class DecorKind:
    """Something seen and never asked by a rule (a road, a camp fire, a rug)."""

    name: str
    recipe: str
    label: str


@dataclass(frozen=True, slots=True)
class Kinds:
    """A ruleset's closed table of kinds. `unit` is the player's word for one square."""

    unit: str
    squares: Mapping[str, SquareKind]
    features: Mapping[str, FeatureKind]
    edges: Mapping[str, EdgeKind]
    decor: Mapping[str, DecorKind]

    def recipes(self) -> frozenset[str]:
        """Every drawing recipe that some kind uses."""
        return frozenset(
            kind.recipe
            for table in (self.squares, self.features, self.edges, self.decor)
            for kind in table.values()
        )

    def to_wire(self) -> dict[str, Json]:
        """The table as JSON: recipe, label and every fact that is not the default."""
        return {
            "squares": {k: _wire(v) for k, v in self.squares.items()},
            "features": {k: _wire(v) for k, v in self.features.items()},
            "edges": {k: _wire_edge(v) for k, v in self.edges.items()},
            "decor": {k: _wire(v) for k, v in self.decor.items()},
        }


_SQUARE_FLAGS: Final = frozenset(
    {"enter", "difficult", "swim", "rough", "climb", "gap", "full", "foot_only", "no_charge"}
)
_FEATURE_FLAGS: Final = frozenset({"enter", "difficult", "climb", "full", "foot_only", "no_charge", "raised"})
_EDGE_FLAGS: Final = frozenset({"enter", "full", "foot_only", "no_charge", "no_reach", "one_way", "window"})
_SECTIONS: Final = ("squares", "features", "edges", "decor")


def parse_kinds(table: object, *, extra: frozenset[str] = frozenset()) -> Kinds:
    """Read a kinds table (the parsed YAML or JSON). `extra` names the ruleset's own boolean facts.

    Raises KindsError with every fault found.
    """
    faults: list[str] = []
    sections = mapping(table)
    if sections is None:
        raise KindsError(
            [f"a kinds table is a mapping with {', '.join(_SECTIONS)}, not {type(table).__name__}"]
        )
    for key in sections:
        if key not in (*_SECTIONS, "unit"):
            faults.append(f"unknown section {key!r}: expected unit, {', '.join(_SECTIONS)}")
    unit = sections.get("unit", "square")
    if not isinstance(unit, str) or not unit:
        faults.append("unit must be a word, such as pace")
        unit = "square"

    def square(reader: _Reader) -> SquareKind:
        flags, cover = reader.flags(_SQUARE_FLAGS | extra), reader.cover()
        full = reader.settle(flags, cover)
        return SquareKind(
            reader.name,
            *reader.recipe_and_label(),
            enter=flags.get("enter", True) and not full,
            difficult=flags.get("difficult", False),
            swim=flags.get("swim", False),
            rough=flags.get("rough", False),
            climb=flags.get("climb", False),
            gap=flags.get("gap", False),
            full=full,
            cover=Cover.FULL if full else cover,
            foot_only=flags.get("foot_only", False),
            no_charge=flags.get("no_charge", False),
            extras=frozenset(k for k in extra if flags.get(k, False)),
        )

    def feature(reader: _Reader) -> FeatureKind:
        flags, cover = reader.flags(_FEATURE_FLAGS | extra), reader.cover()
        full = reader.settle(flags, cover)
        return FeatureKind(
            reader.name,
            *reader.recipe_and_label(),
            enter=flags.get("enter", True) and not full,
            difficult=flags.get("difficult", False),
            climb=flags.get("climb", False),
            full=full,
            cover=Cover.FULL if full else cover,
            foot_only=flags.get("foot_only", False),
            no_charge=flags.get("no_charge", False),
            raised=flags.get("raised", False),
            extras=frozenset(k for k in extra if flags.get(k, False)),
        )

    def edge(reader: _Reader) -> EdgeKind:
        recipe, label = reader.recipe_and_label()
        facts = reader.edge_facts(EdgeFacts(), _EDGE_FLAGS, extra)
        states: list[tuple[str, EdgeFacts]] = []
        for name, body in reader.states().items():
            inner = _Reader(f"{reader.where}.states.{name}", str(name), body, faults)
            states.append((str(name), inner.edge_facts(facts, _EDGE_FLAGS | {"locked"}, extra)))
            inner.done()
        return EdgeKind(reader.name, recipe, label, facts, tuple(states))

    def decor(reader: _Reader) -> DecorKind:
        return DecorKind(reader.name, *reader.recipe_and_label())

    kinds = Kinds(
        unit=unit,
        squares=_section(sections, "squares", square, faults),
        features=_section(sections, "features", feature, faults),
        edges=_section(sections, "edges", edge, faults),
        decor=_section(sections, "decor", decor, faults),
    )
    if not kinds.squares and not faults:
        faults.append("a kinds table needs at least one kind of square")
    if faults:
        raise KindsError(faults)
    return kinds


def recipe_faults(known: Iterable[str], tables: Mapping[str, Kinds]) -> tuple[str, ...]:
    """Compare the drawing recipes that the board knows with those that the rulesets' kinds use, both ways.

    `tables` maps the name of each ruleset to its kinds. Returns one sentence a fault; empty when all is well.
    """
    recipes = frozenset(known)
    faults = [
        f"{game}: kind {kind.name!r} asks for the recipe {kind.recipe!r}, which the board does not know"
        for game, kinds in tables.items()
        for section in (kinds.squares, kinds.features, kinds.edges, kinds.decor)
        for kind in section.values()
        if kind.recipe not in recipes
    ]
    used = frozenset[str]().union(*(kinds.recipes() for kinds in tables.values()))
    faults += [
        f"recipe {name!r} is drawn by the board but used by no kind" for name in sorted(recipes - used)
    ]
    return tuple(faults)


_K = TypeVar("_K")


def mapping(value: object) -> Mapping[object, object] | None:
    """A parsed YAML or JSON value as a mapping, None when it is something else."""
    return cast(Mapping[object, object], value) if isinstance(value, Mapping) else None


def _section(
    table: Mapping[object, object], name: str, build: Callable[[_Reader], _K], faults: list[str]
) -> Mapping[str, _K]:
    if table.get(name) is None:
        return {}
    body = mapping(table[name])
    if body is None:
        faults.append(f"{name} must map the name of each kind to its facts")
        return {}
    found: dict[str, _K] = {}
    for key, facts in body.items():
        reader = _Reader(f"{name}.{key}", str(key), facts, faults)
        found[str(key)] = build(reader)
        reader.done()
    return found


class _Reader:
    """Takes the keys out of one kind's mapping; whatever is left at the end is unknown."""

    def __init__(self, where: str, name: str, body: object, faults: list[str]) -> None:
        self.where, self.name, self._faults = where, name, faults
        self._left: dict[str, object] = {}
        facts = mapping(body)
        if facts is not None:
            self._left = {str(k): v for k, v in facts.items()}
        elif body is not None:
            faults.append(f"{where} must be a mapping of facts, not {type(body).__name__}")

    def _fault(self, text: str) -> None:
        self._faults.append(f"{self.where}: {text}")

    def recipe_and_label(self) -> tuple[str, str]:
        words: list[str] = []
        for key in ("recipe", "label"):
            value = self._left.pop(key, None)
            if not isinstance(value, str) or not value:
                self._fault(f"needs a {key} (a word or phrase)")
                value = ""
            words.append(value)
        return words[0], words[1]

    def flags(self, allowed: frozenset[str]) -> dict[str, bool]:
        found: dict[str, bool] = {}
        for key in sorted(allowed & self._left.keys()):
            value = self._left.pop(key)
            if isinstance(value, bool):
                found[key] = value
            else:
                self._fault(f"{key} must be true or false, not {value!r}")
        return found

    def cover(self, default: Cover = Cover.NONE) -> Cover:
        if "cover" not in self._left:
            return default
        value = self._left.pop("cover")
        if not isinstance(value, str) or value not in COVER_NAMES:
            self._fault(f"cover must be none, light, heavy or full, not {value!r}")
            return default
        return COVER_NAMES[value]

    def settle(self, flags: Mapping[str, bool], cover: Cover) -> bool:
        """Whether the kind is a wall. Full cover that could be entered would make sight one-sided."""
        full = flags.get("full", False)
        if full and flags.get("enter", False):
            self._fault("full and enter: true contradict each other")
        if cover is Cover.FULL and not full and flags.get("enter", True):
            self._fault("cover: full needs enter: false (or say full: true)")
        return full or cover is Cover.FULL

    def edge_facts(self, base: EdgeFacts, allowed: frozenset[str], extra: frozenset[str]) -> EdgeFacts:
        flags = self.flags(allowed | extra)
        cover = self.cover(base.cover)
        cost = self._left.pop("cross_cost", base.cross_cost)
        if not isinstance(cost, int) or isinstance(cost, bool) or not 1 <= cost <= 9:
            self._fault(f"cross_cost must be a whole number of paces from 1 to 9, not {cost!r}")
            cost = base.cross_cost
        return EdgeFacts(
            enter=flags.get("enter", base.enter),
            full=flags.get("full", base.full) or cover is Cover.FULL,
            cover=cover,
            cross_cost=cost,
            foot_only=flags.get("foot_only", base.foot_only),
            no_charge=flags.get("no_charge", base.no_charge),
            no_reach=flags.get("no_reach", base.no_reach),
            one_way=flags.get("one_way", base.one_way),
            window=flags.get("window", base.window),
            locked=flags.get("locked", base.locked),
            extras=frozenset(k for k in extra if flags.get(k, k in base.extras)),
        )

    def states(self) -> Mapping[object, object]:
        if "states" not in self._left:
            return {}
        value = mapping(self._left.pop("states"))
        if value is None or len(value) < 2:
            self._fault("states must map at least two states to their facts")
            return {}
        return value

    def done(self) -> None:
        for key in self._left:
            self._fault(f"unknown fact {key!r}")


def _wire(kind: SquareKind | FeatureKind | DecorKind) -> Json:
    wire: dict[str, Json] = {"recipe": kind.recipe, "label": kind.label}
    if isinstance(kind, DecorKind):
        return wire
    flags = _SQUARE_FLAGS if isinstance(kind, SquareKind) else _FEATURE_FLAGS
    for name in sorted(flags - {"enter"}):
        if getattr(kind, name):
            wire[name] = True
    if not kind.enter and not kind.full:
        wire["enter"] = False
    if kind.cover and not kind.full:
        wire["cover"] = kind.cover.name.lower()
    for name in sorted(kind.extras):
        wire[name] = True
    return wire


def _wire_edge(kind: EdgeKind) -> Json:
    wire: dict[str, Json] = {"recipe": kind.recipe, "label": kind.label}
    wire.update(_facts_beyond(EdgeFacts(), kind.facts))
    if kind.states:
        wire["states"] = {name: _facts_beyond(kind.facts, facts) for name, facts in kind.states}
    return wire


def _facts_beyond(base: EdgeFacts, facts: EdgeFacts) -> dict[str, Json]:
    """The facts in which a state differs from the kind, or the kind from an open border."""
    wire: dict[str, Json] = {}
    for name in sorted(_EDGE_FLAGS | {"locked"}):
        value: bool = getattr(facts, name)
        if value != getattr(base, name):
            wire[name] = value
    if facts.cover is not base.cover:
        wire["cover"] = facts.cover.name.lower()
    if facts.cross_cost != base.cross_cost:
        wire["cross_cost"] = facts.cross_cost
    for name in sorted(facts.extras ^ base.extras):
        wire[name] = name in facts.extras
    return wire
