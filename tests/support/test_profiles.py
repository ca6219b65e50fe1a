"""Browser profiles do not leak state between tests."""

from playwright.sync_api import Page

from support.browser import NewPage
from support.profiles import Profiles
from support.server import Server

LEAVE = "() => { localStorage.left = 'here'; }"
LEFT = "() => localStorage.left"


def arrive(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/rules/fune")


def test_a_profile_that_is_used_again_is_empty(server: Server, profiles: Profiles) -> None:
    first = profiles.take(taught=False, fresh=False)
    page = first.context.new_page()
    arrive(page, server)
    page.evaluate(LEAVE)
    first.context.set_offline(True)
    assert first.context.cookies()
    profiles.give_back(first)
    again = profiles.take(taught=False, fresh=False)
    assert again is first
    assert again.context.cookies() == []
    page = again.context.new_page()
    arrive(page, server)
    assert page.evaluate(LEFT) is None
    profiles.give_back(again)


def test_pages_of_one_test_are_different_guests(server: Server, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    arrive(ada, server)
    ada.evaluate(LEAVE)
    arrive(bob, server)
    assert bob.evaluate(LEFT) is None
    assert ada.context.cookies() != bob.context.cookies()
