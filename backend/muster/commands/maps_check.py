"""`muster maps check`: a person's own map, held to what the shipped ones are held to, and drawn."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

from muster.commands import Command
from muster.commands.map_picture import svg_of, text_of
from muster.core.errors import OperatorError
from muster.geometry.grid.kinds import Kinds
from muster.geometry.grid.mapfile import load_map
from muster.geometry.grid.recipes import BOARD_RECIPES
from muster.geometry.grid.squaremap import Fault, MapError, SquareMap
from muster.rulesets.newworld import setup as newworld

KINDS: Mapping[str, Callable[[], Kinds]] = {"newworld": newworld.kinds}
"""The games that are played on maps of this form, with their tables of kinds."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the map, a YAML file")
    parser.add_argument(
        "--ruleset",
        choices=sorted(KINDS),
        default="newworld",
        help="whose kinds of terrain it uses (newworld)",
    )
    parser.add_argument("--svg", type=Path, help="where to draw it (the file's name with .svg)")


def run(arguments: Namespace) -> int:
    file: Path = arguments.file
    picture: Path = arguments.svg or file.with_suffix(".svg")
    if picture == file:
        raise OperatorError(
            f"The picture would be written over the map {file}: name another file with --svg."
        )
    try:
        table = _read(file, KINDS[arguments.ruleset]())
    except MapError as error:
        for fault in error.faults:
            print(fault, file=sys.stderr)
        number = len(error.faults)
        print(f"{number} fault{'' if number == 1 else 's'}: nothing was drawn.", file=sys.stderr)
        return 1
    print(text_of(table))
    try:
        picture.write_text(svg_of(table), encoding="utf-8")
    except OSError as error:
        raise OperatorError(f"The picture cannot be written to {picture}: {error.strerror}.") from error
    print(f"No fault. Drawn to {picture}")
    return 0


def _read(file: Path, kinds: Kinds) -> SquareMap:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise OperatorError(f"The map {file} cannot be read: {error.strerror}.") from error
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise MapError([Fault(str(file), line, "a map file must be UTF-8 text")]) from None
    return load_map(text, kinds, str(file), recipes=BOARD_RECIPES)


COMMAND = Command(
    words=("maps", "check"),
    help="check a map file, describe it and draw it as SVG; exit code 1 where it has faults",
    arguments=add_arguments,
    run=run,
)
