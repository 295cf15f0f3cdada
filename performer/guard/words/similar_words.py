"""Likeness: whether a token is a disguise of a word, letter by letter."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from performer.guard.normalise.look_alikes import LEET

_SOUNDS: Final = {"z": "s", "k": "c", "c": "k", "q": "kc", "v": "u", "u": "v", "y": "i", "s": "z", "l": "i"}
"""The letters that sound, or look, alike enough to be put for one another."""
_SAME: Final = ("il1!|¡y", "o0°", "e3€", "a4@", "s5$§z2", "t7+", "b8", "g96", "uv", "kcq¢(", "l£", "h#")
_CLASSES: Final = str.maketrans(
    {letter: group[0] for group in reversed(_SAME) for letter in group} | {"£": "i", "¥": "i"}
)
_SAID_AGAIN: Final = re.compile(r"(.)(?=\1)")
_STARS: Final = re.compile(r"(?:\\\*)+")
_SIX_IS_B: Final = _CLASSES | {ord("6"): "b"}
_SHORTEST_SOUND: Final = 5
"""A shorter word has too many honest neighbours that sound like it."""
_SHORT: Final = 3
_VOWELS: Final = frozenset("aeiouy")
_FOR_VOWELS: Final = {"l": "i", "v": "u"}
"""What stands for a vowel in a word of four letters that has none."""
_FOR_BIG_I: Final = {"i": "l"}


def make_keys(token: str) -> tuple[str, ...]:
    """Give what a token is looked up by: letters that can stand for one another are one, runs count once.

    Whatever `is_like` finds alike has a key in common.
    """
    token = token.replace("ph", "f")
    if "6" in token:
        return _key(token, _CLASSES), _key(token, _SIX_IS_B)
    return (_key(token, _CLASSES),)


def make_word_key(word: str) -> str:
    """Give the one key of a word of letters."""
    return _key(word.replace("ph", "f"), _CLASSES)


def make_word_keys(words: list[str]) -> list[str]:
    """Give the one key of each of many words of letters, as `key` does, but of all at once."""
    text = "\n".join(words).replace("ph", "f")
    same = {ord(letter): letter for letter in set(text)} | _CLASSES
    return _SAID_AGAIN.sub("", text.translate(same)).split("\n") if words else []


def join_keys(left: str, right: str) -> str:
    """Give the key of two tokens in a row."""
    return left + right[1:] if left[-1:] == right[:1] else left + right


_Kind = Literal["same", "sign", "sound"]


@dataclass(slots=True)
class _Evidence:
    """How a token differs from a word."""

    signs: int = 0
    sounds: int = 0
    stretched: int = 0
    """Runs that are longer than the word's."""
    longest: int = 0
    """By how much the most stretched run is longer."""


def is_like(token: str, word: str, *, big_i: bool = False, plainly: bool = False) -> bool:
    """Tell whether a token is a word as it is, with signs for letters, stretched, or spelled as it sounds.

    Args:
        token: In plain spelling; its letters may be signs and digits.
        word: Letters alone.
        big_i: An i of the token was a capital within small letters: it passes for an l.
        plainly: As it is, with signs for letters, or clearly stretched; not by sound.
    """
    if token == word:
        return True
    passing = (_FOR_BIG_I if big_i else {}) | (_FOR_VOWELS if len(word) > _SHORT and _VOWELS.isdisjoint(token) else {})
    evidence = _compare(token.replace("ph", "f"), word.replace("ph", "f"), passing)
    if evidence is None or not _has_letters(token, word):
        return False
    if plainly and (evidence.sounds or (evidence.stretched == 1 and evidence.longest == 1)):
        return False
    if evidence.sounds and len(word) < _SHORTEST_SOUND and not _is_plural(token, word):
        return False
    if evidence.stretched == 1 and evidence.longest == 1:
        return len(word) >= _SHORTEST_SOUND and not evidence.sounds
    return True


def is_masking(hiding: str, word: str) -> bool:
    """Tell whether a text is a word with letters left out: each `*` is one letter, several are one or more.

    Its first letter must be there, and two of five letters in all.
    """
    stars = hiding.count("*")
    known = len(hiding) - stars
    if not stars or hiding[0] != word[0] or known < 2 or known * 5 < len(word) * 2:
        return False
    return _pattern(hiding).fullmatch(word) is not None


@lru_cache(maxsize=512)
def _pattern(hiding: str) -> re.Pattern[str]:
    return re.compile(_STARS.sub(_letters, re.escape(hiding)))


def _letters(stars: re.Match[str]) -> str:
    return r"\w" if len(stars[0]) == len(r"\*") else r"\w+"


def _key(token: str, classes: dict[int, str]) -> str:
    return _SAID_AGAIN.sub("", token.translate(classes))


def _compare(token: str, word: str, passing: Mapping[str, str]) -> _Evidence | None:
    """Compare run by run; None where they cannot be the same; `passing` tells which letters pass for which."""
    evidence = _Evidence()
    theirs, ours = _runs(token), _runs(word)
    if len(theirs) != len(ours):
        return None
    for given, wanted in zip(theirs, ours, strict=True):
        if given != wanted and not _run_is_like(given, wanted, evidence, passing):
            return None
    return evidence


@lru_cache(maxsize=4096)
def _runs(text: str) -> list[str]:
    runs: list[str] = []
    before = ""
    for letter, group in zip(text, text.translate(_CLASSES), strict=True):
        if group == before:
            runs[-1] += letter
        else:
            runs.append(letter)
        before = group
    return runs


def _run_is_like(given: str, wanted: str, evidence: _Evidence, passing: Mapping[str, str]) -> bool:
    """Match a run of one class."""
    if wanted in {"ck", "cc", "kk"} and len(given) == 1:  # a hard c may be written short
        evidence.sounds += 1
        return given in "ckq"
    if given in {"ck", "cc"} and wanted in {"c", "k"}:
        evidence.sounds += 1
        return True
    fit = _fit(given, wanted, passing)
    if fit is None:
        return False
    evidence.signs += fit.count("sign")
    evidence.sounds += fit.count("sound")
    surplus = len(given) - len(wanted)
    if surplus:
        evidence.stretched += 1
        evidence.longest = max(evidence.longest, surplus)
    return True


def _fit(given: str, wanted: str, passing: Mapping[str, str]) -> list[_Kind] | None:
    """Let each wanted letter take one given letter or more; tell how each stands for it."""
    if not wanted:
        return None if given else []
    first = len(given) if len(wanted) == 1 else 1
    for taken in range(first, len(given) - len(wanted) + 2):
        kinds = [_kind(letter, wanted[0], passing) for letter in given[:taken]]
        if None in kinds:
            return None
        rest = _fit(given[taken:], wanted[1:], passing)
        if rest is not None:
            return [*(kind for kind in kinds if kind), *rest]
    return None


def _kind(letter: str, wanted: str, passing: Mapping[str, str]) -> _Kind | None:
    if letter == wanted:
        return "same"
    if wanted in LEET.get(letter, "") or passing.get(letter) == wanted:
        return "sign"
    return "sound" if wanted in _SOUNDS.get(letter, "") else None


def _is_plural(token: str, word: str) -> bool:
    """Whether a z for the s at the end is all that differs in sound."""
    return token.endswith("z") and word.endswith("s") and token[:-1] == word[:-1]


def _has_letters(token: str, word: str) -> bool:
    """A number is no word, and of a short word more must be there than one letter and a digit."""
    letters = sum(letter.isalpha() for letter in token)
    digits = sum(letter.isdigit() for letter in token)
    return letters > 0 and not (len(word) <= _SHORT and digits and letters < len(word) - 1)
