"""What brackets begin: marks, lists, objects, Python calls, or prose."""

import pytest

from performer.models.toolcalls.text.forms.brackets import CURLY, ROUND, SQUARE
from performer.models.toolcalls.text.forms.form import Form, Found
from tests.performer.models.toolcalls.text.forms.ask import WAVE, ask, calls, drops


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (SQUARE, '[TOOL_CALLS][{"name": "show_emote", "arguments": {"name": "wave"}}] Hi'),
        (SQUARE, '[show_emote(name="wave")] Hi'),
        (CURLY, '{"name": "show_emote", "arguments": {"name": "wave"}} Hi'),
    ],
)
def test_a_call_is_read(form: Form, text: str) -> None:
    assert calls(ask(form, text)) == [WAVE]


@pytest.mark.parametrize(
    ("form", "text", "rest"),
    [
        (SQUARE, "[1, 2] Hi", " Hi"),
        (CURLY, '{"a": 1} Hi', " Hi"),
    ],
)
def test_what_is_no_speech_is_left_out(form: Form, text: str, rest: str) -> None:
    assert drops(ask(form, text), text) == rest


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (SQUARE, "[laughs] Hi"),
        (CURLY, "{hm} Hi"),
        (ROUND, "(well) Hi"),
    ],
)
def test_anything_else_is_left_to_other_forms(form: Form, text: str) -> None:
    assert ask(form, text) is None


def test_a_python_call_has_its_name_before_the_bracket() -> None:
    answer = ask(ROUND, '(name="wave") Hi', line="Now show_emote")

    assert calls(answer) == [WAVE]
    assert isinstance(answer, Found)
    assert answer.back == len("show_emote")
