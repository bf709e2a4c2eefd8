"""The commands of the command line, a module each, and what they have in common."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `muster rules coverage` has the words ("rules", "coverage").

    `arguments` adds the options to a parser; `run` takes what was parsed and returns the exit code. It may raise
    OperatorError, whose text is printed and ends with exit code 2.
    """

    words: tuple[str, ...]
    help: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
