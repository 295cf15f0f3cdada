"""TopicPhrases of a topic, read from `NAME.toml` beside this module; README.md there explains how they are written.

Gaps are bounded, and nothing that repeats holds something that repeats without bounds: the time of a search grows with
the text's length.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from performer.core.values import dataclass
from performer.guard.topics.mending import FILLING
from performer.guard.verdict import Category

_TOKEN: Final = re.compile(r"[^\W_]+")
CUE_LETTERS: Final = 4


def list_beginnings(text: str) -> set[str]:
    """Return the first four letters of each word, or the whole of a shorter one."""
    plain = text.replace(FILLING, "") if FILLING in text else text
    return {word[:CUE_LETTERS] for word in _TOKEN.findall(plain)}


FOLDER: Final = Path(__file__).parent
COMMON: Final = "common"
"""The file whose pieces all others may use."""
_PIECE: Final = re.compile(r"\{(?:(?P<file>\w+)\.)?(?P<name>[A-Z][A-Z_]*)\}")
_BLANK: Final = "[ ,]"
GAP: Final = " … "
"""Stands for a few characters of the same sentence."""
_SPACED_GAP: Final = r"\b[^.]{0,40}?\b"
_ENDING: Final = r"\w{0,15}"
_GROUP: Final = re.compile(r"\((?!\?)")
_SET: Final = re.compile(r"(\[[^\]]*\])")


@cache
def compile_phrase(pattern: str) -> re.Pattern[str]:
    """Compile a pattern; 3 ms for a thousand characters, so that none is compiled before it is needed."""
    plain = _GROUP.sub("(?:", pattern).replace("'", "").replace(GAP, _SPACED_GAP).replace("~", _ENDING)
    # A blank inside a set of letters is no border of words.
    blanks = "".join(part if part.startswith("[") else part.replace(" ", _BLANK) for part in _SET.split(plain))
    return re.compile(rf"\b(?:{blanks})(?!\w)")


@dataclass(frozen=True, kw_only=True)
class TopicPhrases:
    """TopicPhrases of one language, or some that are alike."""

    cues: str
    """First four letters of words, parted by blanks: a text in which no word begins so holds none of the phrases."""
    patterns: tuple[str, ...]
    unless: str = ""
    """The pattern that makes the phrases harmless when it stands in the same sentence; empty for none."""
    is_asked: bool = False
    """Whether the phrases only ask."""
    is_unspaced: bool = False
    """Whether their script has no blanks: they stand anywhere, and have no cues."""

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The cues, one by one."""
        return frozenset(self.cues.split())


@dataclass(frozen=True, kw_only=True)
class Topic:
    """The phrases of one matter, in many languages."""

    category: Category
    rule: str
    """The name of the topic in the log."""
    phrases: tuple[TopicPhrases, ...]


class PhraseFile:
    """A file of phrases, with its pieces inserted where they are named; messages name the file."""

    def __init__(self, name: str, tree: Mapping[str, Any]) -> None:
        self.tree = tree
        self._name = name
        self._pieces: dict[str, tuple[str, ...]] = {}

    def piece(self, name: str) -> tuple[str, ...]:
        """Return the lines of a piece; a KeyError names one that the file does not have."""
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
            if alone:
                patterns += self._find_named(alone)
            else:
                patterns.append(_PIECE.sub(lambda each: _join(self._find_named(each)), begun))
            begun = ""
        return tuple(patterns)

    def pattern(self, text: str) -> str:
        """Return one pattern for a text whose lines are alternatives; empty for an empty text."""
        return _join(self.patterns(text)) if text else ""

    def phrases(self, table: Mapping[str, Any]) -> TopicPhrases:
        """Return the phrases of a table with the keys `cues`, or `unspaced`, and `any`, maybe `unless` and `asked`."""
        is_unspaced = table.get("unspaced", False)
        return TopicPhrases(
            cues="" if is_unspaced else " ".join(self.patterns(table["cues"])),
            patterns=self.patterns(table["any"]),
            unless=self.pattern(table.get("unless", "")),
            is_asked=table.get("asked", False),
            is_unspaced=is_unspaced,
        )

    def _find_named(self, named: re.Match[str]) -> tuple[str, ...]:
        file, name = named["file"], named["name"]
        if file:
            return load_phrase_file(file).piece(name)
        is_own = name in self.tree["pieces"] or self._name == COMMON
        return self.piece(name) if is_own else load_phrase_file(COMMON).piece(name)


@cache
def load_phrase_file(name: str) -> PhraseFile:
    """Read a file of phrases."""
    return PhraseFile(name, tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")))


@cache
def load_topic(name: str) -> Topic:
    """Read a topic from its file."""
    file = load_phrase_file(name)
    return Topic(
        category=file.tree["category"],
        rule=file.tree["rule"],
        phrases=tuple(file.phrases(each) for each in file.tree["phrases"]),
    )


def _join(patterns: tuple[str, ...]) -> str:
    return f"({'|'.join(patterns)})"
