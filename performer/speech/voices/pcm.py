"""Sound as 16-bit PCM: the head of a WAV, samples of every usual kind, and pieces made of bytes as they arrive.

A WAV that is written to a pipe says a wrong size of itself, or none. Raw PCM is read by the settings.
"""

import math
import struct
from array import array
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.speech.voices.voice import Utterance

INTEGER = 1
FLOAT = 3
_LOUDEST = 32767


@dataclass(frozen=True, kw_only=True)
class SoundFormat:
    """The format of sound; plain 16-bit PCM unless said otherwise."""

    rate: int
    """Samples a second."""
    channels: int = 1
    coding: int = INTEGER
    """As WAV numbers it: 1 are integers, 3 are floating numbers."""
    bits: int = 16

    @property
    def frame_bytes(self) -> int:
        """The bytes that one sample of every channel takes."""
        return self.channels * self.bits // 8

    def check(self) -> None:
        """Raise a ServiceError that says what is expected, unless sound of this format can be played."""
        if (self.coding, self.bits) not in _CONVERSIONS:
            kind = f"coding {self.coding} with {self.bits} bits"
            raise ServiceError(own("the sound is of {kind}; have it made as 16-bit PCM", kind=kind), retry=False)
        if not 8_000 <= self.rate <= 48_000 or self.channels not in {1, 2}:
            kind = f"{self.rate} Hz with {self.channels} channels"
            raise ServiceError(
                own("the sound has {kind}; have it made with 8000 to 48000 Hz, mono or stereo", kind=kind), retry=False
            )

    def to_16_bit(self, data: bytes) -> bytes:
        """Convert whole frames."""
        return _CONVERSIONS[self.coding, self.bits](data)


def _convert_8(data: bytes) -> bytes:
    """Convert unsigned bytes, as WAV has them."""
    return array("h", [(each - 128) << 8 for each in data]).tobytes()


def _take_upper_bytes(data: bytes, size: int) -> bytes:
    upper = bytearray(len(data) // size * 2)
    upper[0::2] = data[size - 2 :: size]
    upper[1::2] = data[size - 1 :: size]
    return bytes(upper)


def _convert_float(data: bytes) -> bytes:
    """Convert numbers from -1 to 1; what is beyond is as loud as can be, and what is no number is silent."""
    samples = (0.0 if math.isnan(each) else min(max(each, -1.0), 1.0) for each in array("f", data))
    return array("h", [int(each * _LOUDEST) for each in samples]).tobytes()


_CONVERSIONS: dict[tuple[int, int], Callable[[bytes], bytes]] = {
    (INTEGER, 8): _convert_8,
    (INTEGER, 16): bytes,
    (INTEGER, 24): partial(_take_upper_bytes, size=3),
    (INTEGER, 32): partial(_take_upper_bytes, size=4),
    (FLOAT, 32): _convert_float,
}

MAGIC = b"RIFF"
_HEAD_BYTES = 12
_CHUNK_BYTES = 8
_FORMAT_BYTES = 16
_EXTENSIBLE = 0xFFFE
_EXTENDED_BYTES = 26
_LONGEST_HEAD = 65_536
_BELIEVED = 0x7F00_0000
"""A data chunk that claims to be larger was written without knowing how large it would become."""


def _read_head(begun: bytes) -> tuple[SoundFormat, int, int | None] | None:
    """Read the head of a WAV as far as it is there; None while more is needed.

    Returns the format, where the sound begins, and how many bytes of sound there are; None when it does not know. What
    is no WAV, or cannot be played, meets a ServiceError whose sentence wants to be preceded by who sent it.
    """
    if len(begun) < _HEAD_BYTES:
        return None
    if not begun.startswith(MAGIC) or begun[8:12] != b"WAVE":
        raise ServiceError(own("what came is no WAV: it begins with {begun}", begun=repr(begun[:12])))
    described: SoundFormat | None = None
    at = _HEAD_BYTES
    while at + _CHUNK_BYTES <= len(begun):
        name, size = begun[at : at + 4], int.from_bytes(begun[at + 4 : at + 8], "little")
        at += _CHUNK_BYTES
        if name == b"data":
            if described is None:
                raise ServiceError(own("what came is a WAV that does not say what its sound is like"))
            described.check()
            return described, at, size if 0 < size < _BELIEVED else None
        if name == b"fmt ":
            if at + size > len(begun):
                break
            described = _parse_format(begun[at : at + size])
        at += size + size % 2
    if len(begun) > _LONGEST_HEAD or at > _LONGEST_HEAD:
        raise ServiceError(own("what came is a WAV without any sound in it"))
    return None


def _parse_format(chunk: bytes) -> SoundFormat:
    if len(chunk) < _FORMAT_BYTES:
        raise ServiceError(own("what came is a WAV whose format is cut short"))
    coding, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", chunk)
    if coding == _EXTENSIBLE and len(chunk) >= _EXTENDED_BYTES:
        (coding,) = struct.unpack_from("<H", chunk, _EXTENDED_BYTES - 2)
    return SoundFormat(rate=rate, channels=channels, coding=coding, bits=bits)


PIECE_MS = 200
"""Every piece but the last is this long or longer. The first one too: what is heard while the next one is made must
not run out, and an engine at half the pace of a shorter one would leave a gap after it."""
MOST_BYTES = 24_000_000
"""Two minutes of stereo at 48 kHz; nobody says a sentence that long."""
_STEP_MS = 20
"""Every piece but the last is a multiple of this, so that envelopes have no seams."""
_OTHERS = {b"ID3": "MP3", b"OggS": "Ogg", b"fLaC": "FLAC", b"FORM": "AIFF"}
_PEEK_BYTES = 4
_SHOWN_BYTES = 40


async def read_pieces(
    chunks: AsyncGenerator[bytes], raw: SoundFormat | None, *, whole: bool = False
) -> AsyncGenerator[Utterance]:
    """Yield the pieces of sound while it arrives, or one piece when the whole has arrived.

    Raises ServiceError when it is no sound that can be played, and whatever `chunks` raises.
    """
    reader = PieceReader(raw)
    async with aclosing(chunks):
        async for chunk in chunks:
            reader.put(chunk)
            if not whole and (piece := reader.take_ready()):
                yield piece
    if rest := reader.finish():
        yield rest


class PieceReader:
    """The bytes of one sentence's sound on their way to pieces.

    `raw` is the format of bytes that do not begin like a WAV; None when only a WAV will do. What is no sound that can
    be played meets a ServiceError.
    """

    def __init__(self, raw: SoundFormat | None) -> None:
        self._raw = raw
        self._format: SoundFormat | None = None
        self._left: int | None = None
        self._waiting = bytearray()
        self._count = 0

    def put(self, data: bytes) -> None:
        """Add bytes that arrived; far more than a sentence can have are refused."""
        self._waiting += data
        self._count += len(data)
        if self._count > MOST_BYTES:
            raise ServiceError(own("more than {most_bytes} bytes came for one sentence", most_bytes=MOST_BYTES))

    def take_ready(self) -> Utterance | None:
        """Return what is long enough for a piece, or None."""
        form = self._recognise()
        if form is None:
            return None
        step = form.rate * _STEP_MS // 1000 * form.frame_bytes
        steps = self._count_available() // step
        return self._cut(form, steps * step, last=False) if steps * _STEP_MS >= PIECE_MS else None

    def finish(self) -> Utterance | None:
        """Return all that is left: nothing more comes."""
        form = self._recognise()
        if form is None and self._waiting:
            begun = bytes(self._waiting[:_SHOWN_BYTES])
            raise ServiceError(
                own(
                    "what came is no whole sound but {waiting} bytes that begin with {begun}",
                    waiting=len(self._waiting),
                    begun=repr(begun),
                )
            )
        if form is None:
            return None
        whole = self._count_available() // form.frame_bytes * form.frame_bytes
        return self._cut(form, whole, last=True) if whole else None

    def _recognise(self) -> SoundFormat | None:
        """Return the format of what comes; None while it is too early to say."""
        if self._format is not None or len(self._waiting) < _PEEK_BYTES:
            return self._format
        for magic, kind in _OTHERS.items():
            if self._waiting.startswith(magic):
                raise ServiceError(
                    own("what came is {kind}; have it made as WAV or raw 16-bit PCM", kind=kind), retry=False
                )
        if self._raw is not None and not self._waiting.startswith(MAGIC):
            self._format = self._raw
        elif head := _read_head(bytes(self._waiting)):
            self._format, begins, self._left = head
            del self._waiting[:begins]
        return self._format

    def _count_available(self) -> int:
        return len(self._waiting) if self._left is None else min(len(self._waiting), self._left)

    def _cut(self, form: SoundFormat, count: int, *, last: bool) -> Utterance:
        data = bytes(self._waiting[:count])
        del self._waiting[:count]
        if self._left is not None:
            self._left -= count
        is_last = last or self._left == 0
        return Utterance(pcm=form.to_16_bit(data), rate=form.rate, channels=form.channels, last=is_last)
