"""The log file, with a JSON object a line, which rotates and which only its owner may read; and the report of crashes.

A line has `at` (UTC), `level`, `logger` and `message`, and `error` with the traceback when there was one. Nothing that
is logged can begin another line, steer a terminal, or give a secret away.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final

from performer.core.last_words import print_last_words
from performer.core.process.out_of_memory import NO_MEMORY, is_out_of_memory
from performer.core.redact.redact import redact
from performer.core.text import format_iso, format_json_line, make_printable

_log = logging.getLogger(__name__)


def log_crashes() -> None:
    """Log each exception that nobody catches, in any thread, and print it to standard error without secrets."""
    sys.excepthook = _report_crash
    threading.excepthook = _report_thread_crash
    sys.unraisablehook = _report_unraisable


def _report_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    try:
        if isinstance(error, Exception):
            _log.critical("The program crashed.", exc_info=(kind, error, trace))
        text = redact("".join(traceback.format_exception(kind, error, trace)))
        print_last_words(text)
    except MemoryError:  # what crashed for the lack of it may not say so itself
        print(NO_MEMORY, file=sys.stderr)


def _report_thread_crash(crash: threading.ExceptHookArgs) -> None:
    if crash.exc_value is None or isinstance(crash.exc_value, SystemExit):
        return
    if is_out_of_memory(crash.exc_value):
        print(NO_MEMORY, file=sys.stderr)
    else:
        _report_crash(crash.exc_type, crash.exc_value, crash.exc_traceback)


def _report_unraisable(error: "sys.UnraisableHookArgs") -> None:
    """Log an exception where nothing can be raised: the program goes on, and so it is no crash."""
    if error.exc_value is not None:
        what = (error.exc_type, error.exc_value, error.exc_traceback)
        _log.error("%s: %r", error.err_msg or "Ignored", error.object, exc_info=what)


LONGEST: Final = 8192
"""The most bytes of a line; texts that would make it longer lose their middle."""
_BYTES: Final = 1_000_000
_KEPT: Final = 5
_CUT: Final = " … "


def log_to(file: Path) -> None:
    """Send all logs to a file, and keep five older files of 1 MB each; a line that cannot be written is lost."""
    from performer.core.log_file import PrivateRotatingHandler, make_private  # few commands keep a log

    for older in file.parent.glob(f"{file.name}.*"):
        make_private(older)
    _log_json_to(PrivateRotatingHandler(file, maxBytes=_BYTES, backupCount=_KEPT, longest=LONGEST))


def log_lines_to_stderr() -> None:
    """Send all logs to standard error, in the format of the log file, for a program that runs as a service."""
    _log_json_to(logging.StreamHandler())


def _log_json_to(handler: logging.Handler) -> None:
    handler.setFormatter(JsonLineFormatter())
    # Libraries are logged only when they warn: their lower levels may hold whole requests.
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("performer").setLevel(logging.INFO)


def log_warnings_to_stderr() -> None:
    """Send warnings to standard error until `log_to` names a file: most commands keep no log."""
    handler = logging.StreamHandler()
    handler.setFormatter(_TerminalFormatter("%(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


@contextmanager
def filter_logs(passed: Callable[[str], str]) -> Iterator[None]:
    """Filter every text that is logged in the block through a function, which returns what may be logged.

    The guard's own trouble is logged unfiltered, because it may be the reason why the function fails.
    """
    global _filter
    before, _filter = _filter, passed
    try:
        yield
    finally:
        _filter = before


_filter: Callable[[str], str] = str
_UNFILTERED: Final = frozenset({"performer.guard.time_limit"})


class JsonLineFormatter(logging.Formatter):
    """The formatter of the log file: a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Format an entry; secrets are masked before anything is cut."""
        at = format_iso(datetime.fromtimestamp(record.created, UTC), "milliseconds")
        entry = {
            "at": at,
            "level": record.levelname,
            "logger": record.name,
            "message": _drop_secrets(_read_message(record), record),
        }
        if record.exc_info:
            entry["error"] = _drop_secrets(self.formatException(record.exc_info), record)
        return _format_short_line(entry)


class _TerminalFormatter(logging.Formatter):
    """The formatter for a terminal, which masks secrets and control characters."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(map(make_printable, redact(super().format(record)).splitlines()))


def _drop_secrets(text: str, record: logging.LogRecord) -> str:
    """Return a text without secrets, and as `filter_logs` wants it."""
    clear = redact(text)
    return clear if record.name in _UNFILTERED else _filter(clear) or "(left out)"


def _read_message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError):  # a template that its values do not fit
        return str(record.msg)


def _format_short_line(entry: dict[str, str]) -> str:
    """Format an entry as a line of at most `LONGEST` bytes."""
    most = LONGEST
    line = format_json_line(entry)
    while len(line.encode()) > LONGEST:
        line = format_json_line({name: _shorten(text, most) for name, text in entry.items()})
        most //= 2
    return line


def _shorten(text: str, most: int) -> str:
    """Cut the middle: the end of a traceback says what it is about."""
    half = most // 2
    return text if len(text) <= most else text[:half] + _CUT + text[len(text) - half :]
