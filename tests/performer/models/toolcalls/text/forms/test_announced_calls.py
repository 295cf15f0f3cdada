"""Calls that begin with a tool's name, bare or announced."""

import pytest

from performer.models.toolcalls.text.forms.announced_calls import ANNOUNCED_CALL
from performer.models.toolcalls.text.forms.form import Form
from tests.performer.models.toolcalls.text.forms.ask import WAVE, ask, calls


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (ANNOUNCED_CALL, 'CALL show_emote {"name": "wave"}\nHi'),
        (ANNOUNCED_CALL, "show_emote name=wave\nHi"),
        (ANNOUNCED_CALL, "/show_emote wave\nHi"),
        (ANNOUNCED_CALL, "Tool: show_emote\nname: wave"),
    ],
)
def test_a_call_is_read(form: Form, text: str) -> None:
    assert calls(ask(form, text)) == [WAVE]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (ANNOUNCED_CALL, "Call me maybe"),
        (ANNOUNCED_CALL, "show_emote is a tool"),
    ],
)
def test_anything_else_is_left_to_other_forms(form: Form, text: str) -> None:
    assert ask(form, text) is None


def test_a_name_within_a_sentence_begins_no_call() -> None:
    assert ask(ANNOUNCED_CALL, "show_emote name=wave", line="I told you to ") is None
