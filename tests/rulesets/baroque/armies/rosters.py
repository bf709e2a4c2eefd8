"""Rosters for tests: a legal army of each kind, and ways to spoil it."""

from typing import Any

from muster.engine.rosters import RosterProblem
from muster.rulesets.baroque.armies.build import card_of
from muster.rulesets.baroque.armies.check import check
from muster.rulesets.baroque.armies.lists import ArmyList, army_list, read_list
from muster.rulesets.baroque.armies.roster import RosterUnit, ready_armies, roster_of
from muster.rulesets.baroque.cards import Card

LIST = """\
key: swedish
rule: army.swedish
title: Tests
war: None
sc: [Average]
charismatic: {charismatic}
leaders: [A, B, C, D, E, F, G, H]
lines:
  - {{line: 1, least: 0, most: 9, units: [
      {{key: one, name: One, type: {type}, move: '{move}', vbu: 6, impetus: 1, discipline: B, vd: 2, points: 40
        {more}}}]}}
options: []
"""
"""A list of one row, for what no printed list has."""


def ready(key: str) -> dict[str, Any]:
    """A ready army as JSON that a test may change."""
    return next(a for a in ready_armies() if a.key == key).roster.model_dump(mode="json")


def problems(body: dict[str, Any]) -> list[RosterProblem]:
    """All faults of a roster."""
    return list(check(roster_of(body)).problems)


def fault(body: dict[str, Any]) -> RosterProblem:
    """The only fault of a roster."""
    found = problems(body)
    assert len(found) == 1, found
    return found[0]


def units(*rows: str) -> list[dict[str, Any]]:
    """Units written as a row, or as a row and its options joined by plus signs."""
    return [{"line": r.split("+")[0], "options": r.split("+")[1:]} for r in rows]


def army(army_key: str, *rows: str, budget: int = 300, sc: str = "Average", **more: Any) -> dict[str, Any]:
    """A roster of one command with these rows."""
    command = {"label": "Centre", "level": "Poor", "cinc": True, "units": units(*rows)}
    return {"army": army_key, "budget": budget, "sc": sc, "commands": [command], **more}


def one_row(*, kind: str = "TR", move: str = "2", more: str = "", charismatic: str = "false") -> ArmyList:
    """A list with one row."""
    return read_list(LIST.format(type=kind, move=move, more=more, charismatic=charismatic), "tests.yaml")


def card(printed: ArmyList | str, row: str, *options: str) -> Card:
    """The card of a unit of that row with these options."""
    found = army_list(printed) if isinstance(printed, str) else printed
    unit = RosterUnit(line=row, options=options)
    return card_of(found, unit, card_id="blue/u1", seat="blue", command="blue/1", name="One")
