"""What the inactive player is shown before he answers a deed: where it ends for both, and who may not answer."""

from typing import Any, TypeAlias

import pytest

from muster.engine.requests import Choose
from muster.rulesets.baroque.preview import preview
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.replies import replies
from muster.rulesets.baroque.queries.reply_previews import of_opportunity
from muster.rulesets.baroque.queries.running import ahead
from muster.rulesets.baroque.rules.reactions import answer
from muster.rulesets.baroque.state import State
from tests.kit.table import Table
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.scenes import BattleScene

Json: TypeAlias = Any


def asked(scene: BattleScene, unit: str, length: int, target: str | None = None) -> Table[State]:
    """The question about a charge at a target, or about a move where there is none."""
    deed = Deed("charge" if target else "move", unit, ahead(body(scene.state, unit), length), target)
    return scene.run(lambda game: answer(game, deed))


def shown(table: Table[State], *keys: str, at: int | None = None) -> Json:
    """What is said of these options picked together, the last of them so far along the way."""
    [request] = table.match.requests
    picks: list[Json] = [{"key": key} for key in keys]
    if at is not None:
        picks[-1]["with"] = {"value": at}
    return preview(table.state, request.seat, request, {"picks": picks})


def said(shown: Json) -> list[tuple[str, str]]:
    """Its notes: the text and the tone."""
    return [(note["text"], note["tone"]) for note in shown["notes"]]


def test_an_evader_is_shown_where_it_goes_and_with_which_chance_it_is_caught_there() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "croats", 1, type="CL", impetus=1)
    table = asked(scene, unit, 2400, "croats")
    found = shown(table, "evade:croats")
    assert found["legal"]
    assert found["stands"] == [{"piece": "croats", "pose": (6000, 3800, 18000)}]
    assert said(found) == [
        ("Croats will go back 2 BU to its rear.", "plain"),
        ("There Horse will need 1 BU of bonus to meet it: 83%.", "warn"),
    ]


def test_an_evader_out_of_reach_and_one_that_is_still_met_are_told_apart() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "far", 2.5, type="CL", impetus=1)
    assert said(shown(asked(scene, unit, 2400, "far"), "evade:far"))[1] == (
        "There Horse cannot reach it.",
        "good",
    )
    scene = BattleScene()
    unit = charger(scene, move=4)
    in_front(scene, "near", 1, type="CL", impetus=1)
    assert said(shown(asked(scene, unit, 2400, "near"), "evade:near"))[1] == (
        "There Horse will still meet it, after 3 BU.",
        "bad",
    )


def test_a_friend_behind_who_would_be_met_in_place_of_the_evader_is_named() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "croats", 0.5, type="CL", impetus=1)
    in_front(scene, "foot", 1.6)
    assert said(shown(asked(scene, unit, 2400, "croats"), "evade:croats"))[1] == (
        "There Horse will still meet Foot, after 1.6 BU.",
        "bad",
    )


@pytest.mark.rule("baroque.5.6g")
def test_5_6g_who_evades_from_a_shot_is_told_that_it_is_shot_at_all_the_same() -> None:
    scene = BattleScene()
    unit = charger(scene, type="T", weapons=("musket",), impetus=0)
    in_front(scene, "croats", 1.5, type="CL", impetus=1)
    deed = Deed("shot", unit, target="croats")
    found = shown(scene.run(lambda game: answer(game, deed)), "evade:croats")
    assert found["stands"] == [{"piece": "croats", "pose": (6000, 3500, 18000)}]
    assert said(found) == [
        ("Croats will go back 2 BU to its rear.", "plain"),
        (
            "Croats will be shot at where it stood, with 1 die less, whether the test is passed or not.",
            "warn",
        ),
    ]


def test_a_countercharge_shows_both_bases_half_way() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "trotters", 2, type="TR", impetus=3)
    found = shown(asked(scene, unit, 2400, "trotters"), "counter:trotters")
    assert found["stands"] == [
        {"piece": "trotters", "pose": (6000, 5000, 18000)},
        {"piece": "horse", "pose": (6000, 5400, 0)},
    ]
    assert said(found) == [("They meet after 1 BU of Horse and 1 BU of Trotters.", "plain")]


@pytest.mark.rule("baroque.5.4.3e")
def test_5_4_3e_a_countercharge_that_strikes_another_before_the_charger_says_so_and_is_drawn_so() -> None:
    """R133."""
    scene = BattleScene()
    unit = charger(scene)
    scene.blue("zed", (12.05, 8.4), 0, type="TR")
    in_front(scene, "foe", 2, aside=0.5, type="TR", impetus=1)
    table = asked(scene, unit, 2400, "foe")
    odds = table.option("red", "counter:foe").odds
    assert odds is not None
    assert odds.effect == "Then it meets Zed first, after 0.4 BU."
    found = shown(table, "counter:foe")
    assert found["stands"] == [
        {"piece": "foe", "pose": (6300, 4640, 18_000)},
        {"piece": "horse", "pose": (6000, 5040, 0)},
    ]
    assert said(found) == [
        ("There Foe will meet Zed first, after 0.4 BU.", "warn"),
        ("Then Horse will go on and meet Foe after 1.6 BU.", "plain"),
    ]


def test_fire_is_shown_for_the_place_on_the_way() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "guns", 4, type="T", weapons=["musket"], impetus=0)
    table = asked(scene, unit, 1200)
    near, far = shown(table, "fire:guns", at=1200), shown(table, "fire:guns", at=600)
    assert said(near) == [("There: 7 dice, musket at 2 BU, short range.", "plain")]
    assert said(far) == [("There: 4 dice, musket at 3 BU, long range.", "plain")]
    assert near["odds"][0]["piece"] == "guns"
    assert {line["state"] for line in near["sights"]} == {"clear"}


def test_an_opportunity_charge_says_where_it_strikes_and_what_bonus_it_needs() -> None:
    scene = BattleScene()
    unit = charger(scene, type="P&M", impetus=1)
    in_front(scene, "hussars", 4, type="TR", impetus=3)
    found = shown(asked(scene, unit, 600), "ocharge:hussars", at=600)
    assert found["stands"] == [{"piece": "hussars", "pose": (6000, 5000, 18000)}]
    assert said(found) == [
        ("There Hussars will meet Horse after 3 BU.", "plain"),
        ("For that Hussars will need 1 BU of bonus: 83%.", "warn"),
    ]


@pytest.mark.rule("baroque.5.4.2a")
def test_4_1_3d_an_opportunity_charge_that_strikes_another_before_the_mover_says_so() -> None:
    scene = BattleScene()
    mover = scene.blue("mover", (7, 8.6), 90, type="TR")
    scene.blue("zed", (10, 7.2), 0, type="TR")
    scene.red("guard", (10, 6), type="TR")
    deed = Deed("move", mover, ahead(body(scene.state, mover), 1200), way="forward")
    option = next(o for o in replies(scene.state, deed) if o.key == "ocharge:guard")
    assert option.odds is not None
    assert option.odds.effect == "Then it charges 0.53 BU into Zed."
    told = of_opportunity(scene.state, deed, "guard", 1100)
    assert told["notes"][0]["text"] == "There Guard will meet Zed after 0.53 BU."
    assert told["stands"] == [{"piece": "guard", "pose": (6000, 3920, 18_000)}]


def test_what_does_not_go_together_is_refused_beside_what_the_last_pick_means() -> None:
    scene = BattleScene()
    unit = charger(scene)
    in_front(scene, "croats", 1, type="CL", impetus=1)
    found = shown(asked(scene, unit, 2400, "croats"), "evade:croats", "counter:croats")
    assert not found["legal"]
    assert found["rule"] == "baroque.4.1.3e"


def test_who_is_struck_and_who_has_reacted_are_told_why_they_are_not_offered() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "foot", 1)
    in_front(scene, "shot", 1, aside=3, type="T", weapons=["musket"], impetus=0)
    in_front(scene, "reiters", 1, aside=-3, type="RE", weapons=["pistol_carbine"], reacted=True)
    table = asked(scene, unit, 2400, target)
    [request] = table.match.requests
    assert isinstance(request.spec, Choose)
    assert [(reason.rule, reason.text) for reason in request.spec.missing()] == [
        ("baroque.5.4.3c", "Foot, as Foot, may not countercharge Mounted."),
        ("baroque.5.6a", "Foot: of a type that never evades."),
        ("baroque.2.5.4", "Reiters already tried to react this turn."),
    ]
