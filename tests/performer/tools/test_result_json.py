"""A result as JSON: it comes back as it was, bounded, and told as it may be."""

import json

import pytest

from performer.tools.result import (
    MOST_BYTES,
    JsonPart,
    PicturePart,
    Progress,
    SoundPart,
    TextPart,
    ToolResult,
    decode_progress,
    decode_result,
    encode_result,
)

PICTURE = PicturePart(content=b"\x89PNG", mime="image/png", alt="an owl")
ALL = ToolResult(
    parts=(TextPart(text="hi"), JsonPart(value={"a": [1, None]}), PICTURE, SoundPart(content=b"x", mime="audio/wav"))
)


def test_a_result_comes_back_as_it_was() -> None:
    assert decode_result(json.loads(json.dumps(encode_result(ALL)))) == ALL
    assert decode_result(encode_result(ToolResult())) == ToolResult()


def test_all_of_its_words_are_told_as_they_may_be() -> None:
    told = decode_result(encode_result(ALL, str.upper))

    assert told.text == 'HI\n{"A": [1, null]}\n[a picture, image/png: AN OWL]\n[a sound, audio/wav]'


def test_pictures_beyond_the_limit_are_named_instead() -> None:
    large = PicturePart(content=bytes(MOST_BYTES), mime="image/png")

    told = decode_result(encode_result(ToolResult(parts=(PICTURE, large, PICTURE))))

    assert told.pictures == (PICTURE, PICTURE)
    assert told.parts[1] == TextPart(text=f"[a picture, image/png] (left out: it has {MOST_BYTES} bytes)")


@pytest.mark.parametrize(
    "value",
    [None, [], {}, {"parts": 5}, {"parts": [5]}, {"parts": [{}]}, {"parts": [{"kind": "picture", "content": "%"}]}],
)
def test_what_is_no_result_is_said_so(value: object) -> None:
    with pytest.raises(ValueError, match="no part of a result"):
        decode_result(value)


def test_how_far_a_call_is_comes_back_and_what_is_odd_of_it_is_left_out() -> None:
    half = {"text": "half", "done": 1, "total": 2}

    assert decode_progress(half) == Progress(text="half", done=1.0, total=2.0)
    assert decode_progress({"text": None, "done": "x", "total": True}) == Progress()
    assert decode_progress([]) == Progress()
