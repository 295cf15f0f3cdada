"""What discord.py logs: a side remark, without what is secret in its addresses; the link itself says what counts."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_LOGGERS: Final = ("discord.client", "discord.gateway", "discord.http", "discord.state")
_TOKEN: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?]+")

_NOISE: Final = ("voice will NOT be supported", "Can't keep up, ")
"""What it lacks for voice nobody wants, and how far it says it is behind is often wrong."""


class _SideRemark(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        """Let it pass as information, without the tokens of interactions; noise does not."""
        record.msg, record.args = _TOKEN.sub(r"\1***", record.getMessage()), ()
        if record.levelno <= logging.WARNING and any(each in record.msg for each in _NOISE):
            return False
        if record.levelno == logging.WARNING:
            record.levelno, record.levelname = logging.INFO, "INFO"
        return True


@contextmanager
def quiet_library() -> Iterator[None]:
    """Have discord.py log at INFO what it warns of, and nothing below: that would hold whole requests."""
    side_remark = _SideRemark()
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    for logger in loggers:
        logger.addFilter(side_remark)
        logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(side_remark)
