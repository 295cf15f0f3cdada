"""The quick reader: the larger words on a picture and where they stand, for a turn that cannot wait for all of them."""

import io
from collections.abc import Mapping, Sequence
from typing import Final

import anyio.to_thread
from anyio.abc import TaskStatus
from PIL import Image

from performer.core.clock import Clock
from performer.core.values import dataclass
from performer.vision.frame import Frame, Mask, paint_masks
from performer.vision.ocr.letter_shapes import FEW, ShapeMemory, count_letters
from performer.vision.ocr.page import COARSE, Piece, cut_out_pieces, lay_out_page, resize_to_scale
from performer.vision.ocr.reader import parse_lines
from performer.vision.ocr.tesseract import OcrSettings, StandbyProcess

_MOST: Final = 10
"""Pieces of writing that are looked at, the highest first: a player notices no more at once."""
_MOST_NEW: Final = 6
"""Pieces of them that are read for the first time; each takes some 8 ms."""
_UNEVEN: Final = 0.15
"""How much the height, and the place, of two pieces of one line may differ, in heights of it."""
_HUD: Final = 0.18
"""Share of the picture, above and below, in which there are numbers of few digits."""
_SHOUTED: Final = 0.08
"""Height of a word that a game shouts, in heights of the picture."""
_CENTRAL: Final = 0.2
_WHOLE: Final = Mask(0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, kw_only=True)
class VisibleText:
    """A line of words, and where it stands."""

    text: str
    place: Mask


class QuickReader:
    """The reader of the larger words off one picture after the other.

    What looks as it did before is not read again, so that a picture without new words takes 25 ms of a core, one with
    new words some 50 more, and 150 when no process stands by.
    """

    def __init__(self, clock: Clock, settings: OcrSettings) -> None:
        self._clock, self._settings = clock, settings
        self._standby = StandbyProcess(clock, settings)
        self._shapes = ShapeMemory()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep a process on standby, once something was read."""
        await self._standby.run(task_status=task_status)

    @property
    def can_read(self) -> bool:
        """Whether words can be read now."""
        return self._settings.can_read

    async def read(self, frame: Frame, leave_out: Sequence[Mask] = ()) -> tuple[VisibleText, ...]:
        """Read the larger words, from above to below; not for two pictures at the same time.

        Raises ServiceError when the program is not there, fails, or takes too long.
        """
        with self._clock.move_on_after(self._settings.within_s):
            inks = await anyio.to_thread.run_sync(_find_inks, frame, leave_out)
            texts = await anyio.to_thread.run_sync(self._find_texts, inks)
            new = {place: inks[place] for place, text in texts.items() if text is None}
            if new:
                await self._learn(list(new.values())[:_MOST_NEW])
                texts |= await anyio.to_thread.run_sync(self._find_texts, new)
            return tuple(VisibleText(text=text, place=place) for place, text in texts.items() if text)
        raise self._settings.make_late_error()

    def _find_texts(self, inks: Mapping[Mask, Image.Image]) -> dict[Mask, str | None]:
        return {place: self._shapes.find_text(ink) for place, ink in inks.items()}

    async def _learn(self, new: Sequence[Image.Image]) -> None:
        page = lay_out_page([(0, 0, ink) for ink in new])
        read = dict(parse_lines(await self._standby.read(page.pgm), page))
        for at, ink in enumerate(new):
            self._shapes.learn(ink, read.get(at, ""))


def _find_inks(frame: Frame, leave_out: Sequence[Mask]) -> dict[Mask, Image.Image]:
    """Find the ink of the highest pieces that look like words, from above to below, by their places."""
    grey = _make_grey(frame)
    paint_masks(grey, leave_out)
    lettered = [piece for piece in _join_pieces(cut_out_pieces(grey, COARSE)) if _is_worth_it(piece, grey.size)]
    highest = sorted(lettered, key=lambda piece: -piece[2].height)[:_MOST]
    width, height = grey.size
    return {
        Mask(left / width, top / height, ink.width / width, ink.height / height): ink
        for top, left, ink in sorted(highest, key=lambda piece: piece[:2])
    }


def _is_worth_it(piece: Piece, size: tuple[int, int]) -> bool:
    """Whether a piece is writing; two or three letters are only where games write so few: `20`, `GO!`."""
    top, left, ink = piece
    letters = count_letters(ink)
    if letters == 0 or letters >= FEW:
        return letters > 0
    width, height = size
    x, y = (left + ink.width / 2) / width, (top + ink.height / 2) / height
    is_shouted = ink.height >= _SHOUTED * height and abs(x - 0.5) <= _CENTRAL
    return is_shouted or not _HUD <= y <= 1 - _HUD


def _join_pieces(pieces: Sequence[Piece]) -> list[Piece]:
    """Join what stands side by side and is as high, such as `LEVEL` and `2`."""
    lines: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: piece[1]):
        before = next((line for line in lines if _is_continued(line, piece)), None)
        if before is None:
            lines.append(piece)
        else:
            lines[lines.index(before)] = _join_two(before, piece)
    return lines


def _is_continued(piece: Piece, other: Piece) -> bool:
    (top, left, ink), (other_top, other_left, other_ink) = piece, other
    gap = other_left - left - ink.width
    is_as_high = abs(ink.height - other_ink.height) <= _UNEVEN * ink.height
    return is_as_high and abs(top - other_top) <= _UNEVEN * ink.height and 0 <= gap <= ink.height


def _join_two(piece: Piece, other: Piece) -> Piece:
    (top, left, ink), (other_top, other_left, other_ink) = piece, other
    upper, lower = min(top, other_top), max(top + ink.height, other_top + other_ink.height)
    both = Image.new("L", (other_left + other_ink.width - left, lower - upper))
    both.paste(ink, (0, top - upper))
    both.paste(other_ink, (other_left - left, other_top - upper))
    return upper, left, both


def _make_grey(frame: Frame) -> Image.Image:
    """Return the picture in grey, as large as is needed."""
    if frame.full is not None and frame.size[0] < COARSE.width:
        return resize_to_scale(frame.full.cut(_WHOLE).convert("L"), COARSE)
    picture = Image.open(io.BytesIO(frame.jpeg))
    picture.draft("L", picture.size)
    return resize_to_scale(picture.convert("L"), COARSE)
