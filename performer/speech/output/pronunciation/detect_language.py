"""Which language a sentence is in, by its script and its commonest words: cheap, and silent when in doubt."""

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from performer.core.made_late import compile_late, once

_WORD: Final = compile_late(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)*")
"""A letter by itself tells nothing: it is a part of a picture drawn with signs, or of a word that is spelled."""
_FEWEST_WORDS: Final = 2
"""So many words of a language tell it from another one."""
_MOST_OTHERS: Final = 0.5
"""A language is not told apart when another one has more than this share of its words."""
_OF_LETTER: Final = 2
"""A letter of its own counts as so many words, beside a word."""


class _Signs:
    """What the languages are told by."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.scripts = [(re.compile(f"[{signs}]"), codes.split()) for signs, codes in told["scripts"].items()]
        self.letters = {code: frozenset(letters) for code, letters in told["letters"].items()}
        self.languages: dict[str, list[str]] = {}
        """The languages that have a word among their commonest."""
        for code, words in told["words"].items():
            for word in words.split():
                self.languages.setdefault(word, []).append(code)


@once
def _load_signs() -> _Signs:
    return _Signs(tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")))


def detect_language(sentence: str, known: Collection[str]) -> str:
    """Return the language of a sentence, as it is named among those that are known; empty when in doubt.

    Args:
        sentence: What is said, without markup.
        known: Codes such as `de` or `pt-BR`. A sentence in another language is in doubt too.
    """
    names: dict[str, str] = {}
    for name in known:
        names.setdefault(re.split(r"[-_]", name.lower())[0], name)
    found = _find_by_script(sentence, names) or _find_by_words(sentence)
    return names.get(found, "")


def _find_by_script(sentence: str, names: Collection[str]) -> str:
    """Return the language that most letters of a sentence are of; empty where they are Latin."""
    letters = [each for each in sentence if each.isalpha()]
    if 2 * sum(map(_is_latin, letters)) >= len(letters) or not _WORD.search(sentence):
        return ""
    codes: Sequence[str] = next((codes for script, codes in _load_signs().scripts if script.search(sentence)), [])
    return next((code for code in codes if code in names), "")


def _is_latin(letter: str) -> bool:
    return letter < "\u0250" or "\u1e00" <= letter < "\u1f00"


def _find_by_words(sentence: str) -> str:
    signs = _load_signs()
    counts: Counter[str] = Counter()
    for word in set(_WORD.findall(sentence.lower().replace("’", "'"))):
        counts.update(signs.languages.get(word, ()))
    small = frozenset(sentence.lower())
    for code, letters in signs.letters.items():
        if letters & small and code in counts:  # a foreign name has such a letter too
            counts[code] += _OF_LETTER
    (best, most), (_, next_most) = (*counts.most_common(2), ("", 0), ("", 0))[:2]
    return best if most >= _FEWEST_WORDS and next_most <= most * _MOST_OTHERS else ""
