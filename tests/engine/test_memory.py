"""What is remembered, and until when."""

from dataclasses import dataclass, field

from muster.engine.memory import Kept, Remembering, remembered


@dataclass
class Shelf(Remembering):
    """A state: its books are the position, its dust is not."""

    books: dict[str, int] = field(default_factory=dict[str, int])
    dust: int = 0
    asked: list[int] = field(default_factory=list[int])

    def position(self) -> tuple[object, ...]:
        return tuple(self.books.values())


@remembered
def pages(shelf: Shelf, least: int) -> int:
    shelf.asked.append(least)
    return sum(p for p in shelf.books.values() if p >= least)


def test_an_answer_is_remembered_by_its_question_until_the_position_changes() -> None:
    shelf = Shelf({"a": 100, "b": 20})
    assert [pages(shelf, 50), pages(shelf, 50), pages(shelf, 10)] == [100, 100, 120]
    shelf.dust = 3
    assert pages(shelf, 50) == 100
    assert shelf.asked == [50, 10]
    shelf.books["b"] = 70
    assert pages(shelf, 50) == 170
    assert shelf.asked == [50, 10, 50]


def test_what_is_remembered_is_neither_compared_nor_shared() -> None:
    one, other = Shelf({"a": 100}), Shelf({"a": 100})
    assert pages(one, 1) == 100
    one.asked.clear()
    assert one == other
    assert pages(other, 1) == 100
    assert other.asked == [1]


def test_things_are_kept_by_their_key_and_the_oldest_goes() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    kept = Kept[str, str](2)
    assert [kept.get(key, lambda key=key: make(key)) for key in "aabbca"] == list("AABBCA")  # type: ignore[misc]
    assert made == ["a", "b", "c", "a"]
