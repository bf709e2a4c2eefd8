"""What is seen of a battle: pieces, marks, sheets, gauges, terrain, the table (1.4a, 1.5)."""

from importlib.resources import files

import orjson
import pytest

from muster.engine.ids import Audience
from muster.engine.refusals import Refusal
from muster.engine.tables import yaml_of
from muster.engine.views import View
from muster.rulesets.baroque.ruleset import RULESET
from tests.kit.table import setup_of
from tests.rulesets.baroque.beginning import SOUTH_BLUE, battle, settle
from tests.rulesets.baroque.scenes import BattleScene, box


def seen(scene: BattleScene, audience: str = "spectators") -> View:
    """What an audience sees of a scene."""
    return RULESET.view(scene.state, Audience(audience))


def marks(scene: BattleScene, unit: str) -> list[str]:
    """The signs on a unit."""
    return [m.sign for m in seen(scene).pieces[unit].marks]


@pytest.mark.rule("baroque.1.5")
def test_1_5_everybody_sees_every_marker() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 11), weapons=["musket"], disordered=True, reacted=True, lost=4)
    scene.red("horse", (10, 10.4), type="TR", weapons=["lance", "point_blank_pistol"])
    scene.leader("blue/1", unit="foot")
    scene.contact("horse", "foot")
    assert marks(scene, "foot") == ["melee", "disordered", "exhausted", "reacted", "leader", "volley"]
    assert marks(scene, "horse") == ["melee", "pistol", "lance"]
    scene.state.change("foot", used=("volley",))
    scene.state.change("horse", used=("pistol", "lance"))
    assert marks(scene, "foot") == ["melee", "disordered", "exhausted", "reacted", "leader"]
    assert marks(scene, "horse") == ["melee"]
    assert seen(scene, "blue").pieces == seen(scene, "red").pieces


def test_pieces_stand_true_to_size_with_what_they_have_left() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 11), 90, lost=2)
    piece = seen(scene).pieces["foot"]
    assert (piece.shape.kind, piece.shape.size, piece.shape.depth) == ("rect", 1200, 400)
    assert piece.pose == (6000, 6600, 9000)
    assert piece.bar is not None
    assert (piece.bar.value, piece.bar.max) == (4, 6)
    assert piece.label == "Foot, P&M, Blue, VBU 4 of 6, at 10 BU, 11 BU, facing 90 degrees."


def test_the_unit_that_acts_is_not_one_that_has_acted() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 11), activated=True)
    assert seen(scene).pieces["foot"].acted
    assert "Has acted" in {c.label for c in seen(scene).sheets["foot"].chips}
    scene.acting("foot")
    piece = seen(scene).pieces["foot"]
    assert (piece.active, piece.acted) == (True, False)
    assert "acts now" in piece.label
    assert "Acts now" in {c.label for c in seen(scene).sheets["foot"].chips}


def test_a_leader_is_a_point_with_his_command_range_which_is_halved_while_he_is_attached() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 11))
    scene.structure("blue", "Average", 6)
    scene.leader("blue/1", (10, 13))
    ring = seen(scene).pieces["blue/1"].ring
    assert ring is not None
    assert ring.radius == 3600
    assert seen(scene).pieces["blue/1"].pose == (6000, 7800, 0)
    scene.leader("blue/1", unit="foot")
    ring = seen(scene).pieces["blue/1"].ring
    assert ring is not None
    assert ring.radius == 1800


def test_gauges_show_what_is_left_of_armies_and_commands() -> None:
    table = settle(battle(SOUTH_BLUE, 2, 5), 1, 2, 3, 4)
    view = table.view("blue")
    army = view.gauges["army/blue"]
    assert (army.value, army.max, army.note) == (
        13,
        13,
        "At 0 at the end of a turn it is routed and loses. Units 13.",
    )
    table.state.change("blue/u3", lost=5)
    army, command = table.view("blue").gauges["army/blue"], table.view("blue").gauges["command/blue/1"]
    assert (army.value, army.max) == (10, 13)
    assert (command.value, command.max, command.group) == (10, 13, "blue/1")


def test_a_card_says_what_the_unit_costs_when_it_is_exhausted_and_when_it_is_lost() -> None:
    scene = BattleScene()
    scene.blue("foot", vd=3)
    scene.baggage("blue", (10, 14))
    costs = {c: line.value for c in ("foot", "blue/baggage") for line in seen(scene).sheets[c].lines}
    assert costs == {"foot": "−3 Exhausted, −6 lost", "blue/baggage": "−3 lost"}


def test_what_wins_is_said_with_what_is_taken_off_and_who_wins_when_time_is_up() -> None:
    usual = RULESET.table(setup_of(RULESET, scenario="mill-hill", turns=6))
    assert usual["aim"] == {
        "text": "Bring the enemy army's number at the top to 0 by the end of a turn: then it is routed and loses. "
        "After turn 6 the army with the larger share of its number left wins; equal shares draw.",
        "rule": "baroque.9.1d",
    }
    assert "once when it is Exhausted, twice when it is lost" in usual["terms"][0]
    goal = RULESET.table(setup_of(RULESET, scenario="the-beacon", turns=6))
    assert goal["aim"]["rule"] == "baroque.9.1f"
    assert goal["aim"]["text"].startswith("Hold Beacon Hill at the ends of 2 turns in a row: ")
    assert goal["aim"]["text"].endswith(
        "After turn 6 whoever holds it then wins; if nobody does, it is a draw."
    )
    assert "does not decide this battle" in goal["terms"][0]
    endless = RULESET.table(setup_of(RULESET, scenario="mill-hill", turns=0))
    assert endless["aim"]["text"].endswith(" There is no last turn.")


def test_terrain_and_the_table_are_what_the_board_needs() -> None:
    scene = BattleScene()
    scene.terrain("wood", box(4, 4, 3, 3))
    wood = seen(scene).terrain["wood-1"]
    assert (wood.kind, wood.closed, wood.outline[0]) == ("wood", True, (2400, 2400))
    table = RULESET.table(setup_of(RULESET, scenario="mill-hill"))
    assert (table["form"], table["size"], table["unit"]["size"]) == ("open", [12_000, 9_000], 600)
    assert table["kinds"]["terrain"]["wood"] == {"recipe": "wood", "label": "Wood"}
    assert [z["id"] for z in table["zones"]] == ["north", "south"]
    orjson.dumps(table)


def test_the_phase_names_turn_and_command() -> None:
    table = settle(battle(SOUTH_BLUE, 2, 5, turns=6), 6, 5, 1, 2)
    phase = table.view("red").phase
    assert (phase.round, phase.rounds, phase.label, phase.active) == (1, 6, "Turn 1 of 6", "blue/1")
    assert phase.order == ("blue/1", "red/1")


def test_every_piece_has_a_sheet_and_every_sheet_its_rules() -> None:
    view = settle(battle(SOUTH_BLUE, 2, 5, points=600)).view("blue")
    assert set(view.sheets) >= set(view.pieces)
    rules = {s.rule for sheet in view.sheets.values() for row in sheet.stats for s in row}
    rules |= {c.rule for sheet in view.sheets.values() for c in sheet.chips}
    rules |= {line.rule for sheet in view.sheets.values() for line in sheet.lines}
    ledger = yaml_of(files("muster.rulesets.baroque").joinpath("ledger.yaml").read_text("utf-8"))
    known = {r["id"] for r in ledger["rules"]}
    assert rules <= known, rules - known


@pytest.mark.rule("baroque.1.4a")
def test_1_4a_everybody_may_measure_at_any_time() -> None:
    scene = BattleScene()
    told = RULESET.measure(scene.state, (600, 600), (2400, 3000))
    assert told == {"distance": 3000, "unit": "BU", "text": "5 BU", "from": (600, 600), "to": (2400, 3000)}
    with pytest.raises(Refusal, match="not on the table"):
        RULESET.measure(scene.state, (0, 0), (12_001, 0))
