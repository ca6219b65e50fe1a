"""Pages in a real browser while the servers behind the server are restarted."""

from playwright.sync_api import Browser, Page, expect

from nodes.conftest import NewNode
from nodes.node import OwnPostgres, OwnRedis
from support.places import DatabasePlace
from support.tables import sit_down, step, version

PATIENCE_MS = 120_000


def click(page: Page) -> None:
    page.locator("button.column").first.click()


def same(page: Page, other: Page) -> None:
    """Both show the same state, sooner or later."""
    shown = version(page)
    expect(other.locator("#table")).to_have_attribute("data-version", shown, timeout=PATIENCE_MS)


def test_pages_recover_by_themselves(
    new_node: NewNode,
    own_database: DatabasePlace,
    postgres: OwnPostgres,
    redis: OwnRedis,
    browser: Browser,
) -> None:
    options = [*own_database.options, "--bus", redis.url]
    one, two = new_node(*options), new_node(*options)
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    page, other = context.new_page(), context.new_page()
    people = {"name": "Ada", "other": "Bob", "begins": "first"}
    sit_down(page, one.address, "knuckles", "people", **people)
    other.goto(page.url.replace(one.address, two.address))
    same(page, other)

    redis.kill()
    step(page, click)
    same(page, other)
    redis.start()
    step(other, click)
    same(other, page)

    before = version(page)
    postgres.stop()
    click(page)  # sent again until it is kept
    expect(page.locator("#offline")).to_be_visible(timeout=PATIENCE_MS)
    assert version(page) == before
    postgres.start()
    page.wait_for_selector(f'#table:not([data-version="{before}"])')
    expect(page.locator("#offline")).to_be_hidden(timeout=PATIENCE_MS)
    same(page, other)
    step(other, click)
    same(other, page)
    context.close()
