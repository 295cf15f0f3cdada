"""The shapes of secrets: patterns of keys, tokens and passwords, whosever they are."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

_LONG = re.compile(r"[^\s\"',;<>()\[\]{}]{12}|://|-----BEGIN|(?i:passw|kennwort|passe |contrase|senha|passphrase)")
"""The signs that every secret holds, so that an ordinary text takes one search."""


def _join_words(shapes: Sequence[str]) -> re.Pattern[str]:
    return re.compile(f"(?<![A-Za-z0-9])(?:{'|'.join(shapes)})")


SHAPES: Final = tuple(
    _join_words(shape["words"]) if "words" in shape else re.compile(shape["pattern"])
    for shape in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["shapes"]
)
"""The shapes of `secret_patterns.toml`. The secret is the group `secret` of a match, or else the whole match."""


def find_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Find the parts of a text that have the shape of a secret: begin and end (exclusive); they may overlap."""
    if not _LONG.search(text):
        return
    for shape in SHAPES:
        group = "secret" if "secret" in shape.groupindex else 0
        for match in shape.finditer(text):
            yield match.span(group)
