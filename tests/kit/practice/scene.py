"""Positions of the practice yard, built for one test."""

from dataclasses import replace

from muster.engine.ids import Seat
from tests.kit.practice import RULESET
from tests.kit.practice.state import Square, State, new_state, parse_setup
from tests.kit.scene import Scene
from tests.kit.table import setup_of


class PracticeScene(Scene[State]):
    """A yard in which every seat has had its preparations and nothing stands yet; red begins."""

    def __init__(self, **options: object) -> None:
        """``options`` are those of a match."""
        setup = setup_of(RULESET, **options)
        state = new_state(parse_setup(setup))
        state.stage, state.round = "turns", 1
        state.order = list(state.setup.seats)
        state.waiting = list(state.order)
        state.hands = {s: [] for s in state.order}
        state.relics = dict.fromkeys(state.order, "")
        state.pieces = {i: replace(p, steps=0) for i, p in state.pieces.items()}
        super().__init__(RULESET, setup, state)

    def stand(self, piece: str, at: Square, *, steps: int | None = None, hidden: bool | None = None) -> str:
        """Put a piece (``red-guard``) on the table; its id."""
        card = self.state.pieces[piece]
        self.state.pieces[piece] = replace(
            card,
            at=at,
            steps=card.card.steps if steps is None else steps,
            hidden=card.card.hidden if hidden is None else hidden,
        )
        return piece

    def drill(self, seat: str, *, might: int = 0, guard: int = 0) -> None:
        """Give a seat its drill."""
        self.state.drill[Seat(seat)] = {"might": might, "guard": guard}

    def hand(self, seat: str, *cards: int) -> None:
        """Give a seat its cards."""
        self.state.hands[Seat(seat)] = list(cards)
