"""Tags: around calls, as calls themselves, or plain markup."""

import pytest

from performer.models.toolcalls.text.forms.form import HOLD, MORE
from performer.models.toolcalls.text.forms.tags import TAG_FORM
from tests.performer.models.toolcalls.text.forms.ask import WAVE, ask, calls, drops


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "show_emote", "arguments": {"name": "wave"}}</tool_call> Hi',
        '<show_emote name="wave"/> Hi',
    ],
)
def test_a_call_is_read(text: str) -> None:
    assert calls(ask(TAG_FORM, text)) == [WAVE]


@pytest.mark.parametrize(("text", "rest"), [("<b>bold</b>", "bold</b>"), ("<|im_end|> Hi", " Hi")])
def test_what_is_no_speech_is_left_out(text: str, rest: str) -> None:
    assert drops(ask(TAG_FORM, text), text) == rest


def test_anything_else_is_left_to_other_forms() -> None:
    assert ask(TAG_FORM, "<3 you") is None


def test_a_tag_waits_for_the_whole_text_when_it_may_be_a_call() -> None:
    assert ask(TAG_FORM, "<show_emote", whole=False) is MORE
    assert ask(TAG_FORM, '<show_emote name="wave"/>', whole=False) is HOLD
    assert ask(TAG_FORM, '<invoke name="show_emote"<parameter', whole=False) is HOLD
