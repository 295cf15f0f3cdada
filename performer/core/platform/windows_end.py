"""Windows: requests to end, by the console and by the end of the session."""

import ctypes
import itertools
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

from performer.core.platform.windows_api import CONSOLE_HANDLER, WINDOW_PROCEDURE, ThreadMessage, WindowClass, load
from performer.core.platform.windows_display import see_every_pixel

_CONSOLE_CLOSES: Final = frozenset({2, 5, 6})
"""CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT and CTRL_SHUTDOWN_EVENT: Windows ends the process when the handler returns."""
_CLOSE, _QUIT, _QUERY_END_SESSION, _END_SESSION = 0x10, 0x12, 0x11, 0x16
_GRACE_S: Final = 4.5
"""Windows grants five seconds."""
_numbers: Final = itertools.count()
_kept: Final[list[object]] = []
"""What Windows may call at any time, until the process ends."""


def _stay() -> None:
    time.sleep(_GRACE_S)


@contextmanager
def watch_end_requests(come: Callable[[], object]) -> Iterator[None]:
    """Call a function in the event loop at each request to end, while the block runs: by the console, by the session.

    Such are Ctrl+C, Ctrl+Break, a console that is closed, a log-off, and `taskkill` without force. Where Windows ends
    the process as soon as it is answered, the answer waits for almost as long as Windows does.
    """
    import asyncio  # loaded long since, where there is an event loop; a short command has none

    loop = asyncio.get_running_loop()

    def wake(*_: object) -> None:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(come)

    signals = [signal.SIGINT, *(getattr(signal, name) for name in ("SIGBREAK",) if hasattr(signal, name))]
    before = [signal.signal(each, wake) for each in signals]
    handler = CONSOLE_HANDLER(partial(answer_console, wake, _stay))
    _kept.append(handler)
    load("kernel32").SetConsoleCtrlHandler(handler, True)
    window = _SessionWindow(wake)
    try:
        yield
    finally:
        window.close()
        load("kernel32").SetConsoleCtrlHandler(handler, False)
        for each, handled in zip(signals, before, strict=True):
            signal.signal(each, handled)


def answer_console(wake: Callable[[], object], stay: Callable[[], object], event: int) -> bool:
    """Answer an event of the console; Ctrl+C and Ctrl+Break are left to Python's own handler."""
    if event not in _CONSOLE_CLOSES:
        return False
    wake()
    stay()
    return True


class _SessionWindow:
    """A hidden window, for the end of the session, of which the console of a program with user32 is told nothing."""

    def __init__(self, wake: Callable[[], object]) -> None:
        self._wake = wake
        self._thread_id = 0
        self._has_begun = threading.Event()
        see_every_pixel()  # this window is the process's first, and settles that for whoever takes pictures later
        threading.Thread(target=self._run, name="end of session", daemon=True).start()
        self._has_begun.wait(_GRACE_S)

    def close(self) -> None:
        """Close the window."""
        load("user32").PostThreadMessageW(self._thread_id, _QUIT, 0, 0)

    def _run(self) -> None:
        user, kernel = load("user32"), load("kernel32")
        instance, name = kernel.GetModuleHandleW(None), f"StreamPerformerEnd{next(_numbers)}"
        procedure = WINDOW_PROCEDURE(partial(answer_session, self._wake, _stay, user.DefWindowProcW))
        _kept.append(procedure)
        user.RegisterClassW(ctypes.byref(WindowClass(procedure=procedure, instance=instance, name=name)))
        window = user.CreateWindowExW(0, name, None, 0, 0, 0, 0, 0, None, None, instance, None)
        self._thread_id = kernel.GetCurrentThreadId()
        self._has_begun.set()
        message = ThreadMessage()
        while user.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
            user.DispatchMessageW(ctypes.byref(message))
        user.DestroyWindow(window)


def answer_session(
    wake: Callable[[], object],
    stay: Callable[[], object],
    otherwise: Callable[..., int],
    window: int | None,
    message: int,
    wide: int,
    long: int,
) -> int:
    """Answer a message to the hidden window."""
    if message == _QUERY_END_SESSION:
        return True
    if message == _CLOSE:
        wake()
        return 0
    if message == _END_SESSION:
        if wide:  # it ends, and was not called off
            wake()
            stay()
        return 0
    return otherwise(window, message, wide, long)
