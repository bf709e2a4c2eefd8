"""The worked examples of lines: what is seen from where, and at what penalty."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from muster.geometry.grid.squares import Square
from muster.rulesets.ad1666.queries.sight import Sight, sight, spaces_apart
from tests.kit.examples import Example
from tests.rulesets.ad1666.scenes import Pair, YardScene

Json: TypeAlias = Any


def _pairs(rows: Json) -> list[Pair]:
    return [((a[0], a[1]), (b[0], b[1])) for a, b in rows]


def _squares(rows: Json) -> list[Square]:
    return [(x, y) for x, y in rows]


def _told(found: Sight) -> dict[str, Json]:
    return {"los": "clear" if found.clear else "blocked", "terrain": found.terrain}


def variants(example: Example) -> None:
    """One shooter and target among different surroundings."""
    given, then = example.given, example.then
    start, end = tuple(given["shooter"]), tuple(given["target"])
    assert example.when["los"]
    told: list[dict[str, Json]] = []
    for variant in given["variants"]:
        scene = YardScene(
            blocked=_squares(variant.get("blocked", ())), obstacles=_pairs(variant.get("obstacles", ()))
        )
        for number, at in enumerate(_squares(variant.get("others", ()))):
            scene.blue(f"other{number}", at)
        told.append(_told(sight(scene.state, start, end)))
    for found, wanted in zip(told, then["results"], strict=True):
        for key in wanted:
            assert found[key] == wanted[key]
    if "range" in then:
        assert spaces_apart(YardScene().state, start, end) == then["range"]


def window_cone(example: Example) -> None:
    """Whoever stands at a window sees a cone, whoever stands farther off only straight ahead."""
    given, then = example.given, example.then
    assert given["wall_column"] == "between x=3 and x=4 for every other y"
    assert example.when["question"].startswith("spaces beyond the window seen in rows 1 and 2")
    (window,) = _pairs(given["windows"])
    walls = [((3, y), (4, y)) for y in range(8) if ((3, y), (4, y)) != window]
    state = YardScene((8, 8), walls=walls, windows=[window]).state
    start = tuple(given["shooter"])

    def seen(at: Square, x: int) -> list[list[int]]:
        return [[x, y] for y in range(8) if sight(state, at, (x, y)).clear]

    assert seen(start, 4) == [list(s) for s in then["row_1"]]
    assert seen(start, 5) == [list(s) for s in then["row_2"]]
    assert seen((2, 3), 4) == [list(s) for s in then["seen_from_2_3_in_row_1"]]
    assert seen((2, 3), 5) == [list(s) for s in then["seen_from_2_3_in_row_2"]]


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "ad1666.ex.15": window_cone,
    "ad1666.ex.21": variants,
    "ad1666.ex.46": variants,
    "ad1666.ex.47": variants,
    "ad1666.ex.48": variants,
}
