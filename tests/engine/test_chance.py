"""Chance: recomputed here from the written method alone, even, and never brought back."""

import hashlib
import hmac
from collections import Counter
from itertools import pairwise, permutations

import pytest

from muster.engine.chance import Chance, match_key, secret_hash
from muster.engine.game import ChanceAsk
from muster.engine.match import Match
from tests.kit.practice import RULESET
from tests.kit.table import head_of, setup_of

SECRET = bytes(range(32))
GIVEN = {"red": b"r" * 16, "blue": b"b" * 16}


def stream(key: bytes, name: str, length: int) -> bytes:
    """The method as the module's docstring states it, written a second time."""
    out = b""
    block = 0
    while len(out) < length:
        out += hmac.new(key, f"{name}:{block}".encode(), hashlib.sha256).digest()
        block += 1
    return out[:length]


def test_the_key_mixes_the_secret_with_every_seats_bytes_in_alphabetical_order() -> None:
    message = b"muster/key" + b"\x04blue" + b"b" * 16 + b"\x03red" + b"r" * 16
    assert match_key(SECRET, GIVEN) == hmac.new(SECRET, message, hashlib.sha256).digest()
    assert match_key(SECRET, dict(reversed(GIVEN.items()))) == match_key(SECRET, GIVEN)
    assert match_key(SECRET, {**GIVEN, "red": b"R" * 16}) != match_key(SECRET, GIVEN)
    assert match_key(bytes(32), GIVEN) != match_key(SECRET, GIVEN)


def test_what_is_published_before_the_match_is_the_hash_of_the_secret() -> None:
    assert secret_hash(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(
    ("secret", "given"),
    [(b"short", GIVEN), (SECRET + b"x", GIVEN), (SECRET, {"red": b"r" * 15}), (SECRET, {"red": b"r" * 17})],
)
def test_a_key_is_not_made_from_the_wrong_number_of_bytes(secret: bytes, given: dict[str, bytes]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        match_key(secret, given)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20, 100, 256])
def test_dice_follow_the_written_method(sides: int) -> None:
    key = match_key(SECRET, GIVEN)
    for draw in (0, 1, 77):
        limit = 256 - 256 % sides
        kept = [b % sides + 1 for b in stream(key, str(draw), 4096) if b < limit]
        assert Chance(key).dice(draw, 100, sides) == tuple(kept[:100])


def test_shuffles_follow_the_written_method() -> None:
    key = match_key(SECRET, GIVEN)
    for draw, size in ((0, 1), (3, 2), (4, 52)):
        numbers = iter(
            int.from_bytes(stream(key, str(draw), 4 * 400)[i : i + 4], "big") for i in range(0, 1600, 4)
        )
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            span = last + 1
            value = next(numbers)
            while value >= 2**32 - 2**32 % span:
                value = next(numbers)
            order[last], order[value % span] = order[value % span], order[last]
        assert Chance(key).shuffle(draw, size) == tuple(order)
    assert Chance(key).shuffle(5, 0) == ()


def test_a_fixed_vector() -> None:
    """These numbers may never change: old matches could no longer be verified."""
    chance = Chance(match_key(SECRET, GIVEN))
    assert chance.dice(0, 10, 6) == FIXED_DICE
    assert chance.shuffle(1, 10) == FIXED_ORDER


FIXED_DICE = (5, 1, 2, 6, 6, 5, 5, 5, 6, 1)
FIXED_ORDER = (7, 2, 6, 8, 9, 1, 3, 5, 4, 0)


@pytest.mark.parametrize("sides", [-1, 0, 1, 257, 1000])
def test_dice_that_cannot_be_drawn_are_refused(sides: int) -> None:
    with pytest.raises(ValueError, match="2 to 256 sides"):
        Chance(SECRET).dice(0, 1, sides)


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts.get(c, 0) - expected) ** 2 / expected for c in list(counts)) + expected * (
        cells - len(counts)
    )


@pytest.mark.parametrize(("sides", "limit"), [(6, 20.5), (10, 27.9), (20, 43.8)])
def test_dice_are_even(sides: int, limit: float) -> None:
    """``limit`` is the value that a fair die passes once in a thousand sets; the set here is fixed."""
    counts: Counter[object] = Counter()
    for draw in range(600):
        counts.update(Chance(SECRET).dice(draw, 20, sides))
    assert counts.keys() == set(range(1, sides + 1))
    assert chi_square(counts, sides) < limit


def test_orders_are_even() -> None:
    counts: Counter[object] = Counter(Chance(SECRET).shuffle(draw, 4) for draw in range(12_000))
    assert counts.keys() == set(permutations(range(4)))
    assert chi_square(counts, 24) < 49.7


def test_the_first_of_several_dice_does_not_tell_the_next_nor_a_neighbouring_draw() -> None:
    pairs: Counter[object] = Counter(Chance(SECRET).dice(draw, 2, 6) for draw in range(7_200))
    assert chi_square(pairs, 36) < 66.6
    firsts = [Chance(SECRET).dice(draw, 1, 6)[0] for draw in range(7_201)]
    assert chi_square(Counter[object](pairwise(firsts)), 36) < 66.6


def test_what_a_bot_picks_cannot_be_bent_into_showing_a_die() -> None:
    chance = Chance(match_key(SECRET, GIVEN))
    for draw in range(50):
        # The number that the bytes of this draw would give, if picks shared the stream of the dice.
        value = int.from_bytes(stream(chance.key, str(draw), 4), "big")
        assert chance.pick(str(draw), 2**31) != value % 2**31
    assert {chance.pick("red:1", 5) for _ in range(3)} == {chance.pick("red:1", 5)}
    assert Counter(chance.pick(f"red:{i}", 5) for i in range(5000)).keys() == set(range(5))


def test_an_undo_never_brings_a_die_back() -> None:
    draws: list[int] = []

    def dice(ask: ChanceAsk, draw: int) -> tuple[int, ...]:
        draws.append(draw)
        return match_chance.shuffle(draw, ask.count)

    head = head_of(RULESET, setup_of(RULESET))
    match, _ = Match.start(RULESET, head, dice=dice)
    match_chance = match.chance
    for seat, value in (("red", 2), ("blue", 2)):
        request = next(r for r in match.requests if r.seat == seat)
        match.answer(request.seat, request.id, {"value": value})
    assert draws == [0, 1]
    match.undo(next(s for s in match.seats if s == "blue"), granted="judge")
    assert [r.seat for r in match.requests] == ["red", "blue"]  # the sealed batch is taken back as a whole
    for request in match.requests:
        match.answer(request.seat, request.id, {"value": 2})
    assert draws == [0, 1, 2, 3]
    again, _ = Match.resume(RULESET, head, match.rows, match.snapshots)
    assert again._draws == 4
