"""Where a Character wants to be: at the scenario's thing, at its exit, on the ground to hold, at an enemy."""

from collections.abc import Iterable
from heapq import heappop, heappush

from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.ground import board_of, border, diagonal, on_ground
from muster.rulesets.ad1666.queries.talking import is_tempted
from muster.rulesets.ad1666.queries.zones import is_foe
from muster.rulesets.ad1666.state import State

FAR = 99
_COST = {
    "open": 1,
    "down": 1,
    "stairs": 1,
    "doorway": 1,
    "obstacle": 2,
    "up": 3,
    "window": 4,
    "cliff": 3,
}
SHUT = {"closed": 2, "locked": 8}
"""What a door in the way is reckoned as."""


@on_ground
def ways_to(state: State, goals: frozenset[Space]) -> dict[Space, int]:
    """How far it is from every space to the nearest of some, roughly in MP, whoever stands in the way."""
    far = dict.fromkeys(sorted(goals), 0)
    queue = [(0, s) for s in sorted(goals)]
    while queue:
        cost, at = heappop(queue)
        if cost > far.get(at, FAR):
            continue
        for other, step in _steps_into(state, at):
            if cost + step < far.get(other, FAR):
                far[other] = cost + step
                heappush(queue, (cost + step, other))
    return far


def _steps_into(state: State, at: Space) -> Iterable[tuple[Space, int]]:
    """The spaces from which one comes here in a step, with its cost."""
    board = board_of(state)
    for other in board.beside(at):
        if board.spaces[other].full:
            continue
        kind = border(state, other, at)
        step = _COST.get(kind or "")
        if step is None:
            doors = [s.state for s in board.border(other, at) if s.state is not None]
            step = min((SHUT[d] for d in doors if d in SHUT), default=None)
        if step is not None and not (kind == "cliff" and "high" not in board.spaces[other].extras):
            yield other, step
    for other in diagonal(state, at):
        yield other, 1


def aims(state: State, who: CharacterId) -> frozenset[Space]:
    """The spaces that a Character makes for."""
    scenario, seat = state.setup.scenario, state.seat(who)
    if charmed := tempted(state, who):
        return charmed
    if scenario.carry is not None:
        thing = next((i for i in state.items.values() if i.kind == scenario.carry.kind), None)
        if thing is not None and thing.holder == who:
            return ways_out(state, scenario.carry.exits[seat])
        if thing is not None and thing.at is not None:
            return frozenset({thing.at})
        if thing is not None and thing.holder is not None and state.seat(thing.holder) != seat:
            at = state.bodies[thing.holder].at
            return frozenset({at}) if at is not None else enemies(state, who)
    if scenario.escape is not None and scenario.escape.seat == seat:
        return ways_out(state, scenario.escape.exit)
    if scenario.hold is not None:
        return zone(state, scenario.hold.zone)
    return enemies(state, who)


def tempted(state: State, who: CharacterId) -> frozenset[Space]:
    """Where those stand whom an unnoticed seducer may yet seduce."""
    body, card = state.bodies[who], state.card(who)
    if not (card.has("seduction") and body.inconspicuous):
        return frozenset()
    found = (state.bodies[f].at for f in state.present(state.other(card.seat)) if is_tempted(state, who, f))
    return frozenset(s for s in found if s is not None)


def enemies(state: State, who: CharacterId) -> frozenset[Space]:
    """Where its enemies stand."""
    found = (state.bodies[f].at for f in state.present() if is_foe(state, who, f))
    return frozenset(s for s in found if s is not None)


def zone(state: State, name: str) -> frozenset[Space]:
    """The spaces of a zone of the board."""
    board = board_of(state)
    found = (board.space_of(s) for s in state.setup.map.zone(name).squares)
    return frozenset(s for s in found if s is not None and not board.spaces[s].full)


def ways_out(state: State, name: str) -> frozenset[Space]:
    """The spaces of a zone from which one may leave the board over an open edge."""
    return frozenset(s for s in zone(state, name) if border(state, s, None) in ("open", "obstacle"))


def distance(state: State, who: CharacterId, space: Space) -> int:
    """How far it is from a space to what a Character makes for."""
    goals = aims(state, who)
    return ways_to(state, goals).get(space, FAR) if goals else 0


def is_hunting(state: State, who: CharacterId) -> bool:
    """Whether what a Character makes for is an enemy, not a place or a thing."""
    return aims(state, who) == enemies(state, who)
