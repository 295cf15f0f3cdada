"""What the fake Ollama puts on the wire: good lines, and every way in which they go wrong."""

import asyncio
import base64
import binascii
import itertools
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from aiohttp import web

from performer.core.prompt_files import load_prompt_lines

Body = dict[str, Any]
Call = tuple[str, dict[str, Any]]

FOREVER = "2318-04-05T10:20:30.123456789+02:00"
CREATED = "2026-01-01T00:00:00.000000Z"


class Trouble(Enum):
    """The ways in which an answer goes wrong; those in mid-answer say `after` first."""

    NO_TOOLS = auto()
    """400: the model does not support tools."""
    NO_THINKING = auto()
    """400: the model does not support thinking."""
    NO_LEVELS = auto()
    """400: a server that wants true or false is told how much to think."""
    NO_CHAT = auto()
    """400: the model does not chat at all."""
    BAD_JSON = auto()
    """400: the server cannot decode the question."""
    NO_FORMAT = auto()
    """400: the server makes nothing of the schema."""
    NO_GRAMMAR = auto()
    """500: the runner makes no grammar of the schema."""
    SIGN_IN = auto()
    """401: a model of the cloud, and nobody has signed in."""
    NO_CLOUD = auto()
    """403: a model of the cloud, which is turned off."""
    FORBIDDEN = auto()
    """403 without a word: the server does not want to be called by this address."""
    NOT_FOUND = auto()
    """404: the model is not there."""
    NOT_FOUND_LATE = auto()
    """404: the same, as the scheduler says it."""
    WRONG_METHOD = auto()
    """405: an address that takes no questions."""
    CANCELED = auto()
    """499: somebody between hung up while the server waited for its turn."""
    BLIND = auto()
    """500: a model without eyes was shown a picture."""
    BLIND_RUNNER = auto()
    """500: the same, as llama-server says it."""
    BAD_OPTION = auto()
    """500: an option is of the wrong type."""
    BAD_TEMPLATE = auto()
    """500: the model's template fails on the conversation."""
    LOAD_FAILED = auto()
    """500: the model does not fit into memory."""
    LOAD_ABORTED = auto()
    """500: a cold load was broken off because its asker went away."""
    CLOUD_DOWN = auto()
    """502: the cloud behind the server does not answer."""
    NO_PARSE = auto()
    """500: llama.cpp's reader could not read the tool call that its model printed."""
    PARSE_ERROR = auto()
    """500: the server could not read the tool call that its model printed."""
    CRASH = auto()
    """500: the runner died."""
    BUSY = auto()
    """503: too many requests wait."""
    IN_BAND = auto()
    """An error line at status 200, and the end."""
    PARSE_IN_BAND = auto()
    """The same, about a tool call that could not be read."""
    FIN = auto()
    """The connection closes in mid-answer."""
    RST = auto()
    """The connection is reset in mid-answer."""
    NO_DONE = auto()
    """The answer ends cleanly, but without its `done` line."""
    HANG_HEADERS = auto()
    """Nothing comes, not even a status."""
    HANG_FIRST = auto()
    """A status comes, and no token."""
    HANG_MID = auto()
    """Some tokens come, and then none."""
    DRIP = auto()
    """Some tokens come, and then one byte at a time, never a line."""
    ENDLESS = auto()
    """New words for ever."""
    LOOP = auto()
    """The same words for ever."""
    LONG_LINE = auto()
    """A line of 10 MB."""
    HUGE_LINE = auto()
    """A line of 100 MB, a megabyte at a time."""
    LONG_ANSWER = auto()
    """10 MB in lines of ordinary length."""
    GARBAGE = auto()
    """Lines that are no JSON, with bytes that are no UTF-8, and no end of them."""
    UTF_16 = auto()
    """Good lines, in UTF-16."""
    SOME_GARBAGE = auto()
    """Two such lines, and then a good end."""
    HTML = auto()
    """200 with a web page."""
    HTML_ERROR = auto()
    """502 with a web page."""
    REDIRECT = auto()
    """302 to elsewhere."""


@dataclass(frozen=True, kw_only=True)
class FakeModel:
    """An installed model."""

    name: str
    capabilities: tuple[str, ...] | None = ("completion", "vision", "tools")
    """None: a server too old to tell."""
    digest: str = ""
    """Empty makes one of the name."""
    size: int = 3_295_609_896
    context: int = 262_144


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What to answer, and how it travels."""

    text: str = ""
    calls: Sequence[Call] = ()
    thinking: str = ""
    calls_in_done: bool = False
    """Whether native calls come in the `done` line, as from models with a Jinja template, or each in a line before."""
    done_reason: str = "stop"
    eval_count: int | None = None
    """Tokens the server claims to have made; None counts them, and silence is one."""
    wire_bytes: int = 0
    """Send the wire in pieces of so many bytes, across lines and letters; 0 sends line by line."""
    token_s: float = 0.0
    """Seconds before each token."""
    first_s: float = 0.0
    """Seconds before the answer begins, in which a true server reads its prompt."""
    prompt_tokens: int = 321
    """Tokens that the server says it read."""
    load: float = 1.0
    """How many times as long as on a free card the server says that reading and writing took."""
    load_s: float = 0.05
    """Seconds that the server says it took to load the model for this answer."""
    hold: bool = False
    """Wait in mid-answer, after the first word, until `release()`."""
    trouble: Trouble | None = None


_FAMILY = {"parent_model": "", "format": "gguf", "family": "fake", "families": ["fake"]}
DETAILS = {**_FAMILY, "parameter_size": "4B", "quantization_level": "Q4_K_M"}


def tag(model: FakeModel) -> Body:
    digest = model.digest or f"{abs(hash(model.name)):064x}"
    names = {"name": model.name, "model": model.name}
    return {**names, "modified_at": CREATED, "size": model.size, "digest": digest, "details": DETAILS}


def in_memory(model: FakeModel, told: Body) -> Body:
    """Write an entry of `/api/ps`: all of it on the card unless it is told otherwise."""
    size = model.size + 1_000_000_000
    where = {"size": size, "size_vram": size, "expires_at": FOREVER, "context_length": 8192}
    return {**tag(model), **where, **told}


def about(model: FakeModel) -> Body:
    """Write the part of `/api/show` that comes from the model's file."""
    return {"general.architecture": "fake", "fake.context_length": model.context}


def error_response(status: int, said: str) -> web.Response:
    return web.json_response({"error": said}, status=status)


def wrong_message(message: Body) -> str:
    """Say what the true server's decoder would say of a message it cannot take."""
    if not isinstance(message.get("content", ""), str):
        return "json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string"
    for call in message.get("tool_calls") or ():
        if not isinstance(call["function"].get("arguments"), dict):
            return "Value looks like object, but can't find closing '}' symbol"
    try:
        for image in message.get("images") or ():
            base64.b64decode(image, validate=True)
    except binascii.Error as error:
        return f"illegal base64 data: {error}"
    return ""


def plain_line(model: str, **message: Any) -> Body:
    said = {"role": "assistant", "content": "", **message}
    return {"model": model, "created_at": CREATED, "message": said, "done": False}


def is_opening(body: Body) -> bool:
    """Return whether a question only has the model read: nobody wants an answer of one token."""
    return bool(body.get("messages")) and body.get("options", {}).get("num_predict") == 1


def is_probe(body: Body) -> bool:
    """Return whether what a question shows is a scene that is shown by nobody but a probe."""
    if is_opening(body) or not body.get("messages"):
        return False
    last = str(body["messages"][-1].get("content", ""))
    return any(
        scene in last for name in ("scenes", "win", "loss", "idle") for scene in load_prompt_lines(f"probe/{name}")
    )


def _encoded(line: Body) -> bytes:
    return json.dumps(line, ensure_ascii=False).encode() + b"\n"


def _tokens(text: str) -> list[str]:
    """Cut a text into pieces as long as a model's tokens, more or less."""
    return [text[start : start + 4] for start in range(0, len(text), 4)]


def _wire_calls(calls: Sequence[Call]) -> list[Body]:
    return [
        {"id": f"call_{index:08x}", "function": {"index": index, "name": name, "arguments": arguments}}
        for index, (name, arguments) in enumerate(calls)
    ]


def spoken_lines(model: str, reply: Reply) -> Iterator[Body]:
    """Yield the lines before the last."""
    for token in _tokens(reply.thinking):
        yield plain_line(model, thinking=token)
    for token in _tokens(reply.text):
        yield plain_line(model, content=token)
    if not reply.calls_in_done:
        for call in _wire_calls(reply.calls):
            yield plain_line(model, tool_calls=[call])


def done_line(model: str, reply: Reply) -> Body:
    message = {"tool_calls": _wire_calls(reply.calls)} if reply.calls_in_done and reply.calls else {}
    made = len(_tokens(reply.text)) + len(_tokens(reply.thinking)) + 10 * len(reply.calls) + 1
    counted = made if reply.eval_count is None else reply.eval_count
    line = {
        **plain_line(model, **message),
        "done": True,
        "done_reason": reply.done_reason,
        "total_duration": 900_000_000,
    }
    reads_ns, writes_ns = int(reply.load * 200_000_000), int(reply.load * 600_000_000)
    line |= {
        "load_duration": int(reply.load_s * 1e9),
        "prompt_eval_count": reply.prompt_tokens,
        "prompt_eval_duration": reads_ns,
    }
    return line | ({"eval_count": counted, "eval_duration": writes_ns} if counted else {})


def whole_answer(model: str, reply: Reply, *, with_tools: bool) -> Body:
    message: Body = {"content": reply.text}
    if reply.thinking:
        message["thinking"] = reply.thinking
    if reply.calls and with_tools:
        message["tool_calls"] = _wire_calls(reply.calls)
    return {**done_line(model, reply), "message": {"role": "assistant", **message}}


async def pieces(lines: Iterator[Body], reply: Reply) -> AsyncIterator[bytes]:
    """Send lines as they are, or cut anywhere."""
    for line in lines:
        await asyncio.sleep(reply.token_s)
        encoded = _encoded(line)
        step = reply.wire_bytes or len(encoded)
        for start in range(0, len(encoded), step):
            yield encoded[start : start + step]


def _counted(model: str) -> Iterator[bytes]:
    for number in itertools.count():
        yield _encoded(plain_line(model, content=f" word{number}"))


def _long(model: str) -> Iterator[bytes]:
    """Make 10 MB of lines of some 8 KB, no two words of them alike."""
    for start in range(0, 1_000_000, 800):
        yield _encoded(plain_line(model, content=" ".join(f"word{number}" for number in range(start, start + 800))))


def _looped(model: str) -> Iterator[bytes]:
    while True:
        yield _encoded(plain_line(model, content=" Go left, go right, go up."))


def _dripped(model: str) -> Iterator[bytes]:
    del model
    yield b'{"model":"'
    while True:
        yield b"x"


WRONG_PIECES: dict[Trouble, Callable[[str], Iterator[bytes] | Sequence[bytes]]] = {
    Trouble.IN_BAND: lambda _: [b'{"error":"an error was encountered while running the model: CUDA error"}\n'],
    Trouble.PARSE_IN_BAND: lambda _: [b'{"error":"error parsing tool call: invalid character"}\n'],
    Trouble.ENDLESS: _counted,
    Trouble.LOOP: _looped,
    Trouble.DRIP: _dripped,
    Trouble.LONG_LINE: lambda model: [_encoded(plain_line(model, content="x" * 10_000_000))],
    Trouble.HUGE_LINE: lambda _: itertools.chain([b'{"model":"'], itertools.repeat(b"x" * 1_000_000, 100)),
    Trouble.LONG_ANSWER: _long,
    Trouble.GARBAGE: lambda _: itertools.repeat(b'{"mess\xff\n'),
    Trouble.UTF_16: lambda model: [
        f"{json.dumps(line)}\n".encode("utf-16")
        for line in (plain_line(model, content=" fine."), done_line(model, Reply(text="fine")))
    ],
    Trouble.SOME_GARBAGE: lambda model: [
        b'{"mess\xff\n',
        b"[]\n",
        _encoded(plain_line(model, content=" fine.")),
        _encoded(done_line(model, Reply(text="fine"))),
    ],
}
