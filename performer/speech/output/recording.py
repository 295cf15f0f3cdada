"""The sound of a sentence, kept from its making until it has been heard: made ahead, and resumed after a hold."""

import audioop
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Final

import anyio

from performer.core.audio import ENVELOPE_STEP_MS
from performer.speech.voices.voice import SAMPLE_BYTES, Utterance

_PLAIN_SPEECH = 4_000.0
"""The loudest step of ordinary speech, as root mean square: what is reckoned with until something has been heard."""


class LoudnessScale:
    """The scale of a voice's envelopes, by which its loudest step is about 1.

    The first pieces of a streamed sentence are measured by the sentence before: how loud it will become is not known.
    """

    def __init__(self) -> None:
        self._expected = _PLAIN_SPEECH
        self._loudest = 0.0

    def begin(self) -> None:
        """Begin a sentence."""
        if self._loudest:
            self._expected = self._loudest
        self._loudest = 0.0

    def measure(self, piece: Utterance, *, whole: bool) -> tuple[float, ...]:
        """Return a piece's loudness every 20 ms, from 0 to 1; a whole sentence is measured by itself alone."""
        steps = _measure_steps(piece)
        self._loudest = max(self._loudest, *steps) if steps else self._loudest
        full = self._loudest if whole else max(self._loudest, self._expected)
        return tuple(round(each / (full or 1.0), 2) for each in steps)


def _measure_steps(piece: Utterance) -> list[int]:
    step = piece.rate * ENVELOPE_STEP_MS // 1000 * piece.channels * SAMPLE_BYTES
    parts = (piece.pcm[start : start + step] for start in range(0, len(piece.pcm), step))
    return [audioop.rms(part, SAMPLE_BYTES) for part in parts]


AT_ONCE_BYTES: Final = 500_000
"""What was made ahead is handed on in pieces of this size: of any size, a client's queue holds a few hundred."""
BEGIN_ANEW_S: Final = 0.7
"""With less than this heard, a sentence is better begun again."""
STEP_BACK_S: Final = 0.4
"""How far back a word is looked for that can be begun with."""
_QUIET: Final = 0.1
"""Share of a sentence's loudest step; quieter it is between two words, and in the closure of a p, t or k, which is
shorter."""
_PAUSE_STEPS: Final = 3


class SentenceSound:
    """The sound of one sentence: pieces of one rate and number of channels, in order."""

    def __init__(self, loudness: LoudnessScale) -> None:
        self.envelope: list[float] = []
        """Loudness from 0 to 1, one value every 20 ms of what is made."""
        self.is_whole = False
        """No further piece comes."""
        self.is_broken = False
        """Whether the recording is incomplete: the voice failed, or was ended."""
        self._loudness = loudness
        self._pcm = bytearray()
        self._rate = 0
        self._channels = 1
        self._grew = anyio.Event()
        self._making: anyio.CancelScope | None = None
        self._is_dropped = False

    @property
    def made_s(self) -> float:
        """The seconds of sound that are made."""
        return len(self._pcm) / (SAMPLE_BYTES * self._channels * self._rate) if self._pcm else 0.0

    @property
    def made_bytes(self) -> int:
        """The memory that the sound takes."""
        return len(self._pcm)

    @contextmanager
    def open_for_writing(self) -> Iterator[None]:
        """Run the block that makes the sound; `drop` cancels the block, and no piece comes after it."""
        self._loudness.begin()
        try:
            with anyio.CancelScope() as self._making:
                if self._is_dropped:
                    self._making.cancel()
                yield
        finally:
            self._making = None
            if not self.is_whole:
                self.finish(broken=True)

    def drop(self) -> None:
        """Cancel whoever makes the sound: nobody wants it any more."""
        self._is_dropped = True
        if self._making is not None:
            self._making.cancel()

    def add(self, piece: Utterance) -> tuple[float, ...]:
        """Append a piece, which may be the last one, and return its envelope."""
        envelope = self._loudness.measure(piece, whole=piece.last and not self._pcm)
        self._rate, self._channels = piece.rate, piece.channels
        self._pcm += piece.pcm
        self.envelope += envelope
        self.is_whole = piece.last
        self._wake()
        return envelope

    def finish(self, *, broken: bool = False) -> None:
        """Note that no further piece comes, maybe too early."""
        self.is_whole = True
        self.is_broken = self.is_broken or broken
        self._wake()

    def discard(self) -> None:
        """Forget what was made; the time of the sentence passes in silence."""
        self._pcm.clear()
        self.envelope.clear()
        self.finish(broken=True)

    async def wait_until_begun(self) -> bool:
        """Return when there is something to hear, or False when there will be nothing."""
        while not self._pcm and not self.is_whole:
            await self._grew.wait()
        return bool(self._pcm)

    async def read(self, from_s: float) -> AsyncGenerator[Utterance]:
        """Yield the sound that follows a position, as it comes, the last piece marked as the last.

        While more may come, the final 20 ms are kept back: so that there is something to be marked.
        """
        at = round(from_s * self._rate) * self._channels * SAMPLE_BYTES
        while True:
            until = len(self._pcm) if self.is_whole else len(self._pcm) - self._step_bytes
            while at < until:
                end = min(at + AT_ONCE_BYTES // self._step_bytes * self._step_bytes, until)
                is_last, pcm = self.is_whole and end == len(self._pcm), bytes(self._pcm[at:end])
                yield Utterance(pcm=pcm, rate=self._rate, channels=self._channels, last=is_last)
                at = end
            if self.is_whole:
                return
            await self._grew.wait()

    def read_envelope(self, from_s: float, duration_s: float) -> tuple[float, ...]:
        """Return the loudness of a part of the sound."""
        return tuple(self.envelope[_count_steps(from_s) : _count_steps(from_s + duration_s)])

    def find_resume_s(self, position_s: float) -> float:
        """Return where to resume after a hold without tearing a word: the last quiet moment, or the start."""
        if position_s < BEGIN_ANEW_S:
            return 0.0
        last = min(_count_steps(position_s), len(self.envelope))
        window = range(max(last - _count_steps(STEP_BACK_S), 0), last)
        if not window:
            return position_s
        return self._find_quiet_step(window) * ENVELOPE_STEP_MS / 1000

    def find_quiet_s(self, from_s: float, length_s: float) -> float:
        """Return where in a part of the sound it is quietest; its end where nothing is made of it."""
        steps = range(_count_steps(max(from_s, 0.0)), min(_count_steps(from_s + length_s), len(self.envelope)))
        return self._find_quiet_step(steps) * ENVELOPE_STEP_MS / 1000 if steps else from_s + length_s

    def _find_quiet_step(self, window: range) -> int:
        """Find the end of the last pause, else of the longest break, else the quietest step."""
        runs = groupby(window, lambda step: self.envelope[step] <= _QUIET)
        breaks = [list(steps) for is_quiet, steps in runs if is_quiet]
        pauses = [each for each in breaks if len(each) >= _PAUSE_STEPS]
        if pauses:
            return pauses[-1][-1]
        return max(breaks, key=len)[-1] if breaks else min(window, key=lambda step: self.envelope[step])

    @property
    def _step_bytes(self) -> int:
        return max(self._rate * ENVELOPE_STEP_MS // 1000, 1) * self._channels * SAMPLE_BYTES

    def _wake(self) -> None:
        self._grew.set()
        self._grew = anyio.Event()


def _count_steps(seconds: float) -> int:
    return round(seconds * 1000 / ENVELOPE_STEP_MS)
