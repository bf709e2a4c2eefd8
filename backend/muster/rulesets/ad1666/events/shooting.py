"""Shots: fired, gone astray, weapons loaded again."""

from dataclasses import dataclass, replace

from muster.engine.explain import Total
from muster.engine.views import LogEntry, Show
from muster.rulesets.ad1666.events.base import OpenEvent, full
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import ItemId, Space, State


@dataclass(frozen=True)
class ShotResolved(OpenEvent):
    """A shot has hit somebody, or nobody (ranged.14 to ranged.17); Wounds are an event of their own."""

    shooter: CharacterId
    weapon: str
    target: CharacterId
    hit: CharacterId | None
    start: Space
    end: Space
    damage: Total | None
    rule: str

    def apply(self, state: State) -> None:
        """What it does follows."""

    def line(self, state: State) -> LogEntry:
        """Whom it hits, and what for."""
        name, target = state.name(self.shooter), state.name(self.target)
        if self.hit is None:
            text = f"{name} shoots at {target} with the {self.weapon} and misses."
        else:
            astray = "" if self.hit == self.target else f" and hits {state.name(self.hit)} instead"
            damage = self.damage.value if self.damage is not None else 0
            text = f"{name} shoots at {target} with the {self.weapon}{astray}: damage {damage}."
        other = self.hit if self.hit is not None and self.hit != self.target else None
        return LogEntry(
            "shot",
            text,
            state.seat(self.shooter),
            tone="plain" if self.hit is None else "bad",
            pieces=(self.shooter, self.target, *((other,) if other is not None else ())),
            totals=(self.damage,) if self.damage is not None else (),
            rules=full(self.rule),
            show=Show("shot", self.shooter, start=self.start, end=self.end),
        )


@dataclass(frozen=True)
class WeaponFired(OpenEvent):
    """A weapon was used: a Reload counter, a use fewer, once this turn (items.11, items.12, items.16)."""

    item: ItemId
    reload: int
    uses: int | None

    def apply(self, state: State) -> None:
        """Its counters."""
        state.change_item(self.item, reload=self.reload, uses=self.uses, fired=True)


@dataclass(frozen=True)
class Loaded(OpenEvent):
    """A Reload counter was turned or taken off (action.7)."""

    who: CharacterId
    item: ItemId
    weapon: str
    left: int
    rule: str

    def apply(self, state: State) -> None:
        """Ready at 0, but not in this activation (action.8)."""
        state.change_item(self.item, reload=self.left)
        if state.acting is not None and self.left == 0:
            state.acting = replace(state.acting, reloaded=(*state.acting.reloaded, self.item))

    def line(self, state: State) -> LogEntry:
        """How far."""
        how = "is loaded" if self.left == 0 else f"still wants {self.left} Reload"
        text = f"{state.name(self.who)} reloads: the {self.weapon} {how}."
        return LogEntry("reload", text, state.seat(self.who), pieces=(self.who,), rules=full(self.rule))
