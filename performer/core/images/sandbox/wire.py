"""The protocol of the pipes between us and the sandbox process: numbers and bytes of bounded size, no objects.

An answer is read as if a stranger had written it, for a picture may make the process answer anything.
"""

import struct
from collections.abc import Callable
from dataclasses import field
from typing import IO, Final

from performer.core.images.formats import UnfitPicture
from performer.core.values import dataclass


@dataclass(frozen=True, kw_only=True)
class SandboxResult:
    """One or several files that were encoded anew from the pixels of a picture."""

    files: tuple[bytes, ...] = field(repr=False)
    frames_ms: tuple[int, ...] = ()
    """The duration of each frame of an animated picture."""
    size: tuple[int, int] = (0, 0)
    """Width and height in pixels, if the job sets them."""


Job = Callable[[bytes, str], SandboxResult]
"""Turns a picture's bytes and a word into a result, or raises UnfitPicture; a function that its module names."""

MOST_FILES: Final = 4
MOST_FRAMES: Final = 1_000
MOST_FILE_BYTES: Final = 32_000_000
"""The most bytes of a file of an answer; a row of sixty large frames, packed badly, stays below it."""

_QUESTION: Final = struct.Struct(">II")
"""The lengths of the word and of the picture."""
_ANSWER: Final = struct.Struct(">?IIII")
"""Whether the picture is fit, width, height, numbers of files and of frames; lengths and milliseconds follow."""
_READY: Final = b"!"
_MOST_WORDS: Final = 300


class BrokenWire(Exception):
    """Raised when the other side has gone, or its message makes no sense."""


def send_ready(pipe: IO[bytes]) -> None:
    """Report that pictures may be sent."""
    pipe.write(_READY)
    pipe.flush()


def is_ready(pipe: IO[bytes]) -> bool:
    """Wait for the report of `send_ready`; False when it will not come."""
    return pipe.read(len(_READY)) == _READY


def send_request(pipe: IO[bytes], data: bytes, how: str) -> None:
    """Send a picture and the word for its job."""
    word = how.encode()
    pipe.write(_QUESTION.pack(len(word), len(data)) + word)
    pipe.write(data)
    pipe.flush()


def read_request(pipe: IO[bytes]) -> tuple[bytes, str]:
    """Wait for the next picture; raise BrokenWire when no picture will come."""
    of_word, of_picture = _QUESTION.unpack(_read(pipe, _QUESTION.size))
    word = _read(pipe, of_word).decode()
    return _read(pipe, of_picture), word


def send_result(pipe: IO[bytes], result: SandboxResult, *, is_fit: bool = True) -> None:
    """Send the result of a job."""
    numbers = [*map(len, result.files), *result.frames_ms]
    head = _ANSWER.pack(is_fit, *result.size, len(result.files), len(result.frames_ms))
    pipe.write(head + struct.pack(f">{len(numbers)}I", *numbers))
    pipe.writelines(result.files)
    pipe.flush()


def send_refusal(pipe: IO[bytes], why: str) -> None:
    """Send the reason why a picture is unfit."""
    send_result(pipe, SandboxResult(files=(why[:_MOST_WORDS].encode(errors="replace"),)), is_fit=False)


def read_result(pipe: IO[bytes]) -> SandboxResult:
    """Wait for the result of a job.

    Raises:
        UnfitPicture: when the picture is unfit; the text says why.
        BrokenWire: when no answer comes, or one that makes no sense.
    """
    is_fit, width, height, files, frames = _ANSWER.unpack(_read(pipe, _ANSWER.size))
    if not 1 <= files <= MOST_FILES or frames > MOST_FRAMES:
        raise BrokenWire
    lengths = _read_numbers(pipe, files)
    frames_ms = _read_numbers(pipe, frames)
    if max(lengths) > MOST_FILE_BYTES:
        raise BrokenWire
    content = tuple(_read(pipe, length) for length in lengths)
    if not is_fit:
        raise UnfitPicture(content[0].decode(errors="replace")[:_MOST_WORDS])
    return SandboxResult(files=content, frames_ms=frames_ms, size=(width, height))


def _read_numbers(pipe: IO[bytes], count: int) -> tuple[int, ...]:
    form = struct.Struct(f">{count}I")
    return form.unpack(_read(pipe, form.size))


def _read(pipe: IO[bytes], count: int) -> bytes:
    data = pipe.read(count)
    if len(data) < count:
        raise BrokenWire
    return data
