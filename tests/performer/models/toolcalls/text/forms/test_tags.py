"""Tags: around calls, as calls themselves, or plain markup."""

import pytest

from performer.models.toolcalls.text.forms.form import HOLD, MORE, Form
from performer.models.toolcalls.text.forms.tags import TAG_FORM, WRAPPER
from tests.performer.models.toolcalls.text.forms.ask import WAVE, ask, calls, drops


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (WRAPPER, '<tool_call>{"name": "show_emote", "arguments": {"name": "wave"}}</tool_call> Hi'),
        (TAG_FORM, '<show_emote name="wave"/> Hi'),
    ],
)
def test_a_call_is_read(form: Form, text: str) -> None:
    assert calls(ask(form, text)) == [WAVE]


@pytest.mark.parametrize(
    ("form", "text", "rest"),
    [
        (TAG_FORM, "<b>bold</b>", "bold</b>"),
        (TAG_FORM, "<|im_end|> Hi", " Hi"),
    ],
)
def test_what_is_no_speech_is_left_out(form: Form, text: str, rest: str) -> None:
    assert drops(ask(form, text), text) == rest


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (WRAPPER, "<b>bold</b>"),
        (TAG_FORM, "<3 you"),
    ],
)
def test_anything_else_is_left_to_other_forms(form: Form, text: str) -> None:
    assert ask(form, text) is None


def test_a_tag_waits_for_the_whole_text_when_it_may_be_a_call() -> None:
    assert ask(TAG_FORM, "<show_emote", whole=False) is MORE
    assert ask(TAG_FORM, '<show_emote name="wave"/>', whole=False) is HOLD
