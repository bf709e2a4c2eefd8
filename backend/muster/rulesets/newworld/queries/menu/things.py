"""The other acts: stances, Aim, Delay, weapons and doors, the spell, and what is free."""

from collections.abc import Iterator
from functools import partial

from muster.rulesets.newworld.book import applies
from muster.rulesets.newworld.queries import contests, doors, hands, shooting, spells, standing
from muster.rulesets.newworld.queries.menu.acts import Act, make_act
from muster.rulesets.newworld.state import FigureId, ItemId, State


def stances(state: State, figure: FigureId) -> Iterator[Act]:
    body = state.figures[figure]
    if not body.has("parrying_stance"):
        yield make_act(
            "parrying_stance",
            "parry",
            "parry",
            "Parrying Stance",
            "Defend",
            "action.16",
            detail="Melee Defence 1 higher until your next turn",
        )
    yield make_act(
        "all_out_defence",
        "all_out_defence",
        "all-out-defence",
        "All Out Defence",
        "Defend",
        "action.10",
        detail="both Defences 2 higher until your next turn",
    )
    if body.aim != "this_turn":
        yield make_act(
            "aim",
            "aim",
            "aim",
            "Aim",
            "Ready",
            "action.1",
            detail="+1 on your next attack, this turn or the next",
        )
    yield make_act(
        "delay",
        "delay",
        "delay",
        "Delay",
        "Defend",
        "action.11",
        detail="keep a half action, to step in with before your next turn",
    )


def belongings(state: State, figure: FigureId) -> Iterator[Act]:
    for item in state.owned(figure):
        weapon = state.weapon(item)
        name = weapon.label.lower()
        if item.where == "carried" and hands.place_in_hand(state, figure, weapon):
            yield _ready(figure, "draw", item.id, f"Draw the {name}")
        if item.where != "carried":
            yield _ready(figure, "put", item.id, f"Put the {name} away")
        held = item.where != "carried"
        if held and item.jammed:
            yield make_act(
                "clear_misfire",
                "clear",
                f"clear:{item.id}",
                f"Clear the {name}",
                "Ready",
                "fire.2",
                detail="then it has to be reloaded from the start",
                item=item.id,
            )
        elif held and weapon.reload and not item.loaded:
            detail = f"round {item.rounds + 1} of {weapon.reload}"
            yield make_act(
                "reload",
                "reload",
                f"reload:{item.id}",
                f"Reload the {name}",
                "Ready",
                "action.4",
                detail=detail,
                item=item.id,
            )
    for square in state.squares(figure):
        for item in state.lying_at(square):
            if hands.place_in_hand(state, figure, state.weapon(item)) and applies("disarm.8"):
                name = state.weapon(item).label.lower()
                yield _ready(figure, "take", item.id, f"Pick up the {name}", rule="disarm.8")


def _ready(figure: FigureId, deed: str, item: ItemId, label: str, rule: str = "action.3") -> Act:
    return make_act("ready", deed, f"ready:{deed}:{item}", label, "Ready", rule, item=item, piece=figure)


def others(state: State, figure: FigureId) -> Iterator[Act]:
    for door in doors.doors_beside(state, figure):
        careful = door.roll and applies("action.8")
        yield make_act(
            "use_skill_careful" if careful else "use_skill_quick",
            "force" if door.roll else "door",
            f"{door.verb}:{door.edge}",
            f"{door.verb.capitalize()} the {door.label.lower()}",
            "Other",
            "edge.2",
            detail="needs Athletics" if door.roll else "",
            edge=door.edge,
            odds=partial(contests.athletics_odds, state, figure, door.difficulty) if door.roll else None,
        )
    card = state.card(figure)
    if "rune-flare" in card.spells:
        if not state.figures[figure].has_rune and applies("action.3"):
            yield make_act(
                "ready",
                "wake",
                "ready:wake",
                "Wake the rune",
                "Ready",
                "action.3",
                detail="for the whole fight; after it a Rune flare can be cast",
            )
        else:
            for foe in flare_targets(state, figure):
                yield make_act(
                    "cast",
                    "cast",
                    f"cast:{foe}",
                    f"Rune flare at {state.name(foe)}",
                    "Other",
                    "action.2",
                    detail="their next attack is at −1",
                    target=foe,
                )


def flare_targets(state: State, figure: FigureId) -> tuple[FigureId, ...]:
    """Visible foes at Near or closer in sight (the starter spell)."""
    return tuple(
        foe
        for foe in state.foes(figure)
        if standing.is_visible_foe(state, figure, foe)
        and not state.card(foe).is_mount
        and spells.in_spell_range(state, figure, foe, spells.RUNE_FLARE)
    )


def free_that_matter(state: State, figure: FigureId) -> frozenset[str]:
    """The free deeds that could change something though no half is left of the turn (ruling R99).

    A grappler may let go. Who lies down is harder to shoot, where a foe could shoot as things stand. What fills both
    hands may be dropped for the sake of a half kept with Delay, in which nothing is free.
    """
    body = state.figures[figure]
    found: set[str] = set()
    if body.holding is not None:
        found.add("let_go")
    if body.delayed and hands.free_hands(state, figure) == 0:
        found.add("drop")
    if not body.prone and shooting.lying_down_helps(state, figure):
        found.add("go_prone")
    return frozenset(found)


def free(state: State, figure: FigureId) -> Iterator[Act]:
    if not applies("turn.5"):
        return
    body = state.figures[figure]
    for item in state.held(figure):
        name = state.weapon(item).label.lower()
        yield make_act(
            "free",
            "drop",
            f"drop:{item.id}",
            f"Drop the {name}",
            "Free",
            "turn.5",
            item=item.id,
            piece=figure,
        )
    mounted = body.rides is not None and applies("height.7")
    if not body.prone and not mounted:
        yield make_act(
            "free",
            "go_prone",
            "go-prone",
            "Drop prone",
            "Free",
            "prone.4",
            detail="Ranged Defence 2 higher, Melee Defence 2 lower",
        )
    if body.holding is not None:
        held = body.holding
        yield make_act(
            "free", "let_go", "let-go", f"Let {state.name(held)} go", "Free", "grapple.6", target=held
        )
