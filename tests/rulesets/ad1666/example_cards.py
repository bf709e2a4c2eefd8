"""The worked examples of cards and activations: reinforcement, reshuffles, Initiative, the delay."""

from collections.abc import Callable
from typing import Final

from muster.rulesets.ad1666.deck import DECK, counts_for_reshuffle
from muster.rulesets.ad1666.events import ActivationOver, CardsDrawn, Reinforced, Reshuffled, TrialDecided
from muster.rulesets.ad1666.queries.trials import Trial, ability_part
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.combat import fight
from muster.rulesets.ad1666.rules.course import draw_cards
from muster.rulesets.ad1666.rules.initiative import take_initiative
from muster.rulesets.ad1666.rules.trials import unopposed
from tests.kit.examples import Example
from tests.kit.table import PASS
from tests.rulesets.ad1666.example_moves import card, check_trial
from tests.rulesets.ad1666.scenes import YardScene


def wasted_point(example: Example) -> None:
    """A card of the same value brings no more than is wanted."""
    given = example.given
    (test,), (wanted,) = example.when["tests"], example.then["tests"]
    scene = YardScene()
    scene.red("ann", (1, 1), abilities={"agility": given["ability"]})
    scene.stack("red", deck=[card(test["card"])], hand=[card(c) for c in given["hand"]])

    async def rule(game: Match) -> None:
        parts = ability_part(game.state, "ann", "agility")
        await unopposed(game, Trial("ann", "Agility Test", test["dl"], "test.1", parts))

    table = scene.run(rule)
    assert (test["kind"], test["dl"]) == ("unopposed", given["dl"])
    for added in test["reinforce"]:
        table.answer("red", card(added))
    check_trial(table.event(TrialDecided), wanted)
    # The same value is worth 2 at most.
    assert 2 - table.event(Reinforced).added.bonus == wanted["wasted_points"]


def fourth_eight(example: Example) -> None:
    """An 8 played from the hand brings the fourth into the pile."""
    given, then = example.given, example.then
    assert example.when["event"].startswith("Red plays Cup 8 from hand in an Opposed Test")
    eights = ["skull-8", "heart-8", "horseshoe-8"]
    assert len(eights) == given["red_discard_8s_and_jokers"]
    hand = ["cup-8", "skull-2", "heart-2", "horseshoe-2"]
    assert len(hand) == given["red_hand_before"]
    scene = YardScene()
    scene.red("ann", (1, 1), weapons=("sabre",))
    scene.blue("bob", (2, 1), weapons=("sabre",))
    scene.state.phase, scene.state.up = "combat", "red"
    scene.stack("red", hand=hand, discard=eights)
    scene.stack("blue", deck=["skull-2"])
    table = scene.run(lambda game: fight(game, "ann", "bob"), dice=[list(range(30))])
    table.answer("red", "cup-8")
    table.answer("blue", "deck")
    table.answer("red", PASS)
    state = table.state
    assert bool(table.events(Reshuffled)) is then["reshuffle"]
    sizes = (len(state.hands["red"]), len(state.decks["red"]), len(state.discards["red"]))
    assert sizes == (then["new_hand_size"], then["deck_after"], then["discard_after"])


def hand_limit(example: Example) -> None:
    """Two are drawn and two laid off; three of the 8s and Jokers in the pile are not enough."""
    given, when, then = example.given, example.when, example.then
    hand, drawn = [card(c) for c in given["hand"]], [card(c) for c in when["drawn"]]
    eights = given["discard"]["eights_and_jokers"]
    rest = [c for c in DECK if c not in (*hand, *drawn)]
    high = [c for c in rest if counts_for_reshuffle(c)]
    low = [c for c in rest if not counts_for_reshuffle(c)]
    pile = [*high[:eights], *low[: given["discard"]["count"] - eights]]
    scene = YardScene()
    scene.state.phase, scene.state.turn = "card", given["turn"]
    scene.stack("red", deck=drawn, hand=hand, discard=pile)
    assert len(scene.state.decks["red"]) == given["deck"]
    table = scene.run(draw_cards)
    assert table.events(CardsDrawn)[0].cards == tuple(drawn)
    table.answer("red", [card(c) for c in when["discarded"]])
    state = table.state
    assert len(state.hands["red"]) == then["hand_size"]
    found = sum(map(counts_for_reshuffle, state.discards["red"]))
    assert found == then["discard_eights_and_jokers"]
    assert bool(table.events(Reshuffled)) is then["reshuffle"]
    assert (len(state.decks["red"]), len(state.discards["red"])) == (then["deck"], then["discard"])


def tied_initiative(example: Example) -> None:
    """Level totals: everything is repeated."""
    given, when, then = example.given, example.when, example.then
    scene = YardScene()
    scene.state.turn, scene.state.phase, scene.state.initiative = given["turn"], "initiative", ""
    assert given["scenario_sets_initiative"] is bool(scene.state.setup.scenario.initiative)
    scene.stack("red", hand=[card(c) for c in given["red_hand"]])
    assert (when["red"]["source"], when["blue"]["source"]) == ("hand", "deck")
    scene.stack("blue", hand=[card(c) for c in given["blue_hand"]], deck=[card(when["blue"]["card"])])
    table = scene.run(take_initiative)
    assert [r.seat for r in table.match.requests] == [then["announces_first"]]
    table.answer("red", card(when["red"]["card"]))
    table.answer("blue", "deck")
    first, second, third = when["reinforcement"]
    assert (first, second, third) == ("red Cup 2", "blue pass", "red pass")
    table.answer("red", card(first.removeprefix("red ")))
    option = table.option("blue", "heart-3")
    assert then["blue_could_have_used"] == "Heart 3 (+1) for 8"
    assert (option.badge, option.cost) == ("+1", "8 : 7")
    contest = table.state.contest
    assert contest is not None
    assert {s.seat: s.total for s in contest.sides} == {s: then["totals"][s] for s in then["totals"]}
    table.answer("blue", PASS)
    # Red holds no card any more; its pass is no secret.
    assert (then["tie"], then["repeat"]) == (True, True)
    assert [(r.seat, r.rule) for r in table.match.requests] == [("red", "test.10")]


def waiting(example: Example) -> None:
    """The side with fewer models keeps its last one back."""
    given, then = example.given, example.then
    scene = YardScene((8, 10))
    for seat, add, x in (("red", scene.red, 0), ("blue", scene.blue, 7)):
        for number in range(given[f"{seat}_models"]):
            add(f"{seat} {number + 1}", (x, number * 2), activated=number < given[f"{seat}_activated"])
    scene.state.up, scene.state.first_actor = given["to_act"], given["first_actor"]
    assert example.when["choice"] == "red passes whenever he may"
    table = scene.begin()
    order: list[str] = []
    blue_may = False
    while table.state.phase == "action":
        request = table.match.requests[0]
        seat = str(request.seat)
        if request.pass_label == "Wait":
            blue_may = blue_may or seat == "blue"
            order.append(f"{seat} passes")
            table.answer(seat, PASS)
            continue
        who = table.offers(seat)[0]
        order.append(who)
        table.answer(seat, who)
        table.answer(seat, PASS)
    assert order == list(then["order"])
    assert blue_may is then["blue_may_pass"]
    assert [e.seat for e in table.events(ActivationOver) if not e.who] == ["red"] * 3


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "ad1666.ex.14": wasted_point,
    "ad1666.ex.22": fourth_eight,
    "ad1666.ex.33": hand_limit,
    "ad1666.ex.34": tied_initiative,
    "ad1666.ex.35": waiting,
}
