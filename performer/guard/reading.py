"""The reading of a text that a filter compares: disguises undone, with a map back to the text as it was written."""

import unicodedata
from dataclasses import dataclass

_DROPPED = {"Mn", "Me", "Cf", "Cc", "Cs", "Co"}
"""Unicode categories that a reader does not see as letters: marks, invisible and control characters."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A text in its plainest spelling."""

    written: str
    """As it was written."""
    text: str
    origins: tuple[int, ...]
    """For each of its characters, the index in the written text it came from."""

    def written_span(self, start: int, end: int) -> tuple[int, int]:
        """Tell which part of the written text the characters from start to end (exclusive) came from."""
        return self.origins[start], self.origins[end - 1] + 1


def read_plainly(written: str) -> Reading:
    """Undo width, ligature and style variants (NFKD), accents, case, and characters that cannot be seen.

    An underscore is a blank: a voice drops it, so it must not glue a word to its neighbours here.
    """
    letters: list[str] = []
    origins: list[int] = []
    for index, character in enumerate(written):
        for plain in unicodedata.normalize("NFKD", character).casefold():
            if not _is_dropped(plain):
                letters.append(" " if plain.isspace() or plain == "_" else plain)
                origins.append(index)
    return Reading(written=written, text="".join(letters), origins=tuple(origins))


def clean(written: str) -> str:
    """Leave out control and invisible characters and fold white space, so that nothing odd reaches a renderer."""
    visible = "".join(" " if each.isspace() else each for each in written if each.isspace() or not _is_unwanted(each))
    return " ".join(visible.split())


def _is_dropped(character: str) -> bool:
    return unicodedata.category(character) in _DROPPED and not character.isspace()


def _is_unwanted(character: str) -> bool:
    # The zero-width joiner and the variation selectors stay: emoji are built with them.
    return unicodedata.category(character) in {"Cf", "Cc", "Cs", "Co"} and character != "\u200d"
