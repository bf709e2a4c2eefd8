"""Room to deploy: every army that its list allows stands on the table in the end (R140, R170)."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

import orjson
import pytest
import yaml

from muster.engine.ids import Seat
from muster.engine.requests import Choose, Deploy
from muster.geometry.open.poses import overlaps
from muster.rulesets.baroque.armies.check import check
from muster.rulesets.baroque.armies.roster import roster_of
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.bodies import bodies
from muster.rulesets.baroque.queries.deployment import check_places, command_choices, proposal
from muster.rulesets.baroque.queries.zones import zone_of
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.state import State, Terrain
from tests.kit.table import Table, start

Json: TypeAlias = Any
CROWDED: Json = yaml.safe_load(Path(__file__).with_name("crowded.yaml").read_text(encoding="utf-8"))


def roster(name: str) -> Json:
    """A roster from ``crowded.yaml``, whose units are a row and its options."""
    written = CROWDED[name]
    commands = [
        {
            "label": f"C{n}",
            "level": "Incompetent",
            "cinc": n == 0,
            "units": [{"line": line, "options": options} for line, *options in units],
        }
        for n, units in enumerate(written["commands"])
    ]
    return {**{k: written[k] for k in ("army", "budget", "sc")}, "commands": commands}


def deploying(name: str, scenario: str = "mill-hill") -> Table[State]:
    """A battle of two such armies, asked for the first command."""
    body = roster(name)
    options = RULESET.options.model_validate({"scenario": scenario, "points": body["budget"]})
    setup = orjson.loads(orjson.dumps(RULESET.new_setup(options, {Seat("blue"): body, Seat("red"): body})))
    table = start(RULESET, setup, dice=(1, 2, 5))
    while table.state.phase in ("explore", "order"):
        table.answer(table.match.requests[0].seat, False)
    return table


def suggestions(table: Table[State]) -> list[tuple[str, Json]]:
    """Every command that may be deployed now, with what is suggested for it."""
    spec = table.match.requests[0].spec
    if isinstance(spec, Deploy):
        return [("", spec.suggest())]
    assert isinstance(spec, Choose)
    return [(o.key, o.needs.suggest()) for o in spec.options if isinstance(o.needs, Deploy)]


@pytest.mark.parametrize("scenario", ["mill-hill", "saint-annes-fields"])
@pytest.mark.parametrize("name", sorted(CROWDED))
def test_an_army_that_hardly_finds_room_is_legal_and_deploys_whichever_command_comes_next(
    name: str, scenario: str
) -> None:
    assert check(roster_of(roster(name))).problems == ()
    table = deploying(name, scenario)
    while table.state.phase == "deploy":
        request = table.match.requests[0]
        for key, places in suggestions(table):
            at = {k: list(p) for k, p in places.items()}
            request.read({"picks": [{"key": key, "with": {"at": at}}]} if key else {"at": at})
        last = suggestions(table)[-1][0]
        table.answer(request.seat, (last, {}) if last else {})
    standing = bodies(table.state, table.state.on_table())
    assert len(standing) == len(table.state.units)
    assert not [(a.id, b.id) for a, b in combinations(standing, 2) if overlaps(a, b)]


def test_where_the_zone_has_no_room_the_ground_grows_to_its_sides_and_then_deeper() -> None:
    state = deploying("german_catholic-600").state
    command = command_choices(state, state.to_deploy)[0]
    usual = zone_of(state, state.to_deploy)
    assert proposal(state, command).zone == usual
    wide = state.setup.size[0]
    for reach, deeper in ((usual, 0), (replace(usual, left=0, right=wide), 2 * BU)):
        lake = Terrain("lake", "lake", "Lake", reach.outline)
        drowned = replace(state, terrain={"lake": lake})
        grown = proposal(drowned, command)
        assert (grown.zone.left, grown.zone.right) == (0, wide)
        assert grown.zone.bottom - grown.zone.top == usual.bottom - usual.top + deeper
        check_places(drowned, command, grown.places)
