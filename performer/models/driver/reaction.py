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
from performer.core.untrusted_text import NONE, Prompt, join_prompts, repeat_own_words
from performer.models.driver.request import READ_WITH_CODE, Question
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
from performer.models.toolcalls.plain import PlainMessage, merge_messages
from performer.models.toolcalls.text.calls import PrintedCall
from performer.models.toolcalls.text.protocol import CallProtocol
from performer.models.toolcalls.text.reader import ParsedText, TextCallStream
from performer.tools.tool import ToolCall, ToolSpec

ACT: Final = "act"
"""The small tool that stands for all gestures; an example has its own under this name."""
NO_ACTION: Final = "none"
TOKENS: Final = 40
"""The most of a line, as it was measured for models of 0.1 to 0.5 B: good lines have 7 to 30."""
BRIEF_TOKENS: Final = 26
"""The same of a model that takes long: nine good lines of ten are no longer."""
ROOM_TO_THINK: Final = 1024
"""Tokens that any answer of a model that thinks first may have on top: they are counted with what it says."""
TALK_TOKENS: Final = 60
"""The most of an answer to somebody by a model that only talks, a sentence or two: small ones go on until stopped."""
_TOKENS_OF_A_GESTURE: Final = 24
"""On top, for the braces, the keys and the name."""


def make_reaction(request: StepRequest, way: Way) -> Question:
    """Make the question for a reaction, with the lesson behind the system's words and examples in the answer's form.

    Without a gesture on offer, every model only talks. As many tokens as were asked for are the answer's limit, or a
    line with what stands around it. A line is one line, where no gesture has a line of its own. An answer to somebody
    who sees its code has its room instead, and as many lines as it takes.
    """
    known = name_actions(request.tools) if way != "talk" else {}
    act = (_make_act(known),) if known else ()
    only_talks = not known
    way = "talk" if only_talks else way
    has_room = request.phase != "react" and request.room is not None and request.tokens is None
    words = BRIEF_TOKENS if request.is_brief else TOKENS if request.phase == "react" else TALK_TOKENS
    line = words + (0 if only_talks else _TOKENS_OF_A_GESTURE)
    told = (request.short if only_talks else ()) or request.messages
    return Question(
        messages=merge_messages(_write(told, way, known)),
        tokens=request.tokens or (request.room if has_room else line),
        tools=act if way == "native" else (),
        schema=_make_schema(known) if way == "constrained" else None,
        stop=("\n",) if only_talks and not has_room else (),
        offered=act,
        gestures=known,
        new_reader=SayDoReader if way == "constrained" else READ_WITH_CODE if has_room else TextCallStream,
    )


def restore_gestures(step: Step, known: Mapping[str, Action]) -> Step:
    """Return a step with the call of a tool in the place of its first gesture; other calls are dropped."""
    if not isinstance(step, ToolCalls):
        return step
    calls = tuple(filter(None, (_restore(each, known) for each in step.calls)))
    if calls:
        return replace(step, calls=calls[:1], misprints=())
    return FinalAnswer(text=step.preface, usage=step.usage, cut=step.cut, is_overlong=step.is_overlong)


def _restore(call: ToolCall, known: Mapping[str, Action]) -> ToolCall | None:
    action = _find_called(call, known) if call.name == ACT else None
    return replace(call, name=action.call[0], arguments=dict(action.call[1])) if action else None


def _find_called(call: ToolCall, known: Mapping[str, Action]) -> Action | None:
    return find_action(str(call.arguments.get("do", "")), known)


def _write(messages: Sequence[ChatMessage], way: Way, known: Mapping[str, Action]) -> Iterator[PlainMessage]:
    for message in messages:
        match message:
            case SystemMessage():
                yield replace(message, text=join_prompts(message.text, _make_lesson(way, known), by="\n"))
            case AssistantMessage():
                yield AssistantMessage(text=_write_answer(message, way, known))
            case UserMessage():
                yield message
            case ToolMessage():
                pass


def _make_lesson(way: Way, known: Mapping[str, Action]) -> Prompt:
    match way:
        case "soft":
            actions = repeat_own_words(", ".join(known))
            return load_prompt("reaction/soft", example=_print_act(next(iter(known))), actions=actions)
        case "constrained":
            return load_prompt("reaction/constrained", actions=repeat_own_words(", ".join([NO_ACTION, *known])))
        case _:
            return NONE


def _write_answer(message: AssistantMessage, way: Way, known: Mapping[str, Action]) -> Prompt:
    action = _find_called(message.calls[0], known) if message.calls else None
    match way:
        case "soft" if action:
            return join_prompts(message.text, _print_act(action.name), by="\n")
        case "constrained":
            answer = {"say": message.text, "do": action.name if action else NO_ACTION}
            return repeat_own_words(json.dumps(answer, ensure_ascii=False))
        case _:
            return message.text


class SayDoReader:
    """Reads `{"say": …, "do": …}` piece by piece: `say` is speech as it comes; without an object it is free text."""

    def __init__(self, _tools: Sequence[ToolSpec] = (), thinks: bool = False) -> None:
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


def _make_schema(known: Mapping[str, Action]) -> dict[str, Any]:
    names = {"type": "string", "enum": [NO_ACTION, *known]}
    return {
        "type": "object",
        "properties": {"say": {"type": "string"}, "do": names},
        "required": ["say", "do"],
        "additionalProperties": False,
    }


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
