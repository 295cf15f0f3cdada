"""Parts of an answer that should have been an object."""

import pytest

from performer.models.toolcalls.text.forms.answer_parts import ANSWER_PARTS, find_words
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Found
from tests.performer.models.toolcalls.text.forms.ask import ask, drops


@pytest.mark.parametrize(
    ("text", "says", "rest"),
    [
        ('"say": "Hi.", "calls": []} Bye', "Hi.", " Bye"),
        ('", "calls": []} Bye', "", " Bye"),
        ('"}\nBye', "", "Bye"),
        ('{"say": "Hi', "Hi", ""),
    ],
)
def test_its_words_are_found_and_the_rest_is_left_out(text: str, says: str, rest: str) -> None:
    answer = ask(ANSWER_PARTS, text)

    assert isinstance(answer, Found)
    assert (answer.speech, drops(answer, text)) == (says, rest)


@pytest.mark.parametrize(
    ("text", "answer"),
    [('"', MORE), ('", "ca', MORE), ('", "calls": ', HOLD), ("sa", MORE), ('{"say": "H', HOLD), ('", she said', None)],
)
def test_a_growing_text_is_waited_for_only_while_it_may_become_one(text: str, answer: object) -> None:
    assert ask(ANSWER_PARTS, text, whole=False) is answer


@pytest.mark.parametrize("text", ['"go", she said', "say hello", '{"name": "wave"}', '"} and'])
def test_anything_else_is_left_to_other_forms(text: str) -> None:
    assert ask(ANSWER_PARTS, text) is None


def test_words_are_found_in_an_answer_a_list_and_one_wrapper_but_in_no_other_data() -> None:
    assert find_words([{"say": "One."}, {"say": "Two.", "calls": []}]) == "One. Two."
    assert find_words({"answer": {"say": "One."}}) == "One."
    assert find_words({"say": 3}) == ""
    assert find_words({"a": {"say": "One."}, "b": 1}) == ""
