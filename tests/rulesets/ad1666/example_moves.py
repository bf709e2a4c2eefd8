"""The worked examples of movement: steps, pushes, doors, Sprints, falls, interruptions."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from muster.geometry.grid.squares import Square
from muster.rulesets.ad1666.deck import CardId
from muster.rulesets.ad1666.events import DeedLost, Moved, TrialDecided
from muster.rulesets.ad1666.queries.moving import special_steps, walks, workable_doors
from muster.rulesets.ad1666.queries.zones import is_engaged
from muster.rulesets.ad1666.rules.course import tokens_after
from tests.kit.examples import Example
from tests.rulesets.ad1666.scenes import Pair, YardScene

Json: TypeAlias = Any


def card(text: str) -> CardId:
    """``Heart 4`` as the code writes it."""
    return text.lower().replace(" ", "-")


def pair(row: Json) -> Pair:
    """A border of an example."""
    return ((row[0][0], row[0][1]), (row[1][0], row[1][1]))


def square(row: Json) -> Square:
    """A space of an example."""
    return (row[0], row[1])


def check_trial(found: TrialDecided, wanted: Json) -> None:
    """An Unopposed Test as an example tells it."""
    assert found.total.value == wanted["total"]
    if "mods" in wanted:
        mods = {k: wanted["mods"][k] for k in wanted["mods"]}
        kept = [p for p in found.total.parts if not p.rule.startswith(("cards.", "test.2"))]
        assert sorted(p.value for p in kept) == sorted(v for v in mods.values() if v)
    if "before" in wanted:
        added = sum(p.value for p in found.total.parts if p.rule in ("test.2",) or "reinforces" in p.label)
        assert found.total.value - added == wanted["before"]
    if "result" in wanted:
        assert ("success" if found.success else "failure") == wanted["result"]
    for word in ("triumph", "misfortune"):
        if word in wanted:
            assert getattr(found, word) is wanted[word]


# ------------------------------------------------------------------------------------------------ steps
def push_costs(example: Example) -> None:
    """What a push through one friend costs with up to two obstacles on the way."""
    assert example.given["note"].startswith("straight line")
    mp, costs, possible = example.given["mover_mp"], [], []
    for path in example.when["paths"]:
        assert (path["friends_passed"], path["steps"]) == (1, 2)
        borders: list[Pair] = [((0, 0), (1, 0)), ((1, 0), (2, 0))]
        scene = YardScene((4, 1), obstacles=borders[: path["obstacle_boundaries"]])
        scene.red("mover", (0, 0))
        scene.red("friend", (1, 0))
        pushes = [s for s in special_steps(scene.state, "mover", 99) if s.manner == "push" and s.to == (2, 0)]
        costs.append(pushes[0].cost)
        possible.append(
            any(s.manner == "push" and s.to == (2, 0) for s in special_steps(scene.state, "mover", mp))
        )
    assert costs == list(example.then["costs"])
    assert possible == list(example.then["possible_with_4_mp"])


def past_a_door(example: Example) -> None:
    """No diagonal step passes an open door."""
    given = example.given
    scene = YardScene(
        (4, 3),
        doors={pair(d): "open" for d in given["open_doors"]},
        walls=[pair(w) for w in given["walls"]],
    )
    start, end = square(given["Esmeralda"]["at"]), square(example.when["step"]["to"])
    scene.red("esmeralda", start, abilities={"agility": given["Esmeralda"]["agility"]})
    assert given["Esmeralda"]["diagonal_steps_used"] == scene.state.bodies["esmeralda"].diagonals
    legal = end in {r.space for r in walks(scene.state, "esmeralda", 1)}
    assert legal is example.then["legal"]
    assert example.then["reason"] == "no diagonal step passes a door"


def push_into_zone(example: Example) -> None:
    """Nobody pushes through a friend whose space lies in a zone that would stop him."""
    given, when = example.given, example.when["move"]
    scene = YardScene((5, 3))
    scene.red("mover", square(given["red"]["Mover"]))
    friend = given["red"]["Friend"]
    scene.red("friend", square(friend["at"]), prone=friend["prone"])
    guard = given["blue"]["Guard"]
    scene.blue("guard", square(guard["at"]))
    assert is_engaged(scene.state, "guard") is guard["engaged_by_others"]
    assert list(when["push_through"]) == ["Friend"]
    over, to = (square(s) for s in when["path"])
    found = [s for s in special_steps(scene.state, "mover", given["mp"]) if s.over == (over,) and s.to == to]
    assert bool(found) is example.then["legal"]
    assert "would have to stop in an occupied space" in example.then["reason"]


def push_and_climb(example: Example) -> None:
    """Two Movement Actions are never one step."""
    given, when = example.given, example.when["move"]
    (step,) = given["elevated"]
    assert (square(step["low"]), square(step["high"])) == ((0, 0), (1, 0))
    scene = YardScene((4, 1), raised=[(1, 0)])
    scene.red("mover", square(given["red"]["Mover"]["at"]))
    scene.red("friend", square(given["red"]["Friend"]["at"]))
    assert list(when["push_through"]) == ["Friend"]
    assert [square(s) for s in when["path"]] == [(1, 0), (2, 0)]
    found = [s for s in special_steps(scene.state, "mover", given["red"]["Mover"]["mp"]) if s.to == (2, 0)]
    assert bool(found) is example.then["legal"]
    assert "combined" in example.then["reason"]


def doors(example: Example) -> None:
    """Who may open a door from where."""
    given = example.given
    (door,) = given["closed_doors"]
    assert example.when["question"].startswith("may the mover, if it has 1 MP, open the door")
    for mover, wanted in zip(given["mover_at"], example.then["allowed"], strict=True):
        for variant, allowed in zip(given["enemy_variants"], wanted, strict=True):
            if allowed is None:
                continue
            scene = YardScene((4, 4), doors={pair(door): "closed"}, walls=[pair(w) for w in given["walls"]])
            scene.red("mover", square(mover))
            if variant != "none":
                scene.blue("foe", square(variant))
            assert bool(list(workable_doors(scene.state, "mover", 1))) is allowed


# ------------------------------------------------------------------------------------------------ tests on the way
def sprint_test(example: Example) -> None:
    """What the test of a Sprint brings."""
    given, then = example.given, example.then
    assert given["sprint"]
    assert given["spent_mp"] == 4
    (test,) = example.when["tests"]
    assert (test["kind"], test["dl"], list(test["reinforce"])) == ("unopposed", 5, [])
    scene = YardScene((12, 2))
    scene.red("ann", (0, 0), abilities={"agility": given["agility"]})
    scene.stack("red", deck=[card(test["card"])])
    table = scene.act("ann")
    table.answer("red", ("sprint", (4, 0)))
    (wanted,) = then["tests"]
    check_trial(table.event(TrialDecided), wanted)
    body = table.state.bodies["ann"]
    if "prone" in then:
        assert body.prone is then["prone"]
    mp = table.state.acting.mp if table.state.acting is not None else 0
    assert mp == then["extra_mp"]
    if "spaces_possible_in_all" in then:
        table.answer("red", ("sprint", (4 + mp, 0)))
        assert table.state.bodies["ann"].at == (then["spaces_possible_in_all"], 0)


def sprint_into_zone(example: Example) -> None:
    """A Sprint that an enemy zone stops has a test only where all 4 MP are spent."""
    made: list[bool] = []
    usable: list[int] = []
    assert example.given["action"] == "Sprint"
    for case in example.given["cases"]:
        spent = case["mp_spent_on_entering_enemy_zone"]
        scene = YardScene((10, 1))
        scene.red("ann", (0, 0), abilities={"agility": example.given["agility"]})
        scene.blue("bob", (spent + 1, 0))
        scene.stack("red", deck=[card(example.when["card_if_tested"])])
        table = scene.act("ann")
        table.answer("red", ("sprint", (spent, 0)))
        made.append(bool(table.events(TrialDecided)))
        usable.append(table.state.acting.mp if table.state.acting is not None else 0)
    assert made == list(example.then["test_made"])
    assert usable == list(example.then["extra_mp_usable"])


def forcing(example: Example) -> None:
    """A door that holds."""
    given, then = example.given, example.then
    (test,) = example.when["tests"]
    scene = YardScene((4, 1), doors={((0, 0), (1, 0)): "locked"})
    scene.red("ann", (0, 0), abilities={"strength": given["strength"]}, wounds=given["wounds"])
    scene.stack("red", deck=[card(test["card"])], hand=[card(c) for c in given["hand"]])
    assert (test["kind"], test["name"], test["dl"]) == ("unopposed", "Force Open", 7)
    table = scene.act("ann")
    table.answer("red", next(k for k in table.offers("red") if k.startswith("force:")))
    for added in test["reinforce"]:
        table.answer("red", card(added))
    (wanted,) = then["tests"]
    check_trial(table.event(TrialDecided), wanted)
    assert then["door"] == "still locked"
    assert set(table.state.doors.values()) == {"locked"}
    assert table.state.bodies["ann"].wounds == then["wounds"]


def jump(example: Example) -> None:
    """Down from High Terrain, and badly."""
    given, then, mover = example.given, example.then, example.given["mover"]
    (test,) = example.when["tests"]
    scene = YardScene((4, 1), high=[square(s) for s in given["high"]])
    scene.red(
        "ann",
        square(mover["at"]),
        abilities={"agility": mover["agility"]},
        wounds=mover["wounds"],
        crippled=mover["crippled_at"],
        death=mover["death_at"],
        armour=("boots",),
    )
    assert list(mover["armour"]["legs"]) == [3, 1]
    scene.stack("red", deck=[card(test["card"])], hand=[card(c) for c in given["hand"]])
    to = square(example.when["step"])
    table = scene.act("ann")
    table.answer("red", f"half-move/jump:{to[0]},{to[1]}")
    (wanted,) = then["tests"]
    assert (test["kind"], test["dl"], list(test["reinforce"])) == ("unopposed", 6, [])
    check_trial(table.event(TrialDecided), wanted)
    body = table.state.bodies["ann"]
    assert (body.at, body.wounds, body.prone) == (square(then["at"]), then["wounds"], then["prone"])
    assert table.state.is_crippled("ann") is then["crippled"]
    assert table.event(Moved).cost == then["mp_spent"]


def parry_tokens(example: Example) -> None:
    """Tokens at the start of a turn."""
    assert example.when["event"] == "Start of Turn"
    for name in example.then["unused"]:
        row = example.given[name]
        scene = YardScene()
        scene.red("ann", (1, 1), fencing=row["fencing"], parries=row["fencing"] - row["used"])
        if row["engaged"]:
            scene.blue("bob", (2, 1))
        assert tokens_after(scene.state, "ann") == example.then["unused"][name]


# ------------------------------------------------------------------------------------------------ interruptions
def step_in_the_way(example: Example) -> None:
    """Whoever is engaged before his first step does not make it."""
    given, then = example.given, example.then
    foot, thug = given["red"]["Footman"], given["blue"]["Thug"]
    assert thug["action"] == "Full Move"
    assert example.when["interrupt"].startswith("Footman steps to [1, 0]")
    scene = YardScene((5, 1))
    scene.red("footman", square(foot["at"]), overwatch=foot["overwatch"])
    scene.blue("thug", square(thug["at"]))
    table = scene.act("thug")
    table.answer("blue", ("full-move", square(thug["first_step"])))
    table.answer("red", "step:walk:1,0")
    body = table.state.bodies["thug"]
    assert (body.at, is_engaged(table.state, "thug")) == (square(then["thug"]["at"]), then["thug"]["engaged"])
    assert (not table.events(DeedLost)) is then["thug"]["step_made"]
    foot = table.state.bodies["footman"]
    assert (foot.at, foot.overwatch) == (square(then["footman"]["at"]), then["footman"]["overwatch"])
    assert list(then["legal_now_for_thug"]) == ["end activation"]
    assert table.over


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "ad1666.ex.1": push_costs,
    "ad1666.ex.2": past_a_door,
    "ad1666.ex.4": push_into_zone,
    "ad1666.ex.5": push_and_climb,
    "ad1666.ex.18": step_in_the_way,
    "ad1666.ex.29": sprint_test,
    "ad1666.ex.30": sprint_test,
    "ad1666.ex.31": forcing,
    "ad1666.ex.32": parry_tokens,
    "ad1666.ex.49": jump,
    "ad1666.ex.59": doors,
    "ad1666.ex.60": sprint_into_zone,
}
