"""What an activated Character may do: every action that is legal for what its player knows (turn.14 to turn.22)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from muster.engine.explain import Odds
from muster.engine.refusals import Refusal
from muster.engine.requests import Move, Option, Path, Reach
from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import applies, part
from muster.rulesets.ad1666.people import Ability, CharacterId
from muster.rulesets.ad1666.queries.arms import HANDS, fits_hands, hands_for, item_label, owned, weapon_of
from muster.rulesets.ad1666.queries.chances import ability_odds
from muster.rulesets.ad1666.queries.ground import adjacent, board_of
from muster.rulesets.ad1666.queries.moving import (
    Step,
    anywhere,
    doors_within,
    special_steps,
    walks,
    way_fault,
    workable_doors,
)
from muster.rulesets.ad1666.queries.shooting import Manner, shot_option, shots
from muster.rulesets.ad1666.queries.sight import sees, sight, spaces_apart
from muster.rulesets.ad1666.queries.trials import Trial, ability_part, trial_odds
from muster.rulesets.ad1666.queries.watching import NEAR
from muster.rulesets.ad1666.queries.zones import engaged_by, is_conned, is_engaged, is_foe, may_leave
from muster.rulesets.ad1666.state import State

FULL: Final = "Full Actions"
PARTIAL: Final = "Partial Actions"
FREE: Final = "At any time"
SPECIAL: Final = "Special steps"
MOVING: Final = "Move"
"""The group of what goes on with an action that has begun."""
FULL_MP: Final = 4
HALF_MP: Final = 2
FORCE_DL: Final = 7
LOCK_DL: Final = 6


def options_for(state: State, who: CharacterId) -> tuple[Option, ...]:
    """Everything that an activated Character may do now."""
    body, acting = state.bodies[who], state.acting
    if acting is None or body.at is None:
        return ()
    found = [*(_full(state, who) if acting.fresh else ()), *(_partial(state, who) if acting.partials else ())]
    return (*found, *anytime(state, state.seat(who), who))


# ------------------------------------------------------------------------------------------------ limits
def may_act_freely(state: State, who: CharacterId) -> bool:
    """On its feet and engaged by nobody (turn.16, turn.17, turn.18)."""
    body = state.bodies[who]
    down = (body.unconscious and applies("turn.16")) or (body.prone and applies("turn.17"))
    return not down and not (is_engaged(state, who) and applies("turn.18"))


def may_move(state: State, who: CharacterId) -> bool:
    """On its feet, and held by nobody (turn.18, zoc.4)."""
    body = state.bodies[who]
    down = (body.unconscious and applies("turn.16")) or (body.prone and applies("turn.17"))
    return not down and may_leave(state, who)


# ------------------------------------------------------------------------------------------------ full actions
def _full(state: State, who: CharacterId) -> Iterator[Option]:
    body = state.bodies[who]
    if body.unconscious:
        yield Option("wake", "Wake Up", _wake_words(state, who), FULL, "action.14", who)
        if applies("turn.16"):
            return
    free = may_act_freely(state, who)
    if may_move(state, who):
        yield from move_options(state, who, FULL_MP, "full-move", FULL, "action.4")
    if free:
        yield from _sprint(state, who)
    if (free or body.prone) and applies("action.1"):
        yield from _shots(state, who, "aimed")
    yield from _shots(state, who, "defensive")
    if not free:
        return
    yield from _reloads(state, who)
    yield Option("overwatch", "Overwatch", "may interrupt for the rest of this phase", FULL, "action.9", who)
    yield from _spotting(state, who)
    yield from _locks(state, who)


def _sprint(state: State, who: CharacterId) -> Iterator[Option]:
    spec = move_spec(state, who, FULL_MP, sprint=True)
    if spec is not None:
        yield Option(
            "sprint", "Sprint", "4 MP in a straight view, then a test", FULL, "action.5", who, needs_=spec
        )


def _shots(state: State, who: CharacterId, manner: Manner) -> Iterator[Option]:
    group = PARTIAL if manner == "quick" else FULL
    for found in shots(state, who, manner):
        yield shot_option(state, found, group)


def _reloads(state: State, who: CharacterId) -> Iterator[Option]:
    for item in owned(state, who):
        weapon = weapon_of(state, item.id)
        if weapon is not None and item.reload:
            detail = f"{item.reload} to go; 2 MP beside it"
            yield Option(f"reload:{item.id}", f"Reload the {weapon.label}", detail, FULL, "action.7", who)


def _spotting(state: State, who: CharacterId) -> Iterator[Option]:
    at = state.bodies[who].at
    for other in state.present():
        there = state.bodies[other].at
        if not state.bodies[other].inconspicuous or state.seat(other) == state.seat(who):
            continue
        if is_conned(state, who, other):
            continue
        if not applies("skill.inconspicuous.5"):
            continue
        if (
            at is None
            or there is None
            or spaces_apart(state, at, there) > NEAR
            or not sees(state, who, there)
        ):
            continue
        abilities: tuple[Ability, Ability] = ("wits", "intelligence")
        for ability in abilities:
            name = f"Spot {state.name(other)} by {ability.capitalize()}"
            yield Option(
                f"spot:{other}:{ability}",
                name,
                f"{state.card(who).ability(ability)} against Charisma {state.card(other).ability('charisma')}",
                FULL,
                "skill.inconspicuous.5",
                other,
                odds_=partial(ability_odds, state, who, ability, other, "charisma", name),
            )


def lock_trial(state: State, who: CharacterId) -> Trial:
    """Lockpicking: the Active Skill's rating (skill.lockpicking, stats.5)."""
    rating = part("Lockpicking", state.card(who).skills.get("lockpicking", 0), "stats.5")
    return Trial(who, "Lockpicking", LOCK_DL, "skill.lockpicking", (rating,) if rating else ())


def force_trial(state: State, who: CharacterId) -> Trial:
    """Forcing a door by Strength (action.20)."""
    return Trial(
        who, "forcing the door, Strength Test", FORCE_DL, "action.20", ability_part(state, who, "strength")
    )


def _locks(state: State, who: CharacterId) -> Iterator[Option]:
    if "lockpicking" not in state.card(who).skills and applies("stats.5"):
        return
    for door, now, _ in doors_within(state, who):
        if now == "locked" and applies("skill.lockpicking"):
            yield Option(
                f"lock:{door}",
                "Pick the lock",
                group=FULL,
                rule="skill.lockpicking",
                piece=who,
                edge=door,
                odds_=lambda: trial_odds(state, state.seat(who), lock_trial(state, who)),
            )


def _wake_words(state: State, who: CharacterId) -> str:
    return "somebody helps: no card" if helper(state, who) else "a card from the deck: Heart wakes"


def helper(state: State, who: CharacterId) -> CharacterId | None:
    """A friend beside an Unconscious Character who is neither Unconscious nor engaged (action.14)."""
    at = state.bodies[who].at
    if at is None:
        return None
    near = set(adjacent(state, at))
    for other in state.present():
        body = state.bodies[other]
        fit = not body.unconscious and not is_engaged(state, other)
        if (
            other != who
            and body.at in near
            and fit
            and not is_foe(state, who, other)
            and applies("action.14")
        ):
            return other
    return None


# ------------------------------------------------------------------------------------------------ partial actions
def _partial(state: State, who: CharacterId) -> Iterator[Option]:
    body = state.bodies[who]
    if body.unconscious:
        return
    if body.prone:
        yield _stand(state, who)
        return
    if may_move(state, who):
        yield from move_options(state, who, HALF_MP, "half-move", PARTIAL, "action.17")
    if not may_act_freely(state, who):
        return
    yield from _shots(state, who, "quick")
    yield from _pick_ups(state, who)
    yield from _forcing(state, who)
    yield from _pockets(state, who)


def _stand(state: State, who: CharacterId) -> Option:
    foes = engaged_by(state, who)
    if foes and applies("action.22"):
        detail = "an Opposed Strength Test; its player picks who of those that engage it keeps it down"
        return Option(
            "stand",
            "Stand Up",
            detail,
            PARTIAL,
            "action.22",
            who,
            odds_=lambda: min(_against_each(state, who, foes), key=lambda o: o.chance),
        )
    return Option("stand", "Stand Up", "", PARTIAL, "action.21", who)


def _against_each(state: State, who: CharacterId, foes: tuple[CharacterId, ...]) -> Iterator[Odds]:
    for foe in foes:
        yield ability_odds(state, who, "strength", foe, "strength", "Stand Up")


def _pick_ups(state: State, who: CharacterId) -> Iterator[Option]:
    at = state.bodies[who].at
    both = any(hands_for(state, i) > 1 for i in state.bodies[who].equipped)
    if both and applies("action.19"):
        return
    if not swaps_freely(state) and sum(hands_for(state, i) for i in state.bodies[who].equipped) >= HANDS:
        return
    for item in state.items.values():
        if item.holder is None and item.at == at:
            label = item_label(state, item.id)
            yield Option(f"pick:{item.id}", f"Pick up {label}", "", PARTIAL, "action.19", who)


def _forcing(state: State, who: CharacterId) -> Iterator[Option]:
    for door, now, straight in doors_within(state, who):
        if now == "locked" and (straight or not applies("action.20")):
            yield Option(
                f"force:{door}",
                "Force the door open",
                "a Misfortune costs 1 Wound",
                PARTIAL,
                "action.20",
                who,
                edge=door,
                odds_=lambda: trial_odds(state, state.seat(who), force_trial(state, who)),
            )


def _pockets(state: State, who: CharacterId) -> Iterator[Option]:
    """Pickpocket: from an adjacent enemy, with the marker (skill.pickpocket)."""
    body, card = state.bodies[who], state.card(who)
    if (
        not card.has("pickpocket")
        or not body.inconspicuous
        or body.at is None
        or not applies("skill.pickpocket")
    ):
        return
    near = set(adjacent(state, body.at))
    for other in state.present():
        if state.bodies[other].at in near and is_foe(state, who, other):
            name = f"Pick the pocket of {state.name(other)}"
            yield Option(
                f"pocket:{other}",
                name,
                f"Agility {card.ability('agility')} against Wits {state.card(other).ability('wits')}",
                PARTIAL,
                "skill.pickpocket",
                other,
                odds_=partial(ability_odds, state, who, "agility", other, "wits", name),
            )


# ------------------------------------------------------------------------------------------------ at any time
def swaps_freely(state: State) -> bool:
    """Whether what is carried may be taken in hand at any time, not only as a Character is activated (items.6)."""
    return state.setup.options.equipment == "free" or not applies("items.6")


def anytime(state: State, seat: str, who: CharacterId | None = None) -> Iterator[Option]:
    """What a seat may do whenever it decides anything, ``who`` being the Character that acts: hold other things
    (items.5), give a marker up (skill.inconspicuous.1), end Call me uncle (skill.call-me-uncle.2)."""
    if who is not None and swaps_freely(state) and not state.bodies[who].unconscious and applies("items.5"):
        yield from equip_options(state, who)
    for other in state.present(seat):
        if state.bodies[other].inconspicuous and applies("skill.inconspicuous.1"):
            label = f"{state.name(other)}: be Inconspicuous no more"
            yield Option(f"drop-marker:{other}", label, "", FREE, "skill.inconspicuous.1", other, hold=True)
    for uncle, card in state.setup.characters.items():
        conned = any(b.uncle == uncle for b in state.bodies.values())
        mine = card.seat == seat and uncle in state.bodies and card.has("call-me-uncle")
        if mine and conned and applies("skill.call-me-uncle.2"):
            label = f"{card.name}: end Call me uncle"
            yield Option(f"end-uncle:{uncle}", label, "", FREE, "skill.call-me-uncle.2", uncle, hold=True)


def equip_options(state: State, who: CharacterId) -> Iterator[Option]:
    """Every other set of things that the Character could hold: at most two hands full, or none (items.3, items.5).

    Not again what it has held since its last action.
    """
    items = [i.id for i in owned(state, who) if _has_use(state, i.id) and hands_for(state, i.id)]
    sets = [(i,) for i in items] + [(a, b) for n, a in enumerate(items) for b in items[n + 1 :]]
    now = set(state.bodies[who].equipped)
    acting = state.acting
    held = [set(s) for s in acting.held] if acting is not None and acting.who == who else []
    for chosen in sets:
        if set(chosen) not in (now, *held) and fits_hands(state, chosen):
            label = " and ".join(item_label(state, i) for i in chosen)
            yield Option(f"equip:{'+'.join(chosen)}", f"Hold {label}", "", FREE, "items.5", who)
    if now and set[str]() not in held:
        yield Option(f"stow:{who}", "Hold nothing", "both hands are free", FREE, "items.5", who)


def _has_use(state: State, item: str) -> bool:
    """Whether a thing can be held to any purpose: a scenario's thing is only carried (items.7)."""
    return weapon_of(state, item) is not None or not applies("items.7")


# ------------------------------------------------------------------------------------------------ movement
def move_options(
    state: State, who: CharacterId, mp: int, action: str, group: str, cause: str
) -> Iterator[Option]:
    """A walk anywhere in reach, and each Movement Action that the MP pay for; keys begin with the action's."""
    spec = move_spec(state, who, mp)
    begun = group == MOVING
    title = MOVING if begun else {"full-move": "Full Move", "half-move": "Half Move"}.get(action, MOVING)
    if spec is not None:
        yield Option(action, "Go on" if begun else title, f"{mp} MP", group, cause, who, needs_=spec)
    for step in special_steps(state, who, mp):
        yield step_option(state, who, step, action, "" if begun else title)
    for door in workable_doors(state, who, mp):
        word = _named("Open the door" if door.then == "open" else "Close the door", "" if begun else title)
        yield Option(
            f"{action}/door:{door.id}",
            word,
            "",
            MOVING if begun else SPECIAL,
            "move.7",
            who,
            edge=door.id,
            cost="1 MP",
        )


_STEPS: Final = {
    "climb": ("Climb", "move.10"),
    "window": ("Climb through the window", "move.11"),
    "scale": ("Climb over the wall", "move.12"),
    "jump": ("Jump down", "map.8"),
    "leap": ("Leap across", "move.13"),
    "push": ("Push through", "move.8"),
    "leave": ("Leave the board", "map.21"),
}


def step_option(state: State, who: CharacterId, step: Step, action: str, begins: str) -> Option:
    """A Movement Action as an option: where it leads, past whom, over which border; ``begins``: the action that it
    begins, empty within one."""
    word, cause = _STEPS[step.manner]
    past = f"past {' and '.join(_names_on(state, step.over))}" if step.manner == "push" else ""
    to = ", ".join(_bearing(state, who, step.to))
    return Option(
        f"{action}/{step.key}",
        _named(word, begins),
        f"{past} {to}".strip(),
        SPECIAL if begins else MOVING,
        cause,
        who,
        square=step.to,
        edge=_border_of(state, who, step),
        cost=f"{step.cost} MP",
        hold=step.manner == "leave",
    )


def _bearing(state: State, who: CharacterId, to: Space | None) -> Iterator[str]:
    """How far a space lies to which side, as one sees it: the board shows no numbers of squares."""
    at = state.bodies[who].at
    if at is None or to is None:
        return
    across, down = to[0] - at[0], to[1] - at[1]
    if down:
        yield f"{abs(down)} {'down' if down > 0 else 'up'}"
    if across:
        yield f"{abs(across)} {'right' if across > 0 else 'left'}"


def _named(word: str, begins: str) -> str:
    return f"{begins}: {word[0].lower()}{word[1:]}" if begins else word


def _border_of(state: State, who: CharacterId, step: Step) -> str | None:
    """The window or wall that a step leads over, by the id of its border."""
    at = state.bodies[who].at
    if at is None or step.manner not in ("window", "scale", "leave"):
        return None
    crossed = board_of(state).border(at, step.to)
    return next((s.edge.id for s in crossed if s.edge is not None and (s.facts.window or s.facts.full)), None)


def _names_on(state: State, spaces: tuple[Space, ...]) -> Iterator[str]:
    for who, body in state.bodies.items():
        if body.at in spaces:
            yield state.name(who)


def move_spec(state: State, who: CharacterId, mp: int, *, sprint: bool = False) -> Move | None:
    """The question for a way: every space in reach; None where there is none. A Sprint keeps its beginning in view."""
    start = state.bodies[who].at
    if start is None:
        return None
    began = state.acting.began if state.acting is not None and state.acting.began is not None else start

    def in_view(space: Space) -> bool:
        clear = space == began or sight(state, space, began, frozenset({who})).clear
        return clear or not applies("ranged.19")

    allowed = in_view if sprint and applies("action.5") else anywhere
    reached = walks(state, who, mp, allowed=allowed)
    if not reached:
        return None
    reach = tuple(Reach(r.space, r.cost, r.via, notes=("stopped there",) if r.stops else ()) for r in reached)

    def check(path: Path) -> None:
        """Any way of legal steps that the MP pay for."""
        fault = way_fault(state, who, tuple(path.points), mp, allowed)
        if fault is not None:
            raise Refusal("out_of_reach", f"{state.name(who)}: {fault}", "ad1666.move.1", {"mp": mp})

    return Move(who, start, mp, reach, check, label="Move")
