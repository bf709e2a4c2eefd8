"""Who may take the place of somebody unique whom Red has too (setup.12)."""

from collections.abc import Iterator

from muster.rulesets.ad1666.bands import called, faults_of, limits_of
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import State


def replacements(state: State, gone: CharacterId) -> Iterator[CharacterId]:
    """Those with whom, in the place of ``gone``, the band is lawful within the scenario's limits: of each card one."""
    setup = state.setup
    seat = state.seat(gone)
    stay = [state.card(w) for w in state.bodies if w != gone and state.seat(w) == seat]
    foes = {called(state.card(w)) for w in state.bodies if state.seat(w) != seat and state.card(w).unique}
    offered: set[str] = set()
    for who in setup.spares:
        card = setup.characters[who]
        if who in state.bodies or card.kind in offered or (card.unique and called(card) in foes):
            continue
        if not any(faults_of([*stay, card], limits_of(setup.scenario))):
            offered.add(card.kind)
            yield who


def comrades(state: State, who: CharacterId) -> tuple[CharacterId, ...]:
    """The others of its band."""
    seat = state.seat(who)
    return tuple(w for w in state.bodies if w != who and state.seat(w) == seat)
