"""The initiative: naming commands in secret, dice, re-rolls, doubles, and who acts now (4.1.1, 2.7)."""

from collections.abc import Sequence

from muster.engine.game import Ask
from muster.engine.ids import Seat
from muster.engine.requests import Choose, Confirm, Option, Picks
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.course import (
    AgitatorsRose,
    CommandActivated,
    CommandEnded,
    CommandsNamed,
    CommandStopped,
    InitiativePassed,
    InitiativeRerolled,
    InitiativeRolled,
    LevelChanged,
    PreachersSpoke,
    TurnClosing,
)
from muster.rulesets.baroque.queries.army import (
    army_command,
    candidates,
    command_name,
    is_led,
    leader_name,
    leadership,
)
from muster.rulesets.baroque.queries.initiative import (
    Again,
    Try,
    Won,
    agitated,
    alone_words,
    is_plain,
    is_stopped,
    level_change,
    new_dice,
    next_offer,
    offer_order,
    reroll_odds,
    reroll_rule,
    rerolls,
    sermon,
    total_of,
    won_by,
)
from muster.rulesets.baroque.rules.common import REROLL_WINDOW, Battle
from muster.rulesets.baroque.state import CommandId, State

DOING = "choosing a command"
ONE_REROLL = "he has one re-roll in each initiative roll, and has not used it in this one"


@rule("4.1a")
async def next_command(game: Battle) -> None:
    """One initiative roll, or the end of the turn when every command has had its own (4.1a)."""
    sides = [s for s in game.state.seats if candidates(game.state, s)]
    if not sides:
        game.apply(TurnClosing())
        return
    named = await name_commands(game, sides)
    if len(sides) == 1 and not applies("4.1.1e"):
        game.apply(CommandActivated(named[sides[0]], "", "4.1.1e"))
        return
    await roll_off(game, named)


# ------------------------------------------------------------------------------------------------ naming
@rule("4.1.1a")
async def name_commands(game: Battle, sides: Sequence[Seat]) -> dict[Seat, CommandId]:
    """Each side names a command, both in secret; who has only one is not asked, for that shows anyway (R13)."""
    state = game.state
    named = {s: candidates(state, s)[0] for s in sides}
    asks = [_naming(state, s) for s in sides if len(candidates(state, s)) > 1]
    if not asks or not applies("4.1.1a"):
        return named
    for ask, picks in zip(asks, await game.ask_sealed(asks), strict=True):
        named[ask.seat] = picks.one.key
    game.apply(CommandsNamed({str(seat): command for seat, command in named.items()}))
    return named


def _naming(state: State, seat: Seat) -> Ask[Picks]:
    return Ask(
        seat,
        Choose(tuple(_command_option(state, c) for c in candidates(state, seat))),
        "baroque.4.1.1a",
        "Which command do you try to activate?",
        "both sides choose in secret; the higher total acts",
        doing=DOING,
    )


def _command_option(state: State, command: CommandId) -> Option:
    """A command to be named, with its leader and what it has on the table."""
    units = state.of_command(command)
    leader = state.leaders[command]
    who = f"{leader.level} leader, +{leadership(state, command)}" if is_led(state, command) else "leader lost"
    count = f"{len(units)} unit" if len(units) == 1 else f"{len(units)} units"
    return Option(
        command,
        army_command(state, command).label,
        f"{leader_name(state, command)}: {who}; {count}",
        rule="baroque.4.1.1b",
        piece=command if leader.at is not None and not leader.lost else None,
        act=f"Name {army_command(state, command).label}",
    )


# ------------------------------------------------------------------------------------------------ dice
@rule("4.1.1b")
async def roll_off(game: Battle, named: dict[Seat, CommandId]) -> None:
    """Roll until one side has won, or all commands named were stopped (R15: then a new roll follows)."""
    again = False
    while True:
        tries = await _roll(game, named, again=again)
        tries = await offer_rerolls(game, tries)
        for one in tries:
            _settle_doubles(game, one)
        stopped = {t.seat: is_stopped(game.state, t) for t in tries}
        for one in tries:
            if stopped[one.seat]:
                game.apply(CommandStopped(one.command))
        if all(stopped.values()):
            return
        won = won_by(game.state, tries, stopped)
        if won is not None:
            await _activate(game, won, tries, may_pass=not any(stopped.values()))
            return
        again = True


async def _roll(game: Battle, named: dict[Seat, CommandId], *, again: bool) -> tuple[Try, ...]:
    tries: list[Try] = []
    for seat, command in named.items():
        why = f"initiative of {command_name(game.state, command)}"
        first, second = (await game.roll(2, 6, why=why)).values
        tries.append(Try(seat, command, (first, second)))
    dice = {str(t.seat): t.dice for t in tries}
    totals = {str(t.seat): total_of(game.state, t) for t in tries}
    game.apply(InitiativeRolled(dice, totals, again))
    return tuple(tries)


async def offer_rerolls(game: Battle, tries: tuple[Try, ...]) -> tuple[Try, ...]:
    """Offer re-rolls until everybody who still has one has declined (R13, R16)."""
    declined: frozenset[Seat] = frozenset()
    while True:
        one = next_offer(game.state, tries, declined)
        if one is None:
            return tries
        which = await _ask_reroll(game, one, next((t for t in tries if t is not one), None))
        if which is None:
            declined |= {one.seat}
            continue
        count = 2 if which == "both" else 1
        why = f"initiative of {command_name(game.state, one.command)}, again"
        dice = new_dice(one, which, (await game.roll(count, 6, why=why)).values)
        after = one.with_dice(dice)
        game.apply(
            InitiativeRerolled(
                one.seat,
                one.command,
                dice,
                (which != "second", which != "first"),
                total_of(game.state, after),
                reroll_rule(game.state, one),
            )
        )
        tries = tuple(after if t is one else t for t in tries)
        declined = frozenset()


async def _ask_reroll(game: Battle, one: Try, other: Try | None) -> Again | None:
    state = game.state
    plain = is_plain(state, one, other)
    if plain and game.preferences.get((one.seat, REROLL_WINDOW), "relevant") != "always":
        return None
    rule_id = f"baroque.{reroll_rule(state, one)}"
    offered = rerolls(state, one)
    options = tuple(_reroll_option(state, one, other, w) for w in offered)
    name = leader_name(state, one.command)
    if other is not None:
        stands = "ahead" if offer_order(state, (one, other))[-1] is one else "behind"
        mine, theirs = total_of(state, one).value, total_of(state, other).value
        text = f"{name} is {stands} with {mine} against {theirs}. Roll again?"
        aim = f"; the enemy {'may still roll' if rerolls(state, other) else 'cannot roll'} again"
    else:
        text = f"{name} rolls alone, and his command acts whatever the dice. Roll again?"
        aim = f"; {alone_words(state, one)}"
    picks = await game.ask_or_pass(
        one.seat,
        Choose(options),
        rule=rule_id,
        text=text,
        note=f"dice {one.dice[0]} and {one.dice[1]}{aim}; {ONE_REROLL}",
        pass_label="Keep the dice, and act for certain" if plain and other is not None else "Keep the dice",
        window=REROLL_WINDOW if plain else None,
    )
    return next((w for w in offered if w == picks.one.key), None) if picks is not None else None


def _reroll_option(state: State, one: Try, other: Try | None, which: Again) -> Option:
    labels: dict[Again, str] = {
        "both": "Roll both dice again",
        "first": f"Roll the first die again, the {one.dice[0]}",
        "second": f"Roll the second die again, the {one.dice[1]}",
    }
    return Option(
        which,
        labels[which],
        rule=f"baroque.{reroll_rule(state, one)}",
        odds_=lambda: reroll_odds(state, one, other, which),
    )


def _settle_doubles(game: Battle, one: Try) -> None:
    """What the dice left after re-rolls do besides their sum: levels, agitators, preachers (R14, R75)."""
    change = level_change(game.state, one)
    if change is not None:
        before = game.state.leaders[one.command].level
        game.apply(LevelChanged(one.command, before, change.level, change.rule))
    disordered, unruly = agitated(game.state, one)
    if disordered or unruly:
        game.apply(AgitatorsRose(one.command, disordered, unruly))
    words = sermon(game.state, one)
    if words is not None:
        game.apply(PreachersSpoke(one.command, words.discipline, words.cohesion, words.rule))


# ------------------------------------------------------------------------------------------------ who acts
async def _activate(game: Battle, won: Won, tries: Sequence[Try], *, may_pass: bool) -> None:
    """The winner's command acts, or the enemy's where a Charismatic winner passes; the loser's is not used up."""
    one, why, rule_id = won.one, won.why, won.rule
    other = next((t for t in tries if t is not one), None)
    if other is not None and may_pass and await passes(game, one, other):
        game.apply(InitiativePassed(one.command))
        one, other, why, rule_id = other, one, "", "2.7.1b"
    if other is not None and may_pass and not applies("4.1.1d"):
        game.apply(CommandEnded(other.command, ()))
    game.apply(CommandActivated(one.command, why, rule_id))


async def passes(game: Battle, one: Try, other: Try) -> bool:
    """Whether a Charismatic winner hands the initiative to the enemy (2.7.1b)."""
    state = game.state
    charismatic = is_led(state, one.command) and state.leaders[one.command].level == "Charismatic"
    if not charismatic or not applies("2.7.1b"):
        return False
    return await game.ask(
        one.seat,
        Confirm(
            f"Let {state.setup.labels[other.seat]} go first with {command_name(state, other.command)}?",
            "Let them go first",
            "Act now",
        ),
        rule="baroque.2.7.1b",
        text=f"{leader_name(state, one.command)} has won the initiative. Act now, or let the enemy go first?",
    )
