"""Lines that are said to somebody, and others, from true voices to the judgement of who is called."""

from collections.abc import AsyncIterator

import pytest

from bench.speed.called_lines import LINES, CalledPlan, hear, measure
from bench.speed.voice import install_model
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Voice
from tests.ears import find_tiny
from tests.joe import find_joe


@pytest.fixture
async def joe() -> AsyncIterator[Voice]:
    model = find_joe()
    async with install_model(model) as folder, NeuralVoice(model.stem, folder, VoiceSettings()) as voice:
        yield voice


@pytest.mark.slow
@pytest.mark.anyio
async def test_calls_are_told_from_other_lines(joe: Voice) -> None:
    heard = await hear(find_tiny(), joe, "Pip", "", 10)

    assert [each.is_call for each in heard] == [True] * 10 + [False] * 10
    assert sum(each.is_called for each in heard if each.is_call) >= 8
    assert sum(each.is_called for each in heard if not each.is_call) <= 1
    assert len({each.manner for each in heard}) == 18
    assert all(each.heard for each in heard)


@pytest.mark.slow
@pytest.mark.anyio
async def test_each_set_is_counted_for_each_name(joe: Voice) -> None:
    series = await measure(find_tiny(), joe, CalledPlan(lines=1, names=("Owl",)))

    assert [each.key for each in series] == [
        f"{count}_{group}owl"
        for group in ("", "held_out_")
        for count in ("calls", "missed", "others", "false", "about", "false_about")
    ]
    assert [each.floor for each in series[1::2]] == [each.key for each in series[::2]]
    assert {each.values[0] for each in series} <= {0, 1}


def test_a_set_has_eighty_lines_half_of_them_calls_and_none_is_held_out_and_not() -> None:
    sizes = {"calls": 40, "others": 40, "about": 20}

    assert {kind: len(lines) for kind, lines in LINES.items()} == {
        f"{group}{kind}": size for group in ("", "held_out_") for kind, size in sizes.items()
    }
    assert len({line for lines in LINES.values() for line in lines}) == 200
    assert all("{name}" in line for kind, lines in LINES.items() if "others" not in kind for line in lines)
