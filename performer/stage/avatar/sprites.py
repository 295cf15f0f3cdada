"""The mascot's pictures by name: the built-in owl's or the streamer's own.

A picture is called `MOOD-POSE.png`, and `MOOD-POSE@2x.png` at twice the size. Of the streamer's own only
`neutral-idle.png` must be there; the nearest stands in for a missing one, never a picture of the owl's. Pictures of any
size are scaled to the one that every client draws. `MOOD-MOUTH.png`, with a mouth of MOUTHS, is what is seen while the
mouth stands so; without one the mouth opens by the poses.
"""

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from performer.core.audio import MOUTHS
from performer.core.files.refused import RefusedFile
from performer.core.images.formats import KINDS, UnfitPicture, load_frame, open_header, read_file
from performer.core.images.sandbox.process import SandboxProcess
from performer.core.images.sandbox.wire import SandboxResult
from performer.core.moods import MOODS, Mood
from performer.core.own_text import own
from performer.core.text import format_near_miss
from performer.stage.library.folder import list_files
from performer.stage.library.strips import encode_png
from performer.stage.protocol.elements import POSES, Pose

WIDTH: Final = 380
HEIGHT: Final = 400


def fit_both_sizes(data: bytes, suffix: str) -> SandboxResult:
    """Fit the picture of a file into the mascot's size, and into twice that.

    Raises:
        UnfitPicture: when it is no picture, broken, or too large.
    """
    with open_header(data, suffix) as picture:
        load_frame(picture)
        return SandboxResult(files=(fit_picture(picture, WIDTH, HEIGHT), fit_picture(picture, 2 * WIDTH, 2 * HEIGHT)))


def fit_picture(picture: Image.Image, width: int, height: int) -> bytes:
    """Return a picture as PNG, scaled to fit into a size and standing at the bottom in the middle."""
    scale = min(width / picture.width, height / picture.height)
    across, down = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
    scaled = picture.convert("RGBA").resize((across, down), Image.Resampling.LANCZOS)
    sheet = Image.new("RGBA", (width, height))
    sheet.paste(scaled, ((width - across) // 2, height - down))
    return encode_png(sheet)


NAMES: Final = tuple(f"{mood}-{pose}" for mood in MOODS for pose in (*POSES, *MOUTHS))
REST: Final = "neutral-idle"
_TWICE: Final = "@2x"
_NEAREST: Final[dict[Pose, tuple[Pose, ...]]] = {
    "idle": ("idle",),
    "blink": ("blink", "idle"),
    "talk1": ("talk1", "talk2", "talk3", "idle"),
    "talk2": ("talk2", "talk1", "talk3", "idle"),
    "talk3": ("talk3", "talk2", "talk1", "idle"),
}

Pictures = Mapping[str, bytes]
"""PNG files by their names, without the suffix."""
_Pair = tuple[bytes, ...]
"""A picture, and the same at twice the size."""


class _SpriteSet(NamedTuple):
    """The pictures in use; replaced as a whole, because another thread reads them than shows them."""

    pictures: Pictures
    mark: str = ""
    """A part of the served names, so that no client shows an older picture from its cache."""

    def format_src(self, name: str) -> str:
        return f"/mascot/{name}{self.mark}.png"


class AvatarSprites:
    """The mascot's current pictures: all of the built-in owl's, or the streamer's own, which `read` reads.

    Pictures that anybody may have made must be unpacked in a process `apart`.
    """

    def __init__(self, built_in: Path, own: Path | None = None, *, apart: bool = True) -> None:
        self.refused: tuple[RefusedFile, ...] = ()
        """The streamer's own pictures that were left out."""
        self._own = own
        self._process = SandboxProcess(fit_both_sizes) if apart else None
        self._fit = self._process.do if self._process else fit_both_sizes
        self._fitted: dict[str, _Pair] = {}
        self._built_in = {path.stem: path.read_bytes() for path in sorted(built_in.glob("*.png"))}
        self._sprite_set = _SpriteSet(self._built_in)

    @property
    def pictures(self) -> Pictures:
        """The served pictures, by the names in `find_srcs`; only these can be asked for."""
        return {name + self._sprite_set.mark: data for name, data in self._sprite_set.pictures.items()}

    def find_srcs(self, mood: Mood) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the paths of a mood's pictures on the stage server, in the order of POSES: once and twice the size."""
        now = self._sprite_set
        names = [next(name for name in list_candidates(mood, pose) if name in now.pictures) for pose in POSES]
        return tuple(map(now.format_src, names)), tuple(now.format_src(name + _TWICE) for name in names)

    def find_mouths(self, mood: Mood) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the paths of a mood's mouths, in the order of MOUTHS, once and twice the size; no rows without any.

        A mouth belongs to the face that is seen: of a mood whose resting face is the neutral one, to that.
        """
        now = self._sprite_set
        face = mood if f"{mood}-idle" in now.pictures else "neutral"
        names = [f"{face}-{mouth}" if f"{face}-{mouth}" in now.pictures else "" for mouth in MOUTHS]
        if not any(names):
            return (), ()
        once = tuple(now.format_src(name) if name else "" for name in names)
        return once, tuple(now.format_src(name + _TWICE) if name else "" for name in names)

    def read(self) -> None:
        """Read the streamer's folder again, which may take seconds or hang: call it in a thread.

        A file that cannot be shown is left out and named in `refused`. Never raises.
        """
        with self._process or nullcontext():
            found, refused = self._read_folder(self._own) if self._own is not None else ({}, [])
        if self._own is not None and found and REST not in found:
            refused.append(RefusedFile(path=self._own, reason=own("it has no {rest}.png, so the owl stays", rest=REST)))
        if REST in found:
            self._sprite_set = _SpriteSet(found, mark="." + sha256(b"".join(found.values())).hexdigest()[:8])
        else:
            self._sprite_set = _SpriteSet(self._built_in)
        self.refused = tuple(refused)

    def _read_folder(self, folder: Path) -> tuple[dict[str, bytes], list[RefusedFile]]:
        """Read a folder; return the pictures in both sizes, and the refused files."""
        found: dict[str, bytes] = {}
        refused: list[RefusedFile] = []
        before, self._fitted = self._fitted, {}
        for name, path in _choose_files(folder, refused).items():
            try:
                data = read_file(path, folder)
                digest = sha256(data).hexdigest()
                pair = self._fitted.get(digest) or before.get(digest) or self._fit(data, path.suffix).files
            except UnfitPicture as unfit:
                refused.append(RefusedFile(path=path, reason=str(unfit)))
            else:
                self._fitted[digest] = pair
                found[name], found[name + _TWICE] = pair
        return found, refused


def list_candidates(mood: Mood, pose: Pose) -> Iterator[str]:
    """Yield the pictures that may stand for a mood and pose, the best first; the last is always `neutral-idle`."""
    for face in dict.fromkeys((mood, "neutral")):
        yield from (f"{face}-{near}" for near in _NEAREST[pose])


def _choose_files(folder: Path, refused: list[RefusedFile]) -> dict[str, Path]:
    """Return the file for each name; the one of twice the size wins."""
    files: dict[str, Path] = {}
    for path in list_files(folder, KINDS, refused):
        name = path.stem.lower()
        if name.removesuffix(_TWICE) in NAMES and path.suffix.lower() == ".png":
            files[name] = path
        else:
            refused.append(RefusedFile(path=path, reason=_explain_strange_name(path)))
    return {name: files.get(name + _TWICE) or files[name] for name in NAMES if {name, name + _TWICE} & files.keys()}


def _explain_strange_name(path: Path) -> str:
    stem = path.stem.lower().removesuffix(_TWICE)
    if stem in NAMES:
        return f"save it as {stem}.png"
    return f"the mascot has no '{stem}'. {format_near_miss(stem, NAMES)}".rstrip(".")
