"""What is wrong with an entry of a list of words that a person wrote, which would find nothing or nearly everything."""

import re
from typing import Final

from performer.guard.reading import read_plainly
from performer.guard.words.unspaced import as_spelled, is_unspaced
from performer.guard.words.wildcards import words_of

_SEVERAL: Final = re.compile(r"\w\W*[,;、，；]\s*\w")
_ODD_QUESTION: Final = re.compile(r"\?\w|\w\?")
_INNER_STAR: Final = re.compile(r"\w\*+\w")
_LONE_STAR: Final = re.compile(r"(?<!\S)\*+(?!\S)")
_ORDINARY: Final = frozenset(".,;:!?…'\"’‘“”„«»()[]-–—/")
"""Signs of everyday writing."""
_WHOLE_WORD: Final = re.compile(r"[\u3400-\u9fff\uac00-\ud7af]")
"""Signs that can be a word by themselves."""
_FEWEST_BESIDE_END: Final = 2
_FEWEST_AROUND: Final = 3
_MOST_WORDS: Final = 12
_LONGEST_READ_SIGN: Final = 2


def trouble_of(entry: str, nearly_everything: str = "would stop nearly everything") -> str:
    """Tell why an entry cannot be used and what to write instead; empty for one that can.

    Args:
        entry: As it was written.
        nearly_everything: What one does that is found everywhere.
    """
    plain = read_plainly(entry, without_markup=False).text.casefold().strip()
    words = words_of(plain)
    letters = re.sub(r"[*?]", "", "".join(words))
    if _SEVERAL.search(entry):
        return "it holds several words: write one word or phrase a line"
    if not plain.strip("* "):
        return (
            f"it {nearly_everything}: write some letters beside the *"
            if "*" in plain
            else "nobody can see it: write it anew"
        )
    if not letters:
        return (
            f"it is a sign of everyday writing and {nearly_everything}: leave it out" if set(plain) <= _ORDINARY else ""
        )
    if is_unspaced(plain):
        return _trouble_unspaced(entry, plain, nearly_everything)
    if any("?" in piece for piece in _ODD_QUESTION.findall(_without_inner_marks(plain, words))):
        return "its ? is at the edge of a word: there write * for any letters, or nothing"
    if "*" in plain:
        return _trouble_wild(plain, letters, nearly_everything)
    if len(letters) == 1 and plain == letters:
        kind = "digit" if letters.isdigit() else "letter"
        return f"it is one {kind} and {nearly_everything}: write a whole word"
    if len(letters) <= _LONGEST_READ_SIGN and not any(map(str.isalnum, entry)):
        return f"it is read as the letters '{letters}', and would be found in words: leave it out"
    return f"it has more than {_MOST_WORDS} words: write a part of it" if len(words) > _MOST_WORDS else ""


def _trouble_wild(plain: str, letters: str, nearly_everything: str) -> str:
    if _LONE_STAR.search(plain):
        return "its * stands alone: write it right at a word"
    if len(letters) < (_FEWEST_AROUND if _INNER_STAR.search(plain) else _FEWEST_BESIDE_END):
        return f"it has too few letters beside its * and {nearly_everything}: write more of the word"
    return ""


def _trouble_unspaced(entry: str, plain: str, nearly_everything: str) -> str:
    if "*" in plain.strip("*") or "?" in plain.strip("?"):
        return "in a script without blanks there are no wildcards: write each word, which is found anywhere"
    spelled = as_spelled(entry.strip("* "))
    if len(spelled) == 1 and not _WHOLE_WORD.match(spelled):
        return f"it is one letter and {nearly_everything}: write a whole word"
    return ""


def _without_inner_marks(plain: str, words: list[str]) -> str:
    """Leave out the question marks that stand for a letter."""
    for word in words:
        plain = plain.replace(word, word.replace("?", ""))
    return plain
