"""Where the bot puts its Characters: as near to what they make for as the zone allows."""

from typing import Any, TypeAlias

from muster.engine.chance import Chance
from muster.engine.ids import Seat
from muster.engine.requests import Place
from muster.rulesets.ad1666.bot.goals import aims, ways_to, zone
from muster.rulesets.ad1666.state import State

Json: TypeAlias = Any


def place(known: State, seat: Seat, spec: Place, chance: Chance, purpose: str) -> Json:
    """Each on the free space nearest to its aim; before there is one, to the other side's zone."""
    free = list(spec.squares)
    at: dict[str, Json] = {}
    for number, piece in enumerate(spec.pieces):
        goals = aims(known, piece.id) or zone(known, known.setup.scenario.zones[known.other(seat)])
        far = ways_to(known, goals)
        best = min(far.get(s, 99) for s in free)
        near = [s for s in free if far.get(s, 99) <= best + 1]
        chosen = near[chance.pick(f"{purpose}/place/{number}", len(near))]
        free.remove(chosen)
        at[piece.id] = list(chosen)
    return {"at": at}
