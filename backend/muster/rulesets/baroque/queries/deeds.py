"""What the active unit announces before anybody may answer it (4.1.3g)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from muster.geometry.open.moves import Path
from muster.rulesets.baroque.state import UnitId

Kind: TypeAlias = Literal["move", "charge", "potential", "shot", "withdrawal"]


@dataclass(frozen=True, slots=True)
class Deed:
    """An announced action: whose, along which path (None: it stays where it is) and against whom.

    The path of a charge is as long as it can become, its bonus included. ``way``: the kind of movement, if it is a
    movement action.
    """

    kind: Kind
    unit: UnitId
    path: Path | None = None
    target: UnitId | None = None
    way: str = ""
