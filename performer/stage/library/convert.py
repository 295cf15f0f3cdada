"""Converted pictures, kept in a folder by their content, so that each is converted once and not at every start.

A tool's picture is written anew from its pixels, and a small one is enlarged to squares.
"""

import hashlib
import io
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from PIL import Image

from performer.core.files.atomic import write_atomically
from performer.core.images.formats import DECODERS_SAY_NO, KINDS, UnfitPicture, detect_kind
from performer.core.images.sandbox.wire import Job, SandboxResult
from performer.core.values import dataclass
from performer.stage.library.folder import LibraryItem
from performer.stage.library.strips import (
    LARGEST_SIDE,
    LARGEST_STILL,
    encode_png,
    join_in_row,
    prepare_picture,
    read_frame_times,
    read_frames,
)

MOST_FRAMES: Final = 32
MOST_VIEWS: Final = 8
"""The most views in a still picture that shows something from several sides, in squares beside each other."""
VIEW_MS: Final = 700
"""How long each view shows."""
_MOST_DRAWN_COLOURS: Final = 64
"""A picture with more colours was not drawn pixel by pixel."""
_LARGEST_DRAWN: Final = 320
"""The longer side of a picture drawn pixel by pixel has at most so many pixels."""
WHOLE_FRAMES: Final[dict[str, int]] = {"kmin": 0, "kmax": 1}
"""Options of a WebP: frames cut to pieces without a clear pixel would not be clear around them."""
_CLEAR: Final = 255
"""The transparent colour of a GIF."""
_HALF: Final = 128
_SUFFIXES: Final = {kind: suffix for suffix, kind in KINDS.items()}


def convert_tool_picture(data: bytes, _suffix: str) -> SandboxResult:
    """Make two files of a picture, as a job for a process apart: one for an emote or a card, and one for the chats.

    The first is a PNG, a row of square frames if the picture moves; the second is a GIF or a WebP then, else a PNG.

    Raises:
        UnfitPicture: as `read_frames` does.
    """
    kind = detect_kind(data)
    frames, frames_ms = read_frames(data, _SUFFIXES.get(kind, ""), most=MOST_FRAMES)
    if frames_ms:
        kept = _make_animation(frames, frames_ms, "WEBP" if kind == "WEBP" else "GIF")
    else:
        kept = encode_png(_fit(frames[0], LARGEST_STILL))
        frames = _cut_views(frames[0])
        frames_ms = (VIEW_MS,) * len(frames) if len(frames) > 1 else ()
    side = LARGEST_SIDE if frames_ms else LARGEST_STILL
    shown = [_fit(frame, side) for frame in frames]
    return SandboxResult(files=(encode_png(join_in_row(shown) if frames_ms else shown[0]), kept), frames_ms=frames_ms)


def _cut_views(picture: Image.Image) -> list[Image.Image]:
    """Cut a picture that consists of squares beside each other; any other stays whole."""
    wide, high = picture.size
    count = wide // high
    if wide % high or not 2 <= count <= MOST_VIEWS:
        return [picture]
    return [picture.crop((number * high, 0, (number + 1) * high, high)) for number in range(count)]


def _fit(picture: Image.Image, side: int) -> Image.Image:
    """Fit a picture into a square: reduce a large one; enlarge a pixel drawing by a whole number, to keep it sharp."""
    longest = max(picture.size)
    if longest > side:
        picture = picture.copy()
        picture.thumbnail((side, side), Image.Resampling.LANCZOS)
        return picture
    is_drawn = longest <= _LARGEST_DRAWN and picture.getcolors(_MOST_DRAWN_COLOURS) is not None
    times = side // longest if is_drawn else 1
    return picture.resize((picture.width * times, picture.height * times), Image.Resampling.NEAREST)


def _make_animation(frames: Sequence[Image.Image], frames_ms: Sequence[int], kind: str) -> bytes:
    options = {"disposal": 2, "transparency": _CLEAR} if kind == "GIF" else {"quality": 90, "method": 0, **WHOLE_FRAMES}
    ready = [_reduce_colours(frame) for frame in frames] if kind == "GIF" else frames
    written = io.BytesIO()
    ready[0].save(written, kind, save_all=True, append_images=ready[1:], duration=list(frames_ms), loop=0, **options)
    return written.getvalue()


def _reduce_colours(frame: Image.Image) -> Image.Image:
    """Choose the colours of a GIF; few colours stay exact, which Pillow's own way does not ensure."""
    chosen = frame.convert("RGB").quantize(_CLEAR, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    clear = frame.getchannel("A").point(lambda alpha: 0 if alpha >= _HALF else 255)
    chosen.paste(_CLEAR, mask=clear)
    return chosen


_FORM: Final = "1"
"""Change the number when pictures are converted in another way: what was kept before is then converted anew."""
_OURS: Final = re.compile(r"[0-9a-f]{40}\.png|\.[0-9a-f]{40}\.png\..*\.new")
"""Names of pictures, and of drafts left by a writer that was killed."""


@dataclass(frozen=True, slots=True)
class ConvertedPictures:
    """The folder of converted pictures; made when it is needed first, and may be deleted between two shows."""

    folder: Path
    convert: Job = prepare_picture
    """Makes an emote of a picture and its suffix, here or in a process apart."""
    ours: Path | None = None
    """A folder of still PNGs that are known to be fit, as those that are shipped are; none of them is opened."""

    def item(self, path: Path, data: bytes) -> LibraryItem:
        """Return the emote of a picture's content; a still PNG is served from where it is.

        Raises:
            UnfitPicture: when it cannot be shown, or its converted form cannot be written.
        """
        key = f"{_FORM} {KINDS.get(path.suffix.lower())} ".encode()
        digest = hashlib.sha256(key + data).hexdigest()[:40]
        if path.parent == self.ours:
            return LibraryItem(path=path, version=digest[:8])
        kept = self.folder / f"{digest}.png"
        frames_ms = _read_back(kept)
        if frames_ms is None:
            result = self.convert(data, path.suffix)
            (png,) = result.files
            if png == data:
                return LibraryItem(path=path, version=digest[:8])
            try:
                write_atomically(kept, png)
            except OSError as error:
                why = f"it cannot be kept converted in {self.folder} ({error.strerror or error})"
                raise UnfitPicture(why) from None
            frames_ms = result.frames_ms
        return LibraryItem(path=kept, version=digest[:8], frames_ms=frames_ms)

    def keep_only(self, used: Collection[Path]) -> None:
        """Remove converted pictures that no emote uses any more."""
        with suppress(OSError):
            for file in self.folder.iterdir():
                if file not in used and _OURS.fullmatch(file.name):
                    file.unlink()


def _read_back(file: Path) -> tuple[int, ...] | None:
    try:
        with Image.open(file, formats=["PNG"]) as picture:
            return read_frame_times(picture)
    except DECODERS_SAY_NO:
        return None
