"""Doors and shutters beside a figure (edge.2)."""

from dataclasses import dataclass

from muster.geometry.grid.squares import edge_squares
from muster.rulesets.newworld.book import applies
from muster.rulesets.newworld.state import FigureId, State


@dataclass(frozen=True, slots=True)
class Door:
    """A door or shutter that could be opened, closed or forced; ``state`` is what it would become."""

    edge: str
    label: str
    verb: str
    state: str
    roll: bool
    difficulty: int


def doors_beside(state: State, figure: FigureId) -> tuple[Door, ...]:
    """Every door or shutter on a border of the figure's own squares; none closes on the figure itself."""
    own = set(state.squares(figure))
    found: list[Door] = []
    for edge in state.setup.map.edges:
        kind = state.setup.map.kinds.edges[edge.kind]
        if not kind.states or not own.intersection(edge_squares(edge.edge)) or not applies("edge.2"):
            continue
        facts = kind.in_state(state.edges.get(edge.id, edge.state))
        shut = next((n for n, f in kind.states if f.full and not f.locked), None)
        wide = next((n for n, f in kind.states if not f.full), None)
        if facts.full and wide is not None:
            verb = "force" if facts.locked else "open"
            difficulty = edge.lock or state.setup.scenario.athletics
            found.append(Door(edge.id, kind.label, verb, wide, facts.locked, difficulty))
        elif not facts.full and shut is not None and not own.issuperset(edge_squares(edge.edge)):
            found.append(Door(edge.id, kind.label, "close", shut, False, 0))
    return tuple(found)
