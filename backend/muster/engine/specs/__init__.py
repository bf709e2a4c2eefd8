"""The closed vocabulary of questions: what may be asked, with every legal option, and how an answer is read.

A *spec* says what is asked (choose, move, place, aim, allocate, number, arrange, confirm; on the open table manoeuvre
and deploy in place of move and place) and can read an answer
body; it refuses what it did not offer. A :class:`~muster.engine.requests.Request` is a spec put to a seat. Specs
nest: an option may need parameters, which travel in the same answer and are checked with it as a whole.
"""

from muster.engine.specs.amounts import Allocate, Along, Arrange, Confirm, Item, Number, Slot
from muster.engine.specs.base import AnySpec, Option, Spec
from muster.engine.specs.choose import Choose
from muster.engine.specs.ground import Aim, Ground, Move, Place, Reach, ToPlace
from muster.engine.specs.open import Area, Body, Deploy, Manoeuvre, Mark, Way

__all__ = [
    "Aim",
    "Allocate",
    "Along",
    "AnySpec",
    "Area",
    "Arrange",
    "Body",
    "Choose",
    "Confirm",
    "Deploy",
    "Ground",
    "Item",
    "Manoeuvre",
    "Mark",
    "Move",
    "Number",
    "Option",
    "Place",
    "Reach",
    "Slot",
    "Spec",
    "ToPlace",
    "Way",
]
