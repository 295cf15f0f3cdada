"""Turns with a plan: a step in which the model picks one tool, or none, and a step in which it writes the line.

The tools stand at the end of what is asked, and what came of them before that. So all steps of a turn begin alike,
whatever they are for, and a server reads the beginning, with its picture, once. In a pick no word is speech.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import Prompt, repeat_own_words
from performer.models.model import StepRequest, UserMessage
from performer.models.toolcalls.plain import PlainMessage, merge_messages, write_calls_as_text
from performer.models.toolcalls.text.protocol import CallProtocol, make_example
from performer.models.toolcalls.text.reader import ParsedText, TextCallStream
from performer.tools.tool import ToolCall, ToolSpec


def build_planned_messages(request: StepRequest) -> list[PlainMessage]:
    """Write a step that picks a tool, or writes the line, as plain messages."""
    lesson = _teach_pick(request.tools) if request.phase == "pick" else load_prompt("plan_write")
    return merge_messages([*write_calls_as_text(request.messages, _PickWording()), UserMessage(text=lesson)])


def _teach_pick(tools: Sequence[ToolSpec]) -> Prompt:
    name, arguments = make_example(tools)
    return load_prompt("plan_pick", tools=CallProtocol().format_briefs(tools), example=_write_pick(name, arguments))


class _PickWording(CallProtocol):
    """The wording of what came of a pick, which says what it was: JSON of its own would be taken for an example."""

    def format_said(self, text: Prompt, _calls: Iterable[ToolCall]) -> Prompt:
        return text

    def format_result(self, call: ToolCall, text: Prompt) -> Prompt:
        return load_prompt("plan_came", call=_write_pick(call.name, dict(call.arguments)), result=text)


def _write_pick(name: str, arguments: object) -> Prompt:
    """Write a pick; half a surrogate pair, which no server takes, as JSON escapes it."""
    written = json.dumps({"tool": name, "arguments": arguments}, ensure_ascii=False, default=str)
    return repeat_own_words(written.encode("utf-8", "backslashreplace").decode())


NONE_OF_THEM: Final = "none"
"""The word instead of a tool's name."""


class PickReader:
    """The reader of one answer as a whole: its first call counts, and an answer with no object in it is none.

    What a server did not hold to the form is read as free text is: neither a call that is quoted or only shown runs,
    nor one that was cut off.
    """

    def __init__(self, tools: Sequence[ToolSpec], thinks: bool) -> None:
        self._stream = TextCallStream(tools, thinks=thinks)
        self._has_object = False

    def feed(self, piece: str) -> str:
        """Read the next piece; there is no speech in it."""
        self._has_object = self._has_object or "{" in piece
        self._stream.feed(piece)
        return ""

    def finish(self, last: str = "", *, cut: bool = False) -> ParsedText:
        """Read the last piece; return what was picked, or what was meant and is wrong."""
        self.feed(last)
        reading = self._stream.finish(cut=cut)
        if not self._has_object:
            return replace(reading, speech="", calls=(), misprints=(), unknown=())
        calls, misprints = reading.calls[:1], reading.misprints[:1]
        unknown = tuple(call for call in reading.unknown if call.name.casefold() != NONE_OF_THEM)[:1]
        return replace(
            reading,
            speech="",
            calls=calls,
            misprints=() if calls else misprints,
            unknown=() if calls or misprints else unknown,
        )
