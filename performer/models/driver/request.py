"""Spelling: tools whose names servers refuse (`discord.send`) are called otherwise to the model, and rightly here.

Servers take letters, digits, `_` and `-` in the name of a tool, and up to 64 of them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from performer.models.model import (
    AssistantMessage,
    ChatMessage,
    ModelWrapper,
    OnText,
    Step,
    StepRequest,
    SystemMessage,
    ToolCalls,
    ToolMessage,
    UserMessage,
)
from performer.tools.tool import ToolCall

MOST: Final = 64
"""Characters of a name."""
_NOT_TAKEN: Final = re.compile(r"[^A-Za-z0-9_-]+")


class RenamedToolsModel(ModelWrapper):
    """Passes everything on to a model, in names of tools that any server takes; its steps have the right names again.

    What a model is told of a call that it made before is spelt likewise, and no two tools are spelt the same.
    """

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model."""
        spelt = spell_names([*(each.name for each in request.tools), *_called(request.messages)])
        if all(name == told for name, told in spelt.items()):
            return await self._model.step(request, on_text)
        return _read(await self._model.step(_written(request, spelt), on_text), spelt)


def spell_names(names: Iterable[str]) -> dict[str, str]:
    """Tell how each name is spelt: as it is where servers take it, and never as another one."""
    all_names = tuple(dict.fromkeys(names))
    spelt = {name: name for name in all_names if _is_taken(name)}
    taken = set(spelt)
    for name in all_names:
        if name not in spelt:
            spelt[name] = _free(_NOT_TAKEN.sub("_", name)[:MOST] or "_", taken)
            taken.add(spelt[name])
    return spelt


def _is_taken(name: str) -> bool:
    return 0 < len(name) <= MOST and not _NOT_TAKEN.search(name)


def _free(wanted: str, taken: set[str]) -> str:
    """Give a spelling that no other name has: with a number behind it, where it must be."""
    spelt, number = wanted, 1
    while spelt in taken:
        number += 1
        spelt = f"{wanted[: MOST - len(str(number)) - 1]}_{number}"
    return spelt


def _called(messages: Iterable[ChatMessage]) -> Iterable[str]:
    for message in messages:
        match message:
            case AssistantMessage(calls=calls):
                yield from (call.name for call in calls)
            case ToolMessage(call=call):
                yield call.name
            case SystemMessage() | UserMessage():
                pass


def _written(request: StepRequest, spelt: Mapping[str, str]) -> StepRequest:
    return replace(
        request,
        messages=tuple(_message(each, spelt) for each in request.messages),
        tools=tuple(replace(each, name=spelt[each.name]) for each in request.tools),
    )


def _message(message: ChatMessage, spelt: Mapping[str, str]) -> ChatMessage:
    match message:
        case AssistantMessage(calls=calls):
            return replace(message, calls=tuple(_named(call, spelt) for call in calls))
        case ToolMessage(call=call):
            return replace(message, call=_named(call, spelt))
        case _:
            return message


def _read(step: Step, spelt: Mapping[str, str]) -> Step:
    """Give the tools their own names back; a name that means none of them stays as it is, for the box to refuse."""
    if not isinstance(step, ToolCalls):
        return step
    own = {told: name for name, told in spelt.items()}
    misprints = tuple(replace(each, call=_named(each.call, own)) for each in step.misprints)
    return replace(step, calls=tuple(_named(call, own) for call in step.calls), misprints=misprints)


def _named(call: ToolCall, names: Mapping[str, str]) -> ToolCall:
    return replace(call, name=names.get(call.name, call.name))
