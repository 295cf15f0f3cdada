"""Refusals: which files of the streamer's were left out and why, told by name, each once for as long as it is so."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from performer.core import events
from performer.core.events.stream import EventStream

_log = logging.getLogger(__name__)

MOST_SAID: Final = 5
"""How many refused files are named to the streamer at once; the log names all."""


@dataclass(frozen=True, kw_only=True)
class RefusedFile:
    """A file that was left out, and why."""

    path: Path
    reason: str
    """Without the path: whoever reads it may be the audience."""
    line: int = 0
    """Of the file, where no more than that was left out."""

    @property
    def name(self) -> str:
        """What it is called, without the folder."""
        return f"line {self.line} of {self.path.name}" if self.line else self.path.name


class RefusalReporter:
    """Tells those of one kind of files: the log by path, the stream by the name alone."""

    def __init__(self, stream: EventStream | None = None) -> None:
        self._stream = stream
        self._before: frozenset[RefusedFile] = frozenset()

    def tell(self, refused: Sequence[RefusedFile]) -> None:
        """Take in all that is left out now; what was left out the last time too is not told again."""
        new = [each for each in dict.fromkeys(refused) if each not in self._before]
        self._before = frozenset(refused)
        for each in new:
            what = f"Line {each.line} of file" if each.line else "File"
            _log.warning("%s '%s' is left out: %s.", what, each.path, each.reason)
        for each in new[:MOST_SAID]:
            self._publish(each.name, each.reason)
        rest = len(new) - MOST_SAID
        if rest > 0:
            self._publish(f"{rest} more {'lines' if new[-1].line else 'files'}", "the log names them")

    def _publish(self, file: str, reason: str) -> None:
        if self._stream is not None:
            self._stream.publish(events.FileRefused(file=file, reason=reason))
