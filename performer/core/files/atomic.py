"""Files written whole or not at all: on disk for certain under another name, before they take their own.

Private files: written whole or not at all, and read by nobody but their owner.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from performer.core.errors import ServiceError

DRAFT: Final = ".new"
"""What the name of a draft ends with; it begins with a dot and the file's own name."""
_ATTEMPTS: Final = 21
_PAUSE_S: Final = 0.05


def open_for_owner(file: str, flags: int) -> int:
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


def write_atomically(file: Path, content: bytes) -> None:
    """Replace a file or make it, with its folder; both are their owner's alone to read (0600, 0700).

    Raises:
        OSError: when that cannot be done; then the file is as it was.
    """
    make_folder(file.parent)
    with write_draft(file, content) as draft:
        put_in_place(draft, file)


@contextmanager
def write_draft(file: Path, content: bytes) -> Iterator[Path]:
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


def find_drafts(file: Path) -> Iterator[Path]:
    """Find the drafts that a writer has left who was killed; they are nobody's where only one may write."""
    return file.parent.glob(f".{file.name}.*{DRAFT}")


def put_in_place(draft: Path, file: Path) -> None:
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


def write_private(path: Path, text: str) -> None:
    """Write a file that only the owner may read (0600), in one step; makes the folder when it is missing.

    Raises:
        ServiceError: when the folder cannot be written to.
    """
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        remedy = "Free some room, or set PERFORMER_HOME to a folder that can be written to."
        raise ServiceError(f"Cannot write '{path}': {error.strerror}. {remedy}", retry=False) from error
