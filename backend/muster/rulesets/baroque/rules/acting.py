"""A unit's activation: one action after another until it is done (4.1.1f to 4.1.1j)."""

from muster.engine.explain import Reason
from muster.engine.requests import Choose, Option
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.moves import ActivationBegan, ActivationEnded
from muster.rulesets.baroque.queries.orders import leader_options
from muster.rulesets.baroque.rules import charge, firing, leaders, melee, movement, rally, withdrawal
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import State, UnitId


@rule("4.1.1g")
async def activate_unit(game: Battle, unit: UnitId) -> None:
    """The whole activation of one unit (4.1.1g): in melee it fights, otherwise it acts as long as it may and wants."""
    game.apply(ActivationBegan(unit))
    if game.state.in_melee(unit) and applies("4.1.1i"):
        await melee.act_in_melee(game, unit)
    else:
        while may_act(game.state, unit) and await _act(game, unit):
            pass
        await movement.fall_out(game, unit)
    game.apply(ActivationEnded(unit))


def may_act(state: State, unit: UnitId) -> bool:
    """Whether the unit's activation goes on (4.1.1h, 5.4.5a)."""
    acting = state.acting
    here = state.units[unit].pose is not None and not state.in_melee(unit)
    return here and acting is not None and acting.unit == unit and not acting.over


def actions(state: State, unit: UnitId) -> tuple[Option, ...]:
    """Everything that the acting unit may do next, and its command's leader before it does (2.6.1a).

    Nothing, once the unit itself has nothing left to do: its leader may still act before the next unit does.
    """
    acts = (
        *rally.options(state, unit),
        *movement.options(state, unit),
        *charge.options(state, unit),
        *firing.options(state, unit),
    )
    leaves = withdrawal.options(state, unit)
    if not acts and not leaves:
        return ()
    return (*acts, *leader_options(state, state.card(unit).command), *leaves)


def missing(state: State, unit: UnitId) -> tuple[Reason, ...]:
    """Why the acting unit may not do what one might expect of it."""
    return (
        *movement.missing(state, unit),
        *charge.missing(state, unit),
        *firing.missing(state, unit),
    )


async def _act(game: Battle, unit: UnitId) -> bool:
    """Ask for one action and do it; False when the unit is done."""
    state = game.state
    offered = actions(state, unit)
    if not offered:
        return False
    acting = movement.acting_of(state, unit)
    picks = await game.ask_or_pass(
        state.seat(unit),
        Choose(offered, missing=lambda: missing(state, unit)),
        rule="baroque.4.1.1g",
        text=f"{state.name(unit)}: what {'next' if acting.did else 'now'}?",
        subject=unit,
        pass_label=f"Done with {state.name(unit)}",
    )
    if picks is None:
        return False
    deed = picks.one.key.partition(":")[0]
    match deed:
        case "rally":
            await rally.perform(game, unit, picks.one)
        case "withdraw":
            await withdrawal.withdraw(game, unit)
        case "leader":
            await leaders.perform(game, state.card(unit).command, picks.one)
        case "move":
            await movement.perform(game, unit, picks.one)
        case "charge" | "potential":
            await charge.perform(game, unit, picks.one)
        case _:
            await firing.perform(game, unit, picks.one)
    return True
