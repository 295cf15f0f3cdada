"""The listener's lines: read strictly, and told in the show's seconds."""

import json

import pytest

from performer.core.errors import ServiceError
from performer.speech.hearing.samples import HeardDevice, ShowTimeConverter, SliceLine, parse_line


def test_a_line_of_slices_is_read() -> None:
    told = parse_line(b'{"sent":5.1,"at":5.0,"levels":[-60.0,-20.5],"speech":[0.0,1.0]}')

    assert told == SliceLine(sent=5.1, at=5.0, levels=[-60.0, -20.5], speech=[0.0, 1.0])


def test_a_line_about_the_device_and_a_sign_of_life_are_read() -> None:
    assert parse_line(b'{"device":"Mic","detector":"silero","why":""}') == HeardDevice(device="Mic", detector="silero")
    assert parse_line(b'{"sent":5.1}') == SliceLine(sent=5.1)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Hello!",
        '{"sent":"soon"}',
        '{"sent":1,"at":1,"levels":[-3],"speech":[]}',
        '{"sent":1,"levels":[-3],"speech":[0]}',
        '{"sent":1,"at":1,"levels":[-3],"speech":[7]}',
        '{"sent":1,"at":1,"levels":[-3],"speech":[0],"sound":"UklGRg=="}',
        json.dumps({"sent": 1, "at": 1, "levels": [-3] * 5000, "speech": [0] * 5000}),
    ],
)
def test_anything_else_is_no_line_of_a_listener(line: str) -> None:
    with pytest.raises(ServiceError, match="no line of numbers"):
        parse_line(line.encode())


def test_slices_are_told_in_the_shows_seconds() -> None:
    slices = ShowTimeConverter().convert(
        SliceLine(sent=5000.1, at=5000.0, levels=[-60.0, -20.0], speech=[0.0, 1.0]), now_s=12.1
    )

    assert [each.at_s for each in slices] == pytest.approx([11.968, 12.0])
    assert [each.speech for each in slices] == [0.0, 1.0]


def test_a_line_that_was_long_on_its_way_is_told_when_it_was() -> None:
    time = ShowTimeConverter()
    for number in range(50):
        time.convert(SliceLine(sent=5000.0 + number), now_s=10.001 + number)
    late = time.convert(SliceLine(sent=5050.0, at=5050.0, levels=[-20.0], speech=[1.0]), now_s=62.0)

    assert late[0].at_s == pytest.approx(60.0, abs=0.01)


def test_clocks_that_drift_apart_are_followed() -> None:
    time = ShowTimeConverter()
    for number in range(20_000):
        time.convert(SliceLine(sent=float(number)), number * 1.0001)
    newest = SliceLine(sent=19_999.0, at=19_999.0, levels=[-20.0], speech=[1.0])

    assert time.convert(newest, 19_999 * 1.0001)[0].at_s == pytest.approx(19_999 * 1.0001, abs=0.01)
