"""Lines out of a server's stream of bytes, each and all of bounded size, and the errors of a server."""

import re
from collections import deque
from collections.abc import AsyncIterator, Iterator
from dataclasses import field
from socket import gaierror
from typing import Literal

import httpx2

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.models.http.deadlines import AnswerDeadlines

Unreached = Literal["unknown", "refused", "other"]
"""Why a machine could not be reached: no machine of that name is known; nothing listens there; or another reason."""


def find_unreached_reason(error: BaseException) -> Unreached:
    """Find why a connection failed, in an error and all its causes."""
    whole = list(_list_causes(error))
    if any(isinstance(each, gaierror) for each in whole):
        return "unknown"
    if any(isinstance(each, ConnectionRefusedError) for each in whole):
        return "refused"
    return "other"


def _list_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes, and those of a group's members: a name may stand for several addresses."""
    if error is None:
        return
    yield error
    for each in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
        yield from _list_causes(each)
    yield from _list_causes(error.__cause__ or error.__context__)


LINE_BYTES = 256 * 1024
RESPONSE_BYTES = 1024 * 1024


@dataclass(eq=False)
class LineSplitter:
    """Cuts pieces of any size into lines, holding at most one unfinished line; empty ones are left out if not kept."""

    who: str
    line_bytes: int = LINE_BYTES
    response_bytes: int = RESPONSE_BYTES
    keep_empty: bool = field(default=False, kw_only=True)
    _taken: int = field(default=0, init=False)
    _rest: bytearray = field(default_factory=bytearray, init=False)

    def feed(self, piece: bytes) -> list[bytes]:
        """Read the next bytes, and return the lines they end; raise ServiceError when one, or all, is too long."""
        self._taken += len(piece)
        if self._taken > self.response_bytes:
            raise ServiceError(
                own(
                    "{who} answered with more than {response_bytes} KB.",
                    who=self.who,
                    response_bytes=self.response_bytes // 1024,
                )
            )
        *whole, rest = piece.split(b"\n")
        if whole:
            whole[0] = bytes(self._rest) + whole[0]
            self._rest.clear()
        self._rest += rest
        if len(self._rest) > self.line_bytes or any(len(line) > self.line_bytes for line in whole):
            raise ServiceError(
                own("{who} sent a line of more than {line_bytes} KB.", who=self.who, line_bytes=self.line_bytes // 1024)
            )
        return [line for line in whole if self.keep_empty or line.strip()]

    def finish(self) -> list[bytes]:
        """Return the last line if it had no end."""
        last = bytes(self._rest)
        self._rest.clear()
        return [last] if last.strip() else []


IN_MID_ANSWER = 200
"""The status of an answer that failed after it had begun."""
_QUOTED = re.compile(r"raw\s*=.*|(['\"`]).{24,}?\1|\{.*", re.DOTALL)
"""A long quotation: names of models and files are short."""
_SHORT = 200
_PASSING = re.compile(
    r"out of memory|\b(cuda|vram|cudamalloc|overloaded)\b|too (long|large)|context (length|window|size)"
    r"|throttl|rate limit",
    re.IGNORECASE,
)


class ServerError(ServiceError):
    """Raised with a server's own HTTP status and words, from an error response or in mid-stream."""

    def __init__(self, message: str, *, status: int, said: str, retry: bool = True) -> None:
        super().__init__(message, retry=retry)
        self.status = status
        self.said = said

    @property
    def passes(self) -> bool:
        """Whether it is about the load or the length of this question: it shows nothing about others."""
        return _PASSING.search(shorten_error(self.said)) is not None


@dataclass(eq=False)
class LineReader:
    """Reads lines off a response, each and all of bounded size, within its deadlines."""

    _pieces: AsyncIterator[bytes]
    patience: AnswerDeadlines
    splitter: LineSplitter
    _lines: deque[bytes] = field(default_factory=deque, init=False)
    _ended: bool = field(default=False, init=False)

    async def next(self) -> bytes | None:
        """Wait for the next line; None when the response ended.

        Raise ServiceError when it takes too long, breaks off, or is too long.
        """
        while not self._lines:
            if self._ended:
                return None
            try:
                piece = await self.patience.wait(lambda: anext(self._pieces, None))
            except httpx2.HTTPError as error:
                raise ServiceError(
                    own("{who} broke off in mid-answer: {error}.", who=self.splitter.who, error=name_error(error))
                ) from error
            self._ended = piece is None
            self._lines.extend(self.splitter.finish() if piece is None else self.splitter.feed(piece))
        return self._lines.popleft()


def name_error(error: httpx2.HTTPError) -> str:
    """Return the words of an error on the wire, or its type, for some have no words."""
    return str(error) or type(error).__name__


def shorten_error(said: str) -> str:
    """Return a server's error for people, without its quotations: a parser's error quotes the model, unguarded."""
    return _QUOTED.sub("…", said)[:_SHORT]
