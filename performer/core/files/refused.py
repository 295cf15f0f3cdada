"""Reports of the streamer's files that cannot be used, each once for as long as it cannot."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from performer.core import events
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

MOST_SAID: Final = 5
"""The most refused files that are named to the streamer at once; the log names all."""


@dataclass(frozen=True, kw_only=True)
class RefusedFile:
    """A file that was left out, and why."""

    path: Path
    reason: str
    """The reason without the path, because the audience may read it."""
    line: int = 0
    """The line that was left out; 0 for the whole file."""

    @property
    def name(self) -> str:
        """The name for the streamer, without the folder."""
        return own("line {line} of {file}", line=self.line, file=self.path.name) if self.line else self.path.name


class RefusalReporter:
    """The reporter for one kind of files: paths go to the log, names only to the stream."""

    def __init__(self, stream: EventStream | None = None) -> None:
        self._stream = stream
        self._before: frozenset[RefusedFile] = frozenset()

    def tell(self, refused: Sequence[RefusedFile]) -> None:
        """Report the files that are left out now, except those that were left out the last time too."""
        new = [each for each in dict.fromkeys(refused) if each not in self._before]
        self._before = frozenset(refused)
        for each in new:
            what = f"Line {each.line} of file" if each.line else "File"
            _log.warning("%s '%s' is left out: %s.", what, each.path, each.reason)
        for each in new[:MOST_SAID]:
            self._publish(each.name, each.reason)
        rest = len(new) - MOST_SAID
        if rest > 0:
            self._publish(
                own("{rest} more lines", rest=rest) if new[-1].line else own("{rest} more files", rest=rest),
                own("the log names them"),
            )

    def _publish(self, file: str, reason: str) -> None:
        if self._stream is not None:
            self._stream.publish(events.FileRefused(file=file, reason=reason))
