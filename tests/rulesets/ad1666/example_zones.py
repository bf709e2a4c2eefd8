"""The worked examples of Zones of Control: who engages whom, who may leave."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from muster.rulesets.ad1666.queries.zones import engaged_by, may_leave
from tests.kit.examples import Example
from tests.rulesets.ad1666.scenes import YardScene

Json: TypeAlias = Any


def _placed(given: Json) -> YardScene:
    scene = YardScene()
    for seat, add in (("red", scene.red), ("blue", scene.blue)):
        for name in given[seat]:
            add(name, tuple(given[seat][name]))
    return scene


def held(example: Example) -> None:
    """Who may leave its space, with everybody's engagements."""
    state = _placed(example.given).state
    assert example.when["question"].startswith("which Characters may leave")
    engagements = example.then["engagements"]
    for name in engagements:
        assert set(engaged_by(state, name)) == set(engagements[name])
    may = example.then["may_move"]
    assert {name: may_leave(state, name) for name in may} == {name: may[name] for name in may}


def one_after_another(example: Example) -> None:
    """One of two who hold an enemy may go, the second then may not."""
    given = example.given
    scene = YardScene()
    scene.red("Dragoon", (2, 2))
    scene.blue("Atos", (1, 2))
    scene.blue("Musketeer1", (3, 2))
    assert set(given["red"]["Dragoon"]["engaged_by"]) == {"Atos", "Musketeer1"}
    assert all(given["blue"][name]["engages"] == ["Dragoon"] for name in ("Atos", "Musketeer1"))
    asked = example.when["who_may_move_away"]
    assert [may_leave(scene.state, name) for name in asked] == list(example.then["may"])
    scene.state.bodies["Atos"] = replace(scene.state.bodies["Atos"], at=None)
    asked = example.when["then_Atos_has_left_who_may"]
    assert [may_leave(scene.state, name) for name in asked] == list(example.then["after"])


def barricade(example: Example) -> None:
    """Two hold two; with a Living Barricade among them nobody gets away."""
    given, then = example.given, example.then
    assert given["each_red_engages_each_blue"]
    assert example.when["M1_wants_to_leave"]
    assert example.when["afterwards_M2_wants_to_leave"]
    for number, case in enumerate(given["cases"]):
        scene = YardScene()
        for name, at in zip(given["red"], ((2, 2), (2, 3)), strict=True):
            scene.red(name, at, traits=("living-barricade",) if case["living_barricade"] == name else ())
        for name, at in zip(given["blue"], ((3, 2), (3, 3)), strict=True):
            scene.blue(name, at)
        assert may_leave(scene.state, "M1") is then["M1_may"][number]
        if then["M2_may_after_M1_left"][number] == "not asked":
            continue
        scene.state.bodies["M1"] = replace(scene.state.bodies["M1"], at=None)
        assert may_leave(scene.state, "M2") is then["M2_may_after_M1_left"][number]


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "ad1666.ex.3": held,
    "ad1666.ex.62": one_after_another,
    "ad1666.ex.63": barricade,
}
