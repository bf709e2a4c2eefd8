"""The state of a match of Anno Domini 1666: what changes. Everything fixed (cards, weapons, board) is in ``setup``."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from muster.engine.codec import dump, load_fields
from muster.engine.ids import Seat
from muster.engine.memory import Remembering
from muster.rulesets.ad1666.book import BOOK, applies
from muster.rulesets.ad1666.contest import Contest, Side
from muster.rulesets.ad1666.deck import DECK, UNKNOWN, CardId, in_order
from muster.rulesets.ad1666.people import Character, CharacterId, Weapon
from muster.rulesets.ad1666.setup import Setup, setup_of

Json: TypeAlias = Any
ItemId: TypeAlias = str
Space: TypeAlias = tuple[int, int]
"""A space of the board, named by the first of its squares."""
Fate: TypeAlias = Literal["reserve", "play", "killed", "fled", "departed"]
"""Not yet arrived, on the board, out of it for good: killed (alarm.5), fled (morale.2), left by the edge (map.21)."""
Phase: TypeAlias = Literal[
    "bands",
    "placing",
    "start",
    "card",
    "initiative",
    "action",
    "combat",
    "morale",
    "interaction",
    "end",
    "over",
]

UNSWERVING: Final = 3
"""Counters of that skill (skill.unswerving.1)."""
SETUP_HAND: Final = 3
"""Cards of the starting hand (setup.9)."""


@dataclass(frozen=True, slots=True)
class Body:
    """What changes about a Character. ``at`` is None off the board.

    ``parries`` are its unused Parry tokens, ``unswerving`` its counters of that skill, ``diagonals`` the diagonal steps
    it took in this phase; ``uncle`` is who has conned it, empty for nobody
    (skill.call-me-uncle).
    """

    id: CharacterId
    at: Space | None = None
    fate: Fate = "reserve"
    wounds: int = 0
    prone: bool = False
    unconscious: bool = False
    activated: bool = False
    parries: int = 0
    overwatch: bool = False
    inconspicuous: bool = False
    uncle: CharacterId = ""
    unswerving: int = 0
    diagonals: int = 0
    engaged_at_start: bool = False
    equipped: tuple[ItemId, ...] = ()
    seduced: tuple[CharacterId, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A weapon or thing in play. ``reload`` is its counter (0: ready), ``uses`` what is left (None: no limit).

    ``acquired`` things are dropped on death (items.2); ``fired`` counts for this turn (items.16).
    """

    id: ItemId
    kind: str
    holder: CharacterId | None = None
    at: Space | None = None
    acquired: bool = False
    reload: int = 0
    uses: int | None = None
    fired: bool = False


@dataclass(frozen=True, slots=True)
class Acting:
    """The activation in progress: what is left of it.

    ``partials`` are Partial Actions left, ``fresh`` that no action was taken yet, so that a Full one still may be.
    ``held`` are the sets of things that it has held since its last action and holds no more: to take one up again would
    lead nowhere, and could go on for ever.

    While an action gives Movement Points ``action`` names it, ``mp`` is what is left of them, ``began`` where it began.
    """

    who: CharacterId
    partials: int = 2
    fresh: bool = True
    action: str = ""
    mp: int = 0
    spent: int = 0
    began: Space | None = None
    reloaded: tuple[ItemId, ...] = ()
    held: tuple[tuple[ItemId, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How the match ended."""

    winner: str | None
    reason: str
    text: str


_FIXED: Final = frozenset({"setup"})


@dataclass
class State(Remembering):
    """Everything that changes. Only events write to it.

    ``initiative`` is the seat that holds it, before the phase of turn 1 the one that counts as its previous holder
    (turn.7); ``swept`` is the side whose Original Card a Sweeping Attack keeps in play between its combats; ``escaped``
    are those who left by the exit that counts for their side; ``beneath`` is the Combat Test within which a Parry is
    made; ``magic`` is the Magic Deck, whose order nobody knows;
    ``passed`` are the seats that have passed since the last activation where one may (combat.1, turn.20); ``told`` the
    tests of the last exchange that have come out, for players to look at; ``late`` are those of chosen bands who come
    later, with their turns (setup.4).
    """

    setup: Setup
    phase: Phase = "placing"
    turn: int = 1
    bodies: dict[CharacterId, Body] = field(default_factory=dict[CharacterId, Body])
    items: dict[ItemId, Item] = field(default_factory=dict[ItemId, Item])
    doors: dict[str, str] = field(default_factory=dict[str, str])
    decks: dict[str, tuple[CardId, ...]] = field(default_factory=dict[str, tuple[CardId, ...]])
    hands: dict[str, tuple[CardId, ...]] = field(default_factory=dict[str, tuple[CardId, ...]])
    discards: dict[str, tuple[CardId, ...]] = field(default_factory=dict[str, tuple[CardId, ...]])
    magic: tuple[int, ...] = ()
    contest: Contest | None = None
    swept: Side | None = None
    initiative: str = ""
    first_actor: str = ""
    up: str = ""
    alarm: int | None = None
    used: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    ending: Ending | None = None
    acting: Acting | None = None
    escaped: tuple[CharacterId, ...] = ()
    beneath: Contest | None = None
    passed: tuple[str, ...] = ()
    told: tuple[Contest, ...] = ()
    late: dict[CharacterId, int] = field(default_factory=dict[CharacterId, int])

    def position(self) -> tuple[object, ...]:
        """What queries may remember answers about: bodies, things, doors and the rules switched off; no cards."""
        return (
            self.setup,
            BOOK.off,
            *self.bodies.values(),
            *self.items.values(),
            *self.doors.values(),
        )

    # ------------------------------------------------------------------ saving
    def to_bytes(self) -> bytes:
        """What a snapshot holds."""
        return dump(self, leave_out=_FIXED)

    @staticmethod
    def from_bytes(setup: Json, data: bytes) -> "State":
        """The state that :meth:`to_bytes` wrote."""
        return State(setup_of(setup), **load_fields(State, data, leave_out=_FIXED))

    @staticmethod
    def new(setup: Json) -> "State":
        """Before anybody is placed: no Wounds, all tokens, weapons ready, doors as the scenario has them.

        (setup.7, setup.8, setup.10, wounds.1)
        """
        fixed = setup_of(setup)
        order = fixed.seats if applies("setup.2") else tuple(reversed(fixed.seats))
        phase: Phase = "bands" if fixed.options.bands == "chosen" else "placing"
        state = State(fixed, phase, waiting=order, alarm=fixed.scenario.alarm or None)
        if applies("setup.7"):
            state.doors = {**fixed.map.start_states(), **dict.fromkeys(fixed.scenario.locked, "locked")}
        else:
            state.doors = dict.fromkeys(fixed.map.start_states(), "open")
        state.initiative = fixed.scenario.initiative
        for who in fixed.characters:
            if who not in fixed.spares:
                state.enlist(who)
        for number, thing in enumerate(fixed.scenario.things if applies("items.20") else ()):
            state.items[f"{thing.kind}/{number}"] = Item(f"{thing.kind}/{number}", thing.kind, at=thing.at)
        return state

    # ------------------------------------------------------------------ reading
    def card(self, who: CharacterId) -> Character:
        """The fixed numbers of a Character."""
        return self.setup.characters[who]

    def name(self, who: CharacterId) -> str:
        """The Character's name."""
        return self.setup.characters[who].name

    def seat(self, who: CharacterId) -> Seat:
        """Whose Character it is; that never changes (components.2)."""
        return Seat(self.setup.characters[who].seat)

    def weapon(self, item: ItemId) -> Weapon:
        """The card of a weapon in play."""
        return self.setup.weapons[self.items[item].kind]

    def is_hero(self, who: CharacterId) -> bool:
        """Whether a Character is a Hero, not a Commoner (setup.6)."""
        return self.setup.characters[who].hero and applies("setup.6")

    def is_down(self, who: CharacterId) -> bool:
        """Whether a Character is Prone, or Unconscious, which counts as Prone in every respect (wounds.5)."""
        body = self.bodies[who]
        return body.prone or (body.unconscious and applies("wounds.5"))

    def in_play(self, who: CharacterId) -> bool:
        """Whether a Character stands on the board."""
        return self.bodies[who].at is not None

    def present(self, seat: str | None = None) -> Iterable[CharacterId]:
        """The Characters on the board, of one seat or all, in the cards' order."""
        for who, card in self.setup.characters.items():
            if who in self.bodies and self.in_play(who) and seat in (None, card.seat):
                yield who

    def is_crippled(self, who: CharacterId) -> bool:
        """Whether its Wounds reach the Crippled Threshold (wounds.2)."""
        return self.bodies[who].wounds >= self.setup.characters[who].crippled and applies("wounds.2")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Red and blue, in the order in which the book names them where it names one."""
        return tuple(Seat(s) for s in self.setup.seats)

    def other(self, seat: str) -> Seat:
        """The opponent."""
        return next(Seat(s) for s in self.setup.seats if s != seat)

    # ------------------------------------------------------------------ cards
    def played(self, seat: str) -> tuple[CardId, ...]:
        """A seat's cards in play: those of the test, of one beneath it, and the one that a Sweeping Attack keeps."""
        tests = (self.contest, self.beneath)
        of_tests = tuple(card for test in tests if test is not None for card in test.cards_of(seat))
        kept = self.swept.card if self.swept is not None and self.swept.seat == seat else ""
        return (*of_tests, kept) if kept and kept not in of_tests else of_tests

    def unseen(self, seat: str, by: str | None) -> tuple[CardId, ...]:
        """The cards of a seat's deck that somebody (None: spectators) cannot place, in printed order.

        They are what chances are reckoned from: of the own deck all but hand and open cards, of the other's its hand
        as well (cards.1).
        """
        known = {*self.discards[seat], *self.played(seat), *(self.hands[seat] if by == seat else ())}
        return tuple(card for card in DECK if card not in known)

    # ------------------------------------------------------------------ knowledge
    def known_to(self, seat: Seat) -> "State":
        """What a seat knows: no deck's order, no hand but its own, no closed card but its own from the hand."""
        return self._seen_by(seat)

    def known_to_all(self) -> "State":
        """What every seat knows, and so the spectators."""
        return self._seen_by(None)

    def _seen_by(self, seat: str | None) -> "State":
        known = replace(
            self,
            decks={s: (UNKNOWN,) * len(cards) for s, cards in self.decks.items()},
            hands={
                s: in_order(cards) if s == seat else (UNKNOWN,) * len(cards)
                for s, cards in self.hands.items()
            },
            magic=(0,) * len(self.magic),
            contest=self.contest.hidden_from(seat) if self.contest else None,
            beneath=self.beneath.hidden_from(seat) if self.beneath else None,
        )
        # Cards are no part of the position: both may share what was worked out about it.
        known.share_memory(self)
        return known

    # ------------------------------------------------------------------ writing, for events only
    def change(self, who: CharacterId, **fields: Any) -> None:
        """Replace fields of a Character's body."""
        self.bodies[who] = replace(self.bodies[who], **fields)

    def enlist(self, who: CharacterId) -> None:
        """Somebody joins a band: unhurt, with all tokens and counters, with weapons that are ready.

        (setup.8, setup.10, skill.inconspicuous.1, skill.unswerving.1, wounds.1)
        """
        card = self.setup.characters[who]
        self.bodies[who] = Body(
            who,
            parries=card.fencing,
            inconspicuous="inconspicuous" in card.skills and applies("skill.inconspicuous.1"),
            unswerving=UNSWERVING if card.has("unswerving") else 0,
        )
        for number, key in enumerate(card.weapons):
            item = f"{who}/{key}/{number}"
            weapon = self.setup.weapons[key]
            counter = 0 if applies("setup.10") else weapon.reload
            self.items[item] = Item(item, key, holder=who, reload=counter, uses=weapon.uses or None)

    def dismiss(self, who: CharacterId) -> None:
        """Somebody leaves a band before the match, with what it carries (setup.12)."""
        del self.bodies[who]
        self.items = {key: item for key, item in self.items.items() if item.holder != who}

    def change_item(self, item: ItemId, **fields: Any) -> None:
        """Replace fields of an item."""
        self.items[item] = replace(self.items[item], **fields)

    def conclude(self, verdict: str, winner: str = "") -> None:
        """The test in progress has come out."""
        if self.contest is not None:
            self.contest = replace(self.contest, verdict=verdict, winner=winner)

    def take_top(self, seat: str) -> CardId:
        """Take the top card off a seat's deck (cards.2)."""
        top, *rest = self.decks[seat]
        self.decks[seat] = tuple(rest)
        return top

    def take_from_hand(self, seat: str, card: CardId) -> CardId:
        """Take a card out of a seat's hand."""
        self.hands[seat] = tuple(c for c in self.hands[seat] if c != card)
        return card
