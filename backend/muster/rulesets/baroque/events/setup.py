"""Before the first turn: table edges, First Player, order of deployment, deployment, the river's state."""

from dataclasses import dataclass, replace

from muster.engine.answers import Pose
from muster.engine.views import Die, LogEntry
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.queries.army import command_name
from muster.rulesets.baroque.state import CommandId, Point, State, UnitId

ALL = None
"""For ``tells``: every seat learned something."""


@dataclass(frozen=True)
class BattleSet(BattleEvent):
    """The options that were chosen are named once, at the top of the log."""

    text: str

    def apply(self, state: State) -> None:
        """Nothing changes."""

    def line(self, state: State) -> LogEntry:
        """The options."""
        return LogEntry("setup", self.text, heading=True)


@dataclass(frozen=True)
class EdgesDrawn(BattleEvent):
    """A die gave each side its long edge of the table (3.4f, R91)."""

    die: int
    south: str

    def apply(self, state: State) -> None:
        """Give the edges; the roles come next."""
        for seat in state.seats:
            state.change_side(seat, edge="south" if seat == self.south else "north")
        state.phase = "explore"

    def line(self, state: State) -> LogEntry:
        """Who stands where."""
        south = state.setup.labels[self.south]
        north = state.setup.labels[state.other(self.south)]
        return LogEntry(
            "setup",
            f"{south} come from the southern edge, {north} from the northern one.",
            dice=(Die(self.die, role="Table edges"),),
            rules=full("3.4f"),
        )

    def tells(self) -> frozenset[str] | None:
        """A die was shown."""
        return ALL


@dataclass(frozen=True)
class FirstPlayerRolled(BattleEvent):
    """Both free Exploration Dice were rolled until they differed; the higher is First Player (3.3b).

    ``rolls`` are the dice of all rolls in the order of the seats, ``spent`` the dice used up by each side (2.9b).
    """

    rolls: tuple[tuple[int, int], ...]
    first: str
    spent: int

    def apply(self, state: State) -> None:
        """Note both dice and the roles."""
        for seat, die in zip(state.seats, self.rolls[-1], strict=True):
            left = state.sides[seat].exploration - self.spent
            state.change_side(seat, die=die, exploration=left)
        state.first = self.first

    def line(self, state: State) -> LogEntry:
        """Who is First Player."""
        labels = state.setup.labels
        dice = tuple(
            Die(die, role=labels[seat])
            for roll in self.rolls
            for seat, die in zip(state.seats, roll, strict=True)
        )
        ties = len(self.rolls) - 1
        again = " after a tie" if ties == 1 else f" after {ties} ties" if ties else ""
        return LogEntry(
            "setup",
            f"{labels[self.first]} are First Player{again}.",
            seat=self.first,
            dice=dice,
            rules=full("3.3b", "2.9b"),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice were shown."""
        return ALL


@dataclass(frozen=True)
class RoleChallenged(BattleEvent):
    """The Second Player rolled one more Exploration Die against the First Player's (3.3c)."""

    seat: str
    die: int
    against: int
    swapped: bool
    spent: int

    def apply(self, state: State) -> None:
        """The new die replaces the old one; who failed has ended the rolling."""
        left = state.sides[self.seat].exploration - self.spent
        state.change_side(self.seat, die=self.die, exploration=left)
        if self.swapped:
            state.first = self.seat
        else:
            state.settled = True

    def line(self, state: State) -> LogEntry:
        """What came of it."""
        label = state.setup.labels[self.seat]
        end = "are First Player now" if self.swapped else "stay Second Player"
        return LogEntry(
            "setup",
            f"{label} roll an Exploration Die: {self.die} against {self.against}. They {end}.",
            seat=self.seat,
            dice=(Die(self.die, role=label),),
            rules=full("3.3c", "2.9b"),
        )

    def tells(self) -> frozenset[str] | None:
        """A die was shown."""
        return ALL


@dataclass(frozen=True)
class RolesSettled(BattleEvent):
    """Nobody rolls any more for the roles: terrain comes next where the players make it, else deployment.

    ``dice`` are the last ones of the First and the Second Player. The event keeps them because the state's are used
    up while terrain is laid, and a line of the log must read the same whenever it is read.
    """

    phase: str
    first: str
    dice: tuple[int, int]

    def apply(self, state: State) -> None:
        """Go on."""
        state.settled = False
        state.to_deploy = state.other(state.first)
        state.phase = "terrain" if self.phase == "terrain" else "order"

    def line(self, state: State) -> LogEntry:
        """Both roles with their dice."""
        (mine, yours), labels = self.dice, state.setup.labels
        text = (
            f"First Player: {labels[self.first]} with a {mine}. "
            f"Second Player: {labels[state.other(self.first)]} with a {yours}."
        )
        return LogEntry("setup", text, rules=full("3.3b", "3.3c"))


@dataclass(frozen=True)
class OrderChallenged(BattleEvent):
    """Who has to deploy first rolled an Exploration Die to turn the order round (3.4b).

    ``answer`` is the other side's die; None: it had none or kept it. ``spent`` for each die that was rolled (2.9b).
    """

    seat: str
    die: int
    answer: int | None
    swapped: bool
    spent: int

    def apply(self, state: State) -> None:
        """Dice rolled are used up; the order turns where the challenge won."""
        other = state.other(self.seat)
        state.change_side(self.seat, exploration=state.sides[self.seat].exploration - self.spent)
        if self.answer is not None:
            state.change_side(other, exploration=state.sides[other].exploration - self.spent)
        if self.swapped:
            state.to_deploy = other

    def line(self, state: State) -> LogEntry:
        """What came of it."""
        other = state.other(self.seat)
        mine, theirs = state.setup.labels[self.seat], state.setup.labels[other]
        dice = [Die(self.die, role=mine)]
        if self.answer is None:
            how = f"{theirs} put no die against it"
        else:
            dice.append(Die(self.answer, role=theirs))
            how = f"{self.die} against {self.answer}"
        end = f"{theirs if self.swapped else mine} deploy first"
        return LogEntry(
            "setup",
            f"{mine} roll for the order of deployment: {how}. {end}.",
            seat=self.seat,
            dice=tuple(dice),
            rules=full("3.4b", "2.9b"),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice were shown."""
        return ALL


@dataclass(frozen=True)
class OrderSettled(BattleEvent):
    """Deployment begins with this seat (3.4a)."""

    seat: str

    def apply(self, state: State) -> None:
        """Go on."""
        state.phase = "deploy"

    def line(self, state: State) -> LogEntry:
        """Who begins."""
        text = f"{state.setup.labels[self.seat]} deploy first."
        return LogEntry("setup", text, seat=self.seat, rules=full("3.4a"))


@dataclass(frozen=True)
class CommandDeployed(BattleEvent):
    """A command stands on the table with its leader, the first one with the baggage (3.4a, 3.4d).

    ``at`` are units and baggage, ``leader`` his point and ``attached`` the unit that he is attached to. ``next_seat``
    deploys next; empty: everybody has.
    """

    seat: str
    command: CommandId
    at: dict[UnitId, Pose]
    leader: Point
    attached: UnitId | None
    next_seat: str

    def apply(self, state: State) -> None:
        """Put them down."""
        for unit, pose in self.at.items():
            state.change(unit, pose=pose)
        state.change_leader(self.command, at=self.leader, unit=self.attached)
        side = state.sides[self.seat]
        state.change_side(self.seat, deployed=(*side.deployed, self.command))
        state.to_deploy = self.next_seat
        if not self.next_seat:
            state.phase = "river"

    def line(self, state: State) -> LogEntry:
        """Which command took its place."""
        label = state.setup.labels[self.seat]
        baggage = " and the baggage" if any(state.card(u).type == "BAG" for u in self.at) else ""
        text = f"{label} deploy: {command_name(state, self.command)}{baggage}."
        return LogEntry("deploy", text, seat=self.seat, pieces=tuple(self.at), rules=full("3.4a", "3.4d"))


@dataclass(frozen=True)
class RiverRolled(BattleEvent):
    """After deployment two dice said how the river runs (3.1.1i)."""

    dice: tuple[int, int]
    river: str
    runs: str

    def apply(self, state: State) -> None:
        """Note it on the river."""
        state.terrain[self.river] = replace(state.terrain[self.river], state=self.runs)

    def line(self, state: State) -> LogEntry:
        """How it runs."""
        return LogEntry(
            "setup",
            f"The river is {self.runs}: {sum(self.dice)} on two dice.",
            dice=tuple(Die(d, role="River") for d in self.dice),
            rules=full("3.1.1i"),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice were shown."""
        return ALL
