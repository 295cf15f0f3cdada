"""An X11 screen in memory that the server shares with us: mss copies each picture out of such memory, and we need not.

At 1080p the copy is nine tenths of our part of a grab. Where the server shares nothing, mss has to do.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module
from mmap import mmap
from typing import Any, Final

from mss.exception import ScreenShotError
from PIL import Image

from performer.vision.frame import map_pixels

_ALL_PLANES: Final = 0xFFFFFFFF
_TELLS_MONITORS: Final = (1, 5)
"""The version of RandR, of 2015, from which on one request tells all monitors."""
_BYTES: Final = 4
"""Of a pixel; mss has seen to it that the screen has no others."""


class SharedScreen:
    """A connection of its own to the display that DISPLAY names; must stay in one thread.

    Raises:
        ScreenShotError: when the server shares no memory, as over a network, or is gone.
    """

    def __init__(self) -> None:
        # Only Linux has it. It is untyped, and exports most of its names without saying so.
        xcb: Any = import_module("mss.linux.xcb")
        self._xcb = xcb
        self._connection, number = xcb.connect()
        try:
            screen = xcb.setup_roots(xcb.get_setup(self._connection))[number]
            self._root = screen.root
            self._size = screen.width_in_pixels * screen.height_in_pixels * _BYTES
            self._segment = xcb.ShmSeg(xcb.generate_id(self._connection).value)
            self._pixels = self._share()
            self._monitors = self._list_monitors() if self._tells_monitors() else ()
        except BaseException:
            self._disconnect()
            raise

    def grab(self, area: dict[str, int]) -> Image.Image:
        """Return a rectangle of the screen, which the next grab overwrites: red and blue are exchanged."""
        width, height = area["width"], area["height"]
        if width * height * _BYTES > self._size:
            raise ScreenShotError("The screen has grown beyond the shared memory.")
        self._xcb.shm_get_image(
            self._connection,
            self._root,
            area["left"],
            area["top"],
            width,
            height,
            _ALL_PLANES,
            self._xcb.ImageFormat.ZPixmap,
            self._segment,
            0,
        )
        return map_pixels((width, height), self._pixels)

    def has_other_monitors(self) -> bool:
        """Return whether the display's monitors may be others than when it was opened: True where it does not tell.

        Raises ScreenShotError when the display is gone.
        """
        return not self._monitors or self._list_monitors() != self._monitors

    def close(self) -> None:
        """Close the connection; the memory goes with the last picture in it."""
        self._disconnect()

    def _tells_monitors(self) -> bool:
        xcb, connection = self._xcb, self._connection
        if not xcb.get_extension_data(connection, xcb.LIB.randr_id).present:
            return False
        version = xcb.randr_query_version(connection, xcb.RANDR_MAJOR_VERSION, xcb.RANDR_MINOR_VERSION)
        return bool((version.major_version, version.minor_version) >= _TELLS_MONITORS)

    def _list_monitors(self) -> tuple[tuple[int, ...], ...]:
        """Return the name, place and size of each monitor, in the order in which mss reads them."""
        reply = self._xcb.randr_get_monitors(self._connection, self._root, 1)
        monitors = self._xcb.randr_get_monitors_monitors(reply)
        return tuple((each.name.value, each.x, each.y, each.width, each.height) for each in monitors)

    def _share(self) -> mmap:
        file = os.memfd_create("screen", flags=os.MFD_CLOEXEC)
        try:
            os.ftruncate(file, self._size)
            pixels = mmap(file, self._size)
        except BaseException:
            os.close(file)
            raise
        # It closes the file, whatever becomes of the request.
        self._xcb.shm_attach_fd(self._connection, self._segment, file, read_only=False)
        return pixels

    def _disconnect(self) -> None:
        # A connection that the server closed is freed, and then raised about.
        with suppress(ScreenShotError):
            self._xcb.disconnect(self._connection)


def open_shared_screen() -> SharedScreen | None:
    """Open it and try it with one pixel; None where there is none, and mss has to do."""
    if not sys.platform.startswith("linux") or not hasattr(os, "memfd_create"):
        return None
    try:
        shared = SharedScreen()
    except (ScreenShotError, OSError, AttributeError):
        return None
    try:
        shared.grab({"left": 0, "top": 0, "width": 1, "height": 1})
    except (ScreenShotError, OSError):
        shared.close()
        return None
    return shared
