"""Tesseract as a process for each page: what it may use, what it answers, and which languages it lacks.

One process may be on standby: it has loaded its language and waits for its page, so that no turn waits for that.
"""

import os
import re
import shutil
import sys
import tomllib
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import ByteReceiveStream, Process, TaskStatus
from pydantic import Field

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.install import explain_tesseract_languages
from performer.core.own_text import own
from performer.core.process.child import kill_process, make_environment, open_piped
from performer.core.process.exit_code import describe_exit
from performer.core.settings import Live, Settings
from performer.core.text import find_nearest

REMEDY: Final = own("{start} add ocr", start=COMMAND)
_ONE_BLOCK: Final = "6"
"""The page mode for lines below each other."""
_MOST_BYTES: Final = 2_000_000
"""Most bytes of an answer."""
_MOST_MEMORY: Final = 1_500_000_000
"""Bytes of address space; a page and a language take a tenth of it."""
_MOST_CPU_S: Final = 60
"""Should nobody be left to end it."""
_NICE: Final = 10
"""The game goes first; a show that was itself started nicer than this has a child as nice as itself."""
_LAST_WORDS: Final = 200
_LATER_S: Final = 2.0
"""The next one loads when the turn that the last one read for has been written."""
_AGAIN_S: Final = 30.0
"""A program that cannot be started is tried again after so long."""


class OcrSettings(Settings):
    """How words are read off the screen, where Tesseract is installed (`add ocr`)."""

    enabled: bool = True
    """Whether they are read at all."""
    languages: str = Field(default="eng", pattern=r"^[A-Za-z][A-Za-z0-9_]*(\+[A-Za-z][A-Za-z0-9_]*)*$")
    """The languages of the game's words, as Tesseract names them: `eng`, `deu+eng`; each more takes as long again."""
    program: str = "tesseract"
    """The program, or the path to it."""
    within_s: Live[float] = Field(default=5.0, gt=0, le=60)
    """Seconds that reading a picture may take."""

    def make_late_error(self) -> ServiceError:
        """Make the error for a reading that took too long."""
        return ServiceError(
            own(
                "Reading the words took longer than {within_s:g} s (ocr.within_s) and was ended.",
                within_s=self.within_s,
            )
        )

    @property
    def is_installed(self) -> bool:
        """Whether the program is there; it may be installed while the show runs."""
        return shutil.which(self.program) is not None

    @property
    def can_read(self) -> bool:
        """Whether words can be read: they are wanted, and the program is there."""
        return self.enabled and self.is_installed

    @property
    def command(self) -> list[str]:
        """The command that reads a page from standard input; the language is loaded before the page is read."""
        return [self.program, "stdin", "stdout", "--psm", _ONE_BLOCK, "-l", self.languages, "tsv"]


async def run_tesseract(command: Sequence[str], page: bytes = b"", started: Process | None = None) -> str:
    """Run Tesseract on a page, and return what it writes: for a page its table of words (TSV). Cancelling ends it.

    `started` is a process that runs the command already and waits for its page. Raises ServiceError when it cannot be
    started, fails, or does not stop writing.
    """
    process = started or await start_tesseract(command)
    told, complaint = bytearray(), bytearray()
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        # The page is sent and both outputs are read at the same time, or either would wait for the other.
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_read, process.stdout, told)
            tasks.start_soon(_read, process.stderr, complaint)
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                await process.stdin.send(page)
            await process.stdin.aclose()
        code = await process.wait()
    finally:
        await kill_process(process)
    if code:
        last = (complaint.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
        raise ServiceError(
            own("{name} {how}: {last}", name=Path(command[0]).name, how=describe_exit(code), last=last[:_LAST_WORDS]),
            retry=False,
        )
    return told.decode(errors="replace")


async def start_tesseract(command: Sequence[str]) -> Process:
    """Start Tesseract, with limits to what it may use, or raise ServiceError; whoever starts it ends it."""
    try:
        # With several threads it takes more of every core and is no sooner done.
        process = await open_piped(command, make_environment({"OMP_THREAD_LIMIT": "1"}), most_memory=_MOST_MEMORY)
    except OSError as error:
        unstarted = f"{command[0]} cannot be started: {error.strerror}. To get it: {REMEDY}"
        raise ServiceError(unstarted, retry=False) from error
    # What the process may use is limited where the system can; it has not read its picture yet.
    if sys.platform != "win32":
        with suppress(OSError):
            niceness = os.getpriority(os.PRIO_PROCESS, process.pid)
            os.setpriority(os.PRIO_PROCESS, process.pid, max(niceness, _NICE))
    if sys.platform == "linux":
        import resource

        with suppress(OSError):
            resource.prlimit(process.pid, resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (_MOST_CPU_S, _MOST_CPU_S))
    return process


async def _read(stream: ByteReceiveStream, into: bytearray) -> None:
    async for piece in stream:
        into += piece[: _MOST_BYTES - len(into)]  # what is too much is read, or it would never end, and dropped


class StandbyProcess:
    """One process that waits for its page; it takes 35 MB, and no processor meanwhile."""

    def __init__(self, clock: Clock, settings: OcrSettings) -> None:
        self._clock = clock
        self._command = settings.command
        self._waiting: Process | None = None
        self._used = anyio.Event()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Start the next process after each that was used, until cancelled; the first after the first page."""
        task_status.started()
        try:
            while True:
                await self._used.wait()
                await self._clock.sleep(_LATER_S)
                self._used = anyio.Event()
                if self._waiting is None:
                    try:
                        self._waiting = await start_tesseract(self._command)
                    except ServiceError:
                        await self._clock.sleep(_AGAIN_S)  # whoever reads is told why
        finally:
            if self._waiting is not None:
                await kill_process(self._waiting)

    async def read(self, page: bytes) -> str:
        """Read a page, by the process that waits if there is one; cancelling ends it.

        Raises ServiceError when the program is not there, lacks a language, or fails.
        """
        ready, self._waiting = self._waiting, None
        try:
            is_alive = ready is not None and ready.returncode is None
            return await run_tesseract(self._command, page, ready if is_alive else None)
        finally:
            self._used.set()


_NO_LANGUAGE: Final = {"osd"}
"""What Tesseract lists beside the languages: it tells which way up a page is."""
_CODE: Final = re.compile(r"[a-z]{3}(_[a-z_]+)?")
_LANGUAGES: Final = tomllib.loads(Path(__file__).with_name("languages.toml").read_text(encoding="utf-8"))


async def explain_missing_languages(settings: OcrSettings) -> tuple[str, str]:
    """Return which of the languages that were set are not there, and what to do; both empty when all are.

    Raises ServiceError when the program cannot be started, or fails.
    """
    lines = (await run_tesseract([settings.program, "--list-langs"])).splitlines()
    known = {line.strip() for line in lines[1:]}
    unknown = sorted(set(settings.languages.split("+")) - known)
    return (f"Tesseract lacks {', '.join(unknown)}", _make_remedy(unknown, known)) if unknown else ("", "")


async def explain_unread_page(settings: OcrSettings) -> str:
    """Explain in a sentence that nothing can be read for lack of a language; empty when that is not why."""
    try:
        trouble, remedy = await explain_missing_languages(settings)
    except ServiceError:
        return ""
    return f"{trouble}. {remedy}" if trouble else ""


def _make_remedy(unknown: list[str], known: AbstractSet[str]) -> str:
    """Name the codes that were meant, the packages that hold them, and what there is already."""
    meant = [_find_language(name) for name in unknown]
    slips = [code for name, code in zip(unknown, meant, strict=True) if code and code != name]
    wanted = [code for code in meant if code and code not in known]
    there = ", ".join(sorted(known - _NO_LANGUAGE)) or "none"
    asked = f"Did you mean {', '.join(slips)}? " if slips else ""
    install = f"To get it: {explain_tesseract_languages(wanted)}. " if wanted else ""
    return f"{asked}{install}Installed: {there} (ocr.languages)."


def _find_language(name: str) -> str:
    """Find what Tesseract calls a language; empty when nobody knows."""
    plain = name.lower()
    names: dict[str, str] = _LANGUAGES["names"]
    codes: dict[str, str] = _LANGUAGES["codes"]
    if code := names.get(plain) or codes.get(plain):
        return code
    if _CODE.fullmatch(plain):
        return plain
    return next((names[near] for near in find_nearest(plain, names, count=1)), "")
