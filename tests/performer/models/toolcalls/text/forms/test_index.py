"""Where in a text something other than speech may begin, and which forms are asked there."""

import pytest

from performer.models.toolcalls.text.forms.announced_calls import ANNOUNCED_CALL
from performer.models.toolcalls.text.forms.index import FORMS, FormIndex
from tests.performer.models.toolcalls.text.tools import STAGE

INDEX = FormIndex(STAGE)


@pytest.mark.parametrize(
    ("text", "at"),
    [("Hi <b>", 3), ("Hi. Tool: x", 4), ("Hi\nshow_emote", 3), ("Hi there", 8), ("Well show_emote", 15), ("", 0)],
)
def test_a_place_is_a_mark_or_a_word_that_begins_a_line_or_a_sentence(text: str, at: int) -> None:
    assert INDEX.next(text, 0, begins=False)[1] == at


def test_the_first_word_of_a_text_may_open_something() -> None:
    assert INDEX.next("  show_emote", 0, begins=True) == (0, 2)


def test_a_tools_name_is_announced_and_a_common_word_opens_nothing() -> None:
    assert ANNOUNCED_CALL in INDEX.forms("show_emote", 0)
    assert not INDEX.forms("zebras", 0)


def test_the_forms_of_a_mark_are_asked_in_the_order_of_the_table() -> None:
    asked = INDEX.forms("<b>", 0)

    assert list(asked) == [form for form in FORMS if "<" in form.openers]


def test_one_letter_opens_nothing_yet_but_a_mark_does() -> None:
    assert INDEX.is_last_letter("b", 0)
    assert not INDEX.is_last_letter("<", 0)
    assert not INDEX.is_last_letter("bo", 0)
