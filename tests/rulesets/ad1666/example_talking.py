"""The worked examples of Talking skills: Seduction, Charmer, Frigid."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from muster.rulesets.ad1666.events import TalkDecided
from muster.rulesets.ad1666.queries.talking import bystanders, near, whose_talk
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.talking import take_interaction
from muster.rulesets.ad1666.state import State
from tests.kit.examples import Example
from tests.kit.table import PASS, Table
from tests.rulesets.ad1666.example_moves import card
from tests.rulesets.ad1666.scenes import YardScene

Json: TypeAlias = Any
TRAITS: Final = {"Seduction": "seduction", "Charmer": "charmer", "Frigid": "frigid"}
SPACES: Final = ((3, 2), (3, 3))
"""Where the defenders stand: beside the Courtesan on 2,2, and beside each other."""


def salon(given: Json, *, apart: bool = False) -> YardScene:
    """The Courtesan and the others, adjacent to her, or the second one only to the first."""
    lady = given["red"]["Courtesan"]
    scene = YardScene()
    scene.red(
        "Courtesan",
        (2, 2),
        hero=False,
        gender=lady["gender"],
        abilities={"charisma": lady["Charisma"]},
        inconspicuous=lady["inconspicuous"],
        skills={"inconspicuous": 3},
        traits=tuple(TRAITS[s] for s in lady["skills"]),
    )
    for index, name in enumerate(given["blue"]):
        row = given["blue"][name]
        scene.blue(
            name,
            (4, 2) if apart and index else SPACES[index],
            gender=row["gender"],
            abilities={"fortitude": row["Fortitude"]},
            traits=tuple(TRAITS[s] for s in row["skills"]) if "skills" in row else (),
        )
    scene.state.phase, scene.state.up, scene.state.initiative = "interaction", "red", given["init"]
    return scene


def talked(scene: YardScene, target: str, helpers: list[str]) -> Table[State]:
    """Up to the leaders: all cards come from the decks, whose order the caller has fixed."""

    async def rule(game: Match) -> None:
        while whose_talk(game.state) is not None:
            await take_interaction(game)

    table = scene.run(rule)
    table.answer("red", f"seduce:Courtesan:{target}")
    if bystanders(table.state, ("Courtesan",), target):
        table.answer("blue", helpers or PASS)
    return table


def lay(table: Table[State]) -> list[str]:
    """Everybody's card from the deck; the seats in the order in which they laid."""
    order: list[str] = []
    while table.match.requests and table.match.requests[0].rule == "test.10":
        seat = table.match.requests[0].seat
        order.append(str(seat))
        table.answer(seat, "deck")
    return order


def totals(table: Table[State]) -> dict[str, int]:
    """Each participant's total as it lies there."""
    contest = table.state.contest
    assert contest is not None
    return {side.key: side.total for side in contest.sides}


def led(example: Example) -> None:
    """Blue stands by with a second Character, leads with the target, and loses both."""
    given, when, then = example.given, example.when, example.then
    target = given["target"]
    assert (
        given["blue"]["Dragoon"]["adjacent_to_courtesan"]
        is given["blue"]["Hero"]["adjacent_to_dragoon"]
        is True
    )
    scene = salon(given, apart=True)
    assert near(scene.state, "Dragoon", "Courtesan")
    assert near(scene.state, "Hero", "Dragoon")
    scene.state.alarm = given["alarm"]
    scene.stack("red", deck=[card(when["red_card"])])
    scene.stack("blue", deck=[card(when["blue_cards"][name]) for name in when["blue_cards"]])
    table = talked(scene, target, ["Hero"])
    assert list(dict.fromkeys(lay(table))) == list(when["order_of_source_choice"])
    found = totals(table)
    assert table.match.requests[0].seat == when["leader_chosen_first_by"]
    assert when["reinforcement"] == "none"
    table.answer("blue", when["leader"])
    event = table.event(TalkDecided)
    assert (event.defender, event.attacker) == (when["leader"], when["opposed_by"])
    found.update({event.attacker: event.totals[0].value, event.defender: event.totals[1].value})
    assert found == {name: then["totals"][name] for name in then["totals"]}
    assert event.success is (then["winner"] == "Courtesan")
    gone = [who for who, body in table.state.bodies.items() if body.at is None]
    killed = [who for who, body in table.state.bodies.items() if body.fate == "killed"]
    assert (gone, killed) == (list(then["removed"]), list(then["killed"]))
    assert table.state.alarm == then["alarm"]


def alone(example: Example) -> None:
    """A Charmer in defence gains nothing by it."""
    given, when, then = example.given, example.when, example.then
    scene = salon(given)
    scene.stack("red", deck=[card(when["red_card"])])
    scene.stack("blue", deck=[card(when["blue_card"])])
    table = talked(scene, given["target"], [])
    lay(table)
    assert when["reinforcement"] == "none"
    event = table.event(TalkDecided)
    found = {event.attacker: event.totals[0].value, event.defender: event.totals[1].value}
    assert found == {name: then["totals"][name] for name in then["totals"]}
    charm = sum(p.value for p in event.totals[1].parts if p.rule == "skill.charmer")
    assert charm == then["charmer_bonus_of_aramis"]
    assert event.success is (then["winner"] == "Courtesan")


def cold_bystander(example: Example) -> None:
    """A Frigid one who is not in the test takes no bonus away."""
    given, when, then = example.given, example.when, example.then
    scene = salon(given)
    assert given["all_adjacent"] is all(near(scene.state, "Courtesan", name) for name in given["blue"])
    cards = when["cards"]
    scene.stack("red", deck=[card(cards["Courtesan"])])
    scene.stack("blue", deck=[card(cards[name]) for name in given["blue"]])
    table = talked(scene, given["target"], ["Atos"])
    lay(table)
    found = totals(table)
    assert when["reinforcement"] == "none"
    table.answer("blue", when["leader"])
    event = table.event(TalkDecided)
    assert (event.defender, event.attacker) == (when["leader"], when["opposed_by"])
    found.update({event.attacker: event.totals[0].value, event.defender: event.totals[1].value})
    assert found == {name: then["totals"][name] for name in then["totals"]}
    charm = sum(p.value for p in event.totals[0].parts if p.rule == "skill.charmer")
    assert charm == then["charmer_bonus"]
    assert event.success is (then["winner"] == "Courtesan")
    assert [who for who, body in table.state.bodies.items() if body.at is None] == list(then["removed"])


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "ad1666.ex.44": led,
    "ad1666.ex.55": alone,
    "ad1666.ex.56": cold_bystander,
}
