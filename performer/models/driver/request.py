"""A step as a question to any server, in which each tool has a name that servers take.

Names that they refuse (`discord.send`) are spelt otherwise to the model, and rightly in its steps. Servers take
letters, digits, `_` and `-` in the name of a tool, and up to 64 of them.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from performer.core.values import dataclass
from performer.models.driver.answer import NewReader
from performer.models.model import AssistantMessage, ChatMessage, Step, StepRequest, ToolCalls, ToolMessage
from performer.models.toolcalls.actions import Action
from performer.models.toolcalls.text.reader import TextCallStream
from performer.tools.tool import ToolCall, ToolSpec

READ_WITH_CODE: Final[NewReader] = partial(TextCallStream, keeps_code=True)
"""Reads an answer of which code is shown."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A step in one way of calling tools, whichever server is asked, and how its answer is read."""

    messages: Sequence[ChatMessage]
    may_be_cut: bool = False
    """Whether its server may leave out what does not fit its context; else it says so instead of answering."""
    has_calls: bool = False
    """Whether the messages have calls and results that the server itself is to read."""
    tokens: int | None = None
    """The most tokens of the answer; None: as the settings have it."""
    tools: Sequence[ToolSpec] = ()
    """The tools that the server itself is offered."""
    schema: dict[str, Any] | None = None
    """The schema to which the server is to hold the answer; None: none."""
    stop: Sequence[str] = ()
    """The texts at which the server is to stop."""
    offered: Sequence[ToolSpec] = ()
    """The tools whose calls count in the answer, whichever way they are written."""
    gestures: Mapping[str, Action] | None = None
    """The gestures of a reaction by their short names; None: any of the tools may be called."""
    new_reader: NewReader = TextCallStream


MOST: Final = 64
"""Characters of a name."""
_TAKEN: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{MOST}}}")
_NOT_TAKEN: Final = re.compile(r"[^A-Za-z0-9_-]+")


def spell_names(names: Iterable[str]) -> dict[str, str]:
    """Return how each name is spelt: as it is where servers take it, and never as another one."""
    all_names = tuple(dict.fromkeys(names))
    spelt = {name: name for name in all_names if _TAKEN.fullmatch(name)}
    for name in all_names:
        if name not in spelt:
            spelt[name] = _free(_NOT_TAKEN.sub("_", name)[:MOST] or "_", spelt.values())
    return spelt


def _free(wanted: str, taken: Collection[str]) -> str:
    """Return a spelling that no other name has: with a number behind it, where it must be."""
    spelt, number = wanted, 1
    while spelt in taken:
        number += 1
        spelt = f"{wanted[: MOST - len(str(number)) - 1]}_{number}"
    return spelt


def spell_tools(request: StepRequest) -> dict[str, str]:
    """Return how each tool that a request offers, or that was called before, is spelt."""
    said = (call for each in request.messages if isinstance(each, AssistantMessage) for call in each.calls)
    came = (each.call for each in request.messages if isinstance(each, ToolMessage))
    return spell_names([*(each.name for each in request.tools), *(each.name for each in (*said, *came))])


def rename_tools(request: StepRequest, names: Mapping[str, str]) -> StepRequest:
    """Return a request in other names of its tools, in what was called before too."""
    if all(name == spelt for name, spelt in names.items()):
        return request
    return replace(
        request,
        messages=tuple(_rename_in_message(each, names) for each in request.messages),
        tools=tuple(replace(each, name=names[each.name]) for each in request.tools),
    )


def restore_tools(step: Step, names: Mapping[str, str]) -> Step:
    """Return a step with the tools' own names; one that means none of them stays as it is, to be refused."""
    if not isinstance(step, ToolCalls):
        return step
    own = {spelt: name for name, spelt in names.items()}
    misprints = tuple(replace(each, call=_rename(each.call, own)) for each in step.misprints)
    return replace(step, calls=tuple(_rename(call, own) for call in step.calls), misprints=misprints)


def _rename_in_message(message: ChatMessage, names: Mapping[str, str]) -> ChatMessage:
    match message:
        case AssistantMessage(calls=calls):
            return replace(message, calls=tuple(_rename(call, names) for call in calls))
        case ToolMessage(call=call):
            return replace(message, call=_rename(call, names))
        case _:
            return message


def _rename(call: ToolCall, names: Mapping[str, str]) -> ToolCall:
    return replace(call, name=names.get(call.name, call.name))
