"""Marks around calls and thinking, and speech that goes out when it is certain."""

import pytest

from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import BARE_CLOSE, OPEN, CertainSpeech, find_close, has_stray_close
from tests.performer.models.toolcalls.text.tools import STAGE


@pytest.mark.parametrize(
    ("opening", "close"),
    [
        ("<think>", "</think>"),
        ("<antThinking>", "</antThinking>"),
        ("[THINK]", "[/THINK]"),
        ("<|think|>", "<|/think|>"),
        ("<|START_THINKING|>", "<|END_THINKING|>"),
        ("<｜begin▁of▁think｜>", "<｜end▁of▁think｜>"),
    ],
)
def test_thinking_is_closed_as_it_was_opened(opening: str, close: str) -> None:
    assert OPEN.fullmatch(opening)
    assert find_close(opening) == close
    assert BARE_CLOSE.fullmatch(close)


@pytest.mark.parametrize(
    ("text", "stray"),
    [("so.</think> Hi", True), ("<think>so.</think> Hi", False), ("Hi", False), ("I think so", False)],
)
def test_thinking_that_was_never_opened_is_known_by_its_end(text: str, stray: bool) -> None:
    assert has_stray_close(text) is stray


def test_a_word_that_may_be_a_tools_name_waits() -> None:
    speech = CertainSpeech(OfferedTools(STAGE))

    assert [speech.add("Now "), speech.add("show_"), speech.add("cases"), speech.let_go()] == [
        "Now",
        "",
        " show_cases",
        "",
    ]


def test_a_name_is_taken_back_with_the_call_behind_it() -> None:
    speech = CertainSpeech(OfferedTools(STAGE))

    assert [speech.add("Now hush"), speech.leave_out(4), speech.add(" and go"), speech.let_go()] == [
        "Now",
        "",
        " and go",
        "",
    ]


def test_one_blank_stays_where_something_was_left_out() -> None:
    speech = CertainSpeech(OfferedTools(STAGE))
    said = [
        speech.add("Hi "),
        speech.leave_out(0),
        speech.add(" you"),
        speech.leave_out(0),
        speech.add("."),
        speech.let_go(),
    ]

    assert "".join(said) == "Hi you."
