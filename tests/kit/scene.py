"""The base of the scenario builders: a position made for one test, and one rule or the whole flow run on it."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Generic, TypeAlias, TypeVar, cast

from muster.engine.driver import Activation
from muster.engine.game import Game
from muster.engine.match import Match
from muster.engine.ruleset import AnyRuleset, Result
from tests.kit.dice import Dice, Throw
from tests.kit.table import Table, head_of

S = TypeVar("S")
Json: TypeAlias = Any
Rule: TypeAlias = Callable[[Game[S]], Coroutine[Any, Any, object]]

THROUGH = Result(None, "through", "The rule under test is through.")


class Positioned:
    """A ruleset that begins from a given position; with ``only``, it plays that one rule and nothing else."""

    def __init__(self, ruleset: AnyRuleset, data: bytes, only: Rule[Any] | None = None) -> None:
        """``data`` is what the ruleset's ``dump`` wrote."""
        self._ruleset = ruleset
        self._data = data
        self._only = only
        self._begun: list[Game[Any]] = []

    def __getattr__(self, name: str) -> Any:
        """Everything else is the ruleset's."""
        return getattr(self._ruleset, name)

    def new_state(self, setup: Json) -> Any:
        """The given position, a fresh copy."""
        return self._ruleset.load(setup, self._data)

    def activation(self, game: Game[Any]) -> Activation | None:
        """The one rule once for each running game, or the ruleset's own flow."""
        if self._only is None:
            return self._ruleset.activation(game)
        if any(g is game for g in self._begun):
            return None
        self._begun.append(game)
        return self._run(self._only, game)

    @staticmethod
    async def _run(rule: Rule[Any], game: Game[Any]) -> None:
        await rule(game)

    def result(self, state: Any) -> Result | None:
        """Through, when the one rule is."""
        return self._ruleset.result(state) if self._only is None else THROUGH


class Scene(Generic[S]):
    """A position under construction. Rulesets subclass it with words of their own that change ``state``.

    Nothing is on the table that the test does not put there: a subclass begins with an empty state.
    """

    def __init__(self, ruleset: AnyRuleset, setup: Json, state: S) -> None:
        """``state`` is what the builder goes on to change, before the match begins."""
        self.ruleset = ruleset
        self.setup = setup
        self.state = state

    def begin(self, *, dice: Sequence[Throw] = ()) -> Table[S]:
        """Play on from here by the ruleset's own flow."""
        return self._table(None, dice)

    def run(self, rule: Rule[S], *, dice: Sequence[Throw] = ()) -> Table[S]:
        """Play one rule on this position: ``scene.run(lambda game: shoot(game, "a"), dice=[4, 5])``."""
        return self._table(rule, dice)

    def _table(self, rule: Rule[S] | None, dice: Sequence[Throw]) -> Table[S]:
        ruleset = positioned(self.ruleset, self.ruleset.dump(self.state), rule)
        script = Dice(*dice)
        match, first = Match.start(ruleset, head_of(ruleset, self.setup), dice=script)
        return Table(match, first, script)


def positioned(ruleset: AnyRuleset, data: bytes, only: Rule[Any] | None = None) -> AnyRuleset:
    """The ruleset, beginning from the given position."""
    return cast(AnyRuleset, Positioned(ruleset, data, only))
