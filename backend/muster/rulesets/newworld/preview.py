"""What a move or a line would mean, from what the asker knows: shown before anything is committed."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, TypeAlias, cast

from muster.engine.answers import read_point
from muster.engine.explain import odds_wire, sight_wire
from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import AnySpec, Choose, Move, Request
from muster.geometry.grid.squares import Square, distance
from muster.rulesets.newworld.queries import hands, movement, shooting, spells, standing
from muster.rulesets.newworld.queries.attack import Manner, attack_odds, expected_wounds, melee_plan
from muster.rulesets.newworld.queries.charge import charge_manner
from muster.rulesets.newworld.queries.feats import feats
from muster.rulesets.newworld.queries.menu.moves import FEAT_WORDS
from muster.rulesets.newworld.rules.free_attacks import free_manner
from muster.rulesets.newworld.state import FigureId, State

Json: TypeAlias = Any
LONGEST_PATH: Final = 200


@dataclass(frozen=True, slots=True)
class Plan:
    """A way that somebody plans, for which move (its option's key; empty for a question of its own) and budget.

    ``leap`` are the corners of a jump or climb that follows, the landing last; the squares between are not entered.
    ``rolls`` says that the way may fail: then its own chance comes before what could be done from its end.
    """

    key: str
    path: tuple[Square, ...]
    cost: int
    budget: int
    leap: tuple[Square, ...] = ()
    rolls: bool = False

    @property
    def action(self) -> str:
        """The move's name: ``move``, ``run``, ``disengage``, ``charge``, ``crawl``, ``swim``, a feat's or nothing."""
        return self.key.partition(":")[0]

    @property
    def steps(self) -> tuple[Square, ...]:
        """Where the figure stands in turn."""
        return self.path + self.leap[-1:]


def preview(known: State, seat: Seat | None, request: Request | None, body: Json) -> Json:
    """A partial answer to the seat's open request: legality, cost, who may strike, sight and odds from its end.

    Where a move is asked for, ``{"to": [x, y]}`` in its place asks why it cannot end on that square.
    """
    if request is None or seat is None or request.seat != seat:
        raise Refusal("no_preview", "There is nothing of yours to preview now.")
    key, spec, given = _asked_in(request.spec, body)
    to = _field(given, "to")
    if isinstance(spec, Move) and to is not None:
        return _verdict(spec.why_not(read_point(to, "The square")))
    verdict = _verdict(_refusal(request, body))
    legal, figure = verdict["legal"], request.subject
    if figure is None or known.figures[figure].at is None:
        return verdict
    plan = _plan_in(known, figure, key, spec, given)
    if plan is None:
        return verdict
    there = movement.at_square(known, figure, plan.steps[-1]) if legal else known
    return {
        **verdict,
        "path": [movement.at_start(known, figure), *plan.path, *plan.leap],
        "cost": plan.cost,
        "budget": plan.budget,
        "provokes": _provoked(known, figure, plan) if legal else [],
        "sights": _sights(there, figure) if legal else [],
        "odds": _odds(there, figure, plan) if legal and not plan.rolls else [],
    }


def _asked_in(spec: AnySpec, body: Json) -> tuple[str, AnySpec, Json]:
    """The key of the option picked, if any; what is asked for with it; and what was given."""
    if not isinstance(spec, Choose):
        return "", spec, body
    key, given = _picked(body)
    option = spec.option(key)
    return key, option.needs if option is not None and option.needs is not None else spec, given


def _plan_in(known: State, figure: FigureId, key: str, spec: AnySpec, given: Json) -> Plan | None:
    if key in FEAT_WORDS:
        return _leap_in(known, figure, key, _picked(given)[0])
    points = _list(_field(given, "path"))
    if not isinstance(spec, Move) or not points or len(points) > LONGEST_PATH:
        return None
    path = tuple(read_point(p, "A square of the path") for p in points)
    cost = 1 if key == "crawl" else sum(movement.costs_of(known, figure, path))
    return Plan(key, path, cost, spec.budget, rolls=key == "swim")


def _leap_in(known: State, figure: FigureId, kind: str, place: str) -> Plan | None:
    """The run-up and the leap of the jump or climb to a place."""
    budget = movement.paces(known, figure)
    found = next((f for f in feats(known, figure, budget) if (f.kind, f.key) == (kind, place)), None)
    return Plan(kind, found.run_up, found.cost, budget, found.path, found.roll) if found is not None else None


def _picked(body: Json) -> tuple[str, Json]:
    """The key of the first pick of a body, and what was given with it."""
    first = next(iter(_list(_field(body, "picks"))), None)
    return str(_field(first, "key")), _field(first, "with")


def _field(body: Json, name: str) -> Json:
    """A field of an object that somebody sent; None where it is no object or lacks it."""
    return cast(dict[str, Json], body).get(name) if isinstance(body, dict) else None


def _list(value: Json) -> list[Json]:
    """A list that somebody sent; empty where it is none."""
    return list(value) if isinstance(value, list) else []  # pyright: ignore[reportUnknownArgumentType]


def _refusal(request: Request, body: Json) -> Refusal | None:
    """Why an answer would not be accepted; None where it would."""
    try:
        request.read(body)
    except Refusal as refusal:
        return refusal
    return None


def _verdict(refusal: Refusal | None) -> dict[str, Json]:
    return {
        "legal": refusal is None,
        "why": refusal.text if refusal else "",
        "rule": refusal.rule if refusal else "",
    }


def _provoked(known: State, figure: FigureId, plan: Plan) -> list[Json]:
    """The free attacks on the way, a runner's at the +2 that the Run itself brings (move.5, move.10, move.11)."""
    if plan.action == "disengage":
        return []
    body = known.figures[figure]
    if plan.action == "run":
        known = replace(
            known, figures={**known.figures, figure: replace(body, stances=(*body.stances, "ran"))}
        )
    struck: list[FigureId] = []
    found: list[Json] = []
    start = movement.at_start(known, figure)
    for index, (here, after) in enumerate(pairwise((start, *plan.steps))):
        for foe in standing.strikers_when_leaving(known, figure, here, after, struck):
            struck.append(foe)
            at = movement.at_square(known, figure, here)
            blow = melee_plan(at, foe, figure, hands.best_melee_arm(at, foe), free_manner(at, foe))
            found.append(
                {
                    "piece": foe,
                    "name": known.name(foe),
                    "step": index,
                    "percent": attack_odds(at, blow).chance / 100,
                    "wounds": round(expected_wounds(at, blow), 1),
                    "rule": "newworld.move.11",
                }
            )
    return found


def _sights(there: State, figure: FigureId) -> list[Json]:
    return [
        {"piece": foe, **sight_wire(standing.sight_line(there, standing.sight(there, figure, foe)))}
        for foe in there.foes(figure)
        if there.figures[foe].at is not None
    ]


def _odds(there: State, figure: FigureId, plan: Plan) -> list[Json]:
    """The attack that each foe in reach or range would face from there with what is in hand; a Charge's on its foe."""
    manner, charged, with_arm = None, "", ""
    if plan.action == "charge":
        _, charged, with_arm = plan.key.split(":", 2)
        manner = charge_manner(there, figure)
    arms = hands.melee_arms(there, figure)
    arm_in_hand = next((a for a in arms if a.key == with_arm), arms[0])
    found: list[Json] = []
    for foe in there.foes(figure):
        if not standing.is_visible_foe(there, figure, foe):
            continue
        if manner is not None and foe != charged:
            continue
        attack = None
        for arm in hands.ranged_arms(there, figure) if manner is None else ():
            if shooting.may_be_shot(there, figure, foe, arm.weapon):
                sharp = shooting.sharpshooter_choices(there, figure, foe, arm)[0]
                attack = shooting.ranged_plan(there, figure, foe, arm, Manner(sharp=sharp))
        if standing.in_reach(there, figure, foe):
            attack = attack or melee_plan(there, figure, foe, arm_in_hand, manner)
        if attack is not None:
            found.append({"piece": foe, "odds": odds_wire(attack_odds(there, attack))})
    return found


def measure(known: State, start: Square, end: Square) -> Json:
    """Distance in paces, band, sight and cover between two squares: free for everybody at any time.

    ``within`` names the shorter reaches that a spell or effect might have: touch, and a few paces (range.4, range.5).
    """
    for square in (start, end):
        if not known.grid.on_table(square):
            raise Refusal("off_table", f"The square {square[0]}, {square[1]} is not on the table.")
    squares = distance(start, end)
    verdict = known.grid.sight(start, end)
    return {
        "distance": squares,
        "unit": "paces",
        "band": shooting.band_of(max(1, squares)),
        "within": [
            word
            for word, holds in (
                ("touch", spells.touches(known, start, end)),
                ("a few paces", spells.is_a_few_paces_off(start, end)),
            )
            if holds
        ],
        "sight": sight_wire(standing.sight_line(known, verdict)),
    }
