"""GIFs, taken apart into frames by their blocks."""

import struct
from typing import Final

from performer.pictures import MOST_FRAMES, Unfit
from performer.stage.library.composing import After, Animation, Part

_CONTROL: Final = 0xF9
_NO_CONTROL: Final = bytes(4)
_AFTER: Final = {2: After.CLEARED, 3: After.RESTORED}


def gif_parts(data: bytes) -> Animation:
    """Go through the blocks of a GIF; a still one has one part.

    Raises:
        Unfit: when it is broken, or has too many pixels or frames.
    """
    try:
        return _Blocks(data).animation()
    except (IndexError, struct.error):
        raise Unfit("it is a broken GIF (it is cut short)") from None


class _Blocks:
    """Reads a GIF block by block."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 13
        self._width, self._height, flags = struct.unpack_from("<HHB", data, 6)
        self._colours = self._colour_table(flags)
        self._control = _NO_CONTROL
        self._parts: list[Part] = []

    def animation(self) -> Animation:
        while len(self._parts) <= MOST_FRAMES and self._at < len(self._data):
            match self._taken(1):
                case b"!":
                    self._extension()
                case b",":
                    self._parts.append(self._part())
                case b"\0":
                    pass  # a stray end of a chain, which everybody forgives
                case _:
                    break
        # Some writers leave the size out, or get it wrong: the first frame is always whole.
        width = max(self._width, *(part.left + part.width for part in self._parts[:1]), 0)
        height = max(self._height, *(part.top + part.height for part in self._parts[:1]), 0)
        return Animation(kind="GIF", width=width, height=height, parts=tuple(self._parts))

    def _extension(self) -> None:
        label = self._taken(1)[0]
        begin = self._at
        self._skip_chain()
        if label == _CONTROL and self._data[begin] >= len(_NO_CONTROL):
            self._control = self._data[begin + 1 : begin + 5]

    def _part(self) -> Part:
        left, top, width, height, flags = struct.unpack("<HHHHB", self._taken(9))
        colours = self._colour_table(flags) or self._colours
        begin = self._at
        self._at += 1
        self._skip_chain()
        control, self._control = self._control, _NO_CONTROL
        how, delay_cs = struct.unpack_from("<BH", control)
        size = struct.pack("<HH", width, height)
        head = b"GIF89a" + size + bytes([_table_flags(colours), 0, 0]) + colours
        transparency = b"!\xf9\x04" + bytes([how & 1]) + control[1:] + b"\0"
        image = b"," + bytes(4) + size + bytes([flags & 0b0100_0000]) + self._data[begin : self._at]
        return Part(
            left=left,
            top=top,
            width=width,
            height=height,
            still=head + transparency + image + b";",
            shown_ms=delay_cs * 10,
            after=_AFTER.get(how >> 2 & 7, After.KEPT),
        )

    def _colour_table(self, flags: int) -> bytes:
        return self._taken(3 << (flags & 7) + 1) if flags & 128 else b""

    def _taken(self, count: int) -> bytes:
        taken = self._data[self._at : self._at + count]
        if len(taken) < count:
            raise IndexError
        self._at += count
        return taken

    def _skip_chain(self) -> None:
        """Go on behind a chain of blocks; an empty one ends it."""
        while size := self._data[self._at]:
            self._at += 1 + size
        self._at += 1


def _table_flags(colours: bytes) -> int:
    return 128 | (len(colours) // 3).bit_length() - 2 if colours else 0
