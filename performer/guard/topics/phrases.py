"""Phrases of a topic, read from `NAME.toml` beside this module; README.md there explains how they are written.

Gaps are bounded, and nothing that repeats holds something that repeats without bounds: the time a search takes grows
with the text's length.

A line as turns of phrase are looked for in it: words, and between two of them one sign.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import Category
from performer.guard.words.word_split import split_words

_WORD: Final = re.compile(r"[^\W_]+(?:['’‘`´ʼ][^\W_]+)*")
_APOSTROPHES: Final = re.compile(r"['’‘`´ʼ]")
_ENDS: Final = re.compile(r"[.!?…]\W*\Z|[.!?]\s|[.!?]{2}")
_PAUSES: Final = re.compile(r"[,;:–—()\n]|\s-\s")
_CUE_LETTERS: Final = 4


@dataclass(frozen=True)
class PlainLine:
    """A plain text of which only words are left."""

    text: str
    """Between two words a blank, a comma for a pause, or a full stop where a sentence ends; no apostrophes."""
    origins: tuple[int, ...]
    """For each character, where its word begins in the reading; for a sign, where the word before it ends."""
    ends: tuple[int, ...]
    """For each character, where its word ends."""

    @classmethod
    def of(cls, reading: NormalizedText) -> "PlainLine":
        """Take the words of a reading."""
        parts: list[str] = []
        origins: list[int] = []
        ends: list[int] = []
        before = 0
        for match in _WORD.finditer(reading.text):
            begin, end = match.span()
            word = _APOSTROPHES.sub("", match[0])
            sign = _sign(reading.text[before:begin]) if parts else ""
            parts.append(sign + word)
            origins += [before] * len(sign) + [begin] * len(word)
            ends += [before] * len(sign) + [end] * len(word)
            before = end
        return cls("".join(parts), tuple(origins), tuple(ends))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Tell where in the reading the words from start to end (exclusive) stand."""
        return self.origins[start], self.ends[end - 1]

    def sentence(self, start: int, end: int) -> str:
        """Give the sentence around some words."""
        stop = self.text.find(".", end)
        return self.text[self.text.rfind(".", 0, start) + 1 : stop if stop >= 0 else len(self.text)]


def list_beginnings(reading: NormalizedText) -> set[str]:
    """Give the first four letters of each word, or of what there is of it."""
    return {token.text[:_CUE_LETTERS] for token in split_words(reading)}


def _sign(between: str) -> str:
    if _ENDS.search(between):
        return "."
    return "," if _PAUSES.search(between) else " "


FOLDER: Final = Path(__file__).parent
COMMON: Final = "common"
"""The file whose pieces all others may use."""
_PIECE: Final = re.compile(r"\{(?:(?P<file>\w+)\.)?(?P<name>[A-Z][A-Z_]*)\}")
_BLANK: Final = "[ ,]"
_GAP: Final = r"\b[^.]{0,40}?\b"
_ENDING: Final = r"\w{0,15}"
_GROUP: Final = re.compile(r"\((?!\?)")
_SET: Final = re.compile(r"(\[[^\]]*\])")


@cache
def spoken(pattern: str) -> re.Pattern[str]:
    """Compile a pattern; 3 ms for a thousand characters, so that none is compiled before it is needed."""
    plain = _GROUP.sub("(?:", pattern).replace("'", "").replace(" … ", _GAP).replace("~", _ENDING)
    # A blank inside a set of letters is no border of words.
    blanks = "".join(part if part.startswith("[") else part.replace(" ", _BLANK) for part in _SET.split(plain))
    return re.compile(rf"\b(?:{blanks})(?!\w)")


@dataclass(frozen=True, kw_only=True)
class Phrases:
    """Phrases of one language, or some that are alike."""

    cues: str
    """The first four letters of words, parted by blanks: where no word begins so there is none of the phrases."""
    patterns: tuple[str, ...]
    unless: str = ""
    """What else in the same sentence makes them harmless; empty for nothing."""
    is_asked: bool = False
    """Whether they only ask."""

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The cues, one by one."""
        return frozenset(self.cues.split())

    def spans(self, line: PlainLine) -> Iterator[tuple[int, int]]:
        """Find the phrases; spans count in the line."""
        for pattern in self.patterns:
            for match in spoken(pattern).finditer(line.text):
                if not self.unless or not spoken(self.unless).search(line.sentence(*match.span())):
                    yield match.span()


@dataclass(frozen=True, kw_only=True)
class Topic:
    """What is said of one matter, in many languages."""

    category: Category
    rule: str
    """For the log."""
    phrases: tuple[Phrases, ...]


class PhraseFile:
    """A file of phrases, with its pieces put in where they are named.

    Args:
        name: The file's name, for messages.
        tree: What stands in the file.
    """

    def __init__(self, name: str, tree: Mapping[str, Any]) -> None:
        self.tree = tree
        self._name = name
        self._pieces: dict[str, tuple[str, ...]] = {}

    def piece(self, name: str) -> tuple[str, ...]:
        """Return the lines of a piece.

        Raises:
            KeyError: The file has no such piece.
        """
        if name not in self._pieces:
            if name not in self.tree["pieces"]:
                raise KeyError(f"{self._name}.toml names the piece {name}, which is not there")
            self._pieces[name] = self.patterns(self.tree["pieces"][name])
        return self._pieces[name]

    def patterns(self, text: str) -> tuple[str, ...]:
        """Return the patterns of a text, a line each; a line that is one piece alone stands for all lines of it."""
        patterns: list[str] = []
        begun = ""
        for line in text.strip("\n").split("\n"):
            begun += line.lstrip() if begun else line
            if begun.endswith("|"):
                continue
            alone = _PIECE.fullmatch(begun) if "{" in begun else None
            patterns += self._named(alone) if alone else [self._put_in(begun)]
            begun = ""
        return tuple(patterns)

    def pattern(self, text: str) -> str:
        """Return one pattern for a text whose lines are alternatives; empty for an empty text."""
        return _any_of(self.patterns(text)) if text else ""

    def phrases(self, table: Mapping[str, Any]) -> Phrases:
        """Return the phrases of a table with the keys `cues` and `any`, and maybe `unless` and `asked`."""
        return Phrases(
            cues=" ".join(self.patterns(table["cues"])),
            patterns=self.patterns(table["any"]),
            unless=self.pattern(table.get("unless", "")),
            is_asked=table.get("asked", False),
        )

    def _put_in(self, line: str) -> str:
        return _PIECE.sub(lambda each: _any_of(self._named(each)), line) if "{" in line else line

    def _named(self, named: re.Match[str]) -> tuple[str, ...]:
        file, name = named["file"], named["name"]
        if file:
            return phrase_file(file).piece(name)
        is_own = name in self.tree["pieces"] or self._name == COMMON
        return self.piece(name) if is_own else phrase_file(COMMON).piece(name)


@cache
def phrase_file(name: str) -> PhraseFile:
    """Read a file of phrases, once."""
    return PhraseFile(name, tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")))


@cache
def topic(name: str) -> Topic:
    """Read a topic from its file, once."""
    file = phrase_file(name)
    return Topic(
        category=file.tree["category"],
        rule=file.tree["rule"],
        phrases=tuple(file.phrases(each) for each in file.tree["phrases"]),
    )


def _any_of(patterns: tuple[str, ...]) -> str:
    return f"({'|'.join(patterns)})"
