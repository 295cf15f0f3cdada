"""The performer's own excuses: what is left of a text without them, and whom they are about."""

import re

import pytest

from performer.core.excuses import remove_excuses
from performer.core.files.home import PROMPTS
from performer.core.prompt_files import load_prompt_lines

AWAY, *_, LAST = load_prompt_lines("unanswered/away")
LATE = load_prompt_lines("unanswered/late")[0]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (AWAY, ""),
        (f"{AWAY} {LAST}", ""),
        (f"{LATE} The sky is red.", "The sky is red."),
        (f"The sky is red.\n{AWAY}", "The sky is red."),
        (AWAY[:12], ""),
        ("The sky is red.", "The sky is red."),
        ("", ""),
    ],
)
def test_of_a_text_only_what_is_no_excuse_is_left(text: str, left: str) -> None:
    assert remove_excuses(text) == left


@pytest.mark.parametrize("file", sorted(each.stem for each in (PROMPTS / "unanswered").glob("*.md")))
def test_what_is_missing_is_missing_to_us_and_not_to_who_asked(file: str) -> None:
    sentences = [each for line in load_prompt_lines(f"unanswered/{file}") for each in re.split(r"(?<=[.!?]) ", line)]
    lacking = [each for each in sentences if re.search(r"\b(brain|head|model|tool)\b", each)]

    assert [each for each in lacking if not re.search(r"\b(I|my|me|mine|this)\b", each, re.IGNORECASE)] == []
