"""The rulebook: what was touched, what is switched off, and where in the rules one stands."""

from collections.abc import Generator
from contextlib import contextmanager

import pytest

from muster.engine.explain import Part, Total
from muster.engine.refusals import Refusal
from muster.engine.rulebook import Rulebook, path_text


class Standing:
    def __init__(self) -> None:
        self.rule_path: list[str] = []


def test_a_rule_is_touched_only_where_it_decides() -> None:
    book = Rulebook("toy")
    soaked = False
    if soaked and book.applies("fire.5"):
        raise AssertionError
    assert book.touched == set()
    assert book.applies("fire.5")
    assert book.full_ids() == {"toy.fire.5"}
    assert book in Rulebook.books


def test_a_rule_that_is_switched_off_does_not_apply_but_was_touched() -> None:
    book = Rulebook("toy")
    book.off = frozenset({"a"})
    assert not book.applies("a")
    assert not book.all_apply(["a", "b"])
    assert book.all_apply(["b", "c"])
    assert book.part("a", 3, "a") is None
    assert book.part("b", 3, "b") == Part("b", 3, "b")
    assert book.number("a", 6, off=7) == 7
    assert book.number("b", 6, off=7) == 6
    assert book.touched == {"a", "b", "c"}


def test_a_part_that_is_worth_nothing_decides_nothing() -> None:
    book = Rulebook("toy")
    assert book.part("x", 0, "x") is None
    assert book.touched == set()
    assert Total.of("sum", [None, Part("a", 2), Part("b", 0), Part("c", -1)]) == Total(
        "sum", (Part("a", 2), Part("c", -1)), 1
    )


def test_the_path_names_the_rules_that_are_being_resolved() -> None:
    book, seen = Rulebook("toy"), list[str]()

    @book.rule("2.1", "2.2")
    async def inner(game: Standing, word: str) -> str:
        seen.append(path_text(game.rule_path))
        if word == "bad":
            raise ZeroDivisionError
        return word

    @book.rule("1")
    async def outer(game: Standing) -> None:
        assert await inner(game, "fine") == "fine"
        seen.append(path_text(game.rule_path))
        with pytest.raises(ZeroDivisionError):
            await inner(game, "bad")
        seen.append(path_text(game.rule_path))

    game = Standing()
    with pytest.raises(StopIteration):  # it asks nothing, so it runs to its end at once
        outer(game).send(None)
    assert seen == ["1/2.1", "1", "1/2.1", "1"]
    assert game.rule_path == []
    assert book.touched == {"1", "2.1", "2.2"}
    assert inner.__name__ == "inner"


def test_a_refusal_says_its_rule_and_passes_through_pythons_own_machinery() -> None:
    @contextmanager
    def guard() -> Generator[None]:
        yield

    refusal = Refusal("too_far", "That is too far.", "move.1", {"cost": 7})
    assert str(refusal) == "That is too far. (move.1)"
    assert str(Refusal("over", "It is over.")) == "It is over."
    with pytest.raises(Refusal) as caught, guard():
        raise refusal
    assert caught.value is refusal
    assert {refusal: 1}[refusal] == 1
    refusal.add_note("seen")
