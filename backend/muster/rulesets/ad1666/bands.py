"""Whether a scenario's record is whole and its bands are lawful (scenario.1, setup.3 to setup.5, setup.12)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from muster.engine.refusals import Refusal
from muster.geometry.grid.squaremap import SquareMap
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import Character, faction_label
from muster.rulesets.ad1666.setup import SEATS, Scenario, band_of
from muster.rulesets.ad1666.tables import characters, shipped_map

NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, in a sentence, by which rule; ``code`` is stable, ``numbers`` are the figures compared."""

    text: str
    rule: str
    code: str = field(default="", compare=False)
    numbers: Mapping[str, int | str] = field(default_factory=dict[str, int | str], compare=False)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a band may have of Gold, Heroes and Connections in all; 0: as much as it likes (setup.3)."""

    gold: int = 0
    heroes: int = 0
    connections: int = 0


def limits_of(scenario: Scenario) -> Limits:
    """A scenario's limits for bands."""
    return Limits(scenario.gold, scenario.heroes, scenario.connections)


def check_scenario(scenario: Scenario) -> None:
    """Raises :class:`Refusal` with the first fault of a scenario or of its bands."""
    bands: dict[str, Sequence[Character]] = {
        seat: band_of(seat, scenario.bands.get(seat, ()), characters()) for seat in SEATS
    }
    faults = (*scenario_faults(scenario, shipped_map(scenario.map)), *band_faults(scenario, bands))
    for fault in faults:
        raise Refusal("bad_band", fault.text, f"ad1666.{fault.rule}")


def scenario_faults(scenario: Scenario, board: SquareMap) -> Iterator[Fault]:
    """What the record of a scenario lacks (scenario.1)."""
    zones = {zone.id for zone in board.zones}
    doors = set(board.start_states())
    lacking = (
        ("a number of turns or of Alarm Counters", bool(scenario.turns or scenario.alarm)),
        ("a band for each side", all(scenario.bands.get(seat) for seat in SEATS)),
        ("a zone for each side", all(scenario.zones.get(seat) in zones for seat in SEATS)),
        ("the zone of every arrival", all(a.zone in zones for a in scenario.arrivals)),
        ("every door that is locked", set(scenario.locked) <= doors),
        ("the zone to be held", scenario.hold is None or scenario.hold.zone in zones),
    )
    for what, there in lacking:
        if not there and applies("scenario.1"):
            yield Fault(f"{scenario.title}: it lacks {what}.", "scenario.1")


def band_faults(scenario: Scenario, bands: Mapping[str, Sequence[Character]]) -> Iterator[Fault]:
    """What is not lawful about a scenario's two bands: each for itself, that who comes later is of the band (setup.4),
    that nobody unique is on both sides: where both have the same one Blue changes (setup.12, R70)."""
    for seat, band in bands.items():
        for fault in faults_of(band, limits_of(scenario)):
            yield Fault(f"{seat.capitalize()}: {fault.text}", fault.rule, fault.code, fault.numbers)
        kinds = [c.kind for c in band]
        late = [kind for a in scenario.arrivals if a.seat == seat for kind in a.characters]
        for kind in sorted(set(late)):
            if late.count(kind) > kinds.count(kind) and applies("setup.4"):
                yield Fault(f"{seat.capitalize()}: who comes later must be of the band: {kind}.", "setup.4")
    red, blue = (bands.get(seat, ()) for seat in SEATS)
    for card in clashing(red, blue):
        yield Fault(f"{card.name} is of Red's band: Blue takes somebody else.", "setup.12")


def clashing(red: Sequence[Character], blue: Sequence[Character]) -> Iterator[Character]:
    """Blue's unique Characters whom Red has too: Red keeps them (setup.12)."""
    kept = {called(c) for c in red if c.unique}
    for card in blue:
        if card.unique and called(card) in kept and applies("setup.12"):
            yield card


def called(card: Character) -> str:
    """By what somebody unique is known: the name, whatever the card (setup.5, ruling R98)."""
    return card.name.casefold()


def faults_of(band: Sequence[Character], limits: Limits) -> Iterator[Fault]:
    """What is not lawful about one band: one faction and neutrals within the limits (setup.3, skill.connections),
    nobody unique twice (setup.5)."""
    factions = sorted({faction_label(c.faction) for c in band} - {faction_label(NEUTRAL)})
    if len(factions) > 1 and applies("setup.3"):
        yield Fault(
            f"{' and '.join(factions)} are not one band: it is of one faction, and neutrals.",
            "setup.3",
            "factions",
        )
    yield from _over("Gold", sum(c.gold for c in band), limits.gold, "setup.3")
    yield from _over("Heroes", sum(c.hero for c in band), limits.heroes, "setup.3")
    yield from _over("Connections", sum(c.connections for c in band), limits.connections, "skill.connections")
    names = [called(c) for c in band if c.unique]
    for card in {called(c): c for c in band if c.unique}.values():
        if names.count(called(card)) > 1 and applies("setup.5"):
            yield Fault(f"There is only one {card.name}.", "setup.5", "unique_twice")


def _over(what: str, count: int, limit: int, rule: str) -> Iterator[Fault]:
    if limit and count > limit and applies(rule):
        yield Fault(
            f"The band has {count} {what}, {count - limit} over the limit of {limit}.",
            rule,
            what.lower(),
            {"count": count, "most": limit, "over": count - limit},
        )
