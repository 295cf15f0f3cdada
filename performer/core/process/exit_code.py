"""The way a process ended, in words: its exit code means other things on Windows than elsewhere."""

import signal
import sys
from typing import Final

from performer.core.own_text import OwnText, own

_BY_PEOPLE: Final = {signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGKILL", signal.SIGTERM)}
_WINDOWS_ENDED: Final = {15, 0xC000013A}
"""By a program that ends others, and by Ctrl+C or a console that is closed."""
_WINDOWS_TASK_MANAGER: Final = 1
"""The Task Manager's code, and that of many a program that failed by itself."""
_WINDOWS_CRASH: Final = 0x80000000
"""The least code of a crash: an access violation has 0xc0000005."""


def was_ended_from_outside(code: int, system: str = sys.platform) -> bool:
    """Return whether a person or another program surely ended it, which leaves no time for last words."""
    return code in _WINDOWS_ENDED if system == "win32" else -code in _BY_PEOPLE


def may_be_from_outside(code: int, system: str = sys.platform) -> bool:
    """Return whether a code is the Task Manager's, and also that of a program that failed by itself."""
    return system == "win32" and code == _WINDOWS_TASK_MANAGER


def describe_exit(code: int, system: str = sys.platform) -> OwnText:
    """Return how a process with this exit code ended, as the rest of a sentence: `was ended by SIGKILL`."""
    if system == "win32":
        return _describe_windows_exit(code)
    if code >= 0:
        return own("ended with code {code}", code=code)
    names = {each.value: each.name for each in signal.Signals}  # most real-time ones have no name
    name = names.get(-code)
    return own("was ended by {name}", name=name) if name else own("was ended by signal {number}", number=-code)


def _describe_windows_exit(code: int) -> OwnText:
    if code in _WINDOWS_ENDED:
        return own("was ended from outside")
    if code == _WINDOWS_TASK_MANAGER:
        return own("was ended from outside, or failed, with code 1")
    if code >= _WINDOWS_CRASH:
        return own("crashed with code {code}", code=hex(code))
    return own("ended with code {code}", code=code)
