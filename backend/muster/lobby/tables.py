"""The list of what is being played: what spectators may see, in small."""

from muster.lobby.schemas import LiveTable, MiniPiece
from muster.matches.runner import MatchRunner


async def live_table(runner: MatchRunner) -> LiveTable | None:
    """A match in memory as the home page shows it; None where there is nothing to show."""
    listed = await runner.listed()
    if listed is None:
        return None
    stored, view, people = runner.stored, listed.view, runner.people()
    return LiveTable(
        id=runner.id,
        table=listed.table_id,
        ruleset=stored.ruleset,
        ruleset_title=stored.ruleset_title,
        scenario=stored.scenario,
        scenario_title=stored.scenario_title,
        status="finished" if view["result"] is not None else "running",
        exhibition=stored.exhibition,
        seats=[
            {"id": s["id"], "label": s["label"], "pattern": s["pattern"], **people["seats"][s["id"]]}
            for s in view["seats"].values()
        ],
        round=view["phase"]["round"],
        rounds=view["phase"]["rounds"],
        label=view["phase"]["label"],
        pieces=[
            MiniPiece(
                id=p["id"],
                seat=p["seat"],
                icon=p["icon"],
                shape=p["shape"],
                at=p["at"],
                pose=p["pose"],
                state=p["state"],
                rides=p["rides"],
            )
            for p in view["pieces"].values()
        ],
        edges=view["edges"],
        terrain=view["terrain"],
        result=view["result"],
        spectators=people["spectators"],
        version=listed.version,
        epoch=listed.epoch,
    )
