"""Makes JPEGs of the first screen in the product's way and in others: `python -m bench.speed.rig.picture_program RUNS`.

It prints a JSON object with the screen's size and, for each stage and each way, its milliseconds: the time in `wall`,
the processor's time of this process in `cpu`. The ways take turns, in an order drawn anew for each round.
"""

import base64
import io
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import mss
from PIL import Image, ImageGrab

from performer.vision.encode import JPEG_QUALITY, GrabbedPicture
from performer.vision.frame import Frame, encode_jpeg
from performer.vision.settings import ScreenSpec
from performer.vision.sources.screen import ScreenGrabber

_WARM_UPS: Final = 2


class Stopwatch:
    """The times of all stages so far, in milliseconds."""

    def __init__(self) -> None:
        self.wall: dict[str, list[float]] = defaultdict(list)
        self.cpu: dict[str, list[float]] = defaultdict(list)

    @contextmanager
    def time(self, stage: str) -> Iterator[None]:
        """Time the block."""
        wall_s, cpu_s = time.perf_counter(), time.process_time()
        yield
        self.cpu[stage].append(1000 * (time.process_time() - cpu_s))
        self.wall[stage].append(1000 * (time.perf_counter() - wall_s))


class PictureWays:
    """The ways from the screen to a JPEG in Base64."""

    def __init__(self, watch: Stopwatch) -> None:
        self._watch = watch
        self._screens = mss.MSS()
        self._grabber = ScreenGrabber(ScreenSpec())
        shot = self._screens.grab(self._screens.monitors[1])
        self.size = (shot.width, shot.height)
        self._pixels, self._copy = memoryview(bytes(shot.raw)), memoryview(bytearray(len(shot.raw)))
        self._small_size = self._grab().encode(full_size=False).size

    @property
    def all(self) -> tuple[Callable[[], None], ...]:
        """Return all ways, and the floors."""
        ways = (self.copy, self.grab_barely, self.take_stages, self.look, self.take_whole)
        return (*ways, self.take_by_pillow, self.take_by_mss)

    def copy(self) -> None:
        """Copy the pixels once, from memory to memory."""
        with self._watch.time("copy"):
            self._copy[:] = self._pixels

    def grab_barely(self) -> None:
        """Grab by mss, and do nothing with it."""
        with self._watch.time("bare_grab"):
            self._screens.grab(self._screens.monitors[1])

    def take_stages(self) -> None:
        """Make the product's picture, each stage timed."""
        with self._watch.time("grab"):
            grabbed = self._grab()
        with self._watch.time("measure"):
            grabbed.look(_never)
        with self._watch.time("reduce"):
            small = grabbed.reduce()
        with self._watch.time("encode"):
            jpeg = encode_jpeg(small, JPEG_QUALITY)
        with self._watch.time("base64"):
            base64.b64encode(jpeg).decode()

    def look(self) -> None:
        """Look as the product does most of the time: no picture is made."""
        with self._watch.time("look"):
            self._grab().look(_never)

    def take_whole(self) -> None:
        """Make the product's picture as a whole."""
        with self._watch.time("whole"):
            base64.b64encode(self._grab().encode(full_size=False).jpeg).decode()

    def take_by_pillow(self) -> None:
        """Make a picture of the same size by Pillow alone, as many programs do."""
        with self._watch.time("pillow"):
            picture = ImageGrab.grab(xdisplay=os.environ.get("DISPLAY")).convert("RGB")
            _encode(picture.resize(self._small_size, Image.Resampling.LANCZOS))

    def take_by_mss(self) -> None:
        """Make a picture at full size of the RGB that mss hands out, as its documentation shows."""
        with self._watch.time("mss"):
            shot = self._screens.grab(self._screens.monitors[1])
            _encode(Image.frombytes("RGB", shot.size, shot.rgb))

    def _grab(self) -> GrabbedPicture:
        at_s = time.perf_counter()
        picture = self._grabber.grab(at_s)
        return GrabbedPicture(picture=picture, source="screen", at_s=at_s, began_s=at_s, bgr=True, is_lent=True)


async def _never(_full_size: bool) -> Frame:
    raise AssertionError("nobody wants the picture of this look")


def _encode(picture: Image.Image) -> None:
    into = io.BytesIO()
    picture.save(into, "JPEG", quality=JPEG_QUALITY)
    base64.b64encode(into.getvalue()).decode()


def main(runs: int) -> None:
    """Time all ways so often, and print the figures."""
    ways, chance = PictureWays(watch := Stopwatch()), random.Random(1)
    for number in range(_WARM_UPS + runs):
        if number == _WARM_UPS:
            watch.wall.clear()
            watch.cpu.clear()
        for take in chance.sample(ways.all, len(ways.all)):
            take()
    print(json.dumps({"size": ways.size, "wall": watch.wall, "cpu": watch.cpu}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
