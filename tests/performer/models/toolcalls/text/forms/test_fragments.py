"""Calls of which a part is missing."""

import pytest

from performer.models.toolcalls.text.forms.form import Form
from performer.models.toolcalls.text.forms.fragments import BROKEN_OFF, LEFTOVER, LOOSE_MARK
from tests.performer.models.toolcalls.text.forms.ask import WAVE, ask, calls, drops


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (LOOSE_MARK, 'tool_call>{"name": "show_emote", "arguments": {"name": "wave"}}'),
        (LOOSE_MARK, 'json {"name": "show_emote", "arguments": {"name": "wave"}}'),
        (LOOSE_MARK, 'await show_emote(name="wave")'),
    ],
)
def test_a_call_is_read(form: Form, text: str) -> None:
    assert calls(ask(form, text)) == [WAVE]


@pytest.mark.parametrize(
    ("form", "text", "rest"),
    [
        (LOOSE_MARK, 'json {"a": 1} Hi', " Hi"),
        (LEFTOVER, "args:\n  name: wave\nHi", "Hi"),
        (BROKEN_OFF, "<|", ""),
        (BROKEN_OFF, "Action: show_em", ""),
    ],
)
def test_what_is_no_speech_is_left_out(form: Form, text: str, rest: str) -> None:
    assert drops(ask(form, text), text) == rest


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (LOOSE_MARK, "call me"),
        (LEFTOVER, "args: well, hi"),
        (BROKEN_OFF, "Action: dance"),
    ],
)
def test_anything_else_is_left_to_other_forms(form: Form, text: str) -> None:
    assert ask(form, text) is None
