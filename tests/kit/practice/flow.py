"""The rules in motion: what follows what, whom to ask, what happens."""

from muster.engine.driver import Activation
from muster.engine.game import Ask, Game
from muster.engine.ids import Seat
from muster.engine.requests import Confirm, Number, Path, Pick
from muster.engine.windows import window
from tests.kit.practice import events, queries
from tests.kit.practice.book import BOOK, applies
from tests.kit.practice.state import DECK, LABELS, Piece, Square, State, squares_of

Yard = Game[State]
ACTIONS_A_TURN = 2


def next_activation(game: Yard) -> Activation | None:
    """The next step of the flow, or None when the match is over."""
    state = game.state
    if state.stage == "over":
        return None
    if state.stage == "bid":
        return bid(game)
    if state.stage == "deal":
        return deal(game)
    if state.stage == "turns":
        return turn(game, state.waiting[0])
    step = {"hand": sort_hand, "deploy": deploy, "banner": raise_banner, "relic": hide_relic, "drill": drill}
    return step[state.stage](game, state.waiting[0])


# ------------------------------------------------------------------ before the first turn
@BOOK.rule("bid.1")
async def bid(game: Yard) -> None:
    """All seats bid for the first turn at once; the highest begins, equal bids are sorted by chance (bid.2)."""
    seats = game.state.setup.seats
    spec = Number(0, 5, label="Bid")
    values = await game.ask_sealed(
        [Ask(s, spec, "bid.1", "Bid for the first turn.", doing="bidding") for s in seats]
    )
    bids = dict(zip(seats, values, strict=True))
    ranks: dict[Seat, int] = dict.fromkeys(seats, 0)
    if len(set(values)) < len(values) and applies("bid.2"):
        ranks = dict(zip(seats, await game.shuffle(len(seats), why="equal bids"), strict=True))
    order = tuple(sorted(seats, key=lambda s: (-bids[s], ranks[s])))
    game.apply(events.BidsOpened(bids, order))
    game.apply(events.StepDone(None))


@BOOK.rule("deal.1")
async def deal(game: Yard) -> None:
    """Shuffle the deck and deal."""
    order = await game.shuffle(DECK, why="deck")
    game.apply(events.Dealt(tuple(i + 1 for i in order)))
    for seat in list(game.state.waiting):
        game.apply(events.StepDone(seat))


@BOOK.rule("deal.2")
async def sort_hand(game: Yard, seat: Seat) -> None:
    """A seat sorts its hand."""
    spec = queries.hand_spec(game.known_to(seat), seat)
    order = await game.ask(seat, spec, rule="deal.2", text="Put your hand in order.")
    game.apply(events.HandArranged(seat, tuple(int(k.removeprefix("card-")) for k in order)))
    game.apply(events.StepDone(seat))


@BOOK.rule("deploy.1")
async def deploy(game: Yard, seat: Seat) -> None:
    """A seat places all its pieces; the hidden one is not seen."""
    spec = queries.deploy_spec(game.known_to(seat), seat)
    placing = await game.ask(seat, spec, rule="deploy.1", text="Place your pieces in your zone.")
    game.apply(events.Deployed(seat, dict(placing.at)))
    game.apply(events.StepDone(seat))


@BOOK.rule("banner.1")
async def raise_banner(game: Yard, seat: Seat) -> None:
    """A seat raises its banner in its zone."""
    at = await game.ask(
        seat, queries.banner_spec(seat), rule="banner.1", text="Where does your banner stand?"
    )
    game.apply(events.BannerRaised(seat, at))
    game.apply(events.StepDone(seat))


@BOOK.rule("relic.1")
async def hide_relic(game: Yard, seat: Seat) -> None:
    """A seat gives its relic to a piece. Every seat is asked, and nobody else is told that it is."""
    spec = queries.relic_spec(game.known_to(seat), seat)
    picks = await game.ask(seat, spec, rule="relic.1", text="Who bears your relic?", secret=True)
    game.apply(events.RelicHidden(seat, picks.one.key))
    game.apply(events.StepDone(seat))


@BOOK.rule("drill.1")
async def drill(game: Yard, seat: Seat) -> None:
    """A seat divides its drill."""
    slots = await game.ask(seat, queries.drill_spec(), rule="drill.1", text="Divide your drill.")
    game.apply(events.Drilled(seat, dict(slots.counts)))
    game.apply(events.StepDone(seat))


# ------------------------------------------------------------------ turns
@BOOK.rule("turn.1", "turn.2")
async def turn(game: Yard, seat: Seat) -> None:
    """A seat's turn: two actions, each with a piece that has not acted yet or with the hand (turn.2)."""
    for _ in range(ACTIONS_A_TURN):
        spec = queries.actions(game.known_to(seat), seat)
        if not game.state.up(seat) or not spec.options:
            break
        text = f"What does {LABELS[seat]} do?"
        picks = await game.ask_or_pass(seat, spec, rule="turn.2", text=text, pass_label="End the turn")
        if picks is None:
            break
        await act(game, seat, picks.one)
    game.apply(events.StepDone(seat))
    decide_end(game)


async def act(game: Yard, seat: Seat, pick: Pick) -> None:
    """Carry out what was picked."""
    verb, *names = pick.key.split(":")
    if verb == "play":
        play_cards(game, seat, tuple(int(p.key.removeprefix("card-")) for p in pick.given.picks))
        return
    piece = game.state.pieces[names[0]]
    if verb == "move":
        await move(game, piece, pick.given)
    elif verb == "strike":
        await strike(game, piece.id, names[1])
    elif verb == "feint":
        await feint(game, piece.id, names[1])
    elif verb == "throw":
        await throw(game, piece.id, pick.given)
    elif applies("gate.1"):
        game.apply(events.GateTurned(piece.id, game.state.gate == "closed"))


def play_cards(game: Yard, seat: Seat, cards: tuple[int, ...]) -> None:
    """Lay cards; an even sum is worth a point (play.1)."""
    points = 1 if sum(cards) % 2 == 0 and applies("play.1") else 0
    game.apply(events.CardsPlayed(seat, cards, points))


@BOOK.rule("move.1")
async def move(game: Yard, piece: Piece, path: Path) -> None:
    """A piece moves; then others may have something to say to it."""
    go(game, piece, path)
    await after_move(game, piece.id)


def go(game: Yard, piece: Piece, path: Path) -> None:
    """Go as far as the truth allows: a hidden foe in the way stops the mover and is revealed (hide.1)."""
    gone: list[Square] = []
    met: Piece | None = None
    for to in path.points:
        under = set(squares_of(to, piece.card.size))
        met = next(
            (f for f in game.state.foes(piece.seat) if f.hidden and f.at is not None and f.at in under), None
        )
        if met is not None and applies("hide.1"):
            break
        gone.append(to)
    while gone and not _free(game.state, piece, gone[-1]):
        gone.pop()
    cost = queries.path_cost(game.state, piece, tuple(gone))
    game.apply(events.Moved(piece.id, tuple(gone), cost, piece.hidden))
    if met is not None:
        game.apply(events.Revealed(met.id, f"was in the way of {piece.name}"))


def _free(state: State, piece: Piece, at: Square) -> bool:
    under = set(squares_of(at, piece.card.size))
    others = (p for p in state.pieces.values() if p.up and p.id != piece.id and p.at is not None)
    return not any(under & set(squares_of(p.at, p.card.size)) for p in others if p.at is not None)


async def after_move(game: Yard, mover: str) -> None:
    """A banner is taken (banner.2); then every foe that still hides is asked in secret whether it springs (hide.2)."""
    piece = game.state.pieces[mover]
    under = set(squares_of(piece.at, piece.card.size)) if piece.at else set[Square]()
    taken = [s for s, at in game.state.banners.items() if s != piece.seat and at in under]
    for seat in taken:
        if not piece.hidden and applies("banner.2"):
            game.apply(events.BannerTaken(mover, seat))
    for lurker in queries.lurkers(game.state, piece.seat):
        target = game.state.pieces[mover]
        if target.hidden or not target.up:
            continue
        spec = queries.spring_spec(game.known_to(lurker.seat), lurker, target)
        picks = await game.ask(
            lurker.seat,
            spec,
            rule="hide.2",
            text=f"{target.name} has moved. Spring?",
            subject=lurker.id,
            secret=True,
        )
        if picks.one.key != "stay":
            game.apply(events.Revealed(lurker.id, f"springs at {target.name}"))
            await strike(game, lurker.id, mover)


@BOOK.rule("strike.1")
async def strike(game: Yard, by: str, target: str) -> None:
    """A blow: the target's seat may parry first (strike.3), then one die is rolled (strike.2)."""
    await reveal_attacker(game, by)
    parried = False

    async def offer(holder: str) -> None:
        nonlocal parried
        piece = game.state.pieces[holder]
        spec = Confirm(f"{piece.name} is struck. Parry for a point of guard?", "Parry", "Take it")
        answer = await game.ask_or_pass(
            piece.seat,
            spec,
            rule="strike.3",
            text=spec.label,
            pass_label="Take it",
            window="parry",
            subject=holder,
        )
        if answer:
            game.apply(events.Parried(holder))
            parried = True

    await window(
        game,
        "parry",
        lambda: [target] if game.state.drill[game.state.pieces[target].seat]["guard"] > 0 else [],
        seat_of=lambda holder: game.state.pieces[holder].seat,
        matters=lambda _: True,
        offer=offer,
    )
    die = (await game.roll(1, 6, why="strike")).total
    hit = resolve_blow(game, by, target, die, parried=parried, thrown=False)
    if hit and game.state.pieces[target].up:
        await fall_back(game, target)


async def reveal_attacker(game: Yard, by: str) -> None:
    """Who strikes is seen (hide.3)."""
    if game.state.pieces[by].hidden and applies("hide.3"):
        game.apply(events.Revealed(by, "strikes from hiding"))


def resolve_blow(game: Yard, by: str, target: str, die: int, *, parried: bool, thrown: bool) -> bool:
    """Compare, lose a step, fall (strike.2, strike.4, relic.2); whether it hit."""
    pieces = game.state.pieces
    total = queries.attack_total(game.state, pieces[by], die, thrown=thrown)
    needed = queries.needed_against(pieces[target], parried=parried, thrown=thrown)
    hit = total.value >= needed
    game.apply(events.Struck(by, target, die, total, needed, int(hit), thrown))
    fallen = game.state.pieces[target]
    if not fallen.up and applies("strike.4"):
        relic = game.state.relics[fallen.seat] == target and applies("relic.2")
        game.apply(events.Fell(target, relic, pieces[by].seat, 2 if relic else 1))
    return hit


@BOOK.rule("strike.5")
async def fall_back(game: Yard, piece_id: str) -> None:
    """Who is hit and stands may go one square at once (strike.5)."""
    piece = game.state.pieces[piece_id]
    spec = queries.move_of(game.known_to(piece.seat), piece, 1)
    if not any(r.stop for r in spec.reach):
        return
    text = f"{piece.name} may fall back."
    path = await game.ask_or_pass(
        piece.seat, spec, rule="strike.5", text=text, pass_label="Stand", subject=piece_id
    )
    if path is not None:
        go(game, piece, path)


@BOOK.rule("throw.1")
async def throw(game: Yard, by: str, at: Square) -> None:
    """A throw at a square: it falls short beyond its reach, and needs somebody there (throw.1, throw.2)."""
    piece = game.state.pieces[by]
    assert piece.at is not None
    distance = queries.apart(piece.at, at)
    there = [p for p in game.state.foes(piece.seat) if p.at and at in set(squares_of(p.at, p.card.size))]
    if distance > queries.REACH_OF_THROW or not there:
        game.apply(events.FellShort(by, at, distance))
        return
    target = there[0]
    if target.hidden:
        game.apply(events.Revealed(target.id, "is seen where the throw lands"))
    die = (await game.roll(1, 6, why="throw")).total
    resolve_blow(game, by, target.id, die, parried=False, thrown=True)


@BOOK.rule("feint.1")
async def feint(game: Yard, by: str, target: str) -> None:
    """A closed line against a guess (feint.1); both open together (feint.2)."""
    await reveal_attacker(game, by)
    low, high = queries.feint_lines()
    pieces = game.state.pieces
    line = await game.commit(
        pieces[by].seat,
        Number(low, high, label="Line"),
        rule="feint.1",
        text="Choose the line of your feint.",
        committed=lambda _: events.FeintLaid(by, target),
    )
    guess = await game.ask(
        pieces[target].seat,
        Number(low, high, label="Guess"),
        rule="feint.2",
        text="Which line is it?",
        subject=target,
    )
    if applies("feint.2"):
        game.reveal(line, events.FeintOpened(by, line.value, guess))


def decide_end(game: Yard) -> None:
    """The last seat with a piece wins at once (end.1); after the last round the most points win (end.2)."""
    state = game.state
    standing = [s for s in state.setup.seats if state.up(s)]
    if len(standing) == 1 and applies("end.1"):
        game.apply(events.Ended(standing[0], "last_standing"))
    elif state.stage == "over" and applies("end.2"):
        most = max(state.points.values())
        best = [s for s, n in state.points.items() if n == most]
        game.apply(events.Ended(best[0], "points") if len(best) == 1 else events.Ended(None, "level"))
