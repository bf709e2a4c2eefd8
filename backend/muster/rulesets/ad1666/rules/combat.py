"""The Combat Phase: Characters are activated in turn to fight or to stand on the defensive (combat.1 to combat.25)."""

from dataclasses import dataclass, replace

from muster.engine.explain import Total
from muster.engine.ids import Seat
from muster.engine.requests import Choose, Confirm, Option
from muster.rulesets.ad1666.book import applies, rule
from muster.rulesets.ad1666.contest import Side
from muster.rulesets.ad1666.deck import printed_suit
from muster.rulesets.ad1666.events import (
    ArmsTaken,
    BlowParried,
    FightBegun,
    FightDecided,
    ParryTried,
    SeatPassed,
    StanceTaken,
    SweepEnded,
)
from muster.rulesets.ad1666.events.combat import tokens_text
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.chances import fight_odds
from muster.rulesets.ad1666.queries.combat import (
    Bout,
    Deed,
    combat_parts,
    deeds,
    hit_of,
    may_be_parried,
    must_act,
    parry_trial,
    sweep_targets,
    whose_turn,
)
from muster.rulesets.ad1666.queries.hands import (
    Arms,
    arms_choices,
    arms_label,
    arms_likely,
    arms_now,
    main_weapon,
    worth_asking,
)
from muster.rulesets.ad1666.queries.menu import anytime
from muster.rulesets.ad1666.queries.trials import trial_odds
from muster.rulesets.ad1666.rules.anytime import take_liberty
from muster.rulesets.ad1666.rules.cards import Match, clear, look_at_piles
from muster.rulesets.ad1666.rules.disarming import disarm
from muster.rulesets.ad1666.rules.harm import give_away, is_over, look_around, wound
from muster.rulesets.ad1666.rules.retreating import both_fall_back, loser_falls_back
from muster.rulesets.ad1666.rules.trials import Duel, opposed, spare, unopposed
from muster.rulesets.ad1666.state import State


@dataclass(frozen=True, slots=True)
class Fought:
    """How a combat came out: ``winner`` None is a tie; ``sweeps``: the winner may attack another one at once."""

    winner: CharacterId | None
    loser: CharacterId | None
    damage: int = 0
    on_hands: bool = False
    sweeps: bool = False


# ------------------------------------------------------------------------------------------------ activations
@rule("combat.1")
async def take_turn(game: Match) -> None:
    """One activation of the Combat Phase: a Character fights or takes the defensive stance, or its seat passes.

    Only a seat whose Characters need not be activated may pass; see ``whose_turn``.
    """
    state = game.state
    seat = whose_turn(state)
    if seat is None:
        return
    known = game.known_to(seat)
    found = {deed.key: deed for deed in deeds(known, seat)}
    spec = Choose((*(_option(known, seat, deed) for deed in found.values()), *anytime(known, seat)))
    text = "Whom do you activate for close combat?"
    if any(must_act(known, who) for who in known.present(seat)):
        picks = await game.ask(seat, spec, rule="combat.2", text=text)
    else:
        answer = await game.ask_or_pass(
            seat,
            spec,
            rule="combat.1",
            text=text,
            pass_label="Attack nobody",
            note="Nobody of yours must fight.",
        )
        if answer is None:
            game.apply(SeatPassed(seat, state.other(seat), "combat.1"))
            return
        picks = answer
    if take_liberty(game, picks.one.key):
        return
    deed = found[picks.one.key]
    if deed.foe is None:
        game.apply(StanceTaken(deed.who, state.bodies[deed.who].unconscious, state.other(seat)))
    else:
        await fight(game, deed.who, deed.foe)


def _option(known: State, seat: Seat, deed: Deed) -> Option:
    name, foe = known.name(deed.who), deed.foe
    if foe is None:
        if known.bodies[deed.who].unconscious:
            return Option(deed.key, "Lies Unconscious", group=name, rule="combat.23", piece=deed.who)
        detail = "Activated; may still be attacked"
        return Option(deed.key, "Defensive stance", detail, group=name, rule="combat.2", piece=deed.who)
    # Both may take other things in hand before the cards (combat.24): what is shown is what is best for each.
    arms = (arms_likely(known, deed.who), arms_likely(known, foe))
    bout = Bout(deed.who, foe, arms, surprise=known.bodies[deed.who].inconspicuous)
    return Option(
        deed.key,
        f"Fight {known.name(foe)}",
        f"{main_weapon(known, arms[0]).label} against {main_weapon(known, arms[1]).label}",
        group=name,
        rule="combat.2",
        piece=foe,
        odds_=lambda: fight_odds(known, seat, bout),
    )


@rule("combat.2")
async def fight(game: Match, active: CharacterId, passive: CharacterId) -> None:
    """A whole close combat, and the further ones of a Sweeping Attack (combat.3, skill.sweeping-attack.1)."""
    state = game.state
    up = state.other(state.seat(active))
    bout = Bout(active, passive, (arms_now(state, active), arms_now(state, passive)))
    while True:
        marked = (bout.active, bout.passive) if applies("combat.3") else (bout.active,)
        game.apply(FightBegun(bout.active, bout.passive, marked, up, bout.sweep))
        fought = await _combat(game, bout)
        await _aftermath(game, bout, fought)
        if is_over(game):
            return
        further = await _sweep_on(game, bout, fought)
        if further is None:
            return
        bout = further


async def _aftermath(game: Match, bout: Bout, fought: Fought) -> None:
    """Wounds, death or Disarm, and then the retreats (combat.15 to combat.22)."""
    if fought.winner is None or fought.loser is None:
        await both_fall_back(game, (bout.active, bout.passive))
        return
    wound(game, fought.loser, fought.damage)
    if fought.damage and fought.on_hands:
        await disarm(game, fought.winner, fought.loser)
    if not is_over(game):
        await loser_falls_back(game, fought.loser, fought.winner)


# ------------------------------------------------------------------------------------------------ one combat
@rule("combat.6")
async def _combat(game: Match, bout: Bout) -> Fought:
    """The Close Combat Test with all Parries and Ripostes, up to what the last test does (combat.6 to combat.15)."""
    bout = await _settle_arms(game, bout)
    bout = replace(bout, surprise=game.state.bodies[bout.active].inconspicuous)
    parried: set[CharacterId] = set()
    while True:
        bout = await _test(game, bout)
        state = game.state
        active, passive = _sides(state, bout)
        if active.total == passive.total and applies("combat.10"):
            return await _tie(game, bout)
        winner, loser = (active, passive) if active.total > passive.total else (passive, active)
        margin = winner.total - loser.total
        if not await _parry(game, bout, winner, loser, margin):
            return await _decide(game, bout, winner, loser, parried=parried)
        parried.add(winner.key)
        game.apply(BlowParried(winner.key, loser.key, (_sum(state, winner), _sum(state, loser))))
        await clear(game)
        if not applies("combat.14"):
            return Fought(None, None)
        bout = replace(bout, surprise=False, held=None, riposte=True)


async def _test(game: Match, bout: Bout) -> Bout:
    """Make the Opposed Test: cards, suits, sums, reinforcement, the player with Initiative first each time (combat.9).

    An attack that was a surprise gives the attacker away after its first test (skill.inconspicuous.3, ruling R40).
    """
    state = game.state
    fighters = (bout.active, bout.passive)
    bout = replace(bout, spared=tuple([who for who in fighters if await spare(game, who)]))
    held = bout.held
    own = replace(held, parts=(), added=()) if held is not None else _fresh(state, bout.active)
    first = Seat(state.initiative)
    duel = Duel(
        f"{'Riposte' if bout.riposte else 'Combat Test'}, {state.name(bout.active)} against {state.name(bout.passive)}",
        "combat.6",
        (own, _fresh(state, bout.passive)),
        (first, state.other(first)),
        lambda now, side: combat_parts(now, bout, side.key, side.suit or printed_suit(side.card)),
        follows=bout.riposte,
        suits=True,
    )
    await opposed(game, duel, reinforced_by="combat.9")
    give_away(game, bout.active)
    return bout


def _fresh(state: State, who: CharacterId) -> Side:
    return Side(who, state.seat(who), who)


def _sides(state: State, bout: Bout) -> tuple[Side, Side]:
    contest = state.contest
    if contest is None:
        raise ValueError("no combat is being fought")
    return contest.side(bout.active), contest.side(bout.passive)


def _sum(state: State, side: Side) -> Total:
    return side.sum_of(state.name(side.key))


async def _tie(game: Match, bout: Bout) -> Fought:
    """Equal totals: no winner, no damage, no Parry (combat.10)."""
    one, other = (_sum(game.state, side) for side in _sides(game.state, bout))
    game.apply(FightDecided(bout.active, bout.passive, None, None, (one, other), 0, None, None))
    await clear(game)
    return Fought(None, None)


async def _decide(game: Match, bout: Bout, winner: Side, loser: Side, *, parried: set[CharacterId]) -> Fought:
    """The last test stands: location and damage; the cards leave play but one that a Sweeping Attack keeps."""
    state = game.state
    suit = winner.suit or printed_suit(winner.card)
    if suit is None:
        raise ValueError("the winner's card has no suit")
    hit = hit_of(state, bout, winner.key, winner.total - loser.total, suit)
    one, other = (_sum(state, side) for side in _sides(state, bout))
    game.apply(
        FightDecided(
            bout.active,
            bout.passive,
            winner.key,
            loser.key,
            (one, other),
            winner.total - loser.total,
            hit.location,
            hit.damage,
            state.bodies[winner.key].at,
            state.bodies[loser.key].at,
        )
    )
    damage = hit.damage.value
    sweeps = _may_sweep(state, winner.key, loser.key, damage, parried)
    await clear(game, keep=winner.key if sweeps and applies("skill.sweeping-attack.4") else "")
    return Fought(winner.key, loser.key, damage, suit == "cup", sweeps)


# ------------------------------------------------------------------------------------------------ arms
async def _settle_arms(game: Match, bout: Bout) -> Bout:
    """Each fighter's hands and main weapon, openly, that of the player with Initiative first (combat.24, items.19)."""
    state = game.state
    order = sorted((bout.active, bout.passive), key=lambda who: state.seat(who) != state.initiative)
    if not applies("combat.24"):
        order.reverse()
    for who in order:
        arms = await _arms(game, bout, who)
        bout = replace(bout, arms=(arms, bout.arms[1]) if who == bout.active else (bout.arms[0], arms))
    return bout


async def _arms(game: Match, bout: Bout, who: CharacterId) -> Arms:
    """What a fighter fights with; it is asked only where something else is better in any respect (ruling R88)."""
    state = game.state
    seat = state.seat(who)
    if not worth_asking(state, who):
        return arms_now(state, who)
    known = game.known_to(seat)
    choices = {arms.key: arms for arms in arms_choices(known, who)}
    picks = await game.ask(
        seat,
        Choose(tuple(_arms_option(known, who, arms) for arms in choices.values())),
        rule="items.19",
        text=f"With what does {state.name(who)} fight {state.name(bout.other(who))}?",
        note="It stays so until the combat is over.",
        subject=who,
    )
    arms = choices[picks.one.key]
    game.apply(ArmsTaken(who, arms.equipped, arms_label(state, arms)))
    look_around(game)
    return arms


def _arms_option(known: State, who: CharacterId, arms: Arms) -> Option:
    weapon = main_weapon(known, arms)
    skill = weapon.skill.replace("-", " ").capitalize()
    rating = known.card(who).skills.get(weapon.skill)
    told = f"{skill} {rating}" if rating is not None else f"{skill}: −2 without the skill"
    return Option(
        arms.key, arms_label(known, arms), f"{told}, Superiority {weapon.superiority}", rule="combat.24"
    )


# ------------------------------------------------------------------------------------------------ parry
@rule("combat.11")
async def _parry(game: Match, bout: Bout, winner: Side, loser: Side, margin: int) -> bool:
    """Whether the loser parries: it may turn a token and make the test, once for each lost test (combat.11, .13)."""
    while may_be_parried(game.state, bout, winner.key):
        state, who = game.state, loser.key
        seat = state.seat(who)
        trial = parry_trial(state, bout, who, margin)
        suit = winner.suit or printed_suit(winner.card)
        hit = hit_of(state, bout, winner.key, margin, suit) if suit is not None else None
        taken = f"Else the blow lands: {hit.location}, damage {hit.damage.value}." if hit is not None else ""
        yes = await game.ask(
            seat,
            Confirm("Parry", "Parry", "Take the hit", trial_odds(game.known_to(seat), seat, trial)),
            rule="combat.11",
            text=f"{state.name(who)} has lost by {margin}: parry?",
            note=f"{tokens_text(state.bodies[who].parries)} left. {taken}".strip(),
            subject=who,
        )
        if not yes:
            return False
        game.apply(ParryTried(who, state.bodies[who].parries - 1))
        if (await unopposed(game, trial)).success:
            return True
        if applies("combat.13"):
            return False
    return False


# ------------------------------------------------------------------------------------------------ sweeping attack
def _may_sweep(
    state: State, winner: CharacterId, loser: CharacterId, damage: int, parried: set[CharacterId]
) -> bool:
    """Whether the winner can go on to another enemy: it dealt damage and was not parried (skill.sweeping-attack.3)."""
    if not state.card(winner).has("sweeping-attack") or not applies("skill.sweeping-attack.1"):
        return False
    if (damage < 1 or winner in parried) and applies("skill.sweeping-attack.3"):
        return False
    return bool(sweep_targets(state, winner, loser))


async def _sweep_on(game: Match, bout: Bout, fought: Fought) -> Bout | None:
    """The next combat of a Sweeping Attack, if the winner wants one; each costs 1 more (skill.sweeping-attack.2)."""
    state, who = game.state, fought.winner
    if who is None or fought.loser is None or not fought.sweeps:
        return None
    seat = state.seat(who)
    known = game.known_to(seat)
    number = bout.sweep + 1 if bout.active == who else 1
    found = {foe: _next_bout(known, who, foe, number) for foe in sweep_targets(known, who, fought.loser)}
    picks = None
    if found:
        picks = await game.ask_or_pass(
            seat,
            Choose(tuple(_sweep_option(known, seat, further) for further in found.values())),
            rule="skill.sweeping-attack.1",
            text=f"{state.name(who)}, Sweeping Attack: whom next?",
            note=f"The same card, at −{number}.",
            pass_label="Stop here",
            subject=who,
        )
    if picks is not None:
        return found[picks.one.key]
    if state.swept is not None:
        game.apply(SweepEnded(seat))
        await look_at_piles(game)
    return None


def _next_bout(state: State, who: CharacterId, foe: CharacterId, number: int) -> Bout:
    arms = (arms_now(state, who), arms_now(state, foe))
    return Bout(who, foe, arms, sweep=number, held=state.swept)


def _sweep_option(known: State, seat: Seat, bout: Bout) -> Option:
    return Option(
        bout.passive,
        known.name(bout.passive),
        rule="skill.sweeping-attack.1",
        piece=bout.passive,
        odds_=lambda: fight_odds(known, seat, bout),
    )
