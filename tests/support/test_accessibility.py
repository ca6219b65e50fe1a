"""The accessibility check finds a planted fault."""

from playwright.sync_api import Page

from support.accessibility import violations


def test_what_is_wrong_in_each_theme_is_found(page: Page) -> None:
    page.set_content('<html lang="en"><p style="color: #777; background: #888">pale</p></html>')
    found = {tuple(one.split(": ")[:2]) for one in violations(page)}
    assert ("dark", "color-contrast") in found
    assert {("light", "color-contrast"), ("light", "document-title")} <= found
