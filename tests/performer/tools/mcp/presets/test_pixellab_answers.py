"""What PixelLab says, in all the ways in which it may say it, and what others may make of it."""

import base64

import pytest

from performer.tools.mcp.presets.pixellab_answers import PixelLabCharacter, find_character_id, parse_character
from performer.tools.result import JsonPart, TextPart, ToolResult

ONE = "9de8578e-0001-4000-8000-00000000000a"
OTHER = "8de8578e-0001-4000-8000-00000000000b"
AT = "https://backblaze.pixellab.ai/file/pixellab-characters/me/it"
PNG = b"\x89PNG\r\n\x1a\nand so on"


def of(value: object) -> ToolResult:
    return ToolResult(parts=(TextPart(text=value) if isinstance(value, str) else JsonPart(value=value),))


@pytest.mark.parametrize(
    ("said", "number"),
    [
        (f"✅ Queued.\n**Character ID:** `{ONE}`\nJob: {OTHER}", ONE),
        (f"Job {ONE} has begun.", ONE),
        (f"Jobs {ONE} and {OTHER}.", ""),
        ({"data": {"character_id": ONE.upper(), "job_id": OTHER}}, ONE),
        ({"id": ONE}, ONE),
        ("Not enough generations left.", ""),
    ],
)
def test_a_number_is_found_where_it_can_be_no_other(said: object, number: str) -> None:
    assert find_character_id(of(said)) == number


@pytest.mark.parametrize(
    ("said", "status", "percent"),
    [
        ("Status: ⏳ Processing (40%), 2 minutes left", "drawing", 40.0),
        ("**Status:** ✅ Completed", "done", None),
        ({"status": "in_progress: queued"}, "drawing", None),
        ({"character": {"status": "FAILED"}}, "failed", None),
        ({"status": 7}, "unknown", None),
        (f"Here it is:\nsouth: {AT}/rotations/south.png", "done", None),
        ("To look at the status later, ask again. Status: queued", "drawing", None),
        ("⏳ It is still being generated.", "drawing", None),
        ("Lovely weather.", "unknown", None),
    ],
)
def test_how_far_it_is_is_read_from_prose_and_values(said: object, status: str, percent: float | None) -> None:
    found = parse_character(of(said))

    assert (found.status, found.percent) == (status, percent)


@pytest.mark.parametrize(
    "said",
    [
        f"- [south]({AT}/rotations/south.png?t=17)\n- north-east: {AT}/rotations/north-east.png",
        f"South: {AT}/a.png\n**north-east**: {AT}/b.png",
        {"rotation_urls": {"south": f"{AT}/a.png", "north-east": f"{AT}/b.png"}},
        {"rotations": [{"south": {"url": f"{AT}/a.png"}}, {"north-east": {"url": f"{AT}/b.png"}}]},
    ],
)
def test_pictures_are_found_by_their_addresses_or_by_what_stands_before_them(said: object) -> None:
    sides = parse_character(of(said)).sides

    assert set(sides) == {"south", "north-east"}
    assert all(str(each).startswith(AT) for each in sides.values())


def test_pictures_that_came_along_are_taken() -> None:
    data = base64.b64encode(PNG).decode()
    found = parse_character(of({"rotations": {"south": {"base64": data}, "west": f"data:image/png;base64,{data}"}}))

    assert found.sides == {"south": PNG, "west": PNG}


def test_films_are_their_frames_in_order() -> None:
    urls = [f"{AT}/animations/f1/east/{at}.png" for at in (10, 9, 0)]
    found = parse_character(of("status: completed\n" + "\n".join(urls)))

    assert found.films == {("f1", "east"): tuple(reversed(urls))}


def test_what_is_endless_or_deep_is_read_so_far_and_no_further() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep, "status: completed"]

    assert parse_character(of(deep)).status == "done"
    assert parse_character(of({"status": "x" * 100_000})) == PixelLabCharacter(status="unknown")
    assert parse_character(of([f"{AT}/rotations/south.png"] * 20_000)).status == "done"
