"""Busy: processes that keep a core busy each, as a game does."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

_WORK: Final = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
while True:
    sum(range(10_000))
"""
"""It ends with its standard input, so that none outlives whoever started it."""


Worker = subprocess.Popen[bytes]


@contextmanager
def keep_cores_busy(count: int) -> Iterator[tuple[Worker, ...]]:
    """Keep so many cores busy for as long as the block runs."""
    with ExitStack() as stack:
        yield tuple(stack.enter_context(_worker()) for _ in range(count))


@contextmanager
def _worker() -> Iterator[Worker]:
    process = subprocess.Popen([sys.executable, "-c", _WORK], stdin=subprocess.PIPE)  # noqa: S603  our own words
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
