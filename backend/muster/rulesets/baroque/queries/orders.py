"""What the active player may do with the command that he leads (4.1.1f, 4.1.1i, 2.6.1)."""

from muster.engine.memory import remembered
from muster.engine.requests import Area, Body, Choose, Deploy, Option
from muster.geometry.open.poses import between_points, distance_to_point
from muster.geometry.open.shapes import circle
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.army import leader_name
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.disengaging import no_disengagement
from muster.rulesets.baroque.queries.leaders import (
    LEAST_STEP,
    RISK,
    check_step,
    is_barred,
    is_present,
    joinable,
    may_leave,
    places_near,
    reach_left,
)
from muster.rulesets.baroque.queries.melee_odds import fight_odds
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import CommandId, State, UnitId


# ------------------------------------------------------------------------------------------------ units
def unit_choices(state: State, command: CommandId) -> tuple[UnitId, ...]:
    """The units that may be activated now, in any order, each once in a turn (4.1.1f, 4.1.1j)."""
    own = state.of_command(command)
    units = tuple(u for u in own if not (state.units[u].activated and applies("4.1.1j")))
    return units if applies("4.1.1f") else units[:1]


def must_still_act(state: State, command: CommandId) -> tuple[UnitId, ...]:
    """Units in melee that have not been activated: the command cannot end before (4.1.1i, R47)."""
    waiting = (u for u in state.of_command(command) if state.in_melee(u) and not state.units[u].activated)
    return tuple(u for u in waiting if applies("4.1.1i"))


def unit_option(state: State, unit: UnitId) -> Option:
    """A unit that may be activated next, with what it has left; one that cannot break off its melee fights (4.1.1i)."""
    body, card = state.units[unit], state.card(unit)
    states = [
        f"VBU {state.vbu(unit)} of {card.vbu}",
        "in melee" if state.in_melee(unit) else "",
        "Disordered" if body.disordered else "",
        "Exhausted" if is_exhausted(state, unit) else "",
    ]
    told = ", ".join(s for s in states if s)
    bound = no_disengagement(state, unit) if state.in_melee(unit) and applies("4.1.1i") else None
    if bound is not None:
        return Option(
            f"unit:{unit}",
            card.name,
            f"{told}; fights at once, cannot break off: {bound.text}",
            "Units",
            "baroque.4.1.1i",
            piece=unit,
            odds_=lambda: fight_odds(state, unit),
            act=f"Fight with {state.name(unit)}",
        )
    return Option(
        f"unit:{unit}",
        card.name,
        told,
        "Units",
        "baroque.4.1.1f",
        piece=unit,
        act=f"Activate {state.name(unit)}",
    )


# ------------------------------------------------------------------------------------------------ leaders
def leader_options(state: State, command: CommandId) -> tuple[Option, ...]:
    """What the leader of the active command may do between actions of units (2.6.1a, 2.6.1d, 2.6.1e, 2.6.1g)."""
    if not is_present(state, command) or not applies("2.6.1a"):
        return ()
    name = leader_name(state, command)
    leader = state.leaders[command]
    left = reach_left(state, command)
    found: list[Option] = []
    alone = leader.unit is None or not applies("2.6.1g")
    if alone and left >= LEAST_STEP and first_step(state, command, left) is not None:
        found.append(
            Option(
                "leader:go",
                f"Move {name}",
                f"{bu(left)} left.",
                "Leader",
                "baroque.2.6.1a",
                piece=command,
                needs_=lambda: step_spec(state, command),
            )
        )
    units = joinable(state, command)
    if units:
        found.append(
            Option(
                "leader:join",
                f"Attach {name}",
                f"+1 in melee, on Discipline Tests and on the Critical Number; his command range is halved. {RISK}",
                "Leader",
                "baroque.2.6.1d",
                needs_=lambda: Choose(tuple(_join_option(state, command, u) for u in units)),
            )
        )
    if may_leave(state, command) and leader.unit is not None and first_step(state, command, left) is not None:
        found.append(
            Option(
                "leader:leave",
                f"Detach {name}",
                f"He leaves {state.name(leader.unit)} and may go {bu(left)}.",
                "Leader",
                "baroque.2.6.1e",
                piece=command,
                needs_=lambda: step_spec(state, command),
            )
        )
    return tuple(found)


def join_length(state: State, command: CommandId, unit: UnitId) -> int:
    """How far a leader has to go to a unit's base, in units (R39)."""
    at = state.leaders[command].at
    return distance_to_point(body(state, unit), at).length if at is not None else 0


def _join_option(state: State, command: CommandId, unit: UnitId) -> Option:
    return Option(
        unit,
        state.name(unit),
        f"{bu(join_length(state, command, unit))} away.",
        rule="baroque.2.6.1d",
        piece=unit,
        act=f"Attach {leader_name(state, command)} to {state.name(unit)}",
    )


def step_length(state: State, command: CommandId, to: tuple[int, int]) -> int:
    """How far a place is from a leader, in units."""
    at = state.leaders[command].at
    return between_points(at, to).length if at is not None else 0


def step_spec(state: State, command: CommandId) -> Deploy:
    """The question where a leader goes."""
    at, left = state.leaders[command].at, reach_left(state, command)
    if at is None:
        raise ValueError(f"the leader of {command} is not on the table")
    name = leader_name(state, command)

    return Deploy(
        (Body(command, name, ()),),
        (Area(f"{bu(left)}", circle(at, left)),),
        check=lambda places: check_step(state, command, places[command][:2]),
        suggest=lambda: {command: (*(first_step(state, command, left) or at), 0)},
        label=f"Move {name}",
    )


@remembered
def first_step(state: State, command: CommandId, left: int) -> tuple[int, int] | None:
    """The place within so many units to which a leader would best go; None where he can go nowhere."""
    at = state.leaders[command].at
    if at is None:
        return None
    places = places_near(state, at, left, _goal(state, command))
    far = (p for p in places if between_points(at, p).length >= LEAST_STEP)
    return next((p for p in far if not is_barred(state, at, p)), None)


def _goal(state: State, command: CommandId) -> tuple[int, int]:
    """Where a leader is of use: the middle of his command's units, or where he is if there are none."""
    poses = [state.pose(u) for u in state.of_command(command)]
    if not poses:
        at = state.leaders[command].at
        return at if at is not None else (0, 0)
    return sum(p[0] for p in poses) // len(poses), sum(p[1] for p in poses) // len(poses)
