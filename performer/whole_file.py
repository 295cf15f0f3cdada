"""Files written whole or not at all: on disk for certain under another name, before they take their own."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

DRAFT: Final = ".new"
"""What the name of a draft ends with; it begins with a dot and the file's own name."""
_ATTEMPTS: Final = 21
_PAUSE_S: Final = 0.05


def for_its_owner(file: str, flags: int) -> int:
    """Be the `opener` of an `open`: a file that it makes is its owner's alone (0600)."""
    return os.open(file, flags, 0o600)


def make_folder(folder: Path) -> None:
    """Make a folder, with those that it is to lie in, where they are not there yet; each is its owner's alone (0700).

    Raises:
        OSError: when one cannot be made, or a file lies there.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileNotFoundError:
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def write_whole(file: Path, content: bytes) -> None:
    """Replace a file or make it, with its folder; both are their owner's alone to read (0600, 0700).

    Raises:
        OSError: when that cannot be done; then the file is as it was.
    """
    make_folder(file.parent)
    with draft_of(file, content) as draft:
        take_place(draft, file)


@contextmanager
def draft_of(file: Path, content: bytes) -> Iterator[Path]:
    """Write a draft beside a file, with mode 0600; gone after the block if it has not taken its place.

    Raises:
        OSError: when it cannot be written.
    """
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=DRAFT)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def drafts_of(file: Path) -> Iterator[Path]:
    """Find the drafts that a writer has left who was killed; they are nobody's where only one may write."""
    return file.parent.glob(f".{file.name}.*{DRAFT}")


def take_place(draft: Path, file: Path) -> None:
    """Put a draft where the file is; tried for a second, because on Windows no file gives way that is being read.

    Raises:
        OSError: when it cannot be put there.
    """
    for _ in range(_ATTEMPTS - 1):
        with suppress(PermissionError):
            draft.replace(file)
            break
        time.sleep(_PAUSE_S)
    else:
        draft.replace(file)
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """Have the new name itself on disk; where a folder cannot be opened (Windows), the system sees to it."""
    with suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
