"""What is written for a program."""

import pytest

from performer.guard.speakable.line_forms import is_code, list_tool_names


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "],",
        '"name": "clap"',
        "```json",
        "show_emote clap",
        'play_sfx(name="airhorn")',
        "call clap {now}",
        "CALL clap",
        "<emote>clap</emote>",
        "<|im_end|>",
        "With name*: clap",
        "x => y",
        "wait(20)",
        "the bat // a remark",
        "see https://example.org",
        "There is no tool 'Award a badge'.",
    ],
)
def test_code_is_found(text: str) -> None:
    assert is_code(text)


@pytest.mark.parametrize(
    "text",
    [
        "I <3 this bat.",
        "Oh no :(",
        "Two hearts (and a half).",
        "Two hearts (2 of 3).",
        "Score 2:1!",
        "Call me a plumber.",
        "CALL THE GUARD! Call the guard!",
        "One extra line of code!",
        "5 > 3, says the wizard.",
        "Why (why!) that door?",
        "There is no tool like a frying pan!",
    ],
)
def test_signs_of_plain_talk_are_none(text: str) -> None:
    assert not is_code(text)


def test_only_names_of_several_words_are_recognised_in_speech() -> None:
    assert list_tool_names(["show_emote", "party", "ring-bell"]) == (" ring bell ", " show emote ")
