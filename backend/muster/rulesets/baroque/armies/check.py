"""Whether a roster is legal: every fault at once, with the limit that it breaks, and the counts behind the limits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeAlias

from muster.engine.explain import Total
from muster.engine.refusals import Refusal
from muster.engine.rosters import RosterProblem
from muster.rulesets.baroque.armies.build import Army, army_of, price_of, vdt_of
from muster.rulesets.baroque.armies.files import purchases
from muster.rulesets.baroque.armies.lists import ArmyList, ListLine, Option, army_list
from muster.rulesets.baroque.armies.roster import Roster, RosterUnit, roster_of
from muster.rulesets.baroque.book import applies, number

Json: TypeAlias = Any

SMALL: Final = 300
"""Budgets up to this many points are small games (list.6, R42)."""
LARGE: Final = 1000
"""Budgets from this many points on are large games (list.5)."""
MOST_OF_UNITS: Final = 40
"""How many faults of single units are told at once; a roster with more is mended from the top."""


@dataclass(frozen=True, slots=True)
class LineCount:
    """How many units a line has, and how few and many it may have at this budget."""

    line: int
    count: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class OptionCount:
    """How many units have an option, and how many may; ``most`` None is any number. ``of`` units could have it."""

    key: str
    count: int
    most: int | None
    of: int


@dataclass(frozen=True, slots=True)
class Checked:
    """What there is to know of a roster: problems, cost, and the counts that limits compare.

    ``commands`` are the least and most commands; ``army`` is what the roster makes, None where the list lacks a row.
    """

    problems: tuple[RosterProblem, ...]
    points: Total
    vdt: Total
    lines: tuple[LineCount, ...]
    options: tuple[OptionCount, ...]
    commands: tuple[int, int]
    army: Army | None


def check(roster: Roster) -> Checked:
    """Hold a roster against its list and the rules of building; raises Refusal where there is no such list."""
    printed = army_list(roster.army)
    lines = tuple(count_line(line, roster) for line in printed.lines)
    options = tuple(count_option(option, roster) for option in printed.options)
    points = price_of(roster)
    known = all(printed.row(unit.line) is not None for _, _, unit in roster.units())
    army = army_of("blue", roster) if known else None
    problems = (
        *command_problems(roster),
        *leader_problems(roster, printed),
        *islice(unit_problems(roster, printed), MOST_OF_UNITS),
        *name_problems(roster, army),
        *line_problems(printed, lines),
        *option_problems(printed, options),
        *purchase_problems(roster, printed, points),
    )
    vdt = vdt_of(army) if army is not None else Total("VDT", (), 0)
    return Checked(problems, points, vdt, lines, options, command_limits(roster.budget), army)


def legal_army(seat: str, body: Json, *, budget: int, destiny: bool) -> Army:
    """The army that a seat brings to a match of that budget, with Rolls of Destiny or without.

    Raises Refusal with every fault that the roster has.
    """
    roster = roster_of(body)
    if roster.budget != budget:
        raise Refusal(
            "other_budget",
            f"The roster is made for {roster.budget} points, this match is of {budget}.",
            rule="baroque.list.2",
            numbers={"roster": roster.budget, "match": budget},
        )
    if roster.destiny and not destiny and applies("destiny"):
        raise Refusal(
            "no_destiny",
            "The roster has bought Rolls of Destiny, but this match is played without them.",
            rule="baroque.destiny",
            numbers={"rolls": roster.destiny},
        )
    problems = check(roster).problems
    if problems:
        first = problems[0]
        raise Refusal(
            "illegal_army",
            " ".join(problem.text for problem in problems),
            rule=first.rule,
            numbers=dict(first.numbers),
        )
    return army_of(seat, roster)


# ------------------------------------------------------------------------------------------------ commands, leaders
def command_limits(budget: int) -> tuple[int, int]:
    """The least and the most commands: 3 to 4, or the one of a small game (2.1a, list.6, R42)."""
    return (1, 1) if budget <= SMALL and applies("list.6") else (3, 4)


def command_problems(roster: Roster) -> Iterator[RosterProblem]:
    """Too few or too many commands, and commands without units or with artillery only (2.1a, 2.1b)."""
    least, most = command_limits(roster.budget)
    count = len(roster.commands)
    if not least <= count <= most and applies("2.1a"):
        wanted = "one command" if most == 1 else f"{least} or {most} commands"
        yield RosterProblem(
            "commands",
            f"An army of {roster.budget} points has {wanted}, this one has {count}.",
            f"baroque.{'list.6' if most == 1 else '2.1a'}",
            {"commands": count, "least": least, "most": most},
            ("commands",),
        )
    printed = army_list(roster.army)
    for n, command in enumerate(roster.commands):
        label = command.label or f"Command {n + 1}"
        if not command.units and applies("2.1b"):
            yield RosterProblem(
                "empty_command",
                f"{label} has no unit; a command has at least one.",
                "baroque.2.1b",
                {"units": 0},
                ("commands", n),
            )
        elif all(_is_artillery(printed, unit) for unit in command.units) and applies("2.1b"):
            yield RosterProblem(
                "artillery_only",
                f"{label} is artillery only; it needs a unit of another kind.",
                "baroque.2.1b",
                {"artillery": len(command.units)},
                ("commands", n),
            )


def _is_artillery(printed: ArmyList, unit: RosterUnit) -> bool:
    row = printed.row(unit.line)
    return row is not None and row.type == "ART"


def leader_problems(roster: Roster, printed: ArmyList) -> Iterator[RosterProblem]:
    """Not exactly one Commander-in-Chief (2.1c), and Charismatic leaders who may not be (2.7.1c)."""
    chiefs = sum(command.cinc for command in roster.commands)
    if chiefs != 1 and applies("2.1c"):
        found = f"{chiefs} are" if chiefs else "none is"
        yield RosterProblem(
            "cinc",
            f"Exactly one leader is the Commander-in-Chief; here {found}.",
            "baroque.2.1c",
            {"cinc": chiefs},
            ("commands",),
        )
    for n, command in enumerate(roster.commands):
        if command.level != "Charismatic" or (command.cinc and printed.charismatic):
            continue
        if applies("2.7.1c"):
            reason = "only the Commander-in-Chief may be" if printed.charismatic else "this list allows none"
            yield RosterProblem(
                "charismatic",
                f"The leader of {command.label or f'Command {n + 1}'} is Charismatic, but {reason}.",
                "baroque.2.7.1c",
                {},
                ("commands", n, "level"),
            )


# ------------------------------------------------------------------------------------------------ units and lines
def unit_problems(roster: Roster, printed: ArmyList) -> Iterator[RosterProblem]:
    """Rows that the list does not have, and options that a unit cannot be given."""
    rule = f"baroque.{printed.rule}"
    for c, u, unit in roster.units():
        where = ("commands", c, "units", u)
        row = printed.row(unit.line)
        if row is None:
            yield RosterProblem("no_such_line", f"The list has no row {unit.line!r}.", rule, {}, where)
            continue
        for key in unit.options:
            option = printed.option(key)
            if option is None:
                yield RosterProblem("no_such_option", f"The list has no option {key!r}.", rule, {}, where)
            elif row.key not in option.units:
                able = row_names(printed, option.units, kinds=True)
                text = f"{row.name} ({row.type}) cannot have {option.label}; it is for {able}."
                yield RosterProblem("option_not_for_unit", text, rule, {}, where)
        if len(set(unit.options)) < len(unit.options):
            text = f"{row.name} has an option twice; each counts once."
            yield RosterProblem("option_twice", text, rule, {}, where)


def name_problems(roster: Roster, army: Army | None) -> Iterator[RosterProblem]:
    """Units of one name: nobody could tell which one an option or a line of the log means."""
    if army is None:
        return
    seen: set[str] = set()
    for (c, u, _), card in zip(roster.units(), army.cards, strict=True):
        if card.name.casefold() in seen:
            yield RosterProblem(
                "same_name",
                f"Two units are called {card.name}; give one of them another name.",
                f"baroque.army.{roster.army}",
                {},
                ("commands", c, "units", u),
            )
        seen.add(card.name.casefold())


def scaled(line: ListLine, budget: int) -> tuple[int, int]:
    """The least and most units of a line at a budget in points.

    As printed; the least halved and rounded up in small games (list.1), both doubled in large ones (list.5).
    """
    if budget >= LARGE and applies("list.5"):
        return 2 * line.least, 2 * line.most
    if budget <= SMALL and applies("list.1"):
        return -(-line.least // 2), line.most
    return line.least, line.most


def count_line(line: ListLine, roster: Roster) -> LineCount:
    """How many units of the roster belong to a line, with its limits."""
    keys = {row.key for row in line.units}
    count = sum(unit.line in keys for _, _, unit in roster.units())
    return LineCount(line.line, count, *scaled(line, roster.budget))


def line_problems(printed: ArmyList, counts: Sequence[LineCount]) -> Iterator[RosterProblem]:
    """Lines with fewer units than their least or more than their most (list.1)."""
    for line, found in zip(printed.lines, counts, strict=True):
        if not found.least <= found.count <= found.most and applies("list.1"):
            names = row_names(printed, [row.key for row in line.units])
            few = found.count < found.least
            limit = f"at least {found.least}" if few else f"at most {found.most}"
            yield RosterProblem(
                "too_few" if few else "too_many",
                f"{names}: {found.count}, but {limit} must be taken."
                if few
                else f"{names}: {found.count}, but {limit} may be taken.",
                "baroque.list.1",
                {"line": line.line, "count": found.count, "least": found.least, "most": found.most},
                ("lines", line.line),
            )


def row_names(printed: ArmyList, keys: Sequence[str], *, kinds: bool = False) -> str:
    """The names of rows, each once: "Foot or Veteran Foot", with their types behind them if wanted."""
    rows = [row for key in keys if (row := printed.row(key)) is not None]
    return " or ".join(dict.fromkeys(f"{row.name} ({row.type})" if kinds else row.name for row in rows))


# ------------------------------------------------------------------------------------------------ options
def count_option(option: Option, roster: Roster) -> OptionCount:
    """How many units have an option and how many may: its number, or its share of those there are.

    A share is rounded down (list.3, R43).
    """
    able = [unit for _, _, unit in roster.units() if unit.line in option.units]
    count = sum(option.key in unit.options for unit in able)
    most = option.most
    if option.fraction is not None:
        over, under = option.fraction
        most = number("list.3", len(able) * over // under, off=-(-len(able) * over // under))
    return OptionCount(option.key, count, most, len(able))


def option_problems(printed: ArmyList, counts: Sequence[OptionCount]) -> Iterator[RosterProblem]:
    """Options that more units have than may."""
    for option, found in zip(printed.options, counts, strict=True):
        if found.most is None or found.count <= found.most:
            continue
        names = row_names(printed, option.units)
        limit = f"{found.most} may"
        if option.share is not None:
            limit = f"{found.most} may: {option.share} of {found.of}, rounded down"
        yield RosterProblem(
            "option_limit",
            f"{option.label}: {found.count} of {names} have it, {limit}.",
            "baroque.list.3" if option.share is not None else f"baroque.{printed.rule}",
            {"count": found.count, "most": found.most, "units": found.of},
            ("options", option.key),
        )


# ------------------------------------------------------------------------------------------------ purchases
def purchase_problems(roster: Roster, printed: ArmyList, points: Total) -> Iterator[RosterProblem]:
    """A command structure that the list lacks (list.4), too many dice or rolls, more points than there are (list.2)."""
    table = purchases()
    if roster.sc not in printed.sc and applies("list.4"):
        yield RosterProblem(
            "structure",
            f"This list buys a command structure of {' or '.join(printed.sc)}, not {roster.sc}.",
            "baroque.list.4",
            {},
            ("sc",),
        )
    dice = len(table.exploration.prices) - 1
    if roster.exploration > dice and applies("2.9a"):
        yield RosterProblem(
            "exploration",
            f"At most {dice} Exploration Dice may be bought, not {roster.exploration}.",
            "baroque.2.9a",
            {"bought": roster.exploration, "most": dice},
            ("exploration",),
        )
    if roster.destiny > table.destiny.most and applies("destiny"):
        yield RosterProblem(
            "destiny",
            f"At most {table.destiny.most} Rolls of Destiny may be bought, not {roster.destiny}.",
            "baroque.destiny",
            {"bought": roster.destiny, "most": table.destiny.most},
            ("destiny",),
        )
    if points.value > roster.budget and applies("list.2"):
        over = points.value - roster.budget
        yield RosterProblem(
            "budget",
            f"The army costs {points.value} points, {over} more than the {roster.budget} agreed.",
            "baroque.list.2",
            {"points": points.value, "budget": roster.budget, "over": over},
            ("budget",),
        )
