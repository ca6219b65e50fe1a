import pytest

from dicehall.match.bus import News, Reaction, Seen, Version, decode_news, encode_news


@pytest.mark.parametrize("news", [Version(7), Reaction(1, "thanks"), Seen("somebody", -1)])
def test_news_crosses_from_one_machine_to_another(news: News) -> None:
    assert decode_news(encode_news(news)) == news
