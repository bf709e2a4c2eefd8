"""The course of a fight: set-up, order, rounds, turns, declarations, the end."""

from dataclasses import dataclass, field, replace

from muster.engine.explain import number_text
from muster.engine.ids import Audience
from muster.engine.views import Die, LogEntry
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.events.base import ALL, FightEvent, full
from muster.rulesets.newworld.state import (
    Aim,
    Ending,
    FigureId,
    Half,
    State,
    Turn,
)


@dataclass(frozen=True)
class MatchSet(FightEvent):
    """The options that were chosen are named once, at the top of the log."""

    text: str

    def apply(self, state: State) -> None:
        """Nothing changes."""

    def line(self, state: State) -> LogEntry:
        """The options."""
        return LogEntry("setup", self.text, heading=True)


@dataclass(frozen=True)
class PartyChosen(FightEvent):
    """A side has made its party; when all have, everybody may take their places (party.1)."""

    seat: str
    party: tuple[str, ...]
    price: int

    def apply(self, state: State) -> None:
        """Bring the party's figures into being."""
        known = set(state.setup.cards)
        state.parties = {**state.parties, self.seat: self.party}
        state.setup = state.setup.with_parties({self.seat: self.party})
        state.muster(c for c in state.setup.cards.values() if c.id not in known)
        if not state.setup.missing:
            state.phase = "placing"

    def line(self, state: State) -> LogEntry:
        """Who comes, and what they cost."""
        counts = {k: self.party.count(k) for k in dict.fromkeys(self.party)}
        labels = {k: state.setup.figures[k].label for k in counts}
        names = ", ".join(f"{n} × {labels[k]}" if n > 1 else labels[k] for k, n in counts.items())
        text = f"{state.setup.labels[self.seat]}: {names}; price {self.price}."
        return LogEntry("party", text, seat=self.seat, rules=full("party.1"))

    def tells(self) -> frozenset[str] | None:
        """Both parties are shown."""
        return ALL


@dataclass(frozen=True)
class Deployed(FightEvent):
    """A side's figures stand on the table; those in ``hidden_figures`` only for their own side (setup.4, hide.1)."""

    seat: str
    at: dict[FigureId, Square]
    hidden_figures: tuple[FigureId, ...] = ()

    def apply(self, state: State) -> None:
        """Put figures (and mounts under their riders) on their squares."""
        for figure, square in self.at.items():
            state.change(figure, at=square, hidden=figure in self.hidden_figures)
            mount = state.figures[figure].rides
            if mount:
                state.change(mount, at=square, hidden=figure in self.hidden_figures)
        state.placed = (*state.placed, self.seat)

    def line(self, state: State) -> LogEntry:
        """Who took their places."""
        label = state.setup.labels[self.seat]
        tail = " Some lie hidden." if self.hidden_figures else ""
        return LogEntry("deploy", f"{label} take their places.{tail}", seat=self.seat, rules=full("setup.4"))

    def tells(self) -> frozenset[str] | None:
        """Placing shows something to everybody."""
        return ALL


@dataclass(frozen=True)
class PlacingDone(FightEvent):
    """Everybody stands; initiative is next."""

    def apply(self, state: State) -> None:
        """On to initiative."""
        state.phase = "initiative"


@dataclass(frozen=True)
class SurpriseRolled(FightEvent):
    """A d6 against being caught: initiative minus the die for the first round (surprise.1 to surprise.3)."""

    figure: FigureId
    die: int
    initiative: int
    number: int
    surprised: bool

    def apply(self, state: State) -> None:
        """Note the reduced number, and who is surprised."""
        state.initiative[self.figure] = self.number
        if self.surprised:
            state.change(self.figure, surprised=True)

    def line(self, state: State) -> LogEntry:
        """The roll."""
        name = state.name(self.figure)
        sum_ = f"initiative {self.initiative} − die {self.die} = {number_text(self.number)}"
        end = (
            "surprised, so the first turn is lost"
            if self.surprised
            else f"not surprised, but acts only at {number_text(self.number)} in the first round"
        )
        rules = ("surprise.1", "surprise.2" if self.surprised else "surprise.3")
        return LogEntry(
            "surprise",
            f"{name} is caught unready: {sum_}; {end}.",
            seat=state.card(self.figure).seat,
            tone="bad" if self.surprised else "plain",
            dice=(Die(self.die, 6, "surprise"),),
            rules=full(*rules),
            pieces=(self.figure,),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return ALL


def _in_words(state: State, order: tuple[tuple[FigureId, ...], ...]) -> str:
    return ", ".join(" and ".join(state.name(f) for f in group) for group in order)


@dataclass(frozen=True)
class OrderFixed(FightEvent):
    """The order for the whole fight, and the order of round 1 where surprise changes it (init.3)."""

    order: tuple[tuple[FigureId, ...], ...]
    first_round: tuple[tuple[FigureId, ...], ...]
    numbers: dict[FigureId, int]

    def apply(self, state: State) -> None:
        """Keep both orders."""
        state.order, state.opening, state.waiting = self.order, self.first_round, self.first_round
        state.initiative = dict(self.numbers)
        state.phase, state.round = "round", 1

    def line(self, state: State) -> LogEntry:
        """The order in words."""
        text = f"Order: {_in_words(state, self.order)}."
        if self.first_round != self.order:
            text += f" In the first round: {_in_words(state, self.first_round)}."
        return LogEntry("order", text, rules=full("init.1", "init.2", "init.3"))


@dataclass(frozen=True)
class RoundBegan(FightEvent):
    """A new round; surprise is over after the first (surprise.4, init.6).

    ``order`` is the fight's order from now on, ``joined`` the initiative of those who are new in it (init.3).
    """

    round: int
    order: tuple[tuple[FigureId, ...], ...] = ()
    joined: dict[FigureId, int] = field(default_factory=dict[FigureId, int])

    def apply(self, state: State) -> None:
        """Start the order again from the top."""
        state.round = self.round
        if self.order:
            state.order = state.waiting = self.order
            state.opening = ()
            state.initiative = {**state.initiative, **self.joined}
            for figure, body in state.figures.items():
                if body.surprised or body.acted:
                    state.change(figure, surprised=False, acted=False)

    def line(self, state: State) -> LogEntry:
        """A heading."""
        return LogEntry("round", f"Round {self.round}", heading=True, rules=full("init.6"))


@dataclass(frozen=True)
class GroupBegan(FightEvent):
    """The next in the order; several act simultaneously, one after another in a random order (init.4)."""

    members: tuple[FigureId, ...]

    def apply(self, state: State) -> None:
        """Take the group off the order."""
        state.waiting = state.waiting[1:]
        state.group = state.group_waiting = self.members

    def line(self, state: State) -> LogEntry | None:
        """Only where several act at once."""
        if len(self.members) < 2:
            return None
        *others, last = (state.name(f) for f in self.members)
        text = f"At the same moment act {', '.join(others)} and {last}; what they do to each other waits for the last."
        return LogEntry("group", text, rules=full("init.4"))


@dataclass(frozen=True)
class GroupEnded(FightEvent):
    """The last of a simultaneous group has finished; what waited takes effect (init.4)."""

    def apply(self, state: State) -> None:
        """Nothing waits any longer."""
        state.group = state.group_waiting = ()
        state.postponed = ()


@dataclass(frozen=True)
class TurnBegan(FightEvent):
    """A turn begins: what lasted until it ends first, and halves not used are lost (turn.4, action.11)."""

    figure: FigureId

    def apply(self, state: State) -> None:
        """End stances and delayed halves; give two half actions."""
        aim = state.figures[self.figure].aim
        state.change(self.figure, stances=(), delayed=(), feint=None, aim="" if aim == "kept" else aim)
        for other, body in state.figures.items():
            if body.dazzled == self.figure:
                state.change(other, dazzled=None)
        state.group_waiting = tuple(f for f in state.group_waiting if f != self.figure)
        state.turn = Turn(self.figure)


@dataclass(frozen=True)
class TurnEnded(FightEvent):
    """A turn is over: every Feint won in it is lost, an Aim of the last turn lapses (action.1, action.13).

    Halves kept with Delay stand under the allowances that the turn has left (turn.2, turn.3). ``left`` is how many half
    actions there still were where the seat ended the turn itself; None: it ended because nothing was left to do.
    """

    figure: FigureId
    hidden: bool = False
    left: int | None = None

    def apply(self, state: State) -> None:
        """Age the Aim, forget Feints, note that the figure has acted and what its kept halves may still do."""
        body, turn = state.figures[self.figure], state.turn
        lapses: Aim = "kept" if body.aim and body.delayed else ""
        aim: Aim = "next_turn" if body.aim == "this_turn" else lapses
        kept = tuple(Half(turn.attacked, turn.cast) for _ in body.delayed) if turn else ()
        state.change(self.figure, aim=aim, acted=True, delayed=kept)
        for figure, other in state.figures.items():
            if other.feint is not None:
                state.change(figure, feint=None)
        state.turn = None

    def log(self, state: State, audience: Audience) -> LogEntry | None:
        """That the seat gave half actions away; of a hidden figure the others learn only that it has acted (hide.1)."""
        seat, name = state.card(self.figure).seat, state.name(self.figure)
        if self.hidden and seat != audience:
            return LogEntry("turn", f"{name} has acted out of sight.", seat=seat, rules=full("hide.1"))
        if not self.left:
            return None
        unused = "a half action" if self.left == 1 else "both half actions"
        text = f"{name} ends the turn, {unused} unused."
        return LogEntry("turn", text, seat=seat, pieces=(self.figure,), rules=full("turn.1"))


@dataclass(frozen=True)
class Ended(FightEvent):
    """The fight is over (end.1)."""

    winner: str | None
    reason: str
    text: str

    def apply(self, state: State) -> None:
        """Keep the result; whoever still lies hidden may be seen now."""
        state.ending = Ending(self.winner, self.reason, self.text)
        state.phase = "over"
        for figure, body in state.figures.items():
            if body.hidden:
                state.change(figure, hidden=False)

    def line(self, state: State) -> LogEntry:
        """The result."""
        return LogEntry("result", self.text, seat=self.winner, heading=True, rules=full("end.1"))

    def tells(self) -> frozenset[str] | None:
        """Everything is open now."""
        return ALL


@dataclass(frozen=True)
class Declared(FightEvent):
    """An action is declared and paid for; its stance (if any) starts now (turn.4).

    ``teaches`` is the figure's own seat while foes lie hidden, who might have stepped in.
    """

    figure: FigureId
    action: str
    text: str
    halves: int
    attack: bool = False
    cast: bool = False
    stance: str = ""
    hidden: bool = False
    teaches: str = ""

    def apply(self, state: State) -> None:
        """Spend half actions and the allowances of the turn."""
        turn = state.turn
        if turn is not None and turn.figure == self.figure:
            state.turn = replace(
                turn,
                halves=turn.halves - self.halves,
                attacked=turn.attacked or self.attack,
                cast=turn.cast or self.cast,
            )
        if self.stance:
            stances = state.figures[self.figure].stances
            state.change(self.figure, stances=(*stances, self.stance))

    def line(self, state: State) -> LogEntry | None:
        """Only actions that nothing else tells of."""
        if not self.text:
            return None
        return LogEntry(
            "action",
            f"{state.name(self.figure)} {self.text}",
            seat=state.card(self.figure).seat,
            pieces=(self.figure,),
            rules=full("action.18"),
        )

    def tells(self) -> frozenset[str] | None:
        """Its own side learns who of those lying hidden did not step in."""
        return frozenset({self.teaches} - {""})


@dataclass(frozen=True)
class Withdrawn(FightEvent):
    """A declaration became illegal through an interruption: the action is given back unspent."""

    figure: FigureId
    text: str
    halves: int
    attack: bool = False
    cast: bool = False
    stance: str = ""
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Give the half actions back."""
        if state.turn is not None and state.turn.figure == self.figure:
            turn = state.turn
            state.turn = Turn(
                turn.figure,
                turn.halves + self.halves,
                turn.attacked and not self.attack,
                turn.cast and not self.cast,
            )
        if self.stance:
            kept = tuple(s for s in state.figures[self.figure].stances if s != self.stance)
            state.change(self.figure, stances=kept)

    def line(self, state: State) -> LogEntry:
        """What was given back."""
        text = f"{state.name(self.figure)} can no longer do this: {self.text}. The action is not spent."
        return LogEntry("action", text, seat=state.card(self.figure).seat, rules=full("action.12"))


@dataclass(frozen=True)
class HalfKept(FightEvent):
    """Delay: a half action is kept in hand; what it may still do is known when the turn is over (action.11)."""

    figure: FigureId
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Put it by."""
        state.change(self.figure, delayed=(*state.figures[self.figure].delayed, Half()))

    def line(self, state: State) -> LogEntry:
        """Who waits."""
        text = f"{state.name(self.figure)} keeps a half action in hand."
        return LogEntry("action", text, seat=state.card(self.figure).seat, rules=full("action.11"))


@dataclass(frozen=True)
class HalfUsed(FightEvent):
    """A kept half action is used out of turn; what it does counts against the turn it came from (turn.2, turn.3)."""

    figure: FigureId
    attack: bool = False
    cast: bool = False
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Use one; an attack or spell made with it bars the other kept half from the same."""
        rest = state.figures[self.figure].delayed[1:]
        kept = tuple(Half(h.attacked or self.attack, h.cast or self.cast) for h in rest)
        aim = state.figures[self.figure].aim
        spent = aim == "kept" and not kept and not self.attack
        state.change(self.figure, delayed=kept, aim="" if spent else aim)

    def line(self, state: State) -> LogEntry:
        """Who steps in."""
        text = f"{state.name(self.figure)} steps in with a delayed action."
        return LogEntry("action", text, seat=state.card(self.figure).seat, rules=full("action.12"))


@dataclass(frozen=True)
class Aimed(FightEvent):
    """Aim: +1 on the next attack of this turn or the next (action.1).

    With a half kept from the last turn it counts as that turn's Aim, so it lapses a turn earlier (ruling R20).
    """

    figure: FigureId
    hidden: bool = False

    def apply(self, state: State) -> None:
        """Take aim."""
        own = state.turn is not None and state.turn.figure == self.figure
        state.change(self.figure, aim="this_turn" if own else "next_turn")

    def line(self, state: State) -> LogEntry:
        """Who aims."""
        text = f"{state.name(self.figure)} takes aim."
        return LogEntry("action", text, seat=state.card(self.figure).seat, rules=full("action.1"))


@dataclass(frozen=True)
class FeintWon(FightEvent):
    """The next attack on that foe this turn is at +2 (action.13)."""

    figure: FigureId
    foe: FigureId

    def apply(self, state: State) -> None:
        """Remember the opening."""
        state.change(self.figure, feint=self.foe)
