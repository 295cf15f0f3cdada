"""Voices that are programs: the program reads a sentence on its standard input, and writes WAV or raw PCM.

A program that can only write a file is given the name of one. A spare program is started before its sentence comes, so
that the sentence need not wait for the start.
"""

import sys
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, Self

import anyio
from anyio.abc import ByteReceiveStream, Process

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.process.child import kill_process, make_environment, open_piped
from performer.core.process.exit_code import describe_exit
from performer.core.values import dataclass
from performer.speech.stderr_tail import StderrTail
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.pcm import MOST_BYTES, SoundFormat, read_pieces
from performer.speech.voices.settings import CommandVoiceSettings, VoiceSettings
from performer.speech.voices.voice import Utterance

FILE = "{file}"
"""Stands for the file's name in a command."""
_LONGEST_WORDS = 200
_FAREWELL_S = 1.0
_GATHER_S: Final = 0.005
"""Seconds between two reads of sound that nobody waits for yet: a few large pieces cost less than many small ones."""


@dataclass(frozen=True)
class VoiceProgram:
    """A program that speaks."""

    command: Sequence[str]
    remedy: str = ""
    """What to do when it cannot be started."""
    keys: Collection[str] = ()
    """Environment variables that the program gets although they hold secrets."""
    lead_bytes: int = 0
    """For a program that is far quicker than speech: once so much of its sound has come, the rest is taken whole."""

    async def start(self) -> Process:
        """Start the program, without our secrets, or raise ServiceError; its starter ends it, or gives it to `run`."""
        try:
            return await open_piped(self.command, make_environment(keep=self.keys))
        except OSError as error:
            unstarted = f"{self.command[0]} cannot be started: {error.strerror}. {self.remedy}".strip()
            raise ServiceError(unstarted, retry=False) from error

    async def run(
        self, text: str, started: Process | None = None, *, note_lines: Callable[[list[str]], None] | None = None
    ) -> AsyncGenerator[bytes]:
        """Run the program, without a shell, on a text, and yield what it writes; leaving early kills it.

        All that the program started is killed too; on Windows only the program itself. The text is no option, even when
        it begins with a dash. `started` is the program when it runs already and waits for the text, and `note_lines` is
        told at the end what it wrote on its standard error. Raises ServiceError when it cannot be started, or ends with
        a code other than 0; with its last words.
        """
        process = started or await self.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            # A program that does not care for its input may have ended before.
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                await process.stdin.send(text.encode() + b"\n")
            await process.stdin.aclose()
            words = StderrTail(process)
            with suppress(anyio.EndOfStream):
                if self.lead_bytes:  # it is done so soon that what it may write to its standard error can wait
                    yield await _receive_lead(process.stdout, self.lead_bytes)
                    yield await words.read_during(partial(_receive_rest, process.stdout))
                while True:
                    yield await words.read_during(process.stdout.receive)
            with anyio.move_on_after(_FAREWELL_S):  # a program that has written all its sound and lingers is left
                await process.wait()
                await words.read_rest()
            if note_lines:
                note_lines(words.lines)
            code = process.returncode
        finally:
            await kill_process(process)
        if code:
            said = words.newest[:_LONGEST_WORDS] or "it said nothing"
            raise ServiceError(
                own("{name} {how}: {said}", name=Path(self.command[0]).name, how=describe_exit(code), said=said)
            )

    def speak(self, text: str, raw: SoundFormat | None) -> AsyncGenerator[Utterance]:
        """Yield the sound while it is written; with `{file}` in the command, that file's in one piece at the end.

        `raw` is the format of bytes that do not begin like a WAV; None when only a WAV will do. Raises ServiceError
        when the program fails, or leaves no sound.
        """
        if any(FILE in word for word in self.command):
            return read_pieces(self._run_for_file(text), raw, whole=True)
        return read_pieces(self.run(text), raw)

    async def _run_for_file(self, text: str) -> AsyncGenerator[bytes]:
        async with anyio.TemporaryDirectory(prefix="performer-voice-") as folder:
            file = Path(folder) / "line.wav"  # macOS takes the kind of sound from the name
            program = replace(self, command=[word.replace(FILE, str(file)) for word in self.command])
            async with aclosing(program.run(text)) as chatter:
                async for _ in chatter:
                    pass
            content = await anyio.to_thread.run_sync(_read_file, file)
        yield content


async def _receive_lead(stream: ByteReceiveStream, least: int) -> bytes:
    """Return at least so many bytes, or all there are; raise EndOfStream when there are none."""
    lead = await stream.receive()
    with suppress(anyio.EndOfStream):
        while len(lead) < least:
            lead += await stream.receive()
    return lead


async def _receive_rest(stream: ByteReceiveStream) -> bytes:
    """Return all that is still to come, and no more than can be a sentence; it may be nothing."""
    rest = bytearray()
    with suppress(anyio.EndOfStream):
        while len(rest) <= MOST_BYTES:
            await anyio.sleep(_GATHER_S)
            rest += await stream.receive()
    return bytes(rest)


def _read_file(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise ServiceError(own("the program ended well but wrote no file")) from None


_BREATH_S: Final = 0.03
"""Starting a program halts everything for some milliseconds: what has just been made goes out to be heard before."""


class SpareProgram:
    """A program that waits for its sentence; an async context manager that ends it.

    It waits for its standard input, which closes with us: it never outlives the performer.
    """

    def __init__(self, program: VoiceProgram) -> None:
        self.program = program
        self._process: Process | None = None
        self._is_open = False

    async def __aenter__(self) -> Self:
        self._is_open = True
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._is_open = False
        process = await self.take()
        if process is not None:
            await kill_process(process)

    async def take(self) -> Process | None:
        """Return the program that waits, or None; ending it is the caller's."""
        process, self._process = self._process, None
        if process is None or process.returncode is None:
            return process
        await kill_process(process)
        return None

    async def prepare(self) -> None:
        """Start a program for the sentence after this, or raise ServiceError; cancelling does not hinder that."""
        if not self._is_open or self._process is not None:
            return
        with anyio.CancelScope(shield=True):
            await anyio.sleep(_BREATH_S)
            if self._is_open:
                self._process = await self.program.start()


_REMEDY = own("See that it is installed, or give its whole path in voice.engine.")


_PACE: Final = "{words_per_min}"
"""Stands in the commands of ours for how many words a minute are to be spoken."""


class CommandVoice:
    """A voice that starts a program for every sentence; see `VoiceProgram.speak` for `raw`."""

    def __init__(
        self,
        words: Sequence[str],
        raw: SoundFormat | None,
        *,
        name: str,
        keys: Collection[str] = (),
        words_per_min: int = 0,
    ) -> None:
        self.name = name
        self._words_per_min = words_per_min
        self._program, self._raw = VoiceProgram(words, _REMEDY, keys), raw

    @classmethod
    def of(cls, words: Sequence[str], settings: CommandVoiceSettings) -> Self:
        """Make the voice of a user's own command."""
        raw = SoundFormat(rate=settings.raw_rate, channels=settings.raw_channels) if settings.raw_rate else None
        return cls(words, raw, name=f"command {Path(words[0]).name}", keys=settings.key_variables)

    @classmethod
    def say(cls, settings: VoiceSettings, voice: str) -> Self:
        """Make the voice of macOS's `say`."""
        speaker = ["-v", voice] if voice else []
        how = ["-r", _PACE, "-o", FILE, "--data-format=LEI16@22050", *speaker]
        name = " ".join(["say", *speaker[1:]])
        return cls(["say", *how], None, name=name, words_per_min=settings.words_per_min)

    @classmethod
    def pyttsx3(cls, settings: VoiceSettings, voice: str) -> Self:
        """Make a voice of pyttsx3, by part of its name; empty takes the first of the language, or the system's own."""
        child = [sys.executable, "-m", "performer.speech.voices.pyttsx_child", FILE]
        how, pace = [_PACE, settings.language, voice], settings.words_per_min
        return cls([*child, *how], None, name=f"pyttsx3 {voice or settings.language}", words_per_min=pace)

    def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence; a program that is not given its pace speaks in its own."""
        program = self._program
        if self._words_per_min:
            pace = str(round(self._words_per_min * manner.pace))
            program = replace(program, command=[pace if word == _PACE else word for word in program.command])
        return program.speak(text, self._raw)
