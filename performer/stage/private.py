"""Private files: written whole or not at all, and read by nobody but their owner."""

import os
import tempfile
from pathlib import Path

from performer.errors import ServiceError


def write_private(path: Path, text: str) -> None:
    """Write a file that only the owner may read (0600), in one step; makes the folder when it is missing.

    Raises:
        ServiceError: when the folder cannot be written to.
    """
    try:
        _write(path, text)
    except OSError as error:
        remedy = "Free some room, or set PERFORMER_HOME to a folder that can be written to."
        raise ServiceError(f"Cannot write '{path}': {error.strerror}. {remedy}", retry=False) from error


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mkstemp makes it 0600
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
