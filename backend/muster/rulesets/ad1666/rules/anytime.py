"""What a player may do besides whatever else is decided (items.5, skill.inconspicuous.1, skill.call-me-uncle.2)."""

from muster.rulesets.ad1666.events import Equipped, MarkerLost, UncleEnded
from muster.rulesets.ad1666.queries.arms import item_label
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import look_around


def take_liberty(game: Match, key: str) -> bool:
    """Do what an option of ``queries.menu.anytime`` stands for; whether the key is one of those."""
    word, _, rest = key.partition(":")
    if word == "equip":
        items = tuple(rest.split("+"))
        holder = game.state.items[items[0]].holder
        if holder is None:
            raise ValueError(f"nobody has {items[0]}")
        game.apply(Equipped(holder, items, " and ".join(item_label(game.state, i) for i in items)))
        look_around(game)
        return True
    if word == "stow":
        game.apply(Equipped(rest, (), "nothing"))
        return True
    if word == "drop-marker":
        game.apply(MarkerLost(rest, "it gives itself away", "skill.inconspicuous.1"))
        return True
    if word == "end-uncle":
        game.apply(UncleEnded(rest))
        return True
    return False
