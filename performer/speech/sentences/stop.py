"""A stop: a place in the text where a sentence may end, and what stands around it."""

import re
from enum import Enum, StrEnum
from typing import Final, NamedTuple

from performer.core.made_late import compile_late


class StopUndecided(Enum):
    """The answer that it takes more of the text to tell."""

    MORE = "more"


MORE: Final = StopUndecided.MORE
Answer = bool | StopUndecided
"""Yes; no; or that it takes more text to tell. Once it is yes or no, more text must not change it."""

OPENERS: Final = "\"'“„‘«‹»›「『([{（【《〈*_~`<¿¡"
_OPENERS = compile_late(rf"[{re.escape(OPENERS)}\s]*")
_LETTERS = re.compile(r"[^\W\d_]+")
_TAIL: Final = 32
_ASIAN: Final = "\u2e80"
_SPLIT_ASIAN = compile_late("[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]")


class StopKind(StrEnum):
    """The kinds of stops, by how they are judged."""

    DOT = "."
    DOTS = "…"
    LOUD = "!"
    WIDE = "。"
    PICTURE = "🎉"
    CLAUSE = ","


class Stop(NamedTuple):
    """Where a sentence may end: `text[start:mark]` was said; then come marks, quotes that close, and pictures.

    A tuple, for one is made of nearly every other token, and a frozen dataclass takes three times as long.
    """

    text: str
    kind: StopKind
    start: int
    """Where the sentence begins."""
    mark: int
    """Where its end marks begin."""
    shut: int
    """Where its end marks end and closing quotes and brackets begin."""
    close: int
    """Where those end."""
    after: int
    """Where what may be the next sentence begins: behind spaces, emoji and emoticons."""
    end: int
    """Where the text ends that may be looked at."""
    is_final: bool
    """Whether that is all that counts: nothing behind `end` changes the answer."""
    lang: str = ""
    """The language, if somebody knows it; it only breaks ties."""
    new_line: bool = True
    """Whether the sentence begins a line."""
    asked: bool = False
    """Whether the sentence before it was a question."""
    continued: bool = False
    """Whether the sentence is the rest of one that was cut early."""

    @property
    def following(self) -> str:
        """The character after the stop; empty at the end."""
        return self.text[self.after] if self.after < self.end else ""

    @property
    def is_spaced(self) -> bool:
        """Whether something, a space or a picture, stands between the stop and what follows."""
        return self.after > self.close

    @property
    def closers(self) -> str:
        """The quotes, brackets and markup that close behind the marks."""
        return self.text[self.shut : self.close].strip("*_~ \xa0\u202f")

    @property
    def inner(self) -> int:
        """Where the next letter or digit stands behind quotes, brackets and markup that open."""
        opening = _OPENERS.match(self.text, self.after, self.end)
        return opening.end() if opening else self.after

    def is_aside(self) -> bool:
        """Whether a whole sentence in brackets has ended, of a writer without capitals."""
        begins = self.text[self.start : self.mark].lstrip()[:1]
        return begins in ("(", "[", "（") and self.is_lower_style()

    def find_words_before(self) -> list[str]:
        """Split the last few words before the stop, without what opens before them."""
        tail = self.text[max(self.start, self.mark - _TAIL) : self.mark]
        if not tail.isascii():
            tail = _SPLIT_ASIAN.sub(" ", tail)
        return [word.lstrip(OPENERS) for word in tail.split()]

    def read_word(self, at: int) -> tuple[str, bool]:
        """Read the word that begins there, and whether it is whole: no letter of it can follow."""
        letters = _LETTERS.match(self.text, at, self.end)
        if letters is None:
            return "", at < self.end or self.is_final
        return letters[0], letters.end() < self.end or self.is_final

    def peek(self, count: int, at: int | None = None) -> str | None:
        """Read up to `count` characters from there, by default from what follows; None while they are not all there."""
        begin = self.after if at is None else at
        if begin + count > self.end and not self.is_final:
            return None
        return self.text[begin : min(begin + count, self.end)]

    def is_lower_style(self) -> bool:
        """Whether the sentence was begun with a small letter: its writer uses no capitals."""
        if self.continued:
            return False
        for letters in _LETTERS.finditer(self.text, self.start, self.mark):
            word = letters[0]
            if word != "I" and word.lower() != word.upper():
                return word[0].islower()
        return False


def negate(answer: Answer) -> Answer:
    """Return the opposite answer; undecided stays undecided."""
    return MORE if answer is MORE else not answer


def is_caseless(character: str) -> bool:
    """Whether a character is a letter of a script without capitals."""
    return character.isalpha() and not (character.islower() or character.isupper() or character.istitle())


def is_ideographic(character: str) -> bool:
    """Whether a character is Chinese or Japanese, which are written without spaces."""
    return is_asian(character) and not "\uac00" <= character <= "\ud7af"


def is_asian(character: str) -> bool:
    """Whether a character is Chinese, Japanese or Korean."""
    return character >= _ASIAN and character.isalpha()
