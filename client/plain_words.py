"""What a client says to the world: its own words, a line each, and of Qt only the warnings."""

import logging
import sys
from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_log = logging.getLogger("client")


def talk_plainly(name: str, *, deaf_to: Collection[str] = ()) -> None:
    """Send our words to standard error under the client's name; Qt's warnings of some categories are no news."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_Once())
    handler.setFormatter(_OneLine(f"{name}: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    qInstallMessageHandler(partial(_pass_qt_on, frozenset(deaf_to)))


class _OneLine(logging.Formatter):
    """Leaves no character that begins another line or that a terminal obeys; a traceback keeps its lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's own name
        """Write the words."""
        return "".join(each if each.isprintable() else " " for each in super().formatMessage(record))


class _Once(logging.Filter):
    """Lets each kind of warning through once: a flood of bad messages is one line."""

    def __init__(self) -> None:
        super().__init__()
        self._said: set[object] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop a warning whose template was said before."""
        if record.levelno < logging.WARNING:
            return True
        fresh = record.msg not in self._said
        self._said.add(record.msg)
        return fresh


def _pass_qt_on(deaf_to: Collection[str], kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    is_chatter = kind in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}
    if not is_chatter and context.category not in deaf_to:
        # The text is the template: another one is another warning.
        _log.warning("Qt says: " + " ".join(text.split()))
