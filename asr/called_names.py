"""Names that are called: a text in which a recogniser has not written one, as it would read if one was said.

A model writes what people say often: "Owl, be quiet" becomes "I'll be quiet". Its own judgement of the sound tells both
apart, once it is asked for the reading with the name: that is hardly less likely where the name was said, and next to
impossible where it was not. Where both sound alike, what follows decides: "Owl, are you sure?" asks somebody, and
"Owl, that was my knee" does not.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_LEAST_ASKED: Final = (-8.0, -8.2, -7.0)
"""The least belief in a name before a question or a wish, by the number of words that were understood in its place."""
_LEAST_FIRST: Final = (-6.0, -2.2, -2.2)
"""The same before anything else."""
_LEAST_LAST: Final = (-2.0, 0.0)
"""The same at the end, where a name that nobody said costs least."""
_LEAST_LAST_ASKED: Final = (-5.0, -4.0)
"""The same at the end of a question."""
_LEAST_APART: Final = -8.0
"""The same in place of a last word before which a pause was understood."""
_MOST_WORDS: Final = 14
"""Words of an utterance in which a name is sought: a longer one is a tale."""
_STOPS: Final = ".!?"
_MARKS: Final = ",;:" + _STOPS
_PLAIN: Final = str.maketrans("", "", "'’" + _MARKS)


@dataclass(frozen=True)
class NamedReading:
    """A text with a name in it."""

    text: str
    least: float
    """The logarithm of how much less likely it may be than the text as it was understood."""


def list_readings(text: str, names: Sequence[str], asking: Collection[str] = ()) -> list[NamedReading]:
    """Return a text with each name where one calls somebody: at the beginning and at the end.

    There are none of a text that holds a name as it is. `asking` are words that begin a question or a wish.
    """
    words = text.split()
    if not 0 < len(words) <= _MOST_WORDS or any(name.casefold() in text.casefold() for name in names):
        return []
    return [reading for name in names for reading in _put_name(words, name, asking)]


def _put_name(words: Sequence[str], name: str, asking: Collection[str]) -> Iterator[NamedReading]:
    """Yield the readings with a name, which is new or stands where other words were understood."""
    for count, least in list(enumerate(_LEAST_FIRST))[: len(words)]:
        asks = words[count].casefold().translate(_PLAIN) in asking
        yield NamedReading(f"{name}, {_begin_small(words[count:])}", _LEAST_ASKED[count] if asks else least)
    stop = words[-1][-1] if words[-1][-1] in _STOPS else "."
    for count, least in list(enumerate(_LEAST_LAST_ASKED if stop == "?" else _LEAST_LAST))[: len(words)]:
        before = " ".join(words[: len(words) - count])
        is_apart = count and before[-1] in _MARKS
        yield NamedReading(f"{before.rstrip(_MARKS)}, {name}{stop}", _LEAST_APART if is_apart else least)


def _begin_small(words: Sequence[str]) -> str:
    """Return words as they stand within a sentence."""
    text = " ".join(words)
    return text if text.startswith("I") else text[:1].lower() + text[1:]
