"""What the performer itself plays, on the microphone's count of samples, for whoever takes it out of what is heard."""

from typing import Final

_BYTES: Final = 2


class OwnSound:
    """Sound of 16 kHz mono 16-bit samples with gaps in it; what was read is forgotten."""

    def __init__(self) -> None:
        self._pcm = bytearray()
        self._begin = 0
        """The count of samples at which the sound that is kept begins."""

    @property
    def end(self) -> int:
        """The count of samples at which the last of it ends."""
        return self._begin + len(self._pcm) // _BYTES

    def put(self, begin: int, pcm: bytes) -> None:
        """Place sound at a count of samples, in place of whatever would sound from there on."""
        self.cut(begin)
        self._pcm += bytes(_BYTES * max(0, begin - self.end)) + pcm[_BYTES * max(0, self._begin - begin) :]

    def append(self, pcm: bytes) -> None:
        """Add sound right after what there is."""
        self._pcm += pcm

    def cut(self, end: int) -> None:
        """Drop what would sound from a count of samples on."""
        del self._pcm[_BYTES * max(0, end - self._begin) :]

    def read(self, begin: int, count: int) -> bytes:
        """Return so many samples from a count on, silent where nothing sounds, and forget those up to their end."""
        del self._pcm[: _BYTES * max(0, begin - self._begin)]
        self._begin = max(self._begin, begin)
        before = min(count, self._begin - begin)
        found = bytes(_BYTES * before) + bytes(self._pcm[: _BYTES * (count - before)])
        return found + bytes(_BYTES * count - len(found))
