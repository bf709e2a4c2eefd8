"""The Interaction Phase and its Talking skills: Seduction (turn.20, talking.1 to talking.6, skill.seduction)."""

from dataclasses import replace

from muster.engine.ids import Seat
from muster.engine.requests import Choose, Option
from muster.rulesets.ad1666.book import applies, rule
from muster.rulesets.ad1666.contest import Contest, Side
from muster.rulesets.ad1666.deck import printed_suit
from muster.rulesets.ad1666.events import (
    ContestBegun,
    DefendersNamed,
    LeadersNamed,
    SeatPassed,
    TalkBegun,
    TalkDecided,
)
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.chances import Reckon
from muster.rulesets.ad1666.queries.menu import anytime
from muster.rulesets.ad1666.queries.talking import (
    Talk,
    bystanders,
    partners,
    seducible,
    seduction_odds,
    talk_parts,
    whose_talk,
)
from muster.rulesets.ad1666.queries.trials import beats
from muster.rulesets.ad1666.rules.anytime import take_liberty
from muster.rulesets.ad1666.rules.cards import Match, clear
from muster.rulesets.ad1666.rules.harm import alarm, remove
from muster.rulesets.ad1666.rules.trials import (
    commit,
    exchange,
    name_suits,
    open_card,
    reckon,
    spare,
    try_again,
)
from muster.rulesets.ad1666.state import State


@rule("turn.20")
async def take_interaction(game: Match) -> None:
    """One activation of the Interaction Phase: a Character uses its skill, or its seat passes (turn.20)."""
    state = game.state
    seat = whose_talk(state)
    if seat is None:
        return
    known = game.known_to(seat)
    pairs = {f"seduce:{w}:{t}": (w, t) for w in known.present(seat) for t in seducible(known, w)}
    picks = await game.ask_or_pass(
        seat,
        Choose((*(_option(known, seat, k, *pair) for k, pair in pairs.items()), *anytime(known, seat))),
        rule="turn.20",
        text="Does anybody use a skill in the Interaction Phase?",
        pass_label="Pass",
        note="You are asked again unless the other side passes as well.",
    )
    if picks is None:
        game.apply(SeatPassed(seat, state.other(seat), "turn.20"))
        return
    if take_liberty(game, picks.one.key):
        return
    who, target = pairs[picks.one.key]
    await seduce(game, who, target)


def _option(known: State, seat: Seat, key: str, who: CharacterId, target: CharacterId) -> Option:
    return Option(
        key,
        f"Seduce {known.name(target)}",
        "Charisma against Fortitude, once a game",
        group=known.name(who),
        rule="skill.seduction",
        piece=target,
        odds_=lambda: seduction_odds(known, seat, who, target),
    )


@rule("skill.seduction")
async def seduce(game: Match, who: CharacterId, target: CharacterId) -> None:
    """Seduction: who takes part, the test, and if it succeeds both leading seducer and target are gone (ruling R43).

    It costs no Inconspicuous marker. A defender who is Unswerving may have a lost test made again (skill.unswerving.3).
    """
    state = game.state
    seat, other = state.seat(who), state.seat(target)
    attackers = (who, *await _others(game, seat, partners(state, who, target), who, "talking.1"))
    marked = attackers if applies("talking.1") else ()
    game.apply(TalkBegun(attackers, target, marked, state.other(seat)))
    helpers = await _others(game, other, bystanders(state, attackers, target), target, "talking.2")
    if helpers:
        game.apply(DefendersNamed(helpers))
    # Where one faces one it is certain whom each opposes: what that adds counts from the choice of cards on.
    alone = (who, target) if len(attackers) == 1 and not helpers else ()
    talk = Talk(target, attackers, (target, *helpers), alone)
    while True:
        leader, success = await _test(game, talk)
        opponent = leader[1]
        if not success:
            return
        if not applies("skill.unswerving.3") or not await try_again(game, opponent):
            break
    remove(game, leader[0], "killed", f"goes off with {state.name(target)}", "skill.seduction")
    remove(game, target, "killed", f"goes off with {state.name(leader[0])}", "skill.seduction")
    for gone in (leader[0], target):
        alarm(game, f"{state.name(gone)} is gone")


async def _others(
    game: Match, seat: Seat, found: tuple[CharacterId, ...], leader: CharacterId, cause: str
) -> tuple[CharacterId, ...]:
    """Which of those who can also take part (talking.1, talking.2)."""
    if not found:
        return ()
    state = game.state
    picks = await game.ask_or_pass(
        seat,
        Choose(
            tuple(Option(w, state.name(w), rule=cause, piece=w) for w in found), minimum=1, maximum=len(found)
        ),
        rule=cause,
        text=f"Who else takes part beside {state.name(leader)}?",
        note="Each plays a card; one of them leads.",
        pass_label="Nobody else",
        subject=leader,
    )
    return tuple(pick.key for pick in picks.picks) if picks is not None else ()


# ------------------------------------------------------------------------------------------------ the test
async def _test(game: Match, talk: Talk) -> tuple[tuple[CharacterId, CharacterId], bool]:
    """The Opposed Test: the two who opposed each other, the attacker first, and whether the skill succeeded.

    A card for each participant; the player without Initiative fixes all sources and names a leader first (talking.3,
    talking.5). Only these two totals count; equal ones are a failure (rulings R62, R76).
    """
    state = game.state
    everybody = (*talk.attackers, *talk.defenders)
    talk = replace(talk, spared=tuple([w for w in everybody if await spare(game, w)]))
    sides = tuple(Side(w, state.seat(w), w) for w in everybody)
    game.apply(ContestBegun(Contest("Seduction", "skill.seduction", sides, starter=talk.attackers[0])))
    first = Seat(state.initiative)
    holder_last = (state.other(first), first)
    order = holder_last if applies("talking.3") else (first, state.other(first))
    closed = [await commit(game, side, _sums(talk)) for seat in order for side in sides if side.seat == seat]
    for commitment in closed:
        open_card(game, commitment)
    await name_suits(game, (first, state.other(first)))
    _reckon(game, talk)
    talk = replace(talk, leaders=await _leaders(game, talk))
    _reckon(game, talk)
    keys = {state.seat(w): w for w in talk.leaders}
    await exchange(game, {str(s): w for s, w in keys.items()}, (first, state.other(first)), cause="test.11")
    attacker = next(w for w in talk.leaders if w in talk.attackers)
    defender = next(w for w in talk.leaders if w in talk.defenders)
    one, other = _side(state, attacker), _side(state, defender)
    success = beats(one, other, attacker)
    totals = (one.sum_of(state.name(attacker)), other.sum_of(state.name(defender)))
    game.apply(TalkDecided(attacker, defender, talk.target, totals, success))
    await clear(game)
    return (attacker, defender), success


def _reckon(game: Match, talk: Talk) -> None:
    reckon(game, _sums(talk))


def _sums(talk: Talk) -> Reckon:
    return lambda now, side: talk_parts(now, talk, side.key, side.suit or printed_suit(side.card))


async def _leaders(game: Match, talk: Talk) -> tuple[CharacterId, CharacterId]:
    """The player without Initiative names who leads, the other one who opposes it (talking.5)."""
    state = game.state
    holder = Seat(state.initiative)
    order = (state.other(holder), holder) if applies("talking.5") else (holder, state.other(holder))
    named = [await _leader(game, talk, seat) for seat in order]
    game.apply(LeadersNamed(named[0], named[1]))
    return named[0], named[1]


async def _leader(game: Match, talk: Talk, seat: Seat) -> CharacterId:
    state = game.state
    mine = [w for w in (*talk.attackers, *talk.defenders) if state.seat(w) == seat]
    if len(mine) == 1:
        return mine[0]
    picks = await game.ask(
        seat,
        Choose(
            tuple(
                Option(w, state.name(w), f"{_side(state, w).total} so far", rule="talking.5", piece=w)
                for w in mine
            )
        ),
        rule="talking.5",
        text="Who leads? Only that total counts.",
        subject=talk.target,
    )
    return picks.one.key


def _side(state: State, who: CharacterId) -> Side:
    if state.contest is None:
        raise ValueError("no test is being made")
    return state.contest.side(who)
