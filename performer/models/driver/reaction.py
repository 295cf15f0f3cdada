"""A reaction: one line and perhaps one gesture, asked for in the way the model calls tools.

The answer to somebody by a model that only talks is asked for alike.
Whatever the way is, the gesture is a short name (`laugh`, `confetti`) that stands for a call of a tool on offer: the
only argument of one small tool that is called natively or printed behind the line (soft), or `do` of a JSON object
(constrained). A model that only talks is told of none.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import Prompt, join_prompts, repeat_own_words
from performer.models.driver.answer import NewReader, make_free_text_reader
from performer.models.model import (
    AssistantMessage,
    ChatMessage,
    FinalAnswer,
    Step,
    StepRequest,
    SystemMessage,
    ToolCalls,
    ToolMessage,
    UserMessage,
)
from performer.models.settings import Way
from performer.models.toolcalls.actions import Action, find_action, name_actions
from performer.models.toolcalls.constrained.reader import SayCallsReader
from performer.models.toolcalls.plain import PlainMessage
from performer.models.toolcalls.text.calls import PrintedCall
from performer.models.toolcalls.text.protocol import CallProtocol
from performer.models.toolcalls.text.reader import ParsedText, TextCallStream
from performer.tools.tool import ToolCall, ToolSpec

ACT: Final = "act"
"""The small tool that stands for all gestures; an example has its own under this name."""
NO_ACTION: Final = "none"
TOKENS: Final = 40
"""The most of a line, as it was measured for models of 0.1 to 0.5 B: good lines have 7 to 30."""
ROOM_TO_THINK: Final = 1024
"""Tokens that any answer of a model that thinks first may have on top: they are counted with what it says."""
TALK_TOKENS: Final = 60
"""The most of an answer to somebody by a model that only talks, a sentence or two: small ones go on until stopped."""
_TOKENS_OF_A_GESTURE: Final = 24
"""On top, for the braces, the keys and the name."""


class ReactionFormat:
    """The form in which one reaction is asked for and read."""

    def __init__(self, request: StepRequest, way: Way) -> None:
        self._request = request
        self._way = way if request.tools else "talk"
        self._known: Mapping[str, Action] = name_actions(request.tools) if self._way != "talk" else {}
        if not self._known:
            self._way = "talk"

    @property
    def tokens(self) -> int:
        """The most tokens of its answer; as many as were asked for, or a line with what stands around it."""
        if self._request.tokens:
            return self._request.tokens
        line = TOKENS if self._request.phase == "react" else TALK_TOKENS
        return line if self._way == "talk" else line + _TOKENS_OF_A_GESTURE

    @property
    def stop(self) -> tuple[str, ...]:
        """The texts at which the server stops: a line is one line; a gesture has a line of its own."""
        return ("\n",) if self._way == "talk" else ()

    @property
    def tools(self) -> tuple[ToolSpec, ...]:
        """The tools that the server itself is offered."""
        return (_make_act(self._known),) if self._way == "native" else ()

    @property
    def offered(self) -> tuple[ToolSpec, ...]:
        """The tools whose calls count in its answer, whichever way they are written."""
        return (_make_act(self._known),) if self._known else ()

    @property
    def schema(self) -> dict[str, Any] | None:
        """The schema to which the server is to hold the answer; None: none."""
        if self._way != "constrained":
            return None
        names = {"type": "string", "enum": [NO_ACTION, *self._known]}
        return {
            "type": "object",
            "properties": {"say": {"type": "string"}, "do": names},
            "required": ["say", "do"],
            "additionalProperties": False,
        }

    def messages(self) -> list[PlainMessage]:
        """Return the conversation with the lesson behind the system's words, and examples in the answer's form."""
        request = self._request
        return list(self._write((request.short if self._way == "talk" else ()) or request.messages))

    def new_reader(self) -> NewReader:
        """Return the maker of the answer's reader."""
        if self._way == "constrained":
            return lambda _tools, thinks: SayDoReader(thinks=thinks)
        return make_free_text_reader

    def restore_gestures(self, step: Step) -> Step:
        """Return a step with calls of tools in the place of gestures; other calls are dropped."""
        if not isinstance(step, ToolCalls):
            return step
        calls = tuple(filter(None, map(self._restore, step.calls)))
        if calls:
            return replace(step, calls=calls[:1], misprints=())
        return FinalAnswer(text=step.preface, usage=step.usage, cut=step.cut)

    def _restore(self, call: ToolCall) -> ToolCall | None:
        if call.name != ACT:
            return None
        action = find_action(str(call.arguments.get("do", "")), self._known)
        return replace(call, name=action.call[0], arguments=dict(action.call[1])) if action else None

    def _write(self, messages: Sequence[ChatMessage]) -> Iterator[PlainMessage]:
        for message in messages:
            match message:
                case SystemMessage():
                    yield replace(message, text=join_prompts(message.text, self._make_lesson(), by="\n"))
                case AssistantMessage():
                    yield AssistantMessage(text=self._write_answer(message))
                case UserMessage():
                    yield message
                case ToolMessage():
                    pass

    def _make_lesson(self) -> Prompt:
        names = repeat_own_words(", ".join([NO_ACTION, *self._known]))
        match self._way:
            case "soft":
                first = next(iter(self._known))
                return load_prompt(
                    "reaction/soft", example=_print_act(first), actions=repeat_own_words(", ".join(self._known))
                )
            case "constrained":
                return load_prompt("reaction/constrained", actions=names)
            case _:
                return Prompt("")

    def _write_answer(self, message: AssistantMessage) -> Prompt:
        wanted = str(message.calls[0].arguments.get("do", "")) if message.calls else ""
        action = find_action(wanted, self._known)
        match self._way:
            case "soft" if action:
                return join_prompts(message.text, _print_act(action.name), by="\n")
            case "constrained":
                answer = {"say": message.text, "do": action.name if action else NO_ACTION}
                return repeat_own_words(json.dumps(answer, ensure_ascii=False))
            case _:
                return message.text


class SayDoReader:
    """Reads `{"say": …, "do": …}` piece by piece: `say` is speech as it comes; without an object it is free text."""

    def __init__(self, *, thinks: bool = False) -> None:
        self._thinks = thinks
        self._object = SayCallsReader()
        self._words = TextCallStream()
        self._whole = ""

    def feed(self, piece: str) -> str:
        """Read the next piece, and return the speech that is now certain."""
        self._whole += piece
        if not self._whole.lstrip().startswith("{"):
            return ""
        return self._words.feed(self._object.feed(piece.lstrip() if self._whole == piece else piece))

    def finish(self, last: str = "", *, cut: bool = False) -> ParsedText:
        """Finish the text, and return its gesture."""
        said = self.feed(last) if last else ""
        if not self._whole.lstrip().startswith("{"):
            return TextCallStream(thinks=self._thinks).finish(self._whole, cut=cut)
        end = self._words.finish("", cut=cut)
        return replace(end, speech=said + end.speech, calls=_find_gesture(self._whole), unknown=(), misprints=())


def _make_act(known: Mapping[str, Action]) -> ToolSpec:
    names = {"type": "string", "enum": list(known)}
    parameters = {"type": "object", "properties": {"do": names}, "required": ["do"]}
    return ToolSpec(name=ACT, description="Show what you feel, beside your line.", parameters=parameters)


def _print_act(name: str) -> Prompt:
    return CallProtocol().printed(ToolCall(id="", name=ACT, arguments={"do": name}))


def _find_gesture(text: str) -> tuple[PrintedCall, ...]:
    """Return the call that `do` stands for; none where it names none, or the text is no object."""
    try:
        answer = json.loads(text)
    except ValueError:
        return ()
    name = str(answer.get("do", "")) if isinstance(answer, dict) else ""
    if not name or name.casefold() == NO_ACTION:
        return ()
    return (PrintedCall(name=ACT, arguments={"do": name}),)
