"""The position as one audience may see it: pieces, sheets, order, things on the ground."""

from collections.abc import Iterator

from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.memory import remembered
from muster.engine.views import (
    Bar,
    Chip,
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
)
from muster.rulesets.newworld.book import applies
from muster.rulesets.newworld.cards import Card, Weapon
from muster.rulesets.newworld.queries import hands
from muster.rulesets.newworld.queries.damage import weapon_damage
from muster.rulesets.newworld.queries.movement import paces
from muster.rulesets.newworld.queries.standing import in_reach, may_make_free_attack
from muster.rulesets.newworld.state import Figure, FigureId, Item, State

PATTERNS = {"red": "red", "blue": "blue"}

STANCE_MARKS: dict[str, tuple[str, str]] = {
    "ran": ("ran", "has run: harder to shoot, easier to hit in melee"),
    "all_out_attack": ("all-out", "attacked all out: Defences 2 lower"),
    "all_out_defence": ("defending", "All Out Defence: Defences 2 higher"),
    "parrying_stance": ("parrying", "Parrying Stance: Melee Defence 1 higher"),
}


def known_for(state: State, audience: Audience) -> State:
    """What an audience knows."""
    return state.known_to_all() if audience == SPECTATORS else state.known_to(Seat(audience))


def view(state: State, audience: Audience) -> View:
    """The whole position for one audience; who decides and how it ended is added by the engine."""
    known = known_for(state, audience)
    active = state.turn.figure if state.turn else None
    pieces = {f: piece(known, f, f == active) for f in known.figures}
    return View(
        audience=str(audience),
        ruleset="newworld",
        scenario=known.setup.scenario.title,
        measuring="free",
        seats={s: SeatView(s, known.setup.labels[s], PATTERNS.get(s, "gold")) for s in known.seats},
        pieces=pieces,
        edges=dict(known.edges),
        items={v.id: v for v in (*things(known), *crosses(known))},
        areas={},
        phase=phase(known, active),
        sheets={f: sheet(known, f) for f in known.figures},
    )


def phase(known: State, active: FigureId | None) -> PhaseView:
    """Round, whose turn, and the order of the round: that of the first differs after surprise (surprise.3)."""
    order = tuple(f for group in known.opening or known.order for f in group if not known.figures[f].out)
    if known.phase == "parties":
        return PhaseView(0, known.setup.rounds, "Choosing parties", None, ())
    if known.phase == "placing":
        return PhaseView(0, known.setup.rounds, "Placing", None, order)
    note = ""
    if active is not None and not known.figures[active].hidden and known.turn is not None:
        note = {2: "first of two half actions", 1: "one half action left"}.get(known.turn.halves, "")
    label = "Over" if known.phase == "over" else f"Round {known.round} of {known.setup.rounds}"
    return PhaseView(known.round, known.setup.rounds, label, active, order, note)


# ------------------------------------------------------------------------------------------------ pieces
@remembered
def piece(known: State, figure: FigureId, active: bool) -> PieceView:
    """A figure on the board."""
    body, card = known.figures[figure], known.card(figure)
    marks = tuple(marks_of(known, figure))
    state = "fallen" if body.out else "prone" if body.prone else "up"
    level = known.grid.level(body.at, known.side(figure)) if body.at else 0
    return PieceView(
        id=figure,
        seat=card.seat,
        name=card.name,
        icon=card.icon,
        shape=Shape("square", known.side(figure)),
        at=body.at,
        level=level,
        bar=Bar(max(0, body.wounds), card.wounds, "Wounds"),
        marks=marks,
        state=state,
        active=active,
        acted=body.acted,
        label=piece_label(known, figure, marks),
        rides=body.rides,
        ridden_by=body.ridden_by,
        holds=body.holding,
    )


def marks_of(known: State, figure: FigureId) -> list[Mark]:
    """The markers of a figure, the gravest first."""
    body = known.figures[figure]
    found: list[Mark] = []
    if body.hidden:
        found.append(Mark("hidden", "hidden from the other side"))
    if body.surprised:
        found.append(Mark("surprised", "surprised"))
    if body.held_by:
        found.append(Mark("grappled", "held by " + " and ".join(known.name(h) for h in body.held_by)))
    if body.holding:
        found.append(Mark("grappling", f"holds {known.name(body.holding)}"))
    found += [_gun_mark(known.weapon(i), i) for i in known.held(figure) if i.jammed or not i.loaded]
    if body.aim:
        found.append(Mark("aiming", "aims: +1 on the next attack"))
    found += [Mark(*STANCE_MARKS[s]) for s in body.stances]
    if body.delayed:
        found.append(Mark("delayed", "keeps a half action in hand", str(len(body.delayed))))
    if body.dazzled:
        found.append(Mark("dazzled", "dazzled: −1 on the next attack"))
    return found


def _gun_mark(weapon: Weapon, item: Item) -> Mark:
    if item.jammed:
        return Mark("jammed", f"{weapon.label}: misfired, to be cleared")
    words = f"{weapon.label}: {item.rounds} of {weapon.reload} rounds reloaded"
    return Mark("reloading", words, f"{item.rounds}/{weapon.reload}")


def piece_label(known: State, figure: FigureId, marks: tuple[Mark, ...]) -> str:
    """The full sentence for screen readers: name, side, what is left, states, what it stands in."""
    body, card = known.figures[figure], known.card(figure)
    parts = [card.name, known.setup.labels[card.seat]]
    if body.out:
        return ", ".join([*parts, "out of action"])
    parts.append(f"{max(0, body.wounds)} of {card.wounds} Wounds")
    if body.prone:
        parts.append("prone")
    parts += [m.label for m in marks]
    if body.at is None:
        parts.append("somewhere unseen" if body.hidden else "not on the table")
    else:
        parts.append(f"on {known.grid.square(body.at).kind.replace('-', ' ')} at {body.at[0]}, {body.at[1]}")
    return ", ".join(parts) + "."


def things(known: State) -> Iterator[ItemView]:
    """The weapons on the ground."""
    for item in known.items.values():
        if item.where == "ground" and item.at is not None:
            yield ItemView(item.id, item.weapon, known.weapon(item).label, item.at)


def crosses(known: State) -> Iterator[ItemView]:
    """A cross where somebody was put out of action."""
    for figure, body in known.figures.items():
        if body.fell_at is not None:
            yield ItemView(f"{figure}/fell", "cross", f"{known.name(figure)} fell here", body.fell_at)


# ------------------------------------------------------------------------------------------------ sheets
@remembered
def sheet(known: State, figure: FigureId) -> Sheet:
    """A figure's card with its present numbers."""
    card, body = known.card(figure), known.figures[figure]
    kind = "mount" if card.is_mount else "player character" if card.pc else "fighter"
    lines = [line for i in known.owned(figure) for line in _weapon_lines(known, card, i)]
    if not card.is_mount and not body.out and (not lines or card.rank("brawling")):
        lines.append(_bare_hands(known, card))
    return Sheet(
        id=figure,
        title=card.name,
        subtitle=f"{known.setup.labels[card.seat]}, {kind}",
        stats=(*_scores(known, card), value_boxes(card)),
        lines=tuple(lines),
        chips=(*_talent_chips(known, card), *_state_chips(known, figure, body)),
    )


def _scores(known: State, card: Card) -> tuple[tuple[Stat, ...], ...]:
    """The numbers of a card in rows; of a mount, which takes no turn and does not attack, those that count."""
    might = Stat("Might", str(card.might), "newworld.damage.3")
    endurance = Stat("Endurance", str(card.endurance), "newworld.damage.1")
    athletics = Stat("Athletics", str(card.athletics), "newworld.move.18")
    defences = (
        Stat("Melee Def.", str(card.melee_defence), "newworld.defence.1"),
        Stat("Ranged Def.", str(card.ranged_defence), "newworld.defence.1"),
    )
    if card.is_mount:
        move = Stat("Move", str(card.movement or 0), "newworld.move.34")
        return (might, athletics, move), (*defences, endurance)
    return (
        (
            Stat("Agility", str(card.agility), "newworld.init.1"),
            Stat("Wits", str(card.wits), "newworld.init.2"),
            might,
        ),
        (*defences, endurance),
        (
            Stat("Melee", str(card.melee), "newworld.attack.1"),
            Stat("Ranged", str(card.ranged), "newworld.attack.1"),
            athletics,
            Stat("Move", str(paces(known, card.id)), "newworld.move.1"),
        ),
    )


def value_boxes(card: Card) -> tuple[Stat, ...]:
    """Armour value + Endurance at each location: the full amount taken off an ordinary hit there (damage.12)."""
    extra = card.endurance if applies("damage.12") else 0
    return tuple(
        Stat(
            f"{card.place(place).capitalize()} Value",
            str(card.armour.at(place) + extra),
            "newworld.damage.12",
        )
        for place in ("head", "arms", "body", "legs")
    )


def _weapon_lines(known: State, card: Card, item: Item) -> Iterator[SheetLine]:
    """A weapon with where it is and what it does; what is fixed to it on a line of its own (range.11)."""
    weapon = known.weapon(item)
    place = {"both": "both hands", "main": "in hand", "off": "off hand"}.get(item.where, "carried")
    if weapon.is_shield:
        words = f"+{weapon.shield} to both Defences, {place}"
        yield SheetLine(weapon.label, words, "round-shield", "newworld.setup.3")
        return
    state = [place]
    if item.jammed:
        state.append("misfired, to be cleared")
    elif not item.loaded:
        state.append(f"empty, {item.rounds} of {weapon.reload} rounds reloaded")
    yield SheetLine(
        weapon.label, ", ".join([_numbers(card, weapon), *state]), _weapon_icon(weapon), "newworld.attack.5"
    )
    form = hands.melee_form(known, item)
    if form.key == "bayonet":
        words = f"{_numbers(card, form)}, fixed to the {weapon.label.lower()}"
        yield SheetLine(form.label, words, _weapon_icon(form), "newworld.range.11")


def _bare_hands(known: State, card: Card) -> SheetLine:
    """What is left to those without weapons, and the weapon of those who have learned it (brawl.1, brawl.3)."""
    fist = known.setup.weapons["fist"]
    return SheetLine(fist.label, _numbers(card, fist), _weapon_icon(fist), "newworld.brawl.1")


def _numbers(card: Card, weapon: Weapon) -> str:
    """What a weapon does in its owner's hands: Damage and what adds to it, range, rank."""
    own = weapon_damage(card, weapon)
    adds = "" if weapon.adds == "none" else f" + {weapon.adds.capitalize()}"
    rank = card.rank(weapon.group)
    lacked = "no rank: −2" if weapon.advanced else "no rank: −1"
    parts = [
        f"Damage {own.value if own else 0}{adds}",
        "Piercing" if weapon.piercing else "",
        weapon.range.capitalize() if weapon.is_ranged else "melee",
        f"rank +{rank}" if rank else lacked,
    ]
    return ", ".join(p for p in parts if p)


def _weapon_icon(weapon: Weapon) -> str:
    if weapon.firearm:
        return "musket"
    return {
        "bows": "bow-arrow",
        "thrown": "thrown-daggers",
        "heavy": "battle-axe",
        "cavalry": "spears",
    }.get(
        weapon.group,
        {"spear": "spears", "bayonet": "spears", "hatchet": "tomahawk", "fist": "fist"}.get(
            weapon.key, "broadsword"
        ),
    )


def _talent_chips(known: State, card: Card) -> list[Chip]:
    talents = [known.setup.talents[t] for t in card.talents if t in known.setup.talents]
    chips = [Chip(t.label, "plain", f"newworld.{t.rule}") for t in talents]
    if "rune-flare" in card.spells:
        chips.append(Chip("Rune flare", "plain", "newworld.action.2"))
    return chips


def _state_chips(known: State, figure: FigureId, body: Figure) -> list[Chip]:
    chips = [Chip(m.label, "warn") for m in marks_of(known, figure)]
    if body.prone:
        chips.append(Chip("Prone", "bad", "newworld.prone.2"))
    if body.at is not None and not body.out and not known.card(figure).is_mount:
        near = [
            known.name(f)
            for f in known.foes(figure)
            if known.figures[f].at is not None
            and in_reach(known, figure, f)
            and may_make_free_attack(known, f, figure)
        ]
        chips += [Chip(f"{name} in reach", "bad", "newworld.range.3") for name in near]
    return chips
