"""What the fake server of OpenAI's kind puts on the wire: good events in many dialects, and how they go wrong."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from aiohttp import web

Body = dict[str, Any]
Call = tuple[str, dict[str, Any]]


class Trouble(Enum):
    """The ways in which an answer goes wrong; those in mid-answer say `after` first."""

    IN_BAND = auto()
    """An event with an error, and the end, as vLLM sends it."""
    ERROR_EVENT = auto()
    """An event that is called `error`."""
    ERROR_FIELD = auto()
    """A field that is called `error`, as older llama.cpp sends it."""
    PARSE_IN_BAND = auto()
    """An error about a tool call that could not be read."""
    NO_DONE = auto()
    """It ends cleanly, but without a reason and without [DONE], as Ollama does when its model fails."""
    FIN = auto()
    """The connection closes in mid-answer."""
    HANG_HEADERS = auto()
    """Nothing comes, not even a status."""
    PINGS = auto()
    """Nothing comes but comments that keep the connection open."""
    HANG_MID = auto()
    """Some tokens come, and then none."""
    ENDLESS = auto()
    """New words for ever."""
    LONG_LINE = auto()
    """A line of 1 MB."""
    GARBAGE = auto()
    """Events that are no JSON, for ever."""
    SOME_GARBAGE = auto()
    """Two such events, and then a good end."""
    ENDLESS_REFUSAL = auto()
    """400 with words for ever."""
    HTML = auto()
    """200 with a web page."""
    HTML_ERROR = auto()
    """502 with a web page."""
    REDIRECT = auto()
    """302 to elsewhere."""


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """An error response."""

    status: int
    said: str | Body
    """The message of an error of OpenAI's kind, or the whole body."""
    headers: dict[str, str] = field(default_factory=dict)

    def response(self) -> web.Response:
        body = {"error": {"message": self.said, "type": "error", "param": None, "code": self.status}}
        whole = body if isinstance(self.said, str) else self.said
        return web.json_response(whole, status=self.status, headers=self.headers)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What to answer, and in which dialect."""

    text: str = ""
    calls: Sequence[Call] = ()
    deltas: Sequence[Body] = ()
    """What to send instead of ordinary deltas."""
    thinking: str = ""
    thinking_key: str = "reasoning_content"
    finish: str | None = "stop"
    """The reason for the end; None: it is not told."""
    done: bool = True
    """Whether [DONE] follows."""
    tokens: int | None = 12
    """Tokens of the answer that the server claims; None: no word of it."""
    wire_bytes: int = 0
    """Send the wire in pieces of so many bytes, across lines and letters; 0 sends event by event."""
    line_end: str = "\n"
    gap: str = "\n"
    """What stands between events."""
    prefix: str = "data: "
    pretty: bool = False
    """Whether the JSON of an event runs over several lines."""
    pings: bool = False
    """Whether comments stand between the events."""
    whole: bool = False
    """Whether the server does not stream, though it was asked to."""
    hold: bool = False
    """Wait in mid-answer, after the first word, until `release()`."""
    stays_open: bool = False
    """Whether the connection stays open after the end."""
    trouble: Trouble | None = None
    refusal: Refusal | None = None


def _chunk(delta: Body | None, finish: str | None = None) -> Body:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "fake", "choices": [choice]}


def _cut(text: str, size: int = 4) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _call_deltas(calls: Sequence[Call]) -> Iterator[Body]:
    """Send calls as OpenAI does: the first piece names, the others are arguments."""
    for index, (name, arguments) in enumerate(calls):
        first = {"index": index, "id": f"id{index}", "type": "function", "function": {"name": name, "arguments": ""}}
        yield {"tool_calls": [first]}
        for piece in _cut(json.dumps(arguments), 5):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def chunks(reply: Reply) -> Iterator[Body]:
    """Yield the events before the end."""
    yield _chunk({"role": "assistant", "content": ""})
    for piece in _cut(reply.thinking):
        yield _chunk({reply.thinking_key: piece})
    for piece in _cut(reply.text):
        yield _chunk({"content": piece})
    for delta in reply.deltas or _call_deltas(reply.calls):
        yield _chunk(delta)


def ending(reply: Reply) -> Iterator[Body]:
    """Yield the events of the end."""
    if reply.finish is not None:
        finish = "tool_calls" if reply.finish == "stop" and (reply.calls or reply.deltas) else reply.finish
        yield _chunk({}, finish)
    if reply.tokens is not None:
        yield {**_chunk(None), "choices": [], "usage": usage(reply)}


def usage(reply: Reply) -> Body:
    return {"prompt_tokens": 321, "completion_tokens": reply.tokens, "total_tokens": 321 + (reply.tokens or 0)}


def whole_answer(reply: Reply) -> Body:
    calls = [
        {"id": f"id{at}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for at, (name, arguments) in enumerate(reply.calls)
    ]
    message = {"role": "assistant", "content": reply.text or None, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": reply.finish}
    return {"id": "chatcmpl-1", "object": "chat.completion", "choices": [choice], "usage": usage(reply)}


def encoded(chunk: Body | str, reply: Reply) -> bytes:
    """Write one event in the reply's dialect."""
    text = (
        chunk if isinstance(chunk, str) else json.dumps(chunk, ensure_ascii=False, indent=1 if reply.pretty else None)
    )
    lines = [f"{reply.prefix}{line}{reply.line_end}" for line in text.split("\n")]
    ping = f": ping{reply.line_end}{reply.line_end}" if reply.pings else ""
    return (ping + "".join(lines) + reply.gap).encode()


async def pieces(events: Iterable[Body | str], reply: Reply) -> AsyncIterator[bytes]:
    """Send events as they are, or cut anywhere."""
    for event in events:
        await asyncio.sleep(0)
        whole = encoded(event, reply)
        step = reply.wire_bytes or len(whole)
        for start in range(0, len(whole), step):
            yield whole[start : start + step]


def _counted() -> Iterator[bytes]:
    for number in itertools.count():
        yield encoded(_chunk({"content": f" word{number}"}), Reply())


def _error(said: str) -> bytes:
    return b"data: " + json.dumps({"error": {"message": said, "code": 500}}).encode() + b"\n\n"


WRONG_PIECES: dict[Trouble, Callable[[], Iterable[bytes]]] = {
    Trouble.IN_BAND: lambda: [_error("CUDA out of memory"), b"data: [DONE]\n\n"],
    Trouble.ERROR_EVENT: lambda: [b'event: error\ndata: {"message": "the engine died"}\n\n'],
    Trouble.ERROR_FIELD: lambda: [b'error: {"code": 500, "message": "slot unavailable"}\n\n'],
    Trouble.PARSE_IN_BAND: lambda: [_error("Failed to parse input at pos 12: <tool_call>")],
    Trouble.NO_DONE: list,
    Trouble.ENDLESS: _counted,
    Trouble.LONG_LINE: lambda: [b'data: {"choices": "' + b"x" * 1_000_000],
    Trouble.GARBAGE: lambda: itertools.repeat(b'data: {"mess\xff\n\n'),
    Trouble.SOME_GARBAGE: lambda: [
        b'data: {"mess\xff\n\n',
        b"data: 7\n\n",
        encoded(_chunk({"content": " fine."}, "stop"), Reply()),
        b"data: [DONE]\n\n",
    ],
}


def _page(status: int) -> web.Response:
    return web.Response(text="<h1>Please log in</h1>", status=status, content_type="text/html")


REFUSALS: dict[Trouble | None, Callable[[], web.Response]] = {
    Trouble.HTML: lambda: _page(200),
    Trouble.HTML_ERROR: lambda: _page(502),
    Trouble.REDIRECT: lambda: web.Response(status=302, headers={"Location": "http://127.0.0.1:1/login"}),
}
