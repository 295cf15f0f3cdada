"""Keys that models get wrong, and where they go."""

import pytest

from performer.models.toolcalls.text.schema.fit import FittedArguments, fit_arguments
from performer.tools.tool import ToolSpec
from tests.performer.models.toolcalls.text.schema.sources import NOTE, SEND
from tests.performer.models.toolcalls.text.tools import EMOTE, OVERLAY

RIGHT: list[tuple[ToolSpec, dict[str, object], dict[str, object]]] = [
    (OVERLAY, {"msg": "Hi"}, {"text": "Hi"}),
    (OVERLAY, {"TEXT": "Hi"}, {"text": "Hi"}),
    (OVERLAY, {"txet": "Hi"}, {"text": "Hi"}),
    (OVERLAY, {"shout": "Hi"}, {"text": "Hi"}),
    (OVERLAY, {"input": "Hi"}, {"text": "Hi"}),
    (OVERLAY, {"overlay_text": "Hi"}, {"text": "Hi"}),
    (OVERLAY, {"message_text": "Hi"}, {"text": "Hi"}),
    (OVERLAY, {"text": "Hi", "duration": 3}, {"text": "Hi", "duration_s": 3}),
    (OVERLAY, {"text": "Hi", "durationS": 3}, {"text": "Hi", "duration_s": 3}),
    (OVERLAY, {"text": "Hi", "display_duration": 3}, {"text": "Hi"}),
    (OVERLAY, {"text": "Hi", "seconds": 3}, {"text": "Hi", "duration_s": 3}),
    (OVERLAY, {"text": "Hi", "duration_ms": 3000}, {"text": "Hi", "duration_s": 3}),
    (OVERLAY, {"text": "Hi", "duration_in_minutes": "2"}, {"text": "Hi", "duration_s": 120}),
    (OVERLAY, {"text": "Hi", "minutes_shown": 2}, {"text": "Hi"}),
    (OVERLAY, {"text": "Hi", "seconds_duration": 2}, {"text": "Hi", "duration_s": 2}),
    (OVERLAY, {"text": "Hi", "msg": "Ho"}, {"text": "Hi"}),
    (OVERLAY, {"text": "Hi", "msg": None}, {"text": "Hi"}),
    (OVERLAY, {"msg": "Hi", "message": "Hi"}, {"text": "Hi"}),
    (OVERLAY, {"text": "Hi", "colour": "red", "max_duration": 3}, {"text": "Hi"}),
    (OVERLAY, {"text": "Hi", "when": [3]}, {"text": "Hi"}),
    (EMOTE, {"emote": "wave"}, {"name": "wave"}),
    (EMOTE, {"emote_name": "wave"}, {"name": "wave"}),
    (EMOTE, {"which": "wave"}, {"name": "wave"}),
    (SEND, {"channel": "7", "message": "Hi"}, {"channel_id": "7", "text": "Hi"}),
    (SEND, {"channel": "7", "message": "Hi", "id": "c1"}, {"channel_id": "7", "text": "Hi"}),
    (
        SEND,
        {"channel_id": "7", "text": "Hi", "reply_to": "9"},
        {"channel_id": "7", "text": "Hi", "reply_to_message_id": "9"},
    ),
    (NOTE, {"name": "Wifi", "content": "Ask."}, {"title": "Wifi", "body": "Ask."}),
    (NOTE, {"title": "Wifi", "text": "Ask."}, {"title": "Wifi", "body": "Ask."}),
]
LOST: list[tuple[ToolSpec, dict[str, object]]] = [
    (OVERLAY, {"color": "red"}),
    (OVERLAY, {"duration": 3}),
    (OVERLAY, {"name": "overlay_text"}),
    (OVERLAY, {"result": "ok"}),
    (OVERLAY, {"image_url": "http://localhost/a.png"}),
    (OVERLAY, {"what": "overlay_text"}),
    (OVERLAY, {"loud": True}),
    (OVERLAY, {"foo": "Hi", "bar": "Ho"}),
    (OVERLAY, {"msg": "Hi", "message": "Ho"}),
    (OVERLAY, {"user_name": "Hi"}),
    (EMOTE, {"user_name": "bob"}),
    (SEND, {"text": "Hi", "user_id": "7"}),
    (SEND, {"text": "Hi", "loudly": "yes"}),
    (SEND, {"server": {"host": "irc"}, "retries": 3}),
    (NOTE, {"files": [{"path": "a.md", "contents": "x"}]}),
    (NOTE, {"text": "Hi"}),
]


@pytest.mark.parametrize(("tool", "printed", "right"), RIGHT)
def test_a_key_goes_where_it_alone_can_belong(
    tool: ToolSpec, printed: dict[str, object], right: dict[str, object]
) -> None:
    assert fit_arguments(printed, tool) == FittedArguments(arguments=right)


@pytest.mark.parametrize(("tool", "printed"), LOST)
def test_a_key_that_means_something_else_fills_nothing(tool: ToolSpec, printed: dict[str, object]) -> None:
    assert not isinstance(fit_arguments(printed, tool), FittedArguments)


def test_two_keys_that_fit_alike_are_not_guessed_between() -> None:
    string = {"type": "string"}
    schema = {"properties": {"text": string, "body": string}, "required": ["text", "body"]}

    assert not isinstance(
        fit_arguments({"msg": "Hi"}, ToolSpec(name="x", description="", parameters=schema)), FittedArguments
    )


def test_a_unit_goes_to_no_key_that_does_not_say_its_own() -> None:
    schema = {"type": "object", "properties": {"duration": {"type": "number"}}}
    wait = ToolSpec(name="wait", description="", parameters=schema)

    assert fit_arguments({"duration_ms": 900}, wait) == FittedArguments(arguments={})
    assert fit_arguments({"seconds": 9}, wait) == FittedArguments(arguments={"duration": 9})
