"""The X server over a connection of our own beside Qt's, for what Qt cannot ask or hear."""

import ctypes
import ctypes.util
import os
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Final

from PySide6.QtCore import QAbstractEventDispatcher, QObject, QRect, QSocketNotifier, Signal
from PySide6.QtGui import QGuiApplication, QNativeInterface

UNMAP_NOTIFY: Final = 18
MAP_NOTIFY: Final = 19
REPARENT_NOTIFY: Final = 21
CONFIGURE_NOTIFY: Final = 22
CIRCULATE_NOTIFY: Final = 26
PROPERTY_NOTIFY: Final = 28
STACKING_EVENTS: Final = frozenset(
    {UNMAP_NOTIFY, MAP_NOTIFY, REPARENT_NOTIFY, CONFIGURE_NOTIFY, CIRCULATE_NOTIFY, PROPERTY_NOTIFY}
)
"""After which the order of the windows may be another; they come once `watch_stacking` was called."""
STRUCTURE_NOTIFY_MASK: Final = 1 << 17
_STACKING_MASK: Final = 1 << 19 | 1 << 22
"""SubstructureNotifyMask and PropertyChangeMask."""
SHAPE_INPUT: Final = 2
_SHAPE_SET: Final = 0
_OWNER_CHANGES: Final = 0b111
"""The changes of a selection's owner: set, window destroyed, client gone."""
_EVENT_LONGS: Final = 24

_CLIENT_LIST: Final = "_NET_CLIENT_LIST_STACKING"
_XA_WINDOW: Final = 33
_MOST_CLIENTS: Final = 1 << 16
_SIBLING_AND_MODE: Final = 1 << 5 | 1 << 6
_OVERRIDE_REDIRECT: Final = 1 << 9
_ABOVE: Final = 0
_BELOW: Final = 1
_VIEWABLE: Final = 2

XWindow = int


class _Event(ctypes.Union):
    _fields_: ClassVar = [("type", ctypes.c_int), ("padding", ctypes.c_long * _EVENT_LONGS)]


class _Attributes(ctypes.Structure):
    _fields_: ClassVar = [
        *((name, ctypes.c_int) for name in ("x", "y", "width", "height", "border", "depth")),
        ("visual", ctypes.c_void_p),
        ("root", ctypes.c_ulong),
        *((name, ctypes.c_int) for name in ("kind", "bit_gravity", "win_gravity", "backing_store")),
        ("planes", ctypes.c_ulong),
        ("pixel", ctypes.c_ulong),
        ("save_under", ctypes.c_int),
        ("colormap", ctypes.c_ulong),
        ("map_installed", ctypes.c_int),
        ("map_state", ctypes.c_int),
        *((name, ctypes.c_long) for name in ("all_events", "your_events", "propagate")),
        ("override_redirect", ctypes.c_int),
        ("screen", ctypes.c_void_p),
    ]


class _SetAttributes(ctypes.Structure):
    _fields_: ClassVar = [
        *((name, ctypes.c_ulong) for name in ("back_pixmap", "back_pixel", "border_pixmap", "border_pixel")),
        *((name, ctypes.c_int) for name in ("bit_gravity", "win_gravity", "backing_store")),
        *((name, ctypes.c_ulong) for name in ("planes", "pixel")),
        ("save_under", ctypes.c_int),
        *((name, ctypes.c_long) for name in ("events", "held_events")),
        ("override_redirect", ctypes.c_int),
        *((name, ctypes.c_ulong) for name in ("colormap", "cursor")),
    ]


class _Changes(ctypes.Structure):
    _fields_: ClassVar = [
        *((name, ctypes.c_int) for name in ("x", "y", "width", "height", "border")),
        ("sibling", ctypes.c_ulong),
        ("mode", ctypes.c_int),
    ]


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
        # What comes while a question is answered lies in Xlib's own queue, of which the notifier hears nothing.
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._read)

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

    def watch_stacking(self) -> None:
        """Start events for when a window of the root is mapped, moved or restacked, or the window manager says so."""
        self._x.XSelectInput(self._display, self._root, _STACKING_MASK)
        self._x.XFlush(self._display)

    def list_top_windows(self) -> list[XWindow]:
        """Return the root's own windows, frames among them, from the lowest up."""
        return self._query_tree(self._root)[1]

    def list_clients(self) -> list[XWindow]:
        """Return the windows that the window manager manages, from the lowest up; none without a window manager."""
        kind, format_, count, left = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
        numbers = ctypes.POINTER(ctypes.c_ulong)()
        self._x.XGetWindowProperty(
            *(self._display, self._root, self._find_atom(_CLIENT_LIST), 0, _MOST_CLIENTS, 0, _XA_WINDOW),
            *(ctypes.byref(each) for each in (kind, format_, count, left, numbers)),
        )
        found = [numbers[at] for at in range(count.value)]
        self._free(numbers)
        return found

    def measure(self, window: XWindow) -> QRect:
        """Return where a window of the root is; empty when it cannot be seen, or is gone."""
        found = _Attributes()
        is_known = self._x.XGetWindowAttributes(self._display, window, ctypes.byref(found))
        if not is_known or found.map_state != _VIEWABLE:
            return QRect()
        return QRect(found.x, found.y, found.width + 2 * found.border, found.height + 2 * found.border)

    def put_above(self, window: XWindow, other: XWindow) -> None:
        """Put a window of the root right above another one, whatever the window manager's layers say.

        The request would go to the window manager, which has its own order of layers; it does not if the window is not
        to be managed at that moment. Nobody else sees that moment, for the server serves us alone meanwhile.
        """
        found = _Attributes()
        self._x.XGrabServer(self._display)
        self._x.XGetWindowAttributes(self._display, window, ctypes.byref(found))
        self._set_unmanaged(window, is_unmanaged=1)
        for mode in (_BELOW, _ABOVE):  # down first: a window that stays where it is gives a compositor nothing to do
            changes = _Changes(sibling=other, mode=mode)
            self._x.XConfigureWindow(self._display, window, _SIBLING_AND_MODE, ctypes.byref(changes))
        self._set_unmanaged(window, is_unmanaged=found.override_redirect)
        self._x.XUngrabServer(self._display)
        self._x.XFlush(self._display)

    def has_owner(self, selection: str) -> bool:
        """Whether a selection has an owner."""
        return bool(self._x.XGetSelectionOwner(self._display, self._find_atom(selection)))

    @property
    def screen(self) -> int:
        """The number of the display's screen."""
        return int(self._x.XDefaultScreen(self._display))

    def _set_unmanaged(self, window: XWindow, *, is_unmanaged: int) -> None:
        attributes = _SetAttributes(override_redirect=is_unmanaged)
        self._x.XChangeWindowAttributes(self._display, window, _OVERRIDE_REDIRECT, ctypes.byref(attributes))

    def _find_atom(self, name: str) -> int:
        return int(self._x.XInternAtom(self._display, name.encode(), 0))

    def _find_parent(self, window: XWindow) -> XWindow:
        return self._query_tree(window)[0]

    def _query_tree(self, window: XWindow) -> tuple[XWindow, list[XWindow]]:
        """Return a window's parent and its children, from the lowest up; 0 and none for a window that is gone."""
        root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        results = (ctypes.byref(each) for each in (root, parent, children, count))
        if not self._x.XQueryTree(self._display, window, *results):
            return 0, []
        found = [children[at] for at in range(count.value)]
        self._free(children)
        return parent.value, found

    def _free(self, answer: object) -> None:
        """Free what the server has answered, if it has answered."""
        if ctypes.cast(answer, ctypes.c_void_p).value:  # type: ignore[arg-type]  # a pointer of ctypes
            self._x.XFree(answer)

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
        "XGetWindowAttributes": (_INT, [_POINTER, _LONG, _POINTER]),
        "XGetWindowProperty": (
            _INT,
            [_POINTER, _LONG, _LONG, ctypes.c_long, ctypes.c_long, _INT, _LONG, *[_POINTER] * 5],
        ),
        "XGrabServer": (_INT, [_POINTER]),
        "XUngrabServer": (_INT, [_POINTER]),
        "XChangeWindowAttributes": (_INT, [_POINTER, _LONG, _LONG, _POINTER]),
        "XConfigureWindow": (_INT, [_POINTER, _LONG, ctypes.c_uint, _POINTER]),
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
