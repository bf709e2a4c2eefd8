"""Random lawful bands, with random cards of their players' own, are played to the end by bots."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import pytest

from muster.engine.match import Match, Step
from muster.rulesets.ad1666.bands import NEUTRAL, limits_of
from muster.rulesets.ad1666.people import ABILITIES, CLOSE_SKILLS, RANGED_SKILLS, SPECIAL_SKILLS
from muster.rulesets.ad1666.rosters import bounds
from muster.rulesets.ad1666.rosters.bounds import Bound
from muster.rulesets.ad1666.rosters.check import check
from muster.rulesets.ad1666.rosters.roster import roster_of
from muster.rulesets.ad1666.rosters.tools import BandTools
from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.setup import Scenario, scenarios
from muster.rulesets.ad1666.state import State
from tests.kit.bouts import play_out, random_match
from tests.kit.contract import check_cuts, check_events, recorded
from tests.kit.scale import quick_or_soak
from tests.kit.table import head_of
from tests.kit.worlds import Pick, picker
from tests.rulesets.ad1666.properties.positions import problems_of
from tests.rulesets.ad1666.rosters import brought

Json: TypeAlias = Any
SCENARIOS: Final = sorted(scenarios())
CATALOGUE: Final[Json] = BandTools().catalogue()


def within(bound: Bound, pick: Pick) -> int:
    """A number that a card may have: often the least or the most."""
    edge = pick(4)
    return (
        bound.least
        if edge == 0
        else bound.most
        if edge == 1
        else bound.least + pick(bound.most - bound.least + 1)
    )


def copy_of(part: str, pick: Pick) -> Json:
    """A shipped card as somebody's own."""
    key = sorted(CATALOGUE[part])[pick(len(CATALOGUE[part]))]
    card = {f: v for f, v in CATALOGUE[part][key].items() if f not in {"id", "kind", "key", "seat", "copied"}}
    return {**card, "copied": key}


def weapon(pick: Pick) -> Json:
    """A weapon with other numbers."""
    card = copy_of("weapons", pick)
    ranged = bool(card["bands"])
    card["hands"] = within(bounds.WEAPON["hands"], pick)
    card["damage"] = {suit: within(bounds.DAMAGE, pick) for suit in card["damage"]}
    card["armour_piercing"], card["heavy"] = bool(pick(2)), within(bounds.WEAPON["heavy"], pick)
    for key in ("reload", "quick_reload", "uses") if ranged else ("superiority",):
        card[key] = within(bounds.WEAPON[key], pick)
    for key in ("firearm",) if ranged else ("parrying", "mighty_blow"):
        card[key] = bool(pick(2))
    card["skill"] = (RANGED_SKILLS if ranged else CLOSE_SKILLS)[pick(4)]
    return card


def character(number: int, faction: str, pick: Pick, arms: Sequence[str], worn: Sequence[str]) -> Json:
    """Somebody with other numbers, skills and arms."""
    card = copy_of("characters", pick)
    death = within(bounds.CHARACTER["death"], pick)
    traits = sorted(SPECIAL_SKILLS)
    return {
        **card,
        "name": f"Own {chr(65 + number)}",
        "faction": faction if pick(2) else NEUTRAL,
        "hero": bool(pick(2)),
        "gold": pick(40),
        "death": death,
        "crippled": 1 + pick(min(death, bounds.CHARACTER["crippled"].most)),
        "fencing": within(bounds.CHARACTER["fencing"], pick),
        "abilities": {a: within(bounds.ABILITY, pick) for a in ABILITIES},
        "skills": {
            s: within(bounds.RATING, pick)
            for s in (*CLOSE_SKILLS, *RANGED_SKILLS, "inconspicuous", "lockpicking")
            if pick(3) == 0
        },
        "traits": [t for t in traits if pick(5) == 0],
        "weapons": [
            [*CATALOGUE["weapons"], *arms][pick(len(CATALOGUE["weapons"]) + len(arms))]
            for _ in range(pick(4))
        ],
        "armour": [worn[pick(len(worn))] for _ in range(pick(3))],
    }


def lawful(scenario: Scenario, pick: Pick) -> Json:
    """A random band within a scenario's limits."""
    faction = ("poland", "france", NEUTRAL)[pick(3)]
    arms = {f"own-arm-{n}": weapon(pick) for n in range(pick(3))}
    coats = {f"own-coat-{n}": copy_of("armour", pick) for n in range(pick(3))}
    worn = [*CATALOGUE["armour"], *coats]
    people = {f"own-{n}": character(n, faction, pick, list(arms), worn) for n in range(pick(4))}
    roster: Json = {
        "faction": faction,
        "gold": scenario.gold,
        "heroes": scenario.heroes,
        "characters": people,
        "weapons": arms,
        "armour": coats,
        "members": [],
    }
    kinds = [*CATALOGUE["characters"], *people]
    for _ in range(40):
        more = {**roster, "members": [*roster["members"], kinds[pick(len(kinds))]]}
        if not check(roster_of(more), limits_of(scenario)).problems:
            roster = more
    return roster


def bands(scenario: str, seed: int) -> Json:
    """The setup of a match of two random bands."""
    pick = picker(seed, f"bands of {scenario}")
    both = lawful(scenarios()[scenario], pick), lawful(scenarios()[scenario], pick)
    return brought(*both, scenario=scenario)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_lawful_bands_of_whatever_cards_are_played_to_the_end(scenario: str) -> None:
    def seen(match: Match[State], step: Step) -> None:
        assert not list(problems_of(match.state))

    for seed in range(quick_or_soak(1, 40)):
        setup = bands(scenario, seed)
        level = "random" if seed % 2 == 0 else "sensible"
        match, _ = Match.start(RULESET, head_of(RULESET, setup, seed=seed))
        play_out(match, seed=seed, levels={"red": level, "blue": "sensible"}, seen=seen)
        assert match.result is not None, seed
        check_events(match)


@pytest.mark.timeout(3600)
def test_a_match_of_chosen_bands_goes_on_where_it_was_after_any_row() -> None:
    for seed in range(quick_or_soak(1, 12)):
        setup = bands(SCENARIOS[seed % len(SCENARIOS)], seed)
        life = recorded(RULESET, setup, seed, random_match, most=quick_or_soak(40, 400))
        check_cuts(life, every=quick_or_soak(5, 1))
