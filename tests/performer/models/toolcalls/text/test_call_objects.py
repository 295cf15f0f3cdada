"""Objects that are calls, and objects that are data."""

import pytest

from performer.models.toolcalls.text.call_objects import can_become_unopened, find_beginning, find_calls, read_unopened
from performer.models.toolcalls.text.calls import PrintedCall, PrintedMisprint, UnknownCall
from performer.models.toolcalls.text.data.literal import PrintedData
from performer.models.toolcalls.text.schema.offered import OfferedTools
from tests.performer.models.toolcalls.text.tools import STAGE

OFFERED = OfferedTools(STAGE)
WAVE = PrintedCall(name="show_emote", arguments={"name": "wave"})
ARGUMENTS = {"name": "wave"}


def found(value: object, *, explicit: bool = False, cut: bool = False) -> tuple[object, ...]:
    return find_calls(PrintedData(value=value, end=0, cut=cut), OFFERED, explicit=explicit)


@pytest.mark.parametrize(
    "value",
    [
        {"name": "show_emote", "arguments": ARGUMENTS},
        {"tool": "show_emote", "Action Input": ARGUMENTS},
        {"function": {"name": "show_emote", "arguments": '{"name": "wave"}'}},
        {"tool_calls": [{"function": "show_emote", "args": ARGUMENTS}]},
        {"show_emote": ARGUMENTS},
        {"tool": "show_emote", "name": "wave"},
        {"selected_tool": "show_emote", "params": ARGUMENTS},
        {"choices": [{"message": {"tool_calls": [{"name": "show_emote", "arguments": ARGUMENTS}]}}]},
        ["show_emote", ARGUMENTS],
    ],
)
def test_an_object_is_a_call_under_any_keys(value: object) -> None:
    assert found(value) == (WAVE,)


@pytest.mark.parametrize(
    "value",
    [
        {"mood": "happy"},
        {"name": "Bob", "age": 5},
        {"name": "show_emote", "arguments": ARGUMENTS, "result": "ok"},
        {"name": "show_emote", "arguments": ARGUMENTS, "user": "bob"},
        {"role": "tool", "name": "show_emote", "arguments": ARGUMENTS},
        {"name": "show_emote", "parameters": {"type": "object", "properties": {"name": {"type": "string"}}}},
        [{"name": "show_emote", "arguments": ARGUMENTS}, 5],
    ],
)
def test_an_object_that_tells_or_describes_is_data(value: object) -> None:
    assert found(value) == ()


def test_a_clear_call_of_no_offered_tool_is_unknown() -> None:
    assert found({"tool": "dance", "steps": 3}) == (
        UnknownCall(call=PrintedCall(name="dance", arguments={"steps": 3})),
    )


def test_a_call_that_was_cut_off_is_not_to_run() -> None:
    (call,) = found({"name": "show_emote", "arguments": ARGUMENTS}, cut=True)

    assert isinstance(call, PrintedMisprint)


@pytest.mark.parametrize(
    "text",
    [
        '"name": "show_emote", "arguments": {"name": "wave"}}',
        'name": "show_emote", "arguments": {"name": "wave"}}',
        '{"show_emote", "arguments": {"name": "wave"}}',
        '{"show_emote", {"name": "wave"}}',
    ],
)
def test_an_object_may_lack_its_beginning(text: str) -> None:
    literal = read_unopened(text, 0, OFFERED)

    assert find_beginning(text, 0, OFFERED)
    assert literal is not None
    assert literal.end == len(text)
    assert find_calls(literal, OFFERED) == (WAVE,)


def test_a_growing_text_may_become_such_an_object() -> None:
    assert can_become_unopened('"nam', 0)
    assert not can_become_unopened("so I", 0)
    assert read_unopened('"name": "Bob", "age": 5}', 0, OFFERED) is None
