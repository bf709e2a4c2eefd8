"""What many rules need: harm and its consequences, being seen, the end of the fight."""

from typing import TypeAlias

from muster.engine.game import Game
from muster.engine.requests import Choose
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.book import applies
from muster.rulesets.newworld.events import (
    Ended,
    Fell,
    ItemMoved,
    LetGo,
    MountChanged,
    OutOfAction,
    Revealed,
    Seized,
    Waits,
    WoundsLost,
)
from muster.rulesets.newworld.queries.contests import disarmable
from muster.rulesets.newworld.queries.hands import free_hands, place_in_hand
from muster.rulesets.newworld.queries.places import square_options, square_picked
from muster.rulesets.newworld.queries.standing import in_reach, spotted
from muster.rulesets.newworld.state import FATES, Fate, FigureId, ItemId, Postponed, State

Fight: TypeAlias = Game[State]


def is_over(game: Fight) -> bool:
    """Whether the fight has ended."""
    return game.state.ending is not None


def at_of(state: State, figure: FigureId) -> Square:
    """Where a figure stands; it must be on the table."""
    at = state.figures[figure].at
    if at is None:
        raise ValueError(f"{figure} is not on the table")
    return at


def lesson(state: State, figure: FigureId) -> str:
    """The seat that learns something from what this figure of its own does: that no foe lying hidden was in its way,
    in its sight, or stepping in. Empty where no foe lies hidden.
    """
    lurking = any(b.hidden and state.are_foes(figure, f) for f, b in state.figures.items())
    return state.seat(figure) if lurking else ""


# ------------------------------------------------------------------------------------------------ simultaneous groups
def must_wait(state: State, figure: FigureId, by: FigureId | None) -> bool:
    """Whether what ``by`` does to ``figure`` waits for the end of their simultaneous group (init.4, ruling R6).

    What is done to a member's mount waits too, since its fall would throw the rider (ruling R83).
    """
    member = state.figures[figure].ridden_by or figure
    both = by is not None and by in state.group and member in state.group and by != member
    return both and len(state.group) > 1 and applies("init.4")


# ------------------------------------------------------------------------------------------------ harm
async def hurt(game: Fight, figure: FigureId, wounds: int, *, by: FigureId | None) -> None:
    """Take Wounds off, now or when the simultaneous group is done; 0 or less is out of action (damage.1, damage.13)."""
    if wounds <= 0:
        return
    if must_wait(game.state, figure, by):
        game.apply(Waits(Postponed("wounds", figure, wounds, by)))
        return
    game.apply(WoundsLost(figure, wounds))
    await remove_if_out(game, figure)


async def remove_if_out(game: Fight, figure: FigureId) -> None:
    """Remove a figure with no Wounds left; the rider of a fallen mount ends prone in one of its squares (height.6)."""
    state = game.state
    body = state.figures[figure]
    if body.out or body.at is None or body.wounds > 0 or not applies("damage.13"):
        return
    rider = body.ridden_by
    if rider is not None and state.in_fight(rider) and applies("height.6"):
        square = await _choose_fall(game, rider, _fall_squares(state, figure, rider))
        game.apply(MountChanged(rider, figure, False, square, fell=True))
        await knock_down(game, rider, "falls with the mount and lies prone", by=None)
    game.apply(OutOfAction(figure, body.at))
    release_if_apart(game)
    reveal_seen(game)


def _fall_squares(state: State, mount: FigureId, rider: FigureId) -> tuple[Square, ...]:
    """The squares of a mount that nobody else is on; all of them where others are on each."""
    taken = {s for f in state.figures if f not in (mount, rider) for s in state.squares(f)}
    squares = state.squares(mount)
    return tuple(s for s in squares if s not in taken) or squares


async def _choose_fall(game: Fight, rider: FigureId, squares: tuple[Square, ...]) -> Square:
    picks = await game.ask(
        game.state.seat(rider),
        Choose(square_options("Lie here", "height.6", rider, squares)),
        rule="newworld.height.6",
        text=f"The mount of {game.state.name(rider)} is down. Where does the rider lie?",
        subject=rider,
    )
    return square_picked(picks)


async def knock_down(game: Fight, figure: FigureId, how: str, *, by: FigureId | None) -> None:
    """Leave a figure prone, whatever made it fall (prone.1)."""
    if must_wait(game.state, figure, by):
        game.apply(Waits(Postponed("prone", figure, by=by)))
    elif applies("prone.1"):
        game.apply(Fell(figure, how, game.state.figures[figure].hidden))


async def seize(game: Fight, holder: FigureId, held: FigureId) -> None:
    """Grapple a figure, now or at the group's end (grapple.2)."""
    if must_wait(game.state, held, holder):
        game.apply(Waits(Postponed("grappled", held, by=holder)))
    else:
        game.apply(Seized(holder, held))


def lose(
    game: Fight, owner: FigureId, item: ItemId, fate: Fate, *, by: FigureId, at: Square | None = None
) -> None:
    """A foe's weapon is dropped, flung to a square or taken, now or at the group's end (disarm.3 to disarm.6)."""
    if must_wait(game.state, owner, by):
        game.apply(Waits(Postponed(fate, owner, by=by, item=item, at=at)))
    else:
        _lose_now(game, owner, item, fate, by, at)


def _lose_now(
    game: Fight, owner: FigureId, item: ItemId, fate: Fate, by: FigureId, at: Square | None
) -> None:
    state = game.state
    there = state.items[item]
    if there.holder != owner or there.where == "carried":
        return  # put away, thrown or dropped since: there is nothing in the hand to lose (ruling R84)
    label = state.weapon(there).label.lower()
    hand = place_in_hand(state, by, state.weapon(there)) if fate == "taken" and state.in_fight(by) else None
    if hand is not None:
        text = f"{state.name(by)} holds {state.name(owner)}'s {label} now."
        game.apply(ItemMoved(item, text, hand, by, None, by, "disarm.4"))
    elif at is not None:
        text = f"The {label} flies out of {state.name(owner)}'s hand."
        game.apply(ItemMoved(item, text, "ground", None, at, by, "disarm.5"))
    else:
        text = f"The {label} lies at {state.name(owner)}'s feet."
        game.apply(ItemMoved(item, text, "ground", None, at_of(state, owner), by, "disarm.6"))


def disarm_outright(game: Fight, foe: FigureId, *, by: FigureId) -> None:
    """An effect that disarms without a roll: the first weapon in the foe's hands is dropped (disarm.10)."""
    held = disarmable(game.state, foe)
    if held and applies("disarm.10"):
        lose(game, foe, held[0].id, "dropped", by=by)


async def settle_postponed(game: Fight) -> None:
    """Apply what waited for the end of a simultaneous group, in the order in which it happened (init.4).

    A hold that can no longer begin, and a loss of what the figure no longer holds, come to nothing (ruling R84).
    """
    waiting = game.state.postponed
    for result in waiting:
        state = game.state
        if result.kind == "wounds" and not state.figures[result.figure].out:
            game.apply(WoundsLost(result.figure, result.amount))
        elif result.kind == "prone" and state.in_fight(result.figure):
            game.apply(Fell(result.figure, "goes down"))
        elif result.kind == "grappled" and result.by and may_still_hold(state, result.by, result.figure):
            game.apply(Seized(result.by, result.figure))
        elif result.item is not None and result.by is not None and result.kind in FATES:
            _lose_now(game, result.figure, result.item, result.kind, result.by, result.at)
    harmed = {r.figure: None for r in waiting}
    for figure in sorted(
        harmed, key=lambda f: game.state.card(f).is_mount
    ):  # no dead rider chooses where to lie
        await remove_if_out(game, figure)


def may_still_hold(state: State, holder: FigureId, held: FigureId) -> bool:
    """Whether a grapple that waited can still begin: both there, beside each other, the holder free for it."""
    body = state.figures[holder]
    if not state.in_fight(holder) or not state.in_fight(held) or body.in_grapple:
        return False
    return in_reach(state, holder, held) and free_hands(state, holder) > 0


# ------------------------------------------------------------------------------------------------ consequences
def release_if_apart(game: Fight) -> None:
    """A grapple ends when the two are no longer adjacent (grapple.6)."""
    for figure, body in list(game.state.figures.items()):
        held = body.holding
        if held is not None and not in_reach(game.state, figure, held) and applies("grapple.6"):
            game.apply(LetGo(figure, held, "they are no longer beside each other"))


def reveal_seen(game: Fight) -> None:
    """Show hidden figures that a foe at Near or closer can see, or a foe's mount beside them (hide.1, ruling R108)."""
    for found in spotted(game.state):
        name = game.state.name(found.by)
        how = "shies at them" if game.state.card(found.by).is_mount else "can see them, near enough"
        game.apply(Revealed(found.figure, f"{name} {how}"))


def reveal(game: Fight, figure: FigureId, why: str, rule: str = "hide.1") -> None:
    """Show a hidden figure."""
    if game.state.figures[figure].hidden and applies(rule):
        game.apply(Revealed(figure, why, rule))


# ------------------------------------------------------------------------------------------------ the end
def is_decided(state: State) -> bool:
    """Whether the members of a simultaneous group who still wait for their turns can change nothing (ruling R107).

    So it is where a side has nobody left who can act: each of its figures is out of action, or will be when the
    group's results take effect, and has neither a turn to come in the group nor a half action kept.
    """
    if len(state.group) < 2 or not applies("end.1"):
        return False
    lost: dict[FigureId, int] = {}
    for result in state.postponed:
        if result.kind == "wounds":
            lost[result.figure] = lost.get(result.figure, 0) + result.amount
    active = {*state.group_waiting, *((state.turn.figure,) if state.turn else ())}

    def may_act(figure: FigureId) -> bool:
        body = state.figures[figure]
        return body.wounds > lost.get(figure, 0) or figure in active or bool(body.delayed)

    return not all(any(may_act(f) for f in state.fighters(s)) for s in state.seats)


def check_end(game: Fight) -> None:
    """The fight ends as soon as a side has nobody left; a simultaneous group is finished first (end.1)."""
    state = game.state
    if state.ending is not None or len(state.group) > 1:
        return
    standing = [s for s in state.seats if any(True for _ in state.fighters(s))]
    if len(standing) > 1 or not applies("end.1"):
        return
    if not standing:
        game.apply(Ended(None, "all_out", "Nobody is left in the fight: a draw."))
        return
    label = state.setup.labels[standing[0]]
    game.apply(Ended(standing[0], "last_side_standing", f"{label} win: nobody of the other side is left."))


def check_end_of_round(game: Fight) -> None:
    """Objectives at the end of each round, and the reckoning after the last (end.1)."""
    state = game.state
    if state.ending is not None:
        return
    through = state.setup.scenario.breakthrough
    if through is not None:
        got = on_zone(state, through.seat, through.zone)
        if got >= through.count and applies("end.1"):
            label = state.setup.labels[through.seat]
            game.apply(
                Ended(through.seat, "broke_through", f"{label} win: {got} of them have broken through.")
            )
            return
    if state.round < state.setup.rounds or not applies("end.1"):
        return
    if through is not None:
        other = state.other_seats(through.seat)[0]
        text = f"{state.setup.labels[other]} win: too few broke through in time."
        game.apply(Ended(other, "held_out", text))
        return
    hold = state.setup.scenario.hold
    if hold is not None:
        counts = {s: on_zone(state, s, hold.zone) for s in state.seats}
        best = max(counts.values())
        leaders = [s for s in state.seats if counts[s] == best]
        if len(leaders) == 1:
            text = f"{state.setup.labels[leaders[0]]} win: they hold the ground with {best}."
            game.apply(Ended(leaders[0], "held_ground", text))
            return
    _reckon(game)


def on_zone(state: State, seat: str, zone: str) -> int:
    """A seat's figures that stand upright on the squares of a zone."""
    squares = set(state.setup.map.zone(zone).squares)
    return sum(
        1
        for f in state.fighters(seat)
        if not state.figures[f].prone and squares.intersection(state.squares(f))
    )


def _reckon(game: Fight) -> None:
    """The larger share of starting Wounds wins; mounts are left out, nobody counts below 0 (end.1)."""
    state = game.state
    shares: dict[str, tuple[int, int]] = {}
    for seat in state.seats:
        cards = [c for c in state.setup.cards.values() if c.seat == seat and not c.is_mount]
        left = sum(max(0, state.figures[c.id].wounds) for c in cards)
        shares[seat] = (left, sum(c.wounds for c in cards))
    words = ", ".join(f"{state.setup.labels[s]} {left} of {whole}" for s, (left, whole) in shares.items())
    first, second = state.seats[0], state.seats[1]
    lead = shares[first][0] * shares[second][1] - shares[second][0] * shares[first][1]
    if lead == 0:
        game.apply(Ended(None, "equal_wounds", f"Time is up: a draw. Wounds left: {words}."))
        return
    winner = first if lead > 0 else second
    text = f"Time is up: {state.setup.labels[winner]} win with the larger share of Wounds left. {words}."
    game.apply(Ended(winner, "more_wounds_left", text))
