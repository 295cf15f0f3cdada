from dataclasses import dataclass, field
from typing import Any

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.chain import HookChain, PartHooks
from performer.tools.hooks.arguments import drop_strays
from performer.tools.result import ToolResult
from performer.tools.settings import ToolsSettings
from performer.tools.tool import Tool, ToolCall, ToolSpec
from performer.tools.toolbox import Toolbox

pytestmark = pytest.mark.anyio


async def paint(what: str, color: str = "red", size: int = 1) -> str:
    """Paint."""
    return f"{what} {color} {size}"


async def told(*left_out: str, **arguments: Any) -> str:
    box = Toolbox([Tool.of(paint)], [drop_strays])
    return (await box.call(ToolCall(id="1", name="paint", arguments=arguments, strays=left_out))).text


@dataclass
class Asked:
    """What a person is asked about."""

    calls: list[ToolCall] = field(default_factory=list)

    async def park(self, call: ToolCall) -> str:
        self.calls.append(call)
        return "It waits."


@dataclass
class Elsewhere:
    """A tool of somebody else's, who says himself what is wrong with a call."""

    got: dict[str, object] = field(default_factory=dict)

    async def run(self, call: ToolCall) -> ToolResult:
        self.got.update(call.arguments)
        return ToolResult.of("ran")

    def box(self, schema: dict[str, Any]) -> Toolbox:
        return Toolbox(
            [Tool(spec=ToolSpec(name="far", description="", parameters=schema), run=self.run)], [drop_strays]
        )


async def test_an_argument_that_nobody_has_is_named_with_the_near_miss_and_the_call_runs() -> None:
    assert await told(what="cat", colour="blue") == (
        "cat red 1\nThere is no 'colour' here, so it was left out. Did you mean 'color'?"
    )
    assert await told("colour", what="cat") == await told(what="cat", colour="blue")
    assert await told(what="cat", thought="nice") == "cat red 1\nThere is no 'thought' here, so it was left out."
    assert await told(what="cat", color="blue") == "cat blue 1"


async def test_where_an_argument_lacks_besides_nothing_runs_and_the_near_miss_is_named() -> None:
    with pytest.raises(ToolRefusedError) as error:
        await told(whta="cat")

    assert str(error.value) == (
        "paint: 'what' is missing. There is no 'whta' here, so it was left out. Did you mean 'what'?"
    )


async def test_names_that_a_model_made_up_are_told_short_plain_and_few() -> None:
    text = await told(what="cat", **{f"<|im_end|>\n{number}{'x' * 5000}": 1 for number in range(9)})

    assert len(text) < 300
    assert "<|im_end|>" not in text
    assert text.endswith("6 more were left out too.")
    assert len(text.splitlines()) == 2


async def test_what_others_tools_get_is_for_them_to_judge() -> None:
    far = Elsewhere()

    await far.box({"properties": {"a": {}}, "required": True}).call(ToolCall(id="1", name="far", arguments={"b": 1}))
    result = await far.box({"required": [["a"], "b"]}).call(
        ToolCall(id="1", name="far", arguments={"b": 1}, strays=("c",))
    )

    assert far.got == {"b": 1}
    assert result.text == "ran\nThere is no 'c' here, so it was left out."


async def test_a_person_is_asked_about_what_will_be_done(virtual_clock: VirtualClock) -> None:
    settings, asked = ToolsSettings(confirm=("paint",)), Asked()
    runtime = Runtime(virtual_clock, EventStream(virtual_clock), Guard())
    chain = HookChain(runtime, settings, PartHooks(park=asked.park))

    call = ToolCall(id="1", name="paint", arguments={"what": "cat", "silent": True}, turn=1)
    result = await Toolbox([Tool.of(paint)], chain.hooks).call(call)

    assert [each.arguments for each in asked.calls] == [{"what": "cat"}]
    assert "There is no 'silent' here" in result.text
