"""Decodes sound files to PCM: plain WAV at once, everything else (and odd WAV) through Qt's decoder."""

import io
import wave
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QTimer, Signal
from PySide6.QtMultimedia import QAudioDecoder

from sfx.intake import CHANNELS, RATES, SAMPLE_BYTES
from sfx.outlet import make_pcm_format

MAX_SECONDS = 60
"""A longer sound is cut."""
PATIENCE_MS = 10_000
PROMPT_RATE = 44_100
"""From this rate on a device's buffer of 1024 frames is short enough to follow a change of loudness at once."""
_RATE = 48_000
_CHANNELS = 2


@dataclass(frozen=True, kw_only=True)
class DecodedSound:
    """A whole sound, ready to play."""

    rate: int
    channels: int
    pcm: bytes = field(repr=False)


def parse_plain_wave(data: bytes) -> DecodedSound | None:
    """Parse a 16-bit PCM WAV; None when it is anything else."""
    try:
        with wave.open(io.BytesIO(data)) as opened:
            rate, channels = opened.getframerate(), opened.getnchannels()
            plain = opened.getsampwidth() == SAMPLE_BYTES and rate in RATES and channels in CHANNELS
            pcm = opened.readframes(rate * MAX_SECONDS) if plain else b""
    except (wave.Error, EOFError, ValueError):
        return None
    frame = SAMPLE_BYTES * channels
    whole = len(pcm) // frame * frame
    return DecodedSound(rate=rate, channels=channels, pcm=pcm[:whole]) if whole else None


class QtDecode(QObject):
    """The decoding of one file by Qt; emits `done` once and then deletes itself."""

    done = Signal(object)
    """A DecodedSound, or as text why there is none."""

    def __init__(self, data: bytes, *, parent: QObject) -> None:
        super().__init__(parent)
        self._pcm = bytearray()
        self._over = False
        self._source = QBuffer(self)
        self._source.setData(QByteArray(data))
        self._source.open(QIODevice.OpenModeFlag.ReadOnly)
        self._decoder = QAudioDecoder(self)
        self._decoder.setAudioFormat(make_pcm_format(_RATE, _CHANNELS))
        self._decoder.setSourceDevice(self._source)
        self._decoder.bufferReady.connect(self._collect)
        self._decoder.finished.connect(self._finish)
        self._decoder.error.connect(self._fail)
        too_late = f"decoding took longer than {PATIENCE_MS // 1000} s"
        QTimer.singleShot(PATIENCE_MS, self, partial(self._end, too_late))

    def start(self) -> None:
        """Start; `done` comes later."""
        self._decoder.start()

    def _collect(self) -> None:
        while self._decoder.bufferAvailable() and not self._over:
            self._pcm += bytes(self._decoder.read().constData())
            if len(self._pcm) >= MAX_SECONDS * _RATE * _CHANNELS * SAMPLE_BYTES:
                self._finish()

    def _finish(self) -> None:
        if self._pcm:
            self._end(DecodedSound(rate=_RATE, channels=_CHANNELS, pcm=bytes(self._pcm)))
        else:
            self._end("there is no sound in it")

    def _fail(self) -> None:
        self._end(f"it cannot be decoded ({self._decoder.errorString()})")

    def _end(self, outcome: DecodedSound | str) -> None:
        if self._over:
            return
        self._over = True
        self._decoder.stop()
        self.done.emit(outcome)
        self.deleteLater()
