"""The cards of units and leaders with all their numbers, as they are now (2.3a, 2.7a)."""

from collections.abc import Iterator
from typing import Final

from muster.engine.explain import Reason
from muster.engine.memory import remembered
from muster.engine.views import Chip, Sheet, SheetLine, Stat
from muster.rulesets.baroque.cards import Card, Discipline, Pace, Trait, Weapon
from muster.rulesets.baroque.queries.army import army_command, is_cinc, leadership, seat_of
from muster.rulesets.baroque.queries.command import command_range, is_in_command, leader_distance
from muster.rulesets.baroque.queries.status import exhausted_at, is_exhausted
from muster.rulesets.baroque.queries.victory import BAGGAGE_LOST, cost
from muster.rulesets.baroque.queries.words import bu, count, signed
from muster.rulesets.baroque.state import CommandId, State, UnitId, Used

TYPES: Final = {
    "GA": "Gallopers",
    "TR": "Trotters",
    "RE": "Reiters",
    "SP": "Sipahis",
    "CL": "Light cavalry",
    "H&M": "Horse with muskets",
    "P&M": "Pike and musket",
    "ETE": "Early tercio",
    "LTE": "Late tercio",
    "PK": "Pike block",
    "T": "Shot",
    "WB": "Irregular foot",
    "S": "Skirmishers",
    "DR": "Dragoons",
    "ART": "Artillery",
    "BAG": "Baggage",
}
CINC: Final = "Commander-in-Chief"
PACES: Final[dict[Pace, str]] = {"slow": ", slow", "normal": "", "fast": ", fast"}
TARGETS: Final[dict[Discipline, str]] = {"A": "A, 3 or more", "B": "B, 4 or more", "C": "C, 5 or more"}
WEAPONS: Final[dict[Weapon, tuple[str, str, str]]] = {
    "pike": ("Pike", "spears", "2.2d"),
    "musket": ("Musket", "musket", "6.1.2"),
    "arquebus": ("Arquebus", "musket", "6.1.2"),
    "bow": ("Bow", "bow-arrow", "6.1.2"),
    "pistol_carbine": ("Pistol or carbine", "saber-and-pistol", "6.1.2"),
    "point_blank_pistol": ("Point-blank pistol", "saber-and-pistol", "6.7a"),
    "lance": ("Lance", "mounted-knight", "8.2.2"),
    "art_a": ("Artillery A", "cannon", "6.1.2"),
    "art_b": ("Artillery B", "cannon", "6.1.2"),
    "art_c": ("Artillery C", "cannon", "6.1.2"),
    "art_d": ("Artillery D", "cannon", "6.1.2"),
    "art_e": ("Artillery E", "cannon", "6.1.2"),
}
TRAITS: Final[dict[Trait, tuple[str, str]]] = {
    "iron_officers": ("Iron Officers", "8.1.1"),
    "well_trained_shooters": ("Well Trained Shooters", "8.1.2"),
    "master_gunner": ("Master Gunner", "8.1.3"),
    "motivated": ("Motivated", "8.1.4a"),
    "feared": ("Feared", "8.1.5a"),
    "recruits": ("Recruits", "8.1.6"),
    "demotivated": ("Demotivated", "8.1.7"),
    "hardened": ("Hardened", "8.1.8"),
    "agitators": ("Agitators and preachers", "8.1.9a"),
    "regimental_artillery": ("Regimental artillery", "8.2.1"),
    "cuirass": ("Cuirass", "8.2.3a"),
    "salvo": ("Salvo", "8.2.4"),
    "fortified": ("Fortified", "2.8b"),
}

ONCE: Final[dict[Used, tuple[str, str]]] = {
    "volley": ("First volley left", "6.1.5a"),
    "pistol": ("Pistol loaded", "6.7a"),
    "lance": ("Lances whole", "8.2.2"),
}
"""What a unit has once in a battle: what its sheet says while that is left, and the rule."""


# ------------------------------------------------------------------------------------------------ units
@remembered
def sheet(state: State, unit: UnitId, roles: tuple[Reason, ...], acts: bool) -> Sheet:
    """A unit's card with its present numbers, or the baggage's; see :func:`view.piece` for ``roles`` and ``acts``."""
    card = state.card(unit)
    label = state.setup.labels[card.seat]
    where = f"command {army_command(state, card.command).label}" if card.command else "immobile"
    massed = ", massed" if card.massed else ""
    return Sheet(
        id=unit,
        title=card.name,
        subtitle=f"{TYPES[card.type]}{massed}, {where}, {label}",
        stats=_stats(state, card),
        lines=(*_weapon_lines(card), *_cost_lines(card)),
        chips=(*_trait_chips(card), *_state_chips(state, unit, roles, acts)),
    )


def _stats(state: State, card: Card) -> tuple[tuple[Stat, ...], ...]:
    exhausted = Stat("Exhausted at", f"VBU {exhausted_at(card)}", "baroque.2.5.1a")
    discipline = Stat("Discipline", TARGETS[card.discipline], "baroque.2.4.1a")
    if card.type == "BAG":
        return ((exhausted, discipline),)
    return (
        (
            Stat("Move", f"{card.move} BU{PACES[card.pace]}", "baroque.2.3a"),
            exhausted,
            Stat("Impetus", count(card.impetus, "die", "dice"), "baroque.2.3a"),
        ),
        (
            discipline,
            Stat("Worth (VD)", str(card.vd), "baroque.9.1b"),
            Stat("Points", str(card.points), "baroque.2.3a"),
        ),
    )


def _weapon_lines(card: Card) -> Iterator[SheetLine]:
    """Weapons, and what the unit adds to their dice."""
    for weapon in card.weapons:
        label, icon, rule = WEAPONS[weapon]
        yield SheetLine(label, "", icon, f"baroque.{rule}")
    if card.sm:
        yield SheetLine("Shooting modifier", signed(card.sm), "musket", "baroque.2.3a")
    if card.mm:
        yield SheetLine("Melee modifier while Fresh", signed(card.mm), "crossed-sabres", "baroque.2.3a")


def _cost_lines(card: Card) -> Iterator[SheetLine]:
    """What it takes off the numbers of its army and its command (9.1b, 2.8e)."""
    if card.type == "BAG":
        yield SheetLine("Costs its army", f"{signed(-BAGGAGE_LOST)} lost", "", "baroque.2.8e")
    else:
        exhausted, lost = cost(card, "exhausted"), cost(card, "lost")
        words = f"{signed(-exhausted)} Exhausted, {signed(-lost)} lost"
        yield SheetLine("Costs army and command", words, "", "baroque.9.1b")


def _trait_chips(card: Card) -> Iterator[Chip]:
    for trait in card.traits:
        label, rule = TRAITS[trait]
        yield Chip(label, "plain", f"baroque.{rule}")


def _state_chips(state: State, unit: UnitId, roles: tuple[Reason, ...], acts: bool) -> Iterator[Chip]:
    """What has become of it: order, losses, what it did this turn, whether its leader is heard."""
    body = state.units[unit]
    if body.gone or body.pose is None:
        return
    if body.disordered:
        yield Chip("Disordered", "bad", "baroque.2.5.3a")
    if is_exhausted(state, unit):
        yield Chip("Exhausted", "bad", "baroque.2.5.1a")
    if state.in_melee(unit):
        yield Chip("In melee", "warn", "baroque.4.1.1i")
        for role in roles:
            yield Chip(f"{role.text[0].upper()}{role.text[1:]}", "warn", role.rule)
    if body.activated:
        yield Chip("Acts now" if acts else "Has acted", "good" if acts else "plain", "baroque.4.1.1j")
    if body.reacted:
        yield Chip("Has reacted", "plain", "baroque.2.5.4")
    for sign in left_once(state, state.card(unit)):
        label, rule = ONCE[sign]
        yield Chip(label, "good", f"baroque.{rule}")
    if body.unruly:
        yield Chip("May not rally this turn", "bad", "baroque.8.1.9a")
    if state.card(unit).command:
        yield _command_chip(state, unit)


def left_once(state: State, card: Card) -> Iterator[Used]:
    """What a unit still has once in the battle: first volley, point-blank pistol, lances."""
    used = state.units[card.id].used
    if "volley" not in used and ("musket" in card.weapons or "arquebus" in card.weapons):
        yield "volley"
    if "pistol" not in used and "point_blank_pistol" in card.weapons:
        yield "pistol"
    if "lance" not in used and "lance" in card.weapons:
        yield "lance"


def _command_chip(state: State, unit: UnitId) -> Chip:
    """Whether its leader is heard, and how far he is."""
    away = leader_distance(state, unit)
    if away is None:
        return Chip("Without a leader", "bad", "baroque.6.2.2c")
    reach = bu(command_range(state, state.card(unit).command))
    heard = is_in_command(state, unit)
    words = "In command" if heard else "Out of command"
    return Chip(f"{words}: {bu(away)} of {reach}", "good" if heard else "bad", "baroque.2.6.2b")


# ------------------------------------------------------------------------------------------------ leaders
@remembered
def leader_sheet(state: State, command: CommandId) -> Sheet:
    """A leader's card."""
    body, card = state.leaders[command], army_command(state, command)
    seat = seat_of(state, command)
    title = CINC if is_cinc(state, command) else "Leader"
    return Sheet(
        id=command,
        title=card.leader,
        subtitle=f"{title}, command {card.label}, {state.setup.labels[seat]}",
        stats=(
            (
                Stat("Level", body.level, "baroque.2.7a"),
                Stat("Bonus", signed(leadership(state, command)), "baroque.2.7a"),
                Stat("Command range", bu(command_range(state, command)), "baroque.2.6.2a"),
            ),
        ),
        lines=(),
        chips=tuple(_leader_chips(state, command)),
    )


def _leader_chips(state: State, command: CommandId) -> Iterator[Chip]:
    body = state.leaders[command]
    if is_cinc(state, command):
        yield Chip(CINC, "plain", "baroque.2.1c")
    if body.lost:
        yield Chip("Lost", "bad", "baroque.6.2.2c")
    if body.unit is not None:
        yield Chip(f"With {state.name(body.unit)}", "good", "baroque.2.6.1d")
    if body.fixed:
        yield Chip("Level fixed", "plain", "baroque.2.7.5c")
    if body.bereft == state.turn:
        yield Chip("Joins nobody this turn", "warn", "baroque.7.5.6c")
    elif body.barred:
        yield Chip("Joins nobody before his next activation", "warn", "baroque.2.6.1i")
