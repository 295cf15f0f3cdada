"""A printed form: the place that its reader is asked about, and the answers that it may give."""

import re
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final, NamedTuple

from performer.core.values import dataclass
from performer.models.toolcalls.text.calls import Outcome
from performer.models.toolcalls.text.schema.offered import OfferedTools


class FormPlace(NamedTuple):
    """A place in a text where something other than speech may begin."""

    text: str
    at: int
    line: str
    """The speech on the same line before the place."""
    word: str
    """The characters right before the place without a blank between; a form may take them back."""
    called: bool
    """Whether a call was printed before, so that a result that follows is invented."""
    whole: bool
    """Whether the text is all there will ever be."""
    cut: bool = False
    """Whether the text was cut off: what touches its end may be half of something."""

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of a pattern that begins at the place."""
        return pattern.match(self.text, self.at)

    @property
    def is_line_start(self) -> bool:
        """Whether no speech stands before the place on its line."""
        return not self.line.strip(" \t*_-#\ufeff\u200b")


class Found(NamedTuple):
    """No speech up to `end`: markup, data, or calls."""

    end: int
    calls: tuple[Outcome, ...] = ()
    bare: bool = False
    """Whether nothing but its shape says that it is a call: then it must stand free of other words."""
    back: int = 0
    """The number of characters right before the place belong to it too; at most the place's word."""
    is_shown: bool = False
    """Whether it is code that is meant to be seen."""
    speech: str = ""
    """What it says itself."""
    skip_to: str = ""
    """When not empty: nothing after `end` is speech either, until this text (in any case) has gone by."""


class FormUndecided(Enum):
    """The answer of a reader that must see more of the text."""

    MORE = "more"
    """The form must be asked again when there is more."""
    HOLD = "hold"
    """The place holds no plain speech; only the whole text tells more."""


MORE: Final = FormUndecided.MORE
HOLD: Final = FormUndecided.HOLD
Answer = Found | FormUndecided | None
"""A find; or that it takes more text to tell; or None: it is speech as far as this reader knows."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Form:
    """One printed form: where it can begin, and its reader."""

    openers: str
    """The characters it begins with; `a` stands for a word that begins a line or a sentence."""
    words: Sequence[str] = ()
    """The words it begins with, besides the names of tools."""
    read: Callable[[FormPlace, OfferedTools], Answer]
    """Reads a place whose character is one of the openers.

    A reader must be steady: once it has answered Found or None, more text must not change its answer. While the text
    is not whole it may always answer MORE or HOLD; of a whole text it must tell.
    """
