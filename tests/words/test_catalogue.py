"""The catalogues are complete: every message of the source is in every language."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from dicehall.words.language import LOCALE, languages

ROOT = Path(__file__).parents[2]
TEMPLATE = LOCALE / "dicehall.pot"
MARKERS = ("-k", "translatable", "-k", "translatable_plural:1,2")
OPTIONS = ("-F", "babel.cfg", *MARKERS, "--omit-header", "--sort-by-file", "--add-location=file")
UPDATE = ("--no-fuzzy-matching", "--ignore-obsolete", "--ignore-pot-creation-date")

CATALOGUES = sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/dicehall.po"))

PLACEHOLDER = re.compile(r"%(?:\(\w+\)[#0 +.\d-]*[a-z]|%)")
TAG = re.compile(r"<[^>]*>")


def test_the_template_holds_every_message_of_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = tmp_path / "dicehall.pot"
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(ROOT / "scripts")
    run = ["pybabel", "-q", "extract", *OPTIONS, "-o", str(fresh), "src/dicehall"]
    CommandLineInterface().run(run)
    assert fresh.read_text("utf-8") == TEMPLATE.read_text("utf-8"), (
        "messages have changed: run make messages"
    )


def test_the_languages_of_the_server_are_its_catalogues() -> None:
    assert languages() == ("en", *CATALOGUES)
    assert "ja" in CATALOGUES


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_catalogue_is_as_the_tools_would_write_it(language: str) -> None:
    where = ("-D", "dicehall", "-d", str(LOCALE), "-i", str(TEMPLATE), "-l", language)
    CommandLineInterface().run(["pybabel", "-q", "update", *where, *UPDATE, "--check"])


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_message_is_translated(language: str) -> None:
    missing = [message.id for message in messages(language) if not all(forms(message.string))]
    assert missing == []
    doubtful = [message.id for message in messages(language) if message.fuzzy]
    assert doubtful == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_translations_have_the_same_placeholders(language: str) -> None:
    catalogue = read(language)
    for message in messages(language):
        assert len(forms(message.string)) in (1, catalogue.num_plurals)
        # What counts stands in the last form: "one die", "%(count)d dice".
        wanted = Counter(PLACEHOLDER.findall(forms(message.id)[-1]))
        for form in forms(message.string):
            assert Counter(PLACEHOLDER.findall(form)) == wanted, message.id


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_translation_is_marked_up_as_its_message_and_fits_into_a_template(language: str) -> None:
    for message in messages(language):
        source, *_ = forms(message.id)
        for form in forms(message.string):
            assert sorted(TAG.findall(form)) == sorted(TAG.findall(source)), message.id
            # Messages are put into the text of templates, also between quotation marks.
            assert form.count("{") == source.count("{"), message.id
            assert form.count('"') == source.count('"'), message.id
            assert form.count("\n") == source.count("\n"), message.id
            assert form == form.strip() or source != source.strip(), message.id


HALF_WIDTH_KANA = re.compile("[\uff61-\uff9f]")
FULL_WIDTH_ASCII = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
WESTERN_STOP = re.compile(r"[ぁ-んァ-ヶ一-龠][.,;:?!]")


def test_japanese_is_punctuated_as_japanese_is() -> None:
    for message in messages("ja"):
        for form in forms(message.string):
            for wrong in (HALF_WIDTH_KANA, FULL_WIDTH_ASCII, WESTERN_STOP):
                assert not wrong.search(form), form
            assert form.count("「") == form.count("」"), form
            assert form.count("（") == form.count("）"), form


FORBIDDEN = {
    r"(?<!フル)ハウス|館|ホール": "the server is サーバー, the first page ホーム",
    "画像": "a picture to scan is a QRコード",
    "顔": "a guest's face is an アイコン",
    "明るさ|動き(?!が)": "the settings are テーマ and アニメーション",
    r"(?<!弾き)飛[ばびぶ](?!し)": "dice are rolled again: 振り直す",
    "合言葉|指紋": "words for the dice are 言葉, a fingerprint is a ハッシュ値",
    "打ち回し|手放": "moves are compared with the best: 最善手との一致度",
    "(?:つ|個)のサイコロ(?!ゲーム)": "dice are counted as サイコロ5個",
    "あなたは": "Japanese leaves out who is spoken to",
    "(?:です|ます|ません|でした|ました|ください)：": "a sentence ends with 。",
    "待っていますか": "a friend has invited: 友達に招待されたら",
    "お好みで": "sound is switched on and off: オン・オフ",
    "時間とサイコロの問題": "a first win is きっともうすぐ",
    "夜|昼": "the themes are ダーク and ライト",
    "そのようなページ": "a page that is missing is ページが見つかりません",
}
"""What Japanese players do not say, and what they say instead."""


def test_japanese_uses_the_words_that_players_use() -> None:
    found = [
        f"{form}: {instead}"
        for message in messages("ja")
        for form in forms(message.string)
        for wrong, instead in FORBIDDEN.items()
        if re.search(wrong, form)
    ]
    assert found == []


def read(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES/dicehall.po").open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str) -> Iterable[Message]:
    return [message for message in read(language) if message.id]


def forms(said: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)
