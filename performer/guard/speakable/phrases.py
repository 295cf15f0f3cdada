"""Turns of phrase by which a model gives itself away, read from tables that anybody can add to.

The tables are `phrases/*.toml`, one a language. The top of `phrases/en.toml` explains how a phrase is written.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Final, Literal, get_args

from performer.core.made_late import once
from performer.core.values import dataclass
from performer.guard.speakable.folding import split_words

Label = Literal["prompt", "meta", "tool", "quote", "stage", "refusal", "role", "garbage", "never"]
"""The kinds of sentences that are not spoken: parts of the prompt, talk about the task or the text, calls and code,
quotes around the whole, stage directions, refusals, names of roles, what is no sentence, and what has words that the
persona never says."""

LABELS: Final[tuple[Label, ...]] = get_args(Label)

_FOLDER: Final = Path(__file__).with_name("phrases")
_WEIGHTS: Final[Mapping[str, float | None]] = {"sure": None, "words": 1.0, "hints": 0.5, "vague": 0.25}
"""The weight of the phrases of each list of a table."""
_CLASS: Final = re.compile(r"<(\w+)>")
_GAP: Final = 3
"""The most words that `...` stands for."""
_STEM: Final = 3
"""The letters by which stems are looked up; a shorter stem would fit nearly everything."""


@dataclass(frozen=True, kw_only=True)
class _Item:
    """One place of a phrase."""

    words: frozenset[str] = frozenset()
    stems: tuple[str, ...] = ()
    is_optional: bool = False
    is_any: bool = False

    def fits(self, word: str) -> bool:
        return self.is_any or word in self.words or (bool(self.stems) and word.startswith(self.stems))


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """A turn of phrase, and the label of a sentence that holds it."""

    label: Label | None
    """None for a harmless phrase, which makes other phrases in the same words harmless too."""
    items: tuple[_Item, ...]
    weight: float | None
    """The weight of the phrase as evidence, where 1 is enough; None for a phrase that is sure, also in an answer."""
    opens: bool
    closes: bool

    @cached_property
    def needed(self) -> frozenset[str]:
        """Words of which a sentence has one wherever the phrase stands in it; empty when that is not known."""
        plain = [each.words for each in self.items[1:] if each.words and not each.stems and not each.is_optional]
        return min(plain, key=len, default=frozenset())

    def end(self, sentence: Sequence[str], at: int) -> int:
        """Return where the phrase ends that begins at a word of a sentence; -1 when it does not stand there."""
        return -1 if self.opens and at else self._find_end(sentence, at, 0)

    def _find_end(self, sentence: Sequence[str], at: int, place: int) -> int:
        if place == len(self.items):
            return at if not self.closes or at == len(sentence) else -1
        item = self.items[place]
        if at < len(sentence) and item.fits(sentence[at]):
            end = self._find_end(sentence, at + 1, place + 1)
            if end >= 0:
                return end
        return self._find_end(sentence, at, place + 1) if item.is_optional else -1


@dataclass(kw_only=True)
class Phrases:
    """The phrases of all tables; languages are not told apart, because models mix them."""

    roles: frozenset[str] = frozenset()
    """Speakers in a prompt, and headings of its parts, which stand before a colon."""
    parts: frozenset[str] = frozenset()
    """Those headings that a written answer may have too: "Example:", "Note:"."""
    gestures: tuple[str, ...] = ()
    """The beginnings of verbs and nouns of stage directions."""
    says: frozenset[str] = frozenset()
    """Verbs of speaking in a story."""
    manners: frozenset[str] = frozenset()
    """Words by which a prompt describes a manner of speaking."""
    common: frozenset[str] = frozenset()
    """Words that do not characterise a line."""
    unfinished: frozenset[str] = frozenset()
    """Words that end no sentence."""
    _by_word: dict[str, list[Phrase]] = field(default_factory=lambda: defaultdict(list))
    _by_stem: dict[str, list[Phrase]] = field(default_factory=lambda: defaultdict(list))

    def add(self, phrase: Phrase) -> None:
        """Add a phrase."""
        first = phrase.items[0]
        for word in first.words:
            self._by_word[word].append(phrase)
        for stem in {stem[:_STEM] for stem in first.stems}:
            self._by_stem[stem].append(phrase)

    def shown(self, sentence: Sequence[str]) -> tuple[frozenset[Label], float]:
        """Return the labels of a sentence's sure phrases, and the weight of its other phrases; 1 is enough."""
        there = frozenset(sentence)
        # Each phrase in the sentence, with its first word and the one behind its last, in order.
        found = [
            (phrase, at, end)
            for at, word in enumerate(sentence)
            for phrase in (*self._by_word.get(word, ()), *self._by_stem.get(word[:_STEM], ()))
            if not (phrase.needed and phrase.needed.isdisjoint(there)) and (end := phrase.end(sentence, at)) >= 0
        ]
        harmless = {place for phrase, at, end in found if phrase.label is None for place in range(at, end)}
        labels: set[Label] = set()
        hints: set[int] = set()
        hinted = 0
        weight = 0.0
        for phrase, at, end in found:
            if phrase.label is None or not harmless.isdisjoint(range(at, end)):
                continue
            if phrase.weight is None:
                labels.add(phrase.label)
            elif at >= hinted and id(phrase) not in hints:
                hints.add(id(phrase))
                hinted = end
                weight += phrase.weight
        return frozenset(labels), weight


@once
def load_phrases() -> Phrases:
    """Return the phrases of all tables beside this module."""
    phrases = Phrases()
    for file in sorted(_FOLDER.glob("*.toml")):
        add_table(phrases, tomllib.loads(file.read_text(encoding="utf-8")))
    return phrases


def add_table(phrases: Phrases, table: Mapping[str, Mapping[str, object]]) -> None:
    """Add one language's table; a ValueError names a phrase that is not written as `phrases/en.toml` explains."""
    classes = {name: str(value) for name, value in table.get("words", {}).items()}
    phrases.roles |= frozenset(" ".join(split_words(each)) for each in _read_list(table.get("role", {}), "headings"))
    phrases.parts |= frozenset(" ".join(split_words(each)) for each in _read_list(table.get("role", {}), "parts"))
    phrases.says |= _fold_words(classes.get("says", ""))
    phrases.manners |= _fold_words(classes.get("manners", ""))
    phrases.common |= _fold_words(classes.get("common", ""))
    phrases.unfinished |= _fold_words(classes.get("unfinished", ""))
    phrases.gestures += tuple(sorted(_fold_words(classes.get("gestures", ""))))
    for label in LABELS:
        rows = table.get(label, {})
        for key, weight in _WEIGHTS.items():
            for text in _read_list(rows, key):
                phrases.add(parse_phrase(text, label, classes, weight))
    for text in _read_list(table.get("harmless", {}), "phrases"):
        phrases.add(parse_phrase(text, None, classes))


def parse_phrase(text: str, label: Label | None, classes: Mapping[str, str], weight: float | None = None) -> Phrase:
    """Parse a phrase of a table."""
    parts = text.split()
    opens, closes = parts[:1] == ["^"], parts[-1:] == ["$"]
    items = tuple(item for part in parts[opens : len(parts) - closes] for item in _parse_items(part, classes))
    if not items or items[0].is_optional or items[0].is_any:
        raise ValueError(f"The phrase '{text}' begins with no word.")
    return Phrase(label=label, items=items, weight=weight, opens=opens, closes=closes)


def _parse_items(part: str, classes: Mapping[str, str]) -> Iterator[_Item]:
    if part == "...":
        yield from (_Item(is_any=True, is_optional=True) for _ in range(_GAP))
    elif part in ("_", "_?"):
        yield _Item(is_any=True, is_optional=part == "_?")
    elif part.isalpha():
        yield from (_Item(words=frozenset({word})) for word in split_words(part))
    else:
        yield _parse_choice(_CLASS.sub(lambda match: "/".join(classes[match.group(1)].split()), part))


def _parse_choice(part: str) -> _Item:
    choices = part.removesuffix("?").split("/")
    stems = tuple(_parse_word(each) for each in choices if each.endswith("*"))
    if any(len(stem) < _STEM for stem in stems):
        raise ValueError(f"A stem of '{part}' is shorter than {_STEM} letters.")
    whole = frozenset(_parse_word(each) for each in choices if not each.endswith("*"))
    return _Item(words=whole, stems=stems, is_optional=part.endswith("?"))


def _parse_word(choice: str) -> str:
    found = split_words(choice)
    if len(found) != 1 or not choice.removesuffix("*").isalnum():
        raise ValueError(f"'{choice}' is not one word.")
    return found[0]


def _fold_words(text: str) -> frozenset[str]:
    return frozenset(word for part in text.split() for word in split_words(part))


def _read_list(table: Mapping[str, object], key: str) -> Iterable[str]:
    value = table.get(key)
    return [str(each) for each in value] if isinstance(value, list | tuple) else ()
