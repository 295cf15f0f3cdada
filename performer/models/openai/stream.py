"""An answer of a server of OpenAI's kind while it arrives, event by event."""

from collections import deque
from collections.abc import AsyncIterator, Callable

from performer.errors import ServiceError
from performer.models.deadlines import Patience
from performer.models.http_stream import IN_MID_ANSWER, LineReader, ServerError, in_short
from performer.models.model import Usage
from performer.models.openai.calls import GrowingCalls
from performer.models.openai.sse import Event, EventReader
from performer.models.openai.wire import BadEventError, Chunk, parse_chunk, parse_error
from performer.models.piece import Piece

_DONE = "[DONE]"
RESPONSE_BYTES = 8 * 1024 * 1024
"""Each token comes in an event of some 300 bytes."""
_BAD_EVENTS = 3
"""Events that are no JSON object, at which an answer is given up; fewer are skipped."""
AFTERMATH_S = 2.0
"""How long the token counts and the end may take once the model is done."""
_CUT = ("length", "max_tokens", "content_filter")
"""Reasons for which an answer ends before its end."""


class ChatStream:
    """An answer that is arriving.

    Args:
        pieces: The response's body.
        patience: How long it may take.
        who: The server, in a sentence.
        hidden: Takes secrets out of the server's words.
    """

    def __init__(
        self, pieces: AsyncIterator[bytes], patience: Patience, who: str, hidden: Callable[[str], str]
    ) -> None:
        self._lines = LineReader(pieces, patience, who, response_bytes=RESPONSE_BYTES, keep_empty=True)
        self._patience = patience
        self._who = who
        self._hidden = hidden
        self._reader = EventReader()
        self._events: deque[Event] = deque()
        self._calls = GrowingCalls()
        self._usage = Usage()
        self._finish = ""
        self._ended = False
        self._bad = 0

    async def next(self) -> Piece | None:
        """Wait for the next piece; the last one is `done` and has the calls. None: it ended without that.

        Raises:
            ServiceError: when it takes too long, breaks off, is too long, is no JSON, or says that it failed.
        """
        while not self._ended:
            event = await self._next_event()
            if event is None or event.data == _DONE:
                return self._end(was_said=event is not None)
            chunk = self._chunk(event)
            if chunk is not None and chunk.says_something:
                self._patience.heard()
                self._note(chunk)
                return Piece(text=chunk.text, thinking=chunk.thinking)
        return None

    def _note(self, chunk: Chunk) -> None:
        """Keep what belongs to the end; what comes after the reason for it is worth no long wait."""
        self._calls.take(chunk.parts)
        if chunk.finish and not self._finish:
            self._finish = chunk.finish
            self._patience.end_within(AFTERMATH_S)

    def _end(self, *, was_said: bool) -> Piece | None:
        """End the answer: it is whole if the server said so, or said why the model stopped."""
        self._ended = True
        if not was_said and not self._finish:
            return None
        return Piece(done=True, calls=self._calls.whole(), cut=self._finish in _CUT, usage=self._usage)

    async def _next_event(self) -> Event | None:
        while not self._events:
            try:
                line = await self._lines.next()
            except ServiceError:
                if self._finish:  # the model was done: only its token counts are lost
                    return None
                raise
            self._events.extend(self._reader.finish() if line is None else self._reader.feed(line))
            if line is None and not self._events:
                return None
        return self._events.popleft()

    def _chunk(self, event: Event) -> Chunk | None:
        try:
            chunk = parse_chunk(event.data)
        except BadEventError as error:
            if event.is_error:
                raise self._failed(parse_error(event.data.encode())) from None
            self._bad += 1
            if self._bad >= _BAD_EVENTS:
                raise ServiceError(f"{self._who} sent {self._bad} events that are no JSON of its kind.") from error
            return None
        if chunk.error or event.is_error:
            raise self._failed(chunk.error or parse_error(event.data.encode()))
        self._usage = chunk.usage or self._usage
        return chunk

    def _failed(self, said: str) -> ServerError:
        said = self._hidden(said)
        return ServerError(f"{self._who} failed in mid-answer: {in_short(said)}", status=IN_MID_ANSWER, said=said)
