"""Windows: the windows and which is in front, the time without input, and hot keys.

The messages of hot keys go to the thread that asked for them.
"""

import ctypes
from pathlib import PureWindowsPath
from typing import Final

from performer.core.platform.windows_api import WINDOW_VISITOR, LastInput, ThreadMessage, load
from performer.core.platform.windows_display import fills_screen
from performer.core.values import dataclass

_QUERY_LIMITED_INFORMATION: Final = 0x1000
_LONGEST: Final = 1024
_OWNER: Final = 4
"""GW_OWNER."""
_CLOAKED: Final = 14
"""DWMWA_CLOAKED: shown, as Windows says, but on another virtual desktop, or of an app of the Store that sleeps."""
_HOST: Final = "applicationframehost.exe"
"""The windows of the Store's apps and games are this program's; the app's own window lies inside."""
_HOTKEY, _QUIT = 0x0312, 0x0012
_REMOVED: Final = 1
_IS_DOWN: Final = 0x8000


@dataclass(frozen=True)
class FrontWindow:
    """The window in front."""

    title: str
    program: str
    """The name of its program's file; empty where Windows does not tell it."""
    fills_screen: bool


def find_front_window() -> FrontWindow | None:
    """Return the window in front; None while there is none."""
    window = load("user32").GetForegroundWindow()
    return FrontWindow(_read_title(window), _find_program(window), fills_screen(window)) if window else None


def list_window_programs() -> list[str]:
    """Return the files of the programs whose windows are open, each once; what has no title is no person's window."""
    return sorted({name for each in _list_windows(None) if _is_open(each) and (name := _find_program(each))})


def _is_open(window: int) -> bool:
    user, cloaked = load("user32"), ctypes.c_uint32()
    if not user.IsWindowVisible(window) or user.GetWindow(window, _OWNER) or not _read_title(window):
        return False
    load("dwmapi").DwmGetWindowAttribute(window, _CLOAKED, ctypes.byref(cloaked), ctypes.sizeof(cloaked))
    return not cloaked.value


def _read_title(window: int) -> str:
    title = ctypes.create_unicode_buffer(_LONGEST)
    load("user32").GetWindowTextW(window, title, _LONGEST)
    return title.value


def _find_program(window: int) -> str:
    process = _read_process(window)
    name = _name_program(process)
    if name.casefold() != _HOST:
        return name
    inner = (number for each in _list_windows(window) if (number := _read_process(each)) != process)
    return next((found for number in inner if (found := _name_program(number))), name)


def _list_windows(inside: int | None) -> list[int]:
    """Return the windows inside one, or those that are in none."""
    found: list[int] = []

    def note(window: int, _long: int) -> bool:
        found.append(window)
        return True

    if inside:
        load("user32").EnumChildWindows(inside, WINDOW_VISITOR(note), 0)
    else:
        load("user32").EnumWindows(WINDOW_VISITOR(note), 0)
    return found


def _read_process(window: int) -> int:
    process = ctypes.c_uint32()
    load("user32").GetWindowThreadProcessId(window, ctypes.byref(process))
    return process.value


def _name_program(process: int) -> str:
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
