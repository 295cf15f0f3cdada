"""Tokens: the words of a reading, and how they are broken up.

Scripts without blanks between words: Thai, Lao, Chinese, Japanese; and Korean, which glues endings to its words.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from performer.guard.normalise.look_alikes import find_look_alike
from performer.guard.normalise.readings import NormalizedText
from performer.guard.words.similar_words import make_keys

_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
_KOREAN: Final = re.compile(r"[\u1100-\u11ff\uac00-\ud7af]")
_MARKED: Final = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\uff66-\uff9f]")
"""Of these a mark makes another word, though all marks are left out of a reading."""
_OWN_MARKS: Final = re.compile(r"[\u0e00-\u0eff\u3099\u309a]")
_UNSEEN: Final = frozenset({"Mn", "Me", "Cf"})
_OPEN_SYLLABLE: Final = re.compile(r"[\u1161-\u1175]\Z")


def is_unspaced(text: str, *, with_korean: bool = True) -> bool:
    """Tell whether some of a text is in such a script; short words of Korean are parts of many harmless ones."""
    return _UNSPACED.search(text) is not None or (with_korean and _KOREAN.search(text) is not None)


def has_marks(text: str) -> bool:
    """Tell whether marks matter in a text: ばか is a fool and はか a grave."""
    return _MARKED.search(text) is not None


def restore_marks(text: str) -> str:
    """Give a text with the marks that its script has, and nothing else upon its letters."""
    whole = unicodedata.normalize("NFKC", text)
    kept = (each for each in whole if unicodedata.category(each) not in _UNSEEN or _OWN_MARKS.match(each))
    return "".join(kept).casefold()


def make_open_ending_pattern(plain: str) -> str:
    """Give the pattern of what must not follow a word that ends with an open syllable of Korean: a last consonant."""
    return r"(?![\u11a8-\u11ff])" if _OPEN_SYLLABLE.search(plain) else ""


_TOKEN: Final = re.compile(r"[^\W_]+|(?<!\S)[@$€!|+](?!\S)")
"""Letters and digits; a sign that stands alone may be a letter of a spaced word."""
_APOSTROPHES: Final = frozenset("'’`´")
_CLOSE: Final = 3
_PARTING: Final = re.compile(r"\s|[.,;:!?…]{2}")
_PAUSE: Final = re.compile(r"(?<![.…])[.,;:!?]\s")
"""Dots in a row are none: people draw out what they say."""
_EVERYDAY_FILE: Final = Path(__file__).with_name("everyday.txt")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a reading."""

    text: str
    """Plain; letters and digits."""
    start: int
    """In `Reading.text`."""
    end: int
    keys: tuple[str, ...]
    """What it is looked up by."""
    between: str
    """What stands between it and the one before."""

    @property
    def is_close(self) -> bool:
        """Whether it stands right after the one before, with a sign or two between them at most."""
        return len(self.between) <= _CLOSE and _PARTING.search(self.between) is None

    @property
    def is_after_apostrophe(self) -> bool:
        """Whether it is an ending or what an article was shortened before: it's, l'eau."""
        return self.between in _APOSTROPHES

    @property
    def is_after_pause(self) -> bool:
        """Whether a comma, a full stop or the like parts it from the one before."""
        return _PAUSE.search(self.between) is not None

    @property
    def letters(self) -> int:
        """How many letters it has; one that is said again and again is one."""
        return len(self.keys[0])

    @property
    def is_everyday(self) -> bool:
        """Whether it is a short word that everybody uses, in one language or another."""
        return self.text in _everyday()


def split_words(reading: NormalizedText) -> list[Token]:
    """Cut a reading into its words; done once a reading."""
    if "tokens" not in reading.worked_out:
        reading.worked_out["tokens"] = _cut(restore_underscores(reading))
    tokens: list[Token] = reading.worked_out["tokens"]
    return tokens


def restore_underscores(reading: NormalizedText) -> str:
    """Give the plain text with its underscores: there they part letters, and stand for them."""
    if "_" not in reading.written:
        return reading.text
    pairs = zip(reading.text, reading.origins, strict=True)
    return "".join("_" if reading.written[origin] == "_" else letter for letter, origin in pairs)


def _cut(text: str) -> list[Token]:
    tokens: list[Token] = []
    before = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        between = text[before:start] if tokens else "\n"
        word = match[0] if len(match[0]) > 1 else find_look_alike(match[0])  # alone, no letter shows its script
        tokens.append(Token(word, start, end, _keys(word), between))
        before = end
    return tokens


@lru_cache(maxsize=8192)
def _keys(word: str) -> tuple[str, ...]:
    return make_keys(word)


@cache
def _everyday() -> frozenset[str]:
    return frozenset(_EVERYDAY_FILE.read_text(encoding="utf-8").split())
