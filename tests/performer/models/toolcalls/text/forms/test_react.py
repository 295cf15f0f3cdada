"""ReAct: thoughts, actions and answers."""

import pytest

from performer.models.toolcalls.text.forms.form import Form
from performer.models.toolcalls.text.forms.react import REACT
from tests.performer.models.toolcalls.text.forms.ask import WAVE, ask, calls, drops


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (REACT, 'Action: show_emote\nAction Input: {"name": "wave"}\nHi'),
        (REACT, 'Action: show_emote(name="wave")\nHi'),
        (REACT, 'Action: {"name": "show_emote", "arguments": {"name": "wave"}}'),
    ],
)
def test_a_call_is_read(form: Form, text: str) -> None:
    assert calls(ask(form, text)) == [WAVE]


@pytest.mark.parametrize(
    ("form", "text", "rest"),
    [
        (REACT, "Thought: I wave.\n\nHi", "Hi"),
        (REACT, "Final Answer: Hi", "Hi"),
        (REACT, "Action: none\nHi", "Hi"),
    ],
)
def test_what_is_no_speech_is_left_out(form: Form, text: str, rest: str) -> None:
    assert drops(ask(form, text), text) == rest


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (REACT, "Action heroes are cool"),
        (REACT, "Action: dance with me"),
    ],
)
def test_anything_else_is_left_to_other_forms(form: Form, text: str) -> None:
    assert ask(form, text) is None
