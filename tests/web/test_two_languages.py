"""Each guest reads a language of their own, also at one table, and may change it in the middle."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

from support.browser import NewPage
from support.server import Server
from support.tables import press, sit_down, step, version
from support.tour import as_guest, play_on, walk_invitation

KANA = re.compile("[ぁ-んァ-ヶ]")


def lang(page: Page) -> str:
    return page.locator("html").get_attribute("lang") or ""


def test_two_guests_play_in_two_languages(
    server: Server, new_page: NewPage, tmp_path: Path
) -> None:
    ann, bob = new_page(locale="ja-JP"), new_page(locale="en-GB")
    for _ in walk_invitation(ann, bob, server):
        pass
    watching = new_page(locale="ja-JP")
    watching.goto(ann.url)
    expect(watching.locator(".watching")).to_have_text("観戦中です。")
    assert [lang(page) for page in (ann, bob, watching)] == ["ja", "en", "ja"]

    guests = "#table .player .name"  # who gave no names: each reads those of their own language
    assert not KANA.search(" ".join(bob.locator(guests).all_inner_texts()))
    assert all(map(KANA.search, watching.locator(guests).all_inner_texts()))

    step(ann, lambda page: press(page, "2"))
    expect(ann.locator(".log li").nth(1)).to_contain_text("列2に置きました")
    expect(bob.locator(".log li").nth(1)).to_contain_text("into column 2")
    expect(watching.locator(".log li").nth(1)).to_contain_text("列2に置きました")
    expect(watching.locator(".log li").nth(0)).to_contain_text("を出しました。")

    ann.click("summary.danger")
    ann.click(".giving-up button")
    expect(ann.locator(".result h2")).to_have_text("投了しました。")
    expect(bob.locator(".result h2")).to_have_text("You win!")
    assert verdicts(records(ann, bob, server), tmp_path) == {
        "ja": "検証できました。サイコロは約束どおりです。",
        "en": "Verified: the dice are as promised.",
    }


def records(ann: Page, bob: Page, server: Server) -> str:
    """The record that both of them get."""
    texts = set()
    for page, accepted in ((ann, "ja"), (bob, "en")):
        with as_guest(page, server) as guest:
            responses = guest.get(f"{page.url}/record", headers={"accept-language": accepted})
            texts.add(responses.text)
    [text] = texts
    return text


def verdicts(record: str, folder: Path) -> dict[str, str]:
    """What `dicehall verify` says of a record, by language."""
    file = folder / "match.dice"
    file.write_text(record, "utf-8")
    said = {}
    for language in ("ja", "en"):
        done = subprocess.run(
            [sys.executable, "-m", "dicehall", "verify", str(file)],
            capture_output=True,
            encoding="utf-8",
            env={"LANGUAGE": language, "LC_ALL": "C.UTF-8"},
            check=True,
        )
        said[language] = done.stdout.splitlines()[0]
    return said


def test_the_language_changes_at_a_table_without_losing_anything(
    server: Server, page: Page
) -> None:
    sit_down(page, server.address, "fune", "alone")
    before = version(page)
    page.evaluate("window.same = true")
    press(page, "1")
    press(page, "3")
    page.click("#open-settings")
    page.locator("#drawer [name=language][value=ja]").check(force=True)
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("#drawer .saved")).to_have_text("保存しました。")
    expect(page.locator("#drawer legend").first).to_have_text("アニメーション")
    expect(page.locator("#open-settings")).to_have_attribute("title", "設定")
    page.click("#drawer .close")
    expect(page.locator("#row-choice .title > span").first).to_contain_text("チョイス")
    assert page.evaluate("window.same")  # it is the same page, and not another
    assert version(page) == before
    assert page.locator("input[name=lock]:checked, .dice input:checked").count() == 2

    step(page, lambda at: press(at, "Space"))  # the answer to a move
    expect(page.locator(".log li").nth(1)).to_contain_text("を残し、3個を振り直しました。")
    shown = version(page)
    with as_guest(page, server) as guest:  # and what the page hears of
        play_on(guest, page.url, 1)
    expect(page.locator("#table")).not_to_have_attribute("data-version", shown)
    expect(page.locator(".log li").first).to_contain_text("しました。")


def test_the_language_changes_without_a_script(server: Server, plain: Page) -> None:
    plain.goto(f"{server.address}/rules/fune")
    plain.click(".languages button[lang=ja]")
    assert plain.url == f"{server.address}/rules/fune"
    expect(plain.locator("h2").first).to_have_text("ターンの流れ")
    plain.click(".languages button[lang=en]")
    expect(plain.locator("h2").first).to_have_text("A turn")

    sit_down(plain, server.address, "sparkle", "alone")
    table, before = plain.url, version(plain)
    plain.click("#open-settings")
    plain.check("[name=language][value=ja]", force=True)
    plain.click("form.setting button.main")
    plain.click("text=元の場所へ戻る")
    assert (plain.url, version(plain), lang(plain)) == (table, before, "ja")


def test_a_computer_player_has_a_name_in_each_language(server: Server, new_page: NewPage) -> None:
    page = new_page(locale="ja-JP")
    page.goto(server.address)
    page.click(".game-knuckles button.main")
    page.wait_for_selector("#table[data-running]")
    expect(page.locator(".player .name", has_text="ピップ")).to_be_visible()
    answer = httpx.get(page.url, headers={"accept-language": "en"}, timeout=120)
    assert re.search(r">\s*Pip\s*<", answer.text)
    assert "ピップ" not in answer.text
