"""The position as one audience may see it: Characters, hands, decks, discard piles, doors."""

from collections.abc import Iterator

from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.views import (
    AreaView,
    Bar,
    Chip,
    GaugeView,
    ItemView,
    Mark,
    PhaseView,
    PieceView,
    SeatView,
    Shape,
    Sheet,
    SheetLine,
    Stat,
    View,
    ZoneView,
)
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.deck import SUITS, UNKNOWN, location_of
from muster.rulesets.ad1666.exchange import contests
from muster.rulesets.ad1666.people import (
    ABILITIES,
    ACTIVE_SKILLS,
    CLOSE_SKILLS,
    RANGED_SKILLS,
    SPECIAL_SKILLS,
    CharacterId,
    Weapon,
    faction_label,
    skill_label,
)
from muster.rulesets.ad1666.queries.arms import item_label, owned, weapon_of
from muster.rulesets.ad1666.queries.ground import board_of
from muster.rulesets.ad1666.queries.victory import score
from muster.rulesets.ad1666.queries.zones import engaged_by, engages, has_zone, reach_of
from muster.rulesets.ad1666.state import State

PHASES = {
    "bands": "The bands",
    "placing": "Before the first turn",
    "start": "Start of Turn",
    "card": "Card Phase",
    "initiative": "Initiative Phase",
    "action": "Action Phase",
    "combat": "Combat Phase",
    "morale": "Morale Phase",
    "interaction": "Interaction Phase",
    "end": "End of Turn",
    "over": "Over",
}


def known_for(state: State, audience: Audience) -> State:
    """What an audience knows."""
    return state.known_to_all() if audience == SPECTATORS else state.known_to(Seat(audience))


def view(state: State, audience: Audience) -> View:
    """The whole position for one audience; who decides and how it ended is added by the engine."""
    known = known_for(state, audience)
    return View(
        audience=str(audience),
        ruleset="ad1666",
        scenario=known.setup.scenario.title,
        measuring="free",
        seats={s: seat_view(known, s) for s in known.seats},
        pieces={who: piece(known, who) for who in known.bodies},
        edges=dict(known.doors),
        items={v.id: v for v in things(known)},
        areas={a.id: a for a in areas(known)},
        phase=phase(known),
        sheets={who: sheet(known, who) for who in known.bodies},
        zones={z.id: z for z in zones(known)},
        contests={c.id: c for c in contests(known)},
        gauges={g.id: g for g in gauges(known)},
    )


def seat_view(known: State, seat: Seat) -> SeatView:
    """A side, with Initiative where it holds that (turn.10); before anybody has taken it nobody does."""
    placing = known.turn == 1 and known.phase in ("placing", "start", "initiative")
    holds = known.initiative == seat and not (placing and not known.setup.scenario.initiative)
    return SeatView(seat, known.setup.labels[seat], seat, "Initiative" if holds else "")


def gauges(known: State) -> Iterator[GaugeView]:
    """The Alarm Counters that are left, where there are any (alarm.1), and what each side wins by (alarm.4)."""
    if known.alarm is not None:
        told = (
            f"{known.alarm} of {known.setup.scenario.alarm} Alarm Counters left; the last one ends the match"
        )
        yield GaugeView(
            "alarm", "", "Alarm", known.alarm, known.setup.scenario.alarm, note=told, rule="ad1666.alarm.1"
        )
    for seat in known.seats:
        found = score(known, seat)
        if found is not None:
            yield GaugeView(
                f"score-{seat}",
                seat,
                found.label,
                found.value,
                found.most,
                note=found.text,
                rule="ad1666.alarm.4",
                won=True,
            )


def phase(known: State) -> PhaseView:
    """Turn and phase."""
    turns = known.setup.scenario.turns or None
    of = f" of {turns}" if turns else ""
    active = known.acting.who if known.acting is not None else None
    return PhaseView(known.turn, turns, f"Turn {known.turn}{of}, {PHASES[known.phase]}", active, ())


def areas(known: State) -> Iterator[AreaView]:
    """Hands and decks as counts, faces for those who may see them; discard piles open to all (cards.1)."""
    for seat in known.seats:
        hand = known.hands.get(seat, ())
        faces = None if UNKNOWN in hand else hand
        yield AreaView(f"hand-{seat}", "hand", "Hand", len(hand), seat, faces)
        yield AreaView(f"deck-{seat}", "deck", "Deck", len(known.decks.get(seat, ())), seat)
        pile = known.discards.get(seat, ())
        open_to_all = pile if applies("cards.1") else None
        yield AreaView(f"discard-{seat}", "discard", "Discard pile", len(pile), seat, open_to_all)
        yield AreaView(f"play-{seat}", "play", "In play", len(known.played(seat)), seat, known.played(seat))
    yield AreaView("magic", "deck", "Magic Deck", len(known.magic))


def zones(known: State) -> Iterator[ZoneView]:
    """What each Character controls, and which enemies it engages there (zoc.1, zoc.6)."""
    for who in known.present():
        at = known.bodies[who].at
        if at is not None and has_zone(known, who):
            held = tuple(o for o in known.present() if o != who and engages(known, who, o))
            yield ZoneView(who, known.seat(who), "Zone of Control", tuple(sorted(reach_of(known, at))), held)


def piece(known: State, who: CharacterId) -> PieceView:
    """A Character on the board."""
    body, card = known.bodies[who], known.card(who)
    marks = tuple(marks_of(known, who))
    level = board_of(known).spaces[body.at].level if body.at is not None else 0
    left = max(0, card.death - body.wounds)
    active = known.acting is not None and known.acting.who == who
    return PieceView(
        id=who,
        seat=card.seat,
        name=card.name,
        icon=card.icon,
        shape=Shape("square", 1),
        at=body.at,
        level=level,
        bar=Bar(left, card.death, f"Wounds left, Crippled at {card.crippled} taken"),
        marks=marks,
        state="fallen" if body.fate in ("killed", "fled") else "prone" if known.is_down(who) else "up",
        active=active,
        # Who acts has been activated, but has not had its turn yet.
        acted=body.activated and not active,
        label=", ".join(
            [
                card.name,
                known.setup.labels[card.seat],
                f"{left} of {card.death} Wounds left",
                *(m.label for m in marks),
            ]
        )
        + ".",
    )


def marks_of(known: State, who: CharacterId) -> Iterator[Mark]:
    """The markers of a Character; of one that is out for good nothing but how."""
    body = known.bodies[who]
    if body.fate in ("killed", "fled"):
        yield Mark(body.fate, body.fate)
        return
    if body.unconscious:
        yield Mark("unconscious", "Unconscious")
    elif body.prone:
        yield Mark("prone", "Prone")
    if known.is_crippled(who):
        yield Mark("crippled", "Crippled: −1 on all tests")
    if body.overwatch:
        yield Mark("overwatch", "on Overwatch")
    if body.inconspicuous:
        yield Mark("inconspicuous", "Inconspicuous: counts as friendly to all")
    if body.unswerving and applies("components.7"):
        yield Mark("unswerving", f"Unswerving: {body.unswerving} counters left")
    if body.uncle:
        yield Mark("uncle", "Call me uncle: −1 on all tests but Fortitude")


def things(known: State) -> Iterator[ItemView]:
    """What lies on the board."""
    for item in known.items.values():
        if item.at is not None:
            yield ItemView(
                item.id, item.kind, item_label(known, item.id).removeprefix("the ").capitalize(), item.at
            )


# ------------------------------------------------------------------------------------------------ sheets
def sheet(known: State, who: CharacterId) -> Sheet:
    """A Character's card with what it holds and what has become of it (components.6)."""
    card = known.card(who)
    kind = "Hero" if card.hero else "Commoner"
    of = "" if card.faction == "neutral" else f" of {faction_label(card.faction)}"
    scores = [Stat(a.capitalize(), str(card.ability(a)), "ad1666.stats.1") for a in ABILITIES]
    harm = (
        Stat("Crippled at", str(card.crippled), "ad1666.wounds.2"),
        Stat("Dies at", str(card.death), "ad1666.wounds.3"),
        Stat("Parry tokens", f"{known.bodies[who].parries} of {card.fencing}", "ad1666.turn.4"),
    )
    return Sheet(
        id=who,
        title=card.name,
        subtitle=f"{kind}{of}, {card.gold} Gold",
        stats=(tuple(scores[:3]), tuple(scores[3:]), harm),
        lines=(*_weapon_lines(known, who), *_armour_lines(known, who)),
        chips=(*_skill_chips(known, who), *_state_chips(known, who)),
    )


def _weapon_lines(known: State, who: CharacterId) -> Iterator[SheetLine]:
    card, held = known.card(who), known.bodies[who].equipped
    for item in owned(known, who):
        weapon = weapon_of(known, item.id)
        if weapon is None:
            yield SheetLine(
                item_label(known, item.id).removeprefix("the ").capitalize(), "carried", rule="ad1666.items.7"
            )
            continue
        rating = card.skills.get(weapon.skill)
        skill = f"{skill_label(weapon.skill)} {rating}" if rating is not None else "no skill: −2"
        parts = [skill, "in hand" if item.id in held else "carried"]
        if weapon.copied:
            parts.append(f"own card, after {weapon.copied}")
        if item.reload:
            parts.append(f"{item.reload} Reload to go")
        elif weapon.reload:
            parts.append("loaded")
        if item.uses is not None:
            parts.append(f"{item.uses} left")
        yield SheetLine(
            weapon.label,
            ", ".join(parts),
            weapon_icon(weapon),
            "ad1666.items.8",
            ", ".join(_deadliness(weapon)),
        )


def _deadliness(weapon: Weapon) -> Iterator[str]:
    """What a weapon's card says beside its skill: Superiority or bands, damage by where it hits, what else it has."""
    if weapon.is_ranged:
        yield "; ".join(f"up to {b.spaces} spaces DL {b.dl}" for b in weapon.bands)
    else:
        yield f"Superiority {weapon.superiority}"
    yield "damage " + " ".join(f"{location_of(suit)} {weapon.damage[suit]}" for suit in SUITS)
    more = {
        "Armour-Piercing": weapon.armour_piercing,
        "Mighty Blow": weapon.mighty_blow,
        "Parrying": weapon.parrying,
        "firearm": weapon.firearm,
    }
    yield from (label for label, there in more.items() if there)
    if weapon.heavy:
        yield f"Heavy, wants Strength {weapon.heavy}"
    if weapon.reload:
        yield f"Reload {weapon.reload}"
    if weapon.quick_reload:
        yield f"Quick Reload DL {weapon.quick_reload}"


def weapon_icon(weapon: Weapon) -> str:
    """The sign of a weapon."""
    by_skill = {
        "muskets": "musket",
        "pistols": "saber-and-pistol",
        "bow": "bow-arrow",
        "thrown": "thrown-daggers",
        "polearms": "pikeman",
        "cutting": "crossed-sabres",
        "thrusting": "fencer",
        "brawl": "fist",
        "blunt": "battle-axe",
    }
    return by_skill.get(weapon.skill, "broadsword")


def _armour_lines(known: State, who: CharacterId) -> Iterator[SheetLine]:
    for key in known.card(who).armour:
        piece = known.setup.armour[key]
        told = ", ".join(f"{place} {g.usual}, pierced {g.pierced}" for place, g in piece.guards.items())
        if piece.copied:
            told = f"{told}, own card, after {piece.copied}"
        yield SheetLine(piece.label, told, "round-shield", "ad1666.items.13")


def _skill_chips(known: State, who: CharacterId) -> Iterator[Chip]:
    card = known.card(who)
    if card.copied:
        yield Chip(f"Own card, after {card.copied}", "warn", "ad1666.components.6")
    for key, rating in card.skills.items():
        if key not in (*CLOSE_SKILLS, *RANGED_SKILLS):
            yield Chip(f"{skill_label(key)} {rating}", "plain", f"ad1666.{ACTIVE_SKILLS.get(key, 'stats.5')}")
    for key in card.traits:
        yield Chip(skill_label(key), "plain", f"ad1666.{SPECIAL_SKILLS.get(key, 'stats.6')}")


def _state_chips(known: State, who: CharacterId) -> Iterator[Chip]:
    body = known.bodies[who]
    for mark in marks_of(known, who):
        yield Chip(mark.label, "warn")
    if body.at is not None:
        for foe in engaged_by(known, who):
            yield Chip(f"engaged by {known.name(foe)}", "bad", "ad1666.zoc.6")
