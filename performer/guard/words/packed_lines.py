"""PackedLines: many short texts in one, each of which is taken out when it is needed.

Ten thousand strings take megabytes, and milliseconds of each start, and a session needs a few hundred of them.
"""

import sys
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Final

from performer.core.values import dataclass

_SIZE: Final = "I"
"""Four bytes, the lowest first in what is packed."""


@dataclass(frozen=True, slots=True)
class PackedLines:
    """Texts by their numbers."""

    text: bytes
    ends: "array[int]"
    """The end of each text in all of them."""

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, number: int) -> str:
        begin = self.ends[number - 1] if number else 0
        return self.text[begin : self.ends[number]].decode()

    @classmethod
    def of(cls, lines: Iterable[str]) -> "PackedLines":
        """Pack some texts."""
        encoded = [line.encode() for line in lines]
        return cls(b"".join(encoded), array(_SIZE, accumulate(map(len, encoded))))

    def pack(self) -> tuple[bytes, bytes]:
        """Return the sizes of the texts, and all of them as one."""
        return _pack_sizes(end - begin for begin, end in pairwise((0, *self.ends))), self.text

    @classmethod
    def unpack(cls, sizes: bytes, text: bytes) -> "PackedLines":
        """Return the texts that were packed; a ValueError when the sizes are none of theirs."""
        ends = array(_SIZE, accumulate(_unpack_sizes(sizes)))
        if (ends[-1] if ends else 0) != len(text):
            raise ValueError("The sizes of packed lines are not those of the lines.")
        return cls(text, ends)


def join_parts(parts: Sequence[bytes]) -> bytes:
    """Return some bytes as one, before them how many they are."""
    return b"".join((_pack_sizes([len(parts), *map(len, parts)]), *parts))


def split_parts(packed: bytes, wanted: int) -> list[bytes]:
    """Return what was joined; a ValueError when it is not so many parts."""
    head = _unpack_sizes(packed[: 4 * wanted + 4]) if len(packed) > 4 * wanted + 4 else array(_SIZE)
    if not head or head[0] != wanted or len(packed) != sum(head[1:]) + 4 * wanted + 4:
        raise ValueError(f"These are no {wanted} packed parts.")
    ends = [*accumulate(head[1:], initial=4 * wanted + 4)]
    return [packed[begin:end] for begin, end in pairwise(ends)]


def _pack_sizes(sizes: Iterable[int]) -> bytes:
    packed = array(_SIZE, sizes)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _unpack_sizes(packed: bytes) -> "array[int]":
    sizes = array(_SIZE, packed)
    if sys.byteorder == "big":
        sizes.byteswap()
    return sizes
