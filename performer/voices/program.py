"""Another program that speaks: a sentence on its standard input, its standard output while it comes, and its end."""

import shutil
import subprocess
import sys
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
from anyio.abc import ByteReceiveStream, Process

from performer.errors import ServiceError
from performer.inherited import inherited
from performer.own_process import end

_LAST_WORDS_BYTES = 2_000
_LONGEST_WORDS = 200
_FAREWELL_S = 1.0


async def output_of(
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
    process = started or await start(command, remedy=remedy, keys=keys)
    async with _running(process, text):
        assert process.stdout is not None
        words = _LastWords(process)
        while (chunk := await words.kept_while(process.stdout)) is not None:
            yield chunk
        with anyio.move_on_after(_FAREWELL_S):  # what has said everything and lingers is let go
            await process.wait()
            await words.rest()
        code = process.returncode
    if code:
        raise ServiceError(f"{Path(command[0]).name} failed with code {code}: {words.text or 'it said nothing'}")


async def start(command: Sequence[str], *, remedy: str = "", keys: Collection[str] = ()) -> Process:
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
            env=inherited(keep=keys),
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

    async def kept_while(self, output: ByteReceiveStream) -> bytes | None:
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
        await end(process)


async def _tell(process: Process, text: str) -> None:
    """Hand the sentence over; a program that does not care for its input may have ended before."""
    assert process.stdin is not None
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
        await process.stdin.send(text.encode() + b"\n")
    await process.stdin.aclose()
