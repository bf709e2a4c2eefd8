"""Making and joining matches over HTTP."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from muster.matches.schemas import MatchSummary

Json: TypeAlias = Any
Entropy: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[0-9a-fA-F]{32}$",
        description="16 random bytes of the client in hex; they become part of the match's chance.",
    ),
]
RulesetId: TypeAlias = Annotated[str, Field(min_length=1, max_length=32)]
SeatId: TypeAlias = Annotated[str, Field(min_length=1, max_length=32)]
RosterId: TypeAlias = Annotated[str, Field(min_length=1, max_length=32)]
Brought: TypeAlias = Annotated[
    dict[SeatId, RosterId],
    Field(
        max_length=16,
        description="Rosters of mine that seats bring; the others bring what the options say.",
    ),
]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatMe(_Body):
    """I sit here; on several seats: hot seat."""

    kind: Literal["me"]


class SeatBot(_Body):
    """A bot sits here."""

    kind: Literal["bot"]
    level: Annotated[str, Field(max_length=32)] = "sensible"


class SeatInvite(_Body):
    """Whoever opens the invitation sits here."""

    kind: Literal["invite"]


SeatWish: TypeAlias = Annotated[SeatMe | SeatBot | SeatInvite, Field(discriminator="kind")]


class NewMatch(_Body):
    """A match to be made."""

    ruleset: RulesetId
    options: dict[str, Any] = Field(
        default_factory=dict[str, Any], description="As the ruleset's options schema says."
    )
    seats: Annotated[dict[SeatId, SeatWish], Field(min_length=1, max_length=16)]
    rosters: Brought = {}
    listed: bool = Field(
        default=True,
        description="Whether it is shown to everybody; else only those come to watch who have its address.",
    )
    entropy: Entropy | None = Field(
        default=None,
        description="Sits down at once. Left out: call join when the match's secret hash has been seen.",
    )


class PlayBot(_Body):
    """A match against a bot, made and begun in one call."""

    ruleset: RulesetId
    options: dict[str, Any] = Field(default_factory=dict[str, Any])
    seat: SeatId | None = Field(default=None, description="My seat; left out: the first of the scenario.")
    level: Annotated[str, Field(max_length=32)] = "sensible"
    rosters: Brought = {}
    listed: bool = Field(default=True, description="As for a match that is made.")
    entropy: Entropy | None = None


class Join(_Body):
    """Sit down: on the seat that the token is for, or on the seats that I hold already."""

    token: Annotated[str, Field(min_length=10, max_length=64)] | None = None
    entropy: Entropy | None = None


class Accept(_Body):
    """Open an invitation."""

    entropy: Entropy | None = None
    roster: RosterId | None = Field(
        default=None, description="A roster of mine, in place of what the seat was to bring."
    )


class PlayAgain(_Body):
    """Play a match that is over once more, or join whoever wants to."""

    entropy: Entropy | None = None


class SeatOffer(BaseModel):
    """A seat of a scenario."""

    seat: str
    label: str
    pattern: str


class ScenarioOffer(BaseModel):
    """A scenario that can be played."""

    id: str
    title: str
    summary: str
    minutes: int
    seats: list[SeatOffer]


class RulesetOffer(BaseModel):
    """A game that can be played here."""

    id: str
    title: str
    version: str
    scenarios: list[ScenarioOffer]
    options: Json = Field(description="JSON Schema of the match options; the form is drawn from it.")
    bots: list[str] = Field(description="Levels of the bots, the best first.")
    rosters: bool = Field(description="Whether seats may bring rosters, which can be built and kept here.")


class RuleItem(BaseModel):
    """An item of a ruleset's ledger, in a player's words."""

    id: str
    title: str
    phase: str
    kind: str
    say: str


class MiniPiece(BaseModel):
    """A piece on a miniature board."""

    id: str
    seat: str
    icon: str
    shape: Json
    at: Json = Field(description="Its square; null on an open table.")
    pose: Json = Field(description="On an open table centre and heading, in its units.")
    state: str
    rides: str | None = Field(description="The piece that it sits on; it has that one's place.")


class LiveTable(BaseModel):
    """A match as the home page shows it: what spectators see, in small."""

    id: str
    table: str = Field(description="Names the fixed table: the same for all matches on the same one.")
    ruleset: str
    ruleset_title: str
    scenario: str
    scenario_title: str
    status: Literal["open", "running", "finished"]
    exhibition: bool
    seats: list[Json]
    round: int
    rounds: int | None
    label: str
    pieces: list[MiniPiece]
    edges: dict[str, str]
    terrain: dict[str, Json] = Field(description="What lies on an open table.")
    result: Json
    spectators: int
    version: int
    epoch: str


class Tables(BaseModel):
    """What is being played, and what was lately."""

    live: list[LiveTable]
    lately: list[MatchSummary] = Field(description="Listed matches that are over, the latest first.")


class InviteSummary(BaseModel):
    """What an invitation is for, before it is taken."""

    match: MatchSummary
    seat: str
    from_name: str | None


class MyMatch(BaseModel):
    """A match of mine, to come back to."""

    match: MatchSummary
    my_turn: bool = Field(
        description="Whether a seat of mine is asked something, as far as the server has it at hand."
    )
