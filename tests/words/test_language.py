from collections.abc import Iterator
from pathlib import Path

import pytest

from dicehall.words import language
from dicehall.words.language import _, languages, ngettext, using
from support.catalogues import Messages, catalogue


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    messages: Messages = {
        "Full House": "Volles Haus",
        ("%(count)d die", "%(count)d dice"): ("%(count)d Würfel", "%(count)d Würfel"),
    }
    with catalogue(tmp_path, "de", messages):
        yield


def test_english_needs_no_catalogue() -> None:
    assert languages()[0] == "en"
    assert _("Full House") == "Full House"
    assert [ngettext("die", "dice", count) for count in (1, 2)] == ["die", "dice"]


@pytest.mark.usefixtures("german")
def test_a_catalogue_is_used_within_its_context_only() -> None:
    assert languages() == ("en", "de")
    with using("de"):
        assert _("Full House") == "Volles Haus"
        assert ngettext("%(count)d die", "%(count)d dice", 1) == "%(count)d Würfel"
        with using("en"):
            assert _("Full House") == "Full House"
        assert _("Full House") == "Volles Haus"
    assert _("Full House") == "Full House"


@pytest.mark.parametrize("asked", ["fr", "", "../de", "de/../de", "DE\0"])
@pytest.mark.usefixtures("german")
def test_a_language_without_a_catalogue_is_english(asked: str) -> None:
    with using(asked):
        assert language.current() == "en"
        assert _("Full House") == "Full House"
