"""A match as every seat saw it, printed for people to read and for golden files to hold fast."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import orjson

from muster.bots.levels import bot_of
from muster.engine.chance import Chance
from muster.engine.feeds import Feed, Frame
from muster.engine.ids import SPECTATORS, Audience
from muster.engine.match import Match
from muster.engine.ruleset import AnyRuleset
from tests.kit.house import ROOT
from tests.kit.table import head_of
from tests.kit.wire import RECORDS

Json: TypeAlias = Any

OPTIONS_SHOWN = 40


class Witness:
    """Watches a match for all its audiences and writes down what each of them saw."""

    def __init__(self, match: Match[Any], audiences: Sequence[str] | None = None) -> None:
        """Without ``audiences`` all seats and the spectators."""
        names = audiences if audiences is not None else [*match.seats, SPECTATORS]
        self.match = match
        self.feeds = [Feed(Audience(a)) for a in names]
        self.lines: list[str] = []
        self.see("The match begins.")

    def see(self, title: str) -> None:
        """Note what everybody sees now, under a title that says what was done."""
        self.lines.append(f"\n== {title}")
        for feed in self.feeds:
            before = [dict(line) for line in feed.log]
            frame = feed.sync(self.match)
            self.lines.extend(
                f"{feed.audience:>10} | {line}" for line in _frame_lines(feed, frame, len(before))
            )

    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines).strip() + "\n"


def _frame_lines(feed: Feed, frame: Frame | None, before: int) -> list[str]:
    if frame is None:
        return ["sees nothing"]
    lines: list[str] = []
    if frame.log_from < before:
        lines.append(f"the log is taken back to line {frame.log_from}")
    lines.extend(f"reads: {_log_line(line)}" for line in frame.log)
    whole = _plain(feed.view)
    for name, change in frame.patch.items():
        value = {key: whole[name].get(key) for key in change} if name in RECORDS else whole[name]
        lines.extend(_change_lines(name, value))
    if frame.requests is not None:
        lines.extend(f"is asked: {_request_line(r)}" for r in _plain(feed.requests))
        if frame.undo is not None:
            lines.append(f"may undo: {frame.undo}")
    return [f"v{frame.version}", *lines]


def _plain(value: Json) -> Json:
    return orjson.loads(orjson.dumps(value))


def _change_lines(name: str, value: Json) -> list[str]:
    """A change of the view in words; seats and names, which never change, are left out."""
    if name == "phase":
        rounds = f"/{value['rounds']}" if value["rounds"] is not None else ""
        active = f", {value['active']} is active" if value["active"] else ""
        return [f"round {value['round']}{rounds}, {value['label']}{active}: {value['note']}"]
    if name == "result":
        return [f"the match is over: {value['text']} ({value['reason']})"] if value else []
    if name == "sheets":
        return [f"sheets: {', '.join(value)}"]
    if name not in _WORDS:
        return []
    return [f"{key}: {_WORDS[name](entry) if entry is not None else 'gone'}" for key, entry in value.items()]


def _piece_words(piece: Mapping[str, Json]) -> str:
    words = [m["sign"] for m in piece["marks"]] + [w for w in ("active", "acted") if piece[w]]
    return f"{piece['label']}{' [' + ', '.join(words) + ']' if words else ''}"


def _area_words(area: Mapping[str, Json]) -> str:
    faces = f" ({', '.join(area['faces'])})" if area["faces"] is not None else ""
    return f"{area['label']}, {area['count']}{faces}"


_WORDS: dict[str, Callable[[Json], str]] = {
    "pieces": _piece_words,
    "areas": _area_words,
    "items": lambda item: f"{item['label']} at {item['at'][0]}, {item['at'][1]}",
    "edges": str,
    "pending": lambda pending: f"decides: {pending['text']}",
}


def _log_line(line: Mapping[str, Json]) -> str:
    dice = " ".join(str(d["value"]) for d in line.get("dice", []))
    totals = "; ".join(
        f"{t['label']} {t['value']} = " + " ".join(f"{p['label']} {p['value']:+}" for p in t["parts"])
        for t in line.get("totals", [])
    )
    extra = [f"dice {dice}" if dice else "", totals, line.get("outcome", ""), " ".join(line.get("rules", []))]
    return " / ".join([line["text"], *filter(None, extra)])


def _request_line(request: Mapping[str, Json]) -> str:
    spec = request["spec"]
    told = ""
    if spec["kind"] == "choose":
        keys = [_option_text(o) for o in spec["options"]]
        more = f" and {len(keys) - OPTIONS_SHOWN} more" if len(keys) > OPTIONS_SHOWN else ""
        told = ": " + ", ".join(keys[:OPTIONS_SHOWN]) + more
    passing = f" (or: {request['pass']['label']})" if request["pass"] else ""
    return f"[{request['path']}] {request['text']} {spec['kind']}{told}{passing}"


def _option_text(option: Mapping[str, Json]) -> str:
    odds = f" {option['odds']['percent']}%" if option["odds"] else ""
    return f"{option['key']}{odds}"


def record(
    ruleset: AnyRuleset, setup: Json, *, seed: int, levels: Mapping[str, str] | None = None, most: int = 400
) -> str:
    """A match between bots from a seed, as everybody saw it; cut after ``most`` answers."""
    match, _ = Match.start(ruleset, head_of(ruleset, setup, seed=seed))
    witness, chance = Witness(match), Chance(seed.to_bytes(16, "big"))
    bots = {s: bot_of(ruleset, (levels or {}).get(s, "random")) for s in match.seats}
    for number in range(most):
        if match.result is not None:
            break
        request = match.requests[0]
        known = match.play.game.known_to(request.seat)
        body = bots[request.seat].answer(request, known, chance, f"{request.seat}/{number}")
        written = orjson.dumps(request.body(request.read(body))).decode()  # before the position changes
        match.answer(request.seat, request.id, body)
        witness.see(f"{request.seat}, {request.rule_path}: {written}")
    if match.result is not None:
        witness.lines.append(f"\n== The end: {match.result}")
    return witness.text()


def check_golden(name: str, text: str, *, update: bool) -> None:
    """Compare with ``tests/playthroughs/<name>.txt``; writes it where ``update`` (``--update-golden``) says so."""
    path: Path = ROOT / "tests" / "playthroughs" / f"{name}.txt"
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"There is no golden file {path.name}: make it with --update-golden and read it."
    assert text == path.read_text(encoding="utf-8"), f"{path.name} differs; look at it, then --update-golden."
