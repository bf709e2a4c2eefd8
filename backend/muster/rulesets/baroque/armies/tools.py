"""The armies as a builder sees them (``engine.rosters.RosterTools``): everything as JSON, prices included."""

from typing import Any, Final, TypeAlias

from muster.engine.explain import total_wire
from muster.engine.rosters import RosterReport
from muster.rulesets.baroque.armies.build import depth_of, frontage_of, leadership, price_of
from muster.rulesets.baroque.armies.check import LARGE, SMALL, Checked, check
from muster.rulesets.baroque.armies.files import purchases
from muster.rulesets.baroque.armies.lists import ArmyList, Option, army_list, army_lists, pace_of
from muster.rulesets.baroque.armies.roster import Roster, ready_armies, roster_of

Json: TypeAlias = Any
USUAL: Final = 600
"""The size that the book suggests (list.2)."""
BUDGETS: Final = (SMALL, USUAL, LARGE)
"""Points that the builder offers; others may be agreed on."""


class ArmyTools:
    """Lists, ready armies and checks of Baroque."""

    def catalogue(self) -> Json:
        """Lists with their rows and options, prices of everything else, ready armies."""
        table = purchases()
        return {
            "budgets": list(BUDGETS),
            "usual": USUAL,
            "levels": [
                {"key": key, "bonus": leadership(key), "price": row.price}
                for key, row in table.levels.items()
            ],
            "structures": [
                {"key": key, "range": row.range, "price": row.price} for key, row in table.structures.items()
            ],
            "baggage": {
                "side": table.baggage.side,
                "fortified": table.baggage.fortified.price,
                "vbu": [table.baggage.unfortified.vbu, table.baggage.fortified.vbu],
            },
            "exploration": {"free": table.exploration.free, "prices": list(table.exploration.prices)},
            "destiny": table.destiny.model_dump(),
            "prostitutes": table.prostitutes.model_dump(),
            "lists": [_list_wire(printed) for printed in army_lists()],
            "ready": [
                {
                    "key": ready.key,
                    "title": ready.title,
                    "list": army_list(ready.roster.army).title,
                    "points": price_of(ready.roster).value,
                    "roster": ready.roster.model_dump(mode="json"),
                }
                for ready in ready_armies()
            ],
        }

    def clean(self, body: Json) -> Json:
        """The roster with every field; its list must be known."""
        roster = roster_of(body)
        army_list(roster.army)
        return roster.model_dump(mode="json")

    def brought(self, body: Json) -> Json:
        """The whole roster: all of it counts."""
        return self.clean(body)

    def report(self, body: Json) -> RosterReport:
        """Problems, points and counts; the detail says what every unit is with its options."""
        roster = roster_of(body)
        found = check(roster)
        return RosterReport(
            title=army_list(roster.army).title,
            points=found.points,
            limit=roster.budget,
            problems=found.problems,
            detail=_detail(roster, found),
        )


def _list_wire(printed: ArmyList) -> Json:
    return {
        "key": printed.key,
        "title": printed.title,
        "war": printed.war,
        "sc": list(printed.sc),
        "charismatic": printed.charismatic,
        "leaders": list(printed.leaders),
        "lines": [
            {
                "line": line.line,
                "units": [
                    {
                        **row.model_dump(mode="json", exclude={"move"}),
                        "move": pace_of(row.move)[0],
                        "pace": pace_of(row.move)[1],
                        "frontage": frontage_of(row.type),
                        "depth": depth_of(row.type, massed=row.massed),
                    }
                    for row in line.units
                ],
            }
            for line in printed.lines
        ],
        "options": [_option_wire(option) for option in printed.options],
    }


def _option_wire(option: Option) -> Json:
    return {
        "key": option.key,
        "label": option.label,
        "units": list(option.units),
        "price": option.price,
        "most": option.most,
        "share": option.share,
        "becomes": option.becomes.points if option.becomes is not None else None,
    }


def _detail(roster: Roster, found: Checked) -> Json:
    """Counts and limits, and the units as they are; none where a row is unknown."""
    cards = found.army.cards if found.army is not None else ()
    spent = [0] * len(roster.commands)
    vd = [0] * len(roster.commands)
    for (c, _, _), card in zip(roster.units(), cards, strict=False):
        spent[c] += card.points
        vd[c] += card.vd
    least, most = found.commands
    return {
        "lines": [{"line": n.line, "count": n.count, "least": n.least, "most": n.most} for n in found.lines],
        "options": [{"key": n.key, "count": n.count, "most": n.most, "of": n.of} for n in found.options],
        "commands": {
            "least": least,
            "most": most,
            "each": [{"points": p, "vd": v} for p, v in zip(spent, vd, strict=True)],
        },
        "units": [
            {
                "command": c,
                "unit": u,
                "name": card.name,
                "type": card.type,
                "move": card.move,
                "pace": card.pace,
                "vbu": card.vbu,
                "impetus": card.impetus,
                "discipline": card.discipline,
                "vd": card.vd,
                "points": card.points,
                "weapons": list(card.weapons),
                "sm": card.sm,
                "mm": card.mm,
                "massed": card.massed,
                "traits": list(card.traits),
                "frontage": card.frontage,
                "depth": card.depth,
            }
            for (c, u, _), card in zip(roster.units(), cards, strict=False)
        ],
        "vdt": total_wire(found.vdt),
    }
