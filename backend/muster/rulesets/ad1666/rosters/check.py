"""What the rules say of a band that somebody made: every fault at once, with its place and what would be right."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from muster.engine.refusals import Refusal
from muster.engine.rosters import RosterProblem
from muster.rulesets.ad1666.bands import NEUTRAL, Limits, faults_of
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import Character, faction_label
from muster.rulesets.ad1666.rosters.bounds import MOST_MEMBERS
from muster.rulesets.ad1666.rosters.cards import card_problems, people_of
from muster.rulesets.ad1666.rosters.roster import Roster, roster_of

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Checked:
    """What there is to know of a band: problems, and the cards of those members whom anybody knows."""

    problems: tuple[RosterProblem, ...]
    members: tuple[Character, ...]


def check(roster: Roster, limits: Limits | None = None) -> Checked:
    """Hold a band against limits, its own if no others are named."""
    known = people_of(roster)
    members = tuple(known[key] for key in roster.members if key in known)
    within = limits if limits is not None else Limits(roster.gold, roster.heroes, roster.connections)
    problems = (*member_problems(roster), *whole_problems(roster, members, within), *card_problems(roster))
    return Checked(problems, members)


def member_problems(roster: Roster) -> Iterator[RosterProblem]:
    """Members whose cards are not there, or who are of another faction (setup.3)."""
    known = people_of(roster)
    allowed = {faction_label(f) for f in (roster.faction, NEUTRAL)}
    for number, key in enumerate(roster.members):
        where = ("members", number)
        card = known.get(key)
        if card is None:
            text = f"There is no Character {key!r}, neither with the game nor among the band's own cards."
            yield RosterProblem("no_such_card", text, "ad1666.setup.3", {}, where)
        elif faction_label(card.faction) not in allowed and applies("setup.3"):
            of = faction_label(roster.faction)
            band = (
                "a band of neutrals takes neutrals only"
                if of == faction_label(NEUTRAL)
                else f"this band is of {of}"
            )
            text = f"{card.name} is of {faction_label(card.faction)}; {band}."
            yield RosterProblem("other_faction", text, "ad1666.setup.3", {}, where)


def whole_problems(roster: Roster, members: tuple[Character, ...], limits: Limits) -> Iterator[RosterProblem]:
    """Nobody at all, more than have room, and what the rules of bands say (setup.3, setup.5, skill.connections)."""
    count = len(roster.members)
    if not count:
        text = "Nobody is of this band yet; it has at least one Character."
        yield RosterProblem("empty", text, "ad1666.setup.4", {}, ("members",))
    if count > MOST_MEMBERS:
        text = f"{count} Characters are of this band; at most {MOST_MEMBERS} have room where a band begins."
        yield RosterProblem(
            "too_many", text, "ad1666.setup.1", {"count": count, "most": MOST_MEMBERS}, ("members",)
        )
    if not roster.faction:
        text = "The band is of no faction; name one, or neutral."
        yield RosterProblem("faction", text, "ad1666.setup.3", {}, ("faction",))
    for fault in faults_of(members, limits):
        if fault.code != "factions":
            where = (fault.code,) if fault.code in ("gold", "heroes", "connections") else ("members",)
            yield RosterProblem(fault.code, fault.text, f"ad1666.{fault.rule}", fault.numbers, where)


def lawful_band(body: Json, limits: Limits) -> Roster:
    """The band that a seat brings to a match with those limits; raises Refusal with every fault that it has."""
    roster = roster_of(body)
    problems = check(roster, limits).problems
    if problems:
        first = problems[0]
        text = " ".join(problem.text for problem in problems[:MOST_TOLD])
        raise Refusal("bad_band", text, rule=first.rule, numbers=dict(first.numbers))
    return roster


MOST_TOLD = 12
"""Faults that a refusal tells; a band with more is mended from the top."""
