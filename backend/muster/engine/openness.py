"""What may be shown while somebody is asked in secret: the match as it was before."""

from collections.abc import Iterable, Set

from muster.engine.ids import SPECTATORS, Audience, Seat


class OpenRows:
    """How many rows a match had when an audience could last be shown all of it: nobody else was asked in secret."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        """The seats of the match; spectators are an audience as well."""
        self._audiences = (*(Audience(s) for s in seats), SPECTATORS)
        self._counts: dict[Audience, int] = {}

    def note(self, held: Set[Seat], count: int) -> None:
        """After ``count`` rows the seats in ``held`` are asked in secret. What is known of later rows stays."""
        for audience in self._audiences:
            if not held - {Seat(audience)}:
                self._counts[audience] = max(count, self._counts.get(audience, 0))

    def of(self, audience: Audience) -> int | None:
        """The number of rows; None where it is not known, since it lies before what was played."""
        return self._counts.get(audience)
