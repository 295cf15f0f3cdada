from dataclasses import replace

import pytest

from performer.errors import ToolRefused
from performer.tools import Hook, Tool, Toolbox, ToolCall, ToolResult
from performer.tools.hooks import after, before
from tests.performer.tools.hooks.calls import shout, shouting

pytestmark = pytest.mark.anyio


def louder(call: ToolCall) -> ToolCall:
    return replace(call, arguments={"text": str(call.arguments["text"]).upper()})


async def louder_later(call: ToolCall) -> ToolCall:
    return louder(call)


def thrice(call: ToolCall, result: ToolResult) -> str:
    return f"{result.text}, {call.name} thrice"


async def thrice_later(call: ToolCall, result: ToolResult) -> ToolResult:
    return ToolResult.of(thrice(call, result))


@pytest.mark.parametrize(
    ("hook", "came"),
    [
        (before(louder), "shouted HEY"),
        (before(louder_later), "shouted HEY"),
        (before(lambda _call: None), "shouted hey"),
        (after(thrice), "shouted hey, shout thrice"),
        (after(thrice_later), "shouted hey, shout thrice"),
        (after(lambda _call, _result: None), "shouted hey"),
    ],
)
async def test_a_plain_function_stands_before_a_call_or_after_it(hook: Hook, came: str) -> None:
    assert (await Toolbox([Tool.of(shout)], [hook]).call(shouting())).text == came


async def test_what_stands_before_a_call_may_refuse_it() -> None:
    def no(_call: ToolCall) -> None:
        raise ToolRefused("not at night")

    with pytest.raises(ToolRefused, match="not at night"):
        await Toolbox([Tool.of(shout)], [before(no)]).call(shouting())
