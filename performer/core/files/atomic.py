"""Atomic writing: a file is on disk under another name before it takes its own; only its owner may read it."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.platform import keep_to_owner

DRAFT: Final = ".new"
"""The suffix of a draft's name, which begins with a dot and the file's own name."""
_ATTEMPTS: Final = 21
_PAUSE_S: Final = 0.05


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents; only the owner may open those that this makes (0700).

    Raises:
        OSError: when a folder cannot be made, or a file lies there.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileNotFoundError:
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def write_atomically(file: Path, content: bytes) -> None:
    """Write a file in one step, and make its folder; only the owner may read both (0600, 0700).

    Raises:
        OSError: when that cannot be done; then the file is unchanged.
    """
    make_folder(file.parent)
    with write_draft(file, content) as draft:
        put_in_place(draft, file)


@contextmanager
def write_draft(file: Path, content: bytes) -> Iterator[Path]:
    """Write a draft beside a file, with mode 0600; after the block a draft that was not put in place is removed.

    Raises:
        OSError: when the draft cannot be written.
    """
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=DRAFT)
    try:
        keep_to_owner(Path(name))  # the mode of a fresh file says so, but on Windows
        with os.fdopen(handle, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def find_drafts(file: Path) -> Iterator[Path]:
    """Find the drafts that a killed writer has left; only for a file with a single writer."""
    return file.parent.glob(f".{file.name}.*{DRAFT}")


def put_in_place(draft: Path, file: Path) -> None:
    """Replace a file by its draft; tried for a second, because Windows replaces no file that is being read.

    Raises:
        OSError: when the file cannot be replaced.
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
    """Write the new name itself to disk; where a folder cannot be opened (Windows), the system does it."""
    with suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_private(path: Path, text: str) -> None:
    """Write a text with `write_atomically`; raise ServiceError when the folder cannot be written to."""
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        remedy = "Free some room, or set PERFORMER_HOME to a folder that can be written to."
        raise ServiceError(
            own("Cannot write '{path}': {strerror}. {remedy}", path=path, strerror=error.strerror, remedy=remedy),
            retry=False,
        ) from error
