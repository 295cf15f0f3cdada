"""A hit: a part of a text that a finder objects to, and why."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from performer.guard.category import Category
from performer.guard.reading import Reading


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A part of a written text, from `start` to `end` (exclusive), characters of `Reading.written`."""

    start: int
    end: int
    category: Category
    rule: str
    """What it is, for the log and the panel: `e-mail address`, `your list`. Never the text itself."""


class Finder(Protocol):
    """Looks for one kind of thing: words, topics, private data."""

    def find(self, reading: Reading) -> Iterable[Hit]:
        """Find all that there is of it in a text, in any order; hits may overlap. Linear in the text's length."""
        ...
