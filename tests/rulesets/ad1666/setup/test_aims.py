"""What a match is said to be played for, and on which terms."""

import pytest

from muster.engine.ids import SPECTATORS
from muster.rulesets.ad1666 import RULESET
from muster.rulesets.ad1666.setup import Carry, Escape, Hold, Options
from tests.rulesets.ad1666.scenes import YardScene

AIMS = {
    "duel-at-the-yard": (
        "At the end have killed or put to flight enemies worth more Gold than the other side has.",
        [],
    ),
    "stolen-letter": (
        "Carry the letter off the board and you win at once. Poland leaves by West gate. France leaves by East gate. "
        "At the end whoever has it wins; else it is a draw.",
        ["west", "east"],
    ),
    "over-the-roofs": (
        "Poland: get 2 Characters off the board by East gate and win at once. France: keep them from it.",
        ["east"],
    ),
    "market-day": (
        "At the end have more Characters on their feet in the middle of the market than the other side.",
        ["square"],
    ),
}


@pytest.mark.parametrize("scenario", AIMS)
def test_the_table_says_what_is_played_for(scenario: str) -> None:
    table = RULESET.table(
        RULESET.new_setup(Options(scenario=scenario, bands="scenario", equipment="free"), {})
    )
    assert (table["aim"]["text"], table["goals"]) == AIMS[scenario]


def test_the_table_says_on_which_terms() -> None:
    table = RULESET.table(
        RULESET.new_setup(
            Options(scenario="midnight-at-the-palace", bands="scenario", equipment="restricted"), {}
        )
    )
    assert table["terms"] == [
        "10 Alarm Counters: each shot with a firearm, each Character killed or put to flight and the end of each turn "
        "takes one, and the last ends the match.",
        "France: Musketeer arrives in turn 3, at Carriage drive.",
        "Doors are locked.",
        "Equipment is changed only as a Character is activated.",
    ]


def test_the_table_counts_what_each_side_wins_by() -> None:
    scene = YardScene(zones={"middle": [(1, 1), (2, 1)]})
    scene.red("ann", (1, 1), gold=30)
    scene.blue("bob", (2, 1), gold=40, prone=True)
    scene.blue("cid", None, gold=20, fate="killed")

    def told() -> dict[str, tuple[str, int, int]]:
        gauges = RULESET.view(scene.state, SPECTATORS).gauges.values()
        return {str(g.seat): (g.label, g.value, g.max) for g in gauges if g.won}

    assert told() == {"red": ("Gold", 20, 60), "blue": ("Gold", 0, 30)}
    scene.tell(hold=Hold("middle"))
    assert told() == {"red": ("There", 1, 1), "blue": ("There", 0, 1)}
    scene.tell(hold=None, escape=Escape("red", 2, "middle"))
    assert told() == {"red": ("Away", 0, 2)}
    scene.tell(escape=None, carry=Carry("letter", {"red": "middle"}))
    assert told() == {}
