"""What is a loop, and what is only emphasis."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.models.driver.answer import LoopDetector


def loops(text: str, step: int) -> bool:
    ear = LoopDetector()
    return any(ear.is_looping(text[start : start + step]) for start in range(0, len(text), step))


LOOPS = [
    "Well. " + "Go left, go right, go up. " * 4,
    "ha" * 60,
    "a" * 200,
    "The dragon is angry, the knight is brave, and nobody has thought about the goose at all. " * 3,
    "Ja! Nein! " * 10,
    "いけ" * 60,
    "goose " * 60,
    "Well. " + "ha " * 60,
    "-" * 300,
    "".join(f"{'a' * 25}b" for _ in range(9)),
]
SPEECH = [
    "No no no no no!",
    "Let's go! Let's go! Let's go!",
    "GOOOOOOOOOOOOOAL! What a shot.",
    "He hits. You dodge. He hits. You roll. He hits. You laugh.",
    "ha" * 31,
    "Ha ha " * 15 + "what a shot!",
    "The score:\n" + "-" * 61 + "\n" + "- " * 40 + "\n" + "| --- " * 12 + "|\n",
    "Ten, nine, eight, seven, six, five, four, three, two, one, and he is off the track again.",
]


@pytest.mark.parametrize("step", [1, 4, 1000])
@pytest.mark.parametrize("text", LOOPS)
def test_a_loop_is_noticed(text: str, step: int) -> None:
    assert loops(text, step)


@pytest.mark.parametrize("step", [1, 4, 1000])
@pytest.mark.parametrize("text", SPEECH)
def test_emphasis_is_no_loop(text: str, step: int) -> None:
    assert not loops(text, step)


@given(unit=st.text("ab ,.", min_size=1, max_size=160), before=st.text("ab", max_size=20), step=st.integers(1, 200))
def test_whatever_is_said_for_ever_is_noticed(unit: str, before: str, step: int) -> None:
    assert loops(before + unit * (600 // len(unit) + 2), step)
