"""Echo cancellation: the performer's own voice, as loudspeakers and room give it back, is taken out of the sound.

It is WebRTC's, and finds by itself how late and how loud the echo is; it only has to be told what is played, before
the echo of that comes. While nothing is played the sound passes as it is, and costs nothing.
"""

from typing import Final, Protocol

from sfx.microphone.own_sound import OwnSound
from sfx.microphone.samples import RATE, SliceTimes

FRAME_S: Final = 0.01
_FRAME: Final = round(FRAME_S * RATE)
_FRAME_BYTES: Final = 2 * _FRAME
EARLY_S: Final = 0.04
"""So much sooner than it is told to sound our sound is reckoned with: news of it may be late, the echo never early."""
_DELAY_S: Final = EARLY_S + 0.06
"""How late an echo is likely to be: from our sound's way through two sound devices."""
_RINGS_S: Final = 0.8
"""So long after our sound the last of its echo may come."""
_COMPARED: Final = 2560
"""The samples of what is left that are compared with what is played: 160 ms."""
_LATEST: Final = 5600
"""How many samples the echo comes after what is played, at most: 350 ms."""
_ALIKE: Final = 0.45
"""From this correlation on what is left is our own: nobody else's voice follows it so closely for so long."""


class EchoProcessor(Protocol):
    """What takes an echo out, 10 ms of 16 kHz mono 16-bit sound at a time."""

    def process(self, heard: bytes, played: bytes, delay_ms: int) -> bytes:
        """Return what was heard without the echo of what is and was played."""


class WebRtcProcessor:
    """WebRTC's echo canceller, as the livekit package brings it.

    Raises:
        ImportError: when the package is not there, or not for this machine.
    """

    def __init__(self) -> None:
        from livekit.rtc.apm import AudioProcessingModule
        from livekit.rtc.audio_frame import AudioFrame

        self._frame = AudioFrame
        self._module = AudioProcessingModule(echo_cancellation=True)

    def process(self, heard: bytes, played: bytes, delay_ms: int) -> bytes:
        """Return what was heard without the echo of what is and was played."""
        self._module.process_reverse_stream(self._frame(bytearray(played), RATE, 1, _FRAME))
        self._module.set_stream_delay_ms(delay_ms)
        frame = self._frame(bytearray(heard), RATE, 1, _FRAME)
        self._module.process_stream(frame)
        return bytes(frame.data)


class EchoCanceller:
    """Keeps what is played beside what is heard; instants are seconds of this process's monotonic clock."""

    def __init__(self, processor: EchoProcessor) -> None:
        self._processor = processor
        self._own = OwnSound()
        self._times = SliceTimes(FRAME_S)
        self._rest = b""
        self._count = 0
        """The samples that were heard and handed on."""
        self._end_s: float | None = None
        """When the last of them ended; None before the first."""
        self._rings_until = 0
        self._left = bytes(2 * _COMPARED)
        """The newest of what is left of what was heard."""
        self._played = bytes(2 * (_COMPARED + _LATEST))
        """What was played until then."""

    def note_played(self, pcm: bytes, at_s: float | None) -> None:
        """Note what is played from an instant on, or right after what was noted before."""
        if at_s is None:
            self._own.append(pcm)
        elif self._end_s is not None:
            self._own.put(self._find_count(at_s), pcm)
        self._rings_until = self._own.end + round(_RINGS_S * RATE)

    def note_share(self, share: float, at_s: float) -> None:
        """Note at which share of its volume our sound is played from an instant on."""
        if self._end_s is not None:
            self._own.soften(self._find_count(at_s), share)

    def note_silence(self, at_s: float) -> None:
        """Note that nothing of what was noted is played from an instant on."""
        if self._end_s is not None:
            self._own.cut(self._find_count(at_s))

    def clean(self, pcm: bytes, came_s: float) -> bytes:
        """Return the sound that has just come without our own, whole frames of it; what is left over waits."""
        whole = self._rest + pcm
        end = len(whole) - len(whole) % _FRAME_BYTES
        self._rest = whole[end:]
        came_s -= len(self._rest) / _FRAME_BYTES * FRAME_S
        cleaned = bytearray()
        for start in range(0, end, _FRAME_BYTES):
            behind_s = (end - start - _FRAME_BYTES) / _FRAME_BYTES * FRAME_S
            self._end_s = self._times.find_end(came_s - behind_s)
            cleaned += self._clean_frame(whole[start : start + _FRAME_BYTES])
        return bytes(cleaned)

    def _clean_frame(self, heard: bytes) -> bytes:
        begin, self._count = self._count, self._count + _FRAME
        if begin >= self._rings_until:
            return heard
        played = self._own.read(begin, _FRAME)
        left = self._processor.process(heard, played, round(_DELAY_S * 1000))
        self._played = self._played[_FRAME_BYTES:] + played
        self._left = self._left[_FRAME_BYTES:] + left
        return left

    def is_ours(self) -> bool:
        """Whether the newest of what is left is our own voice: the echo has just come to be another one.

        It costs half a millisecond, and is asked only about what sounds like speech.
        """
        if self._count >= self._rings_until:
            return False
        return measure_likeness(self._left, self._played) >= _ALIKE

    def _find_count(self, at_s: float) -> int:
        """Return the count of samples at an instant, by which our sound is moved ahead a little."""
        assert self._end_s is not None
        return max(0, self._count + round((at_s - EARLY_S - self._end_s) * RATE))


def measure_likeness(left: bytes, played: bytes) -> float:
    """Return the highest correlation of a sound with any part of a longer one, from 0 to 1."""
    import numpy as np

    one, other = (np.frombuffer(each, "<i2").astype(np.float64) for each in (left, played))
    size = 1 << (len(one) + len(other)).bit_length()
    products = np.fft.irfft(np.fft.rfft(other, size) * np.conj(np.fft.rfft(one, size)), size)
    energies = np.cumsum(np.concatenate([[0.0], other**2]))
    energies = energies[len(one) :] - energies[: -len(one)]
    most = np.sqrt(np.maximum(energies, np.max(energies) / 100 + 1) * (np.sum(one**2) + 1))
    return float(np.max(np.abs(products[: len(energies)]) / most))


def make_canceller() -> tuple[EchoCanceller | None, str]:
    """Make an echo canceller; without the package for it there is none, and why."""
    try:
        return EchoCanceller(WebRtcProcessor()), ""
    except ImportError as error:
        why = "beside its own voice it hears you by loudness alone; `add hearing` takes its echo out"
        return None, why if isinstance(error, ModuleNotFoundError) else f"{why} ({error})"
