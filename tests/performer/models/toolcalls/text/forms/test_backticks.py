"""Calls in backticks, and code that is none."""

import pytest

from performer.models.toolcalls.text.forms.backticks import FENCE, SPAN
from performer.models.toolcalls.text.forms.form import Form
from tests.performer.models.toolcalls.text.forms.ask import WAVE, ask, calls, drops


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (FENCE, '```json\n{"name": "show_emote", "arguments": {"name": "wave"}}\n```\nHi'),
        (SPAN, '`show_emote(name="wave")` Hi'),
    ],
)
def test_a_call_is_read(form: Form, text: str) -> None:
    assert calls(ask(form, text)) == [WAVE]


@pytest.mark.parametrize(
    ("form", "text", "rest"),
    [
        (FENCE, "```python\nprint(1)\n```\nHi", "\nHi"),
        (FENCE, '```bash\nshow_emote(name="wave")\n```\nHi', "\nHi"),
    ],
)
def test_what_is_no_speech_is_left_out(form: Form, text: str, rest: str) -> None:
    assert drops(ask(form, text), text) == rest


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (SPAN, "`x = 1` Hi"),
        (FENCE, "`x` Hi"),
    ],
)
def test_anything_else_is_left_to_other_forms(form: Form, text: str) -> None:
    assert ask(form, text) is None
