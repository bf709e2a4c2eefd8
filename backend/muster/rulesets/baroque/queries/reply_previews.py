"""What an answer to a deed would come to, shown before it is given: who stands where then, and what still follows."""

from typing import Any, Final, TypeAlias

from muster.engine.explain import odds_wire, sight_wire
from muster.geometry.open.moves import Path
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.bodies import body, pose_of
from muster.rulesets.baroque.queries.charging import bonus_odds, reaches
from muster.rulesets.baroque.queries.countering import half_way, struck_before
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.evading import FallBack, fall_back
from muster.rulesets.baroque.queries.lines import sight_lines
from muster.rulesets.baroque.queries.reacting import fire_odds, stopped, struck_first
from muster.rulesets.baroque.queries.running import Hit, ahead, meetings
from muster.rulesets.baroque.queries.shooting import offer_words, reaction_plan
from muster.rulesets.baroque.queries.words import bu, count, listed
from muster.rulesets.baroque.state import State, UnitId, with_poses

Json: TypeAlias = Any
LEGAL: Final[dict[str, Json]] = {"legal": True, "why": "", "rule": ""}


def of_evasion(state: State, deed: Deed, unit: UnitId) -> Json:
    """Where an evader goes, and whether a charger still comes upon it there (5.6h, 5.6j)."""
    found = fall_back(state, unit)
    if not isinstance(found, FallBack):
        return {"legal": False, "why": found.text, "rule": found.rule}
    end = pose_of(found.path.body_at(found.path.length))
    back = _note(f"{state.name(unit)} will go back {bu(found.path.length)} to its rear.", "5.6j")
    after = (
        _shot_at(state, unit) if deed.path is None else _chased(with_poses(state, {unit: end}), deed, unit)
    )
    return {**LEGAL, "stands": [_stand(unit, end)], "notes": [back, *after]}


def _shot_at(state: State, unit: UnitId) -> tuple[Json, ...]:
    """What becomes of the shot from which it evades (5.6g)."""
    if not applies("5.6g"):
        return ()
    text = f"{state.name(unit)} will be shot at where it stood, with 1 die less, whether the test is passed or not."
    return (_note(text, "5.6g", "warn"),)


def _chased(there: State, deed: Deed, unit: UnitId) -> tuple[Json, ...]:
    """Whom the charge meets where the evader has gone back, and with which chance where it needs a bonus."""
    if deed.path is None:
        return ()
    name, evader = there.name(deed.unit), there.name(unit)
    hits = meetings(there, deed.path)
    plain, most = reaches(there, deed.unit)
    if not hits:
        return (_note(f"There {name} cannot reach it.", "5.6h", "good"),)
    hit = hits[0]
    met = "it" if any(h.unit == unit and h.length == hit.length for h in hits) else there.name(hit.unit)
    lacks = hit.length - plain
    if lacks <= 0 or deed.kind == "potential":
        return (_note(f"There {name} will still meet {met}, after {bu(hit.length)}.", "5.6h", "bad"),)
    chance = bonus_odds(there, deed.unit, lacks, most - plain).chance / 100
    text = f"There {name} will need {bu(lacks)} of bonus to meet {met}: {chance:.0f}%."
    return (_note(text if met == "it" else f"{evader} gone, {text[0].lower()}{text[1:]}", "5.4.1a", "warn"),)


def of_countercharge(state: State, deed: Deed, unit: UnitId) -> Json:
    """Where charger and countercharger meet, and how far each of them goes (5.4.3e, R36); where the countercharger
    strikes another enemy first, whom and where, and where the charger comes upon it then (R133).
    """
    if deed.path is None:
        return dict(LEGAL)
    _, most = reaches(state, unit)
    met = half_way(state, unit, deed.path, most)
    if met is None:
        return dict(LEGAL)
    first = struck_before(state, unit, deed.unit, met.counter)
    if first is not None:
        return _stopped_short(state, deed.path, unit, first)
    ours, theirs = ahead(body(state, unit), met.counter), deed.path
    name, charger = state.name(unit), state.name(deed.unit)
    text = f"They meet after {bu(met.charger)} of {charger} and {bu(met.counter)} of {name}."
    return {
        **LEGAL,
        "stands": [_stand(unit, _end(ours, met.counter)), _stand(deed.unit, _end(theirs, met.charger))],
        "notes": [_note(text, "5.4.3e"), *_bonus(state, unit, met.counter)],
    }


def _stopped_short(state: State, path: Path, unit: UnitId, first: Hit) -> Json:
    """A countercharge that another enemy stops: the charger finishes its move."""
    charger, run = path.body.id, first.length
    end = _end(ahead(body(state, unit), run), run)
    stands = [_stand(unit, end)]
    text = f"There {state.name(unit)} will meet {state.name(first.unit)} first, after {bu(run)}."
    notes = [_note(text, "5.4.3e", "warn"), *_bonus(state, unit, run)]
    hits = meetings(with_poses(state, {unit: end}), path)
    if hits:
        length, met = hits[0].length, listed([state.name(h.unit) for h in hits if h.length == hits[0].length])
        stands.append(_stand(charger, _end(path, length)))
        text = f"Then {state.name(charger)} will go on and meet {met} after {bu(length)}."
        notes += [_note(text, "5.4.3e"), *_bonus(state, charger, length)]
    return {**LEGAL, "stands": stands, "notes": notes}


def of_fire(state: State, deed: Deed, unit: UnitId, length: int) -> Json:
    """The shot at the actor where it is stopped: its lines, its dice and what they do (6.5b, 6.5c)."""
    there = stopped(state, deed.path, length, deed.unit)
    shot = reaction_plan(there, unit, deed.unit)
    if shot is None:
        return dict(LEGAL)
    dice = count(shot.dice.value, "die", "dice")
    odds = fire_odds(there, unit, deed.unit, answers_fire=deed.kind == "shot")
    return {
        **LEGAL,
        "notes": [_note(f"There: {dice}, {offer_words(there, shot)}.", "6.5c")],
        "sights": [{"piece": unit, **sight_wire(line)} for line in sight_lines(shot.sight)],
        "odds": [{"piece": unit, "odds": odds_wire(odds)}],
    }


def of_opportunity(state: State, deed: Deed, unit: UnitId, length: int) -> Json:
    """Where the charge strikes the actor that is stopped, or who stands before it, and whether it needs its bonus for
    that (5.4.2a, 4.1.3d, 5.4.1a).
    """
    there = stopped(state, deed.path, length, deed.unit)
    hit = struck_first(there, unit, deed.unit)
    if hit is None:
        return dict(LEGAL)
    run = hit.length
    text = f"There {state.name(unit)} will meet {state.name(hit.unit)} after {bu(run)}."
    return {
        **LEGAL,
        "stands": [_stand(unit, _end(ahead(body(there, unit), run), run))],
        "notes": [_note(text, "5.4.2a"), *_bonus(there, unit, run)],
    }


def _bonus(state: State, unit: UnitId, run: int) -> tuple[Json, ...]:
    """The chance of the bonus, where a run needs it."""
    plain, most = reaches(state, unit)
    if run <= plain:
        return ()
    odds = bonus_odds(state, unit, run - plain, most - plain)
    text = f"For that {state.name(unit)} will need {bu(run - plain)} of bonus: {odds.chance / 100:.0f}%."
    return (_note(text, "5.4.1a", "warn"),)


def _end(path: Path, length: int) -> tuple[int, int, int]:
    return pose_of(path.body_at(length))


def _stand(unit: UnitId, pose: tuple[int, int, int]) -> Json:
    return {"piece": unit, "pose": pose}


def _note(text: str, rule: str, tone: str = "plain") -> Json:
    return {"text": text, "rule": f"baroque.{rule}", "tone": tone}
