"""Out of memory: how an exception of any library is known for it, and the sentence for whoever runs the show.

Little is imported here: the sentence must be there before what takes memory is loaded.
"""

import errno
import os
from typing import Final, NoReturn

from performer.core.own_text import own

NO_MEMORY: Final = own(
    "There is no memory left for the show. Close other programs, or allow it more: "
    "it needs 1 GB of address space (ulimit -v) and 500 MB of memory."
)
_LAST_LINE: Final = f"{NO_MEMORY}\n".encode()
"""Made beforehand: there may be no memory for it when it is needed."""
_SAID: Final = (
    "can't start new thread",
    "failed to map segment",
    "Cannot allocate memory",
    "out of memory",
    "error return without exception set",
)
"""Beginnings and parts of messages: of Python's threads, of the loader of libraries, of zlib, and of the interpreter
where it lacked the memory for the MemoryError itself."""


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an exception, or any in a group or behind it, comes from a lack of memory."""
    if isinstance(error, BaseExceptionGroup) and any(map(is_out_of_memory, error.exceptions)):
        return True
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    speaks = isinstance(error, RuntimeError | SystemError | ImportError) or type(error).__module__ == "zlib"
    if speaks and any(part in str(error) for part in _SAID):
        return True
    behind = error.__cause__ or error.__context__
    return behind is not None and is_out_of_memory(behind)


def end_without_memory() -> NoReturn:
    """Print the sentence and end at once: what else would be closed may wait for a thread that never began."""
    try:
        os.write(2, _LAST_LINE)
    finally:
        os._exit(1)


class LastResort:
    """The end of a program that cannot end by itself: without memory, what a part does to end may break as well."""

    def __init__(self) -> None:
        self.is_allowed = False
        """Whether the process is the program's own, and not one of tests that use its parts."""

    def set_off(self) -> None:
        """End the process in three seconds, if it has not ended by then; called in the event loop."""
        if self.is_allowed:
            import asyncio  # loaded long since, where there is an event loop

            asyncio.get_running_loop().call_later(_ENDS_WITHIN_S, end_without_memory)


LAST_RESORT: Final = LastResort()
_ENDS_WITHIN_S: Final = 3.0
"""The longest that a show without memory takes to end by itself; one that is well ends within two seconds."""
