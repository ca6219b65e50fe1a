"""The form of a new table: a refused name is marked, and nothing that was typed is lost."""

import pytest
from playwright.sync_api import Page, expect

from support.browser import NewPage
from support.clients import visitor
from support.server import Server


def fill_in(page: Page, server: Server, name: str, other: str) -> None:
    page.goto(f"{server.address}/new/knuckles")
    page.check("[value=people]")
    page.check("[name=begins][value=second]")
    page.fill("[name=name]", name)
    page.fill("[name=other]", other)


def check_refused(page: Page, field: str, reason: str) -> None:
    """The field is marked, the reason is beside it, and the form keeps its values."""
    bad = page.locator("[aria-invalid=true]")
    expect(bad).to_have_attribute("name", field)
    expect(bad).to_have_accessible_description(reason)
    expect(page.locator("#bad-name")).to_be_visible()
    expect(page.locator("[value=people]")).to_be_checked()
    expect(page.locator("[name=begins][value=second]")).to_be_checked()


def test_equal_names_are_refused_without_a_reload(server: Server, page: Page) -> None:
    fill_in(page, server, "Ada", " aDA ")
    page.evaluate("window.same = true")
    page.click("button.main")
    check_refused(page, "other", "The names must be different")
    expect(page.locator("[name=other]")).to_be_focused()
    expect(page.locator("[name=name]")).to_have_value("Ada")
    assert page.evaluate("window.same"), "the page was not loaded again"
    page.fill("[name=other]", "Bob")
    page.click("button.main")
    page.wait_for_selector("#table")
    expect(page.locator(".player .name").filter(has_text="Bob")).to_have_count(1)


def test_without_a_script_the_form_comes_back_with_its_values(
    server: Server, new_page: NewPage
) -> None:
    plain = new_page(java_script_enabled=False)
    fill_in(plain, server, "You", "Bob")
    plain.click("button.main")
    check_refused(plain, "name", "You is a reserved name: choose another")
    expect(plain.locator("[name=other]")).to_have_value("Bob")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": "x" * 30}, "name"),
        ({"name": "", "other": "player"}, "other"),
        ({"name": "Ada", "other": "#"}, "other"),
    ],
)
def test_the_field_that_was_refused_is_found(
    server: Server, fields: dict[str, str], field: str
) -> None:
    with visitor(server) as client:
        answer = client.post("/new/knuckles", data={"opponent": "people", **fields})
        assert answer.status_code == 422
        marked = answer.text[: answer.text.index("aria-invalid")]
        assert marked[marked.rindex("name=") :].startswith(f'name="{field}"')


def test_the_script_gets_the_address_of_the_match(server: Server) -> None:
    with visitor(server) as client:
        answer = client.post("/new/sparkle", data={"name": "Ada"}, headers={"X-Part": "page"})
        assert answer.status_code == 200
        assert client.get(answer.text).status_code == 200
