"""Names must be visible, distinct and not reserved."""

import pytest

from dicehall.game.refused import BadName
from dicehall.match.names import check_guest_name, check_name


@pytest.mark.parametrize(
    "name",
    [
        "👩‍🚀",  # joined
        "Zoë 👩🏽‍🚀",
        "🇩🇪",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "❤️",
        "👋🏽",
        "علی‌رضا",  # a letter is kept apart from the next
        "Jose\u0301",
        "Nguyễn",
        "クララ",
        "葛\U000e0100城",  # another form of the first ideograph
        "1️⃣",
        "Youssef",
        "Pippa",
        "Emberly",
        "You 2",
        "1",
        "…",
    ],
)
def test_names_that_can_be_seen(name: str) -> None:
    assert check_guest_name(name, [])


@pytest.mark.parametrize(
    "name",
    [
        "\u200b",
        "\u200d",
        "\u200c\u200d",
        "\u2060",
        "\ufeff",
        "\u00ad",
        "\u3164",
        "\uffa0",
        "\u115f\u1160",
        "\u2800",
        "\u2800 \u2800",
        "\u0301",
        "\u0301\u0302 \u0303",
        "\ufe0f",
        "Yo\ufe00u",
        "Pi\ufe05p",
        "Yo\ufe0fu",
        "A\U000e0100da",
        "A\ufe00\ufe00da",
        "\U0001d159",
        "Ada\U0001d159",
        "\U0001d159 \U0001d159",
        "\u202eadA",
        "A\u2066da",
        "Ada\u200f",
        "Ada\u3164",
        "Ada\u200d",
        "\u200dAda",
        "A\u200d\u200dda",
        "\U000e0041\U000e0042",
        "Ada\U000e0041",
        "\x00",
        "\x1b[31m",
        "\ud800",
        "\ue000",
    ],
)
def test_names_that_cannot_be_seen_are_refused(name: str) -> None:
    with pytest.raises(BadName, match=r"visible characters|enter a name"):
        check_guest_name(name, [])


@pytest.mark.parametrize(
    "name",
    [
        "You",
        "you",
        " YOU ",
        "Ｙｏｕ",
        "Y\u200cou",
        "Yo\u200du",
        "Y o u",
        "𝐘𝐨𝐮",
        "Pip",
        "PIP",
        "Ⓟⓘⓟ",
        "Marrow",
        "eMBER",
        "Captain Owl",
        "captain  owl",
        "CaptainOwl",
    ],
)
def test_names_of_the_reader_and_computer_players_are_reserved(name: str) -> None:
    with pytest.raises(BadName, match="reserved name"):
        check_guest_name(name, [])
    assert check_name(name, [])  # as the computer player itself is


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ada", "ADA"),
        ("Ada", "Ａｄａ"),
        ("Ada", "A\u200cda"),
        ("Straße", "STRASSE"),
        ("José", "Jose\u0301"),
        ("❤", "❤️"),
        ("Ann Dee", "AnnDee"),
        ("ﬁn", "fin"),
    ],
)
def test_names_that_look_the_same_are_the_same(one: str, two: str) -> None:
    for name, other in ((one, two), (two, one)):
        with pytest.raises(BadName, match="different"):
            check_name(name, [other])
