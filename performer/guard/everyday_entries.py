"""Everyday words that an entry of the streamer's own list would find: `the` or `*ing` would stop nearly every line."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from performer.guard.words.entry import make_word_pattern
from performer.guard.words.script import is_unspaced

_FILE: Final = Path(__file__).with_name("everyday_speech.txt")
_LONGEST_NUMBER: Final = 4
_SHORTEST_NAME: Final = 3
_WORD: Final = re.compile(r"[^\W_]+")


def explain_everyday(entry: str) -> str:
    """Return which everyday word an entry finds, and what to write instead; empty for an entry that finds none."""
    plain = entry.casefold()
    is_number = plain.isdigit() and len(plain) <= _LONGEST_NUMBER
    found = plain if is_number or plain in _load_words() else _find_wild(plain)
    return f"it also stops everyday words such as '{found}': write more of what you mean" if found else ""


def explain_own_name(name: str) -> str:
    """Return what is wrong with a name of the streamer's that is never to be said, and the remedy; empty if nothing."""
    words = _WORD.findall(name.casefold())
    if not words:
        return "has no letter, and finds nothing: leave it out"
    everyday = [each for each in words if explain_everyday(each)]
    if len(everyday) == len(words) and not (len(words) > 1 and "".join(words).isdigit()):
        return f"masks everyday words such as '{everyday[0]}': write more of it, such as the whole name"
    if len(words) == 1 and len(name.strip()) < _SHORTEST_NAME and not is_unspaced(name):
        return f"has fewer than {_SHORTEST_NAME} letters, as many a word: write more of it, such as the whole name"
    return ""


def list_doubtful_names(names: Iterable[str]) -> list[str]:
    """Return for each of the streamer's names that is doubtful which one it is, and what `explain_own_name` says."""
    # The name itself must not be shown.
    found = ((number, explain_own_name(name)) for number, name in enumerate(names, start=1))
    return [f"name {number} of guard.own_names {why}" for number, why in found if why]


def _find_wild(plain: str) -> str:
    if " " in plain or is_unspaced(plain) or not ("*" in plain or "?" in plain):
        return ""
    pattern = re.compile(make_word_pattern(plain))
    return next(filter(pattern.fullmatch, _load_words()), "")


@cache
def _load_words() -> dict[str, None]:
    return dict.fromkeys(_FILE.read_text(encoding="utf-8").split())
