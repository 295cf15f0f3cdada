"""Scripts without blanks between words: Thai, Lao, Chinese, Japanese; and Korean, which glues endings to its words."""

import re
import unicodedata
from typing import Final

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


def as_spelled(text: str) -> str:
    """Give a text with the marks that its script has, and nothing else upon its letters."""
    whole = unicodedata.normalize("NFKC", text)
    kept = (each for each in whole if unicodedata.category(each) not in _UNSEEN or _OWN_MARKS.match(each))
    return "".join(kept).casefold()


def ends_open(plain: str) -> str:
    """Give the pattern of what must not follow a word that ends with an open syllable of Korean: a last consonant."""
    return r"(?![\u11a8-\u11ff])" if _OPEN_SYLLABLE.search(plain) else ""
