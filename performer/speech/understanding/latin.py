"""Words in Latin letters, whatever script they are written in, as far as `latin.toml` knows its letters."""

import tomllib
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from performer.core.made_late import once

_FIRST_KATAKANA, _LAST_KATAKANA = "ァ", "ヶ"
_TO_HIRAGANA: Final = 0x60
_APOSTROPHE: Final = "'"


@once
def _load() -> Mapping[str, str]:
    words = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["letters"].split()
    return dict(zip(words[::2], words[1::2], strict=True))


def write_latin(word: str, *, keep: str = "") -> str:
    """Write a small word in plain Latin letters; apostrophes stay, and so do the letters of `keep`.

    What is no letter is left out, and one of an unknown script stays as it is.
    """
    return "".join(_write_letter(each, keep) for each in unicodedata.normalize("NFC", word.replace("’", _APOSTROPHE)))


def _write_letter(letter: str, keep: str) -> str:
    if letter in keep or letter == _APOSTROPHE:
        return letter
    if _FIRST_KATAKANA <= letter <= _LAST_KATAKANA:
        letter = chr(ord(letter) - _TO_HIRAGANA)
    known = _load()
    if letter in known:
        return known[letter]
    plain = (each for each in unicodedata.normalize("NFKD", letter) if each.isalpha())
    return "".join(known.get(each, each) for each in plain)
