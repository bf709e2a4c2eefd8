"""Bands as a builder sees them (``engine.rosters.RosterTools``): all cards and bounds as JSON, and the check."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

from muster.engine.explain import Part, Total
from muster.engine.rosters import RosterReport
from muster.rulesets.ad1666.bands import NEUTRAL
from muster.rulesets.ad1666.people import (
    ABILITIES,
    ACTIVE_SKILLS,
    ARMOUR,
    CHARACTERS,
    CLOSE_SKILLS,
    RANGED_SKILLS,
    SPECIAL_SKILLS,
    WEAPONS,
    faction_label,
    skill_label,
)
from muster.rulesets.ad1666.rosters import bounds
from muster.rulesets.ad1666.rosters.bounds import Bound
from muster.rulesets.ad1666.rosters.cards import arms, icons, people_of
from muster.rulesets.ad1666.rosters.check import check
from muster.rulesets.ad1666.rosters.roster import LEAST_GOLD, MOST_GOLD, ready_bands, roster_of
from muster.rulesets.ad1666.setup import scenarios
from muster.rulesets.ad1666.tables import armour, characters

Json: TypeAlias = Any


class BandTools:
    """Cards, ready bands and checks of Anno Domini 1666."""

    def catalogue(self) -> Json:
        """Factions, sizes, cards, skills, bounds of all numbers, ready bands."""
        return {
            "factions": [{"key": key, "label": faction_label(key)} for key in factions()],
            "sizes": _sizes(),
            "characters": CHARACTERS.dump_python(dict(characters()), mode="json"),
            "weapons": WEAPONS.dump_python(dict(arms()), mode="json"),
            "armour": ARMOUR.dump_python(dict(armour()), mode="json"),
            "icons": list(icons()),
            "abilities": list(ABILITIES),
            "skills": {
                "close": _skills(dict.fromkeys(CLOSE_SKILLS, "stats.2")),
                "ranged": _skills(dict.fromkeys(RANGED_SKILLS, "stats.2")),
                "active": _skills(ACTIVE_SKILLS),
                "special": _skills(SPECIAL_SKILLS),
            },
            "bounds": {
                "character": _bounds(bounds.CHARACTER),
                "ability": _bound(bounds.ABILITY),
                "rating": _bound(bounds.RATING),
                "weapon": _bounds(bounds.WEAPON),
                "damage": _bound(bounds.DAMAGE),
                "range": _bound(bounds.RANGE),
                "difficulty": _bound(bounds.DIFFICULTY),
                "guard": _bound(bounds.GUARD),
            },
            "most": {
                "members": bounds.MOST_MEMBERS,
                "weapons": bounds.MOST_WEAPONS,
                "armour": bounds.MOST_ARMOUR,
                "ranges": bounds.MOST_RANGES,
            },
            "ready": [
                {
                    "key": ready.key,
                    "title": ready.title,
                    "list": faction_label(ready.roster.faction),
                    "points": ready.roster.gold,
                    "roster": ready.roster.model_dump(mode="json"),
                }
                for ready in ready_bands().values()
            ],
        }

    def clean(self, body: Json) -> Json:
        """The band with every field."""
        return roster_of(body).model_dump(mode="json")

    def brought(self, body: Json) -> Json:
        """The band without own cards that nobody in it bears and without its own limits: the scenario's count."""
        roster = roster_of(body)
        borne = {k: c for k, c in roster.characters.items() if k in roster.members}
        arms_borne = {key for card in borne.values() for key in card.weapons}
        worn = {key for card in borne.values() for key in card.armour}
        known = people_of(roster)
        gold = sum(known[key].gold for key in roster.members if key in known)
        within = roster.model_copy(
            update={
                "gold": min(MOST_GOLD, max(LEAST_GOLD, gold)),
                "heroes": 0,
                "connections": 0,
                "characters": borne,
                "weapons": {k: w for k, w in roster.weapons.items() if k in arms_borne},
                "armour": {k: a for k, a in roster.armour.items() if k in worn},
            }
        )
        return within.model_dump(mode="json")

    def report(self, body: Json) -> RosterReport:
        """Problems and costs; the detail says what the members have in all."""
        roster = roster_of(body)
        found = check(roster)
        return RosterReport(
            title=faction_label(roster.faction or NEUTRAL),
            points=Total.of("Gold", (Part(c.name, c.gold, "ad1666.setup.3") for c in found.members)),
            limit=roster.gold,
            problems=found.problems,
            detail={
                "gold": sum(c.gold for c in found.members),
                "heroes": sum(c.hero for c in found.members),
                "connections": sum(c.connections for c in found.members),
                "count": len(roster.members),
            },
        )


def factions() -> tuple[str, ...]:
    """The factions of the shipped Characters, neutrals last."""
    named = dict.fromkeys(c.faction for c in characters().values() if c.faction != NEUTRAL)
    return (*named, NEUTRAL)


def _sizes() -> list[Json]:
    """What scenarios allow, with the scenarios that do."""
    sizes: dict[tuple[int, int, int], list[str]] = {}
    for scenario in scenarios().values():
        size = (scenario.gold, scenario.heroes, scenario.connections)
        sizes.setdefault(size, []).append(scenario.title)
    return [
        {"gold": gold, "heroes": heroes, "connections": connections, "scenarios": titles}
        for (gold, heroes, connections), titles in sorted(sizes.items())
    ]


def _skills(keys: Mapping[str, str]) -> list[Json]:
    return [{"key": key, "label": skill_label(key), "rule": f"ad1666.{rule}"} for key, rule in keys.items()]


def _bounds(of: Mapping[str, Bound]) -> dict[str, Json]:
    return {key: _bound(bound) for key, bound in of.items()}


def _bound(bound: Bound) -> Json:
    return {**asdict(bound), "rule": f"ad1666.{bound.rule}"}
