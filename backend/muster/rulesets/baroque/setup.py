"""What a battle is made of before it begins: options, battlefield, armies. All of it is stored with the match."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as made
from typing import Any, Final, Literal, TypeAlias

import orjson
from pydantic import BaseModel, ConfigDict, Field

from muster.engine.ids import Seat
from muster.engine.memory import Kept
from muster.engine.refusals import Refusal
from muster.rulesets.baroque.armies.build import ARMY, Army
from muster.rulesets.baroque.armies.check import legal_army
from muster.rulesets.baroque.armies.lists import army_list
from muster.rulesets.baroque.armies.roster import ReadyArmy, ready_armies
from muster.rulesets.baroque.battlefields import BATTLEFIELD, Battlefield, battlefields, kinds
from muster.rulesets.baroque.cards import Card

Json: TypeAlias = Any
SEATS: tuple[Seat, Seat] = (Seat("blue"), Seat("red"))
"""The two seats; a battle has two sides."""


_YEARS: Final = re.compile(r"\s*\d{4}–\d{4}$")
"""The end of a list's title."""
ARMY_HELP = "A ready army. Who brings an army of their own plays with that."


def _describe(schema: dict[str, Json]) -> None:
    """What the form must know of the ready armies: their names, and which there are for the points chosen."""
    armies = ready_armies()
    names = {a.key: f"{a.title}, {army_list(a.roster.army).title}" for a in armies}
    for seat in SEATS:
        schema["properties"][f"{seat}_army"] |= {
            "enum": ["", *(a.key for a in armies)],
            "labels": {"": "One for these points", **names},
            "choices_only_with": {a.key: {"points": [a.roster.budget]} for a in armies},
        }


class Options(BaseModel):
    """The options of a Baroque battle; its schema draws the form, and the log names what was chosen."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="Baroque", json_schema_extra=_describe)

    scenario: str = Field(
        "mill-hill", title="Battlefield", description="A prepared table, or one made by the book."
    )
    points: Literal[300, 600, 1000] = Field(300, title="Points", description="What each army may cost.")
    turns: int = Field(10, ge=0, le=40, title="Turns", description="0: as many as it takes.")
    destiny: bool = Field(
        False,
        title="Rolls of Destiny",
        description="Both sides may use the Rolls of Destiny that they bought.",
    )
    blue_army: str = Field("", title="Army of {blue}", description=ARMY_HELP)
    red_army: str = Field("", title="Army of {red}", description=ARMY_HELP)


@dataclass(frozen=True, slots=True)
class Setup:
    """The fixed part of a match, parsed from what is stored. ``cards`` are all units and both baggages by id."""

    digest: str
    options: Options
    field: Battlefield
    armies: Mapping[str, Army]
    cards: Mapping[str, Card]
    labels: Mapping[str, str]
    told: Mapping[str, str] = made(default_factory=dict[str, str])
    """Names with the word for their side, of units, baggages and leaders whose name the enemy has too."""

    @property
    def size(self) -> tuple[int, int]:
        """Width (along the base edges) and height of the table in units (1.2.1)."""
        return self.field.size


def baggage_id(seat: str) -> str:
    """The id of a side's baggage."""
    return f"{seat}/baggage"


def baggage_card(army: Army) -> Card:
    """The baggage of an army as what stands and fights on the table (2.8, R41): immobile, without impetus."""
    baggage = army.baggage
    return Card(
        id=baggage_id(army.seat),
        seat=army.seat,
        command="",
        line="baggage",
        name="Baggage",
        type="BAG",
        move=0,
        pace="normal",
        vbu=baggage.vbu,
        impetus=0,
        discipline="C",
        vd=0,
        points=0,
        weapons=(),
        sm=0,
        mm=0,
        massed=False,
        traits=("fortified",) if baggage.fortified else (),
        frontage=baggage.width,
        depth=baggage.depth,
    )


def new_setup(options: Options, rosters: Mapping[Seat, Json]) -> Json:
    """Everything a match needs, as JSON. Raises :class:`Refusal` for an unknown battlefield or an army not allowed."""
    field = battlefields().get(options.scenario)
    if field is None:
        known = ", ".join(battlefields())
        raise Refusal(
            "unknown_scenario", f"There is no battlefield called {options.scenario!r}. Known are: {known}."
        )
    chosen = {"blue": options.blue_army, "red": options.red_army}
    armies = {seat: _army(seat, chosen[seat], rosters.get(seat), options) for seat in SEATS}
    labels = {seat: army.title for seat, army in armies.items()}
    if len(set(labels.values())) == 1:
        labels = {seat: f"{label} ({seat})" for seat, label in labels.items()}
    body = {
        "options": options.model_dump(),
        "field": BATTLEFIELD.dump_python(field.for_points(options.points), mode="json"),
        "armies": {seat: ARMY.dump_python(army, mode="json") for seat, army in armies.items()},
        "seats": list(SEATS),
        "labels": labels,
        "kinds": kinds().wire(),
    }
    digest = hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return {"digest": digest, **body}


def _army(seat: str, chosen: str, roster: Json, options: Options) -> Army:
    if roster is None:
        roster = _ready(seat, chosen, options.points).roster.model_dump(mode="json")
    return legal_army(seat, roster, budget=options.points, destiny=options.destiny)


def usual_label(seat: str) -> str:
    """What a seat is called where nobody chooses an army for it: by its list, as at the table."""
    standard = Options.model_validate({})
    return army_list(_ready(seat, "", standard.points).roster.army).title


def _ready(seat: str, chosen: str, points: int) -> ReadyArmy:
    fitting = [a for a in ready_armies() if a.roster.budget == points]
    names = ", ".join(a.key for a in fitting) or "none"
    if not chosen and fitting:
        return fitting[min(SEATS.index(Seat(seat)), len(fitting) - 1)]
    found = next((a for a in fitting if a.key == chosen), None)
    if found is None:
        raise Refusal(
            "unknown_army",
            f"There is no ready army {chosen!r} of {points} points for {seat}. Ready ones of these points: {names}. "
            "Or bring an army of your own.",
            numbers={"points": points},
        )
    return found


_PARSED: Final = Kept[str, Setup](64)


def setup_of(setup: Json) -> Setup:
    """The parsed setup; the last few are kept, since many matches share one."""
    return _PARSED.get(setup["digest"], lambda: _parsed(setup))


def _parsed(setup: Json) -> Setup:
    armies = {seat: ARMY.validate_python(army, strict=False) for seat, army in setup["armies"].items()}
    cards = {c.id: c for army in armies.values() for c in (*army.cards, baggage_card(army))}
    return Setup(
        setup["digest"],
        Options.model_validate(setup["options"]),
        BATTLEFIELD.validate_python(setup["field"], strict=False),
        armies,
        cards,
        dict(setup["labels"]),
        _told_apart(armies, cards),
    )


def _told_apart(armies: Mapping[str, Army], cards: Mapping[str, Card]) -> dict[str, str]:
    """What the log and the questions call those whose name is on both sides: the side's word stands before it."""
    names = {seat: {c.id: c.name for c in cards.values() if c.seat == seat} for seat in armies}
    for seat, army in armies.items():
        names[seat] |= {command.id: command.leader for command in army.commands}
    words = {seat: _YEARS.sub("", army.title) for seat, army in armies.items()}
    if len(set(words.values())) < len(words):
        words = {seat: seat.capitalize() for seat in armies}
    sides = Counter(name for those in names.values() for name in {n.casefold() for n in those.values()})
    return {
        key: f"{words[seat]} {name}"
        for seat, those in names.items()
        for key, name in those.items()
        if sides[name.casefold()] > 1
    }
