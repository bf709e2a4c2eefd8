"""The open table: one movement of a base, and bodies to be put down. Units and headings as in ``geometry.open``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from muster.engine.answers import Course, Pose, Poses, bad, read_int, read_mapping, read_pose
from muster.engine.explain import Tone
from muster.engine.refusals import Refusal
from muster.engine.specs.base import Json, Spec

Outline: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A length along a way at which something happens: what, and the rule that says so."""

    at: int
    label: str
    rule: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Way:
    """One kind of movement, of ``least`` to ``most`` units.

    ``line``: straight along ``bearing`` (hundredths of a degree, relative to the heading: 0 ahead, 9000 to the right).
    ``slide``: straight along any bearing up to ``spread`` to either side of ahead, the heading kept.
    ``arc``: a wheel about the front corner ``pivot``; the length is that of the other front corner's arc.
    ``turn``: on the spot by ``turn`` hundredths of a degree, to the pose ``end``; it has no length.
    ``limits`` says what ends it at ``most``.
    """

    key: str
    label: str
    shape: Literal["line", "slide", "arc", "turn"]
    most: int
    rule: str
    least: int = 1
    bearing: int = 0
    spread: int = 0
    pivot: Literal["", "left", "right"] = ""
    turn: int = 0
    end: Pose | None = None
    detail: str = ""
    limits: str = ""
    marks: tuple[Mark, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Manoeuvre(Spec[Course]):
    """One movement of a base along one of the ways. ``check`` is the query that made them; it refuses with reasons.

    ``frontage`` and ``depth`` are the base's; ``step`` is by how much the keys lengthen the way, all in units.
    """

    piece: str
    start: Pose
    frontage: int
    depth: int
    ways: tuple[Way, ...]
    check: Callable[[Course], None] = field(compare=False, repr=False)
    step: int = 300
    label: str = ""
    kind: str = field(default="manoeuvre", init=False)

    def read(self, body: Json) -> Course:
        """Read ``{"way": key, "length": units, "bearing": hundredths of a degree}`` and let the query judge it.

        ``bearing`` belongs to a slide alone, ``length`` to every way but a turn.
        """
        raw = read_mapping(body, "a movement")
        way = next((w for w in self.ways if w.key == raw.get("way")), None)
        if way is None:
            offered = ", ".join(w.key for w in self.ways)
            raise Refusal("not_offered", f"That way of moving is not offered now. Offered are: {offered}.")
        length = 0 if way.shape == "turn" else read_int(raw.get("length"), "The length of the movement")
        if way.shape != "turn" and not way.least <= length <= way.most:
            why = f" {way.limits}" if length > way.most and way.limits else ""
            raise Refusal(
                "out_of_reach",
                f"{way.label} can be {way.least} to {way.most} units long here, not {length}.{why}",
                rule=way.rule,
                numbers={"least": way.least, "most": way.most, "given": length},
            )
        bearing = 0
        if way.shape == "slide":
            bearing = read_int(raw.get("bearing"), "The bearing of the movement")
            if abs(bearing) > way.spread:
                raise bad(
                    f"{way.label} goes at most {way.spread} hundredths of a degree to either side, not {bearing}.",
                    most=way.spread,
                    given=bearing,
                )
        course = Course(way.key, length, bearing)
        self.check(course)
        return course

    def write(self, value: Course) -> dict[str, Json]:
        """Write way, length and bearing."""
        return {"way": value.way, "length": value.length, "bearing": value.bearing}

    def keys(self) -> tuple[str, ...]:
        """The piece, and each way with its limits."""
        return (self.piece, *sorted(f"{w.key}:{w.least}:{w.most}" for w in self.ways))

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "kind": self.kind,
            "piece": self.piece,
            "pose": self.start,
            "frontage": self.frontage,
            "depth": self.depth,
            "step": self.step,
            "label": self.label,
            "ways": [
                {
                    "key": w.key,
                    "label": w.label,
                    "shape": w.shape,
                    "least": w.least,
                    "most": w.most,
                    "bearing": w.bearing,
                    "spread": w.spread,
                    "pivot": w.pivot,
                    "turn": w.turn,
                    "end": w.end,
                    "rule": w.rule,
                    "detail": w.detail,
                    "limits": w.limits,
                    "marks": [
                        {"at": m.at, "label": m.label, "rule": m.rule, "tone": m.tone} for m in w.marks
                    ],
                    "warnings": w.warnings,
                }
                for w in self.ways
            ],
        }


@dataclass(frozen=True, slots=True)
class Body:
    """Something to be put down: its outline about its centre at heading 0 (a point: empty).

    ``heading`` is how it lies before anybody turns it, ``turns`` by how much it may be turned at a time
    (hundredths of a degree; 0: not at all).
    """

    id: str
    label: str
    outline: Outline
    heading: int = 0
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Area:
    """Where bodies may be put, as an outline in units of the table."""

    label: str
    outline: Outline


@dataclass(frozen=True)
class Deploy(Spec[Poses]):
    """Put bodies on the open table. ``check`` judges them all and refuses with reasons; ``areas`` only show where.

    ``suggest`` gives poses that pass, for those who do not care and for bots.
    """

    bodies: tuple[Body, ...]
    areas: tuple[Area, ...]
    check: Callable[[Mapping[str, Pose]], None] = field(compare=False, repr=False)
    suggest: Callable[[], Mapping[str, Pose]] = field(compare=False, repr=False)
    step: int = 300
    label: str = ""
    kind: str = field(default="deploy", init=False)

    def read(self, body: Json) -> Poses:
        """Read ``{"at": {"body": [x, y, heading]}}``; every body exactly once."""
        raw = read_mapping(read_mapping(body, "a deployment").get("at"), "a deployment")
        wanted = {b.id: b for b in self.bodies}
        missing = [b.label for b in self.bodies if b.id not in raw]
        if missing:
            raise bad(f"Still to be placed: {', '.join(missing)}.")
        if len(raw) != len(wanted):
            raise bad("The answer places something that was not asked for.")
        poses = {k: read_pose(raw[k], f"The place of {wanted[k].label}") for k in sorted(wanted)}
        for key, pose in poses.items():
            if wanted[key].turns == 0 and pose[2] != wanted[key].heading:
                raise bad(f"{wanted[key].label} cannot be turned.")
        self.check(poses)
        return Poses(poses)

    def write(self, value: Poses) -> dict[str, Json]:
        """Write where each body lies."""
        return {"at": {key: list(pose) for key, pose in value.at.items()}}

    def keys(self) -> tuple[str, ...]:
        """The bodies."""
        return tuple(sorted(b.id for b in self.bodies))

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "kind": self.kind,
            "bodies": [
                {
                    "id": b.id,
                    "label": b.label,
                    "outline": b.outline,
                    "heading": b.heading,
                    "turns": b.turns,
                }
                for b in self.bodies
            ],
            "areas": [{"label": a.label, "outline": a.outline} for a in self.areas],
            "suggested": {key: list(pose) for key, pose in self.suggest().items()},
            "step": self.step,
            "label": self.label,
        }
