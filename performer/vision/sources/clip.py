"""A clip as a source of pictures: a folder of them, or an animated file, plays in a loop.

Reels: what a clip is made of, and which of its pictures is due; a folder of pictures, or one animated file.
"""

import logging
import math
import re
import time
from collections.abc import AsyncGenerator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PIL import Image

from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.images.formats import DECODERS_SAY_NO
from performer.core.process.thread import WorkerThread
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame
from performer.vision.image_files import BadPictureError, decode_picture, open_picture
from performer.vision.mask import Mask

_log = logging.getLogger(__name__)

_SUFFIXES = {".png", ".apng", ".jpg", ".jpeg", ".webp", ".bmp"}
_UNTIMED_S = 0.1
_SHORTEST_S = 0.02
"""Browsers show a frame that asks for less for a tenth of a second, and clips are made to look right there."""
_MOST_WORK_S = 0.5
"""A frame that is due may cost this much decoding of frames before it; beyond, the clip plays slower."""
_ROUNDING_S = 1e-6


class Reel(Protocol):
    """Pictures in a loop; to be used from one thread."""

    def picture(self, at_s: float) -> Image.Image:
        """Decode the picture that is due so many seconds after the first; instants must not go back.

        The picture is the caller's own.

        Raises:
            ServiceError: when nothing of it can be shown any more.
        """
        ...

    def close(self) -> None:
        """Let go of the open file."""
        ...


def open_clip(path: Path, *, rate_hz: float) -> Reel:
    """Open a clip and decode its first picture, to see that there is one.

    Args:
        path: A folder, each of whose pictures is shown for one period, or a file, which brings its own timing.
        rate_hz: Pictures of a folder a second.

    Raises:
        ServiceError: naming the path, what is wrong with it, and what to do.
    """
    try:
        reel = _Folder(path, rate_hz=rate_hz) if path.is_dir() else _Animation(path)
    except BadPictureError as unfit:
        raise ServiceError(str(unfit)) from None
    reel.picture(0.0)
    return reel


class _Folder:
    """Pictures in the natural order of their names: 2 before 10."""

    def __init__(self, path: Path, *, rate_hz: float) -> None:
        self._path = path
        self._rate_hz = rate_hz
        self._files = _pictures_in(path)
        self._refused: set[Path] = set()

    def picture(self, at_s: float) -> Image.Image:
        due = math.floor((at_s + _ROUNDING_S) * self._rate_hz)
        for step in range(len(self._files)):
            file = self._files[(due + step) % len(self._files)]
            if (picture := self._decoded(file)) is not None:
                return picture
        raise ServiceError(
            f"'{self._path}' holds no picture that can be shown; put PNG, JPEG, WebP or BMP files there."
        )

    def close(self) -> None:
        """Nothing is open between two pictures."""

    def _decoded(self, file: Path) -> Image.Image | None:
        """Decode a file; one that cannot be shown is named once and passed over from then on."""
        if file in self._refused:
            return None
        try:
            with open_picture(file) as picture:
                return decode_picture(picture)
        except BadPictureError as unfit:
            self._refuse(file, str(unfit))
        except DECODERS_SAY_NO as broken:
            self._refuse(file, f"'{file}' is damaged: {broken}.")
        return None

    def _refuse(self, file: Path, why: str) -> None:
        self._refused.add(file)
        _log.warning("The clip goes on without one picture: %s", why)


class _Animation:
    """A GIF, WebP or APNG, each frame for as long as the file says; a file with one frame is a still picture."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = open_picture(path)
        # An APNG may begin with a picture for programs that know no animations; it is no part of the clip.
        self._first = 1 if getattr(self._file, "default_image", False) else 0
        self._number = self._first - 1
        self._until_s = 0.0
        self._is_damaged = False

    def picture(self, at_s: float) -> Image.Image:
        """Decode the frame that is due; when that takes too long, the clip plays slower instead."""
        began_s = time.perf_counter()
        while self._until_s <= at_s + _ROUNDING_S:
            if time.perf_counter() - began_s > _MOST_WORK_S:
                self._until_s = at_s
            self._advance()
        return decode_picture(self._file)

    def close(self) -> None:
        self._file.close()

    def _advance(self) -> None:
        """Go to the next frame, or from the last one to the first."""
        if self._show(self._number + 1):
            return
        if self._number == self._first:
            self._until_s = math.inf
        elif self._number < self._first or not self._show(self._first):
            raise ServiceError(f"'{self._path}' is damaged: not one frame of it can be decoded. Save it anew.")

    def _show(self, number: int) -> bool:
        """Decode a frame and set until when it is shown; False when the file ends before it, or is damaged there."""
        try:
            self._file.seek(number)
            self._file.load()
        except EOFError:
            return False
        except DECODERS_SAY_NO as broken:
            self._say_damaged(number, broken)
            return False
        self._number = number
        self._until_s += _duration_s(self._file)
        return True

    def _say_damaged(self, number: int, broken: Exception) -> None:
        if not self._is_damaged:
            _log.warning("The clip '%s' is damaged at frame %d and begins again there: %s", self._path, number, broken)
        self._is_damaged = True


def _duration_s(picture: Image.Image) -> float:
    duration_s = float(picture.info.get("duration") or 0) / 1000
    return duration_s if duration_s >= _SHORTEST_S else _UNTIMED_S


def _pictures_in(folder: Path) -> Sequence[Path]:
    """List a folder's pictures, without those that are hidden."""
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES and file.name[0] != "."]
    except OSError as error:
        raise BadPictureError(f"'{folder}' cannot be read: {error.strerror}.") from None
    if not files:
        raise BadPictureError(f"'{folder}' is a folder without a picture. Put PNG, JPEG, WebP or BMP files there.")
    return sorted(files, key=_natural)


def _natural(file: Path) -> list[tuple[int, str]]:
    """Order names by their numbers first where both have one: take 2 comes before take 10."""
    pieces = re.findall(r"\d+|\D+", file.name.casefold())
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces]


class ClipSource:
    """Plays a clip for ever, decoding in a thread of its own; of its pictures only those that are due are seen.

    Args:
        clock: The show's clock; the clip begins with the first picture that is asked for.
        path: A folder of pictures, or an animated file.
        rate_hz: Pictures a second; of a folder every picture is shown, for one period.
        masks: Painted over first.
    """

    def __init__(self, clock: Clock, path: Path, *, rate_hz: float, masks: Sequence[Mask] = ()) -> None:
        self.name = f"clip {path.name or path}"
        self._clock = clock
        self._path = path
        self._rate_hz = rate_hz
        self._masks = masks

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield the picture that is due, every period.

        Raises:
            ServiceError: when the clip has become unreadable meanwhile.
        """
        thread = WorkerThread("clip")
        reel: Reel | None = None
        try:
            reel = await thread.run(partial(open_clip, self._path, rate_hz=self._rate_hz))
            first_s = self._clock.now()
            while True:
                began_s = self._clock.now()
                yield await thread.run(partial(self._take, reel, began_s - first_s, began_s))
                await self._clock.sleep(max(0.0, began_s + 1 / self._rate_hz - self._clock.now()))
        finally:
            thread.close(reel.close if reel else lambda: None)

    def _take(self, reel: Reel, due_s: float, at_s: float) -> Frame:
        began_s = time.perf_counter()
        return encode_frame(reel.picture(due_s), source=self.name, at_s=at_s, began_s=began_s, masks=self._masks)


def find_clip(path: Path) -> None:
    """Look whether there is a clip that can be shown.

    Raises:
        ConfigError: naming the path, what is wrong with it, and what to do.
    """
    try:
        open_clip(path, rate_hz=1.0).close()
    except ServiceError as unfit:
        raise ConfigError(f"frames: the clip {unfit}") from None
