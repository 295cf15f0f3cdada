"""How well speech is understood, measured with true parts from the voice to the words."""

import pytest

from bench.speed.called_lines import CalledPlan
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

    calls = CalledPlan(lines=2, names=("Pip",), sets=("",))
    report = await run(EarsPlan(runs=3, idle_s=0.1, game_s=2.0, own_min=0.2, own_lines=4, calls=calls, answers=1))

    found = {key: series.median for key, series in report.by_key.items()}
    assert found["wrong_quiet"] is not None
    assert found["wrong_quiet"] <= 10
    assert found["wrong_game"] is not None
    assert found["wrong_game"] <= 25
    assert found["invented"] == 0
    assert len(report.by_key["end_to_text"].values) == 3
    assert min(report.by_key["text_pause"].values) > 450
    for whole, pause, waited in zip(
        *(report.by_key[key].values for key in ("end_to_text", "text_pause", "text_waited")), strict=True
    ):
        assert pause + waited == pytest.approx(whole)
        assert waited >= 0
    ratio = report.find_ratio(report.by_key["work"])
    assert ratio is not None
    assert ratio < 0.6
    assert report.by_key["ears_memory"].median
    assert {"missed_pip", "false_pip", "answer"} <= set(found)


def test_sixty_sentences_are_spoken_and_none_is_spelt_in_two_ways() -> None:
    assert len(set(SENTENCES)) == 60
    words = {word for sentence in SENTENCES for word in split_spoken_words(sentence)}
    assert not words & {"colour", "favourite", "ten", "twenty", "okay"}
