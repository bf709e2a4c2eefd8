"""Making a match: the scenario with its own bands, or with those that are brought (setup.1 to setup.5, setup.12)."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import orjson

from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.geometry.grid.squaremap import to_wire
from muster.rulesets.ad1666.bands import NEUTRAL, called, check_scenario, clashing, limits_of
from muster.rulesets.ad1666.people import (
    ARMOUR,
    CHARACTERS,
    WEAPONS,
    Armour,
    Character,
    Weapon,
    faction_label,
)
from muster.rulesets.ad1666.rosters.cards import armour_of, people_of, weapons_of
from muster.rulesets.ad1666.rosters.check import lawful_band
from muster.rulesets.ad1666.setup import SCENARIO, SEATS, Options, Scenario, band_of, scenarios
from muster.rulesets.ad1666.tables import armour, characters, shipped_map, weapons

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Brought:
    """A side's band, with whom else it could have taken and the cards of its own."""

    band: Sequence[Character]
    faction: str
    known: Mapping[str, Character]
    weapons: Mapping[str, Weapon] = field(default_factory=dict[str, Weapon])
    armour: Mapping[str, Armour] = field(default_factory=dict[str, Armour])


def new_setup(options: Options, rosters: Mapping[Seat, Json]) -> Json:
    """Everything a match needs, as JSON; the order of the Characters is a list of its own: the digest sorts keys.

    Raises :class:`Refusal` for an unknown scenario, for a band where the scenario's own are played, and for an unlawful
    one. It never depends on both bands together: a refusal would tell one side what the other brings.
    """
    scenario = scenarios().get(options.scenario)
    if scenario is None:
        raise Refusal(
            "unknown_scenario",
            f"There is no scenario called {options.scenario!r}. Known are: {', '.join(scenarios())}.",
        )
    check_scenario(scenario)
    if rosters and options.bands == "scenario":
        raise Refusal(
            "fixed_bands",
            "This match is played with the scenario's own bands. Choose Bands: chosen to bring others.",
            rule="ad1666.setup.1",
        )
    sides = {seat: _brought(scenario, seat, rosters.get(seat)) for seat in SEATS}
    red, blue = (sides[seat] for seat in SEATS)
    clashes = [c.id for c in clashing(red.band, blue.band)]
    spares = spares_for(blue, red.band, len(clashes)) if clashes else []
    cards = [*red.band, *blue.band, *spares]
    body = {
        "options": options.model_dump(),
        "scenario": SCENARIO.dump_python(scenario, mode="json"),
        "map": to_wire(shipped_map(scenario.map)),
        "order": [c.id for c in cards],
        "characters": CHARACTERS.dump_python({c.id: c for c in cards}, mode="json"),
        "weapons": WEAPONS.dump_python({**weapons(), **red.weapons, **blue.weapons}, mode="json"),
        "armour": ARMOUR.dump_python({**armour(), **red.armour, **blue.armour}, mode="json"),
        "seats": list(SEATS),
        "labels": labels_of(sides, options.bands),
        "clashes": clashes,
        "spares": [c.id for c in spares],
    }
    digest = hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return {"digest": digest, **body}


def _brought(scenario: Scenario, seat: str, roster: Json) -> Brought:
    """What a seat comes with: the scenario's own band where it brings none."""
    if roster is None:
        band = band_of(seat, scenario.bands[seat], characters())
        return Brought(band, faction_of(band), characters())
    lawful = lawful_band(roster, limits_of(scenario))
    known = people_of(lawful, seat)
    band = band_of(seat, lawful.members, known)
    return Brought(band, lawful.faction, known, weapons_of(lawful, seat), armour_of(lawful, seat))


def spares_for(side: Brought, foes: Sequence[Character], count: int) -> list[Character]:
    """Records of all whom a side may take for ``count`` of its own who clash: of its faction and neutrals, nobody
    unique who is in the game already (setup.5, setup.12). Those who are not unique have a record for each."""
    there = {called(c) for c in (*side.band, *foes) if c.unique}
    taken = [c.kind for c in side.band]
    found: list[Character] = []
    for kind, card in side.known.items():
        ours = faction_label(card.faction) in (faction_label(side.faction), faction_label(NEUTRAL))
        if not ours or (card.unique and called(card) in there):
            continue
        for number in range(1 if card.unique else count):
            place = taken.count(kind) + number + 1
            name = card.name if place == 1 else f"{card.name} {place}"
            seat = side.band[0].seat
            found.append(replace(card, id=f"{seat}-{kind}~instead~{number + 1}", name=name, seat=seat))
    return found


def faction_of(band: Sequence[Character]) -> str:
    """The faction of a band."""
    return next(iter(sorted({c.faction for c in band} - {NEUTRAL})), NEUTRAL)


def labels_of(sides: Mapping[Seat, Brought], bands: str) -> dict[str, str]:
    """The sides by their factions; neutrals alone go by the seat's colour, and so do all bands that are brought: what
    a side is called is told to everybody before both are there."""
    factions = {str(seat): NEUTRAL if bands == "chosen" else faction_of(s.band) for seat, s in sides.items()}
    return {s: s.capitalize() if f == NEUTRAL else faction_label(f) for s, f in factions.items()}
