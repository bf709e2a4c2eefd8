"""What every act of the menu is worth to a figure, in Wounds gained over doing nothing."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, TypeAlias

from muster.engine.requests import Choose, Move, Option
from muster.rulesets.newworld.bot import moving
from muster.rulesets.newworld.bot.estimates import Strike, blow, strike_of
from muster.rulesets.newworld.bot.mind import CAUTION, Mind
from muster.rulesets.newworld.bot.ways import FAR, paces_from
from muster.rulesets.newworld.queries import charge, doors, hands, shooting, swift
from muster.rulesets.newworld.queries.attack import Manner, melee_plan
from muster.rulesets.newworld.queries.hands import Arm
from muster.rulesets.newworld.queries.swift import Blow
from muster.rulesets.newworld.state import FigureId, State

Json: TypeAlias = Any
Value: TypeAlias = tuple[float, Json]
"""What an option is worth, and the answer to what it needs."""

NEVER: Final[Value] = (-9.0, None)
EAGER: Final = 0.3
"""A blow now is worth a little more than the same blow later."""


class Acting:
    """Values of options for one figure. ``halves`` are left of its turn; 0 with ``delayed`` for a kept half."""

    def __init__(self, mind: Mind, halves: int, *, delayed: bool) -> None:
        """Nothing is worked out before it is asked for."""
        self.mind = mind
        self.known = mind.known
        self.figure = mind.figure
        self.halves = halves
        self.delayed = delayed
        self.whole = halves == 2

    def value_of(self, option: Option) -> Value:
        """What an option is worth, and the answer to what it needs."""
        if option.piece is not None and is_stray(self.known, self.figure, option.piece):
            return NEVER
        weigh = HANDLERS.get(option.key.partition(":")[0])
        return weigh(self, option) if weigh is not None else NEVER

    # ------------------------------------------------------------------------------------------------ blows
    def _arm(self, key: str) -> Arm | None:
        return next((a for a in hands.melee_arms(self.known, self.figure) if a.key == key), None)

    def _strike(self, target: FigureId, key: str, manner: Manner | None = None) -> Strike | None:
        arm = self._arm(key)
        if arm is None:
            return None
        return strike_of(self.known, melee_plan(self.known, self.figure, target, arm, manner))

    def attack(self, option: Option) -> Value:
        """A plain blow."""
        target, _, key = option.key.removeprefix("attack:").partition(":")
        strike = self._strike(target, key)
        return (strike.worth() + EAGER + self._after, None) if strike else NEVER

    @cached_property
    def _after(self) -> float:
        """What the other half can still be good for after an attack."""
        return max(0.0, self._parry) if self.whole else 0.0

    def shoot(self, option: Option) -> Value:
        """A shot, with what a Sharpshooter takes 1 off; less for the friend whom it might hit."""
        worth = self._shot_worth(option)
        return (worth + EAGER + self._after, None) if worth > 0 else NEVER

    def _shot_worth(self, option: Option, better: int = 0) -> float:
        target, _, rest = option.key.removeprefix("shoot:").partition(":")
        for arm in hands.ranged_arms(self.known, self.figure):
            if rest.startswith(arm.key):
                sharp = rest.removeprefix(arm.key).removeprefix(":")
                manner = Manner(sharp="range" if sharp == "range" else "cover" if sharp == "cover" else "")
                if not sharp:
                    choices = shooting.sharpshooter_choices(self.known, self.figure, target, arm)
                    manner = Manner(sharp=choices[0])
                plan = shooting.ranged_plan(self.known, self.figure, target, arm, manner)
                worth = strike_of(self.known, plan).worth(better)
                return worth * 0.7 if plan.into_melee else worth
        return 0.0

    def swift(self, option: Option) -> Value:
        """Two blows: the first as offered, the second as good as it will be then."""
        first = self._swift_blows.get(option.key)
        if first is None:
            return NEVER
        other = {"one": "one", "main": "off", "off": "main"}[first.hand]
        later = [
            strike_of(self.known, b.plan).worth(0 if b.target == first.target else -1)
            for b in self._swift_blows.values()
            if b.hand == other
        ]
        return strike_of(self.known, first.plan).worth() + 0.9 * max(later, default=0.0) + EAGER, None

    @cached_property
    def _swift_blows(self) -> dict[str, Blow]:
        return {f"swift:{b.key}": b for b in swift.first_blows(self.known, self.figure)}

    def all_out(self, option: Option) -> Value:
        """A blow at +2 for Defences 2 lower: good where few can answer it."""
        target, _, key = option.key.removeprefix("all-out:").partition(":")
        strike = self._strike(target, key, Manner(all_out=True))
        if strike is None:
            return NEVER
        at = self.mind.at
        harm = self.mind.blows_at(at, 2) + self.mind.shots_at(at, 2) - self.mind.harm_here
        return strike.worth() + EAGER - harm, None

    def charge(self, option: Option) -> Value:
        """A run and a blow at its end."""
        spec, target = option.needs, option.piece
        arm = self._arm(option.key.removeprefix(f"charge:{target}:"))
        if not isinstance(spec, Move) or target is None or arm is None:
            return NEVER
        manner = charge.charge_manner(self.known, self.figure)
        strike = strike_of(self.known, melee_plan(self.known, self.figure, target, arm, manner))
        worth = strike.worth(moving.crowd(self.mind, target))
        best: tuple[float, int] | None = None
        for index, reach in enumerate(spec.reach):
            if reach.stop:
                gain = moving.gain_at(self.mind, reach.to) - moving.risk_on_the_way(self.mind, reach)
                if best is None or gain > best[0]:
                    best = (gain, index)
        return (worth + best[0] + EAGER, moving.path_of(spec, best[1])) if best else NEVER

    # ------------------------------------------------------------------------------------------------ grapples
    def _chance(self, option: Option) -> float:
        return option.odds.chance / 10_000 if option.odds else 0.0

    def seize(self, option: Option) -> Value:
        """A hold takes a good weapon out of the foe's hands, if one's own are at home there."""
        foe = option.piece
        if foe is None or self.mind.is_shooter:
            return NEVER
        mine = blow(self.known, self.figure, foe)
        if not mine.weapon.unarmed:
            return NEVER
        theirs = blow(self.known, foe, self.figure)
        fist = strike_of(self.known, melee_plan(self.known, foe, self.figure, hands.fist(self.known))).worth()
        chance = self._chance(option)
        return chance * 1.5 * max(0.0, theirs.worth() - fist) - (1 - chance) * 0.3 * theirs.worth(), None

    def squeeze(self, option: Option) -> Value:
        """Might against Endurance, armour left aside."""
        foe = option.piece
        if foe is None:
            return NEVER
        card, body = self.known.card(foe), self.known.figures[foe]
        mean = max(0.5, self.mind.card.might + 3 - card.endurance)
        return self._chance(option) * min(mean, body.wounds) + EAGER, None

    def break_free(self, option: Option) -> Value:
        """Free again, whoever fights badly with bare hands fights better."""
        return 2.5 * self._chance(option), None

    def feint(self, option: Option) -> Value:
        """An opening for the other half's blow."""
        if not self.whole or self.mind.has_attacked or option.piece is None:
            return NEVER
        strike = blow(self.known, self.figure, option.piece)
        chance = self._chance(option)
        return chance * strike.worth(2) + (1 - chance) * strike.worth() + 0.2, None

    def disarm(self, option: Option) -> Value:
        """Worth it for a trained hand against somebody who has nothing else."""
        foe = option.piece
        if foe is None or not self.mind.card.has("disarm"):
            return NEVER
        theirs = blow(self.known, foe, self.figure)
        fist = strike_of(self.known, melee_plan(self.known, foe, self.figure, hands.fist(self.known))).worth()
        return self._chance(option) * 1.5 * max(0.0, theirs.worth() - fist), None

    # ------------------------------------------------------------------------------------------------ moves
    def move(self, option: Option) -> Value:
        """A walk, for the blow or shot that the other half can then make, or for a better place."""
        spec, mind = option.needs, self.mind
        if not isinstance(spec, Move):
            return NEVER
        if self.whole and not mind.has_attacked and not self.delayed:
            strike = moving.best_attack(mind, spec)
            if strike is not None:
                return strike[0], moving.path_of(spec, strike[1])
        end = moving.best_end(mind, spec)
        return (end[0], moving.path_of(spec, end[1])) if end else NEVER

    def run(self, option: Option) -> Value:
        """A long way in one go; a runner is hit more easily in melee."""
        spec = option.needs
        if self.mind.engaged or not isinstance(spec, Move):
            return NEVER
        end = moving.best_end(self.mind, spec)
        if end is None:
            return NEVER
        at = spec.reach[end[1]].to
        exposed = CAUTION * (self.mind.blows_at(at, 2) - self.mind.blows_at(at))
        return end[0] - exposed - 0.2, moving.path_of(spec, end[1])

    def disengage(self, option: Option) -> Value:
        """Away from a foe whose blows one cannot answer."""
        spec = option.needs
        end = moving.best_end(self.mind, spec) if isinstance(spec, Move) else None
        return (end[0] - 0.3, moving.path_of(spec, end[1])) if end and isinstance(spec, Move) else NEVER

    def leap(self, option: Option) -> Value:
        """A jump or climb to its best place, each weighed by where it ends and by the fall."""
        places = option.needs
        if not isinstance(places, Choose):
            return NEVER
        best = max(places.options, key=self._leap_to)
        return self._leap_to(best), {"picks": [{"key": best.key}]}

    def _leap_to(self, place: Option) -> float:
        if place.square is None:
            return NEVER[0]
        chance = self._chance(place) if place.odds else 1.0
        return chance * moving.gain_at(self.mind, place.square) - (1 - chance) * 2.0 - 0.3

    def stand(self, option: Option) -> Value:
        """Up: at once with a foe in reach, and to go anywhere; who shoots lying down stays there."""
        if self.mind.engaged:
            return 3.0, None
        if self.mind.is_shooter and self.mind.best_shot(self.mind.at) > 0:
            return 0.05, None
        return 1.5, None

    def mount(self, option: Option) -> Value:
        """Back into the saddle."""
        return (1.0 if not self.mind.engaged else NEVER[0]), None

    # ------------------------------------------------------------------------------------------------ stances
    def parry(self, option: Option) -> Value:
        """Melee Defence 1 higher until the next turn, for a half that has nothing better to do."""
        mind = self.mind
        if self.whole and not mind.has_attacked and mind.engaged:
            return NEVER
        return self._parry, None

    @cached_property
    def _parry(self) -> float:
        mind = self.mind
        if mind.is_watching:
            return 0.1
        return CAUTION * (mind.blows_at(mind.at) - mind.blows_at(mind.at, -1)) - 0.05

    def all_out_defence(self, option: Option) -> Value:
        """Both Defences 2 higher: to hold out where nothing can be done."""
        mind = self.mind
        saved = mind.harm_here - mind.blows_at(mind.at, -2) - mind.shots_at(mind.at, -2)
        return CAUTION * saved - 0.3, None

    def aim(self, option: Option) -> Value:
        """+1 on the next attack: this turn's, or the next one's of somebody who shoots."""
        mind = self.mind
        if self.delayed or self.known.figures[self.figure].aim:
            return NEVER
        if self.whole and not mind.has_attacked:
            return (self._aimed + 0.15, None) if self._aimed > 0 else NEVER
        if mind.is_shooter and (mind.guns or mind.is_watching) and not mind.engaged:
            return 0.25, None
        return NEVER

    @cached_property
    def _aimed(self) -> float:
        """The best attack with the other half at +1."""
        mind = self.mind
        blows = [blow(self.known, self.figure, f).worth(1) for f in mind.engaged]
        shot = mind.best_shot(mind.at) * 1.15
        return max([*blows, shot])

    def delay(self, option: Option) -> Value:
        """Keep a half for the foe who comes: its first blow is met with one."""
        mind = self.mind
        if mind.is_watching and not mind.has_attacked and not mind.body.delayed:
            return 0.3, None
        if mind.has_attacked or mind.engaged or self.whole:
            return NEVER
        coming = [t for t, _ in mind.strikers_at(mind.at)]
        if coming and not mind.is_shooter:
            return 0.45 * max(blow(self.known, self.figure, t.foe.figure).worth() for t in coming), None
        return (0.3 if mind.guns and mind.best_shot(mind.at) <= 0 and mind.foes else NEVER[0]), None

    # ------------------------------------------------------------------------------------------------ things
    def ready(self, option: Option) -> Value:
        """Draw what is better than what is in hand; put away what keeps a better thing from being drawn."""
        parts = option.key.split(":")
        if parts[1] not in ("draw", "take") or self.delayed:
            return NEVER
        item = self.known.items.get(":".join(parts[2:]))
        if item is None or self.known.weapon(item).is_shield:
            return NEVER
        gain = self._gain_with(Arm(item, hands.melee_form(self.known, item)))
        if gain <= 0:
            return NEVER
        return gain * (1.2 if self.mind.engaged else 0.6), None

    def _gain_with(self, arm: Arm) -> float:
        """How much better a blow is with another weapon, at the foe to whom it matters most."""
        foes = self.mind.engaged or self.mind.foes
        gains = [
            strike_of(self.known, melee_plan(self.known, self.figure, f, arm)).worth()
            - blow(self.known, self.figure, f).worth()
            for f in foes
        ]
        return max(gains, default=0.0)

    def drop(self, option: Option) -> Value:
        """Let a bow go to draw steel, with a foe upon one and a half left to draw with."""
        mind, item = self.mind, self.known.items[option.key.removeprefix("drop:")]
        weapon = self.known.weapon(item)
        if not mind.engaged or self.halves < 1 or not weapon.is_ranged or weapon.hands < 2:
            return NEVER
        carried = [i for i in self.known.owned(self.figure) if i.where == "carried"]
        gains = [self._gain_with(Arm(i, hands.melee_form(self.known, i))) for i in carried]
        return (3.0 * max(gains, default=0.0) - 1.0), None

    def reload(self, option: Option) -> Value:
        """A round of reloading, where nobody will be upon the loader before the shot."""
        mind = self.mind
        item = self.known.items[option.key.partition(":")[2]]
        weapon = self.known.weapon(item)
        if mind.engaged:
            return NEVER
        rounds = weapon.reload - item.rounds
        left = self.known.setup.rounds - self.known.round
        if rounds > left:
            return NEVER
        risk = mind.blows_at(mind.at)
        return 2.4 / (0.5 + 0.5 * rounds) + 0.4 * item.rounds - 0.8 * risk, None

    def clear(self, option: Option) -> Value:
        """Clear a gun for the long way to another shot."""
        return (0.6 if not self.mind.engaged else NEVER[0]), None

    def open(self, option: Option) -> Value:
        """Open a door or shutter that is in the way."""
        mind, best = self.mind, 0
        door = next((d for d in doors.doors_beside(self.known, self.figure) if d.edge == option.edge), None)
        if door is None or mind.engaged or self.delayed:
            return NEVER
        after = self.known.grid.with_edge(door.edge, door.state)
        index = self.known.grid.facts.index(mind.at)
        for starts in ((f.at,) for f in mind.foes_seen):
            now = paces_from(self.known.grid, mind.side, mind.bar, starts)[index]
            then = paces_from(after, mind.side, mind.bar, starts)[index]
            best = max(best, min(now, FAR // 2) - then)
        return (0.25 * min(best, 8) if best >= 3 else NEVER[0]), None

    def force(self, option: Option) -> Value:
        """Force a lock where there is no other way."""
        mind = self.mind
        shut = bool(mind.foes_seen) and mind.walk[self.known.grid.facts.index(mind.at)] >= FAR
        return (1.5 * self._chance(option) if shut and not mind.engaged else NEVER[0]), None

    def cast(self, option: Option) -> Value:
        """A flare in the eyes of somebody who is about to strike."""
        foe = option.piece
        if foe is None or self.delayed or (self.whole and self.mind.engaged):
            return NEVER
        threat = next((t for t in self.mind.threats if t.foe.figure == foe), None)
        if threat is None:
            return NEVER
        worst = max([threat.blow, *threat.shots], key=Strike.worth)
        return 0.8 * (worst.worth() - worst.worth(-1)), None

    # ------------------------------------------------------------------------------------------------ free
    def go_prone(self, option: Option) -> Value:
        """Down, for who shoots or reloads under fire with nobody near."""
        mind = self.mind
        if self.halves > 0 or not self._shoots_on or mind.blows_at(mind.at) > 0 or mind.engaged:
            return NEVER
        saved = mind.shots_at(mind.at) - mind.shots_at(mind.at, lying=True)
        return CAUTION * saved - 0.5, None

    @property
    def _shoots_on(self) -> bool:
        """Whether it will go on shooting from here."""
        owned = self.known.owned(self.figure)
        return any(self.known.weapon(i).is_ranged and self.known.weapon(i).hands == 2 for i in owned)


def is_stray(known: State, figure: FigureId, other: FigureId) -> bool:
    """Whether that is a foe's mount without its rider: it does not strike, nor does it count in the end."""
    mount = known.card(other).is_mount and known.figures[other].ridden_by is None
    return mount and known.are_foes(figure, other)


HANDLERS: Final[dict[str, Callable[[Acting, Option], Value]]] = {
    "attack": Acting.attack,
    "shoot": Acting.shoot,
    "swift": Acting.swift,
    "all-out": Acting.all_out,
    "charge": Acting.charge,
    "seize": Acting.seize,
    "squeeze": Acting.squeeze,
    "break": Acting.break_free,
    "feint": Acting.feint,
    "disarm": Acting.disarm,
    "move": Acting.move,
    "run": Acting.run,
    "disengage": Acting.disengage,
    "jump": Acting.leap,
    "climb": Acting.leap,
    "stand": Acting.stand,
    "mount": Acting.mount,
    "parry": Acting.parry,
    "all-out-defence": Acting.all_out_defence,
    "aim": Acting.aim,
    "delay": Acting.delay,
    "ready": Acting.ready,
    "drop": Acting.drop,
    "reload": Acting.reload,
    "clear": Acting.clear,
    "open": Acting.open,
    "force": Acting.force,
    "cast": Acting.cast,
    "go-prone": Acting.go_prone,
}
"""What weighs each verb of the menu; what is not listed is never worth it."""
