"""What a winner is told when it is asked whether it pursues: gain, risk, and what staying brings (7.5.4, 7.3a)."""

from muster.geometry.open.contact import contacts
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body
from muster.rulesets.baroque.queries.melee_dice import Fighter, impetus_part, no_impetus
from muster.rulesets.baroque.queries.odds import FACES
from muster.rulesets.baroque.queries.pursuing import Fate, longest, way_of
from muster.rulesets.baroque.queries.rolled_moves import pursuit_length
from muster.rulesets.baroque.queries.words import bu, count, listed
from muster.rulesets.baroque.state import State, UnitId


def pursuit_words(state: State, unit: UnitId, beaten: UnitId, fate: Fate) -> str:
    """What the chance is a chance of, what it brings, and how far the die takes the pursuer."""
    theirs = state.name(beaten)
    far = f"{_lengths(state, unit)} by its die"
    if fate == "destroyed":
        return f"The chance is that it moves at all: {far}. It fights at once whom it strikes on its way."
    again = f"then they fight again at once, {_impetus(state, unit, beaten)}"
    return f"The chance is to catch {theirs}: {again}. It goes {far}."


def pursuit_risks(state: State, unit: UnitId, beaten: UnitId) -> tuple[str, ...]:
    """What its longest pursuit straight ahead may run into besides the beaten unit."""
    path = way_of(body(state, unit), longest(state, unit))
    met = contacts(path, bodies(state, (f for f in state.foes(unit) if f != beaten)))
    strikes = (f"It may run into {listed([state.name(m.id) for m in met])} and fight there.",) if met else ()
    return strikes + tuple(
        f"It may end Disordered, having {d.why}." for d in ground.disorders(state, unit, path)
    )


def staying_words(state: State, beaten: UnitId, fate: Fate) -> str:
    """What comes of staying."""
    if fate == "destroyed":
        return "It keeps its place, and nothing more is fought here now."
    return f"It keeps its place, and {state.name(beaten)} may get away as far as the retreat goes."


def _lengths(state: State, unit: UnitId) -> str:
    lengths = [pursuit_length(state.card(unit), die) for die in FACES]
    return (
        bu(lengths[0])
        if lengths[0] == lengths[-1]
        else f"{bu(lengths[0]).removesuffix(' BU')} to {bu(lengths[-1])}"
    )


def _impetus(state: State, unit: UnitId, beaten: UnitId) -> str:
    fighter = Fighter(unit, (beaten,), "pursuit")
    bonus = impetus_part(state, fighter)
    if bonus is not None:
        return f"with {count(bonus.value, 'die', 'dice')} more for its impetus on open ground"
    why = no_impetus(state, fighter)
    return f"without its impetus ({why.text.rstrip('.')})" if why is not None else "without its impetus"
