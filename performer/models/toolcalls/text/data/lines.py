"""Data without brackets: lines of `key: value`, as people and small models write YAML, and a shell's pairs.

A shell takes `kind=raindrop count=44 text="Bring your own shovel"`, or `--count 44 --loud`.
"""

import re
import textwrap
from typing import Final

from performer.models.toolcalls.text.data.literal import LONGEST, PrintedData, read_literal
from performer.models.toolcalls.text.data.strings import find_opener, read_quoted
from performer.models.toolcalls.text.data.words import read_bare, skip

MOST_SHELL_PAIRS: Final = 100

_KEY: Final = re.compile(
    r"[ \t,;]*+(?:--([A-Za-z_][\w-]{0,63}+)(=|[ \t]++(?!--)(?=[^\s`])|)|([A-Za-z_][\w.-]{0,63}+)=(?!=))"
)
_SHELL_WORD: Final = re.compile(r"(?:[^\s`<>,;\"']|[,;'](?=[^\s`<>,;\"'])|<(?![/|｜])(?=\S))++")


def read_pairs(text: str, at: int) -> PrintedData | None:
    """Read the pairs that begin at `at`, up to what is no pair or the end of the line; None when none begins there.

    A flag without a value (`--loud`) is true. A value that was cut is left out.
    """
    values: dict[str, object] = {}
    end = at
    stop = min(len(text), at + LONGEST)
    for _ in range(MOST_SHELL_PAIRS):
        key = _KEY.match(text, end, stop)
        if key is None:
            break
        name = key[1] or key[3]
        if key[1] and not key[2]:
            values[name], end = True, key.end()
            continue
        read = _read_value(text, key.end(), stop)
        if read is None:
            return PrintedData(value=values, end=stop, cut=True)
        values[name], end = read
    return PrintedData(value=values, end=end) if values else None


def _read_value(text: str, at: int, stop: int) -> tuple[object, int] | None:
    """Read one value and the index after it; None when it was cut."""
    quote = find_opener(text, at)
    if quote is not None:
        return read_quoted(text, at, stop, quote)
    if text.startswith(("{", "["), at):
        literal = read_literal(text, at, words=True)
        if literal is not None:
            return None if literal.cut or literal.open_depth else (literal.value, literal.end)
    word = _SHELL_WORD.match(text, at, stop)
    if word is None:
        return ("", at) if at < stop else None
    return read_bare(word.group()), word.end()


DEEPEST: Final = 4
"""Mappings and lists in one another."""
MOST_LINE_PAIRS: Final = 500
MOST_BROKEN: Final = 8
"""Lists and dictionaries that turned out to be none, before brackets are taken for text."""

_INDENT: Final = re.compile(r"[ \t]*+")
_PAIR: Final = re.compile(
    r"(?P<mark>[\"'`]|\*\*|)(?P<key>[A-Za-z_][\w.-]{0,63}+)(?:(?P=mark)|(?=:\*\*))[ \t]*+"
    r"(?::(?=\s|\*\*|\Z|[\"'\[{])|=(?!=))(?:\*\*)?[ \t]*+"
)
_BULLET: Final = re.compile(r"[-*•][ \t]++")
_BLOCK: Final = re.compile(r"([|>])[+-]?\d?[ \t\r]*+(?=\n|\Z)")
_REST: Final = re.compile(r"[ \t]*+,?[ \t\r]*+(?:#[^\n]*+)?(?=\n|\Z)")
_LINE: Final = re.compile(r"[^\n]*+")
_WORD_ALONE: Final = re.compile(r"([^\s,#]+),?(?:[ \t]+#.*)?")


def read_mapping(text: str, at: int, end: int | None = None) -> PrintedData | None:
    """Read the lines of `key: value`, `key = value` or `- key: value` that begin at `at`.

    A value is the rest of its line, with quotes, lists and dictionaries read as such; lines below it that stand
    further in belong to it. The first line that maps nothing ends the reading, and so do an empty one, 500 pairs, and
    the index `end`, which counts as the end of the text.
    """
    stop = min(len(text) if end is None else end, at + LONGEST)
    lines = _Lines(text, at, stop)
    value = lines.read_mapping(lines.measure_indent(), level=0)
    return PrintedData(value=value, end=lines.last) if value else None


class _Lines:
    """A reading of lines, from the top down; each line is looked at once or twice."""

    def __init__(self, text: str, at: int, stop: int) -> None:
        self._text = text
        self._at = at
        self._stop = stop
        self.last = at
        """The index after the last line that was read."""
        self._broken = 0
        self._pairs = 0

    def measure_indent(self) -> int:
        """Return how far in the next line begins."""
        return skip(_INDENT, self._text, self._at, self._stop) - self._at

    def read_mapping(self, indent: int, *, level: int) -> dict[str, object]:
        """Read the pairs that stand so far in."""
        result: dict[str, object] = {}
        while self._at < self._stop and self.measure_indent() == indent:
            begun = self._at + indent
            bullet = _BULLET.match(self._text, begun, self._stop)
            pair = _PAIR.match(self._text, bullet.end() if bullet else begun, self._stop)
            if pair is None:
                break
            self._pairs += 1
            if self._pairs > MOST_LINE_PAIRS:
                break
            self._at = pair.end()
            result[pair["key"]] = self._read_value(indent, level=level, bulleted=bullet is not None)
        return result

    def _read_value(self, indent: int, *, level: int, bulleted: bool) -> object:
        block = _BLOCK.match(self._text, self._at, self._stop)
        if block is not None:
            self._leave_line(block.end())
            return self._read_block(indent, folded=block[1] == ">")
        if self._peek_rest() or level >= DEEPEST:
            return self._add_lines(self._read_inline(), indent)
        self._leave_line()
        return self._read_below(indent, level=level, bulleted=bulleted)

    def _read_below(self, indent: int, *, level: int, bulleted: bool) -> object:
        """Read what stands under a key without a value."""
        further = self.measure_indent()
        begun = self._at + further
        if _BULLET.match(self._text, begun, self._stop) and (further > indent or not bulleted) and further >= indent:
            return self._read_list(further, level=level + 1)
        if further <= indent or self._at >= self._stop:
            return None
        if _PAIR.match(self._text, begun, self._stop):
            return self.read_mapping(further, level=level + 1)
        return self._read_block(indent, folded=False)

    def _read_list(self, indent: int, *, level: int) -> list[object]:
        items: list[object] = []
        while self._at < self._stop and self.measure_indent() == indent:
            bullet = _BULLET.match(self._text, self._at + indent, self._stop)
            if bullet is None:
                break
            pair = _PAIR.match(self._text, bullet.end(), self._stop)
            if pair is None or level >= DEEPEST:
                self._at = bullet.end()
                items.append(self._add_lines(self._read_inline(), indent))
                continue
            further = bullet.end() - self._at  # where a dictionary begins whose first pair stands behind the bullet
            self._at = pair.end()
            first = self._read_value(further, level=level + 1, bulleted=False)
            items.append({pair["key"]: first, **self.read_mapping(further, level=level + 1)})
        return items

    def _read_block(self, indent: int, *, folded: bool) -> str:
        """Read the lines further in than `indent`, as one text."""
        inner = re.compile(rf"(?:(?:[ \t\r]*+\n)*+[ \t]{{{indent + 1},}}+(?=\S)[^\n]*+\n?)*+")
        end = skip(inner, self._text, self._at, self._stop)
        block = self._text[self._at : end]
        if block:
            self._leave_line(end - block.endswith("\n"))
        dedented = textwrap.dedent(block.replace("\r\n", "\n")).strip("\n")
        return "\n".join(part.replace("\n", " ") for part in dedented.split("\n\n")) if folded else dedented

    def _add_lines(self, value: object, indent: int) -> object:
        """Add the lines that stand further in than the line of the value, and map nothing."""
        if not isinstance(value, str):
            return value
        parts = [value]
        while self._at < self._stop and self._peek_rest() and self.measure_indent() > indent:
            begun = self._at + self.measure_indent()
            if _PAIR.match(self._text, begun, self._stop) or _BULLET.match(self._text, begun, self._stop):
                break
            parts.append(self._peek_rest())
            self._leave_line()
        return " ".join(parts)

    def _read_inline(self) -> object:
        """Read the value on the rest of the line, or the data that begins on it."""
        data = self._read_data()
        if data is not None:
            value, end = data
            self._leave_line(end)
            return value
        rest = self._peek_rest()
        self._leave_line()
        word = _WORD_ALONE.fullmatch(rest)
        return read_bare(word[1]) if word else rest

    def _read_data(self) -> tuple[object, int] | None:
        quote = find_opener(self._text, self._at)
        if quote is not None:
            return self._check_rest(read_quoted(self._text, self._at, self._stop, quote))
        if self._broken > MOST_BROKEN or not self._text.startswith(("[", "{"), self._at):
            return None
        literal = read_literal(self._text, self._at, words=True)
        if literal is None or literal.cut or literal.open_depth or literal.end > self._stop:
            self._broken += 1
            return None
        return self._check_rest((literal.value, literal.end))

    def _check_rest(self, read: tuple[object, int] | None) -> tuple[object, int] | None:
        """Return what was read, if nothing but a comma or comment follows it on its line."""
        if read is None:
            return None
        rest = _REST.match(self._text, read[1], self._stop)
        return (read[0], rest.end()) if rest else None

    def _peek_rest(self) -> str:
        return self._text[self._at : skip(_LINE, self._text, self._at, self._stop)].strip()

    def _leave_line(self, end: int | None = None) -> None:
        """Go to the next line, from the index `end` on this one or on another."""
        self.last = skip(_LINE, self._text, self._at, self._stop) if end is None else end
        self._at = min(self.last + 1, self._stop)
