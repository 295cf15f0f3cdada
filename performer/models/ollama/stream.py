"""An answer of Ollama's while it arrives, line by line."""

from collections.abc import AsyncIterator
from typing import Generic, TypeVar

from pydantic import BaseModel

from performer.core.errors import ServiceError
from performer.models.driver.answer import AnswerChunk
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import IN_MID_ANSWER, LineReader, LineSplitter, ServerError, shorten_error
from performer.models.ollama.wire import BadLineError, OllamaLine, parse_json

_BAD_LINES = 3
"""Lines that are no JSON of ours, at which an answer is given up; fewer are skipped."""

T = TypeVar("T", bound=BaseModel)


class OllamaError(ServerError):
    """Raised with the words of an Ollama itself."""


class JsonLineReader(Generic[T]):
    """Reads lines that are JSON objects of one kind; a few that are none are skipped."""

    def __init__(
        self, kind: type[T], pieces: AsyncIterator[bytes], patience: AnswerDeadlines, splitter: LineSplitter
    ) -> None:
        self._kind = kind
        self._lines = LineReader(pieces, patience, splitter)
        self._patience = patience
        self._who = splitter.who
        self._bad = 0

    async def next(self) -> T | None:
        """Wait for the next object; None when the stream ended. Raises ServiceError as the lines do."""
        while (line := await self._lines.next()) is not None:
            try:
                parsed = parse_json(self._kind, line)
            except BadLineError as error:
                self._bad += 1
                if self._bad >= _BAD_LINES:
                    raise ServiceError(f"{self._who} sent {self._bad} lines that are no JSON of its kind.") from error
            else:
                self._patience.heard()
                return parsed
        return None


class OllamaStream:
    """An answer that is arriving."""

    def __init__(self, pieces: AsyncIterator[bytes], patience: AnswerDeadlines, who: str) -> None:
        self._lines = JsonLineReader(OllamaLine, pieces, patience, LineSplitter(who))
        self._who = who

    async def next(self) -> AnswerChunk | None:
        """Wait for the next piece; None when the stream ended. Raises ServiceError, too, when that failed."""
        line = await self._lines.next()
        if line is None:
            return None
        if line.error:
            sentence = f"{self._who} failed in mid-answer: {shorten_error(line.error)}"
            raise OllamaError(sentence, status=IN_MID_ANSWER, said=line.error)
        return line.chunk
