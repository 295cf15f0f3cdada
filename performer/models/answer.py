"""One step's answer while it grows: what is spoken at once, and what is called in the end."""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from performer.models.model import Final, Misprint, OnText, Step, ToolCalls, Usage
from performer.models.piece import NativeCall, Piece
from performer.models.repetition import Repetition
from performer.models.soft.place import PrintedCall
from performer.models.soft.schema.fit import Unfit, fit
from performer.models.soft.schema.offered import Offered
from performer.models.soft.stream import Reading, SoftStream
from performer.tools import ToolCall, ToolSpec

MOST_CALLS = 4
"""Calls that one step may make; a model that wants more is in a loop or has been talked into something."""

NewId = Callable[[], str]


class Reader(Protocol):
    """Reads the text of one answer: SoftStream, or one for another form."""

    def feed(self, piece: str) -> str:
        """Take the next piece and give the speech that is now certain, maybe none."""
        ...

    def finish(self, last: str = "", *, cut: bool = False) -> Reading:
        """End the text and give all its calls, and the speech that was still held back."""
        ...


NewReader = Callable[[Sequence[ToolSpec], bool], Reader]
"""Makes a reader for the tools on offer; the switch says that the text may begin with thinking."""


def free_text(tools: Sequence[ToolSpec], thinks: bool) -> Reader:
    """Read text in which calls may be printed in any form."""
    return SoftStream(tools, thinks=thinks)


def call_ids(prefix: str) -> NewId:
    """Make ids for calls that came without one: `prefix-1`, `prefix-2` and so on."""
    numbers = itertools.count(1)
    return lambda: f"{prefix}-{next(numbers)}"


class Answer:
    """Takes the pieces of one answer and makes a Step of them.

    Args:
        tools: What is on offer; other calls are passed on to be refused.
        on_text: Told of speech as soon as it is certain.
        new_id: Gives ids to calls that came without.
        new_reader: Makes the reader of its text.
        thinks: Whether the text may begin with thinking. Once the server has parted any, it does not.
    """

    def __init__(
        self,
        tools: Sequence[ToolSpec],
        on_text: OnText,
        new_id: NewId,
        *,
        new_reader: NewReader = free_text,
        thinks: bool = False,
    ) -> None:
        self._tools = tools
        self._offered = Offered(tools)
        self._new_reader = new_reader
        self._thinks = thinks
        self._reader: Reader | None = None
        self._repetition = Repetition()
        self._on_text = on_text
        self._new_id = new_id
        self._native: list[NativeCall] = []
        self._cut_call: NativeCall | None = None
        self._speech = ""
        self._wrote = False
        self._usage = Usage()
        self._cut = False
        self.done = False
        """Whether the server said that this is all."""
        self.loops = False
        """Whether the model repeats itself, so that no more should be read."""
        self.thought = False
        """Whether the server parted thinking from the text; that is never spoken."""
        self.thought_aloud = False
        """Whether the text itself had thinking in front of a closing tag; known at the end."""

    @property
    def spoke(self) -> bool:
        """Whether any speech was handed on."""
        return bool(self._speech)

    @property
    def length(self) -> int:
        """How many characters of speech were handed on."""
        return len(self._speech)

    @property
    def lost_tokens(self) -> bool:
        """Whether the server, by its count, made text of which nothing at all arrived; no count is no comfort.

        Of what did arrive none may be speech: that silence was chosen.
        """
        return (
            self.done and not self.thought and not self._wrote and self._usage.answer_tokens not in _TOKENS_OF_SILENCE
        )

    def take(self, piece: Piece) -> None:
        """Take the next piece: hand on what is certain to be speech, keep calls."""
        self.thought = self.thought or bool(piece.thinking)
        self._native += piece.calls
        self.loops = self._repetition.loops(piece.text)
        self._wrote = self._wrote or bool(piece.text.strip())
        if piece.text and not self.loops:
            self._say(self._reading().feed(piece.text))
        if piece.done:
            self.done = True
            self._cut = piece.cut
            self._usage = piece.usage
            self._part_cut_call(piece)

    def step(self) -> Step:
        """End the answer: the calls it makes, or its last words."""
        cut = self._cut or self.loops
        reading = self._reading().finish(cut=cut)
        self.thought_aloud = reading.saw_bare_close
        if not self.loops:
            self._say(reading.speech)
        made = [*map(self._fitted, self._native), *self._cut_off(), *map(self._identified, reading.calls)]
        calls = _once(each for each in made if isinstance(each, ToolCall))
        misprints = [*(each for each in made if isinstance(each, Misprint)), *self._misprinted(reading)]
        calls = calls or [self._identified(each) for each in reading.unknown]
        if calls or misprints:
            return ToolCalls(
                calls=tuple(calls[:MOST_CALLS]),
                misprints=tuple(misprints[:MOST_CALLS]),
                preface=self._speech,
                usage=self._usage,
                cut=cut,
            )
        return Final(text=self._speech, usage=self._usage, cut=cut)

    def _reading(self) -> Reader:
        """Make the reader when the first text comes: thinking that the server parts comes before it."""
        if self._reader is None:
            self._reader = self._new_reader(self._tools, self._thinks and not self.thought)
        return self._reader

    def _say(self, text: str) -> None:
        if text:
            self._speech += text
            self._on_text(text)

    def _part_cut_call(self, piece: Piece) -> None:
        """Take the last call of an answer that ran out of tokens for cut off, unless something came after it."""
        if piece.cut and piece.calls:
            self._cut_call = self._native.pop()

    def _fitted(self, call: NativeCall) -> ToolCall | Misprint:
        tool = self._offered.find(call.name)
        if tool is None:
            return self._call(call, call.name, call.arguments)
        fitting = fit(call.arguments, tool)
        made = self._call(call, tool.name, fitting.arguments)
        if isinstance(fitting, Unfit):
            return Misprint(call=made, reason=fitting.reason)
        return replace(made, strays=fitting.strays)

    def _cut_off(self) -> Iterable[Misprint]:
        call = self._cut_call
        if call is None:
            return
        made = self._call(call, call.name, call.arguments)
        yield Misprint(call=made, reason=f"{call.name}: the call was cut off; make the whole call again, and say less.")

    def _call(self, call: NativeCall, name: str, arguments: object) -> ToolCall:
        given = dict(arguments) if isinstance(arguments, Mapping) else {}
        return ToolCall(id=call.id or self._new_id(), name=name, arguments=given)

    def _identified(self, call: PrintedCall) -> ToolCall:
        return ToolCall(id=self._new_id(), name=call.name, arguments=call.arguments, strays=call.strays)

    def _misprinted(self, reading: Reading) -> Iterable[Misprint]:
        return [Misprint(call=self._identified(each.call), reason=each.reason) for each in reading.misprints]


_TOKENS_OF_SILENCE = range(1, 4)
"""An end token, and whatever a template puts around it."""


def _once(calls: Iterable[ToolCall]) -> list[ToolCall]:
    """Leave out calls that are the same as an earlier one."""
    kept: list[ToolCall] = []
    for call in calls:
        if all((call.name, call.arguments) != (each.name, each.arguments) for each in kept):
            kept.append(call)
    return kept
