"""Staging folders: what is downloaded or unpacked grows beside the things that are whole, and joins them at once."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from performer.core.errors import ServiceError
from performer.core.files.atomic import make_folder
from performer.core.large_download import describe_size, make_write_error
from performer.core.own_text import own

STAGING: Final = ".coming"
"""The folder, beside those that are whole, of what is not; no name of a whole one begins with a dot."""
_HALF_MB: Final = 500_000
SPARE_BYTES: Final = 100_000_000
"""What a disk should have left beside a thing that comes."""
_FREE_REMEDY: Final = own("Free some room, or set PERFORMER_HOME to a folder on another disk.")


@contextmanager
def hold_staging_folder(folder: Path, name: str) -> Iterator[Path]:
    """Hold the folder in which a thing of that name comes, for as long as the block runs; yield where it is to be made.

    Raises:
        ServiceError: when another program holds it, or it cannot be written.
    """
    place = folder / STAGING
    try:
        make_folder(place)
        lock = FileLock(place / f"{name}.lock", mode=0o600, thread_local=False)
        lock.acquire(timeout=0)
    except Timeout:
        raise ServiceError(
            own(
                "'{name}' is being installed or removed by another program already. Wait until that is done.",
                name=name,
            )
        ) from None
    except OSError as error:
        raise make_write_error(place, error) from error
    try:
        yield place / name
    finally:
        with suppress(OSError):
            (place / name).rmdir()  # where nothing is kept to go on with
        lock.release()


def remove_whole(place: Path, staging: Path) -> None:
    """Remove a thing at once, before its files go one by one, and what is kept of it to go on with.

    Raises:
        OSError: when that cannot be done; what is at its place is whole then.
    """
    shutil.rmtree(staging, ignore_errors=True)
    if place.exists():
        place.rename(staging)
    shutil.rmtree(staging, ignore_errors=True)


def check_room(name: str, needed: int, folder: Path) -> None:
    """Raise a ServiceError when the disk of a folder has not so many bytes left for a thing; OSError without it."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise ServiceError(
            own(
                "'{name}' needs {needed} on the disk of '{folder}', which has {free} left. {remedy}",
                name=name,
                needed=describe_size(needed + _HALF_MB),  # rounded up, so that it is never what is left
                folder=folder,
                free=describe_size(free),
                remedy=_FREE_REMEDY,
            ),
            retry=False,
        )
