"""Dice and shuffles that stand in the test, in the order in which the rules ask for them."""

from collections.abc import Sequence
from typing import TypeAlias

from muster.engine.game import ChanceAsk

Throw: TypeAlias = "int | Sequence[int]"
"""A die's value, or the order that a shuffle gives (0 to size - 1)."""


class DiceFault(AssertionError):
    """The rules asked for a die that the test does not hold, or left one over."""


class Dice:
    """Answers chance from a script. A roll of n dice takes the next n values, a shuffle the next list.

    A die too few fails at once. One too many fails when :meth:`finish` is called, which the kit's plugin does at
    the end of every test for all dice made in it.
    """

    made: list["Dice"] = []  # the plugin empties it before each test

    def __init__(self, *throws: Throw) -> None:
        """``throws`` in the order of the rules' asking."""
        self._left = list(throws)
        self.asked: list[ChanceAsk] = []
        Dice.made.append(self)

    def __call__(self, ask: ChanceAsk, draw: int) -> tuple[int, ...]:
        """The next values. Raises DiceFault where the script does not fit what is asked."""
        self.asked.append(ask)
        what = f"{ask.digest} for {ask.why!r} ({ask.rule_path})"
        if ask.kind == "shuffle":
            order = self._next(what)
            if isinstance(order, int) or sorted(order) != list(range(ask.count)):
                raise DiceFault(f"The rules shuffle: {what}; the test holds {order!r}.")
            return tuple(order)
        values: list[int] = []
        for _ in range(ask.count):
            value = self._next(what)
            if not isinstance(value, int) or not 1 <= value <= ask.sides:
                raise DiceFault(f"The rules roll: {what}; the test holds {value!r}.")
            values.append(value)
        return tuple(values)

    def _next(self, what: str) -> Throw:
        if not self._left:
            raise DiceFault(f"The test holds no die for {what}.")
        return self._left.pop(0)

    def add(self, *throws: Throw) -> None:
        """More dice, behind those that are left."""
        self._left.extend(throws)

    def finish(self) -> None:
        """Raises DiceFault if a die is left over."""
        if self._left:
            left, self._left = self._left, []
            raise DiceFault(f"The rules did not ask for these dice: {left}.")
