"""The screen by a recorder process: the way to pictures where mss sees none (Wayland, a newer macOS).

A line asks the process, a header and raw pixels answer. The talk with the process blocks, so it has a thread.
"""

import os
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from typing import Annotated, Literal, TypeVar

from PIL import Image
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.home import CHECKOUT
from performer.core.own_text import own
from performer.core.process.child import forget_piped, make_utf8_environment, start_piped
from performer.core.process.exit_code import describe_exit
from performer.core.process.thread import WorkerThread
from performer.vision.encode import GrabbedPicture
from performer.vision.frame import Frame, Glimpse, Mask
from performer.vision.look_pace import LookPace, LookWish
from performer.vision.settings import RecorderSpec

_FAREWELL_S = 1.0
_LONGEST_HEADER = 512
_MOST_BYTES = 160_000_000
"""An 8K screen is 133 MB."""
_LONGEST_WORDS = 8192
_NEEDS_A_PERSON = 3
"""The exit code of a recorder that was not allowed to look."""

_Side = Annotated[int, Field(ge=1, le=16384)]


class _Header(BaseModel):
    """The header that a recorder sends before the pixels."""

    model_config = ConfigDict(frozen=True, strict=True)

    width: _Side
    height: _Side
    stride: int
    bands: Literal["BGRX", "RGBX"]
    bytes: Annotated[int, Field(le=_MOST_BYTES)]

    @model_validator(mode="after")
    def _adds_up(self) -> "_Header":
        if self.stride < self.width * 4 or self.bytes != self.stride * self.height:
            raise ValueError("the sizes do not add up")
        return self


class RecorderProcess:
    """A recorder process, started at once; `end` or `kill` it."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = start_piped(command, make_utf8_environment(), CHECKOUT)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._asks, self._answers, self._errors = self.process.stdin, self.process.stdout, self.process.stderr
        self._pixels = bytearray()

    def grab(self) -> tuple[Image.Image, bool]:
        """Return the newest picture when it comes: four bands, and whether red and blue are exchanged.

        The pixels are overwritten by the next one. A recorder that has ended, or sent something else, meets a
        ServiceError with its last words.
        """
        try:
            os.write(self._asks.fileno(), b"\n")
        except OSError:
            raise self._make_ended_error() from None
        header = self._read_header()
        if len(self._pixels) != header.bytes:
            self._pixels = bytearray(header.bytes)
        if self._answers.readinto(self._pixels) < header.bytes:  # type: ignore[attr-defined]  # a BufferedReader
            raise self._make_ended_error()
        size = (header.width, header.height)
        picture = Image.frombuffer("RGBX", size, self._pixels, "raw", "RGBX", header.stride, 1)
        return picture, header.bands == "BGRX"

    def end(self) -> None:
        """Close the recorder's standard input and wait for its end; one that does not take the hint is killed."""
        self._asks.close()
        # It may hang in writing what nobody reads any more.
        self._answers.close()
        try:
            self.process.wait(_FAREWELL_S)
        except subprocess.TimeoutExpired:
            self.kill()
            self.process.wait()
        forget_piped(self.process)
        self._errors.close()

    def kill(self) -> None:
        """Kill the recorder, from any thread: whoever waits for a picture reads its end."""
        self.process.kill()

    def _read_header(self) -> _Header:
        line = self._answers.readline(_LONGEST_HEADER + 1)
        if not line.endswith(b"\n"):
            raise _make_garbage_error(line) if len(line) > _LONGEST_HEADER else self._make_ended_error()
        try:
            return _Header.model_validate_json(line)
        except ValidationError:
            raise _make_garbage_error(line) from None

    def _make_ended_error(self) -> ServiceError:
        code = self.process.wait()
        lines = self._errors.read()[-_LONGEST_WORDS:].decode(errors="replace").strip().splitlines()
        why = lines[-1] if lines else own("it {how}", how=describe_exit(code))
        if code == _NEEDS_A_PERSON:
            remedy = "Allow it in the window or the settings of your system, or choose another source (frames.source)."
            return ServiceError(
                own("The screen cannot be recorded: {why}. {remedy}", why=why, remedy=remedy), retry=False
            )
        return ServiceError(own("The screen recorder ended: {why}. It is started again.", why=why))


def _make_garbage_error(line: bytes) -> ServiceError:
    return ServiceError(
        own("The screen recorder sent no picture but {line}; it is started again.", line=repr(line[:40]))
    )


T = TypeVar("T")


class RecorderSource:
    """A source that asks a recorder process for the newest picture at a steady rate; each `frames()` starts its own.

    `command` is what is started; tests put something else there.
    """

    first_s = 120.0
    """How long the first picture may take: on Wayland a person chooses the screen in a window of the system's."""
    hang_s = 5.0
    """How long each later one may."""

    def __init__(self, clock: Clock, spec: RecorderSpec, *, rate_hz: float, masks: Sequence[Mask] = ()) -> None:
        self.name = f"recorder {spec.monitor}"
        self.command = [sys.executable, "-m", "overlay.screen_capture", "--screen", str(spec.monitor)]
        self.pace = LookPace(clock, rate_hz=rate_hz)
        self._clock, self._masks = clock, masks
        self.recording: RecorderProcess | None = None
        """The recorder process, the newest one."""

    async def frames(self) -> AsyncGenerator[Glimpse, None]:
        """Yield a look every period; raises ServiceError when the recorder ends, hangs, or sends something else.

        Its `retry` is False when the system did not allow it to look.
        """
        thread = WorkerThread("recorder")
        recording = self.recording = RecorderProcess(self.command)
        limit_s = self.first_s
        try:
            while True:
                began_s, wish = self._clock.now(), self.pace.take_wish()
                yield await self._run_within(limit_s, thread, partial(self._take, thread, recording, began_s, wish))
                limit_s = self.hang_s
                await self.pace.wait(began_s)
        finally:
            if thread.is_busy:
                # Only its end can bring back a thread that waits for a picture.
                recording.kill()
            thread.close(recording.end)

    def _take(self, thread: WorkerThread, recording: RecorderProcess, at_s: float, wish: LookWish) -> Glimpse:
        began_s = time.perf_counter()
        picture, bgr = recording.grab()
        grabbed = GrabbedPicture(
            picture=picture,
            source=self.name,
            at_s=at_s,
            began_s=began_s,
            masks=self._masks,
            bgr=bgr,
            is_lent=True,
        )
        if wish.whole:
            return grabbed.encode(full_size=wish.full_size)
        return grabbed.look(partial(self._develop, thread, grabbed))

    async def _develop(self, thread: WorkerThread, grabbed: GrabbedPicture, full_size: bool) -> Frame:
        return await self._run_within(self.hang_s, thread, partial(grabbed.encode, full_size=full_size))

    async def _run_within(self, limit_s: float, thread: WorkerThread, job: Callable[[], T]) -> T:
        with self._clock.move_on_after(limit_s):
            return await thread.run(job)
        raise ServiceError(
            own(
                "The screen recorder did not hand out a picture within {limit_s:g} s. "
                "Choose the screen in the window that "
                "your system shows, or choose another source (frames.source).",
                limit_s=limit_s,
            ),
            retry=limit_s != self.first_s,
        )
