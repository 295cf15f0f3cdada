"""Processes of which each is killed at some moment, one after the other: what they told is held against what is left.

A module that dies gives its part to `die`, and its test calls `killed` with the module's name.
"""

import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

import anyio

from tests.conftest import missing

_SPEAKS_WITHIN_S = 5.0

Tell = Callable[[str], object]
"""Writes a line, `kind what`, at once and whole: no kill takes it away."""


class Performs(Protocol):
    """What each process does: it tells what is acknowledged, and never ends by itself unless it is the last."""

    def __call__(self, folder: Path, number: int, tell: Tell, *, is_last: bool) -> Awaitable[None]:
        """Do it."""
        ...


def killed(module: str, folder: Path, kills: int, *, within_s: float) -> list[tuple[str, str]]:
    """Have a module die so often, and give what its processes told, as kind and what, in order.

    Args:
        module: By its name; it calls `die`.
        folder: Where it keeps what it keeps.
        kills: How often.
        within_s: How long all of it may take, in seconds.
    """
    if sys.platform == "win32":
        missing("fork", "run this test on another system")
    subprocess.run([sys.executable, "-m", module, str(folder), str(kills), "7"], check=True, timeout=within_s)
    lines = (line.split(" ", 1) for line in (folder / "told").read_text(encoding="utf-8").splitlines())
    return [(kind, what) for kind, what in lines]


def die(perform: Performs, *, oldest_s: float) -> None:
    """Do it as the command line says: `python -m MODULE FOLDER KILLS SEED`; the last process ends by itself.

    Args:
        perform: What each does.
        oldest_s: Each is killed so many seconds after it began, or told something, at the latest.
    """
    folder, kills, chance = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    for number in range(kills):
        pid, first_words = _started(perform, folder, number, is_last=False)
        if number % 2:  # on a busy machine the others may all die at their beginning
            select.select([first_words], [], [], _SPEAKS_WITHIN_S)
        time.sleep(chance.uniform(0.0, oldest_s))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(first_words)
    _, status = os.waitpid(_started(perform, folder, kills, is_last=True)[0], 0)
    sys.exit(os.waitstatus_to_exitcode(status))


def _started(perform: Performs, folder: Path, number: int, *, is_last: bool) -> tuple[int, int]:
    """Start a process; give its id, and a pipe that can be read as soon as it tells something, or has ended."""
    first_words, telling = os.pipe()
    if pid := os.fork():
        os.close(telling)
        return pid, first_words
    try:
        os.set_blocking(telling, False)
        told = os.open(folder / "told", os.O_WRONLY | os.O_APPEND | os.O_CREAT)

        def tell(line: str) -> None:
            os.write(told, f"{line}\n".encode())
            with suppress(BlockingIOError):  # it is full, and nobody counts
                os.write(telling, b".")

        anyio.run(partial(perform, folder, number, tell, is_last=is_last))
        os._exit(0)
    finally:
        os._exit(1)
