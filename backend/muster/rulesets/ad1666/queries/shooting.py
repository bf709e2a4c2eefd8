"""Shots: at whom with what, at which Difficulty Level, with which modifiers, to what damage (ranged.1 to ranged.17)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Part, SightLine, Total
from muster.engine.requests import Option
from muster.rulesets.ad1666.book import all_apply, applies, number, part
from muster.rulesets.ad1666.deck import Suit, location_of
from muster.rulesets.ad1666.people import CharacterId, Weapon
from muster.rulesets.ad1666.queries.arms import armour_part, equipped_ranged, heavy_part, is_ready, skill_part
from muster.rulesets.ad1666.queries.sight import Sight, sight, sight_line, spaces_apart
from muster.rulesets.ad1666.queries.trials import Trial, trial_odds
from muster.rulesets.ad1666.queries.zones import engaged_by, engages, is_engaged, is_foe
from muster.rulesets.ad1666.state import Item, State

Manner: TypeAlias = Literal["aimed", "quick", "defensive"]
NAMES: Final[dict[Manner, str]] = {
    "aimed": "Aimed Shot",
    "quick": "Quick Shot",
    "defensive": "Defensive Shot",
}
RULES: Final[dict[Manner, str]] = {"aimed": "action.1", "quick": "action.18", "defensive": "action.2"}


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot that is legal now: with what, at whom, how far, through what, and the test that it takes."""

    shooter: CharacterId
    item: str
    target: CharacterId
    manner: Manner
    spaces: int
    sight: Sight
    trial: Trial


def dl_at(weapon: Weapon, spaces: int) -> int | None:
    """The Difficulty Level of the shortest band that reaches; None beyond the longest (ranged.3)."""
    reaching = [b.dl for b in weapon.bands if spaces <= b.spaces]
    if not reaching:
        return None
    return reaching[0] if applies("ranged.3") else reaching[-1]


def shots(state: State, shooter: CharacterId, manner: Manner) -> Iterator[Shot]:
    """Every shot that a Character may take in a manner: ready weapons, enemies in range and sight (ranged.1)."""
    if not _may_shoot(state, shooter, manner):
        return
    for item, weapon in equipped_ranged(state, shooter):
        if is_ready(state, item) or not applies("ranged.1"):
            for target in state.present():
                found = shot(state, shooter, item, weapon, target, manner)
                if found is not None:
                    yield found


def shot_option(known: State, found: Shot, group: str, key: str = "") -> Option:
    """A shot as an option, with its line and its odds from what the shooter's player knows."""
    seat = known.seat(found.shooter)

    def sights() -> tuple[SightLine, ...]:
        start, end = known.bodies[found.shooter].at, known.bodies[found.target].at
        return (sight_line(known, start, end),) if start is not None and end is not None else ()

    return Option(
        key or f"{found.manner}:{found.item}:{found.target}",
        found.trial.name,
        f"{known.weapon(found.item).label}, {found.spaces} {'space' if found.spaces == 1 else 'spaces'}",
        group,
        found.trial.rule,
        found.target,
        odds_=lambda: trial_odds(known, seat, found.trial),
        sights_=sights,
    )


def _may_shoot(state: State, shooter: CharacterId, manner: Manner) -> bool:
    """Whether its state lets the Character shoot so (turn.16 to turn.18, turn.22, action.2, action.10)."""
    body = state.bodies[shooter]
    if body.unconscious and applies("turn.16"):
        return False
    if manner == "quick" and body.prone and applies("turn.17"):
        return False
    engaged = is_engaged(state, shooter)
    if manner == "defensive":
        return engaged and not body.engaged_at_start and applies("action.2")
    return not (engaged and all_apply(("turn.18", "turn.22") if body.prone else ("turn.18",)))


def shot(
    state: State, shooter: CharacterId, item: Item, weapon: Weapon, target: CharacterId, manner: Manner
) -> Shot | None:
    """The shot with a weapon at a Character, if it is legal; None where it is not."""
    start, end = state.bodies[shooter].at, state.bodies[target].at
    if start is None or end is None or target == shooter:
        return None
    if not is_foe(state, shooter, target) and applies("components.3"):
        return None
    spaces = spaces_apart(state, start, end)
    dl = dl_at(weapon, spaces)
    if dl is None:
        return None
    line = sight(state, start, end)
    if not line.clear:
        return None
    if manner == "defensive":
        if not engages(state, target, shooter) and applies("action.2"):
            return None
        if weapon.hands > 1 and not line.covered and applies("action.2"):
            return None
        dl = number("action.3", dl + 1, off=dl)
    name = f"{NAMES[manner]} at {state.name(target)}"
    trial = Trial(
        shooter,
        name,
        dl,
        RULES[manner],
        _parts(state, shooter, weapon, target, manner, line),
        suit_counts=True,
    )
    return Shot(shooter, item.id, target, manner, spaces, line, trial)


def _parts(
    state: State, shooter: CharacterId, weapon: Weapon, target: CharacterId, manner: Manner, line: Sight
) -> tuple[Part, ...]:
    """Everything that is added to a Shooting test, which all adds up (ranged.14)."""
    own, down, card = state.bodies[shooter], state.is_down(target), state.card(target)
    elusive = card.has("elusive-target") and not down
    # Stealth is only named by the book, so it hides nobody (ruling R58).
    hidden = card.has("stealth") and not applies("skill.stealth")
    found = (
        skill_part(state, shooter, weapon),
        heavy_part(state, shooter, weapon),
        part("Quick Shot", -1, "action.18") if manner == "quick" else None,
        *line.parts,
        part("The target is engaged", -1, "ranged.11") if is_engaged(state, target) else None,
        part("Prone", -1, "ranged.12") if own.prone else None,
        part("The target is Prone", 1, "ranged.13") if down else None,
        part("Elusive Target", -1, "skill.elusive-target") if elusive or hidden else None,
        part("Surprise", 1, "skill.inconspicuous.7") if own.inconspicuous else None,
    )
    return tuple(p for p in found if p is not None)


def stray_targets(state: State, shooter: CharacterId, target: CharacterId) -> tuple[CharacterId, ...]:
    """Whom a shot that failed by exactly 1 may hit instead: those who engage the target or are engaged by it.

    Not the shooter; the shooter must see them, past the original target (ranged.16, rulings R20, R77).
    """
    start = state.bodies[shooter].at
    if start is None or not applies("ranged.16"):
        return ()
    near = dict.fromkeys(
        (*engaged_by(state, target), *(o for o in state.present() if engages(state, target, o)))
    )
    found: list[CharacterId] = []
    for who in near:
        at = state.bodies[who].at
        if who != shooter and at is not None and sight(state, start, at, frozenset({target})).clear:
            found.append(who)
    return tuple(found)


def shot_damage(state: State, weapon: Weapon, target: CharacterId, margin: int, suit: Suit) -> Total:
    """The damage of a hit: the margin, the weapon at the location, less armour; at least 0 (ranged.17, ruling R63)."""
    location = location_of(suit)
    found = (
        part("By how much it hit", margin, "ranged.17"),
        part(f"{weapon.label}, {location}", weapon.damage[suit], "ranged.17"),
        armour_part(state, target, location, weapon),
    )
    total = Total.of(f"Damage to the {location}", found)
    return Total(total.label, total.parts, max(0, total.value))
