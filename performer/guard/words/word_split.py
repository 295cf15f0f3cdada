"""Tokens: the words of a reading; and scripts without blanks between words, which have no tokens.

Those are Thai, Lao, Chinese and Japanese; and Korean, which joins endings to its words.
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
"""Scripts in which a mark makes another word, though a reading has no marks."""
_OWN_MARKS: Final = re.compile(r"[\u0e00-\u0eff\u3099\u309a]")
_UNSEEN: Final = frozenset({"Mn", "Me", "Cf"})
_OPEN_SYLLABLE: Final = re.compile(r"[\u1161-\u1175]\Z")


def is_unspaced(text: str, *, with_korean: bool = True) -> bool:
    """Whether some of a text is in a script without blanks; short Korean words are parts of many harmless ones."""
    return _UNSPACED.search(text) is not None or (with_korean and _KOREAN.search(text) is not None)


def has_marks(text: str) -> bool:
    """Whether marks matter in a text: ばか is a fool and はか a grave."""
    return _MARKED.search(text) is not None


def restore_marks(text: str) -> str:
    """Return a text with only the marks of its script upon its letters."""
    whole = unicodedata.normalize("NFKC", text)
    kept = (each for each in whole if unicodedata.category(each) not in _UNSEEN or _OWN_MARKS.match(each))
    return "".join(kept).casefold()


def make_open_ending_pattern(plain: str) -> str:
    """Return the pattern of the last consonant that must not follow a word with an open Korean syllable at its end."""
    return r"(?![\u11a8-\u11ff])" if _OPEN_SYLLABLE.search(plain) else ""


_TOKEN: Final = re.compile(r"[^\W_]+|(?<!\S)[@$€!|+](?!\S)")
"""A token: letters and digits; a sign that stands alone may be a letter of a spaced word."""
_APOSTROPHES: Final = frozenset("'’`´")
_CLOSE: Final = 3
_PARTING: Final = re.compile(r"\s|[.,;:!?…]{2}")
_PAUSE: Final = re.compile(r"(?<![.…])[.,;:!?]\s")
"""A pause; dots in a row are none, because people draw out what they say."""
_EVERYDAY_FILE: Final = Path(__file__).with_name("everyday.txt")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a reading."""

    text: str
    """The plain letters and digits."""
    start: int
    """The begin in the reading's `text`."""
    end: int
    keys: tuple[str, ...]
    """The keys in the lexicon."""
    between: str
    """The text between the token before and this one."""

    @property
    def is_close(self) -> bool:
        """Whether at most a sign or two stand between the token before and this one."""
        return len(self.between) <= _CLOSE and _PARTING.search(self.between) is None

    @property
    def is_after_apostrophe(self) -> bool:
        """Whether the token follows an apostrophe, as in it's and l'eau."""
        return self.between in _APOSTROPHES

    @property
    def is_after_pause(self) -> bool:
        """Whether a comma, a full stop or the like stands before the token."""
        return _PAUSE.search(self.between) is not None

    @property
    def letters(self) -> int:
        """The number of letters; a repeated one counts once."""
        return len(self.keys[0])

    @property
    def is_everyday(self) -> bool:
        """Whether the token is a short everyday word of some language."""
        return self.text in _load_everyday_words()


def split_words(reading: NormalizedText) -> list[Token]:
    """Return the tokens of a reading; made once a reading."""
    return reading.work_out("tokens", lambda: _split_tokens(restore_underscores(reading)))


def restore_underscores(reading: NormalizedText) -> str:
    """Return the plain text with its underscores, which part letters, or stand for some."""
    if "_" not in reading.written:
        return reading.text
    pairs = zip(reading.text, reading.origins, strict=True)
    return "".join("_" if reading.written[origin] == "_" else letter for letter, origin in pairs)


def _split_tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    before = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        between = text[before:start] if tokens else "\n"
        word = match[0] if len(match[0]) > 1 else find_look_alike(match[0])  # alone, no letter shows its script
        tokens.append(Token(word, start, end, _make_keys(word), between))
        before = end
    return tokens


_make_keys: Final = lru_cache(maxsize=8192)(make_keys)


@cache
def _load_everyday_words() -> frozenset[str]:
    return frozenset(_EVERYDAY_FILE.read_text(encoding="utf-8").split())
