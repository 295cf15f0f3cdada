"""One recorder process and the talk with it: a line asks, a header and raw pixels answer. All of it blocks."""

import subprocess
import sys
from collections.abc import Sequence
from typing import Annotated, Literal

from PIL import Image
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from performer.errors import ServiceError
from performer.inherited import inherited_utf8
from performer.paths import CHECKOUT

_FAREWELL_S = 1.0
_LONGEST_HEADER = 512
_MOST_BYTES = 160_000_000
"""An 8K screen is 133 MB."""
_LONGEST_WORDS = 8192
_NEEDS_A_PERSON = 3
"""The exit code of a recorder that was not allowed to look."""

_Side = Annotated[int, Field(ge=1, le=16384)]


class _Header(BaseModel):
    """What a recorder says before it sends the pixels."""

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


class Recording:
    """Starts a recorder at once; `end` or `kill` it."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(  # noqa: S603  the words are ours
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=CHECKOUT,
            env=inherited_utf8(),
            # Ctrl+C in the terminal is ours to handle: the recorder is told by its standard input.
            start_new_session=sys.platform != "win32",
        )
        self._pixels = bytearray()

    def picture(self) -> tuple[Image.Image, bool]:
        """Ask for the newest picture and wait for it: four bands, and whether red and blue are exchanged.

        The pixels are overwritten by the next one.

        Raises:
            ServiceError: when the recorder has ended, with its last words, or sent something else.
        """
        self._ask()
        header = self._header()
        if len(self._pixels) != header.bytes:
            self._pixels = bytearray(header.bytes)
        self._fill(memoryview(self._pixels))
        size = (header.width, header.height)
        picture = Image.frombuffer("RGBX", size, self._pixels, "raw", "RGBX", header.stride, 1)
        return picture, header.bands == "BGRX"

    def end(self) -> None:
        """Close its standard input and see it out; one that does not take the hint is killed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        # It may hang in writing what nobody reads any more.
        self.process.stdout.close()
        try:
            self.process.wait(_FAREWELL_S)
        except subprocess.TimeoutExpired:
            self.kill()
            self.process.wait()
        self.process.stderr.close()

    def kill(self) -> None:
        """Kill it, from any thread: whoever waits for a picture reads its end."""
        self.process.kill()

    def _ask(self) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(b"\n")
        except OSError:
            raise self._ended() from None

    def _header(self) -> _Header:
        assert self.process.stdout is not None
        line = bytearray()
        while not line.endswith(b"\n"):
            byte = self.process.stdout.read(1)
            if not byte:
                raise self._ended()
            line += byte
            if len(line) > _LONGEST_HEADER:
                raise _garbage(line)
        try:
            return _Header.model_validate_json(bytes(line))
        except ValidationError:
            raise _garbage(line) from None

    def _fill(self, rest: memoryview) -> None:
        assert self.process.stdout is not None
        while rest:
            count = self.process.stdout.readinto(rest)  # type: ignore[attr-defined]  # unbuffered, so a FileIO
            if not count:
                raise self._ended()
            rest = rest[count:]

    def _ended(self) -> ServiceError:
        code = self.process.wait()
        assert self.process.stderr is not None
        lines = self.process.stderr.read()[-_LONGEST_WORDS:].decode(errors="replace").strip().splitlines()
        why = lines[-1] if lines else f"it ended with code {code}"
        if code == _NEEDS_A_PERSON:
            remedy = "Allow it in the window or the settings of your system, or choose another source (frames.source)."
            return ServiceError(f"The screen cannot be recorded: {why}. {remedy}", retry=False)
        return ServiceError(f"The screen recorder ended: {why}. It is started again.")


def _garbage(line: bytearray) -> ServiceError:
    return ServiceError(f"The screen recorder sent no picture but {bytes(line[:40])!r}; it is started again.")
