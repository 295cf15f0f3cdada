"""One step's answer while it grows: what is spoken at once, and what is called in the end."""

import itertools
import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from performer.models.model import Final, OnText, Step, ToolCalls, Usage
from performer.models.piece import NativeCall, Piece
from performer.models.repetition import Repetition
from performer.models.soft.offered import Offered
from performer.models.soft.place import PrintedCall
from performer.models.soft.repair import repaired
from performer.models.soft.stream import SoftStream
from performer.tools import ToolCall, ToolSpec

MOST_CALLS = 4
"""Calls that one step may make; a model that wants more is in a loop or has been talked into something."""

NewId = Callable[[], str]


def call_ids(prefix: str) -> NewId:
    """Make ids for calls that came without one: `prefix-1`, `prefix-2` and so on."""
    numbers = itertools.count(1)
    return lambda: f"{prefix}-{next(numbers)}"


class Answer:
    """Takes the pieces of one answer and makes a Step of them."""

    def __init__(self, tools: Sequence[ToolSpec], on_text: OnText, new_id: NewId) -> None:
        self._offered = Offered(tools)
        self._stream = SoftStream(tools)
        self._repetition = Repetition()
        self._on_text = on_text
        self._new_id = new_id
        self._native: list[NativeCall] = []
        self._speech = ""
        self._usage = Usage()
        self._cut = False
        self.done = False
        """Whether the server said that this is all."""
        self.loops = False
        """Whether the model repeats itself, so that no more should be read."""
        self.thought = False
        """Whether it thought aloud; that is never spoken."""

    @property
    def spoke(self) -> bool:
        """Whether any speech was handed on."""
        return bool(self._speech)

    @property
    def lost_tokens(self) -> bool:
        """Whether the server, by its count, made text of which nothing arrived; no count is no comfort."""
        return self.done and not self.thought and self._usage.answer_tokens not in _TOKENS_OF_SILENCE

    def take(self, piece: Piece) -> None:
        """Take the next piece: hand on what is certain to be speech, keep calls."""
        self.thought = self.thought or bool(piece.thinking)
        self._native += piece.calls
        self.loops = self._repetition.loops(piece.text)
        if not self.loops:
            self._say(self._stream.feed(piece.text))
        if piece.done:
            self.done = True
            self._cut = piece.cut
            self._usage = piece.usage
            self._drop_cut_call(piece)

    def step(self) -> Step:
        """End the answer: the calls it makes, or its last words."""
        cut = self._cut or self.loops
        reading = self._stream.finish(cut=cut)
        if not self.loops:
            self._say(reading.speech)
        native = [self._mended(call) for call in self._native]
        printed = [self._identified(call) for call in reading.calls or reading.unknown]
        calls = _once([*native, *printed])[:MOST_CALLS]
        if calls:
            return ToolCalls(calls=tuple(calls), preface=self._speech, usage=self._usage, cut=cut)
        return Final(text=self._speech, usage=self._usage, cut=cut)

    def _say(self, text: str) -> None:
        if text:
            self._speech += text
            self._on_text(text)

    def _drop_cut_call(self, piece: Piece) -> None:
        """Drop the last call of an answer that ran out of tokens, unless something came after it."""
        if piece.cut and piece.calls:
            self._native.pop()

    def _mended(self, call: NativeCall) -> ToolCall:
        tool = self._offered.find(call.name)
        name = tool.name if tool else call.name
        given = _as_object(call.arguments)
        arguments = repaired(given, tool.parameters) if tool else given
        return ToolCall(id=call.id or self._new_id(), name=name, arguments=arguments)

    def _identified(self, call: PrintedCall) -> ToolCall:
        return ToolCall(id=self._new_id(), name=call.name, arguments=call.arguments)


_TOKENS_OF_SILENCE = range(1, 4)
"""An end token, and whatever a template puts around it."""


def _as_object(arguments: object) -> dict[str, object]:
    """Take an object written as a string too, as servers of OpenAI's kind send it."""
    if isinstance(arguments, str):
        with suppress(ValueError):
            arguments = json.loads(arguments)
    return arguments if isinstance(arguments, dict) else {}


def _once(calls: Iterable[ToolCall]) -> list[ToolCall]:
    """Leave out calls that are the same as an earlier one."""
    kept: list[ToolCall] = []
    for call in calls:
        if all((call.name, call.arguments) != (each.name, each.arguments) for each in kept):
            kept.append(call)
    return kept
