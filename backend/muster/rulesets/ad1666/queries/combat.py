"""Close combat: whose turn it is, who may fight whom, who supports, what is added, what a blow does."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from muster.engine.explain import Part, Total
from muster.engine.ids import Seat
from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import applies, number, part
from muster.rulesets.ad1666.contest import Side
from muster.rulesets.ad1666.deck import BLACK_SUITS, SUITS, Location, Suit, location_of
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.arms import armour_part, heavy_part, skill_part
from muster.rulesets.ad1666.queries.ground import board_of, orthogonal
from muster.rulesets.ad1666.queries.hands import Arms, helps_parry, main_weapon
from muster.rulesets.ad1666.queries.trials import Trial, on_all_tests
from muster.rulesets.ad1666.queries.zones import engaged_by, engages, is_foe, mirrors, reach_of
from muster.rulesets.ad1666.state import State

SUIT_AT: Final[dict[Location, Suit]] = {location_of(suit): suit for suit in SUITS}


@dataclass(frozen=True, slots=True)
class Deed:
    """What a Character can be activated for: to fight ``foe``, or (None) for the defensive stance (combat.2)."""

    who: CharacterId
    foe: CharacterId | None

    @property
    def key(self) -> str:
        """What names it among the others."""
        return f"fight:{self.who}:{self.foe}" if self.foe is not None else f"stance:{self.who}"


@dataclass(frozen=True, slots=True)
class Bout:
    """A close combat: who began it against whom, with which arms.

    ``surprise``: it is the first test of an attack with the Inconspicuous marker; ``sweep`` says how many combats of a
    Sweeping Attack went before, ``held`` which card that one keeps; ``spared`` who ignores being Crippled in this test;
    ``riposte``: a Parry went before.
    """

    active: CharacterId
    passive: CharacterId
    arms: tuple[Arms, Arms]
    surprise: bool = False
    sweep: int = 0
    held: Side | None = None
    spared: tuple[CharacterId, ...] = ()
    riposte: bool = False

    def other(self, who: CharacterId) -> CharacterId:
        """The opponent."""
        return self.passive if who == self.active else self.active

    def arms_of(self, who: CharacterId) -> Arms:
        """What a fighter fights with."""
        return self.arms[0] if who == self.active else self.arms[1]


@dataclass(frozen=True, slots=True)
class Hit:
    """What a won combat does: where it hits and how much damage it makes, with its parts (combat.15)."""

    location: Location
    damage: Total


# ------------------------------------------------------------------------------------------------ who may fight
def may_fight(state: State, who: CharacterId, foe: CharacterId) -> bool:
    """Whether a Character may attack an enemy: adjacent, one in the other's Zone of Control (combat.5).

    For an attack with the Inconspicuous marker the zones count as if there were none. Who is Prone may fight only an
    enemy that engages it (combat.25), who is Unconscious nobody (combat.23).
    """
    start, end = state.bodies[who].at, state.bodies[foe].at
    if start is None or end is None or who == foe:
        return False
    if not is_foe(state, who, foe) and applies("components.3"):
        return False
    if state.bodies[who].unconscious and applies("combat.23"):
        return False
    near = reach_of(state, start) if applies("combat.5") else orthogonal(state, start)
    if end not in near:
        return False
    if state.is_down(who):
        return engages(state, foe, who) or not applies("combat.25")
    return True


def must_act(state: State, who: CharacterId) -> bool:
    """Whether a Character has still to be activated: it engages an enemy or is engaged by one (combat.1, R61)."""
    if state.bodies[who].activated or not state.in_play(who):
        return False
    if engaged_by(state, who):
        return True
    return any(engages(state, who, foe) for foe in state.present() if foe != who) and applies("combat.1")


def may_act(state: State, who: CharacterId) -> bool:
    """Whether a Character can be activated: it must, or it has the Inconspicuous marker and an enemy beside it."""
    if state.bodies[who].activated or not state.in_play(who):
        return False
    return must_act(state, who) or any(may_fight(state, who, foe) for foe in state.present())


def whose_turn(state: State) -> Seat | None:
    """Which seat activates a Character next; None when all are through, and outside the Combat Phase (combat.1).

    ``up`` is the seat whose turn it is, the first actor's at the start (ruling R23). A seat without such a Character is
    skipped; one that has nobody left but Characters who need not fight may pass, and is asked again once something has
    happened.
    """
    if state.phase != "combat" and applies("turn.15"):
        return None
    first = Seat(state.up or state.first_actor)
    for seat in (first, state.other(first)):
        mine = tuple(state.present(seat))
        if any(must_act(state, who) for who in mine):
            return seat
        if seat not in state.passed and any(may_act(state, who) for who in mine):
            return seat
    return None


def deeds(state: State, seat: str) -> Iterator[Deed]:
    """What a seat's Characters can be activated for (combat.2).

    A Berserker takes no defensive stance while there is anybody that it can fight (skill.berserker).
    """
    for who in state.present(seat):
        if not may_act(state, who):
            continue
        foes = [foe for foe in state.present(state.other(seat)) if may_fight(state, who, foe)]
        yield from (Deed(who, foe) for foe in foes)
        if not must_act(state, who):
            continue
        bound = bool(foes) and state.card(who).has("berserker")
        if not (bound and applies("skill.berserker")) and applies("combat.2"):
            yield Deed(who, None)


# ------------------------------------------------------------------------------------------------ support
def supporters(
    state: State, fighter: CharacterId, foe: CharacterId
) -> Iterator[tuple[CharacterId, int, str]]:
    """Who supports a fighter against an enemy, by how much, by which rule (combat.7, combat.8).

    Those of its own side adjacent to the enemy who are engaged by nobody else and neither Prone nor Inconspicuous: 1
    each, 2 from straight opposite.
    """
    start, end = state.bodies[fighter].at, state.bodies[foe].at
    if start is None or end is None:
        return
    for who in state.present(state.seat(fighter)):
        at = state.bodies[who].at
        if who == fighter or at is None or end not in reach_of(state, at):
            continue
        if any(o != foe for o in engaged_by(state, who)) and applies("combat.7"):
            continue
        if state.is_down(who) and applies("zoc.8"):
            continue
        if state.bodies[who].inconspicuous and applies("skill.inconspicuous.6"):
            continue
        opposite = mirrors(state, start, end) == at and applies("combat.8")
        yield who, 2 if opposite else 1, "combat.8" if opposite else "combat.7"


def support_parts(state: State, fighter: CharacterId, foe: CharacterId) -> tuple[Part, ...]:
    """The support of a fighter, less what a jostling enemy takes off it, at least 0 (skill.jostling)."""
    given = (
        part(f"Support of {state.name(who)}{', straight opposite' if value > 1 else ''}", value, rule)
        for who, value, rule in supporters(state, fighter, foe)
    )
    found = [p for p in given if p is not None]
    strength = max(0, state.card(foe).ability("strength")) if state.card(foe).has("jostling") else 0
    jostled = part(
        f"Jostling of {state.name(foe)}", -min(strength, sum(p.value for p in found)), "skill.jostling"
    )
    return (*found, jostled) if jostled is not None else tuple(found)


# ------------------------------------------------------------------------------------------------ sums
def attacker_of(state: State, bout: Bout) -> CharacterId:
    """Who counts as the Attacker: the active Character (combat.4), or the only Berserker of the two."""
    fierce = [w for w in (bout.active, bout.passive) if state.card(w).has("berserker")]
    if len(fierce) == 1 and applies("skill.berserker"):
        return fierce[0]
    return bout.active if applies("combat.4") else bout.passive


def combat_parts(state: State, bout: Bout, who: CharacterId, suit: Suit | None) -> tuple[Part, ...]:
    """Everything that is added to a fighter's Original Card of that suit (combat.6)."""
    foe = bout.other(who)
    weapon, theirs = main_weapon(state, bout.arms_of(who)), main_weapon(state, bout.arms_of(foe))
    swept = bout.sweep if who == bout.active else 0
    found = (
        skill_part(state, who, weapon),
        heavy_part(state, who, weapon),
        part("Weapon Superiority", 1, "items.10") if weapon.superiority > theirs.superiority else None,
        *support_parts(state, who, foe),
        *_skill_bonuses(state, bout, who, suit),
        part("Surprise attack", 2, "skill.inconspicuous.7") if bout.surprise and who == bout.active else None,
        part(f"Sweeping Attack, combat {swept + 1}", -swept, "skill.sweeping-attack.2"),
        _lying(state, who),
        *on_all_tests(state, who, spared=who in bout.spared),
    )
    return tuple(p for p in found if p is not None)


def _lying(state: State, who: CharacterId) -> Part | None:
    body = state.bodies[who]
    if body.unconscious:
        return part("Unconscious", -1, "combat.23")
    return part("Prone", -1, "combat.6") if body.prone else None


def _skill_bonuses(state: State, bout: Bout, who: CharacterId, suit: Suit | None) -> Iterator[Part | None]:
    card, attacks = state.card(who), attacker_of(state, bout) == who
    if card.has("quick-slash") and attacks:
        yield part("Quick Slash", 1, "skill.quick-slash")
    if card.has("thrust-to-the-heart") and suit == "heart":
        yield part("Thrust to the Heart", 1, "skill.thrust")
    if card.has("frenzied-attack") and attacks and suit in ("heart", "horseshoe"):
        yield part("Frenzied Attack", 1, "skill.frenzied-attack")
    if card.has("clever-defense") and not attacks and suit in BLACK_SUITS:
        yield part("Clever defense", 1, "skill.clever-defense")


# ------------------------------------------------------------------------------------------------ parry
def may_be_parried(state: State, bout: Bout, winner: CharacterId) -> bool:
    """Whether the loser has a Parry token left and the blow is no surprise (combat.11, skill.inconspicuous.7)."""
    surprise = bout.surprise and winner == bout.active and applies("skill.inconspicuous.7")
    return state.bodies[bout.other(winner)].parries > 0 and not surprise and applies("combat.11")


def parry_trial(state: State, bout: Bout, loser: CharacterId, margin: int) -> Trial:
    """The Parry: DL 1 above the margin, no Ability and no skill added (combat.12, ruling R32).

    A weapon with Mighty Blow raises the DL by 1 unless the loser ignores it; a parrying weapon adds 1.
    """
    mighty = main_weapon(state, bout.arms_of(bout.other(loser))).mighty_blow
    ignored = state.card(loser).has("iron-parry") and applies("skill.iron-parry")
    level = margin + number("combat.12", 1, off=0)
    level += 1 if mighty and not ignored and applies("weapon.mighty-blow") else 0
    helped = (
        part("Parrying weapon", 1, "weapon.parrying") if helps_parry(state, bout.arms_of(loser)) else None
    )
    return Trial(loser, "Parry", level, "combat.12", (helped,) if helped is not None else ())


# ------------------------------------------------------------------------------------------------ damage
def location_hit(state: State, winner: CharacterId, loser: CharacterId, suit: Suit) -> Location:
    """Where the winner's card hits: on the higher one the legs instead of the head, on the lower one the other way
    round (items.9, map.13)."""
    found = location_of(suit) if applies("items.9") else "body"
    rise = _level(state, loser) - _level(state, winner)
    if rise > 0 and found == "head" and applies("map.13"):
        return "legs"
    if rise < 0 and found == "legs" and applies("map.13"):
        return "head"
    return found


def _level(state: State, who: CharacterId) -> int:
    at: Space | None = state.bodies[who].at
    return board_of(state).spaces[at].level if at is not None else 0


def hit_of(state: State, bout: Bout, winner: CharacterId, margin: int, suit: Suit) -> Hit:
    """The hit of a won combat: the margin, the weapon at that place, skills, less armour; at least 0 (combat.15)."""
    loser = bout.other(winner)
    location = location_hit(state, winner, loser, suit)
    weapon, card = main_weapon(state, bout.arms_of(winner)), state.card(winner)
    slashed = card.has("quick-slash") and attacker_of(state, bout) == winner
    found = (
        part("By how much it was won", margin, "combat.15"),
        part(f"{weapon.label}, {location}", weapon.damage[SUIT_AT[location]], "combat.15"),
        part("Thrust to the Heart", 1, "skill.thrust")
        if card.has("thrust-to-the-heart") and suit == "heart"
        else None,
        part("Quick Slash", -1, "skill.quick-slash") if slashed else None,
        armour_part(state, loser, location, weapon),
    )
    total = Total.of(f"Damage to the {location}", found)
    return Hit(location, replace(total, value=max(0, total.value)))


# ------------------------------------------------------------------------------------------------ sweeping attack
def struck_key(sweeper: CharacterId, foe: CharacterId) -> str:
    """What ``used`` holds of an enemy whom a Character has attacked in this Combat Phase (skill.sweeping-attack.3)."""
    return f"{sweeper}:struck:{foe}"


def sweep_targets(state: State, sweeper: CharacterId, beaten: CharacterId) -> tuple[CharacterId, ...]:
    """The enemies that a Sweeping Attack may go on to: engaged with the sweeper, another than the one just beaten, and
    not attacked by it in this phase (skill.sweeping-attack.1, skill.sweeping-attack.3)."""
    if not state.in_play(sweeper):
        return ()
    return tuple(
        foe
        for foe in state.present(state.other(state.seat(sweeper)))
        if foe != beaten
        and (engages(state, foe, sweeper) or engages(state, sweeper, foe))
        and may_fight(state, sweeper, foe)
        and not (struck_key(sweeper, foe) in state.used and applies("skill.sweeping-attack.3"))
    )
