"""From a roster to what stands on the table: the cards of the units, the commands, the baggage and what was bought."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from muster.engine.explain import Total
from muster.rulesets.baroque.armies.files import BaggageRow, Level, Structure, bases, purchases
from muster.rulesets.baroque.armies.lists import (
    ArmyList,
    Option,
    Stats,
    army_list,
    pace_of,
)
from muster.rulesets.baroque.armies.roster import Roster, RosterUnit
from muster.rulesets.baroque.book import applies, number, part
from muster.rulesets.baroque.cards import BU, Card, Discipline, Pace, Trait, UnitType, Weapon

Json: TypeAlias = Any
TERCIOS: Final[frozenset[UnitType]] = frozenset({"ETE", "LTE"})
"""2.2b, 2.2c."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command and its one leader (2.1a). ``id`` is like ``blue/1``; ``leader`` is his name."""

    id: str
    label: str
    leader: str
    level: Level
    cinc: bool


@dataclass(frozen=True, slots=True)
class Baggage:
    """The army's baggage element (2.8a): ``width`` and ``depth`` in units of the table."""

    vbu: int
    fortified: bool
    width: int
    depth: int


@dataclass(frozen=True, slots=True)
class Army:
    """A side's army, as it is stored with a match.

    ``command_range`` is in BU (2.6.2a), ``exploration`` counts the free die too (2.9a), ``destiny`` the Rolls of
    Destiny, ``vdt_extra`` what the army's demoralisation value has beyond its units (8.1.10), ``points`` what all cost.
    """

    seat: str
    list: str
    title: str
    budget: int
    points: int
    cards: tuple[Card, ...]
    commands: tuple[Command, ...]
    sc: Structure
    command_range: int
    baggage: Baggage
    exploration: int
    destiny: int
    vdt_extra: int


ARMY: Final = TypeAdapter(Army)
"""For writing an army as JSON and reading it again."""


def army_of(seat: str, roster: Roster) -> Army:
    """The army of a roster; whether it is legal is ``check``'s business.

    Raises Refusal where the list, a row or an option is unknown.
    """
    printed = army_list(roster.army)
    names = unit_names(printed, roster)
    cards = tuple(
        card_of(
            printed,
            unit,
            card_id=f"{seat}/u{n}",
            seat=seat,
            command=f"{seat}/{c + 1}",
            name=names[n - 1],
        )
        for n, (c, _, unit) in enumerate(roster.units(), start=1)
    )
    commands = tuple(
        Command(f"{seat}/{n}", c.label or f"Command {n}", leader, c.level, c.cinc)
        for n, (c, leader) in enumerate(
            zip(roster.commands, leader_names(printed, roster), strict=True), start=1
        )
    )
    return Army(
        seat=seat,
        list=printed.key,
        title=printed.title,
        budget=roster.budget,
        points=price_of(roster).value,
        cards=cards,
        commands=commands,
        sc=roster.sc,
        command_range=number(
            "2.6.2a",
            purchases().structures[roster.sc].range,
            off=purchases().structures["Poor"].range,
        ),
        baggage=baggage_of(fortified=roster.fortified),
        exploration=purchases().exploration.free + roster.exploration,
        destiny=roster.destiny,
        vdt_extra=purchases().prostitutes.vdt if roster.prostitutes and applies("8.1.10") else 0,
    )


def vdt_of(army: Army) -> Total:
    """The army's demoralisation value before any deduction (9.1a)."""
    return Total.of(
        "VDT",
        (
            part("Units", sum(card.vd for card in army.cards), "9.1a"),
            part("Prostitutes", army.vdt_extra, "8.1.10"),
        ),
    )


def baggage_of(*, fortified: bool) -> Baggage:
    """The baggage element that each army has, a square of 2 BU (2.8a, R44), and its strength (2.8b)."""
    table = purchases().baggage
    side = number("2.8a", table.side, off=BU)
    row = baggage_row(fortified=fortified)
    return Baggage(row.vbu, fortified, side, side)


def baggage_row(*, fortified: bool) -> BaggageRow:
    """Strength and price of the baggage (2.8b)."""
    table = purchases().baggage
    return table.fortified if fortified and applies("2.8b") else table.unfortified


# ------------------------------------------------------------------------------------------------ cards
def unit_names(printed: ArmyList, roster: Roster) -> tuple[str, ...]:
    """The name of every unit in order: its own, or its row's short one with a number where there are several such."""
    found: list[tuple[str, bool]] = []
    for _, _, unit in roster.units():
        row = printed.row(unit.line)
        found.append((unit.name, True) if unit.name else (row.called if row else unit.line, False))
    several = Counter(name for name, own in found if not own)
    seen: Counter[str] = Counter()
    names: list[str] = []
    for name, own in found:
        if own or several[name] == 1:
            names.append(name)
        else:
            seen[name] += 1
            names.append(f"{name} {seen[name]}")
    return tuple(names)


def leader_names(printed: ArmyList, roster: Roster) -> tuple[str, ...]:
    """The name of every leader in order: his own, or the next of his list's that nobody in the army has."""
    given = {command.leader for command in roster.commands}
    spare = iter([name for name in printed.leaders if name not in given])
    return tuple(command.leader or next(spare) for command in roster.commands)


def options_of(printed: ArmyList, unit: RosterUnit) -> tuple[Option, ...]:
    """The options of a unit that its list knows, in the list's order."""
    return tuple(option for option in printed.options if option.key in unit.options)


def stats_of(row: Stats, options: Sequence[Option]) -> Stats:
    """The printed numbers that count: those of the row, or those that an option puts in their place."""
    return next((o.becomes for o in options if o.becomes is not None), row)


def leadership(level: Level) -> int:
    """What a leader of that level adds to the initiative roll (2.7a)."""
    return number("2.7a", purchases().levels[level].bonus, off=0)


def unit_price(row: Stats, options: Sequence[Option]) -> int:
    """What a unit costs with its options, in points."""
    return stats_of(row, options).points + sum(o.price for o in options)


def card_of(printed: ArmyList, unit: RosterUnit, *, card_id: str, seat: str, command: str, name: str) -> Card:
    """The card of a unit of a roster (2.3a). Raises Refusal where its row is unknown."""
    row = printed.known_row(unit.line)
    options = options_of(printed, unit)
    stats = stats_of(row, options)
    traits = _together(stats.traits, *(o.traits for o in options))
    massed, move, pace = _order(stats, options, traits)
    return Card(
        id=card_id,
        seat=seat,
        command=command,
        line=row.key,
        name=name,
        type=stats.type,
        move=move,
        pace=pace,
        vbu=stats.vbu,
        impetus=stats.impetus,
        discipline=discipline_of(stats, options),
        vd=stats.vd,
        points=unit_price(row, options),
        weapons=_weapons(stats.weapons, *(o.weapons for o in options)),
        sm=number("2.3a", stats.sm, off=0),
        mm=stats.mm or (number("2.3.1a", 2, off=0) if massed else 0),
        massed=massed,
        traits=traits,
        frontage=frontage_of(stats.type),
        depth=depth_of(stats.type, massed=massed),
    )


def _order(stats: Stats, options: Sequence[Option], traits: tuple[Trait, ...]) -> tuple[bool, int, Pace]:
    """Whether the unit is massed (2.3.1e), its movement in BU (2.3.1c) and its pace (2.2e, 8.2.3b)."""
    move, pace = pace_of(stats.move)
    massed = stats.massed
    for option in options:
        if option.massed:
            massed = True
            if applies("2.3.1c"):
                move, pace = pace_of(option.massed.get(stats.type, stats.move))
    if not massed and stats.type in TERCIOS and applies("2.3.1e"):
        massed = True
    if pace != "slow" and stats.type == "H&M" and applies("2.2e"):
        pace = "slow"
    if pace != "slow" and "cuirass" in traits and applies("8.2.3b"):
        pace = "slow"
    return massed, move, pace


def discipline_of(stats: Stats, options: Sequence[Option]) -> Discipline:
    """The unit's discipline, which an option may better."""
    for option in options:
        if option.discipline is not None:
            return option.discipline
    return stats.discipline


def _together(*groups: tuple[Trait, ...]) -> tuple[Trait, ...]:
    return tuple(dict.fromkeys(trait for group in groups for trait in group))


def _weapons(*groups: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
    return tuple(dict.fromkeys(weapon for group in groups for weapon in group))


def frontage_of(kind: UnitType) -> int:
    """The width of a base in units of the table: 2 BU, artillery two thirds of one (1.3)."""
    table = bases().frontage
    return number("1.3", table.get(kind, table["standard"]), off=table["standard"])


def depth_of(kind: UnitType, *, massed: bool) -> int:
    """The depth of a base in units of the table, doubled when massed unless the type is deep by itself (1.3, R44)."""
    table = bases()
    depth = table.depth[kind]
    if massed and kind not in table.deep_by_itself and applies("1.3"):
        return 2 * depth
    return depth


# ------------------------------------------------------------------------------------------------ prices
def price_of(roster: Roster) -> Total:
    """What a roster costs in points, with its parts; rows and options that the list does not know cost nothing."""
    printed = army_list(roster.army)
    table = purchases()
    plain = extras = 0
    for _, _, unit in roster.units():
        row = printed.row(unit.line)
        if row is not None:
            plain += row.points
            extras += unit_price(row, options_of(printed, unit)) - row.points
    return Total.of(
        "Points",
        (
            part("Units", plain, printed.rule),
            part("Options", extras, printed.rule),
            part("Leaders", sum(table.levels[c.level].price for c in roster.commands), "2.7a"),
            part(f"Command structure, {roster.sc}", table.structures[roster.sc].price, "2.6.2a"),
            part("Fortified baggage", baggage_row(fortified=roster.fortified).price, "2.8b"),
            part("Exploration dice", exploration_price(roster.exploration), "2.9a"),
            part("Rolls of Destiny", roster.destiny * table.destiny.price, "destiny"),
            part("Prostitutes", table.prostitutes.price if roster.prostitutes else 0, "8.1.10"),
        ),
    )


def exploration_price(bought: int) -> int:
    """Points for so many bought Exploration Dice (2.9a); more than may be bought cost as much as the most."""
    prices = purchases().exploration.prices
    return number("2.9a", prices[min(bought, len(prices) - 1)], off=0)
