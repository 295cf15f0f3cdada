"""Eyes on an X11 display, without Qt: its windows, and the very pixels that are stored for them."""

import ctypes
import ctypes.util
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from PIL import Image

_ALL_PLANES = 0xFFFFFFFFFFFFFFFF
_Z_PIXMAP = 2
_VIEWABLE = 2

_POINTER, _LONG, _INT = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int


class _Attributes(ctypes.Structure):
    _fields_ = [
        *((name, _INT) for name in ("x", "y", "width", "height", "border", "depth")),
        ("visual", _POINTER),
        ("root", _LONG),
        *((name, _INT) for name in ("kind", "bit_gravity", "win_gravity", "backing_store")),
        ("planes", _LONG),
        ("pixel", _LONG),
        ("save_under", _INT),
        ("colormap", _LONG),
        ("map_installed", _INT),
        ("map_state", _INT),
        *((name, ctypes.c_long) for name in ("all_events", "your_events", "propagate")),
        ("override_redirect", _INT),
        ("screen", _POINTER),
    ]


class _Image(ctypes.Structure):
    _fields_ = [
        *((name, _INT) for name in ("width", "height", "offset", "format")),
        ("data", _POINTER),
        *((name, _INT) for name in ("byte_order", "unit", "bit_order", "pad", "depth", "bytes_per_line", "bits")),
    ]


class Rect(NamedTuple):
    x: int
    y: int
    width: int
    height: int


class Eyes:
    """A connection that only looks; get one from `opened`."""

    def __init__(self, display: str) -> None:
        self._x = _xlib()
        self._display = self._x.XOpenDisplay(display.encode())
        assert self._display, f"the display {display} cannot be opened"
        self.root: int = self._x.XDefaultRootWindow(self._display)

    def close(self) -> None:
        self._x.XCloseDisplay(self._display)

    def has_owner(self, selection: str) -> bool:
        """Return whether anybody owns a selection, such as a compositor's."""
        atom = self._x.XInternAtom(self._display, selection.encode(), 0)
        return bool(self._x.XGetSelectionOwner(self._display, atom))

    def titled(self, title: str) -> int:
        """Find the window with a title, however deep; 0 when there is none."""
        waiting = [self.root]
        while waiting:
            window = waiting.pop()
            if self._title(window) == title:
                return window
            waiting += self._tree(window)[1]
        return 0

    def frames(self, window: int) -> list[int]:
        """Return what a window lies in, from the nearest up, without the root."""
        found = []
        while (window := self._tree(window)[0]) not in {0, self.root}:
            found.append(window)
        return found

    def is_viewable(self, window: int) -> bool:
        """Return whether a window is mapped, and what it lies in too."""
        attributes = self._attributes(window)
        return attributes is not None and attributes.map_state == _VIEWABLE

    def depth(self, window: int) -> int:
        attributes = self._attributes(window)
        return 0 if attributes is None else int(attributes.depth)

    def place(self, window: int) -> Rect:
        """Return where a window is on the screen."""
        attributes = self._attributes(window)
        assert attributes is not None
        x, y, child = _INT(), _INT(), _LONG()
        self._x.XTranslateCoordinates(
            self._display, window, self.root, 0, 0, *(ctypes.byref(each) for each in (x, y, child))
        )
        return Rect(x.value, y.value, attributes.width, attributes.height)

    def pixels(self, window: int, part: Rect) -> Image.Image:
        """Read what is stored for a part of a window, as it is: colours are premultiplied as Qt stores them."""
        read = self._x.XGetImage(self._display, window, *part, _ALL_PLANES, _Z_PIXMAP)
        assert read, "the window cannot be read"
        try:
            image = ctypes.cast(read, ctypes.POINTER(_Image)).contents
            data = ctypes.string_at(image.data, image.bytes_per_line * image.height)
        finally:
            self._x.XDestroyImage(read)
        mode = "BGRA" if image.depth == 32 else "BGRX"
        return Image.frombytes("RGBA" if mode == "BGRA" else "RGB", part[2:], data, "raw", mode, image.bytes_per_line)

    def pixel(self, window: int, x: int, y: int) -> tuple[int, ...]:
        found = self.pixels(window, Rect(x, y, 1, 1)).getpixel((0, 0))
        assert isinstance(found, tuple)
        return found

    def _attributes(self, window: int) -> _Attributes | None:
        attributes = _Attributes()
        known = self._x.XGetWindowAttributes(self._display, window, ctypes.byref(attributes))
        return attributes if known else None

    def _title(self, window: int) -> str:
        name = ctypes.c_char_p()
        self._x.XFetchName(self._display, window, ctypes.byref(name))
        return (name.value or b"").decode(errors="replace")

    def _tree(self, window: int) -> tuple[int, list[int]]:
        root, parent, children, count = _LONG(), _LONG(), ctypes.POINTER(_LONG)(), ctypes.c_uint()
        results = (ctypes.byref(each) for each in (root, parent, children, count))
        if not self._x.XQueryTree(self._display, window, *results):
            return 0, []
        return parent.value, [children[number] for number in range(count.value)]


@contextmanager
def opened(display: str) -> Iterator[Eyes]:
    """Look at a display while the block runs."""
    eyes = Eyes(display)
    try:
        yield eyes
    finally:
        eyes.close()


_HANDLER = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER)
_ignore = _HANDLER(lambda _display, _error: 0)


@cache
def _xlib() -> Any:
    x = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    for name, (result, arguments) in _CALLS.items():
        getattr(x, name).restype = result
        getattr(x, name).argtypes = arguments
    # A window may go while it is looked at; Xlib would end the whole test run for that.
    x.XSetErrorHandler(_ignore)
    return x


_CALLS: dict[str, tuple[Any, list[Any]]] = {
    "XOpenDisplay": (_POINTER, [ctypes.c_char_p]),
    "XCloseDisplay": (_INT, [_POINTER]),
    "XSetErrorHandler": (_POINTER, [_HANDLER]),
    "XDefaultRootWindow": (_LONG, [_POINTER]),
    "XInternAtom": (_LONG, [_POINTER, ctypes.c_char_p, _INT]),
    "XGetSelectionOwner": (_LONG, [_POINTER, _LONG]),
    "XFetchName": (_INT, [_POINTER, _LONG, _POINTER]),
    "XQueryTree": (_INT, [_POINTER, _LONG, *[_POINTER] * 4]),
    "XGetWindowAttributes": (_INT, [_POINTER, _LONG, _POINTER]),
    "XTranslateCoordinates": (_INT, [_POINTER, _LONG, _LONG, _INT, _INT, *[_POINTER] * 3]),
    "XGetImage": (_POINTER, [_POINTER, _LONG, _INT, _INT, ctypes.c_uint, ctypes.c_uint, _LONG, _INT]),
    "XDestroyImage": (_INT, [_POINTER]),
}
