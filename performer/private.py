"""Private files: written whole or not at all, and read by nobody but their owner."""

from pathlib import Path

from performer.errors import ServiceError
from performer.whole_file import write_whole


def write_private(path: Path, text: str) -> None:
    """Write a file that only the owner may read (0600), in one step; makes the folder when it is missing.

    Raises:
        ServiceError: when the folder cannot be written to.
    """
    try:
        write_whole(path, text.encode())
    except OSError as error:
        remedy = "Free some room, or set PERFORMER_HOME to a folder that can be written to."
        raise ServiceError(f"Cannot write '{path}': {error.strerror}. {remedy}", retry=False) from error
