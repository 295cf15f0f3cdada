"""A clip as a source of pictures: a folder of them, or an animated file, played in a loop.

Files are opened with care: what is no picture, or a bomb, is refused by name before anything is decoded.
"""

import logging
import math
import re
import time
from collections.abc import AsyncGenerator, Sequence
from functools import partial
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.images.formats import DECODERS_SAY_NO, MOST_PIXELS
from performer.core.own_text import own
from performer.core.process.thread import WorkerThread
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame, Mask
from performer.vision.look_pace import LookPace

_log = logging.getLogger(__name__)

_SUFFIXES = {".png", ".apng", ".jpg", ".jpeg", ".webp", ".bmp"}
_UNTIMED_S = 0.1
_SHORTEST_S = 0.02
"""Browsers show a frame that asks for less for a tenth of a second, and clips are made to look right there."""
_MOST_WORK_S = 0.5
"""A frame that is due may cost this much decoding of frames before it; beyond, the clip plays slower."""
_ROUNDING_S = 1e-6
_MOST_BYTES = 64_000_000
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF")


class _Folder:
    """Pictures in the natural order of their names: 2 before 10."""

    def __init__(self, path: Path, *, rate_hz: float) -> None:
        self._path, self._rate_hz = path, rate_hz
        self._files = _list_pictures(path)
        self._refused: set[Path] = set()

    def decode(self, at_s: float) -> Image.Image:
        """Decode the picture that is due so many seconds after the first; the picture is the caller's own.

        Raises ServiceError when nothing can be shown any more.
        """
        due = math.floor((at_s + _ROUNDING_S) * self._rate_hz)
        for step in range(len(self._files)):
            file = self._files[(due + step) % len(self._files)]
            if (picture := self._decode(file)) is not None:
                return picture
        remedy = "put PNG, JPEG, WebP or BMP files there"
        raise ServiceError(
            own("'{path}' holds no picture that can be shown; {remedy}.", path=self._path, remedy=remedy)
        )

    def close(self) -> None:
        """Do nothing: no file is open between two pictures."""

    def _decode(self, file: Path) -> Image.Image | None:
        """Decode a file; one that cannot be shown is named once and passed over from then on."""
        if file in self._refused:
            return None
        try:
            with _open_picture(file) as picture:
                return _decode_picture(picture)
        except ServiceError as unfit:
            why = str(unfit)
        except DECODERS_SAY_NO as broken:
            why = f"'{file}' is damaged: {broken}."
        self._refused.add(file)
        _log.warning("The clip goes on without one picture: %s", why)
        return None


class _Animation:
    """A GIF, WebP or APNG, each frame for as long as the file says; a file with one frame is a still picture."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _open_picture(path)
        # An APNG may begin with a picture for programs that know no animations; it is no part of the clip.
        self._first = 1 if getattr(self._file, "default_image", False) else 0
        self._number = self._first - 1
        self._until_s = 0.0
        self._is_damaged = False

    def decode(self, at_s: float) -> Image.Image:
        """Decode the frame that is due, as a folder does; when that takes too long, the clip plays slower instead.

        Instants must not go back.
        """
        began_s = time.perf_counter()
        while self._until_s <= at_s + _ROUNDING_S:
            if time.perf_counter() - began_s > _MOST_WORK_S:
                self._until_s = at_s
            self._advance()
        return _decode_picture(self._file)

    def close(self) -> None:
        self._file.close()

    def _advance(self) -> None:
        """Show the next frame, or after the last one the first."""
        if self._show(self._number + 1):
            return
        if self._number == self._first:
            self._until_s = math.inf
        elif self._number < self._first or not self._show(self._first):
            raise ServiceError(
                own("'{path}' is damaged: not one frame of it can be decoded. Save it anew.", path=self._path)
            )

    def _show(self, number: int) -> bool:
        """Decode a frame and set until when it is shown; False when the file ends before it, or is damaged there."""
        try:
            self._file.seek(number)
            self._file.load()
        except EOFError:
            return False
        except DECODERS_SAY_NO as broken:
            if not self._is_damaged:
                _log.warning(
                    "The clip '%s' is damaged at frame %d and begins again there: %s", self._path, number, broken
                )
            self._is_damaged = True
            return False
        self._number = number
        duration_s = float(self._file.info.get("duration") or 0) / 1000
        self._until_s += duration_s if duration_s >= _SHORTEST_S else _UNTIMED_S
        return True


Reel = _Folder | _Animation
"""The pictures of a clip in a loop; to be used from one thread."""


def open_clip(path: Path, *, rate_hz: float) -> Reel:
    """Open a clip and decode its first picture, to see that there is one.

    `rate_hz` is for a folder, each of whose pictures is shown for one period; a file brings its own timing. A
    ServiceError names the path, what is wrong with it, and what to do.
    """
    reel = _Folder(path, rate_hz=rate_hz) if path.is_dir() else _Animation(path)
    reel.decode(0.0)
    return reel


def _list_pictures(folder: Path) -> Sequence[Path]:
    """List a folder's pictures, without those that are hidden."""
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES and file.name[0] != "."]
    except OSError as error:
        raise ServiceError(
            own("'{folder}' cannot be read: {strerror}.", folder=folder, strerror=error.strerror)
        ) from None
    if not files:
        raise ServiceError(
            own("'{folder}' is a folder without a picture. Put PNG, JPEG, WebP or BMP files there.", folder=folder)
        )
    return sorted(files, key=_make_natural_key)


def _make_natural_key(file: Path) -> list[tuple[int, str]]:
    """Make a sorting key by which numbers in names count as numbers: take 2 comes before take 10."""
    pieces = re.findall(r"\d+|\D+", file.name.casefold())
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces]


class ClipSource:
    """A source that plays a clip for ever, decoding in a thread of its own; only the pictures that are due are seen.

    The clip begins with the first picture that is asked for. Of a folder every picture is shown, for one period.
    """

    def __init__(self, clock: Clock, path: Path, *, rate_hz: float, masks: Sequence[Mask] = ()) -> None:
        self.name = f"clip {path.name or path}"
        self._clock, self._path = clock, path
        self.pace = LookPace(clock, rate_hz=rate_hz)
        self._rate_hz, self._masks = rate_hz, masks

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield the picture that is due, every period; raises ServiceError when the clip has become unreadable."""
        thread = WorkerThread("clip")
        reel: Reel | None = None
        try:
            reel = await thread.run(partial(open_clip, self._path, rate_hz=self._rate_hz))
            first_s = self._clock.now()
            while True:
                began_s = self._clock.now()
                self.pace.take_wish()
                yield await thread.run(partial(self._take, reel, began_s - first_s, began_s))
                await self.pace.wait(began_s)
        finally:
            thread.close(reel.close if reel else lambda: None)

    def _take(self, reel: Reel, due_s: float, at_s: float) -> Frame:
        began_s = time.perf_counter()
        return encode_frame(reel.decode(due_s), source=self.name, at_s=at_s, began_s=began_s, masks=self._masks)


def find_clip(path: Path) -> None:
    """Check that a clip can be shown, or raise a ConfigError that names it, what is wrong with it, and what to do."""
    try:
        open_clip(path, rate_hz=1.0).close()
    except ServiceError as unfit:
        raise ConfigError(f"frames: the clip {unfit}") from None


def _open_picture(path: Path) -> Image.Image:
    """Open a PNG, JPEG, WebP, BMP or GIF and read its size, but none of its pixels yet.

    What cannot be read, is no picture, or is too large meets a ServiceError that says which, why, and what to do.
    """
    try:
        size = path.stat().st_size
    except OSError as error:
        raise ServiceError(own("'{path}' cannot be read: {strerror}.", path=path, strerror=error.strerror)) from None
    if size > _MOST_BYTES:
        most = f"{_MOST_BYTES / 1e6:.0f}"
        raise ServiceError(
            own(
                "'{path}' has {size:.0f} MB, more than {most}. Make it smaller, or cut it up.",
                path=path,
                size=size / 1e6,
                most=most,
            )
        )
    try:
        picture = Image.open(path, formats=_FORMATS)
    except UnidentifiedImageError:
        known = "Expected PNG, JPEG, WebP, BMP or GIF."
        raise ServiceError(own("'{path}' is no picture that is known here. {known}", path=path, known=known)) from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _make_size_error(path, "far too many") from None
    except DECODERS_SAY_NO as error:
        raise ServiceError(own("'{path}' cannot be read: {error}.", path=path, error=error)) from None
    if picture.width * picture.height > MOST_PIXELS:
        picture.close()
        raise _make_size_error(path, f"{picture.width}x{picture.height}")
    return picture


def _decode_picture(picture: Image.Image) -> Image.Image:
    """Decode an opened picture, or the frame it stands at, to RGB of its own; what is transparent becomes black.

    Raises one of DECODERS_SAY_NO.
    """
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    layers = picture.convert("RGBA")
    black = Image.new("RGB", layers.size)
    black.paste(layers, mask=layers.getchannel("A"))
    return black


def _make_size_error(path: Path, size: str) -> ServiceError:
    return ServiceError(
        own(
            "'{path}' has {size} pixels, more than {most_pixels:.0f} million. Make it smaller; 1920x1080 is plenty.",
            path=path,
            size=size,
            most_pixels=MOST_PIXELS / 1e6,
        )
    )
