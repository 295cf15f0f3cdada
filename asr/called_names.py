"""Names that are called: a text in which a recogniser has not written one, as it would read if one was said.

A model writes what people say often: "Owl, be quiet" becomes "I'll be quiet". Its own judgement of the sound tells both
apart, once it is asked for the reading with the name: that is hardly less likely where the name was said, and next to
impossible where it was not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_LEAST_FIRST: Final = (-8.0, -7.0, -5.0)
"""The least belief in a name at the beginning, by the number of words that were understood in its place."""
_LEAST_LAST: Final = (-5.0, -6.0)
"""The same at the end, where a name that nobody said costs least."""
_MOST_WORDS: Final = 14
"""Words of an utterance in which a name is sought: a longer one is a tale."""
_STOPS: Final = ".!?"
_MARKS: Final = ",;:" + _STOPS


@dataclass(frozen=True)
class NamedReading:
    """A text with a name in it."""

    text: str
    least: float
    """The logarithm of how much less likely it may be than the text as it was understood."""


def list_readings(text: str, names: Sequence[str]) -> list[NamedReading]:
    """Return a text with each name where one calls somebody: at the beginning and at the end.

    There are none of a text that holds a name as it is.
    """
    words = text.split()
    if not 0 < len(words) <= _MOST_WORDS or any(name.casefold() in text.casefold() for name in names):
        return []
    return [reading for name in names for reading in _put_name(words, name)]


def _put_name(words: Sequence[str], name: str) -> Iterator[NamedReading]:
    """Yield the readings with a name, which is new or stands where other words were understood."""
    for count, least in list(enumerate(_LEAST_FIRST))[: len(words)]:
        yield NamedReading(f"{name}, {_begin_small(words[count:])}", least)
    stop = words[-1][-1] if words[-1][-1] in _STOPS else "."
    for count, least in list(enumerate(_LEAST_LAST))[: len(words)]:
        before = " ".join(words[: len(words) - count]).rstrip(_MARKS)
        yield NamedReading(f"{before}, {name}{stop}", least)


def _begin_small(words: Sequence[str]) -> str:
    """Return words as they stand within a sentence."""
    text = " ".join(words)
    return text if text.startswith("I") else text[:1].lower() + text[1:]
