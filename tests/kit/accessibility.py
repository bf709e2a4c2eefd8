"""axe, the accessibility checker, run on a page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_GRAVE = ("serious", "critical")


def grave_faults(page: Page, *, colours_only: bool = False) -> list[str]:
    """What axe calls serious or critical on the page as it stands: one line a place, rule and element.

    ``colours_only`` is for a page that was looked at whole already, and now shows itself in other colours.
    """
    colours = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
    options = {"runOnly": colours} if colours_only else None
    violations: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']} at {node['target']}"
        for violation in violations
        if violation["impact"] in _GRAVE
        for node in violation["nodes"]
    ]
