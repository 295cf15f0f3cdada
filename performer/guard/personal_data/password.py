"""Passwords, PINs and keys of networks that somebody tells: "the password is …", in nine languages.

Talk about passwords passes, and so do those of games: a level's, and what is said to be an example.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_NAMES: Final = frozenset(_FILE.tree["signs"]["names"].split())
_DIGITS: Final = frozenset(_FILE.tree["signs"]["digits"].split())
_WORDS: Final = _NAMES | _DIGITS
"""Words of which a line has one that tells a password, or digits that open something, in a language with blanks."""
_UNSPACED: Final = frozenset("パ密口비패暗핀")
"""The first signs of such words in languages without blanks."""
_QUOTES: Final = ("quoted", "quoted2", "quoted3")
_ENDS: Final = ".,;:!?)»”…"
_BEFORE: Final = 24
_SHORTEST: Final = 4
_SIGNED: Final = re.compile(r"[!#$%&@*^+=~_?]")
_MIXED: Final = re.compile(r"[a-zа-я][A-ZА-Я]")


def _find_passwords(line: SearchedLine) -> Iterator[Span]:
    if not _WORDS.isdisjoint(line.words):
        yield from _find_spaced(line)
    if not line.is_ascii:
        for match in chain.from_iterable(_PATTERN[name].finditer(line.small) for name in ("unspaced", "short")):
            yield from _find_unspaced_value(line, match)
        yield from (match.span("value") for match in _PATTERN["pin_unspaced"].finditer(line.small))


def _find_spaced(line: SearchedLine) -> Iterator[Span]:
    """Find passwords in languages that have blanks between words."""
    if not _DIGITS.isdisjoint(line.words) and line.numbers:
        for name in ("pin", "door"):
            yield from (match.span("value") for match in _PATTERN[name].finditer(line.small))
    if _NAMES.isdisjoint(line.words):
        return
    for match in chain.from_iterable(_PATTERN[name].finditer(line.small) for name in ("told", "network_key")):
        if not _is_harmless(line, match):
            yield from _find_value(line, match)
    for match in chain.from_iterable(_PATTERN[name].finditer(line.small) for name in ("login", "bare")):
        start, end = _find_span(line, match)
        value = line.text[start:end]
        if _is_sure(value) and not (_is_nobodys(value) or _is_harmless(line, match)):
            yield start, end


def _is_harmless(line: SearchedLine, match: re.Match[str]) -> bool:
    """Whether words beside a password's make it a game's or an example, or it is one that may be."""
    start = match.start()
    is_behind = _PATTERN["harmless"].search(line.small, max(0, start - _BEFORE), start) is not None
    between = line.small[start : _find_span(line, match)[0]]
    return is_behind or _PATTERN["of_harmless"].search(between) is not None


def _find_span(line: SearchedLine, match: re.Match[str]) -> Span:
    """Return the span of what is told, without a sign that ends the sentence."""
    quote = next((name for name in _QUOTES if match.groupdict().get(name)), "")
    if quote:
        return match.span(quote)
    start, end = match.span("value")
    return start, start + len(line.text[start:end].rstrip(_ENDS))


def _find_value(line: SearchedLine, match: re.Match[str]) -> Iterator[Span]:
    start, end = _find_span(line, match)
    value = line.text[start:end]
    if _is_nobodys(value):
        return
    is_quoted = not match["value"]
    if is_quoted or _is_sure(value) or (len(value) >= _SHORTEST and _PATTERN["ends"].match(line.small, end)):
        yield start, end


def _find_unspaced_value(line: SearchedLine, match: re.Match[str]) -> Iterator[Span]:
    start, end = match.span("value")
    end = start + len(line.text[start:end].rstrip(_ENDS + "」』\"'"))
    value = line.text[start:end]
    if not _is_nobodys(value) and (_is_sure(value) or _PATTERN["ends_unspaced"].match(line.text, end)):
        yield start, end


def _is_nobodys(value: str) -> bool:
    """Whether a text says how a password is, not what it is."""
    small = value.lower()
    return any(_PATTERN[name].fullmatch(small) is not None for name in ("nobody", "quality", "counted"))


def _is_sure(value: str) -> bool:
    """Whether a text is no word: digits are in it, signs, or a capital within."""
    if len(value) < _SHORTEST:
        return False
    has_digit = any(map(str.isdigit, value))
    return has_digit or _SIGNED.search(value[:-1]) is not None or _MIXED.search(value) is not None


def _has_sign(line: SearchedLine) -> bool:
    if not _WORDS.isdisjoint(line.words):
        return True
    return not line.is_ascii and (not _UNSPACED.isdisjoint(line.signs) or "pin" in line.small)


PASSWORD: Final = DataShape(rule="password", file=_FILE, sign=_has_sign, spans=_find_passwords)
