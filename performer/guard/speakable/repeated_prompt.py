"""Told: texts that a model was given to read, in which a sentence is found again when it only repeats them.

Near-verbatim repetition is found by shingles: runs of words, and pairs of words that stand near each other in one
sentence. Both are folded, so that case, accents and punctuation hide nothing; words may be changed, left out or put in.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rapidfuzz import fuzz, process

from performer.guard.speakable.folding import is_spaceless, split_words

_RUN: Final = 4
"""Words of a shingle; runs of three are too often nobody's ("on the screen")."""
_LONG_RUN: Final = 6
"""So many words in a row are repeated, whatever stands around them."""
_LETTERS_PER_WORD: Final = 2
"""Letters that stand for a word in a script without spaces."""
_COVERED: Final = 0.7
"""Share of a sentence's words that stand in runs of what was told."""
_FEWEST_TELLING: Final = 2
"""Words in common that are not in everybody's mouth."""
_NEAR: Final = 0.65
"""Share of a sentence's pairs of neighbours that stand in one told sentence."""
_FEWEST_PAIRS: Final = 5
_SHORT: Final = 3
"""Words that a told sentence has at least, to be recognised as a whole; "Magic!" is everybody's."""
_LONG: Final = 12
_ALIKE: Final = 88.0
"""Percent of equal letters in order, of two short sentences."""
_FIELD: Final = re.compile(r"\$\w+")
_ENDS: Final = re.compile(r"[.!?:;\n\r\t\"“”„«»{}\[\]()|*]+|(?<!\w)['`‘]|['`’](?!\w)|\s[-–—]\s|…")


class KnownTexts:
    """Finds sentences of some texts again.

    Args:
        texts: What a model was told; `$fields` are left out.
        common: Words that tell nothing of a sentence, such as articles: "what is on the" is in everybody's mouth.
    """

    def __init__(self, texts: Iterable[str], common: frozenset[str] = frozenset()) -> None:
        self._common = common
        self._runs: set[tuple[str, ...]] = set()
        self._telling: dict[int, set[tuple[str, ...]]] = defaultdict(set)
        """Runs, by their length, of which one is enough."""
        self._whole: set[tuple[str, ...]] = set()
        self._pairs: dict[tuple[str, str], set[int]] = defaultdict(set)
        self._short: list[str] = []
        self._sentences = 0
        for text in texts:
            self._read(_FIELD.sub(" \n ", text))

    def holds(self, sentence: Sequence[str]) -> bool:
        """Tell whether a sentence, given as its folded words, was told in the same or nearly the same words."""
        if tuple(sentence) in self._whole:
            return True
        return self._has_telling_run(sentence) or self._is_covered(sentence) or self._is_near(sentence)

    def _read(self, text: str) -> None:
        everything = split_words(text)
        self._runs.update(_shingles(everything, _RUN))
        length = _long_run(everything)
        self._telling[length].update(_shingles(everything, length))
        for sentence in split_sentences(text):
            if len(sentence) >= _SHORT:
                self._read_sentence(sentence)

    def _read_sentence(self, sentence: Sequence[str]) -> None:
        self._whole.add(tuple(sentence))
        if len(sentence) <= _LONG:
            self._short.append(" ".join(sentence))
        for pair in _pairs(sentence):
            self._pairs[pair].add(self._sentences)
        self._sentences += 1

    def _has_telling_run(self, sentence: Sequence[str]) -> bool:
        return any(run in runs for length, runs in self._telling.items() for run in _shingles(sentence, length))

    def _is_covered(self, sentence: Sequence[str]) -> bool:
        covered: set[int] = set()
        for at, run in enumerate(_shingles(sentence, _RUN)):
            if run in self._runs:
                covered.update(range(at, at + _RUN))
        if not covered or len(covered) < _COVERED * len(sentence):
            return False
        return len({sentence[at] for at in covered} - self._common) >= _FEWEST_TELLING

    def _is_near(self, sentence: Sequence[str]) -> bool:
        pairs = set(_pairs(sentence))
        hits = Counter(told for pair in pairs for told in self._pairs.get(pair, ()))
        if not hits:
            return False
        nearest, most = hits.most_common(1)[0]
        if most >= _FEWEST_PAIRS and most >= _NEAR * len(pairs):
            shared = {word for pair in pairs if nearest in self._pairs.get(pair, ()) for word in pair}
            return len(shared - self._common) >= _FEWEST_TELLING
        if not _SHORT <= len(sentence) <= _LONG:
            return False
        return process.extractOne(" ".join(sentence), self._short, scorer=fuzz.ratio, score_cutoff=_ALIKE) is not None


def split_sentences(text: str) -> Iterator[list[str]]:
    """Give the folded words of each sentence, heading or quoted piece of a text."""
    return (found for part in _ENDS.split(text) if (found := split_words(part)))


def _long_run(sentence: Sequence[str]) -> int:
    letters = sum(map(is_spaceless, sentence))
    return _LONG_RUN * _LETTERS_PER_WORD if 2 * letters > len(sentence) else _LONG_RUN


def _shingles(sentence: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(sentence[at : at + length]) for at in range(len(sentence) - length + 1))


def _pairs(sentence: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Give each word with the next, and with the one after that."""
    for at, word in enumerate(sentence):
        for other in sentence[at + 1 : at + 3]:
            yield (word, other)
