"""The shapes of secrets: patterns of keys, tokens and passwords, whosever they are."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from performer.core.made_late import once
from performer.core.values import dataclass

_LONG: Final = re.compile(r"[!#-&*-+.-;=?-Z^-z|~\\-][!#-&*-+.-;=?-Z^-z|~\\-]{11,}+")
"""The signs of secrets without a sign of their own, of which none is shorter."""
_SHORTEST_BEGUN: Final = 20
"""The fewest characters of a secret that begins with a word of its own."""
_LONGEST_SPLIT: Final = 200
"""The characters of a secret over several texts that are looked at."""
_WORD_BEGIN: Final = re.compile("(?<![A-Za-z0-9])[A-Za-z0-9]")
_CHANGE: Final = re.compile("(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[a-z0-9]|(?<=[0-9])[A-Za-z]")
"""A place where capitals, small letters and digits change."""
_CHARS_A_CHANGE: Final = 5
"""The most characters to each change in a secret over several texts; words and versions in a row have more."""
_SHORTEST: Final = 8
"""The fewest characters of a text that announces a secret and holds one."""


@dataclass(frozen=True, kw_only=True)
class SecretShape:
    """A shape of secrets."""

    written: str
    """The pattern; the secret is its group `secret`, or `secret2`, or else the whole match."""
    signs: Collection[str] = ()
    """Texts of which a text in lower case holds one if it holds such a secret; without any, it may always."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern, compiled when it is first needed."""
        return re.compile(self.written, re.ASCII)

    def find(self, text: str, *within: int) -> Iterator[tuple[int, int]]:
        """Find such secrets in a text, or between two places of it: begin and end (exclusive)."""
        for match in self.pattern.finditer(text, *within):
            yield match.span(match.lastgroup or 0)


@dataclass(frozen=True)
class _Shapes:
    """The shapes of secrets, those that always have to be looked for apart."""

    unsigned: tuple[SecretShape, ...]
    """Those that no word announces; the first stands for all that begin with a word of their own."""
    signed: tuple[SecretShape, ...]


@once
def _load_shapes() -> _Shapes:
    shapes = tuple(_read_shapes())
    return _Shapes(tuple(shape for shape in shapes if not shape.signs), tuple(shape for shape in shapes if shape.signs))


def _read_shapes() -> Iterator[SecretShape]:
    import tomllib

    shapes: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))[
        "shapes"
    ]
    # All that begin with a word of their own are one pattern: a text is then read once for all makers.
    begun = "|".join(word for shape in shapes for word in shape.get("words", ()))
    yield SecretShape(written=f"(?<![A-Za-z0-9])(?!_)(?=[!-~]{{{_SHORTEST_BEGUN}}})(?:{begun})")
    for shape in shapes:
        if "pattern" in shape:
            yield SecretShape(written=shape["pattern"], signs=tuple(shape.get("signs", ())))


def compile_secrets() -> None:
    """Compile all patterns, so that no text has to wait for it."""
    shapes = _load_shapes()
    for shape in (*shapes.unsigned, *shapes.signed):
        _ = shape.pattern


def find_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Find the parts of a text that have the shape of a secret: begin and end (exclusive); they may overlap."""
    if len(text) < _SHORTEST:
        return
    shapes = _load_shapes()
    parts = _list_long_parts(text)
    for shape in shapes.unsigned if parts else ():
        for part in parts:
            yield from shape.find(text, *part)
    small = text.lower()
    if len(small) != len(text):
        small = "".join(each.lower() if len(each.lower()) == 1 else each for each in text)
    for shape in shapes.signed:
        if any(sign in small for sign in shape.signs):
            yield from shape.find(small)


def _list_long_parts(text: str) -> list[tuple[int, int]]:
    """Return the parts of a text in which a secret without a sign of its own may stand, each with what is behind it."""
    parts: list[tuple[int, int]] = []
    for long in _LONG.finditer(text):
        start, end = long.span()
        if parts and start <= parts[-1][1]:
            start = parts.pop()[0]
        parts.append((start, end + _SHORTEST_BEGUN))
    return parts


def has_split_secret(texts: Sequence[str]) -> bool:
    """Whether several texts, read one after the other, hold a secret that begins with a word of its own.

    It may begin where a text or a word does. What looks like a secret only by its length is none: it would be found in
    many lists of codes.
    """
    joined = "".join(texts)
    places = {*accumulate(map(len, texts), initial=0), *(word.start() for word in _WORD_BEGIN.finditer(joined))}
    begun = _load_shapes().unsigned[0]
    found = (begun.pattern.match(joined[place : place + _LONGEST_SPLIT]) for place in places)
    return any(len(_CHANGE.findall(each[0])) * _CHARS_A_CHANGE >= len(each[0]) for each in found if each)
