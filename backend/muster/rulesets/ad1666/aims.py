"""What a match is played for and on which terms, in words for those who come to it."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from muster.rulesets.ad1666.setup import SEATS, Setup

Json: TypeAlias = Any


def brief(setup: Setup) -> dict[str, Json]:
    """What stands beside the map on the fixed table: the aim, the zones that it is about, the terms."""
    return {
        "aim": {
            "text": aim(setup),
            "rule": "ad1666.scenario.4" if setup.scenario.carry else "ad1666.alarm.4",
        },
        "goals": list(_goals(setup)),
        "terms": list(_terms(setup)),
    }


def aim(setup: Setup) -> str:
    """How to win, in a sentence or two (alarm.4, scenario.4)."""
    scenario, labels = setup.scenario, setup.labels
    if scenario.carry is not None:
        ways = " ".join(
            f"{labels[seat]} leaves by {_zone(setup, zone)}." for seat, zone in scenario.carry.exits.items()
        )
        keeper = (
            f"if nobody does {labels[scenario.carry.keeper]} wins"
            if scenario.carry.keeper
            else "else it is a draw"
        )
        return (
            f"Carry the {scenario.carry.kind} off the board and you win at once. {ways} "
            f"At the end whoever has it wins; {keeper}."
        )
    if scenario.escape is not None:
        mine, other = labels[scenario.escape.seat], labels[_other(scenario.escape.seat)]
        out = _zone(setup, scenario.escape.exit)
        return (
            f"{mine}: get {scenario.escape.count} Characters off the board by {out} and win at once. "
            f"{other}: keep them from it."
        )
    if scenario.hold is not None:
        where = _zone(setup, scenario.hold.zone)
        return f"At the end have more Characters on their feet in {where} than the other side."
    return "At the end have killed or put to flight enemies worth more Gold than the other side has."


def _terms(setup: Setup) -> Iterator[str]:
    """What was agreed on beside the aim, in sentences."""
    scenario = setup.scenario
    if setup.options.bands == "chosen":
        yield f"Each side has brought a band of up to {scenario.gold} Gold and {scenario.heroes} Heroes."
    if scenario.turns:
        yield f"{scenario.turns} turns at most."
    if scenario.alarm:
        yield (
            f"{scenario.alarm} Alarm Counters: each shot with a firearm, each Character killed or put to flight and "
            "the end of each turn takes one, and the last ends the match."
        )
    for arrival in scenario.arrivals:
        if setup.options.bands == "chosen":
            who = f"{len(arrival.characters)} of the band"
        else:
            names = {c.kind: c.name for c in reversed(setup.characters.values()) if c.seat == arrival.seat}
            who = " and ".join(names[kind] for kind in arrival.characters)
        yield f"{setup.labels[arrival.seat]}: {who} arrives in turn {arrival.turn}, at {_zone(setup, arrival.zone)}."
    if scenario.locked:
        yield "Doors are locked." if len(scenario.locked) > 1 else "A door is locked."
    if setup.options.equipment == "restricted":
        yield "Equipment is changed only as a Character is activated."


def _goals(setup: Setup) -> Iterator[str]:
    scenario = setup.scenario
    if scenario.carry is not None:
        yield from dict.fromkeys(scenario.carry.exits.values())
    if scenario.escape is not None:
        yield scenario.escape.exit
    if scenario.hold is not None:
        yield scenario.hold.zone


def _other(seat: str) -> str:
    return next(s for s in SEATS if s != seat)


def _zone(setup: Setup, zone: str) -> str:
    """A zone's name within a sentence."""
    name = setup.map.zone(zone).name
    return f"the {name[4:]}" if name.startswith("The ") else name
