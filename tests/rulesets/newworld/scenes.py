"""Positions of the New World for one test: a small plain grid, figures with round numbers, and nothing else.

A scene is a table of open grass (or a drawing, see :data:`GROUND`), on which the test puts what its rule needs::

    scene = FightScene()
    scene.blue("ann", (2, 2), hands=["sabre"], melee=5)
    scene.red("bob", (3, 2), prone=True)
    table = scene.turn("ann", dice=[4, 5, 3])
    table.answer("blue", "attack:bob:ann/sabre/0")

A figure that says nothing else is :data:`PLAIN`: everything 3, skills 4, every weapon group Trained (+1), both
Defences 10, 20 Wounds, no armour, empty hands. Its items are called ``ann/sabre/0``, numbered through hands and
carried things.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

import orjson
import yaml

from muster.engine.explain import Total
from muster.geometry.grid.grid import Grid
from muster.geometry.grid.mapfile import load_map
from muster.geometry.grid.squaremap import SquareMap, to_wire
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld import setup as setups
from muster.rulesets.newworld.attack_events import AttackRolled
from muster.rulesets.newworld.cards import CARDS, TALENTS, WEAPONS, Armour, Card, Roll, Talent, Weapon, tables
from muster.rulesets.newworld.setup import Scenario, Setup
from muster.rulesets.newworld.state import Figure, FigureId, Half, Item, State, Turn, starting_items
from tests.kit.dice import Throw
from tests.kit.scene import THROUGH, Rule, Scene
from tests.kit.table import PASS, Table

Json: TypeAlias = Any
At: TypeAlias = "Square | str | None"
Group: TypeAlias = "str | tuple[str, ...]"

GROUND: Final[dict[str, Json]] = {
    ".": {"kind": "grass"},
    "b": {"kind": "brush"},
    "m": {"kind": "mud"},
    "#": {"kind": "stone"},
    "t": {"kind": "wood"},
    "~": {"kind": "water-deep", "level": -1},
    "r": {"kind": "water-rough", "level": -1},
    "v": {"kind": "ditch", "level": -1},
    "1": {"kind": "hill", "level": 1},
    "2": {"kind": "hill", "level": 2},
    "3": {"kind": "hill", "level": 3},
}
"""What the letters of a drawing mean; a capital letter is a named spot on grass."""

PLAIN: Final[dict[str, Json]] = {
    "kind": "plain",
    "icon": "fist",
    "might": 3,
    "melee": 4,
    "ranged": 4,
    "melee_defence": 10,
    "ranged_defence": 10,
    "endurance": 3,
    "wounds": 20,
    "agility": 3,
    "wits": 3,
    "athletics": 3,
}

HORSE: Final[dict[str, Json]] = {
    "kind": "riding-horse",
    "icon": "horse-head",
    "might": 4,
    "melee": 3,
    "ranged": 0,
    "melee_defence": 9,
    "ranged_defence": 9,
    "endurance": 4,
    "wounds": 20,
    "movement": 12,
    "size": "large",
    "athletics": 4,
}

_CARD_FIELDS = {f.name for f in fields(Card)}
_BODY_FIELDS = {f.name for f in fields(Figure)} - {"id", "at", "wounds", "rides", "ridden_by"}


@lru_cache(maxsize=256)
def _map_of(text: str) -> SquareMap:
    return load_map(text, setups.kinds(), "a test's map")


@lru_cache(maxsize=1)
def _base() -> bytes:
    return orjson.dumps(RULESET.new_setup(setups.Options.model_validate({}), {}))


class FightScene(Scene[State]):
    """A fight in its first round with nobody on the table yet; blue and red are the seats."""

    def __init__(
        self,
        *rows: str,
        size: tuple[int, int] = (12, 9),
        edges: Sequence[Mapping[str, Json]] = (),
        features: Sequence[Mapping[str, Json]] = (),
        zones: Sequence[Mapping[str, Json]] = (),
        legend: Mapping[str, Json] | None = None,
        scenario: Mapping[str, Json] | None = None,
        **options: Json,
    ) -> None:
        """``rows`` draw the table, else it is ``size`` squares of grass. ``edges``, ``features`` and ``zones`` are
        those of a map file, ``scenario`` overrides fields of the scenario, ``options`` those of a match.
        """
        drawn = list(rows) or ["." * size[0]] * size[1]
        self.spots: dict[str, Square] = {}
        for y, row in enumerate(drawn):
            for x, letter in enumerate(row):
                if letter.isupper():
                    self.spots[letter] = (x, y)
        ground = {**GROUND, **{s: {"kind": "grass"} for s in self.spots}, **(legend or {})}
        used = {letter for row in drawn for letter in row}
        body = {
            "id": "test",
            "name": "A test",
            "form": "squares",
            "size": [len(drawn[0]), len(drawn)],
            "legend": {k: v for k, v in ground.items() if k in used},
            "rows": drawn,
            "features": [dict(f) for f in features],
            "edges": [dict(e) for e in edges],
            "zones": [dict(z) for z in zones],
        }
        base = setups.setup_of(orjson.loads(_base()))
        shape = setups._SCENARIO.dump_python(base.scenario, mode="json")
        fixed = replace(
            base,
            digest="",
            options=setups.Options.model_validate(options),
            scenario=setups._SCENARIO.validate_python({**shape, **(scenario or {})}),
            map=_map_of(yaml.safe_dump(body, sort_keys=True)),
            cards={},
            weapons=dict(tables().weapons),
            talents=dict(tables().talents),
        )
        start = fixed.map.start_states()
        state = State(fixed, Grid(fixed.map, start), "round", 1, edges=dict(start))
        super().__init__(RULESET, None, state)

    # ------------------------------------------------------------------ figures
    def blue(self, name: str, at: At = None, **numbers: Json) -> FigureId:
        """Put a figure of the blue seat on the table; see :meth:`put`."""
        return self.put("blue", name, at, **numbers)

    def red(self, name: str, at: At = None, **numbers: Json) -> FigureId:
        """Put a figure of the red seat on the table; see :meth:`put`."""
        return self.put("red", name, at, **numbers)

    def put(
        self, seat: str, name: str, at: At = None, *, left: int | None = None, **numbers: Json
    ) -> FigureId:
        """Put a figure on a square or a spot of the drawing; its id, which is its name in small letters.

        ``numbers`` are fields of its card (``melee=5``, ``armour={"body": 2}``, ``ranks={}`` for none, ``hands``,
        ``talents``) or of its state (``prone``, ``aim``, ``stances``, ``surprised``, ``hidden``). ``wounds`` is what
        it has in all, ``left`` what is left of it. ``mounted=True`` (or the mount's own numbers) puts a riding horse
        under it, called ``name-horse``.
        """
        horse = numbers.pop("mounted", None)
        figure = name.lower()
        mount = f"{figure}-horse" if horse is not None and horse is not False else None
        card = self._card(seat, figure, name, PLAIN, numbers, mount=mount)
        where = self.at(at)
        body = {k: v for k, v in numbers.items() if k in _BODY_FIELDS}
        state = self.state
        state.figures[figure] = Figure(
            figure, card.wounds if left is None else left, where, rides=mount, **body
        )
        for item in starting_items(card, state.setup.weapons):
            state.items[item.id] = item
        if mount is not None:
            self.horse(seat, mount, where, ridden_by=figure, **(horse if isinstance(horse, Mapping) else {}))
        state.order = (*state.order, (figure,))
        state.waiting = state.order
        return figure

    def horse(
        self, seat: str, name: str, at: At = None, *, ridden_by: FigureId | None = None, **numbers: Json
    ) -> FigureId:
        """Put a mount on the table, riderless unless ``ridden_by`` says so; its id."""
        figure = name.lower()
        hidden = bool(numbers.pop("hidden", False))
        card = self._card(seat, figure, name, HORSE, numbers, is_mount=True)
        left = int(numbers.get("left", card.wounds))
        self.state.figures[figure] = Figure(figure, left, self.at(at), ridden_by=ridden_by, hidden=hidden)
        return figure

    def _card(
        self,
        seat: str,
        figure: FigureId,
        name: str,
        base: Mapping[str, Json],
        numbers: Mapping[str, Json],
        **more: Json,
    ) -> Card:
        unknown = set(numbers) - _CARD_FIELDS - _BODY_FIELDS - {"left"}
        assert not unknown, f"a figure has no {', '.join(sorted(unknown))}"
        given = {**base, **{k: v for k, v in numbers.items() if k in _CARD_FIELDS}}
        armour = given.pop("armour", {})
        ranks = given.pop("ranks", dict.fromkeys(tables().groups, 1))
        for key in ("hands", "carried", "talents", "spells"):
            given[key] = tuple(given.get(key, ()))
        given["mount"] = given.get("mount") or more.pop("mount", None)
        card = Card(
            id=figure,
            name=name.capitalize(),
            seat=seat,
            armour=Armour(**armour),
            ranks=ranks,
            **given,
            **more,
        )
        assert figure not in self.state.setup.cards, f"{figure} stands on the table already"
        self.state.setup.cards[figure] = card
        return card

    def at(self, at: At) -> Square | None:
        """A square, or that of a spot of the drawing."""
        return self.spots[at] if isinstance(at, str) else at

    # ------------------------------------------------------------------ things and states
    def forge(self, key: str, like: str = "sabre", **numbers: Json) -> Weapon:
        """A weapon that the table does not have: like another one, but for these numbers. Before who holds it."""
        made = replace(tables().weapons[like], key=key, label=key.capitalize(), **numbers)
        self.state.setup.weapons[key] = made
        return made

    def teach(self, key: str, roll: Roll, bonus: int, rule: str = "attack.7") -> str:
        """A talent that the table does not have, which adds to a kind of roll; its key."""
        self.state.setup.talents[key] = Talent(key, key.capitalize(), rule, "", roll, bonus)
        return key

    def lay(self, weapon: str, at: At, **fields: Json) -> str:
        """A weapon on the ground; its id."""
        item = Item(f"ground/{weapon}/{len(self.state.items)}", weapon, "ground", at=self.at(at), **fields)
        self.state.items[item.id] = item
        return item.id

    def item(self, item: str, **fields: Json) -> str:
        """Change an item (``loaded=False``, ``jammed=True``, ``where="carried"``); its id."""
        self.state.change_item(item, **fields)
        return item

    def grapple(self, holder: FigureId, held: FigureId) -> None:
        """One holds the other."""
        self.state.change(holder, holding=held)
        self.state.change(held, held_by=(*self.state.figures[held].held_by, holder))

    def delay(self, figure: FigureId, *, attacked: bool = False, cast: bool = False) -> None:
        """Give a figure a half action kept in hand."""
        halves = self.state.figures[figure].delayed
        self.state.change(figure, delayed=(*halves, Half(attacked, cast)))

    # ------------------------------------------------------------------ playing
    def in_turn(
        self, figure: FigureId, *, halves: int = 2, attacked: bool = False, cast: bool = False
    ) -> None:
        """Say whose turn it is, for a rule that is run alone."""
        self.state.turn = Turn(figure, halves, attacked, cast)

    def turn(self, *order: Group, dice: Sequence[Throw] = (), number: int = 1) -> Table[State]:
        """Play on by the whole flow: in this order (the others behind), in round ``number``; a tuple acts at once."""
        groups = tuple((g,) if isinstance(g, str) else g for g in order)
        named = {f for g in groups for f in g}
        rest = tuple(g for g in self.state.order if not named.intersection(g))
        self.state.order = self.state.waiting = (*groups, *rest)
        self.state.round = number
        return self.begin(dice=dice)

    def _table(self, rule: Rule[State] | None, dice: Sequence[Throw]) -> Table[State]:
        self.setup = stored(self.state.setup)
        return super()._table(rule, dice)


def stored(fixed: Setup) -> Json:
    """A setup as it is stored with a match."""
    body = {
        **orjson.loads(_base()),
        "options": fixed.options.model_dump(),
        "scenario": setups._SCENARIO.dump_python(fixed.scenario, mode="json"),
        "map": to_wire(fixed.map),
        "cards": CARDS.dump_python(fixed.cards, mode="json"),
        "weapons": WEAPONS.dump_python(fixed.weapons, mode="json"),
        "talents": TALENTS.dump_python(fixed.talents, mode="json"),
    }
    del body["digest"]
    return {"digest": hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest(), **body}


def through(table: Table[State]) -> bool:
    """Whether the one rule under test is through (and the fight not over)."""
    return table.result is THROUGH


def parts(total: Total) -> list[tuple[str, int]]:
    """The lines of a sum as (rule, value), the dice left out: ``[("attack.1", 4), ("attack.1", 1), ...]``."""
    return [
        (p.rule.removeprefix("newworld."), p.value) for p in total.parts if not p.label.startswith("Dice")
    ]


def part(total: Total, rule: str) -> int:
    """What one rule adds to a sum; 0 where it is not in it."""
    return sum(value for name, value in parts(total) if name == rule)


def end_turn(table: Table[State], figure: FigureId) -> None:
    """End a figure's turn, if it is still asked what it does (free actions may be left)."""
    requests = table.match.requests
    if requests and requests[0].rule == "newworld.turn.1" and requests[0].subject == figure:
        table.answer(requests[0].seat, PASS)


def rolled(table: Table[State]) -> AttackRolled:
    """The last attack that was rolled."""
    return table.events(AttackRolled)[-1]


def loss(rolled: AttackRolled) -> tuple[int, int, int]:
    """What a hit did: the damage, what came off, the Wounds lost."""
    assert rolled.damage is not None
    assert rolled.reduction is not None
    return rolled.damage.value, rolled.reduction.value, rolled.wounds


def damage_parts(rolled: AttackRolled) -> list[tuple[str, int]]:
    """The lines of a hit's damage as (rule, value)."""
    assert rolled.damage is not None
    return parts(rolled.damage)


__all__ = [
    "FightScene",
    "Scenario",
    "damage_parts",
    "end_turn",
    "loss",
    "part",
    "parts",
    "rolled",
    "stored",
    "through",
]
