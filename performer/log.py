"""The log file: what a person reads when something went wrong; it rotates, and holds one line an entry."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

_BYTES = 1_000_000
_KEPT = 5


class _OneLine(logging.Formatter):
    """Escapes what could forge a second line or steer a terminal; tracebacks keep their own lines, indented."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's own name
        """Write the entry's own line."""
        return "".join(_escaped(each) for each in super().formatMessage(record))

    def formatException(self, ei) -> str:  # type: ignore[no-untyped-def]  # noqa: ANN001, N802  logging's own name
        """Indent a traceback."""
        return "\n".join(f"    {line}" for line in super().formatException(ei).splitlines())


def log_to(file: Path) -> None:
    """Send all logs to a file; five older ones of 1 MB each are kept."""
    logging.raiseExceptions = False  # a full disk must not write tracebacks over the show
    handler = RotatingFileHandler(file, maxBytes=_BYTES, backupCount=_KEPT, encoding="utf-8")
    handler.setFormatter(_OneLine("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("performer").setLevel(logging.INFO)


def _escaped(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode()
