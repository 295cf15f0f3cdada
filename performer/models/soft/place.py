"""What a reader of printed calls is asked, and what it may answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol

from performer.models.soft.offered import Offered


@dataclass(frozen=True, kw_only=True)
class PrintedCall:
    """A call that a model wrote into its text."""

    name: str
    arguments: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Place:
    """A place in a text where something other than speech may begin."""

    text: str
    at: int
    line: str
    """The speech on the same line before the place."""
    whole: bool
    """Whether the text is all there will ever be."""
    cut: bool = False
    """Whether the text was cut off: what touches its end may be half of something."""

    @property
    def begins_line(self) -> bool:
        """Whether no speech stands before the place on its line."""
        return not self.line.strip()

    @property
    def begins_sentence(self) -> bool:
        """Whether what stands before on the line, if anything, is a finished sentence."""
        return self.begins_line or self.line.rstrip().endswith((".", "!", "?", "…"))


@dataclass(frozen=True, kw_only=True)
class Found:
    """No speech up to `end`: markup, data, or calls."""

    end: int
    calls: tuple[PrintedCall, ...] = ()
    """Calls of tools on offer."""
    unknown: tuple[PrintedCall, ...] = ()
    """Clear calls of tools that are not on offer; they never run."""
    skip_to: str = ""
    """When not empty: nothing after `end` is speech either, until this text (in any case) has gone by."""


class Undecided(Enum):
    """The answer of a reader that must see more of the text."""

    MORE = "more"


MORE: Final = Undecided.MORE
Answer = Found | Undecided | None
"""What stands there; or that it takes more text to tell; or None: it is speech as far as this reader knows."""


class Form(Protocol):
    """One printed form, as a module: the characters it can begin with, and its reader.

    A reader must be steady: once it has answered anything but MORE, more text must not change its answer. It answers
    MORE only while `place.whole` is false.
    """

    OPENERS: str

    def read(self, place: Place, offered: Offered) -> Answer:
        """Judge the place, whose character is one of OPENERS."""
        ...
