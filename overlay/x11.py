"""The X server over a connection of our own beside Qt's, for what Qt cannot ask or hear."""

import ctypes
import ctypes.util
import os
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Final

from PySide6.QtCore import QObject, QSocketNotifier, Signal
from PySide6.QtGui import QGuiApplication, QNativeInterface

MAP_NOTIFY: Final = 19
REPARENT_NOTIFY: Final = 21
STRUCTURE_NOTIFY_MASK: Final = 1 << 17
SHAPE_INPUT: Final = 2
_SHAPE_SET: Final = 0
_OWNER_CHANGES: Final = 0b111
"""The changes of a selection's owner: set, window destroyed, client gone."""
_EVENT_LONGS: Final = 24

XWindow = int


class _Event(ctypes.Union):
    _fields_: ClassVar = [("type", ctypes.c_int), ("padding", ctypes.c_long * _EVENT_LONGS)]


class X11Connection(QObject):
    """A connection to the display that DISPLAY names."""

    happened = Signal(int)
    """The type of a watched event."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._x = _load_library("X11")
        self._shape = _load_library("Xext")
        self._fixes = _load_library("Xfixes")
        # A window may be gone before a request about it: by default Xlib would end the process.
        self._x.XSetErrorHandler(_ignore_error)
        self._display = self._x.XOpenDisplay(None)
        if not self._display:
            raise OSError(f"the display {os.environ.get('DISPLAY', '')!r} cannot be opened")
        self._root: XWindow = self._x.XDefaultRootWindow(self._display)
        self.shape_event = _query_first_event(self._shape.XShapeQueryExtension, self._display)
        self.selection_event = _query_first_event(self._fixes.XFixesQueryExtension, self._display)
        self._notifier = QSocketNotifier(self._x.XConnectionNumber(self._display), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def find_ancestors(self, window: XWindow) -> list[XWindow]:
        """Return the windows that a window lies in, from the nearest up, without the root."""
        found: list[XWindow] = []
        while (parent := self._find_parent(window)) not in {0, self._root}:
            found.append(parent)
            window = parent
        return found

    def takes_clicks(self, window: XWindow) -> bool:
        """Whether any of a window's area takes pointer input."""
        count, order = ctypes.c_int(), ctypes.c_int()
        rectangles = self._shape.XShapeGetRectangles(
            self._display, window, SHAPE_INPUT, ctypes.byref(count), ctypes.byref(order)
        )
        if rectangles:
            self._x.XFree(rectangles)
        return count.value > 0

    def let_clicks_through(self, window: XWindow) -> None:
        """Empty the input shape of a window and of all that it lies in, and start events for when one changes.

        A window that passes clicks already is left alone, for each change comes back as an event.
        """
        for each in (window, *self.find_ancestors(window)):
            self._shape.XShapeSelectInput(self._display, each, 1)
            if self.takes_clicks(each):
                self._shape.XShapeCombineRectangles(self._display, each, SHAPE_INPUT, 0, 0, None, 0, _SHAPE_SET, 0)
        self._x.XFlush(self._display)

    def watch_structure(self, window: XWindow) -> None:
        """Start events for when a window is mapped or gets another parent."""
        self._x.XSelectInput(self._display, window, STRUCTURE_NOTIFY_MASK)
        self._x.XFlush(self._display)

    def watch_owner(self, selection: str) -> None:
        """Start events for when a selection's owner changes."""
        atom = self._find_atom(selection)
        self._fixes.XFixesSelectSelectionInput(self._display, self._root, atom, _OWNER_CHANGES)
        self._x.XFlush(self._display)

    def has_owner(self, selection: str) -> bool:
        """Whether a selection has an owner."""
        return bool(self._x.XGetSelectionOwner(self._display, self._find_atom(selection)))

    @property
    def screen(self) -> int:
        """The number of the display's screen."""
        return int(self._x.XDefaultScreen(self._display))

    def _find_atom(self, name: str) -> int:
        return int(self._x.XInternAtom(self._display, name.encode(), 0))

    def _find_parent(self, window: XWindow) -> XWindow:
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p(), ctypes.c_uint()
        results = (ctypes.byref(each) for each in (root, parent, children, count))
        known = self._x.XQueryTree(self._display, window, *results)
        if children.value:
            self._x.XFree(children)
        return parent.value if known else 0

    def _read(self) -> None:
        event = _Event()
        while self._x.XPending(self._display):
            self._x.XNextEvent(self._display, ctypes.byref(event))
            self.happened.emit(event.type)


def find_display_trouble(display: str) -> str:
    """Try to open the X display: Qt would abort without a message that a person could use; return why not, or ""."""
    if ctypes.util.find_library("X11") is None:
        return ""
    x11 = _load_library("X11")
    opened = x11.XOpenDisplay(None)
    if not opened:
        return f"the display '{display}' does not answer"
    x11.XCloseDisplay(opened)
    return ""


def flush_qt() -> None:
    """Send what Qt has kept back for the server: a new shape alone gives Qt no reason to do so."""
    app = QGuiApplication.instance()
    assert isinstance(app, QGuiApplication)
    native = app.nativeInterface()
    if isinstance(native, QNativeInterface.QX11Application):
        _load_library("X11").XFlush(native.display())


@cache
def _load_library(name: str) -> Any:
    """Load one of X's libraries, and give ctypes the types that differ from int."""
    found = ctypes.CDLL(ctypes.util.find_library(name) or f"lib{name}.so", use_errno=False)
    for function, (result, arguments) in _SHAPES.get(name, {}).items():
        getattr(found, function).restype = result
        getattr(found, function).argtypes = arguments
    return found


def _query_first_event(query: Callable[..., int], display: int) -> int:
    event, error = ctypes.c_int(), ctypes.c_int()
    return event.value if query(display, ctypes.byref(event), ctypes.byref(error)) else -1


_POINTER: Final = ctypes.c_void_p
_LONG: Final = ctypes.c_ulong
_INT: Final = ctypes.c_int
_HANDLER: Final = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER)
_ignore_error = _HANDLER(lambda _display, _error: 0)

_SHAPES: Final[dict[str, dict[str, tuple[Any, list[Any]]]]] = {
    "X11": {
        "XOpenDisplay": (_POINTER, [ctypes.c_char_p]),
        "XCloseDisplay": (_INT, [_POINTER]),
        "XSetErrorHandler": (_POINTER, [_HANDLER]),
        "XDefaultRootWindow": (_LONG, [_POINTER]),
        "XDefaultScreen": (_INT, [_POINTER]),
        "XConnectionNumber": (_INT, [_POINTER]),
        "XPending": (_INT, [_POINTER]),
        "XNextEvent": (_INT, [_POINTER, _POINTER]),
        "XFlush": (_INT, [_POINTER]),
        "XFree": (_INT, [_POINTER]),
        "XInternAtom": (_LONG, [_POINTER, ctypes.c_char_p, _INT]),
        "XGetSelectionOwner": (_LONG, [_POINTER, _LONG]),
        "XSelectInput": (_INT, [_POINTER, _LONG, ctypes.c_long]),
        "XQueryTree": (_INT, [_POINTER, _LONG, _POINTER, _POINTER, _POINTER, _POINTER]),
    },
    "Xext": {
        "XShapeQueryExtension": (_INT, [_POINTER, _POINTER, _POINTER]),
        "XShapeGetRectangles": (_POINTER, [_POINTER, _LONG, _INT, _POINTER, _POINTER]),
        "XShapeCombineRectangles": (None, [_POINTER, _LONG, _INT, _INT, _INT, _POINTER, _INT, _INT, _INT]),
        "XShapeSelectInput": (None, [_POINTER, _LONG, _LONG]),
    },
    "Xfixes": {
        "XFixesQueryExtension": (_INT, [_POINTER, _POINTER, _POINTER]),
        "XFixesSelectSelectionInput": (None, [_POINTER, _LONG, _LONG, _LONG]),
    },
}
