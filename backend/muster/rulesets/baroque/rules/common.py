"""What many rules need: Discipline and Cohesion Tests, Disorder, losses, and units that are removed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from muster.engine.explain import Part, Total
from muster.engine.game import Game
from muster.engine.ids import Seat
from muster.engine.requests import Confirm
from muster.rulesets.baroque.book import all_apply, applies
from muster.rulesets.baroque.events.harm import FellIntoDisorder, LeaderLost, LossesTaken, Removed
from muster.rulesets.baroque.events.tests import DieAgain, DisciplineTested
from muster.rulesets.baroque.queries import discipline
from muster.rulesets.baroque.queries.army import leader_name
from muster.rulesets.baroque.queries.discipline import DISORDERING, Test
from muster.rulesets.baroque.queries.leaders import left_behind
from muster.rulesets.baroque.queries.status import is_exhausted, is_spent
from muster.rulesets.baroque.state import Gone, State, UnitId

Battle: TypeAlias = Game[State]

REROLL_WINDOW: Final = "reroll"
"""Re-rolls that can only help are taken, and those that no longer can are left, without asking, unless a seat wants to
be asked always (R55, R150, R174)."""


async def wants_again(
    game: Battle, seat: Seat, question: Confirm, *, rule: str, text: str, subject: UnitId
) -> bool:
    """Whether a seat takes a re-roll that can only help it: yes, unless it wants to be asked and says no (R55)."""
    if game.preferences.get((seat, REROLL_WINDOW), "relevant") != "always":
        return True
    return await game.ask(seat, question, rule=rule, text=text, subject=subject, window=REROLL_WINDOW)


# ------------------------------------------------------------------------------------------------ discipline
@dataclass(frozen=True, slots=True)
class _Rolling:
    """A Discipline Test under way: whose, what for, and what the test itself adds."""

    unit: UnitId
    test: Test
    parts: Sequence[Part | None]

    def total(self, state: State) -> Total:
        """All modifiers as they are now."""
        return discipline.modifiers(state, self.unit, self.parts)


async def take_discipline_test(
    game: Battle, unit: UnitId, test: Test, rule: str, parts: Sequence[Part | None] = (), *, dice: int = 1
) -> bool:
    """Roll a Discipline Test and tell it, with no consequence; whether it was passed (2.4.1a to 2.4.1e, 2.4.1h).

    ``rule`` is the id that calls for it, ``parts`` what the test itself adds; with several ``dice`` one success is
    enough (4.1.2d). A 6 of the Demotivated is rolled once more before it counts (8.1.7, R69), a failed rally under
    Iron Officers may be (8.1.1).
    """
    rolling = _Rolling(unit, test, parts)
    fell = (await game.roll(dice, 6, why=f"Discipline Test of {game.state.name(unit)}")).values
    values = tuple([await _settled(game, rolling, die) for die in fell])
    card, total = game.state.card(unit), rolling.total(game.state)
    passed = any(discipline.passes(card, die, total.value) for die in values)
    game.apply(DisciplineTested(unit, test, values, total, discipline.target(card), passed, rule))
    return passed


async def _settled(game: Battle, rolling: _Rolling, die: int) -> int:
    """The die that counts, after the re-rolls of traits."""
    unit = rolling.unit
    card, why = game.state.card(unit), f"Discipline Test of {game.state.name(unit)} again"
    if discipline.must_roll_again(card, die):
        game.apply(DieAgain(unit, die, "demotivated", "8.1.7"))
        die = (await game.roll(1, 6, why=why)).total
    failed = not discipline.passes(card, die, rolling.total(game.state).value)
    if rolling.test != "rally" or not failed or not discipline.may_rally_again(card, die):
        return die
    taken = await wants_again(
        game,
        game.state.seat(unit),
        Confirm("Roll the rally again", "Roll the rally again", f"Keep the {die}"),
        rule="baroque.8.1.1",
        text=f"{card.name} rolled {die} to rally. Their Iron Officers may roll it again.",
        subject=unit,
    )
    if not taken:
        return die
    game.apply(DieAgain(unit, die, "iron_officers", "8.1.1"))
    return (await game.roll(1, 6, why=why)).total


async def discipline_test(
    game: Battle, unit: UnitId, test: Test, rule: str, parts: Sequence[Part | None] = ()
) -> bool:
    """Take a Discipline Test; whether it was passed.

    A failure Disorders only after a march, a move to the rear and a turn (2.4.1f; :data:`DISORDERING`), and then it is
    done here.
    """
    passed = await take_discipline_test(game, unit, test, rule, parts)
    if not passed:
        consequence = DISORDERING.get(test)
        if (consequence is not None and applies(consequence)) or not applies("2.4.1f"):
            disorder(game, unit, "it failed its Discipline Test", consequence or "2.4.1f")
    return passed


# ------------------------------------------------------------------------------------------------ harm
def disorder(game: Battle, unit: UnitId, why: str, rule: str) -> None:
    """Make a unit Disordered; one that is already suffers nothing more (2.5.3d). ``why`` goes on a sentence."""
    if not game.state.units[unit].disordered:
        game.apply(FellIntoDisorder(unit, why, rule))
    elif not applies("2.5.3d"):
        lose(game, unit, 1, why, rule)


def lose(game: Battle, unit: UnitId, losses: int, why: str, rule: str) -> None:
    """Take permanent losses off a unit outside a Cohesion Test (2.3b); whoever calls removes it if it is spent."""
    if losses > 0 and applies("2.3b"):
        game.apply(LossesTaken(unit, losses, game.state.vbu(unit) - losses, why, rule))


def rout_if_spent(game: Battle, unit: UnitId) -> bool:
    """Remove a unit without VBU at once (2.3c, 2.5.2); whether it was."""
    if game.state.units[unit].pose is None or not is_spent(game.state, unit):
        return False
    eliminate(game, unit, "routed", "2.3c")
    return True


def eliminate(game: Battle, unit: UnitId, how: Gone, rule: str, *, in_melee: bool = False) -> None:
    """Take a unit off the table (2.5.2). ``rule`` is the id by which it goes, ``in_melee`` whether a melee routed it.

    A leader with it stays on the spot, or on the table beside it, and may not attach again before his next activation
    (2.6.1i), after a melee not in this turn either (7.5.6c); with a unit that withdraws he leaves the battle
    (2.5.1.1d).
    """
    if not applies("2.5.2"):
        return
    stays, leader = True, game.state.leader_with(unit)
    if leader is not None:
        if how == "withdrawn":
            stays = not applies("2.5.1.1d")
        else:
            stays = all_apply(("2.6.1i", "7.5.6c") if how == "routed" else ("2.6.1i",))
    at = left_behind(game.state, unit, leader.at) if leader is not None and leader.at is not None else None
    game.apply(Removed(unit, how, is_exhausted(game.state, unit), stays, rule, in_melee, at))
    if leader is not None and not stays:
        name = leader_name(game.state, leader.id)
        game.apply(LeaderLost(leader.id, name, "2.5.1.1d", "left the battle with his unit"))
