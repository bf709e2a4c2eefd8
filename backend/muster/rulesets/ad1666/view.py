"""The position as one audience may see it: Characters, hands, decks, discard piles, doors."""

from collections.abc import Iterator

from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.views import AreaView, Bar, Mark, PhaseView, PieceView, SeatView, Shape, View
from muster.rulesets.ad1666.deck import UNKNOWN
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.ground import board_of
from muster.rulesets.ad1666.state import State

PHASES = {
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
        seats={s: SeatView(s, known.setup.labels[s], s) for s in known.seats},
        pieces={who: piece(known, who) for who in known.bodies},
        edges=dict(known.doors),
        items={},
        areas={a.id: a for a in areas(known)},
        phase=phase(known),
        sheets={},
    )


def phase(known: State) -> PhaseView:
    """Turn and phase."""
    turns = known.setup.scenario.turns or None
    of = f" of {turns}" if turns else ""
    return PhaseView(known.turn, turns, f"Turn {known.turn}{of}, {PHASES[known.phase]}", None, ())


def areas(known: State) -> Iterator[AreaView]:
    """Hands and decks as counts, faces for those who may see them; discard piles open to all (cards.1)."""
    for seat in known.seats:
        hand = known.hands.get(seat, ())
        faces = None if UNKNOWN in hand else hand
        yield AreaView(f"hand-{seat}", "Hand", len(hand), seat, faces)
        yield AreaView(f"deck-{seat}", "Deck", len(known.decks.get(seat, ())), seat)
        pile = known.discards.get(seat, ())
        yield AreaView(f"discard-{seat}", "Discard pile", len(pile), seat, pile)
        yield AreaView(f"play-{seat}", "In play", len(known.played(seat)), seat, known.played(seat))


def piece(known: State, who: CharacterId) -> PieceView:
    """A Character on the board."""
    body, card = known.bodies[who], known.card(who)
    marks = tuple(marks_of(known, who))
    level = board_of(known).spaces[body.at].level if body.at is not None else 0
    left = max(0, card.death - body.wounds)
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
        state="fallen"
        if body.fate in ("killed", "fled")
        else "prone"
        if body.prone or body.unconscious
        else "up",
        active=False,
        acted=body.activated,
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
    """The markers of a Character."""
    body = known.bodies[who]
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
    if body.uncle:
        yield Mark("uncle", "Call me uncle: −1 on all tests but Fortitude")
