"""The comparison of a token with a word, letter by letter, through signs, stretched letters and other spellings."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal

from performer.core.values import dataclass
from performer.guard.normalise.look_alikes import LEET

_SOUNDS: Final = {"z": "s", "k": "c", "c": "k", "q": "kc", "v": "u", "u": "v", "y": "i", "s": "z"}
"""Letters that sound, or look, alike enough to replace one another."""
_SAME: Final = (
    *("il1!|¡yиьй", "o0°о", "e3€езэ", "a4@ач", "s5$§z2с", "t7+т", "b8в", "g96бя", "uv", "kcq¢(", "l£", "h#"),
)
"""Signs that may stand for one another, or for letters of two scripts."""
_CLASSES: Final = str.maketrans(
    {letter: group[0] for group in reversed(_SAME) for letter in group} | {"£": "i", "¥": "i"}
)
_SAID_AGAIN: Final = re.compile(r"(.)(?=\1)")
_STARS: Final = re.compile(r"(?:\\\*)+")
SIX_IS_B: Final = _CLASSES | {ord("6"): "b", ord("9"): "k"}
_SHORTEST_SOUND: Final = 5
"""The shortest word that is compared by sound; a shorter one sounds like too many harmless words."""
_SHORTEST_STRETCHED: Final = 5
"""The shortest word of which one letter may be written twice."""
_SHORTEST_DOUBLED: Final = 7
"""The shortest word with a consonant within it that is written twice; raper and rapper are two words."""
_SHORT: Final = 3
_VOWELS: Final = frozenset("aeiouy")
_FOR_VOWELS: Final = {"l": "i", "v": "u"}
"""Letters that stand for a vowel in a token of four letters without one."""
_MIXED_I: Final = {"i": "l", "l": "i"}


LONG_RUN: Final = re.compile("ph|([\u1161-\u1175])(?:\u110b\\1)+|(.)\\2+")
"""Letters of one class for which a key has one; ph is an f, and Korean vowels are drawn out so."""
DRAWN_VOWELS: Final = re.compile("([\u1161-\u1175])(?:\u110b\\1)+")
"""Korean vowels that are drawn out, or syllables of one vowel that follow one another by chance."""
SAME_RUN: Final = re.compile(r"ph|(.)\1+")


def translate_key(letters: str) -> str:
    """Return letters as their classes: those that can replace one another are one."""
    return letters.translate(_CLASSES)


def make_word_keys(words: Iterable[str]) -> list[str]:
    """Return the keys of words: their classes, runs of which count once; of all words at once, which is faster.

    A word and whatever `is_like` it have the same key, but for a 6 that is a b.
    """
    text = "\n".join(words).replace("ph", "f")
    if not text:
        return []
    same = {ord(letter): letter for letter in set(text)} | _CLASSES
    return _SAID_AGAIN.sub("", DRAWN_VOWELS.sub(r"\1", text.translate(same))).split("\n")


def make_word_key(word: str) -> str:
    """Return the key of one word."""
    key = word.replace("ph", "f").translate(_CLASSES)
    return _SAID_AGAIN.sub("", key if key.isascii() else DRAWN_VOWELS.sub(r"\1", key))


_Kind = Literal["same", "sign", "sound"]


@dataclass(slots=True)
class _Evidence:
    """The differences between a token and a word."""

    signs: int = 0
    sounds: int = 0
    stretched: int = 0
    """The number of runs that are longer than the word's."""
    longest: int = 0
    """The surplus letters of the most stretched run."""
    is_consonant_doubled: bool = False
    """Whether a consonant within the word is written twice, as in many harmless words."""


@lru_cache(maxsize=8192)
def is_like(token: str, word: str, *, mixes_i: bool = False, plainly: bool = False) -> bool:
    """Whether a token is a word unchanged, with signs for letters, stretched, or spelled as it sounds.

    Args:
        token: The token in plain spelling, with signs and digits.
        word: The word, of letters only.
        mixes_i: Whether an i of the token can be an l, and an l an i.
        plainly: Whether to exclude spellings by sound and stretching by one letter.
    """
    if token == word:
        return True
    passing = (_MIXED_I if mixes_i else {}) | (_FOR_VOWELS if len(word) > _SHORT and _VOWELS.isdisjoint(token) else {})
    evidence = _compare(token.replace("ph", "f"), word.replace("ph", "f"), passing)
    if evidence is None or not _has_letters(token, word):
        return False
    if plainly and (evidence.sounds or (evidence.stretched == 1 and evidence.longest == 1)):
        return False
    if evidence.sounds and len(word) < _SHORTEST_SOUND and not _is_plural(token, word):
        return False
    if evidence.stretched == 1 and evidence.longest == 1:
        shortest = _SHORTEST_DOUBLED if evidence.is_consonant_doubled else _SHORTEST_STRETCHED
        return len(word) >= shortest and not evidence.sounds
    return True


def is_masking(hiding: str, word: str) -> bool:
    """Whether a text is a word with letters left out: a single `*` is one letter, several are one or more.

    The first letter must be there, and two of five letters in all.
    """
    stars = hiding.count("*")
    known = len(hiding) - stars
    if not stars or hiding[0] != word[0] or known < 2 or known * 5 < len(word) * 2:
        return False
    return _compile_hiding(hiding).fullmatch(word) is not None


@lru_cache(maxsize=512)
def _compile_hiding(hiding: str) -> re.Pattern[str]:
    pattern = _STARS.sub(lambda stars: r"\w" if len(stars[0]) == len(r"\*") else r"\w+", re.escape(hiding))
    return re.compile(pattern)


def _compare(token: str, word: str, passing: Mapping[str, str]) -> _Evidence | None:
    """Compare run by run; None if the two cannot be the same. `passing` maps letters to those they pass for."""
    evidence = _Evidence()
    theirs, ours = _split_runs(token), _split_runs(word)
    if len(theirs) != len(ours):
        return None
    for place, (given, wanted) in enumerate(zip(theirs, ours, strict=True)):
        if given == wanted:
            continue
        if not _is_run_like(given, wanted, evidence, passing):
            return None
        if len(given) > len(wanted) and 0 < place < len(ours) - 1 and wanted[0] not in _VOWELS:
            evidence.is_consonant_doubled = True
    return evidence


@lru_cache(maxsize=4096)
def _split_runs(text: str) -> list[str]:
    runs: list[str] = []
    before = ""
    for letter, group in zip(text, text.translate(_CLASSES), strict=True):
        if group == before:
            runs[-1] += letter
        else:
            runs.append(letter)
        before = group
    return runs


def _is_run_like(given: str, wanted: str, evidence: _Evidence, passing: Mapping[str, str]) -> bool:
    """Whether two runs of one class of letters match; adds the differences to the evidence."""
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
    """Assign one given letter or more to each wanted letter; return how each replaces it, None if it cannot."""
    if not wanted:
        return None if given else []
    first = len(given) if len(wanted) == 1 else 1
    for taken in range(first, len(given) - len(wanted) + 2):
        kinds = [_find_kind(letter, wanted[0], passing) for letter in given[:taken]]
        if None in kinds:
            return None
        rest = _fit(given[taken:], wanted[1:], passing)
        if rest is not None:
            return [*(kind for kind in kinds if kind), *rest]
    return None


def _find_kind(letter: str, wanted: str, passing: Mapping[str, str]) -> _Kind | None:
    if letter == wanted:
        return "same"
    if wanted in LEET.get(letter, "") or passing.get(letter) == wanted:
        return "sign"
    return "sound" if wanted in _SOUNDS.get(letter, "") else None


def _is_plural(token: str, word: str) -> bool:
    """Whether a z for the s at the end is the only difference in sound."""
    return token.endswith("z") and word.endswith("s") and token[:-1] == word[:-1]


def _has_letters(token: str, word: str) -> bool:
    """Whether a token has enough letters: a number is no word, nor are one letter and a digit a short word."""
    letters = sum(letter.isalpha() for letter in token)
    digits = sum(letter.isdigit() for letter in token)
    return letters > 0 and not (len(word) <= _SHORT and digits and letters < len(word) - 1)
