"""What goes through the pipes between us and the process apart: numbers and bytes, no objects, each of a bounded size.

An answer is read as if a stranger had written it, for the process may have been talked into anything by a picture.
"""

import struct
from typing import IO, Final

from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.results import SandboxResult

MOST_FILES: Final = 4
MOST_FRAMES: Final = 1_000
MOST_FILE_BYTES: Final = 32_000_000
"""Of an answer; a row of sixty large frames, packed badly, stays below it."""

_QUESTION: Final = struct.Struct(">II")
"""Bytes of the word and of the picture."""
_ANSWER: Final = struct.Struct(">?IIII")
"""Whether it is fit, width, height, how many files and how many frames; then the bytes of each file, the ms of each."""
_READY: Final = b"!"
_MOST_WORDS: Final = 300


class BrokenWire(Exception):
    """The other side has gone, or speaks no sense."""


def tell_ready(pipe: IO[bytes]) -> None:
    """Say that pictures may come."""
    pipe.write(_READY)
    pipe.flush()


def is_ready(pipe: IO[bytes]) -> bool:
    """Wait for that; False when it will not come."""
    return pipe.read(len(_READY)) == _READY


def send_request(pipe: IO[bytes], data: bytes, how: str) -> None:
    """Write a picture and the one word that goes with it."""
    word = how.encode()
    pipe.write(_QUESTION.pack(len(word), len(data)) + word)
    pipe.write(data)
    pipe.flush()


def read_request(pipe: IO[bytes]) -> tuple[bytes, str]:
    """Wait for the next picture.

    Raises:
        BrokenWire: when there will be none.
    """
    of_word, of_picture = _QUESTION.unpack(_taken(pipe, _QUESTION.size))
    word = _taken(pipe, of_word).decode()
    return _taken(pipe, of_picture), word


def send_result(pipe: IO[bytes], prints: SandboxResult) -> None:
    """Write what has become of a picture."""
    _send(pipe, prints, is_fit=True)


def send_refusal(pipe: IO[bytes], why: str) -> None:
    """Write why nothing has become of it."""
    _send(pipe, SandboxResult(files=(why[:_MOST_WORDS].encode(errors="replace"),)), is_fit=False)


def read_result(pipe: IO[bytes]) -> SandboxResult:
    """Wait for what has become of a picture.

    Raises:
        Unfit: when nothing has; says why.
        BrokenWire: when no answer comes, or one that makes no sense.
    """
    is_fit, width, height, files, frames = _ANSWER.unpack(_taken(pipe, _ANSWER.size))
    if not 1 <= files <= MOST_FILES or frames > MOST_FRAMES:
        raise BrokenWire
    lengths = _numbers(pipe, files)
    frames_ms = _numbers(pipe, frames)
    if max(lengths) > MOST_FILE_BYTES:
        raise BrokenWire
    content = tuple(_taken(pipe, length) for length in lengths)
    if not is_fit:
        raise UnfitPicture(content[0].decode(errors="replace")[:_MOST_WORDS])
    return SandboxResult(files=content, frames_ms=frames_ms, size=(width, height))


def _send(pipe: IO[bytes], prints: SandboxResult, *, is_fit: bool) -> None:
    numbers = [*map(len, prints.files), *prints.frames_ms]
    head = _ANSWER.pack(is_fit, *prints.size, len(prints.files), len(prints.frames_ms))
    pipe.write(head + struct.pack(f">{len(numbers)}I", *numbers))
    pipe.writelines(prints.files)
    pipe.flush()


def _numbers(pipe: IO[bytes], count: int) -> tuple[int, ...]:
    form = struct.Struct(f">{count}I")
    return form.unpack(_taken(pipe, form.size))


def _taken(pipe: IO[bytes], count: int) -> bytes:
    taken = pipe.read(count)
    if len(taken) < count:
        raise BrokenWire
    return taken
