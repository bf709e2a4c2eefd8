from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from muster.cli import COMMANDS, build_parser, main
from muster.commands import Command
from muster.core.lock import only_server
from tests.kit.house import Server, ServerFault


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            main([*command.words, "--help"])
        assert ended.value.code == 0
        assert command.help in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("option", "variable", "address"),
    [
        ("--redis-url", "MUSTER_REDIS_URL", "redis://127.0.0.1"),
        ("--database-url", "MUSTER_DATABASE_URL", "postgresql://127.0.0.1/muster"),
    ],
)
def test_what_is_not_there_yet_is_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    option: str,
    variable: str,
    address: str,
) -> None:
    serve = ["serve", "--data", str(tmp_path / "data")]
    assert main([*serve, option, address]) == 2
    by_option = capsys.readouterr().err
    monkeypatch.setenv(variable, address)
    assert main(serve) == 2
    by_variable = capsys.readouterr().err
    assert by_option == by_variable
    assert by_option.startswith(f"muster: {option} ({variable}) cannot be used yet: this version of Muster ")
    assert len(by_option.splitlines()) == 1
    assert not (tmp_path / "data").exists()


def test_a_data_folder_that_cannot_be_used_is_said_before_the_server_starts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("a file")
    assert main(["serve", "--data", str(tmp_path / "data")]) == 2
    assert "choose another with --data" in capsys.readouterr().err.lower()


def test_a_data_folder_that_another_server_uses_is_refused_with_one_sentence(
    make_server: Callable[..., Server],
) -> None:
    first = make_server().start()
    seen, second = len(first.log), Server(first.data)
    try:
        with pytest.raises(ServerFault):
            second.start()
    finally:
        second.kill()
    (said,) = first.log[seen:].splitlines()
    assert said.startswith(f"muster: Another server is using the data folder {first.data}: ")
    first.kill()  # no farewell is needed to let go
    with only_server(first.data):
        pass


def test_a_port_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--data", str(tmp_path), "--port", "65536"]) == 2
    assert "MUSTER_PORT" in capsys.readouterr().err


def test_no_command_is_no_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_a_command_of_two_words_stands_beside_one_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_arguments(_: ArgumentParser) -> None: ...

    def answer(_: Namespace) -> int:
        return 7

    monkeypatch.setattr("muster.cli.GROUPS", {"maps": "work with maps"})
    commands = [
        Command(("simulate",), "play", no_arguments, answer),
        Command(("maps", "check"), "check a map", no_arguments, answer),
        Command(("maps", "draw"), "draw a map", no_arguments, answer),
    ]
    parser = build_parser(commands)
    for command in commands:
        assert parser.parse_args(command.words).command is command
