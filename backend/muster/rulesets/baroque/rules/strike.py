"""The run of a charge: bonus, who becomes its target on the way, movement, contact, melee (5.4, 7.7b, R86)."""

from collections.abc import Sequence

from muster.engine.requests import Along, Choose, Confirm, Number, Option
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.moves import NoMore
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import body, pose_of
from muster.rulesets.baroque.queries.charging import bonus_odds
from muster.rulesets.baroque.queries.countering import no_countercharge
from muster.rulesets.baroque.queries.discipline import countercharge_parts, discipline_odds
from muster.rulesets.baroque.queries.running import Hit, ahead, meetings, resting_length
from muster.rulesets.baroque.queries.words import bu, listed
from muster.rulesets.baroque.rules.common import Battle, disorder
from muster.rulesets.baroque.rules.halfway import countercharge
from muster.rulesets.baroque.rules.marching import march_test
from muster.rulesets.baroque.rules.melee import fight
from muster.rulesets.baroque.rules.pace import Charge, close_in, count_action, go, rest, roll_bonus
from muster.rulesets.baroque.rules.trying import NO_REACTION, REACTIONS, Reaction, is_asked, try_reaction
from muster.rulesets.baroque.state import State, UnitId

STEP = 60
"""Lengths along a way are offered in tenths of a BU."""


@rule("5.4.5a")
async def run(game: Battle, charge: Charge, *, counted: bool = False) -> None:
    """Carry a charge through, after what answered it: to its melee, or to where it ends without one.

    ``counted``: it has been counted as a movement action already.
    """
    if not counted:
        count_action(game, charge)
    await decide_bonus(game, charge)
    while game.state.units[charge.unit].pose is not None:
        hits = meetings(game.state, rest(game.state, charge, charge.most))
        if not hits:
            await _meet_nobody(game, charge)
            return
        if await _late_target(game, charge, hits):
            return
        await go(game, charge, hits[0].length)
        came = await close_in(game, charge, [h.unit for h in hits if h.length == hits[0].length])
        if came == "melee":
            await fight(game, charge.unit)
        if came == "repulsed" and charge.potential and applies("5.4.5a"):
            game.apply(NoMore(charge.unit))
        if came != "clear":
            return
        if charge.arrival == "charge" and applies("5.4.5b"):
            game.apply(NoMore(charge.unit))
        await _go_on(game, charge)


# ------------------------------------------------------------------------------------------------ the bonus
async def decide_bonus(game: Battle, charge: Charge) -> None:
    """Whether it rolls for a longer way: only to reach what M alone does not, evasions counted (5.4.1a, 5.4.1d).

    Not past a declared target that M reaches. What the ground does not let it use is lost.
    """
    state, unit = game.state, charge.unit
    if charge.decided:
        return
    charge.decided = True
    near = meetings(state, rest(state, charge, charge.plain))
    if any(h.stops or (h.unit == charge.target and applies("5.4.1d")) for h in near):
        return
    beyond = [h for h in meetings(state, rest(state, charge, charge.path.length)) if h not in near]
    if not beyond or not applies("5.4.1a"):
        return
    lacks = beyond[0].length - (charge.plain - charge.done)
    use = await game.ask(
        state.seat(unit),
        Confirm(
            f"{bu(lacks)} more to {state.name(beyond[0].unit)}",
            "Roll for the bonus",
            "Go without",
            bonus_odds(state, unit, lacks, charge.path.length - charge.plain),
        ),
        rule="baroque.5.4.1a",
        text=f"{state.name(unit)}: roll for a longer charge?",
        note="if it then meets nobody, it goes the whole way and is Disordered",
        subject=unit,
    )
    if use:
        await roll_bonus(game, charge)


# ------------------------------------------------------------------------------------------------ late targets
async def _late_target(game: Battle, charge: Charge, hits: Sequence[Hit]) -> bool:
    """A unit that has become the target only on the way may countercharge now, if nobody has tried to react (R86).

    Not against a charge that is a reaction itself (4.1.3h). True if it did, and the charge is over.
    """
    state = game.state
    new = [h.unit for h in hits if h.unit not in charge.known]
    charge.known |= {*new}
    way = rest(state, charge, charge.most)
    able = [u for u in new if u not in charge.evaders and no_countercharge(state, u, way) is None]
    answers = charge.arrival != "charge" and applies("4.1.3h")
    late = not answers and charge.reactor is None
    if not able or not late or not applies("seq.reaction"):
        return False
    seat = state.seat(able[0])
    if not is_asked(game, seat):
        return False
    picks = await game.ask_or_pass(
        seat,
        Choose(tuple(_counter_option(state, u, charge.unit) for u in able)),
        rule="baroque.seq.reaction",
        text=f"{state.name(charge.unit)}: about to meet {listed([state.name(u) for u in able])}. Countercharge?",
        subject=charge.unit,
        pass_label=NO_REACTION,
        window=REACTIONS,
    )
    if picks is None:
        return False
    unit = picks.one.key.partition(":")[2]
    charge.reactor = unit
    if not await try_reaction(game, charge.deed, Reaction(unit, "counter")):
        return False
    return await countercharge(game, charge, unit)


def _counter_option(state: State, unit: UnitId, at: UnitId) -> Option:
    return Option(
        f"counter:{unit}",
        f"Countercharge with {state.name(unit)}",
        group="Countercharge",
        rule="baroque.5.4.3a",
        piece=unit,
        odds_=lambda: discipline_odds(
            state, unit, countercharge_parts(state, unit), effect=f"Then it meets {state.name(at)} half way."
        ),
    )


# ------------------------------------------------------------------------------------------------ going on
async def _go_on(game: Battle, charge: Charge) -> None:
    """How far a charger goes after it has swept aside whom it met: on to its target, or as far as it wants (7.7b)."""
    left = charge.most - charge.done
    if not applies("7.7b"):
        charge.most = charge.done
    if left <= 0 or charge.target not in charge.met or charge.most == charge.done:
        return
    state, unit = game.state, charge.unit
    here = body(state, unit)
    poses = ((0, pose_of(here)), (left, pose_of(ahead(here, left).body_at(left))))
    further = await game.ask(
        state.seat(unit),
        Number(0, left, "How far it goes on", STEP, Along(unit, poses)),
        rule="baroque.7.7b",
        text=f"{state.name(unit)}: how far on?",
        note=f"up to {bu(left)}, into whomever it meets",
        subject=unit,
    )
    charge.most = charge.done + further


@rule("5.4.1e")
async def _meet_nobody(game: Battle, charge: Charge) -> None:
    """The end of a charge in whose way nobody stands any more (5.4.1b, 5.4.1c, 5.4.1e, 5.4.2e, 5.4.6c, R60).

    It goes as far as it covers. A potential charge was a move then, and its march test follows; any other leaves its
    unit Disordered, unless its declared target was swept aside.
    """
    unit = charge.unit
    way = rest(game.state, charge, charge.most)
    await go(game, charge, resting_length(game.state, way))
    for trouble in ground.disorders(game.state, unit, charge.walked):
        disorder(game, unit, f"it {trouble.why}", trouble.rule)
    if charge.arrival == "charge" and not charge.met:
        await march_test(game, unit)
    fault = _fault(charge)
    if fault:
        disorder(game, unit, "its charge met nobody" if not charge.met else "its charge fell short", fault)


def _fault(charge: Charge) -> str:
    """The rule by which a charge that ended without contact leaves its unit Disordered; nothing where none does."""
    if charge.potential and applies("5.4.6c"):
        return ""
    if charge.met:
        return "5.4.1c" if charge.target not in charge.met and applies("5.4.1c") else ""
    if charge.arrival == "opportunity":
        return "5.4.2e" if applies("5.4.2e") else ""
    if charge.bonus:
        return "5.4.1b" if applies("5.4.1b") else ""
    return "5.4.1e" if applies("5.4.1e") else ""
