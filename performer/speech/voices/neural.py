"""A neural voice: a process of ours that has its model loaded, and so a crash or its memory never touches the show."""

import json
import sys
from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from performer.core.audio import MouthShape, WordTime
from performer.core.errors import ServiceError
from performer.core.files.home import CHECKOUT
from performer.core.own_text import own
from performer.core.process.child import close_process, kill_process, make_environment, open_piped
from performer.core.values import dataclass
from performer.speech.stderr_tail import StderrTail
from performer.speech.voices.installed import explain_absence
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.pitch import PitchShift
from performer.speech.voices.settings import PLAIN_WORDS_PER_MIN, VoiceSettings
from performer.speech.voices.voice import Utterance

_LONGEST_HEAD: Final = 262_144
"""Bytes: the first piece of a sentence comes with the times of its words."""
_HANGS_AFTER: Final = 3
"""Sentences in a row that were cut before anything came: their process is ended, and another one loads the voice."""


@dataclass(frozen=True, kw_only=True)
class _Piece:
    """What the process says of a piece of sound, or of what is wrong."""

    id: int = 0
    rate: int = 0
    size: int = 0
    """Bytes of sound that follow."""
    last: bool = False
    error: str = ""
    words: tuple[WordTime, ...] = ()
    mouth: tuple[MouthShape, ...] = ()

    @classmethod
    def parse(cls, line: bytes) -> "_Piece":
        told: Mapping[str, Any] = json.loads(line)
        return cls(
            id=told.get("id", 0),
            rate=told.get("rate", 0),
            size=told.get("bytes", 0),
            last=told.get("last", False),
            error=told.get("error", ""),
            words=tuple(WordTime(*each) for each in told.get("words", ())),
            mouth=tuple(MouthShape(*each) for each in told.get("mouth", ())),
        )


class _VoiceProcess:
    """The process of a voice that is loaded, and what it writes; one sentence at a time."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self._in = process.stdin
        self._out = BufferedByteReceiveStream(process.stdout)
        self._words = StderrTail(process)
        self.is_ready = False
        """Whether its voice is loaded."""
        self.unanswered = 0
        """Sentences that were cut since anything came."""
        self._piece: _Piece | None = None
        """A piece whose sound has not been read yet: whoever waited for it may have been cancelled."""

    async def ask(self, request: Mapping[str, object]) -> None:
        """Send a line; that the process has ended is noticed by whoever reads what it answers."""
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            await self._in.send(json.dumps(request).encode() + b"\n")

    async def read_piece(self) -> tuple[_Piece, bytes]:
        """Return the next piece with its sound; cancelled, the next call goes on where this one stood.

        Raises:
            ServiceError: when the process has ended, or talks nonsense.
        """
        try:
            if self._piece is None:
                line = await self._words.read_during(partial(self._out.receive_until, b"\n", _LONGEST_HEAD))
                self._piece = _Piece.parse(line)
            sound = await self._words.read_during(partial(self._out.receive_exactly, self._piece.size))
        except (anyio.IncompleteRead, anyio.EndOfStream, anyio.BrokenResourceError):
            raise ServiceError(own("its process ended: {why}", why=await self._words.explain_end())) from None
        except (anyio.DelimiterNotFound, ValueError, TypeError) as error:
            raise ServiceError(own("its process talks nonsense: {error}", error=error)) from None
        piece, self._piece = self._piece, None
        self.unanswered = 0
        return piece, sound


class NeuralVoice:
    """A voice of the folder; its process starts with the first sentence, and again after it has ended.

    Within `async with`, which ends the process. `languages` are those that it speaks besides its own.
    """

    def __init__(
        self, name: str, folder: Path, settings: VoiceSettings, speaker: int = 0, languages: Collection[str] = ()
    ) -> None:
        self.name = f"neural {name}"
        self._languages = languages
        self._folder = folder
        self._speaker = speaker
        self._settings = settings
        self._loaded: _VoiceProcess | None = None
        self._count = 0
        self._one_at_a_time = anyio.Lock()

    @property
    def process(self) -> Process | None:
        """The process that has the voice loaded; None while there is none."""
        return None if self._loaded is None else self._loaded.process

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self._loaded is not None:
            await close_process(self._loaded.process)

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence."""
        async with self._one_at_a_time:
            voice = await self._load()
            self._count += 1
            sentence, is_over = self._count, False
            pitch = PitchShift(manner.pitch)
            pace = PLAIN_WORDS_PER_MIN / (self._settings.words_per_min * manner.pace) * pitch.factor
            request = {"id": sentence, "text": text, "pace": round(pace, 3), "speaker": self._speaker}
            if manner.language in self._languages:
                request["language"] = manner.language
            try:
                await voice.ask(request)
                while not is_over:
                    piece, pcm = await self._read(voice, sentence)
                    is_over = piece.last
                    words, mouth = pitch.time_words(piece.words), pitch.time_mouth(piece.mouth)
                    pcm = pitch.shift(pcm, piece.rate)
                    yield Utterance(pcm=pcm, rate=piece.rate, last=is_over, words=words, mouth=mouth)
            finally:
                if not is_over:
                    await self._cut(voice, sentence)

    async def _cut(self, voice: _VoiceProcess, sentence: int) -> None:
        """End a sentence before its end, and with it a process that hangs."""
        voice.unanswered += 1
        if voice.unanswered >= _HANGS_AFTER:
            await self._end(voice)
            return
        with anyio.CancelScope(shield=True):
            await voice.ask({"cancel": sentence})

    async def _end(self, voice: _VoiceProcess) -> None:
        self._loaded = None
        await kill_process(voice.process)

    async def _read(self, voice: _VoiceProcess, sentence: int) -> tuple[_Piece, bytes]:
        """Return the next piece of a sentence; what is left of one that was cut is dropped."""
        piece = _Piece()
        pcm = b""
        while piece.id != sentence:
            piece, pcm = await self._read_next(voice)
        if piece.error:
            raise ServiceError(own("{trouble}", trouble=piece.error))
        return piece, pcm

    async def _read_next(self, voice: _VoiceProcess) -> tuple[_Piece, bytes]:
        try:
            return await voice.read_piece()
        except ServiceError:
            await self._end(voice)
            raise

    async def _load(self) -> _VoiceProcess:
        """Return the process with its voice loaded; cancelled, it goes on to load the voice for the next sentence."""
        voice = self._loaded = self._loaded or await self._start()
        if not voice.is_ready:
            ready, _ = await self._read_next(voice)
            if ready.error:
                await self._end(voice)
                raise ServiceError(own("{trouble}", trouble=ready.error), retry=False)
            voice.is_ready = True
        return voice

    async def _start(self) -> _VoiceProcess:
        if absence := explain_absence(self._folder, self._speaker):
            raise ServiceError(absence, retry=False)
        command = [sys.executable, "-m", "tts", str(self._folder)]
        try:
            return _VoiceProcess(await open_piped(command, make_environment(), CHECKOUT))
        except OSError as error:
            raise ServiceError(own("its process cannot be started: {error}", error=error)) from None
