"""Jobs for the process apart that go wrong in every way that a decoder could."""

import os
import signal
import socket
from pathlib import Path
from threading import Event

from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.wire import SandboxResult

JPEG = b"\xff\xd8\xff\xe0"


def troubled(data: bytes, how: str) -> SandboxResult:
    """Do what the word says, or give the picture back."""
    match how:
        case "hang":
            Event().wait()
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "leave":
            os._exit(0)
        case "stumble":
            raise RuntimeError("a bug of ours")
        case "eat":
            data = bytes(2_000_000_000)
        case "chatter":
            print("to the output", flush=True)
    return SandboxResult(files=(data,))


def answer_many(data: bytes, how: str) -> SandboxResult:
    """Answer with two pictures."""
    return SandboxResult(files=(JPEG, JPEG), size=(8, 8))


def answer_otherwise(data: bytes, how: str) -> SandboxResult:
    """Answer with no JPEG."""
    return SandboxResult(files=(b"\x89PNG\r\n\x1a\n",), size=(8, 8))


def answer_at_length(data: bytes, how: str) -> SandboxResult:
    """Answer with more bytes than a small picture has."""
    return SandboxResult(files=(JPEG + bytes(2_000_000),), size=(8, 8))


def answer_in_large(data: bytes, how: str) -> SandboxResult:
    """Answer with a larger picture than was asked for."""
    return SandboxResult(files=(JPEG,), size=(8, int(how) + 1))


def hang(data: bytes, how: str) -> SandboxResult:
    """Never come back."""
    Event().wait()
    raise AssertionError(data, how)


def look_around(data: bytes, how: str) -> SandboxResult:
    """Return what it could reach of the machine, and what it knows of us."""
    reached = [name for name, reach in (("a file", _open_a_file), ("a connection", _open_a_socket)) if reach()]
    raise UnfitPicture(f"{reached} {sorted(os.environ)} {data!r} {how}")


def _open_a_file() -> bool:
    try:
        Path(__file__).open(encoding="utf-8").close()
    except OSError:
        return False
    return True


def _open_a_socket() -> bool:
    try:
        socket.socket().close()
    except OSError:
        return False
    return True
