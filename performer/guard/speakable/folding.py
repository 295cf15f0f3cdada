"""Folding: the words of a text as they are compared, without case, accents, punctuation and contractions."""

import re
import unicodedata
from typing import Final

from performer.core.made_late import compile_late

_SPACELESS: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Letters of scripts without blanks between words: each counts as a word."""
_SPACELESS_LETTER: Final = compile_late(f"[{_SPACELESS}]")
_WORD: Final = compile_late(rf"[{_SPACELESS}]|(?:(?![{_SPACELESS}])[^\W_])+")
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("’‘ʼ`´", "'"))
_NEGATED: Final = re.compile(r"\b(?:(ca|wo|sha)|(\w+?))n't\b|\bcannot\b")
_WHOLE: Final = {"ca": "can not", "wo": "will not", "sha": "shall not"}
_SHORT: Final = re.compile(r"(?<=\w)'(s|re|m|ll|ve|d)\b")
_LONG: Final = {"s": " is", "re": " are", "m": " am", "ll": " will", "ve": " have", "d": " would"}


def split_words(text: str) -> list[str]:
    """Return the words of a text in order: "You're Zoë!" gives you, are, zoe."""
    plain = fold_text(text)
    if "'" in plain or "cannot" in plain:
        plain = _SHORT.sub(lambda match: _LONG[match.group(1)], _NEGATED.sub(_spell_out_negation, plain))
    return _WORD.findall(plain)


def is_spaceless(word: str) -> bool:
    """Whether a folded word is a letter of a script that puts no space between words."""
    return not word.isascii() and _SPACELESS_LETTER.match(word) is not None


def fold_text(text: str) -> str:
    """Return a text in small letters without accents, with plain apostrophes."""
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in letters if not unicodedata.combining(each)).translate(_APOSTROPHES)


def _spell_out_negation(match: re.Match[str]) -> str:
    short, verb = match.groups()
    if short is None and verb is None:
        return "can not"
    return _WHOLE[short] if short else f"{verb} not"
