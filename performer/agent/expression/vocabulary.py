"""Vocabulary: what a line may feel (`feelings.toml`), and the words of a language for it (`words/LANGUAGE.toml`)."""

import itertools
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal

from performer.core.made_late import once
from performer.core.moods import Mood
from performer.core.values import dataclass

Weight = Literal["strong", "plain", "weak"]


@dataclass(frozen=True, kw_only=True)
class Feeling:
    """One row of the table."""

    name: str
    rank: int
    """0: it wins over every other one that the same text has."""
    emotes: tuple[str, ...]
    """Those that show it, the best first."""
    mood: Mood
    weight: Weight = "plain"


@cache
def load_feelings() -> Mapping[str, Feeling]:
    """Read the table, once; by name, the strongest first."""
    rows = tomllib.loads(Path(__file__).with_name("feelings.toml").read_text(encoding="utf-8"))
    return {
        name: Feeling(name=name, rank=rank, **row | {"emotes": tuple(row["emotes"])})
        for rank, (name, row) in enumerate(rows.items())
    }


WORDS: Final = Path(__file__).with_name("words")
"""Where the languages lie, each in a file named by its code."""
_LONGEST_ENDING: Final = 6
"""Letters that may follow a stem: enough for `-ителями`, too few for most compounds."""
_CHOICE: Final = re.compile(r"\(([^)]*)\)")
_STEM: Final = "*"


_PIECE: Final = re.compile(r"\w+(?:['’]\w+)*|[.,;:!?…—–()\"“”„«»]+")
_SPLIT_PIECE: Final = re.compile(r"\w+|[.,;:!?…—–()\"“”„«»]+")
_THREE: Final = re.compile(r"(\w)\1{2,}")
_THREE_PAIRS: Final = re.compile(r"(\w\w)\1{2,}")
_MOST_CHARS: Final = 300
"""Characters that are read: twice a spoken line; more would cost more than the third of a millisecond that is due."""


@dataclass(frozen=True, kw_only=True)
class WordToken:
    """A word, or a break between clauses."""

    word: str
    """As it is compared, without case and accents; empty: a break."""
    text: str
    """As it was written."""


@lru_cache(maxsize=16)
def split_tokens(text: str, *, splits_at_apostrophes: bool = False) -> tuple[WordToken, ...]:
    """Cut the first 300 characters of a text into words and breaks; `l'eau` may be two words, as in French."""
    piece = _SPLIT_PIECE if splits_at_apostrophes else _PIECE
    found = piece.findall(unicodedata.normalize("NFC", text[:_MOST_CHARS]))
    return tuple(WordToken(word=fold_word(each), text=each) for each in found)


@lru_cache(maxsize=4096)
def fold_word(word: str) -> str:
    """Write a word as it is compared: no case, no accents, no `'s`, a letter drawn out once; a break is empty."""
    if not (word[0].isalnum() or word[0] == "_"):
        return ""
    spread = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    plain = "".join(each for each in spread if not unicodedata.combining(each)).removesuffix("'s")
    return _THREE_PAIRS.sub(r"\1\1", _THREE.sub(r"\1", plain))


@dataclass(frozen=True, kw_only=True)
class FeelingHit:
    """A word or phrase of a text that feels something."""

    feeling: Feeling
    text: str
    """As it was written."""


@dataclass(frozen=True, kw_only=True)
class _Phrase:
    """Words in a row; one that ends with `*` is a stem."""

    words: tuple[str, ...]
    feeling: Feeling | None
    """None: an idiom that feels nothing, whatever its words do."""

    @property
    def length(self) -> tuple[int, int, int]:
        """By what the best of several is chosen: the most words, then a whole word, then the longest stem."""
        return len(self.words), not self.words[0].endswith(_STEM), len(self.words[0])

    def matches_at(self, row: Sequence[WordToken], at: int) -> bool:
        """Return whether its words stand there; the first is known to."""
        following = row[at + 1 : at + len(self.words)]
        if len(following) < len(self.words) - 1:
            return False
        return all(_is(token.word, word) for token, word in zip(following, self.words[1:], strict=True))


@dataclass(frozen=True, kw_only=True)
class Negation:
    """The words that take back what another says."""

    before: frozenset[str]
    """Those that stand before it: `not won`."""
    after: frozenset[str]
    """Those that stand after it: `gewinnt nicht`."""
    reach: int
    """How many words it may be away."""
    ends: frozenset[str]
    """Words behind which a new clause begins, as behind a comma."""


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """What is known of one language."""

    language: str
    common: frozenset[str]
    """The language's commonest words, by which a text in it is known."""
    letters: re.Pattern[str] | None
    """A letter that only it and its like have; None: it is written in Latin letters."""
    splits_at_apostrophes: bool
    negation: Negation
    phrases: dict[str, list[_Phrase]] = field(repr=False)
    """By their first word, a stem without its mark; the longest first."""

    def tokens(self, text: str) -> tuple[WordToken, ...]:
        """Cut a text into words as this language does."""
        return split_tokens(text, splits_at_apostrophes=self.splits_at_apostrophes)

    def commonness(self, text: str) -> int:
        """Count the words of a text that are common ones of this language."""
        return sum(token.word in self.common for token in self.tokens(text))

    def hits(self, text: str) -> list[FeelingHit]:
        """Find what a text feels, in its order; what is negated does not count."""
        row = self.tokens(text)
        found: list[FeelingHit] = []
        at, taken_to = 0, 0
        while at < len(row):
            phrase = self._phrase_at(row, at)
            if phrase is None:
                at += 1
                continue
            end = at + len(phrase.words)
            if phrase.feeling and not self._is_negated(row, taken_to, at, end):
                found.append(FeelingHit(feeling=phrase.feeling, text=" ".join(each.text for each in row[at:end])))
            at = taken_to = end
        return found

    def _phrase_at(self, row: Sequence[WordToken], at: int) -> _Phrase | None:
        word = row[at].word
        starts = (word[:length] for length in range(len(word), max(len(word) - _LONGEST_ENDING, 1) - 1, -1))
        fitting = [
            phrase
            for start in starts
            for phrase in self.phrases.get(start, ())
            if _is(word, phrase.words[0]) and phrase.matches_at(row, at)
        ]
        return max(fitting, key=lambda phrase: phrase.length, default=None)

    def _is_negated(self, row: Sequence[WordToken], taken_to: int, at: int, end: int) -> bool:
        """Return whether a negation that belongs to no phrase of its own stands near, in the same clause."""
        before = reversed(row[max(at - self.negation.reach, taken_to) : at])
        after = row[end : end + self.negation.reach]
        return any(token.word in self.negation.before for token in self._clause(before)) or any(
            token.word in self.negation.after for token in self._clause(after)
        )

    def _clause(self, row: Iterator[WordToken] | Sequence[WordToken]) -> Iterator[WordToken]:
        return itertools.takewhile(lambda token: token.word and token.word not in self.negation.ends, row)


@once
def load_vocabularies() -> dict[str, Vocabulary]:
    """Read all languages that there are, once; by their codes."""
    return {
        file.stem: read_vocabulary(file.stem, file.read_text(encoding="utf-8")) for file in sorted(WORDS.glob("*.toml"))
    }


def read_vocabulary(language: str, text: str) -> Vocabulary:
    """Read the file of one language.

    Raises:
        KeyError: A part is missing, or a feeling is unknown.
        tomllib.TOMLDecodeError: It is no TOML.
    """
    tree = tomllib.loads(text)
    splits = tree.get("splits_at_apostrophes", False)
    negation = tree["negation"]
    known = load_feelings()

    def folded_words(words: Sequence[str]) -> frozenset[str]:
        return frozenset(token.word for word in words for token in split_tokens(word, splits_at_apostrophes=splits))

    named = [(None, tree["nothing"]), *((known[name], words) for name, words in tree["feelings"].items())]
    phrases = [phrase for feeling, written in named for each in written for phrase in _phrases(each, feeling, splits)]
    return Vocabulary(
        language=language,
        common=folded_words(tree["common"]),
        letters=re.compile(tree["letters"]) if "letters" in tree else None,
        splits_at_apostrophes=splits,
        negation=Negation(
            before=folded_words(negation["before"]),
            after=folded_words(negation["after"]),
            reach=negation["reach"],
            ends=folded_words(negation["ends"]),
        ),
        phrases=_by_first_word(phrases),
    )


def _phrases(written: str, feeling: Feeling | None, splits: bool) -> Iterator[_Phrase]:
    """Write out the endings of `crash(|es|ed)`, and fold what comes of it as texts are folded."""
    parts = _CHOICE.split(written)
    choices = [part.split("|") if number % 2 else [part] for number, part in enumerate(parts)]
    for each in itertools.product(*choices):
        whole = "".join(each)
        words = [
            token.word + (_STEM if word.endswith(_STEM) and token is row[-1] else "")
            for word in whole.split()
            for row in [split_tokens(word, splits_at_apostrophes=splits)]
            for token in row
        ]
        yield _Phrase(words=tuple(words), feeling=feeling)


def _by_first_word(phrases: Sequence[_Phrase]) -> dict[str, list[_Phrase]]:
    known: dict[str, list[_Phrase]] = {}
    for phrase in phrases:
        known.setdefault(phrase.words[0].removesuffix(_STEM), []).append(phrase)
    return known


def _is(word: str, written: str) -> bool:
    """Return whether a word of a text is the one of a phrase, which may be a stem."""
    if not written.endswith(_STEM):
        return word == written
    stem = written[:-1]
    return word.startswith(stem) and len(word) - len(stem) <= _LONGEST_ENDING
