"""No English is left on a Japanese page; nothing is cut off, scrolls sideways or breaks a word."""

import re
from itertools import islice

import pytest
from playwright.sync_api import Page, expect

from dicehall.game import games
from support.browser import NewPage
from support.laid_tables import lay_entries
from support.server import Server
from support.tables import give_up, sit_down
from support.tour import walk_invitation, walk_pages, walk_tables

JAPANESE = {"locale": "ja-JP"}
NARROW = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}

ALLOWED = {
    *("Dicehall", "FUNE", *(word for game in games().values() for word in game.title.split())),
    *("Enter", "Escape", "Backspace", "JSON", "JavaScript", "QR", "ID", "PDF", "SVG"),
    *("SHA", "HMAC", "UTF", "ASCII", "mod", "coin"),  # for engineers
    *("chess", "openapi", "json"),
    *("AK", "XY"),  # an example of a room code
}
WORD = re.compile("[A-Za-z]{2,}")
DIGEST = re.compile("[0-9a-f]{4,}…?[0-9a-f]{4,}|[0-9A-Za-z_-]{40,}")
"""What stands for a match, a promise or a secret."""

WORDS = """() => {
  const people = ".scores .name, .lobby li"; // of other tests
  const skipped = `script, noscript, code, kbd, .bytes, .code, [lang]:not([lang=ja]), ${people}`;
  const said = [];
  const hear = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (element?.closest?.(skipped)) continue;
      if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
      else if (node.nodeType === Node.ELEMENT_NODE) {
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
          said.push(node.getAttribute(name) ?? "");
        for (const name of ["whyNot", "said", "told", "late", "done", "failed", "advice", "call"])
          said.push(node.dataset[name] ?? "");
        if (node.localName === "template") hear(node.content);
      }
    }
  };
  hear(document.body);
  said.push(document.title, document.querySelector("meta[name=description]").content);
  return said.join("\\n");
}"""

WIDE = """() => {
  const room = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth > room ? ["the page scrolls sideways"] : [];
  for (const part of document.querySelectorAll("button, .button, summary, legend, h1, h2, label")) {
    if (!part.checkVisibility() || part.closest(".unseen, .scroll, .sight, .side, .here")) continue;
    const { left, right, width } = part.getBoundingClientRect();
    const named = part.outerHTML.slice(0, 120);
    if (width > 1 && (left < -1 || right > room + 1)) wide.push(`outside: ${named}`);
    const hides = getComputedStyle(part).overflow !== "visible";
    if (hides && part.scrollWidth > part.clientWidth + 1) wide.push(`cut: ${named}`);
  }
  return wide;
}"""


BROKEN = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest(".unseen")) continue;
    for (const word of node.data.matchAll(/[ァ-ヶー]{2,8}/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(`broken: ${word[0]} in ${node.data.trim().slice(0, 40)}`);
    }
  }
  return broken;
}"""


def english(page: Page) -> list[str]:
    """The words on a page that are neither Japanese nor names."""
    assert page.locator("html").get_attribute("lang") == "ja"
    said = DIGEST.sub("", page.evaluate(WORDS))
    return sorted({word for word in WORD.findall(said) if word not in ALLOWED})


def overflowing(page: Page) -> list[str]:
    """What does not fit into a page."""
    found: list[str] = page.evaluate(WIDE)
    return found


def broken(page: Page) -> list[str]:
    """Words in katakana that are broken at the end of a line."""
    found: list[str] = page.evaluate(BROKEN)
    return found


def wrong(page: Page) -> list[str]:
    """What a Japanese page should not have."""
    return english(page) + overflowing(page) + broken(page)


@pytest.fixture
def japanese(new_page: NewPage) -> Page:
    return new_page(taught=False, **JAPANESE, **NARROW)


@pytest.fixture
def narrow(new_page: NewPage) -> Page:
    return new_page(taught=False, **NARROW)


def test_pages_are_japanese(server: Server, japanese: Page) -> None:
    assert_empty({where: wrong(japanese) for where in walk_pages(japanese, server)})


@pytest.mark.parametrize("game", games())
def test_tables_are_japanese(server: Server, japanese: Page, game: str) -> None:
    assert_empty({where: wrong(japanese) for where in walk_tables(japanese, server, game)})


def test_entering_own_dice_is_japanese(server: Server, japanese: Page) -> None:
    name = "Ada"
    entries = lay_entries(server, japanese)
    assert_empty({kind: [one for one in wrong(japanese) if one != name] for kind in entries})


def test_an_invitation_is_japanese(server: Server, japanese: Page, new_page: NewPage) -> None:
    friend = new_page(**JAPANESE)
    walk = walk_invitation(japanese, friend, server)
    assert_empty({where: wrong(at) for where, at in walk})


def test_english_pages_fit_as_well(server: Server, narrow: Page) -> None:
    assert_empty({where: overflowing(narrow) for where in walk_pages(narrow, server)})


@pytest.mark.parametrize("game", games())
def test_english_tables_fit_as_well(server: Server, narrow: Page, game: str) -> None:
    walk = islice(walk_tables(narrow, server, game), 3)  # the table itself
    assert_empty({where: overflowing(narrow) for where in walk})


def assert_empty(found: dict[str, list[str]]) -> None:
    listed = [f"{where}: {one}" for where, ones in found.items() for one in ones]
    assert not listed, "\n".join(listed)


def test_a_game_for_one_is_ended_and_played_again(server: Server, japanese: Page) -> None:
    sit_down(japanese, server.address, "sparkle", "alone")
    japanese.click(".open-side")
    expect(japanese.locator(".giving-up summary")).to_have_text("ゲームをやめる")
    give_up(japanese)
    expect(japanese.locator(".result")).to_contain_text("もう一度遊ぶ")
    assert "投了" not in japanese.locator("main").inner_text()


def test_the_word_language_beside_its_translation_does_not_look_like_a_choice(
    server: Server, japanese: Page
) -> None:
    japanese.goto(f"{server.address}/settings")
    legend = japanese.locator("legend:has(span[lang=en])")
    expect(legend).to_have_text("言語 Language")
    for part in (legend, legend.locator("span")):
        assert part.evaluate("one => getComputedStyle(one).borderTopWidth") == "0px"
