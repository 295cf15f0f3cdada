"""A whole desktop of the tests' own: a display, perhaps a window manager and a compositor, and eyes on its pixels."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import IO, TypeVar

import anyio.to_thread

from performer.core.files.home import CHECKOUT
from tests import eyes
from tests.conftest import missing
from tests.overlay import game
from tests.overlay.client.running import Running, running
from tests.xvfb import xvfb_process

PATIENCE_S = 60.0
LOOK_EVERY_S = 0.02
"""Nothing tells when another program has painted: it is looked at so often, up to a deadline."""

T = TypeVar("T")


class Clicks:
    """Knows the clicks that a game has got."""

    def __init__(self, heard: IO[bytes]) -> None:
        self._heard = heard

    @property
    def count(self) -> int:
        """Return how many they are so far."""
        self._heard.seek(0)
        return self._heard.read().count(b"\n")


class Desktop:
    """A display and what runs on it; get one from `desktop`."""

    def __init__(self, display: str, runtime: Path) -> None:
        self.display = display
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("WAYLAND", "QT_"))},
            "DISPLAY": display,
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_CONFIG_HOME": str(runtime),
        }

    def tell(self, *command: str) -> str:
        """Run a program of the display's and give what it writes."""
        _need(command[0])
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S)
        return done.stdout

    @contextmanager
    def program(self, *command: str, output: IO[bytes] | None = None) -> "Iterator[subprocess.Popen[bytes]]":
        """Run a program beside the test, and end it after the block."""
        _need(command[0])
        process = subprocess.Popen(
            command,
            env=self.environment,
            cwd=CHECKOUT,
            stdout=output or subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(PATIENCE_S)

    @contextmanager
    def game(self, size: str = "1920x1080", mode: str = "") -> Iterator[Clicks]:
        """Run a game over the whole screen; what is below an overlay, and what clicks are meant for."""
        with tempfile.TemporaryFile() as heard, eyes.opened(self.display) as seeing:
            command = (sys.executable, "-m", "tests.overlay.game", *size.split("x"), mode)
            with self.program(*command, output=heard):
                number = until(lambda: seeing.titled(game.TITLE))
                until(lambda: seeing.is_viewable(number) and seeing.pixel(number, 5, 5) == game.COLOUR)
                yield Clicks(heard)

    @contextmanager
    def compositor(self) -> "Iterator[subprocess.Popen[bytes]]":
        """Run picom; it owns the screen when the block begins."""
        command = ("picom", "--backend", "xrender", "--config", "/dev/null")
        with self.program(*command) as picom, eyes.opened(self.display) as seeing:
            until(lambda: seeing.has_owner("_NET_WM_CM_S0"))
            yield picom

    @contextmanager
    def manager(self, name: str) -> Iterator[None]:
        """Run a window manager; it manages when the block begins."""
        command = ["dbus-run-session", "--", name, "--compositor=off"] if name == "xfwm4" else [name]
        with self.program(*command), eyes.opened(self.display) as seeing:
            until(lambda: seeing.has_owner("WM_S0"))
            yield


def _need(program: str) -> None:
    if shutil.which(program) is None:
        missing(program, "python3 run.py test installs it")


@asynccontextmanager
async def desktop(*, size: str = "1920x1080", manager: str = "", compositor: bool = True) -> AsyncIterator[Desktop]:
    """Have a display with a blue ground."""
    async with AsyncExitStack() as stack:
        display, _ = stack.enter_context(xvfb_process(size))
        # What a session has started may still write as it ends.
        runtime = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        made = Desktop(display, runtime)
        made.tell("xsetroot", "-solid", "#204080")
        if manager:
            stack.enter_context(made.manager(manager))
        if compositor:
            stack.enter_context(made.compositor())
        yield made


def window(on: Desktop, url: str, *options: str, by_hand: bool = False) -> AbstractAsyncContextManager[Running]:
    """Run `python -m overlay` on a desktop while the block runs."""
    return running("overlay", *options, environment=on.environment, url=url, by_hand=by_hand)


def until(look: Callable[[], T]) -> T:
    """Look at what another program does until it is so."""
    deadline = time.monotonic() + PATIENCE_S
    while not (seen := look()):
        assert time.monotonic() < deadline, "it never became so"
        time.sleep(LOOK_EVERY_S)
    return seen


async def seen(look: Callable[[], T]) -> T:
    """Do the same, and let the stage in this process work meanwhile."""
    return await anyio.to_thread.run_sync(until, look)
