"""What the wheel carries besides the code: an installed server has no checkout beside it."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# From the checkout → inside the package. What is not there yet when a wheel is built is an error.
CARRIED = {"frontend/build": "muster/client_build", "migrations": "muster/migrations"}


class CarryHook(BuildHookInterface[Any]):
    """Adds the carried folders to a wheel; an editable install reads them from the checkout."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        for source, target in CARRIED.items():
            folder = Path(self.root) / source
            if not folder.is_dir():
                raise FileNotFoundError(f"The wheel carries {source}, which is missing: see `make build`.")
            build_data["force_include"][str(folder)] = target
