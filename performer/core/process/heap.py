"""The heap: what a show frees goes back to the system, and no search for garbage looks through what it began with.

glibc takes memory in pools, one for each of many threads, and raises the size from which a block is mapped by itself to
that of the largest block freed so far: buffers of pictures then stay in the pools for good. Six chat lines a second
beside the demo game took 242 MiB after four minutes, and 5 more each minute; so it is 177 and stays there.
"""

import ctypes
import gc
import sys
from typing import Final

_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8
"""The names of settings in glibc's malloc.h."""
_MAPPED_BYTES: Final = 384 * 1024
"""More than a look at the screen takes: the system clears what is mapped, which was a third of a look."""
_POOLS: Final = 2


def bound_heap() -> bool:
    """Keep large blocks out of the pools, and the pools few; return whether the C library can do so.

    Do so before threads begin. Only glibc knows these settings; other C libraries need none.
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:  # musl
        return False
    return bool(mallopt(_M_MMAP_THRESHOLD, _MAPPED_BYTES)) and bool(mallopt(_M_ARENA_MAX, _POOLS))


def trim_heap() -> bool:
    """Return to the system what was freed within the pools; return whether the C library can do so.

    It takes some milliseconds, in which the other threads go on. What reads tables leaves much behind.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform.startswith("linux") else None
    return trim is not None and bool(trim(0))


def pause_collection() -> None:
    """Pause the collection of garbage until `resume_collection`: a start makes none, and a search takes long."""
    gc.disable()


def resume_collection() -> None:
    """Collect garbage again, if that was paused; what there is by now is kept for good and looked at no more."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
