"""A file of settings that is held while it is changed: one writer at a time, and it stays whole whatever happens.

Line ends, byte order mark, mode, owner and symbolic links stay as they were; the file before becomes `NAME.bak`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from performer.config.layers import MOST_CONFIG_BYTES, Tree, explain_unreadable
from performer.config.toml_text import format_commented_file
from performer.core.errors import ConfigError
from performer.core.files.atomic import find_drafts, make_folder, put_in_place, write_draft
from performer.core.files.user_file import decode_user_text, parse_toml, read_user_bytes
from performer.core.values import dataclass

_LOCK_WITHIN_S: Final = 5.0
_MARK: Final = "\ufeff"


@contextmanager
def hold_file(file: Path) -> Iterator["HeldFile"]:
    """Read the file, and keep other writers out until the block ends; symbolic links are followed and stay."""
    real = Path(os.path.realpath(file))
    lock = FileLock(real.with_name(f".{real.name}.lock"), mode=0o600)
    try:
        make_folder(real.parent)
        acquired = lock.acquire(timeout=_LOCK_WITHIN_S)
    except Timeout:
        raise ConfigError(f"{file} is being written by somebody else. Try again.") from None
    except OSError as error:
        raise explain_failed_write(file, error) from None
    with acquired:
        with explain_unreadable(file):
            held = HeldFile.read(real)
        yield held


@dataclass
class HeldFile:
    """A file that no other writer may write; line ends, byte order mark, mode and owner stay as they were."""

    file: Path
    text: str
    """The content with plain line feeds; the first file that we would write where there is none."""
    tree: Tree
    is_new: bool = False
    mark: str = ""
    has_crlf: bool = False

    @classmethod
    def read(cls, file: Path) -> "HeldFile":
        """Read a file, if it is there; raises as `read_user_text` and `parse_toml` do for what cannot be read."""
        try:
            raw = read_user_bytes(file, MOST_CONFIG_BYTES)
        except FileNotFoundError:
            first = format_commented_file()
            return cls(file, text=first, tree=parse_toml(first), is_new=True)
        text = decode_user_text(raw)
        mark = _MARK if raw.startswith(_MARK.encode()) else ""
        has_crlf = b"\r\n" in raw and raw.count(b"\r\n") == raw.count(b"\n")
        if has_crlf:
            text = text.replace("\r\n", "\n")
        return cls(file, text=text, tree=parse_toml(text), mark=mark, has_crlf=has_crlf)

    def write(self, text: str) -> None:
        """Replace the file; the one before becomes `NAME.bak`.

        A text that the file holds already is not written again; where nothing can be written, the file is as it was.
        """
        if text == self.text and not self.is_new:
            return
        content = self.mark + (text.replace("\n", "\r\n") if self.has_crlf else text)
        try:
            for left_over in find_drafts(self.file):  # of a killed writer: the lock says that it is nobody's
                left_over.unlink(missing_ok=True)
            with self.write_draft(content.encode()) as draft:
                if not self.is_new:
                    with self.write_draft(self.file.read_bytes()) as copy:
                        put_in_place(copy, self.file.with_name(f"{self.file.name}.bak"))
                put_in_place(draft, self.file)
        except OSError as error:
            raise explain_failed_write(self.file, error) from None

    @contextmanager
    def write_draft(self, content: bytes) -> Iterator[Path]:
        """Write a draft with the file's mode and owner: an administrator may be the one who writes."""
        with write_draft(self.file, content) as draft:
            if not self.is_new:
                before = self.file.stat()
                draft.chmod(before.st_mode & 0o7777)
                if sys.platform != "win32":
                    with suppress(PermissionError):
                        os.chown(draft, before.st_uid, before.st_gid)
            yield draft


class UnwritableError(ConfigError):
    """Raised when the file cannot be written; what stands in it is as it was."""


def explain_failed_write(file: Path, error: OSError) -> UnwritableError:
    """Return the error that names the file, the trouble and the remedy."""
    return UnwritableError(
        f"{file} cannot be written: {error.strerror or error}. Nothing was changed. "
        "Free some room, or make the folder yours to write to."
    )
