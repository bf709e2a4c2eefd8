"""What the dice of attacks and opposed rolls show, with the whole arithmetic."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from muster.engine.explain import Reason, Total, number_text
from muster.engine.views import Die, LogEntry, Show
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.events import ALL, FightEvent, full
from muster.rulesets.newworld.state import FigureId, ItemId, State

BoardPoint: TypeAlias = tuple[float, float]


def wounds_text(count: int) -> str:
    """So many Wounds, in words."""
    return "no Wounds" if count == 0 else "1 Wound" if count == 1 else f"{count} Wounds"


def _place_cause(die: int, place: str) -> Reason:
    return Reason(f"Location die {die}: {place}.", "newworld.loc.1")


@dataclass(frozen=True)
class AttackRolled(FightEvent):
    """Three dice, the total against the Defence, and what came of it (attack.1 to attack.3, loc.1, damage.1).

    ``weapon`` stands as in the middle of a sentence. ``wounds`` is what the hit takes off; taking it off is an event of
    its own, because it may have to wait. The location die is shown on a miss as well (ruling R49).
    """

    figure: FigureId
    target: FigureId
    weapon: str
    item: ItemId | None
    ranged: bool
    dice: tuple[int, int]
    location_die: int
    attack: Total
    defence: Total
    hit: bool
    margin: int
    critical: bool = False
    location: str = ""
    damage: Total | None = None
    reduction: Total | None = None
    wounds: int = 0
    misfire: bool = False
    empties: bool = False
    thrown_to: Square | None = None
    free: bool = False
    hidden: bool = False
    rules: tuple[str, ...] = ()
    start: Square | None = None
    end: Square | None = None

    def apply(self, state: State) -> None:
        """Aim, Feint and dazzle are used up; the weapon is empty, jammed or out of the hand."""
        body = state.figures[self.figure]
        feint = None if body.feint == self.target and not self.ranged else body.feint
        state.change(self.figure, aim="", feint=feint, dazzled=None)
        if self.item is None:
            return
        if self.misfire:
            state.change_item(self.item, loaded=False, jammed=True, rounds=0)
        elif self.empties:
            state.change_item(self.item, loaded=False, rounds=0)
        elif self.thrown_to is not None:
            state.change_item(self.item, where="ground", holder=None, at=self.thrown_to)

    def line(self, state: State) -> LogEntry:
        """The attack with its sums."""
        who, whom = state.name(self.figure), state.name(self.target)
        verb = "shoots at" if self.ranged else "strikes at"
        opening = f"{who} {verb} {whom} with {self.weapon}"
        if self.thrown_to is not None:
            opening = f"{who} throws {self.weapon} at {whom}"
        if self.free:
            opening = f"{who} makes a free attack on {whom} with {self.weapon}"
        if self.misfire:
            outcome = "misfire, the gun must be cleared"
        elif not self.hit:
            outcome = f"misses by {-self.margin}"
        else:
            crit = "critical hit" if self.critical else "hit"
            place = state.card(self.target).place(self.location)
            outcome = f"{crit} to the {place}, {wounds_text(self.wounds)}"
        causes = self._causes(state)
        told = {c.rule for c in causes}
        totals = [self.attack, self.defence]
        if self.damage is not None and self.reduction is not None:
            totals += [self.damage, self.reduction]
        return LogEntry(
            "attack",
            f"{opening}: {outcome}.",
            seat=state.card(self.figure).seat,
            tone="good" if self.hit else "plain",
            pieces=(self.figure, self.target),
            dice=(
                Die(self.dice[0], 6, "attack"),
                Die(self.dice[1], 6, "attack"),
                Die(self.location_die, 6, "location"),
            ),
            totals=tuple(totals),
            outcome=f"Wounds lost: {self.wounds}" if self.hit else "",
            causes=causes,
            rules=tuple(r for r in full(*self.rules) if r not in told),
            show=Show(
                "shot" if self.ranged else "blow",
                piece=self.figure,
                start=self.start,
                end=self.end,
                state="hit" if self.hit else "miss",
            ),
        )

    def _causes(self, state: State) -> tuple[Reason, ...]:
        """What the dice and the manner of the attack made of it, where the sums do not show it."""
        first, second = self.dice
        sentences = {
            "height.5": "A lance that hits in a mounted Charge is always critical: its own Damage is doubled.",
            "damage.8": f"Doubles, {first} and {second}: a critical hit, the weapon's own Damage is doubled.",
            "fire.2": f"Doubles on a miss, {first} and {second}: the gun misfires.",
            "fire.3": "A 1 on a miss, with magic about: the gun misfires.",
            "fire.4": "A 1 on a miss, with damp powder: the gun misfires.",
        }
        found = [Reason(sentences[r], f"newworld.{r}") for r in self.rules if r in sentences]
        if self.hit and self.location:
            found.insert(0, _place_cause(self.location_die, state.card(self.target).place(self.location)))
        return tuple(found)

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return ALL


@dataclass(frozen=True)
class Strayed(FightEvent):
    """A shot into a melee that missed by 3 or more hits an ally of the shooter (range.14)."""

    figure: FigureId
    ally: FigureId
    critical: bool
    location_die: int
    location: str
    damage: Total
    reduction: Total
    wounds: int

    def apply(self, state: State) -> None:
        """The Wounds are an event of their own."""

    def line(self, state: State) -> LogEntry:
        """Whom it hits."""
        crit = "a critical hit" if self.critical else "a hit"
        place = state.card(self.ally).place(self.location)
        text = (
            f"The shot strays: {crit} to the {place} of {state.name(self.ally)}, {wounds_text(self.wounds)}."
        )
        return LogEntry(
            "attack",
            text,
            seat=state.card(self.figure).seat,
            tone="bad",
            pieces=(self.figure, self.ally),
            totals=(self.damage, self.reduction),
            causes=(
                _place_cause(self.location_die, place),
                Reason("Missed by 3 or more into a melee, a shot hits a friend there.", "newworld.range.14"),
            ),
        )


ContestKind: TypeAlias = Literal["seize", "squeeze", "break_free", "disarm", "feint", "manoeuvre"]

_VERBS: dict[str, str] = {
    "seize": "tries to seize",
    "squeeze": "squeezes",
    "break_free": "struggles against",
    "disarm": "tries to disarm",
    "feint": "feints at",
    "manoeuvre": "manoeuvres against",
}


@dataclass(frozen=True)
class ContestRolled(FightEvent):
    """Two melee attack totals against each other; the defender wins ties (action.20).

    Grapple and Disarm rolls use up Aim and a Feint against that foe; Feint and Manoeuvre do not (action.1).
    """

    figure: FigureId
    foe: FigureId
    kind: ContestKind
    dice: tuple[int, int]
    foe_dice: tuple[int, int]
    active: Total
    passive: Total
    outcome: str
    rule: str
    wounds: Total | None = None
    start: Square | None = None
    end: Square | None = None

    def apply(self, state: State) -> None:
        """Use up what the roll used."""
        if self.kind in ("feint", "manoeuvre"):
            return
        body = state.figures[self.figure]
        feint = None if body.feint == self.foe else body.feint
        state.change(self.figure, aim="", feint=feint, dazzled=None)

    def line(self, state: State) -> LogEntry:
        """Both totals and what came of it; who wins a tie."""
        who, whom = state.name(self.figure), state.name(self.foe)
        mine, theirs = self.active.value, self.passive.value
        defender = "holder" if self.kind == "break_free" else "defender"
        tie = f", since a tie goes to the {defender}" if mine == theirs else ""
        sums = f"{number_text(mine)} to {number_text(theirs)}"
        return LogEntry(
            "contest",
            f"{who} {_VERBS[self.kind]} {whom}, {sums}: {self.outcome}{tie}.",
            seat=state.card(self.figure).seat,
            tone="good" if mine > theirs else "plain",
            pieces=(self.figure, self.foe),
            dice=(
                *(Die(d, 6, "active") for d in self.dice),
                *(Die(d, 6, "passive") for d in self.foe_dice),
            ),
            totals=(self.active, self.passive, *((self.wounds,) if self.wounds else ())),
            rules=full(self.rule, "action.20"),
            show=Show("blow", piece=self.figure, start=self.start, end=self.end),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return ALL
