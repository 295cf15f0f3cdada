"""A result as JSON: it comes back as it was, bounded, and told as it may be."""

import json

import pytest

from performer.tools.result import JsonPart, PicturePart, Progress, SoundPart, TextPart, ToolResult
from performer.tools.result_json import MOST_BYTES, progress_json, progress_of_json, result_json, result_of_json

PICTURE = PicturePart(content=b"\x89PNG", mime="image/png", alt="an owl")
ALL = ToolResult(
    parts=(TextPart(text="hi"), JsonPart(value={"a": [1, None]}), PICTURE, SoundPart(content=b"x", mime="audio/wav"))
)


def test_a_result_comes_back_as_it_was() -> None:
    assert result_of_json(json.loads(json.dumps(result_json(ALL)))) == ALL
    assert result_of_json(result_json(ToolResult())) == ToolResult()


def test_all_of_its_words_are_told_as_they_may_be() -> None:
    told = result_of_json(result_json(ALL, str.upper))

    assert told.text == 'HI\n{"A": [1, null]}\n[a picture, image/png: AN OWL]\n[a sound, audio/wav]'


def test_pictures_beyond_the_limit_are_named_instead() -> None:
    large = PicturePart(content=bytes(MOST_BYTES), mime="image/png")

    told = result_of_json(result_json(ToolResult(parts=(PICTURE, large, PICTURE))))

    assert told.pictures == (PICTURE, PICTURE)
    assert told.parts[1] == TextPart(text=f"[a picture, image/png] (left out: it has {MOST_BYTES} bytes)")


@pytest.mark.parametrize(
    "value",
    [None, [], {}, {"parts": 5}, {"parts": [5]}, {"parts": [{}]}, {"parts": [{"kind": "picture", "content": "%"}]}],
)
def test_what_is_no_result_is_said_so(value: object) -> None:
    with pytest.raises(ValueError, match="no part of a result"):
        result_of_json(value)


def test_how_far_a_call_is_comes_back_and_what_is_odd_of_it_is_left_out() -> None:
    assert progress_of_json(progress_json(Progress(text="half", done=1, total=2))) == Progress(
        text="half", done=1.0, total=2.0
    )
    assert progress_of_json({"text": None, "done": "x", "total": True}) == Progress()
    assert progress_of_json([]) == Progress()
