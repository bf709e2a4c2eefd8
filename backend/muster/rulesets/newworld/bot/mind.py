"""What a figure knows of its position: who could come upon it where, what it could do from there, what it wants.

Everything is counted in Wounds (see ``estimates``), so that blows, risks and steps can be weighed against each other.
"""

from functools import cached_property
from typing import Final, NamedTuple

from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.squares import Square, distance, footprint, footprint_distance
from muster.rulesets.newworld.bot.estimates import Strike, blow, shots
from muster.rulesets.newworld.bot.goals import Goal, goal_of
from muster.rulesets.newworld.bot.unseen import lurkers, suspected
from muster.rulesets.newworld.bot.ways import beside, corners_on, opened, paces_from
from muster.rulesets.newworld.queries import hands, movement, shooting, standing
from muster.rulesets.newworld.state import FigureId, State

CAUTION: Final = 0.55
"""How much a Wound that could be lost next turn weighs against one dealt now."""
HASTE: Final = 1.9
"""What it costs to be a turn's walk farther from the next foe."""
FORESIGHT: Final = 0.5
"""How much a shot that could be made next turn weighs against one made now."""
PATIENT_ROUNDS: Final = 6
"""After so many rounds nobody holds back any longer."""
HOLDS_ROUNDS: Final = 2
"""So many rounds a side that sees nobody keeps its ground before it looks for those who hide."""
STRAYS: Final = 0.3
"""What every square costs that takes a searcher farther than two from its friends."""
FOE_AT_ELBOW: Final = 2
INTO_MELEE: Final = 1
"""What a shot loses with a foe in reach, and with a friend beside the target."""
STRAY_SHARE: Final = 0.3
"""Share of a shot's worth that is lost again on the friend beside the target."""

_DIFFICULT: Final = int(StepFlag.DIFFICULT)


class Foe(NamedTuple):
    """A foe whose place is known, with the places (by number) that are beside it."""

    figure: FigureId
    at: Square
    side: int
    beside: frozenset[int]


class Threat(NamedTuple):
    """A foe as somebody to be wary of: how far it can come in a turn, and what it could do there.

    ``share`` is how much of its attention a figure has to expect that it would have to come to first.
    """

    foe: Foe
    walk: list[int]
    paces: int
    blow: Strike
    shots: tuple[Strike, ...]
    share: float


class Target(NamedTuple):
    """A foe to be shot at with what is ready; ``friends`` says whether one stands beside it."""

    foe: Foe
    shots: tuple[Strike, ...]
    prone: bool
    friends: bool


class Mind:
    """One figure's view of the position, from what its seat knows."""

    def __init__(self, known: State, figure: FigureId) -> None:
        """``figure`` is on the table."""
        self.known = known
        self.figure = figure
        self.body = known.figures[figure]
        self.card = known.card(figure)
        self.at: Square = movement.at_start(known, figure)
        self.side = known.side(figure)
        self.foes = [f for f in known.foes(figure) if not known.card(f).is_mount]
        self.foes_seen = [
            Foe(f, at, known.side(f), beside(known.grid, self.side, at, known.side(f)))
            for f in self.foes
            if (at := known.figures[f].at) is not None
        ]
        self.lurkers = lurkers(known, figure)
        self.friends = [f for f in known.fighters(self.card.seat) if f != figure]
        self.engaged = [f.figure for f in self.foes_seen if self.reaches(f, self.at)]
        turn = known.turn
        self.has_attacked = turn is not None and turn.figure == figure and turn.attacked
        self._index = known.grid.facts.index
        self._rough: dict[Square, float] = {}
        self._values: dict[Square, float] = {}

    # ------------------------------------------------------------------------------------------------ itself
    @cached_property
    def paces(self) -> int:
        """Movement, at least 1 to be divided by."""
        return max(1, movement.paces(self.known, self.figure))

    @cached_property
    def bar(self) -> StepFlag:
        """What a free move of this figure leaves out."""
        return movement.barred_flags(self.known, self.figure)

    @cached_property
    def guns(self) -> bool:
        """Whether a shot is ready."""
        return any(t.shots for t in self.targets)

    @cached_property
    def is_shooter(self) -> bool:
        """Whether it fights from afar: with a bow or gun that is ready, or that can be made so in a round."""
        for item in self.known.owned(self.figure):
            weapon = self.known.weapon(item)
            if weapon.is_ranged and not weapon.thrown and not weapon.pistol:
                in_hand = item.where != "carried" and not item.jammed
                return in_hand and (item.loaded or weapon.reload - item.rounds <= 1)
        return False

    @cached_property
    def patience(self) -> float:
        """1 at the start, 0 when it is high time; those who are outshot have less."""
        rounds = min(PATIENT_ROUNDS, self.known.setup.rounds - 2)
        return max(0.0, 1.0 - (self.known.round - 1) / max(1, rounds)) * (0.5 if self.outshot else 1.0)

    @cached_property
    def outshot(self) -> bool:
        """Whether the other side has more ranged weapons that are ready."""
        mine = sum(bool(hands.ranged_arms(self.known, f)) for f in (self.figure, *self.friends))
        theirs = sum(bool(hands.ranged_arms(self.known, f)) for f in self.foes)
        return theirs > mine

    @property
    def is_watching(self) -> bool:
        """Whether no foe is seen, but some lie hidden."""
        return bool(self.lurkers) and not self.foes_seen

    @cached_property
    def boldness(self) -> float:
        """The risk of blows that a fighter takes: in full for those who shoot, less and less for the others."""
        return 1.0 if self.is_shooter else 0.35 + 0.65 * self.patience

    # ------------------------------------------------------------------------------------------------ harm
    def reaches(self, foe: Foe, at: Square) -> bool:
        """Whether the figure could strike a foe from a square."""
        near = self.known.grid.facts.index(at) in foe.beside
        return near and standing.in_reach_at(self.known, self.figure, at, foe.figure)

    @cached_property
    def threats(self) -> list[Threat]:
        """Every foe that could do something next turn."""
        known = self.known
        found: list[Threat] = []
        places = [at for f in self.friends if (at := known.figures[f].at) is not None]
        for foe in self.foes_seen:
            body = known.figures[foe.figure]
            if body.surprised:
                continue
            paces = 0 if body.prone or body.in_grapple else movement.paces(known, foe.figure)
            bar = movement.barred_flags(known, foe.figure)
            others = sum(distance(at, foe.at) <= paces + 1 for at in places)
            busy = any(distance(at, foe.at) <= 1 for at in places)
            found.append(
                Threat(
                    foe,
                    paces_from(opened(known.grid), foe.side, bar, (foe.at,)),
                    paces,
                    blow(known, foe.figure, self.figure),
                    shots(known, foe.figure, self.figure),
                    (0.4 if busy else 1.0) / (1.0 + 0.6 * others),
                )
            )
        return found

    def strikers_at(self, at: Square) -> list[tuple[Threat, float]]:
        """The foes that could be upon a square next turn, each with the share of its attention to be expected."""
        found: list[tuple[Threat, float]] = []
        index = self._index(at)
        for threat in self.threats:
            if index in threat.foe.beside:
                found.append((threat, 1.0))
            elif threat.walk[index] <= threat.paces + self.side:
                found.append((threat, threat.share))
        return found

    def blows_at(self, at: Square, worse: int = 0) -> float:
        """The blows to be expected on a square next turn, with Melee Defence so much lower."""
        return sum(share * threat.blow.worth(worse) for threat, share in self.strikers_at(at))

    def shots_at(self, at: Square, worse: int = 0, *, lying: bool = False) -> float:
        """The shots to be expected on a square next turn, with Ranged Defence so much lower, or lying down."""
        lost = 0.0
        for foe, _, _, _, ready, _ in self.threats:
            if not ready:
                continue
            verdict = self.known.grid.sight(foe.at, at, foe.side, self.side)
            if not verdict.clear:
                continue
            gap = footprint_distance(at, self.side, foe.at, foe.side)
            cover = 2 if lying or self.body.prone else int(verdict.cover)
            lost += max(s.worth_at(gap, cover - worse) for s in ready) / (1.0 + 0.5 * len(self.friends))
        return lost

    @cached_property
    def harm_here(self) -> float:
        """The blows and shots to be expected without moving."""
        return self.blows_at(self.at) + self.shots_at(self.at)

    # ------------------------------------------------------------------------------------------------ ways
    @cached_property
    def walk(self) -> list[int]:
        """How far it is from everywhere to the nearest foe for this figure; with none seen, to where one may hide."""
        table = self.known.setup.map
        far = (table.width - self.side, table.height - self.side)
        there = [f.at for f in self.foes_seen] or suspected(self.known, self.card.seat)
        return self._walk_to(tuple(sorted({(min(x, far[0]), min(y, far[1])) for x, y in there})))

    def _walk_to(self, places: tuple[Square, ...]) -> list[int]:
        return paces_from(opened(self.known.grid), self.side, self.bar, places)

    def approach(self, at: Square) -> float:
        """How many turns' walk the nearest foe is away, 0 for beside it; with none seen see :meth:`_search`."""
        if self.foes_seen:
            return max(0, self.walk[self._index(at)] - 1) / self.paces
        return self._search(at) if self.is_watching and self.known.round > HOLDS_ROUNDS else 0.0

    def _search(self, at: Square) -> float:
        """How many turns' walk it is to where a hiding place can be looked into; more for who goes there alone."""
        if not suspected(self.known, self.card.seat):
            return 0.0
        places = [
            (b, self.known.side(f)) for f in self.friends if (b := self.known.figures[f].at) is not None
        ]
        alone = min((footprint_distance(at, self.side, b, side) for b, side in places), default=0)
        turns = max(0, self.walk[self._index(at)] - standing.NEAR_SQUARES) / self.paces
        return turns + STRAYS * max(0, alone - 2)

    @cached_property
    def goal(self) -> Goal:
        """What the scenario wants of its side."""
        return goal_of(self.known, self.card.seat)

    @cached_property
    def _goal_walk(self) -> list[int]:
        return self._walk_to(corners_on(self.known.grid, self.side, self.goal.squares))

    @cached_property
    def _friends_on_goal(self) -> int:
        return sum(not self.goal.squares.isdisjoint(self.known.squares(f)) for f in self.friends)

    def goal_worth(self, at: Square) -> float:
        """What ending a turn on a square does for the goal."""
        if not self.goal.squares:
            return 0.0
        return self.goal.worth(self._goal_walk[self._index(at)] / self.paces, self._friends_on_goal)

    # ------------------------------------------------------------------------------------------------ shots
    @cached_property
    def targets(self) -> list[Target]:
        """Whom the weapons that are ready could be turned upon."""
        known = self.known
        return [
            Target(
                foe,
                ready,
                known.figures[foe.figure].prone,
                bool(shooting.allies_in_melee(known, self.figure, foe.figure)),
            )
            for foe in self.foes_seen
            if (ready := shots(known, self.figure, foe.figure))
        ]

    def best_shot(self, at: Square) -> float:
        """The best shot that could be made from a square, whatever is ready."""
        best, index = 0.0, self._index(at)
        elbow = any(index in foe.beside for foe in self.foes_seen)
        for foe, ready, prone, friends in self.targets:
            verdict = self.known.grid.sight(at, foe.at, self.side, foe.side)
            if not verdict.clear:
                continue
            gap = footprint_distance(at, self.side, foe.at, foe.side)
            harder = (2 if prone else int(verdict.cover)) + (INTO_MELEE if friends else 0)
            for strike in ready:
                quick = strike.weapon.pistol or strike.weapon.thrown
                close = FOE_AT_ELBOW if elbow and gap > 1 and not quick else 0
                worth = strike.worth_at(gap, harder + close)
                best = max(best, worth * (1.0 - STRAY_SHARE) if friends else worth)
        return best

    # ------------------------------------------------------------------------------------------------ places
    def rough_value(self, at: Square) -> float:
        """The worth of ending a turn on a square, lines of sight left aside: to pick those looked at closely."""
        found = self._rough.get(at)
        if found is None:
            value = self.goal_worth(at) - CAUTION * self.blows_at(at) * self.boldness + self.footing(at)
            found = value - HASTE * self.approach(at) * (0.25 if self.is_shooter else 1.0)
            self._rough[at] = found
        return found

    def value(self, at: Square) -> float:
        """The worth of ending a turn on a square."""
        found = self._values.get(at)
        if found is None:
            found = self.rough_value(at) - CAUTION * self.shots_at(at)
            if self.is_shooter:
                found += FORESIGHT * self.best_shot(at)
            self._values[at] = found
        return found

    def footing(self, at: Square) -> float:
        """Heavy going under a horse's hooves, which takes the Charge from it; high ground under anybody's feet."""
        flags = self.known.grid.facts.flags
        if any(flags[self._index(s)] & _DIFFICULT for s in footprint(at, self.side)):
            return -1.0 if self.body.rides is not None else -0.15
        return 0.1 * (self.known.grid.level(at, self.side) > 0)

    @cached_property
    def here(self) -> float:
        """The worth of staying."""
        return self.value(self.at)
