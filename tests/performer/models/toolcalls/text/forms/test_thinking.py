"""Thinking between its marks, under its heading and in its channel."""

import pytest

from performer.models.toolcalls.text.forms.form import Form, Found
from performer.models.toolcalls.text.forms.thinking import CHANNEL, THINKING
from tests.performer.models.toolcalls.text.forms.ask import ask, drops


@pytest.mark.parametrize(
    ("form", "text", "rest"),
    [
        (THINKING, "</think> Hi", " Hi"),
        (THINKING, "**Thinking**\nWell\n**Answer**\nHi", "\nHi"),
        (CHANNEL, "<|channel|>final<|message|>Hi", "Hi"),
        (CHANNEL, "<|end|> Hi", " Hi"),
    ],
)
def test_what_is_no_speech_is_left_out(form: Form, text: str, rest: str) -> None:
    assert drops(ask(form, text), text) == rest


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (THINKING, "<b>bold</b>"),
        (CHANNEL, "<b>bold</b>"),
        (THINKING, "# Notes\nHi"),
    ],
)
def test_anything_else_is_left_to_other_forms(form: Form, text: str) -> None:
    assert ask(form, text) is None


@pytest.mark.parametrize(
    ("form", "text", "end"),
    [(THINKING, "<think>so", "</think>"), (CHANNEL, "<|channel|>analysis<|message|>so", "<|end|>")],
)
def test_thinking_goes_on_until_it_is_closed(form: Form, text: str, end: str) -> None:
    answer = ask(form, text)

    assert isinstance(answer, Found)
    assert (text[answer.end :], answer.skip_to) == ("so", end)
