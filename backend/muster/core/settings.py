"""Everything that can be set from outside, with its default.

A setting is read from the environment as `MUSTER_<NAME>`; a command line option wins over it.
"""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from muster.core.errors import OperatorError
from muster.core.hosts import allowed_names

LogLevel = Literal["debug", "info", "warning", "error"]


class Settings(BaseSettings):
    """The settings of one server process. Every field may be given as `MUSTER_<NAME>`; none has to be."""

    model_config = SettingsConfigDict(env_prefix="MUSTER_", frozen=True, extra="ignore")

    data: Annotated[Path, Field(description="Folder of everything that must outlive the process.")] = Path(
        "data"
    )
    host: Annotated[str, Field(description="Address to listen at; 0.0.0.0 lets the local network in.")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Field(ge=0, le=65535, description="Port to listen at; 0 takes a free one.")] = 8000
    client: Annotated[
        Path | None,
        Field(
            description="Folder of the built browser client; unset: the one shipped or built with this code."
        ),
    ] = None
    log_level: Annotated[LogLevel, Field(description="Least important kind of log line that is written.")] = (
        "info"
    )
    log_format: Annotated[
        Literal["text", "json"],
        Field(description="text for a person, json (one object a line) for a machine."),
    ] = "text"
    socket_message_bytes: Annotated[
        int,
        Field(
            ge=1024,
            le=16_777_216,
            description="Largest message that a browser may send, in bytes; longer closes.",
        ),
    ] = 65_536

    origins: Annotated[
        str,
        Field(
            description="Further origins whose pages may call, with commas between: https://muster.example.org. "
            "Pages from the address that was called always may."
        ),
    ] = ""
    hosts: Annotated[
        str,
        Field(
            description="Names besides this machine's own under which browsers may reach it, with commas between: "
            "muster.example.org. Addresses, localhost and the names in MUSTER_ORIGINS always may."
        ),
    ] = ""
    trusted_proxies: Annotated[
        str,
        Field(
            description="Addresses or networks of the proxies in front, with commas between: 127.0.0.1, 10.0.0.0/8. "
            "From them alone X-Forwarded-For and X-Forwarded-Proto are believed; unset: from nobody."
        ),
    ] = ""
    metrics_public: Annotated[
        bool,
        Field(
            description="Show /metrics to every address; by default only to this computer, for counts tell too."
        ),
    ] = False
    extra_rulesets: Annotated[
        str,
        Field(description="Rulesets besides our own, as module:NAME with commas between."),
    ] = ""
    unseen_seconds: Annotated[
        float,
        Field(
            ge=0,
            description="Where a bot may be asked in secret: seconds from a decision to the telling of what came of "
            "it, so that nobody can tell by them whether it thought.",
        ),
    ] = 0.08
    bot_pause_seconds: Annotated[
        float, Field(ge=0, le=60, description="How long a bot seems to think before it answers.")
    ] = 0.8
    exhibition: Annotated[
        bool, Field(description="Let two bots play while somebody looks at the home page.")
    ] = True
    home_look_seconds: Annotated[
        float,
        Field(
            gt=0, le=3600, description="How long a look at the home page keeps the exhibition match going."
        ),
    ] = 20.0
    match_idle_seconds: Annotated[
        float,
        Field(gt=0, le=86_400, description="How long a match that nobody watches stays in memory."),
    ] = 300.0
    socket_ping_seconds: Annotated[
        float,
        Field(
            gt=0, le=600, description="How often an open socket is asked whether its browser is still there."
        ),
    ] = 20.0
    socket_pong_seconds: Annotated[
        float,
        Field(gt=0, le=600, description="How long a browser has to answer that before its socket is closed."),
    ] = 20.0
    socket_queue_bytes: Annotated[
        int,
        Field(
            ge=65_536,
            le=16_777_216,
            description="How much may wait for a browser that reads slowly; then it has to ask anew.",
        ),
    ] = 2_097_152
    address_queue_bytes: Annotated[
        int,
        Field(
            ge=65_536,
            description="How much may wait for all slowly reading browsers of one address together; those for whom "
            "there is no room are cut off.",
        ),
    ] = 16_777_216
    connections_per_address: Annotated[
        int,
        Field(
            ge=1,
            description="Open connections other than sockets that one address may hold; a trusted proxy any number.",
        ),
    ] = 200
    sockets_per_address: Annotated[
        int, Field(ge=1, description="Open sockets that one address may hold.")
    ] = 500
    handshakes_per_minute: Annotated[
        float,
        Field(
            gt=0,
            description="Sockets that one address may open in the long run; five hundred at once.",
        ),
    ] = 600.0
    sockets_per_person: Annotated[int, Field(ge=1, description="Open sockets that one person may hold.")] = 40
    body_bytes: Annotated[
        int, Field(ge=1024, le=16_777_216, description="Largest body of an HTTP request, in bytes.")
    ] = 65_536
    request_seconds: Annotated[
        float, Field(gt=0, le=3600, description="How long a caller may take to send a whole request.")
    ] = 30.0
    answer_seconds: Annotated[
        float,
        Field(
            gt=0,
            le=3600,
            description="How long a caller may read nothing of an answer until the connection is cut off.",
        ),
    ] = 30.0
    messages_per_second: Annotated[
        float,
        Field(gt=0, description="Messages that one socket may send in the long run; five times at once."),
    ] = 40.0
    guests_per_minute: Annotated[
        float, Field(gt=0, description="New guests from one address in the long run; thirty at once.")
    ] = 20.0
    matches_per_minute: Annotated[
        float, Field(gt=0, description="New matches that one person may make in the long run; ten at once.")
    ] = 10.0
    address_matches_per_minute: Annotated[
        float, Field(gt=0, description="New matches from one address in the long run; sixty at once.")
    ] = 1.0
    matches_per_person: Annotated[
        int, Field(ge=1, description="Matches not yet over that one person may have made.")
    ] = 50
    rosters_per_person: Annotated[int, Field(ge=1, description="Rosters that one person may keep.")] = 100
    keep_open_days: Annotated[
        int,
        Field(
            ge=0,
            description="Days that a match is kept which nobody joins and nobody looks at, or which was called off; "
            "0: for ever.",
        ),
    ] = 14
    keep_idle_days: Annotated[
        int,
        Field(
            ge=0,
            description="Days that a match is kept which has begun, but in which nobody does anything and nobody "
            "looks at it; 0: for ever.",
        ),
    ] = 30
    keep_finished_days: Annotated[
        int,
        Field(
            ge=0, description="Days that a finished match is kept after anybody looked at it; 0: for ever."
        ),
    ] = 0
    keep_guest_days: Annotated[
        int,
        Field(
            ge=0,
            description="Days that a guest is kept who has no seat, no roster, made no match and does not come back; "
            "0: for ever.",
        ),
    ] = 14
    keep_roster_days: Annotated[
        int,
        Field(
            ge=0,
            description="Days that a roster is kept which nobody changes and whose owner does not come back; "
            "0: for ever.",
        ),
    ] = 365
    records_per_minute: Annotated[
        float,
        Field(gt=0, description="Records of finished matches for one address in the long run; ten at once."),
    ] = 30.0
    reads_per_minute: Annotated[
        float, Field(gt=0, description="Requests that change nothing from one address in the long run.")
    ] = 3000.0
    requests_per_minute: Annotated[
        float, Field(gt=0, description="Requests that change something from one address in the long run.")
    ] = 300.0

    @field_validator("trusted_proxies")
    @classmethod
    def _are_addresses(cls, value: str) -> str:
        for part in _listed(value):
            try:
                ip_network(part)
            except ValueError:
                raise ValueError(f"{part!r} is neither an address nor a network such as 10.0.0.0/8") from None
        return value

    @field_validator("hosts")
    @classmethod
    def _are_names(cls, value: str) -> str:
        for part in _listed(value):
            if not re.fullmatch(r"[A-Za-z0-9_.-]+", part):
                raise ValueError(f"{part!r} is not a name such as muster.example.org, without a port")
        return value

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The names under which this server answers."""
        return allowed_names((*_listed(self.hosts), self.host), self.allowed_origins)

    @property
    def allowed_origins(self) -> frozenset[str]:
        """The further origins."""
        return frozenset(_listed(self.origins))

    @property
    def proxies(self) -> list[str]:
        """Whose word about the caller's address is believed."""
        return list(_listed(self.trusted_proxies))

    @property
    def further_rulesets(self) -> tuple[str, ...]:
        """The rulesets besides our own."""
        return _listed(self.extra_rulesets)

    @classmethod
    def load(cls, **overrides: object) -> Self:
        """Read the environment; `overrides` win over it, those that are None excepted.

        Raises OperatorError naming every setting that does not fit and what would.
        """
        try:
            return cls.model_validate({**cls().model_dump(exclude_unset=True), **given(overrides)})
        except ValidationError as error:
            faults = "; ".join(f"{_name(fault['loc'])}: {fault['msg']}" for fault in error.errors())
            raise OperatorError(f"These settings do not fit: {faults}.") from error

    def as_environment(self) -> dict[str, str]:
        """The set fields as environment variables from which `load` makes the same settings in another process."""
        dumped = self.model_dump(mode="json", exclude_none=True, exclude_unset=True)
        return {f"MUSTER_{name.upper()}": str(value) for name, value in dumped.items()}


def given(options: dict[str, object]) -> dict[str, object]:
    """The options that somebody gave, without those left at None."""
    return {name: value for name, value in options.items() if value is not None}


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _name(location: tuple[int | str, ...]) -> str:
    return "MUSTER_" + ".".join(str(part) for part in location).upper()
