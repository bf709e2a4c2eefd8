"""What every part of a map reads alike: ids, kinds, squares, states and locks, with a fault for each mistake."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from muster.geometry.grid.kinds import EdgeKind, Kinds
from muster.geometry.grid.mapnodes import Fields, Node
from muster.geometry.grid.squaremap import MAX_SIDE, Fault
from muster.geometry.grid.squares import Square

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


class Reader:
    """One reading of one map: collects faults."""

    def __init__(self, source: str, kinds: Kinds, recipes: Collection[str] | None) -> None:
        self.source, self.kinds, self.recipes = source, kinds, recipes
        self.faults: list[Fault] = []
        self.width = self.height = 0
        self.lines: dict[str, int] = {}

    def fault(self, line: int, text: str) -> None:
        self.faults.append(Fault(self.source, line, text))

    def identity(self, fields: Fields, default: str | None = None) -> str:
        text = fields.text("id", default=default)
        if text and not _ID.fullmatch(text):
            fields.fault(f"id {text!r} may hold only lower-case letters, digits and hyphens (at most 60)")
        return text

    def known(self, kind: str, table: Mapping[str, object], what: str, line: int) -> bool:
        """Whether a kind is in the table and its recipe can be drawn; faults when not."""
        if not kind:
            return False
        if kind not in table:
            self.fault(line, f"unknown {what} kind {kind!r}: the ruleset knows {', '.join(sorted(table))}")
            return False
        recipe: str = getattr(table[kind], "recipe")  # noqa: B009  (four kinds of kind share it)
        if self.recipes is not None and recipe not in self.recipes:
            self.fault(
                line, f"{what} kind {kind!r} asks for the recipe {recipe!r}, which the board cannot draw"
            )
            return False
        return True

    def squares(self, node: Node | None, what: str) -> tuple[Square, ...]:
        """A list of [x, y], or {rect: [x0, y0, x1, y1]} with both corners inside, all on the table, none twice."""
        if node is None:
            return ()
        if isinstance(node.value, dict):
            found = list(self.rectangle(node, what))
        elif isinstance(node.value, list):
            found = [s for child in node.value for s in self.square(child, what)]
        else:
            self.fault(node.line, f"squares of {what} must be a list of [x, y] or a rect, not {node.word}")
            return ()
        if not found:
            self.fault(node.line, f"{what} has no squares")
        if len(set(found)) != len(found):
            self.fault(node.line, f"{what} names a square twice")
        outside = [s for s in found if not (0 <= s[0] < self.width and 0 <= s[1] < self.height)]
        if outside:
            self.fault(
                node.line,
                f"{what} lies outside the table: {outside[0]} with x from 0 to {self.width - 1}, "
                f"y from 0 to {self.height - 1}",
            )
        return tuple(found)

    def rectangle(self, node: Node, what: str) -> Iterator[Square]:
        fields = Fields(node, f"squares of {what}", self.faults, self.source)
        rect = fields.need("rect")
        fields.done()
        if rect is None:
            return
        numbers = [n.value for n in rect.value] if isinstance(rect.value, list) else []
        whole = [n for n in numbers if isinstance(n, int) and abs(n) <= 2 * MAX_SIDE]
        if len(numbers) != 4 or len(whole) != 4 or whole[0] > whole[2] or whole[1] > whole[3]:
            self.fault(rect.line, f"rect of {what} must be [x0, y0, x1, y1] with x0 <= x1 and y0 <= y1")
            return
        x0, y0, x1, y1 = whole
        for y in range(y0, y1 + 1):
            for x in range(x0, x1 + 1):
                yield (x, y)

    def square(self, node: Node, what: str) -> tuple[Square, ...]:
        if isinstance(node.value, dict):
            return tuple(self.rectangle(node, what))
        pair = [n.value for n in node.value] if isinstance(node.value, list) else []
        if len(pair) == 2 and isinstance(pair[0], int) and isinstance(pair[1], int):
            return ((pair[0], pair[1]),)
        self.fault(node.line, f"a square of {what} must be [x, y], not {node.word}")
        return ()

    def state(self, fields: Fields, kind: EdgeKind, state: str | None) -> str | None:
        if not kind.states:
            if state is not None:
                fields.fault(f"a {kind.name} has no states, so it cannot be {state!r}")
            return None
        if state is None:
            return kind.states[0][0]
        if state not in kind.state_names:
            fields.fault(f"a {kind.name} cannot be {state!r}: it is {' or '.join(kind.state_names)}")
            return None
        return state

    def lock(self, node: Node | None) -> int | None:
        if node is None or node.value is None:
            return None
        fields = Fields(node, "lock", self.faults, self.source)
        if "difficulty" not in fields and fields.ok:
            fields.fault("lock needs 'difficulty'")
        difficulty = fields.whole("difficulty", 2, 30)
        fields.done()
        return difficulty

    @staticmethod
    def locked(fields: Fields, kind: EdgeKind, state: str | None, lock: int | None) -> None:
        """A kind that is locked says how hard it is to force."""
        if kind.states and state is not None and kind.in_state(state).locked and lock is None:
            fields.fault(f"a {kind.name} that is {state} needs lock: {{difficulty: n}}")
