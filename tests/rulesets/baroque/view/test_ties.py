"""Who fights whom as the board and the sheets show it: Main Units, Support Units, and why (7.6)."""

import pytest

from muster.engine.ids import Audience
from muster.engine.views import View
from muster.rulesets.baroque.ruleset import RULESET
from tests.rulesets.baroque.melee.lines import duel, two_on_one
from tests.rulesets.baroque.scenes import BattleScene


def seen(scene: BattleScene) -> View:
    """What everybody sees of a scene."""
    return RULESET.view(scene.state, Audience("spectators"))


def chips(scene: BattleScene, unit: str) -> list[tuple[str, str]]:
    """What a unit's sheet says of its fight, with the rules."""
    return [
        (c.label, c.rule.removeprefix("baroque.")) for c in seen(scene).sheets[unit].chips if c.tone == "warn"
    ]


@pytest.mark.rule("baroque.7.6a", "baroque.7.6i")
def test_7_6_a_melee_shows_where_main_units_meet_and_where_a_support_unit_helps_them() -> None:
    view = seen(two_on_one())
    main, helper = view.ties.values()
    # The guard stands at 11.25, so that it and friend share the front from 11 to 12.25, it and foot that from 10.25.
    assert (main.kind, main.pieces, main.at, main.of) == ("main", ("friend", "guard"), (6975, 4600), None)
    assert (helper.kind, helper.pieces, helper.at, helper.of) == (
        "support",
        ("foot", "guard"),
        (6375, 4600),
        main.id,
    )
    assert main.label == "Friend is Main Unit against Guard: they share 1.25 BU of front."
    assert helper.label == "Foot supports Friend against Guard, with 0.75 BU of front."
    assert seen(BattleScene()).ties == {}


def test_the_sheets_say_what_a_unit_is_in_its_melee_and_why() -> None:
    scene = two_on_one()
    assert chips(scene, "guard") == [
        ("In melee", "4.1.1i"),
        ("Main Unit against Friend: they share 1.25 BU of front", "7.6i"),
    ]
    assert chips(scene, "foot")[1] == ("Supports Friend against Guard, with 0.75 BU of front", "7.6i")
    assert "in melee; supports Friend against Guard" in seen(scene).pieces["foot"].label


@pytest.mark.rule("baroque.7.6c")
def test_7_6c_where_two_pairs_are_equal_it_says_who_may_choose() -> None:
    words = "Main Unit against Foot: they share 1 BU of front; Blue may choose another pair"
    assert chips(two_on_one(1), "guard")[1] == (words, "7.6c")


def test_a_tie_keeps_its_name_when_the_other_side_acts() -> None:
    scene = duel()
    before = list(seen(scene).ties)
    scene.state.active = "red/1"
    assert list(seen(scene).ties) == before == ["foot+guard"]


def test_two_melees_are_told_apart() -> None:
    scene = two_on_one()
    scene.red("other", (16, 6))
    scene.blue("horse", (16, 6 + 2 / 3), type="TR")
    scene.contact("horse", "other")
    assert [t.pieces for t in seen(scene).ties.values()] == [
        ("friend", "guard"),
        ("foot", "guard"),
        ("horse", "other"),
    ]
