"""Ambushes: who lies hidden, what gives it away, what the other side learns (hide.1, hide.2)."""

import pytest

from muster.engine.feeds import Feed, something_apart
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.attack_events import AttackRolled, Strayed
from muster.rulesets.newworld.events import Moved, Revealed, SkillRolled
from muster.rulesets.newworld.state import State
from tests.kit.table import PASS, Table, setup_of, start
from tests.rulesets.newworld.asking import always_asked
from tests.rulesets.newworld.party.test_party import in_rows
from tests.rulesets.newworld.scenes import FightScene, part, rolled

WOOD = "." * 20


def lurker(at: tuple[int, int] = (15, 1), **bob: object) -> FightScene:
    """Ann in the open, Bob hidden far off."""
    scene = FightScene(WOOD, WOOD, WOOD)
    scene.blue("ann", (1, 1), hands=["sabre"])
    scene.red("bob", at, **{"hidden": True, **bob})
    return scene


def texts(table: Table[State], audience: str) -> list[str]:
    return [e.text for e in table.log(audience)]


# ------------------------------------------------------------------------------------------------ placing
@pytest.mark.rule("newworld.hide.1", "newworld.setup.4")
def test_hide_1_the_ambushed_side_places_first_and_openly_then_the_other_in_secret() -> None:
    table = start(RULESET, setup_of(RULESET, variant="ambush"), dice=[1, 1, 1, 1, 1])
    assert [r.seat for r in table.match.requests] == ["blue"]
    seats = (Seat("blue"), Seat("red"))
    assert not something_apart(table.match, seats)
    blue = in_rows(table, "blue")
    table.answer("blue", blue)
    assert something_apart(table.match, seats), "what is being laid is not for the eyes of the other side"
    assert table.view("blue").pending["red"].text == "Raiders are placing in secret."
    assert table.view("red").pieces["blue-sergeant"].at == blue["blue-sergeant"]
    offered = set(table.asked("red").spec.squares)  # type: ignore[attr-defined]
    brush = set(table.state.setup.map.zone("brush").squares)
    start_zone = set(table.state.setup.map.zone("raiders").squares)
    company = [s for f in blue for s in table.state.squares(f)]
    assert offered == start_zone | {
        s for s in brush if all(max(abs(s[0] - x), abs(s[1] - y)) >= 8 for x, y in company)
    }
    grounds = table.asked("red").spec.grounds  # type: ignore[attr-defined]
    assert [(g.label, g.mark, set(g.squares)) for g in grounds] == [
        ("Ambush: hidden here", "hidden", offered & brush)
    ]
    open_square = min(start_zone - brush)
    hideouts = sorted((offered & brush) - {open_square})
    names = sorted(p.id for p in table.asked("red").spec.pieces)  # type: ignore[attr-defined]
    at = {names[0]: open_square} | dict(zip(names[1:], hideouts, strict=False))
    table.answer("red", at)
    hidden = {f for f, b in table.state.figures.items() if b.hidden}
    assert hidden == set(names[1:])
    assert table.view("blue").pieces[names[0]].at == open_square
    assert table.view("blue").pieces[names[1]].at is None
    assert table.view(SPECTATORS).pieces[names[1]].at is None
    assert table.view("red").pieces[names[1]].at == hideouts[0]


# ------------------------------------------------------------------------------------------------ giving away
@pytest.mark.parametrize(
    ("stop", "seen"),
    [((8, 1), False), pytest.param((9, 1), True, marks=pytest.mark.rule("newworld.hide.1"))],
)
def test_hide_1_a_hidden_figure_in_sight_at_near_is_revealed(stop: tuple[int, int], seen: bool) -> None:
    scene = lurker()
    scene.state.change("ann", at=(4, 1))
    table = scene.turn("ann")
    table.answer("blue", ("move", stop))
    assert len(table.events(Revealed)) == seen
    assert (table.view("blue").pieces["bob"].at is not None) == seen


@pytest.mark.rule("newworld.range.2")
def test_hide_1_behind_a_wall_it_stays_hidden() -> None:
    scene = FightScene("..#.", "..#.", "....")
    scene.blue("ann", (0, 0))
    scene.red("bob", (3, 0), hidden=True)
    table = scene.turn("ann")
    table.answer("blue", ("move", (1, 0)))
    assert table.state.figures["bob"].hidden
    table.answer("blue", ("move", [(1, 1), (1, 2), (2, 2), (3, 2)]))
    assert not table.state.figures["bob"].hidden


@pytest.mark.rule("newworld.hide.1")
def test_hide_1_its_own_steps_give_it_away_and_only_the_rest_of_them_is_seen() -> None:
    table = lurker().turn("bob")
    table.answer("red", ("run", [(x, 1) for x in range(14, 5, -1)]))
    assert table.event(Revealed).figure == "bob"
    assert "Bob runs 8 paces." in texts(table, "red")
    assert "Bob runs 1 pace." in texts(table, "blue")
    assert "Bob runs 8 paces." not in texts(table, "blue")
    assert not any("starts to run" in t for t in texts(table, "blue"))


@pytest.mark.rule("newworld.hide.1")
def test_hide_1_an_attack_gives_it_away() -> None:
    scene = lurker(hands=["longbow"])
    table = scene.turn("bob", dice=[3, 4, 1])
    table.answer("red", "shoot:ann:bob/longbow/0")
    assert table.event(Revealed).figure == "bob"
    assert table.view("blue").pieces["bob"].at == (15, 1)


@pytest.mark.rule("newworld.edge.2", "newworld.hide.1")
def test_hide_1_a_door_that_opens_may_show_it() -> None:
    door = {"id": "door", "at": [2, 0], "side": "w", "kind": "door", "state": "closed"}
    scene = FightScene("....", "####", edges=[door])
    scene.blue("ann", (1, 0))
    scene.red("bob", (3, 0), hidden=True)
    table = scene.turn("ann")
    table.answer("blue", "open:door")
    assert not table.state.figures["bob"].hidden


@pytest.mark.rule("newworld.disarm.8", "newworld.hide.1")
def test_hide_1_who_picks_up_what_lies_in_the_open_is_seen_but_not_with_what_nobody_saw_fall() -> None:
    scene = lurker(hands=["knife"])
    club = scene.lay("club", (15, 1))
    table = scene.turn("bob")
    table.answer("red", "drop:bob/knife/0")
    table.answer("red", "ready:take:bob/knife/0")
    assert table.state.figures["bob"].hidden
    table.answer("red", f"ready:take:{club}")
    assert not table.state.figures["bob"].hidden


@pytest.mark.rule("newworld.action.5", "newworld.hide.1")
def test_hide_1_who_mounts_a_horse_in_the_open_is_seen() -> None:
    scene = lurker()
    scene.horse("red", "nag", (16, 1))
    table = scene.turn("bob")
    table.answer("red", "mount:nag")
    assert not table.state.figures["bob"].hidden
    shy = lurker()
    shy.horse("red", "nag", (16, 1), hidden=True)
    table = shy.turn("bob")
    table.answer("red", "mount:nag")
    assert table.state.figures["bob"].hidden


@pytest.mark.rule("newworld.hide.1")
def test_hide_1_a_riderless_hidden_horse_is_found_like_anybody() -> None:
    scene = lurker()
    scene.horse("red", "nag", (8, 1), hidden=True)
    scene.state.change("ann", at=(1, 1))
    table = scene.turn("ann")
    assert (7, 1) in table.reach("blue", "move")
    table.answer("blue", ("move", [(x, 1) for x in range(2, 8)]))
    assert table.event(Revealed).figure == "nag"
    assert table.state.figures["ann"].at == (7, 1)
    assert "nag" not in {f for f, b in table.state.figures.items() if b.hidden}


# ------------------------------------------------------------------------------------------------ beside a foe's horse
def at_the_horse(**bob: object) -> FightScene:
    """Ann far off, her horse without her, Bob hidden beside it and Eve in the open."""
    scene = FightScene(WOOD, WOOD, WOOD, WOOD)
    scene.blue("ann", (19, 0))
    scene.horse("blue", "nag", (4, 1))
    scene.red("bob", (3, 1), **{"hidden": True, **bob})
    scene.red("eve", (10, 1), hands=["shortbow"], ranged=1)
    return scene


@pytest.mark.rule("newworld.hide.1")
def test_hide_1_a_foes_horse_finds_who_comes_beside_it_and_nobody_farther_off() -> None:
    scene = at_the_horse()
    scene.state.change("bob", at=(0, 1))
    table = scene.turn("bob")
    table.answer("red", ("move", (2, 1)))
    assert table.state.figures["bob"].hidden
    table.answer("red", ("move", (3, 2)))
    assert table.event(Revealed).figure == "bob"
    assert "Bob is revealed: Nag shies at them." in texts(table, "blue")


def test_hide_1_a_horse_behind_a_wall_finds_nobody() -> None:
    scene = FightScene("..#......", "..#......", "..#......")
    scene.blue("ann", (8, 2))
    scene.horse("blue", "nag", (3, 0))
    scene.red("bob", (0, 0), hidden=True)
    table = scene.turn("bob")
    table.answer("red", ("move", (1, 0)))
    assert table.state.figures["bob"].hidden


@pytest.mark.rule("newworld.hide.1", "newworld.action.20")
@pytest.mark.parametrize("key", ["seize:nag", "squeeze:nag", "feint:nag", "manoeuvre:nag"])
def test_hide_1_whoever_closes_with_a_foe_is_revealed_before_the_dice(key: str) -> None:
    scene = at_the_horse()
    if key == "squeeze:nag":
        scene.grapple("bob", "nag")
    table = scene.turn("bob", dice=[6, 6, 1, 1])
    table.answer("red", key)
    assert table.event(Revealed).figure == "bob"
    told = [e.kind for e in table.log("blue")]
    assert told.index("reveal") < told.index("contest")
    assert not table.asked("red").secret
    assert table.view("blue").pieces["bob"].at == (3, 1)


@pytest.mark.rule("newworld.hide.1", "newworld.outnumber.1")
def test_hide_1_a_hidden_figure_adds_nothing_to_another_ones_blow_and_counts_in_its_own() -> None:
    scene = at_the_horse()
    scene.state.change("eve", at=(6, 1))
    table = scene.turn("eve", dice=[3, 4, 1])
    table.answer("red", "attack:nag:fist")
    assert part(rolled(table).attack, "outnumber.1") == 0
    table = scene.turn("bob", dice=[3, 4, 1])
    table.answer("red", "attack:nag:fist")
    assert part(rolled(table).attack, "outnumber.1") == 1


@pytest.mark.rule("newworld.hide.1", "newworld.range.13")
def test_hide_1_no_shot_goes_into_a_melee_or_astray_because_of_a_hidden_figure() -> None:
    table = at_the_horse().turn("eve", dice=[1, 2, 4])
    assert table.option("red", "shoot:nag:eve/shortbow/0").warnings == ()
    table.answer("red", "shoot:nag:eve/shortbow/0")
    assert part(rolled(table).attack, "range.13") == 0
    assert not table.events(Strayed)
    seen = at_the_horse(hidden=False).turn("eve", dice=[1, 2, 4])
    seen.answer("red", "shoot:nag:eve/shortbow/0")
    assert part(rolled(seen).attack, "range.13") == -1
    assert seen.event(Strayed).ally == "bob"


@pytest.mark.rule("newworld.fire.4", "newworld.two.5")
def test_hide_1_after_a_misfire_out_of_sight_the_second_blow_is_asked_in_secret() -> None:
    table = at_the_horse(hands=["sabre", "pistol"], ranged=1, powder="damp").turn("bob", dice=[1, 2, 1])
    table.answer("red", "swift:nag:bob/pistol/1:shot")
    assert table.state.figures["bob"].hidden
    assert table.asked("red").rule == "newworld.action.7"
    assert table.asked("red").secret


# ------------------------------------------------------------------------------------------------ meeting one
@pytest.mark.rule("newworld.hide.2")
def test_hide_2_a_move_that_meets_a_hidden_foe_stops_in_the_last_free_square_before_it() -> None:
    scene = lurker((10, 1))
    scene.blue("ally", (9, 1))
    scene.state.change("ally", at=None)
    table = scene.turn("ann")
    assert table.reach("blue", "run")[12, 1].stop
    table.answer("blue", ("run", [(x, 1) for x in range(2, 13)]))
    assert table.state.figures["ann"].at == (9, 1)
    assert table.event(Revealed).figure == "bob"
    assert sum(m.cost for m in table.events(Moved)) == 8
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.hide.2")
def test_hide_2_a_charge_so_stopped_may_strike_whoever_stopped_it_or_nobody() -> None:
    scene = FightScene(WOOD, WOOD, WOOD)
    scene.blue("ann", (1, 1), hands=["sabre"], agility=9)
    scene.red("bob", (13, 1))
    scene.red("eve", (9, 1), hidden=True)
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", ("charge:bob:ann/sabre/0", (12, 1)))
    assert table.state.figures["ann"].at == (8, 1)
    assert table.asked("blue").rule == "newworld.hide.2"
    assert table.offers("blue") == ["eve"]
    table.answer("blue", "eve")
    assert table.event(AttackRolled).target == "eve"
    again = scene.turn("ann")
    again.play(("blue", ("charge:bob:ann/sabre/0", (12, 1))), ("blue", PASS))
    assert not again.events(AttackRolled)


@pytest.mark.rule("newworld.hide.2")
def test_hide_2_who_would_leap_onto_one_stays_on_this_side() -> None:
    gap = "..." + "v" * 6 + "...."
    scene = FightScene(gap, "#" * len(gap))
    scene.blue("ann", (0, 0), might=6, agility=9, athletics=9)
    scene.red("bob", (9, 0), hidden=True)
    table = scene.turn("ann", dice=[6, 6])
    table.answer("blue", ("jump", "2,0>9,0"))
    assert table.event(SkillRolled).passed
    assert table.state.figures["ann"].at == (2, 0)
    assert table.event(Revealed).figure == "bob"
    assert table.asked("blue").rule == "newworld.turn.1"


# ------------------------------------------------------------------------------------------------ what others learn
def test_hide_1_a_hidden_figures_turn_tells_the_other_side_only_that_it_is_over() -> None:
    scene = lurker(hands=["knife"], carried=["hatchet"], mounted={"hidden": True})
    scene.red("eve", (19, 2))
    table = scene.turn("ann", "bob", "eve")
    feeds = [Feed(Audience("blue")), Feed(SPECTATORS)]
    for feed in feeds:
        feed.sync(table.match)
    table.answer("blue", PASS)
    assert table.asked("red").secret
    for answer in ("drop:bob/knife/0", "ready:draw:bob/hatchet/1"):
        table.answer("red", answer)
        assert [feed.sync(table.match) for feed in feeds] == [None, None], answer
    table.answer("red", ("dismount", "14,1"))
    assert table.asked("red").subject == "eve"
    assert texts(table, "blue")[-1] == "Bob has acted out of sight."
    assert texts(table, SPECTATORS)[-1] == "Bob has acted out of sight."
    assert "Bob has acted out of sight." not in texts(table, "red")
    for feed in feeds:
        frame = feed.sync(table.match)
        assert frame is not None
        assert set(frame.patch) == {"pieces", "phase", "pending"}


def test_hide_1_what_the_other_side_knows_of_it_is_its_card() -> None:
    scene = lurker(
        hands=["knife"], prone=True, aim="this_turn", stances=("ran",), has_rune=True, spells=["rune-flare"]
    )
    scene.delay("bob")
    scene.item("bob/knife/0", where="ground", holder=None, at=(15, 1))
    scene.in_turn("bob", halves=1, attacked=True)
    scene.state.veiled_magic = {"ann": 1}
    plain = lurker(hands=["knife"], spells=["rune-flare"])
    plain.state.change("bob", at=(3, 2))
    plain.in_turn("bob")
    blue = Seat("blue")
    assert RULESET.dump(scene.state.known_to(blue)) == RULESET.dump(plain.state.known_to(blue))
    assert RULESET.dump(scene.state.known_to_all()) == RULESET.dump(plain.state.known_to_all())
    assert scene.state.known_to(Seat("red")) is scene.state


def test_hide_1_the_other_side_sees_a_door_move_but_not_the_hand() -> None:
    door = {"id": "door", "at": [18, 1], "side": "w", "kind": "door", "state": "closed"}
    scene = FightScene(WOOD, WOOD, WOOD, edges=[door])
    scene.blue("ann", (1, 1))
    scene.red("bob", (18, 1), hidden=True)
    table = scene.turn("bob")
    table.answer("red", "open:door")
    assert "Bob opens the door." in texts(table, "red")
    assert "The door opens." in texts(table, "blue")
    assert not any("Bob" in t for t in texts(table, "blue"))
    assert table.view("blue").edges["door"] == "open"


@pytest.mark.rule("newworld.action.12")
def test_hide_1_a_hidden_holder_is_asked_in_secret_and_nobody_else_notices() -> None:
    scene = lurker(hands=["longbow"])
    scene.delay("bob")
    table, plain = scene.turn("ann"), lurker(hands=["longbow"]).turn("ann")
    always_asked(table, "red")
    feed, other = Feed(Audience("blue")), Feed(Audience("blue"))
    assert feed.sync(table.match) is None
    table.answer("red", PASS)
    other.sync(plain.match)
    feed.sync(table.match)
    assert feed.whole() == other.whole()
    walk = ("move", [(1, 2), (2, 2), (3, 2)])
    table.answer("blue", walk)
    plain.answer("blue", walk)
    asked = 0
    while table.match.request_for(Seat("red")) is not None:
        assert table.asked("red").secret
        assert feed.sync(table.match) is None
        table.answer("red", PASS)
        asked += 1
    feed.sync(table.match)
    other.sync(plain.match)
    assert asked == 4
    assert feed.whole() == other.whole()
    assert [m.cost for m in table.events(Moved) if m.told] == [3]


@pytest.mark.rule("newworld.action.12")
@pytest.mark.parametrize("at", [(15, 1), (19, 2)])
def test_hide_1_when_a_hidden_holder_is_asked_does_not_hang_on_where_it_lies(at: tuple[int, int]) -> None:
    scene = lurker(at)
    scene.delay("bob")
    table = scene.turn("ann")
    asked = []
    for answer in (("move", (7, 1)), ("move", (1, 1))):
        while table.match.request_for(Seat("red")) is not None:
            asked.append(table.asked("red").text.partition("now, ")[2])
            table.answer("red", PASS)
        table.answer("blue", answer)
    assert asked == ["at the start of the turn?", "after it?"]


@pytest.mark.rule("newworld.action.12")
def test_hide_1_foes_are_asked_only_as_a_hidden_figures_turn_begins() -> None:
    scene = lurker(hands=["knife"])
    scene.delay("ann")
    table = scene.turn("bob")
    always_asked(table, "blue")
    assert table.asked("red").subject == "bob"
    table.play(("red", "parry"), ("red", ("move", (14, 1))))
    assert table.asked("blue").rule != "newworld.action.12" or "start of the turn" in table.asked("blue").text
    scene = lurker()
    scene.delay("ann")
    scene.red("eve", (19, 1), hidden=True)
    table = scene.turn("bob", "eve")
    always_asked(table, "blue")
    table.play(("red", "parry"), ("red", PASS))
    assert table.asked("blue").text.endswith("at the start of the turn?")
    assert "Eve" in table.asked("blue").note


def test_hide_1_nothing_is_taken_back_freely_while_foes_lie_hidden() -> None:
    scene = lurker()
    scene.blue("al", (1, 2))
    table = scene.turn("ann")
    table.answer("blue", ("move", (3, 1)))
    target = table.match.undo_target(Seat("blue"))
    assert target is not None
    assert target[1] == "consent"
    parried = scene.turn("ann")
    parried.answer("blue", "parry")
    target = parried.match.undo_target(Seat("blue"))
    assert target is not None
    assert target[1] == "consent"
    seen = FightScene(WOOD, WOOD, WOOD)
    seen.blue("ann", (1, 1))
    seen.red("bob", (15, 1))
    free = seen.turn("ann")
    free.answer("blue", ("move", (3, 1)))
    target = free.match.undo_target(Seat("blue"))
    assert target is not None
    assert target[1] == "free"
