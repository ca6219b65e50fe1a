from dicehall.words.lines import WIDTH, wrapped


def test_items_are_never_broken() -> None:
    items = [f"place d12 e{number}" for number in range(40)]
    text = wrapped(items)
    assert max(map(len, text.split("\n"))) <= WIDTH
    assert text.replace("\n", " ").split(", ") == items
