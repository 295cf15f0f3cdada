"""Variants: the other ways in which a line can be read, as it looks, aloud, set upright or out of a mirror."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from performer.guard.normalise.look_alikes import (
    DRAWN,
    EMOJI,
    find_look_alike,
    is_mirrored,
    is_turned,
    transliterate,
    turn_single,
    turn_upright,
    unmirror,
)
from performer.guard.normalise.readings import NormalizedText
from performer.guard.words.letters import Variant

_WORD: Final = re.compile(r"[^\W\d_\u1100-\u11ff\uac00-\ud7af]+")
"""A word; Korean letters look like no others."""
_MIXED: Final = re.compile(r"[a-z][\u0370-\u052f]|[\u0370-\u052f][a-z]")
_EUROPEAN: Final = re.compile(r"[a-z\u0370-\u052f]+")
_UNDERSCORE: Final = re.compile("_")
_FLAG: Final = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_EMOJI_BESIDE: Final = re.compile("(?<=[a-z])[{0}]|[{0}](?=[a-z])".format("".join(EMOJI)))
_LETTER_SIGN: Final = re.compile("[×✖❌⭕]")
"""Signs that stand for an x or an o, or for a letter that is left out."""


def iterate_variants(reading: NormalizedText) -> Iterator[Variant]:
    """Yield other ways to read a text that is not in plain Latin letters."""
    text = reading.text
    if text != reading.apart:
        yield Variant(reading, base=reading.apart)
    seen = {text}
    texts = [_WORD.sub(partial(_read_whole, read), text) for read in (_look_up, transliterate)]
    if _MIXED.search(reading.apart):
        texts.append(_EUROPEAN.sub(lambda word: transliterate(word[0]), reading.apart))
    for other in texts:
        if other not in seen:
            seen.add(other)
            yield Variant(replace(reading, text=other), is_guess=True, has_letters_alone=True, base=text)
    if _EMOJI_BESIDE.search(text):
        drawn = replace(reading, text=_EMOJI_BESIDE.sub(lambda sign: EMOJI[sign[0]], text))
        yield Variant(drawn, has_letters_alone=True, base=text)
    if is_turned(text) or is_mirrored(text):
        small, capital = turn_upright(text)
        others = (turn_single(text), unmirror(text))
        variants = [
            Variant(replace(reading, text=other), has_letters_alone=True, base=text)
            for other in (*others, small, capital)
        ]
        yield from (each.reverse() for each in variants)
        yield from variants[: len(others)]


def _look_up(word: str) -> str:
    return "".join(map(find_look_alike, word))


def _read_whole(read: Callable[[str], str], word: re.Match[str]) -> str:
    """Return a word as it is read, or unchanged when some letters cannot be read so."""
    if word[0].isascii():
        return word[0]
    other = read(word[0])
    return other if other.isascii() else word[0]


_DRAWN: Final = re.compile("|".join(re.escape(signs) for signs in sorted(DRAWN, key=len, reverse=True)))


def read_drawn(variant: Variant, text: str) -> Variant | None:
    """Return a line with letters that are drawn with several signs: |_| is a u; None if there are none."""
    groups = [(*group.span(), DRAWN[group[0]]) for group in _DRAWN.finditer(text)]
    return variant.replace_parts(text, groups) if groups else None


def read_without_flags(variant: Variant, text: str) -> Variant | None:
    """Return a line in which flags, which are pairs of letters, are no letters; None if there are none."""
    origins = variant.reading.origins
    flags = [match.span() for match in _FLAG.finditer(variant.reading.written)]
    parts = [(bisect_left(origins, begin), bisect_left(origins, end), "~") for begin, end in flags]
    return variant.replace_parts(text, parts) if parts else None


def restore_underscores(reading: NormalizedText, text: str) -> str:
    """Return a text of a reading with its underscores, which part letters, or stand for some."""
    if "_" not in reading.written:
        return text
    letters = list(text)
    for sign in _UNDERSCORE.finditer(reading.written):
        place = bisect_left(reading.origins, sign.start())
        if place < len(letters) and reading.origins[place] == sign.start():
            letters[place] = "_"
    return "".join(letters)


def restore_signs(reading: NormalizedText, text: str) -> str:
    """Return a text of a reading with its underscores, and with signs that only look like letters."""
    if _LETTER_SIGN.search(reading.written) is None:
        return restore_underscores(reading, text)
    pairs = zip(text, reading.origins, strict=True)
    signs = ((letter, reading.written[origin]) for letter, origin in pairs)
    return "".join(sign if sign == "_" or _LETTER_SIGN.match(sign) else letter for letter, sign in signs)
