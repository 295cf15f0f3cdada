"""The scripts of words: those that put no blanks between words, whose words are found wherever they stand.

Those are Thai, Lao, Chinese and Japanese; and Korean, which joins endings to its words.
"""

import unicodedata
from typing import Final

from performer.core.made_late import compile_late

NATIVE: Final = "="
"""The sign before a word that is meant only as it is written: in katakana, for which readings have hiragana, or in
Latin letters in a Chinese text."""
BORDER: Final = "⸾"
"""A sign between words that are made plain together; nobody lists it."""
_UNSPACED: Final = compile_late(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\u1100-\u11ff\uac00-\ud7af]")


def is_unspaced(text: str) -> bool:
    """Whether some of a text is in a script without blanks."""
    return not text.isascii() and _UNSPACED.search(text) is not None


_KATAKANA_LETTER: Final = compile_late("[\u30a1-\u30fa]")


def has_katakana(text: str) -> bool:
    """Whether a text holds katakana, of whatever width; readings have hiragana for all kana."""
    return _KATAKANA_LETTER.search(unicodedata.normalize("NFKC", text)) is not None
