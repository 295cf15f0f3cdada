"""Mending of words that are bent so that no phrase is found: with foreign letters, digits, stars or blanks in them.

A word is mended only when that makes it one that stands in a phrase, and never its length: what falls out is filled up.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache, partial
from typing import Final

from performer.guard.normalise.readings import NormalizedText

FILLING: Final = "\x00"
"""Stands where a letter or sign falls out."""
_GLUED: Final = re.compile(r"[a-z](?:(?=[^\W\d_\x00-\x7f])|(?<=[^\W\d_\x00-\x7f].))")
"""A Latin letter beside one of another script; letters with accents are plain by now."""
_BENT: Final = re.compile(r"[a-z][\d@$!*#.|/~+=^•·_-]{1,3}[a-z]")
"""Digits, or signs without a blank, between letters."""
_HAS_SPACED: Final = re.compile(r"\W[a-z\u0400-\u052f]\W{1,3}[a-z\u0400-\u052f]\W{1,3}[a-z\u0400-\u052f](?!\w)")
"""What stands somewhere in a text with single letters in a row, behind a blank: three times as fast."""
_SPACED: Final = re.compile(r"(?<![^\W_])[a-z\u0400-\u052f](?:[\W_]{1,3}[a-z\u0400-\u052f](?![^\W_])){2,}")
"""Three or more single letters in a row."""
_WORD: Final = re.compile(r"[^\W_]+")
_SIGNED: Final = re.compile(r"(?<![a-z])[a-z]++(?:[-.*#_|~/+=^•·]{1,3}[a-z]+)+")
_WITH_DIGITS: Final = re.compile(r"(?<![a-z\d@$!])[a-z\d]*(?:[a-z][\d@$!]|[\d@$][a-z])[a-z\d@$!]*(?<!!)")
_ADDRESS: Final = re.compile(r"\]\([^()\s]*\)")
"""What is behind a word that is a link, in Markdown."""
_LATIN: Final = re.compile(r"[a-z\d]+")
_ONE_LATIN: Final = re.compile(r"[a-z\d]")
_NO_LATIN: Final = re.compile(r"[^a-z\d]")
_SIGNS: Final = re.compile(r"[\W_]+")
_MEANT: Final = tuple(str.maketrans("013457@$!", f"o{one}east" + "asi") for one in "il")
"""The letters that digits are meant for."""
_STARS: Final = "*#•"
_MOST_SPACED: Final = 80
"""The most single letters in a row that are looked at."""
_GLUED_WORDS: Final = re.compile(r"[^\W\d_]{7,80}")
_SHORT: Final = 3
"""The most letters of words that are only such where they stand alone in a phrase: others are endings."""
_ALONE: Final = re.compile(rf"(?:^|(?<= ))[^\W_]{{1,{_SHORT}}}(?= |$|[|)])", re.MULTILINE)
_LONE: Final = frozenset("aiu")
"""Single letters that are words."""
_PHRASE_WORD: Final = re.compile(r"[^\W_]+\??")
"""A word; the last letter of one before a question mark may be left out."""


class PhraseWords:
    """The words of which phrases consist."""

    def __init__(self, patterns: Iterable[str]) -> None:
        every = "\n".join(patterns).replace("'", "")
        words = set(_PHRASE_WORD.findall(every))
        shorter = [word for word in words if word.endswith("?")]
        words.difference_update(shorter)
        words.update(word[:-1] for word in shorter)
        words.update(word[:-2] for word in shorter)
        self.words = frozenset(word for word in words if len(word) > 1) | _LONE
        self._glued = frozenset(word for word in words if len(word) > _SHORT) | {*_ALONE.findall(every)}
        """The words that are looked for in a longer one."""
        self.find_hidden = lru_cache(maxsize=512)(self._find_hidden)
        """The word whose letters are hidden behind stars, but for the first and the last; empty for none."""
        self.find_borders = lru_cache(maxsize=4096)(self._find_borders)
        """The places where a word parts into these, if it is several of them and none itself."""

    def index_beginnings(self) -> None:
        """List what words begin with, which is listed when the first line needs it."""
        _ = self.beginnings

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The words, and all that they begin with."""
        return frozenset(word[:end] for word in self.words for end in range(1, len(word) + 1))

    @cached_property
    def _by_shape(self) -> dict[tuple[str, str, int], list[str]]:
        by_shape: dict[tuple[str, str, int], list[str]] = {}
        for word in sorted(self.words):
            by_shape.setdefault((word[0], word[-1], len(word)), []).append(word)
        return by_shape

    def _find_hidden(self, starred: str) -> str:
        for word in self._by_shape.get((starred[0], starred[-1], len(starred)), ()):
            if all(sign in (letter, *_STARS) for sign, letter in zip(starred, word, strict=True)):
                return word
        return ""

    def _find_borders(self, glued: str) -> tuple[int, ...]:
        fewest: dict[int, tuple[int, ...]] = {} if glued in self.words else {0: ()}
        for start in range(len(glued)):
            for end in range(start + 1, len(glued) + 1) if start in fewest else ():
                word = glued[start:end]
                if word not in self.beginnings:
                    break
                if word in self._glued and len(fewest[start]) < len(fewest.get(end, glued)):
                    fewest[end] = (*fewest[start], end)
        return fewest.get(len(glued), ())[:-1]


def part_glued(text: str, load_words: Callable[[], PhraseWords]) -> tuple[str, list[int]]:
    """Return a text with blanks in words that are several of phrases in one, and where these blanks stand."""
    borders = [
        word.start() + border for word in _GLUED_WORDS.finditer(text) for border in load_words().find_borders(word[0])
    ]
    parts = [text[start:end] for start, end in zip([0, *borders], [*borders, None], strict=True)]
    return " ".join(parts), [border + number for number, border in enumerate(borders)]


def mend(reading: NormalizedText, load_words: Callable[[], PhraseWords]) -> str:
    """Return the text of a reading, as long as it is, with bent words as they are meant."""
    text = reading.text
    if not reading.apart.isascii() and _GLUED.search(reading.apart):
        text = _mend_glued(text, reading.apart, load_words().words)
    if "](" in text:
        text = _ADDRESS.sub(_fill, text)
    if _BENT.search(text):
        phrase_words = load_words()
        signed = cache(partial(_mend_signed, phrase_words))
        with_digits = cache(partial(_mend_digits, phrase_words.words))
        text = _SIGNED.sub(lambda bent: signed(bent[0]), text)
        text = _WITH_DIGITS.sub(lambda bent: with_digits(bent[0]), text)
    if _HAS_SPACED.search(f" {text}"):
        phrase_words = load_words()
        text = _SPACED.sub(lambda spaced: _mend_spaced(spaced[0], phrase_words), text)
    return text


def _fill(part: re.Match[str]) -> str:
    return FILLING * len(part[0])


def _mend_glued(text: str, apart: str, words: frozenset[str]) -> str:
    @cache
    def choose(written: str, looks: str) -> str:
        if looks in words or not _GLUED.search(written):
            return looks
        latin, others = _NO_LATIN.sub(FILLING, written), _ONE_LATIN.sub(FILLING, written)
        if latin.replace(FILLING, "") in words:
            return latin
        if others.replace(FILLING, "") in words:
            return others
        return latin.replace(FILLING, " ") if words.issuperset(_LATIN.findall(latin)) else looks

    if len(apart) != len(text):
        return text
    return _WORD.sub(lambda word: choose(word[0], text[word.start() : word.end()]), apart)


def _mend_signed(phrase_words: PhraseWords, bent: str) -> str:
    words, parts = phrase_words.words, _WORD.findall(bent)
    if words.issuperset(parts):
        return bent
    if "".join(parts) in words:
        return _SIGNS.sub(_fill, bent)
    return phrase_words.find_hidden(bent) or bent


def _mend_digits(words: frozenset[str], bent: str) -> str:
    if bent in words:
        return bent
    return next((meant for table in _MEANT if (meant := bent.translate(table)) in words), bent)


def _mend_spaced(spaced: str, phrase_words: PhraseWords) -> str:
    """Return single letters joined to as few words as they can be; unchanged when they are none."""
    letters = _SIGNS.sub("", spaced)[:_MOST_SPACED]
    best = [(0, 0), *((2 * end, end - 1) for end in range(1, len(letters) + 1))]
    for start in range(len(letters)):
        best[start + 1] = min(best[start + 1], (best[start][0] + 2, start))
        for end in range(start + 1, len(letters) + 1):
            if letters[start:end] not in phrase_words.beginnings:
                break
            if letters[start:end] in phrase_words.words:
                best[end] = min(best[end], (best[start][0] + 1, start))
    begins = set()
    at = len(letters)
    while at:
        at = best[at][1]
        begins.add(at)
    if len(begins) == len(letters):
        return spaced
    return _fill_within(spaced, begins, len(letters))


def _fill_within(spaced: str, begins: set[int], most: int) -> str:
    """Return single letters with the signs before them filled, but before those that begin a word."""
    parts: list[str] = []
    at = 0
    for number, match in enumerate(_WORD.finditer(spaced)):
        between = spaced[at : match.start()]
        is_border = number in begins or number >= most
        parts += [between if is_border else FILLING * len(between), match[0]]
        at = match.end()
    return "".join(parts)
