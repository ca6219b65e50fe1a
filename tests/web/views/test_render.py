"""What rendering keeps in memory."""

import tracemalloc
from collections.abc import Callable

import pytest
from markupsafe import Markup

from dicehall.web.views.render import environment

PAGE_BYTES = 100_000


@pytest.mark.parametrize("kind", [Markup, str])
def test_large_values_are_not_kept(kind: Callable[[str], str]) -> None:
    template = environment("en").from_string("{{ value }}")
    template.render(value="the first time")
    tracemalloc.start()
    try:
        for number in range(50):
            value = kind(f"{number} {'x' * PAGE_BYTES}")
            assert template.render(value=value) == value
        kept, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 5 * PAGE_BYTES


def test_what_is_escaped_once_is_the_same_again() -> None:
    template = environment("en").from_string("{{ value }}")
    for value, escaped in [("<b>", "&lt;b&gt;"), (1, "1"), (True, "True"), (1.0, "1.0")] * 2:
        assert template.render(value=value) == escaped
    assert template.render(value=Markup("<b>")) == "<b>"
