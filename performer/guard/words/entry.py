"""Entries of word lists: their wildcards, their inflected and misspelled forms, and what makes an entry unusable.

In an entry `*` is for any letters or none, and `?` between two letters for one.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from performer.core.made_late import compile_late
from performer.core.values import dataclass
from performer.guard.normalise.readings import normalize_text
from performer.guard.verdict import Category
from performer.guard.words.script import is_unspaced

_WORD: Final = re.compile(r"(?:[^\W_]|[\u0900-\u0eff]|\*|(?<=[^\W_])\?(?=[^\W_]))+")
_FOR: Final = {"*": r"[^\W_]*", "?": r"[^\W_]"}


def split_entry(plain: str) -> list[str]:
    """Return the words of an entry in plain spelling, with their wildcards; a * by itself is no word."""
    return [word for word in _WORD.findall(plain) if word.strip("*")]


def make_word_pattern(word: str) -> str:
    """Return the pattern of a word that may have wildcards, as a part of a longer pattern."""
    return "".join(_FOR.get(each) or re.escape(each) for each in word)


_SEVERAL: Final = re.compile(r"\w\W*[,;、，；]\s*\w")
_ODD_QUESTION: Final = re.compile(r"\?\w|\w\?")
_INNER_STAR: Final = re.compile(r"\w\*+\w")
_LONE_STAR: Final = re.compile(r"(?<!\S)\*+(?!\S)")
_ORDINARY: Final = frozenset(".,;:!?…'\"’‘“”„«»()[]-–—/")
"""Signs of everyday writing."""
_WHOLE_WORD: Final = compile_late(r"[\u3400-\u9fff\uac00-\ud7af]")
"""Characters that can be a word by themselves."""
_FEWEST_BESIDE_END: Final = 2
_FEWEST_AROUND: Final = 3
_MOST_WORDS: Final = 12
_LONGEST_READ_SIGN: Final = 2


def explain_unusable(entry: str, nearly_everything: str = "would stop nearly everything") -> str:
    """Return why an entry as written cannot be used and what to write instead; empty for one that can.

    Of an entry that is found nearly everywhere, the reason is what it would do.
    """
    plain = normalize_text(entry, without_markup=False).text.casefold().strip()
    words = split_entry(plain)
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
        return _explain_unspaced(entry, plain, letters, nearly_everything)
    if any("?" in piece for piece in _ODD_QUESTION.findall(_remove_inner_marks(plain, words))):
        return "its ? is at the edge of a word: there write * for any letters, or nothing"
    if "*" in plain:
        return _explain_wild(plain, letters, nearly_everything)
    if len(letters) == 1 and plain == letters:
        kind = "digit" if letters.isdigit() else "letter"
        return f"it is one {kind} and {nearly_everything}: write a whole word"
    if len(letters) <= _LONGEST_READ_SIGN and not any(map(str.isalnum, entry)):
        return f"it is read as the letters '{letters}', and would be found in words: leave it out"
    return f"it has more than {_MOST_WORDS} words: write a part of it" if len(words) > _MOST_WORDS else ""


def _explain_wild(plain: str, letters: str, nearly_everything: str) -> str:
    if _LONE_STAR.search(plain):
        return "its * stands alone: write it right at a word"
    if len(letters) < (_FEWEST_AROUND if _INNER_STAR.search(plain) else _FEWEST_BESIDE_END):
        return f"it has too few letters beside its * and {nearly_everything}: write more of the word"
    return ""


def _explain_unspaced(entry: str, plain: str, letters: str, nearly_everything: str) -> str:
    if "*" in plain.strip("*") or "?" in plain.strip("?"):
        return "in a script without blanks there are no wildcards: write each word, which is found anywhere"
    if len(letters) == 1 and not _WHOLE_WORD.match(entry.strip("* ")):
        return f"it is one letter and {nearly_everything}: write a whole word"
    return ""


def _remove_inner_marks(plain: str, words: list[str]) -> str:
    """Remove the question marks that stand for a letter."""
    for word in words:
        plain = plain.replace(word, word.replace("?", ""))
    return plain


SHORTEST_ENDED: Final = 4
"""The shortest word, or stem, that may have the endings of its language."""
SHORTEST_BENT: Final = 3
_SHORTEST_INFLECTED: Final = 4
_SHORTEST_ADORNED: Final = 5
_SHORTEST_MISTYPED: Final = 5
_SHORTEST_SOUNDED: Final = 6
_PLURALS: Final = ("s", "z")
_ENDINGS: Final = (*_PLURALS, "es", "ed", "ing", "in", "er", "ers")
_ADORNED: Final = ("y", "ish", "chen", "ito", "ita")
"""Endings of diminutives and the like; with a short stem some harmless word ends so."""
_SOUNDS: Final = (("oo", "u"), ("ee", "ea"), ("ee", "i"), ("qu", "kw"), ("er$", "a"), ("er$", "ah"))
"""Parts of a word and other spellings that sound the same."""


def list_inflections(word: str) -> list[str]:
    """Return a word with simple English endings, a long one also as a diminutive; a short one only in the plural."""
    if len(word) < _SHORTEST_INFLECTED:
        return [word + ending for ending in _PLURALS]
    stem = word.removesuffix("e")
    endings = _ENDINGS if len(word) < _SHORTEST_ADORNED else _ENDINGS + _ADORNED
    return [stem + ending if ending[0] in "eiy" else word + ending for ending in endings]


def generate_typos(word: str) -> Iterator[str]:
    """Yield a word with two letters behind the first exchanged, or a vowel left out; nothing for a short word."""
    if len(word) >= _SHORTEST_MISTYPED:
        for place in range(1, len(word) - 1):
            yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    if len(word) > _SHORTEST_MISTYPED:
        yield from (word[:place] + word[place + 1 :] for place, each in enumerate(word) if place and each in "aeiou")


def spell_by_sound(word: str) -> Iterator[str]:
    """Yield other spellings of a long word by its sound; a short word's sound is too near to harmless words."""
    if len(word) >= _SHORTEST_SOUNDED:
        for part, sound in _SOUNDS:
            spelled = re.sub(part, sound, word)
            if spelled != word:
                yield spelled


@dataclass(frozen=True, kw_only=True)
class WordList:
    """Words and phrases of one category.

    In a word `*` is for any letters or none, `?` between two letters for one: `plonk*`, `*onk*`, `pl*nk`,
    `grumble b?e`.
    """

    words: Iterable[str]
    category: Category
    rule: str
    """The name of the list in the log."""
    language: str = ""
    """The language whose endings the words may have; empty for no further ones."""
    bent: bool = False
    """Whether simple English endings of a word are found too (plonks, plonked, plonker), and typing errors: two letters
    exchanged, a vowel left out of a long word (polnk, grmble)."""


class WordEntry(NamedTuple):
    """A word or phrase that is looked for; a tuple, because ten thousand are made at each start."""

    word: str
    """The entry in plain spelling, without blanks."""
    category: Category
    rule: str
    parts: tuple[str, ...] = ()
    """The words of a phrase."""
    endings: frozenset[str] = frozenset()
    """What the word may end in besides."""
    is_native: bool = False
    """Whether the word is meant only as it is written: in katakana (the hiragana of クンニ say "to you"), or in Latin
    letters in a Chinese text."""

    @property
    def is_katakana(self) -> bool:
        """Whether only katakana are meant."""
        return self.is_native and not self.word.isascii()

    @property
    def is_chinese(self) -> bool:
        """Whether the word is in Latin letters, and meant in Chinese texts only."""
        return self.is_native and self.word.isascii()


class EntrySpelling(NamedTuple):
    """A way to write an entry."""

    word: str
    of: WordEntry
    backwards: bool = False
    begins_anywhere: bool = False
    """Whether letters of the same word may stand before it."""
    ends_anywhere: bool = False
    is_stem: bool = False
    """Whether it needs one of the entry's endings."""
    is_glued: bool = False
    """Whether joining words may stand right before and behind it."""


_ENDINGS_FILE: Final = Path(__file__).with_name("endings.toml")


@cache
def load_endings(language: str) -> tuple[frozenset[str], str]:
    """Return the endings of words of a language, and the letters that a word loses before them; none for others."""
    table = _load_tables().get(language)
    return (frozenset(table["endings"].split()), table["drops"]) if table else (frozenset(), "")


@cache
def _load_tables() -> dict[str, dict[str, str]]:
    tables: dict[str, dict[str, str]] = tomllib.loads(_ENDINGS_FILE.read_text(encoding="utf-8"))
    return tables
