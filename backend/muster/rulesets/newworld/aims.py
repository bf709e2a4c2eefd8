"""What a match is played for and on which terms, in words for those who come to it."""

from typing import Any, TypeAlias

from muster.rulesets.newworld.setup import Setup

Json: TypeAlias = Any


def brief(setup: Setup) -> dict[str, Json]:
    """What stands beside the map on the fixed table: the aim, the zones that it is about, the terms."""
    scenario = setup.scenario
    goal = scenario.hold or scenario.breakthrough
    return {
        "aim": {"text": aim(setup), "rule": "newworld.end.1"},
        "goals": [goal.zone] if goal else [],
        "terms": terms(setup),
    }


def aim(setup: Setup) -> str:
    """How to win, in one sentence (end.1)."""
    scenario, labels, last = setup.scenario, setup.labels, setup.rounds
    if (through := scenario.breakthrough) is not None:
        other = next(s for s in setup.seats if s != through.seat)
        ground = _zone(setup, through.zone)
        return (
            f"{labels[through.seat]}: hold {ground} with {through.count} upright figures when a round ends. "
            f"{labels[other]}: keep them off until round {last} is over."
        )
    if scenario.hold is not None:
        ground = _zone(setup, scenario.hold.zone)
        return f"Hold {ground} after round {last} with more upright figures than the other side."
    return f"Be the last side standing, or have the larger share of your Wounds left after round {last}."


def terms(setup: Setup) -> list[str]:
    """What was agreed on beside the aim, in sentences."""
    options = setup.options
    parties = (
        f"Each side chooses its party in secret, for at most {options.limit}."
        if options.parties == "choose"
        else "The parties are ready."
    )
    time = "" if options.rounds else f", about {setup.scenario.minutes} minutes"
    found = [f"{setup.rounds} rounds at most{time}.", parties]
    if setup.ambush is not None:
        found.append(f"{setup.labels[setup.ambush.seat]} lie in ambush.")
    if options.powder != "dry":
        found.append(f"The powder is {options.powder}.")
    return found


def _zone(setup: Setup, zone: str) -> str:
    """A zone's name within a sentence."""
    name = setup.map.zone(zone).name
    return name[:1].lower() + name[1:]
