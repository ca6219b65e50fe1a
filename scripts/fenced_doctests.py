"""Shows doctests as code blocks on the documentation site."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.M | re.S)


class FencedDoctests(griffe.Extension):
    """Puts code fences around the doctests in every docstring."""

    def on_object(self, *, obj: griffe.Object, **_more: Any) -> None:
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(_fenced, obj.docstring.value)


def _fenced(example: re.Match[str]) -> str:
    return f"```pycon\n{example[0].replace('<BLANKLINE>', '')}\n```"
