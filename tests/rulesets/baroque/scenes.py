"""Positions of a battle for one test: an open table, units with round numbers, and nothing else.

A scene is a bare table of 20 by 15 BU, on which the test puts what its rule needs, in BU and degrees::

    scene = BattleScene()
    foot = scene.blue("foot", (10, 9))                      # P&M facing up the screen, at the enemy
    horse = scene.red("horse", (10, 6), type="TR", impetus=3)
    scene.terrain("wood", box(4, 4, 3, 3))
    table = scene.run(lambda game: shoot(game, foot, horse), dice=[6, 5, 5, 2])

A unit that says nothing else is :data:`PLAIN`, base and mounted movement by its type. Its id is its name in small
letters. Blue's units face up the screen, red's down. Each side has one command, ``blue/1`` and ``red/1``, whose
Reliable leader stands at a corner of the own edge and is heard everywhere, until :meth:`leader` or :meth:`structure`
says otherwise.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, Final, TypeAlias

import orjson

from muster.engine.explain import Total
from muster.engine.ids import Seat
from muster.rulesets.baroque.armies.build import (
    ARMY,
    Army,
    baggage_of,
    depth_of,
    frontage_of,
)
from muster.rulesets.baroque.armies.build import (
    Command as ArmyCommand,
)
from muster.rulesets.baroque.armies.files import Level, Structure
from muster.rulesets.baroque.battlefields import BATTLEFIELD, Battlefield, kinds
from muster.rulesets.baroque.cards import BU, MOUNTED, Card
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.setup import SEATS, Options, Setup, baggage_card, baggage_id
from muster.rulesets.baroque.state import (
    Acting,
    Arrival,
    Command,
    Contact,
    Impact,
    Leader,
    SideState,
    State,
    Terrain,
    Unit,
    UnitId,
)
from tests.kit.dice import Throw
from tests.kit.scene import THROUGH, Rule, Scene
from tests.kit.table import Table

Json: TypeAlias = Any
At: TypeAlias = "tuple[float, float] | None"

PLAIN: Final[dict[str, Json]] = {
    "line": "plain",
    "type": "P&M",
    "pace": "normal",
    "vbu": 6,
    "impetus": 1,
    "discipline": "B",
    "vd": 3,
    "points": 60,
    "weapons": (),
    "sm": 0,
    "mm": 0,
    "massed": False,
    "traits": (),
}
"""What is printed of a unit whose test says nothing of it; it moves 2 BU if mounted, dragoon or skirmisher, else 1."""

HEARD_EVERYWHERE: Final = 60
"""The command range in BU of a side whose test says nothing of it."""

_QUICK: Final = MOUNTED | {"DR", "S"}
_CARD_FIELDS = {f.name for f in fields(Card)} - {"id", "seat", "name"}
_BODY_FIELDS = {f.name for f in fields(Unit)} - {"id", "pose"}


def units(length: float) -> int:
    """BU as units of the table."""
    return round(length * BU)


def box(x: float, y: float, width: float, depth: float) -> tuple[tuple[float, float], ...]:
    """The outline of a rectangle from its upper left corner, all in BU."""
    return (x, y), (x + width, y), (x + width, y + depth), (x, y + depth)


def _army(seat: str) -> Army:
    return Army(
        seat=seat,
        list="swedish",
        title=seat.capitalize(),
        budget=600,
        points=600,
        cards=(),
        commands=(),
        sc="Average",
        command_range=HEARD_EVERYWHERE,
        baggage=baggage_of(fortified=False),
        exploration=1,
        destiny=0,
        vdt_extra=0,
    )


class BattleScene(Scene[State]):
    """A battle in its first turn, with nothing on the table yet; blue is active with its command ``blue/1``."""

    def __init__(self, size: tuple[float, float] = (20, 15), **options: Json) -> None:
        """``size`` of the table in BU, ``options`` those of a match."""
        armies = {str(seat): _army(seat) for seat in SEATS}
        field = Battlefield("test", "A test", "", (units(size[0]), units(size[1])))
        cards = {baggage_id(seat): baggage_card(army) for seat, army in armies.items()}
        labels = {seat: army.title for seat, army in armies.items()}
        fixed = Setup("", Options.model_validate(options), field, armies, cards, labels)
        state = State(fixed, "command", 1, active="blue/1")
        super().__init__(RULESET, None, state)
        for seat in SEATS:
            state.sides[seat] = SideState(seat, 1, 0, edge="south" if seat == "blue" else "north")
            state.units[baggage_id(seat)] = Unit(baggage_id(seat))
            self.command(f"{seat}/1")
            self.leader(f"{seat}/1", (0, size[1] if seat == "blue" else 0))

    # ------------------------------------------------------------------ units
    def blue(self, name: str, at: At = None, heading: float = 0, **numbers: Json) -> UnitId:
        """Put a unit of the blue seat on the table; see :meth:`put`."""
        return self.put("blue", name, at, heading, **numbers)

    def red(self, name: str, at: At = None, heading: float = 180, **numbers: Json) -> UnitId:
        """Put a unit of the red seat on the table; see :meth:`put`."""
        return self.put("red", name, at, heading, **numbers)

    def put(self, seat: str, name: str, at: At, heading: float, **numbers: Json) -> UnitId:
        """Put a unit with its centre at a place in BU and its heading in degrees; its id.

        ``numbers`` are fields of its card (``type="TR"``, ``vbu=6``, ``weapons=["musket"]``, ``massed=True``,
        ``command="blue/2"``) or of its state (``disordered=True``, ``lost=2``, ``used=("pistol",)``).
        """
        unit = name.lower()
        unknown = set(numbers) - _CARD_FIELDS - _BODY_FIELDS
        assert not unknown, f"a unit has no {', '.join(sorted(unknown))}"
        assert unit not in self.state.units, f"{unit} is in the battle already"
        given = {**PLAIN, **{k: v for k, v in numbers.items() if k in _CARD_FIELDS}}
        for key in ("weapons", "traits"):
            given[key] = tuple(given[key])
        kind = given["type"]
        given.setdefault("move", 2 if kind in _QUICK else 1)
        given.setdefault("frontage", frontage_of(kind))
        given.setdefault("depth", depth_of(kind, massed=given["massed"]))
        given.setdefault("command", f"{seat}/1")
        self.command(given["command"])
        _cards(self.state)[unit] = Card(id=unit, seat=seat, name=name.capitalize(), **given)
        body = {k: v for k, v in numbers.items() if k in _BODY_FIELDS}
        pose = None if at is None else (units(at[0]), units(at[1]), round(heading * 100) % 36_000)
        self.state.units[unit] = Unit(unit, pose, **body)
        return unit

    def baggage(
        self, seat: str, at: tuple[float, float], *, fortified: bool = False, lost: int = 0
    ) -> UnitId:
        """Put a side's baggage on the table; its id."""
        army = self._change_army(seat, baggage=baggage_of(fortified=fortified))
        unit = baggage_id(seat)
        _cards(self.state)[unit] = baggage_card(army)
        heading = 0 if seat == "blue" else 18_000
        self.state.units[unit] = Unit(unit, (units(at[0]), units(at[1]), heading), lost)
        return unit

    # ------------------------------------------------------------------ commands and leaders
    def _change_army(self, seat: str, **fields: Json) -> Army:
        fixed = self.state.setup
        army = replace(fixed.armies[seat], **fields)
        self.state.setup = replace(fixed, armies={**fixed.armies, seat: army})
        return army

    def command(self, command: str) -> str:
        """Make a command, if it is not there yet; only :meth:`leader` puts its leader on the table."""
        if command not in self.state.commands:
            seat, _, number = command.partition("/")
            built = self.state.setup.armies[seat].commands
            label = f"{seat.capitalize()} command {number}"
            made = ArmyCommand(command, label, f"{seat.capitalize()} leader {number}", "Reliable", not built)
            self._change_army(seat, commands=(*built, made))
            self.state.commands[command] = Command(command)
            self.state.leaders[command] = Leader(command, "Reliable")
        return command

    def leader(
        self,
        command: str,
        at: At = None,
        *,
        unit: UnitId | None = None,
        level: Level = "Reliable",
        **states: Json,
    ) -> None:
        """Put a command's leader at a place in BU, or with a unit; ``states`` are fields of his state."""
        self.command(command)
        place = None if at is None else (units(at[0]), units(at[1]))
        if unit is not None:
            x, y, _ = self.state.pose(unit)
            place = (x, y)
        self.state.leaders[command] = Leader(command, level, place, unit, **states)

    def structure(self, seat: str, sc: Structure, reach: int) -> None:
        """Give a side a command structure and its range in BU."""
        self._change_army(seat, sc=sc, command_range=reach)

    def destiny(self, seat: str, rolls: int) -> None:
        """Give a side Rolls of Destiny."""
        self.state.change_side(seat, destiny=rolls)

    # ------------------------------------------------------------------ ground and contact
    def terrain(
        self, kind: str, outline: Sequence[tuple[float, float]], *, name: str = "", state: str = ""
    ) -> str:
        """Put a piece of terrain on the table, its outline (or line, where its kind is linear) in BU; its id."""
        piece = name or f"{kind}-{len(self.state.terrain) + 1}"
        points = tuple((units(x), units(y)) for x, y in outline)
        row = kinds()[kind]
        self.state.terrain[piece] = Terrain(piece, kind, row.label, points, not row.linear, state, row.value)
        return piece

    def contact(
        self, by: UnitId, on: UnitId, impact: Impact = "front", arrival: Arrival = "", **more: Json
    ) -> None:
        """Say that ``by`` has met ``on``; ``more`` are further fields of the contact."""
        self.state.contacts = (*self.state.contacts, Contact(by, on, impact, arrival, **more))

    def acting(self, unit: UnitId, **done: Json) -> None:
        """Say whose activation it is, for a rule that is run alone."""
        self.state.active = self.state.card(unit).command
        self.state.acting = Acting(unit, **done)

    # ------------------------------------------------------------------ playing
    def _table(self, rule: Rule[State] | None, dice: Sequence[Throw]) -> Table[State]:
        self.setup = stored(self.state.setup)
        return super()._table(rule, dice)


def _cards(state: State) -> dict[str, Card]:
    cards = state.setup.cards
    assert isinstance(cards, dict)
    return cards


def stored(fixed: Setup) -> Json:
    """A setup as it is stored with a match."""
    baggages = {baggage_id(seat) for seat in fixed.armies}
    armies: dict[str, Json] = {}
    for seat, army in fixed.armies.items():
        cards = tuple(c for c in fixed.cards.values() if c.seat == seat and c.id not in baggages)
        armies[seat] = ARMY.dump_python(replace(army, cards=cards), mode="json")
    body = {
        "options": fixed.options.model_dump(),
        "field": BATTLEFIELD.dump_python(fixed.field, mode="json"),
        "armies": armies,
        "seats": list(SEATS),
        "labels": dict(fixed.labels),
        "kinds": _kinds(),
    }
    return {"digest": hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest(), **body}


@cache
def _kinds() -> Json:
    return kinds().wire()


# ------------------------------------------------------------------------------------------------ reading
def through(table: Table[State]) -> bool:
    """Whether the one rule under test is through."""
    return table.result is THROUGH


def parts(total: Total) -> list[tuple[str, int]]:
    """The lines of a sum as (rule, value): ``[("2.4.1c", -1), ("5.4.2d", -2)]``."""
    return [(p.rule.removeprefix("baroque."), p.value) for p in total.parts]


def lines(table: Table[State], kind: str = "") -> list[str]:
    """The texts of the log so far, of one kind or of all."""
    return [e.text for e in table.log(Seat("blue")) if not kind or e.kind == kind]


def place_of(table: Table[State], unit: UnitId) -> tuple[float, float, float] | None:
    """Where a unit stands, in BU and degrees; None if it is gone."""
    pose = table.state.units[unit].pose
    return None if pose is None else (pose[0] / BU, pose[1] / BU, pose[2] / 100)
