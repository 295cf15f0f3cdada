"""How well speech is understood, measured with true parts from the voice to the words."""

import pytest

from bench.speed.ears import SENTENCES, EarsPlan, run
from bench.speed.wrong_words import split_spoken_words
from tests.ears import find_tiny
from tests.joe import find_joe
from tests.pulse import open_desk


@pytest.mark.slow
@pytest.mark.anyio
async def test_speech_is_understood_quiet_and_beside_a_game() -> None:
    find_joe()
    find_tiny()
    async with open_desk():
        pass  # it skips where there is no sound server

    report = await run(EarsPlan(runs=3, idle_s=0.1, game_s=2.0, calls=2, names=("Pip",)))

    found = {key: series.median for key, series in report.by_key.items()}
    assert found["wrong_quiet"] is not None
    assert found["wrong_quiet"] <= 10
    assert found["wrong_game"] is not None
    assert found["wrong_game"] <= 25
    assert found["invented"] == 0
    assert len(report.by_key["end_to_text"].values) == 3
    assert min(report.by_key["end_to_text"].values) > 450
    ratio = report.find_ratio(report.by_key["work"])
    assert ratio is not None
    assert ratio < 0.6
    assert report.by_key["ears_memory"].median
    assert {"missed_pip", "false_pip", "missed_held_out_pip", "false_held_out_pip"} <= set(found)


def test_sixty_sentences_are_spoken_and_none_is_spelt_in_two_ways() -> None:
    assert len(set(SENTENCES)) == 60
    words = {word for sentence in SENTENCES for word in split_spoken_words(sentence)}
    assert not words & {"colour", "favourite", "ten", "twenty", "okay"}
