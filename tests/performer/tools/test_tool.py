"""A tool made of a function: its schema, its checks, and what it tells the model when an argument is wrong."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Literal

import pytest
from pydantic import BaseModel

from performer.core.errors import ServiceError, ToolFailedError, ToolRefusedError
from performer.tools.result import ToolResult
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import HookSet, Proceed, Toolbox


async def wave(name: str, size: Literal["small", "large"] = "small", times: int = 1) -> str:
    """Wave at somebody.

    Args:
        name: Who is waved at.
        times: How often.
    """
    return f"waved {times} times at {name}, {size}"


async def open_door() -> str:
    """Open the door."""
    return "opened"


def call(arguments: dict[str, object], tool: str = "wave") -> ToolCall:
    return ToolCall(id="1", name=tool, arguments=arguments)


def test_the_schema_is_made_of_signature_and_docstring() -> None:
    spec = Tool.of(wave, choices={"name": ["ann", "bob"]}).spec

    assert spec.name == "wave"
    assert spec.description == "Wave at somebody."
    assert spec.parameters == {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "description": "Who is waved at.", "enum": ["ann", "bob"]},
            "size": {"type": "string", "enum": ["small", "large"], "default": "small"},
            "times": {"type": "integer", "description": "How often.", "default": 1},
        },
    }


@pytest.mark.anyio
async def test_a_tool_that_wants_its_call_gets_it_and_the_model_does_not_know() -> None:
    async def whisper(_call: ToolCall, text: str) -> str:
        """Say it to whoever asked."""
        return f"{text} to turn {_call.turn}"

    tool = Tool.of(whisper)

    assert (
        await tool.run(ToolCall(id="1", name="whisper", arguments={"text": "psst"}, turn=7))
    ).text == "psst to turn 7"
    assert list(tool.spec.parameters["properties"]) == ["text"]


def test_what_a_schema_refers_to_is_in_it() -> None:
    class Lane(BaseModel):
        number: int

    async def move(to: Lane) -> str:
        """Move."""
        return f"moved to {to.number}"

    parameters = Tool.of(move).spec.parameters

    assert parameters["properties"]["to"] == {"$ref": "#/$defs/Lane"}
    assert list(parameters["$defs"]) == ["Lane"]


@pytest.mark.anyio
async def test_arguments_are_coerced_to_their_types_and_unknown_ones_left_out() -> None:
    box = Toolbox([Tool.of(wave)])

    assert (await box.call(call({"name": "ann", "times": "3", "mood": "fine"}))).text == "waved 3 times at ann, small"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "wave: argument 'name': Field required."),
        ({"name": "ann", "times": "many"}, "argument 'times': Input should be a valid integer"),
        ({"name": "ann", "size": "huge"}, "argument 'size': Input should be 'small' or 'large'"),
        ({"name": "bobb"}, "there is no name 'bobb'. Did you mean 'bob'"),
    ],
)
async def test_a_wrong_argument_is_refused_with_what_is_wrong(arguments: dict[str, object], sentence: str) -> None:
    box = Toolbox([Tool.of(wave, choices={"name": ["ann", "bob"]})])

    with pytest.raises(ToolRefusedError) as refusal:
        await box.call(call(arguments))

    assert sentence in str(refusal.value)


@pytest.mark.anyio
async def test_an_unknown_tool_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(ToolRefusedError, match=r"There is no tool 'wavee'\. Did you mean 'wave'"):
        await Toolbox([Tool.of(wave)]).call(call({}, tool="wavee"))


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_bug_in_a_tool_becomes_a_failure_and_is_logged() -> None:
    async def broken() -> str:
        """Break."""
        raise ZeroDivisionError

    with pytest.raises(ToolFailedError, match="broken broke; it is in the log"):
        await Toolbox([Tool.of(broken)]).call(call({}, tool="broken"))


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_what_a_generator_holds_is_let_go_of_when_its_tool_breaks() -> None:
    held: list[str] = []

    async def leak() -> AsyncIterator[object]:
        """Leak."""
        held.append("a file")
        try:
            yield object()
        finally:
            held.clear()

    with pytest.raises(ToolFailedError, match="leak broke"):
        await Toolbox([Tool.of(leak)]).call(call({}, tool="leak"))

    assert held == []


def test_a_narrowed_box_offers_only_the_named_tools() -> None:
    box = Toolbox([Tool.of(wave)])

    assert [spec.name for spec in box.only("wave", "other").specs] == ["wave"]
    assert box.only("other").specs == ()


@pytest.mark.anyio
async def test_a_tool_that_reaches_beyond_the_show_runs_only_for_a_call_that_may() -> None:
    box = Toolbox([Tool.of(wave), Tool.of(open_door, privilege="outside")]).only("wave", "open_door")
    asked = call({}, "open_door")

    with pytest.raises(ToolRefusedError, match="open_door reaches beyond the show, so it needs the owner's yes"):
        await box.call(asked)
    assert (await box.call(replace(asked, may="outside"))).text == "opened"


@pytest.mark.anyio
async def test_a_hook_that_has_the_owners_yes_lets_one_call_do_more() -> None:
    async def confirm(asked: ToolCall, proceed: Proceed) -> ToolResult:
        return await proceed(replace(asked, may="outside"))

    box = Toolbox([Tool.of(open_door, privilege="outside")])

    assert (await box.with_hooks(HookSet((confirm,))).call(call({}, "open_door"))).text == "opened"


@pytest.mark.anyio
async def test_what_may_not_be_done_is_not_offered_and_not_named() -> None:
    box = Toolbox([Tool.of(wave), Tool.of(open_door, privilege="outside")])

    assert [spec.name for spec in box.offered("fun")] == ["wave"]
    assert [spec.name for spec in box.offered("outside")] == ["wave", "open_door"]
    with pytest.raises(ToolRefusedError, match=r"There is no tool 'open_dor'\. Do without it\."):
        await box.call(call({}, "open_dor"))


@pytest.mark.anyio
async def test_a_tool_whose_service_is_gone_fails_in_its_words() -> None:
    async def ask() -> str:
        """Ask."""
        raise ServiceError("The shop is closed.")

    with pytest.raises(ToolFailedError, match=r"The shop is closed\."):
        await Toolbox([Tool.of(ask)]).call(call({}, "ask"))


@pytest.mark.anyio
async def test_a_call_that_leads_further_than_its_tool_runs_only_if_it_may() -> None:
    far = replace(Tool.of(wave), reaches_out=lambda asked: asked.arguments["name"] != "ann")
    box = Toolbox([far])

    assert (await box.call(call({"name": "ann"}))).text == "waved 1 times at ann, small"
    with pytest.raises(ToolRefusedError, match="wave reaches beyond the show"):
        await box.call(call({"name": "bob"}))
    assert (await box.call(replace(call({"name": "bob"}), may="outside"))).text == "waved 1 times at bob, small"


def test_a_tool_that_is_made_anew_is_read_once_unless_its_choices_are_others() -> None:
    def made(*names: str) -> Tool:
        async def show(name: str) -> str:
            """Show one."""
            return name

        return Tool.of(show, choices={"name": names})

    first = made("wave", "clap")

    assert made("wave", "clap").spec is first.spec
    assert made("wave").spec.parameters["properties"]["name"]["enum"] == ["wave"]
    assert first.spec.parameters["properties"]["name"]["enum"] == ["wave", "clap"]


@pytest.mark.anyio
async def test_a_tool_that_is_made_anew_runs_the_new_function() -> None:
    def made(answer: str) -> Tool:
        async def ask(question: str) -> str:
            """Ask."""
            return answer + question

        return Tool.of(ask)

    old, new = made("old "), made("new ")
    call = ToolCall(id="1", name="ask", arguments={"question": "?"})

    assert ((await old.run(call)).text, (await new.run(call)).text) == ("old ?", "new ?")
