"""The chat reader's answer, as models write it."""

import pytest

from performer.agents.choice import read_choice


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ('{"answer": [2, 1], "why": "questions"}', [1, 2]),
        ('Sure!\n```json\n{"answer": ["3"]}\n```', [3]),
        ('{"answer": []}', []),
        ('{"answer": [0, 2, 2, 9, -1]}', [2]),
        ('An example is {"answer": [1]}, mine is {"answer": [2], "why": "{}"}', [1]),
        ('First {"answer": [1]}, no: {"answer": [2], "why": "better"}', [2]),
    ],
)
def test_the_numbers_are_found_in_whatever_stands_around_them(text: str, chosen: list[int]) -> None:
    assert read_choice(text, lines=3) == chosen


@pytest.mark.parametrize(
    "text", ["", "Two and three.", '{"answer": "all"}', '{"answer": [1', "[1, 2]", '{"answer": [1.5]}']
)
def test_what_is_no_choice_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="no choice"):
        read_choice(text, lines=3)
