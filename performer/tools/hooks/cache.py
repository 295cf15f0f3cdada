"""The hook that keeps answers, and makes a call that two ask for at once only once."""

import json
import math
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import field
from typing import Final, TypeAlias

import anyio

from performer.core.clock import Clock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.text import format_json_line
from performer.core.values import dataclass
from performer.tools.result import JsonPart, MediaPart, Part, TextPart, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed


def canonicalize(arguments: Mapping[str, object]) -> str | None:
    """Return arguments in one form, by which two calls that ask the same are known; None where they have none.

    Neither the order of names counts, nor how a letter is put together (NFC), nor whether a whole number has a point.
    Truth is no number, and upper case is not lower case.
    """
    try:
        return json.dumps(_normalize(arguments), sort_keys=True, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return None


def _normalize(value: object) -> object:
    match value:
        case str():
            return unicodedata.normalize("NFC", value)
        case float() if math.isfinite(value) and value.is_integer():
            return int(value)
        case Mapping():
            return {unicodedata.normalize("NFC", str(key)): _normalize(each) for key, each in value.items()}
        case list() | tuple():
            return [_normalize(each) for each in value]
        case _:
            return value


KEPT_S: Final = 1800.0
Key: TypeAlias = tuple[Hashable, ...]


def make_cache_hook(
    clock: Clock,
    find_kept_s: Callable[[ToolCall], float | None],
    is_for_all: Callable[[ToolCall], bool] = lambda _call: False,
    *,
    most: int = 256,
    most_bytes: int = 8_000_000,
) -> Hook:
    """Return a hook that answers a question asked before with its kept answer; two that are asked at once run once.

    A question is the tool, its arguments in their one form, what the call may do, who asks, and for which channel:
    what a tool tells in one channel is not told on in another. It also is which hooks the call passes: one further in
    may change what is asked, or say no to it. What was refused or failed is not kept; who waited for the same call gets
    the same no. Who is cancelled while others wait leaves the call to the next of them.

    `find_kept_s` returns how long a call's answer is kept, if at all, and `is_for_all` whether neither the asker nor
    the channel counts. Of `most` answers the one that was asked for the longest ago goes first; what alone holds a
    quarter of `most_bytes`, which all may hold together, is not kept.
    """
    answers = _AnswerCache(clock, most, most_bytes)
    running: dict[Key, _Running] = {}

    async def recall(call: ToolCall, proceed: Proceed) -> ToolResult:
        kept_s = find_kept_s(call) if call.tool else None
        key = _make_key(call, is_for_all=is_for_all(call)) if kept_s else None
        if key is None or kept_s is None:
            return await proceed(call)
        while True:
            found = answers.find(key)
            if found is None and key not in running:
                return await _run(call, proceed, key, kept_s)
            found = found or await running[key].wait()
            if found is not None:
                return found

    async def _run(call: ToolCall, proceed: Proceed, key: Key, kept_s: float) -> ToolResult:
        mine = running[key] = _Running()
        try:
            result = await proceed(call)
        except (ToolRefusedError, ToolFailedError) as no:
            mine.came = no
            raise
        else:
            if not result.is_passing:
                mine.came = result
                answers.put(key, result, kept_s)
            return result
        finally:
            del running[key]
            mine.is_over.set()

    return recall


@dataclass
class _Running:
    """A call that runs now; who asks the same waits for it."""

    came: ToolResult | ToolRefusedError | ToolFailedError | None = None
    """None: nothing that is for another."""
    is_over: anyio.Event = field(default_factory=anyio.Event)

    async def wait(self) -> ToolResult | None:
        """Wait for the call, and return what came of it; None where that is nothing for another."""
        await self.is_over.wait()
        if isinstance(self.came, ToolRefusedError | ToolFailedError):
            raise type(self.came)(str(self.came))
        return self.came


@dataclass(frozen=True)
class _Kept:
    result: ToolResult
    until_s: float
    size: int


@dataclass
class _AnswerCache:
    """Keeps answers for their time, and within bounds."""

    _clock: Clock
    _most: int
    _most_bytes: int
    _bytes: int = 0
    _kept: OrderedDict[Key, _Kept] = field(default_factory=OrderedDict)

    def find(self, key: Key) -> ToolResult | None:
        if key in self._kept and self._kept[key].until_s <= self._clock.now():
            self._drop(key)
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key].result

    def put(self, key: Key, result: ToolResult, kept_s: float) -> None:
        size = sum(map(_measure_size, result.parts)) + sum(len(each) for each in key if isinstance(each, str))
        if size > self._most_bytes // 4:
            return
        self._drop(key)
        self._kept[key] = _Kept(result, self._clock.now() + kept_s, size)
        self._bytes += size
        while len(self._kept) > self._most or self._bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        kept = self._kept.pop(key, None)
        self._bytes -= kept.size if kept else 0


def _make_key(call: ToolCall, *, is_for_all: bool) -> Key | None:
    asked = canonicalize(call.arguments)
    if asked is None:
        return None
    server = call.tool.server if call.tool else ""
    passed = call.toolbox.hooks_in_use if call.toolbox else ()
    return (passed, server, call.name, asked, call.may, *(() if is_for_all else (call.agent, call.channel)))


def _measure_size(part: Part) -> int:
    match part:
        case TextPart(text=text):
            return len(text.encode(errors="replace"))
        case JsonPart(value=value):
            return len(format_json_line(value))
        case MediaPart(content=content):
            return len(content)
