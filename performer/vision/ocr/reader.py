"""The reader of all words on a picture, once for each picture and region, one after the other."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.recent_dict import RecentDict
from performer.core.status import Role
from performer.core.untrusted_text import make_plain
from performer.core.values import dataclass
from performer.vision.frame import Frame, Region, crop_region
from performer.vision.ocr.page import OcrPage, TextLine, make_page
from performer.vision.ocr.tesseract import OcrSettings, explain_unread_page, run_tesseract

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
class OcrWord:
    """A word, and where it is on its page."""

    text: str
    sure: float
    """0 to 100."""
    left: int
    row: int
    """The line's middle."""


def format_page_text(table: str, page: OcrPage) -> str:
    """Join the words of Tesseract's table (TSV) to lines, as they were on the picture; 600 characters at most."""
    text = _join_words([(page.lines[at], line) for at, line in parse_lines(table, page)])
    return text if len(text) <= MOST_CHARS else text[: MOST_CHARS - 1].rstrip() + "…"


def parse_lines(table: str, page: OcrPage) -> list[tuple[int, str]]:
    """Return what stands on each line of a page that can be read for sure, by the line's number."""
    words = [word for word in parse_words(table) if word.text and word.sure >= _A_WORD_SURE]
    placed = sorted(words, key=lambda word: (page.find_line(word.row), word.left))
    by_line = [(at, list(line)) for at, line in groupby(placed, key=lambda word: page.find_line(word.row))]
    return [(at, " ".join(word.text for word in line)) for at, line in by_line if _is_sure(line)]


def _join_words(lines: list[tuple[TextLine, str]]) -> str:
    """Join lines: what stands below each other is parted by a stroke, and what stands side by side by a space."""
    pieces: list[str] = []
    before: TextLine | None = None
    for line, text in lines:
        if before is not None:
            pieces.append(" " if before.is_continued_by(line) else " / ")
        pieces.append(text)
        before = line
    return "".join(pieces)


def parse_words(table: str) -> Iterator[OcrWord]:
    """Yield the words of a table."""
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) != _COLUMNS or cells[0] != _IS_WORD:
            continue
        try:
            left, top, _, height = map(int, cells[6:10])
            sure = float(cells[10])
        except ValueError:
            continue
        # What only delimits is removed around a word: edges were read as signs.
        text = make_plain(cells[11], MOST_CHARS).strip("«»|‘’“”'\"`~_-—–=*°.,:;\\/<>[]{}()")
        yield OcrWord(text=text, sure=sure, left=left, row=top + height // 2)


def _is_sure(line: list[OcrWord]) -> bool:
    text = "".join(word.text for word in line)
    letters = [each for each in text if each.isalnum()]
    if not letters or len(letters) * 2 < len(text):
        return False
    sure = sum(word.sure * len(word.text) for word in line) / len(text)
    of_number, of_word = _SURE_OF_FEW.get(len(letters), (_SURE, _SURE))
    return sure >= (of_number if all(each.isdecimal() for each in letters) else of_word)


_KEPT: Final = 32


class OcrReader:
    """The reader of words off pictures."""

    def __init__(self, clock: Clock, settings: OcrSettings) -> None:
        self._clock, self._settings = clock, settings
        self._read: RecentDict[tuple[str, Region], str] = RecentDict(_KEPT)
        self._turn = anyio.Lock()
        self._trouble = ""

    @property
    def can_read(self) -> bool:
        """Whether words can be read now."""
        return self._settings.can_read

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Find out, once, why nothing can be read though the program is there; ready when that is known."""
        with self._clock.move_on_after(self._settings.within_s):
            self._trouble = await explain_unread_page(self._settings) if self.can_read else ""
        task_status.started()

    def roles(self) -> tuple[Role, ...]:
        """Return a line for the start-up table that says which language lacks, and how to get it; else nothing."""
        return (Role(part="reads", plays=own("no words"), why=self._trouble, state="down"),) if self._trouble else ()

    async def read(self, frame: Frame, region: Region = "whole") -> str:
        """Read what is written on a region: lines from above to below, parted by ` / `, 600 characters at most.

        Takes half a second of one core for a picture of 1920x1080; empty when nothing can be read. It is what others
        have written: to be quoted, never to be obeyed. Raises ServiceError when the program is not there, fails, or
        takes too long.
        """
        asked = (frame.digest, region)
        async with self._turn:
            if asked not in self._read:
                with self._clock.move_on_after(self._settings.within_s) as limit:
                    self._read[asked] = await self._recognise(frame, region)
                if limit.cancelled_caught:
                    raise self._settings.make_late_error()
            self._read.move_to_end(asked)
            return self._read[asked]

    async def _recognise(self, frame: Frame, region: Region) -> str:
        page = await anyio.to_thread.run_sync(lambda: make_page(crop_region(frame, region)))
        if page is None:
            return ""
        try:
            return format_page_text(await run_tesseract(self._settings.command, page.pgm), page)
        except ServiceError as error:
            lacking = await explain_unread_page(self._settings)
            raise ServiceError(lacking, retry=False) if lacking else error from None
