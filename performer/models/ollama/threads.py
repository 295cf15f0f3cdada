"""The number of threads that an Ollama on this machine computes with: one less than it has cores.

Beside one process that keeps a core busy, as a game does, Ollama's default of all cores all but stops (8.6 s a line
instead of 0.5 s on two cores); one less does not notice, and costs 0.1 s a line when nothing else runs.
"""

import os
import sys
from functools import cache
from pathlib import Path
from typing import Final

from performer.models.address import is_loopback
from performer.models.settings import ModelSettings

_TOPOLOGY: Final = Path("/sys/devices/system/cpu")
_MANY: Final = 8
"""From so many processors on they are taken for two of a core, where the system does not say."""


def choose_threads(url: str, settings: ModelSettings) -> int:
    """Return what is set, or one less than this machine has cores for a server on it; 0: as the server likes."""
    if settings.num_thread:
        return settings.num_thread
    return max(1, count_cores() - 1) if is_loopback(url) else 0


@cache
def count_cores() -> int:
    """Return how many cores this process may compute on; two processors of one core count once."""
    usable = os.sched_getaffinity(0) if sys.platform == "linux" else frozenset(range(os.cpu_count() or 1))
    siblings = {_read_siblings(number) for number in usable}
    if "" not in siblings:
        return len(siblings)
    return len(usable) // 2 if len(usable) >= _MANY else len(usable)


def _read_siblings(processor: int) -> str:
    """Return which processors share the core of one; empty where the system does not say."""
    try:
        return (_TOPOLOGY / f"cpu{processor}" / "topology" / "thread_siblings_list").read_text().strip()
    except OSError:
        return ""
