"""Who wins: the Gold of killed enemies, or what the scenario asks for instead (alarm.4, alarm.5)."""

from collections.abc import Iterator
from dataclasses import dataclass

from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.ground import board_of
from muster.rulesets.ad1666.setup import Carry, Hold
from muster.rulesets.ad1666.state import ItemId, State


@dataclass(frozen=True, slots=True)
class Verdict:
    """How it ends; ``winner`` None is a draw."""

    winner: str | None
    reason: str
    text: str


def killed(state: State, seat: str) -> Iterator[CharacterId]:
    """A seat's Characters that count as killed; who left by the edge does not (alarm.5, scenario.3)."""
    counted = {
        "killed",
        *(("fled",) if applies("scenario.3") else ()),
        *(() if applies("alarm.5") else ("departed",)),
    }
    for who, body in state.bodies.items():
        if state.card(who).seat == seat and body.fate in counted:
            yield who


def gold_killed(state: State, seat: str) -> int:
    """The Gold worth of the enemies that a seat has killed."""
    return sum(state.card(who).gold for who in killed(state, state.other(seat)))


def verdict(state: State) -> Verdict:
    """Who wins if the match ends now (alarm.4)."""
    scenario = state.setup.scenario
    if scenario.carry is not None and applies("alarm.4"):
        return _carried(state, scenario.carry)
    if scenario.escape is not None and applies("alarm.4"):
        other = state.other(scenario.escape.seat)
        label = state.setup.labels[other]
        return Verdict(other, "held_up", f"{label} wins: too few have got away.")
    if scenario.hold is not None and applies("alarm.4"):
        return _held(state, scenario.hold)
    return _by_gold(state)


@dataclass(frozen=True, slots=True)
class Score:
    """How far a side is on the way to what it wins by: ``value`` of ``most``, in a word, and in a sentence."""

    label: str
    value: int
    most: int
    text: str


def score(state: State, seat: str) -> Score | None:
    """What can be counted while the match goes on; None where a thing is carried, and for who only has to prevent."""
    scenario = state.setup.scenario
    if scenario.carry is not None:
        return None
    if scenario.escape is not None:
        if scenario.escape.seat != seat:
            return None
        gone, wanted = len(state.escaped), scenario.escape.count
        return Score("Away", gone, wanted, f"{gone} of {wanted} have got away")
    if scenario.hold is not None:
        there = _standing_in(state, scenario.hold)[seat]
        most = sum(1 for _ in state.present(seat))
        return Score("There", there, most, f"{there} on their feet where it counts")
    worth = gold_killed(state, seat)
    foes = sum(state.card(w).gold for w in state.bodies if state.seat(w) != seat)
    return Score("Gold", worth, foes, f"Enemies worth {worth} of {foes} Gold killed")


def _carried(state: State, carry: Carry) -> Verdict:
    """Whoever has the thing wins, else its keeper, else nobody (scenario.4)."""
    holders = (i.holder for i in state.items.values() if i.kind == carry.kind)
    bearer = next((h for h in holders if h is not None and state.in_play(h)), None)
    seat = state.seat(bearer) if bearer is not None else carry.keeper
    if not seat:
        return Verdict(None, "left_behind", f"A draw: nobody has the {carry.kind}.")
    label = state.setup.labels[seat]
    if bearer is None:
        return Verdict(seat, "kept_safe", f"{label} wins: nobody has got the {carry.kind}.")
    return Verdict(seat, "has_it", f"{label} wins: {state.name(bearer)} has the {carry.kind}.")


def _standing_in(state: State, hold: Hold) -> dict[str, int]:
    """How many of each side are on their feet in the zone."""
    board = board_of(state)
    spaces = {board.space_of(s) for s in state.setup.map.zone(hold.zone).squares}
    return {
        seat: sum(
            1 for who in state.present(seat) if state.bodies[who].at in spaces and not state.is_down(who)
        )
        for seat in state.seats
    }


def _held(state: State, hold: Hold) -> Verdict:
    counts = _standing_in(state, hold)
    words = " to ".join(f"{state.setup.labels[s]} {counts[s]}" for s in state.seats)
    best = [s for s in state.seats if counts[s] == max(counts.values())]
    if len(best) > 1:
        return Verdict(None, "equal_hold", f"A draw: {words}.")
    return Verdict(
        best[0], "holds_ground", f"{state.setup.labels[best[0]]} wins: on their feet there, {words}."
    )


def departure(state: State, who: CharacterId, at: Space) -> Verdict | None:
    """What a Character's leaving from a space decides at once, if anything (scenario.4); asked before it goes."""
    scenario, seat = state.setup.scenario, state.seat(who)
    label = state.setup.labels[seat]
    carry = scenario.carry
    if (
        carry is not None
        and _is_in(state, at, carry.exits.get(seat, ""))
        and _has(state, who, carry.kind)
        and applies("scenario.4")
    ):
        return Verdict(seat, "carried_off", f"{label} wins: {state.name(who)} is away with the {carry.kind}.")
    escape = scenario.escape
    if escape is not None and escape.seat == seat and _is_in(state, at, escape.exit):
        gone = 1 + sum(1 for w in state.escaped if state.seat(w) == seat)
        if gone >= escape.count:
            return Verdict(seat, "escaped", f"{label} wins: {gone} have got away.")
    return None


def left_behind(state: State, who: CharacterId) -> tuple[ItemId, ...]:
    """The scenario's things that stay where a Character leaves the board by another way than its exit (R104)."""
    carry = state.setup.scenario.carry
    if carry is None or not applies("scenario.4"):
        return ()
    return tuple(i.id for i in state.items.values() if i.holder == who and i.kind == carry.kind)


def _has(state: State, who: CharacterId, kind: str) -> bool:
    return any(i.holder == who and i.kind == kind for i in state.items.values())


def is_exit(state: State, who: CharacterId, at: Space) -> bool:
    """Whether leaving from a space counts for its side's escape."""
    escape = state.setup.scenario.escape
    return escape is not None and escape.seat == state.seat(who) and _is_in(state, at, escape.exit)


def _is_in(state: State, at: Space, zone: str) -> bool:
    board = board_of(state)
    return bool(zone) and at in {board.space_of(s) for s in state.setup.map.zone(zone).squares}


def _by_gold(state: State) -> Verdict:
    worth = {seat: gold_killed(state, seat) for seat in state.seats}
    words = " to ".join(f"{state.setup.labels[s]} {worth[s]}" for s in state.seats)
    best = max(worth.values())
    winners = [s for s in state.seats if worth[s] == best]
    if len(winners) > 1:
        return Verdict(None, "equal_gold", f"A draw: enemies killed are worth the same, {words} Gold.")
    label = state.setup.labels[winners[0]]
    return Verdict(winners[0], "more_gold", f"{label} wins: enemies killed in Gold, {words}.")
