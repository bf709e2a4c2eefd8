"""The state of a New World fight: what changes. Everything fixed (cards, weapons, map, options) is in ``setup``."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from muster.engine.codec import dump, load_fields
from muster.engine.ids import Seat
from muster.engine.memory import Remembering
from muster.geometry.grid.grid import Grid, grid_of
from muster.geometry.grid.squares import Square, footprint
from muster.rulesets.newworld.book import BOOK, applies
from muster.rulesets.newworld.cards import FOOTPRINTS, Card, Weapon
from muster.rulesets.newworld.setup import Setup, setup_of

Json: TypeAlias = Any
FigureId: TypeAlias = str
ItemId: TypeAlias = str
Hand: TypeAlias = Literal["main", "off", "both"]
Where: TypeAlias = Literal["main", "off", "both", "carried", "ground"]
Phase: TypeAlias = Literal["parties", "placing", "initiative", "round", "over"]
Aim: TypeAlias = Literal["", "this_turn", "next_turn", "kept"]
"""Until when an Aim counts: this turn is the first or last of its two, or only a half kept from that one is left."""
Fate: TypeAlias = Literal["dropped", "flung", "taken"]
"""What a Disarm does to a weapon (disarm.3)."""
FATES: Final[tuple[Fate, ...]] = ("dropped", "flung", "taken")


@dataclass(frozen=True, slots=True)
class Half:
    """A half action kept with Delay, with the allowances of the turn it was kept from (turn.2, turn.3)."""

    attacked: bool = False
    cast: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """What changes about a figure or mount. ``at`` is the lowest-coordinate corner square; None is off the table.

    ``hidden_from`` foes while True; ``stances`` last until the figure's next turn; ``feint`` names the foe against
    whom a won Feint still counts; ``held_by`` are its grapplers, ``holding`` its captive; ``has_rune`` says that its
    rune is awake, ``fell_at`` where it was put out of action.
    """

    id: FigureId
    wounds: int
    at: Square | None = None
    prone: bool = False
    out: bool = False
    hidden: bool = False
    surprised: bool = False
    aim: Aim = ""
    stances: tuple[str, ...] = ()
    feint: FigureId | None = None
    dazzled: FigureId | None = None
    held_by: tuple[FigureId, ...] = ()
    holding: FigureId | None = None
    delayed: tuple[Half, ...] = ()
    rides: FigureId | None = None
    ridden_by: FigureId | None = None
    acted: bool = False
    has_rune: bool = False
    fell_at: Square | None = None

    def has(self, stance: str) -> bool:
        """Whether an effect that lasts until the next turn is on (``ran``, ``all_out_attack`` and so on)."""
        return stance in self.stances

    @property
    def grappled(self) -> bool:
        """Somebody holds this figure (grapple.4)."""
        return bool(self.held_by)

    @property
    def in_grapple(self) -> bool:
        """Held or holding (grapple.12)."""
        return bool(self.held_by) or self.holding is not None


@dataclass(frozen=True, slots=True)
class Item:
    """A weapon or shield in play. ``rounds`` counts reloading done; ``jammed`` must be cleared first (fire.2)."""

    id: ItemId
    weapon: str
    where: Where
    holder: FigureId | None = None
    at: Square | None = None
    loaded: bool = True
    rounds: int = 0
    jammed: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """What is left of the turn in progress."""

    figure: FigureId
    halves: int = 2
    attacked: bool = False
    cast: bool = False


@dataclass(frozen=True, slots=True)
class Postponed:
    """A result inside a simultaneous group that waits for the group's last member (init.4)."""

    kind: Literal["wounds", "prone", "grappled", "dropped", "flung", "taken"]
    figure: FigureId
    amount: int = 0
    by: FigureId | None = None
    item: ItemId | None = None
    at: Square | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How the fight ended."""

    winner: str | None
    reason: str
    text: str


_FIXED: Final = frozenset({"setup", "grid"})
_HANDS: Final[dict[Where, int]] = {"both": 0, "main": 1, "off": 2}
"""Where a thing is in hand, in the order in which it is looked at."""


@dataclass
class State(Remembering):
    """Everything that changes. Only events write to it.

    ``order`` is that of the whole fight, ``opening`` that of its first round, empty once it is over (surprise.4).
    """

    setup: Setup
    grid: Grid
    phase: Phase = "placing"
    round: int = 0
    parties: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    figures: dict[FigureId, Figure] = field(default_factory=dict[FigureId, Figure])
    items: dict[ItemId, Item] = field(default_factory=dict[ItemId, Item])
    edges: dict[str, str] = field(default_factory=dict[str, str])
    placed: tuple[str, ...] = ()
    initiative: dict[FigureId, int] = field(default_factory=dict[FigureId, int])
    order: tuple[tuple[FigureId, ...], ...] = ()
    opening: tuple[tuple[FigureId, ...], ...] = ()
    waiting: tuple[tuple[FigureId, ...], ...] = ()
    group: tuple[FigureId, ...] = ()
    group_waiting: tuple[FigureId, ...] = ()
    turn: Turn | None = None
    postponed: tuple[Postponed, ...] = ()
    magic: dict[FigureId, int] = field(default_factory=dict[FigureId, int])
    veiled_magic: dict[FigureId, int] = field(default_factory=dict[FigureId, int])
    ending: Ending | None = None

    def position(self) -> tuple[object, ...]:
        """What queries may remember answers about: figures, things, borders, parties and the rules switched off.

        Nothing else: not round, order, turn or magic.
        """
        return (self.setup, self.grid, BOOK.off, *self.figures.values(), *self.items.values())

    # ------------------------------------------------------------------ saving
    def to_bytes(self) -> bytes:
        """What a snapshot holds."""
        return dump(self, leave_out=_FIXED)

    @staticmethod
    def from_bytes(setup: Json, data: bytes) -> "State":
        """The state that :meth:`to_bytes` wrote."""
        fields = load_fields(State, data, leave_out=_FIXED)
        fixed = setup_of(setup).with_parties(fields["parties"])
        return State(fixed, grid_of(fixed.map, fields["edges"]), **fields)

    @staticmethod
    def new(setup: Json) -> "State":
        """Before anybody is placed: full Wounds, standing, weapons loaded, first weapons in hand (setup.1)."""
        fixed = setup_of(setup)
        state = State(
            fixed, grid_of(fixed.map, fixed.map.start_states()), edges=dict(fixed.map.start_states())
        )
        state.phase = "parties" if fixed.missing else "placing"
        state.muster(fixed.cards.values())
        return state

    def muster(self, cards: Iterable[Card]) -> None:
        """Bring figures and their things into being, off the table; at the start and for events only."""
        for card in cards:
            rider = next((c.id for c in self.setup.cards.values() if c.mount == card.id), None)
            self.figures[card.id] = Figure(card.id, card.wounds, rides=card.mount, ridden_by=rider)
            for item in starting_items(card, self.setup.weapons):
                self.items[item.id] = item

    # ------------------------------------------------------------------ reading
    def card(self, figure: FigureId) -> Card:
        """The fixed numbers of a figure."""
        return self.setup.cards[figure]

    def name(self, figure: FigureId) -> str:
        """The figure's name."""
        return self.setup.cards[figure].name

    def seat(self, figure: FigureId) -> Seat:
        """Whose figure it is."""
        return Seat(self.setup.cards[figure].seat)

    def weapon(self, item: Item) -> Weapon:
        """The table row of an item."""
        return self.setup.weapons[item.weapon]

    def are_foes(self, a: FigureId, b: FigureId) -> bool:
        """Whether two figures are on different sides."""
        return self.setup.cards[a].seat != self.setup.cards[b].seat

    def squares(self, figure: FigureId) -> tuple[Square, ...]:
        """The squares a figure stands on; a rider stands on its mount's. Empty off the table."""
        at = self.figures[figure].at
        return () if at is None else footprint(at, self.side(figure))

    def side(self, figure: FigureId) -> int:
        """Side of the footprint in squares (setup.2); a rider has its mount's (height.6)."""
        side = FOOTPRINTS[self.setup.cards[self.figures[figure].rides or figure].size]
        return side if side == 1 or applies("setup.2") else 1

    def in_fight(self, figure: FigureId) -> bool:
        """On the table and not out of action (damage.13)."""
        body = self.figures[figure]
        return not body.out and body.at is not None

    def fighters(self, seat: str | None = None) -> Iterable[FigureId]:
        """Figures in the fight that take turns (mounts do not), of one seat or all, in the cards' order."""
        for card in self.setup.cards.values():
            if not card.is_mount and (seat is None or card.seat == seat) and self.in_fight(card.id):
                yield card.id

    def foes(self, figure: FigureId) -> Iterable[FigureId]:
        """Every foe in the fight, mounts included."""
        cards = self.setup.cards
        seat = cards[figure].seat
        return [
            f for f, b in self.figures.items() if not b.out and b.at is not None and cards[f].seat != seat
        ]

    def held(self, figure: FigureId) -> tuple[Item, ...]:
        """What a figure has in its hands, the main hand first."""
        memory, key = self.memory, ("held", figure)
        found: tuple[Item, ...] | None = memory.get(key)
        if found is None:
            held = [i for i in self.items.values() if i.holder == figure and i.where in _HANDS]
            found = memory[key] = tuple(sorted(held, key=lambda i: _HANDS[i.where]))
        return found

    def owned(self, figure: FigureId) -> tuple[Item, ...]:
        """Everything a figure holds or carries."""
        return tuple(i for i in self.items.values() if i.holder == figure)

    def lying_at(self, square: Square) -> tuple[Item, ...]:
        """Weapons on the ground of a square."""
        return tuple(i for i in self.items.values() if i.where == "ground" and i.at == square)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the scenario's order."""
        return tuple(Seat(s) for s in self.setup.seats)

    def other_seats(self, seat: str) -> tuple[Seat, ...]:
        """Every other seat."""
        return tuple(s for s in self.seats if s != seat)

    # ------------------------------------------------------------------ knowledge
    def known_to(self, seat: Seat) -> "State":
        """What a seat knows: hidden foes are known to be somewhere, with their cards and nothing else (hide.1)."""
        return self.without({f for f, b in self.figures.items() if b.hidden and self.card(f).seat != seat})

    def known_to_all(self) -> "State":
        """What every seat knows, and so the spectators: no hidden figure at all."""
        return self.without({f for f, b in self.figures.items() if b.hidden})

    def without(self, secret: Set[FigureId]) -> "State":
        """This state with some figures known by their cards only: square and all that happened to them left out.

        What they dropped, picked up and worked stays unseen with them, and so does what is left of their turn.
        """
        if not secret:
            return self
        figures, items = dict(self.figures), dict(self.items)
        for figure in sorted(secret):
            card, body = self.setup.cards[figure], self.figures[figure]
            mount = card.mount if card.mount in secret else body.rides
            rider = next((f for f in sorted(secret) if self.setup.cards[f].mount == figure), body.ridden_by)
            figures[figure] = Figure(
                figure, card.wounds, hidden=True, rides=mount, ridden_by=rider, acted=body.acted
            )
            for item in [i for i in items.values() if i.holder == figure or i.id.startswith(f"{figure}/")]:
                del items[item.id]
            items.update({i.id: i for i in starting_items(card, self.setup.weapons)})
        turn = self.turn
        return replace(
            self,
            figures=figures,
            items=items,
            magic={f: seen for f, seen in self.magic.items() if f not in secret},
            veiled_magic={},
            turn=Turn(turn.figure) if turn is not None and turn.figure in secret else turn,
        )

    # ------------------------------------------------------------------ writing, for events only
    def change(self, figure: FigureId, **fields: Any) -> None:
        """Replace fields of a figure."""
        self.figures[figure] = replace(self.figures[figure], **fields)

    def change_item(self, item: ItemId, **fields: Any) -> None:
        """Replace fields of an item."""
        self.items[item] = replace(self.items[item], **fields)


def starting_items(card: Card, weapons: Mapping[str, Weapon]) -> tuple[Item, ...]:
    """The items of a figure as a fight begins: those of ``hands`` held, the rest carried, all loaded (setup.1)."""
    items: list[Item] = []
    for index, key in enumerate((*card.hands, *card.carried)):
        where: Where = "carried"
        if index < len(card.hands) and applies("setup.1"):
            where = "both" if weapons[key].hands == 2 else ("main" if index == 0 else "off")
        items.append(Item(f"{card.id}/{key}/{index}", key, where, holder=card.id))
    return tuple(items)
