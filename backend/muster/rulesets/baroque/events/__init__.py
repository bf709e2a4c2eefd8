"""What can happen in a battle; a module a family of events.

Events carry all that their line in the log needs beside names; those that show dice tell everybody something.
"""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def families() -> tuple[ModuleType, ...]:
    """The modules of this package: whatever stands in one of them can be read from a record."""
    return tuple(import_module(f"{__name__}.{m.name}") for m in iter_modules(__path__))
