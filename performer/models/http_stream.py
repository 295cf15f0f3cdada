"""What a model's server sends over HTTP while it arrives, and the errors that say what went wrong with it."""

import re
from collections import deque
from collections.abc import AsyncIterator

import httpx2

from performer.errors import ServiceError
from performer.models.deadlines import Patience
from performer.models.lines import LINE_BYTES, RESPONSE_BYTES, LineSplitter

IN_MID_ANSWER = 200
"""The status of an answer that failed after it had begun."""
_QUOTED = re.compile(r"raw\s*=.*|(['\"`]).{24,}?\1|\{.*", re.DOTALL)
"""What is quoted at length: names of models and files are short."""
_SHORT = 200
_PASSING = re.compile(
    r"out of memory|\b(cuda|vram|cudamalloc|overloaded)\b|too (long|large)|context (length|window|size)"
    r"|throttl|rate limit",
    re.IGNORECASE,
)


class ServerError(ServiceError):
    """Say what the server itself answered: its HTTP status and its words, in an error response or in mid-stream."""

    def __init__(self, message: str, *, status: int, said: str, retry: bool = True) -> None:
        super().__init__(message, retry=retry)
        self.status = status
        self.said = said

    @property
    def passes(self) -> bool:
        """Whether it is about the load or the length of this question: it tells nothing about others."""
        return _PASSING.search(in_short(self.said)) is not None


class LineReader:
    """Reads lines off a response, each and all of bounded size, for as long as its reader has patience."""

    def __init__(
        self,
        pieces: AsyncIterator[bytes],
        patience: Patience,
        who: str,
        *,
        line_bytes: int = LINE_BYTES,
        response_bytes: int = RESPONSE_BYTES,
        keep_empty: bool = False,
    ) -> None:
        self._pieces = pieces
        self._patience = patience
        self._who = who
        self._splitter = LineSplitter(who, line_bytes=line_bytes, response_bytes=response_bytes, keep_empty=keep_empty)
        self._lines: deque[bytes] = deque()
        self._ended = False

    async def next(self) -> bytes | None:
        """Wait for the next line; None when the response ended.

        Raises:
            ServiceError: when it takes too long, breaks off, or is too long.
        """
        while not self._lines:
            if self._ended:
                return None
            try:
                piece = await self._patience.wait(self._next_piece)
            except httpx2.HTTPError as error:
                raise ServiceError(f"{self._who} broke off in mid-answer: {reason(error)}.") from error
            self._ended = piece is None
            self._lines.extend(self._splitter.finish() if piece is None else self._splitter.feed(piece))
        return self._lines.popleft()

    async def _next_piece(self) -> bytes | None:
        return await anext(self._pieces, None)


def reason(error: httpx2.HTTPError) -> str:
    """Name what went wrong on the wire; some such errors have no words of their own."""
    return str(error) or type(error).__name__


def in_short(said: str) -> str:
    """Write a server's error for people, without what it quotes: a parser's error quotes the model, unguarded."""
    return _QUOTED.sub("…", said)[:_SHORT]
