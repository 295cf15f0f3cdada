"""Programs that programs of ours have started in a session of their own: known by the mark that they inherit.

On Linux, where the environment of a process can be read exactly. A process is held while its mark is read, so that no
other one is ended that gets its number in between.
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

MARK: Final = "PERFORMER_CHILD_OF"
"""The environment variable with the mark of a program: that of the show which has started it, a dot, and a number."""
_PASSES: Final = 5
"""What is started while others are ended is found by the next pass."""


def end_strays(mark: str) -> list[int]:
    """Kill the processes with the mark of a program, or with that of a show any of its programs has; return them.

    None is killed when this process has the mark itself: its own terminal may be among them.
    """
    if sys.platform != "linux" or not mark or _is_mark(os.environ.get(MARK, ""), mark):
        return []
    ended: list[int] = []
    for _ in range(_PASSES):
        numbers = (int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal())
        found = [pid for pid in numbers if pid not in ended and _end_marked(pid, mark)]
        if not found:
            break
        ended += found
    return ended


def _end_marked(pid: int, mark: str) -> bool:
    """Kill a process if it has the mark; False: it has another one or none, or is not ours to read."""
    if sys.platform != "linux":
        return False
    with suppress(OSError):
        held = os.pidfd_open(pid)
        try:
            variables = Path(f"/proc/{pid}/environ").read_text(encoding="utf-8", errors="replace").split("\0")
            marks = (each.removeprefix(f"{MARK}=") for each in variables if each.startswith(f"{MARK}="))
            if any(_is_mark(each, mark) for each in marks):
                signal.pidfd_send_signal(held, signal.SIGKILL)
                return True
        finally:
            os.close(held)
    return False


def _is_mark(value: str, mark: str) -> bool:
    return value == mark or value.startswith(f"{mark}.")
