"""Servers under the same load: Muster, a bare one without rules, a raw one, and boardgame.io.

A move is what one player sends; it is done when the server has said so to them, and news when another is told of it.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol, TypeAlias

import httpx
import orjson

from tests.api.conftest import PRACTICE
from tests.api.games import duel
from tests.bench.wire import PATIENCE, Wire
from tests.kit.house import ROOT, Server
from tests.kit.people import FINER, Person
from tests.kit.report import BENCH, run
from tests.kit.wire import answer_to

Json: TypeAlias = Any

ROOMY: Final = {
    "MUSTER_MESSAGES_PER_SECOND": "1000000",
    "MUSTER_SOCKETS_PER_PERSON": "1000000",
    "MUSTER_SOCKETS_PER_ADDRESS": "1000000",
    "MUSTER_READS_PER_MINUTE": "1000000",
    "MUSTER_HANDSHAKES_PER_MINUTE": "1000000",
}
"""No limit of Muster's stands in the way of the load."""


class NotThere(Exception):
    """A server cannot be had here; the text says why."""


class Player(Protocol):
    """One seat at one table, as its browser would hold it."""

    wire: Wire
    waiting: bool
    """Whether a move of this player is not done yet."""
    moved: int
    """How many of its moves are done."""

    def ready(self) -> bool:
        """Whether this player may move now."""
        ...

    def move(self) -> None:
        """Send a move."""
        ...

    def hear(self, message: bytes) -> bool:
        """Take a message to heart; whether it tells of something that has happened in the match."""
        ...


@dataclass(eq=False)
class Table:
    """A match with its players."""

    name: str
    players: Sequence[Player]


class Target(Protocol):
    """A server under load."""

    name: str
    pid: int

    def table(self) -> Table:
        """A new match with both players present."""
        ...

    def watch(self, table: Table, *, narrow: bool = False) -> Wire:
        """One more spectator, who has seen what there is."""
        ...

    def is_news(self, message: bytes) -> bool:
        """Whether a spectator's message tells of something that has happened."""
        ...

    def stop(self) -> None:
        """End the server."""
        ...


def memory(pid: int) -> int:
    """The bytes of a process that lie in memory now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """The seconds of processor time that a process has used."""
    after_name = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


# ------------------------------------------------------------------------------------------------ Muster
@dataclass
class MusterPlayer:
    """A seat of a practice match that answers by chance."""

    wire: Wire
    luck: Random
    waiting: bool = False
    moved: int = 0
    _asked: Json = None
    _sent: int = 0

    def ready(self) -> bool:
        return self._asked is not None and not self.waiting

    def move(self) -> None:
        self._sent += 1
        self.waiting = True
        body = answer_to(self._asked, self.luck)
        message = {"t": "answer", "id": f"m{self._sent}", "request": self._asked["id"], "body": body}
        self.wire.send(orjson.dumps(message))

    def hear(self, message: bytes) -> bool:
        if message.startswith((b'{"t":"step"', b'{"t":"welcome"')):
            if b'"requests":' in message:
                requests = orjson.loads(message)["requests"]
                self._asked = requests[0] if requests else None
            return True
        if message.startswith(b'{"t":"ack"'):
            self.waiting, self._asked = False, None  # what is asked next comes behind
            self.moved += 1
        elif message.startswith(b'{"t":"refused"'):
            refused = orjson.loads(message)
            if refused["code"] not in (*FINER, "over", "stale"):
                raise AssertionError(refused)
            self.waiting = False
        return False


class Muster:
    """The real server with the practice rules and its journal."""

    name = "Muster"

    def __init__(self) -> None:
        """Start it on an empty data folder."""
        self._folder = Path(tempfile.mkdtemp(prefix="muster-bench-"))
        self._server = Server(self._folder / "data", {**PRACTICE, **ROOMY}).start()
        self.pid = self._server.pid
        self._ann, self._ben = Person(self._server), Person(self._server)
        self._tables = 0
        self._wires: list[Wire] = []

    def table(self) -> Table:
        self._tables += 1
        name = duel(self._ann, self._ben, options={"rounds": 9})
        players: list[Player] = []
        for place, person in enumerate((self._ann, self._ben)):
            wire = self._open(name, person.cookie)
            player = MusterPlayer(wire, Random(2 * self._tables + place))
            until_welcome(wire, player.hear)
            players.append(player)
        return Table(name, players)

    def watch(self, table: Table, *, narrow: bool = False) -> Wire:
        wire = self._open(table.name, narrow=narrow)
        until_welcome(wire, self.is_news)
        return wire

    def _open(self, name: str, cookie: str = "", *, narrow: bool = False) -> Wire:
        wire = Wire(self._server.port, f"/api/matches/{name}/socket", cookie, narrow=narrow)
        self._wires.append(wire)
        wire.send(HELLO)
        return wire

    def is_news(self, message: bytes) -> bool:
        return message.startswith(b'{"t":"step"')

    def stop(self) -> None:
        close_all(self._wires)
        self._ann.close()
        self._ben.close()
        self._server.stop()
        faults = self._server.faults()
        shutil.rmtree(self._folder, ignore_errors=True)
        if faults:
            raise AssertionError("\n".join(faults))


def until_welcome(wire: Wire, hear: Callable[[bytes], bool]) -> None:
    """Hear what comes until everything has been shown."""
    welcomed = False
    while not welcomed:
        for message in wire.wait():
            welcomed = welcomed or message.startswith(b'{"t":"welcome"')
            hear(message)


HELLO: Final = orjson.dumps({"t": "hello", "have": None, "epoch": None, "seat": None})


# ------------------------------------------------------------------------------------------------ without rules
@dataclass
class EchoPlayer:
    """Two of them take turns; whatever one says both hear."""

    wire: Wire
    payload: bytes
    waiting: bool = False
    moved: int = 0
    turn: bool = False

    def ready(self) -> bool:
        return self.turn and not self.waiting

    def move(self) -> None:
        self.waiting = True
        self.wire.send(self.payload)

    def hear(self, message: bytes) -> bool:
        if self.waiting:
            self.waiting = False
            self.moved += 1
        self.turn = not self.turn
        return True


@dataclass
class Floor:
    """A server without rules: ``bare`` or ``raw``, see `floor.py`."""

    name: str
    size: int = 98
    """Bytes of what is said."""
    _tables: int = 0
    _wires: list[Wire] = field(default_factory=list[Wire])
    _process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self._port = free_port()
        self._process = spawn([sys.executable, "-m", "tests.bench.floor", self.name, str(self._port)])
        self.pid = self._process.pid
        until_listening(self._port, self._process)

    def table(self) -> Table:
        self._tables += 1
        path = f"/rooms/{self._tables}"
        players = [EchoPlayer(self._open(path), b"x" * self.size) for _ in range(2)]
        players[0].turn = True
        return Table(path, players)

    def watch(self, table: Table, *, narrow: bool = False) -> Wire:
        return self._open(table.name, narrow=narrow)

    def _open(self, path: str, *, narrow: bool = False) -> Wire:
        wire = Wire(self._port, path, narrow=narrow)
        self._wires.append(wire)
        return wire

    def is_news(self, message: bytes) -> bool:
        return True

    def stop(self) -> None:
        close_all(self._wires)
        end(self._process)


# ------------------------------------------------------------------------------------------------ boardgame.io
@dataclass
class PeerPlayer:
    """A player of boardgame.io, in the words of socket.io."""

    wire: Wire
    match: str
    seat: str
    credentials: str
    waiting: bool = False
    moved: int = 0
    _version: int = 0
    _turn: bool = False

    def ready(self) -> bool:
        return self._turn and not self.waiting

    def move(self) -> None:
        self.waiting = True
        piece = f"p{self._version % 12}"
        payload = {
            "type": "step",
            "args": [piece, self._version % 9, self._version % 7],
            "playerID": self.seat,
            "credentials": self.credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        say = ["update", action, self._version, self.match, self.seat]
        self.wire.send(b"42/bench," + orjson.dumps(say))

    def hear(self, message: bytes) -> bool:
        if message == b"2":
            self.wire.send(b"3")
        elif message.startswith(b'42/bench,["sync"'):
            self._know(orjson.loads(message[9:])[2]["state"])
        elif message.startswith(b'42/bench,["update"'):
            if self.waiting:
                self.waiting = False
                self.moved += 1
            self._know(orjson.loads(message[9:])[2])
            return True
        return False

    def _know(self, state: Json) -> None:
        self._version = state["_stateID"]
        self._turn = state["ctx"]["currentPlayer"] == self.seat


class Peer:
    """boardgame.io with a game of the same size, its matches in memory only (see `peer/server.cjs`).

    Its own dependency koa-compose is held at 4.1.0: with a newer one its HTTP interface answers nothing.
    """

    name = "boardgame.io"

    def __init__(self) -> None:
        """Install it if it is not there, and start it; raises NotThere."""
        here, home = Path(__file__).parent / "peer", BENCH.folder / "peer"
        if not (home / "node_modules" / "boardgame.io").is_dir():
            if shutil.which("npm") is None:
                raise NotThere("npm was not found")
            home.mkdir(parents=True, exist_ok=True)
            shutil.copy(here / "package.json", home)
            words = ("npm", "install", "--prefix", str(home), "--ignore-scripts", "--no-audit", "--no-fund")
            ran = run((*words, "--loglevel=error"))
            if ran.code:
                raise NotThere(f"npm could not install it: {ran.errors.strip().splitlines()[-1:]}")
        self._port = free_port()
        command = ["node", str(here / "server.cjs"), str(self._port)]
        self._process = spawn(command, NODE_PATH=str(home / "node_modules"), NODE_ENV="production")
        self.pid = self._process.pid
        until_listening(self._port, self._process)
        self._wires: list[Wire] = []
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{self._port}", timeout=PATIENCE)

    def _post(self, path: str, body: Json) -> Json:
        return self._http.post(path, json=body).raise_for_status().json()

    def table(self) -> Table:
        match = str(self._post("/games/bench/create", {"numPlayers": 2})["matchID"])
        players: list[Player] = []
        for seat in ("0", "1"):
            joined = self._post(f"/games/bench/{match}/join", {"playerID": seat, "playerName": "x"})
            credentials = str(joined["playerCredentials"])
            wire, synced = self._open(match, seat, credentials)
            player = PeerPlayer(wire, match, seat, credentials)
            player.hear(synced)
            players.append(player)
        return Table(match, players)

    def watch(self, table: Table, *, narrow: bool = False) -> Wire:
        return self._open(table.name, None, None, narrow=narrow)[0]

    def _open(
        self, match: str, seat: str | None, credentials: str | None, *, narrow: bool = False
    ) -> tuple[Wire, bytes]:
        wire = Wire(self._port, "/socket.io/?EIO=4&transport=websocket", narrow=narrow)
        self._wires.append(wire)
        wire.wait()
        wire.send(b"40/bench,")
        wire.wait()
        wire.send(b"42/bench," + orjson.dumps(["sync", match, seat, credentials, 2]))
        while True:
            for message in wire.wait():
                if message.startswith(b'42/bench,["sync"'):
                    return wire, message

    def is_news(self, message: bytes) -> bool:
        return message.startswith(b'42/bench,["update"')

    def stop(self) -> None:
        close_all(self._wires)
        self._http.close()
        end(self._process)


# ------------------------------------------------------------------------------------------------ processes
def close_all(wires: Sequence[Wire]) -> None:
    """Let go of all sockets of a server."""
    for wire in wires:
        wire.close()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def spawn(command: Sequence[str], **environment: str) -> subprocess.Popen[bytes]:
    """A process in the checkout that says nothing."""
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'backend'}:{ROOT}", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def until_listening(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait for a server; raises NotThere where it does not come up."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as trying:
            if trying.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    end(process)
    raise NotThere("its server did not start")


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process that we started."""
    process.kill()
    process.wait()
