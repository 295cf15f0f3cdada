"""The lock that keeps a second performer out of the same home."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.platform import open_for_owner


@contextmanager
def hold_instance_lock(home: Home) -> Iterator[None]:
    """Hold the home's lock for the block; a lock of a process that is gone does not count.

    Raises:
        ConfigError: when another performer holds the lock; the message names its process.
    """
    lock = FileLock(home.lock_file, mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ConfigError(
            f"A performer {_describe_holder(home)}runs in {home.data} already. "
            "End it, or set PERFORMER_HOME to another folder."
        ) from None
    try:
        with open(home.pid_file, "w", encoding="utf-8", opener=open_for_owner) as file:
            file.write(f"{os.getpid()}\n")
        yield
    finally:
        lock.release()


def _describe_holder(home: Home) -> str:
    try:
        return f"(pid {int(home.pid_file.read_text(encoding='utf-8'))}) "
    except (OSError, ValueError):
        return ""
