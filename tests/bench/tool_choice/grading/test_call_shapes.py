"""Call shapes: a tool named as a call would is found, and one that is only mentioned is not."""

import pytest

from bench.tool_choice.grading.call_shapes import find_call_shapes
from bench.tool_choice.trial import AskedStep, RawAnswer, Trial


def find(text: str, *calls: tuple[str, object]) -> list[str]:
    answer = RawAnswer(text=text, calls=calls)
    steps = (AskedStep(kind="failed"), AskedStep(kind="final", answer=answer))
    return find_call_shapes(Trial(case="x", mode="soft", steps=steps), ["overlay_text", "overlay-text", "a.b"])


@pytest.mark.parametrize(
    "text",
    [
        'overlay_text("GG")',
        "CALL overlay_text {text",
        'print(overlay_text{"text"',
        '{"name": "overlay_text", "arg',
        "{'function':'overlay_text'}",
        '{"tool" : "overlay_text"}',
    ],
)
def test_a_tool_in_the_shape_of_a_call_is_found(text: str) -> None:
    assert find(text) == ["overlay_text"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I would use overlay_text.",
        "overlay_text (the newer one)",
        "my_overlay_text(1)",
        "text(1)",
        "aXb(1)",
        '{"text": "overlay_text"}',
        '{"say": "Ha.", "do": "none"}',
    ],
)
def test_a_tool_that_is_only_mentioned_is_not(text: str) -> None:
    assert find(text) == []


def test_a_native_call_that_no_reader_took_is_found() -> None:
    assert find("", ("overlay-text", "{")) == ["overlay-text"]


@pytest.mark.parametrize("text", ['CALL act {"do"', '{"say": "Ha.", "do": "dance"}'])
def test_a_gesture_is_found_under_the_name_of_its_tool(text: str) -> None:
    assert find(text) == ["act"]
