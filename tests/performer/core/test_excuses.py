"""The performer's own excuses: what is left of a text without them."""

import pytest

from performer.core.excuses import remove_excuses
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
