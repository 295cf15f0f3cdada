"""An answer of Ollama's while it arrives, line by line."""

from collections.abc import AsyncIterator

from performer.core.errors import ServiceError
from performer.models.driver.chunk import AnswerChunk
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import IN_MID_ANSWER, LineReader, ServerError, shorten_error
from performer.models.ollama.wire import BadLineError, OllamaLine, parse_line

_BAD_LINES = 3
"""Lines that are no JSON of ours, at which an answer is given up; fewer are skipped."""


class OllamaError(ServerError):
    """Say what an Ollama itself answered."""


class OllamaStream:
    """An answer that is arriving."""

    def __init__(self, pieces: AsyncIterator[bytes], patience: AnswerDeadlines, who: str) -> None:
        self._lines = LineReader(pieces, patience, who)
        self._patience = patience
        self._who = who
        self._bad = 0

    async def next(self) -> AnswerChunk | None:
        """Wait for the next piece; None when the stream ended.

        Raises:
            ServiceError: when it takes too long, breaks off, is too long, is no JSON, or says that it failed.
        """
        while True:
            line = await self._lines.next()
            if line is None:
                return None
            parsed = self._parsed(line)
            if parsed is None:
                continue
            if parsed.error:
                raise OllamaError(
                    f"{self._who} failed in mid-answer: {shorten_error(parsed.error)}",
                    status=IN_MID_ANSWER,
                    said=parsed.error,
                )
            self._patience.heard()
            return parsed.piece

    def _parsed(self, line: bytes) -> OllamaLine | None:
        try:
            return parse_line(line)
        except BadLineError as error:
            self._bad += 1
            if self._bad >= _BAD_LINES:
                raise ServiceError(f"{self._who} sent {self._bad} lines that are no JSON of its kind.") from error
            return None
