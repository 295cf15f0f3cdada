"""Everyday words that an entry of the streamer's own list would find: `the` or `*ing` would stop nearly every line."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from performer.guard.words.entry import make_word_pattern
from performer.guard.words.script import is_unspaced

_FILE: Final = Path(__file__).with_name("everyday_speech.txt")
_LONGEST_NUMBER: Final = 4


def explain_everyday(entry: str) -> str:
    """Return which everyday word an entry finds, and what to write instead; empty for an entry that finds none."""
    plain = entry.casefold()
    is_number = plain.isdigit() and len(plain) <= _LONGEST_NUMBER
    found = plain if is_number or plain in _load_words() else _find_wild(plain)
    return f"it also stops everyday words such as '{found}': write more of what you mean" if found else ""


def _find_wild(plain: str) -> str:
    if " " in plain or is_unspaced(plain) or not ("*" in plain or "?" in plain):
        return ""
    pattern = re.compile(make_word_pattern(plain))
    return next(filter(pattern.fullmatch, _load_words()), "")


@cache
def _load_words() -> dict[str, None]:
    return dict.fromkeys(_FILE.read_text(encoding="utf-8").split())
