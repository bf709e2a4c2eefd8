"""What the bot does: which action, which fight, which way."""

from typing import Any, TypeAlias

from muster.engine.requests import Choose, Move, Option, Request
from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.bot.goals import FAR, aims, distance, is_hunting, tempted, zone
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.arms import equipped_close, equipped_ranged, hands_for, owned, weapon_of
from muster.rulesets.ad1666.queries.moving import standing
from muster.rulesets.ad1666.queries.zones import is_foe, reach_of, stopping
from muster.rulesets.ad1666.state import State

Json: TypeAlias = Any
WORTH_A_SHOT = 25.0
"""A shot with this chance, in per cent, is better than a walk."""
WORTH_A_FIGHT = 35.0
ON_THE_WAY = 0.3
"""What a shot counts for those who make for a place or a thing."""


def anything(spec: Choose) -> Json:
    """The first of what is offered, with whatever it needs."""
    picks: list[Json] = []
    for option in spec.options[: max(1, spec.minimum)]:
        pick: dict[str, Json] = {"key": option.key}
        if isinstance(option.needs, Move):
            pick["with"] = _path(option.needs, 0)
        picks.append(pick)
    return {"picks": picks}


def _path(spec: Move, index: int) -> Json:
    return {"path": [list(p) for p in spec.path_to(index)]}


def choose(known: State, request: Request, spec: Choose) -> Json | None:
    """The best of what is offered; None where nothing is worth it."""
    if not spec.options:
        return None
    match request.rule:
        case "turn.11":
            return {"picks": [{"key": str(request.seat)}]}
        case "turn.12" | "turn.13":
            return _whom(known, spec)
        case "turn.14" | "move.5" | "action.5":
            return _action(known, request, spec)
        case "action.10":
            return _best_odds(spec, WORTH_A_SHOT)
        case "combat.1" | "combat.2":
            return _fight(known, spec)
        case "setup.4" | "setup.12":
            return _of_the_band(known, request, spec)
        case "skill.call-me-uncle":
            return _uncles(known, spec)
        case "items.5":
            return _arms(known, spec)
        case "combat.17" | "combat.20":
            return _retreat(known, request, spec)
        case "ranged.16":
            return {"picks": [{"key": spec.options[0].key}]}
        case "turn.20" | "skill.seduction":
            return _best_odds(spec, WORTH_A_FIGHT)
        case "move.11" | "action.20" | "skill.sweeping-attack.1":
            return {"picks": [{"key": spec.options[0].key}]}
        case _:
            return anything(spec)


def _best_odds(spec: Choose, least: float) -> Json | None:
    rated = [(o.odds.chance / 100, o) for o in spec.options if o.odds is not None]
    if not rated:
        return None
    chance, best = max(rated, key=lambda row: row[0])
    return {"picks": [{"key": best.key}]} if chance >= least else None


# ------------------------------------------------------------------------------------------------ whom
def _whom(known: State, spec: Choose) -> Json:
    """Whoever is ready to shoot first, then whoever is nearest to what it makes for."""

    def rank(option: Option) -> tuple[int, int]:
        at = known.bodies[option.key].at
        ready = any(not item.reload for item, _ in equipped_ranged(known, option.key))
        return (0 if ready else 1, distance(known, option.key, at) if at is not None else FAR)

    return {"picks": [{"key": min(spec.options, key=rank).key}]}


def _of_the_band(known: State, request: Request, spec: Choose) -> Json:
    """The cheapest come later; the dearest takes the place of one whom the other side keeps."""
    cards = known.setup.characters
    by_gold = sorted((o.key for o in spec.options if o.key in cards), key=lambda w: cards[w].gold)
    if request.rule == "setup.12":
        by_gold.reverse()
    chosen = by_gold[: spec.minimum] or [spec.options[0].key]
    return {"picks": [{"key": key} for key in chosen]}


def _uncles(known: State, spec: Choose) -> Json:
    """The two cheapest Commoners, or the cheapest Hero."""
    commoners = [o.key for o in spec.options if not known.card(o.key).hero]
    chosen = sorted(commoners, key=lambda w: known.card(w).gold)[:2]
    if len(chosen) < 2:
        chosen = [min((o.key for o in spec.options), key=lambda w: known.card(w).gold)]
    return {"picks": [{"key": key} for key in chosen]}


def _arms(known: State, spec: Choose) -> Json:
    """A gun in hand where there is one: steel is taken up when it comes to blows."""

    def worth(option: Option) -> int:
        kinds = [known.weapon(item) for item in option.key.split("+") if item in known.items]
        return sum(10 if w.is_ranged else w.superiority for w in kinds)

    return {"picks": [{"key": max(spec.options, key=worth).key}]}


# ------------------------------------------------------------------------------------------------ actions
def _action(known: State, request: Request, spec: Choose) -> Json | None:
    """The action that is worth most."""
    who = request.subject or ""
    best: tuple[float, Json] | None = None
    for option in spec.options:
        rated = _rate(known, who, option, spec)
        if rated is not None and (best is None or rated[0] > best[0]):
            best = rated
    return {"picks": [best[1]]} if best is not None and best[0] > 0 else None


def _rate(known: State, who: CharacterId, option: Option, spec: Choose) -> tuple[float, Json] | None:
    action = option.key.partition(":")[0]
    word = action.partition("/")[0]
    plain = {"key": option.key}
    if isinstance(option.needs, Move):
        return _walk(known, who, option, option.needs)
    if option.key.endswith("leave:off"):
        return (200.0 if _should_leave(known, who) else -1.0), plain
    if "/" in action:
        return _special(known, who, option), plain
    match word:
        case "pick":
            return 150.0, plain
        case "wake" | "stand":
            return 90.0, plain
        case "defensive" | "aimed" | "quick":
            chance = option.odds.chance / 100 if option.odds is not None else 0.0
            # Whoever has somewhere to be shoots in passing, by half actions.
            worth = chance if is_hunting(known, who) else chance * ON_THE_WAY
            bonus = 8.0 if word == "quick" else 0.0
            return (worth + bonus if chance >= WORTH_A_SHOT else -1.0), plain
        case "reload":
            return (30.0 if is_hunting(known, who) and not _beset(known, who, 4) else 1.0), plain
        case "overwatch":
            armed = any(not item.reload for item, _ in equipped_ranged(known, who))
            return (12.0 if armed and is_hunting(known, who) else -1.0), plain
        case "force" | "lock":
            return (45.0 if distance(known, who, _at(known, who)) < FAR else -1.0), plain
        case "equip" | "stow":
            return (140.0 if _needs_a_hand(known, who, option) else -1.0), plain
        case "pocket" | "spot":
            return 5.0, plain
        case _:
            return None


def _at(known: State, who: CharacterId) -> Space:
    at = known.bodies[who].at
    if at is None:
        raise ValueError(f"{who} is not on the board")
    return at


def _needs_a_hand(known: State, who: CharacterId, option: Option) -> bool:
    """Whether a thing lies at its feet, both hands are full, and these would leave one free."""
    here = any(i.holder is None and i.at == known.bodies[who].at for i in known.items.values())
    items = option.key.removeprefix("equip:").split("+") if option.key.startswith("equip:") else []
    both = any(hands_for(known, i) > 1 for i in known.bodies[who].equipped)
    return here and both and all(hands_for(known, i) == 1 for i in items)


def _should_leave(known: State, who: CharacterId) -> bool:
    scenario, seat = known.setup.scenario, known.seat(who)
    at = _at(known, who)
    if scenario.carry is not None:
        has = any(i.holder == who and i.kind == scenario.carry.kind for i in known.items.values())
        return has and at in zone(known, scenario.carry.exits[seat])
    escape = scenario.escape
    return escape is not None and escape.seat == seat and at in zone(known, escape.exit)


def _beset(known: State, who: CharacterId, within: int) -> bool:
    """Whether an enemy stands so near."""
    x, y = _at(known, who)
    for foe in known.present():
        at = known.bodies[foe].at
        if at is not None and is_foe(known, who, foe) and max(abs(at[0] - x), abs(at[1] - y)) <= within:
            return True
    return False


def _walk(known: State, who: CharacterId, option: Option, spec: Move) -> tuple[float, Json] | None:
    """The end nearest to what the Character makes for; a fight is looked for only by those who are good at it."""
    here = distance(known, who, _at(known, who))
    best: tuple[float, int] | None = None
    for index, reached in enumerate(spec.reach):
        if not reached.stop:
            continue
        gain = here - distance(known, who, reached.to)
        value = 6.0 * gain + 10.0 - 0.2 * reached.cost - _danger(known, who, reached.to)
        if gain > 0 and (best is None or value > best[0]):
            best = (value, index)
    if best is None:
        return None
    long = 2.0 if option.key == "full-move" else 0.0
    return best[0] + long, {"key": option.key, "with": _path(spec, best[1])}


def _danger(known: State, who: CharacterId, space: Space) -> float:
    """What it costs to stand in the reach of enemies: much for those who fight badly."""
    near = stopping(known, who, space)
    skill = _fighting(known, who)
    return sum(max(-4.0, 5.0 * (_fighting(known, f) - skill)) for f in near)


def _fighting(known: State, who: CharacterId) -> float:
    """How well a Character fights: its best close combat skill, and how much it can take."""
    card = known.card(who)
    weapons = [w for _, w in equipped_close(known, who)]
    weapons += [w for i in owned(known, who) if (w := weapon_of(known, i.id)) is not None and not w.is_ranged]
    skill = max((card.skills.get(w.skill, -2) + w.superiority / 2 for w in weapons), default=-2.0)
    return skill + card.fencing / 2 + (card.death - known.bodies[who].wounds) / 4


def _special(known: State, who: CharacterId, option: Option) -> float:
    """A Movement Action: worth what it brings nearer."""
    here = distance(known, who, _at(known, who))
    if option.edge is not None:
        return 14.0 if option.label.startswith("Open") and here > 1 else -1.0
    if option.square is None:
        return -1.0
    gain = here - distance(known, who, option.square)
    risk = 6.0 if "/jump" in option.key or "/leap" in option.key else 2.0
    return 6.0 * gain + 6.0 - risk if gain > 0 else -1.0


# ------------------------------------------------------------------------------------------------ fights
def _fight(known: State, spec: Choose) -> Json | None:
    """The fight with the best chance, the defensive stance where none is good, None for neither.

    A seducer whom nobody has noticed attacks nobody: it would give itself away.
    """
    rated = [
        (o.odds.chance / 100, o) for o in spec.options if o.odds is not None and not _gives_away(known, o)
    ]
    chance, best = max(rated, key=lambda row: row[0], default=(0.0, None))
    stance = next((o for o in spec.options if o.key.startswith("stance:")), None)
    chosen = best if best is not None and (chance >= WORTH_A_FIGHT or stance is None) else stance
    return {"picks": [{"key": chosen.key}]} if chosen is not None else None


def _gives_away(known: State, option: Option) -> bool:
    attacker = option.key.split(":")[1]
    return attacker in known.bodies and bool(tempted(known, attacker))


def _retreat(known: State, request: Request, spec: Choose) -> Json | None:
    """Where it is nearest to what one makes for, but never off the board while there is another way."""
    who = request.subject or ""
    on_board = [o for o in spec.options if o.square is not None]
    if not on_board or who not in known.bodies:
        return anything(spec)

    def rank(option: Option) -> tuple[int, int]:
        space = option.square or (0, 0)
        foes = sum(
            1 for s in reach_of(known, space) if (f := standing(known).get(s)) and is_foe(known, who, f)
        )
        return foes, distance(known, who, space) if aims(known, who) else 0

    return {"picks": [{"key": min(on_board, key=rank).key}]}
