"""A source of pictures that shows the streamer's own clips one after the other."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Final

from performer.core.clock import Clock
from performer.core.errors import ConfigError
from performer.vision.frame import Frame
from performer.vision.sources.clip import ClipSource, find_clip

_PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".bmp"})
"""Files that are single pictures in most folders; animated files have other names."""


class ClipPlaylist:
    """A source that shows each clip for `each_s` seconds, and the last one for ever; there is at least one."""

    def __init__(self, clock: Clock, clips: Sequence[Path], *, rate_hz: float, each_s: float) -> None:
        self.name = f"{len(clips)} clips"
        self._clock = clock
        self._clips = tuple(clips)
        self._rate_hz = rate_hz
        self._each_s = each_s

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield the pictures of the clips; raises ServiceError as a clip does."""
        for number, clip in enumerate(self._clips, 1):
            ends_s = number * self._each_s
            async with aclosing(ClipSource(self._clock, clip, rate_hz=self._rate_hz).frames()) as pictures:
                async for frame in pictures:
                    yield frame
                    if self._clock.now() >= ends_s and clip is not self._clips[-1]:
                        break


def find_clips(folder: Path) -> tuple[Path, ...]:
    """Find the clips of a folder, by name: folders of pictures and animated files; or the folder is one clip itself."""
    if not folder.is_dir():
        raise ConfigError(f"--clips: '{folder}' is no folder. Name one that holds clips.")
    inside = sorted(folder.iterdir())
    if any(each.suffix.lower() in _PICTURES for each in inside):
        inside = [folder]
    found = tuple(each for each in inside if _is_clip(each))
    if not found:
        raise ConfigError(
            f"--clips: '{folder}' holds no clip: folders of pictures, or animated GIF, WebP or PNG files."
        )
    return found


def _is_clip(path: Path) -> bool:
    try:
        find_clip(path)
    except ConfigError:
        return False
    return True
