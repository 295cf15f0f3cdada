"""Words as Tesseract tells them, and the text that they make once its guesses are left out."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from performer.frames.ocr.page import Line, Page
from performer.untrusted import plain

MOST_CHARS: Final = 600
_A_WORD_SURE: Final = 50.0
"""Tesseract's confidence, of 100, below which a word of a line is left out."""
_SURE: Final = 62.0
"""The same for all of a line; leaves and clouds make words below it."""
_SURE_OF_FEW: Final = {1: (90.0, 101.0), 2: (80.0, 95.0), 3: (72.0, 90.0)}
"""For a line of so few characters, when it is a number and when it is none: nearly anything looks like `o` or `co`."""
_COLUMNS: Final = 12
_IS_WORD: Final = "5"
"""The level of a word's row."""


@dataclass(frozen=True, kw_only=True)
class Word:
    """A word, and where it is on its page."""

    text: str
    sure: float
    """0 to 100."""
    left: int
    row: int
    """Its middle."""


def text_of(table: str, page: Page) -> str:
    """Join the words of Tesseract's table (TSV) to lines, as they were on the picture; 600 characters at most."""
    text = _joined([(page.lines[at], line) for at, line in lines_of(table, page)])
    return text if len(text) <= MOST_CHARS else text[: MOST_CHARS - 1].rstrip() + "…"


def lines_of(table: str, page: Page) -> list[tuple[int, str]]:
    """Tell what stands on each line of a page that can be read for sure, by the line's number."""
    words = [word for word in words_of(table) if word.text and word.sure >= _A_WORD_SURE]
    placed = sorted(words, key=lambda word: (page.line(word.row), word.left))
    by_line = [(at, list(line)) for at, line in groupby(placed, key=lambda word: page.line(word.row))]
    return [(at, _text(line)) for at, line in by_line if _is_sure(line)]


def _joined(lines: list[tuple[Line, str]]) -> str:
    """Part what stands below each other, and not what stands side by side."""
    pieces: list[str] = []
    before: Line | None = None
    for line, text in lines:
        if before is not None:
            pieces.append(" " if before.goes_on(line) else " / ")
        pieces.append(text)
        before = line
    return "".join(pieces)


def _text(line: list[Word]) -> str:
    return " ".join(word.text for word in line)


def words_of(table: str) -> Iterator[Word]:
    """Yield the words of a table."""
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) == _COLUMNS and cells[0] == _IS_WORD and (word := _word(cells)):
            yield word


def _word(cells: list[str]) -> Word | None:
    try:
        left, top, _, height = map(int, cells[6:10])
        sure = float(cells[10])
    except ValueError:
        return None
    return Word(text=_plain(cells[11]), sure=sure, left=left, row=top + height // 2)


def _plain(written: str) -> str:
    """Leave out what only delimits, around a word: edges were read as signs."""
    return plain(written, MOST_CHARS).strip("«»|‘’“”'\"`~_-—–=*°.,:;\\/<>[]{}()")


def _is_sure(line: list[Word]) -> bool:
    text = "".join(word.text for word in line)
    letters = [each for each in text if each.isalnum()]
    if not letters or len(letters) * 2 < len(text):
        return False
    sure = sum(word.sure * len(word.text) for word in line) / len(text)
    of_number, of_word = _SURE_OF_FEW.get(len(letters), (_SURE, _SURE))
    return sure >= (of_number if all(each.isdecimal() for each in letters) else of_word)
