"""The position as an audience sees it. Nothing in a battle is hidden, so every audience sees the same (1.5)."""

from collections.abc import Iterator
from dataclasses import replace

from muster.engine.explain import Reason, Total, number_text
from muster.engine.ids import Audience
from muster.engine.memory import remembered
from muster.engine.views import (
    AreaView,
    Bar,
    GaugeView,
    Mark,
    PhaseView,
    PieceView,
    Ring,
    SeatView,
    Shape,
    TerrainView,
    View,
)
from muster.rulesets.baroque import sheets, ties
from muster.rulesets.baroque.armies.build import vdt_of
from muster.rulesets.baroque.battlefields import Goal
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.army import (
    army_command,
    command_name,
    commands_of,
    is_finished,
    leader_name,
    seat_of,
)
from muster.rulesets.baroque.queries.command import command_range
from muster.rulesets.baroque.queries.holding import goal_name, goal_of, held_for
from muster.rulesets.baroque.queries.memory import remembered_of_all
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.queries.victory import army_left, breaking_words, command_left, command_worth
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import CommandId, State, UnitId

PATTERNS = {"blue": "blue", "red": "red"}
LEADER_SIZE = 260
"""How wide a leader's marker is drawn, in units; it means nothing (1.3.2)."""
ICONS = {
    "GA": "mounted-knight",
    "TR": "horse-head",
    "RE": "saber-and-pistol",
    "SP": "saber-and-pistol",
    "CL": "crossed-sabres",
    "H&M": "saber-and-pistol",
    "P&M": "pikeman",
    "ETE": "pikeman",
    "LTE": "pikeman",
    "PK": "spears",
    "T": "musket",
    "WB": "crossed-sabres",
    "S": "musket",
    "DR": "musket",
    "ART": "cannon",
    "BAG": "wagon",
}
LABELS = {
    "edges": "Table edges",
    "explore": "Exploration",
    "terrain": "Terrain",
    "alter": "Terrain",
    "order": "Order of deployment",
    "deploy": "Deployment",
    "river": "The river",
    "over": "Over",
}


def view(state: State, audience: Audience) -> View:
    """The whole position; who decides and how it ended is added by the engine. All audiences see the same."""
    return replace(_position(state), audience=str(audience))


@remembered_of_all
def _position(state: State) -> View:
    """What everybody sees."""
    roles = ties.roles(state)
    acting = state.acting.unit if state.acting else None
    units = {u: piece(state, u, roles.get(u, ()), u == acting) for u in state.units}
    pieces = {**units, **leaders(state)}
    return View(
        audience="",
        ruleset="baroque",
        scenario=state.setup.field.title,
        measuring="free",
        seats={s: SeatView(s, state.setup.labels[s], PATTERNS[s]) for s in state.seats},
        pieces={key: active(p) if key in (acting, state.active) else p for key, p in pieces.items()},
        edges={},
        items={},
        areas={a.id: a for a in areas(state)},
        phase=phase(state),
        sheets={
            **{u: sheets.sheet(state, u, roles.get(u, ()), u == acting) for u in state.units},
            **{c: sheets.leader_sheet(state, c) for c in state.leaders},
        },
        gauges={g.id: g for g in gauges(state)},
        terrain={
            t.id: TerrainView(t.id, t.kind, t.label, t.outline, t.closed, t.state)
            for t in state.terrain.values()
        },
        ties={t.id: t for t in ties.ties(state)},
    )


def leaders(state: State) -> dict[CommandId, PieceView]:
    """All leaders, those as done whose command is."""
    return {c: replace(leader(state, c), acted=command.done) for c, command in state.commands.items()}


def active(there: PieceView) -> PieceView:
    """The same piece, as the one that acts."""
    return replace(there, active=True)


def phase(state: State) -> PhaseView:
    """Turn, whose command acts, and which commands are still to come."""
    rounds = state.setup.options.turns or None
    if state.phase in LABELS:
        return PhaseView(state.turn, rounds, LABELS[state.phase], None, ())
    waiting = tuple(c for s in state.seats for c in commands_of(state, s) if not is_finished(state, c))
    label = f"Turn {state.turn} of {rounds}" if rounds else f"Turn {state.turn}"
    note = command_name(state, state.active) if state.active is not None else "Initiative"
    return PhaseView(state.turn, rounds, label, state.active, waiting, note)


def areas(state: State) -> Iterator[AreaView]:
    """Exploration Dice while they matter, and Rolls of Destiny where they are used."""
    for seat, side in state.sides.items():
        if not state.turn:
            yield AreaView(f"exploration/{seat}", "track", "Exploration Dice", side.exploration, seat)
        if state.setup.options.destiny:
            yield AreaView(f"destiny/{seat}", "track", "Rolls of Destiny", side.destiny, seat)


def gauges(state: State) -> Iterator[GaugeView]:
    """How much is left of each army and each command before it breaks (9.1d, 9.1e), of turns before the goal is lost
    where there is one (9.1f)."""
    goal = goal_of(state)
    for seat in state.seats:
        yield _army_gauge(state, seat) if goal is None else _goal_gauge(state, seat, goal)
        for command in commands_of(state, seat):
            rest = command_left(state, command)
            yield GaugeView(
                f"command/{command}",
                seat,
                army_command(state, command).label,
                max(0, rest.value),
                command_worth(state, command),
                group=command,
                note=f"{breaking_words(state, command)} {words(rest)}.",
                rule="baroque.9.1e",
            )


def _army_gauge(state: State, seat: str) -> GaugeView:
    left, whole = army_left(state, seat), vdt_of(state.army(seat)).value
    note = f"At 0 at the end of a turn it is routed and loses. {words(left)}."
    return GaugeView(f"army/{seat}", seat, "Army", max(0, left.value), whole, note=note, rule="baroque.9.1d")


def _goal_gauge(state: State, seat: str, goal: Goal) -> GaugeView:
    """How many ends of turns the enemy still has to hold the goal in a row."""
    name, foe = goal_name(state, goal), state.other(seat)
    left = max(0, goal.turns - held_for(state, foe))
    note = f"Then {name} is lost: {state.setup.labels[foe]} have held it for {held_for(state, foe)}"
    return GaugeView(f"army/{seat}", seat, "Turns", left, goal.turns, note=note, rule="baroque.9.1f")


def words(total: Total) -> str:
    """A sum in words."""
    return ", ".join(f"{p.label} {number_text(p.value)}" for p in total.parts)


# ------------------------------------------------------------------------------------------------ pieces
@remembered
def piece(state: State, unit: UnitId, roles: tuple[Reason, ...], acts: bool) -> PieceView:
    """A unit, or an army's baggage; ``roles`` are those it has in melees, ``acts`` that it is doing so just now."""
    body, card = state.units[unit], state.card(unit)
    marks = tuple(marks_of(state, unit, roles)) if applies("1.5") else ()
    return PieceView(
        id=unit,
        seat=card.seat,
        name=card.name,
        icon=ICONS[card.type],
        shape=Shape("rect", card.frontage, card.depth),
        at=None,
        level=0,
        bar=Bar(max(0, state.vbu(unit)), card.vbu, "VBU"),
        marks=marks,
        state="fallen" if body.gone else "up",
        active=False,
        acted=body.activated and not acts,
        label=piece_label(state, unit, marks, acts),
        pose=body.pose,
        group=card.command or None,
    )


def marks_of(state: State, unit: UnitId, roles: tuple[Reason, ...]) -> Iterator[Mark]:
    """What everybody may see of a unit's state, the gravest first (1.5)."""
    body, card = state.units[unit], state.card(unit)
    if body.gone:
        yield Mark("withdrawn" if body.gone == "withdrawn" else "routed", GONE[body.gone])
        return
    if state.in_melee(unit):
        yield Mark("melee", "; ".join(("in melee", *(r.text for r in roles))))
    if body.disordered:
        yield Mark("disordered", "Disordered")
    if is_exhausted(state, unit):
        yield Mark("exhausted", "Exhausted")
    if body.unruly:
        yield Mark("unruly", "may not rally this turn")
    if body.reacted:
        yield Mark("reacted", "has reacted this turn")
    other = state.leader_with(unit)
    if other is not None:
        yield Mark("leader", f"{leader_name(state, other.id)} is with it")
    for sign in sheets.left_once(state, card):
        label, _ = sheets.ONCE[sign]
        yield Mark(sign, label, sign[0].upper())


GONE = {
    "routed": "routed",
    "dispersed": "dispersed",
    "withdrawn": "withdrew from the field",
    "left_table": "left the table",
}


def piece_label(state: State, unit: UnitId, marks: tuple[Mark, ...], acts: bool) -> str:
    """The full sentence for screen readers: name, type, side, what is left, states, where it stands."""
    body, card = state.units[unit], state.card(unit)
    kind = "" if card.type == "BAG" else f", {card.type}"
    parts = [f"{card.name}{kind}, {state.setup.labels[card.seat]}"]
    if body.gone:
        return f"{parts[0]}, {GONE[body.gone]}."
    parts.append(f"VBU {state.vbu(unit)} of {card.vbu}")
    parts += [m.label for m in marks]
    if body.activated:
        parts.append("acts now" if acts else "has acted")
    if body.pose is not None:
        x, y, heading = body.pose
        parts.append(f"at {bu(x)}, {bu(y)}, facing {heading // 100} degrees")
    return ", ".join(parts) + "."


@remembered
def leader(state: State, command: CommandId) -> PieceView:
    """A leader: a point with his command range round him or round his unit (2.6.2b, 2.6.1h)."""
    body, card = state.leaders[command], army_command(state, command)
    seat = seat_of(state, command)
    radius = 0 if body.lost else command_range(state, command)
    title = sheets.CINC if card.cinc else "leader"
    parts = [f"{card.leader}, {body.level} {title} of {card.label}", state.setup.labels[seat]]
    if body.lost:
        parts.append("lost")
    elif body.unit is not None:
        parts.append(f"with {state.name(body.unit)}")
    if body.at is not None and not body.lost:
        parts.append(f"at {bu(body.at[0])}, {bu(body.at[1])}")
    return PieceView(
        id=command,
        seat=seat,
        name=card.leader,
        icon="flying-flag",
        shape=Shape("point", LEADER_SIZE),
        at=None,
        level=0,
        bar=None,
        marks=(Mark("cinc", sheets.CINC, "C"),) if card.cinc else (),
        state="fallen" if body.lost else "up",
        active=False,
        acted=False,
        label=", ".join(parts) + ".",
        pose=(*body.at, 0) if body.at is not None and not body.lost else None,
        group=command,
        rides=body.unit,
        ring=Ring(radius, f"Command range {bu(radius)}") if radius else None,
    )
