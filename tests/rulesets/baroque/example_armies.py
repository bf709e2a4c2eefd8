"""The worked examples of armies: exploration dice, base depths, and two whole armies against their lists."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from muster.rulesets.baroque.armies.build import depth_of, exploration_price, price_of
from muster.rulesets.baroque.armies.check import check
from muster.rulesets.baroque.armies.files import purchases
from muster.rulesets.baroque.armies.lists import army_list
from muster.rulesets.baroque.armies.roster import roster_of
from muster.rulesets.baroque.cards import BU
from tests.kit.examples import Example

Json: TypeAlias = Any

UNITS: Final = re.compile(r"(\d+) (\S+) (.+) at (\d+)(?: (\w+) (-?\d+))?")
"""A kind of units as the example words it: number, type, name (of artillery the letter of its gun), points,
and an option with its points."""
UPGRADE: Final = re.compile(r"(\w+) on (\d+) (.+) (-?\d+)")


def exploration_dice(example: Example) -> None:
    """What so many bought dice cost, and how many there are then."""
    assert not example.when
    bought = example.given["ed_bought"]
    assert exploration_price(bought) == example.then["cost"]
    assert purchases().exploration.free + bought == example.then["total_ed"]


def base_depths(example: Example) -> None:
    """The depth of each kind of base in BU, to four places."""
    assert not example.when
    found: list[float] = []
    for words in example.given["units"]:
        kind, _, massed = words.partition(" ")
        found.append(round(depth_of(kind, massed=massed == "massed") / BU, 4))
    assert found == example.then["depth_bu"]


def whole_armies(example: Example) -> None:
    """Two armies with either command structure: what they cost, and whether they are legal."""
    for side in ("royalist", "parliament"):
        given = example.given[side]
        totals: list[int] = []
        legal: list[bool] = []
        faults: list[set[str]] = []
        for sc in example.when["SC"]:
            roster = roster_of(_roster(f"ecw_{side}", given, sc, example.given["points"]))
            found = check(roster).problems
            totals.append(price_of(roster).value)
            legal.append(not found)
            faults.append({p.code for p in found})
        assert totals == example.then[f"{side}_total"]
        assert legal == example.then[f"{side}_legal"]
        if f"{side}_reason" in example.then:
            assert faults == [_codes(words) for words in example.then[f"{side}_reason"]]


def _codes(words: str) -> set[str]:
    """The codes of the problems that an example words."""
    return {
        code
        for code, said in (("too_few", "Reiters below the minimum of 2"), ("budget", "over 600"))
        if said in words
    }


def _roster(key: str, given: Json, sc: str, points: int) -> dict[str, Json]:
    """An army in three commands: one unit each, and the rest in the first."""
    units: list[dict[str, Json]] = []
    for words in given["units"]:
        units += _units(key, words)
    if "upgrades" in given:
        for words in given["upgrades"]:
            _upgrade(key, units, words)
    commands: list[dict[str, Json]] = []
    for n, words in enumerate(given["leaders"]):
        level, price = words.split()
        assert purchases().levels[level].price == int(price)
        mine = units[n : n + 1] if n < 2 else units[2:]
        commands.append({"label": f"C{n}", "level": level, "cinc": n == 0, "units": mine})
    return {"army": key, "budget": points, "sc": sc, "commands": commands}


def _units(key: str, words: str) -> list[dict[str, Json]]:
    printed = army_list(key)
    match = UNITS.fullmatch(words)
    assert match is not None, words
    count, kind, name, points, option, price = match.groups()
    rows = [r for r in printed.units() if (r.type, r.points) == (kind, int(points))]
    if kind == "ART":
        row = next(r for r in rows if r.weapons == (f"art_{name.lower()}",))
    else:
        row = next(r for r in rows if r.name.startswith(name))
    chosen = []
    if option:
        found = printed.option(option)
        assert found is not None
        assert found.price == int(price)
        chosen.append(option)
    return [{"line": _spread(row.key, n), "options": chosen} for n in range(int(count))]


def _spread(row: str, n: int) -> str:
    """The row of the nth unit: three Ironsides stand in line 2, a fourth has to stand in line 1."""
    if not row.startswith("ironsides"):
        return row
    return "ironsides_2" if n < 3 else "ironsides_1"


def _upgrade(key: str, units: list[dict[str, Json]], words: str) -> None:
    printed = army_list(key)
    match = UPGRADE.fullmatch(words)
    assert match is not None, words
    option, count, name, price = match.groups()
    found = printed.option(option)
    assert found is not None
    assert found.price == int(price)
    able = [u for u in units if printed.known_row(u["line"]).name == name]
    for unit in able[: int(count)]:
        unit["options"] = [*unit["options"], option]


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "baroque.ex.b5": exploration_dice,
    "baroque.ex.c48": base_depths,
    "baroque.ex.c49": whole_armies,
}
"""By the example's id; the common test of the examples merges this with the other tables."""
