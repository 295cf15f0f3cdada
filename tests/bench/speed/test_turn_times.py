"""The times of one turn."""

import base64
import io
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from bench.speed.rig.screen import BITS, SQUARE
from bench.speed.rig.token_server import PacedAnswer
from bench.speed.turn_times import TurnTimes

AT = 1_700_000_000.0


def make_times(*, picture: str = "") -> TurnTimes:
    answer = PacedAnswer(mark="m", sentences=[["A"], ["B"]], came_at=AT + 0.02, picture=picture)
    answer.stops_at = [AT + 0.5, AT + 1.0]
    answer.certain_at = [AT + 0.55, AT + 1.05]
    return TurnTimes(line_at=AT, answer=answer, sounds_at=[AT + 0.53, AT + 1.04], cpu_s=0.1)


def draw_clock(at: float) -> str:
    picture = Image.new("RGB", (1920, 60))
    draw = ImageDraw.Draw(picture)
    for place in range(BITS):
        if int(at * 1000) >> place & 1:
            draw.rectangle((place * SQUARE, 0, place * SQUARE + SQUARE - 1, SQUARE), "white")
    into = io.BytesIO()
    picture.save(into, "JPEG", quality=90)
    return base64.b64encode(into.getvalue()).decode()


def test_each_hop_is_counted_from_what_came_before_it() -> None:
    times = make_times()

    assert times.line_to_request_ms == pytest.approx(20, abs=0.01)
    assert times.stop_to_sound_ms == pytest.approx(30, abs=0.01)
    assert times.certain_to_sound_ms == pytest.approx(-20, abs=0.01)


def test_what_is_our_own_is_the_turn_less_the_model() -> None:
    assert make_times().own_ms == pytest.approx(60, abs=0.01)


def test_the_age_of_a_picture_is_read_off_the_clock_on_it() -> None:
    times = make_times(picture=draw_clock(AT - 0.08))

    assert times.picture_age_ms == pytest.approx(100, abs=2)


def test_a_turn_without_a_picture_has_none_of_any_age() -> None:
    times = make_times()

    assert times.picture_age_ms is None
    assert replace(times, answer=PacedAnswer(mark="m", sentences=[], picture="x")).picture_age_ms is None
