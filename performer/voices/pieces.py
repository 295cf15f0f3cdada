"""Bytes that arrive as they like, made into pieces of sound: WAV by what it says of itself, raw PCM by the settings."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from performer.errors import ServiceError
from performer.voices.samples import SoundFormat
from performer.voices.voice import Utterance
from performer.voices.wav import MAGIC, read_head

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


async def pieces_of(chunks: AsyncGenerator[bytes], raw: SoundFormat | None) -> AsyncGenerator[Utterance]:
    """Read sound while it arrives; see PieceReader.

    Raises:
        ServiceError: when it is no sound that can be played, and whatever `chunks` raises.
    """
    reader = PieceReader(raw)
    async with aclosing(chunks):
        async for chunk in chunks:
            reader.put(chunk)
            piece = reader.ready()
            if piece is not None:
                yield piece
    rest = reader.finish()
    if rest is not None:
        yield rest


async def whole_of(chunks: AsyncGenerator[bytes], raw: SoundFormat | None) -> AsyncGenerator[Utterance]:
    """Read sound and give it in one piece when all of it has arrived; raises as `pieces_of` does."""
    reader = PieceReader(raw)
    async with aclosing(chunks):
        async for chunk in chunks:
            reader.put(chunk)
    whole = reader.finish()
    if whole is not None:
        yield whole


class PieceReader:
    """Takes bytes in and gives pieces out.

    Args:
        raw: What bytes are that do not begin like a WAV; None when only a WAV will do.
    """

    def __init__(self, raw: SoundFormat | None) -> None:
        self._raw = raw
        self._format: SoundFormat | None = None
        self._left: int | None = None
        self._waiting = bytearray()
        self._count = 0

    def put(self, data: bytes) -> None:
        """Take more bytes in.

        Raises:
            ServiceError: when they are far more than a sentence can have.
        """
        self._waiting += data
        self._count += len(data)
        if self._count > MOST_BYTES:
            raise ServiceError(f"more than {MOST_BYTES} bytes came for one sentence")

    def ready(self) -> Utterance | None:
        """Give out what is long enough for a piece.

        Raises:
            ServiceError: when it is no sound that can be played.
        """
        form = self._recognised()
        if form is None:
            return None
        step = form.rate * _STEP_MS // 1000 * form.frame_bytes
        steps = self._available() // step
        return self._cut(form, steps * step, last=False) if steps * _STEP_MS >= PIECE_MS else None

    def finish(self) -> Utterance | None:
        """Give out all that is left: nothing more comes.

        Raises:
            ServiceError: when it is no sound that can be played.
        """
        form = self._recognised()
        if form is None and self._waiting:
            begun = bytes(self._waiting[:_SHOWN_BYTES])
            raise ServiceError(f"what came is no whole sound but {len(self._waiting)} bytes that begin with {begun!r}")
        if form is None:
            return None
        whole = self._available() // form.frame_bytes * form.frame_bytes
        return self._cut(form, whole, last=True) if whole else None

    def _recognised(self) -> SoundFormat | None:
        """Find out what is coming; None while it is too early to say."""
        if self._format is None and len(self._waiting) >= _PEEK_BYTES:
            self._recognise()
        return self._format

    def _recognise(self) -> None:
        for magic, kind in _OTHERS.items():
            if self._waiting.startswith(magic):
                raise ServiceError(f"what came is {kind}; have it made as WAV or raw 16-bit PCM", retry=False)
        if self._raw is not None and not self._waiting.startswith(MAGIC):
            self._format = self._raw
            return
        head = read_head(bytes(self._waiting))
        if head is not None:
            self._format, self._left = head.format, head.size
            del self._waiting[: head.begins]

    def _available(self) -> int:
        return len(self._waiting) if self._left is None else min(len(self._waiting), self._left)

    def _cut(self, form: SoundFormat, count: int, *, last: bool) -> Utterance:
        data = bytes(self._waiting[:count])
        del self._waiting[:count]
        if self._left is not None:
            self._left -= count
        is_last = last or self._left == 0
        return Utterance(pcm=form.to_16_bit(data), rate=form.rate, channels=form.channels, last=is_last)
