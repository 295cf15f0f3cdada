"""What a crash says: its traceback goes to standard error and into the log, without secrets."""

import logging
import sys
import threading
import traceback
from types import TracebackType

from performer.printable import printable
from performer.redaction import redacted

_log = logging.getLogger(__name__)


def tell_crashes() -> None:
    """Have everything that nobody catches, in this thread and others, told so from now on."""
    sys.excepthook = _tell
    threading.excepthook = _tell_of_thread
    sys.unraisablehook = _tell_unraisable


def _tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if isinstance(error, Exception):
        _log.critical("The program crashed.", exc_info=(kind, error, trace))
    told = redacted("".join(traceback.format_exception(kind, error, trace)))
    print("\n".join(map(printable, told.splitlines())), file=sys.stderr)


def _tell_of_thread(told: threading.ExceptHookArgs) -> None:
    if told.exc_value is not None and not isinstance(told.exc_value, SystemExit):
        _tell(told.exc_type, told.exc_value, told.exc_traceback)


def _tell_unraisable(told: "sys.UnraisableHookArgs") -> None:
    """Tell what went wrong where nothing can be raised: it goes on, and so it is no crash."""
    if told.exc_value is not None:
        what = (told.exc_type, told.exc_value, told.exc_traceback)
        _log.error("%s: %r", told.err_msg or "Ignored", told.object, exc_info=what)
