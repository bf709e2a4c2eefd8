"""Grappling: seizing, squeezing, breaking free (grapple.1 to grapple.11)."""

from muster.engine.explain import Total
from muster.rulesets.newworld.attack_events import ContestKind, ContestRolled, wounds_text
from muster.rulesets.newworld.book import applies, rule
from muster.rulesets.newworld.events import LetGo
from muster.rulesets.newworld.queries import contests
from muster.rulesets.newworld.queries.contests import BADLY, Contest
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.rules.attack import with_dice
from muster.rulesets.newworld.rules.common import Fight, at_of, hurt, reveal, seize
from muster.rulesets.newworld.rules.deeds import deed
from muster.rulesets.newworld.rules.free_attacks import free_attack
from muster.rulesets.newworld.state import FigureId


async def roll_contest(
    game: Fight, figure: FigureId, foe: FigureId, kind: str
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two dice for each side, the active side's first."""
    why = f"{game.state.name(figure)} against {game.state.name(foe)}: {kind}"
    a, b, c, d = (await game.roll(4, 6, why=why)).values
    return (a, b), (c, d)


async def contest(
    game: Fight, figure: FigureId, foe: FigureId, kind: ContestKind, sums: Contest
) -> tuple[int, ContestRolled]:
    """Roll it; the difference, and the event without its outcome (the caller fills that in and applies it).

    Whoever lay hidden is revealed by it, as by an attack (hide.1, ruling R108).
    """
    reveal(game, figure, "they close with a foe")
    mine, theirs = await roll_contest(game, figure, foe, kind)
    active, passive = with_dice(sums.active, mine), with_dice(sums.passive, theirs)
    event = ContestRolled(
        figure,
        foe,
        kind,
        mine,
        theirs,
        active,
        passive,
        "",
        "action.20",
        start=at_of(game.state, figure),
        end=at_of(game.state, foe),
    )
    return active.value - passive.value, event


def told(event: ContestRolled, outcome: str, rule_id: str, wounds: Total | None = None) -> ContestRolled:
    """The event with its outcome."""
    return ContestRolled(
        event.figure,
        event.foe,
        event.kind,
        event.dice,
        event.foe_dice,
        event.active,
        event.passive,
        outcome,
        rule_id,
        wounds,
        event.start,
        event.end,
    )


@deed("seize")
@rule("grapple.2")
async def seize_deed(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Try to seize a foe; lost by 5 or more the foe strikes at once (grapple.2, grapple.3)."""
    foe = act.target
    if foe is None:
        return
    difference, event = await contest(
        game, figure, foe, "seize", contests.grapple_contest(game.state, figure, foe)
    )
    if contests.wins(difference):
        game.apply(told(event, "seized", "grapple.2"))
        await seize(game, figure, foe)
    elif applies("grapple.3") and difference <= -BADLY:
        game.apply(told(event, f"fails by {-difference}", "grapple.3"))
        await free_attack(game, foe, figure, because="has lost the grip badly", rule_id="grapple.3")
    else:
        game.apply(told(event, "no hold", "grapple.2"))


@deed("squeeze")
@rule("grapple.7")
async def squeeze_deed(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Squeeze the held foe; lost by 5 or more it is free and strikes (grapple.7, grapple.8)."""
    foe = act.target
    if foe is None:
        return
    difference, event = await contest(
        game, figure, foe, "squeeze", contests.grapple_contest(game.state, figure, foe)
    )
    if contests.wins(difference):
        lost = contests.squeeze_wounds(game.state, figure, foe, difference)
        game.apply(told(event, f"{wounds_text(lost.value)} lost", "grapple.7", lost))
        await hurt(game, foe, lost.value, by=figure)
    elif difference <= -BADLY and applies("grapple.8"):
        game.apply(told(event, f"loses the hold by {-difference}", "grapple.8"))
        game.apply(LetGo(figure, foe, "the hold is lost", "grapple.8"))
        await free_attack(game, foe, figure, because="has lost the hold", rule_id="grapple.8")
    else:
        game.apply(told(event, "nothing changes", "grapple.7"))


@deed("break_free")
@rule("grapple.9")
async def break_deed(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Break free of one holder; a tie is the holder's, and losing has no further effect (grapple.9)."""
    holder = act.target
    if holder is None:
        return
    difference, event = await contest(
        game, figure, holder, "break_free", contests.grapple_contest(game.state, figure, holder)
    )
    if contests.wins(difference) and applies("grapple.9"):
        game.apply(told(event, "breaks free", "grapple.9"))
        game.apply(LetGo(holder, figure, "broke free", "grapple.9"))
    else:
        game.apply(told(event, "still held", "grapple.9"))
