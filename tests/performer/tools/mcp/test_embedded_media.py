"""Files in Base64 in a server's words and values: named, and the pictures among them taken out."""

import base64
import json
import random
from typing import Any

import pytest

from performer.tools.mcp.embedded_media import name_files, take_out_media
from performer.tools.result import JsonPart, Part, PicturePart, TextPart

NOISE = random.Random(7).randbytes(6000)
PNG = b"\x89PNG\r\n\x1a\n" + NOISE
JPEG = b"\xff\xd8\xff\xe0" + NOISE
ENCODED = base64.b64encode(PNG).decode()
FILE = base64.b64encode(b"PK" + NOISE).decode()
WRAPPED = "\n".join(ENCODED[at : at + 76] for at in range(0, len(ENCODED), 76))


def taken(*parts: Part) -> list[Part]:
    return [*take_out_media(parts)]


def picture(content: bytes = PNG, mime: str = "image/png") -> PicturePart:
    return PicturePart(content=content, mime=mime)


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ({"png": ENCODED, "size": [4, 4]}, {"png": "[a picture]", "size": [4, 4]}),
        ({"all": [{"src": f"data:image/png;base64,{ENCODED}"}]}, {"all": [{"src": "[a picture]"}]}),
        ({"png": WRAPPED}, {"png": "[a picture]"}),
        (ENCODED.replace("+", "-").replace("/", "_").rstrip("="), "[a picture]"),
    ],
)
def test_a_picture_in_a_value_is_a_part_of_its_own(value: Any, left: Any) -> None:
    assert taken(JsonPart(value=value)) == [JsonPart(value=left), picture()]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"Here it is: {ENCODED} Nice, is it not?", "Here it is: [a picture] Nice, is it not?"),
        (f"![owl](data:image/png;base64,{ENCODED}) and more", "![owl]([a picture]) and more"),
        (f"See:\n{WRAPPED}\nThere.", "See:\n[a picture]\nThere."),
        (json.dumps({"ok": True, "png": ENCODED}), '{"ok": true, "png": "[a picture]"}'),
        (json.dumps({"png": WRAPPED}), '{"png": "[a picture]"}'),
    ],
)
def test_a_picture_in_words_is_a_part_of_its_own(text: str, left: str) -> None:
    assert taken(TextPart(text=text)) == [TextPart(text=left), picture()]


def test_another_file_is_named_by_its_size() -> None:
    assert taken(JsonPart(value={"zip": FILE})) == [JsonPart(value={"zip": "[a file of 6002 bytes]"})]
    assert name_files(f"It failed at data:application/zip;base64,{FILE}.") == "It failed at [a file of 6002 bytes]."


def test_the_same_picture_is_taken_once() -> None:
    value = JsonPart(value=[ENCODED, ENCODED, base64.b64encode(JPEG).decode()])

    assert taken(value, picture()) == [JsonPart(value=["[a picture]"] * 3), picture(), picture(JPEG, "image/jpeg")]


@pytest.mark.parametrize(
    "text",
    [
        "The quick brown fox jumps over the lazy dog. " * 100,
        "AGCT" * 500,
        "0123456789abcdef" * 200,
        "https://host.example/" + "a/b1/C" * 200,
        "path iVBORw0KGgo is how a PNG begins " + "x" * 600,
        "word\n" * 400,
        ENCODED[:500],
        json.dumps({"a": ["b"] * 300}),
    ],
)
def test_words_stay_as_they_are(text: str) -> None:
    assert taken(TextPart(text=text)) == [TextPart(text=text)]


def test_no_more_than_eight_pictures_are_taken() -> None:
    many = [base64.b64encode(PNG + bytes([number])).decode() for number in range(12)]

    value, *pictures = taken(JsonPart(value=many))
    assert value == JsonPart(value=["[a picture]"] * 12)
    assert len(pictures) == 8
