"""Xlib, as far as a desktop is asked about: connections that never end the process, whatever becomes of the server."""

import ctypes
import ctypes.util
import os
from functools import cache
from typing import Any, ClassVar, Final

from performer.core.errors import ServiceError
from performer.core.own_text import own

_KEY_PRESS, _KEY_RELEASE = 2, 3
_GRAB_MODE_ASYNC: Final = 1
_LONGEST_WORDS: Final = 256
"""32-bit words of a property: a title may be a whole document."""
_EVENT_LONGS: Final = 24
_LONG_BITS: Final = 32
"""What X calls a format of 32 bits comes as longs, however long these are."""

XWindow = int


class XDisplay:
    """A connection to the display that DISPLAY names, for one thread.

    Raises:
        ServiceError: when it cannot be opened, or Xlib is too old to outlive a server; by `check` when it is lost.
    """

    def __init__(self) -> None:
        self._x = load_library("X11")
        self.name = os.environ.get("DISPLAY", "")
        self.handle: int = self._x.XOpenDisplay(None) or 0
        if not self.handle:
            raise ServiceError(own("the display {name} cannot be opened", name=repr(self.name)))
        _lost.discard(self.handle)
        self._x.XSetIOErrorExitHandler(self.handle, _note_end, None)
        self.root: XWindow = self._x.XDefaultRootWindow(self.handle)
        self.socket: int = self._x.XConnectionNumber(self.handle)

    def close(self) -> None:
        """Close it; one that is lost is left as it is, for Xlib may stumble over it."""
        if self.handle not in _lost:
            self._x.XCloseDisplay(self.handle)

    def check(self) -> None:
        """Raise ServiceError when the server is gone."""
        if self.handle in _lost:
            raise ServiceError(own("the display {name} is gone", name=repr(self.name)))

    def focus(self) -> XWindow:
        """Return the window that has the keyboard, 0 when none has."""
        window, how = ctypes.c_ulong(), ctypes.c_int()
        self._x.XGetInputFocus(self.handle, ctypes.byref(window), ctypes.byref(how))
        return window.value if window.value > 1 else 0

    def number(self, window: XWindow, name: str) -> int:
        """Read a property that is one number, 0 when it is not there."""
        raw = self._property(window, name, 1)
        return int.from_bytes(raw[: ctypes.sizeof(ctypes.c_uint32)], "little")

    def numbers(self, window: XWindow, name: str) -> list[int]:
        """Read a property that is a list of numbers, empty when it is not there."""
        raw, size = self._property(window, name, _LONGEST_WORDS), ctypes.sizeof(ctypes.c_long)
        return [int.from_bytes(raw[at : at + size], "little") for at in range(0, len(raw), size)]

    def text(self, window: XWindow, name: str) -> str:
        """Read a property that is text, empty when it is not there."""
        return self._property(window, name, _LONGEST_WORDS).decode("utf-8", "replace").strip("\0")

    def key_code(self, name: str) -> int:
        """Return the code of a key by X's name for it, 0 when this keyboard has none."""
        keysym = self._x.XStringToKeysym(name.encode())
        return int(self._x.XKeysymToKeycode(self.handle, keysym)) if keysym else 0

    def grab_key(self, code: int, modifiers: int) -> bool:
        """Grab a key on the whole display; False when another program has it."""
        _refused.discard(self.handle)
        self._x.XSetErrorHandler(_note_error)  # the screen's grabber has set its own meanwhile: there is one a process
        self._x.XGrabKey(self.handle, code, modifiers, self.root, 0, _GRAB_MODE_ASYNC, _GRAB_MODE_ASYNC)
        self._x.XSync(self.handle, 0)
        return self.handle not in _refused

    def let_key_go(self, code: int, modifiers: int) -> None:
        """Release a key that was grabbed; nothing happens to one that was not."""
        self._x.XUngrabKey(self.handle, code, modifiers, self.root)

    def leave_out_repeats(self) -> None:
        """Leave out that a key goes up and down all the time while it is held."""
        self._x.XkbSetDetectableAutoRepeat(self.handle, 1, None)

    def next_key(self) -> tuple[int, int, bool] | None:
        """Read events until one is a key's: its code, the modifiers held, and whether it went down; None for none."""
        event = _Event()
        while self._x.XPending(self.handle) > 0:
            self._x.XNextEvent(self.handle, ctypes.byref(event))
            if event.type in {_KEY_PRESS, _KEY_RELEASE}:
                return event.key.code, event.key.state, event.type == _KEY_PRESS
        self.check()
        return None

    def _property(self, window: XWindow, name: str, words: int) -> bytes:
        kind, bits = ctypes.c_ulong(), ctypes.c_int()
        count, left = ctypes.c_ulong(), ctypes.c_ulong()
        value = ctypes.c_void_p()
        results = (ctypes.byref(each) for each in (kind, bits, count, left, value))
        atom = self._x.XInternAtom(self.handle, name.encode(), 1)
        if not atom or self._x.XGetWindowProperty(self.handle, window, atom, 0, words, 0, 0, *results):
            return b""
        size = ctypes.sizeof(ctypes.c_long) if bits.value == _LONG_BITS else bits.value // 8
        if value.value is None:
            return b""
        raw = ctypes.string_at(value, count.value * size)
        self._x.XFree(value)
        return raw


_POINTER: Final = ctypes.c_void_p
_LONG: Final = ctypes.c_ulong
_INT: Final = ctypes.c_int
_ON_ERROR: Final = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER)
_ON_IO_ERROR: Final = ctypes.CFUNCTYPE(_INT, _POINTER)
_ON_END: Final = ctypes.CFUNCTYPE(None, _POINTER, _POINTER)

_refused: Final[set[int]] = set()
"""Displays whose last request failed."""
_lost: Final[set[int]] = set()
"""Displays whose server is gone."""


def _refuse(display: int, _error: int) -> int:
    _refused.add(display)
    return 0


def _lose(display: int, _nothing: int) -> None:
    _lost.add(display)


_note_error: Final = _ON_ERROR(_refuse)
_note_end: Final = _ON_END(_lose)
_go_on: Final = _ON_IO_ERROR(lambda _display: 0)
"""Kept for as long as the process: Xlib calls them at any time."""


class _KeyEvent(ctypes.Structure):
    _fields_: ClassVar = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("is_sent", ctypes.c_int),
        ("display", ctypes.c_void_p),
        *((name, ctypes.c_ulong) for name in ("window", "root", "below", "time")),
        *((name, ctypes.c_int) for name in ("x", "y", "x_root", "y_root")),
        ("state", ctypes.c_uint),
        ("code", ctypes.c_uint),
        ("same_screen", ctypes.c_int),
    ]


class _Event(ctypes.Union):
    _fields_: ClassVar = [("type", ctypes.c_int), ("key", _KeyEvent), ("padding", ctypes.c_long * _EVENT_LONGS)]


@cache
def load_library(name: str) -> Any:
    """Load one of X's libraries, and tell ctypes which of its numbers are longer than an int.

    Raises:
        ServiceError: when it is not installed, or so old that it would end our process with the display.
    """
    file = ctypes.util.find_library(name)
    if file is None:
        raise ServiceError(f"lib{name} is not installed", retry=False)
    found = ctypes.CDLL(file)
    if name == "X11" and not hasattr(found, "XSetIOErrorExitHandler"):
        raise ServiceError(own("libX11 is older than 1.7 here, and would end the show with the display"), retry=False)
    for function, (result, arguments) in _SHAPES[name].items():
        getattr(found, function).restype = result
        getattr(found, function).argtypes = arguments
    if name == "X11":
        found.XInitThreads()
        # Xlib's own answer to every error is to end the process: a window may be gone any moment.
        found.XSetErrorHandler(_note_error)
        found.XSetIOErrorHandler(_go_on)
    return found


_SHAPES: Final[dict[str, dict[str, tuple[Any, list[Any]]]]] = {
    "X11": {
        "XInitThreads": (_INT, []),
        "XOpenDisplay": (_POINTER, [ctypes.c_char_p]),
        "XCloseDisplay": (_INT, [_POINTER]),
        "XSetErrorHandler": (_POINTER, [_ON_ERROR]),
        "XSetIOErrorHandler": (_POINTER, [_ON_IO_ERROR]),
        "XSetIOErrorExitHandler": (None, [_POINTER, _ON_END, _POINTER]),
        "XDefaultRootWindow": (_LONG, [_POINTER]),
        "XConnectionNumber": (_INT, [_POINTER]),
        "XPending": (_INT, [_POINTER]),
        "XNextEvent": (_INT, [_POINTER, _POINTER]),
        "XSync": (_INT, [_POINTER, _INT]),
        "XFree": (_INT, [_POINTER]),
        "XInternAtom": (_LONG, [_POINTER, ctypes.c_char_p, _INT]),
        "XGetInputFocus": (_INT, [_POINTER, _POINTER, _POINTER]),
        "XGetWindowProperty": (
            _INT,
            [_POINTER, _LONG, _LONG, ctypes.c_long, ctypes.c_long, _INT, _LONG, *[_POINTER] * 5],
        ),
        "XStringToKeysym": (_LONG, [ctypes.c_char_p]),
        "XKeysymToKeycode": (ctypes.c_ubyte, [_POINTER, _LONG]),
        "XkbSetDetectableAutoRepeat": (_INT, [_POINTER, _INT, _POINTER]),
        "XUngrabKey": (_INT, [_POINTER, _INT, ctypes.c_uint, _LONG]),
        "XGrabKey": (_INT, [_POINTER, _INT, ctypes.c_uint, _LONG, _INT, _INT, _INT]),
    },
    "Xss": {"XScreenSaverQueryInfo": (_INT, [_POINTER, _LONG, _POINTER])},
}
