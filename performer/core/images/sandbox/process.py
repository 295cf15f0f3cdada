"""The sandbox process as its parent sees it: started for the first picture, and anew when a picture has ended it."""

import logging
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final, Self

from performer.core.files.home import CHECKOUT
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.wire import BrokenWire, Job, SandboxResult, is_ready, read_result, send_request
from performer.core.images.sandbox.worker import TOOK_TOO_LONG
from performer.core.own_text import own
from performer.core.process.child import forget_piped, start_piped
from performer.core.process.exit_code import describe_exit

_log = logging.getLogger(__name__)

MOST_MEMORY: Final = 700_000_000
"""Bytes of address space; the largest allowed pictures need 450 million, and the process itself 170."""
WITHIN_S: Final = 15.0
"""The time limit of one picture."""
_FAREWELL_S: Final = 1.0
_NO_TIME_LEFT: Final = "there was no time left to unpack it"
_ENVIRONMENT: Final = ("LD_LIBRARY_PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONHOME", "PYTHONPATH", "SYSTEMROOT")
"""The environment variables that the process gets, so that it gets no keys and tokens."""


class SandboxProcess:
    """A process that runs one job on strangers' pictures, one at a time; `with` ends the process, not the object.

    Its methods block: call them in a thread. Only `kill` may be called from another thread. The process finds the job
    by its module and name, and its memory is limited where the system can do that.
    """

    def __init__(self, job: Job, *, most_memory: int = MOST_MEMORY, within_s: float = WITHIN_S) -> None:
        self._words = [f"{job.__module__}:{job.__qualname__}", str(most_memory), str(within_s)]
        self._most_memory = most_memory
        self._within_s = within_s
        self._starting = Lock()
        self._is_over = False
        self.process: subprocess.Popen[bytes] | None = None
        """The process that runs; None between two uses."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._end(_FAREWELL_S)

    def do(self, data: bytes, how: str) -> SandboxResult:
        """Run the job on a picture; starts the process when none runs.

        The job gets the word `how` besides, such as the suffix of the file.

        Raises:
            UnfitPicture: when the job raises it, takes too long or too much memory, or crashes.
        """
        process = self._ensure_running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            send_request(process.stdin, data, how)
            return read_result(process.stdout)
        except (OSError, BrokenWire):
            raise self._clean_up("unpacking it brought the decoder down") from None

    def kill(self) -> None:
        """End the process at once and for good; a thread that waits in `do` gets UnfitPicture."""
        with self._starting:
            self._is_over = True
            if self.process is not None:
                self.process.kill()

    def _ensure_running(self) -> "subprocess.Popen[bytes]":
        if self.process is not None and self.process.poll() is not None:
            self._end(0)
        with self._starting:
            if self._is_over:
                raise UnfitPicture(_NO_TIME_LEFT)
            if self.process is not None:
                return self.process
            process = self.process = _start(self._words, self._most_memory)
        assert process.stdout is not None
        if is_ready(process.stdout):
            return process
        raise self._clean_up("the process that unpacks it does not start")

    def _clean_up(self, what: str) -> UnfitPicture:
        """End the process that did not answer, and return the reason."""
        code = self._end(_FAREWELL_S)
        if self._is_over:
            return UnfitPicture(_NO_TIME_LEFT)
        if code == TOOK_TOO_LONG:
            return UnfitPicture(
                own("unpacking it takes longer than {within_s:g} s: make it smaller", within_s=self._within_s)
            )
        how = describe_exit(code)
        _log.info("The process that unpacks pictures %s; the next picture gets a new one.", how)
        return UnfitPicture(own("{what} (it {how})", what=what, how=how))

    def _end(self, farewell_s: float) -> int:
        """Close the input of the process, kill it when it does not end, and return its code; 0 without a process."""
        process = self.process
        if process is None:
            return 0
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(farewell_s)
        except subprocess.TimeoutExpired:
            process.kill()
        with self._starting:
            self.process = None
        with process:  # closes its pipes and waits
            pass
        forget_piped(process)
        return process.returncode


def _start(words: list[str], most_memory: int) -> "subprocess.Popen[bytes]":
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    try:
        command = [sys.executable, "-m", "performer.core.images.sandbox.worker", *words]
        return start_piped(command, environment, CHECKOUT, stderr=subprocess.DEVNULL, most_memory=most_memory)
    except OSError as error:
        name = Path(sys.executable).name
        raise UnfitPicture(
            own("{name}, which would unpack it, cannot be started ({text})", name=name, text=error.strerror or error)
        ) from None
