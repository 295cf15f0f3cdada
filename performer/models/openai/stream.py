"""An answer of a server of OpenAI's kind while it arrives, event by event.

Lines are joined to server-sent events, and the pieces of tool calls to calls. The reader is as tolerant as the servers
are careless: events need no empty line between them, fields no blank after the colon, and an error may come as a field
of its own.
"""

import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import field
from typing import NamedTuple

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.models.driver.answer import AnswerChunk, NativeCall
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import IN_MID_ANSWER, LineReader, LineSplitter, ServerError, shorten_error
from performer.models.model import Usage
from performer.models.openai.wire import BadEventError, CallPart, Chunk, parse_chunk, parse_error


class ServerSentEvent(NamedTuple):
    """The data of one event."""

    data: str
    is_error: bool = False
    """Whether the server called it one."""


@dataclass
class ServerSentEventReader:
    """Joins lines to events, of which at most one is unfinished."""

    _data: list[str] = field(default_factory=list)
    _is_error: bool = False

    def feed(self, line: bytes) -> list[ServerSentEvent]:
        """Read the next line, without its end, and return the events that are complete with it: none, one or two."""
        text = line.decode("utf-8", "replace").removesuffix("\r").removeprefix("\ufeff")
        if not text.strip():
            return self.finish()
        name, value = _split_field(text)
        if name == "event":
            self._is_error = value == "error"
        if name == "error":
            return [*self.finish(), ServerSentEvent(data=value, is_error=True)]
        return self._add(value) if name == "data" else []

    def finish(self) -> list[ServerSentEvent]:
        """Return the event that is unfinished, if any: the stream ended."""
        data, is_error = "\n".join(self._data).strip(), self._is_error
        self._data, self._is_error = [], False
        return [ServerSentEvent(data=data, is_error=is_error)] if data else []

    def _add(self, value: str) -> list[ServerSentEvent]:
        """Add data; data with which no JSON goes on begins a new event, and the ended one is returned."""
        is_whole = bool(self._data) and self._data[-1].rstrip().endswith("}")
        ended = self.finish() if is_whole and value.startswith(("{", "[")) else []
        self._data.append(value)
        return ended


def _split_field(line: str) -> tuple[str, str]:
    """Split a line into its field and value; a comment has no field, and bare JSON is taken for data."""
    if line.startswith("{"):
        return "data", line
    name, _, value = line.partition(":")
    return name, value.removeprefix(" ")


_MOST_CALLS = 64
"""More than any answer makes; further ones are not kept."""


@dataclass
class _Growing:
    index: int | None
    id: str = ""
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    whole: object = None
    """All arguments as an object, from servers that do not send a string."""

    @property
    def arguments(self) -> object:
        """The arguments: as an object if they are one, otherwise as they came."""
        if self.whole is not None:
            return self.whole
        text = "".join(self.pieces).strip()
        objects = [each for each in _parse_documents(text) if each != {}]  # some servers send an empty object first
        if not objects and text.replace("{}", "").strip() == "":
            return {}
        return objects[0] if objects and all(each == objects[0] for each in objects) else text

    def add(self, part: CallPart) -> None:
        """Add the next piece."""
        self.id = self.id or part.id
        if part.name != self.name:  # some servers repeat it in every piece
            self.name += part.name
        if isinstance(part.arguments, str):
            self.pieces.append(part.arguments)
        else:
            self.whole = part.arguments


@dataclass
class GrowingCalls:
    """Joins the pieces of an answer's calls, of which the first has most.

    A piece belongs to the call with its id; without an id to the newest call with its index; without an index to the
    newest call. A new id begins a new call even at an index that is taken, for some servers number every call 0; and so
    does another name where the arguments are whole, for some give every call the same id, or none.
    """

    _calls: list[_Growing] = field(default_factory=list)

    def take(self, parts: Iterable[CallPart]) -> None:
        """Add the next pieces."""
        for part in parts:
            call = self._find_or_begin(part)
            if call is not None:
                call.add(part)

    def whole(self) -> tuple[NativeCall, ...]:
        """Return the calls in the order in which they began; those that never got a name are none."""
        named = [each for each in self._calls if each.name]
        return tuple(NativeCall(id=each.id, name=each.name, arguments=each.arguments) for each in named)

    def _find_or_begin(self, part: CallPart) -> _Growing | None:
        """Find the call that a piece belongs to, or begin it; None when there are too many."""
        known = self._find_by_id(part) if part.id else self._find_by_index(part)
        if known is not None and _is_another(known, part):
            known = None
        if known is not None or len(self._calls) == _MOST_CALLS:
            return known
        self._calls.append(_Growing(index=part.index))
        return self._calls[-1]

    def _find_by_id(self, part: CallPart) -> _Growing | None:
        same = [each for each in reversed(self._calls) if each.id == part.id]
        if same:
            return next((each for each in same if each.index == part.index), same[0])
        newest = self._find_by_index(part)
        return newest if newest is not None and not newest.id and not newest.name else None

    def _find_by_index(self, part: CallPart) -> _Growing | None:
        if part.index is not None:
            return next((each for each in reversed(self._calls) if each.index == part.index), None)
        newest = self._calls[-1] if self._calls else None
        return None if newest is not None and part.name and newest.name else newest


def _is_another(call: _Growing, part: CallPart) -> bool:
    """Whether a piece names another call than the one it seems to belong to; a name may come in pieces too."""
    has_arguments = call.whole is not None or any(call.pieces)
    return bool(
        call.name and part.name and part.name != call.name and has_arguments and isinstance(call.arguments, dict)
    )


def _parse_documents(text: str) -> Iterator[object]:
    """Yield the JSON documents that stand one after the other in a text; a broken end yields the text itself."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        try:
            found, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield text
            return
        yield found
        at = end + len(text[end:]) - len(text[end:].lstrip())


_DONE = "[DONE]"
RESPONSE_BYTES = 8 * 1024 * 1024
"""Each token comes in an event of some 300 bytes."""
_BAD_EVENTS = 3
"""Events that are no JSON object, at which an answer is given up; fewer are skipped."""
AFTERMATH_S = 2.0
"""How long the token counts and the end may take once the model is done."""
_CUT = ("length", "max_tokens", "content_filter")
"""Reasons for which an answer ends before its end."""


class OpenAIStream:
    """An answer that is arriving; `hidden` removes secrets from the server's words."""

    def __init__(
        self, pieces: AsyncIterator[bytes], patience: AnswerDeadlines, who: str, hidden: Callable[[str], str]
    ) -> None:
        splitter = LineSplitter(who, response_bytes=RESPONSE_BYTES, keep_empty=True)
        self._lines = LineReader(pieces, patience, splitter)
        self._patience = patience
        self._who = who
        self._hidden = hidden
        self._reader = ServerSentEventReader()
        self._events: deque[ServerSentEvent] = deque()
        self._calls = GrowingCalls()
        self._usage = Usage()
        self._finish = ""
        self.has_ended = False
        """Whether all was said, though the response may still have to end."""
        self._bad = 0

    async def next(self) -> AnswerChunk | None:
        """Wait for the next piece; the last one is `done` and has the calls. None: it ended without that."""
        while not self.has_ended:
            event = await self._next_event()
            if event is None or event.data == _DONE:
                return self._finish_answer(was_said=event is not None)
            chunk = self._parse(event)
            if chunk is not None and chunk.has_content:
                self._patience.heard()
                self._calls.take(chunk.parts)
                if chunk.finish and not self._finish:  # after that nothing is worth a long wait
                    self._finish = chunk.finish
                    self._patience.shorten_to(AFTERMATH_S)
                return AnswerChunk(text=chunk.text, thinking=chunk.thinking)
        return None

    def _finish_answer(self, *, was_said: bool) -> AnswerChunk | None:
        """Return the last piece: the answer is whole if the server said so, or said why the model stopped."""
        self.has_ended = True
        if not was_said and not self._finish:
            return None
        return AnswerChunk(done=True, calls=self._calls.whole(), cut=self._finish in _CUT, usage=self._usage)

    async def _next_event(self) -> ServerSentEvent | None:
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

    def _parse(self, event: ServerSentEvent) -> Chunk | None:
        try:
            chunk = parse_chunk(event.data)
        except BadEventError as error:
            if event.is_error:
                raise self._make_failure(parse_error(event.data.encode())) from None
            self._bad += 1
            if self._bad >= _BAD_EVENTS:
                raise ServiceError(
                    own("{who} sent {bad} events that are no JSON of its kind.", who=self._who, bad=self._bad)
                ) from error
            return None
        if chunk.error or event.is_error:
            raise self._make_failure(chunk.error or parse_error(event.data.encode()))
        self._usage = chunk.usage or self._usage
        return chunk

    def _make_failure(self, said: str) -> ServerError:
        said = self._hidden(said)
        return ServerError(f"{self._who} failed in mid-answer: {shorten_error(said)}", status=IN_MID_ANSWER, said=said)
