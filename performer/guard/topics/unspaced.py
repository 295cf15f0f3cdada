"""UnspacedSearch: the search for phrases of scripts without blanks, in which a phrase may stand anywhere.

Only letters of these scripts, and ages, are looked at: whatever else is put between them falls out.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import chain, compress, count
from operator import add
from typing import Final

from performer.core.made_late import compile_late
from performer.guard.normalise.look_alikes import simplify_letter
from performer.guard.topics.heads import ANY, list_first_letters
from performer.guard.topics.index import TooManyTries
from performer.guard.topics.known_heads import find_known_letters
from performer.guard.topics.phrases import GAP, TopicPhrases

_LETTERS: Final = compile_late(
    r"(?<![0-9])[0-9]{1,2}(?= ?(?:[歳才岁歲]|\u1109(?:\u1161\u11af|\u1166)))"
    r"|[\u0e00-\u0eff\u3041-\u30ff\u3400-\u9fff\u1100-\u11ff\uac00-\ud7af々〇]+|[。！？!?\n]|\.(?=\s)"
)
_FEWEST: Final = 2
"""The first letters of a phrase by which it is found."""
_KOREAN: Final = 6
"""The same for Korean, whose syllables are two or three letters each."""
_ALWAYS: Final = 100
"""The tries that a short text may need. In everyday texts there are 35 in 500 characters, and 85 in 2,000."""
_CHARS_A_TRY: Final = 8
"""The characters of a longer text to each further try."""
_JAMO: Final = re.compile("[\u1100-\u11ff]")
_BEGIN: Final = re.compile("[\u1100-\u115f0-9]")
_WITHIN: Final = frozenset(map(chr, range(0x1160, 0x1200)))
"""The letters within a Korean syllable, with which no phrase begins."""
_GAP: Final = "[^.]{0,16}?"
_GROUP: Final = re.compile(r"\((?!\?)")
_REPEATED: Final = compile_late("[가-힣](?=[?*+{])")
_ODD: Final = re.compile(r"[^\x00-\x7f…]")

Span = tuple[int, int]


@cache
def compile_unspaced(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of a script without blanks."""
    plain = simplify_pattern(pattern).replace(GAP, _GAP)
    return re.compile(_GROUP.sub("(?:", plain))


def simplify_pattern(pattern: str) -> str:
    """Return a pattern with its letters as readings have them: Korean ones apart, Katakana as Hiragana."""
    grouped = _REPEATED.sub(r"(\g<0>)", pattern)
    return _ODD.sub(lambda letter: simplify_letter(letter[0]), grouped).replace("…", GAP)


class UnspacedLine:
    """The letters of a text that belong to scripts without blanks, and a full stop at the end of each sentence."""

    def __init__(self, text: str) -> None:
        self._whole = text
        parts = _LETTERS.findall(text)
        self.text = "".join(["." if len(part) == 1 and not part.isalnum() else part for part in parts])

    @cached_property
    def _places(self) -> list[int]:
        return [*chain.from_iterable(range(*match.span()) for match in _LETTERS.finditer(self._whole))]

    def span(self, start: int, end: int) -> Span:
        """Return the place in the whole text of the letters from start to end (exclusive)."""
        return self._places[start], self._places[end - 1] + 1

    def sentence(self, start: int, end: int) -> str:
        """Return the sentence around some letters."""
        stop = self.text.find(".", end)
        return self.text[self.text.rfind(".", 0, start) + 1 : stop if stop >= 0 else len(self.text)]


class UnspacedSearch:
    """The search for groups of phrases, by the first letters of each."""

    def __init__(self, groups: Sequence[TopicPhrases]) -> None:
        self._groups = tuple(groups)
        self._by_key: dict[str, list[tuple[int, str]]] = {}
        for number, phrases in enumerate(groups):
            for pattern in phrases.patterns:
                for key in find_known_letters(pattern) or list_keys(pattern):
                    self._by_key.setdefault(key, []).append((number, pattern))
        self._longer = sorted({len(key) for key in self._by_key} - {_FEWEST})
        self._begun = frozenset(key[: _FEWEST + 1] for key in self._by_key)
        """What keys begin with, of one letter more than the shortest have."""

    def compile(self) -> None:
        """Compile all patterns."""
        for phrases in self._groups:
            for pattern in filter(None, (*phrases.patterns, phrases.unless)):
                compile_unspaced(pattern)

    def find(self, line: UnspacedLine) -> list[tuple[int, Span]]:
        """Find the phrases that nothing excuses: the number of the group, and the place in the line.

        Raises TooManyTries for a text that would take too long.
        """
        text = line.text
        found: list[tuple[int, Span]] = []
        excused: dict[tuple[str, str], bool] = {}
        end = 0
        left = _ALWAYS + len(text) // _CHARS_A_TRY
        for place, number, pattern in self._list_candidates(text):
            if place >= end:
                left -= 1
                if left < 0:
                    raise TooManyTries(number)
                match = compile_unspaced(pattern).match(text, place)
                if match and not self._is_excused(number, line.sentence(*match.span()), excused):
                    found.append((number, match.span()))
                    end = match.end()
        return found

    def _list_candidates(self, text: str) -> Iterator[tuple[int, int, str]]:
        for place, key in self._list_keys_in(text):
            for number, pattern in self._by_key[key]:
                yield place, number, pattern

    def _list_keys_in(self, text: str) -> list[tuple[int, str]]:
        """Return what phrases begin with, and where it stands."""
        known = self._by_key
        pairs = map(add, text, text[1:])
        if not _JAMO.search(text):
            return [(place, key) for place, key in enumerate(pairs) if key in known]
        begins = compress(count(), map(_WITHIN.isdisjoint, text))
        begun = self._begun
        near = [at for at in begins if text[at : at + _FEWEST] in known or text[at : at + _FEWEST + 1] in begun]
        keys = [(at, text[at : at + _FEWEST]) for at in near]
        longer = [at for at in near if _BEGIN.match(text, at)]
        keys += [(at, text[at : at + length]) for length in self._longer for at in longer]
        return sorted(each for each in keys if each[1] in known)

    def _is_excused(self, number: int, sentence: str, known: dict[tuple[str, str], bool]) -> bool:
        unless = self._groups[number].unless
        if (unless, sentence) not in known:
            known[unless, sentence] = bool(unless) and compile_unspaced(unless).search(sentence) is not None
        return known[unless, sentence]


def list_keys(pattern: str) -> set[str]:
    """Return what a pattern can begin with; a ValueError for one that may begin with anything."""
    plain = simplify_pattern(pattern)
    letters = _KOREAN if _JAMO.search(plain) else _FEWEST
    keys = {each.rstrip(ANY)[:letters] for each in list_first_letters(plain, letters)}
    if any(len(key) < _FEWEST for key in keys):
        raise ValueError(f"this must begin with two letters, whatever is left out: {pattern}")
    return keys
