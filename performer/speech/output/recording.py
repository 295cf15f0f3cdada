"""A sentence's sound as it is made: kept until it has been heard, to be begun ahead, and gone on with after a hold."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Final

import anyio

from performer.core.audio import ENVELOPE_STEP_MS
from performer.speech.output.loudness import LoudnessScale
from performer.speech.voices.voice import SAMPLE_BYTES, Utterance

AT_ONCE_BYTES: Final = 500_000
"""What was made ahead is handed on in pieces of this size: of any size, a client's queue holds a few hundred."""
BEGIN_ANEW_S: Final = 0.7
"""With less than this heard, a sentence is better begun again."""
STEP_BACK_S: Final = 0.4
"""How far back a word is looked for that can be begun with."""
_QUIET: Final = 0.1
"""Of a sentence's loudest step: between two words, or in the closure of a p, t or k, which is shorter."""
_PAUSE_STEPS: Final = 3


class SentenceSound:
    """Pieces of one rate and number of channels, in the order in which they sound.

    Args:
        loudness: Of the voice that speaks.
    """

    def __init__(self, loudness: LoudnessScale) -> None:
        self.envelope: list[float] = []
        """Loudness from 0 to 1, one value every 20 ms of what is made."""
        self.is_whole = False
        """No further piece comes."""
        self.is_broken = False
        """It is not all of the sentence: the voice failed, or was ended."""
        self._loudness = loudness
        self._pcm = bytearray()
        self._rate = 0
        self._channels = 1
        self._grew = anyio.Event()
        self._making: anyio.CancelScope | None = None
        self._is_dropped = False

    @property
    def made_s(self) -> float:
        """How long what is made sounds, in seconds."""
        return len(self._pcm) / (SAMPLE_BYTES * self._channels * self._rate) if self._pcm else 0.0

    @property
    def made_bytes(self) -> int:
        """How much memory it takes."""
        return len(self._pcm)

    @contextmanager
    def open_for_writing(self) -> Iterator[None]:
        """Have the block make it; `drop` cancels the block. However it ends, no piece comes after it."""
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
        """Say that nobody wants it any more: whoever makes it ends."""
        self._is_dropped = True
        if self._making is not None:
            self._making.cancel()

    def add(self, piece: Utterance) -> tuple[float, ...]:
        """Append a piece, which may be the last one; give its envelope."""
        envelope = self._loudness.envelope(piece, whole=piece.last and not self._pcm)
        self._rate, self._channels = piece.rate, piece.channels
        self._pcm += piece.pcm
        self.envelope += envelope
        self.is_whole = piece.last
        self._tell()
        return envelope

    def finish(self, *, broken: bool = False) -> None:
        """Say that no further piece comes, maybe too early."""
        self.is_whole = True
        self.is_broken = self.is_broken or broken
        self._tell()

    def discard(self) -> None:
        """Forget what was made; the time of the sentence passes in silence."""
        self._pcm.clear()
        self.envelope.clear()
        self.finish(broken=True)

    async def begun(self) -> bool:
        """Return when there is something to hear, or False when there will be nothing."""
        while not self._pcm and not self.is_whole:
            await self._grew.wait()
        return bool(self._pcm)

    async def read(self, from_s: float) -> AsyncGenerator[Utterance]:
        """Give what follows a position, as it comes, the last piece marked as the last.

        While more may come, the final 20 ms are kept back: so that there is something to be marked.
        """
        at = self._offset(from_s)
        while True:
            until = len(self._pcm) if self.is_whole else len(self._pcm) - self._step_bytes
            while at < until:
                end = min(at + AT_ONCE_BYTES // self._step_bytes * self._step_bytes, until)
                yield self._piece(at, end)
                at = end
            if self.is_whole:
                return
            await self._grew.wait()

    def read_envelope(self, from_s: float, duration_s: float) -> tuple[float, ...]:
        """Give the loudness of a part."""
        return tuple(self.envelope[_steps(from_s) : _steps(from_s + duration_s)])

    def find_resume_s(self, position_s: float) -> float:
        """Tell from where to go on after a hold so that no word is torn: the last quiet moment before, or the start."""
        if position_s < BEGIN_ANEW_S:
            return 0.0
        last = min(_steps(position_s), len(self.envelope))
        window = range(max(last - _steps(STEP_BACK_S), 0), last)
        if not window:
            return position_s
        return self._quiet_step(window) * ENVELOPE_STEP_MS / 1000

    def _quiet_step(self, window: range) -> int:
        """Find the end of the last pause, else of the longest break, else the quietest step."""
        breaks = list(_runs([step for step in window if self.envelope[step] <= _QUIET]))
        pauses = [each for each in breaks if len(each) >= _PAUSE_STEPS]
        if pauses:
            return pauses[-1][-1]
        return max(breaks, key=len)[-1] if breaks else min(window, key=lambda step: self.envelope[step])

    @property
    def _step_bytes(self) -> int:
        return max(self._rate * ENVELOPE_STEP_MS // 1000, 1) * self._channels * SAMPLE_BYTES

    def _offset(self, from_s: float) -> int:
        return round(from_s * self._rate) * self._channels * SAMPLE_BYTES

    def _piece(self, at: int, end: int) -> Utterance:
        return Utterance(
            pcm=bytes(self._pcm[at:end]),
            rate=self._rate,
            channels=self._channels,
            last=self.is_whole and end == len(self._pcm),
        )

    def _tell(self) -> None:
        self._grew.set()
        self._grew = anyio.Event()


def _runs(steps: Sequence[int]) -> Iterator[Sequence[int]]:
    """Part numbers where one is left out."""
    for _, run in groupby(enumerate(steps), lambda each: each[1] - each[0]):
        yield [step for _, step in run]


def _steps(seconds: float) -> int:
    return round(seconds * 1000 / ENVELOPE_STEP_MS)
