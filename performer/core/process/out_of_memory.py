"""Out of memory: how an exception of any library is known for it, and the sentence for whoever runs the show.

Little is imported here: the sentence must be there before what takes memory is loaded.
"""

import errno
from typing import Final

from performer.core.own_text import own

NO_MEMORY: Final = own(
    "There is no memory left for the show. Close other programs, or allow it more: "
    "it needs 1 GB of address space (ulimit -v) and 500 MB of memory."
)
_SAID: Final = ("can't start new thread", "failed to map segment", "Cannot allocate memory", "out of memory")
"""Beginnings and parts of messages: of Python's threads, of the loader of libraries, and of zlib."""


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an exception, or any in a group or behind it, comes from a lack of memory."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(is_out_of_memory, error.exceptions))
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    if isinstance(error, RuntimeError | ImportError) or type(error).__module__ == "zlib":
        return any(part in str(error) for part in _SAID)
    return False
