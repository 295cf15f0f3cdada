"""The calls as values."""

import pytest
from pydantic import ValidationError

from performer.chats.discord.wire.calls import BY_METHOD, CALLS, TOOLS, Button, Command, Picture, Send


def test_each_call_has_a_method_of_its_own() -> None:
    assert list(BY_METHOD.values()) == list(CALLS)
    assert all(method.startswith("discord.") for method in BY_METHOD)


def test_only_a_message_may_not_be_sent_twice_and_the_tools_are_the_first_eight() -> None:
    assert [call for call in CALLS if not call.repeats] == [Send]
    assert len(TOOLS) == 8


def test_unknown_arguments_are_refused() -> None:
    with pytest.raises(ValidationError, match="loud"):
        Send.model_validate({"channel_id": "1", "loud": True})


@pytest.mark.parametrize("number", ["", "abc", "1" * 21, True, 1.5])
def test_what_is_no_number_is_refused(number: object) -> None:
    with pytest.raises(ValidationError):
        Send.model_validate({"channel_id": number})


def test_the_limits_of_discord_are_kept() -> None:
    for wrong in ({"content": "x" * 2001}, {"buttons": (Button(id="a", label="b"),) * 6}):
        with pytest.raises(ValidationError):
            Send.model_validate({"channel_id": "1", **wrong})
    with pytest.raises(ValidationError):
        Picture(filename="../cat.png", base64="")
    with pytest.raises(ValidationError):
        Command(name="three words here", description="x")
