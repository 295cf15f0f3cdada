"""A room in virtual time: loudspeakers, a streamer, a microphone that hears both, and the listener process on it.

All that judges what is heard is the listener process's own code.
"""

import json
import subprocess
import wave
from array import array
from base64 import b64decode
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from random import Random
from typing import Any, Final

import anyio

from performer.core.audio import Sound
from performer.core.clock import Clock
from performer.speech.hearing.samples import ShowTimeConverter, SliceLine, Slices, WordsLine, parse_line
from sfx.microphone.__main__ import SliceReporter
from sfx.microphone.detectors import make_detector
from sfx.microphone.echo_canceller import EchoCanceller, make_canceller
from sfx.microphone.samples import RATE, SLICE, NoiseFloor, SampleConverter
from sfx.microphone.utterances import Spoken, UtteranceCutter

Recognise = Callable[[bytes, float], Mapping[str, Any]]
"""Answers an utterance as the recogniser's process does, by its sound and the share of speech in it."""
_ECHO: Final = 0.064
"""PulseAudio's 40 %: 24 dB quieter."""
_LATE_S: Final = (0.05, 0.12)
"""How late the echo is; it differs from line to line, as reports of a player do."""
_ROOM_S: Final = 0.15
_NOISE: Final = 25.0
_STREAMER_PEAK: Final = 9_000
_DEVICE_S: Final = 0.03
"""What a device still plays of a line that is hushed."""


@dataclass
class _HeardLine:
    heard_s: float = 0.0


@dataclass
class EarsRoom:
    """Loudspeakers and a microphone that hears them, the streamer and some noise, and the listener process on it."""

    clock: Clock
    recognise: Recognise
    canceller: EchoCanceller | None = field(init=False)
    utterances: int = 0
    """Those that the recogniser was given."""
    on_words: Callable[[Any], None] = field(default=lambda _words: None)

    def __post_init__(self) -> None:
        self.canceller, _ = make_canceller()
        self._chance = Random(2)
        self._own, self._streamer = _Track(), _Track()
        self._late_s, self._share = _LATE_S[0], 1.0
        self._playing: anyio.CancelScope | None = None
        self._lines: list[str] = []

    # What is played

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> _HeardLine:
        """Play a sentence; its echo is heard later."""
        began_s = self.clock.now()
        self._late_s = self._chance.uniform(*_LATE_S)
        length_s = 0.0
        with anyio.CancelScope() as self._playing:
            async for sound, pcm in pieces:
                echo = _sound_in_a_room(pcm, sound.rate)
                self._own.add(echo, round((began_s + self._late_s + length_s) * RATE))
                length_s += sound.duration_s
            on_started()
            await self.clock.sleep(began_s + length_s - self.clock.now())
        return _HeardLine(self.clock.now() - began_s)

    def wake(self) -> None:
        """Do nothing: it is always ready."""

    def soften(self, share: float) -> None:
        """Play the rest at a share of its volume."""
        self._own.scale(self._find_late_count(), share / self._share)
        self._share = share

    async def hush(self, *, speech_only: bool = False) -> None:  # noqa: ARG002  speech is all there is
        """Stop what is played."""
        self._own.scale(self._find_late_count(), 0.0)
        self._share = 1.0
        if self._playing:
            self._playing.cancel()

    def _find_late_count(self) -> int:
        return round((self.clock.now() + _DEVICE_S + self._late_s) * RATE)

    def add(self, samples: "array[int]", at_s: float) -> None:
        """Add what somebody says."""
        import numpy as np

        self._streamer.add(np.array(samples, np.float32), round(at_s * RATE))

    # What the listener process is told

    async def note(self, line: bytes) -> None:
        """Do what the listener process does with a line about our own sound."""
        assert self.canceller is not None
        match json.loads(line):
            case {"own": str(sound), "at": at_s}:
                self.canceller.note_played(b64decode(sound), at_s)
            case {"share": share, "at": at_s}:
                self.canceller.note_share(share, at_s)
            case {"silent": at_s}:
                self.canceller.note_silence(at_s)

    # What it hears

    async def slices(self) -> AsyncGenerator[Slices, None]:
        """Yield what is heard, as a microphone does."""
        import numpy as np

        noise, detector_noise, show_time = np.random.default_rng(3), NoiseFloor(), ShowTimeConverter()
        detector, _ = make_detector("auto", detector_noise)
        cutter = UtteranceCutter(self._recognise)
        reporter = SliceReporter(
            detector, detector_noise, self._lines.append, self.clock.now, utterances=cutter, canceller=self.canceller
        )
        while True:
            await self.clock.sleep(SLICE / RATE)
            mix = self._own.take(SLICE) + self._streamer.take(SLICE) + noise.normal(0, _NOISE, SLICE)
            reporter.take(np.clip(mix, -32768, 32767).astype("<i2").tobytes())
            told, self._lines[:] = list(map(parse_line, (each.encode() for each in self._lines))), []
            for each in told:
                match each:
                    case SliceLine():
                        yield show_time.convert(each, self.clock.now())
                    case WordsLine():
                        self.on_words(show_time.convert_words(each, self.clock.now()))

    def _recognise(self, spoken: Spoken) -> None:
        self.utterances += 1
        answer = self.recognise(spoken.pcm, spoken.speech)
        if answer["text"]:
            words = {
                "sent": self.clock.now(),
                "heard": answer["text"],
                "language": answer["language"],
                "confidence": answer["confidence"],
                "began": spoken.began_s,
                "ended": spoken.ended_s,
                "work": answer["work_s"],
                "waited": answer["work_s"],
            }
            self._lines.append(json.dumps(words))


class _Track:
    """Sound that is still to be heard, on a count of samples."""

    def __init__(self) -> None:
        import numpy as np

        self._mix, self._begin = np.zeros(0, np.float32), 0

    def add(self, samples: Any, begin: int) -> None:
        import numpy as np

        place = max(0, begin - self._begin)
        lacks = place + len(samples) - len(self._mix)
        self._mix = np.concatenate([self._mix, np.zeros(max(0, lacks), np.float32)])
        self._mix[place : place + len(samples)] += samples

    def scale(self, begin: int, factor: float) -> None:
        self._mix[max(0, begin - self._begin) :] *= factor

    def take(self, count: int) -> Any:
        import numpy as np

        taken, self._mix = self._mix[:count], self._mix[count:]
        self._begin += count
        return np.concatenate([taken, np.zeros(count - len(taken), np.float32)])


def _sound_in_a_room(pcm: bytes, rate: int) -> Any:
    """Return the echo of a sound: quieter, at the microphone's rate, and with what the walls give back."""
    import numpy as np

    samples = np.frombuffer(pcm, "<i2").astype(np.float32)
    places = np.arange(len(samples) * RATE // rate) * rate / RATE
    return np.convolve(np.interp(places, np.arange(len(samples)), samples), _make_room()).astype(np.float32)


@cache
def _make_room() -> Any:
    import numpy as np

    count = round(_ROOM_S * RATE)
    walls = np.random.default_rng(4).normal(0, 0.05, count) * np.exp(-np.arange(count) / (0.04 * RATE))
    walls[0] = 1.0
    return _ECHO * walls


def say_by_espeak(text: str) -> "array[int]":
    """Return what somebody says, as loud as a streamer is."""
    command = ["espeak-ng", "--stdout", "-v", "en-gb", "-p", "35", "-s", "150", text]
    done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603  words of ours
    with wave.open(BytesIO(done.stdout)) as sound:
        pcm = SampleConverter(sound.getframerate(), sound.getnchannels()).take(sound.readframes(sound.getnframes()))
    samples = array("h", pcm)
    gain = _STREAMER_PEAK / max(map(abs, samples))
    return array("h", [round(gain * each) for each in samples])
