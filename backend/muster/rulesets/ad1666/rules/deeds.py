"""Actions that are neither moves nor shots: standing, waking, reloading, doors, locks, things, spotting."""

from muster.engine.explain import Part
from muster.engine.requests import Choose, Option
from muster.rulesets.ad1666.book import applies, number, rule
from muster.rulesets.ad1666.contest import Contest, Side
from muster.rulesets.ad1666.deck import SUITS, label_of, printed_suit
from muster.rulesets.ad1666.events import (
    CardLaid,
    ContestBegun,
    DoorTurned,
    DuelDecided,
    ItemTaken,
    Loaded,
    MarkerLost,
    Moved,
    Posture,
    Woken,
)
from muster.rulesets.ad1666.people import Ability, CharacterId
from muster.rulesets.ad1666.queries.arms import item_label, owned, weapon_of
from muster.rulesets.ad1666.queries.ground import board_of
from muster.rulesets.ad1666.queries.menu import force_trial, helper, lock_trial
from muster.rulesets.ad1666.queries.moving import is_free
from muster.rulesets.ad1666.queries.trials import Trial, ability_part, ability_sums, beats
from muster.rulesets.ad1666.queries.zones import engaged_by
from muster.rulesets.ad1666.rules.cards import Match, clear, refill
from muster.rulesets.ad1666.rules.harm import alarm, look_around, wound
from muster.rulesets.ad1666.rules.trials import Duel, name_suits, opposed, spare, unopposed
from muster.rulesets.ad1666.state import ItemId, State


async def ability_contest(
    game: Match, who: CharacterId, own: Ability, other: CharacterId, against: Ability, name: str, cause: str
) -> bool:
    """An Opposed Test of two Abilities; whether the one who started it has the higher total (test.12, ruling R62)."""
    state = game.state
    spared = [w for w in (who, other) if await spare(game, w)]

    def sums(now: State, side: Side) -> tuple[Part, ...]:
        ability = own if side.key == who else against
        character = who if side.key == who else other
        return ability_sums(now, character, ability, spared=character in spared)

    first = (
        state.seats[0]
        if state.initiative not in state.seats
        else next(s for s in state.seats if s == state.initiative)
    )
    sides = (Side(who, state.seat(who), who), Side(other, state.seat(other), other))
    contest = await opposed(game, Duel(name, cause, sides, (first, state.other(first)), sums, who))
    one, against_it = contest.side(who), contest.side(other)
    won = beats(one, against_it, who)
    totals = (one.sum_of(state.name(who)), against_it.sum_of(state.name(other)))
    game.apply(DuelDecided(name, cause, who, other, totals, won))
    await clear(game)
    return won


# ------------------------------------------------------------------------------------------------ standing up
@rule("action.21")
async def stand_up(game: Match, who: CharacterId) -> None:
    """Stand up: without a test unengaged, else by an Opposed Strength Test (action.21, action.22)."""
    foes = engaged_by(game.state, who)
    if foes and applies("action.22"):
        foe = await _who_holds_down(game, who, foes)
        name = f"{game.state.name(who)} stands up against {game.state.name(foe)}"
        if not await ability_contest(game, who, "strength", foe, "strength", name, "action.22"):
            return
    if foes or applies("action.21"):
        game.apply(Posture(who, False, False, "stands up", "action.21"))


async def _who_holds_down(game: Match, who: CharacterId, foes: tuple[CharacterId, ...]) -> CharacterId:
    """The owner of those who engage it picks one of several."""
    state = game.state
    if len(foes) == 1:
        return foes[0]
    picks = await game.ask(
        state.seat(foes[0]),
        Choose(tuple(Option(f, state.name(f), rule="action.22", piece=f) for f in foes)),
        rule="action.22",
        text=f"Who keeps {state.name(who)} down?",
        subject=who,
    )
    return picks.one.key


@rule("action.15")
async def wake_up(game: Match, who: CharacterId) -> None:
    """With help without a card, else a card from the deck: Heart wakes (action.14, action.15, action.16)."""
    state = game.state
    by = helper(state, who)
    if by is not None:
        game.apply(Posture(who, False, False, f"is woken by {state.name(by)}", "action.14"))
        return
    seat = state.seat(who)
    game.apply(ContestBegun(Contest("Wake Up", "action.15", (Side(who, seat, who),), 0)))
    await refill(game, seat)
    card = state.decks[seat][0]
    game.apply(CardLaid(who, card, open=True))
    await name_suits(game, (seat, state.other(seat)))
    side = state.contest.side(who) if state.contest is not None else Side(who, seat)
    suit = side.suit or printed_suit(card)
    woken = suit == SUITS[1] or not applies("action.15")
    game.apply(Woken(who, label_of(card, side.suit), woken))
    await clear(game)
    if woken:
        game.apply(Posture(who, not applies("action.16"), False, "wakes and stands", "action.16"))


# ------------------------------------------------------------------------------------------------ reloading
@rule("action.7")
async def load(game: Match, who: CharacterId, item: ItemId) -> None:
    """A Reload counter goes down by one; with Quick Reload a successful test takes it off whole (action.7)."""
    state = game.state
    weapon, left = state.weapon(item), state.items[item].reload
    after = left - number("action.7", 1, off=0)
    if state.card(who).has("quick-reload") and weapon.quick_reload and applies("skill.quick-reload"):
        trial = Trial(
            who,
            "Quick Reload, Fortitude Test",
            weapon.quick_reload,
            "skill.quick-reload",
            ability_part(state, who, "fortitude"),
            fortitude=True,
        )
        outcome = await unopposed(game, trial)
        after = 0 if outcome.success else after
    game.apply(Loaded(who, item, weapon.label.lower(), max(0, after), "action.7"))


# ------------------------------------------------------------------------------------------------ doors
@rule("action.20")
async def force_door(game: Match, who: CharacterId, door: str) -> None:
    """DL 7 Strength Test: destroyed, and one space on; a Misfortune costs a Wound, whatever the armour (action.20)."""
    state = game.state
    outcome = await unopposed(game, force_trial(state, who))
    if outcome.success:
        game.apply(DoorTurned(who, door, "broken", "breaks a door open", "action.20"))
        look_around(game)
        await _through(game, who, door)
    elif outcome.misfortune and applies("action.20"):
        wound(game, who, 1)


async def _through(game: Match, who: CharacterId, door: str) -> None:
    """One space straight across without MP, if it is free (action.20, ruling R59)."""
    state = game.state
    at = state.bodies[who].at
    segment = next(s for s in board_of(state).segments if s.edge is not None and s.edge.id == door)
    to = next((s for s in segment.spaces if s is not None and s != at), None)
    if at not in segment.spaces or to is None or not is_free(state, to):
        return
    picks = await game.ask_or_pass(
        state.seat(who),
        Choose((Option("on", "Through the door", rule="action.20", piece=who, square=to),)),
        rule="action.20",
        text=f"{state.name(who)} has broken the door open: go through?",
        pass_label="Stay",
        subject=who,
    )
    if picks is not None:
        game.apply(Moved(who, (to,), 0, 0, "walk", "action.20"))
        look_around(game)


@rule("skill.lockpicking")
async def pick_lock(game: Match, who: CharacterId, door: str) -> None:
    """DL 6 Lockpicking: unlocked and open; a Misfortune raises the alarm (skill.lockpicking, ruling R45)."""
    outcome = await unopposed(game, lock_trial(game.state, who))
    if outcome.success:
        game.apply(DoorTurned(who, door, "open", "picks the lock and opens the door", "skill.lockpicking"))
        look_around(game)
    elif outcome.misfortune:
        alarm(game, f"{game.state.name(who)} makes a noise at the lock")


# ------------------------------------------------------------------------------------------------ things, eyes
def pick_up(game: Match, who: CharacterId, item: ItemId) -> None:
    """Take a thing from the own space (action.19)."""
    game.apply(ItemTaken(who, item, item_label(game.state, item), "picks up", "action.19"))


@rule("skill.inconspicuous.5")
async def spot(game: Match, who: CharacterId, other: CharacterId, ability: Ability) -> None:
    """Wits or Intelligence against Charisma: a higher total finds an Inconspicuous Character out."""
    name = f"{game.state.name(who)} spots {game.state.name(other)}"
    if await ability_contest(game, who, ability, other, "charisma", name, "skill.inconspicuous.5"):
        game.apply(MarkerLost(other, f"{game.state.name(who)} has spotted it", "skill.inconspicuous.5"))


@rule("skill.pickpocket")
async def pickpocket(game: Match, who: CharacterId, other: CharacterId) -> bool:
    """Agility against Wits: a thing of the scenario's, if it has one; a failure gives it away (skill.pickpocket)."""
    name = f"{game.state.name(who)} picks the pocket of {game.state.name(other)}"
    if not await ability_contest(game, who, "agility", other, "wits", name, "skill.pickpocket"):
        game.apply(MarkerLost(who, "its hand was caught in a pocket", "skill.pickpocket"))
        return False
    state = game.state
    things = [i for i in owned(state, other) if weapon_of(state, i.id) is None]
    if things:
        item = things[0].id if len(things) == 1 else await _which(game, who, [t.id for t in things])
        game.apply(ItemTaken(who, item, item_label(state, item), "steals", "skill.pickpocket"))
        look_around(game)
    return True


async def _which(game: Match, who: CharacterId, items: list[ItemId]) -> ItemId:
    state = game.state
    picks = await game.ask(
        state.seat(who),
        Choose(tuple(Option(i, item_label(state, i), rule="skill.pickpocket") for i in items)),
        rule="skill.pickpocket",
        text="What is taken?",
        subject=who,
    )
    return picks.one.key
