"""Accessibility checks of a page with axe, in both themes."""

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

Theme = Literal["dark", "light"]

RULES: dict[Theme, list[str]] = {
    # only colours differ between the themes
    "dark": ["color-contrast"],
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}


FIND = "options => axe.run(options).then(found => found.violations)"


def violations(page: Page) -> list[str]:
    """Violations of WCAG 2.2 AA in either theme; leaves the page in the light theme."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(AXE_SCRIPT)
    return [found for theme in RULES for found in _violations(page, theme)]


def _violations(page: Page, theme: Theme) -> list[str]:
    page.emulate_media(color_scheme=theme)
    options = {"runOnly": RULES[theme], "resultTypes": ["violations"]}
    return [
        f"{theme}: {one['id']}: {node['html'][:200]} {node.get('any', [{}])[:1]}"
        for one in page.evaluate(FIND, options)
        for node in one["nodes"]
    ]
