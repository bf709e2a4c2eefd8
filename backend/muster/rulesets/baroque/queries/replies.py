"""What the inactive player may do about a deed: the options of one question (4.1.3, 5.4.2 to 5.4.4, 5.6, 6.5)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias, cast

from muster.engine.explain import Odds, Reason
from muster.engine.refusals import Refusal
from muster.engine.requests import Along, Number, Option, Pick, Picks
from muster.geometry.open.moves import Path
from muster.rulesets.baroque.book import all_apply, applies
from muster.rulesets.baroque.queries.bodies import body, pose_of
from muster.rulesets.baroque.queries.charging import reaches
from muster.rulesets.baroque.queries.countering import half_way, no_countercharge, struck_before
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.discipline import (
    countercharge_parts,
    discipline_odds,
    evasion_parts,
    opportunity_charge_parts,
)
from muster.rulesets.baroque.queries.evading import from_foot, no_evasion, threatened
from muster.rulesets.baroque.queries.reacting import (
    Stretch,
    charge_stretch,
    fire_odds,
    fire_stretch,
    no_fire_at,
    no_opportunity_at,
    stopped,
    struck_first,
)
from muster.rulesets.baroque.queries.reply_previews import (
    of_countercharge,
    of_evasion,
    of_fire,
    of_opportunity,
)
from muster.rulesets.baroque.queries.running import meetings
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import State, UnitId

Json: TypeAlias = Any
Word: TypeAlias = Literal["evade", "fire", "opportunity", "counter"]
WORDS: Final[dict[str, Word]] = {
    "evade": "evade",
    "fire": "fire",
    "ocharge": "opportunity",
    "counter": "counter",
}
"""The first word of an option's key, and what it stands for."""
CHARGES: Final = frozenset({"charge", "potential"})
STEP: Final = 60
"""Places on a path are offered in tenths of a BU."""
FRAMES: Final = 12
"""Parts in which the board shows a way that is not straight."""


def reply_of(pick: Pick) -> tuple[Word, UnitId, int]:
    """What was picked: which reply, whose, and how far along the deed's path, in units."""
    word, _, unit = pick.key.partition(":")
    return WORDS[word], unit, pick.given or 0


def replies(state: State, deed: Deed) -> tuple[Option, ...]:
    """Everything that the inactive player's units may do about a deed, unit by unit."""
    return tuple(_replies(state, deed))


def _replies(state: State, deed: Deed) -> Iterator[Option]:
    seat = state.other(state.card(deed.unit).seat)
    evaders, met = evading(state, deed), contacted(state, deed)
    most = answerable(state, deed)
    for unit in state.on_table(seat):
        if state.card(unit).type == "BAG":
            continue
        if unit in evaders:
            yield _evade(state, deed, unit)
        fire = fire_stretch(state, unit, deed.unit, deed.path, most)
        if fire is not None and (unit not in met or applies("6.5e")):
            yield _fire(state, deed, unit, fire)
        if unit in met and deed.path is not None:
            if no_countercharge(state, unit, deed.path) is None:
                yield _counter(state, deed, unit)
            continue
        charge = charge_stretch(state, unit, deed.unit, deed.path, most)
        if charge is not None and _may_strike(deed):
            yield _opportunity(state, deed, unit, charge)


def _may_strike(deed: Deed) -> bool:
    """Whether the deed lets others charge its actor; a charge does too, its targets left out (4.1.3b, R6)."""
    return deed.kind not in CHARGES or applies("4.1.3b")


# ------------------------------------------------------------------------------------------------ who and where
def evading(state: State, deed: Deed) -> tuple[UnitId, ...]:
    """The units that may evade from a deed: all that a charge could hit, or the target of a shot (5.6a, 5.6d)."""
    if deed.kind in CHARGES and deed.path is not None:
        return threatened(state, deed.path)
    if deed.kind == "shot" and deed.target is not None:
        target = deed.target
        return (target,) if no_evasion(state, target, deed.unit, None) is None else ()
    return ()


def contacted(state: State, deed: Deed) -> frozenset[UnitId]:
    """Whom a charge would contact: they may countercharge, and not charge it by opportunity (5.4.2a, 5.4.3a, R6)."""
    if deed.kind not in CHARGES or deed.path is None:
        return frozenset()
    return frozenset(h.unit for h in meetings(state, deed.path))


def answerable(state: State, deed: Deed) -> int:
    """How much of a deed's path may be interrupted, in units (6.5c, R130): of a charge what comes before its first
    contact, and of that what it covers without a bonus.
    """
    if deed.path is None:
        return 0
    if deed.kind not in CHARGES:
        return deed.path.length
    plain, _ = reaches(state, deed.unit)
    first = next((h.length for h in meetings(state, deed.path)), deed.path.length)
    return max(0, min(plain, first - 1))


# ------------------------------------------------------------------------------------------------ options
def _evade(state: State, deed: Deed, unit: UnitId) -> Option:
    foot = from_foot(state, deed.unit, deed.path if deed.kind in CHARGES else None)
    effect = f"Then it goes back {bu(state.card(unit).move * 600)}. Failing it, it stays and may not react to this."
    return Option(
        f"evade:{unit}",
        f"Evade with {state.name(unit)}",
        group="Evade",
        rule="baroque.5.6a",
        piece=unit,
        odds_=lambda: discipline_odds(state, unit, evasion_parts(state, unit, from_foot=foot), effect=effect),
        means=lambda _: of_evasion(state, deed, unit),
    )


def _fire(state: State, deed: Deed, unit: UnitId, where: Stretch) -> Option:
    def odds() -> Odds:
        there = stopped(state, deed.path, where.most, deed.unit)
        return fire_odds(there, unit, deed.unit, answers_fire=deed.kind == "shot")

    def fault(length: int) -> Reason | None:
        return no_fire_at(stopped(state, deed.path, length, deed.unit), unit, deed.unit)

    return Option(
        f"fire:{unit}",
        f"Fire with {state.name(unit)}",
        group="Fire",
        rule="baroque.6.5a",
        piece=unit,
        cost="its reaction of this turn",
        needs_=_where(deed, where, fault),
        odds_=odds,
        means=lambda given: of_fire(state, deed, unit, _length(given, where)),
    )


def _opportunity(state: State, deed: Deed, unit: UnitId, where: Stretch) -> Option:
    def fault(length: int) -> Reason | None:
        path = deed.path
        actor = body(state, deed.unit) if path is None else path.body_at(length)
        return no_opportunity_at(state, unit, actor)

    return Option(
        f"ocharge:{unit}",
        f"Opportunity charge with {state.name(unit)}",
        group="Charge",
        rule="baroque.5.4.2a",
        piece=unit,
        cost="its reaction of this turn",
        warnings=("Disordered, if it then meets nobody.",),
        needs_=_where(deed, where, fault),
        odds_=lambda: discipline_odds(
            state, unit, opportunity_charge_parts(state, unit), effect=_then_charges(state, deed, unit, where)
        ),
        means=lambda given: of_opportunity(state, deed, unit, _length(given, where)),
    )


def _then_charges(state: State, deed: Deed, unit: UnitId, where: Stretch) -> str:
    """How far it has to come where it strikes last, into whom, and whether M alone suffices."""
    hit = struck_first(stopped(state, deed.path, where.most, deed.unit), unit, deed.unit)
    if hit is None:
        return ""
    plain, _ = reaches(state, unit)
    into = "" if hit.unit == deed.unit else f" into {state.name(hit.unit)}"
    bonus = f", {bu(hit.length - plain)} of it by the bonus" if hit.length > plain else ""
    return f"Then it charges {bu(hit.length)}{into}{bonus}."


def _counter(state: State, deed: Deed, unit: UnitId) -> Option:
    return Option(
        f"counter:{unit}",
        f"Countercharge with {state.name(unit)}",
        group="Charge",
        rule="baroque.5.4.3a",
        piece=unit,
        cost="its reaction of this turn",
        odds_=lambda: discipline_odds(
            state,
            unit,
            countercharge_parts(state, unit),
            effect=_then_meets(state, deed, unit),
        ),
        means=lambda _: of_countercharge(state, deed, unit),
    )


def _then_meets(state: State, deed: Deed, unit: UnitId) -> str:
    """Whom a countercharger meets: the charger half way, or another enemy before (5.4.3e)."""
    met = half_way(state, unit, deed.path, reaches(state, unit)[1]) if deed.path is not None else None
    first = struck_before(state, unit, deed.unit, met.counter) if met is not None else None
    if first is not None:
        return f"Then it meets {state.name(first.unit)} first, after {bu(first.length)}."
    return f"Then it meets {state.name(deed.unit)} half way, both with their impetus."


def _length(given: Json, where: Stretch) -> int:
    """The place on the path that somebody has in mind, in units; the last possible one where none is given."""
    value: Json = cast(dict[str, Json], given).get("value") if isinstance(given, dict) else None
    return min(max(value, where.least), where.most) if type(value) is int else where.most


def _where(deed: Deed, where: Stretch, fault: Callable[[int], Reason | None]) -> Callable[[], Number] | None:
    """The question for the place on the actor's path; none where the deed is no way or there is no choice."""
    path = deed.path
    if path is None or (where.most == 0):
        return None

    def check(length: int) -> None:
        found = fault(length)
        if found is not None:
            raise Refusal("not_there", found.text, found.rule, {"length": length})

    return lambda: Number(
        where.least, where.most, "Where on its path", STEP, Along(deed.unit, frames(path)), check
    )


def frames(path: Path) -> tuple[tuple[int, tuple[int, int, int]], ...]:
    """Poses along a path by length, as the board draws it."""
    lengths = sorted({path.length * i // FRAMES for i in range(FRAMES + 1)})
    return tuple((n, pose_of(path.body_at(n))) for n in lengths)


# ------------------------------------------------------------------------------------------------ together
def check_together(picks: Picks) -> None:
    """Refuse what does not go together: two reactions (4.1.3c, 5.4.4, 6.5.1), or one unit that reacts and evades
    (4.1.3e, 5.6.1).
    """
    found = [reply_of(pick) for pick in picks.picks]
    reacting: list[tuple[Word, UnitId]] = [(word, unit) for word, unit, _ in found if word != "evade"]
    evading_ = {unit for word, unit, _ in found if word == "evade"}
    if len(reacting) > 1 and all_apply(("4.1.3c", _one_of(reacting))):
        raise Refusal(
            "one_reaction",
            f"Only one unit may react to an action; these are {len(reacting)}.",
            f"baroque.{_one_of(reacting)}",
            {"reactions": len(reacting), "most": 1},
        )
    for word, unit in reacting:
        rules = ("4.1.3e", "5.6.1") if word == "fire" else ("4.1.3e",)
        if unit in evading_ and all_apply(rules):
            raise Refusal(
                "react_or_evade",
                "One unit may not react to an action and evade from it.",
                f"baroque.{rules[-1]}",
            )


def _one_of(reacting: Sequence[tuple[Word, UnitId]]) -> str:
    """The item that says so for what was picked: several shooters, several charges, or a mixture."""
    words = {word for word, _ in reacting}
    if words == {"fire"}:
        return "6.5.1"
    return "4.1.3c" if "fire" in words else "5.4.4"
