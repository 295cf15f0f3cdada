"""An answer of Ollama's while it arrives, line by line."""

from collections.abc import AsyncIterator

from performer.errors import ServiceError
from performer.models.deadlines import Patience
from performer.models.http_stream import IN_MID_ANSWER, LineReader, ServerError, in_short
from performer.models.ollama.wire import BadLineError, ChatLine, parse_line
from performer.models.piece import Piece

_BAD_LINES = 3
"""Lines that are no JSON of ours, at which an answer is given up; fewer are skipped."""


class OllamaError(ServerError):
    """Say what an Ollama itself answered."""


class ChatStream:
    """An answer that is arriving."""

    def __init__(self, pieces: AsyncIterator[bytes], patience: Patience, who: str) -> None:
        self._lines = LineReader(pieces, patience, who)
        self._patience = patience
        self._who = who
        self._bad = 0

    async def next(self) -> Piece | None:
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
                    f"{self._who} failed in mid-answer: {in_short(parsed.error)}",
                    status=IN_MID_ANSWER,
                    said=parsed.error,
                )
            self._patience.heard()
            return parsed.piece

    def _parsed(self, line: bytes) -> ChatLine | None:
        try:
            return parse_line(line)
        except BadLineError as error:
            self._bad += 1
            if self._bad >= _BAD_LINES:
                raise ServiceError(f"{self._who} sent {self._bad} lines that are no JSON of its kind.") from error
            return None
