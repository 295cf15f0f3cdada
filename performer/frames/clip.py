"""A clip as a source of pictures: a folder of them, or an animated file, plays in a loop."""

import time
from collections.abc import AsyncGenerator, Sequence
from functools import partial
from pathlib import Path

from performer.clock import Clock
from performer.errors import ConfigError, ServiceError
from performer.frames.develop import develop
from performer.frames.frame import Frame
from performer.frames.mask import Mask
from performer.frames.reel import Reel, open_reel
from performer.own_thread import OwnThread


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
        thread = OwnThread("clip")
        reel: Reel | None = None
        try:
            reel = await thread.run(partial(open_reel, self._path, rate_hz=self._rate_hz))
            first_s = self._clock.now()
            while True:
                began_s = self._clock.now()
                yield await thread.run(partial(self._take, reel, began_s - first_s, began_s))
                await self._clock.sleep(max(0.0, began_s + 1 / self._rate_hz - self._clock.now()))
        finally:
            thread.close(reel.close if reel else lambda: None)

    def _take(self, reel: Reel, due_s: float, at_s: float) -> Frame:
        began_s = time.perf_counter()
        return develop(reel.picture(due_s), source=self.name, at_s=at_s, began_s=began_s, masks=self._masks)


def find_clip(path: Path) -> None:
    """Look whether there is a clip that can be shown.

    Raises:
        ConfigError: naming the path, what is wrong with it, and what to do.
    """
    try:
        open_reel(path, rate_hz=1.0).close()
    except ServiceError as unfit:
        raise ConfigError(f"frames: the clip {unfit}") from None
