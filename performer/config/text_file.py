"""A text file that people write too: replaced whole or not at all, and what was there before is kept beside it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from performer.core.errors import ConfigError
from performer.core.files.atomic import find_drafts, make_folder, put_in_place, write_draft

_LOCK_WITHIN_S: Final = 5.0
_MARK: Final = "\ufeff"


class KeptFile:
    """One file, held against other writers for the block of `held`; symbolic links are followed and stay.

    Line ends, a byte order mark, the file's mode and its owner stay as they were.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.text = ""
        """What it holds, with plain line feeds; empty when it is not there or cannot be read."""
        self.unreadable = ""
        """Why it cannot be read, if so."""
        self.is_new = False
        self._has_crlf = False
        self._mark = ""

    @classmethod
    @contextmanager
    def held(cls, file: Path) -> Iterator["KeptFile"]:
        """Read a file and keep others from writing it until the end of the block.

        Raises:
            ConfigError: when another writer holds it for 5 s, or nothing can be written there.
        """
        real = Path(os.path.realpath(file))
        lock = FileLock(real.with_name(f".{real.name}.lock"), mode=0o600)
        try:
            make_folder(real.parent)
            lock.acquire(timeout=_LOCK_WITHIN_S)
        except Timeout:
            raise ConfigError(f"{file} is being written by somebody else. Try again.") from None
        except OSError as error:
            raise _cannot_write(file, error) from None
        try:
            kept = cls(real)
            kept._read()
            yield kept
        finally:
            lock.release()

    def refuse_unreadable(self, why: str) -> None:
        """Take it for unreadable although it is a text: the next `write` moves it aside."""
        self.text, self.unreadable = "", why

    def write(self, text: str) -> Path | None:
        """Replace the file; the one before becomes `NAME.bak`, or an unreadable one `NAME.unreadable-N`, given back.

        What the file holds already is not written again.

        Raises:
            ConfigError: when it cannot be written; then the file is as it was.
        """
        if text == self.text and not (self.is_new or self.unreadable):
            return None
        try:
            self._clear_left_overs()
            with self._draft(self._encoded(text)) as draft:
                aside = self._put_aside()
                put_in_place(draft, self._file)
        except OSError as error:
            raise _cannot_write(self._file, error) from None
        return aside

    def _read(self) -> None:
        try:
            text = self._file.read_bytes().decode("utf-8")
        except FileNotFoundError:
            self.is_new = True
            return
        except (OSError, UnicodeDecodeError) as error:
            self.unreadable = str(error)
            return
        self._mark = _MARK if text.startswith(_MARK) else ""
        self._has_crlf = "\r\n" in text and text.count("\r\n") == text.count("\n")
        text = text.removeprefix(_MARK)
        self.text = text.replace("\r\n", "\n") if self._has_crlf else text

    def _encoded(self, text: str) -> bytes:
        return (self._mark + (text.replace("\n", "\r\n") if self._has_crlf else text)).encode()

    @contextmanager
    def _draft(self, content: bytes) -> Iterator[Path]:
        """Write a draft of it, with the file's own mode and owner."""
        with write_draft(self._file, content) as draft:
            if not self.is_new:
                _make_alike(draft, self._file)
            yield draft

    def _clear_left_overs(self) -> None:
        """Remove what a writer that was killed has left: the lock says that it is nobody's."""
        for old in find_drafts(self._file):
            old.unlink(missing_ok=True)

    def _put_aside(self) -> Path | None:
        if self.is_new:
            return None
        if not self.unreadable:
            with self._draft(self._file.read_bytes()) as copy:
                put_in_place(copy, self._file.with_name(f"{self._file.name}.bak"))
            return None
        aside = _free(self._file)
        self._file.rename(aside)
        return aside


def _make_alike(new: Path, old: Path) -> None:
    """Give a new file the mode of the old one, and its owner: an administrator may be the one who writes."""
    before = old.stat()
    new.chmod(before.st_mode & 0o7777)
    if sys.platform != "win32":
        with suppress(PermissionError):
            os.chown(new, before.st_uid, before.st_gid)


def _free(file: Path) -> Path:
    """Find the first name `NAME.unreadable-N` that nobody has."""
    number = 1
    while os.path.lexists(aside := file.with_name(f"{file.name}.unreadable-{number}")):
        number += 1
    return aside


def _cannot_write(file: Path, error: OSError) -> ConfigError:
    return ConfigError(
        f"{file} cannot be written: {error.strerror or error}. Nothing was changed. "
        "Free some room, or make the folder yours to write to."
    )
