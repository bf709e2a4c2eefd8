"""Falling back after a close combat (combat.16 to combat.22)."""

from muster.engine.ids import Seat
from muster.engine.requests import Choose, Option, Picks
from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import applies, rule
from muster.rulesets.ad1666.events import Moved, RetreatSettled
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.ground import border
from muster.rulesets.ad1666.queries.retreats import is_held, key_of, retreats
from muster.rulesets.ad1666.queries.trials import trial_odds
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.falling import land, landing_trial
from muster.rulesets.ad1666.rules.harm import is_over, look_around, remove
from muster.rulesets.ad1666.state import State


@rule("combat.16")
async def loser_falls_back(game: Match, loser: CharacterId, winner: CharacterId) -> None:
    """The loser of a combat must fall back one space, also without a Wound, unless an enemy holds it (combat.16).

    Where it cannot, the winner may, by the same rules (combat.20, ruling R35). The dead do not, nor does whoever killed
    them (combat.21).
    """
    if not game.state.in_play(loser):
        if not applies("combat.21"):
            await _may_fall_back(game, winner)
        return
    if _stays(game, loser):
        return
    if retreats(game.state, loser):
        await _fall_back(game, loser, retreats(game.state, loser))
        return
    game.apply(RetreatSettled(loser, "there is no way", "combat.20"))
    if applies("combat.20"):
        await _may_fall_back(game, winner)


async def both_fall_back(game: Match, fighters: tuple[CharacterId, CharacterId]) -> None:
    """After a tie both must fall back if they can, that of the player without Initiative first (combat.10).

    The second one's ways are looked at once the first has gone (combat.22).
    """
    state = game.state
    order = sorted(fighters, key=lambda who: state.seat(who) == state.initiative)
    if not applies("combat.10"):
        order.reverse()
    before = {who: retreats(state, who) for who in order}
    for who in order:
        if is_over(game):
            return
        ways = retreats(state, who) if applies("combat.22") else before[who]
        if _stays(game, who):
            continue
        if ways:
            await _fall_back(game, who, ways)
        else:
            game.apply(RetreatSettled(who, "there is no way", "combat.20"))


def _stays(game: Match, who: CharacterId) -> bool:
    """Whether an enemy that is still to be activated holds the Character; that is said."""
    held = is_held(game.state, who)
    if held:
        game.apply(RetreatSettled(who, "an enemy that has not been activated engages it", "combat.16"))
    return held


async def _fall_back(game: Match, who: CharacterId, ways: tuple[Space | None, ...]) -> None:
    """The controller picks the way; where there is only one, it is taken."""
    to = ways[0]
    if len(ways) > 1:
        seat = game.state.seat(who)
        picks = await game.ask(
            seat,
            Choose(_options(game.known_to(seat), seat, who, ways)),
            rule="combat.17",
            text=f"{game.state.name(who)} must fall back. Where to?",
            subject=who,
        )
        to = _chosen(ways, picks)
    await _go(game, who, to)


async def _may_fall_back(game: Match, who: CharacterId) -> None:
    """The winner may go where the loser could not (combat.20)."""
    ways = retreats(game.state, who)
    if not ways or is_held(game.state, who):
        return
    seat = game.state.seat(who)
    picks = await game.ask_or_pass(
        seat,
        Choose(_options(game.known_to(seat), seat, who, ways)),
        rule="combat.20",
        text=f"{game.state.name(who)} has won and may fall back. Where to?",
        pass_label="Stay",
        subject=who,
    )
    if picks is not None:
        await _go(game, who, _chosen(ways, picks))


def _options(
    known: State, seat: Seat, who: CharacterId, ways: tuple[Space | None, ...]
) -> tuple[Option, ...]:
    def option(to: Space | None) -> Option:
        if to is None:
            detail = "Out of the game, but not killed"
            return Option(key_of(to), "Over the edge of the board", detail, rule="combat.18")
        if _drops(known, who, to):
            trial = landing_trial(known, who)
            return Option(
                key_of(to),
                "Down from High Terrain",
                rule="combat.19",
                square=to,
                odds_=lambda: trial_odds(known, seat, trial, "It lands on its feet"),
            )
        return Option(key_of(to), f"To {to[0]}, {to[1]}", rule="combat.17", square=to)

    return tuple(map(option, ways))


def _chosen(ways: tuple[Space | None, ...], picks: Picks) -> Space | None:
    return next(to for to in ways if key_of(to) == picks.one.key)


def _drops(state: State, who: CharacterId, to: Space) -> bool:
    """Whether the way leads off High Terrain without stairs."""
    at = state.bodies[who].at
    return at is not None and border(state, at, to) == "cliff"


async def _go(game: Match, who: CharacterId, to: Space | None) -> None:
    state = game.state
    at = state.bodies[who].at
    if at is None:
        return
    if to is None:
        remove(game, who, "departed", "falls back over the edge of the board", "combat.18")
        return
    drops = _drops(state, who, to)
    game.apply(Moved(who, (at, to), 0, 0, "retreat", "combat.17"))
    look_around(game)
    if drops:
        await land(game, who)
