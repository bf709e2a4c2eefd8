"""The worked examples of melees: breaking off, phases, retreats, pursuits."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from muster.geometry.open.contact import first_contact
from muster.geometry.open.moves import AHEAD, straight
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.contacts import Met
from muster.rulesets.baroque.events.fire import PistolsFired
from muster.rulesets.baroque.events.melee import MeleeDecided, MeleeJoined, PursuitRolled, RetreatRolled
from muster.rulesets.baroque.events.moves import Moved
from muster.rulesets.baroque.events.tests import CohesionTested
from muster.rulesets.baroque.queries.bodies import body, pose_of
from muster.rulesets.baroque.queries.cohesion import critical_number
from muster.rulesets.baroque.queries.contacting import contacts_of
from muster.rulesets.baroque.queries.disengaging import no_disengagement
from muster.rulesets.baroque.queries.fighters import fighter, force
from muster.rulesets.baroque.queries.fights import melees
from muster.rulesets.baroque.queries.melee_dice import melee_dice
from muster.rulesets.baroque.queries.pursuing import pursuit
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.rules.contact import meet
from muster.rulesets.baroque.rules.melee import act_in_melee
from muster.rulesets.baroque.rules.retreat import fall_back
from tests.kit.examples import Example
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.charge.runs import charging
from tests.rulesets.baroque.melee.fighting import fought
from tests.rulesets.baroque.melee.lines import behind_front, duel, rows
from tests.rulesets.baroque.scenes import BattleScene, box, place_of

Json: TypeAlias = Any


def _speed(words: str) -> dict[str, Json]:
    """M and pace as the example writes them: ``2F``."""
    return {"move": int(words[0]), "pace": {"F": "fast", "S": "slow"}.get(words[1:], "normal")}


def breaking_off(example: Example) -> None:
    """Who is fast enough to break off."""
    assert not example.when
    found: list[bool] = []
    for own, enemy in zip(example.given["own"], example.given["enemy"], strict=True):
        scene = duel(arrival="", blue={"type": "CL", **_speed(own)}, red={"type": "T", **_speed(enemy)})
        found.append(no_disengagement(scene.state, "foot") is None)
    assert found == example.then["may_disengage"]


def fighting_again(example: Example) -> None:
    """A unit that drew fights again when it is activated, and once more when its pursuit reaches the beaten enemy."""
    assert example.given["A"] == "active"
    assert example.given["B"] == "inactive, not yet activated"
    drawn, activated = example.when["sequence"]
    assert (drawn, activated) == ("A and B draw", "B is activated")
    scene = duel(red={"type": "GA", "impetus": 1}, blue={"type": "TR"})
    table = fought(scene, dice=[*rows(0, 7), *rows(0, 6)])
    assert table.event(MeleeDecided).loser == ""
    scene.state.contacts = table.state.contacts
    scene.acting("guard")
    dice = [*rows(2, 6), *rows(0, 6), 6, 1, 6, *rows(0, 7), *rows(0, 3)]
    table = scene.run(lambda game: act_in_melee(game, "guard"), dice=dice)
    again = [e.melee.mains for e in table.events(MeleeJoined)]
    assert again == [("guard", "foot"), ("guard", "foot")]
    assert example.then["B_activation"] == "fights again"


def a_newcomer(example: Example) -> None:
    """A third unit with more of the second enemy's front; the old Main Unit supports, in both melees."""
    assert example.given["phase_1"] == "two melees, both drawn"
    scene = BattleScene()
    behind_front(scene, "m1", scene.blue("blue-m1", (8, 8)))
    scene.blue("blue-m2", (10, 8))
    behind_front(scene, "m2", "blue-m2", 1.25)
    newcomer = scene.blue("newcomer", (12.1, 9), heading=355)
    path = straight(body(scene.state, newcomer), AHEAD, 1200)
    met = first_contact(path, [body(scene.state, "m2")])
    assert met is not None
    scene.state.change(newcomer, pose=pose_of(path.body_at(met.length)))
    for by, on in (("blue-m1", "m1"), ("blue-m2", "m2"), ("blue-m2", "m1")):
        scene.contact(by, on)
    scene.contact("newcomer", "m2", arrival="charge")
    scene.acting("newcomer")
    assert not example.when
    assert example.given["newcomer"] == "blue unit engages more of red M2 than blue M2"
    dice = [*rows(0, 6), *rows(0, 3), *rows(0, 6), *rows(0, 7), *rows(0, 3), *rows(0, 6)]
    table = fought(scene, "newcomer", dice=dice)
    table.answer("blue", "blue-m1:m1")
    first, second = (e.melee for e in table.events(MeleeJoined))
    assert second.mains == ("newcomer", "m2")
    assert example.then["newcomer"] == "main against red M2"
    assert [b.unit for m in (first, second) for b in m.backers] == ["blue-m2", "blue-m2"]
    assert example.then["old_blue_M2"] == "support, possibly in both melees"


def _card(words: str) -> dict[str, Json]:
    """A type and its M: ``TR 2``."""
    kind, move = words.split()
    return {"type": kind, "move": int(move)}


def retreat_and_pursuit(example: Example) -> None:
    """How far the loser falls back and the winner pursues, and whether they meet."""
    scene = duel(
        arrival="",
        blue={"impetus": 1, **_card(example.given["winner"])},
        red=_card(example.given["loser"]),
    )
    dice = [example.when["retreat_die"], example.when["pursuit_die"]]
    table = fought(scene, dice=[*rows(2, 6), *rows(0, 6), 6, *dice, *rows(0, 7), *rows(0, 3)])
    assert table.event(RetreatRolled).length == 600 * example.then["retreat"]
    assert table.event(PursuitRolled).length == 600 * example.then["pursuit"]
    assert bool(table.events(Met)) == example.then["contact"]


def who_pursues(example: Example) -> None:
    """Whether a winner may or must pursue a loser that retreats, or is destroyed."""
    winner = example.given["winner"]
    assert winner["status"] == "fresh"
    scene = BattleScene()
    scene.blue("winner", (10, 8), type=winner["type"])
    scene.red("loser", (10, 6), type=example.given["loser"]["type"])
    words = {"no": "not allowed", "may": "allowed", "must": "compulsory"}
    found = [words[pursuit(scene.state, "winner", "loser", fate).will] for fate in example.when["loser_fate"]]
    assert found == example.then["pursuit"]


def retreat_in_a_wood(example: Example) -> None:
    """How far a rolled retreat goes where a wood begins."""
    moved: list[float] = []
    die = example.when["retreat_die"]
    for wood in example.given["half_in_wood_after"]:
        scene = BattleScene()
        scene.red("loser", (10, 8), type=example.given["loser"], move=example.given["M"])
        if wood != "never":
            scene.terrain("wood", box(8, 0, 4, 8 - wood))
        table = scene.run(lambda game: fall_back(game, "loser"), dice=[die])
        assert table.event(RetreatRolled).length == 600 * example.then["rolled"]
        place = place_of(table, "loser")
        assert place is not None
        moved.append(round(8 - place[1], 2))
    assert moved == example.then["moved"]


def over_a_hedge(example: Example) -> None:
    """Mounted that charge shooters behind a hedge: order, dice and the defenders' Critical Number."""
    active, target = example.given["active"], example.given["target"]
    scene = BattleScene()
    horse = scene.blue("horse", (10, 9), type=active["type"], vbu=active["vbu"], impetus=active["I"])
    foe = scene.red("foe", (10, 7.5), type=target["type"], vbu=target["vbu"])
    front = body(scene.state, foe).ends(Side.FRONT)
    line = tuple((x / BU, y / BU) for x, y in front)
    scene.terrain(target["behind"], line, name="line")
    scene.acting(horse)
    path = straight(body(scene.state, horse), AHEAD, 1200)
    met = first_contact(path, [body(scene.state, foe)])
    assert met is not None
    path = straight(body(scene.state, horse), AHEAD, met.length)

    async def charge(game: Battle) -> None:
        game.apply(Moved(horse, (pose_of(path.body_at(path.length)),)))
        await meet(game, contacts_of(game.state, path, [foe], "charge"), {horse: path})

    state = scene.run(charge).state
    assert state.units[horse].disordered == example.then["TR_disordered"]
    (melee,) = melees(state, horse)
    dice = example.then["dice"]
    ours, theirs = force(state, melee, horse), force(state, melee, foe)
    assert (ours.dice.total.value, theirs.dice.total.value) == (dice[active["type"]], dice[target["type"]])
    critical = critical_number(state, foe, example.when["hits_on_T"], theirs.cause)
    assert critical.value == example.then["T_critical_number"]


def support(example: Example) -> None:
    """The dice of a Support Unit, and those of its side."""
    scene = BattleScene()
    given = example.given["support"]
    assert given["charging"] == "pike enemy"
    scene.blue("main", (10, 8), type=example.given["main"]["type"], vbu=example.given["main"]["vbu"])
    behind_front(scene, "pikes", "main", 0.5, type="P&M", weapons=["pike"])
    scene.blue(
        "helper",
        (12, 8),
        type=given["type"],
        vbu=given["vbu"],
        impetus=given["I"],
        disordered=given["disordered"],
    )
    scene.contact("main", "pikes")
    scene.contact("helper", "pikes", arrival="charge")
    (melee,) = melees(scene.state, "main")
    assert not example.when
    assert melee.mains == ("main", "pikes")
    full = melee_dice(scene.state, fighter(scene.state, melee, "helper"))
    side = force(scene.state, melee, "main").dice
    assert full.value == example.then["support_full"]
    assert dict(side.pools)["helper"] == example.then["support_dice"]
    assert side.total.value == example.then["total"]


def out_of_the_scrub(example: Example) -> None:
    """c46: horse that charges into contact out of broken ground is Disordered first, fires its pistols, and strikes."""
    by, on, when, then = example.given["charger"], example.given["target"], example.when, example.then
    assert (example.given["charge"], on["in"]) == ("frontal, first action", "open")
    scene = BattleScene()
    horse = charger(
        scene,
        type=by["type"],
        vbu=by["vbu"],
        impetus=by["I"],
        weapons=["point_blank_pistol"] if by["pistol"] else [],
        disordered=not by["good_order"],
    )
    foe = in_front(
        scene,
        "foe",
        1.5,
        type=on["type"],
        vbu=on["vbu"],
        reacted=True,
        weapons=["point_blank_pistol"] if on["pistol"] else [],
        disordered=not on["good_order"],
    )
    rear = 10 + 1 / 3 - 1.5
    scene.terrain("scrub", box(8, rear - by["base_in_broken_ground"] * 2 / 3, 4, 0.75))
    dice = [
        *rows(when["pistol_hits"], then["pistol_dice"]),
        *rows(when["hits_on_target"], then["dice"]["charger"]),
        *rows(when["hits_on_charger"], then["dice"]["target"]),
        1,
        1,
    ]
    table = charging(scene, horse, foe, *dice)
    assert table.state.units[horse].disordered == then["charger_disordered"]
    assert table.event(PistolsFired).dice.value == then["pistol_dice"]
    first, second = table.event(MeleeJoined).dice
    assert (first.value, second.value) == (then["dice"]["charger"], then["dice"]["target"])
    critical = {e.unit: e.critical.value for e in table.events(CohesionTested)}
    assert critical == {horse: then["charger_critical_number"], foe: then["target_critical_number"]}


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "baroque.ex.b27": breaking_off,
    "baroque.ex.b38": fighting_again,
    "baroque.ex.b46": a_newcomer,
    "baroque.ex.c22": over_a_hedge,
    "baroque.ex.c23": support,
    "baroque.ex.c26": retreat_and_pursuit,
    "baroque.ex.c41": who_pursues,
    "baroque.ex.c45": retreat_in_a_wood,
    "baroque.ex.c46": out_of_the_scrub,
}
