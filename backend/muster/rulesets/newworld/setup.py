"""What a match is made of before it begins: options, scenario, map, parties. All of it is stored with the match."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from muster.engine.ids import Seat
from muster.engine.memory import Kept
from muster.engine.refusals import Refusal
from muster.geometry.grid.grid import grid_of
from muster.geometry.grid.kinds import Kinds, parse_kinds
from muster.geometry.grid.mapfile import from_wire, load_map
from muster.geometry.grid.squaremap import SquareMap, to_wire
from muster.geometry.grid.squares import footprint
from muster.rulesets.newworld.book import applies
from muster.rulesets.newworld.cards import (
    CARDS,
    FIGURES,
    TALENTS,
    WEAPONS,
    Card,
    FigureType,
    Powder,
    Talent,
    Weapon,
    make_cards,
    read_table,
    tables,
)

Json: TypeAlias = Any
SEATS: tuple[Seat, Seat] = (Seat("blue"), Seat("red"))
DEFAULT_LIMIT = 100

BY_SCENARIO = "scenario"
"""The option that leaves the party to the scenario."""
READY_PARTIES = (BY_SCENARIO, *tables().parties)
AS_THE_SCENARIO: dict[str, Json] = {BY_SCENARIO: "As the scenario says"}


def _describe(schema: dict[str, Json]) -> None:
    """What the form must know of the scenarios: where there is an ambush, by whom, and what counts beside what."""
    ambushes = {key: s.ambush.seat for key, s in scenarios().items() if s.ambush is not None}
    fields = schema["properties"]
    sides = " or ".join(f"{{{seat}}}" for seat in sorted(set(ambushes.values())))
    fields["variant"]["labels"] = {"ambush": f"Ambush: {sides} hidden"}
    fields["variant"]["choices_only_with"] = {"ambush": {"scenario": list(ambushes)}}
    fields["surprised"]["choices_only_with"] = {
        seat: {"variant": ["open"]} for seat in set(ambushes.values())
    }
    for seat in SEATS:
        fields[f"{seat}_party"]["only_with"] = {"parties": ["ready"]}


class Options(BaseModel):
    """The options of a New World match; its schema draws the form, and the log names what was chosen.

    In titles {blue} stands for what the scenario calls that side, as a choice of that name does by itself.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, title="New World", json_schema_extra=_describe)

    scenario: str = Field(
        "wagon-road", title="Scenario", description="The map, its deployment and how it is won."
    )
    variant: Literal["open", "ambush"] = Field(
        "open", title="Start", description="Open: both sides place in secret. Ambush: one side lies hidden."
    )
    surprised: Literal["scenario", "nobody", "blue", "red"] = Field(
        "scenario",
        title="Who may be surprised",
        description="As the scenario says, nobody, or one side.",
        json_schema_extra={"labels": AS_THE_SCENARIO},
    )
    parties: Literal["ready", "choose"] = Field(
        "ready",
        title="Parties",
        description="Ready: the parties below. Choose: each side makes its own, in secret.",
    )
    limit: int = Field(
        DEFAULT_LIMIT, ge=20, le=300, title="Price limit", description="What each party may cost at most."
    )
    rounds: int = Field(0, ge=0, le=60, title="Rounds", description="0: as many as the scenario says.")
    powder: Powder = Field(
        "dry", title="Powder", description="Damp powder misfires easily; with soaked powder no gun fires."
    )
    blue_party: str = Field(
        BY_SCENARIO,
        title="Party of {blue}",
        description="The scenario's, or a ready party.",
        json_schema_extra={"enum": list(READY_PARTIES), "labels": AS_THE_SCENARIO},
    )
    red_party: str = Field(
        BY_SCENARIO,
        title="Party of {red}",
        description="The scenario's, or a ready party.",
        json_schema_extra={"enum": list(READY_PARTIES), "labels": AS_THE_SCENARIO},
    )


class Roster(BaseModel):
    """A party: figures of the starter table by key, in any order."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    figures: tuple[str, ...] = Field(min_length=1, max_length=40)


@dataclass(frozen=True, slots=True)
class Ambush:
    """Who may lie hidden, in which zone, and how far from every foe at least (squares)."""

    seat: str
    zone: str
    distance: int


@dataclass(frozen=True, slots=True)
class Hold:
    """After the last round whoever has more figures on the zone's squares wins."""

    zone: str


@dataclass(frozen=True, slots=True)
class Breakthrough:
    """A seat wins as soon as so many of its figures stand in the zone at the end of a round."""

    seat: str
    zone: str
    count: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """Map, deployment, length and victory. ``zones`` maps each seat to its start zone."""

    id: str
    title: str
    summary: str
    map: str
    zones: dict[str, str]
    parties: dict[str, str]
    rounds: int = 12
    minutes: int = 25
    athletics: int = 9
    ambush: Ambush | None = None
    hold: Hold | None = None
    breakthrough: Breakthrough | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """The fixed part of a match, parsed from what is stored."""

    digest: str
    options: Options
    scenario: Scenario
    map: SquareMap
    cards: dict[str, Card]
    weapons: dict[str, Weapon]
    talents: dict[str, Talent]
    seats: tuple[str, ...]
    labels: dict[str, str]
    figures: dict[str, FigureType] = field(default_factory=dict[str, FigureType])
    mounts: dict[str, dict[str, Json]] = field(default_factory=dict[str, dict[str, Json]])
    missing: tuple[str, ...] = ()

    def with_parties(self, parties: Mapping[str, tuple[str, ...]]) -> "Setup":
        """The setup with the cards of parties that were chosen at the table (party.1)."""
        setup = self
        for seat, figures in parties.items():
            cards = party_cards(setup.figures, setup.mounts, seat, figures, setup.options.powder)
            setup = replace(
                setup,
                digest=f"{setup.digest}/{seat}:{','.join(figures)}",
                cards={**setup.cards, **{c.id: c for c in cards}},
                missing=tuple(s for s in setup.missing if s != seat),
            )
        return setup

    @property
    def rounds(self) -> int:
        """How many rounds the fight may last."""
        return self.options.rounds or self.scenario.rounds

    @property
    def ambush(self) -> Ambush | None:
        """The ambush, if this match starts with one."""
        return self.scenario.ambush if self.options.variant == "ambush" else None

    @property
    def surprised_seat(self) -> str | None:
        """The side that may be surprised: the ambushed one, or whom the host named (surprise.1)."""
        if self.options.surprised in self.seats:
            return self.options.surprised
        if self.options.surprised == "scenario" and self.ambush is not None:
            return next(s for s in self.seats if s != self.ambush.seat)
        return None


_SCENARIO = TypeAdapter(Scenario)


@cache
def scenarios() -> dict[str, Scenario]:
    """The scenarios by id, in the order of the table."""
    rows = read_table("scenarios.yaml")["scenarios"]
    return {key: _SCENARIO.validate_python({"id": key, **row}) for key, row in rows.items()}


@cache
def kinds() -> Kinds:
    """The closed table of terrain kinds."""
    return parse_kinds(read_table("kinds.yaml"))


@cache
def shipped_map(name: str) -> SquareMap:
    """A map that ships with the ruleset."""
    path = files("muster.rulesets.newworld").joinpath("tables", "maps", f"{name}.yaml")
    return load_map(path.read_text(encoding="utf-8"), kinds(), f"{name}.yaml")


def party_price(figures: tuple[str, ...], known: Mapping[str, FigureType]) -> int:
    """What a party costs: the sum of its figures' prices (party.1)."""
    return sum(known[key].price for key in figures)


def check_party(figures: tuple[str, ...], limit: int, known: Mapping[str, FigureType] | None = None) -> None:
    """Refuse a party that may not be taken: unknown or repeated figures, or too dear (party.1, ruling R64).

    ``known`` are the figures that a match offers; left out: those of the starter table.
    """
    known = tables().figures if known is None else known
    if not figures:
        raise Refusal("empty_party", "A party needs at least one figure.", "newworld.party.1")
    for key in figures:
        if key not in known:
            raise Refusal(
                "unknown_figure",
                f"There is no figure called {key!r}. Known are: {', '.join(known)}.",
                "newworld.party.1",
            )
    for key in figures:
        entry = known[key]
        if entry.unique and figures.count(key) > 1 and applies("party.1"):
            raise Refusal(
                "taken_twice",
                f"{entry.label} may be taken only once. Only Raider, Pikeman and Musketeer may be repeated.",
                "newworld.party.1",
                {"taken": figures.count(key), "allowed": 1},
            )
        clash = next((x for x in entry.excludes if x in figures), None)
        if clash is not None:
            raise Refusal(
                "taken_twice",
                f"{entry.label} and {known[clash].label} are the same person.",
                "newworld.party.1",
            )
    price = party_price(figures, known)
    if price > limit and applies("party.1"):
        raise Refusal(
            "too_dear",
            f"This party costs {price}, the limit is {limit}: take off {price - limit}.",
            "newworld.party.1",
            {"price": price, "limit": limit},
        )


def new_setup(options: Options, rosters: Mapping[Seat, Json]) -> Json:
    """Everything a match needs, as JSON. Raises :class:`Refusal` for an unknown scenario or a party not allowed."""
    scenario = scenarios().get(options.scenario)
    if scenario is None:
        raise Refusal(
            "unknown_scenario",
            f"There is no scenario called {options.scenario!r}. Known are: {', '.join(scenarios())}.",
        )
    if options.variant == "ambush" and scenario.ambush is None:
        raise Refusal("no_ambush", f"Start: {scenario.title} has no ambush. Choose an open start.")
    waiting = scenario.ambush.seat if scenario.ambush is not None and options.variant == "ambush" else None
    if options.surprised == waiting and applies("surprise.5"):
        raise Refusal(
            "no_surprise",
            f"Who may be surprised: not {options.surprised}, who springs the ambush in {scenario.title}.",
            "newworld.surprise.5",
        )
    cards: dict[str, Card] = {}
    labels: dict[str, str] = {}
    missing: list[str] = []
    figure_types, mounts = tables().figures, tables().mounts
    chosen = {"blue": options.blue_party, "red": options.red_party}
    for seat in SEATS:
        party, figures = _party(scenario, seat, chosen[seat], rosters.get(seat))
        labels[seat] = party
        if options.parties == "choose" and rosters.get(seat) is None:
            missing.append(seat)
            continue
        check_party(figures, options.limit)
        made = party_cards(figure_types, mounts, seat, figures, options.powder)
        check_room(scenario, seat, made)
        cards.update((card.id, card) for card in made)
    if len(set(labels.values())) == 1:
        labels = {s: f"{label} ({s})" for s, label in labels.items()}
    body = {
        "options": options.model_dump(),
        "scenario": _SCENARIO.dump_python(scenario, mode="json"),
        "map": to_wire(shipped_map(scenario.map)),
        "cards": CARDS.dump_python(cards, mode="json"),
        "weapons": WEAPONS.dump_python(tables().weapons, mode="json"),
        "talents": TALENTS.dump_python(tables().talents, mode="json"),
        "seats": list(SEATS),
        "labels": labels,
        "figures": FIGURES.dump_python(figure_types, mode="json") if missing else {},
        "mounts": mounts if missing else {},
        "missing": missing,
    }
    digest = hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return {"digest": digest, **body}


def read_roster(roster: Json) -> tuple[str, ...]:
    """The figures of a roster as somebody sent it; raises :class:`Refusal` saying what a roster is."""
    try:
        return Roster.model_validate(roster).figures
    except ValidationError as error:
        raise Refusal(
            "bad_roster",
            "A party is an object with a list of 1 to 40 figures of the starter table under 'figures'.",
            "newworld.party.1",
        ) from error


def check_room(scenario: Scenario, seat: str, cards: Sequence[Card]) -> None:
    """Refuse a party that its start zone cannot hold, footprint beside footprint (setup.4)."""
    table = shipped_map(scenario.map)
    zone, grid = table.zone(scenario.zones[seat]), grid_of(table, table.start_states())
    mounts = {c.id: c for c in cards if c.is_mount}
    sides = [mounts[c.mount].side if c.mount else c.side for c in cards if not c.is_mount]
    free = set(zone.squares)
    for side in sorted(sides, reverse=True):
        corners = (s for s in zone.squares if grid.fits(s, side) and free.issuperset(footprint(s, side)))
        corner = next(corners, None)
        if corner is None:
            raise Refusal(
                "no_room",
                f"The start zone {zone.name!r} of {scenario.title} cannot hold {len(sides)} figures.",
                "newworld.setup.4",
                {"figures": len(sides), "squares": len(zone.squares)},
            )
        free.difference_update(footprint(corner, side))


def _party(scenario: Scenario, seat: str, chosen: str, roster: Json) -> tuple[str, tuple[str, ...]]:
    if roster is not None:
        return scenario.parties[seat].capitalize(), read_roster(roster)
    key = scenario.parties[seat] if chosen == BY_SCENARIO else chosen
    if key not in tables().parties:
        raise Refusal(
            "unknown_party", f"There is no party {key!r}. Known are: {', '.join(tables().parties)}."
        )
    return tables().parties[key]


def party_cards(
    known: Mapping[str, FigureType],
    mounts: Mapping[str, dict[str, Json]],
    seat: str,
    figures: tuple[str, ...],
    powder: Powder,
) -> list[Card]:
    """The cards of a party with their mounts'; figures taken more than once are numbered."""
    cards: list[Card] = []
    for index, key in enumerate(figures):
        count = figures.count(key)
        number = figures[: index + 1].count(key)
        label = known[key].label
        name = f"{label} {number}" if count > 1 else label
        card_id = f"{seat}-{key}-{number}" if count > 1 else f"{seat}-{key}"
        made = make_cards(known[key].body, mounts, key, seat, card_id, name)
        cards.extend(replace(card, powder=powder) for card in made)
    return cards


_PARSED: Final = Kept[str, Setup](64)


def setup_of(setup: Json) -> Setup:
    """The parsed setup; the last few are kept, since many matches share one."""
    return _PARSED.get(setup["digest"], lambda: _parsed(setup))


def _parsed(setup: Json) -> Setup:
    return Setup(
        setup["digest"],
        Options.model_validate(setup["options"]),
        _SCENARIO.validate_python(setup["scenario"]),
        from_wire(setup["map"]),
        CARDS.validate_python(setup["cards"]),
        WEAPONS.validate_python(setup["weapons"]),
        TALENTS.validate_python(setup["talents"]),
        tuple(setup["seats"]),
        dict(setup["labels"]),
        FIGURES.validate_python(setup.get("figures", {})),
        dict(setup.get("mounts", {})),
        tuple(setup.get("missing", ())),
    )
