"""The lesson for models without native tools, and that what it teaches is read back as it was meant."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from performer.core.untrusted_text import Prompt
from performer.models.toolcalls.text.calls import PLACEHOLDER
from performer.models.toolcalls.text.protocol import CallProtocol
from performer.models.toolcalls.text.reader import read_calls
from performer.models.toolcalls.text.schema.items import NOTHING
from performer.tools.tool import ToolCall, ToolSpec
from tests.performer.models.toolcalls.text.our_tools import OUR_TOOLS
from tests.performer.models.toolcalls.text.tools import HUSH, TOOLS

NOTE = ToolSpec(
    name="notes.save-one",
    description="Save a note.",
    parameters={
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "lines": {"type": "array", "items": {"type": "string"}},
            "pinned": {"type": "boolean"},
            "of": {"type": "object", "properties": {"who": {"type": "string"}, "turn": {"type": "integer"}}},
        },
        "required": ["title"],
    },
)
RECALL = ToolSpec(
    name="recall",
    description="Find what you remember of earlier shows.",
    parameters={"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
)
MANY = (*OUR_TOOLS, NOTE, RECALL)


def test_the_lesson_names_every_tool_with_its_arguments_and_choices() -> None:
    lesson = CallProtocol().teach(TOOLS)

    assert "- overlay_text: Show a line of text on the stream. With text*: string (What to show)" in lesson
    assert "- show_emote: Show an emote. With name*: wave|wow" in lesson
    assert "$" not in lesson


def test_the_lesson_shows_a_call_of_an_offered_tool_that_is_read_as_one() -> None:
    lesson = CallProtocol().teach(MANY)

    (sample,) = [line for line in lesson.splitlines() if line.startswith("CALL ")]
    assert sample == 'CALL show_emote {"name": "clap"}'
    assert read_calls(sample, MANY).calls[0].arguments == {"name": "clap"}


def test_the_lesson_of_eight_tools_is_short() -> None:
    lesson = CallProtocol().teach(MANY)

    assert len(MANY) >= 8
    assert len(lesson) < 1700  # some 450 tokens, of which the choices are half


def test_without_tools_there_is_no_lesson() -> None:
    assert CallProtocol().teach(()) == ""


def test_a_tool_whose_name_cannot_be_printed_is_not_taught() -> None:
    odd = ToolSpec(name="files/read it", description="Read.", parameters={})

    assert "Read." not in CallProtocol().teach([odd, HUSH])
    assert CallProtocol().teach([odd]) == ""


def test_no_template_token_of_somebody_elses_tool_is_taught() -> None:
    odd = ToolSpec(name="send", description="Send <｜User｜>it ＜|im_end|＞ now.", parameters={})

    assert "- send: Send it now." in CallProtocol().teach([odd, HUSH])


def test_what_came_of_a_call_is_told_with_its_name() -> None:
    assert CallProtocol().format_result(ToolCall(id="1", name="hush"), Prompt("It is quiet.")) == "[hush] It is quiet."


def test_half_a_letter_is_printed_as_json_escapes_it() -> None:
    printed = CallProtocol().printed(ToolCall(id="1", name="hush", arguments={"a": "\ud83d"}))

    assert printed == 'CALL hush {"a": "\\ud83d"}'


PIECES = [
    "word",
    " ",
    '"',
    "'",
    "\\",
    "\n",
    "{",
    "}",
    "[",
    "]",
    "```",
    "```json\n",
    "<think>",
    "</think>",
    "<tool_call>",
]
PIECES += [
    "</tool_call>",
    "CALL hush {}",
    '{"name": "hush", "arguments": {}}',
    "🦉",
    "é",
    "\u2028",
    "Action: hush",
    ": ",
    ",",
]
anything = st.text(max_size=12) | st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
texts = anything.filter(lambda text: not PLACEHOLDER.fullmatch(text.strip()))


def arguments(schema: Any) -> st.SearchStrategy[Any]:
    """Draw what a schema admits."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "string":
            return texts.filter(
                lambda text: text not in NOTHING
            )  # as a text of its own, such a word stands for nothing
        case "number":
            low, high = schema.get("minimum", -1e6), schema.get("maximum", 1e6)
            return st.floats(low, high, allow_nan=False)
        case "integer":
            return st.integers(-99, 99)
        case "boolean":
            return st.booleans()
        case "array":
            return st.lists(arguments(schema["items"]), max_size=3)
    must = {key: arguments(each) for key, each in schema["properties"].items() if key in schema.get("required", ())}
    may = {key: arguments(each) for key, each in schema["properties"].items() if key not in must}
    return st.fixed_dictionaries(must, optional=may)


calls = st.sampled_from(MANY).flatmap(
    lambda tool: st.builds(ToolCall, id=st.just(""), name=st.just(tool.name), arguments=arguments(tool.parameters))
)


@settings(max_examples=150, deadline=None)
@given(calls, st.sampled_from(["", "Oh no.\n", "Watch this!\n\n"]))
def test_a_call_printed_as_taught_is_read_back_as_that_call(call: ToolCall, said: str) -> None:
    reading = read_calls(said + CallProtocol().printed(call), MANY)

    assert [(each.name, each.arguments) for each in reading.calls] == [(call.name, call.arguments)]
    assert reading.speech == said.strip()
