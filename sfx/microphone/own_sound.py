"""What the performer itself plays, on the microphone's count of samples, for whoever takes it out of what is heard."""

from array import array
from collections import deque
from typing import Final

_BYTES: Final = 2


class OwnSound:
    """Sound of 16 kHz mono 16-bit samples with gaps in it; what was read is forgotten."""

    def __init__(self) -> None:
        self._pcm = bytearray()
        self._begin = 0
        """The count of samples at which the sound that is kept begins."""

        self._shares: deque[tuple[int, float]] = deque([(0, 1.0)])
        """From which count on it is played at which share of its volume; the first one holds already."""

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

    def soften(self, begin: int, share: float) -> None:
        """Play the sound at a share of its volume from a count of samples on, whatever it is."""
        self._shares.append((begin, share))

    def read(self, begin: int, count: int) -> bytes:
        """Return so many samples from a count on, silent where nothing sounds, and forget those up to their end."""
        del self._pcm[: _BYTES * max(0, begin - self._begin)]
        self._begin = max(self._begin, begin)
        before = min(count, self._begin - begin)
        found = bytes(_BYTES * before) + bytes(self._pcm[: _BYTES * (count - before)])
        while len(self._shares) > 1 and self._shares[1][0] <= begin:
            self._shares.popleft()
        if (share := self._shares[0][1]) != 1:
            found = array("h", [round(share * each) for each in array("h", found)]).tobytes()
        return found + bytes(_BYTES * count - len(found))
