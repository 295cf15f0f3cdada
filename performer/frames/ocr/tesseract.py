"""Tesseract as a process a page: what it is given, what it may use, and what it answers."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import ByteReceiveStream, Process

from performer.errors import ServiceError
from performer.inherited import inherited
from performer.own_process import end

REMEDY: Final = "python3 run.py add ocr"
ONE_BLOCK: Final = "6"
"""The page mode for lines below each other."""
_MOST_BYTES: Final = 2_000_000
"""Of an answer."""
_MOST_MEMORY: Final = 1_500_000_000
"""Bytes of address space; a page and a language take a tenth of it."""
_MOST_CPU_S: Final = 60
"""Should nobody be left to end it."""
_NICE: Final = 10
"""The game goes first."""
_LAST_WORDS: Final = 200


def find(program: str) -> str | None:
    """Find the program; None where it is not installed."""
    return shutil.which(program)


async def table(program: str, languages: str, page: bytes) -> str:
    """Have a page read; the answer is Tesseract's table of words (TSV). Cancelling ends the process.

    Raises:
        ServiceError: when it is not there, lacks a language, or fails.
    """
    return await output_of(reading(program, languages), page)


def reading(program: str, languages: str) -> list[str]:
    """Give the command that reads a page from its standard input; it loads its language before it looks there."""
    return [program, "stdin", "stdout", "--psm", ONE_BLOCK, "-l", languages, "tsv"]


async def languages(program: str) -> frozenset[str]:
    """Ask which languages are installed.

    Raises:
        ServiceError: when it cannot be started, or fails.
    """
    lines = (await output_of([program, "--list-langs"])).splitlines()
    return frozenset(line.strip() for line in lines[1:])


async def output_of(command: Sequence[str], page: bytes = b"") -> str:
    """Run it on what it shall read, and give what it writes.

    Raises:
        ServiceError: when it cannot be started, fails, or does not stop writing.
    """
    return await answer_of(await start(command), command, page)


async def start(command: Sequence[str]) -> Process:
    """Start it, with limits to what it may use; whoever starts it ends it.

    Raises:
        ServiceError: when it cannot be started.
    """
    process = await _started(command)
    _tame(process)
    return process


async def answer_of(process: Process, command: Sequence[str], page: bytes) -> str:
    """Hand a page to a process that was started with a command, and give what it writes; it is ended in any case.

    Raises:
        ServiceError: when it fails, or does not stop writing.
    """
    try:
        told, complaint = await _talk(process, page)
        code = await process.wait()
    finally:
        await end(process)
    if code:
        last = (complaint.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
        raise ServiceError(f"{Path(command[0]).name} failed with code {code}: {last[:_LAST_WORDS]}", retry=False)
    return told.decode(errors="replace")


async def _started(command: Sequence[str]) -> Process:
    try:
        return await anyio.open_process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # With several threads it takes more of every core and is no sooner done.
            env=inherited({"OMP_THREAD_LIMIT": "1"}),
            start_new_session=sys.platform != "win32",  # Ctrl+C in the terminal is ours to handle
        )
    except OSError as error:
        raise ServiceError(
            f"{command[0]} cannot be started: {error.strerror}. To get it: {REMEDY}", retry=False
        ) from error


def _tame(process: Process) -> None:
    """Limit what it may use, where the system can; it has not read its picture yet."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
    if sys.platform == "linux":
        import resource

        with suppress(OSError):
            resource.prlimit(process.pid, resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (_MOST_CPU_S, _MOST_CPU_S))


async def _talk(process: Process, page: bytes) -> tuple[bytes, bytes]:
    """Hand the page over and read both its outputs at the same time, or either would wait for the other."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    told, complaint = bytearray(), bytearray()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_read, process.stdout, told)
        tasks.start_soon(_read, process.stderr, complaint)
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            await process.stdin.send(page)
        await process.stdin.aclose()
    return bytes(told), bytes(complaint)


async def _read(stream: ByteReceiveStream, into: bytearray) -> None:
    async for piece in stream:
        into += piece[: _MOST_BYTES - len(into)]  # what is too much is read, or it would never end, and dropped
