from dataclasses import replace

import pytest

from performer.core.errors import ToolRefusedError
from performer.tools.hooks.retry import make_after_hook, make_before_hook
from performer.tools.result import ToolResult
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Hook, Toolbox
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
        (make_before_hook(louder), "shouted HEY"),
        (make_before_hook(louder_later), "shouted HEY"),
        (make_before_hook(lambda _call: None), "shouted hey"),
        (make_after_hook(thrice), "shouted hey, shout thrice"),
        (make_after_hook(thrice_later), "shouted hey, shout thrice"),
        (make_after_hook(lambda _call, _result: None), "shouted hey"),
    ],
)
async def test_a_plain_function_stands_before_a_call_or_after_it(hook: Hook, came: str) -> None:
    assert (await Toolbox([Tool.of(shout)], [hook]).call(shouting())).text == came


async def test_what_stands_before_a_call_may_refuse_it() -> None:
    def no(_call: ToolCall) -> None:
        raise ToolRefusedError("not at night")

    with pytest.raises(ToolRefusedError, match="not at night"):
        await Toolbox([Tool.of(shout)], [make_before_hook(no)]).call(shouting())
