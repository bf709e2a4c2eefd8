"""axe, the accessibility checker, run on a page."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_GRAVE = ("serious", "critical")
_IS_THERE = "() => 'axe' in window"
_LOOK = "async (options) => (await axe.run(options)).violations"


def grave_faults(page: Page, *, colours_only: bool = False) -> list[str]:
    """What axe calls serious or critical on the page as it stands: one line a place, rule and element.

    ``colours_only`` is for a page that was looked at whole already, and now shows itself in other colours.
    """
    # A document keeps the checker until it is left. What is in order is neither written down nor sent: it would be
    # a line for every element and rule, and cost more than the look itself.
    if not page.evaluate(_IS_THERE):
        page.evaluate(AXE_SCRIPT)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if colours_only:
        options["runOnly"] = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
    violations: list[dict[str, Any]] = page.evaluate(_LOOK, options)
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']} at {node['target']}"
        for violation in violations
        if violation["impact"] in _GRAVE
        for node in violation["nodes"]
    ]
