"""Positions of Anno Domini 1666 for one test: a bare board, Characters with round numbers, cards that the test stacks.

    scene = YardScene(size=(6, 4), walls=[((1, 1), (2, 1))])
    scene.red("ann", (1, 1), abilities={"agility": 2})
    scene.blue("bob", (3, 1))
    scene.stack("red", deck=["cup-6"], hand=["cup-2"])
    table = scene.run(lambda game: unopposed(game, trial))

A Character that says nothing else is :data:`PLAIN`: a Hero with no Ability, skill, weapon or armour, Wounds 4/8. What a
deck is not told lies below in printed order.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import orjson

from muster.geometry.grid.mapfile import from_wire
from muster.geometry.grid.squaremap import to_wire
from muster.geometry.grid.squares import Square, edge_between
from muster.rulesets.ad1666 import setup as setups
from muster.rulesets.ad1666.deck import DECK, CardId
from muster.rulesets.ad1666.people import ARMOUR, CHARACTERS, WEAPONS, Armour, Character, Weapon
from muster.rulesets.ad1666.rules.acting import activate
from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.state import Body, Item, State
from muster.rulesets.ad1666.tables import FACTS, armour, kinds, weapons
from tests.kit.scene import Scene
from tests.kit.table import Table

Json: TypeAlias = Any
Pair: TypeAlias = tuple[Square, Square]

PLAIN: Final[Mapping[str, Json]] = {
    "kind": "plain",
    "icon": "fist",
    "hero": True,
    "faction": "neutral",
    "gender": "m",
    "gold": 10,
    "crippled": 4,
    "death": 8,
}


class YardScene(Scene[State]):
    """A board of open spaces with what the test puts on it."""

    def __init__(
        self,
        size: tuple[int, int] = (8, 6),
        *,
        blocked: Sequence[Square] = (),
        high: Sequence[Square] = (),
        raised: Sequence[Square] = (),
        merged: Sequence[Sequence[Square]] = (),
        shaped: Mapping[Square, Sequence[tuple[float, float]]] | None = None,
        borders: Mapping[tuple[tuple[float, float], tuple[float, float]], str] | None = None,
        walls: Sequence[Pair] = (),
        obstacles: Sequence[Pair] = (),
        windows: Sequence[Pair] = (),
        doors: Mapping[Pair, str] | None = None,
        stairs: Sequence[Pair] = (),
        ivy: Sequence[Pair] = (),
        zones: Mapping[str, Sequence[Square]] | None = None,
    ) -> None:
        """Borders are pairs of spaces; ``raised`` spaces have an elevated boundary all round (map.12).

        ``ivy`` are walls that may be climbed (move.12), ``zones`` squares by the zone's name. ``shaped`` spaces are
        given by their corners and named by a square, ``borders`` on their sides by their ends.
        """
        table = {
            "form": "squares",
            "id": "scene",
            "name": "Scene",
            "size": list(size),
            "legend": {
                ".": {"kind": "grass"},
                "#": {"kind": "stone"},
                "h": {"kind": "wall-walk"},
                "r": {"kind": "grass", "level": 1},
            },
            "rows": [
                "".join(_letter((x, y), blocked, high, raised) for x in range(size[0]))
                for y in range(size[1])
            ],
            "features": [],
            "edges": [
                *(_edge(pair, "wall") for pair in walls),
                *(_edge(pair, "hedge") for pair in obstacles),
                *(_edge(pair, "window") for pair in windows),
                *(_edge(pair, "stairs") for pair in stairs),
                *(_edge(pair, "ivy") for pair in ivy),
                *(_edge(pair, "door", state) for pair, state in (doors or {}).items()),
            ],
            "zones": [
                {
                    "id": name,
                    "name": name,
                    "seat": None,
                    "role": "objective",
                    "squares": [list(s) for s in squares],
                }
                for name, squares in (zones or {}).items()
            ],
            "entries": [],
            "decor": [],
            "kinds": kinds().to_wire(),
            "unit": "pace",
            "spaces": [
                *({"squares": [list(s) for s in group]} for group in merged),
                *({"at": list(s), "corners": [list(c) for c in cs]} for s, cs in (shaped or {}).items()),
            ],
            "borders": [
                {"id": f"{kind}-{i}", "from": list(a), "to": list(b), "kind": kind, "state": None}
                for i, ((a, b), kind) in enumerate((borders or {}).items())
            ],
        }
        self.characters: dict[str, Character] = {}
        self.weapons, self.armour = dict(weapons()), dict(armour())
        self.scenario = setups.Scenario("scene", "Scene", "", "scene", {}, {})
        self.map = from_wire(table, extra=FACTS)
        self.options = setups.Options(scenario="scene", bands="scenario", equipment="free")
        setup = self._setup()
        state = State(setups.setup_of(setup), phase="action", initiative="red", first_actor="red")
        state.doors = dict(self.map.start_states())
        for seat in setups.SEATS:
            state.decks[seat], state.hands[seat], state.discards[seat] = DECK, (), ()
        super().__init__(RULESET, setup, state)

    def _setup(self) -> Json:
        body = {
            "options": self.options.model_dump(),
            "scenario": orjson.loads(orjson.dumps(self.scenario)),
            "map": to_wire(self.map),
            "order": list(self.characters),
            "characters": CHARACTERS.dump_python(self.characters, mode="json"),
            "weapons": WEAPONS.dump_python(self.weapons, mode="json"),
            "armour": ARMOUR.dump_python(self.armour, mode="json"),
            "seats": list(setups.SEATS),
            "labels": {"red": "Red", "blue": "Blue"},
            "clashes": [],
            "spares": [],
        }
        digest = hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()
        return {"digest": digest, **body}

    def _written_anew(self) -> None:
        self.setup = self._setup()
        self.state.setup = setups.setup_of(self.setup)

    # ------------------------------------------------------------------ words
    def tell(self, **fields: Json) -> None:
        """What the scenario says, by the names of its record's fields."""
        self.scenario = replace(self.scenario, **fields)
        self._written_anew()

    def agree(self, **options: Json) -> None:
        """What was agreed for the match, by the names of its options."""
        self.options = self.options.model_copy(update=options)
        self._written_anew()

    def act(self, who: str) -> Table[State]:
        """Let somebody act in the Action Phase (turn.14)."""
        return self.run(lambda game: activate(game, who))

    def red(self, who: str, at: Square | None = None, **more: Json) -> None:
        """A Character of Red's; fields of its card and of its body alike."""
        self._add("red", who, at, more)

    def blue(self, who: str, at: Square | None = None, **more: Json) -> None:
        """A Character of Blue's."""
        self._add("blue", who, at, more)

    def _add(self, seat: str, who: str, at: Square | None, more: Mapping[str, Json]) -> None:
        fields = set(Body.__dataclass_fields__)
        card = {key: value for key, value in more.items() if key not in fields}
        body = {key: value for key, value in more.items() if key in fields}
        self.characters[who] = Character(id=who, name=who.capitalize(), seat=seat, **{**PLAIN, **card})
        self._written_anew()
        for number, key in enumerate(self.characters[who].weapons):
            item = f"{who}/{key}/{number}"
            self.state.items[item] = Item(item, key, holder=who, uses=self.weapons[key].uses or None)
        self.state.bodies[who] = replace(
            Body(
                who,
                at=at,
                fate="play" if at is not None else "reserve",
                parries=self.characters[who].fencing,
                equipped=tuple(i.id for i in self.state.items.values() if i.holder == who)[:1],
            ),
            **body,
        )

    def forge(self, made: Mapping[str, Weapon], worn: Mapping[str, Armour]) -> None:
        """Weapons and armour of the test's own, beside the starter set's."""
        self.weapons.update(made)
        self.armour.update(worn)
        self._written_anew()

    def thing(self, kind: str, at: Square) -> None:
        """A thing of the scenario's on the board (items.20)."""
        item = f"{kind}/{sum(i.kind == kind for i in self.state.items.values())}"
        self.state.items[item] = Item(item, kind, at=at)

    def stack(
        self,
        seat: str,
        *,
        deck: Sequence[CardId] = (),
        hand: Sequence[CardId] = (),
        discard: Sequence[CardId] = (),
    ) -> None:
        """A seat's cards: these on top of its deck, these in its hand, these in its pile; all others below."""
        named = {*deck, *hand, *discard}
        assert len(named) == len(deck) + len(hand) + len(discard), "a card stands twice"
        assert named <= set(DECK), named - set(DECK)
        self.state.decks[seat] = (*deck, *(c for c in DECK if c not in named))
        self.state.hands[seat], self.state.discards[seat] = tuple(hand), tuple(discard)


def _letter(
    square: Square, blocked: Sequence[Square], high: Sequence[Square], raised: Sequence[Square]
) -> str:
    return "#" if square in blocked else "h" if square in high else "r" if square in raised else "."


def _edge(pair: Pair, kind: str, state: str | None = None) -> Json:
    x, y, side = edge_between(*pair)
    edge: dict[str, Json] = {"at": [x, y], "side": side, "kind": kind, "id": f"{kind}-{x}-{y}-{side}"}
    if state is not None:
        edge["state"] = state
    if state == "locked":
        edge["lock"] = {"difficulty": 6}
    return edge
