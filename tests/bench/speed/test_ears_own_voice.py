"""Whether a show answers itself, measured with true parts from its voice to its answer."""

import importlib.util

import pytest

from bench.speed.ears_own_voice import LINES, measure_own_voice, open_recognition
from bench.speed.voiced_line import VoicedLine
from tests.conftest import missing
from tests.ears import find_tiny, say


@pytest.mark.slow
@pytest.mark.anyio
async def test_it_answers_nobody_in_a_minute_of_its_own_voice_and_the_streamer_after_it() -> None:
    recognise = open_recognition(find_tiny())
    if importlib.util.find_spec("livekit") is None:
        missing("livekit", "run.py add hearing")
    lines = [VoicedLine(text=text, pcm=say(text), rate=16_000) for text in LINES]

    series, note = await measure_own_voice(lines, recognise, 1.0)

    assert {each.key: each.median for each in series} == dict.fromkeys(
        ("self_answers", "self_stops", "self_texts", "streamer_missed"), 0
    )
    assert "with its echo taken out" in note
