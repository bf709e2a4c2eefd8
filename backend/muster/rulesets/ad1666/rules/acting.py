"""An activation in the Action Phase: one Full or two Partial Actions, each as announced (turn.12 to turn.18)."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from muster.engine.ids import Seat
from muster.engine.requests import Choose, Confirm, Option, Pick
from muster.rulesets.ad1666.book import applies, number, rule
from muster.rulesets.ad1666.deck import DECK, label_of
from muster.rulesets.ad1666.events import (
    ActionBegun,
    ActionOver,
    Activated,
    ActivationOver,
    CardReturned,
    FirstActorNamed,
    OverwatchSet,
    PointsGained,
)
from muster.rulesets.ad1666.people import Ability, CharacterId
from muster.rulesets.ad1666.queries.menu import (
    FREE,
    FULL_MP,
    HALF_MP,
    MOVING,
    anytime,
    equip_options,
    helper,
    move_options,
    move_spec,
    options_for,
    step_option,
    swaps_freely,
)
from muster.rulesets.ad1666.queries.moving import steps_off
from muster.rulesets.ad1666.queries.shooting import Manner, shots
from muster.rulesets.ad1666.queries.trials import Trial, ability_part
from muster.rulesets.ad1666.queries.zones import is_engaged
from muster.rulesets.ad1666.rules import deeds
from muster.rulesets.ad1666.rules.anytime import take_liberty
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import fall_prone, is_over
from muster.rulesets.ad1666.rules.initiative import cunning
from muster.rulesets.ad1666.rules.moving import (
    acting_of,
    can_go_on,
    halt_if_held,
    lose,
    take_step,
    turn_door,
    walk,
)
from muster.rulesets.ad1666.rules.overwatch import interrupts
from muster.rulesets.ad1666.rules.shooting import shoot
from muster.rulesets.ad1666.rules.trials import unopposed
from muster.rulesets.ad1666.state import State

SPRINT_DL = 5


# ------------------------------------------------------------------------------------------------ whose turn it is
@rule("turn.11")
async def name_first_actor(game: Match) -> None:
    """The holder of Initiative names the side that acts first (turn.11)."""
    state = game.state
    seat = Seat(state.initiative)
    options = tuple(
        Option(s, "We act first" if s == seat else f"{state.setup.labels[s]} acts first", rule="turn.11")
        for s in ((seat, state.other(seat)) if applies("turn.11") else (seat,))
    )
    picks = await game.ask(seat, Choose(options), rule="turn.11", text="Who acts first in this turn?")
    game.apply(FirstActorNamed(picks.one.key))


def to_activate(state: State, seat: str) -> tuple[CharacterId, ...]:
    """A seat's Characters on the board that have not been activated in this phase (turn.12, turn.23)."""
    return tuple(w for w in state.present(seat) if not (state.bodies[w].activated and applies("turn.12")))


def may_delay(state: State, seat: Seat) -> bool:
    """Whether a seat may pass instead of activating its last Character: it has fewer models in play than the opponent,
    who has some left to activate (turn.13, ruling R24)."""
    other = state.other(seat)
    fewer = len(list(state.present(seat))) < len(list(state.present(other)))
    return (
        len(to_activate(state, seat)) == 1
        and fewer
        and bool(to_activate(state, other))
        and applies("turn.13")
    )


@rule("turn.12")
async def act(game: Match, seat: Seat) -> None:
    """A seat activates one of its Characters, or passes under the delay rule (turn.12, turn.13)."""
    known = game.known_to(seat)
    options = tuple(Option(w, known.name(w), rule="turn.12", piece=w) for w in to_activate(known, seat))
    text = "Who acts?"
    if may_delay(known, seat) or not applies("turn.23"):
        picks = await game.ask_or_pass(
            seat,
            Choose(options),
            rule="turn.13",
            text=text,
            pass_label="Wait",
            note="You have fewer left to act, so the other side may go first.",
        )
    else:
        picks = await game.ask(seat, Choose(options), rule="turn.12", text=text)
    if picks is None:
        game.apply(ActivationOver("", seat))
        return
    await activate(game, picks.one.key)


async def activate(game: Match, who: CharacterId) -> None:
    """One Character's activation (turn.14)."""
    seat = game.state.seat(who)
    game.apply(Activated(who, game.state.bodies[who].at))
    await _search_discards(game, who)
    await _take_in_hand(game, who)
    while not is_over(game) and game.state.in_play(who):
        known = game.known_to(seat)
        options = options_for(known, who)
        if not any(o.group != FREE for o in options):
            break
        picks = await game.ask_or_pass(
            seat,
            Choose(options),
            rule="turn.14",
            text=f"What does {known.name(who)} do?",
            pass_label="End the activation",
            subject=who,
        )
        if picks is None:
            break
        await _do(game, who, picks.one)
    if not is_over(game):
        acting = game.state.acting
        game.apply(ActivationOver(who, seat, idle=acting is not None and acting.fresh))


async def _take_in_hand(game: Match, who: CharacterId) -> None:
    """With restricted equipment what is in hand is chosen now, and stays so until the next activation (items.6)."""
    seat = game.state.seat(who)
    known = game.known_to(seat)
    options = tuple(equip_options(known, who))
    if swaps_freely(known) or known.bodies[who].unconscious or not options:
        return
    picks = await game.ask_or_pass(
        seat,
        Choose(options),
        rule="items.6",
        text=f"What does {known.name(who)} hold until its next activation?",
        pass_label="As it is",
        subject=who,
    )
    if picks is not None:
        take_liberty(game, picks.one.key)


async def _search_discards(game: Match, who: CharacterId) -> None:
    """When Zagloba is activated one card of the own pile may go back into the deck (skill.cunning.3)."""
    state = game.state
    seat = state.seat(who)
    if cunning(state, seat) != who or not state.discards[seat] or not applies("skill.cunning.3"):
        return
    picks = await game.ask_or_pass(
        seat,
        Choose(tuple(Option(c, label_of(c), rule="skill.cunning.3") for c in state.discards[seat])),
        rule="skill.cunning.3",
        text=f"{state.name(who)}: put a card of your discard pile back into the deck?",
        pass_label="Leave them",
        subject=who,
    )
    if picks is None:
        return
    card = picks.one.key
    cards = [c for c in DECK if c in (*state.decks[seat], card)]
    order = await game.shuffle(len(cards), why=f"deck of {seat}")
    game.apply(CardReturned(seat, who, card, tuple(cards[i] for i in order)))


# ------------------------------------------------------------------------------------------------ one action
async def _do(game: Match, who: CharacterId, pick: Pick) -> None:
    """Whatever was picked, by the first word of its key."""
    word, _, rest = pick.key.partition(":")
    action = word.partition("/")[0]
    match action:
        case "full-move" | "half-move":
            await _move(game, who, action, pick)
        case "sprint":
            await _sprint(game, who, pick)
        case "aimed" | "quick" | "defensive":
            await _shoot(game, who, action, *rest.rsplit(":", 1))
        case "reload":
            await _reload(game, who, rest)
        case _:
            if not take_liberty(game, pick.key):
                await _deed(game, who, action, rest)


def _begin(
    game: Match, who: CharacterId, action: str, label: str, *, whole: bool, cause: str, mp: int = 0
) -> None:
    at = game.state.bodies[who].at
    game.apply(ActionBegun(who, action, label, number("turn.14", whole, off=False) == 1, mp, at, cause))


async def _shoot(game: Match, who: CharacterId, manner: Manner, item: str, target: CharacterId) -> None:
    """A shot as announced, unless an interruption has made it impossible (action.1, action.11, action.13)."""
    word = {"aimed": "an Aimed Shot", "quick": "a Quick Shot", "defensive": "a Defensive Shot"}[manner]
    name = game.state.name(target)
    cause = {"aimed": "action.1", "quick": "action.18", "defensive": "action.2"}[manner]
    _begin(game, who, manner, f"{word} at {name}", whole=manner != "quick", cause=cause)
    open_to = manner != "quick" or not applies("action.11")
    if open_to:
        await interrupts(game, who, deed=True)
    found = None
    if not is_over(game) and game.state.in_play(who):
        found = next(
            (s for s in shots(game.state, who, manner) if (s.item, s.target) == (item, target)), None
        )
    if found is None:
        lose(game, who, "the shot")
    else:
        await shoot(game, found)
        if open_to and not is_over(game) and game.state.in_play(who):
            await interrupts(game, who, deed=True)
    _end(game, who)


async def _deed(game: Match, who: CharacterId, action: str, rest: str) -> None:
    """An action that is neither a move nor a shot: announced, perhaps interrupted, done."""
    labels: dict[str, tuple[str, bool, str]] = {
        "stand": ("gets up", False, "action.21"),
        "wake": ("tries to wake", True, "action.15"),
        "overwatch": ("takes Overwatch", True, "action.9"),
        "force": ("forces a door", False, "action.20"),
        "lock": ("works at a lock", True, "skill.lockpicking"),
        "pick": ("picks something up", False, "action.19"),
        "spot": ("looks about", True, "skill.inconspicuous.5"),
        "pocket": ("reaches into a pocket", False, "skill.pickpocket"),
    }
    label, whole, cause = labels[action]
    if action == "stand" and is_engaged(game.state, who):
        label, cause = "tries to get up", "action.22"
    if action == "wake" and helper(game.state, who) is not None:
        cause = "action.14"
    _begin(game, who, action, label, whole=whole, cause=cause)
    await interrupts(game, who, deed=True)
    if is_over(game) or not game.state.in_play(who):
        return
    if not _still_offered(game, who, action, rest):
        lose(game, who, "the action")
        _end(game, who)
        return
    if action == "pocket":
        if await deeds.pickpocket(game, who, rest):
            game.apply(PointsGained(who, number("move.16", 1, off=0), "", "skill.pickpocket"))
            await _spend(game, who, "half-move")
    else:
        await _by_word(action)(game, who, rest)
    if not is_over(game) and game.state.in_play(who):
        await interrupts(game, who, deed=True)
    _end(game, who)


def _still_offered(game: Match, who: CharacterId, action: str, rest: str) -> bool:
    """Whether the announced action would be offered now, if it were still to be announced (action.13)."""
    state = game.known_to(game.state.seat(who))
    acting = acting_of(state)
    fresh = replace(state, acting=replace(acting, partials=2, fresh=True))
    key = f"{action}:{rest}" if rest else action
    return any(o.key == key for o in options_for(fresh, who))


def _by_word(action: str) -> Callable[[Match, CharacterId, str], Awaitable[None]]:
    async def stand(game: Match, who: CharacterId, rest: str) -> None:
        await deeds.stand_up(game, who)

    async def wake(game: Match, who: CharacterId, rest: str) -> None:
        await deeds.wake_up(game, who)

    async def watch(game: Match, who: CharacterId, rest: str) -> None:
        game.apply(OverwatchSet(who, applies("action.9")))

    async def pick(game: Match, who: CharacterId, rest: str) -> None:
        deeds.pick_up(game, who, rest)

    async def spot(game: Match, who: CharacterId, rest: str) -> None:
        other, ability = rest.split(":")
        named: Ability = "wits" if ability == "wits" else "intelligence"
        await deeds.spot(game, who, other, named)

    return {
        "stand": stand,
        "wake": wake,
        "overwatch": watch,
        "force": deeds.force_door,
        "lock": deeds.pick_lock,
        "pick": pick,
        "spot": spot,
    }[action]


def _end(game: Match, who: CharacterId) -> None:
    acting = game.state.acting
    if not is_over(game) and acting is not None:
        game.apply(ActionOver(who, number("action.23", 0, off=acting.mp)))


# ------------------------------------------------------------------------------------------------ moves
async def _move(game: Match, who: CharacterId, action: str, pick: Pick) -> None:
    """A Full or Half Move: as many steps and Movement Actions as the MP pay for (action.4, action.17, move.5)."""
    whole = action == "full-move"
    mp = number("action.4", FULL_MP, off=1) if whole else number("action.17", HALF_MP, off=1)
    label = "a Full Move" if whole else "a Half Move"
    _begin(game, who, action, label, whole=whole, cause="action.4" if whole else "action.17", mp=mp)
    await _step(game, who, pick)
    await _spend(game, who, action)
    _end(game, who)


async def _step(game: Match, who: CharacterId, pick: Pick) -> None:
    """A part of a move: a walk, a Movement Action, a door."""
    _, _, key = pick.key.partition("/")
    if not key:
        await walk(game, who, tuple(pick.given.points))
    elif key.startswith("door:"):
        await turn_door(game, who, key.removeprefix("door:"))
    else:
        await take_step(game, who, key, acting_of(game.state).mp)


async def _spend(game: Match, who: CharacterId, action: str) -> None:
    """Go on while MP are left, for as long as the player wants to (move.5, move.16)."""
    seat = game.state.seat(who)
    while can_go_on(game, who) and game.state.acting is not None and game.state.acting.mp > 0:
        known = game.known_to(seat)
        options = tuple(move_options(known, who, acting_of(known).mp, action, MOVING, "move.1"))
        if not options:
            return
        picks = await game.ask_or_pass(
            seat,
            Choose((*options, *anytime(known, seat, who))),
            rule="move.5",
            text=f"{known.name(who)} has {acting_of(known).mp} MP left.",
            pass_label="Stop here",
            subject=who,
        )
        if picks is None:
            return
        if not take_liberty(game, picks.one.key):
            await _step(game, who, picks.one)


@rule("action.5")
async def _sprint(game: Match, who: CharacterId, pick: Pick) -> None:
    """4 MP of steps that keep the beginning in sight, then a test for more (action.5, action.6)."""
    _begin(game, who, "sprint", "a Sprint", whole=True, cause="action.5", mp=FULL_MP)
    await walk(game, who, tuple(pick.given.points))
    await _run_on(game, who)
    acting = game.state.acting
    if acting is not None and acting.spent >= FULL_MP and can_go_on(game, who) and applies("action.6"):
        state = game.state
        trial = Trial(who, "Sprint, Agility Test", SPRINT_DL, "action.6", ability_part(state, who, "agility"))
        outcome = await unopposed(game, trial)
        if outcome.misfortune:
            fall_prone(game, who, "falls Prone in the Sprint", "action.6")
            if not is_over(game) and game.state.in_play(who):
                await interrupts(game, who, deed=True)
        else:
            extra = 3 if outcome.triumph else 2 if outcome.success else 1
            game.apply(PointsGained(who, extra, f"has {extra} more MP", "action.6"))
            halt_if_held(game, who)
            await _run_on(game, who)
    _end(game, who)


async def _run_on(game: Match, who: CharacterId) -> None:
    """Further steps of a Sprint with the MP that are left, over the edge of the board too where it is open."""
    seat = game.state.seat(who)
    while can_go_on(game, who) and game.state.acting is not None and game.state.acting.mp > 0:
        known = game.known_to(seat)
        mp = acting_of(known).mp
        spec = move_spec(known, who, mp, sprint=True)
        on = (
            (Option("sprint", "Sprint on", "", "Move", "action.5", who, needs_=spec),)
            if spec is not None
            else ()
        )
        off = tuple(step_option(known, who, s, "sprint", "") for s in steps_off(known, who, mp))
        if not on and not off:
            return
        picks = await game.ask_or_pass(
            seat,
            Choose((*on, *off)),
            rule="action.5",
            text=f"{known.name(who)} has {acting_of(known).mp} MP of the Sprint left.",
            pass_label="Stop here",
            subject=who,
        )
        if picks is None:
            return
        await _step(game, who, picks.one)


async def _reload(game: Match, who: CharacterId, item: str) -> None:
    """Load one step further, and 2 MP before or after it (action.7, move.16)."""
    label = game.state.weapon(item).label.lower()
    mp = number("move.16", 2, off=0)
    _begin(game, who, "reload", f"reloads the {label}", whole=True, cause="action.7", mp=mp)
    await interrupts(game, who, deed=True)
    if is_over(game) or not game.state.in_play(who):
        return
    if not _still_offered(game, who, "reload", item):
        lose(game, who, "the action")
        _end(game, who)
        return
    first = True
    if can_go_on(game, who) and tuple(
        move_options(game.known_to(game.state.seat(who)), who, mp, "reload", "", "")
    ):
        first = await game.ask(
            game.state.seat(who),
            Confirm("Reload", "Load first", "Move first"),
            rule="action.7",
            text=f"{game.state.name(who)} has 2 MP beside the reloading.",
            subject=who,
        )
    if not first:
        await _spend(game, who, "reload")
    body = game.state.bodies[who]
    if not is_over(game) and body.at is not None and not body.unconscious:
        await deeds.load(game, who, item)
        if not is_over(game) and game.state.in_play(who):
            await interrupts(game, who, deed=True)
    if first:
        await _spend(game, who, "reload")
    _end(game, who)
