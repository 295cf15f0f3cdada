"""The voice of any program: it reads a sentence on its standard input, and writes WAV or raw PCM.

Another program that speaks: a sentence on its standard input, its standard output while it comes, and its end.

A program that can only write a file: it is given the name of one, which is read when the program has ended.

A spare program: started already, it waits for its sentence, which then need not wait for the program to start.
"""

import shutil
import subprocess
import sys
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import anyio
from anyio.abc import ByteReceiveStream, Process

from performer.core.errors import ServiceError
from performer.core.process.child import kill_process, make_environment
from performer.speech.voices.pcm import MOST_BYTES, SoundFormat, read_pieces, read_whole
from performer.speech.voices.settings import CommandVoiceSettings, VoiceSettings
from performer.speech.voices.voice import Utterance

_LAST_WORDS_BYTES = 2_000
_LONGEST_WORDS = 200
_FAREWELL_S = 1.0


async def run_voice_program(
    command: Sequence[str],
    text: str,
    *,
    remedy: str = "",
    started: Process | None = None,
    keys: Collection[str] = (),
) -> AsyncGenerator[bytes]:
    """Run a program, no shell in between, and give what it writes; leaving early kills it.

    With it goes all that it started; on Windows only the program itself.

    Args:
        command: The program and its arguments.
        text: What it reads; no option, even when it begins with a dash.
        remedy: What to do when there is no such program.
        started: The program, when it runs already and waits for the text.
        keys: Environment variables that it gets although they hold secrets.

    Raises:
        ServiceError: when it cannot be started, or ends with a code other than 0; with the last it said.
    """
    process = started or await start_voice_program(command, remedy=remedy, keys=keys)
    async with _running(process, text):
        assert process.stdout is not None
        words = _LastWords(process)
        while (chunk := await words.read_stderr_while(process.stdout)) is not None:
            yield chunk
        with anyio.move_on_after(_FAREWELL_S):  # what has said everything and lingers is let go
            await process.wait()
            await words.rest()
        code = process.returncode
    if code:
        raise ServiceError(f"{Path(command[0]).name} failed with code {code}: {words.text or 'it said nothing'}")


async def start_voice_program(command: Sequence[str], *, remedy: str = "", keys: Collection[str] = ()) -> Process:
    """Start a program, without our secrets but `keys`; whoever starts it ends it, unless `output_of` is given it.

    Raises:
        ServiceError: when it cannot be started.
    """
    try:
        return await anyio.open_process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=make_environment(keep=keys),
            # A group of its own can be killed whole; and Ctrl+C in the terminal is ours to handle.
            start_new_session=sys.platform != "win32",
        )
    except OSError as error:
        raise ServiceError(
            f"{command[0]} cannot be started: {error.strerror}. {remedy}".strip(), retry=False
        ) from error


def is_installed(program: str) -> bool:
    """Tell whether a program is on the path."""
    return shutil.which(program) is not None


class _LastWords:
    """The last that a program says on its standard error; it must be read, or a talkative program would wait."""

    def __init__(self, process: Process) -> None:
        assert process.stderr is not None
        self._stream: ByteReceiveStream = process.stderr
        self._said = b""

    @property
    def text(self) -> str:
        """Give its last line, or a traceback's."""
        lines = self._said.decode(errors="replace").strip().splitlines()
        return lines[-1].strip()[:_LONGEST_WORDS] if lines else ""

    async def read_stderr_while(self, output: ByteReceiveStream) -> bytes | None:
        """Wait for output and read on the side; None at its end."""
        chunk: bytes | None = None
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.rest)
            with suppress(anyio.EndOfStream):
                chunk = await output.receive()
            tasks.cancel_scope.cancel()
        return chunk

    async def rest(self) -> None:
        """Read until the program closes it."""
        async for said in self._stream:
            self._said = (self._said + said)[-_LAST_WORDS_BYTES:]


@asynccontextmanager
async def _running(process: Process, text: str) -> AsyncGenerator[None]:
    try:
        await _tell(process, text)
        yield
    finally:
        await kill_process(process)


async def _tell(process: Process, text: str) -> None:
    """Hand the sentence over; a program that does not care for its input may have ended before."""
    assert process.stdin is not None
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
        await process.stdin.send(text.encode() + b"\n")
    await process.stdin.aclose()


FILE = "{file}"
"""Stands for the file's name in a command."""


def run_file_program(
    command: Sequence[str], text: str, raw: SoundFormat | None, *, remedy: str = "", keys: Collection[str] = ()
) -> AsyncGenerator[Utterance]:
    """Run a program with `{file}` in its arguments, and give the file's sound in one piece.

    Raises:
        ServiceError: when the program fails, or leaves no sound there.
    """
    return read_whole(_content(command, text, remedy, keys), raw)


async def _content(command: Sequence[str], text: str, remedy: str, keys: Collection[str]) -> AsyncGenerator[bytes]:
    async with anyio.TemporaryDirectory(prefix="performer-voice-") as folder:
        file = Path(folder) / "line.wav"  # macOS takes the kind of sound from the name
        words = [word.replace(FILE, str(file)) for word in command]
        async with aclosing(run_voice_program(words, text, remedy=remedy, keys=keys)) as chatter:
            async for _ in chatter:
                pass
        content = await anyio.to_thread.run_sync(_read, file)
    yield content


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise ServiceError("the program ended well but wrote no file") from None


_BREATH_S: Final = 0.03
"""Starting a program halts everything for some milliseconds: what has just been made goes out to be heard before."""


class SpareProgram:
    """Keeps one program waiting; an async context manager that ends it.

    It waits for its standard input, which closes with us: it never outlives the performer.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: Process | None = None
        self._is_open = False

    async def __aenter__(self) -> Self:
        self._is_open = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_open = False
        process = await self.take()
        if process is not None:
            await kill_process(process)

    async def take(self) -> Process | None:
        """Hand over the one that waits, if it does; ending it is the caller's."""
        process, self._process = self._process, None
        if process is None or process.returncode is None:
            return process
        await kill_process(process)
        return None

    async def prepare(self) -> None:
        """Have one wait for the sentence after this; cancelling does not hinder it.

        Raises:
            ServiceError: when it cannot be started.
        """
        if not self._is_open or self._process is not None:
            return
        with anyio.CancelScope(shield=True):
            await anyio.sleep(_BREATH_S)
            if self._is_open:
                self._process = await start_voice_program(self._command)


_REMEDY = "See that it is installed, or give its whole path in voice.engine."


class CommandVoice:
    """Speaks by a command, started anew for every sentence; its sound is passed on while it comes.

    Args:
        words: The program and its arguments; with `{file}` in them, the sound is read from there at its end.
        raw: What bytes are that do not begin like a WAV; None when only a WAV will do.
        name: For the start-up table.
        keys: Environment variables that it gets although they hold secrets.
    """

    def __init__(self, words: Sequence[str], raw: SoundFormat | None, *, name: str, keys: Collection[str] = ()) -> None:
        self.name = name
        self._keys = keys
        self._words = words
        self._raw = raw

    @classmethod
    def of(cls, words: Sequence[str], settings: CommandVoiceSettings) -> "CommandVoice":
        """Speak by a user's own command."""
        raw = SoundFormat(rate=settings.raw_rate, channels=settings.raw_channels) if settings.raw_rate else None
        return cls(words, raw, name=f"command {Path(words[0]).name}", keys=settings.key_variables)

    @classmethod
    def say(cls, settings: VoiceSettings, voice: str) -> "CommandVoice":
        """Speak by the `say` of macOS."""
        speaker = ["-v", voice] if voice else []
        how = ["-r", str(settings.words_per_min), "-o", FILE, "--data-format=LEI16@22050", *speaker]
        return cls(["say", *how], None, name=" ".join(["say", *speaker[1:]]))

    def speak(self, text: str) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence."""
        if any(FILE in word for word in self._words):
            return run_file_program(self._words, text, self._raw, remedy=_REMEDY, keys=self._keys)
        return read_pieces(run_voice_program(self._words, text, remedy=_REMEDY, keys=self._keys), self._raw)
