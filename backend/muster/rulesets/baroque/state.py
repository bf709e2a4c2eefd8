"""The state of a Baroque battle: what changes. Everything fixed (armies, table, options) is in ``setup``."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias, cast

from muster.engine.answers import Pose
from muster.engine.codec import dump, load_fields
from muster.engine.ids import Seat
from muster.engine.memory import Memory, Remembering
from muster.rulesets.baroque.armies.build import Army
from muster.rulesets.baroque.armies.files import Level
from muster.rulesets.baroque.book import BOOK
from muster.rulesets.baroque.cards import Card
from muster.rulesets.baroque.setup import Setup, setup_of

Json: TypeAlias = Any
UnitId: TypeAlias = str
CommandId: TypeAlias = str
Point: TypeAlias = tuple[int, int]

Phase: TypeAlias = Literal[
    "edges", "explore", "terrain", "alter", "order", "deploy", "river", "initiative", "command", "end", "over"
]
"""Table edges, who is First Player, his terrain, the other's changes, order of deployment, deployment, the river's
state; then turn after turn: initiative, the activation of a command, the end of the turn."""
Gone: TypeAlias = Literal["", "routed", "dispersed", "withdrawn", "left_table"]
"""Why a unit is no longer on the table."""
Impact: TypeAlias = Literal["front", "side", "flank"]
"""How a unit was met (7.2): frontal, side (treated as frontal), flank or rear."""
Arrival: TypeAlias = Literal["charge", "countercharge", "opportunity", "pursuit", ""]
"""By what a contact was made; empty once its first phase has been fought."""
Used: TypeAlias = Literal["volley", "pistol", "lance"]
"""What a unit has once in a battle: its first volley, its point-blank pistol, its lances."""
Did: TypeAlias = Literal["rally", "forced_rally", "move", "shot", "caracole"]


@dataclass(frozen=True, slots=True)
class Unit:
    """What changes about a unit or an army's baggage.

    ``lost`` are permanent losses. Until the end of the turn: ``reacted`` (2.5.4), ``activated`` (4.1.1j), ``moves``
    movement actions made (6.1.3.2a), ``shots`` by role (6.1b), ``evasions`` tested (5.6e), ``fell_back`` after a
    disengagement (5.7d), ``unruly`` may not rally (8.1.9a). ``used`` holds what was used up for the battle.
    ``exhausted_when_gone`` counts for a unit that withdrew (R9).
    """

    id: UnitId
    pose: Pose | None = None
    lost: int = 0
    disordered: bool = False
    reacted: bool = False
    activated: bool = False
    moves: int = 0
    shots: tuple[Literal["active", "reaction"], ...] = ()
    evasions: int = 0
    fell_back: bool = False
    unruly: bool = False
    used: tuple[Used, ...] = ()
    gone: Gone = ""
    exhausted_when_gone: bool = False


@dataclass(frozen=True, slots=True)
class Leader:
    """A command's leader; his id is his command's. ``at`` is his point (1.3.2), also while attached to ``unit``.

    ``fixed``: his level has changed or is locked (2.7.5c, d). In this activation of his command: ``moved`` units gone
    of his 4 BU, ``changed_unit`` has joined or left one (2.6.1e). ``barred`` until the next activation: his unit was
    destroyed (2.6.1i). ``bereft``: the last turn in which his unit was routed in melee, None: never (7.5.6c).
    """

    id: CommandId
    level: Level
    at: Point | None = None
    unit: UnitId | None = None
    fixed: bool = False
    moved: int = 0
    changed_unit: bool = False
    barred: bool = False
    bereft: int | None = None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """What changes about a command: ``done`` this turn, ``broken`` once its test was taken (R12), and what doubles of
    agitators and preachers give its units that have them this turn: ``discipline`` and ``cohesion`` (8.1.9)."""

    id: CommandId
    done: bool = False
    broken: bool = False
    discipline: int = 0
    cohesion: int = 0


@dataclass(frozen=True, slots=True)
class SideState:
    """What changes about an army: dice and Rolls of Destiny left, its die for the terrain, its table edge.

    The Second Player's ``die`` goes down as he uses his options (3.3f).
    ``edge`` is the long edge at y = 0 (``north``) or the other (``south``); ``deployed`` are its commands so far.
    """

    seat: str
    exploration: int
    destiny: int
    die: int = 0
    edge: Literal["", "north", "south"] = ""
    deployed: tuple[CommandId, ...] = ()


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of terrain: its outline (or line) in units, its kind by name, ``state`` of a river (3.1.1i)."""

    id: str
    kind: str
    label: str
    outline: tuple[Point, ...]
    closed: bool = True
    state: str = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class Contact:
    """``by`` has met ``on`` with its front (7.1a): where, by what kind of move, and across which linear obstacle.

    ``moved``: the move that made it was longer than nothing (7.3e). ``impetus`` False: the mover was interrupted
    (5.4.2f). ``main``: who decides in a doubt has said that the two are Main Units of the melee to come (7.6c).
    """

    by: UnitId
    on: UnitId
    impact: Impact
    arrival: Arrival = ""
    over: str | None = None
    moved: bool = True
    impetus: bool = True
    main: bool = False


@dataclass(frozen=True, slots=True)
class Acting:
    """What the active unit has done in its activation, and what that still allows.

    ``did`` in order; ``moves`` movement actions; ``ways`` their kinds; ``reserved`` movement actions declared with the
    shot (6.1.3.2b; None: it has not shot, or moves freely); ``passing`` the friend whose interpenetration is not
    finished with the pose to go back to (5.5.1d, R81); ``passed`` the last movement went through a friend (6.1.3.3);
    ``over`` nothing more may be done.
    """

    unit: UnitId
    did: tuple[Did, ...] = ()
    moves: int = 0
    ways: tuple[str, ...] = ()
    reserved: int | None = None
    passing: UnitId | None = None
    back_to: Pose | None = None
    passed: bool = False
    over: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How the battle ended."""

    winner: str | None
    reason: str
    text: str


_FIXED: Final = frozenset({"setup"})


@dataclass
class State(Remembering):
    """Everything that changes. Only events write to it. Nothing in it is hidden from anybody."""

    setup: Setup
    phase: Phase = "edges"
    turn: int = 0
    first: str = ""
    """The First Player (3.3b); whoever deploys next while deploying is ``to_deploy``."""
    settled: bool = False
    """No more Exploration Dice may be rolled for what is decided now (3.3c, 3.4b)."""
    to_deploy: str = ""
    sides: dict[str, SideState] = field(default_factory=dict[str, SideState])
    commands: dict[CommandId, Command] = field(default_factory=dict[CommandId, Command])
    leaders: dict[CommandId, Leader] = field(default_factory=dict[CommandId, Leader])
    units: dict[UnitId, Unit] = field(default_factory=dict[UnitId, Unit])
    terrain: dict[str, Terrain] = field(default_factory=dict[str, Terrain])
    contacts: tuple[Contact, ...] = ()
    holder: str = ""
    """Who held the battlefield's goal at the last end of a turn, for the ``held``-th time in a row (9.1f)."""
    held: int = 0
    active: CommandId | None = None
    acting: Acting | None = None
    ending: Ending | None = None

    def position(self) -> tuple[object, ...]:
        """What queries may remember answers about: units, leaders, terrain, contacts and the rules switched off.

        Nothing else: not turn, command or activation.
        """
        moving = (*self.units.values(), *self.leaders.values(), *self.terrain.values())
        return (self.setup, BOOK.off, self.contacts, *moving)

    # ------------------------------------------------------------------ remembering more narrowly and more widely
    @property
    def ground_memory(self) -> dict[Any, Any]:
        """What queries remember about the terrain alone."""
        return self._of_ground.about((self.setup, BOOK.off, *self.terrain.values()))

    @property
    def whole_memory(self) -> dict[Any, Any]:
        """What queries remember about everything: it ends with any change at all."""
        return self._of_all.about((self.setup, BOOK.off, *self._parts()))

    def _parts(self) -> Iterator[object]:
        """Everything that changes, piece by piece."""
        for name in _CHANGING:
            value: Json = getattr(self, name)
            if isinstance(value, dict):
                yield from cast(dict[str, object], value).values()
            else:
                yield value

    @cached_property
    def _of_ground(self) -> Memory:
        return Memory()

    @cached_property
    def _of_all(self) -> Memory:
        return Memory()

    def share_ground(self, other: "State") -> None:
        """Remember about the terrain what another state of the same battle does."""
        self._of_ground = other._of_ground

    # ------------------------------------------------------------------ saving
    def to_bytes(self) -> bytes:
        """What a snapshot holds."""
        return dump(self, leave_out=_FIXED)

    @staticmethod
    def from_bytes(setup: Json, data: bytes) -> "State":
        """The state that :meth:`to_bytes` wrote."""
        return State(setup_of(setup), **load_fields(State, data, leave_out=_FIXED))

    @staticmethod
    def new(setup: Json) -> "State":
        """Before anything is on the table; a prepared battlefield has its terrain already."""
        fixed = setup_of(setup)
        state = State(fixed)
        for army in fixed.armies.values():
            state.sides[army.seat] = SideState(army.seat, army.exploration, army.destiny)
            for command in army.commands:
                state.commands[command.id] = Command(command.id)
                state.leaders[command.id] = Leader(command.id, command.level)
        state.units = {card: Unit(card) for card in fixed.cards}
        state.terrain = {
            t.id: Terrain(t.id, t.kind, t.label, t.outline, t.closed, t.state, t.value)
            for t in fixed.field.terrain
        }
        return state

    # ------------------------------------------------------------------ reading
    def card(self, unit: UnitId) -> Card:
        """The fixed numbers of a unit (or of baggage)."""
        return self.setup.cards[unit]

    def army(self, seat: str) -> Army:
        """The army of a seat as it was built."""
        return self.setup.armies[seat]

    def name(self, unit: UnitId) -> str:
        """The unit's name, with its side's word where the enemy has one of that name."""
        return self.setup.told.get(unit) or self.setup.cards[unit].name

    def seat(self, unit: UnitId) -> Seat:
        """Whose unit it is."""
        return Seat(self.setup.cards[unit].seat)

    def are_foes(self, a: UnitId, b: UnitId) -> bool:
        """Whether two units are on different sides."""
        return self.setup.cards[a].seat != self.setup.cards[b].seat

    def vbu(self, unit: UnitId) -> int:
        """Current VBU: the printed one less all permanent losses (2.3b)."""
        return self.setup.cards[unit].vbu - self.units[unit].lost

    def on_table(self, seat: str | None = None) -> tuple[UnitId, ...]:
        """Units (baggage too) that stand on the table, of one seat or of all, in the armies' order."""
        return tuple(
            u.id
            for u in self.units.values()
            if u.pose is not None and (seat is None or self.setup.cards[u.id].seat == seat)
        )

    def foes(self, unit: UnitId) -> tuple[UnitId, ...]:
        """Enemy units and baggage on the table."""
        return tuple(u for u in self.on_table() if self.are_foes(u, unit))

    def pose(self, unit: UnitId) -> Pose:
        """Where a unit on the table stands."""
        pose = self.units[unit].pose
        if pose is None:
            raise ValueError(f"{unit} is not on the table.")
        return pose

    def of_command(self, command: CommandId) -> tuple[UnitId, ...]:
        """The units of a command that are on the table."""
        return tuple(u for u in self.on_table() if self.setup.cards[u].command == command)

    def leader_with(self, unit: UnitId) -> Leader | None:
        """The leader attached to a unit."""
        return next((x for x in self.leaders.values() if x.unit == unit and not x.lost), None)

    def in_melee(self, unit: UnitId) -> bool:
        """Whether it is in contact with an enemy."""
        return any(unit in (c.by, c.on) for c in self.contacts)

    def met_by(self, unit: UnitId) -> tuple[Contact, ...]:
        """The contacts that a unit is part of."""
        return tuple(c for c in self.contacts if unit in (c.by, c.on))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in their order."""
        return tuple(Seat(s) for s in self.setup.armies)

    def other(self, seat: str) -> Seat:
        """The enemy's seat: a battle has two sides."""
        return next(s for s in self.seats if s != seat)

    def known_to(self, seat: Seat) -> "State":
        """What a seat knows: all of it (secret choices never enter the state before they are opened)."""
        return self

    # ------------------------------------------------------------------ writing, for events only
    def change(self, unit: UnitId, **fields: Any) -> None:
        """Replace fields of a unit."""
        self.units[unit] = replace(self.units[unit], **fields)

    def change_leader(self, command: CommandId, **fields: Any) -> None:
        """Replace fields of a leader."""
        self.leaders[command] = replace(self.leaders[command], **fields)

    def change_command(self, command: CommandId, **fields: Any) -> None:
        """Replace fields of a command."""
        self.commands[command] = replace(self.commands[command], **fields)

    def change_side(self, seat: str, **fields: Any) -> None:
        """Replace fields of a side."""
        self.sides[seat] = replace(self.sides[seat], **fields)

    def part(self, units: Iterable[UnitId]) -> None:
        """Take units out of every contact."""
        gone = set(units)
        self.contacts = tuple(c for c in self.contacts if c.by not in gone and c.on not in gone)


_CHANGING: Final = tuple(f.name for f in fields(State) if f.name not in _FIXED)


def with_poses(state: State, poses: Mapping[UnitId, Pose]) -> State:
    """A copy in which some units stand elsewhere: for asking what would be. What is known of the ground it shares."""
    moved = {u: replace(state.units[u], pose=pose) for u, pose in poses.items()}
    copy = replace(state, units={**state.units, **moved})
    copy.share_ground(state)
    return copy
