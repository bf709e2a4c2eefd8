"""Whether a scenario's record is whole and its bands are lawful (scenario.1, setup.3 to setup.5, setup.12)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from muster.engine.refusals import Refusal
from muster.geometry.grid.squaremap import SquareMap
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import Character
from muster.rulesets.ad1666.setup import SEATS, Scenario, band_of
from muster.rulesets.ad1666.tables import characters, shipped_map


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, in a sentence, by which rule."""

    text: str
    rule: str


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
    """What is not lawful about two bands: each one faction and neutrals within the scenario's limits (setup.3), whole
    before play (setup.4), nobody unique twice (setup.5); where both have the same one Blue changes (setup.12, R70)."""
    for seat, band in bands.items():
        factions = sorted({c.faction for c in band} - {"neutral"})
        if len(factions) > 1 and applies("setup.3"):
            yield Fault(f"{seat.capitalize()}: {' and '.join(factions)} are not one band.", "setup.3")
        yield from _over(seat, "Gold", sum(c.gold for c in band), scenario.gold, "setup.3")
        yield from _over(seat, "Heroes", sum(c.hero for c in band), scenario.heroes, "setup.3")
        yield from _over(
            seat, "Connections", sum(c.connections for c in band), scenario.connections, "skill.connections"
        )
        kinds = [c.kind for c in band]
        late = [kind for a in scenario.arrivals if a.seat == seat for kind in a.characters]
        for kind in sorted(set(late)):
            if late.count(kind) > kinds.count(kind) and applies("setup.4"):
                yield Fault(f"{seat.capitalize()}: who comes later must be of the band: {kind}.", "setup.4")
        for kind in dict.fromkeys(c.kind for c in band if c.unique):
            if kinds.count(kind) > 1 and applies("setup.5"):
                yield Fault(f"{seat.capitalize()}: there is only one {kind}.", "setup.5")
    red, blue = (bands.get(seat, ()) for seat in SEATS)
    for card in blue:
        if card.unique and any(c.kind == card.kind for c in red) and applies("setup.12"):
            yield Fault(f"{card.name} is of Red's band: Blue takes somebody else.", "setup.12")


def _over(seat: str, what: str, count: int, limit: int, rule: str) -> Iterator[Fault]:
    if limit and count > limit and applies(rule):
        yield Fault(f"{seat.capitalize()}: {count} {what}, at most {limit}.", rule)
