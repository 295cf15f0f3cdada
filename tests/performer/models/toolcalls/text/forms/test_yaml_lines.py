"""Calls as lines of `key: value`."""

import pytest

from performer.models.toolcalls.text.forms.form import Form
from performer.models.toolcalls.text.forms.yaml_lines import YAML_LINES
from tests.performer.models.toolcalls.text.forms.ask import WAVE, ask, calls


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (YAML_LINES, "tool: show_emote\nargs:\n  name: wave\n\nHi"),
        (YAML_LINES, "- tool: show_emote\n  name: wave\nHi"),
        (YAML_LINES, "---\ntool: show_emote\nname: wave\n---\nHi"),
    ],
)
def test_a_call_is_read(form: Form, text: str) -> None:
    assert calls(ask(form, text)) == [WAVE]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (YAML_LINES, "name: Bob\nHi"),
        (YAML_LINES, "Name your price"),
    ],
)
def test_anything_else_is_left_to_other_forms(form: Form, text: str) -> None:
    assert ask(form, text) is None
