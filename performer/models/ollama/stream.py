"""An answer of Ollama's while it arrives, line by line."""

import re
from collections.abc import AsyncIterator

import httpx2

from performer.errors import ServiceError
from performer.models.deadlines import Patience
from performer.models.lines import LineSplitter
from performer.models.ollama.wire import BadLineError, ChatLine, parse_line
from performer.models.piece import Piece

_BAD_LINES = 3
"""Lines that are no JSON of ours, at which an answer is given up; fewer are skipped."""
_QUOTED = re.compile(r"raw\s*=.*|(['\"`]).{24,}?\1|\{.*", re.DOTALL)
"""What is quoted at length: names of models and files are short."""
_SHORT = 200
_IN_MID_ANSWER = 200


class OllamaError(ServiceError):
    """Say what the server itself answered: its HTTP status and its words, in an error response or in mid-stream."""

    def __init__(self, message: str, *, status: int, said: str, retry: bool = True) -> None:
        super().__init__(message, retry=retry)
        self.status = status
        self.said = said


class ChatStream:
    """An answer that is arriving."""

    def __init__(self, pieces: AsyncIterator[bytes], patience: Patience, who: str) -> None:
        self._pieces = pieces
        self._patience = patience
        self._who = who
        self._splitter = LineSplitter(who)
        self._lines: list[bytes] = []
        self._ended = False
        self._bad = 0

    async def next(self) -> Piece | None:
        """Wait for the next piece; None when the stream ended.

        Raises:
            ServiceError: when it takes too long, breaks off, is too long, is no JSON, or says that it failed.
        """
        while True:
            line = await self._next_line()
            if line is None:
                return None
            parsed = self._parsed(line)
            if parsed is None:
                continue
            if parsed.error:
                raise OllamaError(
                    f"{self._who} failed in mid-answer: {in_short(parsed.error)}",
                    status=_IN_MID_ANSWER,
                    said=parsed.error,
                )
            self._patience.heard()
            return parsed.piece

    async def _next_line(self) -> bytes | None:
        while not self._lines:
            if self._ended:
                return None
            try:
                piece = await self._patience.wait(self._next_piece)
            except httpx2.HTTPError as error:
                raise ServiceError(f"{self._who} broke off in mid-answer: {reason(error)}.") from error
            self._ended = piece is None
            self._lines = self._splitter.finish() if piece is None else self._splitter.feed(piece)
        return self._lines.pop(0)

    async def _next_piece(self) -> bytes | None:
        return await anext(self._pieces, None)

    def _parsed(self, line: bytes) -> ChatLine | None:
        try:
            return parse_line(line)
        except BadLineError as error:
            self._bad += 1
            if self._bad >= _BAD_LINES:
                raise ServiceError(f"{self._who} sent {self._bad} lines that are no JSON of its kind.") from error
            return None


def reason(error: httpx2.HTTPError) -> str:
    """Name what went wrong on the wire; some such errors have no words of their own."""
    return str(error) or type(error).__name__


def in_short(said: str) -> str:
    """Write a server's error for people, without what it quotes: a parser's error quotes the model, unguarded."""
    return _QUOTED.sub("…", said)[:_SHORT]
