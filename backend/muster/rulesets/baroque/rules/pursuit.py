"""Winners pursue (7.5.4, 7.6h)."""

from muster.engine.requests import Choose, Option
from muster.geometry.open.contact import contacts
from muster.geometry.open.moves import Path
from muster.geometry.open.poses import Body, Side
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.melee import PursuitDeclared, PursuitRolled
from muster.rulesets.baroque.events.moves import Moved
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.baggage import no_room_at
from muster.rulesets.baroque.queries.bodies import bodies, body, pose_of
from muster.rulesets.baroque.queries.charging import impact
from muster.rulesets.baroque.queries.obstacles import over
from muster.rulesets.baroque.queries.pursuing import (
    Fate,
    catch_odds,
    pursuit,
    reach,
    supports_pursuit,
    turned_after,
    way_of,
)
from muster.rulesets.baroque.queries.pursuit_words import pursuit_risks, pursuit_words, staying_words
from muster.rulesets.baroque.queries.rolled_moves import pursuit_length
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules import leaders
from muster.rulesets.baroque.rules.common import Battle, disorder
from muster.rulesets.baroque.rules.contact import Came, meet
from muster.rulesets.baroque.state import Contact, State, UnitId

PURSUE, STAY, TURN, STRAIGHT = "pursue", "stay", "turn", "straight"


# ------------------------------------------------------------------------------------------------ before the retreat
@rule("7.5.4b")
async def declare(game: Battle, unit: UnitId, beaten: UnitId, fate: Fate, *, main: bool) -> bool:
    """Whether a winner will pursue, said before the retreat die (7.5.4a, 7.5.4b, 7.6h).

    A Support Unit goes only if its Main Unit really does; it is asked now all the same.
    """
    found = pursuit(game.state, unit, beaten, fate)
    barred = None if main else supports_pursuit(game.state, unit)
    if found.will == "no" or barred is not None:
        game.apply(PursuitDeclared(unit, False, barred or found.reason, able=False))
        return False
    if found.will == "must" and main:
        game.apply(PursuitDeclared(unit, True, found.reason))
        return True
    known = game.known_to(game.state.seat(unit))
    name, theirs = known.name(unit), known.name(beaten)
    condition = "" if main else " if its Main Unit does"
    picks = await game.ask(
        game.state.seat(unit),
        Choose(
            (
                Option(
                    PURSUE,
                    f"Pursue {theirs}{condition}",
                    pursuit_words(known, unit, beaten, fate),
                    rule="baroque.7.5.4b",
                    warnings=pursuit_risks(known, unit, beaten),
                    odds_=lambda: catch_odds(known, unit, beaten, fate),
                ),
                Option(STAY, "Stay", staying_words(known, beaten, fate), rule="baroque.7.5.4b"),
            )
        ),
        rule="baroque.7.5.4b",
        text=f"{theirs} beaten. Pursue with {name}{condition}?",
        note="said before the retreat is rolled",
        subject=unit,
    )
    goes = picks.one.key == PURSUE
    game.apply(PursuitDeclared(unit, goes, found.reason))
    return goes


# ------------------------------------------------------------------------------------------------ the move
@rule("7.5.4d")
async def pursue(game: Battle, unit: UnitId, beaten: UnitId, *, defended: str | None) -> bool:
    """Roll and go; whether the pursuer really moved (7.5.4d to 7.5.4j, 5.8b).

    ``defended`` is the obstacle that the beaten unit held: crossing it costs order, but no impetus (7.5.4h).
    """
    start = body(game.state, unit)
    die = (await game.roll(1, 6, why=f"Pursuit of {game.state.name(unit)}")).total
    rolled = pursuit_length(game.state.card(unit), die)
    game.apply(PursuitRolled(unit, die, rolled))
    if not rolled:
        return False
    await _turn(game, unit, beaten)
    await leaders.make_way(game, lambda state: way_of(body(state, unit), rolled))
    done, goes_on = 0, True
    while goes_on and done < rolled:
        went, came = await _go(game, unit, start, rolled - done, defended)
        done, goes_on = done + went, came == "clear" and applies("7.7b")
    return done > 0


@rule("7.5.4e")
async def _turn(game: Battle, unit: UnitId, beaten: UnitId) -> None:
    """The owner may turn the pursuer after a retreating enemy before it goes (7.5.4e, R124)."""
    state = game.state
    if state.units[beaten].pose is None or turned_after(state, unit, beaten) is None:
        return
    name, theirs = state.name(unit), state.name(beaten)
    picks = await game.ask(
        state.seat(unit),
        Choose(
            (
                Option(
                    TURN,
                    f"Turn after {theirs}",
                    "Turns about the middle of its front.",
                    rule="baroque.7.5.4e",
                ),
                Option(STRAIGHT, "Straight ahead", rule="baroque.7.5.4e"),
            )
        ),
        rule="baroque.7.5.4e",
        text=f"{name}: pursue which way?",
        subject=unit,
    )
    there = turned_after(game.state, unit, beaten) if picks.one.key == TURN else None
    if there is not None:
        await leaders.make_room(game, there)
        game.apply(Moved(unit, (pose_of(there),), f"{name} turned after {theirs}.", "baroque.7.5.4e"))


async def _go(
    game: Battle, unit: UnitId, start: Body, most: int, defended: str | None
) -> tuple[int, Came | None]:
    """Go ahead so many units at most, into contact if an enemy is there (7.5.4g, 7.5.4i).

    How far it went, and what came of the contact; None: it met nobody.
    """
    state, base = game.state, body(game.state, unit)
    free, why = reach(state, unit, base, most)
    met = contacts(way_of(base, free), bodies(state, state.foes(unit)))
    length = met[0].length if met else free
    path = way_of(base, length)
    stopped = f" {why.text}" if why is not None and not met else ""
    text = f"{state.name(unit)} pursued {bu(length)}.{stopped}"
    game.apply(Moved(unit, (pose_of(base), pose_of(path.body_at(length))), text, "baroque.7.5.4d"))
    fought = [m for m in met if no_room_at(state, m.id, m.sides) is None]
    if fought and applies("7.5.4g"):
        made = tuple(_contact(state, path, start, unit, m.id, m.sides, defended) for m in fought)
        return length, await meet(game, made, {unit: path})
    for trouble in ground.disorders(state, unit, path):
        disorder(game, unit, f"it {trouble.why}", trouble.rule)
    return length, None


def _contact(
    state: State,
    path: Path,
    start: Body,
    unit: UnitId,
    on: UnitId,
    sides: tuple[Side, ...],
    defended: str | None,
) -> Contact:
    """The contact that a pursuit makes; where it strikes goes by where the pursuit began (R54)."""
    obstacle = over(state, path, sides, on, without=defended if applies("7.5.4h") else None)
    return Contact(unit, on, impact(state, start, on), "pursuit", obstacle, path.length > 0)
