"""The atlas: icons with few colours, found by number and by name, and nothing in it that no stream should show."""

import subprocess
import sys

import pytest

from performer.tools.pixel_art.atlas import FOLDER, SIDE, find_icon, get_icon, list_names

LEFT_OUT = (
    "middle finger",
    "ak47",
    "suicide",
    "gibbet",
    "syringe",
    "cigarette",
    "balkenkreuz",
    "star of david",
    "taiwan",
)


@pytest.mark.parametrize("name", ["dragon", "castle", "broadsword", "slime", "t rex"])
def test_an_icon_has_few_colours(name: str) -> None:
    found = find_icon(name)
    assert found is not None
    picture = found.pixels

    assert picture.size == (SIDE, SIDE)
    assert len(picture.getcolors() or []) <= 17
    assert found.is_shape == (picture.mode == "P")


def test_a_shape_of_the_same_name_is_another_icon() -> None:
    coloured, shape = find_icon("castle"), find_icon("castle (shape)")

    assert coloured is not None
    assert shape is not None
    assert (coloured.name, shape.name) == ("castle", "castle")
    assert (coloured.is_shape, shape.is_shape) == (False, True)


def test_a_face_has_its_eyes_where_they_are() -> None:
    found = find_icon("cat face")
    assert found is not None
    (left, _), (right, _) = found.eyes

    assert left < SIDE / 2 < right
    assert abs(SIDE / 2 - found.hat[0]) <= 3


def test_what_is_not_there_is_none() -> None:
    assert find_icon("zorblax") is None


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_no_stream_should_show_is_not_in_it(name: str) -> None:
    assert name not in list_names()


def test_every_row_can_be_read() -> None:
    icons = [get_icon(number) for number in range(len(list_names()))]

    assert len({each.key for each in icons}) == len(icons) > 5000
    assert {each.hat[0] // SIDE for each in icons} == {0}


def test_it_is_small_and_nothing_of_it_is_read_before_something_is_drawn() -> None:
    code = (
        "import performer.tools.pixel_art.tools\n"
        "from performer.tools.pixel_art import atlas\n"
        "read = (atlas._load_rows, atlas._load_sheet, atlas.load_vocabulary, atlas._map_index)\n"
        "print([each.cache_info().currsize for each in read])"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert told.stdout.strip() == "[0, 0, 0, 0]"
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 5_000_000
    assert {"LICENSE-fluent-emoji.txt", "LICENSE-emojibase.txt", "CREDITS.md"} <= {
        file.name for file in FOLDER.iterdir()
    }
