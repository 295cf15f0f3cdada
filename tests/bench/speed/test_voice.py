"""What a neural voice costs, beside espeak-ng in the same run."""

import pytest

from bench.speed.voice import SENTENCES, VoicePlan, find_packaged_model, run
from tests.joe import find_joe


@pytest.mark.slow
@pytest.mark.anyio
async def test_each_length_is_measured_with_both_voices() -> None:
    find_joe()

    report = await run(VoicePlan(runs=2, idle_s=0.1))

    figures = [
        f"{voice}_{figure}_{length}"
        for length in SENTENCES
        for voice in ("espeak", "neural")
        for figure in ("first", "whole", "factor")
    ]
    assert {*figures, "neural_idle", "neural_first_work_20", "neural_lufs_after"} <= set(report.by_key)
    assert all(report.by_key[each].median for each in figures)
    assert report.find_ratio(report.by_key["neural_first_20"])
    costs = [report.find_ratio(report.by_key[f"neural_{each}"]) for each in ("work_20", "work_60", "memory")]
    assert all(ratio and 0.5 < ratio < 3 for ratio in costs)


@pytest.mark.parametrize("length", SENTENCES)
def test_sentences_are_as_long_as_is_said(length: int) -> None:
    assert all(length - 1 <= len(each) <= length + 1 for each in SENTENCES[length])


def test_the_packaged_voice_is_found() -> None:
    assert find_packaged_model() == find_joe()
