"""Windows: the window in front, the time without input, and hot keys, whose messages go to the thread that asked."""

import ctypes
from pathlib import PureWindowsPath
from typing import Final

from performer.core.platform.windows_api import LastInput, ThreadMessage, load
from performer.core.values import dataclass

_QUERY_LIMITED_INFORMATION: Final = 0x1000
_LONGEST: Final = 1024
_HOTKEY, _QUIT = 0x0312, 0x0012
_REMOVED: Final = 1
_IS_DOWN: Final = 0x8000


@dataclass(frozen=True)
class FrontWindow:
    """The window in front."""

    title: str
    program: str
    """The name of its program's file; empty where Windows does not tell it."""


def find_front_window() -> FrontWindow | None:
    """Return the window in front; None while there is none."""
    user = load("user32")
    window = user.GetForegroundWindow()
    if not window:
        return None
    title, process = ctypes.create_unicode_buffer(_LONGEST), ctypes.c_uint32()
    user.GetWindowTextW(window, title, _LONGEST)
    user.GetWindowThreadProcessId(window, ctypes.byref(process))
    return FrontWindow(title.value, _find_program(process.value))


def _find_program(process: int) -> str:
    kernel = load("kernel32")
    handle = kernel.OpenProcess(_QUERY_LIMITED_INFORMATION, 0, process)
    if not handle:
        return ""
    path, size = ctypes.create_unicode_buffer(_LONGEST), ctypes.c_uint32(_LONGEST)
    is_found = kernel.QueryFullProcessImageNameW(handle, 0, path, ctypes.byref(size))
    kernel.CloseHandle(handle)
    return PureWindowsPath(path.value).name if is_found else ""


def read_idle_s() -> float | None:
    """Return how long nobody has touched a key or the mouse; None: it is not told. Both counts wrap after 49 days."""
    told = LastInput(size=ctypes.sizeof(LastInput))
    if not load("user32").GetLastInputInfo(ctypes.byref(told)):
        return None
    return ((int(load("kernel32").GetTickCount()) - int(told.ticks)) % 2**32) / 1000


def register_hot_key(number: int, modifiers: int, code: int) -> bool:
    """Register a key, whose presses come to this thread under a number; False: another program has it."""
    return bool(load("user32").RegisterHotKey(None, number, modifiers, code))


def unregister_hot_key(number: int) -> None:
    """Release a key for other programs."""
    load("user32").UnregisterHotKey(None, number)


def is_key_down(code: int) -> bool:
    """Return whether a key is down now."""
    return bool(load("user32").GetAsyncKeyState(code) & _IS_DOWN)


class QuitMessageError(Exception):
    """Raised when the thread is told to wait for no more messages."""


def take_hot_key(*, wait: bool) -> int | None:
    """Return the number of the next hot key that was pressed; None: another message has come, or none and no wait.

    Raises:
        QuitMessageError: when `end_wait` was called for this thread.
    """
    user, message = load("user32"), ThreadMessage()
    if wait:
        has_message = user.GetMessageW(ctypes.byref(message), None, 0, 0) >= 0
    else:
        has_message = bool(user.PeekMessageW(ctypes.byref(message), None, 0, 0, _REMOVED))
    if has_message and message.message == _QUIT:
        raise QuitMessageError
    return int(message.wide) if has_message and message.message == _HOTKEY else None


def read_thread() -> int:
    """Return the number of this thread, for `end_wait`."""
    return int(load("kernel32").GetCurrentThreadId())


def end_wait(thread: int) -> None:
    """End the wait of a thread for hot keys."""
    load("user32").PostThreadMessageW(thread, _QUIT, 0, 0)
