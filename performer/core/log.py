"""The log file: what a person reads when something went wrong. One JSON object a line; it rotates, and is its owner's.

A line has `at` (UTC), `level`, `logger` and `message`, and `error` with the traceback where there was one. Nothing that
is written into it can begin another line, steer a terminal, or give a secret away.

What a crash says: its traceback goes to standard error and into the log, without secrets.
"""

import io
import logging
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Final

from performer.core.files.atomic import open_for_owner
from performer.core.redact.redact import redact
from performer.core.text import format_iso, format_json_line, make_printable

_log = logging.getLogger(__name__)


def log_crashes() -> None:
    """Have everything that nobody catches, in this thread and others, told so from now on."""
    sys.excepthook = _tell
    threading.excepthook = _tell_of_thread
    sys.unraisablehook = _tell_unraisable


def _tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if isinstance(error, Exception):
        _log.critical("The program crashed.", exc_info=(kind, error, trace))
    told = redact("".join(traceback.format_exception(kind, error, trace)))
    print("\n".join(map(make_printable, told.splitlines())), file=sys.stderr)


def _tell_of_thread(told: threading.ExceptHookArgs) -> None:
    if told.exc_value is not None and not isinstance(told.exc_value, SystemExit):
        _tell(told.exc_type, told.exc_value, told.exc_traceback)


def _tell_unraisable(told: "sys.UnraisableHookArgs") -> None:
    """Tell what went wrong where nothing can be raised: it goes on, and so it is no crash."""
    if told.exc_value is not None:
        what = (told.exc_type, told.exc_value, told.exc_traceback)
        _log.error("%s: %r", told.err_msg or "Ignored", told.object, exc_info=what)


LONGEST: Final = 8192
"""Bytes of a line; texts that would make it longer lose their middle."""
_BYTES: Final = 1_000_000
_KEPT: Final = 5
_CUT: Final = " … "


def log_to(file: Path) -> None:
    """Send all logs to a file; five older ones of 1 MB each are kept. What cannot be written is lost without a word."""
    for older in file.parent.glob(f"{file.name}.*"):
        _keep_private(older)
    handler = _PrivateRotatingHandler(file, maxBytes=_BYTES, backupCount=_KEPT, delay=True)
    handler.setFormatter(JsonLineFormatter())
    # Others are heard when they warn: what they say below that may hold whole requests.
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("performer").setLevel(logging.INFO)


def log_warnings_to_stderr() -> None:
    """Send warnings to standard error until `log_to` names a file: most commands keep no log."""
    handler = logging.StreamHandler()
    handler.setFormatter(_TerminalFormatter("%(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def log_lines_to_stderr() -> None:
    """Send all logs to standard error, in the lines of the file: what runs as a service is read by its keeper."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLineFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("performer").setLevel(logging.INFO)


@contextmanager
def filter_logs(passed: Callable[[str], str]) -> Iterator[None]:
    """Have all that is logged in the block go through a function first: what it leaves out is in no log.

    The guard's own trouble is logged as it is, for it may be what keeps `passed` from its work.
    """
    global _passed
    before, _passed = _passed, passed
    try:
        yield
    finally:
        _passed = before


_passed: Callable[[str], str] = str
_UNPASSED: Final = frozenset({"performer.guard.time_limit"})


class JsonLineFormatter(logging.Formatter):
    """Writes an entry as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write it; secrets go before anything is cut."""
        at = format_iso(datetime.fromtimestamp(record.created, UTC), "milliseconds")
        entry = {
            "at": at,
            "level": record.levelname,
            "logger": record.name,
            "message": _drop_secrets(_message(record), record),
        }
        error = self.formatException(record.exc_info) if record.exc_info else ""
        if error:
            entry["error"] = _drop_secrets(error, record)
        return _cap_line(entry)


class _TerminalFormatter(logging.Formatter):
    """Writes an entry for a terminal, which obeys nothing that stands in it."""

    def format(self, record: logging.LogRecord) -> str:
        """Write it, with its traceback if it has one."""
        return "\n".join(map(make_printable, redact(super().format(record)).splitlines()))


class _PrivateRotatingHandler(RotatingFileHandler):
    """Keeps its files for their owner, and never troubles whoever logs: a full disk is no reason to end a show."""

    def _open(self) -> io.TextIOWrapper:
        stream = open(self.baseFilename, "a", encoding="utf-8", opener=open_for_owner)  # noqa: SIM115  it needs an opener, and stays open
        _keep_private(Path(self.baseFilename))
        return stream

    def shouldRollover(self, _record: logging.LogRecord) -> bool:  # noqa: N802  logging's own name
        """Tell whether the longest line might not fit; the usual way to tell writes every line twice."""
        if self.stream is None:
            self.stream = self._open()
        self.stream.seek(0, io.SEEK_END)
        return self.stream.tell() + LONGEST > self.maxBytes

    def handleError(self, _record: logging.LogRecord) -> None:  # noqa: N802  logging's own name
        """Lose the entry, and open the file anew for the next one: there may be room again."""
        stream, self.stream = self.stream, None
        with suppress(OSError):
            if stream is not None:
                stream.close()

    def close(self) -> None:
        """Close the file; what could not be written is lost."""
        with suppress(OSError):
            super().close()


def _keep_private(file: Path) -> None:
    """Keep others from a file of a version that let them read it."""
    with suppress(OSError):
        file.chmod(0o600)


def _drop_secrets(text: str, record: logging.LogRecord) -> str:
    """Leave out secrets, and what else is not to be in the log."""
    clear = redact(text)
    return clear if record.name in _UNPASSED else _passed(clear) or "(left out)"


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError):  # a template that its values do not fit
        return str(record.msg)


def _cap_line(entry: dict[str, str]) -> str:
    """Write an entry as a line that is short enough."""
    most = LONGEST
    while (
        len(line := format_json_line({name: _shorten(text, most) for name, text in entry.items()}).encode()) > LONGEST
    ):
        most //= 2
    return line.decode()


def _shorten(text: str, most: int) -> str:
    """Keep the beginning and the end, where a traceback says what it is about."""
    half = most // 2
    return text if len(text) <= most else text[:half] + _CUT + text[len(text) - half :]
