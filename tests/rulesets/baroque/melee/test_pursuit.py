"""Pursuits: who must and may, which way, how far, and whom it reaches (7.5.4, 7.6h, 5.8b)."""

from dataclasses import replace

import pytest

from muster.rulesets.baroque.events.contacts import Met
from muster.rulesets.baroque.events.melee import PursuitDeclared, PursuitRolled
from muster.rulesets.baroque.events.moves import Moved
from muster.rulesets.baroque.queries.pursuing import Will, pursuit
from muster.rulesets.baroque.queries.pursuit_words import pursuit_words
from muster.rulesets.baroque.rules.pursuit import pursue
from muster.rulesets.baroque.state import State, UnitId
from tests.kit.dice import Throw
from tests.kit.table import Table
from tests.rulesets.baroque.melee.fighting import dice_of, fought, mains_of
from tests.rulesets.baroque.melee.lines import DEPTH, Json, duel, rows
from tests.rulesets.baroque.scenes import BattleScene, box, lines, place_of, through

BEATEN = [*rows(2, 6), *rows(0, 6), 6]
"""Dice with which a blue unit of 6 dice beats the guard: Critical Number 4, die 6, two losses."""


def chase(scene: BattleScene, *dice: Throw, unit: UnitId = "foot", beaten: UnitId = "guard") -> Table[State]:
    """Let a winner pursue; ``dice`` as the rules ask for them."""
    return scene.run(lambda game: pursue(game, unit, beaten, defended=None), dice=dice)


def apart(distance: float, aside: float = 0, **blue: Json) -> BattleScene:
    """Blue's horse, and red's guard that has fallen back so many BU from it."""
    scene = BattleScene()
    numbers: dict[str, Json] = {"type": "TR", **blue}
    scene.blue("foot", (10, 8), **numbers)
    scene.red("guard", (10 + aside, 8 - DEPTH - distance), type="TR")
    scene.acting("foot")
    return scene


def will(kind: str, theirs: str = "TR", *, fate: str = "retreats", **blue: Json) -> Will:
    """Whether a winner of a type must, may or cannot pursue."""
    scene = BattleScene()
    scene.blue("foot", (10, 8), type=kind, **blue)
    scene.red("guard", (10, 6), type=theirs)
    return pursuit(scene.state, "foot", "guard", fate).will  # type: ignore[arg-type]


@pytest.mark.rule("baroque.7.5.4a")
def test_7_5_4a_fresh_gallopers_and_irregular_foot_have_to_pursue() -> None:
    assert will("GA") == "must"
    assert will("WB", "P&M") == "must"
    assert will("TR") == "may"


@pytest.mark.rule("baroque.2.5.1e")
def test_2_5_1e_exhausted_gallopers_may_stay() -> None:
    assert will("GA", lost=4) == "may"


@pytest.mark.rule("baroque.7.5.4b")
def test_7_5_4b_who_has_no_impetus_cannot_pursue() -> None:
    assert will("TR", impetus=0) == "no"
    assert will("RE", impetus=1) == "may"


@pytest.mark.rule("baroque.7.5.4c")
def test_7_5_4c_foot_does_not_pursue_retreating_mounted_but_destroyed_ones() -> None:
    """R129: destroyed ones, because their retreat could not start."""
    assert will("P&M") == "no"
    assert will("P&M", fate="destroyed") == "may"
    assert will("WB") == "no"
    assert will("WB", fate="destroyed") == "must"
    assert will("P&M", "P&M") == "may"


@pytest.mark.rule("baroque.7.5.4f")
@pytest.mark.parametrize("what", ["hedge", "wood"])
def test_7_5_4f_nobody_is_forced_over_an_obstacle_or_into_difficult_terrain(what: str) -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8), type="GA")
    scene.red("guard", (10, 4), type="TR")
    if what == "hedge":
        scene.terrain("hedge", ((9, 6), (11, 6)))
    else:
        scene.terrain("wood", box(8, 4, 4, 3))
    found = pursuit(scene.state, "foot", "guard", "retreats")
    assert found.will == "may"
    assert found.reason.text.startswith("Foot need not pursue: ")


@pytest.mark.rule("baroque.7.5.4b")
def test_7_5_4b_the_winner_says_before_the_retreat_die_whether_it_pursues() -> None:
    scene = duel(arrival="", blue={"type": "TR"}, red={"type": "TR"})
    table = fought(scene, dice=[*BEATEN, 3, 4])
    assert table.offers("blue") == ["pursue", "stay"]
    assert place_of(table, "guard") == (10, 8 - DEPTH, 180)
    table.answer("blue", "pursue")
    assert [e.goes for e in table.events(PursuitDeclared)] == [True]
    said = [entry.text for entry in table.log("red") if entry.kind == "pursuit" or "pursued" in entry.text]
    assert said == ["Foot will pursue.", "Foot rolled for the pursuit: up to 1 BU.", "Foot pursued 1 BU."]
    assert place_of(table, "guard") == (10, 8 - DEPTH - 2, 180)
    assert place_of(table, "foot") == (10, 7, 0)


@pytest.mark.rule("baroque.7.3a", "baroque.7.5.4d")
def test_whoever_may_pursue_is_told_what_the_chance_is_of_what_it_risks_and_what_staying_brings() -> None:
    scene = duel(arrival="", blue={"type": "TR"}, red={"type": "TR"})
    scene.red("far", (11, 6.8), type="TR")
    scene.terrain("hedge", ((9, 7.2), (10.4, 7.2)))
    table = fought(scene, dice=BEATEN)
    pursue_, stay = (table.option("blue", key) for key in ("pursue", "stay"))
    assert pursue_.odds is not None
    assert pursue_.odds.of == "to catch"  # beside the per cent on the card
    assert pursue_.detail == (
        "The chance is to catch Guard: then they fight again at once, with 1 die more for its impetus on open ground. "
        "It goes 0 to 2 BU by its die."
    )
    assert pursue_.warnings == (
        "It may run into Far and fight there.",
        "It may end Disordered, having crossed Hedge.",
    )
    assert stay.detail == "It keeps its place, and Guard may get away as far as the retreat goes."


@pytest.mark.rule("baroque.7.3b")
def test_whoever_would_pursue_pikes_is_told_that_its_impetus_is_lost() -> None:
    table = fought(duel(arrival="", blue={"type": "TR"}, red={"type": "P&M"}), dice=BEATEN)
    assert (
        "fight again at once, without its impetus (Pikes of Guard)." in table.option("blue", "pursue").detail
    )
    assert pursuit_words(table.state, "foot", "guard", "destroyed") == (
        "The chance is that it moves at all: 0 to 2 BU by its die. It fights at once whom it strikes on its way."
    )


@pytest.mark.rule("baroque.7.5.4d")
@pytest.mark.parametrize(
    ("numbers", "lengths"),
    [
        ({"type": "P&M", "pace": "slow"}, (0, 0, 0, 0, 1, 1)),
        ({"type": "P&M"}, (0, 0, 0, 1, 1, 1)),
        ({"type": "TR", "pace": "slow"}, (0, 0, 1, 1, 1, 2)),
        ({"type": "TR"}, (0, 1, 1, 1, 2, 2)),
        ({"type": "GA"}, (1, 1, 1, 2, 2, 2)),
    ],
)
def test_7_5_4d_the_length_is_that_of_a_charge_bonus(
    numbers: dict[str, Json], lengths: tuple[int, ...]
) -> None:
    for die, length in zip(range(1, 7), lengths, strict=True):
        table = chase(apart(3, **numbers), die)
        assert table.event(PursuitRolled).length == 600 * length
        assert place_of(table, "foot") == (10, 8 - length, 0)


@pytest.mark.rule("baroque.7.5.4e")
def test_7_5_4e_a_pursuer_may_turn_about_the_middle_of_its_front_towards_the_beaten_enemy() -> None:
    table = chase(apart(3, aside=1), 4)
    assert table.offers("blue") == ["turn", "straight"]
    table.answer("blue", "turn")
    place = place_of(table, "foot")
    assert place is not None
    # Front to front it is 3 BU ahead and 1 to the right: 18.43 degrees.
    assert place[2] == 18.43
    table = chase(apart(3, aside=1), 4)
    table.answer("blue", "straight")
    assert place_of(table, "foot") == (10, 7, 0)


def test_7_5_4e_after_a_destroyed_enemy_it_goes_straight_on() -> None:
    """R59."""
    scene = apart(3, aside=1)
    scene.state.change("guard", pose=None, gone="routed")
    table = chase(scene, 4)
    assert place_of(table, "foot") == (10, 7, 0)
    assert through(table)


def test_7_5_4e_who_has_no_room_to_turn_is_not_asked() -> None:
    scene = apart(3, aside=1)
    scene.blue("friend", (8, 8))  # where the left end of the rear would swing
    table = chase(scene, 4)
    assert place_of(table, "foot") == (10, 7, 0)


@pytest.mark.rule("baroque.7.5.4g", "baroque.7.5.5")
def test_7_5_4g_the_same_enemy_is_fought_again_at_once_with_impetus() -> None:
    scene = duel(arrival="", blue={"type": "GA", "impetus": 3}, red={"type": "TR"})
    # Beaten by 2, fell back 1 BU (die 1); pursued 2 BU (die 4), met at once: 6 + 3 dice against 4 - 1.
    table = fought(scene, dice=[*BEATEN, 1, 4, *rows(0, 9), *rows(0, 3)])
    assert dice_of(table) == [(6, 6), (9, 3)]
    met = table.event(Met).contacts[0]
    assert (met.arrival, met.moved, met.impact) == ("pursuit", True, "front")
    assert place_of(table, "foot") == (10, 7, 0)
    assert [c.arrival for c in table.state.contacts] == [""]


@pytest.mark.rule("baroque.7.5.4g")
def test_7_5_4g_another_enemy_on_the_way_is_a_new_melee() -> None:
    scene = duel(arrival="", blue={"type": "GA", "impetus": 3}, red={"type": "TR", "lost": 5})
    scene.red("reserve", (10, 5.9), type="T")
    table = fought(scene, dice=[*rows(2, 6), *rows(0, 1), 6, 4, *rows(0, 9), *rows(0, 5)])
    assert table.state.units["guard"].gone == "routed"
    assert mains_of(table) == [("foot", "guard"), ("foot", "reserve")]
    # The rout of the guard has disordered the reserve behind it.
    assert dice_of(table)[1] == (9, 5)


@pytest.mark.rule("baroque.7.2.3b")
def test_7_2_3b_a_pursuit_may_strike_a_flank() -> None:
    scene = apart(3)
    scene.red("reserve", (10, 6.2), heading=90, type="T")
    table = chase(scene, 6)
    assert table.event(Met).contacts[0].impact == "side"
    scene = apart(3)
    scene.red("reserve", (10, 6.2), heading=0, type="T")
    table = chase(scene, 6)
    assert table.event(Met).contacts[0].impact == "flank"
    assert table.state.units["reserve"].disordered


@pytest.mark.rule("baroque.6.7e")
def test_6_7e_pistols_are_lost_by_a_first_contact_in_pursuit_but_not_by_troops_that_are_dispersed() -> None:
    numbers: dict[str, Json] = {"weapons": ["point_blank_pistol"]}
    scene = apart(3, **numbers)
    scene.red("light", (10, 6.2), type="S")
    table = chase(scene, 6)
    assert table.state.units["light"].gone == "dispersed"
    assert table.state.units["foot"].used == ()
    scene = apart(3, **numbers)
    scene.red("reserve", (10, 6.2), type="T")
    assert chase(scene, 6).state.units["foot"].used == ("pistol",)


@pytest.mark.rule("baroque.7.5.4i")
def test_7_5_4i_a_pursuer_stops_at_friends() -> None:
    scene = apart(3)
    scene.blue("friend", (10, 6.5))
    table = chase(scene, 6)
    assert place_of(table, "foot") == (10, 6.5 + DEPTH, 0)
    assert table.events(Moved)[-1].text == "Foot pursued 0.83 BU. A friend is in the way."


@pytest.mark.rule("baroque.7.5.4i")
def test_7_5_4i_a_pursuer_stops_at_impassable_ground() -> None:
    scene = apart(4)
    scene.terrain("rocks", box(9, 5.5, 2, 1))
    table = chase(scene, 6)
    assert place_of(table, "foot") == (10, 6.5 + DEPTH / 2, 0)


@pytest.mark.rule("baroque.3.1.1l")
def test_3_1_1l_difficult_terrain_ends_a_pursuit() -> None:
    scene = apart(4)
    scene.terrain("wood", box(8, 4, 4, 3.5))
    table = chase(scene, 6)
    assert place_of(table, "foot") == (10, 7, 0)
    assert table.state.units["foot"].disordered


@pytest.mark.rule("baroque.5.8b")
def test_5_8b_a_pursuer_stops_at_the_table_edge() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 1.5), type="TR")
    scene.red("guard", None)
    table = chase(scene, 6)
    assert place_of(table, "foot") == (10, 1 / 3, 0)


@pytest.mark.rule("baroque.3.1.1f")
def test_3_1_1f_a_pursuer_that_crosses_an_obstacle_loses_its_order() -> None:
    scene = apart(4)
    scene.terrain("hedge", ((9, 7), (11, 7)))
    assert chase(scene, 6).state.units["foot"].disordered


def over_a_hedge(defended: str | None) -> Table[State]:
    scene = apart(1)
    hedge = scene.terrain("hedge", ((9, 7.4), (11, 7.4)), name="hedge")
    return scene.run(
        lambda game: pursue(game, "foot", "guard", defended=hedge if defended else None), dice=[6]
    )


@pytest.mark.rule("baroque.7.5.4h")
def test_7_5_4h_the_obstacle_of_the_beaten_unit_costs_a_pursuer_order_but_no_impetus() -> None:
    table = over_a_hedge("hedge")
    assert table.event(Met).contacts[0].over is None
    assert table.state.units["foot"].disordered
    assert over_a_hedge(None).event(Met).contacts[0].over == "hedge"


@pytest.mark.rule("baroque.7.5.4h")
def test_7_5_4h_another_obstacle_on_the_way_counts_wherever_it_lies() -> None:
    for first, second in (("hedge", "wall"), ("wall", "hedge")):
        scene = apart(1)
        scene.terrain(first, ((9, 7.4), (11, 7.4)), name=first)
        scene.terrain(second, ((9, 7.2), (11, 7.2)), name=second)
        table = scene.run(lambda game: pursue(game, "foot", "guard", defended="hedge"), dice=[6])
        assert table.event(Met).contacts[0].over == "wall"


@pytest.mark.rule("baroque.7.5.4h")
def test_7_5_4h_goes_for_a_support_unit_that_pursues_with_its_main_unit_too() -> None:
    scene = duel(arrival="", blue={"type": "TR"}, red={"type": "TR"})
    scene.blue("friend", (12, 8), type="TR")
    hedge = scene.terrain("hedge", ((8, 8 - DEPTH / 2), (13, 8 - DEPTH / 2)), name="hedge")
    scene.state.contacts = tuple(replace(c, over=hedge) for c in scene.state.contacts if c.by == "foot")
    scene.contact("friend", "guard", over=hedge)
    second = scene.red("second", (12.6, 8 - DEPTH - 1.5), type="TR", impetus=0)
    # The melee, the test, the retreat of 3 BU; the Main Unit pursued 1 BU, its Support Unit 2 BU, into another enemy.
    table = fought(scene, dice=[*rows(2, 6), *rows(0, 3), *rows(0, 6), 6, 6, 2, 5, *rows(0, 6), *rows(0, 6)])
    table.play(("blue", "pursue"), ("blue", "pursue"), ("blue", "straight"))
    met = [c for e in table.events(Met) for c in e.contacts if c.by == "friend"]
    assert [(c.on, c.over) for c in met] == [(second, None)]


@pytest.mark.rule("baroque.3.1.4k")
def test_3_1_4k_who_meets_an_enemy_at_its_obstacle_is_disordered_although_it_crosses_nothing() -> None:
    scene = apart(1)
    scene.terrain("hedge", ((9, 8 - DEPTH / 2 - 1), (11, 8 - DEPTH / 2 - 1)), name="hedge")
    table = chase(scene, 6)
    assert table.event(Met).contacts[0].over == "hedge"
    assert table.state.units["foot"].disordered


@pytest.mark.rule("baroque.7.6h")
def test_7_6h_a_support_unit_pursues_only_if_its_main_unit_really_goes() -> None:
    scene = duel(arrival="", blue={"type": "TR"}, red={"type": "TR"})
    scene.blue("friend", (12, 8), type="TR")
    scene.contact("friend", "guard")
    dice = [*rows(2, 6), *rows(0, 3), *rows(0, 6), 6, 6]
    table = fought(scene, dice=[*dice, 1])
    table.play(("blue", "pursue"), ("blue", "pursue"))
    assert [(e.unit, e.length) for e in table.events(PursuitRolled)] == [("foot", 0)]
    assert "Foot rolled 0 BU for the pursuit and stays where it is." in lines(table)
    table = fought(_with_friend(), dice=[*dice, 2, 5])
    table.play(("blue", "pursue"), ("blue", "pursue"))
    assert [(e.unit, e.length) for e in table.events(PursuitRolled)] == [("foot", 600), ("friend", 1200)]


def _with_friend(**friend: Json) -> BattleScene:
    scene = duel(arrival="", blue={"type": "TR"}, red={"type": "TR"})
    scene.blue("friend", (12, 8), type="TR", **friend)
    scene.contact("friend", "guard")
    return scene


@pytest.mark.rule("baroque.7.6h")
def test_7_6h_an_exhausted_support_unit_does_not_pursue() -> None:
    dice = [*rows(2, 6), *rows(0, 1), *rows(0, 6), 6, 6, 2]
    table = fought(_with_friend(lost=4), dice=dice)
    table.answer("blue", "pursue")
    assert [e.unit for e in table.events(PursuitRolled)] == ["foot"]
    assert [(e.unit, e.goes) for e in table.events(PursuitDeclared)] == [("foot", True), ("friend", False)]
    # Who could not go has said nothing, so the log does not say it.
    assert "Foot will pursue." in lines(table)
    assert not any("does not pursue" in line for line in lines(table))


def test_whoever_might_have_pursued_and_stays_says_so() -> None:
    table = fought(_with_friend(lost=4), dice=[*rows(2, 6), *rows(0, 1), *rows(0, 6), 6, 6])
    table.answer("blue", "stay")
    assert [line for line in lines(table) if "pursue" in line] == ["Foot will not pursue."]


@pytest.mark.rule("baroque.7.6g", "baroque.7.5.4j")
def test_7_6g_the_support_units_of_a_beaten_main_unit_are_disordered_and_fall_back_on_their_own_dice() -> (
    None
):
    scene = duel(arrival="", blue={"impetus": 0, "type": "TR"}, red={"type": "TR"})
    scene.red("left", (8, 8 - DEPTH), type="TR")
    scene.red("right", (12, 8 - DEPTH), type="TR")
    scene.contact("foot", "left")
    scene.contact("foot", "right")
    table = fought(scene, dice=[*rows(2, 6), *rows(0, 6), *rows(0, 3), *rows(0, 3), 6, 1, 6, 2])
    assert table.asked("red").rule == "baroque.7.5.4j"
    table.answer("red", ["right", "left"])
    y = 8 - DEPTH
    assert [place_of(table, u) for u in ("guard", "right", "left")] == [
        (10, y - 1, 180),
        (12, y - 3, 180),
        (8, y - 2, 180),
    ]
    assert all(table.state.units[u].disordered for u in ("guard", "left", "right"))
    assert [table.state.units[u].lost for u in ("guard", "left", "right")] == [2, 0, 0]


@pytest.mark.rule("baroque.4.1.1i")
def test_r122_a_winner_that_is_still_in_melee_with_another_enemy_stays() -> None:
    scene = duel(arrival="", blue={"type": "GA"}, red={"type": "TR"})
    scene.blue("friend", (12, 8), type="TR", impetus=0)
    scene.red("second", (11.9, 8 - DEPTH), type="TR")
    scene.contact("friend", "second")
    scene.contact("second", "foot")
    table = fought(scene, dice=[*rows(2, 6), *rows(0, 6), 6, 6, *rows(0, 6), *rows(0, 3), *rows(0, 6)])
    table.answer("blue", "foot:guard")
    assert [(e.unit, e.goes) for e in table.events(PursuitDeclared)] == [("foot", False)]
    assert through(table)
