"""A screen to look at: a display of the bench's own where there is Xvfb, with a clock and a moving picture on it.

The clock shows the time as 44 squares, black and white, so that a picture of it tells when it was taken.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import anyio
from PIL import Image

from performer.core.files.home import CHECKOUT

BITS: Final = 44
SQUARE: Final = 40
"""Pixels of a square of the clock, which is as wide as a screen of 1,920."""
MASK: Final = (1 << BITS) - 1
_HALF: Final = 127
_REMEDY: Final = "apt install xvfb"


@dataclass(frozen=True)
class BenchScreen:
    """A display with something on it."""

    display: str
    """The display's name, as `:101`."""

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables by which a program finds it, and no other one."""
        return {"DISPLAY": self.display, "WAYLAND_DISPLAY": "", "XDG_SESSION_TYPE": "x11"}


def explain_missing_screen() -> str:
    """Return why there can be no display of the bench's own; empty where there can."""
    if shutil.which("Xvfb"):
        return ""
    return (
        f"Pictures of a screen were not measured: Xvfb is missing ({_REMEDY}; on Windows and macOS it cannot be had)."
    )


@asynccontextmanager
async def open_screen(size: str = "1920x1080", *, rate_hz: float = 0.0) -> AsyncIterator[BenchScreen]:
    """Open a display; with a rate, a clock and a game-like picture change on it so often."""
    with ExitStack() as stack:
        screen = await anyio.to_thread.run_sync(_start_display, stack, size)
        if rate_hz:
            await anyio.to_thread.run_sync(_start_painter, stack, screen, rate_hz)
        yield screen


@asynccontextmanager
async def paint(screen: BenchScreen, rate_hz: float) -> AsyncIterator[None]:
    """Show a clock and a game-like picture on a display during the block; they stand still at a rate of 0."""
    with ExitStack() as stack:
        await anyio.to_thread.run_sync(_start_painter, stack, screen, rate_hz)
        yield


def _start_display(stack: ExitStack, size: str) -> BenchScreen:
    program = shutil.which("Xvfb")
    assert program, explain_missing_screen()
    reads, told = os.pipe()
    options = ["-screen", "0", f"{size}x24", "+extension", "Composite", "-nolisten", "tcp", "-noreset"]
    command = [program, "-displayfd", str(told), *options]
    server = subprocess.Popen(command, pass_fds=[told], stderr=subprocess.DEVNULL)  # noqa: S603  our own words
    stack.callback(_end, server)
    os.close(told)
    with os.fdopen(reads) as answer:
        return BenchScreen(f":{answer.readline().strip()}")


def _start_painter(stack: ExitStack, screen: BenchScreen, rate_hz: float) -> None:
    painter = subprocess.Popen(  # noqa: S603  our own words
        [sys.executable, "-m", "bench.speed.rig.painter", str(rate_hz)],
        cwd=CHECKOUT,
        env={**os.environ, **screen.environment, "QT_QPA_PLATFORM": "xcb"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(_end, painter)
    assert painter.stdout is not None
    painter.stdout.readline()


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.communicate()


def read_clock(picture: Image.Image) -> float:
    """Read the clock off a picture of a screen of 1,920 columns: seconds of `time.time()`, without the highest bits."""
    luma, scale = picture.convert("L").tobytes(), picture.width / 1920
    row = int(SQUARE / 2 * scale) * picture.width
    whites = [luma[row + int((SQUARE * bit + SQUARE / 2) * scale)] > _HALF for bit in range(BITS)]
    return sum(int(white) << bit for bit, white in enumerate(whites)) / 1000


def find_age_s(picture: Image.Image, at: float) -> float:
    """Return how old a picture of the clock was at an instant of `time.time()`, in seconds."""
    return (int(at * 1000) & MASK) / 1000 - read_clock(picture)
