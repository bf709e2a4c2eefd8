"""A bot for every game: answers any request legally, from the request alone, by chance."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from muster.engine.answers import Course, Path, Placing
from muster.engine.chance import Chance
from muster.engine.refusals import Refusal
from muster.engine.requests import (
    Aim,
    Allocate,
    AnySpec,
    Arrange,
    Choose,
    Confirm,
    Deploy,
    Manoeuvre,
    Move,
    Number,
    Place,
    Request,
)
from muster.engine.specs import Option

Json: TypeAlias = Any
T = TypeVar("T")

PASS_ONE_IN = 4
TRIES = 40


class NoLegalAnswer(Exception):
    """The request offers nothing that could be answered: a fault of the rules."""


class RandomBot:
    """Passes now and then, otherwise takes whatever is offered."""

    def answer(self, request: Request, known: Any, chance: Chance, purpose: str) -> Json:
        """The body of a legal answer; raises :class:`NoLegalAnswer` where the request has none."""
        hat = _Hat(chance, purpose)
        if request.pass_label is not None and hat.below(PASS_ONE_IN) == 0:
            return {"pass": True}
        body = _answer(request.spec, hat)
        if body is not None:
            return body
        if request.pass_label is not None:
            return {"pass": True}
        raise NoLegalAnswer(f"{request.seat} is asked {request.rule_path} and can answer nothing.")


class _Hat:
    """Numbers from one named place of the match's chance."""

    def __init__(self, chance: Chance, purpose: str) -> None:
        self._chance = chance
        self._purpose = purpose
        self._drawn = 0

    def below(self, size: int) -> int:
        self._drawn += 1
        return self._chance.pick(f"{self._purpose}:{self._drawn}", size)

    def one(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def mixed(self, things: Sequence[T]) -> list[T]:
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in things]


def _answer(spec: AnySpec, hat: _Hat) -> Json:
    """A body that the spec reads, or None where there is none."""
    match spec:
        case Choose():
            return _choose(spec, hat)
        case Move():
            return _move(spec, hat)
        case Place():
            return _place(spec, hat)
        case Aim():
            return {"point": list(hat.one(spec.points))} if spec.points else None
        case Allocate():
            return _allocate(spec, hat)
        case Manoeuvre():
            return _manoeuvre(spec, hat)
        case Deploy():
            return {"at": {body: list(pose) for body, pose in spec.suggest().items()}}
        case Number():
            return _number(spec, hat)
        case Arrange():
            return {"order": [i.key for i in hat.mixed(spec.items)]}
        case Confirm():
            return {"yes": hat.below(2) == 0}
        case _:
            return None


def _choose(spec: Choose, hat: _Hat) -> Json:
    """Some of the options; where they do not go together, fewer and fewer of them, and then as many as may be again."""
    most = min(spec.maximum, len(spec.options))
    if most < spec.minimum:
        return None
    wanted = spec.minimum + hat.below(most - spec.minimum + 1)
    for _ in range(1 if spec.check is None else TRIES):
        picks: list[Json] = []
        for option in hat.mixed(spec.options):
            if len(picks) == wanted:
                break
            pick = _pick(option, hat)
            if pick is not None:
                picks.append(pick)
        body = {"picks": picks}
        if len(picks) >= spec.minimum and (spec.check is None or _fits(lambda: spec.read(body))):  # noqa: B023  called at once
            return body
        wanted = wanted - 1 if wanted > spec.minimum else most
    return None


def _pick(option: Option, hat: _Hat) -> Json:
    needs = option.needs
    if needs is None:
        return {"key": option.key}
    given = _answer(needs, hat)
    return None if given is None else {"key": option.key, "with": given}


def _move(spec: Move, hat: _Hat) -> Json:
    ends = [i for i, r in enumerate(spec.reach) if r.stop]
    for index in hat.mixed(ends)[:TRIES]:
        path = Path(spec.path_to(index))
        if _fits(lambda: spec.check(path)):  # noqa: B023  called at once
            return {"path": [list(p) for p in path.points]}
    return None


def _manoeuvre(spec: Manoeuvre, hat: _Hat) -> Json:
    """Any way, mostly as far as it goes."""
    for _ in range(TRIES if spec.ways else 0):
        way = hat.one(spec.ways)
        length = 0
        if way.shape != "turn":
            length = way.most if hat.below(2) else way.least + hat.below(way.most - way.least + 1)
        bearing = hat.below(2 * way.spread + 1) - way.spread if way.shape == "slide" else 0
        course = Course(way.key, length, bearing)
        if _fits(lambda: spec.check(course)):  # noqa: B023  called at once
            return spec.write(course)
    return None


def _number(spec: Number, hat: _Hat) -> Json:
    for _ in range(TRIES):
        value = spec.minimum + hat.below(spec.maximum - spec.minimum + 1)
        if spec.check is None or _fits(lambda: spec.check(value)):  # type: ignore[misc]  # noqa: B023  called at once
            return {"value": value}
    return None


def _place(spec: Place, hat: _Hat) -> Json:
    """Piece by piece on squares that are left; where pieces are large, several tries may be needed."""
    for _ in range(TRIES):
        left = hat.mixed(spec.squares)
        at: dict[str, tuple[int, int]] = {}
        for piece in sorted(spec.pieces, key=lambda p: -p.size):
            corner = next((s for s in left if _covers(s, piece.size) <= set(left)), None)
            if corner is None:
                break
            at[piece.id] = corner
            left = [s for s in left if s not in _covers(corner, piece.size)]
        else:
            placing = Placing({p: at[p] for p in sorted(at)})
            if _fits(lambda: spec.check(placing)):  # noqa: B023  called at once
                return {"at": {p: list(s) for p, s in placing.at.items()}}
    return None


def _covers(corner: tuple[int, int], size: int) -> set[tuple[int, int]]:
    return {(corner[0] + x, corner[1] + y) for x in range(size) for y in range(size)}


def _allocate(spec: Allocate, hat: _Hat) -> Json:
    most = spec.total if spec.exact else max(1, hat.below(spec.total + 1))
    body = _allocate_within(spec, hat, most)
    if body is None and most < spec.total:  # too little for anything: then from the whole
        body = _allocate_within(spec, hat, spec.total)
    return body


def _allocate_within(spec: Allocate, hat: _Hat, left: int) -> Json:
    counts = {s.key: 0 for s in spec.slots}
    body: Json = None if spec.exact or not _reads(spec, counts) else {"slots": dict(counts)}
    while True:
        slots = [s for s in spec.slots if counts[s.key] < s.maximum and s.cost <= left]
        if not slots:
            return {"slots": counts} if _reads(spec, counts) else body
        slot = hat.one(slots)
        counts[slot.key] += 1
        left -= slot.cost
        if _reads(spec, counts):
            body = {"slots": dict(counts)}
        elif not spec.exact:  # what was added does not go with the rest
            counts[slot.key] -= 1
            return body


def _reads(spec: Allocate, counts: Mapping[str, int]) -> bool:
    try:
        spec.read({"slots": dict(counts)})
    except Refusal:
        return False
    return True


def _fits(check: Callable[[], object]) -> bool:
    try:
        check()
    except Refusal:
        return False
    return True
