"""The file of a log, which rotates, which only its owner may read, and which loses lines rather than fail."""

import io
import logging
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from performer.core.platform import keep_to_owner, open_for_owner


class PrivateRotatingHandler(RotatingFileHandler):
    """A handler whose files only their owner may read, and which never raises: a full disk must not end a show.

    No line has more bytes than `longest`.
    """

    def __init__(self, file: Path, *, maxBytes: int, backupCount: int, longest: int) -> None:  # noqa: N803
        super().__init__(file, maxBytes=maxBytes, backupCount=backupCount, delay=True)
        self._longest = longest

    def _open(self) -> io.TextIOWrapper:
        stream = open(self.baseFilename, "a", encoding="utf-8", opener=open_for_owner)  # noqa: SIM115  it needs an opener, and stays open
        make_private(Path(self.baseFilename))
        return stream

    def shouldRollover(self, _record: logging.LogRecord) -> bool:  # noqa: N802  logging's own name
        """Whether the longest line might not fit; the base class formats every line twice to know."""
        if self.stream is None:
            self.stream = self._open()
        self.stream.seek(0, io.SEEK_END)
        return self.stream.tell() + self._longest > self.maxBytes

    def handleError(self, _record: logging.LogRecord) -> None:  # noqa: N802  logging's own name
        """Drop the entry, and open the file anew for the next one: there may be room again."""
        stream, self.stream = self.stream, None
        with suppress(OSError):
            if stream is not None:
                stream.close()

    def close(self) -> None:
        """Close the file; lines that could not be written are lost."""
        with suppress(OSError):
            super().close()


def make_private(file: Path) -> None:
    """Forbid others to read a file; an older version allowed it."""
    with suppress(OSError):
        keep_to_owner(file)
