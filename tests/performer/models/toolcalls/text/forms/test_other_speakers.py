"""What others say in the model's own text."""

import pytest

from performer.models.toolcalls.text.forms.form import HOLD, Form
from performer.models.toolcalls.text.forms.other_speakers import QUOTED_LINE, RESULT, TURN
from tests.performer.models.toolcalls.text.forms.ask import ask, drops


@pytest.mark.parametrize(
    ("form", "text", "rest"),
    [
        (RESULT, "Observation: it worked\nHi", "Hi"),
        (TURN, "User: play it\nSure", ""),
        (TURN, '<quote>{"name": "show_emote", "arguments": {"name": "wave"}}</quote> Hi', " Hi"),
        (QUOTED_LINE, '> CALL show_emote {"name": "wave"}\nHi', "Hi"),
    ],
)
def test_what_is_no_speech_is_left_out(form: Form, text: str, rest: str) -> None:
    assert drops(ask(form, text), text) == rest


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (TURN, "<quote>hello</quote> Hi"),
        (QUOTED_LINE, "> as they say\nHi"),
        (RESULT, "Results may vary."),
    ],
)
def test_anything_else_is_left_to_other_forms(form: Form, text: str) -> None:
    assert ask(form, text) is None


def test_all_behind_a_result_of_a_call_is_an_invention() -> None:
    text = "Observation: it worked\nHi"

    assert drops(ask(RESULT, text, called=True), text) == ""
    assert ask(RESULT, text, called=True, whole=False) is HOLD
