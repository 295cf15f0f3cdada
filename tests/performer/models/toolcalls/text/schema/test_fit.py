"""Arguments put right, or refused with a sentence that says how they are right."""

import json

import pytest

from performer.models.toolcalls.text.data.python_call import Positional
from performer.models.toolcalls.text.schema.fit import FittedArguments, UnfitArguments, fit_arguments
from performer.tools.tool import ToolSpec
from tests.performer.models.toolcalls.text.schema.sources import CARD, FREE, NOTE, POLL, SEND, TIME
from tests.performer.models.toolcalls.text.tools import EMOTE, HUSH, OVERLAY

HI: dict[str, object] = {"text": "Hi"}
POLLED: dict[str, object] = {"question": "Hat?", "options": ["on", "off"]}
RIGHT: list[tuple[ToolSpec, object, dict[str, object]]] = [
    (HUSH, None, {}),
    (HUSH, "", {}),
    (HUSH, [], {}),
    (HUSH, {"timezone": "local"}, {}),
    (HUSH, "now", {}),
    (TIME, Positional(values=("local",)), {}),
    (FREE, {"anything": [1]}, {"anything": [1]}),
    (OVERLAY, "Hi", HI),
    (OVERLAY, ["Hi"], HI),
    (OVERLAY, '"Hi"', HI),
    (OVERLAY, [HI], HI),
    (OVERLAY, '{"text": "Hi"}', HI),
    (OVERLAY, "{'text': 'Hi'}", HI),
    (OVERLAY, '"{\\"text\\": \\"Hi\\"}"', HI),
    (OVERLAY, 'text: "Hi"\nduration_s: 3\n', {"text": "Hi", "duration_s": 3}),
    (OVERLAY, Positional(values=("Hi", 3)), {"text": "Hi", "duration_s": 3}),
    (OVERLAY, Positional(values=("Hi",), keywords={"duration": 3}), {"text": "Hi", "duration_s": 3}),
    (OVERLAY, Positional(values=(HI,)), HI),
    (OVERLAY, {"data": HI}, HI),
    (OVERLAY, {"arguments": {"data": '{"msg": "Hi"}'}}, HI),
    (OVERLAY, {"overlay_text": HI}, HI),
    (OVERLAY, {"name": "overlay_text", "arguments": HI}, HI),
    (EMOTE, {"name": "show_emote", "arguments": {"name": "wave"}}, {"name": "wave"}),
    (OVERLAY, {"text": {"type": "string", "value": "Hi"}}, HI),
    (OVERLAY, {"text": "Hi", "duration_s": None}, HI),
    (OVERLAY, {"text": "Hi", "duration_s": "None"}, HI),
    (OVERLAY, {"text": "Hi", "duration_s": ""}, HI),
    (OVERLAY, {"text": "Hi", "duration_s": "3.5 seconds"}, {"text": "Hi", "duration_s": 3.5}),
    (OVERLAY, {"text": 913224455667788990}, {"text": "913224455667788990"}),
    (OVERLAY, {"text": "None"}, {"text": "None"}),
    (EMOTE, {"name": "Wave!"}, {"name": "wave"}),
    (EMOTE, {"name": ["emotes/wave.png"]}, {"name": "wave"}),
    (POLL, {**POLLED, "duration_s": "30"}, {**POLLED, "duration_s": 30}),
    (POLL, {**POLLED, "duration_s": 30.0, "anonymous": "yes"}, {**POLLED, "duration_s": 30, "anonymous": True}),
    (POLL, {**POLLED, "duration_s": None, "extra": 1}, POLLED),
    (POLL, {"question": "Hat?", "options": "['on', 'off']"}, POLLED),
    (POLL, {"question": "Hat?", "options": "on, off"}, POLLED),
    (POLL, {"question": "Hat?", "options": "[draft] on"}, {**POLLED, "options": ["[draft] on"]}),
    (POLL, {"question": "Hat?", "options": "[on, off]"}, POLLED),
    (POLL, {"question": "Hat?", "options": "- on\n- off\n"}, POLLED),
    (POLL, {"question": "Hat?", "options": {"item": ["on", "off"]}}, POLLED),
    (POLL, {"question": "Hat?", "options": "Well, it all depends."}, {**POLLED, "options": ["Well, it all depends."]}),
    (POLL, {"question": "Hat?", "options": [{"text": "on"}, {"value": "off"}, None]}, POLLED),
    (SEND, {"channel_id": 5, "text": "Hi", "reply_to_message_id": "None"}, {"channel_id": "5", "text": "Hi"}),
    (CARD, {"card": "x", "targets": {"ID": 5, "lane": "2"}}, {"card": "x", "targets": [{"id": "5", "lane": 2}]}),
    (CARD, {"card": "x", "targets": '[{"id": "a", "next": null}]'}, {"card": "x", "targets": [{"id": "a"}]}),
    (CARD, {"card": "x", "weights": "1, 2.5", "power": "4"}, {"card": "x", "weights": [1, 2.5], "power": 4}),
    (CARD, {"card": "x", "speed": "Slow"}, {"card": "x", "speed": "slow"}),
    (CARD, {"card": "x", "speed": "7"}, {"card": "x", "speed": 7}),
]  # fmt: skip
WRONG: list[tuple[ToolSpec, object, str]] = [
    (OVERLAY, None, "'text' is missing"),
    (OVERLAY, {"text": None}, "'text' is missing"),
    (NOTE, "Wifi", "its arguments must be an object with 'title' and 'body'"),
    (NOTE, {}, "'title' and 'body' are missing"),
    (OVERLAY, {"color": "red"}, "'text' is missing, and 'color' is none of its arguments"),
    (EMOTE, {"name": "kazoo"}, "'name' is 'kazoo'; it must be one of wave, wow"),
    (EMOTE, {"name": ""}, "'name' is ''; it must be one of wave, wow"),
    (POLL, {**POLLED, "duration_s": "soon"}, "'duration_s' is 'soon', not a whole number"),
    (CARD, {"card": "x", "targets": [{"id": "a"}, {"lane": 2}]}, "'targets[1]': 'id' is missing"),
    (OVERLAY, {"text": {"type": "string"}}, "'text' is an object, not a text"),
    (OVERLAY, '{"text": "Hi', "its arguments are cut off, or no object"),
    (OVERLAY, "text: Hi\nand more", "its arguments are no object"),
    (OVERLAY, Positional(values=(1, 2, 3)), "takes 2 arguments, not 3"),
    (OVERLAY, Positional(values=("Hi",), keywords=HI), "has 'text' twice"),
    (OVERLAY, True, "its arguments are true, not an object"),
    (OVERLAY, [HI, HI], "its arguments are a list, not an object"),
    (POLL, {**POLLED, "options": '["on]", "of'}, "'options' is '[\"on]\", \"of', not a list"),
    (POLL, {**POLLED, "options": [1] * 2000}, "'options' has 2000 values, more than 1000"),
    (POLL, {**POLLED, "duration_s": 10**5000}, "'duration_s' is a huge number, not a whole number"),
    (NOTE, ["noon", 3, {"x": 1}], "its arguments must be an object with 'title' and 'body'"),
    (POLL, {**POLLED, "options": '["on", "of'}, "'options' is '[\"on\", \"of', not a list"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "printed", "right"), RIGHT)
def test_arguments_are_put_right(tool: ToolSpec, printed: object, right: dict[str, object]) -> None:
    answer = fit_arguments(printed, tool)

    assert answer == FittedArguments(arguments=right)
    assert json.dumps(answer.arguments, sort_keys=True) == json.dumps(right, sort_keys=True), "30.0 is 30 there"


@pytest.mark.parametrize(("tool", "printed", "reason"), WRONG)
def test_what_cannot_be_put_right_is_refused_with_the_remedy(tool: ToolSpec, printed: object, reason: str) -> None:
    answer = fit_arguments(printed, tool)

    assert isinstance(answer, UnfitArguments)
    assert answer.reason == f"{tool.name}: {reason}; print the whole call again."


def test_what_could_be_read_is_handed_back() -> None:
    answer = fit_arguments('{"colour": "red"}', OVERLAY)

    assert isinstance(answer, UnfitArguments)
    assert (answer.arguments, answer.is_read) == ({"colour": "red"}, True)


@pytest.mark.parametrize("printed", ['{"text": "GG', [{"text": "GG"}, {"text": "GG"}]])
def test_what_no_object_could_be_made_of_was_not_read(printed: object) -> None:
    answer = fit_arguments(printed, OVERLAY)

    assert isinstance(answer, UnfitArguments)
    assert (answer.arguments, answer.is_read) == ({}, False)


@pytest.mark.parametrize("printed", ["levelup", "LEVEL UP", "level_ups", "lvl up", "level_up_down", ""])
def test_a_member_that_might_be_two_or_none_is_not_guessed(printed: str) -> None:
    schema = {"properties": {"name": {"enum": ["level_up", "Level-Up", "level_down", "+"]}}, "required": ["name"]}
    play = ToolSpec(name="play", description="", parameters=schema)

    assert isinstance(fit_arguments({"name": printed}, play), UnfitArguments)
    assert fit_arguments({"name": "Level-Up"}, play) == FittedArguments(arguments={"name": "Level-Up"})
    assert fit_arguments({"name": " + "}, play) == FittedArguments(arguments={"name": "+"})


def test_a_long_enumeration_names_the_nearest() -> None:
    names = [f"sound_{number}" for number in range(40)] + ["kazoo"]
    schema = {"type": "object", "properties": {"name": {"enum": names}}, "required": ["name"]}
    answer = fit_arguments({"name": "kazoo_solo"}, ToolSpec(name="play", description="", parameters=schema))

    assert isinstance(answer, UnfitArguments)
    assert answer.reason == (
        "play: 'name' is 'kazoo_solo', which it cannot be. Did you mean 'kazoo'?; print the whole call again."
    )


def test_a_required_argument_with_a_default_takes_it_when_it_lacks() -> None:
    schema = {"properties": {"size": {"type": "integer", "default": 3}, "at": {"type": "string"}}, "required": ["size"]}

    assert fit_arguments({}, ToolSpec(name="x", description="", parameters=schema)) == FittedArguments(
        arguments={"size": 3}
    )


def test_a_lone_value_goes_to_the_one_argument_that_takes_it() -> None:
    properties = {"question": {"type": "string"}, "part": {"enum": ["left", "right"]}, "ago_s": {"type": "number"}}
    look = ToolSpec(name="look", description="", parameters={"type": "object", "properties": properties})

    assert fit_arguments("Who wins?", look) == FittedArguments(arguments={"question": "Who wins?"})
    assert fit_arguments({"input": 3}, look) == FittedArguments(arguments={"ago_s": 3})


def test_a_schema_may_list_several_types() -> None:
    tool = ToolSpec(name="seek", description="", parameters={"properties": {"to": {"type": ["integer", "string"]}}})

    assert fit_arguments({"to": 5}, tool) == FittedArguments(arguments={"to": 5})


def test_a_schema_that_refers_to_itself_ends() -> None:
    node = {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "array", "items": {"$ref": "#/$defs/node"}}]}
    schema = {"properties": {"x": {"$ref": "#/$defs/node"}}, "required": ["x"], "$defs": {"node": node}}
    loop = ToolSpec(name="loop", description="", parameters=schema)
    deep: list[object] = []
    for _ in range(200):
        deep = [deep]

    assert isinstance(fit_arguments({"x": deep}, loop), FittedArguments | UnfitArguments)


HOSTILE = ["{" * 100_000, "[" * 100_000, "a," * 50_000, "k:" * 50_000, "9" * 100_000, '\\"' * 50_000, "1_" * 50_000]


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: value[:3])
@pytest.mark.parametrize("tool", [OVERLAY, EMOTE, POLL, CARD], ids=lambda tool: tool.name)
def test_hostile_text_is_only_ever_a_text(value: str, tool: ToolSpec) -> None:
    keys = tool.parameters["properties"]
    answers = [
        fit_arguments(value, tool),
        *(fit_arguments({key: value}, tool) for key in keys),
        fit_arguments({value: value}, tool),
    ]
    fitted = [each.arguments for each in answers if isinstance(each, FittedArguments)]

    assert all(given in (value, [value]) for arguments in fitted for given in arguments.values())
    assert all(len(each.reason) < 1000 for each in answers if isinstance(each, UnfitArguments))
