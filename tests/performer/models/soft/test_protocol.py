"""The lesson for models without native tools."""

from performer.models.soft.protocol import Protocol
from performer.models.soft.read import read
from performer.tools import ToolCall
from tests.performer.models.soft.tools import TOOLS


def test_the_lesson_names_every_tool_with_its_arguments_and_choices() -> None:
    lesson = Protocol().teach(TOOLS)

    assert "- overlay_text: Show a line of text on the stream." in lesson
    assert "text* (string, What to show); duration_s (number, Seconds it stays)" in lesson
    assert "name* (one of wave, wow)" in lesson
    assert "$" not in lesson


def test_without_tools_there_is_no_lesson() -> None:
    assert Protocol().teach(()) == ""


def test_a_call_printed_as_taught_is_read_back() -> None:
    call = ToolCall(id="1", name="overlay_text", arguments={"text": 'Say "hé" {now}'})

    reading = read(Protocol().printed(call), TOOLS)

    assert reading.calls[0].arguments == call.arguments
