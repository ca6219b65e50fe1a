"""Two people who play each other at two nodes of one server."""

from playwright.sync_api import Page, expect

from nodes.conftest import NewNode
from nodes.node import Node
from support.browser import NewPage
from support.places import DatabasePlace
from support.tables import sit_down, step
from web.routes.test_claims import CLAIM, LONG_AGO, Meeting, nudged
from web.routes.test_online import join, place, play_on, see_the_same


def at(node: Node, page: Page) -> str:
    """The address of a table at another node."""
    return f"{node.address}/matches/{page.url.rsplit('/', 1)[1]}"


def test_a_match_across_two_nodes_one_of_which_dies_and_comes_back(
    new_node: NewNode,
    shared: list[str],
    new_page: NewPage,
) -> None:
    one, two = new_node(*shared), new_node(*shared)
    ada, bob, eve = new_page(), new_page(), new_page()
    sit_down(ada, one.address, "knuckles", "open", begins="first")
    eve.goto(at(two, ada))
    join(bob, at(two, ada))
    for page in (ada, eve):
        page.wait_for_selector("#table[data-running]")
    step(ada, place)
    bob.click(".reactions >> text=Good luck")
    for page in (ada, bob, eve):
        expect(page.locator("#said")).to_contain_text("Bob: Good luck")
    see_the_same(ada, bob, eve)
    two.kill()
    expect(bob.locator("#offline")).to_be_visible()
    place(bob)  # sent again until the node is back
    two.start()
    ada.wait_for_selector("#table.acting")
    play_on((ada, bob), place)
    see_the_same(ada, bob, eve)
    ada.click(".result form button")
    expect(bob.locator(".waits")).to_contain_text("Ada would like to play again")
    bob.click(".result form button")
    for page in (ada, bob, eve):
        page.wait_for_selector("#table[data-running]")
    assert len({page.url.rsplit("/", 1)[1] for page in (ada, bob, eve)}) == 1


def test_a_claim_at_one_node_is_answered_at_another(
    new_node: NewNode,
    shared: list[str],
    database: DatabasePlace,
    new_page: NewPage,
) -> None:
    one, two = new_node(*shared), new_node(*shared)
    meeting = Meeting(one, LONG_AGO, nudged(), place=database)
    ada = meeting.enter(new_page(), "Ada", one)
    bob = meeting.enter(new_page(), "Bob", two)
    bob.click(CLAIM)
    expect(bob.locator(CLAIM)).to_be_hidden()
    expect(bob.locator(".hint")).to_have_count(0)
    step(ada, place)
    bob.wait_for_selector("#table.acting")
