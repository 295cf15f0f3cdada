"""What servers answer, as parts of a result."""

import base64
from typing import Any

import pytest
from mcp_types import CallToolResult

from performer.core.errors import ToolFailedError
from performer.tools.mcp.results import parse_result
from performer.tools.result import JsonPart, Part, PicturePart, SoundPart, TextPart


def parts(*content: dict[str, Any], **more: Any) -> tuple[Part, ...]:
    return parse_result("mcp.sky.look", CallToolResult.model_validate({"content": content, **more})).parts


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def data(kind: str, content: str, mime: str) -> dict[str, Any]:
    return {"type": kind, "data": content, "mimeType": mime}


@pytest.mark.parametrize(
    ("content", "value", "made"),
    [
        ([text('{"sky": "blue"}')], {"sky": "blue"}, (JsonPart(value={"sky": "blue"}),)),
        ([text("blue")], {"result": "blue"}, (TextPart(text="blue"),)),
        ([text("7")], {"result": 7}, (TextPart(text="7"),)),
        ([text("It is blue.")], {"sky": "blue"}, (JsonPart(value={"sky": "blue"}), TextPart(text="It is blue."))),
        ([], [1, 2], (JsonPart(value=[1, 2]),)),
    ],
)
def test_what_is_said_twice_is_taken_once(content: list[dict[str, Any]], value: object, made: tuple[Part, ...]) -> None:
    assert parts(*content, structuredContent=value) == made


def test_pictures_and_sounds_are_decoded_and_what_is_none_is_named() -> None:
    encoded = base64.b64encode(b"bytes").decode()

    assert parts(data("image", encoded, "image/png"), data("audio", encoded, "audio/wav")) == (
        PicturePart(content=b"bytes", mime="image/png"),
        SoundPart(content=b"bytes", mime="audio/wav"),
    )
    assert parts(data("image", "no base64!", "image/png"), data("image", encoded, "text/html")) == (
        TextPart(text="[a picture that cannot be taken]"),
        TextPart(text="[a picture that cannot be taken]"),
    )
    assert parts(data("audio", "A" * 12_000_000, "audio/wav")) == (TextPart(text="[a sound that cannot be taken]"),)


def test_resources_are_told_and_their_pictures_taken() -> None:
    link = {"type": "resource_link", "name": "sky.txt", "uri": "file:///sky.txt"}
    embedded = {"type": "resource", "resource": {"uri": "file:///sky.txt", "text": "blue"}}
    blob = base64.b64encode(b"bytes").decode()
    picture = {"type": "resource", "resource": {"uri": "file:///sky.png", "mimeType": "image/png", "blob": blob}}
    packed = {"type": "resource", "resource": {"uri": "file:///sky.gz", "mimeType": "application/gzip", "blob": blob}}

    assert parts(link, embedded, picture, packed) == (
        TextPart(text="[sky.txt: file:///sky.txt]"),
        TextPart(text="blue"),
        PicturePart(content=b"bytes", mime="image/png"),
        TextPart(text="[a file, file:///sky.gz]"),
    )


def test_long_texts_are_cut_together_and_it_is_said() -> None:
    one, two, three = parts(text("a" * 150_000), text("b" * 150_000), text("c"))

    assert isinstance(one, TextPart)
    assert isinstance(two, TextPart)
    assert len(one.text) == 150_000
    assert two.text.endswith("b\n(cut: 100000 more characters came)")
    assert three == TextPart(text="\n(cut: 1 more characters came)")


def test_many_parts_are_left_out_and_counted() -> None:
    made = parts(*[text("x")] * 60)

    assert len(made) == 51
    assert made[-1] == TextPart(text="(10 more parts are left out)")


def test_what_went_wrong_is_told_in_the_servers_words_cut() -> None:
    with pytest.raises(ToolFailedError) as failure:
        parts(text("The sky\nfell. " * 200), isError=True)

    assert str(failure.value).startswith("mcp.sky.look: The sky fell. The sky")
    assert len(str(failure.value)) < 1100
