"""Ambiguous words: words some of whose signs may be several letters.

They mix scripts, digits or drawn letters, stand on their heads, or are Latin letters in a Cyrillic line.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from performer.core.made_late import compile_late
from performer.core.values import dataclass
from performer.guard.normalise.look_alikes import is_mirrored, is_turned
from performer.guard.normalise.readings import ONE_SCRIPT, NormalizedText
from performer.guard.words.variants import restore_underscores

_TOKEN: Final = re.compile(r"\S+")
_LINK: Final = re.compile(r"://|www\.")
_IN_LINK: Final = re.compile(r"[^\s/?&=.#:]+")
_OTHER: Final = (
    "\u0250-\u03ff\u0530-\u058f\u13a0-\u13ff\u1680-\u16ff\u1d00-\u1dbf\u2200-\u22ff\u2c00-\u2dff\ua4d0-\ua4ff"
    "\ua640-\uabff"
)
_IS_ODD: Final = compile_late(
    r"[|/\\()\[\]{}<>^]\S|[A-Za-z]['`]?[0-9@$!+]+[A-Za-z]|[0-9][A-Za-z]+[0-9]|[a-z](?:JI|bI|[TBMHK]|LL[Il1])"
    r"|['`\"]/|\b[34689][a-z]{3}|[a-z]{3}[69]\b"
    rf"|[\u0400-\u052f][^\u0400-\u052f\s.,:;!?…'\"’”»)–—-]|[^\u0400-\u052f\s'\"„“«(–—-][\u0400-\u052f]"
    rf"|[A-Za-z0-9][{_OTHER}]|[{_OTHER}][A-Za-z0-9]|[ŧŦƚȽ]"
)
"""What a text holds that may have an ambiguous word."""
DRAWN: Final = re.compile(r"[|/\\()\[\]{}<>^]")
_DIGITS: Final = re.compile("[a-z][0-9]|[0-9][a-z]|[a-z][@$€!+][a-z]")
_READABLE: Final = re.compile("[a-z\u0370-\u052f]")
EDGES: Final = "\"'«»„“”‘’.,;:!?…)]}>-–—*~"
_PUNCTUATION: Final = EDGES + "([<{#&@$=%`"
_LONE_SIGN: Final = re.compile(r"(?<![^\w])[|/\\]$|^[|/\\](?=\w)")
_ORDINARY: Final = re.compile(
    r"(?:[\u0400-\u052f]+|[a-z]+|[\u0370-\u03ff]+|[0-9]+)(?:[-'’.,:;/…–—+&=](?:[\u0400-\u052f]+|[a-z]+|[\u0370-\u03ff]+|[0-9]+))*"
)
"""Words as people write them, some of them joined by signs."""
WESTERN: Final = re.compile(r"[\x00-\u0166\u0168-\u0199\u019b-\u024f\u1e00-\u1eff]+")
"""Text without a letter of another script, or one whose stroke may make another letter of it."""
_FEWEST_DRAWN: Final = 4
"""The fewest signs of drawn letters in a word without any letter."""
_HUMP: Final = re.compile("[a-z](?:JI|bI|[TBMHK]|LL[Il1])")
"""Capitals that look like small Cyrillic letters, behind a small letter."""
_FOREIGN_WORD: Final = re.compile(r"(?<!\S)(?=\S*[a-z]{2})[a-z;,'`.\[\]]{5,}[!?]*(?!\S)")
"""A word in Latin letters, or one that was written with the keyboard set to English."""
CYRILLIC: Final = re.compile("[\u0400-\u052f]")
_LONGEST: Final = 72
MOST_WORDS: Final = 4


class Oddness(IntEnum):
    """The oddness of a word, from one that is read as it stands to the oddest."""

    PLAIN = 0
    BESIDE = 1
    """In a line with turned letters."""
    FOREIGN = 2
    """In Latin letters, in a Cyrillic line; from here on a word is ambiguous."""
    MIXED = 3
    """Of mixed signs."""
    HUMPED = 4
    """With capitals that look like small Cyrillic letters."""


Word = tuple[int, int, Oddness]
"""The begin and the end of a word in a text, and how odd it is."""


@dataclass(frozen=True, slots=True)
class AmbiguousWord:
    """An ambiguous word with those around it, for it may be in a phrase."""

    text: str
    start: int
    """The begin of the words in the whole text."""
    words: tuple[Word, ...]
    is_reversed: bool = False
    """Whether the text stands in the reverse order."""


def find_ambiguous_words(reading: NormalizedText) -> Iterator[AmbiguousWord]:
    """Find the words of a text that mix scripts, digits or drawn letters, or are turned, the oddest first."""
    plain = reading.apart
    is_foreign = _FOREIGN_WORD.search(plain) is not None and CYRILLIC.search(plain) is not None
    if not (is_foreign or _IS_ODD.search(reading.written) or is_turned(plain) or is_mirrored(plain)):
        return
    text = restore_underscores(reading, reading.apart)
    written = reading.written if len(reading.written) == len(text) else text
    least = Oddness.BESIDE if is_turned(text) or is_mirrored(text) else Oddness.PLAIN
    words = [_look_at(written, text, *match.span(), least) for match in _find_tokens(text)]
    if is_foreign:
        foreign = {match.span() for match in _FOREIGN_WORD.finditer(text)}
        words = [
            (begin, end, Oddness.FOREIGN if (begin, end) in foreign and odd < Oddness.HUMPED else odd)
            for begin, end, odd in words
        ]
    for place in sorted(range(len(words)), key=lambda place: -words[place][2]):
        behind, before = words[place : place + MOST_WORDS], words[max(0, place + 1 - MOST_WORDS) : place + 1][::-1]
        for group in (behind, before):
            if any(odd >= Oddness.FOREIGN for _, _, odd in group):
                yield _make_word(text, group, is_reversed=group is before)


def _find_tokens(text: str) -> Iterator[re.Match[str]]:
    """Find what blanks part; of a link with Cyrillic letters, what its signs part."""
    for token in _TOKEN.finditer(text):
        if _LINK.search(token[0]) and CYRILLIC.search(token[0]):
            yield from _IN_LINK.finditer(text, *token.span())
        else:
            yield token


def _make_word(text: str, words: list[Word], *, is_reversed: bool) -> AmbiguousWord:
    first = words[0]
    if is_reversed:
        near = [each for each in words if first[1] - each[0] <= _LONGEST] or words[:1]
        start, end = near[-1][0], first[1]
        spans = tuple((end - stop, end - begin, odd) for begin, stop, odd in near)
        return AmbiguousWord(text[start:end][::-1], start, spans, is_reversed=True)
    near = [each for each in words if each[1] - first[0] <= _LONGEST] or words[:1]
    start, end = first[0], near[-1][1]
    return AmbiguousWord(text[start:end], start, tuple((begin - start, stop - start, odd) for begin, stop, odd in near))


def _look_at(written: str, text: str, begin: int, end: int, least: Oddness) -> Word:
    is_humped = _HUMP.search(written, begin, end) is not None
    return begin, end, Oddness.HUMPED if is_humped else Oddness.MIXED if _is_odd(text[begin:end]) else least


def _is_odd(word: str) -> bool:
    """Whether a word mixes scripts, digits and signs, and has letters that may be read."""
    bare = _LONE_SIGN.sub("", word.strip(_PUNCTUATION))
    if len(bare) <= 1 or (bare.isascii() and bare.isalpha()) or _ORDINARY.fullmatch(bare):
        return False
    if not _READABLE.search(bare) and len(DRAWN.findall(word)) < _FEWEST_DRAWN:
        return False
    if is_turned(bare) or is_mirrored(bare):
        return True
    if WESTERN.fullmatch(bare):
        return (DRAWN.search(word) or _DIGITS.search(bare)) is not None
    return ONE_SCRIPT.fullmatch(bare) is None
