"""Some of a list of options."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from muster.engine.answers import (
    Pick,
    Picks,
    bad,
    read_mapping,
)
from muster.engine.explain import Reason, reasons_wire
from muster.engine.refusals import Refusal
from muster.engine.specs.base import Json, Option, Spec, span


@dataclass(frozen=True)
class Choose(Spec[Picks]):
    """Some of the listed options: at least ``minimum``, at most ``maximum``, none twice.

    ``missing`` says why others that one might expect are not among them. ``check`` may refuse a combination, with
    reasons. Raises ValueError where two options have one key: then nobody could say which of them is meant.
    """

    options: tuple[Option, ...]
    minimum: int = 1
    maximum: int = 1
    missing: Callable[[], tuple[Reason, ...]] = field(default=tuple, compare=False, repr=False)
    check: Callable[[Picks], None] | None = field(default=None, compare=False, repr=False)
    kind: str = field(default="choose", init=False)

    def __post_init__(self) -> None:
        """Look for keys that stand twice."""
        if len({o.key for o in self.options}) != len(self.options):
            keys = [o.key for o in self.options]
            raise ValueError(
                f"Options of one key: {', '.join(sorted({k for k in keys if keys.count(k) > 1}))}."
            )

    def read(self, body: Json) -> Picks:
        """Read ``{"picks": [{"key": ..., "with": ...}]}``."""
        raw = read_mapping(body, "this question").get("picks")
        if not isinstance(raw, Sequence) or isinstance(raw, str):
            raise bad("Say which options you pick, as a list under 'picks'.")
        entries: list[Json] = list(raw)  # pyright: ignore[reportUnknownArgumentType]
        if not self.minimum <= len(entries) <= self.maximum:
            raise bad(
                f"Pick {span(self.minimum, self.maximum)}, not {len(entries)}.",
                minimum=self.minimum,
                maximum=self.maximum,
                picked=len(entries),
            )
        by_key = {o.key: o for o in self.options}
        picks: list[Pick] = []
        for entry in entries:
            item = read_mapping(entry, "a pick")
            key = item.get("key")
            option = by_key.get(key) if isinstance(key, str) else None
            if option is None:
                offered = ", ".join(list(by_key)[:12])
                raise Refusal("not_offered", f"That choice is not offered now. Offered are: {offered}.")
            if any(p.key == option.key for p in picks):
                raise bad(f"{option.label} was picked twice.")
            given = item.get("with")
            if option.needs is not None:
                if given is None:
                    raise bad(f"{option.label} needs more: answer its question under 'with'.")
                picks.append(Pick(option.key, option.needs.read(given)))
            elif given is not None:
                raise bad(f"{option.label} needs nothing more, but something was given with it.")
            else:
                picks.append(Pick(option.key))
        answer = Picks(tuple(picks))
        if self.check is not None:
            self.check(answer)
        return answer

    def write(self, value: Picks) -> dict[str, Json]:
        """Write the picks, each with what it needed."""
        entries: list[Json] = []
        for pick in value.picks:
            option = self.option(pick.key)
            needs = option.needs if option is not None else None
            entries.append(
                {"key": pick.key} | ({"with": needs.write(pick.given)} if needs is not None else {})
            )
        return {"picks": entries}

    def keys(self) -> tuple[str, ...]:
        """The options' keys in canonical order."""
        return tuple(sorted(o.key for o in self.options))

    def option(self, key: str) -> Option | None:
        """The option of that key, if it is offered."""
        return next((o for o in self.options if o.key == key), None)

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "kind": self.kind,
            "min": self.minimum,
            "max": self.maximum,
            "options": [o.wire() for o in self.options],
            "missing": reasons_wire(self.missing()),
        }
