"""The course of a turn: what happens between the phases in which somebody decides (turn.1 to turn.6, turn.21)."""

from muster.engine.game import Ask
from muster.engine.ids import Seat
from muster.engine.requests import Choose, Confirm, Option, Picks
from muster.rulesets.ad1666.book import applies, number, rule
from muster.rulesets.ad1666.deck import label_of
from muster.rulesets.ad1666.events import FoxSpent, HandCut, NextTurn, PhaseBegun, TurnBegun
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.zones import is_engaged
from muster.rulesets.ad1666.rules.cards import Match, draw, look_at_piles
from muster.rulesets.ad1666.rules.ending import finish
from muster.rulesets.ad1666.rules.harm import alarm, is_over
from muster.rulesets.ad1666.rules.initiative import cunning
from muster.rulesets.ad1666.rules.placing import arrive
from muster.rulesets.ad1666.state import State

HAND_LIMIT = 5
DRAWN = 2


@rule("turn.1")
async def begin_turn(game: Match) -> None:
    """Start of Turn: abilities and Parry tokens come back; on turn 1 the Card Phase is left out (turn.5)."""
    await arrive(game)
    state = game.state
    engaged = tuple(w for w in state.present() if is_engaged(state, w))
    tokens = {w: tokens_after(state, w) for w in state.present()}
    game.apply(TurnBegun(state.turn, tokens, engaged, () if applies("turn.3") else state.used))
    first = state.turn == 1 and applies("turn.5")
    if not first:
        game.apply(PhaseBegun("card", "Card Phase", "", tuple(state.seats)))
    elif state.setup.scenario.initiative and applies("setup.11"):
        begin_actions(game)
    else:
        game.apply(PhaseBegun("initiative", "Initiative Phase", ""))


def tokens_after(state: State, who: CharacterId) -> int:
    """Parry tokens at the start of a turn: all of them for the unengaged, one more for the engaged (turn.4)."""
    fencing, unused = state.card(who).fencing if applies("setup.8") else 0, state.bodies[who].parries
    if not applies("turn.4"):
        return unused
    return min(fencing, unused + 1) if is_engaged(state, who) else fencing


@rule("turn.5", "turn.6")
async def draw_cards(game: Match) -> None:
    """Both draw two cards, then lay off down to five, in secret until both are done (turn.5, turn.6)."""
    for seat in game.state.seats:
        extra = await _extra_card(game, seat)
        usual = number("turn.5", DRAWN, off=0)
        # What adds to a number adds to the usual one (stats.7, ruling R87).
        await draw(game, seat, usual + extra if applies("stats.7") else max(usual, extra), "turn.5")
    over = [s for s in game.state.seats if len(game.state.hands[s]) > HAND_LIMIT]
    if over and applies("turn.6"):
        for seat, picks in zip(over, await game.ask_sealed([_lay_off(game, s) for s in over]), strict=True):
            game.apply(HandCut(seat, tuple(p.key for p in picks.picks)))
        await look_at_piles(game)
    game.apply(PhaseBegun("initiative", "Initiative Phase", ""))


def _lay_off(game: Match, seat: Seat) -> Ask[Picks]:
    hand = game.known_to(seat).hands[seat]
    surplus = len(hand) - HAND_LIMIT
    spec = Choose(tuple(Option(c, label_of(c), rule="turn.6") for c in hand), surplus, surplus)
    return Ask(seat, spec, "turn.6", f"Lay off {surplus} of your {len(hand)} cards.", doing="discarding")


async def _extra_card(game: Match, seat: Seat) -> int:
    """There's always a solution: a third card (skill.cunning.2)."""
    state = game.state
    who = cunning(state, seat)
    if who is None or not applies("skill.cunning.2"):
        return 0
    yes = await game.ask(
        seat,
        Confirm("Cunning As a Fox", "Draw three", "Draw two"),
        rule="skill.cunning.2",
        text=f"{state.name(who)}: draw one card more?",
        note="One of its three uses a turn.",
        subject=who,
    )
    if yes:
        game.apply(FoxSpent(seat, who))
    return int(yes)


def begin_actions(game: Match) -> None:
    """The Action Phase: flags are cleared; who acts first is asked then (turn.11)."""
    game.apply(PhaseBegun("action", "Action Phase", ""))


def next_phase(game: Match) -> None:
    """From one phase in which Characters are activated to the next (turn.1)."""
    state = game.state
    if state.phase == "action":
        follows = "Combat Phase" if applies("turn.1") else ""
        game.apply(PhaseBegun("combat" if follows else "morale", follows, state.first_actor))
    elif state.phase == "combat":
        game.apply(PhaseBegun("morale", "", state.first_actor))
    elif state.phase == "morale":
        game.apply(PhaseBegun("interaction", "", state.first_actor, tuple(state.seats)))
    else:
        game.apply(PhaseBegun("end", "", ""))


@rule("turn.21")
async def end_turn(game: Match) -> None:
    """Flags are cleared, an Alarm Counter goes, and the next turn begins unless the last one is over (alarm.3)."""
    if applies("turn.21"):
        alarm(game, f"Turn {game.state.turn} is over")
    state = game.state
    turns = state.setup.scenario.turns
    if turns and state.turn >= turns and applies("alarm.3"):
        finish(game, "The last turn is over")
    if not is_over(game):
        game.apply(NextTurn(state.turn + 1))
