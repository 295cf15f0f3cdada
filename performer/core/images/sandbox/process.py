"""The process apart, seen from our side: started for the first picture, begun anew when one has brought it down."""

import logging
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Final, Self

from performer.core.files.home import CHECKOUT
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.results import Job, SandboxResult
from performer.core.images.sandbox.wire import BrokenWire, is_ready, read_result, send_request
from performer.core.images.sandbox.worker import TOOK_TOO_LONG

_log = logging.getLogger(__name__)

MOST_MEMORY: Final = 700_000_000
"""Bytes of address space; the largest pictures that we take need 450 million, and the process itself 170."""
WITHIN_S: Final = 15.0
"""How long one picture may take."""
_FAREWELL_S: Final = 1.0
_NO_TIME_LEFT: Final = "there was no time left to unpack it"
_ENVIRONMENT: Final = ("LD_LIBRARY_PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONHOME", "PYTHONPATH", "SYSTEMROOT")
"""What it gets of ours; keys and tokens are none of its business."""


class SandboxProcess:
    """Has one job done on pictures that we did not make, one at a time; `with` ends the process, not the object.

    Its calls block: make them from a thread. Only `kill` may come from another one.

    Args:
        job: What is done with each; it is found by its module and name.
        most_memory: Bytes that the process may take, where the system can limit it.
        within_s: How long a picture may take.
    """

    def __init__(self, job: Job, *, most_memory: int = MOST_MEMORY, within_s: float = WITHIN_S) -> None:
        self._words = [f"{job.__module__}:{job.__qualname__}", str(most_memory), str(within_s)]
        self._within_s = within_s
        self._starting = Lock()
        self._is_over = False
        self.process: subprocess.Popen[bytes] | None = None
        """The newest one that runs; None between two uses."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end(_FAREWELL_S)

    def do(self, data: bytes, how: str) -> SandboxResult:
        """Have the job done; starts the process where none runs.

        Args:
            data: The picture.
            how: The one word that the job takes with it, such as the suffix of its file.

        Raises:
            Unfit: when the job says so, takes too long or too much memory, or breaks down.
        """
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            send_request(process.stdin, data, how)
            return read_result(process.stdout)
        except (OSError, BrokenWire):
            raise self._gone("unpacking it brought the decoder down") from None

    def kill(self) -> None:
        """End it at once and for good: whoever waits for a picture is told that it is unfit."""
        with self._starting:
            self._is_over = True
            if self.process is not None:
                self.process.kill()

    def _running(self) -> "subprocess.Popen[bytes]":
        if self.process is not None and self.process.poll() is not None:
            self._end(0)
        with self._starting:
            if self._is_over:
                raise UnfitPicture(_NO_TIME_LEFT)
            if self.process is not None:
                return self.process
            process = self.process = _started(self._words)
        assert process.stdout is not None
        if is_ready(process.stdout):
            return process
        raise self._gone("the process that unpacks it does not start")

    def _gone(self, what: str) -> UnfitPicture:
        """Tell why there is no answer, and be ready for the next picture."""
        code = self._end(_FAREWELL_S)
        if self._is_over:
            return UnfitPicture(_NO_TIME_LEFT)
        if code == TOOK_TOO_LONG:
            return UnfitPicture(f"unpacking it takes longer than {self._within_s:g} s: make it smaller")
        how = signal.Signals(-code).name if -code in set(signal.Signals) else f"code {code}"
        _log.info("The process that unpacks pictures has ended (%s); the next picture gets a new one.", how)
        return UnfitPicture(f"{what} ({how})")

    def _end(self, farewell_s: float) -> int:
        """Let it end, for its input closes, or kill it; 0 when there was none."""
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
        return process.returncode


def _started(words: list[str]) -> "subprocess.Popen[bytes]":
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    try:
        return subprocess.Popen(  # noqa: S603  the words are ours
            [sys.executable, "-m", "performer.core.images.sandbox.worker", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=CHECKOUT,
            env=environment,
            # Ctrl+C in the terminal is ours to handle: it ends when its standard input does.
            start_new_session=sys.platform != "win32",
        )
    except OSError as error:
        name = Path(sys.executable).name
        raise UnfitPicture(f"{name}, which would unpack it, cannot be started ({error.strerror or error})") from None
