"""The command line: finds the command, prints what a person can put right, returns the exit code."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import Any

from muster.commands import Command, export, maps_check, rules_coverage, serve, simulate, verify
from muster.core.errors import OperatorError
from muster.core.terminal import plain

COMMANDS: tuple[Command, ...] = (
    serve.COMMAND,
    simulate.COMMAND,
    rules_coverage.COMMAND,
    maps_check.COMMAND,
    export.COMMAND,
    verify.COMMAND,
)

# What the first word of a command of two words stands for, as `muster --help` says it.
GROUPS: dict[str, str] = {
    "rules": "the rules of the games, and how far they are proved",
    "maps": "maps of one's own",
}


def build_parser(commands: Iterable[Command]) -> ArgumentParser:
    """A parser that knows the given commands; the chosen one is `command` in what it returns."""
    parser = ArgumentParser(
        prog="muster", description="A virtual tabletop for miniature games whose server is the referee."
    )
    parser.add_argument("--version", action="version", version=f"muster {version('muster')}")
    levels: dict[tuple[str, ...], Any] = {(): parser.add_subparsers(required=True, metavar="COMMAND")}
    for command in commands:
        *group, _ = command.words
        if tuple(group) not in levels:
            inner = levels[()].add_parser(group[0], help=GROUPS[group[0]], description=GROUPS[group[0]])
            levels[tuple(group)] = inner.add_subparsers(required=True, metavar="COMMAND")
        leaf = levels[tuple(group)].add_parser(command.words[-1], help=command.help, description=command.help)
        command.arguments(leaf)
        leaf.set_defaults(command=command)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit code 0 when it did its work, 2 when it could not begin, its own otherwise."""
    parsed = build_parser(COMMANDS).parse_args(arguments)
    command: Command = parsed.command
    try:
        return command.run(parsed)
    except OperatorError as error:
        print(f"muster: {plain(str(error))}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
