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
        self._gone = 0
        """Old samples that are done with, since the beginning."""
        self._made = 0
        """New samples, since the beginning."""
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
        found = array("h")
        while (end := (self._made + 1) * self._rate // RATE - self._gone) <= len(self._waiting):
            begin = self._made * self._rate // RATE - self._gone
            found.append(sum(self._waiting[begin:end]) // (end - begin))
            self._made += 1
        done = self._made * self._rate // RATE - self._gone
        del self._waiting[:done]
        self._gone += done
        return found
