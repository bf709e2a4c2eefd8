"""axe, the accessibility checker, run on a page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_GRAVE = ("serious", "critical")


def grave_faults(page: Page) -> list[str]:
    """What axe calls serious or critical on the page as it stands: one line a place, rule and element."""
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']} at {node['target']}"
        for violation in violations
        if violation["impact"] in _GRAVE
        for node in violation["nodes"]
    ]
