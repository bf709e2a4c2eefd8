"""The worked examples of dice, in firing and in melee, and of who loses: each drives the real query or rule."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeAlias

from muster.rulesets.baroque.armies.build import card_of
from muster.rulesets.baroque.armies.lists import army_list
from muster.rulesets.baroque.armies.roster import RosterUnit
from muster.rulesets.baroque.cards import Weapon
from muster.rulesets.baroque.queries.cohesion import Cause, Ground, Outcome, critical_number, outcome
from muster.rulesets.baroque.queries.firing_dice import Shot, firing_dice, pistol_dice
from muster.rulesets.baroque.queries.hits import Again, firing_again, melee_again
from muster.rulesets.baroque.queries.melee_dice import Fighter, loser, melee_dice
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.rules.contacts import flank_disorder
from muster.rulesets.baroque.rules.dice import Hits, Pool, roll_for_hits
from muster.rulesets.baroque.state import Contact
from tests.kit.examples import Example
from tests.rulesets.baroque.example_numbers import band_at
from tests.rulesets.baroque.scenes import BattleScene

Json: TypeAlias = Any

GUNS: Final[dict[str, Weapon]] = {"ART_A": "art_a", "ART_B": "art_b", "ART_C": "art_c", "ART_D": "art_d"}


# ------------------------------------------------------------------------------------------------ firing
def _dice_of(shooter: dict[str, Json], target_: dict[str, Json], weapon: Weapon, **facts: Any) -> int | None:
    scene = BattleScene()
    own = scene.blue("own", (5, 9), **shooter)
    foe = scene.red("foe", (5, 5), **target_)
    total = firing_dice(scene.state, Shot(own, foe, weapon, **facts))
    return None if total is None else total.value


def swedish_foot(example: Example) -> None:
    """b41: the card that the list prints, and the dice of its first volley."""
    given, when = example.given, example.when
    card = card_of(
        army_list("swedish"),
        RosterUnit(line="swedish_foot"),
        card_id="own",
        seat="blue",
        command="blue/1",
        name=given["unit"],
    )
    printed = {
        "M": card.move,
        "VBU": card.vbu,
        "I": card.impetus,
        "D": card.discipline,
        "VD": card.vd,
        "pts": card.points,
        "SM": card.sm,
    }
    assert printed == {key: given[key] for key in printed}
    scene = BattleScene()
    own = scene.blue("own", (5, 9), vbu=card.vbu, sm=card.sm, weapons=card.weapons)
    foe = scene.red("foe", (5, 7))
    shot = Shot(own, foe, "musket", band_at(when["range"]), moves=when["moves"])
    total = firing_dice(scene.state, shot)
    assert total is not None
    assert total.value == example.then["dice"]
    assert bool(firing_again(scene.state, own, "musket").misses) is when["first_volley"]


def late_tercio_volley(example: Example) -> None:
    """c1: the dice of a Late Tercio, and its first volley."""
    given, when, then = example.given, example.when, example.then
    scene = BattleScene()
    own = scene.blue(
        given["unit"].split()[0],
        (5, 9),
        type="LTE",
        vbu=given["vbu"],
        sm=given["SM"],
        weapons=[given["weapon"]],
    )
    foe = scene.red("foe", (5, 7))
    total = firing_dice(scene.state, Shot(own, foe, "musket", band_at(given["distance"])))
    assert total is not None
    assert total.value == then["dice_count"]
    again = firing_again(scene.state, own, "musket")
    assert bool(again.misses) is given["first_volley"]
    hits = _rolled(scene, [Pool(own, total.value, again)], [*when["dice"], *when["reroll_of_misses"]])
    assert _same(hits.throws[0].final, then["final"])
    assert hits.hits == then["hits"]


def _rolled(scene: BattleScene, pools: Sequence[Pool], dice: Sequence[int]) -> Hits:
    found: list[Hits] = []

    async def roll(game: Battle) -> None:
        found.append(await roll_for_hits(game, pools, why="the example"))

    scene.run(roll, dice=dice)
    return found[0]


def _same(dice: Sequence[int], told: Sequence[int]) -> bool:
    return sorted(dice) == sorted(told)


def volley_and_trait(example: Example) -> None:
    """c2: misses again, then the 1 that fell once more."""
    given, when, then = example.given, example.when, example.then
    scene = BattleScene()
    traits = ["well_trained_shooters"] if given["well_trained"] else []
    own = scene.blue("own", (5, 9), weapons=["musket"], traits=traits)
    again = firing_again(scene.state, own, "musket")
    assert bool(again.misses) is given["first_volley"]
    fell = when["dice"]
    second = [
        when["first_volley_reroll"][str(die)] for die in fell if str(die) in when["first_volley_reroll"]
    ]
    hits = _rolled(scene, [Pool(own, len(fell), again)], [*fell, *second, when["trait_reroll_of_the_1"]])
    assert _same(hits.throws[0].final, then["final"])
    assert hits.hits == then["hits"]


def heavy_gun(example: Example) -> None:
    """c3: a heavy cannon at a massed target."""
    given = example.given
    assert not example.when
    dice = _dice_of(
        {"type": "ART", "vbu": given["vbu"]},
        {"type": given["target"], "massed": True},
        GUNS[given["gun"]],
        band=band_at(given["distance"]),
    )
    assert dice == example.then["dice"]


def out_of_reach(example: Example) -> None:
    """c4: too far for a medium cannon."""
    given = example.given
    assert not example.when
    dice = _dice_of({"type": "ART", "vbu": 1}, {}, GUNS[given["gun"]], band=band_at(given["distance"]))
    assert (dice is not None) is example.then["can_fire"]


def howitzer(example: Example) -> None:
    """c5: too near for a howitzer, and where it fires it gains nothing by a massed target, as a cannon would."""
    given = example.given
    assert not example.when
    gun, kind = {"type": "ART", "vbu": 1}, {"type": given["target"], "massed": True}
    weapon = GUNS[given["gun"]]
    dice = _dice_of(gun, kind, weapon, band=band_at(given["distance"]))
    assert (dice is not None) is example.then["can_fire"]
    assert _dice_of(gun, kind, weapon, band="short") == _dice_of(gun, {}, weapon, band="short")
    assert _dice_of(gun, kind, "art_a", band="short") != _dice_of(gun, {}, "art_a", band="short")


def after_moving(example: Example) -> None:
    """c6: after a movement action, Disordered, at long range: no die would be left."""
    given, then = example.given, example.then
    assert not example.when
    scene = BattleScene()
    own = scene.blue("own", (5, 9), type=given["unit"], vbu=given["vbu"], disordered=given["disordered"])
    foe = scene.red("foe", (5, 6))
    shot = Shot(own, foe, given["weapon"], band_at(given["distance"]), moves=given["moves"])
    total = firing_dice(scene.state, shot)
    assert total is not None
    assert total.value == then["dice"]
    assert sum(p.value for p in total.parts[:-1]) == then["sum"]


def skirmishers(example: Example) -> None:
    """c7: skirmishers that moved, at light cavalry."""
    given = example.given
    assert not example.when
    dice = _dice_of(
        {"type": given["unit"], "vbu": given["vbu"]},
        {"type": given["target"]},
        given["weapon"],
        band=band_at(given["distance"]),
        moves=given["moves"],
    )
    assert dice == example.then["dice"]


def bows_at_cuirassiers(example: Example) -> None:
    """c8: bows at a cuirass."""
    given = example.given
    assert not example.when
    assert (given["shooter"], given["target"]) == ("Feudal Sipahis", "Cuirassiers")
    dice = _dice_of(
        {"type": "SP", "vbu": given["vbu"]},
        {"type": "TR", "traits": ["cuirass"]},
        given["weapon"],
        band=band_at(given["distance"]),
    )
    assert dice == example.then["dice"]


def behind_a_hedge(example: Example) -> None:
    """c9: a hedge, and likewise the edge of a wood, helps against muskets and not against a gun."""
    given, then = example.given, example.then
    assert not example.when
    assert given["target"] == "behind hedge"
    foot, gun = given["shooters"]["P&M"], given["shooters"]["ART_B"]
    for fact in ("behind", "edge"):
        muskets = _dice_of(
            {"vbu": foot["vbu"], "sm": foot["SM"]},
            {},
            "musket",
            band=band_at(foot["distance"]),
            **{fact: True},
        )
        cannon = _dice_of(
            {"type": "ART", "vbu": gun["vbu"]},
            {},
            GUNS["ART_B"],
            band=band_at(gun["distance"]),
            **{fact: True},
        )
        assert {"P&M": muskets, "ART_B": cannon} == {key: then["dice"][key] for key in ("P&M", "ART_B")}


def limited_fire(example: Example) -> None:
    """c10: half of what is left of the dice."""
    given = example.given
    assert not example.when
    dice = _dice_of(
        {"type": given["unit"], "vbu": given["vbu"], "sm": given["SM"], "disordered": given["disordered"]},
        {},
        "musket",
        band=band_at(given["distance"]),
        limited=given["fire"] == "limited",
    )
    assert dice == example.then["dice"]


def regimental_guns(example: Example) -> None:
    """c11: regimental artillery adds to a shot at long range."""
    given = example.given
    assert not example.when
    assert given["unit"] == "Swedish Foot"
    dice = _dice_of(
        {
            "vbu": given["vbu"],
            "sm": given["SM"],
            "traits": ["regimental_artillery"] if given["regimental_artillery"] else [],
        },
        {},
        "musket",
        band=band_at(given["distance"]),
    )
    assert dice == example.then["dice"]


def pistols(example: Example) -> None:
    """c35: a Disordered user against a cuirass."""
    assert not example.when
    scene = BattleScene()
    own = scene.blue("own", (5, 9), type="TR", disordered=example.given["user"]["disordered"])
    traits = ["cuirass"] if example.given["target"]["cuirass"] else []
    foe = scene.red("foe", (5, 8), type="TR", traits=traits)
    assert pistol_dice(scene.state, own, foe).value == example.then["dice"]


# ------------------------------------------------------------------------------------------------ melee
def _fighter(row: Json) -> dict[str, Json]:
    names = {"type": "type", "vbu": "vbu", "I": "impetus", "MM": "mm", "disordered": "disordered"}
    found = {name: row[key] for key, name in names.items() if key in row}
    if "good_order" in row:
        found["disordered"] = not row["good_order"]
    return found


def charged(example: Example) -> None:
    """c15 to c21: the dice of both sides after a charge, and the Critical Number where the example asks for it."""
    given, when, then = example.given, example.when, example.then
    how = when.get("charge", "frontal")
    counter = when.get("countercharge", "failed")
    assert counter in ("failed", "passed")
    assert how in ("frontal", "flank", "rear")
    scene = BattleScene()
    active = scene.blue("active", (5, 9), **_fighter(given["active"]))
    foe = scene.red("target", (5, 8), **_fighter(given["target"]))
    deep = "entirely_in" in given["target"] and given["target"]["entirely_in"] == "wood"
    state = scene.state
    if how != "frontal":
        contact = Contact(active, foe, "flank", "charge")
        state = scene.run(_met(contact)).state
    flank = how != "frontal"
    first = Fighter(active, (foe,), "charge", foe_deep=deep, difficult=deep)
    second = Fighter(
        foe, (active,), "countercharge" if counter == "passed" else "", flank=flank, difficult=deep
    )
    dice = {
        given[side]["type"]: melee_dice(state, f).value for side, f in (("active", first), ("target", second))
    }
    assert dice == {kind: then["dice"][kind] for kind in dice}
    if "ETE_disordered" in then:
        assert state.units[foe].disordered is then["ETE_disordered"]
    ground: Ground = "difficult" if deep else ""
    if "hits_on_TR" in when:
        number = critical_number(state, active, when["hits_on_TR"], Cause("melee", ground=ground))
        assert number.value == then["TR_critical_number"]
    if "hits_on_target" in when:
        number = critical_number(state, foe, when["hits_on_target"], Cause("melee", flank=flank))
        assert number.value == then["critical_number"]
        lost = outcome(number.value, when["target_die"], disordered=True, by="melee").losses
        assert lost == then["permanent_losses"]


def _met(contact: Contact) -> Callable[[Battle], Coroutine[Any, Any, None]]:
    async def met(game: Battle) -> None:
        flank_disorder(game, [contact])

    return met


def one_routed(example: Example) -> None:
    """c24: both fail, and one is routed by it."""
    given, then = example.given, example.then
    assert not example.when
    left = {side: given[side]["vbu"] - given[side]["roll_minus_cn"] for side in ("A", "B")}
    assert left == {"A": then["A_vbu"], "B": then["B_vbu"]}
    ends = [Outcome(False, given[side]["roll_minus_cn"], 0) for side in ("A", "B")]
    lost = loser(ends[0], ends[1], spent=(left["A"] <= 0, left["B"] <= 0))
    assert {"first": "A", "second": "B"}[lost] == then["loser"]
    assert ("routed" if left["B"] <= 0 else "") == then["B"]


def piled_up(example: Example) -> None:
    """c25: a loss by accumulation is not compared."""
    given, then = example.given, example.then
    assert not example.when
    first = outcome(3, 3, disordered=given["A"]["disordered_before"], by="melee")
    assert first.passed is (given["A"]["test"] == "pass")
    second = outcome(3, 3 + given["B"]["losses"], disordered=False, by="melee")
    assert second.passed is (given["B"]["test"] == "pass")
    assert (first.losses, second.losses) == (then["A_permanent_losses"], then["B_permanent_losses"])
    lost = loser(first, second, spent=(False, False))
    assert {"first": "A", "second": "B"}[lost] == then["loser"]


def pooled(example: Example) -> None:
    """c47: only the motivated unit's low dice are rolled again, then all dice of the side are counted."""
    given, when, then = example.given, example.when, example.then
    assert given["main"] == "P&M without traits"
    assert given["support"] == "TR motivated"
    scene = BattleScene()
    main = scene.blue("main", (5, 9))
    support = scene.blue("support", (7, 9), type="TR", traits=["motivated"])
    pools = [
        Pool(main, len(when["main_dice"]), melee_again(scene.state, main, "")),
        Pool(support, len(when["support_dice"]), melee_again(scene.state, support, "")),
    ]
    assert pools[0].again == Again()
    hits = _rolled(scene, pools, [*when["main_dice"], *when["support_dice"], when["support_reroll_of_the_1"]])
    first = hits.throws[0]
    assert sum(a != b for a, b in zip(first.fell, first.final, strict=True)) == then["rerolled_main_dice"]
    final = [die for t in hits.throws for die in t.final]
    assert (final.count(6), final.count(5), hits.hits) == (then["sixes"], then["fives"], then["hits"])


ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    f"baroque.ex.{key}": adapter
    for key, adapter in {
        "b41": swedish_foot,
        "c1": late_tercio_volley,
        "c2": volley_and_trait,
        "c3": heavy_gun,
        "c4": out_of_reach,
        "c5": howitzer,
        "c6": after_moving,
        "c7": skirmishers,
        "c8": bows_at_cuirassiers,
        "c9": behind_a_hedge,
        "c10": limited_fire,
        "c11": regimental_guns,
        **dict.fromkeys(("c15", "c16", "c17", "c18", "c19", "c20", "c21"), charged),
        "c24": one_routed,
        "c25": piled_up,
        "c35": pistols,
        "c47": pooled,
    }.items()
}
"""By the example's id; the common test of the examples merges this with the other tables."""
