"""Conversion of what a device gives to 16 kHz mono, for devices that give nothing else."""

from array import array

from mic.level import RATE


class Conversion:
    """Mixes channels into one and averages samples down; state is kept from piece to piece.

    Args:
        rate: Samples a second that come, at least 16,000.
        channels: Of how many channels.
    """

    def __init__(self, rate: int, channels: int) -> None:
        self._rate = rate
        self._channels = channels
        self._waiting: array[int] = array("h")
        self._place = 0.0
        self._half = b""

    def take(self, pcm: bytes) -> bytes:
        """Convert 16-bit sound."""
        whole = self._half + pcm
        end = len(whole) - len(whole) % (2 * self._channels)
        self._half = whole[end:]
        mono = self._mixed(array("h", whole[:end]))
        return mono.tobytes() if self._rate == RATE else self._slower(mono).tobytes()

    def _mixed(self, samples: "array[int]") -> "array[int]":
        if self._channels == 1:
            return samples
        parts = [samples[each :: self._channels] for each in range(self._channels)]
        return array("h", [sum(frame) // self._channels for frame in zip(*parts, strict=True)])

    def _slower(self, mono: "array[int]") -> "array[int]":
        """Take for each new sample the mean of the old ones in its time: plain, and good enough to tell speech by."""
        self._waiting.extend(mono)
        ratio = self._rate / RATE
        found = array("h")
        while (end := self._place + ratio) <= len(self._waiting):
            first, last = int(self._place), max(int(self._place) + 1, int(end))
            found.append(sum(self._waiting[first:last]) // (last - first))
            self._place = end
        done = int(self._place)
        del self._waiting[:done]
        self._place -= done
        return found
