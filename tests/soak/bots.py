"""Let bots play many matches, and look that nothing fails and that every rule was at work: `make soak-bots`.

`SOAK_RULESET` (all games, one after another), `SOAK_GAMES` (1000 matches between random bots, all scenarios in turn,
first seed 1), `SOAK_TOURS` (250 matches with each set of the options in :data:`TOURS`, for rules that the default
options never need), `SOAK_DUELS` (100 matches of the sensible bot against the random one on each side, default scenario
and parties), `SOAK_WATCHED` (1000: so many matches are looked at after each step, of some kinds only a tenth; see
`tests/soak/watched.py`).
"""

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from muster.commands.rules_coverage import ledger_items
from muster.engine.tables import yaml_of
from muster.rulesets.catalog import built_in
from tests.kit.house import ROOT
from tests.kit.report import SOAK, number, python, run, say
from tests.soak.watched import PLAYS, watched

BIG = ("--option", "points=600", "--option")
TOURS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "newworld": {
        "parties chosen, powder damp": ("--option", "parties=choose", "--option", "powder=damp"),
        "parties chosen, at close quarters": ("--scenario", "anchor-and-hind", "--option", "parties=choose"),
        "powder soaked": ("--option", "powder=soaked"),
        "riders on both sides": ("--option", "red_party=company"),
        "ambush on the road": ("--scenario", "wagon-road", "--option", "variant=ambush"),
        "both sides sensible": ("--scenario", "wagon-road", "--bots", "red=sensible,blue=sensible"),
        "ambush at the ford": ("--scenario", "kettle-creek", "--option", "variant=ambush"),
    },
    "baroque": {
        "600 points": ("--option", "points=600"),
        "1000 points": ("--option", "points=1000"),
        "Royalists and Poles": (*BIG, "blue_army=royalist-600", "--option", "red_army=polish-600"),
        "Ottomans and Imperialists": (*BIG, "blue_army=ottoman-600", "--option", "red_army=imperialist-600"),
        "both sides sensible": ("--bots", "red=sensible,blue=sensible"),
        "Parliamentarians and Poles, both sensible": (
            *BIG,
            "blue_army=parliament-600",
            "--option",
            "red_army=polish-600",
            "--bots",
            "red=sensible,blue=sensible",
        ),
        "Ottomans and Royalists, both sensible": (
            *BIG,
            "blue_army=ottoman-600",
            "--option",
            "red_army=royalist-600",
            "--bots",
            "red=sensible,blue=sensible",
        ),
    },
    "ad1666": {
        "equipment restricted": ("--option", "equipment=restricted"),
        "both sides sensible": ("--bots", "red=sensible,blue=sensible"),
    },
}
"""Further matches, by ruleset: the rules that only these bring into play count as well."""

UNFIRED = ROOT / "tests" / "soak" / "unfired.yaml"


def simulate(ruleset: str, *words: str) -> tuple[Mapping[str, Any], str]:
    """What `muster simulate --json` told, and the faults that it named."""
    ran = run(python("-m", "muster.cli", "simulate", ruleset, "--json", *words))
    try:
        told: Mapping[str, Any] = json.loads(ran.output.strip().splitlines()[-1])
    except (IndexError, ValueError):
        sys.exit(f"muster simulate did not come to an end:\n{ran.output}{ran.errors}")
    return told, ran.errors


def unfired(ruleset: str) -> Mapping[str, str]:
    """The ids that bots need not come by, each with its reason."""
    written: Mapping[str, Mapping[str, str]] = yaml_of(UNFIRED.read_text(encoding="utf-8"))
    return written.get(ruleset, {})


def wins(told: Mapping[str, Any], seat: str) -> int:
    """How many matches a seat won; a draw is no win."""
    return sum(sum(by_winner.get(seat, {}).values()) for by_winner in told["outcomes"].values())


def endings(told: Mapping[str, Any]) -> list[str]:
    """The outcomes as lines of a table."""
    return [
        f"| {scenario} | {winner} | {', '.join(f'{reason} {n}' for reason, n in sorted(reasons.items()))} |"
        for scenario, by_winner in told["outcomes"].items()
        for winner, reasons in sorted(by_winner.items())
    ]


def soak(ruleset: str) -> tuple[list[str], list[str]]:
    """Everything for one game: the lines of its report, and its faults."""
    games, tours, duels = number("SOAK_GAMES", 1000), number("SOAK_TOURS", 250), number("SOAK_DUELS", 100)
    say(f"{ruleset}: {games} matches between random bots")
    told, errors = simulate(ruleset, "--games", str(games), "--seed", "1")
    items = ledger_items(ROOT / "backend" / "muster" / "rulesets" / ruleset / "ledger.yaml")
    excused = unfired(ruleset)
    fired = set(told["rules_fired"])
    faults: list[str] = []
    if told["finished"] != games or told["errors"]:
        faults.append(f"{told['finished']} of {games} matches finished, {told['errors']} failed:\n{errors}")
    journeys: list[str] = []
    for title, words in TOURS.get(ruleset, {}).items():
        say(f"{tours} matches: {title}")
        tour, errors = simulate(ruleset, "--games", str(tours), "--seed", "1", *words)
        if tour["finished"] != tours or tour["errors"]:
            faults.append(f"{title}: {tour['finished']} of {tours} matches finished:\n{errors}")
        journeys.append(
            f"| {title} | {tour['finished']} of {tours} | {len(set(tour['rules_fired']) - fired)} |"
        )
        fired.update(tour["rules_fired"])
    never = [i for i in items if i not in fired and i not in excused]
    if never:
        faults.append(f"In no match were at work: {', '.join(never)}.")
    if strangers := sorted(set(excused) - set(items)):
        faults.append(f"{UNFIRED.name} excuses what the ledger does not have: {', '.join(strangers)}.")

    looked: list[str] = []
    for title, (play, share) in PLAYS.get(ruleset, {}).items():
        many = max(1, number("SOAK_WATCHED", 1000) // share)
        say(f"{many} matches, looked at after each step: {title}")
        seen = watched(play, many)
        looked.append(f"| {title} | {seen.finished} of {many} | {seen.looks} | {len(seen.faults)} |")
        faults += [f"{title}: {fault}" for fault in seen.faults[:20]]

    known = built_in().get(ruleset)
    scenario = str(known.options().model_dump()["scenario"])
    seats = [s.id for s in next(s for s in known.scenarios() if s.id == scenario).seats]
    rows: list[str] = []
    for seat in seats:
        say(f"{duels} matches of the sensible bot as {seat} against the random one")
        bots = ",".join(f"{s}={'sensible' if s == seat else 'random'}" for s in seats)
        words = ("--games", str(duels), "--seed", "1", "--scenario", scenario, "--bots", bots)
        duel, errors = simulate(ruleset, *words)
        if duel["finished"] != duels or duel["errors"]:
            faults.append(f"sensible as {seat}: {duel['finished']} of {duels} matches finished:\n{errors}")
        rows.append(f"| {seat} | {wins(duel, seat)} of {duels} | {duel['decisions_per_s']} |")
    return [
        f"### {known.title}",
        "",
        "| figure | value |",
        "|---|---|",
        f"| matches, finished, failed | {told['games']}, {told['finished']}, {told['errors']} |",
        f"| decisions, a second | {told['decisions']}, {told['decisions_per_s']} |",
        f"| rules at work, of the ledger's | {len(fired.intersection(items))} of {len(items)} |",
        f"| excused in tests/soak/unfired.yaml | {len(excused)} |",
        f"| excused, but at work | {', '.join(i for i in excused if i in fired) or 'none'} |",
        f"| never at work and not excused | {', '.join(never) or 'none'} |",
        "",
        "| scenario | winner | how often |",
        "|---|---|---|",
        *endings(told),
        "",
        "| further matches | finished | rules that only now were at work |",
        "|---|---|---|",
        *journeys,
        "",
        "| looked at after each step | finished | looks | seen amiss |",
        "|---|---|---|---|",
        *looked,
        "",
        f"Sensible against random, {scenario}, ready parties; a draw is no win.",
        "",
        "| sensible plays | wins | decisions a second |",
        "|---|---|---|",
        *rows,
        *(line for fault in faults for line in ("", f"FAULT: {fault}")),
        "",
    ], faults


def main() -> int:
    chosen = os.environ.get("SOAK_RULESET", "").replace(",", " ").split()
    lines: list[str] = []
    faults: list[str] = []
    for ruleset in chosen or [r.id for r in built_in().all()]:
        told, bad = soak(ruleset)
        lines += told
        faults += bad
        SOAK.write("bots", "Bots", lines)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
