"""The loudness of voices, before and after they were levelled."""

import math
from array import array
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import pytest

from bench.speed.voice_loudness import measure_voice_loudness
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import Utterance

RATE = 16_000


@dataclass
class Humming:
    """A voice that hums at one loudness."""

    amplitude: float
    name: str = "humming"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        samples = (self.amplitude * math.sin(math.tau * 997 * at / RATE) for at in range(2 * RATE))
        yield Utterance(pcm=array("h", [round(32_767 * each) for each in samples]).tobytes(), rate=RATE)


@pytest.mark.anyio
async def test_the_same_sound_is_measured_before_and_after() -> None:
    voices = {"a soft one|soft": Humming(0.05), "a loud one|loud": Humming(1.0)}

    figures = {each.key: each for each in await measure_voice_loudness(voices, ["one", "two", "three"])}

    before = [figures[f"{each}_lufs_before"].median for each in ("soft", "loud")]
    assert before == pytest.approx([-29, -3], abs=0.3)
    assert [figures[f"{each}_lufs_after"].values[-1] for each in ("soft", "loud")] == pytest.approx([-16] * 2, abs=0.5)
    assert figures["loud_peaks_db_before"].median == pytest.approx(0, abs=0.1)
    assert figures["loud_peaks_db_after"].median == pytest.approx(-13, abs=0.5)
    assert (figures["soft_lufs_after"].title, figures["soft_lufs_after"].n) == ("a soft one", 3)
