"""Detection of sentences that repeat the model's prompt: its texts, or the lines that it shows as examples.

Near-verbatim repetition is found by shingles: runs of words, and pairs of words that stand near each other in one
sentence. Both are folded, so that case, accents and punctuation hide nothing; words may be changed, left out or put in.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from rapidfuzz import fuzz, process

from performer.core.values import dataclass
from performer.guard.speakable.folding import is_spaceless, split_words

_RUN: Final = 4
"""Words of a shingle; runs of three are too common ("on the screen")."""
_LONG_RUN: Final = 6
"""Words in a row that are a repetition, whatever stands around them."""
_LETTERS_PER_WORD: Final = 2
"""Letters that stand for a word in a script without spaces."""
_COVERED: Final = 0.7
"""Share of a sentence's words that stand in runs of the known texts."""
_FEWEST_TELLING: Final = 2
"""Shared words that are not common ones."""
_NEAR: Final = 0.65
"""Share of a sentence's pairs of neighbours that stand in one known sentence."""
_FEWEST_PAIRS: Final = 5
_SHORT: Final = 3
"""The fewest words of a known sentence that is recognised as a whole; "Magic!" is too common."""
_LONG: Final = 12
_ALIKE: Final = 88.0
"""Percent of equal letters in order, of two short sentences."""
_FIELD: Final = re.compile(r"\$\w+")
_ENDS: Final = re.compile(r"[.!?:;\n\r\t\"“”„«»{}\[\]()|*]+|(?<!\w)['`‘]|['`’](?!\w)|\s[-–—]\s|…")


class KnownTexts:
    """The texts that a model was given, without their `$fields`, which finds their sentences again.

    Common words, such as articles, do not characterise a sentence: "what is on the" is said by everybody.
    """

    def __init__(self, texts: Iterable[str], common: frozenset[str] = frozenset()) -> None:
        self._common = common
        self._runs: set[tuple[str, ...]] = set()
        self._telling: dict[int, set[tuple[str, ...]]] = defaultdict(set)
        """Runs of which one is enough, by their length."""
        self._whole: set[tuple[str, ...]] = set()
        self._pairs: dict[tuple[str, str], set[int]] = defaultdict(set)
        self._short: list[str] = []
        self._sentences = 0
        for text in texts:
            self._add(_FIELD.sub(" \n ", text))

    def holds(self, sentence: Sequence[str]) -> bool:
        """Whether a sentence, given as its folded words, stands in the texts in the same or nearly the same words."""
        if tuple(sentence) in self._whole:
            return True
        telling = (run in runs for length, runs in self._telling.items() for run in _list_shingles(sentence, length))
        return any(telling) or self._is_covered(sentence) or self._is_near(sentence)

    def _add(self, text: str) -> None:
        words = split_words(text)
        self._runs.update(_list_shingles(words, _RUN))
        letters = sum(map(is_spaceless, words))
        length = _LONG_RUN * _LETTERS_PER_WORD if 2 * letters > len(words) else _LONG_RUN
        self._telling[length].update(_list_shingles(words, length))
        for sentence in split_sentences(text):
            if len(sentence) >= _SHORT:
                self._add_sentence(sentence)

    def _add_sentence(self, sentence: Sequence[str]) -> None:
        self._whole.add(tuple(sentence))
        if len(sentence) <= _LONG:
            self._short.append(" ".join(sentence))
        for pair in _list_pairs(sentence):
            self._pairs[pair].add(self._sentences)
        self._sentences += 1

    def _is_covered(self, sentence: Sequence[str]) -> bool:
        covered: set[int] = set()
        for at, run in enumerate(_list_shingles(sentence, _RUN)):
            if run in self._runs:
                covered.update(range(at, at + _RUN))
        if not covered or len(covered) < _COVERED * len(sentence):
            return False
        return len({sentence[at] for at in covered} - self._common) >= _FEWEST_TELLING

    def _is_near(self, sentence: Sequence[str]) -> bool:
        pairs = set(_list_pairs(sentence))
        hits = Counter(known for pair in pairs for known in self._pairs.get(pair, ()))
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
    """Return the folded words of each sentence, heading or quoted piece of a text."""
    return (found for part in _ENDS.split(text) if (found := split_words(part)))


def _list_shingles(sentence: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(sentence[at : at + length]) for at in range(len(sentence) - length + 1))


def _list_pairs(sentence: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each word with the next, and with the one after that."""
    for at, word in enumerate(sentence):
        for other in sentence[at + 1 : at + 3]:
            yield (word, other)


_STEM: Final = 4
"""Letters in which two forms of one word agree: friend and friends do, brought and brings do not."""
_FEWEST: Final = 3
"""Characteristic words of an example that are enough when they come back out of order."""
_MOST_OF: Final = 0.75
_HALF: Final = 0.5
_EXAMPLE_RUN: Final = 3
_MOST_OF_LINE: Final = 0.6
"""Share of a line that a run of three words must have when it holds half of an example's characteristic words."""


@dataclass(frozen=True)
class _Example:
    """One sentence of an example."""

    words: tuple[str, ...]
    telling: frozenset[str]
    """The stems of the words that are not common ones."""


class Examples:
    """The example lines of a prompt, which finds their sentences again, also when they are changed a little.

    Common words, such as articles and pronouns, do not characterise a line.
    """

    def __init__(self, lines: Iterable[str], common: frozenset[str]) -> None:
        self._common = common
        sentences = (each for line in lines for each in split_sentences(line))
        self._examples = [_Example(tuple(each), self._find_stems(each)) for each in sentences]

    def holds(self, sentence: Sequence[str]) -> bool:
        """Whether a sentence, given as its folded words, recites an example or its point."""
        telling = self._find_stems(sentence)
        return any(self._is_recited(each, sentence, telling) for each in self._examples)

    def _is_recited(self, example: _Example, sentence: Sequence[str], telling: frozenset[str]) -> bool:
        if tuple(sentence) == example.words:
            return True
        common = len(example.telling & telling)
        if common < _HALF * len(example.telling) or not common:
            return False
        if common >= _FEWEST and common >= _MOST_OF * len(example.telling):
            return True
        run = _find_longest_run(example.words, sentence)
        if len(run) < _EXAMPLE_RUN or len(self._find_stems(run)) < _HALF * len(example.telling):
            return False
        return len(run) > _EXAMPLE_RUN or len(run) >= _MOST_OF_LINE * len(sentence)

    def _find_stems(self, sentence: Sequence[str]) -> frozenset[str]:
        return frozenset(word[:_STEM] for word in sentence if word not in self._common)


def _find_longest_run(one: Sequence[str], other: Sequence[str]) -> Sequence[str]:
    """Return the longest run of words that stands in both."""
    match = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    return one[match.a : match.a + match.size]
